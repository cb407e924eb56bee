"""How statements of documents are put into a reply: rows as sentences, no rules of dashes, an answer in its order.

No word is added but the names of the columns: what a reader of a table sees above the cells.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answers import FENCE, pieces
from kts.lexicon.patterns import later
from kts.tickets.rows import cells, is_row

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kts.answers import Answer, Claim
    from kts.types import Passage

WORDS = 3
"""Words of a cell up to which it goes into one sentence with others; a longer one is a sentence (a default)."""
NEXT = 2
"""Characters between two sentences of which one follows the other (a default: a blank, or the end of a line)."""
_RULE = later(r"[ \t]*(?:[-=_~*#\u2013\u2014\u2500]{4,})[ \t]*")
"""A line under a heading or between two parts; it stands in the middle once the lines of a text are joined."""
_ENDS = later(r"[.!?:;]\s*\Z|[.!?]\s")
_YES = later(r"(?i)\W*(?:yes|no|ja|nein|oui|non)[,.:;]")
HEADING = 90
"""Characters of a heading at most, which stands before such a line (a default, not fitted)."""


def worded(claims: Sequence[Claim], answer: Answer) -> list[Claim]:
    """The statements of an answer as a reply holds them."""
    passages = {one.passage.id: one.passage for one in answer.ranking.hits} if answer.ranking else {}
    return [one._replace(text=_plain(_headed(one, passages))) for one in in_order(claims, passages)]


_VERB = later(
    r"(?i)\b(?:is|are|was|were|be|been|has|have|had|can|cannot|could|may|might|must|shall|should|will|would|do|does|did|"
    r"ist|sind|wird|werden|kann|muss|darf)\b|[?:]"
)
"""A sign of a sentence that says something by itself."""
_VALUE = later(r"\d[\d.,]*(?: ?%| [^\W\d_]{2,})")
"""How a bare value begins: a number and its unit."""
BARE = 120
"""Characters up to which a statement without a verb is told with its heading (a default, not fitted)."""


def _headed(claim: Claim, passages: Mapping[str, Passage]) -> Claim:
    """A statement that is a bare value (`24 months from delivery`) with the heading that says of what it is."""
    passage = passages.get(claim.citations[0].passage_id) if claim.citations else None
    text = claim.text.strip()
    if passage is None or is_row(claim.citations[0].quote) or not _VALUE.match(text):
        return claim
    heading = str(passage.metadata.get("heading") or "").rsplit(" > ", 1)[-1].strip(" #*:")
    said = re.sub(r"\A[\d.]+\s+", "", heading)
    if len(text) > BARE or _VERB.search(text) or not re.match(r"[^\W\d_]", said) or "?" in said:
        return claim
    known = said.casefold() in text.casefold() or heading == claim.citations[0].title
    return claim if known else claim._replace(text=f"{said}: {text}")


def in_order(claims: Sequence[Claim], passages: Mapping[str, Passage]) -> list[Claim]:
    """The statements in their order; of what stands under a question, two neighbours as they stand there.

    `Yes, as long as it is empty` goes before what it is explained by. Elsewhere what answers leads.
    """
    found: list[Claim] = []
    for one in claims:
        behind = (at for at, other in enumerate(found) if _follows(other, one) and _answers(one, passages))
        found.insert(next(behind, len(found)), one)
    return found


def _follows(later: Claim, earlier: Claim) -> bool:
    """Whether a statement stands right behind another in one document."""
    if not later.citations or not earlier.citations:
        return False
    first, second = earlier.citations[0], later.citations[0]
    return first.document_id == second.document_id and 0 <= second.span.start - first.span.end <= NEXT


def _answers(claim: Claim, passages: Mapping[str, Passage]) -> bool:
    """Whether a statement begins with yes or no, or its paragraph stands under a question."""
    passage = passages.get(claim.citations[0].passage_id)
    if passage is None or _YES.match(claim.text):
        return _YES.match(claim.text) is not None
    before = passage.text[: max(0, claim.citations[0].span.start - passage.span.start)]
    return before[: before.rfind("\n\n") + 1].rstrip(" \n*_").endswith("?")


def _plain(claim: Claim) -> str:
    if claim.citations and all(is_row(one.quote) for one in claim.citations):
        return sentence(claim.text)
    parts = pieces(claim.text)
    return f"\n{FENCE}\n".join(part if at % 2 else _unruled(part) for at, part in enumerate(parts)).rstrip("\n")


def _unruled(text: str) -> str:
    """The text without rules, and without the heading that stands before one."""
    head, *rest = _RULE.split(text)
    if not rest:
        return text
    kept = [head] if len(head) > HEADING or _ENDS.search(head) else []
    return " ".join(part.strip() for part in (*kept, *rest) if part.strip()) or text


def sentence(text: str) -> str:
    """A row that is told with the names of its columns, as sentences: `Code E4290: status 429. Cause: ...`."""
    row = [(name.replace("_", " "), value.rstrip(" .;")) for name, value in cells(text) if value.strip(" .;-\u2013")]
    if not row:
        return text
    (name, value), *others = row
    short = ", ".join(f"{name} {value}" for name, value in others if len(value.split()) <= WORDS)
    long = [f"{_capital(name)}: {value}." for name, value in others if len(value.split()) > WORDS]
    return " ".join((f"{_capital(name)} {value}{f': {short}' if short else ''}.", *long))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
