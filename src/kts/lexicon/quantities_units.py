"""Units: their many spellings, the kind of thing that they measure, and how they convert.

A business day is a unit of its own: no number of calendar days equals it; so is a business hour. A month
is not thirty days, but a year is twelve months, and a day twenty-four hours.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from kts.lexicon.patterns import later


class Unit(NamedTuple):
    """`factor` turns a value into the `base` unit; units of one base convert into each other."""

    name: str
    kind: str
    base: str
    factor: float


_TABLE = {
    "duration": {
        "second": ("second", 1, "second seconds sec secs s sekunde sekunden seconde secondes"),
        "millisecond": ("second", 0.001, "millisecond milliseconds msec ms"),
        "minute": ("second", 60, "minute minutes min mins minuten"),
        "hour": ("second", 3600, "hour hours hr hrs h std stunde stunden heure heures"),
        "day": ("second", 86400, "day days d tag tage tagen tages kalendertag kalendertage kalendertagen jour jours"),
        "week": ("second", 604800, "week weeks wk wks fortnight_half woche wochen semaine semaines"),
        "month": ("month", 1, "month months mo mos monat monate monaten monats mois"),
        "quarter": ("month", 3, "quarters quartal quartale quartalen"),
        "year": ("month", 12, "year years yr yrs jahr jahre jahren jahres ans ann\u00e9e ann\u00e9es"),
        "decade": ("month", 120, "decade decades jahrzehnt jahrzehnte jahrzehnten"),
        "business_day": (
            "business_day",
            1,
            "werktag werktage werktagen werktages arbeitstag arbeitstage arbeitstagen bankarbeitstage bankarbeitstagen",
        ),
        "business_hour": (
            "business_hour",
            1,
            "arbeitsstunde arbeitsstunden gesch\u00e4ftsstunde gesch\u00e4ftsstunden",
        ),
    },
    "money": {
        "USD": ("USD", 1, "$ us$ usd dollar dollars"),
        "cent": ("USD", 0.01, "cent cents"),
        "EUR": ("EUR", 1, "\u20ac eur euro euros"),
        "thousand_EUR": ("EUR", 1000, "teur keur"),
        "GBP": ("GBP", 1, "\u00a3 gbp pound pounds"),
        "JPY": ("JPY", 1, "\u00a5 jpy yen"),
        "CHF": ("CHF", 1, "chf francs franken"),
    },
    "percent": {
        "percent": ("percent", 1, "% percent pct prozent"),
        "basis_point": ("percent", 0.01, "bp bps bip bips"),
    },
    "measure": {
        "byte": ("byte", 1, "byte bytes"),
        "kB": ("byte", 1e3, "kb kilobyte kilobytes"),
        "KiB": ("byte", 1024, "kib"),
        "MB": ("byte", 1e6, "mb megabyte megabytes"),
        "MiB": ("byte", 1024**2, "mib"),
        "GB": ("byte", 1e9, "gb gigabyte gigabytes"),
        "GiB": ("byte", 1024**3, "gib"),
        "TB": ("byte", 1e12, "tb terabyte terabytes"),
        "TiB": ("byte", 1024**4, "tib"),
        "millimetre": ("metre", 0.001, "mm millimetre millimetres millimeter millimeters"),
        "centimetre": ("metre", 0.01, "cm centimetre centimetres centimeter centimeters"),
        "metre": ("metre", 1, "m metre metres meter meters metern"),
        "kilometre": ("metre", 1000, "km kilometre kilometres kilometer kilometers kilometern"),
        "inch": ("metre", 0.0254, "inch inches"),
        "foot": ("metre", 0.3048, "feet ft"),
        "mile": ("metre", 1609.344, "mi mile miles"),
        "gram": ("gram", 1, "g gram grams gramme grammes gramm"),
        "milligram": ("gram", 0.001, "mg milligram milligrams"),
        "kilogram": ("gram", 1000, "kg kilogram kilograms kilogramm kilogramme kilogrammes"),
        "tonne": ("gram", 1e6, "t tonne tonnes tonnen"),
        "microgram": ("gram", 1e-6, "microgram micrograms mcg"),
        "nanogram": ("gram", 1e-9, "nanogram nanograms"),
        "litre": ("litre", 1, "l litre litres liter liters litern"),
        "decilitre": ("litre", 0.1, "dl decilitre decilitres deciliter deciliters"),
        "centilitre": ("litre", 0.01, "cl centilitre centilitres centiliter centiliters"),
        "millilitre": ("litre", 0.001, "ml millilitre millilitres milliliter milliliters"),
        "microlitre": ("litre", 1e-6, "microlitre microlitres microliter microliters"),
        "micrometre": ("metre", 1e-6, "micrometre micrometres micrometer micrometers micron microns"),
        "nanometre": ("metre", 1e-9, "nanometre nanometres nanometer nanometers"),
        "watt": ("watt", 1, "watt watts"),
        "milliwatt": ("watt", 0.001, "milliwatt milliwatts"),
        "kilowatt": ("watt", 1000, "kw kilowatt kilowatts"),
        "megawatt": ("watt", 1e6, "megawatt megawatts"),
        "watt_hour": ("watt_hour", 1, "wh"),
        "kilowatt_hour": ("watt_hour", 1000, "kwh"),
        "megawatt_hour": ("watt_hour", 1e6, "mwh"),
        "volt": ("volt", 1, "volt volts"),
        "millivolt": ("volt", 0.001, "millivolt millivolts"),
        "kilovolt": ("volt", 1000, "kv kilovolt kilovolts"),
        "ampere": ("ampere", 1, "ampere amperes amp amps"),
        "milliampere": ("ampere", 0.001, "milliampere milliamperes milliamp milliamps"),
        "ampere_hour": ("ampere_hour", 1, "ah"),
        "milliampere_hour": ("ampere_hour", 0.001, "mah"),
        "ohm": ("ohm", 1, "ohm ohms"),
        "milliohm": ("ohm", 0.001, "milliohm milliohms"),
        "kilohm": ("ohm", 1e3, "kilohm kilohms kiloohm kiloohms"),
        "megohm": ("ohm", 1e6, "megohm megohms megaohm megaohms"),
        "newton": ("newton", 1, "newton newtons"),
        "kilonewton": ("newton", 1000, "kilonewton kilonewtons"),
        "newton_metre": ("newton_metre", 1, ""),
        "bar": ("psi", 14.50377, "bar bars"),
        "millibar": ("psi", 0.01450377, "mbar millibar millibars"),
        "pascal": ("psi", 0.0001450377, "pascal pascals"),
        "hectopascal": ("psi", 0.01450377, "hpa hectopascal hectopascals"),
        "megapascal": ("psi", 145.0377, "megapascal megapascals"),
        "parts_per_million": ("parts_per_million", 1, "ppm"),
        "parts_per_billion": ("parts_per_million", 0.001, "ppb"),
        "decibel": ("decibel", 1, "db decibel decibels"),
        "lux": ("lux", 1, "lux"),
        "revolution": ("revolution", 1, "rpm"),
        "knot": ("knot", 1, "kn knot knots"),
        "hertz": ("hertz", 1, "hz hertz"),
        "kilohertz": ("hertz", 1e3, "khz"),
        "megahertz": ("hertz", 1e6, "mhz"),
        "gigahertz": ("hertz", 1e9, "ghz"),
        "psi": ("psi", 1, "psi psig"),
        "psia": ("psia", 1, "psia"),
        "kilopascal": ("psi", 0.1450377, "kpa kilopascal kilopascals"),
        "square_foot": ("square_foot", 1, "sqft"),
        "acre": ("square_foot", 43560, "acre acres"),
    },
}
UNITS = {
    name: Unit(name, kind, base, float(factor))
    for kind, rows in _TABLE.items()
    for name, (base, factor, _) in rows.items()
}
SPELLINGS = {
    spelling: name
    for rows in _TABLE.values()
    for name, (_, _, spellings) in rows.items()
    for spelling in spellings.split()
}
NO_UNITS = frozenset({"M", "T", "tag", "std"})
"""What is a unit only in the other case: a million and a tesla are no metre and no tonne, three tags no days."""
_SIGNS = {
    "\u2126": "ohm",
    "\u03a9": "ohm",
    "m\u2126": "milliohm",
    "m\u03a9": "milliohm",
    "k\u2126": "kilohm",
    "k\u03a9": "kilohm",
    "M\u2126": "megohm",
    "M\u03a9": "megohm",
    "\u00b5L": "microlitre",
    "\u03bcL": "microlitre",
    "\u00b5l": "microlitre",
    "\u03bcl": "microlitre",
    "uL": "microlitre",
    "\u00b5g": "microgram",
    "\u03bcg": "microgram",
    "\u00b5m": "micrometre",
    "\u03bcm": "micrometre",
    "nm": "nanometre",
    "Nm": "newton_metre",
    "N m": "newton_metre",
    "N\u00b7m": "newton_metre",
    "N*m": "newton_metre",
    "kN": "kilonewton",
    "mW": "milliwatt",
    "MW": "megawatt",
    "W": "watt",
    "mV": "millivolt",
    "mA": "milliampere",
    "Pa": "pascal",
    "MPa": "megapascal",
}
"""Units that are known by a sign, or by whether a letter is a capital: `mW`, `MW`; `nm`, `Nm`."""
SIGN = later(r"(?:" + "|".join(map(re.escape, sorted(_SIGNS, key=len, reverse=True))) + r")(?![^\W\d_])")


def signed(sign: str) -> str:
    """The unit of a sign."""
    return _SIGNS[sign]


_ABROAD = (
    (re.compile(r"jours ouvr(?:\u00e9|able)s\b", re.IGNORECASE), "business_day"),
    (re.compile(r"pour cent\b", re.IGNORECASE), "percent"),
    (re.compile(r"d['\u2019]euros?\b", re.IGNORECASE), "EUR"),
    *(
        (re.compile(rf"{stem}ig(?:e[mnrs]?)?\b", re.IGNORECASE), unit)
        for stem, unit in (
            ("st\u00fcnd", "hour"),
            ("t\u00e4g", "day"),
            ("w\u00f6ch", "week"),
            ("monat", "month"),
            ("j\u00e4hr", "year"),
        )
    ),
)
"""A day of work in French, and what lasts so long in German (`eine 14-tägige Frist`)."""
PHRASES = (
    *_ABROAD,
    (re.compile(r"newton[ -]?met(?:re|er)s?\b", re.IGNORECASE), "newton_metre"),
    (re.compile(r"parts per million\b", re.IGNORECASE), "parts_per_million"),
    (re.compile(r"parts per billion\b", re.IGNORECASE), "parts_per_billion"),
    (re.compile(r"(?:revolutions|turns) per minute\b", re.IGNORECASE), "revolution"),
    (re.compile(r"kilowatt[ -]hours?\b", re.IGNORECASE), "kilowatt_hour"),
    (re.compile(r"milliamp(?:ere)?[ -]hours?\b", re.IGNORECASE), "milliampere_hour"),
    (
        re.compile(
            r"(?:(?-i:[A-Z][\w.]*)[ -]){0,3}(?:business|working|banking|trading)[ -]?days?\b",  # London Banking Days
            re.IGNORECASE,
        ),
        "business_day",
    ),
    (re.compile(r"(?:business|working|office)[ -]hours?\b", re.IGNORECASE), "business_hour"),
    (re.compile(r"metric[ -]ton(?:ne)?s?\b", re.IGNORECASE), "tonne"),
    (re.compile(r"basis[ -]points?\b", re.IGNORECASE), "basis_point"),
    (re.compile(r"per ?cent(?:age points?)?\b|percentage points?\b", re.IGNORECASE), "percent"),
    (re.compile(r"calendar[ -](?=days?|weeks?|months?|quarters?|years?)", re.IGNORECASE), ""),
    (re.compile(r"(?:U\.?S\.?[ -]|American )?dollars?\b", re.IGNORECASE), "USD"),
    (re.compile(r"square[ -](?:feet|foot)\b", re.IGNORECASE), "square_foot"),
    (re.compile(r"(?:pounds?|lbs?\.?)(?: per |/)(?:square|sq\.?) (?:inch|in\.?),? absolute\b", re.IGNORECASE), "psia"),
    (
        re.compile(r"(?:pounds?|lbs?\.?)(?: per |/)(?:square|sq\.?) (?:inch\b|in\b\.?)(?:,? gauge\b)?", re.IGNORECASE),
        "psi",
    ),
)
IRREGULAR = {
    "people": "person",
    "children": "child",
    "men": "man",
    "women": "woman",
    "indices": "index",
    "criteria": "criterion",
    "copies": "copy",
    "series": "series",
    "analyses": "analysis",
    "basis": "basis",
    "mice": "mouse",
}


def singular(noun: str) -> str:
    """One spelling of a counted noun: its singular by the regular rules."""
    word = noun.lower()
    if word in IRREGULAR:
        return IRREGULAR[word]
    for ending, put in (("ies", "y"), ("sses", "ss"), ("shes", "sh"), ("ches", "ch"), ("xes", "x")):
        if word.endswith(ending) and len(word) > len(ending) + 1:
            return word[: -len(ending)] + put
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


def convertible(a: str, b: str) -> bool:
    """Whether a value in unit `a` can be one in unit `b`."""
    if a in UNITS and b in UNITS:
        return UNITS[a].base == UNITS[b].base
    return a == b


def in_base(value: float, unit: str) -> float:
    """The value in the unit's base unit; as it is for a counted noun."""
    return value * UNITS[unit].factor if unit in UNITS else value


def kind_of(unit: str) -> str:
    """money, percent, duration, measure; count for a counted noun, number for none."""
    if not unit:
        return "number"
    return UNITS[unit].kind if unit in UNITS else "count"
