"""A row of settings: what stands under another column than the one which a claim means without naming it.

`Is 5 unless you change it` is of the default, `only with a restart` of the column that says what is changed live; and
`debug in production` is of the column `production`, though it is no number.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.claims.agree.cells import without_key
from kts.answer.claims.agree.sides import Finding, quoted
from kts.answer.claims.agree.slots import named_columns
from kts.answer.claims.agree.tables import written_row
from kts.answer.claims.agree.things.variants import listed
from kts.answer.claims.match import tokens
from kts.lexicon.patterns import later
from kts.lexicon.quantities import quantities
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.answer.claims.agree.sides import Sides
    from kts.answer.claims.agree.tables import Row

_SET = r"(?:chang(?:e[sd]?|ing)|sets?|specif\w+|configur\w+|overrid\w+|overwr\w+)"
_NOT = r"(?: (?:not|nothing|nobody|no one|none)|n't)\b"
_UNSET = later(
    rf"\b(?:by default|out of the box|unless\b(?: \w+){{0,4}}? {_SET}"
    rf"|(?:if|when|where|until|as long as)\b(?: \w+){{0,3}}?{_NOT}(?: \w+){{0,3}}? {_SET})\b",
    re.IGNORECASE,
)
_CAN = (
    r"\b(?:can|may|could|must)(?:not|n't| not| never)?\b(?: be)?(?: (?:set|raised|increased|lowered|reduced))?(?: to)?"
)
_AT_MOST = later(rf"{_CAN} (?:at most|up to|no more than|(?:higher|more|greater) than|above|beyond)\b", re.IGNORECASE)
_AT_LEAST = later(rf"{_CAN} (?:at least|no less than|(?:lower|less|smaller) than|below)\b", re.IGNORECASE)
_MEANT = (
    (_UNSET, re.compile(r"\W*(?:the )?(?:default|standard|preset|initial)(?: value| setting)?\W*", re.IGNORECASE)),
    (_AT_MOST, re.compile(r"\W*(?:max\.?|maximum|upper limit|most)(?: value)?\W*", re.IGNORECASE)),
    (_AT_LEAST, re.compile(r"\W*(?:min\.?|minimum|lower limit|least)(?: value)?\W*", re.IGNORECASE)),
)
"""What a claim says of a value -> the head of the column that it means: the default, the most, the least."""
_RESTART = later(r"\b(?:restart\w*|reboot\w*|reload\w*|live|at run ?time|on the fly|hot)\b", re.IGNORECASE)
_NONE_NEEDED = later(
    r"\b(?:without (?:an? |any )?(?:restart\w*|reboot\w*)|no (?:restart|reboot)|(?:not|never|n't) (?:need|require)\w*"
    r"|live|at run ?time|on the fly|hot)\b",
    re.IGNORECASE,
)
_DENIES = later(r"\b(?:not|never|cannot)\b|n't\b", re.IGNORECASE)
_LIVE = later(r"\W*(?:live|dynamic|hot|(?:hot |live )?reload(?:able)?|run ?time|online)\W*", re.IGNORECASE)
"""The head of a column whose `yes` says that nothing is restarted."""
_RESTARTS = later(r"\W*(?:(?:needs?|requires?) )?(?:restart|reboot)(?: needed| required)?\W*", re.IGNORECASE)
_YES = later(r"\W*(?:yes|true|y|\u2713|\u2714)\W*", re.IGNORECASE)
_NO = later(r"\W*(?:no|false|n|\u2717|\u2718)\W*", re.IGNORECASE)
_IS = later(
    r"(?:\b(?:is|are|was|were|be|equals|reads|says|shows|(?:is |are |be )?set (?:to|at)|has|have|to)|[=:]) "
    r"(?:an? |the |always |also )?[`\"'\u201c*]?\Z",
    re.IGNORECASE,
)
"""What stands right before a value that is stated."""


def _own(sides: Sides) -> Row | None:
    """The statement as a row of a table whose whole key the claim names as it is written."""
    own = written_row(sides)
    key = own.values[0].strip("` *") if own else ""
    return own if key and re.search(rf"(?<![\w.-]){re.escape(key)}(?![\w-])", sides.claim, re.IGNORECASE) else None


def implied(sides: Sides) -> Iterator[Finding]:
    """A value that stands under another column than the default or the limit that the claim says it is."""
    own = _own(sides)
    if own is None:
        return
    claim = without_key(sides.claim, own)
    at = next((at for cue, shape in _MEANT if cue.search(claim) for at in _headed(own, shape)), 0)
    for place in _values(claim) if at and own.values[at].strip() else ():
        value = claim[slice(*place)]
        others = [cell for number, cell in enumerate(own.values) if number not in {0, at}]
        if _has(own.values[at], value) or not any(_offers(cell, value, own.values[at]) for cell in others):
            continue
        text = f"under {quoted(own.heads[at])} the evidence gives {quoted(own.values[at])}, not {quoted(value)}"
        yield Finding("cell", conflict=True, text=text, claim=place)
        return


def _headed(own: Row, shape: re.Pattern[str]) -> list[int]:
    return [at for at, head in enumerate(own.heads) if at and shape.fullmatch(head)]


def _values(claim: str) -> list[Span]:
    """The figures of a claim, and a word that it says a thing is."""
    figures = [
        Span(one.start + match.start(), one.start + match.end())
        for one in quantities(claim)
        if (match := _FIGURE.search(one.text))
    ]
    return figures or [Span(*match.span("value")) for match in _IS_SO.finditer(claim)]


_FIGURE = later(r"\d+(?:[.,]\d+)*")
_IS_SO = later(r"\b(?:is|are|was|were|be) (?:set to )?[`\"'\u201c*]?(?P<value>[^\W_][\w-]+)", re.IGNORECASE)


def _offers(cell: str, value: str, own: str) -> bool:
    """Whether a cell has a figure or name, or a word in a list of what may be set, in which the default stands too."""
    if re.search(r"[\d_]", value):
        return _has(cell, value)
    items = {one.strip(" `*\"'").casefold() for one in _ITEMS.split(cell)}
    return items.issuperset({value.casefold(), own.strip(" `*\"'").casefold()})


_ITEMS = later(r"[,;/]|\bor\b")


def _has(cell: str, value: str) -> bool:
    """Whether a cell has a figure or a name as it is written."""
    return re.search(rf"(?<![\w.,-]){re.escape(value)}(?![\w-]|[.,]\d)", cell, re.IGNORECASE) is not None


def live(sides: Sides) -> Iterator[Finding]:
    """A restart that the claim says is needed, or not, where the row says otherwise."""
    own = _own(sides)
    said = _RESTART.search(without_key(sides.claim, own)) if own else None
    if own is None or said is None:
        return
    for head, cell in zip(own.heads[1:], own.values[1:], strict=True):
        on_the_fly, restarts = _LIVE.fullmatch(head), _RESTARTS.fullmatch(head)
        if not (on_the_fly or restarts) or not (_YES.fullmatch(cell) or _NO.fullmatch(cell)):
            continue
        free = bool(_YES.fullmatch(cell)) == bool(on_the_fly)
        if free == _needs_none(sides.claim):
            return
        text = f"under {quoted(head)} the evidence says {quoted(cell)}"
        yield Finding("cell", conflict=True, text=text, claim=Span(*said.span()))
        return


def _needs_none(claim: str) -> bool:
    """Whether a claim says that nothing is restarted: `changed live`, `without a restart`; not `cannot be live`."""
    none = _NONE_NEEDED.search(claim)
    return none is not None and not _DENIES.search(claim, 0, none.start())


def worded(sides: Sides) -> Iterator[Finding]:
    """A cell of words, claimed of the only column that the claim names where that has other words."""
    own = _own(sides)
    if own is None:
        return
    claim = without_key(sides.claim, own)
    meant = named_columns(claim, own.heads)
    cell = own.values[meant[0]] if len(meant) == 1 else ""
    if not tokens(cell) or _stated(claim, cell):
        return
    for at, other in enumerate(own.values):
        place = _stated(claim, other) if at and at != meant[0] and other != cell and tokens(other) else None
        if other.casefold().strip() in listed(cell.casefold()):
            continue
        if place and _IS.search(claim, 0, place.start) and own.heads[at].casefold() not in claim.casefold():
            text = f"under {quoted(own.heads[meant[0]])} the evidence gives {quoted(cell)}, not {quoted(other)}"
            yield Finding("cell", conflict=True, text=text, claim=place)
            return


def _stated(claim: str, cell: str) -> Span | None:
    """Where a claim has a cell as it is written."""
    match = re.search(rf"(?<![\w.-]){re.escape(cell.strip('` *'))}(?![\w-])", claim, re.IGNORECASE)
    return Span(*match.span()) if match else None
