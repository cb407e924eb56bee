"""The parties of an agreement: named at its beginning, `Linden Limited (the "Supplier")`, and by a role from there.

Who asks of Linden asks of the Supplier, in that agreement and in no other.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kts.lexicon.analyse import words
from kts.lexicon.letters import LOWER, UPPER
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

LEGAL = (
    "ltd limited plc llc llp lp inc incorporated corp corporation co company gmbh ag kg se sa sas sarl srl spa bv nv "
    "ab oy as pty pte"
).split()
"""Forms of companies, which are no part of what a party is called."""
FORM = rf"(?:(?i:{'|'.join(LEGAL)})\b\.?|(?:[A-Z]\.|p\.){{2,4}})"
"""A legal form as it is written behind a name, `Ltd`, `LIMITED` or `S.p.A.`."""
_UNCALLED = frozenset((*LEGAL, "the", "and", "of", "for"))
_CAPITAL = rf"[{UPPER}][\w&'\u2019-]*\.?"
_NAME = rf"(?P<name>{_CAPITAL}(?:,? (?i:{'|'.join(LEGAL)})\b\.?| (?:(?:of|and|&|de|for) )?{_CAPITAL}){{0,6}})"
_BEFORE = (
    r"(?:\b(?:[Bb]etween|BETWEEN|[Aa]mong|AMONG|[Aa]nd|AND|[Bb]y|[Ww]ith|[Tt]o|[Ff]rom|[Pp]arties)\b:?|[\s;][-\u2022])"
    r",? (?:\(?[\da-z]\)? )?(?:(?:[Tt]he|THE) )?"
)
_ROLE = (
    rf"(?P<role>[{UPPER}][{LOWER}]+(?:[{UPPER}][{LOWER}]+)?(?: [{UPPER}][{LOWER}]+)?"
    rf"|[{UPPER}]{{4,}}(?: [{UPPER}]{{4,}})?)"
)
_CALLED = "hereinafter|hereafter|called|referred to as|the"
_USUAL = (
    "landlord|tenant|lessor|lessee|buyer|purchaser|seller|vendor|supplier|provider|customer|client|contractor|consultant|"
    "licensor|licensee|lender|borrower|guarantor|employer|employee|insurer|insured|policyholder|franchisor|franchisee|"
    "charterer|carrier|shipper|donor|grantee"
)
"""Roles that need no quotes and no article to be one."""
_DEFINED = later(
    rf"{_BEFORE}{_NAME}"
    r"(?:(?!\b(?:[Bb]etween|BETWEEN|[Aa]mong|AMONG)\b)[^()\"\u201c;]){0,200}?"
    rf"(?:\((?!(?:{_CALLED})\b|(?i:{_USUAL})\))[^()\"\u201c]{{1,80}}\)[^()\"\u201c;]{{0,160}}?)?"
    rf"\((?:(?:{_CALLED}|each|together|as|an?)[ ,]+)*"
    rf"[\"\u201c\u2018']?(?:the )?{_ROLE}[\"\u201d\u2019']?\)"
)
_AS = later(
    rf"(?<![\w(])(?:(?:[Tt]he|THE) )?{_NAME}(?:,? N\. ?A\.)?,? as (?:the )?{_ROLE}(?=\s*(?:[,;.(]|and\b|AND\b|\Z))"
)
"""`Corvane Loan Servicing, Inc., as Servicer`, in the list of those between whom an agreement is."""
NO_ROLES = later(
    r"(?i)\b(?:agreement|contract|amendment|lease|deed|date|price|act|term|terms|licen[cs]e|letter|order|plan|programme|"
    r"program|facility|services?|products?|goods|property|premises|territory|software|commission|closing|works?|"
    r"policy|fees?|loan|sites?|system|equipment|note|notes|shares?|securities|offering|business|party|parties)\Z"
)
"""What else an agreement gives a name at its beginning: itself, its day, what it is about."""
_LABELLED = later(
    rf"(?m)^[\s*_|#>-]*(?:(?i:the) )?(?P<role>(?i:{_USUAL}))"
    rf"[\s*_]*(?:\||:)[\s*_]*(?:(?i:the) )?{_NAME}"
)
"""`Landlord: Quay Estates Ltd`, a line or a row of the particulars of an agreement."""
_AGREED = later(r"(?i)\b(?:between|among|parties|party)\b")
LEAST = 3
"""Letters of a word by which a party may be called (a default)."""


@lru_cache(256)
def roles(opening: str) -> Mapping[str, str]:
    """Each folded word of a party's name that no other party bears -> its role, where an agreement begins so."""
    found: dict[str, set[str]] = {}
    for name, role in _parties(opening):
        for word in name:
            found.setdefault(word, set()).add(role)
    return {word: next(iter(given)) for word, given in found.items() if len(given) == 1}


def _parties(opening: str) -> Iterator[tuple[tuple[str, ...], str]]:
    """The folded words by which each party may be called, with its role."""
    text = " ".join(_MARKS.sub("", opening).split())
    agreed = _AGREED.search(text)
    apart = _lines(opening)
    among = _AS.finditer(text, agreed.start()) if agreed else ()
    for match in (*(_DEFINED.finditer(text) if agreed else ()), *among, *apart):
        name = tuple(word for word in words(match["name"]) if word not in _UNCALLED and len(word) >= LEAST)
        if name and not NO_ROLES.search(match["role"]):
            yield name, match["role"].title()


def _lines(opening: str) -> Sequence[re.Match[str]]:
    """The lines that name a party behind its role, where there is more than one role."""
    found = tuple(_LABELLED.finditer(opening))
    return found if len({match["role"].casefold() for match in found}) > 1 else ()


def labelled(opening: str) -> Iterator[tuple[str, str]]:
    """Each name of a party, as it is written, that stands in a line behind its role, and the role."""
    yield from ((match["name"], match["role"].title()) for match in _lines(opening))


_MARKS = later(r"[*_#]+")


def role_of(name: str, opening: str) -> str:
    """The role of the party of a name, empty where the opening gives it none, or names it in another way.

    One word alone calls a party only where its name begins with it: of Tallis Software the software is none.
    """
    known = roles(opening)
    called = [word for word in words(name) if word not in _UNCALLED]
    given = {known.get(word, "") for word in called}
    alone = len(called) == 1 and called[0] not in {party[0] for party, _ in _parties(opening)}
    return given.pop() if len(given) == 1 and not alone else ""


def introduces(text: str, opening: str) -> bool:
    """Whether a text of a document gives one of its parties the role: it says who that is, and nothing agreed."""
    given = "|".join(re.escape(role) for role in set(roles(opening).values()))
    return bool(given) and re.search(rf"(?i)\([^()]{{0,40}}\b(?:{given})\W{{0,3}}\)", text) is not None


class Paper(NamedTuple):
    """A document by what it is called, where it lies and how it begins."""

    title: str
    path: str
    opening: str


_ANNEX = later(r"(?i)\W*(?:annex(?:es|ure)?|appendix|schedule|exhibit|attachment|anlage|anhang)\b[ _]")
_NUMBER = later(r"\b[A-Z]{2,}(?:-[A-Z]{1,4})?-?\d[\d-]{2,}\b")
"""The number by which an agreement is called: `DPA-2022-014`."""


def is_annex(paper: Paper, agreement: Paper) -> bool:
    """Whether a document is an annex of an agreement: it has its number in its title or path.

    One without a number is where it lies beside the agreement and begins with the name of one of its parties.
    """
    if not _ANNEX.match(paper.title):
        return False
    own, theirs = (frozenset(_NUMBER.findall(f"{one.title} {one.path}")) for one in (paper, agreement))
    if own and theirs:
        return not own.isdisjoint(theirs)
    folder = paper.path.rpartition("/")[0]
    together = folder != "" and folder == agreement.path.rpartition("/")[0]
    return together and not set(words(paper.opening)).isdisjoint(roles(agreement.opening))


def parallel(opening: str, other: str) -> bool:
    """Whether two documents are agreements of which each has a party that the other one does not have."""
    ours, theirs = roles(opening), roles(other)
    if not ours or not theirs:
        return False
    here, there = set(words(opening)), set(words(other))
    return any(_apart(ours, role, there) for role in set(ours.values())) and any(
        _apart(theirs, role, here) for role in set(theirs.values())
    )


def _apart(known: Mapping[str, str], role: str, others: set[str]) -> bool:
    return others.isdisjoint(word for word, given in known.items() if given == role)
