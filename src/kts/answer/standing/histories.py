"""The history of a document's editions: `What changed from revision 3 to 4?` is told by the row of revision 4.

Documents under control have a table of their editions, with what each changed. The head of a document, which tells its
number, date and owner, has more words of such a question, and says nothing of it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.constraints.ownversions import numbers
from kts.answer.means import document, record
from kts.answer.units.quotable import cells
from kts.lexicon.analyse import STOP_WORDS, terms
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.answer.choose.extract import Held
    from kts.answer.means import Gathered
    from kts.types import Hit

_WORD = r"(?:editions?|ed\.?|issues?|revisions?|rev\.?|versions?)"
_MARK = r"\d{1,3}(?:\.\d{1,2})?(?![\w%]|[.,:/-]\d)"
_STEP = later(
    rf"(?i)\b(?:from|between|since|of) (?:the )?{_WORD} (?:no\.? ?)?(?P<low>{_MARK}),? (?:up to|to|and|with) "
    rf"(?:the )?(?:{_WORD} )?(?:no\.? ?)?(?P<high>{_MARK})"
    rf"|\b(?:in|with|by|under|did) (?:the )?{_WORD} (?:no\.? ?)?(?P<only>{_MARK})"
)
"""From which edition to which: `from revision 3 to 4`, `in issue 5`."""
_CHANGES = later(
    r"(?i)\bwhat (?:(?:was|were|is|are|has|have|had)(?: been)?(?: new(?:ly)?| all| else)? )?"
    r"(?:chang\w+|new|modified|amended|altered|revised|updated|added|removed)\b"
    r"|\bwhat (?:did|does|do)\b[^?]{2,60}\b(?:change|modify|amend|alter|add|remove|introduce)\b"
)
_DIFFERS = later(
    r"(?i)\b(?:changed?|changes|modif\w+|new)\b|\bwhat (?:is|are) the (?:main )?differences? (?:between|from)\b"
)
"""What asks for changes where two editions are named; the difference *in* something has two sides, as a comparison."""
_RELEASE = later(r"(?i)\bversions? (?:no\.? ?)?\d{1,3}\.\d")
"""A version of a program, whose changes release notes tell (`releases`)."""
_EDITION = later(r"(?i)\W*(?:ed(?:ition|n)?|issue|rev(?:ision)?|ver(?:sion)?|ausgabe|stand|index)(?: ?(?:no|nr))?\W*")
"""The name of the column of editions in a history."""
_CHANGE = later(
    r"(?i)\b(?:changes?|changed|descriptions?|modifications?|amendments?|summary|reasons?|nature|new|notes?|details|remarks|"
    r"\u00e4nderung(?:en)?|beschreibung)\b"
)
"""The name of the column that tells what an edition changed."""
_ASKED = frozenset(
    terms(
        f"{' '.join(STOP_WORDS)} change changed changes changing new modified amended altered revised updated added "
        "removed modify amend alter add remove introduce difference differences between edition issue revision rev "
        "version since main give overview tell summary history document"
    )
)
"""Terms of such a question that name no document."""
HISTORY = "revision history change"
"""What a history is found by in its document, beside the question."""
NOT_TOLD = "what is cited does not tell what was changed"


class Step(NamedTuple):
    """The editions whose changes are asked for: those above `low` up to `high`."""

    low: tuple[int, ...]
    high: tuple[int, ...]

    def holds(self, mark: str) -> bool:
        """Whether an edition lies behind the first and not behind the last."""
        return self.low < numbers(mark) <= self.high

    def begins(self, mark: str) -> bool:
        """Whether an edition is the first, of which nothing is told by itself."""
        return numbers(mark) == self.low


def step(question: str) -> Step | None:
    """Between which editions a question asks for what was changed; None where it does not, or only since one."""
    found = _STEP.search(question)
    if found is None or _RELEASE.search(question) or not (_DIFFERS if found["low"] else _CHANGES).search(question):
        return None
    high = numbers(found["high"] or found["only"])
    low = numbers(found["low"]) if found["low"] else (*high[:-1], high[-1] - 1)
    return Step(low, high) if low < high else None


def told(question: str, ranked: Sequence[tuple[float, Held]], found: Gathered) -> tuple[Held, ...]:
    """The rows of a history that tell what is asked for, in their order; of the document that comes first alone."""
    wanted = step(question)
    rows = [
        one
        for _, one in ranked
        if wanted and wanted.holds(_mark(one) or "0") and _is_named(question, found.ranking.hits[one.unit.hit], found)
    ]
    if not rows:
        return ()
    of = document(found.ranking.hits[rows[0].unit.hit])
    own = [one for one in rows if document(found.ranking.hits[one.unit.hit]) == of]
    return tuple(sorted(own, key=lambda one: one.unit.span))


def _is_named(question: str, hit: Hit, found: Gathered) -> bool:
    """Whether a question names a document by a word of its title or path, or none: each has its own revision 4."""
    words = frozenset(one for one in terms(question) if not one.isdigit()) - _ASKED
    of = record(hit, found)
    return not words or not words.isdisjoint(terms(f"{of.title} {of.path}"))


def _mark(one: Held) -> str:
    """The edition of which a row of a history is; empty for any other unit."""
    names, values = cells(one.unit.header), cells(one.unit.text)
    if one.unit.kind != "row" or len(names) != len(values):
        return ""
    marked = [value for name, value in zip(names, values, strict=True) if _EDITION.fullmatch(name)]
    tells = any(value and _CHANGE.search(name) for name, value in zip(names, values, strict=True))
    mark = re.fullmatch(rf"\W*(?:{_WORD} ?|v)?(?P<mark>{_MARK})\W*", marked[0]) if len(marked) == 1 and tells else None
    return mark["mark"] if mark else ""


def lacking(question: str, lead: Held) -> bool:
    """Whether it is asked what an edition changed and a row of something else leads."""
    return step(question) is not None and lead.unit.kind == "row" and not _mark(lead)
