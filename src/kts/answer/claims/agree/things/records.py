"""Records and rows of one of several things: `plans[office-100].vlan: 835`, `Red | Steady: fault`.

What one record says is not said of another one, whose key the claim has.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.answer.claims.agree.sides import Finding, quoted
from kts.answer.claims.agree.tables import table, written_row
from kts.answer.claims.agree.things.numbered import things
from kts.answer.claims.match import related, tokens
from kts.lexicon.patterns import later
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kts.answer.claims.agree.sides import Sides

_RECORD = later(r"(?m)(?<![^\s|])(?P<list>[\w.-]*)\[(?P<key>[^\]\n]{1,60})\](?=[.:]\S|: )")
_CODE = later(r"(?<![\w-])(?P<letters>[A-Z]{2,8})-?\d{2,}(?![\w-])")
_FIELD = later(r"(?<![\w-])(?P<noun>[^\W\d_]{3,}): ?[\"']?(?P<number>\d{1,4})(?!\w|[.,:/-]\w)")
_LABEL = later(r"\s*(?P<label>[^\W\d_][^:|]{1,30}?):\s")


def of_another_record(sides: Sides) -> Iterator[Finding]:
    """A field of one record, where the claim has the key of another one, and not this one's.

    That stands in the passage, or is a code of the same letters.
    """
    own = _RECORD.search(sides.statement)
    said = _stems(sides.claim)
    if own is None or own["key"] in sides.claim:
        return
    if code := _CODE.fullmatch(own["key"]):
        alike = (one for one in _CODE.finditer(sides.claim) if one["letters"] == code["letters"])
        for other in alike:
            text = f"the evidence is of {quoted(own['key'])}, not of {quoted(other[0])}"
            yield Finding("row", conflict=False, text=text, claim=Span(*other.span()))
        return
    if _named(own["key"], said):
        return
    for other in _RECORD.finditer(sides.whole):
        if other["list"] == own["list"] and other["key"] != own["key"] and _named(other["key"], said):
            text = f"the evidence is of {quoted(own['key'])}, not of {quoted(other['key'])}"
            yield Finding("row", conflict=False, text=text, evidence=Span(*own.span("key")))
            return


def of_another_number(sides: Sides) -> Iterator[Finding]:
    """A record with another number under the noun that the claim numbers: `week: 48`, and *in week 49*."""
    if _RECORD.search(sides.statement) is None:
        return
    fields = {field["noun"].lower(): field for field in _FIELD.finditer(sides.statement)}
    for noun, number, place in things(sides.claim):
        field = fields.get(noun)
        if field and field["number"] != number:
            text = f"the claim says {quoted(sides.claim[slice(*place)])}, the evidence {quoted(field[0])}"
            yield Finding("row", conflict=False, text=text, claim=place)
            return


def of_another_case(sides: Sides) -> Iterator[Finding]:
    """A row of one of several cases under one key, `Red | Steady: ...`, where the claim has the label of another.

    So is one whose key the claim has not, where it has the first word of another row's: *amber*, and `Amber, blinking`.
    """
    own = written_row(sides)
    rows = table(sides.whole, sides.near, own.heads) if own else ()
    if own is None or len(rows) < LEAST:
        return
    said = _stems(sides.claim)
    mine = _case(own.values)
    if mine and any(related(token.stem, said) for token in tokens(mine)):
        return
    keyed = _named(_first(own.values[0]), said)
    for other in rows:
        same = _first(other.values[0]) == _first(own.values[0])
        label = _case(other.values)
        told = (keyed and same and label) if mine else ""
        told = told or ("" if keyed or same else _first(other.values[0]))
        if told and told != mine and _named(told, said) and not _named(told, _stems(own.text)):
            text = f"the evidence is of {quoted(mine if keyed else own.values[0])}, not of {quoted(told)}"
            yield Finding("row", conflict=False, text=text)
            return


LEAST = 2
"""Rows of a table that tells cases apart, at least."""


def _case(values: tuple[str, ...]) -> str:
    """The label with which the second cell of a row begins; empty without one."""
    found = _LABEL.match(f"{values[1]} ") if len(values) > 1 else None
    return found["label"] if found else ""


def _first(cell: str) -> str:
    return cell.partition(",")[0].strip()


def _named(key: str, said: Mapping[str, bool]) -> bool:
    """Whether all words of a key are in a claim."""
    words = tokens(key)
    return bool(words) and all(related(token.stem, said) for token in words)


def _stems(text: str) -> dict[str, bool]:
    return {token.stem: True for token in tokens(text)}
