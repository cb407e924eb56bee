"""Packing units into passages, greedily, looking back for the best place to end.

Each step either adds a unit, divides the next one, or closes a passage of at least half the target in which
the best cut lies; a unit is looked at a bounded number of times, so that the whole is linear.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from kts.ingest.chunk.units import Cut, Grade, character_end, divide
from kts.lexicon.sentences import sentence_starts, sentences

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.ingest.chunk.units import Unit


class Limits(NamedTuple):
    """Sizes in characters."""

    target: int
    overlap: int
    minimum: int

    @property
    def grain(self) -> int:
        """How many characters of words are one unit inside an over-long sentence."""
        return max(1, self.target // 10)


def pack(text: str, region: list[Unit], limits: Limits) -> Iterator[tuple[list[Unit], int]]:
    """Passages of one region as (units new in it, start); the start lies before them by the overlap."""
    stack = region[::-1]
    members: list[Unit] = []
    start = stack[-1].start
    floor = start
    while stack:
        unit = stack.pop()
        if unit.end - start <= limits.target or (members and _spares(members, start, unit, limits)):
            members.append(unit)
        elif not members and start < unit.start:
            start = unit.start
            stack.append(unit)
        elif finer := _finer(text, members, start, unit, limits):
            stack.extend(reversed(finer))
        elif members:
            stack.append(unit)
            keep = _best_cut([*members, unit], start, limits)
            stack.extend(reversed(members[keep:]))
            yield members[:keep], start
            floor, start = start, _overlap_start(text, members[:keep], start, stack[-1], limits)
            members = []
        else:
            members.append(unit)
    if members:
        yield members, _tail_start(text, members, start, floor, limits)


def _spares(members: Sequence[Unit], start: int, unit: Unit, limits: Limits) -> bool:
    """Whether a passage that would be a fragment without `unit` may grow over the target for it."""
    fragment = members[-1].end - start < limits.minimum
    return fragment and unit.end - start <= limits.target + limits.minimum and unit.grade >= Grade.SENTENCE


def _finer(text: str, members: Sequence[Unit], start: int, unit: Unit, limits: Limits) -> list[Unit]:
    """The parts of a unit that does not fit, when there is reason to divide it; empty otherwise."""
    length = members[-1].end - start if members else 0
    whole = unit.kind in {"table", "code"}
    low = limits.minimum if whole else limits.target // 2
    deep = not members or length < limits.minimum
    if (length >= low and members) or (unit.grade >= Grade.SENTENCE and not deep):
        return []
    finer = divide(text, unit, grain=limits.grain, longest=limits.target)
    if len(finer) < 2 or (finer[0].grade > Grade.SENTENCE and not deep):  # noqa: PLR2004
        return []
    return finer


def _best_cut(units: Sequence[Unit], start: int, limits: Limits) -> int:
    """How many of the units, the last of which did not fit, the passage keeps."""

    def worth(index: int) -> tuple[bool, bool, Cut, int]:
        length = units[index - 1].end - start
        quality = units[index].before
        if quality < Cut.SENTENCE:
            return length >= limits.minimum and quality > Cut.GLUED, False, quality, index
        full = length >= limits.target // 2
        return length >= limits.minimum, True, quality if full else Cut.GLUED, index

    return max(range(1, len(units)), key=worth)


def _overlap_start(text: str, members: Sequence[Unit], start: int, following: Unit, limits: Limits) -> int:
    """Where the next passage begins: a heading or sentence in the last `overlap` characters of this one."""
    if following.before in {Cut.HEADING, Cut.GLUED} or not limits.overlap:
        return following.start
    earliest = max(start + 1, members[-1].end - limits.overlap, following.end - limits.target)
    starts = [unit.start for unit in members if unit.start >= earliest]
    headings = [unit.start for unit in members if unit.bare and unit.start >= earliest]
    if headings:
        return headings[-1]
    within = next((unit for unit in members if unit.start < earliest < unit.end), None)
    if within and within.kind in {"prose", "list"} and within.grade < Grade.SENTENCE:
        starts = [*_sentence_starts(text, within, earliest), *starts]
    if starts:
        return starts[0]
    if following.before < Cut.SENTENCE:
        return _word_start(text, earliest, members[-1].end, following.start)
    return following.start


def _sentence_starts(text: str, unit: Unit, earliest: int) -> list[int]:
    """The first start of a sentence or an item of `unit` from `earliest` on, if there is one."""
    found = sentence_starts(text[unit.start : unit.end], since=earliest - unit.start)
    first = [unit.start + left for left in islice(found, 1)]
    return sorted(start for start in {*unit.parts, *first} if start >= earliest)[:1]


def _word_start(text: str, start: int, stop: int, default: int) -> int:
    for position in range(start, stop):
        if text[position - 1].isspace() and not text[position].isspace():
            return position
    return start if start < stop and not text[start].isspace() else default


def _tail_start(text: str, members: Sequence[Unit], start: int, floor: int, limits: Limits) -> int:
    """The last passage reaches further back where it would be a fragment; whole short sections stay."""
    first, end = members[0], members[-1].end
    if end - start >= limits.minimum or start == floor or first.before is Cut.HEADING:
        return start
    wanted = end - limits.minimum
    left = max(floor, wanted - limits.overlap)
    found = [left + begin for begin, _ in sentences(text[left:wanted])][1:]
    return found[-1] if found else _word_before(text, left, wanted)


def _word_before(text: str, left: int, wanted: int) -> int:
    """The last word start in `text[left:wanted]`, or the nearest character that is no space."""
    for position in range(wanted, left, -1):
        if text[position - 1].isspace() and not text[position].isspace():
            return position
    while wanted > left + 1 and text[wanted].isspace():
        wanted -= 1
    return character_end(text, left + 1, wanted)
