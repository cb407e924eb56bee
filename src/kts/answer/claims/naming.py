"""Whom a claim names: the parties of a document by the names that it gives them, and another document's party.

An agreement names its parties once, `Northfield Ltd (the Supplier)`, and then speaks of the Supplier. A claim may do
either.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.claims.agree.actors import is_actor
from kts.answer.claims.agree.roles import names
from kts.answer.claims.agree.sides import Finding, flat, quoted
from kts.answer.claims.called import LEAST, is_rare, parts, pattern, without_form
from kts.answer.claims.match import stems
from kts.answer.units.parties import FORM, NO_ROLES, labelled, roles
from kts.lexicon.analyse import terms
from kts.lexicon.letters import UPPER
from kts.lexicon.patterns import later
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kts.answers import Evidence

OPENING = "opening"
"""The key of a piece's metadata under which the beginning of its document is: there it says between whom it is."""
_CAPITAL = rf"[{UPPER}][\w&'\u2019-]*"
_SEAT = rf"(?:, (?![^,();]{{0,40}}\b{FORM}(?!\w))[{UPPER}0-9][^,();\"\u201c]{{1,40}}){{0,4}}"
"""Behind a legal form where the party sits: `Acme Ltd, 4 Mill Lane, Leeds (the "Buyer")`; no second party."""
_ALIAS = later(
    rf"(?P<name>{_CAPITAL}(?: (?:(?:of|and|&|de|for) )?{_CAPITAL}){{0,5}})(?:(?:,? {FORM})+{_SEAT}|)"
    r"(?:,? (?:an? |incorporated |organi[sz]ed |registered |whose )[^().;]{3,200}?)?,? ?\("
    r"(?P<called>(?:(?:hereinafter|hereafter|called|referred to as|each|together|as|the)[ ,]+)*"
    r"[\"\u201c\u2018']?(?:(?i:the) )?)(?P<role>[A-Z][a-z]+(?: [A-Z][a-z]+)?|[A-Z]{4,})[\"\u201d\u2019']?\)"
)
NEAR = 60
"""Characters before a name in which stands the thing that a term is for: `shares in Acme (the "Acme Shares")`."""
_AND = later(r"\A(?:.*\b(?i:and|between|by|with|from|to) )(?=[A-Z])")


class Worded(NamedTuple):
    """A claim as it is held against a document: flat, and the place of each character in the claim as it was given.

    Where parties of the document were renamed in it, `given` is the claim as it was, and `parties` are all of their
    names with what they are called there.
    """

    text: str
    places: tuple[int, ...]
    given: str = ""
    parties: tuple[tuple[str, str], ...] = ()


def worded(claim: str, evidence: Sequence[Evidence]) -> tuple[Worded, ...]:
    """The claim for each piece of evidence, with the parties as that piece's document calls them."""
    plain = Worded(*flat(claim))
    texts: dict[str, list[str]] = {}
    for piece in evidence:
        own = texts.setdefault(piece.path, [])
        own.append(piece.text)
        own.append(str(piece.metadata.get(OPENING) or ""))
    found: dict[str, Worded] = {}
    for path, own in texts.items():
        parties = _parties(tuple(own))
        one = _renamed(plain, parties)
        found[path] = one if one == plain else one._replace(given=claim, parties=tuple(parties.items()))
    return tuple(found[piece.path] for piece in evidence)


def by_name(said: Worded, statement: str) -> Worded:
    """The claim with a party's name where the statement itself calls the party so, and not by what it is called."""
    if not said.parties:
        return said
    named = {role for name, role in said.parties if role not in statement and pattern(name).search(statement)}
    if not named:
        return said
    kept = {name: role for name, role in said.parties if role not in named}
    return _renamed(Worded(*flat(said.given)), kept)._replace(given=said.given, parties=said.parties)


def as_given(finding: Finding, said: Worded) -> Finding:
    """What was found, in the words of the claim as it was given: it quotes no role that the claim does not name."""
    if not said.parties or finding.claim is None:
        return finding
    start, end = said.places[finding.claim.start], said.places[max(finding.claim.start, finding.claim.end - 1)] + 1
    own = quoted(said.text[slice(*finding.claim)])
    return finding._replace(text=finding.text.replace(own, quoted(said.given[start:end])))


def _parties(texts: Sequence[str]) -> Mapping[str, str]:
    """Each way in which the parties of some texts may be named -> what they are called there."""
    found: dict[str, str] = {}
    for text in texts:
        found |= aliases(text)
    by_name = [name for name, role in found.items() if _by_name(name, role, texts)]
    left = {part for name in by_name for part in (name, *name.split())}
    return {part: role for part, role in found.items() if part not in left}


def _by_name(name: str, role: str, texts: Sequence[str]) -> bool:
    """Whether texts call somebody by name though they say once what he is: minutes, `Ida Falk (Finance Director)`.

    A party is called what an agreement says it is called, `Belsito (the "Supplier")`, however often it is named.
    """
    plain = f"{name} ({role})"
    return any(plain in text and text.count(name) > text.count(role) for text in texts)


@lru_cache(maxsize=1024)
def aliases(text: str) -> Mapping[str, str]:
    """`Northfield Paper Ltd (the Supplier)`: its full name, that without its legal form, and the parts that call it.

    `Landlord: QUAY ESTATES LLP` in a line says the same, where a single word is rare. A part that calls two of them
    calls neither.
    """
    found: dict[str, str] = {}
    called: dict[str, set[str]] = {}
    lines = ((name, role) for name, role in labelled(text) if " " in name or is_rare(name))
    for full, role in (*_bracketed(text), *lines):
        short = without_form(full)
        if role.lower() in short.lower():
            continue
        found[full] = found[short] = role
        for part in parts(short):
            called.setdefault(part, set()).add(role)
    return {part: next(iter(roles)) for part, roles in called.items() if len(roles) == 1} | found


def _bracketed(text: str) -> Iterator[tuple[str, str]]:
    """The names of parties with the role in brackets behind each."""
    if "(" not in text:
        return
    for match in _ALIAS.finditer(flat(text)[0]):
        before = match.string[max(0, match.start() - NEAR) : match.start()]
        if len(match["role"]) >= LEAST and _of_a_party(match, before):
            role = match["role"]
            yield _AND.sub("", match["name"]), role.title() if role.isupper() else role


def _of_a_party(match: re.Match[str], before: str) -> bool:
    """Whether a term is another word for the name before it.

    It is none where it names a thing (`Closing Date`), several things, or what the name only says more of: `shares in
    Acme (the "Subscription Shares")`; nor is a bare bracket, `Gains (Losses)`, unless it holds a usual role.
    """
    role, head = match["role"], match["role"].split()[-1]
    if NO_ROLES.search(role) or not (match["called"] or is_actor(head)):
        return False
    if is_actor(head):
        return True
    if role.isupper():
        return False  # an abbreviation
    several = head.endswith("s") and not head.endswith("ss")
    return not several and stems(head).isdisjoint(stems(before))


def _renamed(claim: Worded, parties: Mapping[str, str]) -> Worded:
    """The claim with each party's name as the document's own word for it."""
    for name in sorted(parties, key=lambda one: -len(one)):
        role = parties[name]
        if _tells_role(claim.text, name, role):
            continue
        roles = [match.span() for match in re.finditer(rf"(?<![\w-]){re.escape(role)}(?![\w-])", claim.text)]
        for match in reversed(list(pattern(name).finditer(claim.text))):
            start, end = match.span()
            if any(first <= start and end <= last for first, last in roles):
                continue  # of `Acme Limited (the Acme Group)` the claim says the role already
            within = claim.places[start:end]
            places = [within[min(at, len(within) - 1)] for at in range(len(role))]
            places[-1] = within[-1]
            lead = "the " if not claim.text[:start].lower().endswith(("the ", "a ", "each ")) else ""
            text = claim.text[:start] + lead + role + claim.text[end:]
            claim = Worded(text, (*claim.places[:start], *([within[0]] * len(lead)), *places, *claim.places[end:]))
    return claim


def _tells_role(claim: str, name: str, role: str) -> bool:
    """Whether a claim says which party somebody is: his name is what it says."""
    own = rf"(?i:{re.escape(role)})(?![\w-])"
    return any(
        re.match(rf" (?:is|was) (?:the |an? )?{own}", claim[match.end() :])
        or re.search(rf"(?<![\w-]){own}[^,.;]{{0,40}} (?:is|was) (?:the )?\Z", claim[: match.start()])
        for match in pattern(name).finditer(claim)
    )


def of_another(claim: str, piece: Evidence, evidence: Sequence[Evidence]) -> Iterator[Finding]:
    """A name of the claim that another document of the evidence bears or gives a party, and this one does not have."""
    here = None
    for name in names(claim):
        others = [one for one in evidence if one.path != piece.path and set(name.stems) <= _identity(one)]
        if not others:
            continue
        if here is None:
            same = [one for one in evidence if one.path == piece.path]
            here = frozenset().union(*(stems(one.text) | _identity(one) for one in same))
        if not here.intersection(name.stems):
            text = f"the evidence is of another document than {quoted(name.text)}: {piece.title or piece.path}"
            yield Finding("document", conflict=False, text=text, claim=Span(name.start, name.end))
            return


_IS = r" (?:is|was|acts as|serves as|will be|shall be) (?:the |an? )?"


_COUNTERPARTS = tuple(
    set(pair.split("/"))
    for pair in (
        "Lender/Borrower Lessor/Lessee Licensor/Licensee Landlord/Tenant Seller/Buyer Seller/Purchaser "
        "Supplier/Customer Provider/Customer Provider/Client Franchisor/Franchisee Employer/Employee Insurer/Insured "
        "Grantor/Grantee Assignor/Assignee Shipper/Transporter"
    ).split()
)
"""Roles of which nobody has both in one agreement."""


def other_role(claim: str, piece: Evidence, evidence: Sequence[Evidence]) -> Iterator[Finding]:
    """A party of the document of whom the claim says that it is another one: `the Borrower is the lender`."""
    known = {role for one in evidence if one.path == piece.path for role in _roles(one)}
    for role in sorted(known):
        own = rf"(?<![\w-]){re.escape(role)}"
        match = re.search(rf"{own}{_IS}(?P<other>[A-Za-z]+(?: [A-Za-z]+)?)", claim) or re.search(
            rf"\A(?:The )?(?P<other>[A-Za-z]+(?: [A-Za-z]+)?){_IS}{own}(?![\w'\u2019-])", claim
        )
        words = match["other"].title().split() if match else []
        others = (one for one in (" ".join(words), *words[:1]) if one in known or {one, role} in _COUNTERPARTS)
        other = next((one for one in others if one != role), "")
        if match and other and stems(role).isdisjoint(terms(other)):
            text = f"in the document {quoted(role)} and {quoted(other)} are two parties"
            yield Finding("swapped", conflict=True, text=text, claim=Span(*match.span()))
            return


def _roles(one: Evidence) -> Sequence[str]:
    """What the parties of a document are called, by a piece of it and by its beginning."""
    opening = str(one.metadata.get(OPENING) or "")
    return (*aliases(one.text).values(), *aliases(opening).values(), *roles(opening).values())


def _identity(piece: Evidence) -> frozenset[str]:
    """The stems of what a document is called and whom it is between."""
    opening = str(piece.metadata.get(OPENING) or "")
    return stems(f"{piece.title} {piece.path}") | _named(opening) | _named(piece.text)


@lru_cache(maxsize=1024)
def _named(text: str) -> frozenset[str]:
    return frozenset(stem for name in aliases(text) for stem in terms(name))


_PLACE = later(
    r"\b(?P<noun>(?i:clause|section|article|annex|appendix|schedule|exhibit|paragraph|chapter|table))s? "
    r"(?P<mark>\d{1,3}(?:\.\d{1,3})*(?:\([a-z0-9]{1,3}\))*|[A-Z]\d{0,2}|[IVX]{1,4})(?![\w%]|\.\d)"
)


def places(claim: str, piece: Evidence) -> Iterator[Finding]:
    """A numbered place that the claim names and that neither holds the evidence nor is spoken of in it."""
    there = f"{piece.heading}\n{piece.title}\n{piece.text}"
    for match in _PLACE.finditer(claim):
        mark = match["mark"].split("(")[0]
        noun = re.escape(match["noun"])
        if re.search(rf"\b{noun}s?\s+{re.escape(mark)}\b", there, re.IGNORECASE):
            continue
        if mark[0].isdigit() and re.search(rf"(?<![\w.]){re.escape(mark)}(?:[.)\s]|\Z)", there):
            continue
        if mark[0].isdigit() and any(_under(mark, own) for own in _NUMBERED.findall(there)):
            continue
        text = f"{quoted(match[0])} is not what the evidence stands under"
        yield Finding("place", conflict=False, text=text, claim=Span(*match.span()))
        return


_NUMBERED = later(r"(?m)^[#*\s]*(?:[A-Z][a-z]+ )?(\d{1,3}(?:\.\d{1,3})*)")


def _under(mark: str, own: str) -> bool:
    return own.startswith(f"{mark}.") or mark.startswith(f"{own}.")
