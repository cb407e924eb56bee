"""CHUNK-1, CHUNK-2: passages and sections of real contracts and manuals, where the shared data is present."""

from __future__ import annotations

import os
from itertools import islice
from pathlib import Path

import pytest

from kts.ingest.chunk.blocks import blocks
from kts.ingest.chunk.report import report
from kts.ingest.chunk.sections import outline
from kts.ingest.chunk.split import split

SHARED = Path(os.environ.get("KTS_SHARED_DATA", Path(__file__).parents[5] / "shared" / "data"))


def _sample(pattern: str) -> list[str]:
    paths = list(islice(sorted(SHARED.glob(pattern)), 8))
    if not paths:
        pytest.skip(f"no {pattern} under {SHARED}: set KTS_SHARED_DATA to the folder of evaluation data")
    return [path.read_bytes().decode("utf-8", "replace") for path in paths]


@pytest.mark.parametrize(
    ("pattern", "markup"), [("contracts-credit/docs/*.txt", "plain"), ("aws-docs/**/*.md", "markdown")]
)
def test_chunk_1_passages_of_real_texts(pattern: str, markup: str) -> None:
    for text in _sample(pattern):
        found = blocks(text, markup=markup)
        pieces = split(text, outline(text, found), found)
        figures = report(pieces, text, markup=markup)
        print(figures)  # noqa: T201
        assert figures.abrupt == 0
        assert figures.short <= 0.3
        assert max(piece.end - piece.start for piece in pieces) <= 1400


def test_chunk_2_a_long_contract_has_its_sections() -> None:
    counts = [len(outline(text, blocks(text, markup="plain"))) for text in _sample("contracts-credit/docs/*.txt")]
    assert sorted(counts)[len(counts) // 2] >= 50
