"""Which rows of a table meet what a question asks for: all with a yes in the column that it names, all below a minimum.

`Which codes may be retried?` is answered by each row with `retry: yes`, however alike its other words are, and by none
with a no; `Which parts are below minimum stock?` by each row whose stock is less than its minimum.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kts.answer.means import document
from kts.answer.tables.bounded import of_bound
from kts.answer.tables.categories import asked_cells, table_of
from kts.answer.tables.states import of_state
from kts.answer.tables.superlative import UNCOMPARED
from kts.answer.units.quotable import cells
from kts.lexicon.analyse import STOP_WORDS, terms
from kts.lexicon.dates import dates
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from collections.abc import Set as AbstractSet

    from kts.answer.choose.extract import Held
    from kts.answer.means import Gathered, Means
    from kts.answer.units.quotable import Unit

ROWS = 3
"""Rows from which a table is held against a question (a default, not fitted)."""
_SEVERAL = later(
    r"(?i)\A\W*(?:\w+[,:]? ){0,3}?(?:which|what) (?:of (?:the|our) )?(?:[\w-]+ ){0,4}?"
    r"(?!(?:does|is|was|has|its|this|as|his|us|plus|always)\b)[\w-]{2,}(?<!s)s\b"
    r"|\A\W*(?:\w+[,:]? ){0,2}?who (?:all |else )?(?:is|are|can|may|has|have|must|does|do|holds?)\b"
)
"""What asks for all of a kind: `which codes`, `who is trained`."""
_NOT = later(r"(?i)\b(?:not|never|no|without|cannot|lacks?|lacking|missing)\b|n['\u2019]t\b")
_YES = later(r"(?i)(?:yes|y|true|x|\[x\]|ja|oui|ok|\u2713|\u2714|\u2611)\b|[\u2713\u2714\u2611]|\[x\]")
_NO = later(
    r"(?i)(?:no|n|false|\[ \]|nein|non|none|never|expired|overdue|lapsed|withdrawn|-|\u2013|\u2014|\u2717|\u2610)"
)
_REMARKED = later(r"(?i)(?P<said>yes|no|ja|nein|oui|non|true|false)(?:[,;:]| ?[(\u2013\u2014]| - )[^|\n]*")
"""A yes or a no with a remark behind it: `no, draft`, `yes (since 2021)`."""
_LESS = later(r"(?i)\b(?:below|under|less than|fewer than|beneath|short of|lower than)\b")
_MORE = later(r"(?i)\b(?:above|over|more than|exceed(?:s|ed|ing)?|beyond|higher than)\b")
_BOUNDS = {"min": "minimum", "max": "maximum"}
_OF_BOUNDS = frozenset("minimum maximum limit target required allowed permitted planned budget reorder".split())
"""Words that make of the name of a column that of its bound: `stock` and `minimum stock`."""
_WORD = later(r"[^\W_]+")
_FIGURE = later(r"-?\d+(?:\.\d+)?")
SHORTEST = 3
"""Letters of a stem from which a longer word is of its family: `aid` and *aider* (a default, not fitted)."""
FAMILY = 3
"""Letters by which a word of the family is longer (a default, not fitted)."""
BOTH = frozenset({"both", "all", "any", "every", "each"})
"""Cells that hold for whatever the question names."""


class Met(NamedTuple):
    """The rows that meet the question, and those of the same table that do not."""

    rows: tuple[Unit, ...]
    others: frozenset[Unit]


class Listed(NamedTuple):
    """All units, and which rows meet the question; `against` is that there are more of them, or none.

    `keyed` is whether a state, a day or a figure in their cells tells it; `bound` whether a figure does.
    """

    ranked: tuple[tuple[float, Held], ...]
    units: frozenset[Unit] = frozenset()
    against: tuple[str, ...] = ()
    keyed: bool = False
    bound: bool = False


def meeting(question: str, ranked: Sequence[tuple[float, Held]], found: Gathered, means: Means) -> Listed:
    """All rows of a table that meet the question first, where its cells tell; those that do not are left out.

    The table is the lead's, or the first list of what the question names whose cells have the state that it asks for.
    """
    if not ranked:
        return Listed(())
    said = _by_flag(question, ranked, found, means) if asks_for_several(question) else None
    state, bound = None, None
    if said is None:
        state = of_state(question, ranked, found, means, short=UNCOMPARED)
        bound = None if state else of_bound(question, ranked, found, means, short=UNCOMPARED)
    listed = state or bound
    if listed is None:
        against = (OTHER_WAY,) if said is None and _turned(question, ranked[0][1].unit) else ()
        return said or Listed(tuple(ranked), against=against)
    first = _first(ranked, listed.rows[:SHOWN], listed.others)
    told = bool(listed.rows) and not listed.against
    return first._replace(against=listed.against, keyed=told, bound=told and bound is not None)


def _first(ranked: Sequence[tuple[float, Held]], first: Sequence[Held], others: AbstractSet[Unit]) -> Listed:
    units = frozenset(one.unit for one in first)
    kept = (pair for pair in ranked if pair[1].unit not in others | units)
    return Listed((*((ranked[0][0], one) for one in first), *kept), units)


def _by_flag(question: str, ranked: Sequence[tuple[float, Held]], found: Gathered, means: Means) -> Listed | None:
    """The rows of the lead's table by its column of yes and no, or of bounds; None where it has none."""
    hits, lead = found.ranking.hits, ranked[0][1].unit
    key = document(hits[lead.hit])
    rows = [one.unit for _, one in ranked if one.unit.kind == "row" and document(hits[one.unit.hit]) == key]
    said = filtered(question, lead, rows)
    if said is None:
        return None
    first = sorted((one for _, one in ranked if one.unit in said.rows), key=lambda one: one.unit.span)[:SHOWN]
    whole = filtered(question, lead, table_of(lead, hits[lead.hit], means))
    short = (UNCOMPARED,) * (whole is not None and len(whole.rows) > len(first))
    return _first(ranked, first, said.others)._replace(against=short)


SHOWN = 20
"""Rows that meet a question which are shown (a default, not fitted)."""


def filtered(question: str, lead: Unit, table: Sequence[Unit]) -> Met | None:
    """The rows of the lead's table that meet what a question for several asks; None where nothing tells which do."""
    rows = [row for row in table if row.header == lead.header and len(cells(row.text)) == len(cells(lead.header))]
    if lead.kind != "row" or len(rows) < ROWS or not asks_for_several(question):
        return None
    names = cells(lead.header)
    tests = [test for test in (_flagged(question, names, rows), _compared(question, names)) if test]
    if len(tests) != 1:
        return None
    named = asked_cells(question, rows)

    def fits(row: Unit) -> bool:
        held = cells(row.text)
        asked = all(held[at].casefold() in told | BOTH for at, told in named.items())
        return asked and tests[0](held)

    met = tuple(row for row in rows if fits(row))
    return Met(met, frozenset(rows) - frozenset(met)) if met else None


def asks_for_several(question: str) -> bool:
    """Whether a question asks for all of a kind that meet something."""
    return _SEVERAL.search(question) is not None


def compares(question: str) -> bool:
    """Whether a question for several asks which of them lie on one side of a bound."""
    return asks_for_several(question) and bool(_LESS.search(question) or _MORE.search(question))


def _flagged(question: str, names: Sequence[str], rows: Sequence[Unit]) -> Callable[[Sequence[str]], bool] | None:
    """Whether a row has a yes, or a day, in the one column of such that the question names; a no where it says not."""
    asked = [one for one in terms(question) if one not in STOP_WORDS]
    columns = [at for at, name in enumerate(names) if _is_flag(at, rows) and _is_named(name, asked)]
    if len(columns) != 1:
        return None
    (at,), wants_no = columns, bool(_NOT.search(question))
    return lambda held: bool(held[at]) and _is_no(held[at]) == wants_no


def _is_flag(at: int, rows: Sequence[Unit]) -> bool:
    """Whether a column holds yes and no, or days and no, and both occur."""
    values = [value for row in rows if (value := cells(row.text)[at])]
    told = {_is_no(value) for value in values}
    return len(told) > 1 and all(_is_no(one) or _is_yes(one) or _is_day(one) for one in values)


def _is_no(value: str) -> bool:
    return bool(_NO.fullmatch(_said(value)))


def _is_yes(value: str) -> bool:
    return bool(_YES.fullmatch(_said(value)))


def _said(value: str) -> str:
    """A cell without its emphasis, and without the remark behind a yes or a no."""
    bare = value.strip("*` ")
    remarked = _REMARKED.fullmatch(bare)
    return remarked["said"] if remarked else bare


OTHER_WAY = "the rows that are cited say the opposite of what is asked for"


def _turned(question: str, lead: Unit) -> bool:
    """Whether a row has a yes in a column that a question denies, or a no in one that it does not deny.

    So it is where the other cells of the column are neither, and no rows can be told by it.
    """
    names, held = cells(lead.header), cells(lead.text)
    if lead.kind != "row" or len(names) != len(held) or not asks_for_several(question):
        return False
    asked = [one for one in terms(question) if one not in STOP_WORDS]
    wants_no = bool(_NOT.search(question))
    told = [value for name, value in zip(names, held, strict=True) if _is_named(name, asked)]
    plain = [value for value in told if _is_yes(value) or _is_no(value)]
    return bool(plain) and all(_is_no(one) != wants_no for one in plain)


def _is_day(value: str) -> bool:
    return len(found := dates(value)) == 1 and found[0].end - found[0].start == len(value)


def _is_named(name: str, asked: Sequence[str]) -> bool:
    """Whether a question has each word of a column's name, or one of its family: `First aid` and *first aiders*."""
    words = [found for one in _WORD.findall(name) if (found := terms(one))]
    return bool(words) and all(any(_kin(form, other) for form in forms for other in asked) for forms in words)


def _kin(one: str, other: str) -> bool:
    shorter, longer = sorted((one, other), key=len)
    return one == other or (
        len(shorter) >= SHORTEST and longer.startswith(shorter) and len(longer) - len(shorter) <= FAMILY
    )


def _compared(question: str, names: Sequence[str]) -> Callable[[Sequence[str]], bool] | None:
    """Whether the number in one column lies below, or above, the bound that another one holds for it."""
    less, more = bool(_LESS.search(question)), bool(_MORE.search(question))
    words = [frozenset(_BOUNDS.get(one, one) for one in _WORD.findall(name.casefold())) for name in names]
    asked = frozenset(_WORD.findall(question.casefold()))
    pairs = [
        (value, bound)
        for value, own in enumerate(words)
        for bound, whole in enumerate(words)
        if own and own < whole <= asked and whole - own <= _OF_BOUNDS
    ]
    if less == more or len(pairs) != 1:
        return None
    value, bound = pairs[0]

    def fits(held: Sequence[str]) -> bool:
        if not (_FIGURE.fullmatch(held[value]) and _FIGURE.fullmatch(held[bound])):
            return False
        own, limit = float(held[value]), float(held[bound])
        return own < limit if less else own > limit

    return fits
