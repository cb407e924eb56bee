"""Names with what they are, a line each, in two columns or behind a colon: `Curlew   reporting warehouse`.

The layout alone says so: three lines and more, one below the other, each a name and a few words without a number, a
full stop or a value. What is no such line ends the run.
"""

from __future__ import annotations

from typing import NamedTuple

from kts.lexicon.patterns import later
from kts.types import Span

LINES = 3
"""Lines from which a run of names is read as what they are (a default)."""
WORDS = 2
"""Words of the shortest gloss: one word is a value, a state, an owner."""
_GLOSSED = later(
    r"\n[ \t]*(?:[-*+\u2022][ \t]+)?(?P<term>[A-Z][\w/-]*(?: [A-Z][\w/-]*){0,2})(?P<gap>:[ \t]+|[ \t]{2,}|\t)"
    r"(?P<gloss>(?:[^\W\dA-Z_]|[A-Z]{2,})[^\d\n:;=|]{2,80}?)[^\S\n]*(?=\n|\Z)"
)
"""A line with the end of the one before it: what begins with a fixed character is found three times as fast."""
_STOPS = (".", "!", "?", ",")


class Gloss(NamedTuple):
    """A line of a run: where it stands without its indent and mark, where its name does, and what lies between."""

    line: Span
    term: Span
    gap: Span


def glosses(text: str) -> tuple[Gloss, ...]:
    """The lines of the runs in a text, in order; no name comes twice in a run."""
    found: list[Gloss] = []
    run: list[Gloss] = []
    end = -1
    for match in _GLOSSED.finditer(f"\n{text}"):
        if match["gloss"].endswith(_STOPS) or len(match["gloss"].split()) < WORDS:
            continue
        one = Gloss(*(Span(match.start(first) - 1, match.end(last) - 1) for first, last in _PLACES))
        if match.start() != end or not _aligned(text, run[-1], one):
            found += _kept(text, run)
            run = []
        run.append(one)
        end = match.end()
    return (*found, *_kept(text, run))


_PLACES = (("term", "gloss"), ("term", "term"), ("gap", "gap"))


def _aligned(text: str, above: Gloss, below: Gloss) -> bool:
    """Whether two lines are of one run: both with a colon, or their second columns below each other."""
    colons = [":" in text[one.gap.start : one.gap.end] for one in (above, below)]
    columns = [one.gap.end - (text.rfind("\n", 0, one.line.start) + 1) for one in (above, below)]
    return colons[0] == colons[1] and (colons[0] or columns[0] == columns[1])


def _kept(text: str, run: list[Gloss]) -> list[Gloss]:
    names = {text[one.term.start : one.term.end] for one in run}
    return run if len(run) >= LINES and len(names) == len(run) else []
