"""The reader that comes with the product: whole, small enough, and it reads as it did when it was built."""

from __future__ import annotations

import pytest

from kts.answer.window import BUDGET, HEADING
from kts.reader.build import examine
from kts.reader.models import DEFAULT
from kts.reader.onnx import OnnxReader
from kts.reader.pairs import GOLDEN, QUESTIONS, TEXTS
from kts.testing import check_reader
from kts.weights.folder import NAME

LARGEST = 30_000_000
"""Bytes of the folder: it is in the repository."""
LEAD = 2.0
"""Logits between a text that answers and the next best: their zero hangs on how often a training text answered."""
BESIDE = {"MODEL_CARD.md", "LICENSE"}


@pytest.fixture(scope="module")
def shipped(repository):
    folder = repository / "models" / "reader"
    if not (folder / NAME).is_file():
        pytest.skip("models/reader is not here yet: python training/reader/run.py makes it")
    return folder


@pytest.fixture(scope="module")
def reader(shipped):
    return OnnxReader(shipped)


def test_every_hash_and_every_golden_reading_is_as_it_was(shipped):
    manifest = examine(shipped)
    assert manifest.id == DEFAULT
    assert len(manifest.golden) == len(GOLDEN)
    assert (manifest.window, manifest.heading) == (BUDGET, HEADING)


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
