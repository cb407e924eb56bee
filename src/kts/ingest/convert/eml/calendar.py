"""Invitations (`text/calendar`, RFC 5545) as people read them: what, when, where, who."""

from __future__ import annotations

import datetime as dt
import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

_FOLD = re.compile(r"\r?\n[ \t]")
_LINE = re.compile(
    r'(?P<name>[A-Za-z-]+)(?P<parameters>(?:;[A-Za-z-]+=(?:"[^"]*"|[^":;]*)(?:,"[^"]*")*)*):(?P<value>.*)'
)
_PARAMETER = re.compile(r';([A-Za-z-]+)=(?:"([^"]*)"|([^":;]*))')
_ESCAPE = re.compile(r"\\([\\;,nN])")
_TIME = re.compile(r"(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z?))?")
READ = frozenset({"VEVENT", "VTODO", "VJOURNAL"})
_LABELS = {
    "SUMMARY": "Event",
    "DTSTART": "Start",
    "DTEND": "End",
    "DUE": "Due",
    "LOCATION": "Where",
    "ORGANIZER": "Organizer",
    "ATTENDEE": "Attendees",
    "STATUS": "Status",
}
"""What is written of an event, in this order."""
_PEOPLE = frozenset({"ORGANIZER", "ATTENDEE"})
_TIMES = frozenset({"DTSTART", "DTEND", "DUE"})
MAX_PEOPLE = 200
"""Attendees that are named."""


class Property(NamedTuple):
    """A line of a calendar: `zone` and `person` are its parameters TZID and CN."""

    name: str
    value: str
    zone: str = ""
    person: str = ""


def events(source: str, *, described: bool) -> Iterator[str]:
    """Each event, task or note of a calendar as lines `label: value`; with its description where asked for."""
    held: list[Property] = []
    inside: list[str] = []
    for line in _FOLD.sub("", source).splitlines():
        one = _property(line)
        if one is None:
            continue
        kind = one.value.strip().upper()
        if one.name == "BEGIN":
            inside.append(kind)
            held = [] if kind in READ else held
        elif one.name == "END":
            inside = inside[:-1]
            if kind in READ and held:
                yield _written(held, described=described)
                held = []
        elif inside and inside[-1] in READ:
            held.append(one)


def _property(line: str) -> Property | None:
    match = _LINE.fullmatch(line)
    if match is None:
        return None
    parameters = {name.upper(): quoted or bare for name, quoted, bare in _PARAMETER.findall(match["parameters"])}
    value = _ESCAPE.sub(lambda found: {"n": "\n", "N": "\n"}.get(found[1], found[1]), match["value"])
    return Property(match["name"].upper(), value, parameters.get("TZID", ""), parameters.get("CN", ""))


def _written(held: list[Property], *, described: bool) -> str:
    lines = []
    for name, label in _LABELS.items():
        values = [_shown(one) for one in held if one.name == name][:MAX_PEOPLE]
        text = ", ".join(filter(None, values))
        lines += [f"{label}: {text}"] if text else []
    if described:
        lines += [f"\n{one.value.strip()}" for one in held if one.name == "DESCRIPTION" and one.value.strip()]
    return "\n".join(lines)


def _shown(one: Property) -> str:
    if one.name in _TIMES:
        return _time(one)
    if one.name in _PEOPLE:
        address = re.sub(r"(?i)\Amailto:", "", one.value.strip())
        return f"{one.person} <{address}>" if one.person and one.person != address else address
    return " ".join(one.value.split())


def _time(one: Property) -> str:
    """A day or a time as ISO 8601 writes it, with the zone that it is in; anything else as it stands."""
    match = _TIME.fullmatch(one.value.strip())
    if match is None:
        return one.value.strip()
    year, month, day, hour, minute = (int(match[group] or 0) for group in range(1, 6))
    try:
        moment = dt.datetime(year, month, day, hour, minute)  # noqa: DTZ001 - the zone is told by its name
    except ValueError:
        return one.value.strip()
    if match[4] is None:
        return moment.date().isoformat()
    zone = "UTC" if match[6] else one.zone
    return f"{moment:%Y-%m-%d %H:%M}" + (f" ({zone})" if zone else "")
