"""What a later document revokes or moves: the decision of a meeting that a later meeting took back (EVID-10).

Unlike a rule and a decision that only differ, the later one says itself what it replaces, and so it leads.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.means import record as record_of
from kts.answer.standing.amended import plain_terms
from kts.answer.standing.conflicts import FORMER
from kts.answer.standing.inforce import in_force
from kts.answer.standing.placed import since
from kts.answer.standing.proposals import turned_down
from kts.answer.units.quotable import cells
from kts.lexicon.analyse import terms
from kts.lexicon.dates import compatible, dates
from kts.lexicon.letters import UPPER
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from kts.answer.choose.extract import Held
    from kts.answer.means import Gathered, Means
    from kts.answer.units.quotable import Unit

_TAKEN_BACK = later(
    r"(?i)\b(?:decision|resolution|vote|approval) (?:of|from|made on|taken on) (?:the )?(?P<day>[^.;:,]{3,30}?) "
    r"(?:is|was|has been) (?:hereby )?(?:revoked|rescinded|withdrawn|reversed|cancelled|overturned|set aside)\b"
)


def revoking(
    ranked: Sequence[tuple[float, Held]], found: Gathered, means: Means, words: AbstractSet[str]
) -> Unit | None:
    """The unit of a later document in force that says that it replaces what the lead says, the latest; else None.

    It has one of the `words` of the question, itself or in its heading: a meeting decides many things on one day. What
    holds as much of the question as the lead and stands near it may be what is replaced: two lists name an action.
    """
    if not ranked:
        return None
    top, lead = ranked[0]
    least = len(lead.terms & words)
    alike = (
        one for score, one in ranked[1:NEAR] if least and len(one.terms & words) >= least and score >= top - BEHIND
    )
    for old in (lead, *alike):
        last = _last(old, ranked, found, means, words)
        if last is not None:
            return last.unit if last.unit != lead.unit else None
    return None


_INSTEAD = later(
    r"\b(?:instead of|in place of|in the place of|rather than|replac(?:es|ing|ed)|stands? in for|takes? over from"
    r"|takes?(?: over)?(?=\s\w+['\u2019]s\s(?:week|weekend|day|night|shift|slot|turn|duty)\b))\s(?:the )?"
    rf"(?P<old>[{UPPER}]\w+(?: [{UPPER}][\w-]+)?)"
)


def swapped(question: str, ranked: Sequence[tuple[float, Held]], found: Gathered) -> Unit | None:
    """What the document of a row that leads says below its table of who does it instead, on the day of that row.

    Where the question has the name of a column, the one that is replaced stands in it.
    """
    if not ranked or ranked[0][1].unit.kind != "row":
        return None
    row, hits = ranked[0][1].unit, found.ranking.hits
    of, asked = hits[row.hit].passage.document_id, set(terms(question))
    columns = zip(cells(row.header), cells(row.text), strict=False)
    said = "\n".join(cell for head, cell in columns if terms(head) and asked.issuperset(terms(head))) or row.text
    own = dates(row.text)
    for _, one in ranked:
        unit = one.unit
        if unit.kind == "row" or hits[unit.hit].passage.document_id != of or unit.span.start < row.span.end:
            continue
        named = any(re.search(rf"\b{re.escape(match['old'])}\b", said) for match in _INSTEAD.finditer(unit.text))
        if named and any(compatible(day, other) for day in own for other in dates(unit.text)):
            return unit
    return None


NEAR = 4
"""Units, best first, of which what is replaced may be one (a default, not fitted)."""
BEHIND = 6.0
"""How far behind the lead's score it may lie (a default): what a selector sees far behind is of another thing."""


def _last(
    lead: Held, ranked: Sequence[tuple[float, Held]], found: Gathered, means: Means, words: AbstractSet[str]
) -> Held | None:
    """The latest that replaces what a unit says, or what that says in turn; None where none does."""
    last: Held | None = None
    later: Held | None = lead
    while later is not None:
        later = _later(later, ranked, found, means, words)
        last = later or last
    return last


def _later(
    lead: Held, ranked: Sequence[tuple[float, Held]], found: Gathered, means: Means, words: AbstractSet[str]
) -> Held | None:
    """The latest that replaces what a unit says; what that says may have been replaced since."""
    hits = found.ranking.hits
    own, day = record_of(hits[lead.unit.hit], found), means.as_of or means.today
    told = [(record_of(hits[one.unit.hit], found), one) for _, one in ranked]
    later = [
        (since(record), one)
        for record, one in told
        if record.id != own.id
        and since(own)
        and since(record) > since(own)
        and since(record) <= day
        and in_force(record, means.successors, day)
        and holds_by(one.unit.text, day)
        and _replaces(one.unit.text, lead.unit.text, since(own))
        and _is_of_it(one, lead, found, words)
    ]
    return max(later, key=lambda pair: pair[0])[1] if later else None


_BEGINS = later(r"(?i)\b(?:from|as of|as from|with effect from|effective(?: from)?|starting|beginning)(?: the)? \Z")


def holds_by(text: str, day: str) -> bool:
    """Whether what a text changes has begun by a day (ISO), as far as it says from when it holds.

    The day *from* which something is moved to another is none.
    """
    old = [match.span(match.lastgroup or 0) for match in FORMER.finditer(text)]
    days = [one for one in dates(text) if one.kind == "day" and _BEGINS.search(text, 0, one.start)]
    begun = [one.first for one in days if not any(start <= one.start < end for start, end in old)]
    return not begun or min(begun) <= day


SHARED = 2
"""Words, values apart, that a change has in common with what it changes: two rules may have one value (a default)."""


def _is_of_it(one: Held, lead: Held, found: Gathered, words: AbstractSet[str]) -> bool:
    """Whether a change, with what it stands under, is of what the lead says and the question asks for."""
    told = plain_terms(one.terms.union(terms(f"{_heading(one, found)} {one.unit.intro}")))
    shared = len(told & plain_terms(lead.terms))
    return not told.isdisjoint(words) and (shared >= SHARED or _TAKEN_BACK.search(one.unit.text) is not None)


def _heading(one: Held, found: Gathered) -> str:
    return str(found.ranking.hits[one.unit.hit].passage.metadata["heading"])


def _replaces(text: str, lead: str, day: str) -> bool:
    """Whether a text names what it moves as the lead has it, or takes back what was decided on the lead's day."""
    for match in () if turned_down(text) else FORMER.finditer(text):
        old = match[match.lastgroup or 0].strip()
        if re.search(rf"(?i)(?<![\w.]){re.escape(old)}(?![\w]|[.,]\d)", lead):
            return True
    (held,) = dates(day)[:1] or (None,)
    return held is not None and any(
        compatible(held, one) for match in _TAKEN_BACK.finditer(text) for one in dates(match["day"])
    )
