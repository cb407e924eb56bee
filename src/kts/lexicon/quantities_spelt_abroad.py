"""Number words of German and French before what they count: `drei Monate`, `zwanzigtausend Euro`, `trois mois`.

Some are words of English, too (`elf`), or have another meaning (`gibt acht`), so one counts only before a unit of its
own language, or before a noun where the words around it are of that language.
"""

from __future__ import annotations

import re

from kts.lexicon.patterns import later
from kts.lexicon.quantities_numbers import SCALES, SCALES_ABROAD, SHORT_SCALES, Number
from kts.lexicon.tongues import function_words, tongue

AROUND = 200
"""Characters on each side by which the language is told (as where sentences end, `sentences_abroad`)."""
ASIDE = 14
"""Characters before a number in which the word before it stands."""
_DIGITS = "ein zwei drei vier fünf sechs sieben acht neun".split()
_TENS = "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig".split()
_TEENS = "zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn".split()
_BELOW_A_HUNDRED = (
    {word: value for value, word in enumerate((*_DIGITS, *_TEENS), start=1)}
    | {word: 10 * value for value, word in enumerate(_TENS, start=2)}
    | {f"{one}und{ten}": 10 * tens + ones for tens, ten in enumerate(_TENS, 2) for ones, one in enumerate(_DIGITS, 1)}
    | {"null": 0}
)
_FRENCH = {
    word: value
    for value, word in enumerate(
        "deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize".split(), start=2
    )
} | {"vingt": 20, "trente": 30, "quarante": 40, "cinquante": 50, "soixante": 60}
_HALVES = {"anderthalb": 1.5, "eineinhalb": 1.5, "zweieinhalb": 2.5, "dreieinhalb": 3.5}
_BEGIN = (*_DIGITS[1:], "zehn", "elf", "zwölf", "zwanzig", "null", "hundert", "tausend", "anderthalb")
_STEMS = (*_BEGIN, " ein", *(word for word in _FRENCH if word != "six"), "halbe")
"""What a text has that has such a number: a quick look before a slow one."""
_WORD = later(rf"\b(?:{'|'.join(dict.fromkeys((*_BEGIN, 'ein', *_FRENCH)))})[^\W\d_]*")
_UNITS = later(
    r"[ \u00a0](?:\(\d[\d.,]*\)[ \u00a0])?(?:"
    r"(?P<de>(?:Sekunden?|Minuten?|Stunden?|(?:Werk|Arbeits|Bankarbeits|Kalender)?[Tt]ag(?:en|es|e|s)?|Wochen?|"
    r"Monat(?:en|es|e|s)?|Quartal(?:en|e|s)?|Jahr(?:en|es|e)?|Jahrzehnten?|Prozent|Euro|Franken)\b)"
    r"|(?P<fr>(?:secondes|minutes|heures|jours|semaines|mois|ans|ann\u00e9es|euros|pour cent)\b))"
)
"""Units that are spelt in German or French only, behind the echo of the number in brackets."""
_SCALE = later(r"[ \u00a0](?P<scale>Millionen|Million|Milliarden?|Mio|Mrd|millions|milliards)\b\.?")
_GERMAN_NOUN = later(r"[ \u00a0](?P<before>(?:[a-zäöüß]{3,}e[nmrs]?[ \u00a0]){0,2})(?P<noun>[A-ZÄÖÜ][^\W\d_]+)")
_FRENCH_NOUN = later(r"[ \u00a0][^\W\d_]{2,}[sx]\b")
_GOES_ON = later(r"[ \u00a0](?:bis|oder|und|\u00e0|ou|et)[ \u00a0](?:\d|(?P<word>[^\W\d_]+))")
_PARTS = ("Drittel", "Viertel", "Fünftel", "Sechstel", "Achtel", "Zehntel")
_BEFORE_ONE = later(
    r"\b(?:nach|binnen|innerhalb|mindestens|wenigstens|höchstens|maximal|spätestens|für|um|auf|von|vor|in|seit|als|zu)"
    r"[ \u00a0]\Z",
    re.IGNORECASE,
)
"""What stands before `ein` where it is a number and no article: `nach einem Jahr`."""
_STARTS = later(r"(?:\A|[.!?:;|>*(\u201e\u201c\"\n-])\s*\Z")
_HALF_OF = later(r"\b(?:eine[nmr]?[ \u00a0])?halben?[ \u00a0](?P<scale>Million|Milliarde)\b")


def spelt_abroad(text: str) -> list[Number]:
    """The numbers of a text in words of German or French, in order."""
    folded = text.lower()
    if not any(stem in f" {folded}" for stem in _STEMS):
        return []
    found = [_half(match) for match in _HALF_OF.finditer(text)]
    for match in _WORD.finditer(folded if len(folded) == len(text) else text):
        number = _number(text, match)
        if number is not None:
            found.append(number)
    return sorted(found)


def _half(match: re.Match[str]) -> Number:
    """`eine halbe Million`."""
    return Number(match.start(), match.end(), _scaled(match["scale"]) / 2, words=True)


def _scaled(word: str) -> float:
    folded = word.lower().rstrip("s")
    return float(SCALES.get(folded) or SHORT_SCALES.get(folded) or SCALES_ABROAD.get(folded, 1))


def _number(text: str, match: re.Match[str]) -> Number | None:
    """A number word with its scale, None when it counts nothing."""
    start, end, word = match.start(), match.end(), match[0]
    scale = _SCALE.match(text, end)
    if word.startswith("ein") and word[3:] in {"", "e", "en", "em", "er", "es"}:
        return _one(text, start, end, scale)
    value = worth(word)
    if value is None or (text[start].isupper() and not _STARTS.search(text[max(0, start - 4) : start])):
        return None
    if scale:
        return Number(start, scale.end(), value * _scaled(scale["scale"]), words=True)
    return Number(start, end, float(value), words=True) if _counts(text, start, end, word) else None


def _one(text: str, start: int, end: int, scale: re.Match[str] | None) -> Number | None:
    """`eine Million`, `nach einem Jahr`."""
    if scale:
        return Number(start, scale.end(), _scaled(scale["scale"]), words=True)
    unit = _UNITS.match(text, end)
    if not unit or not unit["de"] or not _BEFORE_ONE.search(text[max(0, start - ASIDE) : start]):
        return None
    return Number(start, end, 1.0, words=True)


def worth(word: str) -> float | None:
    """The value of a folded number word, None for another word."""
    for part, factor in (("tausend", 1000), ("hundert", 100)):
        many, found, rest = word.partition(part)
        if found:
            times, more = worth(many) if many else 1, worth(rest.removeprefix("und")) if rest else 0
            return None if times is None or more is None else times * factor + more
    plain = word.replace("dreissig", "dreißig")
    return _BELOW_A_HUNDRED.get(plain, _HALVES.get(plain, _FRENCH.get(plain)))


def _counts(text: str, start: int, end: int, word: str) -> bool:
    """Whether a number word stands before what it counts, or is joined to a number that does."""
    said = "fr" if word in _FRENCH else "de"
    unit = _UNITS.match(text, end)
    if unit and unit[said]:
        return True
    if tongue(text[max(0, start - AROUND) : end + AROUND]) != said:
        return False
    goes_on = _GOES_ON.match(text, end)
    if goes_on:
        return not goes_on["word"] or worth(goes_on["word"].lower()) is not None
    if said == "fr":
        return bool(_FRENCH_NOUN.match(text, end))
    noun = _GERMAN_NOUN.match(text, end)
    return bool(
        noun and not noun["noun"].startswith(_PARTS) and function_words("de").isdisjoint(noun["before"].lower().split())
    )
