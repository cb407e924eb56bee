"""The section that is called by what somebody asks how to do: its steps and commands answer.

Few of its words are asked for. `How do I fail over the database` is answered below `2. Fail over the database`,
whatever else speaks of databases.
"""

from __future__ import annotations

from itertools import dropwhile, takewhile
from typing import TYPE_CHECKING

from kts.answer.choose.aspects import ASKS_FIRST
from kts.answer.means import document as document_of
from kts.answer.means import record as record_of
from kts.answer.units.furniture import is_imprint
from kts.lexicon.analyse import STOP_WORDS, indexed
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from kts.answer.choose.extract import Asked, Held
    from kts.answer.means import Gathered

_HOW = later(
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
    """The units of the first passage that is headed by what is to be done, in order; none where there is none.

    Where these are no steps, the numbered ones of a document that is called so.
    """
    words = [frozenset(forms) for forms, _ in wanted.words if asking.isdisjoint(forms)]
    if not _HOW.search(question) or ASKS_FIRST.search(question) or len(words) < LEAST:
        return ()
    headed = _headed(words, ranked, found)
    if any(one.unit.kind == "code" or _STEP.match(one.unit.text) for one in headed):
        return headed
    return _numbered(words, ranked, found) or headed or _commanded(words, ranked, found)


def _headed(
    words: Sequence[AbstractSet[str]], ranked: Sequence[tuple[float, Held]], found: Gathered
) -> tuple[Held, ...]:
    """The units of the first passage that is headed by what is to be done, without the table at its document's head."""
    for number, hit in enumerate(found.ranking.hits):
        heading = str(hit.passage.metadata["heading"]).rpartition(" > ")[2]
        above = frozenset(indexed(f"{record_of(hit, found).title} {hit.passage.metadata['heading']}"))
        if _is_called(words, heading, above):
            own = sorted((one for _, one in ranked if one.unit.hit == number), key=lambda one: one.unit.span)
            if said := list(dropwhile(lambda one: one.unit.kind == "row" or is_imprint(one.unit.text), own)):
                return _steps(said)
    return ()


def _commanded(
    words: Sequence[AbstractSet[str]], ranked: Sequence[tuple[float, Held]], found: Gathered
) -> tuple[Held, ...]:
    """The lead with the commands that stand behind it under its heading, where it says what is to be done."""
    lead = ranked[0][1] if ranked else None
    if lead is None or lead.unit.kind == "code" or sum(not lead.terms.isdisjoint(forms) for forms in words) < LEAST:
        return ()
    passage = found.ranking.hits[lead.unit.hit].passage
    behind = sorted(
        (one for _, one in ranked if one.unit.hit == lead.unit.hit and one.unit.span > lead.unit.span),
        key=lambda one: one.unit.span,
    )
    said = list(takewhile(lambda one: one.unit.kind != "code", behind))
    commands = list(takewhile(lambda one: one.unit.kind == "code", behind[len(said) :]))
    if len(said) > BETWEEN or not commands:
        return ()
    start = passage.span.start
    between = passage.text[lead.unit.span.end - start : commands[0].unit.span.start - start]
    return () if _HEADING.search(between) else (lead, *said, *commands)


def _numbered(
    words: Sequence[AbstractSet[str]], ranked: Sequence[tuple[float, Held]], found: Gathered
) -> tuple[Held, ...]:
    """The numbered steps of a document that is called by what is to be done, where it numbers from one only once.

    One word of the question may stand in its text alone: `How do I rerun a failed batch` is *Rerun a batch*.
    """
    for document in dict.fromkeys(document_of(hit) for hit in found.ranking.hits):
        hits = {number for number, hit in enumerate(found.ranking.hits) if document_of(hit) == document}
        own = sorted((one for _, one in ranked if one.unit.hit in hits), key=lambda one: one.unit.span)
        title = _CODE.sub("", found.records[document].title)
        called = frozenset(indexed(title))
        asked_for = _in_one(words, called)
        beside = [forms for forms in asked_for if called.isdisjoint(forms)]
        said = frozenset[str]().union(*(one.terms for one in own))
        if len(beside) > 1 or any(said.isdisjoint(forms) for forms in beside):
            continue
        steps = [(int(step[1]), one) for one in own if (step := _NUMBER.match(one.unit.text))]
        counted = [number for number, _ in steps] == list(range(1, len(steps) + 1))
        if (
            counted
            and len(steps) >= STEPS
            and _is_called([one for one in asked_for if one not in beside], title, called)
        ):
            return tuple(one for _, one in steps)
    return ()


def _in_one(words: Sequence[AbstractSet[str]], called: AbstractSet[str]) -> list[AbstractSet[str]]:
    """The words, two of them as one where a title writes them so: `fail over`, *failover*."""
    found: list[AbstractSet[str]] = []
    for forms in words:
        last = found[-1] if found else frozenset[str]()
        spelt = [first + second for first in last for second in forms]
        one = frozenset(term for term in called if len(term) >= JOINED and any(text.startswith(term) for text in spelt))
        joined = frozenset(term for term in one if not any(first.startswith(term) for first in last))
        if joined:
            found[-1] = joined
        else:
            found.append(forms)
    return found


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


BETWEEN = 2
"""Sentences between what is to be done and its commands (a default)."""
_HEADING = later(r"(?m)^#{1,6} ")
JOINED = 5
"""Letters from which a word may be two words of the question in one (a default)."""
STEPS = 3
"""Steps from which a numbered list is a procedure (a default)."""
_NUMBER = later(r"\s*(\d{1,2})[.)]\s")
_CODE = later(r"\A\W*[A-Z]{1,6}[- ]?\d[\w.-]*\W+")
"""What a document is called by before its title."""
_STEP = later(r"\s*(?:\d{1,2}|[a-z])[.)]\s")
