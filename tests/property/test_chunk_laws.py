"""CHUNK-1, CHUNK-2: laws of blocks, sections, passages, sentences and identifiers over generated text."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from kts.ingest.chunk.blocks import blocks
from kts.ingest.chunk.report import report
from kts.ingest.chunk.sections import outline
from kts.ingest.chunk.split import fixed, split
from kts.lexicon.identifiers import candidates_in_query, identifiers, normalise
from kts.lexicon.sentences import sentences

if TYPE_CHECKING:
    from kts.ingest.chunk.blocks import Block
    from kts.ingest.chunk.split import Piece
    from kts.types import Section

TARGET, OVERLAP, MINIMUM = 120, 24, 24

FRAGMENTS = (
    "# One",
    "## Two",
    "### Three",
    "#### 2.1 Four",
    "Setext\n===",
    "A short sentence.",
    "Two of them. Here they are.",
    "- item\n- item two\n  - nested",
    "1. first\n2. second",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "```\ncode;\nmore\n```",
    "> quoted text\n> more",
    "***",
    "<div>\nx\n</div>",
    "[a]: http://x",
    "word " * 40,
    "x" * 150,
    "漢字。" * 30,
    "\f",
    "ARTICLE II",
    "SECTION 2.01. Fees. The fee is due.",
    "Section 1.1 Title....... 3",
    "ALL CAPITALS",
    "---\na: b\n---",
    "    indented code",
    "See No. 4 of Acme Inc. and go.",
    "e\u0301" * 70,
    "\u200b",
    "A" * 40 + ". " + "B" * 130,
    "The first of the long sentences has about sixty characters in it. " * 5,
)
NEWLINES = st.sampled_from(["\n", "\r\n", "\r", "\n\n", "\r\n\r\n", "\n \n", "\r\r", "\n\n\n"])
UNICODE = st.text(st.characters(exclude_categories=["Cs"]), max_size=400)
MARKDOWN = st.lists(st.tuples(st.sampled_from(FRAGMENTS), NEWLINES), max_size=14).map(
    lambda pairs: "".join(fragment + newline for fragment, newline in pairs)
)
TEXTS = st.one_of(MARKDOWN, UNICODE, st.tuples(MARKDOWN, UNICODE, MARKDOWN).map("".join))
MARKUP = st.sampled_from(["markdown", "plain"])


def _cut(text: str, markup: str) -> tuple[tuple[Block, ...], tuple[Section, ...], tuple[Piece, ...]]:
    found = blocks(text, markup=markup)
    sections = outline(text, found)
    return found, sections, split(text, sections, found, target=TARGET, overlap=OVERLAP, minimum=MINIMUM)


def _covers(text: str, spans: list[tuple[int, int]]) -> bool:
    """Whether the spans, in order, leave only whitespace out."""
    position = 0
    for start, end in spans:
        if text[position : max(position, start)].strip():
            return False
        position = max(position, end)
    return not text[position:].strip()


@given(TEXTS, MARKUP)
def test_blocks_are_in_order_trimmed_and_leave_nothing_out(text: str, markup: str) -> None:
    found = blocks(text, markup=markup)
    assert _covers(text, [(block.start, block.end) for block in found])
    assert all(left.end <= right.start for left, right in pairwise(found))
    for block in found:
        assert block.start < block.end
        assert text[block.start : block.end] == text[block.start : block.end].strip()
        assert all(block.start <= part < block.end for part in block.parts)
        assert list(block.parts) == sorted(set(block.parts))


@given(TEXTS, MARKUP)
def test_sections_nest(text: str, markup: str) -> None:
    _, sections, _ = _cut(text, markup)
    assert [section.index for section in sections] == list(range(len(sections)))
    for section in sections:
        assert 0 <= section.span.start < section.span.end <= len(text)
        if section.parent is not None:
            parent = sections[section.parent]
            assert parent.index < section.index
            assert parent.level < section.level
            assert parent.span.start < section.span.start <= section.span.end <= parent.span.end
    for left, right in pairwise(sections):
        assert left.span.start < right.span.start
        assert left.span.end <= right.span.start or left.level < right.level


@given(TEXTS, MARKUP)
def test_passages_cover_the_text_exactly_within_bounds(text: str, markup: str) -> None:
    found, _, pieces = _cut(text, markup)
    front = [(block.start, block.end) for block in found if block.kind == "front_matter"]
    assert _covers(text, front + [(piece.start, piece.end) for piece in pieces])
    for piece in pieces:
        assert 0 <= piece.start < piece.end <= len(text)
        assert text[piece.start : piece.end] == text[piece.start : piece.end].strip()
        assert piece.end - piece.start <= TARGET + 2 * MINIMUM
        assert all(piece.start >= end for _, end in front)
    for left, right in pairwise(pieces):
        assert left.start < right.start
        assert left.end < right.end
        assert left.end - right.start <= MINIMUM + OVERLAP


@given(TEXTS, MARKUP)
def test_no_passage_has_text_on_both_sides_of_a_high_heading(text: str, markup: str) -> None:
    found, sections, pieces = _cut(text, markup)
    bodies = [block for block in found if block.kind not in {"heading", "rule", "front_matter"}]
    for section in sections:
        barrier = section.span.start
        for piece in pieces:
            if section.level <= 2 and piece.start < barrier < piece.end:
                before = any(piece.start < body.end <= barrier for body in bodies)
                after = any(barrier <= body.start < piece.end for body in bodies)
                assert not (before and after)


@given(TEXTS, MARKUP)
def test_a_short_passage_is_a_whole_short_section(text: str, markup: str) -> None:
    found, sections, pieces = _cut(text, markup)
    front = {block.end for block in found if block.kind == "front_matter"}
    edges = {0, len(text), *front, *(s.span.start for s in sections), *(s.span.end for s in sections)}
    for piece in pieces:
        if piece.end - piece.start < MINIMUM:
            assert any(edge <= piece.start and not text[edge : piece.start].strip() for edge in edges)
            assert any(edge >= piece.end and not text[piece.end : edge].strip() for edge in edges)


@given(TEXTS, MARKUP)
def test_no_passage_ends_abruptly_and_twice_is_the_same(text: str, markup: str) -> None:
    _, _, pieces = _cut(text, markup)
    assert report(pieces, text, markup=markup, minimum=MINIMUM).abrupt == 0
    assert _cut(text, markup)[2] == pieces


@given(TEXTS, MARKUP)
def test_a_passage_lies_in_its_section(text: str, markup: str) -> None:
    _, sections, pieces = _cut(text, markup)
    for piece in pieces:
        if piece.section_index is not None:
            section = sections[piece.section_index]
            assert section.span.start < piece.end
            assert piece.start < section.span.end


@given(TEXTS)
def test_fixed_windows_cover_the_text(text: str) -> None:
    pieces = fixed(text, target=50, overlap=10)
    assert _covers(text, [(piece.start, piece.end) for piece in pieces])
    assert all(text[piece.start : piece.end] == text[piece.start : piece.end].strip() for piece in pieces)
    assert all(piece.end - piece.start <= 50 for piece in pieces)


@given(TEXTS)
def test_sentences_cover_the_text_once(text: str) -> None:
    found = list(sentences(text))
    assert _covers(text, found)
    assert all(left[1] <= right[0] for left, right in pairwise(found))
    assert all(text[start:end] == text[start:end].strip() != "" for start, end in found)


CODES = st.lists(st.sampled_from("ERR - _ : . 4 01 v2.1 /a/b.c C:\\x Section ( ) § HTTP".split())).map("".join)


@given(st.one_of(TEXTS, CODES))
def test_identifiers_are_exact_and_their_norms_stable(text: str) -> None:
    position = 0
    candidates_in_query(text)
    for identifier in identifiers(text):
        assert identifier.start >= position
        assert text[identifier.start : identifier.end] == identifier.surface != ""
        assert normalise(identifier.norm) == identifier.norm
        position = identifier.end
