"""CHUNK-1: passages near the target that end where a reader would pause."""

from __future__ import annotations

from itertools import pairwise

import pytest

from kts.errors import UsageError
from kts.ingest.chunk.blocks import blocks
from kts.ingest.chunk.report import report
from kts.ingest.chunk.sections import outline
from kts.ingest.chunk.split import Piece, fixed, split
from kts.types import Section, Span

SENTENCE = "The Servicer shall give notice of sentence {} to each Holder within ten days. "
PROSE = "".join(SENTENCE.format(number) for number in range(100)).strip()


def _split(text: str, markup: str = "markdown", **sizes: int) -> tuple[Piece, ...]:
    found = blocks(text, markup=markup)
    return split(text, outline(text, found), found, **sizes)


def _texts(text: str, **sizes: int) -> list[str]:
    return [text[piece.start : piece.end] for piece in _split(text, **sizes)]


def test_chunk_1_prose_ends_at_sentences_and_overlap_starts_at_one() -> None:
    pieces = _split(PROSE)
    assert all(PROSE[piece.start : piece.end].startswith("The Servicer") for piece in pieces)
    assert all(PROSE[piece.start : piece.end].endswith("days.") for piece in pieces)
    assert all(200 <= piece.end - piece.start <= 1000 for piece in pieces)
    overlaps = [left.end - right.start for left, right in pairwise(pieces)]
    assert all(0 < overlap <= 200 for overlap in overlaps[:-1])
    assert report(pieces, PROSE).abrupt == 0
    assert report(pieces, PROSE).mean > 800


def test_chunk_1_a_heading_goes_with_the_text_that_follows() -> None:
    text = f"# Title\n\n## Part\n\n{PROSE[:300]}\n\n## Next\n\nShort.\n\n## Empty at the end\n"
    first, second = _texts(text)
    assert first.startswith("# Title\n\n## Part\n\nThe Servicer")
    assert second == "## Next\n\nShort.\n\n## Empty at the end"
    assert [piece.section_index for piece in _split(text)] == [1, 2]


def test_chunk_1_small_sibling_subsections_are_joined_and_sections_are_not() -> None:
    text = "# A\n\n### a\n\nOne.\n\n### b\n\nTwo.\n\n# B\n\nThree."
    assert _texts(text) == ["# A\n\n### a\n\nOne.\n\n### b\n\nTwo.", "# B\n\nThree."]
    assert [piece.section_index for piece in _split(text)] == [0, 3]


def test_chunk_1_a_document_of_headings_only_is_a_passage() -> None:
    assert _texts("# One\n\n## Two\n\n# Three\n") == ["# One\n\n## Two\n\n# Three"]


def test_chunk_1_front_matter_is_no_passage() -> None:
    assert _texts("---\ntitle: x\n---\n\nBody.\n") == ["Body."]
    assert _texts("---\ntitle: x\n---\n") == []


@pytest.mark.parametrize("text", ["", " \n\t\r\n"])
def test_nothing_gives_nothing(text: str) -> None:
    assert _split(text) == ()
    assert fixed(text) == ()
    assert report((), text).count == 0


def test_chunk_1_a_long_table_is_cut_between_rows() -> None:
    text = "| key | value |\n|---|---|\n" + "".join(f"| k{row} | a value for row {row} |\n" for row in range(200))
    pieces = _split(text)
    assert len(pieces) > 5
    assert {piece.kind for piece in pieces} == {"table"}
    assert all(text[piece.start] == "|" and text[piece.end - 1] == "|" for piece in pieces)
    assert all("\n" in text[max(0, piece.start - 2) : piece.start] for piece in pieces[1:])
    assert report(pieces, text).abrupt == 0


def test_chunk_1_a_long_list_is_cut_between_items_and_code_between_lines() -> None:
    items = "".join(f"- item {number} which says something about it\n" for number in range(100))
    code = "```python\n" + "".join(f"value_{number} = compute({number})\n" for number in range(100)) + "```\n"
    for text, kind, start in ((items, "list", "- item"), (code, "code", "value_")):
        pieces = _split(text)
        assert {piece.kind for piece in pieces} == {kind}
        assert all(text[piece.start : piece.end].startswith(start) for piece in pieces[1:-1])
        assert report(pieces, text).abrupt == 0


@pytest.mark.parametrize(
    "text",
    ["漢字" * 5000, "これは文です。" * 1000, "x" * 9000, "word " * 4000, "e\u0301" * 3000, "a" * 1500 + " b"],
)
def test_chunk_1_text_without_sentences_or_spaces_is_split_too(text: str) -> None:
    pieces = _split(text)
    assert len(pieces) > 1
    assert all(piece.end - piece.start <= 1200 for piece in pieces)
    assert all(not text[piece.start : piece.end].startswith("\u0301") for piece in pieces)
    assert report(pieces, text).abrupt == 0


def test_chunk_1_a_long_sentence_is_cut_between_words_only() -> None:
    text = "It says " + "and so on " * 500 + "to the end."
    assert all(text[piece.end : piece.end + 1] in {"", " "} for piece in _split(text))


def test_chunk_1_a_section_that_another_sectioner_found_inside_a_block_is_not_crossed() -> None:
    text = PROSE[:600]
    middle = text.index("The Servicer", 300)
    sections = (
        Section(0, None, 1, "1", "One", Span(0, middle - 1)),
        Section(1, None, 1, "2", "Two", Span(middle, len(text))),
    )
    pieces = split(text, sections, blocks(text, markup="plain"))
    assert [piece.section_index for piece in pieces] == [0, 1]
    assert pieces[1].start == middle


@pytest.mark.parametrize(
    "sizes", [{"target": 0}, {"overlap": 1000}, {"minimum": 1001}, {"overlap": -1}, {"minimum": -1}]
)
def test_contradicting_sizes_are_refused_with_a_hint(sizes: dict[str, int]) -> None:
    with pytest.raises(UsageError) as error:
        _split("text", **sizes)
    assert "overlap < target" in error.value.hint


@pytest.mark.parametrize(("target", "overlap"), [(1000, 200), (500, 100), (2000, 0)])
def test_chunk_1_the_legacy_splitter_keeps_its_mean_within_five_percent(target: int, overlap: int) -> None:
    text = PROSE * 12
    pieces = fixed(text, target=target, overlap=overlap)
    lengths = [piece.end - piece.start for piece in pieces[:-1]]
    assert abs(sum(lengths) / len(lengths) - target) <= 0.05 * target
    assert all(text[piece.end : piece.end + 1] in {"", " ", "T"} for piece in pieces)


def test_the_report_counts_an_abrupt_end() -> None:
    cut = PROSE.index(" notice", 600)
    pieces = (Piece(0, cut, None, "prose"), Piece(cut + 1, len(PROSE), None, "prose"))
    found = report(pieces, PROSE)
    assert (found.count, found.abrupt, found.short) == (2, 1, 0.0)
