"""The index keeps the rules of its port, and its files outlive the process."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from kts.testing import check_index, check_interruption
from kts.testing.index import corpus

from kts_plain_index import PlainIndex

if TYPE_CHECKING:
    from pathlib import Path


def test_the_index_keeps_the_rules_of_its_port(tmp_path: Path) -> None:
    numbers = count()
    check_index(lambda: PlainIndex(tmp_path / str(next(numbers))))
    check_interruption(lambda: PlainIndex(tmp_path / str(next(numbers))))


def test_another_process_finds_what_was_committed(tmp_path: Path) -> None:
    written = PlainIndex(tmp_path)
    written.apply(corpus(), generation=3)
    read = PlainIndex(tmp_path)
    assert (read.generation, read.keys()) == (3, written.keys())
