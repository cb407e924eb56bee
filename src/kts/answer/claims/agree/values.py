"""Whether the numbers, units, comparators and dates of a claim are those of the statement."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.claims.agree.often import as_changed, as_often
from kts.answer.claims.agree.sides import Finding, quoted
from kts.lexicon.analyse import terms
from kts.lexicon.dates import dates
from kts.lexicon.negation import denied as denied_by
from kts.lexicon.negation import negated
from kts.lexicon.patterns import later
from kts.lexicon.quantities import comparable, quantities, same, worth
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.answer.claims.agree.sides import Sides
    from kts.lexicon.quantities import Quantity

UP, DOWN = frozenset({">", ">="}), frozenset({"<", "<="})
_SHARE = {"number", "percent"}
PLAIN = frozenset({"number", "count"})


def numbers(sides: Sides) -> Iterator[Finding]:
    """Numbers and units of the claim that the statement gives otherwise, or not at all."""
    stated = quantities(sides.statement)
    for at, (said, same_value) in enumerate(twins(sides.claim, sides.statement)):
        one = _by_its_noun(said, stated)
        headed = {other: _headed(sides, other) for other in stated} if one.per else {}
        alike = [other for other in same_value if not _only_a_key(sides, one, other) and not headed.get(other)]
        alike += [other for other, per in headed.items() if per and equal(one, other._replace(per=per))]
        found = alike or [other for other in stated if not headed.get(other) and _same_period(sides, one, other)]
        if found:
            yield from _compared(sides, one, found)
        elif as_often(sides, one) or as_changed(sides, one) or _is_a_version(sides, one):
            continue
        elif not _idle(one) or _counted_otherwise(one, stated):
            near = any(_of_a_kind(one, other) for other in twins(sides.claim, sides.near)[at][1])
            yield _differing(sides, one, unclaimed(sides.claim, sides.statement), near=near)


def _is_a_version(sides: Sides, one: Quantity) -> bool:
    """Whether a decimal names a version that stands where the statement does: `4.1` under `Firmware 4.1`."""
    mark = _DECIMAL.match(one.text)
    if mark is None or one.kind not in PLAIN or one.comparator:
        return False
    named = re.compile(
        rf"(?:version|release|firmware|software|fw|v)s?[ .]?(?:\d[\d.]*(?:,| and| or| to) ){{0,8}}{re.escape(mark[0])}"
        r"(?![.,]?\d)",
        re.IGNORECASE,
    )
    return bool(named.search(f"{sides.statement}\n{sides.near}\n{sides.about}"))


_DECIMAL = later(r"\d{1,2}\.\d{1,2}(?=\s|\Z)")


def _of_a_kind(one: Quantity, other: Quantity) -> bool:
    """Whether an equal figure beside the statement may be of the claim's unit: a bare 1, which is frequent, is none."""
    return other.kind != "number" or other.value != 1 or one.kind in PLAIN


def _only_a_key(sides: Sides, one: Quantity, other: Quantity) -> bool:
    """Whether a stated number is what a row is called, and no value of the claim's unit: tier 2, for 2 hours."""
    if other.kind != "number" or not one.unit or not sides.statement.startswith("|"):
        return False
    header = sides.near.lstrip().partition("\n")[0].split("|")
    first = header[1].lower() if len(header) > 1 else one.unit
    return other.end <= sides.statement.find("|", 1) and one.unit.lower() not in first


@lru_cache(maxsize=64)
def twins(claim: str, statement: str) -> tuple[tuple[Quantity, tuple[Quantity, ...]], ...]:
    """Each quantity of a claim with those of a statement that are equal to it; compared once for all rules."""
    stated = quantities(statement)
    return tuple((one, tuple(other for other in stated if equal(one, other))) for one in quantities(claim))


@lru_cache(maxsize=64)
def unclaimed(claim: str, statement: str) -> tuple[Quantity, ...]:
    """The quantities of a statement that are equal to none of the claim."""
    claimed = {other for _, alike in twins(claim, statement) for other in alike}
    return tuple(other for other in quantities(statement) if other not in claimed)


_PERIODS = MappingProxyType(
    {"hourly": "hour", "daily": "day", "weekly": "week", "monthly": "month", "quarterly": "quarter"}
    | dict.fromkeys(("annual", "annually", "yearly"), "year")
)
_PERIODIC = later(
    rf"\b(?:{'|'.join(_PERIODS)})\b|\b(?:a|per|each|every|any) "
    r"(?:(?:contract|calendar|financial|fiscal|rolling|policy|tax|leave|service|academic|school) )?"
    r"(?P<unit>hour|day|week|month|quarter|year)\b",
    re.IGNORECASE,
)


def _same_period(sides: Sides, one: Quantity, other: Quantity) -> bool:
    """Whether a rate and an amount are the same, the amount's period standing elsewhere: an annual rent of 900."""
    if bool(one.per) == bool(other.per) or not equal(one._replace(per=""), other._replace(per="")):
        return False
    return (one.per or other.per) in _periods(sides.statement if one.per else sides.claim)


def _headed(sides: Sides, other: Quantity) -> str:
    """The period that the header of its column gives an amount in a row: `Annual fee`; nothing where it gives none."""
    if other.kind != "money" or other.per or not sides.statement.startswith("|"):
        return ""
    heads = sides.near.lstrip().partition("\n")[0].split("|")
    at = sides.statement.count("|", 0, other.start)
    named = _periods(heads[at]) if heads[0] == "" and at < len(heads) else frozenset[str]()
    return next(iter(named)) if len(named) == 1 else ""


@lru_cache(maxsize=256)
def _periods(text: str) -> frozenset[str]:
    """The periods that a text names outside its amounts."""
    return frozenset((match["unit"] or _PERIODS[match[0].lower()]).lower() for match in _PERIODIC.finditer(text))


def equal(claimed: Quantity, stated: Quantity) -> bool:
    """Whether a stated quantity is the claimed one: also a share as a percentage, and a bare cell with its value."""
    if same(claimed, stated) or _cents(claimed, stated) or _cents(stated, claimed):
        return True
    if stated.upper is not None and comparable(claimed, stated) and claimed.upper is None:
        return same(claimed, stated._replace(value=stated.upper, upper=None)) or same(
            claimed, stated._replace(upper=None)
        )
    if {claimed.kind, stated.kind} == {"percent", "number"}:
        share, percent = (claimed, stated) if claimed.kind == "number" else (stated, claimed)
        return same(share._replace(value=100 * share.value, unit="percent", kind="percent"), percent._replace(per=""))
    bare = stated.kind == "number" or (claimed.kind == "number" and stated.kind in PLAIN)
    both_counted = claimed.kind == stated.kind == "count"
    ordinal = "ordinal" in {claimed.kind, stated.kind} and {claimed.kind, stated.kind} <= {*PLAIN, "ordinal"}
    return (bare or both_counted or ordinal) and abs(claimed.value - stated.value) <= 1e-9 * abs(claimed.value)


def _cents(one: Quantity, other: Quantity) -> bool:
    """Whether cents, which name no currency, are an amount of another one in hundredths."""
    if one.unit != "cent" or other.kind != "money" or one.per != other.per:
        return False
    return abs(one.value / 100 - other.value) <= 1e-9 * abs(one.value)


def _idle(one: Quantity) -> bool:
    """A `one`, `first` or `a month` in words says little: a statement need not repeat it."""
    if one.value == 1 and not one.comparator and _ARTICLE.match(one.text) and one.text.count(" ") == 1:
        return True
    return one.value in {1, 2} and not one.text[0].isdigit() and one.kind in {"ordinal", "number", "count"}


def takes_back(text: str, start: int) -> bool:
    """Whether a `not` there only takes a value back beside another one: `on 16 June, not 9 June`."""
    found = _BACK.match(text, max(0, start - 2))
    return found is not None and found.end() in {
        *(one.start for one in dates(text)),
        *(one.start for one in quantities(text)),
    }


_BACK = later(r"(?:, |\()not (?:(?:on|at|by|until|in) )?(?:the )?", re.IGNORECASE)


def _by_its_noun(one: Quantity, stated: Sequence[Quantity]) -> Quantity:
    """A count with the noun right behind it as its unit, where the statement counts that: `one person signs`."""
    noun = terms(one.text.split(" ", 2)[1])[:1] if one.kind == "count" and one.text.count(" ") > 1 else []
    units = {other.unit for other in stated if other.kind == "count"}
    return one._replace(unit=noun[0]) if noun and noun[0] in units and one.unit not in units else one


def _counted_otherwise(one: Quantity, stated: Sequence[Quantity]) -> bool:
    """Whether a small number of things stands against another number of the same: two test mails, three test mails."""
    if one.kind != "count" or (one.value == 1 and not _JUST_ONE.match(one.text)):
        return False
    return any(one.unit == other.unit for other in stated)


_JUST_ONE = later(r"one (?!of\b)|a single ", re.IGNORECASE)


_ARTICLE = later(r"(?:a|an|any|each|every)\b", re.IGNORECASE)


def _differing(sides: Sides, one: Quantity, free: Sequence[Quantity], *, near: bool) -> Finding:
    """What a quantity is without an equal in the statement: `free` are those there that nothing in the claim equals."""
    here = Span(one.start, one.end)
    if _an_instance(sides.claim, one) and _is_case(sides.statement, one, _ranges(sides.statement, free)):
        return Finding("number_near", conflict=False, text=f"{quoted(one.text)} is within what is stated", claim=here)
    step = stepped(sides, one)
    if step and holds(step.bound, one):
        return Finding(
            "number_near", conflict=False, text=f"{quoted(one.text)} is a case of what is stated", claim=here
        )
    if any(_in_range(other, one) for other in _ranges(sides.statement, free)) or any(
        _unrated(one, other) for other in free
    ):
        text = f"the evidence does not give {quoted(one.text)} alone"
        return Finding("number_gap", conflict=False, text=text, claim=here)
    for kind, rivals in (("unit", _other_units(one, free)), ("number", _other_values(one, free))):
        if rivals:
            rival = rivals[0]
            text = f"the claim says {quoted(one.text)}, the evidence {quoted(rival.text)}"
            name = "number_elsewhere" if near else kind
            place, weight = (
                Span(rival.start, rival.end),
                _sure(sides, one, rival) if kind == "number" else 1.0,
            )
            return Finding(name, conflict=not near, text=text, claim=here, evidence=place, weight=weight)
    if near:
        text = f"{quoted(one.text)} stands near the evidence, not in it"
        return Finding("number_near", conflict=False, text=text, claim=here)
    return Finding("number_gap", conflict=False, text=f"the evidence does not give {quoted(one.text)}", claim=here)


UNSURE = 0.5
"""Weight of another value that forbids support and may yet agree with what is stated; only the order counts."""


class Step(NamedTuple):
    """A value of the claim, its twin in the statement, and the bound under which that stands there."""

    claimed: Quantity
    stated: Quantity
    bound: Quantity


def stepped(sides: Sides, case: Quantity) -> Step | None:
    """Another value of the claim than its case, with its bound: `below 97 %, 5 credits; below 94 %, 12 credits`."""
    free = unclaimed(sides.claim, sides.statement)
    bounds = [one for one in free if one.comparator in UP | DOWN and comparable(one, case)]
    if case.comparator or not bounds or sides.statement.startswith("|"):
        return None
    for one, alike in twins(sides.claim, sides.statement):
        before = [bound for bound in bounds if len(alike) == 1 and bound.end <= alike[0].start]
        if one.start != case.start and before and alike[0] not in bounds:
            return Step(one, alike[0], before[-1])
    return None


def _sure(sides: Sides, one: Quantity, rival: Quantity) -> float:
    """How surely another value denies the stated one.

    A plain value beside a bound or a range may be a case of it (a club of 35 for `up to 40 members`), one that the
    stated values give together a consequence of them, a count of other things no rival at all; the cells of a row are
    each of their own column, unless these are limits (`Low`, `High`). Of five hundred invented passages' claims, such
    values were in more true than false ones.
    """
    case = (rival.comparator in UP | DOWN or rival.upper is not None) and one.comparator not in UP | DOWN
    digits = one.text[:1].isdigit() and rival.text[:1].isdigit()
    other_things = {one.kind, rival.kind} <= PLAIN and one.unit != rival.unit and not digits
    shares = {one.kind, rival.kind} == _SHARE
    loose = other_things or shares or _follows(one, quantities(sides.statement))
    row = sides.statement.startswith("|")
    limits = row and _an_instance(sides.claim, one) and bool(LIMITS.search(sides.near.partition("\n")[0]))
    return UNSURE if case or limits or (loose and not row) else 1.0


LIMITS = later(
    r"(?i)\|[^|]*\b(?:low|high|lower|upper|min|max|minimum|maximum|limit|threshold|target|at least|up to|from|to)\b"
    r"[^|]*\|"
)


def _follows(one: Quantity, stated: Sequence[Quantity]) -> bool:
    """Whether a value is the sum, difference, product or quotient of two stated ones, or what a share leaves."""
    values = [other.value for other in stated]
    made = [100 - other.value for other in stated if other.kind == "percent"]
    for at, first in enumerate(values):
        for second in values[at + 1 :]:
            made += [first + second, abs(first - second), first * second]
            made += [first / second if second else 0.0, second / first if first else 0.0]
    return any(abs(one.value - value) <= _SLACK * abs(value) for value in made)


_SLACK = 0.02
"""Relative difference up to which a value is the outcome of a reckoning: people round it; as for `about`."""
_INSTANCE = later(
    r"\b(?:an?|each|every|any|invests?|orders?|costs?|weighs?|worth) (?:[\w-]+ ){0,2}(?:of )?\Z"
    r"|(?<![\w-])(?P<noun>[a-z]{3,}) of (?:(?:about|some|force|grade|level|class) )?\Z"
    r"|\b(?:if|when|whenever|where|once|in case)\b[^,.;]{0,60} (?:is|are|was|were|reaches|lasts?|takes?) \Z",
    re.IGNORECASE,
)
_OF_VALUES = frozenset(
    "allowance amount bonus cap ceiling charge charges compensation cost credit deadline deposit discount duty excess "
    "fee fees fine fines floor interest limit limits maximum minimum notice payment penalty percentage period premium "
    "price rate rates rent retention salary share sum surcharge term terms total value wage".split()
)
"""What a value behind it is the value of, no case: a fee of 20 pounds."""


LEAD = 80
"""Characters before a value in which stands what it is of (a default: two words and an article have some 30)."""


def within_bound(sides: Sides, end: int) -> bool:
    """Whether words that end there only set a bound within which the claim's case lies: `worth more than 5,000`."""
    free = unclaimed(sides.claim, sides.statement)
    bounds = [other for other in free if _bounded(other) and 0 <= other.start - end <= 1]
    return any(
        _an_instance(sides.claim, one) and holds(bound, one) for bound in bounds for one in quantities(sides.claim)
    )


def _is_case(statement: str, one: Quantity, stated: Sequence[Quantity]) -> bool:
    """Whether a value lies within what is stated, or on the other side of a bound that the statement speaks of too."""
    bounds = [other for other in stated if comparable(other, one) and (_bounded(other) or other.upper is not None)]
    return any(holds(other, one) for other in bounds) or any(_BEYOND.search(statement, other.end) for other in bounds)


def _an_instance(text: str, one: Quantity) -> bool:
    """Whether a value only says which thing is spoken of: a nine-hour flight, a batch of 800 units."""
    hyphened = "-" in one.text or text[one.end : one.end + 1] == "-"
    lead = _INSTANCE.search(text, max(0, one.start - LEAD), one.start)
    if one.kind == "time_of_day" and not one.comparator:
        return True
    if one.comparator or lead is None:
        return False
    of = re.search(r"([a-z]+) of (?:\w+ )?\Z", lead[0].lower())
    if of and of[1] in _OF_VALUES:
        return False
    return hyphened or lead["noun"] is not None or lead[0].endswith("of ") or lead[0][0] not in "aA"


def _in_range(other: Quantity, one: Quantity) -> bool:
    """Whether a value lies between the two ends that the statement gives."""
    if other.upper is None or not comparable(other, one):
        return False
    return worth(other) <= worth(one) <= worth(other._replace(value=other.upper))


def _ranges(text: str, found: Sequence[Quantity]) -> list[Quantity]:
    """Quantities, those of `between A and B` as one range beside the two."""
    pairs = [
        one._replace(upper=other.value)
        for one, other in pairwise(found)
        if comparable(one, other) and _BETWEEN.search(text, 0, one.start) and _TO.fullmatch(text, one.end, other.start)
    ]
    return [*found, *pairs]


_BETWEEN = later(r"\b(?:between|from) \Z", re.IGNORECASE)
_TO = later(r" (?:and|to) ", re.IGNORECASE)


def _unrated(one: Quantity, other: Quantity) -> bool:
    """Whether only the claim leaves out by what period an amount is."""
    return bool(other.per) and not one.per and equal(one, other._replace(per=""))


def holds(bound: Quantity, one: Quantity) -> bool:
    """Whether a value lies on the stated side of a bound, or within a range."""
    if not comparable(bound, one):
        return False
    if _in_range(bound, one):
        return True
    difference = worth(one) - worth(bound)
    above, equal_ = difference > 0, abs(difference) <= 1e-9 * abs(worth(bound))
    return {
        ">": above and not equal_,
        ">=": above or equal_,
        "<": not above and not equal_,
        "<=": not above or equal_,
    }.get(bound.comparator, False)


def complementary(sides: Sides) -> bool:
    """Whether one side says of all above a bound what the other denies of all up to it: both say the same."""
    return any(
        _bounded(one) * _bounded(other) < 0 and _direction(sides.claim, one) * _direction(sides.statement, other) > 0
        for one, alike in twins(sides.claim, sides.statement)
        for other in alike
    )


def _bounded(one: Quantity) -> int:
    return 1 if one.comparator in UP else -1 if one.comparator in DOWN else 0


def _other_units(one: Quantity, stated: Sequence[Quantity]) -> list[Quantity]:
    """The same figure with another unit: two months for two years."""
    return [
        other
        for other in stated
        if other.value == one.value
        and ((other.unit and one.unit and other.unit != one.unit and one.kind != "count") or _other_rate(one, other))
    ]


def _other_rate(one: Quantity, other: Quantity) -> bool:
    """The same figure a week and a month."""
    return bool(one.per and other.per and one.per != other.per and one.unit == other.unit)


def _other_values(one: Quantity, stated: Sequence[Quantity]) -> list[Quantity]:
    found = [
        other
        for other in stated
        if (comparable(one, other) and _measured(one) and _measured(other)) or {one.kind, other.kind} == _SHARE
    ]
    if {one.kind} < _SHARE and one.kind == "number" and one.value >= 1:
        found = [other for other in found if other.kind != "percent"]
    return sorted(found, key=lambda other: (other.unit != one.unit, other.start))


def _measured(one: Quantity) -> bool:
    return one.kind != "ordinal" and (bool(one.unit) or one.text[:1].isdigit() or one.kind == "ratio" or one.value > 2)  # noqa: PLR2004


def _compared(sides: Sides, one: Quantity, twins: Sequence[Quantity]) -> Iterator[Finding]:
    """At least against at most, unless exactly one of the two stands under a negation."""
    sign = _ahead(sides.claim, one)
    signs = [_ahead(sides.statement, other) for other in twins]
    if _both_denied(sides, one, twins) or _BEYOND.search(sides.statement):
        return
    if sides.statement.startswith("|") and _LIMIT_IS.search(sides.claim, 0, one.start):
        return
    if sign and signs and all(other == -sign for other in signs):
        text = f"the claim says {_spelled(sides.claim, one)}, the evidence {_spelled(sides.statement, twins[0])}"
        span = Span(twins[0].start, twins[0].end)
        yield Finding("comparator", conflict=True, text=text, claim=Span(one.start, one.end), evidence=span)


_BEYOND = later(
    r"\b(?:more|less|longer|older|above|below|over|beyond|under|after|later) (?:than )?(?:that|this|it|those)\b|"
    r"\b(?:otherwise|(?:any|every)thing (?:more|else|above)|larger ones|older ones|the rest)\b",
    re.IGNORECASE,
)
"""What speaks of the other side of a bound too: `up to 10 days; more than that needs a supervisor`."""


_LIMIT_IS = later(r"\blimits? (?:is|are|was|were|of) (?:[\w-]+ ){0,2}\Z", re.IGNORECASE)
"""A limit may be on either side: in a row `the limit is 72` states `>= 72`, too."""


def _both_denied(sides: Sides, one: Quantity, twins: Sequence[Quantity]) -> bool:
    """Whether both sides give the same bound and both deny something before it, however far the denials reach."""
    if any(_bounded(other) != _bounded(one) for other in twins):
        return False
    return any(scope.cue_end <= one.start for scope in negated(sides.claim)) and all(
        any(scope.cue_end <= other.start for scope in negated(sides.statement)) for other in twins
    )


def _direction(text: str, one: Quantity) -> int:
    """1 for a lower bound, -1 for an upper one, 0 for none; a negated clause turns it round."""
    sign = _bounded(one)
    return -sign if sign and _turned(text, one) else sign


def _ahead(text: str, one: Quantity) -> int:
    """The direction of a bound; the latest moment before an event is the least time before it.

    `No later than 2 days before` is at least 2 days; `up to 2 days before` may be either.
    """
    sign = _direction(text, one)
    if one.kind != "duration" or one.comparator not in DOWN or not _BEFORE.match(text, one.end):
        return sign
    lead = text[max(0, one.start - LEAD_IN) : one.start]
    return -sign if _LATEST.search(lead) else 0 if _UP_TO.search(lead) else sign


def as_early(sides: Sides) -> bool:
    """Whether both sides give the same time before an event by other bounds: at least, no later than."""
    return any(
        one.comparator != other.comparator and _ahead(sides.claim, one) == _ahead(sides.statement, other) != 0
        for one, alike in twins(sides.claim, sides.statement)
        for other in alike
    )


_BEFORE = later(r"\W*(?:before|prior to|ahead of|in advance|beforehand|earlier)\b", re.IGNORECASE)
_LATEST = later(r"\b(?:(?:no|not) later than|at the latest|latest) (?:by )?\Z", re.IGNORECASE)
_UP_TO = later(r"\b(?:up to|until|till) \Z", re.IGNORECASE)
LEAD_IN = 24
"""Characters before a bound in which its comparator stands."""


def _turned(text: str, one: Quantity) -> bool:
    """Whether a bound is denied: by a negation before it, or one after it in the same stretch between commas."""
    scopes = [
        scope for scope in negated(text) if scope.cue_end <= one.start or "," not in text[one.end : scope.cue_start]
    ]
    return denied_by(scopes, one.start, one.end)


def _spelled(text: str, one: Quantity) -> str:
    start = max(0, text.rfind(" ", 0, max(0, one.start - 14)), text.rfind("|", 0, one.start) + 1)
    return quoted(text[start : one.end])
