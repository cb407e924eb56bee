"""Minutes, mails and notices that change a rule which another document states (EVID-10).

`The board decided that from 1 June the limit is 400` lies beside the rules that say 150, and nothing in the rules tells
of it. Neither is chosen: both are shown, with their dates.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.means import record as record_of
from kts.answer.standing.conflicts import LIKE, differing
from kts.answer.standing.inforce import in_force
from kts.answer.standing.limited import is_past
from kts.answer.standing.placed import since
from kts.answer.standing.proposals import turned_down
from kts.lexicon.analyse import STOP_WORDS, terms
from kts.lexicon.dates import dates
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.answer.choose.extract import Held
    from kts.answer.means import Gathered, Means
    from kts.records import DocumentRecord

LOOKED_AT = 40
"""Units, best first, among which a decision on the lead's subject is looked for (a default, not fitted)."""
_DECIDES = later(
    r"(?i)\b(?:decided|resolved|agreed|determined|voted|ruled|approved|confirmed|resolution|motion carried)\b"
    r"(?=[^.;]{0,60}\b(?:that|to)\b)"
)
"""A body has settled something: in minutes, a decision, a resolution."""
_TELLS = later(
    r"(?i)\b(?:minutes|memo(?:randum)?|notice|announcement|newsletter|circular|bulletin|mail|email|message|letter|"
    r"decision|resolution|meeting)\b"
)
"""What documents that tell of a change are called."""
_ANEW = later(
    r"(?i)\b(?:with (?:immediate )?effect|effective (?:immediately|from|as of|on)|instead of|no longer|from now on|"
    r"(?:is|are|has been|have been|was|were|will be) (?:now |being )?(?:raised|lowered|increased|reduced|changed|moved|"
    r"extended|shortened|replaced|cut|doubled|halved|suspended)|(?:will|shall|must|may|is|are) now|(?:rise|go up|fall|"
    r"go down|change|move|increase|drop)s? (?:from\b.{1,30}? )?to|(?:as of|starting|beginning|from) (?:next |the )?"
    r"(?:\d|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|"
    r"august|september|october|november|december|month|week|year))\b"
)
"""That something holds anew."""


class Decision(NamedTuple):
    """A unit that decides otherwise than the lead, or before which the lead decided; with what either says."""

    held: Held
    mine: str
    theirs: str


def decisions(
    ranked: Sequence[tuple[float, Held]], lead: Held, found: Gathered, means: Means, words: frozenset[str]
) -> tuple[Decision, ...]:
    """Units of other documents that are newer decisions on what the lead says, or older rules on what it decides.

    `words` are the terms of the question: they speak of at least half of those that the lead holds.
    """
    day = means.as_of or means.today
    own = _document(lead, found)
    valid = [
        one
        for _, one in ranked[:LOOKED_AT]
        if in_force(_document(one, found), means.successors, day)
        and since(_document(one, found)) <= day
        and not is_past(one.unit.text, day)
    ]
    return tuple(_decided(valid, lead, own, found, words)) if in_force(own, means.successors, day) else ()


def _decided(
    offered: Sequence[Held], lead: Held, own: DocumentRecord, found: Gathered, words: frozenset[str]
) -> Iterator[Decision]:
    asked, told = lead.terms & words, set[str]()
    for one in offered:
        other = _document(one, found)
        if other.id == own.id or other.id in told or 2 * len(one.terms & asked) < max(1, len(asked)):
            continue
        later = _later(other, own)
        decides = _decides(one, other) if later else _later(own, other) and _decides(lead, own)
        if decides and _on_one_subject(lead, one) and (pair := _apart(lead, one)):
            told.add(other.id)
            yield Decision(one, *pair)


_SETTLES = later(
    r"(?i)\b(?:decision|resolution|resolved|outcome|result)\W{0,4}:|\b(?:decided|resolved|agreed|approved|adopted|chosen|"
    r"selected|opted|rejected|accepted)\b"
)
"""A body has settled something, in the words of minutes."""


def decides_on(lead: Held, one: Held, found: Gathered) -> bool:
    """Whether a unit of a later document settles what the lead speaks of, as one that was put off."""
    later = _later(_document(one, found), _document(lead, found))
    return later and settles(one.unit.text) and _on_one_subject(lead, one)


def settles(text: str) -> bool:
    """Whether a text tells what a body has settled."""
    return bool(_SETTLES.search(text))


def _on_one_subject(one: Held, other: Held) -> bool:
    """Whether two units share enough words that carry meaning, values apart."""
    first, second = _wordy(one), _wordy(other)
    return len(first & second) >= max(LEAST, LIKE * min(len(first), len(second)))


LEAST = 2
"""Words with a meaning that a decision shares with a rule at least (a default, not fitted)."""
_PLAIN = frozenset(terms(" ".join(STOP_WORDS)))


def _wordy(one: Held) -> frozenset[str]:
    return frozenset(term for term in one.terms - _PLAIN if not any(character.isdigit() for character in term))


def _document(one: Held, found: Gathered) -> DocumentRecord:
    return record_of(found.ranking.hits[one.unit.hit], found)


def _later(one: DocumentRecord, other: DocumentRecord) -> bool:
    return bool(since(one)) and since(one) > since(other)


def _decides(one: Held, of: DocumentRecord) -> bool:
    """Whether a unit decides something, or tells in a document for such news that something holds anew."""
    text = one.unit.text
    if turned_down(text):
        return False
    name = re.sub(r"[_./-]+", " ", f"{of.title} {of.path} {of.doc_type}")
    return bool(_DECIDES.search(text) or (_TELLS.search(name) and _ANEW.search(text)))


def _apart(mine: Held, other: Held) -> tuple[str, str] | None:
    """What the two say differently: amounts that could be the same, days, months."""
    if pair := next(differing(mine, other), None):
        return pair[0].text, pair[1].text
    ours, theirs = _days(mine.unit.text), _days(other.unit.text)
    if not ours or not theirs or set(ours) == set(theirs):
        return None
    return ", ".join(dict.fromkeys(ours)), ", ".join(dict.fromkeys(theirs))


_DAY = later(
    r"\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?\b|"
    r"\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b"
)


def _days(text: str) -> list[str]:
    """The weekdays and months of a text that are no part of a date with a year."""
    dated = [(one.start, one.end) for one in dates(text) if re.search(r"\d{4}", one.text)]
    return [
        match[0].removesuffix("s") if match[0].endswith("days") else match[0]
        for match in _DAY.finditer(text)
        if not any(start <= match.start() < end for start, end in dated)
    ]
