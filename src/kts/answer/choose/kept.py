"""Of what it is told how long it is kept: `How long do we keep backups?` is not answered by how long logs are kept.

The verb and the length are all that such a statement shares with the question. What is kept is told apart by its noun,
or by one that means the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.answer.claims.match import related, stems
from kts.answer.means import record
from kts.lexicon.analyse import STOP_WORDS, words
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.answer.choose.extract import Held
    from kts.answer.means import Gathered
    from kts.answer.units.quotable import Unit

_KEEP = "keep|retain|store|hold|save|archive|preserve"
_KEPT = (
    "kept|retained|stored|held|saved|archived|preserved|deleted|erased|destroyed|removed|purged|discarded|overwritten|"
    "shredded|disposed of"
)
_ASKED = later(
    rf"(?i)\bhow long (?:do|does|did|can|may|must|should|shall|will|are|is) (?:[^?]{{1,60}}? )?(?:to )?(?:{_KEEP}) "
    r"(?P<thing>(?:(?:the|our|their|its|any|all|my) )?[a-z][a-z-]{2,}(?: [a-z][a-z-]+){0,2})\W*\Z"
)
_THING_IS = later(
    rf"(?i)\b(?P<thing>[a-z][a-z-]{{2,}}) (?:is|are|was|were|(?:must|shall|will|can|may|should) (?:only )?be) "
    rf"(?:[a-z]+ )?(?:{_KEPT})\b"
)
_ACTS = later(
    r"(?i)\b(?:keeps?|retains?|stores?|holds?|archives?|preserves?|deletes?|erases?|destroys?|removes?|purges?|shreds?"
    r"|overwrites?) (?:(?:all|the|any|its|their|such|these|those|every|copies|of) ){0,3}"
    r"(?P<thing>[a-z][a-z-]{2,}(?: [a-z][a-z-]{2,})?)"
)
NEAR = 8
"""Units, best first, among which what is of the thing is looked for (a default, not fitted)."""
_LENGTH = later(
    r"(?i)\b(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|permanent\w*|indefinite\w*|forever|never)\b"
)


def thing_kept(question: str) -> str:
    """What the question asks how long it is kept, empty where it asks for nothing of that."""
    found = _ASKED.search(question)
    return found["thing"] if found else ""


def other_kept(question: str, lead: str, above: str) -> str:
    """What is asked for, where a sentence tells of another thing that it is kept or deleted; else empty."""
    thing = thing_kept(question)
    if not thing or _speaks_of(thing, f"{lead}\n{above}"):
        return ""
    told = [*_THING_IS.finditer(lead), *_ACTS.finditer(lead)]
    return " ".join(_content(thing)) if any(_content(one["thing"]) for one in told) else ""


def kept_first(question: str, ranked: Sequence[tuple[float, Held]], found: Gathered) -> tuple[tuple[float, Held], ...]:
    """Where the lead tells of another thing, first the statement near it that has the thing and a length."""
    lead = ranked[0][1].unit if ranked else None
    thing = thing_kept(question)
    if lead is None or not thing or lead.kind == "row" or not other_kept(question, lead.text, _above(lead, found)):
        return tuple(ranked)
    near = (one for one in ranked[1:NEAR] if _LENGTH.search(one[1].unit.text))
    first = next((one for one in near if _speaks_of(thing, one[1].unit.text)), None)
    return ((ranked[0][0], first[1]), *(one for one in ranked if one != first)) if first else tuple(ranked)


def _above(unit: Unit, found: Gathered) -> str:
    hit = found.ranking.hits[unit.hit]
    return f"{record(hit, found).title}\n{hit.passage.metadata['heading']}\n{unit.intro}"


def _speaks_of(thing: str, text: str) -> bool:
    """Whether a text has the last word of a thing, or one that means the same."""
    there = dict.fromkeys(stems(text))
    content = _content(thing)
    return not content or any(related(stem, there) for stem in stems(content[-1]))


def _content(thing: str) -> list[str]:
    return [word for word in words(thing) if word not in STOP_WORDS and word not in _ANYTHING]


_ANYTHING = frozenset("data information records record documents document files file them it this that these".split())
"""Words that a document puts in many ways."""
