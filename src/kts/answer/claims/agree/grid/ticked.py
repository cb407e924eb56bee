"""What the marks of a matrix say of what its column names: `X`, a tick, a cross, a dash, a letter, nothing.

Which products contain what, who is trained on which machine, what a plan includes. A legend (`X = contains`) decides;
without one a tick and an `X` say yes, a cross says no, and a dash or an empty cell decides nothing, nor does a letter
but for a word that begins with it. What decides nothing supports nothing.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from kts.answer.claims.agree.grid.dated import has_value_elsewhere
from kts.answer.claims.agree.sides import Finding, quoted
from kts.answer.claims.agree.slots import named_columns
from kts.answer.claims.agree.tables import table, written_row
from kts.answer.claims.match import related, stems, tokens
from kts.lexicon.analyse import words
from kts.lexicon.negation import denied, negated
from kts.lexicon.patterns import later
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kts.answer.claims.agree.sides import Sides
    from kts.answer.claims.agree.tables import Row

Says = Literal["yes", "no", "perhaps", "nothing"]

_TICKS = frozenset("\u2713 \u2714 \u2611 \u2705 \u25cf \u2022".split())
_CROSSES = frozenset("\u2717 \u2718 \u274c".split())
_DASHES = frozenset({"", "-", "--", "\u2013", "\u2014"})
_LETTER = later(r"[A-Z]")
_LEGEND = later(
    r"(?<![\w-])(?P<mark>[A-Za-z]|[\u2713\u2714\u2611\u2705\u25cf\u2022\u2717\u2718\u274c]|[-\u2013\u2014])"
    r"(?: ?= ?| means (?!of\b|to\b)| stands for )(?P<said>[^,;=|\n]{2,60})"
)
"""`X = contains`."""
_PERHAPS = later(
    r"\b(?:may|might|possibl[ey]|traces?|part(?:ly|ial\w*)|optional\w*|some|on request|plan\w*)\b", re.IGNORECASE
)
_NOT = later(r"\b(?:not?|none|never|without|absent|free|missing|lacks?|un\w+(?:ed|able))\b", re.IGNORECASE)
_FREE = later(r"[- ]free\b", re.IGNORECASE)
"""Behind the word of a column: `gluten-free`."""
_OF_A_CASE = later(
    r"\b(?:before|until|unless|if|when|while|except|more|longer|earlier|only|other|else|than|yet)\b", re.IGNORECASE
)
"""What makes a denial one of a case, or of more than there is."""
_AWAITED = later(
    r"\b(?:await\w*|wait\w*|open|outstanding|pending|missing|empty|blank|due|expect\w*|unknown|unclear|still|yet|tbd|plan\w*"
    r"|lack\w*|whether)\b",
    re.IGNORECASE,
)
"""What a claim says of a cell in which nothing stands."""


class Marked(NamedTuple):
    """A mark under a column that the claim names: which column, what it says, where the claim names it."""

    at: int
    says: Says
    place: Span


def ticked(sides: Sides) -> Iterator[Finding]:
    """What the claim affirms or denies of a column, where the mark says otherwise or decides nothing."""
    own = written_row(sides)
    if own is None:
        return
    for one in _marks(sides, own):
        is_denied = denied(negated(sides.claim), *one.place) or bool(_FREE.match(sides.claim, one.place.end))
        found = _finding(sides, own, one, is_denied=is_denied)
        if found:
            yield found
            return


def _finding(sides: Sides, own: Row, one: Marked, *, is_denied: bool) -> Finding | None:
    head, cell = quoted(own.heads[one.at]), quoted(own.values[one.at] or " ")
    if one.says == "perhaps" and not _PERHAPS.search(sides.claim):
        return Finding("unmarked", conflict=False, text=f"under {head} {cell} says neither", claim=one.place)
    if (one.says == "yes" and is_denied) or (one.says == "no" and not is_denied):
        if _OF_A_CASE.search(sides.claim):
            return None
        text = f"under {head} the evidence says {cell}"
        return Finding("cell" if _is_of(sides.claim, own) else "negation", conflict=True, text=text, claim=one.place)
    if one.says == "nothing" and not is_denied and not _AWAITED.search(sides.claim):
        return Finding("unmarked", conflict=False, text=f"under {head} the evidence has nothing", claim=one.place)
    return None


def _is_of(claim: str, own: Row) -> bool:
    """Whether a claim has a word of the row's key."""
    said = {token.stem: True for token in tokens(claim)}
    return any(related(token.stem, said) for token in tokens(own.values[0]))


def _marks(sides: Sides, own: Row) -> Iterator[Marked]:
    """The marks under the columns that the claim names, by half of the words of their headers at least."""
    said = {token.stem: True for token in tokens(sides.claim)}
    for at in named_columns(sides.claim, own.heads):
        mine = {token.stem: True for token in tokens(own.heads[at])}
        if 2 * sum(bool(related(stem, said)) for stem in mine) < len(mine):
            continue
        says = _says(sides, own, at)
        if says == "nothing" and has_value_elsewhere(sides.claim, own):
            continue
        place = next(token for token in tokens(sides.claim) if related(token.stem, mine))
        if says:
            yield Marked(at, says, Span(*place[:2]))


def _says(sides: Sides, own: Row, at: int) -> Says | None:
    """What a cell says as a mark, None where it is none."""
    cell = own.values[at].strip()
    told = legend(f"{sides.near}\n{sides.whole}").get("-" if cell in _DASHES else cell.upper())
    if told and cell:
        return told
    if cell in _DASHES:
        return "nothing"
    if cell in _TICKS or cell in _CROSSES:
        return "yes" if cell in _TICKS else "no"
    column = [one.values[at].strip() for one in table(sides.whole, sides.near, own.heads)]
    if not all(len(one) <= 1 for one in column):
        return None
    if cell.upper() == "X":
        return "nothing" if any(one in _TICKS for one in column) else "yes"
    return _by_letter(sides.claim, own, at) if _LETTER.fullmatch(cell) else None


def _by_letter(claim: str, own: Row, at: int) -> Says | None:
    """What a letter says: it stands for a word that begins with it, `R` for who is responsible."""
    cell = own.values[at].strip()
    if cell in {"Y", "N"}:
        return "yes" if cell == "Y" else "no"
    known = stems(f"{own.values[0]} {own.heads[at]}")
    meant = any(word.startswith(cell.lower()) and stems(word).isdisjoint(known) for word in words(claim))
    return None if meant else "perhaps"


@lru_cache(maxsize=256)
def legend(text: str) -> Mapping[str, Says]:
    """What each mark stands for by the legend of a text: `X = contains, M = may contain, - = absent`."""
    found: dict[str, Says] = {}
    for match in _LEGEND.finditer(text):
        said = match["said"]
        says: Says = "perhaps" if _PERHAPS.search(said) else "no" if _NOT.search(said) else "yes"
        mark = match["mark"].upper().replace("\u2013", "-").replace("\u2014", "-")
        found.setdefault(mark, says)
    return found
