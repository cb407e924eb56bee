"""Lines that are statements of their own: settings, values of a record, entries of a log; and what encloses them.

`timeout = 45` says something only with the section or the block in which it stands.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from kts.lexicon.glosses import glosses
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SETTING = later(r"[ \t]*(?:export[ \t])?[\"'$@]?[\w$][\w.$/@\[\]\"'-]++[ \t]*(?:=(?![=>])|:(?=[ \t]|\Z))")
"""A key of one word, or a path of keys, before its value."""
LOGGED = later(
    r"[ \t]*\[?(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\d\d/[A-Z][a-z]{2}/\d{4}:\d\d|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d)"
)
"""An entry of a log begins with its time."""
PATHED = later(r"[ \t]*[A-Za-z_][\w-]*+[.\[][\w.\[\]-]*+[ \t]*[:=][ \t]")
"""A path of keys, or a key of several words joined: what stands behind it in its line is all its value."""
_LABEL = later(r"[ \t]*[A-Z][\w-]*:[ \t]")
"""A label in words, as in minutes, in the head of a mail or of an event: sentences stand behind it."""
_COMMENT = later(r"[ \t]*(?:[;#]|//)")
_SECTION = later(r"(?m)^[ \t]*\[{1,2}(?P<name>[\w\"'.:/ -]{1,80})\]{1,2}[ \t]*$")
_OPENED = later(r"(?m)^[ \t]*(?P<name>[\w$./~-][^;{}\n]{0,100}?)[ \t]*\{[ \t]*$|(?P<closed>^[ \t]*\})")
_BLANK = later(r"\n[ \t]*\n")
_LINE = later(r"[^\r\n]*\S")
HELD = 0.5
"""Share of the lines of a stretch above which they are settings or entries of a log (a default)."""


TITLE = 120
"""Characters of the longest line that says what a file of settings is for (a default)."""
RECORD = 600
"""Characters up to which a record of a list is quoted whole; of a longer one its lines (a default)."""
_RECORD = later(r"[ \t]*(?P<way>(?:\.?[\w.-]*\[(?![\"'])[^\[\]\n]*\])+)(?=\.\w|\[)")
"""The way to a record of a list: `ticket[T-7].`, `[Drain the node].`; a key in quotes is no record's name."""


class Enclosure(NamedTuple):
    """What encloses the characters from `start` to `end`: `[spool]`, `location /v2/`."""

    start: int
    end: int
    name: str


def by_line(text: str, spans: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Sentences, but settings and entries of a log one by one, in paragraphs where most lines are such.

    A value of several lines, or of several sentences, stays with its key, a comment with the setting below it.
    """
    if told := [(one.line.start, one.line.end) for one in glosses(text)]:
        spans = list(_apart(text, spans, told))
    paragraph: list[tuple[int, int]] = []
    for span in spans:
        if paragraph and _BLANK.search(text, paragraph[-1][1], span[0]):
            yield from _of_paragraph(text, paragraph)
            paragraph = []
        paragraph.append(span)
    if paragraph:
        yield from _of_paragraph(text, paragraph)


def _of_paragraph(text: str, spans: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    first, last = spans[0][0], spans[-1][1]
    whole = [match.span() for match in _LINE.finditer(text, first, last)] if "\n" in text[first:last] else []
    own = [_is_own(text[start:end]) for start, end in whole]
    noted = [bool(_COMMENT.match(text, start)) for start, _ in whole]
    labels = sum(bool(_LABEL.match(text, start)) for start, _ in whole)
    if sum(own) <= HELD * (len(whole) - sum(noted)) or 2 * labels >= sum(own):
        yield from spans
    else:
        yield from _records(text, list(_cut(text, whole, own, noted)))


def _apart(text: str, spans: Sequence[tuple[int, int]], told: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The stretches, but each line that says what a name is by itself."""
    for first, last in spans:
        at = first
        for start, end in told if "\n" in text[first:last] else ():
            if first <= start < last:
                if before := text[at:start].rstrip():
                    yield at, at + len(before)
                yield start, min(end, last)
                at = end
        if rest := text[at:last].strip():
            begins = text.index(rest, at)
            yield begins, begins + len(rest)


def _records(text: str, spans: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Lines, but those of one short record of a list as one: like the row of a table, a line of it says little alone.

    A record without a name ends where one of its keys comes again.
    """
    for way, group in groupby(spans, key=lambda span: _way(text, span)):
        same, keys = list(group), set[str]()
        if not way:
            yield from same
            continue
        record: list[tuple[int, int]] = []
        for first, last in same:
            key = text[first:last].split(":", 1)[0]
            if key in keys:
                yield from _whole(record)
                record, keys = [], set()
            record.append((first, last))
            keys.add(key)
        yield from _whole(record)


def _way(text: str, span: tuple[int, int]) -> str:
    found = _RECORD.match(text, *span)
    return found["way"] if found else ""


def _whole(record: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    if record and record[-1][1] - record[0][0] <= RECORD:
        yield record[0][0], record[-1][1]
    else:
        yield from record


def _cut(
    text: str, whole: Sequence[tuple[int, int]], own: Sequence[bool], noted: Sequence[bool]
) -> Iterator[tuple[int, int]]:
    begun: tuple[int, int] | None = None
    comment = False
    for (start, end), is_own, is_note in zip(whole, own, noted, strict=True):
        begins = begun is None or is_note or _SECTION.match(text, start, end) or (is_own and not comment)
        if begins and begun is not None:
            yield begun
        indent = len(text[start:end]) - len(text[start:end].lstrip())
        begun = (begun[0], end) if begun is not None and not begins else (start + indent, end)
        comment = is_note
    if begun:
        yield begun


def _is_own(line: str) -> bool:
    return bool(SETTING.match(line) or LOGGED.match(line) or _SECTION.match(line))


def encloses(text: str) -> bool:
    """Whether a text may have settings in sections or in blocks: in most nothing need be looked for."""
    return "{" in text or "}" in text or sum(1 for line in text.splitlines() if SETTING.match(line)) > 1


def is_enclosing(line: str) -> bool:
    """Whether a line only opens a section or a block, or closes one."""
    return bool(_SECTION.fullmatch(line) or _OPENED.fullmatch(line)) or not line.strip("{}; \t\n")


def enclosures(text: str) -> tuple[Enclosure, ...]:
    """The sections and blocks of settings in a text; a line in brackets without a setting below is no section."""
    headed = [match for match in _SECTION.finditer(text) if _leads(text, match.end())]
    ends = [*(match.start() for match in headed[1:]), len(text)][: len(headed)]
    found = [Enclosure(one.start(), end, f"[{one['name']}]") for one, end in zip(headed, ends, strict=True)]
    open_: list[tuple[int, str]] = []
    for match in _OPENED.finditer(text):
        if match["closed"] is None:
            open_.append((match.start(), match["name"]))
        elif open_:
            start, name = open_.pop()
            found.append(Enclosure(start, match.end(), name))
    found += [Enclosure(start, len(text), name) for start, name in open_]
    return tuple(sorted(found))


def opening(text: str) -> str:
    """The line at the beginning of a file of settings that says what they are for; empty where there is none."""
    first, _, rest = text.lstrip("\n").partition("\n")
    said = first.strip().lstrip("#;/!- ").strip()
    following = rest.split("\n", 1)[0]
    if (
        not said
        or len(said) > TITLE
        or SETTING.match(first)
        or LOGGED.match(first)
        or _SECTION.match(first)
        or "{" in first
    ):
        return ""
    settled = SETTING.match(following) or _SECTION.match(following) or _OPENED.match(following)
    return said if settled or (_COMMENT.match(first) and not following.strip()) else ""


def _leads(text: str, position: int) -> bool:
    for line in text[position : position + 400].split("\n")[1:]:
        if line.strip() and not _COMMENT.match(line):
            return bool(SETTING.match(line))
    return False


def enclosing(found: tuple[Enclosure, ...], position: int) -> str:
    """What encloses a place, the outermost first."""
    return " > ".join(one.name for one in found if one.start < position < one.end)
