"""Numbers of lists as they are displayed: the formats of ISO/IEC 29500-1, 17.18.59, that people meet."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_ROMAN = (
    *((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl")),
    *((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")),
)
_LATIN = "abcdefghijklmnopqrstuvwxyz"
_RUSSIAN = "абвгдежзиклмнопрстуфхцчшщэюя"
_GREEK = "αβγδεζηθικλμνξοπρστυφχψω"
_MAX_ROMAN = 4_000
_HUNDRED = 100
"""Numbers from which words and Chinese characters give way to digits."""
_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_IRREGULAR = {
    "one": "first",
    "two": "second",
    "three": "third",
    "five": "fifth",
    "eight": "eighth",
    "nine": "ninth",
    "twelve": "twelfth",
}
_CHINESE = "〇一二三四五六七八九"
_CIRCLED = 20
_SIGNS = "*†‡§"


def displayed(number: int, kind: str) -> str:
    """The number as a list format shows it: decimal, lowerLetter, upperRoman, ordinal, ... Others are decimals."""
    if kind == "none":
        return ""
    if number < 1:
        return f"{number:02d}" if kind == "decimalZero" else str(number)
    lowered = kind.replace("upper", "lower", 1) if kind.startswith("upper") else kind
    text = _FORMATS.get(lowered, str)(number)
    return text.upper() if kind.startswith("upper") else text


def roman(number: int) -> str:
    """A number below 4,000 in lower-case Roman numerals, larger ones in digits."""
    if number >= _MAX_ROMAN:
        return str(number)
    text = ""
    for value, letters in _ROMAN:
        count, number = divmod(number, value)
        text += letters * count
    return text


def _letters(number: int, alphabet: str = _LATIN) -> str:
    repeat, index = divmod(number - 1, len(alphabet))
    return alphabet[index] * min(repeat + 1, 9)


def _ordinal(number: int) -> str:
    teens = number % _HUNDRED in {11, 12, 13}
    return f"{number}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def _words(number: int) -> str:
    if number >= _HUNDRED:
        return str(number)
    if number < len(_ONES):
        return _ONES[number].capitalize()
    tens, ones = _TENS[number // 10 - 2], number % 10
    return (f"{tens}-{_ONES[ones]}" if ones else tens).capitalize()


def _ordinal_words(number: int) -> str:
    if number >= _HUNDRED:
        return _ordinal(number)
    before, dash, last = _words(number).lower().rpartition("-")
    regular = f"{last[:-1]}ieth" if last.endswith("y") else f"{last}th"
    return f"{before}{dash}{_IRREGULAR.get(last, regular)}".capitalize()


def _chinese(number: int) -> str:
    if number >= _HUNDRED:
        return str(number)
    tens, ones = divmod(number, 10)
    return (_CHINESE[tens] if tens > 1 else "") + ("十" if tens else "") + (_CHINESE[ones] if ones else "")


def _chinese_digits(number: int) -> str:
    return "".join(_CHINESE[int(digit)] for digit in str(number))


def _circled(number: int) -> str:
    return chr(0x2460 + number - 1) if number <= _CIRCLED else str(number)


def _full_width(number: int) -> str:
    return "".join(chr(ord(digit) + 0xFEE0) for digit in str(number))


_FORMATS: Mapping[str, Callable[[int], str]] = {
    "lowerLetter": _letters,
    "lowerRoman": roman,
    "lowerGreek": lambda number: _letters(number, _GREEK),
    "decimalZero": lambda number: f"{number:02d}",
    "none": lambda _: "",
    "ordinal": _ordinal,
    "cardinalText": _words,
    "ordinalText": _ordinal_words,
    "hex": lambda number: f"{number:X}",
    "chicago": lambda number: _letters(number, _SIGNS),
    "numberInDash": lambda number: f"- {number} -",
    "decimalEnclosedParen": lambda number: f"({number})",
    "decimalEnclosedFullstop": lambda number: f"{number}.",
    "decimalEnclosedCircle": _circled,
    "decimalEnclosedCircleChinese": _circled,
    "decimalFullWidth": _full_width,
    "russianLower": lambda number: _letters(number, _RUSSIAN),
    "russianUpper": lambda number: _letters(number, _RUSSIAN).upper(),
    "ideographDigital": _chinese_digits,
    "japaneseDigitalTenThousand": _chinese_digits,
    **dict.fromkeys(("chineseCounting", "chineseCountingThousand", "taiwaneseCounting"), _chinese),
    **dict.fromkeys(("taiwaneseCountingThousand", "japaneseCounting"), _chinese),
}
