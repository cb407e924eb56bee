"""Lines that are set in columns by spaces, as plain text has tables: `Up to 50 pounds     any agent`.

Two such lines below each other, whose values begin at one place, are statements of their own; what is set below a value
goes on with it.
"""

from __future__ import annotations

from typing import NamedTuple

from kts.lexicon.patterns import later

LABEL = 40
"""Characters before the gap, at most (a default)."""
WIDE = 3
"""Spaces of one of two gaps, at least, where no colon stands before them: justified text has two (a default)."""
_COLUMNS = later(
    rf"(?P<label>[ \t>]*[^\s|](?:[^|\r\n]{{0,{LABEL}}}?[^\s|.!?;,])?)(?P<gap>[ ]{{2,}}|[ ]*\t+[ \t]*)(?=[^\s|])"
)
_SET = later(r"[^\s|](?:[ ]{3,}|\t[ \t]*|(?<=:)[ ]{2})[^\s|]")
_NEXT = later(r"(?:\r\n?|\n)(?P<line>[^\r\n]+)")


class Columns(NamedTuple):
    """What a line is in a block of columns: where its value begins, 0 for none, and how wide the gap before it is.

    `named`: a colon stands before the gap. `within`: it is in a block, of two lines at least.
    """

    at: int = 0
    gap: int = 0
    named: bool = False
    within: bool = False


NONE = Columns()


def columns(text: str, line: str, end: int, before: Columns) -> tuple[Columns, bool]:
    """A line of a text, which ends at `end`: what it is behind another one, and whether a statement ends before it."""
    own = _read(line)
    if own.at:
        aligned = _aligned(own, before)
        below = None if aligned else _NEXT.match(text, end)
        begins = below is not None and _aligned(own, _read(below["line"]))
        return own._replace(within=aligned or begins), aligned or begins or before.within
    indent = len(line) - len(line.lstrip())
    return (before, False) if 0 < before.at <= indent else (NONE, before.within)


def has_columns(text: str) -> bool:
    """Whether a line of a text may be set in columns."""
    return _SET.search(text) is not None


def is_named(line: str) -> bool:
    """Whether a line is a name with a colon, a gap and its value: `Source:      Capital plan`."""
    return _read(line).named


def _read(line: str) -> Columns:
    stripped = line.strip()
    found = _COLUMNS.match(line) if "  " in stripped or "\t" in stripped else None
    if found is None:
        return NONE
    named = found["label"].endswith(":")
    return Columns(found.end(), WIDE if named or "\t" in found["gap"] else len(found["gap"]), named)


def _aligned(one: Columns, other: Columns) -> bool:
    """Whether two lines are of one block: their values begin at one place, or both have a name with a colon."""
    return other.at > 0 and ((one.at == other.at and max(one.gap, other.gap) >= WIDE) or (one.named and other.named))
