"""What a form and a sheet say around their words: whose field a name stands in, which box is ticked, which sheet it is.

A form gives one value a label, `Fire watch: L. Marsh`; tables of one kind under several names (the sheets of a
workbook, a section a branch) say by that name what their rows are of.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.claims.agree.roles import names
from kts.answer.claims.agree.sides import Finding, flat, quoted
from kts.answer.claims.agree.tables import is_form
from kts.answer.claims.called import is_trade
from kts.answer.claims.match import HEADER, named, related, stems, tokens
from kts.answer.units.parties import FORM
from kts.answer.units.quotable import cells
from kts.lexicon.analyse import terms
from kts.lexicon.patterns import later
from kts.lexicon.quantities import quantities
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from kts.answer.claims.agree.roles import Name
    from kts.answer.claims.agree.sides import Sides
    from kts.answer.claims.match import Statement
    from kts.answers import Evidence

_FIELD = later(r"(?m)^[ \t>*-]*\**(?P<label>[A-Z][^\n:|*]{1,40}):\**[ \t]+(?P<value>\S[^\n|]{0,80})$")
_FORM = later(rf"(?<!\w){FORM}(?!\w)")
_GRADE = later(r"\b(?:is|was|as|of|to|class|grade|level) (?P<mark>[A-Z])\W*\Z")
_LETTER = later(r"(?P<mark>[A-Z])(?![\w.'&-])")
_OPEN = later(r"[|\s*+>-]*(?P<box>\[ ?\]|\u2610|\u25a1|\u2b1c)")
_TICKED = later(r"\[[xX\u2713\u2714]\]|\u2611|\u2612|\u2705")
_DONE = later(r"\b(?:was|were|has|have|had|did|been|already)\b", re.IGNORECASE)
_TO_DO = later(
    r"\b(?:must|shall|should|may|can|will|would|need\w*|ha(?:s|ve) to|(?:is|are|was|were) to|not|no|never|without|nor|"
    r"nothing|nobody|none|open|missing|un\w+|forgotten|omitted|failed)\b|n't\b",
    re.IGNORECASE,
)
PAIRS = (2, 4)
"""Cells of a row that may be labels with their values."""


class Field(NamedTuple):
    """A label and what stands behind it."""

    label: str
    value: str


@lru_cache(maxsize=512)
def fields(text: str) -> tuple[Field, ...]:
    """The fields of a text: `Label: value` on a line, or in the cells of a table that is a form."""
    found = [Field(match["label"], match["value"]) for match in _FIELD.finditer(text)]
    header = ""
    for line in text.split("\n"):
        if not line.lstrip().startswith("|"):
            header = ""
            continue
        header = header or line
        own = cells(line)
        pairs = list(zip(own[::2], own[1::2], strict=False)) if len(own) in PAIRS else []
        if all(label.rstrip().endswith(":") for label, _ in pairs) or is_form(header):
            found += [Field(label.strip().rstrip(":"), value) for label, value in pairs if label.strip() and value]
    return tuple(found)


def other_field(claim: str, piece: Evidence, evidence: Sequence[Evidence]) -> Iterator[Finding]:
    """A name or a grade for one field of a form, `P. Adeyemi was the fire watch`, where the field has another one.

    Only where the claim says nothing else, and the form has the field once.
    """
    found: dict[str, set[str]] = {}
    for one in evidence:
        for field in fields(one.text) if one.path == piece.path else ():
            found.setdefault(field.label, set()).add(field.value)
    above = named(piece)
    yield from _other_value(claim, found)
    said = _subject(claim, above) if found else None
    if said is None:
        return
    for label, values in found.items():
        own = {token.stem: True for token in tokens(label)}
        whole = all(stem in said.stems or related(stem, dict.fromkeys(said.stems, True)) for stem in own)
        more = [stem for stem in said.stems if stem not in above and not related(stem, own)]
        its_party = said.name is not None and own.keys() >= set(said.name.stems)  # renamed to what the field calls it
        if not own or not whole or len(values) > 1 or more or its_party:
            continue
        (value,) = values
        if _differs(said, value):
            text = f"under {quoted(label)} the evidence gives {quoted(value)}, not {quoted(said.text)}"
            yield Finding("cell", conflict=True, text=text, claim=said.place)
            return


_EQUATED = later(
    r"(?:the )?(?P<one>[^,;:]{2,60}?) (?:is|was|are|were) (?:(?:the|an?) )?(?P<other>[^,;:]{2,60}?)\W*", re.IGNORECASE
)


def _other_value(claim: str, found: Mapping[str, AbstractSet[str]]) -> Iterator[Finding]:
    """What a claim says that a field is, and no more, where none of its values has a word of that."""
    equated = _EQUATED.fullmatch(claim)
    if equated is None:
        return
    for label, said in (("one", "other"), ("other", "one")):
        values = [value for own, each in found.items() if stems(own) == stems(equated[label]) for value in each]
        words = stems(equated[said])
        stated = dict.fromkeys((stem for value in values for stem in stems(value)), True)
        known = words <= stems(equated[label]) or any(related(stem, stated) for stem in words)
        if values and words and not known and not quantities(equated[said]):
            text = f"under {quoted(equated[label])} the evidence gives {quoted(values[0])}, not {quoted(equated[said])}"
            yield Finding("unnamed", conflict=False, text=text, claim=Span(*equated.span(said)))
            return


class _Subject(NamedTuple):
    """What a claim says of a field: the name or letter, and the stems of its other words."""

    text: str
    place: Span
    stems: frozenset[str]
    name: Name | None


def _subject(claim: str, above: frozenset[str]) -> _Subject | None:
    """A claim's only name or grade, but for names of the document, with its other words."""
    grade = _GRADE.search(claim)
    own = [one for one in names(claim) if not above.issuperset(one.stems) and not (grade and one.text == grade["mark"])]
    if len(own) == 1 and not grade:
        (name,) = own
        rest = [token for token in tokens(claim) if not name.start <= token.start < name.end]
        place = Span(name.start, name.end)
    elif grade and not own:
        name, place = None, Span(*grade.span("mark"))
        rest = [token for token in tokens(claim) if token.start < place.start]
    else:
        return None
    return _Subject(claim[slice(*place)], place, frozenset(token.stem for token in rest), name)


def _differs(said: _Subject, value: str) -> bool:
    """Whether a field has another name, or another letter, than the claim."""
    if said.name is None:
        stated = _LETTER.match(value)
        return stated is not None and stated["mark"] != said.text
    others = names(f"of {value}")
    shared = frozenset(terms(value)).intersection(said.name.stems)
    return bool(others) and shared <= _common(f"{said.text} {value}")


def _common(text: str) -> frozenset[str]:
    """The words that companies' names of a text share with many: their legal forms and trades."""
    if not _FORM.search(text):
        return frozenset()
    return frozenset(stem for word in text.split() if _FORM.match(word) or is_trade(word) for stem in terms(word))


def unticked(sides: Sides) -> Iterator[Finding]:
    """What stands behind an empty box, claimed as done; an empty list of things to check says nothing of them."""
    box = _OPEN.match(sides.statement)
    if box is None or _TO_DO.search(sides.claim):
        return
    if _DONE.search(sides.claim) or _TICKED.search(sides.whole):
        text, place = f"its box is not ticked ({quoted(box['box'])})", Span(*box.span("box"))
        yield Finding("negation", conflict=True, text=text, evidence=place)


def of_another_sheet(claim: str, statement: Statement, evidence: Sequence[Evidence]) -> Iterator[Finding]:
    """What stands in one sheet, or names it, where the claim names another one of the same columns."""
    piece = evidence[statement.piece]
    said = frozenset(terms(claim))
    sheets = [one for one in evidence if one.path == piece.path and one.heading]
    meant = [one for one in sheets if stems(one.heading) <= said]
    if not meant or len({one.heading for one in sheets}) == 1:
        return
    here = stems(statement.text) | (stems(piece.heading) if _is_headed_row(statement) else frozenset())
    for other in meant:
        others = [
            one for one in sheets if not stems(one.heading) <= said and not _columns(one).isdisjoint(_columns(other))
        ]
        own = next((one.heading for one in others if stems(one.heading) <= here), "")
        if own and not any(stems(one.heading) <= here for one in meant):
            text = f"the evidence is of {quoted(own)}, not of {quoted(other.heading)}"
            yield Finding("sheet", conflict=False, text=text)
            return


def _is_headed_row(statement: Statement) -> bool:
    """Whether a statement is a row of a table that has a header."""
    return statement.text.lstrip().startswith("|") and any(cells(statement.intro.partition("\n")[0]))


def _columns(piece: Evidence) -> frozenset[tuple[str, ...]]:
    """The headers of the tables of a piece of evidence, that of a table which it goes on with too."""
    return _headers(piece.text) | _headers(str(piece.metadata.get(HEADER) or ""))


@lru_cache(maxsize=1024)
def _headers(text: str) -> frozenset[tuple[str, ...]]:
    lines = ("", *text.split("\n"))
    tables = (one for before, one in pairwise(lines) if _is_line(one) and not _is_line(before))
    return frozenset(header for one in tables if any(header := tuple(cells(flat(one)[0]))))


def _is_line(line: str) -> bool:
    return line.lstrip().startswith("|")
