"""Names with what they are, a line each, in two columns or behind a colon: `Curlew   reporting warehouse`.

The layout alone says so: three lines and more, one below the other, each a name and a few words without a number, a
full stop or a value. What is no such line ends the run.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kts.lexicon.patterns import later
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

LINES = 3
"""Lines from which a run of names is read as what they are (a default)."""
WORDS = 2
"""Words of the shortest gloss: one word is a value, a state, an owner."""
_GLOSSED = later(
    r"^[ \t]*(?:[-*+\u2022][ \t]+)?(?P<term>[A-Z][\w/-]*(?: [A-Z][\w/-]*){0,2})(?P<gap>:[ \t]+|[ \t]{2,}|\t)"
    r"(?P<gloss>[^\W\dA-Z_][^\d\n:;=|]{2,80}|[A-Z]{2,}[^\d\n:;=|]{2,80})$"
)
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
    for start, line in _lines(text):
        one = _gloss(line, start)
        aligned = one is not None and (not run or _aligned(text, run[-1], one))
        if one is not None and aligned:
            run.append(one)
            continue
        found += _kept(text, run)
        run = [one] if one is not None else []
    return (*found, *_kept(text, run))


def _lines(text: str) -> Iterator[tuple[int, str]]:
    start = 0
    for line in text.split("\n"):
        yield start, line
        start += len(line) + 1


def _gloss(line: str, start: int) -> Gloss | None:
    found = _GLOSSED.match(line.rstrip())
    if found is None or found["gloss"].endswith(_STOPS) or len(found["gloss"].split()) < WORDS:
        return None
    places = [Span(start + found.start(name), start + found.end(name)) for name in ("term", "gap")]
    return Gloss(Span(places[0].start, start + found.end("gloss")), *places)


def _aligned(text: str, above: Gloss, below: Gloss) -> bool:
    """Whether two lines are of one run: both with a colon, or their second columns below each other."""
    colons = [":" in text[one.gap.start : one.gap.end] for one in (above, below)]
    columns = [one.gap.end - (text.rfind("\n", 0, one.line.start) + 1) for one in (above, below)]
    return colons[0] == colons[1] and (colons[0] or columns[0] == columns[1])


def _kept(text: str, run: list[Gloss]) -> list[Gloss]:
    names = {text[one.term.start : one.term.end] for one in run}
    return run if len(run) >= LINES and len(names) == len(run) else []
