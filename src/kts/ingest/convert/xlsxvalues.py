"""Cell values as a spreadsheet displays them, within reason: dates in ISO, percentages, thousands."""

from __future__ import annotations

import datetime as dt
import re

_QUOTED = re.compile(r'"[^"]*"|\\.|_.|\*.|\[[^\]]*\]')
_CURRENCY = re.compile(r'\[\$([^\]-]*)(?:-[^\]]*)?\]|"([$€£¥]|CHF|EUR|USD|GBP)\s*"|([$€£¥])')
_DECIMALS = re.compile(r"\.(0+)")


def shown(value: object, number_format: str) -> str:
    """The text of a cell's value under its number format."""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, (int, float)):
        return _number(value, number_format.partition(";")[0])
    if isinstance(value, dt.datetime):
        midnight = value.time() == dt.time()
        return value.date().isoformat() if midnight else value.isoformat(sep=" ", timespec="seconds")
    if isinstance(value, (dt.date, dt.time)):
        return value.isoformat()
    return str(value)


def _number(value: float, number_format: str) -> str:
    bare = _QUOTED.sub("", number_format)
    decimals = _DECIMALS.search(bare)
    places = len(decimals[1]) if decimals else 0
    if "%" in bare:
        return f"{100 * value:.{places}f}%"
    if "#,##0" in bare or "0,0" in bare:
        sign, symbol = "-" if value < 0 else "", _symbol(number_format)
        return f"{sign}{symbol}{abs(value):,.{places}f}"
    if decimals and "E" not in bare.upper() and set(bare) <= set("0#. "):
        return f"{value:.{places}f}"
    return general(value)


def _symbol(number_format: str) -> str:
    match = _CURRENCY.search(number_format)
    symbol = next((group for group in match.groups() if group), "") if match else ""
    return f"{symbol} " if len(symbol) > 1 else symbol


def general(value: float) -> str:
    """A number without a format: no needless decimals, 15 digits as a spreadsheet keeps them."""
    if isinstance(value, int):
        return str(value)
    if value.is_integer() and abs(value) < 1e15:  # noqa: PLR2004 - exact in a double
        return str(int(value))
    return f"{value:.15g}"
