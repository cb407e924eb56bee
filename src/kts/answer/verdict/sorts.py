"""Whether what is cited is of the agreement, or the version, that a question names by a small word beside it.

`The roofing subcontract` is no other subcontract, and what is said `in 4.2` stands in no notes on 4.1. Neither is a
name that the gate would ask for, so each is a doubt and no refusal.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.claims.match import stems
from kts.answer.constraints.values import states_version
from kts.answer.constraints.versions import placed_versions
from kts.lexicon.analyse import STOP_WORDS
from kts.lexicon.everyday import is_everyday
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.answer.units.quotable import Unit
    from kts.answers import Constraint, Evidence

_SORTED = later(
    r"\b(?:the|our|this|their|your) (?P<sort>[a-z]{4,}) "
    r"(?P<noun>sub-?contract|contract|agreement|lease|licen[cs]e|loan)\b"
    r"(?! (?:number|year|sum|price|period|documents?|terms?)\b)"
)
"""An agreement by what it is for. Policies are called in too many ways."""


def sort_doubts(question: str, wants: Sequence[Constraint], lead: Unit, evidence: Sequence[Evidence]) -> Iterator[str]:
    """What speaks against the lead by the sort or the version that is asked for."""
    of = evidence[lead.hit]
    said = "\n".join((lead.text, lead.header, lead.intro, of.heading, of.title, re.sub(r"[_./-]", " ", of.path)))
    if sort := _other_agreement(question, f"{said}\n{of.text}", evidence):
        yield f"what is cited does not speak of the {sort}"
    version = _other_version(question, said, of)
    if version and not any(one.kind == "version" and one.value == version for one in wants):
        yield f"what is cited does not speak of version {version}"


def _other_agreement(question: str, said: str, evidence: Sequence[Evidence]) -> str:
    """The agreement of a question by its sort, where nothing cited has that word; else empty.

    A word of every day may be said otherwise (`employment`), unless something else that was found is of that sort.
    """
    found = _SORTED.search(question)
    if found is None or found["sort"] in STOP_WORDS or not stems(found["sort"]).isdisjoint(stems(said)):
        return ""
    named = re.compile(rf"(?i)\b{found['sort']} {found['noun']}")
    telling = not is_everyday(found["sort"]) or any(named.search(f"{one.title}\n{one.text}") for one in evidence)
    return f"{found['sort']} {found['noun']}" if telling else ""


def _other_version(question: str, said: str, of: Evidence) -> str:
    """The one number that may be a version by where it stands, where what is cited is of other versions; else empty."""
    placed = placed_versions(question)
    if len(placed) != 1:
        return ""
    (version,) = placed
    if re.search(rf"(?<![\w.]){re.escape(version)}(?!\w|\.\d)", f"{said}\n{of.text}"):
        return ""
    return version if states_version(version, said) is False else ""
