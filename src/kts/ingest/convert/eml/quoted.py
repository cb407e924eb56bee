"""What a mail quotes: paragraphs without the marks `>`, each under the name of who wrote it, as in a transcript.

Mail programs write `On DATE NAME wrote:` over what they quote (in the reader's language), or a block of header lines
over all that follows. Quoted text of which nobody says who wrote it keeps one mark before each paragraph.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kts.ingest.convert.builder import Run

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.types import Location

_MARKS = re.compile(r"(?:>[ \t]?)+")
_WROTE = r"wrote|writes|schrieb|a \u00e9crit|escribi\u00f3|ha scritto|schreef|escreveu|skrev"
_WROTE_WORD = re.compile(rf"(?i)\s(?:{_WROTE})\b")
_SAID = re.compile(
    rf"(?i)(?:on|am|le|el|il|op|em|den)\s+(?P<when>[^\n]*?(?:\b\d{{4}}|\d:\d\d(?:\s?[ap]\.?m\.?)?))(?P<before>\D[^\n]*?)?"
    rf"\s(?:{_WROTE})\b(?P<after>[^\n]*?)\s?:\s*"
)
_ADDRESS = re.compile(r"[<(\[]?(?:mailto:)?[^\s<>()\[\]]+@[^\s<>()\[\]]+[>)\]]?")
_TIME_ONLY = re.compile(
    r"(?i)\W*(?:at|um|\u00e0|a las|alle|om|\u00e0s|kl\.?)?\s*\d{1,2}[:.h]\d\d(?::\d\d)?(?:\s?[ap]\.?m\.?)?(?:\s?uhr)?"
)
_RULE = re.compile(r"\s*-{3,}[^-\n]{0,60}-{3,}\s*|\s*_{10,}\s*")
"""The line over a message that is quoted as a whole: `-----Original Message-----`."""
_HEADER = re.compile(r"\*?(?P<name>[^\W\d][\w-]{0,12})\s?:\*?[ \t]+(?P<value>\S.*)")
_FROM = frozenset({"from", "von", "de", "da", "van"})
_SENT = frozenset(
    {"sent", "date", "gesendet", "datum", "envoy\u00e9", "enviado", "fecha", "inviato", "data", "verzonden"}
)
SIGNATURE = "--"
"""The line above a signature, which is a paragraph of its own: below a name it would make a heading of it."""
_LONGEST_NAME = 60
_LONGEST_SAID = 300
"""Characters up to which lines may say who wrote what follows."""


class Line(NamedTuple):
    """A line of a mail, without its marks: `depth` is how many there were, `number` its own, from 1."""

    number: int
    depth: int
    text: str


def paragraphs(text: str, place: Location) -> Iterator[list[Run]]:
    """The paragraphs of a plain text, each line with its place in the part.

    Led by `[DATE] NAME: ` where somebody else wrote them, by `> ` where it is not known who.
    """
    lines = [_line(number, line) for number, line in enumerate(text.split("\n"), start=1)]
    writers: dict[int, str] = {}
    held: list[Line] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        depth = line.depth
        said, taken = _attributed(lines, at) if line.text else ("", 0)
        signed = line.text.strip() == SIGNATURE
        if not line.text.strip() or taken or signed or (held and held[-1].depth != depth):
            yield from _paragraph(held, writers, place)
            held = []
        if line.text.strip():
            writers = {level: name for level, name in writers.items() if level <= depth}
        if taken:
            writers[_below(lines, at + taken, depth)] = said
        elif line.text.strip():
            held.append(line)
        at += taken or 1
    yield from _paragraph(held, writers, place)


def _line(number: int, line: str) -> Line:
    marks = _MARKS.match(line)
    return Line(number, marks[0].count(">") if marks else 0, line[marks.end() :] if marks else line)


def _attributed(lines: Sequence[Line], at: int) -> tuple[str, int]:
    """Who wrote what is quoted below, and how many lines say so; no lines where these are none that do."""
    for count in (1, 2):
        told = lines[at : at + count]
        text = " ".join(line.text.strip() for line in told)
        ends = text.endswith(":") and len(text) <= _LONGEST_SAID and _WROTE_WORD.search(text)
        if not ends or len({line.depth for line in told}) > 1:
            continue
        found = _SAID.fullmatch(text)
        following = next((line for line in lines[at + count :] if line.text.strip()), None) if found else None
        if found and following and following.depth and following.depth >= told[0].depth and (lead := _lead(found)):
            return lead, count
    return "", 0


def _lead(found: re.Match[str]) -> str:
    before = found["before"] or ""
    time = _TIME_ONLY.match(before)
    for told in (found["after"], before[time.end() :] if time else before):
        name = " ".join(_ADDRESS.sub("", told).split()).strip(" ,;\"'<>") or told.strip(" ,;<>")
        if name and len(name) <= _LONGEST_NAME and not re.search(r"\d", _ADDRESS.sub("", name)):
            return f"[{found['when'].strip(' ,')}] {name}: "
    return ""


def _below(lines: Sequence[Line], at: int, depth: int) -> int:
    """How deep the text stands that an attribution leads."""
    return next((line.depth for line in lines[at:] if line.text.strip()), depth)


def _paragraph(lines: Sequence[Line], writers: dict[int, str], place: Location) -> Iterator[list[Run]]:
    """The lines of a paragraph; a block of header lines names who wrote what follows it."""
    if not lines:
        return
    depth = lines[0].depth
    rest = [line for line in lines if not _RULE.fullmatch(line.text)]
    name = _sender(rest)
    if name:
        writers[depth] = name
    lead = "" if name else writers.get(depth, "") or ("> " if depth else "")
    runs = [Run(lead, place._replace(line=rest[0].number))] if lead and rest else []
    for index, line in enumerate(rest):
        runs += [*([Run("\n")] if index else []), Run(line.text.rstrip(), place._replace(line=line.number))]
    if runs:
        yield runs


def _sender(lines: Sequence[Line]) -> str:
    """Who a block of header lines says has written what follows, and when; empty for other lines."""
    headers = [match for line in lines if (match := _HEADER.fullmatch(line.text.strip()))]
    named = {match["name"].lower(): match["value"].strip(" *") for match in headers}
    sender = next((named[name] for name in named if name in _FROM), "")
    sent = next((named[name] for name in named if name in _SENT), "")
    if len(headers) < 3 or len(headers) != len(lines) or not (sender and sent):  # noqa: PLR2004 - From, Sent and To
        return ""
    name = " ".join(_ADDRESS.sub("", sender).split()).strip(" ,;\"'<>") or sender
    return f"[{sent}] {name}: "
