"""The selector that comes with the product: whole, small enough, and it tells what answers from what is like it."""

from __future__ import annotations

import pytest

from kts.answer.select import ABOVE
from kts.answer.window import BUDGET, placed
from kts.reader.build import examine
from kts.reader.models import SELECTOR
from kts.reader.onnx import OnnxReader
from kts.testing import check_reader

LARGEST = 30_000_000
"""Bytes of the folder: it is in the repository."""
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


@pytest.fixture(scope="module")
def shipped(repository):
    return repository / "models" / SELECTOR


@pytest.fixture(scope="module")
def selector(shipped):
    return OnnxReader(shipped)


def test_evid_4_every_hash_and_every_golden_reading_is_as_it_was(shipped):
    manifest = examine(shipped)
    assert manifest.id == SELECTOR
    assert (manifest.window, manifest.heading) == (BUDGET, ABOVE)
    assert {file.path for file in manifest.files} >= {"MODEL_CARD.md", "LICENSE"}
    assert sum(file.size for file in manifest.files) < LARGEST


def test_it_keeps_the_suite_of_its_port(shipped):
    check_reader(lambda: OnnxReader(shipped))


@pytest.mark.parametrize("question", ASKED)
def test_evid_4_what_answers_goes_before_what_repeats_the_question(selector, question):
    others, right = ASKED[question]
    texts = [placed(" ".join(others), right), *others]
    logits = [one.answerable for one in selector.read(question, texts)]
    assert logits.index(max(logits)) == 0
