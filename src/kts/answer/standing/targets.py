"""What an amendment is of: the agreement itself, not its annexes or the letters about it, which bear its number too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.answer.standing.clauses import ANNEXES
from kts.answer.standing.drafts import is_draft
from kts.answer.standing.placed import is_old, named
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from kts.records import DocumentRecord

_NUMBERED = r"(?:,? (?:no\.?|nr\.?|number|nummer|#) ?\w+| \w{1,6})?,?"
_AGREED = (
    r"(?:vertrags)?nachtrag|\u00e4nderungs(?:vereinbarung|vertrag)|(?:erg\u00e4nzungs|zusatz)vereinbarung"
    r"|vertrags(?:erg\u00e4nzung|\u00e4nderung)"
)
AMENDS = later(
    r"(?i)\b(?:(?:amendment|addendum|endorsement|variation|supplement|rider|side letter|change order|modification"
    rf"|corrigendum|erratum)(?: agreement| letter)?{_NUMBERED} (?:to|of|under) (?:the |our )?"
    rf"|(?:{_AGREED}){_NUMBERED} (?:zum|zur|zu|des|der) (?:dem |der )?"
    rf"|(?:\u00e4nderung|erg\u00e4nzung){_NUMBERED} (?:zum|zur) )(?P<what>.{{4,}})"
)
"""A title that says what its document amends: `Amendment No. 1 to ...`, `2. Nachtrag zum ...`."""
_AMENDMENT = later(
    r"(?i)\A\W*(?:[\w.-]+ ){0,2}?(?:amendment|addendum|deed of variation|side letter"
    rf"|{_AGREED})\b"
)
"""How the title of an amendment begins, whether or not it says of what."""
_DAY = later(r"(?i)[,(]? ?\b(?:vom|datiert) \d{1,2}\. ?(?:\d{1,2}\.|[a-z\u00e4]{3,9}\.?) ?\d{4}\)?\Z")
"""The day that a German title gives of what it amends, which is no word of that one's name."""
_ANNEX = later(
    rf"(?i)\A\W*(?P<word>{ANNEXES})\b"
    r"(?:,? (?:no\.?|nr\.?|number) ?)?\s*(?P<number>\d{1,3}[a-z]?|[A-Z]|[IVXivx]{1,5})(?!\w)"
)
"""How a part of an agreement is called that lies in a file of its own; a schedule without a number is a list."""
_ABOUT = later(
    r"(?i)\b(?:to|under|re|about|on|for|zum|zur|zu|betreffend|betreff)[: ](?:[^\W\d_]+ ){0,4}(?:(?:no|nr)\.? ?)?\Z"
)
"""What stands before the name of an agreement in the title of what is only about it: `Invoice for contract S-1`."""


def amends(title: str) -> str:
    """What a document amends by its title; empty where it names nothing."""
    found = AMENDS.search(title)
    return _DAY.sub("", found["what"]) if found else ""


def is_amendment(record: DocumentRecord) -> bool:
    """Whether a document amends another, by its own words; a mail on it does not."""
    if record.metadata.get("message_id"):
        return False
    return bool(record.metadata.get("amends") or _AMENDMENT.search(record.title))


def annex(title: str) -> str:
    """The name of an annex that is a document of its own, folded: `annex 2`; empty for what is none."""
    found = _ANNEX.match(title)
    return f"{found['word']} {found['number']}".casefold() if found else ""


def is_itself(record: DocumentRecord, code: str) -> bool:
    """Whether a document is what is filed under a code (folded), and not a part of it or about it."""
    if annex(record.title) or annex(named(record)) or record.metadata.get("message_id"):
        return False
    before, found, _ = record.title.casefold().partition(code) if code else ("", "", "")
    return not (found and _ABOUT.search(before))


def holds(record: DocumentRecord) -> bool:
    """Whether a document is neither a draft nor lies among old ones: what is amended is what is agreed."""
    return not is_draft(record) and not is_old(record)


def nearness(one: DocumentRecord, other: DocumentRecord) -> int:
    """How many folders two documents have in common, from the top."""
    if one.root != other.root:
        return -1
    shared = 0
    for mine, theirs in zip(one.path.split("/")[:-1], other.path.split("/")[:-1], strict=False):
        if mine != theirs:
            break
        shared += 1
    return shared
