"""Figures as the Continent writes them, `1.500,00`, `2,5 %`, `1 500 €`, `2.400,-`, put as English writes them.

Each character is put in the place of one, so that every offset stays. What only looks like such a number stays as it
is: versions, dates, sections, lists (`rows 1,2 and 3`). A figure that may be read in both ways, `3.500`, is one of
thousands beside EUR or CHF (a price with exactly three decimals is next to never written), and before a unit or a
noun where the words around it are of a language that writes so.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from kts.lexicon.languages import language_of
from kts.lexicon.patterns import later
from kts.lexicon.quantities_patterns import LABEL
from kts.lexicon.quantities_units import NO_UNITS, PHRASES, SIGN, SPELLINGS, UNITS
from kts.lexicon.tongues import function_words, tongue

AROUND = 200
"""Characters on each side by which the language is told (as where sentences end, `sentences_abroad`)."""
ASIDE = 40
"""Characters before a figure in which its label or its currency stands."""
THOUSANDS = 3
"""Digits of a group."""
CONTINENTAL = frozenset({"de", "fr", "es", "it", "nl", "pt"})
"""Languages with a comma before the decimals and a point, or a blank, between thousands."""

_BLANKS = " \u00a0\u202f\u2009"
_FIGURE = later(
    rf"""
    (?<![\w.,/\u00a7])(?<![^\W\d]-)(?<!\d[ ])(?:
        (?P<dotted>[1-9]\d{{0,2}}(?:\.\d{{3}}){{1,4}}(?:,(?:\d+|--?|[\u2013\u2014]))?)
      | (?P<spaced>[1-9]\d{{0,2}}(?:[{_BLANKS}]\d{{3}}){{1,4}}(?:,(?:\d+|--?|[\u2013\u2014]))?)
      | (?P<whole>\d+(?:['\u2019]\d{{3}}){{0,4}}[.,](?:--?|[\u2013\u2014]))(?!\w)
      | (?P<comma>\d+,\d+)
    )(?![\d_]|[.,:/]\d)
    """,
    re.VERBOSE,
)
_QUICK = later(r"\d[.,\u00a0\u202f\u2009 ][\d\u2013\u2014-]")
_ENGLISH = str.maketrans(".,", ",.") | str.maketrans(dict.fromkeys(_BLANKS, ",") | dict.fromkeys("-\u2013\u2014", "0"))
_MONEY_BEFORE = later(
    r"(?:(?P<euro>\u20ac|\b(?:EUR|CHF|T\u20ac|TEUR|Euro|euros?|Fr\.))|US\$|[$\u00a3\u00a5]|\b(?:USD|GBP|JPY))"
    r"\)?:?[ \u00a0\u202f]?\Z"
)
_EQUALS = later(r"=[ \u00a0]?(?:(?:EUR|CHF|\u20ac)[ \u00a0]?)?\Z")
"""A rate of exchange, `1 CHF = 1.042 EUR`: with decimals in English."""
_BEHIND = later(r"[ \u00a0\u202f-]?(?:(?P<sign>[%\u20ac$\u00a3\u00a5\u00b0])|(?P<word>[^\W\d_]+)\b)")
_PER_MEASURE = later(
    r"[ \u00a0]?(?:\u20ac|EUR|CHF|[Ee]uros?)?[ \u00a0]?(?:/|per|pro|je|par|al|a)[ \u00a0]?(?P<unit>[^\W\d_]+)"
)
"""The price of so much of something, `1.459 €/l`: with decimals in English."""
_GERMAN_LETTER = later(r"[\u00e4\u00f6\u00fc\u00df]")
_CHEAP = frozenset({"litre", "kilowatt_hour"})
"""What costs so little that its price is written with three decimals."""
_EUROS = frozenset({"\u20ac", "eur", "euro", "euros", "chf", "franken"})
_SCALES = frozenset("million millions billion billions thousand".split())
_SCALES_ABROAD = frozenset("mio mrd mia millionen milliarde milliarden milliard milliards billionen".split())
_NAMED = later(
    r"(?:\b(?:ziffern?|ziff\.|abschnitte?|kapitel|kap\.|abs\.|abs\u00e4tze|absatz|artikels?|nummern?|nrn?\.?|punkte?|"
    r"tabellen?|tab\.|abbildung|abb\.|seiten?|zeilen?|spalten?|anhang|anlage|teil|formular|raum|zimmer|konto|rechnung|"
    r"fassung|ausgabe|stufe|klasse|din|iso|en|rz\.?|randziffer|randnummer|bst\.|ip|port|firmware|software|chapitre|"
    r"annexe|num\u00e9ro|tableau|alin\u00e9a|\u00e9tape|ligne|niveau|articolo|art\u00edculo|cap\u00edtulo|capitolo|"
    r"p\u00e1gina|pagina|sezione|secci\u00f3n|artikelen|hoofdstuk|versi\u00f3n|versione|versie|rows?|columns?|cells?|"
    r"questions?|days?)|n\u00b0)[ \u00a0]?\Z",
    re.IGNORECASE,
)
"""What is called by the number behind it, beside the labels of English."""
_POINTED = later(r"(?<![\w.,])(?:0\.\d|\d+\.\d{1,2}[ \u00a0]?(?:%|[\u20ac$]|CHF\b|EUR\b|[km]?[glmVAW]\b|cm\b))")
"""A text that writes its decimals with a point."""
_TOGETHER = frozenset(
    "-|\u2013|\u2014|/|,|bis|bis zu|bis unter|und|oder|to|and|or|et|ou|\u00e0|jusqu'\u00e0|a|e|o|y|i|tot|en".split("|")
)
"""What stands between two figures that are written in one way."""


class _Figure(NamedTuple):
    """Something that may be a number of the Continent; `shape`: dotted, spaced, whole or comma."""

    start: int
    end: int
    written: str
    shape: str

    @property
    def decimals(self) -> str:
        """What stands behind the comma."""
        return self.written.partition(",")[2]


class _Beside(NamedTuple):
    """What stands beside a figure: euros, a currency or unit of any kind, a percent sign, a scale, or another word."""

    euros: bool
    measured: bool
    percent: bool
    scale: str
    word: str


def anglicised(text: str) -> str:
    """The text with such figures in the notation of English, each character in its place."""
    if not _QUICK.search(text):
        return text
    figures = [_Figure(match.start(), match.end(), match[0], match.lastgroup or "") for match in _FIGURE.finditer(text)]
    if not figures:
        return text
    pieces: list[str] = []
    at = 0
    for figure, is_so in zip(figures, _together(text, figures), strict=True):
        if is_so:
            pieces += (text[at : figure.start], _in_english(figure))
            at = figure.end
    return "".join((*pieces, text[at:])) if pieces else text


def _in_english(figure: _Figure) -> str:
    if figure.shape == "whole":
        return re.sub(r"[.,]", ".", figure.written.translate({ord(dash): "0" for dash in "-\u2013\u2014"}))
    return figure.written.translate(_ENGLISH)


def _together(text: str, figures: list[_Figure]) -> list[bool]:
    """Which are numbers of the Continent; one that is makes its neighbours so: `1.000 bis 5.000 €`."""
    found = [_is_continental(text, figure) for figure in figures]
    places = list(pairwise(range(len(figures))))
    for one, two in (*reversed(places), *((right, left) for left, right in places)):
        left, right = sorted((one, two))
        if found[two] and not found[one] and _alike(text, figures[left], figures[right], figures[one]):
            found[one] = True
    return found


def _alike(text: str, left: _Figure, right: _Figure, doubtful: _Figure) -> bool:
    """Whether two figures are one expression, and the doubtful one may be so, too."""
    if left.shape != right.shape and "comma" in {left.shape, right.shape}:
        return False
    own = _beside(text, doubtful, text[max(0, doubtful.start - ASIDE) : doubtful.start])
    if (own.measured and not own.euros) or (doubtful.shape == "comma" and len(doubtful.decimals) == THOUSANDS):
        return False
    return text[left.end : right.start].strip(_BLANKS) in _TOGETHER and right.start - left.end <= len(" bis unter ")


def _is_continental(text: str, figure: _Figure) -> bool:
    before = text[max(0, figure.start - ASIDE) : figure.start]
    beside = _beside(text, figure, before)
    if figure.shape == "whole":
        return beside.measured and not beside.percent
    if figure.shape == "comma":
        return _has_decimals(text, figure, before, beside)
    if figure.shape == "spaced":
        return _has_blanks(text, figure, before, beside)
    if figure.decimals or (figure.written.count(".") > 1 and (beside.measured or beside.scale)):
        return True
    return _has_thousands(text, figure, before, beside)


def _has_thousands(text: str, figure: _Figure, before: str, beside: _Beside) -> bool:
    """Whether `20.000` is twenty thousand."""
    if figure.written.count(".") == 1 and beside.euros:
        return not (beside.scale == "english" or _EQUALS.search(before) or _of_a_measure(text, figure))
    if figure.written.count(".") > 2 or beside.percent or _is_named(before):  # noqa: PLR2004 - four are an address
        return False
    if not (beside.measured or beside.scale or beside.word) or _POINTED.search(_around(text, figure)):
        return False
    return _counts(text, figure, beside)


def _has_blanks(text: str, figure: _Figure, before: str, beside: _Beside) -> bool:
    """Whether `1 500` is one number; with a blank that does not break it is one anyway."""
    if _is_named(before):
        return False
    if figure.decimals or " " not in figure.written:
        return beside.measured or bool(beside.scale) or bool(_said_in(text, figure))
    return beside.euros or (beside.measured and bool(_said_in(text, figure)))


def _has_decimals(text: str, figure: _Figure, before: str, beside: _Beside) -> bool:
    """Whether what stands behind the comma are decimals; three digits are so behind a nought, and of a percentage."""
    if _is_named(before):
        return False
    if len(figure.decimals) == THOUSANDS:
        if not figure.written.partition(",")[0].strip("0"):
            return beside.measured
        return beside.percent and bool(_said_in(text, figure))
    return beside.measured or bool(beside.scale) or (bool(beside.word) and _counts(text, figure, beside))


def _counts(text: str, figure: _Figure, beside: _Beside) -> bool:
    """Whether the words around are of the Continent, and the one behind the figure may be what it counts."""
    said_in = "de" if _GERMAN_LETTER.search(beside.word) else _said_in(text, figure)
    if not said_in or beside.word == "uhr":
        return False
    return beside.word not in function_words(said_in)


def _is_named(before: str) -> bool:
    return bool(LABEL.search(before) or _NAMED.search(before))


def _beside(text: str, figure: _Figure, before: str) -> _Beside:
    money = _MONEY_BEFORE.search(before)
    behind = _BEHIND.match(text, figure.end)
    word = (behind["sign"] or behind["word"]) if behind else ""
    folded = word.lower()
    scale = "abroad" if folded in _SCALES_ABROAD else "english" if folded in _SCALES else ""
    unit = _unit(text, behind.start(behind.lastgroup or 0), word) if behind and not scale else ""
    return _Beside(
        euros=bool(money and money["euro"]) or folded in _EUROS or _euros_of(text, figure, scale),
        measured=bool(money or unit),
        percent=bool(unit) and unit in UNITS and UNITS[unit].kind == "percent",
        scale=scale,
        word="" if unit or len(word) == 1 else folded,
    )


def _euros_of(text: str, figure: _Figure, scale: str) -> bool:
    """`1.250 Mio. EUR`."""
    return bool(scale) and bool(_SCALED_EUROS.match(text, figure.end))


_SCALED_EUROS = later(r"[ \u00a0]?[^\W\d_]+\.?[ \u00a0](?:d['\u2019])?(?:\u20ac|EUR|CHF|[Ee]uros?)")


def _unit(text: str, at: int, word: str) -> str:
    """The unit that a word behind a figure spells, a sign of one, or a phrase."""
    if word == "\u00b0":
        return word
    unit = SPELLINGS.get(word.lower(), "") if word not in NO_UNITS else ""
    if unit or SIGN.match(text, at):
        return unit or word
    return next((name for pattern, name in PHRASES if name and pattern.match(text, at)), "")


def _of_a_measure(text: str, figure: _Figure) -> bool:
    per = _PER_MEASURE.match(text, figure.end)
    unit = SPELLINGS.get(per["unit"].lower(), "") if per else ""
    return unit in _CHEAP


def _said_in(text: str, figure: _Figure) -> str:
    """The language of the words around a figure when it is one of the Continent, else nothing."""
    words = _around(text, figure)
    told = tongue(words) or language_of(words)
    return told if told in CONTINENTAL else ""


def _around(text: str, figure: _Figure) -> str:
    return text[max(0, figure.start - AROUND) : figure.end + AROUND]
