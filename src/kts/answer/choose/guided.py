"""The section that is called by what somebody asks how to do: its steps and commands answer.

Few of its words are asked for. `How do I fail over the database` is answered below `2. Fail over the database`,
whatever else speaks of databases.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.means import record as record_of
from kts.lexicon.analyse import STOP_WORDS, indexed

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from kts.answer.choose.extract import Asked, Held
    from kts.answer.means import Gathered

_HOW = re.compile(
    r"(?i)\bhow (?:do|should|can|could|would|to|must|might)\b|\b(?:what|which) (?:are the )?steps\b|"
    r"\bhow (?:is|are) .{3,60} (?:done|carried out|performed|run|set up)\b"
)
LEAST = 2
"""Words of the question that the heading must have; one alone is a subject, not what is to be done (a default)."""
OWN = 0.6
"""Share of the heading's words that must be asked for: a longer heading is of something narrower (a default)."""
SHOWN = 6
"""Units of such a section that are shown before its last command or step (a default, as for other whole sections)."""


def guided(
    question: str, wanted: Asked, ranked: Sequence[tuple[float, Held]], found: Gathered, asking: AbstractSet[str]
) -> tuple[Held, ...]:
    """The units of the first passage that is headed by what is to be done, in order; none where there is none."""
    words = [frozenset(forms) for forms, _ in wanted.words if asking.isdisjoint(forms)]
    if not _HOW.search(question) or len(words) < LEAST:
        return ()
    for number, hit in enumerate(found.ranking.hits):
        heading = str(hit.passage.metadata["heading"]).rpartition(" > ")[2]
        above = frozenset(indexed(f"{record_of(hit, found).title} {hit.passage.metadata['heading']}"))
        if _is_called(words, heading, above):
            own = sorted((one for _, one in ranked if one.unit.hit == number), key=lambda one: one.unit.span)
            return _steps(own)
    return ()


def _is_called(words: Sequence[AbstractSet[str]], heading: str, above: AbstractSet[str]) -> bool:
    """Whether a heading says what is to be done, with what its document is about; and hardly anything else."""
    own = frozenset(indexed(heading)) - STOP_WORDS
    own = frozenset(term for term in own if not term.isdigit())
    said = [forms for forms in words if not own.isdisjoint(forms)]
    if len(said) < LEAST or any(above.isdisjoint(forms) for forms in words):
        return False
    asked = frozenset[str]().union(*words)
    return len(own & asked) >= OWN * len(own)


def _steps(own: Sequence[Held]) -> tuple[Held, ...]:
    """The units up to the last command or numbered step among the first ones, all of these where there is none."""
    first = tuple(own[:SHOWN])
    last = max(
        (at for at, one in enumerate(first) if one.unit.kind == "code" or _STEP.match(one.unit.text)), default=None
    )
    return first if last is None else first[: last + 1]


_STEP = re.compile(r"\s*(?:\d{1,2}|[a-z])[.)]\s")
