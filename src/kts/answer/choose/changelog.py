"""Kinds of change in release notes: what was removed stands behind *Removed*, and not behind *Fixed* (EVID-1)."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from kts.answer.choose.extract import put_behind
from kts.lexicon.analyse import words
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator, Mapping, Sequence

    from kts.answer.choose.extract import Held
    from kts.answer.choose.smallest import Chosen
    from kts.answer.means import Gathered

OTHER_KIND = "what is cited is of another kind of change: {kind}"
NO_KIND = "what is cited is not said to be {kind}"
KINDS: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        "new": later(r"(?i)\A(?:new|added|adds?|introduc\w+|features?|new features?|enhancements?)\b"),
        "changed": later(r"(?i)\A(?:change[sd]?|improve[sd]?|improvements?|updated?|updates)\b"),
        "fixed": later(r"(?i)\A(?:fix(?:e[sd])?|bug ?fixe?s?|bugs|corrected|corrections?|resolved)\b"),
        "removed": later(r"(?i)\A(?:remove[sd]?|removals?|dropped|deleted|discontinued|retired)\b"),
        "deprecated": later(r"(?i)\A(?:deprecat\w+|sunset)\b"),
    }
)
"""The kinds of change by the words that an entry or its section begins with (as keepachangelog.com names them)."""
WORDS = 3
"""Words of a heading that names a kind of change, at most (a default)."""
_LABELLED = later(r"[\s*_\[(-]*(?P<label>[A-Za-z][A-Za-z ]{2,20}?)[*_\])]*\s*(?:[:\u2013\u2014]|\s-\s)")
_ASKED = later(
    r"(?i)\A\W*(?:so |and )?(?:what|which)\b[^?]*?\b(?:was|were|is|are|has been|have been|got|did [^?]{2,30}?)\s+"
    r"(?:newly )?(?P<kind>new|added|introduced|changed|improved|updated|fix(?:ed)?|corrected|resolved|removed?"
    r"|dropped|deleted|discontinued|retired|deprecated)\b"
)


def of_kind_first(
    question: str, ranked: Sequence[tuple[float, Held]], found: Gathered, *, spread: float
) -> tuple[tuple[float, Held], ...]:
    """Behind, the entries of another kind of change than the one that is asked for."""
    wanted = asked_kind(question)
    others = {one.unit for _, one in ranked if wanted and kind_of(one, found) not in ("", wanted)}
    return put_behind(ranked, others, spread=spread)


def of_other_kind(question: str, chosen: Sequence[Chosen], found: Gathered) -> Iterator[str]:
    """The doubt where what leads is of another kind of change, or of none beside entries that say theirs."""
    wanted = asked_kind(question)
    if not wanted or not chosen or chosen[0].held.unit.kind != "entry":
        return
    lead = chosen[0].held.unit
    kind = kind_of(chosen[0].held, found)
    if kind not in ("", wanted):
        yield OTHER_KIND.format(kind=kind)
    elif not kind and not any(KINDS[wanted].match(word) for word in words(lead.text)):
        passage = found.ranking.hits[lead.hit].passage
        labels = [_LABELLED.match(line) for line in passage.text.splitlines()]
        if any(pattern.match(label["label"]) for label in labels if label for pattern in KINDS.values()):
            yield NO_KIND.format(kind=wanted)


def asked_kind(question: str) -> str:
    """The kind of change that a question asks for, empty for any other question."""
    asked = _ASKED.match(question)
    return next((name for name, pattern in KINDS.items() if asked and pattern.match(asked["kind"])), "")


def kind_of(one: Held, found: Gathered) -> str:
    """The kind of change that an entry says it is: by its label, else by the section that it stands in."""
    if one.unit.kind != "entry":
        return ""
    label = _LABELLED.match(one.unit.text)
    heading = str(found.ranking.hits[one.unit.hit].passage.metadata["heading"]).strip()
    short = heading if len(heading.split()) <= WORDS else ""
    said = label["label"] if label else short
    return next((name for name, pattern in KINDS.items() if pattern.match(said)), "")
