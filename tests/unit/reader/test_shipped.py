"""The readers that come with the product: whole, small enough, and they read as they did when they were built."""

from __future__ import annotations

import shutil

import numpy as np
import onnx
import pytest

from kts.answer.choose.select import ABOVE
from kts.answer.units.window import BUDGET, HEADING, placed
from kts.reader.build import examine
from kts.reader.manifest import read, write
from kts.reader.models import DEFAULT, SELECTOR
from kts.reader.onnx import OnnxReader
from kts.reader.pairs import GOLDEN, QUESTIONS, TEXTS
from kts.testing import check_reader
from kts.weights.folder import GRAPH, entry

LARGEST = 30_000_000
"""Bytes of the folder: it is in the repository."""
LEAD = 2.0
"""Logits between a text that answers and the next best: their zero hangs on how often a training text answered."""
BESIDE = {"MODEL_CARD.md", "LICENSE"}


HEADINGS = {DEFAULT: HEADING, SELECTOR: ABOVE}
"""Tokens of title and heading that each was trained to read before a text."""
ASKED = {
    "How often does the panel come together?": (
        ("The panel shall consist of three members of each house.", "The presence of four members is a quorum."),
        "It shall meet at least once in each month, in Oslo.",
    ),
    "When did the earlier deal run out?": (
        ("The parties made an earlier deal on maintenance.", "Each party will sign further deeds of the deal."),
        "It expired on 28 May 2016.",
    ),
}
"""A question, statements that repeat its words, and the one that answers with few of them."""


@pytest.fixture(scope="module", params=list(HEADINGS))
def shipped(repository, request):
    return repository / "models" / request.param


@pytest.fixture(scope="module")
def reader(repository):
    return OnnxReader(repository / "models" / DEFAULT)


def test_every_hash_and_every_golden_reading_is_as_it_was(shipped):
    manifest = examine(shipped)
    assert manifest.id == shipped.name
    assert len(manifest.golden) == len(GOLDEN)
    assert (manifest.window, manifest.heading) == (BUDGET, HEADINGS[shipped.name])


@pytest.mark.parametrize("seed", range(3))
def test_a_processor_that_rounds_otherwise_is_not_refused(shipped, tmp_path, seed):
    """Constants that differ by a millionth stand for sums in another order: activations go to other levels."""
    folder, numbers = shutil.copytree(shipped, tmp_path / shipped.name), np.random.default_rng(seed)
    graph = onnx.load(folder / GRAPH)
    for constant in graph.graph.initializer:
        if constant.data_type == onnx.TensorProto.FLOAT:
            exact = onnx.numpy_helper.to_array(constant)
            other = exact * (1 + numbers.normal(scale=1e-6, size=exact.shape))
            constant.CopyFrom(onnx.numpy_helper.from_array(other.astype(np.float32), constant.name))
    (folder / GRAPH).write_bytes(graph.SerializeToString())
    manifest = read(folder)
    write(folder, manifest._replace(files=tuple(entry(folder / one.path) for one in manifest.files)))
    examine(folder)
    readings = [OnnxReader(place).read(QUESTIONS[0], TEXTS) for place in (shipped, folder)]
    assert readings[0] != readings[1]


def test_it_is_calibrated_for_questions_and_claims(reader):
    assert set(reader.weighings) == {"question", "claim"}
    assert reader.weighings["claim"].coverage > reader.weighings["question"].coverage == 0
    assert all(one.logit > 0 for one in reader.weighings.values())


def test_it_is_small_and_its_card_and_licence_stand_beside_it(shipped):
    found = OnnxReader(shipped).manifest.files
    assert {file.path for file in found} >= BESIDE
    assert sum(file.size for file in found) < LARGEST


def test_it_keeps_the_suite_of_its_port(shipped):
    check_reader(lambda: OnnxReader(shipped))


@pytest.mark.parametrize("number", range(4))
def test_a_text_that_answers_is_told_from_texts_that_do_not(reader, number):
    logits = [one.answerable for one in reader.read(QUESTIONS[number], TEXTS)]
    assert logits.index(max(logits)) == number
    assert logits[number] - sorted(logits)[-2] > LEAD


def test_the_span_is_the_answer(reader):
    (found,) = reader.read("When was the bridge opened to traffic?", [TEXTS[3]])
    assert TEXTS[3][found.span.start : found.span.end] == "14 May 1937"


@pytest.mark.parametrize("question", ASKED)
def test_evid_4_what_answers_goes_before_what_repeats_the_question(repository, question):
    others, right = ASKED[question]
    texts = [placed(" ".join(others), right), *others]
    logits = [one.answerable for one in OnnxReader(repository / "models" / SELECTOR).read(question, texts)]
    assert logits.index(max(logits)) == 0
