"""Quantities in text: amounts, percentages, durations, times of day, counts; compared whatever their spelling.

`thirty-six (36) hours`, `36 hours` and `a day and a half` are the same quantity. Dates, codes, versions and the
numbers of sections are none.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kts.lexicon.dates import dates
from kts.lexicon.patterns import later
from kts.lexicon.quantities_notation import anglicised
from kts.lexicon.quantities_numbers import numbers
from kts.lexicon.quantities_patterns import (
    ADVERBS,
    AFTER,
    BEFORE,
    CLOCK,
    CURRENCY,
    ECHO,
    LABEL,
    NO_NOUN,
    OF_ONE,
    ONE_UNIT,
    OR_MORE,
    PER,
    PRODUCT,
    RATIO,
    SHARED,
    UNIT_AND_PART,
    UPWARD,
    WORD_AFTER,
)
from kts.lexicon.quantities_spelt_abroad import spelt_abroad
from kts.lexicon.quantities_units import (
    IRREGULAR,
    NO_UNITS,
    PHRASES,
    SIGN,
    SPELLINGS,
    UNITS,
    convertible,
    in_base,
    kind_of,
    signed,
    singular,
)
from kts.lexicon.tongues import is_function_word, tongue
from kts.lexicon.unwrapped import unwrapped

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kts.lexicon.quantities_numbers import Number

EXACT = 1e-6
"""Relative difference up to which two values are one: what a division such as one-twelfth leaves."""
ROUNDED = 0.02
"""Relative difference that `about` allows; a default, not fitted."""
APART = 6
"""Characters between two numbers that may belong together, at most: `, and ` is the longest."""
NOUN = 3
"""Words after a number among which the counted noun is looked for."""
MANY = 1_000
"""A number from which `a month` behind it is a rate: `half a million a month`, but `half a month`."""
MEASURED = frozenset({"money", "percent", "duration", "time_of_day", "measure"})
"""Kinds of quantities with a unit of measure, money or time."""
SIDE = 48
"""Characters before a number in which its comparator stands."""


class Quantity(NamedTuple):
    """`text == source[start:end]`; `upper` is the other end of a range.

    `unit` is canonical (USD, percent, day, business_day, month, ...), the singular of the counted noun, or empty.
    `kind`: money, percent, duration, time_of_day (minutes after midnight), count, ordinal, measure, ratio, number.
    `comparator`: "", "<=", "<", ">=", ">" or "~"; `per` is the unit of a rate, `$750 a month`.
    """

    start: int
    end: int
    text: str
    value: float
    upper: float | None
    unit: str
    kind: str
    comparator: str
    per: str = ""


class _Found(NamedTuple):
    """A number with what was read around it."""

    start: int
    end: int
    value: float
    unit: str
    kind: str
    after: str = ""
    per: str = ""
    upper: float | None = None
    words: bool = False


@lru_cache(maxsize=4096)
def quantities(text: str) -> tuple[Quantity, ...]:
    """The quantities of `text` in order, not overlapping; also over the end of a line."""
    line = unwrapped(text)
    return tuple(
        one._replace(start=start, end=end, text=text[start:end])
        for one in _quantities(line.text)
        for start, end in (line.span(one.start, one.end),)
    )


def _quantities(written: str) -> tuple[Quantity, ...]:
    text = anglicised(written)
    taken = [(found.start, found.end) for found in dates(written) if found.kind != "month_name"]
    whole = [found for found in (*_ratios(text), *_clocks(text), *_and_parts(text)) if _free(found, taken)]
    taken += [(found.start, found.end) for found in whole]
    whole += _counted(text, taken)
    taken += [(found.start, found.end) for found in whole]
    whole += [found for found in _single_units(text) if _free(found, taken)]
    return tuple(_finished(text, one) for one in _joined(text, sorted(whole)))


def same(a: Quantity, b: Quantity) -> bool:
    """Whether two quantities are worth the same: units converted, rates too; comparators are not looked at.

    A value after `about` on either side may differ by `ROUNDED`. A plain number equals one with a counted noun.
    """
    if not comparable(a, b) or (a.per and b.per and not convertible(a.per, b.per)):
        return False
    tolerance = ROUNDED if "~" in {a.comparator, b.comparator} else EXACT
    return _close(worth(a), worth(b), tolerance) and _close(worth(a, a.upper), worth(b, b.upper), tolerance)


def comparable(a: Quantity, b: Quantity) -> bool:
    """Whether two quantities measure the same kind of thing, so that a difference of value is one."""
    if "time_of_day" in {a.kind, b.kind} or "ratio" in {a.kind, b.kind}:
        return a.kind == b.kind
    if "ordinal" in {a.kind, b.kind}:
        return a.kind == b.kind or "number" in {a.kind, b.kind}
    loose = {"number", "count"}
    if a.kind in loose and b.kind in loose:
        return not a.unit or not b.unit or a.unit == b.unit
    if not convertible(a.unit, b.unit):
        return False
    return not (a.per and b.per) or convertible(a.per, b.per)


def worth(quantity: Quantity, value: float | None = None) -> float:
    """The value, or another of the same quantity, in the base unit of its kind; a rate in its base period."""
    value = in_base(quantity.value if value is None else value, quantity.unit)
    if quantity.kind == "time_of_day":
        return quantity.value
    return value / UNITS[quantity.per].factor if quantity.per in UNITS else value


def _close(a: float, b: float, tolerance: float) -> bool:
    return abs(a - b) <= tolerance * max(abs(a), abs(b))


def _free(found: _Found | Number, taken: Iterable[tuple[int, int]]) -> bool:
    return not any(found.start < right and left < found.end for left, right in taken)


def _counted(text: str, taken: Sequence[tuple[int, int]]) -> list[_Found]:
    """The numbers with their units; an echo in brackets belongs to the one before it."""
    counted: list[_Found] = []
    for number in sorted((*numbers(text), *spelt_abroad(text))):
        if counted and number.start < counted[-1].end:
            continue
        found = _read(text, number) if _free(number, taken) else None
        if found is not None:
            counted.append(found)
    return counted


def _ratios(text: str) -> list[_Found]:
    return [_Found(m.start(), m.end(), float(m[1]) / float(m[2]), "", "ratio") for m in RATIO.finditer(text)]


def _clocks(text: str) -> list[_Found]:
    return [
        _Found(match.start(), match.end(), _minutes(match), "minute", "time_of_day") for match in CLOCK.finditer(text)
    ]


def _minutes(match: re.Match[str]) -> float:
    """Minutes after midnight."""
    if match["word"]:
        return 720.0 if match["word"].lower() == "noon" else 0.0
    hour = int(match["hour"] or match["hour2"] or match["hour3"])
    minute = int(match["minute"] or match["minute2"] or 0)
    late = (match["half"] or "").lower().startswith("p") or (match["part"] or match["part3"] or "") in {
        "afternoon",
        "evening",
    }
    early = (match["half"] or "").lower().startswith("a")
    noon = 12
    if late and hour < noon:
        hour += noon
    if early and hour == noon:
        hour = 0
    return float(60 * hour + minute)


def _and_parts(text: str) -> list[_Found]:
    """`a day and a half`, `two years and a quarter`."""
    found = []
    for match in UNIT_AND_PART.finditer(text):
        count = next((number.value for number in numbers(match["count"])), 1.0)
        part = {"half": 0.5, "quarter": 0.25, "third": 1 / 3}[match["part"].lower()]
        unit = _unit_word(match["unit"])
        found.append(_Found(match.start(), match.end(), count + part, unit, kind_of(unit)))
    return found


def _single_units(text: str) -> list[_Found]:
    """`within a day`: one day; `a month` after an amount is a rate and none."""
    found = []
    for match in ONE_UNIT.finditer(text):
        unit = _unit_word(match["unit"])
        value = 1e6 if unit == "USD" else 1.0
        found.append(_Found(match.start("one"), match.end("one"), value, unit, kind_of(unit), words=True))
    return found


def _unit_word(words: str) -> str:
    """The unit of `business day`, `calendar month`, `weeks`."""
    folded = words.lower()
    for pattern, name in PHRASES:
        if name and pattern.match(folded):
            return name
    last = folded.split()[-1]
    return SPELLINGS.get(last) or SPELLINGS.get(last + "s", last)


def _read(text: str, number: Number) -> _Found | None:
    """A number with its currency or unit; None when it names something instead of counting it."""
    before = text[max(0, number.start - SIDE) : number.start]
    currency = CURRENCY.search(before)
    start = number.start - len(currency[0]) if currency else number.start
    if not currency and _names(text, before, number):
        return None
    end, after = _past_echo(text, number)
    if currency:
        unit = SPELLINGS[(currency[1] or currency[2]).lower()]
    else:
        unit, end, more = _unit(text, end, number)
        after = after or more
    if _only_a_pronoun(text, number, unit):
        return None
    per, end = _rate(text, end, unit)
    kind = "ordinal" if number.ordinal else kind_of(unit)
    return _Found(start, end, number.value, "" if number.ordinal else unit, kind, after, per, words=number.words)


def _names(text: str, before: str, number: Number) -> bool:
    """Whether the number is the name of something: Section 3, version 7.4, Tessaro 7.2. `Only 2.4 GHz` is an amount."""
    if number.words:
        return False
    if LABEL.search(before):
        return not re.match(r"\s?(?:%|percent)", text[number.end : number.end + 9])
    plain = text[number.start : number.end]
    if not re.fullmatch(r"\d{1,2}\.\d{1,2}", plain) or not PRODUCT.search(before):
        return False
    scaled = re.match(r"[ -]?(?:%|percent|million|billion|times|points)", text[number.end : number.end + 10])
    return not scaled and kind_of(_unit(text, number.end, number)[0]) not in MEASURED


def _past_echo(text: str, number: Number) -> tuple[int, str]:
    """Behind `(36)` in `thirty-six (36) hours`, where that is the same number."""
    echo = ECHO.match(text, number.end)
    if echo and number.words and float(echo[1].replace(",", "")) == number.value and not echo[2]:
        return echo.end(), ""
    return number.end, ""


def _unit(text: str, end: int, number: Number) -> tuple[str, int, str]:
    """The unit after a number, where it ends, and `or more` when that stands between."""
    after = ""
    between = OR_MORE.match(text, end)
    if between:
        after, end = (">=" if between["word"] in UPWARD else "<="), between.end()
    spelled = number.words or "/" in text[number.start : number.end]
    of_one = OF_ONE.match(text, end) if spelled and number.value < MANY else None
    at = of_one.end() if of_one else end
    gap = re.compile(r"[ \u00a0\n-]?").match(text, at)
    follows = gap.end() if gap else at
    sign = SIGN.match(text, follows)
    if sign and not number.ordinal:
        return signed(sign[0]), _echoed(text, sign.end()), after
    for pattern, name in PHRASES:
        found = pattern.match(text, follows)
        if found and name:
            return name, _echoed(text, found.end()), after
        if found:
            follows = found.end()
    word = WORD_AFTER.match(text, follows - 1) if follows > at else WORD_AFTER.match(text, follows)
    unit = _known(word[1], number, attached=follows == at) if word else ""
    if word and unit:
        return unit, _echoed(text, word.end()), after
    if of_one or number.ordinal:
        return "", end, after
    return (*_noun(text, end), after)


def _known(word: str, number: Number, *, attached: bool) -> str:
    """The unit that a word spells; short ones only after figures, the shortest only attached or small-case."""
    unit = SPELLINGS.get(word.lower(), "") if word not in NO_UNITS else ""
    if unit and len(word) <= 2 and word not in {"%", "\u20ac"}:  # noqa: PLR2004
        return unit if not number.words and (attached or word.lower() not in APART_NO_UNIT or word in SMALL) else ""
    if unit == "second" and word.lower() == "second" and number.words and number.value != 1:
        return ""
    return unit


APART_NO_UNIT = frozenset({"s", "d", "g", "ft", "mi"})
"""Letters that are a unit where they stand right behind the figure, not apart from it: `12 D`."""
SMALL = frozenset({"s", "g"})
"""Of these the units that are written apart, too, when small: `60 s`, `2.4 g`."""


def _echoed(text: str, end: int) -> int:
    """Behind `(0.45%)` in `forty-five basis points (0.45%)`."""
    echo = ECHO.match(text, end)
    return echo.end() if echo and echo[2] else end


def _noun(text: str, end: int) -> tuple[str, int]:
    """The counted noun: the first plural of the next three words, or the next word after a hyphen.

    German writes its nouns with a capital, so there the first of these is it, and none where there is none.
    """
    if text[end : end + 1] == "-":
        word = re.compile(r"-([^\W\d_]{3,})").match(text, end)
        return (singular(word[1]), word.end()) if word else ("", end)
    words: list[re.Match[str]] = []
    said_in = tongue(text)
    for match in _NOUNS.finditer(text, end, end + 60):
        contiguous = match.start() == (words[-1].end() if words else end)
        if not contiguous or match[1].lower() in NO_NOUN or len(words) == NOUN:
            break
        if said_in and is_function_word(match[1].lower(), said_in):
            break
        words.append(match)
    if said_in == "de":
        noun = next((match for match in words if match[1][0].isupper()), None)
        return (_uninflected(noun[1]), noun.end()) if noun else ("", end)
    for match in words:
        if _plural(match[1]):
            return singular(match[1]), match.end()
    return (singular(words[-1][1]), words[-1].end()) if words and len(words) < NOUN else ("", end)


_NOUNS = later(r"[ \u00a0\n]([^\W\d_](?:[^\W\d_]|['\u2019])*(?:-[^\W\d_]+)*)")


def _uninflected(noun: str) -> str:
    """A counted German noun without the ending of its dative: `Geräte`, `Geräten`."""
    word = noun.lower()
    return word[:-1] if word.endswith("n") and len(word) > NOUN else word


def _plural(word: str) -> bool:
    folded = word.lower()
    return folded in IRREGULAR or (
        len(folded) > len("ids") and folded.endswith("s") and not folded.endswith(("ss", "us", "is", "'s"))
    )


def _only_a_pronoun(text: str, number: Number, unit: str) -> bool:
    """`one of the`, `no one`, `the other one`, `a third party`: not a count; `in any one week` is one."""
    if number.ordinal and _PARTY.match(text, number.end):
        return True
    if not number.words or text[number.start : number.end].lower() not in {"one", "second", "once", "score"}:
        return False
    if text[number.start : number.end].lower() == "second" and not number.ordinal:
        return True
    before = _DETERMINED.search(text[: number.start][-9:])
    return not unit or (before is not None and not (before["word"] == "any" and kind_of(unit) == "duration"))


_DETERMINED = later(r"\b(?P<word>no|any|every|some|each|other|another|this|that|the)[ -]\Z")
_PARTY = later(r"[ -]part(?:y|ies)\b", re.IGNORECASE)


def _rate(text: str, end: int, unit: str) -> tuple[str, int]:
    """The period of `$750 a month`, past things counted on the way (`$14.50 a loan a month`)."""
    if kind_of(unit) == "duration":
        return "", end
    at = end
    for _ in range(2):
        match = PER.match(text, at)
        if not match:
            break
        word = (match[1] or match[2]).lower()
        period = ADVERBS.get(word) or SPELLINGS.get(word) or SPELLINGS.get(word + "s", "")
        if period in UNITS and UNITS[period].kind == "duration":
            return period, match.end()
        at = match.end()
    return "", end


def _joined(text: str, found: Sequence[_Found]) -> list[_Found]:
    """Neighbours that are one quantity, or share a unit: `8 hours 40 minutes`, `10-15 days`, `30, 60 and 90 days`."""
    joined: list[_Found] = []
    for one in reversed(found):
        following = joined[-1] if joined else None
        if following is None or not 0 <= following.start - one.end <= APART:
            joined.append(one)
            continue
        between, before = text[one.end : following.start], text[max(0, one.start - 10) : one.start]
        whole = _summed(one, following, between) or _ranged(one, following, between, before)
        if whole is None:
            joined.append(_sharing(one, following, between))
        else:
            joined[-1] = whole
    return joined[::-1]


def _summed(one: _Found, two: _Found, between: str) -> _Found | None:
    """`8 hours 40 minutes` in minutes; an echo behind a stroke or in a bracket is the same quantity again."""
    if one.unit == two.unit and one.value == two.value and between in {"/", "("}:
        return two._replace(start=one.start)
    if one.kind != "duration" or two.kind != "duration" or between not in {" ", ", ", " and "}:
        return None
    ours, theirs = UNITS[one.unit], UNITS[two.unit]
    if ours.base != theirs.base or ours.factor <= theirs.factor:
        return None
    return two._replace(start=one.start, value=two.value + one.value * ours.factor / theirs.factor)


def _ranged(one: _Found, two: _Found, between: str, before: str) -> _Found | None:
    """`10-15 days`, `between 3 and 5 percent`; `from 30 to 45 days` may be a change and is none."""
    dashed = between in {"-", "\u2013", "\u2014", " - ", " \u2013 ", " bis ", " \u00e0 "}
    worded = (between == " to " and "from" not in before) or any(
        between == join and word in before for join, word in _BETWEEN
    )
    if not (dashed or worded) or not (_bare(one, two) or one.unit == two.unit) or one.value >= two.value:
        return None
    return (
        None if "ordinal" in {one.kind, two.kind} else two._replace(start=one.start, value=one.value, upper=two.value)
    )


_BETWEEN = ((" and ", "between"), (" und ", "zwischen"), (" et ", "entre"))
"""What stands between the two ends of a range with the word before it."""


def _sharing(one: _Found, two: _Found, between: str) -> _Found:
    """`30` of `30, 60 and 90 days` with the unit that comes later."""
    if _bare(one, two) and between.strip() in SHARED:
        return one._replace(unit=two.unit, kind=two.kind, per=one.per or two.per)
    return one


def _bare(one: _Found, two: _Found) -> bool:
    """Whether a number has no unit of its own and may take the following one's."""
    return one.kind in {"number", "count"} and not one.unit and two.kind not in {"time_of_day", "ordinal", "ratio"}


def _finished(text: str, found: _Found) -> Quantity:
    comparator = found.after or _comparator(text, found)
    return Quantity(
        found.start,
        found.end,
        text[found.start : found.end],
        found.value,
        found.upper,
        found.unit,
        found.kind,
        comparator,
        found.per,
    )


def begins(text: str, one: Quantity) -> int:
    """Where a quantity of a text begins with the words that compare it: at `more` of `more than 5 kg`."""
    aside = max(0, one.start - SIDE)
    found = (pattern.search(text[aside : one.start]) for pattern, sign in BEFORE if sign == one.comparator)
    return min((aside + match.start() for match in found if match), default=one.start)


def _comparator(text: str, found: _Found) -> str:
    """What stands before or after the number: at least, no later than, or more."""
    before = re.sub(r"[\s*_`\"\u201c(]+", " ", text[max(0, found.start - SIDE) : found.start])
    for pattern, sign in BEFORE:
        if pattern.search(before):
            return sign
    after = AFTER.match(text, found.end)
    if after:
        return ">=" if after["up"] else "<="
    return ""
