"""Who acts while somebody is away, and whose a thing of something is: the *check of C-7* may be another's.

The row of the person who is away, or of the whole of which the thing is a part, has more words of such a question.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.answer.claims.match import stems
from kts.answer.constraints.values import names_code
from kts.answer.units.quotable import cells
from kts.lexicon.letters import LOWER, UPPER
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kts.answer.choose.extract import Held
    from kts.answer.units.quotable import Unit
    from kts.answers import Constraint

NEAR = 8
"""Units, best first, among which such a statement is looked for (a default, not fitted)."""
LONGEST = 80
"""Characters of a cell that names a thing (a default, not fitted)."""
LEAST = 2
"""Words of a thing, beside its code, that a cell has which names it."""
_AWAY = later(
    r"(?i)\bwho(?:m|se)?\b[^?]*\b(?:when|if|while|whenever) [^?]{2,60}? (?:is|are) "
    r"(?:away|absent|on (?:leave|holiday|vacation)|ill|sick|unavailable|not (?:there|available|in|present))\b"
    r"|\bwho (?:covers?|stands? in|fills? in|steps? in|deputi[sz]es|substitutes|(?:can|will|should) (?:cover|stand in))"
    rf" for (?:(?:Mrs?|Ms|Dr)\b\.? )?(?-i:[{UPPER}][{LOWER}'\u2019-]+ [{UPPER}][{LOWER}'\u2019-]+)"
)
_FOR = later(
    r"(?i)\b(?:absen\w+|away|deput\w+|acting|substitut\w+|stands? in|stand-in|in place of|on behalf of|on leave|"
    r"unavailable|not available|holiday|alternates?|represent\w+|replace[sd]?|vertret\w+|cover(?:s|ed|ing)? for"
    r"|fill(?:s|ed|ing)? in|step(?:s|ped|ping)? in|standing in)\b"
)
"""What a statement has that tells who acts for somebody."""
NOT_TOLD = "what is cited does not tell who acts in absence"


def acting_first(
    question: str, wants: Sequence[Constraint], ranked: Sequence[tuple[float, Held]]
) -> tuple[tuple[float, Held], ...]:
    """First what tells who acts for somebody, or the row of a thing of what a code names, where that is asked for."""
    away = _AWAY.search(question) is not None
    fits = (lambda unit: bool(_FOR.search(unit.text))) if away else _names_thing(question, wants)
    if fits is None or not ranked or fits(ranked[0][1].unit):
        return tuple(ranked)
    lead = ranked[0][1]
    first = next((one for one in ranked[1:NEAR] if fits(one[1].unit) and _is_near(question, lead, one[1])), None)
    return ((ranked[0][0], first[1]), *(one for one in ranked if one != first)) if first else tuple(ranked)


def _is_near(question: str, lead: Held, one: Held) -> bool:
    """Whether a statement has half of the question's words that the lead has, or is the row of the lead's deputy."""
    words, own, other = stems(question), stems(lead.unit.text), stems(one.unit.text)
    if len(words & other) >= max(1, len(words & own) // 2):
        return True
    rows = one.unit.kind == lead.unit.kind == "row" and one.unit.hit == lead.unit.hit
    return rows and any(len(word) >= SHORTEST for word in own & other)


SHORTEST = 3
"""Letters of a word that two rows share which are of one post (a default, not fitted)."""


def lacks_deputy(question: str, lead: str) -> bool:
    """Whether it is asked who acts for somebody and a statement does not tell that."""
    return bool(_AWAY.search(question)) and not _FOR.search(lead)


def _names_thing(question: str, wants: Sequence[Constraint]) -> Callable[[Unit], bool] | None:
    """Whether a row has a cell that names the thing of a code; None where the question asks for none."""
    codes = [one for one in wants if one.kind == "code" and one.certain]
    if len(codes) != 1:
        return None
    (code,) = codes
    asked = _THING.search(question[: code.span.start])
    words = stems(asked["thing"]) if asked else frozenset[str]()
    if len(words) < LEAST:
        return None

    def named(unit: Unit) -> bool:
        short = [cell for cell in cells(unit.text) if len(cell) <= LONGEST] if unit.kind == "row" else []
        return any(len(words & stems(cell)) >= LEAST and names_code(code, cell) for cell in short)

    return named


_THING = later(r"(?i)\bthe (?P<thing>(?:[a-z-]+ ){2,4})(?:of|for|on|in) (?:the )?\Z")
"""What is asked for of a code: `the overdue effectiveness check of`."""
