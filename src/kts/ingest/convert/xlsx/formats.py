"""Number formats of spreadsheets: what a value looks like under a format code (ECMA-376, 18.8.31)."""

from __future__ import annotations

import datetime as dt
import re
from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|_.|\*.|\[(?P<bracket>[^\]]*)\]|(?P<general>General)'
    r"|(?P<exponent>[Ee][+-]0+)|(?P<ampm>AM/PM|A/P)|(?P<letters>y+|m+|d+|h+|s+(?:\.0+)?)"
    r"|(?P<digits>[0#?]|(?<=[0#?,.])[.,]|[.,](?=[0#?]))|(?P<percent>%)|(?P<slash>/)|(?P<text>@)|(?P<literal>.)",
    re.IGNORECASE | re.DOTALL,
)
_CONDITION = re.compile(r"(<=|>=|<>|<|>|=)\s*(-?\d+(?:\.\d+)?)")
_MONTHS = "January February March April May June July August September October November December".split()
_DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
LOCALE_DATES = frozenset({"mm-dd-yy", "m/d/yy h:mm"})
"""The built-in formats 14 and 22: each machine shows them in its own way, so they are written in ISO 8601."""
_SYSTEM_DATES = ("[$-f800]", "[$-f400]", "[$-x-sysdate]", "[$-x-systime]")
SMALLEST_PLAIN = 1e-9
"""Numbers without a format are written with all their zeros down to here, as in a wide column of a spreadsheet."""
_LONGEST_FORMAT = 255
"""Characters of a format code that a spreadsheet accepts."""
_MAX_PLACES = 30
_EXACT = Context(prec=1_000)
"""Room for the largest number of a cell with all its places, as a percentage of percentages if need be."""
_FRACTION = re.compile(r"([0#? ]*?)([0#?]+)/(\d+|[0#?]+)")


class Token(NamedTuple):
    """A piece of a format code: `kind` is the group of the token's expression."""

    kind: str
    text: str


Section = tuple[Token, ...]


def formatted_number(value: float, code: str) -> str | None:
    """A number under a format code; None where the code has nothing to say (General), empty where it hides it."""
    sections = _sections(code[:_LONGEST_FORMAT])
    section, signed = _chosen(value, sections)
    kinds = {token.kind for token in section}
    if not section:
        return "" if len(sections) > 1 else None
    if "general" in kinds:
        return None if kinds == {"general"} else _around_general(section, value, signed=signed)
    if not kinds & {"digits", "exponent"}:
        return None if "text" in kinds else _literals(section)
    if "slash" in kinds and "percent" not in kinds:
        return _fraction(section, value, signed=signed)
    return _decimal(section, value, signed=signed)


def formatted_date(value: dt.datetime | dt.date | dt.time | dt.timedelta, code: str) -> str | None:
    """A date, time or duration under a format code; None where each machine shows it in its own way."""
    lowered = code.lower()
    if lowered in LOCALE_DATES or lowered.startswith(_SYSTEM_DATES):
        return None
    section = _sections(code[:_LONGEST_FORMAT])[0]
    if not any(token.kind == "letters" for token in section):
        return None
    return _dated(section, value)


@lru_cache(maxsize=1_000)
def _sections(code: str) -> tuple[Section, ...]:
    """The sections of a format code, divided at semicolons that are not quoted."""
    sections: list[list[Token]] = [[]]
    for match in _TOKEN.finditer(code):
        kind = match.lastgroup
        text = match[kind] if kind else ""
        if kind == "literal" and text == ";":
            sections.append([])
        elif kind in {"quoted", "escaped"}:
            sections[-1].append(Token("literal", text))
        elif kind == "bracket":
            sections[-1].extend(_bracket(text))
        elif kind:
            sections[-1].append(Token(kind, text))
    return tuple(tuple(section) for section in sections)


def _bracket(text: str) -> list[Token]:
    """A currency, an elapsed time or a condition; colours and languages show nothing."""
    if text.startswith("$"):
        symbol = text[1:].partition("-")[0]
        return [Token("literal", symbol)] if symbol else []
    if re.fullmatch(r"h+|m+|s+", text, re.IGNORECASE):
        return [Token("letters", f"[{text.lower()}]")]
    return [Token("condition", text)] if _CONDITION.fullmatch(text.strip()) else []


def _chosen(value: float, sections: tuple[Section, ...]) -> tuple[Section, bool]:
    """The section for a value, and whether the minus sign is still to be written."""
    conditions = [_condition(section) for section in sections[:2]]
    if any(conditions):
        index = next((at for at, one in enumerate(conditions) if one and _holds(value, one)), min(len(conditions), 2))
        section = sections[min(index, len(sections) - 1)]
        return tuple(token for token in section if token.kind != "condition"), value < 0
    if value < 0 and len(sections) > 1:
        return sections[1], False
    if value == 0 and len(sections) > 2:  # noqa: PLR2004 - the third section is for zero
        return sections[2], False
    return sections[0], value < 0


def _condition(section: Section) -> str:
    return next((token.text for token in section if token.kind == "condition"), "")


def _holds(value: float, condition: str) -> bool:
    match = _CONDITION.fullmatch(condition.strip())
    if not match:
        return False
    limit = float(match[2])
    return {
        "<": value < limit,
        ">": value > limit,
        "=": value == limit,
        "<=": value <= limit,
        ">=": value >= limit,
        "<>": value != limit,
    }[match[1]]


def _literals(section: Section) -> str:
    return "".join(token.text for token in section if token.kind in {"literal", "percent", "slash"}).strip()


def _around_general(section: Section, value: float, *, signed: bool) -> str:
    number = ("-" if signed else "") + general(abs(value))
    return "".join(number if token.kind == "general" else token.text for token in section if token.kind != "text")


def _decimal(section: Section, value: float, *, signed: bool) -> str:
    """A number with its literals around the digits, which stand together even where the code divides them."""
    digits = "".join(token.text for token in section if token.kind == "digits")
    exponent = next((token.text for token in section if token.kind == "exponent"), "")
    number = _scaled(abs(value), digits, sum(token.kind == "percent" for token in section))
    shown = _scientific(number, digits, exponent) if exponent else _plain(number, digits)
    if signed and re.search(r"[1-9]", shown):
        shown = f"-{shown}"
    if _is_divided(section) and not exponent and "." not in digits:
        return ("-" if signed else "") + _divided(section, shown.removeprefix("-"))
    text, done = "", False
    for token in section:
        if token.kind in {"digits", "exponent"}:
            text += "" if done else shown
            done = True
        elif token.kind not in {"text", "condition"}:
            text += token.text
    sign = re.fullmatch(r"([^-\d(]+)-(.*)", text.strip(), re.DOTALL) if signed else None
    return f"-{sign[1].strip()}{' ' if sign[1][:1].isalpha() else ''}{sign[2]}" if sign else text.strip()


def _is_divided(section: Section) -> bool:
    """Whether literals stand between the digits, as in telephone numbers."""
    kinds = "".join("d" if token.kind == "digits" else "l" for token in section)
    return re.fullmatch("l*d+l*", kinds) is None


def _divided(section: Section, number: str) -> str:
    """The digits in their places between the literals, filled from the right; the first place takes what is left."""
    places = [at for at, token in enumerate(section) if token.kind == "digits" and token.text != ","]
    digits = number.replace(",", "").rjust(len(places))
    filled = dict(zip(reversed(places), reversed(digits), strict=False))
    filled[places[0]] = digits[: len(digits) - len(places) + 1]
    parts = (filled.get(at, "") if token.kind == "digits" else token.text for at, token in enumerate(section))
    return "".join(parts).strip()


def _scaled(value: float, digits: str, percents: int) -> Decimal:
    number = Decimal(repr(value)) * Decimal(100**percents)
    commas = len(digits) - len(digits.rstrip(","))
    return number / Decimal(1000**commas)


def _plain(number: Decimal, digits: str) -> str:
    digits = digits.rstrip(",")
    whole, _, decimals = digits.partition(".")
    decimals = decimals.replace(",", "")[:_MAX_PLACES]
    unit = Decimal(1).scaleb(-len(decimals))
    rounded = number.quantize(unit, rounding=ROUND_HALF_UP, context=_EXACT) if number.is_finite() else number
    left, _, right = f"{rounded:f}".partition(".")
    needed = len(decimals.rstrip("#?"))
    while len(right) > needed and right.endswith("0"):
        right = right[:-1]
    left = left.lstrip("0").rjust(whole.count("0"), "0")
    if "," in whole:
        left = _grouped(left)
    return f"{left}.{right}" if right else left


def _grouped(digits: str) -> str:
    head = len(digits) % 3
    parts = [digits[:head]] if head else []
    return ",".join([*parts, *(digits[at : at + 3] for at in range(head, len(digits), 3))])


def _scientific(number: Decimal, digits: str, exponent: str) -> str:
    places = len(digits.partition(".")[2])
    mantissa, _, power = f"{number:.{min(places, _MAX_PLACES)}E}".partition("E")
    sign = "-" if power.startswith("-") else "+" if exponent[1] == "+" else ""
    return f"{mantissa}E{sign}{abs(int(power)):0{len(exponent) - 2}d}"


def _fraction(section: Section, value: float, *, signed: bool) -> str:
    code = "".join(token.text for token in section if token.kind in {"digits", "slash", "literal"})
    match = _FRACTION.search(code)
    if not match:
        return _decimal(section, value, signed=signed)
    below = int(match[3]) if match[3].isdigit() and int(match[3]) else 0
    exact = Fraction(abs(value)).limit_denominator(10**9)
    part = Fraction(round(exact * below), below) if below else exact.limit_denominator(10 ** min(len(match[3]), 5) - 1)
    whole = int(part) if re.search(r"[0#?]", match[1]) else 0
    rest = part - whole
    times = below // rest.denominator if below else 1
    shown = f"{rest.numerator * times}/{rest.denominator * times}" if rest else ""
    text = " ".join(piece for piece in (str(whole) if whole or not rest else "", shown) if piece)
    return f"-{text}" if signed else text


def _dated(section: Section, value: dt.datetime | dt.date | dt.time | dt.timedelta) -> str:
    half = any(token.kind == "ampm" for token in section)
    letters = [token.text.lower() if token.kind == "letters" else "" for token in section]
    text = ""
    for at, token in enumerate(section):
        if token.kind == "letters":
            text += _date_part(token.text.lower(), value, minutes=_is_minutes(letters, at), half=half)
        elif token.kind == "ampm":
            text += ("AM", "PM")[_hour(value) % 24 >= 12] if len(token.text) > 3 else "AP"[_hour(value) % 24 >= 12]  # noqa: PLR2004 - noon
        elif token.kind != "condition":
            text += token.text if token.kind != "text" else ""
    return text.strip()


def _is_minutes(letters: list[str], at: int) -> bool:
    """Whether an `m` stands next to hours or seconds, where it means minutes."""
    before = next((one for one in reversed(letters[:at]) if one), "")
    after = next((one for one in letters[at + 1 :] if one), "")
    return before.strip("[]").startswith("h") or after.strip("[]").startswith("s")


def _hour(value: dt.datetime | dt.date | dt.time | dt.timedelta) -> int:
    if isinstance(value, dt.timedelta):
        return int(value.total_seconds() // 3600)
    return value.hour if isinstance(value, (dt.datetime, dt.time)) else 0


def _date_part(
    letters: str, value: dt.datetime | dt.date | dt.time | dt.timedelta, *, minutes: bool, half: bool
) -> str:
    if letters.startswith("["):
        seconds = value.total_seconds() if isinstance(value, dt.timedelta) else _seconds(value)
        return str(int(seconds // {"h": 3600, "m": 60, "s": 1}[letters[1]]))
    if letters[0] == "h":
        hour = _hour(value) % 24
        return f"{(hour % 12 or 12) if half else hour:0{min(len(letters), 2)}d}"
    if letters[0] == "s" or (letters[0] == "m" and minutes):
        return _clock(letters, value)
    if not isinstance(value, dt.date):
        return ""
    return _calendar(letters, value)


def _seconds(value: dt.datetime | dt.date | dt.time) -> float:
    if not isinstance(value, (dt.datetime, dt.time)):
        return 0
    return value.hour * 3600 + value.minute * 60 + value.second + value.microsecond / 1e6


def _clock(letters: str, value: dt.datetime | dt.date | dt.time | dt.timedelta) -> str:
    seconds = value.total_seconds() % 3600 if isinstance(value, dt.timedelta) else _seconds(value) % 3600
    name, _, places = letters.partition(".")
    if name[0] == "m":
        return f"{int(seconds // 60):0{min(len(name), 2)}d}"
    return f"{seconds % 60:0{min(len(name), 2) + (len(places) + 1 if places else 0)}.{len(places)}f}"


def _calendar(letters: str, value: dt.date) -> str:
    size = len(letters)
    if letters[0] == "y":
        return f"{value.year:04d}" if size > 2 else f"{value.year % 100:02d}"  # noqa: PLR2004 - yyy means yyyy
    names = [f"{value.day}", f"{value.day:02d}", _DAYS[value.weekday()][:3], _DAYS[value.weekday()]]
    if letters[0] == "m":
        month = _MONTHS[value.month - 1]
        names = [f"{value.month}", f"{value.month:02d}", month[:3], month, month[:1]]
    return names[min(size, len(names)) - 1]


def general(value: float) -> str:
    """A number without a format: no needless decimals, 15 digits as a spreadsheet keeps them, powers of ten rarely."""
    if isinstance(value, int):
        return str(value)
    if value.is_integer() and abs(value) < 1e15:  # noqa: PLR2004 - exact in a double
        return str(int(value))
    text = f"{value:.15g}"
    return f"{Decimal(text):f}" if SMALLEST_PLAIN <= abs(value) < 1 else text.upper()
