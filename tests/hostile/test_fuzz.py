"""CONV-5: mutated files end in an outcome, in the time and memory of a job."""

from __future__ import annotations

import sys
from collections import Counter

import pytest

from hostile.fuzz import fuzzed, lost, outcomes, product, seeds
from kts.ingest.kit import Kit
from kts.testing.poison import MockConverter

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="limits by signals and groups are POSIX")

FEW, MANY = 200, 3_000
"""Files: some seconds, and about a minute, of a processor."""


@pytest.mark.parametrize("count", [FEW, pytest.param(MANY, marks=pytest.mark.slow)])
def test_no_mutated_file_is_lost(count):
    kit, counts = product(), Counter()
    found = outcomes(fuzzed(count, 1, seeds(kit)), kit)
    assert not [f"{one.name}: {one.outcome} {one.reason}" for one in lost(found, counts)]
    assert counts.total() > count * 0.9, "nearly all files have a converter"


def test_a_file_that_breaks_its_converter_is_named():
    kit, counts = product(), Counter()
    broken = Kit({**kit.converters, "mock": MockConverter()}, kit.sectioner, kit.settings)
    files = [("a.mock", b"exit 3\n"), ("b.mock", b"words\n")]
    assert [(one.name, one.outcome) for one in lost(outcomes(files, broken), counts)] == [("a.mock", "crashed")]
    assert counts == {"crashed": 1, "ok": 1}


def test_the_same_seed_gives_the_same_files():
    given = seeds(product(), samples=False)
    assert list(fuzzed(50, 3, given)) == list(fuzzed(50, 3, given))
    assert list(fuzzed(50, 3, given)) != list(fuzzed(50, 4, given))
