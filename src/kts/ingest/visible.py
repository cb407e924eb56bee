"""What of a text a reader of the original sees, and what is hidden in it. Pure.

Passages never mix the two, so that an answer cannot quote what nobody sees. Ranges worth a cut become stretches;
a few invisible characters inside a word do not: they stay where they are, and the terms are those of the text
without them.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from kts.ingest.convert.unseen import invisible
from kts.lexicon.struck import struck
from kts.lexicon.veiled import FEW, INVISIBLE, STRUCK
from kts.types import Conversion, Marked

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_ENDS = frozenset(".!?")
MARGIN = 200
"""Characters looked at on both sides of a hidden range for the marks that belong to it: `| `, `## `, `- `."""
FILLER = "\uffff"
"""Stands for each hidden character where offsets must stay: a noncharacter, no letter, no space, no mark-up."""

_SEEN = re.compile(r"\w")
_NO_SPACE = re.compile(r"\S")


class Visible(NamedTuple):
    """A text with its hidden characters filled in, as long as the original, and the stretches to keep apart."""

    filled: str
    stretches: tuple[Marked, ...] = ()

    def words(self, start: int, end: int) -> str:
        """The visible characters of a range."""
        return self.filled[start:end].replace(FILLER, "")


def visible(text: str, hidden: Iterable[Marked]) -> Visible:
    """`text` without what is hidden in it. `hidden` are sorted ranges that do not overlap."""
    marks = tuple(hidden)
    if not marks:
        return Visible(text)
    return Visible(_filled(text, marks), tuple(_joined(text, [_widened(text, mark) for mark in _worth(text, marks)])))


def sifted(conversion: Conversion) -> Conversion:
    """The conversion with invisible characters marked too; `hidden_only` when no word of it is visible. Idempotent."""
    text, given = conversion.text, conversion.source_map.hidden
    written = struck(text) if conversion.markup == "markdown" else ()
    marks = merged(merged(given, (Marked(*one, STRUCK) for one in written)), invisible(text))
    if not marks:
        return conversion
    if not _SEEN.search(_filled(text, marks)) and (_SEEN.search(text) or any(_worth(text, marks))):
        kinds = ", ".join(f"{kind} {count:,}" for kind, count in hidden_characters(marks).items())
        return Conversion("hidden_only", metadata=conversion.metadata, reason=f"all text is hidden: {kinds}")
    return conversion._replace(source_map=conversion.source_map._replace(hidden=marks))


def merged(given: Iterable[Marked], found: Iterable[Marked]) -> tuple[Marked, ...]:
    """All ranges, sorted, without overlaps; where two overlap, one of `given` or the one that begins first stays."""
    kept: list[Marked] = []
    for mark in sorted(given, key=lambda mark: (mark.start, -mark.end, mark.kind)):
        start = max(mark.start, kept[-1].end if kept else 0)
        if start < mark.end:
            kept.append(mark._replace(start=start))
    starts = [mark.start for mark in kept]
    apart = [mark for mark in found if not _covered(kept, starts, mark)]
    return tuple(sorted((*kept, *apart)))


def _covered(kept: list[Marked], starts: list[int], mark: Marked) -> bool:
    before = bisect_right(starts, mark.start) - 1
    after = before + 1
    return (before >= 0 and kept[before].end > mark.start) or (after < len(kept) and kept[after].start < mark.end)


def hidden_characters(marks: Iterable[Marked]) -> dict[str, int]:
    """How many characters are hidden in each way."""
    counts: dict[str, int] = {}
    for mark in marks:
        counts[mark.kind] = counts.get(mark.kind, 0) + mark.end - mark.start
    return dict(sorted(counts.items()))


def bare(text: str) -> str:
    """A title without fillers and without characters that nobody sees."""
    marks = invisible(text)
    return (_filled(text, marks) if marks else text).replace(FILLER, "").strip()


class Offsets:
    """From offsets into the visible characters of a text back to offsets into the text."""

    def __init__(self, filled: str) -> None:
        runs = [(match.start(), match.end()) for match in re.finditer(f"{FILLER}+", filled)]
        self._removed = list(accumulate(end - start for start, end in runs))
        lengths = [0, *self._removed]
        self._at = [start - before for (start, _), before in zip(runs, lengths, strict=False)]

    def start(self, offset: int) -> int:
        """Where the character at `offset` stands."""
        index = bisect_right(self._at, offset)
        return offset + (self._removed[index - 1] if index else 0)

    def end(self, offset: int) -> int:
        """Where the range ends whose last character is the one before `offset`."""
        return self.start(offset - 1) + 1


def _filled(text: str, marks: Iterable[Marked]) -> str:
    """Spaces stay, so that lines and paragraphs do."""
    pieces, position = [], 0
    for mark in marks:
        pieces += [text[position : mark.start], _NO_SPACE.sub(FILLER, text[mark.start : mark.end])]
        position = mark.end
    return "".join([*pieces, text[position:]])


def _worth(text: str, marks: Iterable[Marked]) -> Iterator[Marked]:
    """The ranges that are worth a cut."""
    for mark in marks:
        noise = mark.kind in INVISIBLE and mark.end - mark.start <= FEW
        if mark.kind == STRUCK and not _stands_alone(text, mark):
            continue
        if not noise and _NO_SPACE.search(text, mark.start, mark.end):
            yield mark


def _stands_alone(text: str, mark: Marked) -> bool:
    """Whether a struck range is no part of a sentence: a line, an entry or sentences of its own.

    Within a sentence it stays where it is, as a few invisible characters do: half a sentence says something else.
    """
    before = text[max(0, mark.start - MARGIN) : mark.start].rpartition("\n")[2].rstrip()
    after = text[mark.end : mark.end + MARGIN].partition("\n")[0]
    own = not _SEEN.search(before) and not _SEEN.search(after)
    ended = text[mark.start : mark.end].rstrip("~")[-1:] in _ENDS
    return own or (ended and "|" not in after and (not _SEEN.search(before) or before[-1:] in _ENDS))


def _widened(text: str, mark: Marked) -> Marked:
    """The range up to the edges of its line where no word stands between: the marks of its structure go with it."""
    start, end = mark.start, mark.end
    before, after = text[max(0, start - MARGIN) : start], text[end : end + MARGIN]
    left = before.rpartition("\n")[2]
    if (len(left) < MARGIN) and not _SEEN.search(left):
        start -= len(left)
    right = after.partition("\n")[0]
    if len(right) < MARGIN and not _SEEN.search(right):
        end += len(right)
    return mark._replace(start=start, end=end)


def _joined(text: str, marks: Iterable[Marked]) -> Iterator[Marked]:
    """Ranges of one kind between which no word stands are one."""
    held: Marked | None = None
    for mark in marks:
        if held is None:
            held = mark
        elif mark.kind == held.kind and not _SEEN.search(text, held.end, max(held.end, mark.start)):
            held = held._replace(end=max(held.end, mark.end))
        elif mark.end > held.end:
            yield held
            held = mark._replace(start=max(mark.start, held.end))
    if held is not None:
        yield held
