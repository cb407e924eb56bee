"""Numbers as people write them: digits, words, fractions, scales; where they stand and what they are worth.

`numbers` knows nothing of units. A number word next to its figure in brackets is left as two; `quantities` joins them.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ONES = {
    word: value
    for value, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen".split()
    )
}
TENS = {
    word: 10 * value
    for value, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), start=2)
}
SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
SHORT_SCALES = {"k": 10**3, "m": 10**6, "mn": 10**6, "mm": 10**6, "mio": 10**6, "mrd": 10**9, "bn": 10**9, "tn": 10**12}
SCALES_ABROAD = {
    "tausend": 10**3,
    "millionen": 10**6,
    "milliarde": 10**9,
    "milliarden": 10**9,
    "milliard": 10**9,
    "billionen": 10**12,
}
"""Scales of German and French that English does not write so; a `Billion` is one of English."""
GROUPS = {"hundred": 100, "dozen": 12, "score": 20}
ORDINALS = {
    word: value
    for value, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
        "fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split(),
        start=1,
    )
} | {"thirtieth": 30, "fortieth": 40, "fiftieth": 50, "sixtieth": 60, "ninetieth": 90, "hundredth": 100}
PARTS = {"half": 2, "halves": 2, "quarter": 4, "quarters": 4} | {
    word: value
    for word, value in ORDINALS.items()
    if value > 2  # noqa: PLR2004 - a second is a unit of time
}
VULGAR = {
    "\u00bd": Fraction(1, 2),
    "\u00bc": Fraction(1, 4),
    "\u00be": Fraction(3, 4),
    "\u2153": Fraction(1, 3),
    "\u2154": Fraction(2, 3),
}
MULTIPLES = {"once": 1, "twice": 2, "thrice": 3}

_PART_WORDS = "|".join(sorted((*PARTS, *(f"{word}s" for word in PARTS if word in ORDINALS)), key=len, reverse=True))
_WORDS = "|".join(sorted((*ONES, *TENS, *SCALES, *GROUPS, *ORDINALS, *MULTIPLES, "half", "quarter"), key=len)[::-1])
_PART_OF = (
    r"(?:(?<=\bhalf)|(?<=quarter)|(?<=quarters))[ ](?:of[ ])?a[ ](?=(?:million|billion|thousand|hundred|dozen)\b)"
)
"""Between a part and what it is a part of: half a million."""
_FIGURES = (
    r"(?:\d{1,3}(?:,\d{3})+|\d{1,3}(?:['\u2019\u202f\u00a0]\d{3})+|\d+)(?:\.\d+)?|"
    r"\.\d+|[\u00bd\u00bc\u00be\u2153\u2154]"
)
_NUMBER = later(
    rf"""
    (?<![\w.\u00a7/])(?P<figures>{_FIGURES})
        (?:(?P<ordinal>st|nd|rd|th)\b
          |[ ]?(?P<vulgar>[\u00bd\u00bc\u00be\u2153\u2154])
          |(?:[ -](?P<whole>\d+))?/(?P<denominator>\d{{1,3}})(?:(?:rd|th)\b)?(?![\d/]))?
        (?:[ \u00a0-]?(?P<scale>thousand|million|billion|trillion|{"|".join(SCALES_ABROAD)})s?\b
            |[ \u00a0]?(?P<short>(?:mio|mrd)\b\.?|(?:mn|mm|bn|tn|[km])(?![\w/])))?
    | \b(?P<words>(?:(?:a|an)[ -](?=hundred|thousand|million|billion|dozen|half|quarter|third|fifth
            |(?:{_PART_WORDS})[ ]of\b))?
        (?:{_WORDS}|{_PART_WORDS})
        (?:(?:[ -]|[ ]and[ ](?:a[ ])?|{_PART_OF})(?:{_WORDS}|{_PART_WORDS}))*)\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
_OF_MONEY = frozenset({"m", "mm"})
"""Millions after a currency only: elsewhere they are metres and millimetres."""
_CURRENCY = later(r"[$\u20ac\u00a3\u00a5][ ]?\Z|(?:USD|EUR|GBP|CHF)[ ]?\Z")
_SPLIT = later(r"[ -]+(?:of )?")
LONGEST = 200
"""Characters of a number (a default: the longest that people spell out has some 130); more figures are a code."""


class Number(NamedTuple):
    """`value` of `text[start:end]`; `ordinal` for 25th and third, `words` when it is spelt out."""

    start: int
    end: int
    value: float
    ordinal: bool = False
    words: bool = False


def numbers(text: str) -> Iterator[Number]:
    """The numbers of `text` in order, not overlapping."""
    for match in _NUMBER.finditer(text):
        if match.end() - match.start() > LONGEST:
            found = None
        elif match["words"]:
            found = _spelt(match)
        elif not _of_a_name(text, match):
            found = _figures(match)
        else:
            found = None
        if found is not None:
            yield found


def _of_a_name(text: str, match: re.Match[str]) -> bool:
    """Digits that belong to a code, a file name or a longer dotted number: `LN-01`, `7.4.1`, `12a`, `2021-A`."""
    before, after = text[max(0, match.start() - 24) : match.start()], text[match.end() : match.end() + 3]
    if re.search(r"[A-Za-z][\w./]*[-\u2013_/](?:[\w.]+-)*\Z|[\w)][_:]\Z|\d[.,]\Z", before):
        return True
    if re.match(r"\.\d|[-_/][A-Z0-9]*[A-Z]|_|[-/]\d+[-/]", after):
        return True
    return bool(re.match(r"[A-Za-z]", after)) and not re.match(
        r"(?:%|bps?|h|hrs?|min|s|ms|d|x|kg|g|km|m|cm|mm|mi|[KMGTP]i?B|[kmgt]b|am|pm|a\.m|p\.m|USD|EUR)(?![a-z])", after
    )


def _figures(match: re.Match[str]) -> Number:
    figures = match["figures"]
    value = VULGAR[figures] if figures in VULGAR else Fraction(re.sub(r"[,'\u2019\u202f\u00a0]", "", figures))
    if match["vulgar"]:
        value += VULGAR[match["vulgar"]]
    if match["denominator"]:
        value = _fraction(value, match)
    scale, end = (match["scale"] or match["short"] or "").lower().rstrip("."), match.end()
    if scale in _OF_MONEY and not _CURRENCY.search(match.string[max(0, match.start() - 4) : match.start()]):
        scale, end = "", match.start("short")
    value *= SCALES.get(scale) or SHORT_SCALES.get(scale) or SCALES_ABROAD.get(scale, 1)
    return Number(match.start(), len(match.string[:end].rstrip()), float(value), ordinal=bool(match["ordinal"]))


def _fraction(value: Fraction, match: re.Match[str]) -> Fraction:
    """`1/2`, or `1 1/2`; a denominator of nothing is none."""
    below = int(match["denominator"])
    if not below:
        return value
    return value + Fraction(int(match["whole"]), below) if match["whole"] else value / below


def _spelt(match: re.Match[str]) -> Number | None:
    """A run of number words, as much of it as is one number."""
    words = [word for word in _SPLIT.split(match["words"].lower()) if word]
    if words[-1:] == ["and"]:
        words.pop()
    start, end = match.start(), match.end()
    if words in (["second"], ["score"]):
        return Number(start, end, 2.0, ordinal=True, words=True) if words == ["second"] else None
    if len(words) == 1 and words[0] in MULTIPLES:
        return Number(start, end, float(MULTIPLES[words[0]]), words=True)
    if len(words) == 1 and words[0] in ORDINALS:
        return Number(start, end, float(ORDINALS[words[0]]), ordinal=True, words=True)
    value, ordinal = _worth(words)
    return None if value is None else Number(start, end, float(value), ordinal=ordinal, words=True)


def _worth(words: Sequence[str]) -> tuple[Fraction | None, bool]:
    """The value of number words and whether they are an ordinal (`twenty-fifth`)."""
    if "a" in words[1:-1] and "and" not in words:  # half a million
        at = words.index("a", 1)
        part, whole = _worth(words[:at])[0], _worth(words[at + 1 :])[0]
        return (part * whole if part is not None and whole is not None else None), False
    if len(words) > 1 and words[-1] in SCALES and words[-2] in PARTS:  # two and a half million
        part = _worth(words[:-1])[0]
        return (None if part is None else part * SCALES[words[-1]]), False
    total, group, seen = Fraction(0), Fraction(0), False
    for position, word in enumerate(words):
        last = position == len(words) - 1
        if word in {"a", "an", "and"}:
            continue
        singular = word[:-1] if word.endswith("s") and word[:-1] in PARTS else word
        if word in ONES or word in TENS:
            group += ONES.get(word) or TENS.get(word, 0)
        elif word in GROUPS:
            group = (group or Fraction(1)) * GROUPS[word]
        elif word in SCALES:
            total, group = total + (group or Fraction(1)) * SCALES[word], Fraction(0)
        elif singular in PARTS and last:
            return _part(total + group, singular, words, position)
        elif word in ORDINALS and last:
            return total + group + ORDINALS[word], True
        else:
            return None, False
        seen = True
    return (total + group, False) if seen else (None, False)


def _part(before: Fraction, word: str, words: Sequence[str], position: int) -> tuple[Fraction | None, bool]:
    """The value of a run that ends in a part: three quarters, two and a half, twenty-fifth."""
    at = words.index("and") if "and" in words else -1
    if word in ORDINALS and before and before.numerator % 10 == 0 and not words[position].endswith("s"):
        return before + ORDINALS[word], True
    if at >= 0:
        whole, count = _worth(words[:at])[0], _worth(words[at + 1 : position])[0]
        return (whole or Fraction(0)) + (count or Fraction(1)) / PARTS[word], False
    return (before or Fraction(1)) / PARTS[word], False
