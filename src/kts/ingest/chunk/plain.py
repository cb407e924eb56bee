"""Structure of plain text: paragraphs between blank lines, and headings by the rules people write them.

A heading stands at the start of a paragraph. It may run into its text on the same line, as contracts do
(`SECTION 2.01. Commitments. Each Bank agrees ...`). Lines of a table of contents are never headings.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kts.lexicon.sentences import goes_on, spaced_width

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MAX_HEADING = 120
"""Characters: the longest title taken for a heading; the longest of 4,000 in sampled contracts has 110."""

MAX_CAPITALS = 80
"""Characters of a line in capitals that stands alone as a heading; longer ones are disclaimers."""

LEAST_CAPITALS = 4
"""Letters of such a line; fewer are a page number or an initial."""

CONTENTS_LINES = 3
"""A paragraph of more lines than these is text even if one of them ends in a number."""

CAPITALS_LEVEL = 3
"""Level of an unnumbered heading: below numbered ones, so that covers and stamps do not end a passage."""

RELEASE_LEVEL = 2
"""Level of the heading of a release: what it brings is a passage of its own."""

CONTENTS_RUN = 4
"""So many numbered headings without any text between them are a table of contents when they recur."""

_LINE = re.compile(r"[^\r\n]+")
_BREAK = re.compile(r"\r\n?|\n")
_ROMAN = r"[IVXLC]{1,7}"
_TITLES = (
    r"(?P<division>(?:ARTICLE|Article|CHAPTER|Chapter|PART|Part|TITLE|Title)[ \t\xa0]+"
    rf"(?:{_ROMAN}|\d{{1,3}})(?!\w))|"
    r"(?P<annex>(?:EXHIBIT|Exhibit|SCHEDULE|Schedule|APPENDIX|Appendix|ANNEX|Annex|ATTACHMENT|Attachment)"
    r"[ \t\xa0]+"
    r"(?:[A-Z]{1,2}|\d{1,3}|[IVX]{1,5})(?:[-.]\d{1,3})*(?:\([a-z0-9]{1,3}\))*(?!\w))|"
    r"(?P<section>(?:SECTION|Section|SEC\.|Sec\.|§|CLAUSE|Clause)[ \t\xa0]*"
    r"\d{1,3}(?:\.\d{1,3})*[A-Z]?(?:\([A-Za-z0-9]{1,4}\))*(?!\w))|"
    r"(?P<decimal>\d{1,3}(?:\.\d{1,3}){1,4}(?!\w))|"
    r"(?P<ordinal>\d{1,2}(?=[.)]|[ \t\xa0]+[A-Z]))"
)
_NUMBERED = re.compile(rf"[ \t\xa0]*(?:{_TITLES})(?P<mark>[ \t\xa0]*[.:)\u2013\u2014-]+(?=[ \t\xa0]|\Z))?[ \t\xa0]*")
_CONTENTS = re.compile(r"\.{4,}|(?:\. ){3,}|\u2026{2,}|_{4,}[ \t\xa0]*\d|\S(?:\t+| {2,})(?:[A-Z]-)?\d{1,4}[ \t\xa0]*\Z")
_PAGE_END = re.compile(r"[a-z)][ \t\xa0]\d{1,3}[ \t\xa0]*\Z")
_RUN_IN = re.compile(r"(?P<title>[^.:]{1,120}?(?:Inc|Co|Corp|etc|No|U\.S)?)(?P<stop>[.:])(?:--|[ \t\xa0]|\Z)")
_MARKER = re.compile(
    r"[ \t\xa0]*(?:[-*\u2022\u25cf\u2013][ \t\xa0]+|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})[.)][ \t\xa0]+)\S"
)
_RELEASE = re.compile(
    r"(?:[A-Z][\w-]*[ \t\xa0]+)?(?:version|release|ver\.|v\.?)?[ \t\xa0]*\d{1,4}(?:\.\d{1,4}){1,3}"
    r"(?:[ \t\xa0]*[(\[][^()\[\]]{1,50}[)\]]|"
    r"[ \t\xa0]+(?:[-\u2013\u2014][ \t\xa0]*)?(?:released|of|from|\d)[^;?!|]{0,40})?:?",
    re.IGNORECASE,
)
"""A line that names a version, above the list of what it brings: release notes."""
_UNDERLINE = re.compile(r"[ \t\xa0]*(={3,}|-{3,}|~{3,})[ \t\xa0]*\Z")
_WORD = re.compile(r"[^\W\d_][\w'\u2019-]*")
_ENDS_SENTENCE = re.compile(r"[.;:!?][\"'\u201d)]*[ \t\xa0]*\Z")
_REFERENCE = re.compile(
    r"(?:of|hereof|hereto|herein|and|or|shall|to|is|was|above|below|through|in|the|may|has|are|by)(?!\w)"
)
_SMALL = frozenset(
    "a an and any as at by de for from if in into its nor not of on or per the to under upon via vs with "
    "without".split()
)
_LEVELS = {"division": 1, "annex": 1, "section": 2, "ordinal": 1}


@dataclass(frozen=True, slots=True)
class Shape:
    """A heading (`level` over 0), a list (`parts`, the starts of its items) or a paragraph."""

    start: int
    end: int
    level: int = 0
    label: str = ""
    parts: tuple[int, ...] = ()
    contents: bool = False
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class _Line:
    """A line without its surrounding whitespace."""

    start: int
    end: int
    text: str


def plain_shapes(text: str, offset: int = 0) -> tuple[Shape, ...]:
    """The shapes of `text[offset:]` in order; together they hold every non-whitespace character."""
    found: list[Shape] = []
    for group in _groups(text, offset):
        found.extend(_of_group(group))
    return tuple(_without_contents(found))


def _groups(text: str, offset: int) -> Iterator[list[_Line]]:
    """Lines between blank lines; a form feed ends a group as a blank line does."""
    group: list[_Line] = []
    previous = offset
    overleaf = -1
    width = spaced_width(text)
    for match in _LINE.finditer(text, offset):
        if group and match.start() >= overleaf and _stands_apart(text, previous, match):
            overleaf = goes_on(text, (group[-1].start, group[-1].end), width)
        if (
            match.start() > overleaf
            and group
            and (_blank_between(text, previous, match.start()) or "\f" in match[0][:1])
        ):
            yield group
            group = []
        previous = match.end()
        line = _stripped(text, match.start(), match.end())
        if line is not None:
            group.append(line)
        elif group and match.start() > overleaf:
            yield group
            group = []
    if group:
        yield group


def _stands_apart(text: str, previous: int, line: re.Match[str]) -> bool:
    return line[0].isspace() or "\f" in line[0][:1] or _blank_between(text, previous, line.start())


def _blank_between(text: str, start: int, end: int) -> bool:
    first = _BREAK.match(text, start)
    return first is not None and first.end() < end


def _stripped(text: str, start: int, end: int) -> _Line | None:
    piece = text[start:end]
    left = len(piece) - len(piece.lstrip())
    stripped = piece.strip()
    return _Line(start + left, start + left + len(stripped), stripped) if stripped else None


def _of_group(lines: Sequence[_Line]) -> Iterator[Shape]:
    """Headings at the group's start, then runs of text cut where a further heading begins a line."""
    if _is_list(lines):
        yield Shape(lines[0].start, lines[-1].end, parts=_items(lines))
        return
    if len(lines) > 1 and _RELEASE.fullmatch(lines[0].text) and _MARKER.match(lines[1].text[:20]):
        yield Shape(lines[0].start, lines[0].end, RELEASE_LEVEL, _words(lines[0].text))
        yield from _of_group(lines[1:])
        return
    pending: list[_Line] = []
    index, opened = 0, True
    while index < len(lines):
        heading, used = _heading(lines, index) if opened else (None, 0)
        if heading:
            yield from _text(pending)
            pending = []
            yield heading
            pending = _rest(lines[index], heading) if used == 1 else []
        else:
            pending.append(lines[index])
            used = 1
        last = lines[index + used - 1]
        opened = not pending or bool(_ENDS_SENTENCE.search(last.text[-8:]))
        index += used
    yield from _text(pending)


def _rest(line: _Line, heading: Shape) -> list[_Line]:
    """What follows a heading on its own line."""
    tail = line.text[heading.end - line.start :].strip()
    return [_Line(line.end - len(tail), line.end, tail)] if tail else []


def _text(lines: Sequence[_Line]) -> Iterator[Shape]:
    if lines:
        contents = len(lines) <= CONTENTS_LINES and any(_CONTENTS.search(line.text[-MAX_HEADING:]) for line in lines)
        yield Shape(lines[0].start, lines[-1].end, contents=contents)


def _is_list(lines: Sequence[_Line]) -> bool:
    """Two lines or more with a marker, the first among them, and no run of numbered titles."""
    if len(lines) < 2 or not _MARKER.match(lines[0].text[:20]):  # noqa: PLR2004
        return False
    marked = [line for line in lines if _MARKER.match(line.text[:20])]
    return len(marked) > 1 and not any(len(line.text) > MAX_HEADING * 2 for line in marked)


def _items(lines: Sequence[_Line]) -> tuple[int, ...]:
    return tuple(line.start for line in lines if _MARKER.match(line.text[:20]))


def _heading(lines: Sequence[_Line], index: int) -> tuple[Shape | None, int]:
    """The heading that begins at `lines[index]` and the number of lines it takes."""
    line = lines[index]
    following = lines[index + 1] if index + 1 < len(lines) else None
    if following and (rule := _UNDERLINE.match(following.text)) and _fits(line, following):
        level = 1 if rule[1].startswith("=") else 2
        return Shape(line.start, following.end, level, _words(line.text)), 2
    if _CONTENTS.search(line.text[-MAX_HEADING:]):
        return None, 0
    if numbered := _NUMBERED.match(line.text):
        return _numbered(line, following, numbered, alone=len(lines) == 1)
    if _capitals(line) and len(lines) <= 2:  # noqa: PLR2004
        return Shape(line.start, line.end, CAPITALS_LEVEL, _words(line.text)), 1
    return None, 0


def _fits(line: _Line, rule: _Line) -> bool:
    """An underline is about as long as its heading; a separator of another length is none."""
    return len(line.text) <= MAX_HEADING and len(rule.text) >= len(line.text) // 2


def _capitals(line: _Line) -> bool:
    letters = [character for character in line.text[: MAX_CAPITALS + 1] if character.isalpha()]
    return (
        len(letters) >= LEAST_CAPITALS
        and len(line.text) <= MAX_CAPITALS
        and all(character == character.upper() != character.lower() for character in letters)
        and line.text[-1] not in ".,;&>"
    )


def _numbered(line: _Line, following: _Line | None, match: re.Match[str], *, alone: bool) -> tuple[Shape | None, int]:
    kind = str(match.lastgroup if match.lastgroup != "mark" else _kind(match))
    rest = line.text[match.end() :]
    if _REFERENCE.match(rest) or (rest and rest[0] in ",;)"):
        return None, 0
    length = _title_length(rest, kind, alone=alone, marked=bool(match["mark"]))
    if length is None:
        return None, 0
    end = line.start + len((line.text[: match.end() + length]).rstrip())
    label = _words(line.text[: match.end() + length])
    level = _LEVELS.get(kind) or min(6, match["decimal"].count(".") + 1)
    if not rest and kind in {"division", "annex"} and following and is_title(following.text):
        joined = f"{label} {_words(following.text)}"
        return Shape(line.start, following.end, level, joined, numbered=True), 2
    return Shape(line.start, end, level, label.rstrip(" ."), numbered=True), 1


def _kind(match: re.Match[str]) -> str:
    return next(name for name in ("division", "annex", "section", "decimal", "ordinal") if match[name])


def _title_length(rest: str, kind: str, *, alone: bool, marked: bool) -> int | None:
    """How much of the text after the number is its title; None when this is not a heading."""
    whole = len(rest) <= MAX_HEADING and not _PAGE_END.search(rest)
    if not rest:
        return 0 if kind in {"division", "annex", "section"} else None
    if (run := _RUN_IN.match(rest)) and is_title(run["title"]) and run.end() < len(rest):
        return run.end("stop")
    if whole and is_title(rest.rstrip(".:")):
        return len(rest) if kind != "ordinal" or alone or rest.isupper() else None
    return 0 if kind == "section" and marked and rest[0].isupper() else None


def is_title(words: str) -> bool:
    """Title case or capitals, as headings are set; a sentence has words in lower case."""
    found = _WORD.findall(words[: MAX_HEADING + 1])
    if not found or len(words) > MAX_HEADING or words.rstrip()[-1] in ",;":
        return False
    return all(word[0].isupper() or word in _SMALL for word in found) and found[0][0].isupper()


def _words(source: str) -> str:
    return " ".join(source.split()).rstrip(" :")


def _without_contents(found: Sequence[Shape]) -> Iterator[Shape]:
    """Take the headings out of the tables of contents, and join bare divisions with their titles."""
    kept: list[Shape] = []
    dropped = False
    recurring = _recurring(found)
    for index in range(len(found) - 1, -1, -1):
        shape = found[index]
        following = found[index + 1] if index + 1 < len(found) else None
        leads = following is not None and (following.contents or (dropped and following.level > 0))
        dropped = shape.level > 0 and (leads or index in recurring)
        kept.append(replace(shape, level=0, label="", numbered=False, contents=True) if dropped else shape)
    yield from _joined(kept[::-1])


def _recurring(found: Sequence[Shape]) -> frozenset[int]:
    """Indexes of headings in a run without text, most of which come again later."""
    last = {shape.label: index for index, shape in enumerate(found) if shape.numbered}
    runs: list[list[int]] = [[]]
    for index, shape in enumerate(found):
        if shape.level:
            runs[-1].append(index)
        elif runs[-1]:
            runs.append([])
    lists = [run for run in runs if _repeats(found, run, last)]
    return frozenset(index for run in lists for index in run if last.get(found[index].label, index) > run[-1])


def _repeats(found: Sequence[Shape], run: Sequence[int], last: dict[str, int]) -> bool:
    numbered = [index for index in run if found[index].numbered]
    again = [index for index in numbered if last[found[index].label] > run[-1]]
    return len(numbered) >= CONTENTS_RUN and 2 * len(again) >= len(numbered)


def _joined(shapes: Sequence[Shape]) -> Iterator[Shape]:
    """`ARTICLE II` and, after a blank line, `THE CREDITS` are one heading."""
    index = 0
    while index < len(shapes):
        shape = shapes[index]
        following = shapes[index + 1] if index + 1 < len(shapes) else shape
        bare = shape.numbered and shape.level == 1 and len(shape.label.split()) == 2  # noqa: PLR2004
        if bare and following.level == CAPITALS_LEVEL and not following.numbered:
            label = f"{shape.label} {following.label}"
            yield Shape(shape.start, following.end, 1, label, numbered=True)
            index += 2
        else:
            yield shape
            index += 1
