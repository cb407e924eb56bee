"""Cell values as a spreadsheet displays them: dates, percentages, currencies and thousands by their formats."""

from __future__ import annotations

import datetime as dt

from kts.ingest.convert.xlsx.formats import formatted_date, formatted_number, general

DAY_ONLY = "mm-dd-yy"
"""The built-in format 14, which shows no time."""


def shown(value: object, number_format: str) -> str:
    """The text of a cell's value under its number format, empty when the format hides it.

    A date whose format depends on the machine is written in ISO 8601.
    """
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, (int, float)):
        text = formatted_number(value, number_format)
        return general(value) if text is None else text
    if isinstance(value, (dt.datetime, dt.date, dt.time, dt.timedelta)):
        value = value.date() if isinstance(value, dt.datetime) and number_format == DAY_ONLY else value
        text = formatted_date(value, number_format)
        return iso(value) if text is None else text
    return "" if number_format == ";;;" else str(value)


def plainly(value: object) -> str:
    """The text of a value whose format hides it."""
    return shown(value, "General")


def iso(value: dt.datetime | dt.date | dt.time | dt.timedelta) -> str:
    """A date, time or duration in ISO 8601, as short as it is exact."""
    if isinstance(value, dt.datetime):
        midnight = value.time() == dt.time()
        return value.date().isoformat() if midnight else value.isoformat(sep=" ", timespec="seconds")
    return value.isoformat() if isinstance(value, (dt.date, dt.time)) else str(value)
