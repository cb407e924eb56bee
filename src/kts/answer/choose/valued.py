"""A number or a day is asked for: the statement that holds one, where the one that leads holds none (EVID-1).

`When did version 2.1 come out?` is answered by `Release date: 3 May 2024` under the heading of that version, and `how
many are kept?` by the sentence behind the one that says what is kept.
"""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING

from kts.answer.claims.match import stems
from kts.answer.means import document
from kts.lexicon.dates import dates
from kts.lexicon.patterns import later
from kts.lexicon.quantities import quantities

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.answer.choose.extract import Held
    from kts.answer.means import Gathered

BEHIND = 4.0
"""Distance of the lead's score up to which a statement of its passage may lead (a default)."""
_WHEN = later(
    r"(?i)\A\W*(?:(?:and|but|so) )?(?:when|(?:on )?(?:what|which) (?:date|day)) "
    r"(?:did|was|were|(?P<now>is)|has|have)\b(?!.*\b(?:if|after|before|once|unless|while)\b)"
)
"""When something happened, or is done each time; what it depends on is no day."""
_HOW_MANY = later(
    r"(?i)\A(?:(?!\b(?:what|which|who|why|where)\b).)*\bhow (?:(?P<many>many)(?: (?P<noun>[\w-]+))?|(?P<long>long)"
    r"|large|big|high|far|often|much|old|soon|fast)\b"
)
_NUMBER = (
    r"zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|ninety"
    r"|hundreds?|thousands?|millions?|half|twice|once|both|single"
)
_COUNTED = later(
    rf"(?i)\d|\b(?:{_NUMBER}|none|nobody|nothing|unlimited|dozen|no (?:more|fewer|less|limit|maximum|minimum)"
    r"|any number|as many)\b"
)
_MEASURED = later(
    rf"{_COUNTED.pattern}|\b(?:never|always|every|each|daily|weekly|monthly|hourly|nightly|yearly|annual\w*|indefinite\w*"
    r"|forever|permanent\w*|until|till|immediate\w*|seconds?|minutes?|hours?|days?|weeks?|months?|years?|depend\w*)\b"
)
_COUNTS = later(
    rf"(?i)(?<![\w.,])(?:\d[\d,]*|{_NUMBER}) (?:[a-z-]+ )?(?!this\b)[a-z]{{3,}}s\b"
    r"|\b(?:none|nobody|unlimited|no (?:limit|maximum))\b"
)
"""A number of things, not any number."""
_YEAR = later(r"\b(?:19|20)\d\d\b")


_LABEL = later(r"\A\W*(?:\d{1,3}[.)]|\(?\w\))\s")


def lacks_value(question: str, text: str) -> bool:
    """Whether a day or a number is asked for and a text has none; the number of a step is none."""
    text = _LABEL.sub("", text)
    if when := _WHEN.search(question):
        dated = _YEAR.search(text) or any(re.search(r"\d", one.text) for one in dates(text))
        return not dated and not (when["now"] and _MEASURED.search(text))
    found = _HOW_MANY.search(question)
    return found is not None and not (_COUNTED if found["many"] else _MEASURED).search(text)


def _holds_value(question: str, text: str) -> bool:
    """Whether a text holds what is asked for; how many is told by a number of things, not by any number."""
    found = _HOW_MANY.search(question)
    if found is not None and found["many"]:
        return bool(_COUNTS.search(_LABEL.sub("", text)))
    return not lacks_value(question, text)


def _measures(question: str, text: str) -> bool:
    """Whether a text states what is asked for with its unit: a length of time, or a number of what is counted."""
    found = _HOW_MANY.search(question)
    if found is None or (found["many"] and not found["noun"]):
        return False
    if found["many"]:
        noun = stems(found["noun"])
        return any(one.kind == "count" and noun & stems(one.unit) for one in quantities(text))
    return bool(found["long"]) and any(one.kind == "duration" for one in quantities(text))


def lacks_duration(question: str, text: str) -> bool:
    """Whether it is asked how long something takes or lasts, and a text states no length of time."""
    found = _HOW_MANY.search(question)
    return found is not None and bool(found["long"]) and not _measures(question, text)


def valued_first(
    question: str, ranked: Sequence[tuple[float, Held]], found: Gathered
) -> tuple[tuple[float, Held], ...]:
    """Where the lead holds no value of the kind that is asked for: first what holds one beside it."""
    hits = found.ranking.hits
    seen = [
        hit.passage.span.start + one.span.start if one.span else -1
        for hit, one in zip(hits, found.readings, strict=False)
    ]
    said = valued(question, ranked, seen, [document(hit) for hit in hits])
    if said is None:
        return tuple(ranked)
    return ((ranked[0][0], said), *(pair for pair in ranked if pair[1].unit != said.unit))


def valued(
    question: str, ranked: Sequence[tuple[float, Held]], seen: Sequence[int], documents: Sequence[int]
) -> Held | None:
    """What holds such a value in the lead's passage: where the reader sees the answer, else the best of its part.

    Elsewhere in its document only what states it with its unit. `seen` is where the reader sees the answer of each
    passage, -1 where it sees none.
    """
    if not ranked:
        return None
    top, lead = ranked[0][0], ranked[0][1].unit
    if not lacks_value(question, f"{lead.header} {lead.text}"):
        return None
    offered = [(score, one) for score, one in ranked[1:] if _holds_value(question, one.unit.text)]
    near = [
        one
        for score, one in offered
        if one.unit.hit == lead.hit and (one.unit.intro == lead.intro or score >= top - BEHIND)
    ]
    at = seen[lead.hit] if lead.hit < len(seen) else -1
    told = (one for one in near if one.unit.span.start <= at < one.unit.span.end)
    far = (
        one
        for score, one in offered
        if documents[one.unit.hit] == documents[lead.hit]
        and score >= top - BEHIND
        and _measures(question, one.unit.text)
    )
    return next(chain(told, near, far), None)
