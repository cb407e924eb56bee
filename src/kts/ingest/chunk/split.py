"""Passages: pieces of a text near a target size that end where a reader would pause."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from kts.errors import UsageError
from kts.ingest.chunk.blocks import Block
from kts.ingest.chunk.pack import Limits, pack
from kts.ingest.chunk.units import character_end, stripped, units

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kts.ingest.chunk.units import PieceKind, Unit
    from kts.types import Marked, Section

BARRIER = 2
"""Section levels up to this one are never crossed by a passage."""

_BARE = frozenset({"heading", "rule"})
_ORDER: tuple[PieceKind, ...] = ("prose", "list", "table", "code")


class Piece(NamedTuple):
    """A passage to be: `text[start:end]`, without surrounding whitespace.

    `section_index` is the deepest section that holds all of it (overlap and headings set aside), or the one
    it begins in when it joins sections without a common parent; None before the first heading. `hidden` names
    the way in which the original hides all of it, empty for text that a reader sees.
    """

    start: int
    end: int
    section_index: int | None
    kind: PieceKind
    hidden: str = ""


def split(
    text: str,
    sections: Sequence[Section],
    blocks: Sequence[Block],
    *,
    hidden: Sequence[Marked] = (),
    target: int = 1000,
    overlap: int = 200,
    minimum: int = 200,
) -> tuple[Piece, ...]:
    """Cut `text` at headings, blocks, sentences, words and characters, in this order of preference.

    A piece has at most `target` characters, or up to `minimum` more where that spares a fragment, and at
    least `minimum` unless it is a whole short section. It holds text of one level-1 or level-2 section only;
    a heading goes with the text that follows it. Every non-whitespace character outside front matter is in a
    piece. `hidden` are sorted stretches that share no piece with text outside of them; sections and blocks are
    those of the visible text. Raises UsageError when the sizes contradict each other.
    """
    limits = _limits(target, overlap, minimum)
    starts = [section.span.start for section in sections]
    pieces: list[Piece] = []
    for kind, stretch in _apart(text, blocks, hidden):
        for region in [stretch] if kind else _regions(sections, stretch, limits):
            body, tail = _parted(list(units(region)), limits)
            found = [_piece(members, start, sections, starts) for members, start in pack(text, body, limits)]
            found[-1] = found[-1]._replace(end=tail[-1].end) if tail else found[-1]
            pieces.extend(piece._replace(hidden=kind) if kind else piece for piece in found)
    return tuple(pieces)


def fixed(text: str, *, hidden: Sequence[Marked] = (), target: int = 1000, overlap: int = 200) -> tuple[Piece, ...]:
    """The `legacy` splitter: windows of `target` characters that end between words, each `overlap` back."""
    _limits(target, overlap, 0)
    whole = [Block("paragraph", 0, len(text))] if text else []
    return tuple(
        Piece(start, end, None, "prose", kind)
        for kind, stretch in _apart(text, whole, hidden)
        for block in stretch
        for start, end in _windows(text, block.start, block.end, target, overlap)
    )


def _apart(text: str, blocks: Sequence[Block], hidden: Sequence[Marked]) -> Iterator[tuple[str, Sequence[Block]]]:
    """The blocks between hidden stretches, and each of these as a block with its kind of hiding."""
    if not hidden:
        yield "", blocks
        return
    rest = list(blocks)[::-1]
    for stretch in hidden:
        if shown := _up_to(text, rest, stretch.start):
            yield "", shown
        _up_to(text, rest, stretch.end)
        start, end = stripped(text, stretch.start, stretch.end)
        if start < end:
            yield stretch.kind, [Block("paragraph", start, end)]
    if rest:
        yield "", rest[::-1]


def _up_to(text: str, rest: list[Block], border: int) -> list[Block]:
    """Take the blocks before `border` off the reversed `rest`; one that spans it is cut there."""
    taken: list[Block] = []
    while rest and rest[-1].start < border:
        block = rest.pop()
        start, end = stripped(text, block.start, min(block.end, border))
        taken += [block._replace(start=start, end=end)] if start < end else []
        start, end = stripped(text, border, block.end)
        if start < end:
            rest.append(block._replace(start=start, end=end))
    return taken


def _limits(target: int, overlap: int, minimum: int) -> Limits:
    if target < 1 or not 0 <= overlap < target or not 0 <= minimum <= target:
        message = f"chunk sizes contradict: target {target}, overlap {overlap}, minimum {minimum}"
        raise UsageError(message, hint="set 0 <= overlap < target and 0 <= minimum <= target")
    return Limits(target, overlap, minimum)


def _parted(found: list[Unit], limits: Limits) -> tuple[list[Unit], list[Unit]]:
    """The units of a region, and the few bare ones at its end that go with the last passage."""
    count = len(found)
    while count and found[count - 1].bare:
        count -= 1
    if not count or found[-1].end - found[count - 1].end > limits.minimum:
        return found, []
    return found[:count], found[count:]


def _regions(sections: Sequence[Section], blocks: Sequence[Block], limits: Limits) -> Iterator[list[Block]]:
    """Blocks between barriers. Headings without text go with what follows; at the end, with what precedes."""
    bare: list[Block] = []
    held: list[Block] = []
    for group in _groups(sections, blocks):
        bare = [*bare, *group]
        if all(block.kind in _BARE for block in group) and bare[-1].end - bare[0].start <= limits.target // 2:
            continue
        if held:
            yield held
        held, bare = bare, []
    if held and bare and bare[-1].end - held[-1].end > limits.minimum:
        yield held
        held = []
    if held or bare:
        yield [*held, *bare]


def _groups(sections: Sequence[Section], blocks: Sequence[Block]) -> Iterator[list[Block]]:
    barriers = {section.span.start for section in sections if section.level <= BARRIER}
    group: list[Block] = []
    for block in _cut(blocks, sorted(barriers)):
        if block.start in barriers and group:
            yield group
            group = []
        group.append(block)
    if group:
        yield group


def _cut(blocks: Sequence[Block], barriers: Sequence[int]) -> Iterator[Block]:
    """The blocks without front matter, cut where a section of another sectioner begins inside one."""
    for block in blocks:
        if block.kind == "front_matter":
            continue
        inside = barriers[bisect_right(barriers, block.start) : bisect_left(barriers, block.end)]
        if not inside:
            yield block
            continue
        starts = [block.start, *inside]
        for start, stop in zip(starts, [*inside, block.end], strict=True):
            yield block._replace(start=start, end=stop)


def _piece(members: Sequence[Unit], start: int, sections: Sequence[Section], starts: Sequence[int]) -> Piece:
    body = next((unit for unit in members if not unit.bare), members[-1])
    end = members[-1].end
    content_end = next((unit.end for unit in reversed(members) if not unit.bare), end)
    return Piece(start, end, _section_of(body.start, content_end, sections, starts), _kind(members))


def _section_of(start: int, end: int, sections: Sequence[Section], starts: Sequence[int]) -> int | None:
    index: int | None = bisect_right(starts, start) - 1 if sections and starts[0] <= start else None
    while index is not None and sections[index].span.end <= start:
        index = sections[index].parent
    first = index
    while index is not None and sections[index].span.end < end:
        index = sections[index].parent
    return first if index is None else index


def _kind(members: Iterable[Unit]) -> PieceKind:
    lengths: Counter[PieceKind] = Counter()
    for unit in members:
        lengths[unit.kind] += unit.end - unit.start
    return max(_ORDER, key=lambda kind: (lengths[kind], -_ORDER.index(kind)))


def _windows(text: str, start: int, end: int, target: int, overlap: int) -> Iterator[tuple[int, int]]:
    start, end = stripped(text, start, end)
    while start < end:
        stop = _window_end(text, start, end, target, overlap)
        left, right = stripped(text, start, stop)
        if left < right:
            yield left, right
        if stop >= end:
            return
        start = max(_next_word(text, stop - overlap, stop), start + 1)


def _window_end(text: str, start: int, end: int, target: int, overlap: int) -> int:
    stop = start + target
    if stop >= end:
        return end
    for position in range(stop, start + max(overlap, target // 2), -1):
        if text[position].isspace():
            return position
    return character_end(text, start, stop)


def _next_word(text: str, start: int, stop: int) -> int:
    """The first word start at or after `start`; `start` itself in text without spaces."""
    for position in range(start, stop):
        if position == 0 or (text[position - 1].isspace() and not text[position].isspace()):
            return position
    return start
