"""What may be quoted alone: sentences, entries of lists, rows of tables, code, each with what it stands under.

A row without its header and an entry without the line that introduces it say little; both travel with the unit, are
searched with it and are shown with it, but the citation is of the unit's own characters.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple

from kts.answer.standing.proposals import with_decisions
from kts.answer.units import settings
from kts.answer.units.noted import NOTE, bearer
from kts.answer.units.pointers import telling
from kts.answer.units.running import without_tail
from kts.answer.units.spaced import fits, heads, is_dashed, is_spaced, spaced_cells
from kts.answers import FENCE
from kts.lexicon.patterns import later
from kts.lexicon.remarks import remarks
from kts.lexicon.sentences import is_titling, sentences
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from kts.types import Hit, Passage

Kind = Literal["sentence", "entry", "row", "code"]
LABEL = 48
"""Characters up to which a line that ends with a colon, or is bold as a whole, names what follows (a default)."""
ABOVE = 40
"""Stretches above a passage in which the header of its table is looked for (a default, not fitted): 240,000 letters."""
BLOCK = 300
"""Characters up to which an entry, or the answer to a question in the text, is quoted whole (a default, not fitted)."""
_ROW = later(r"\s*\|")
_RULE = later(r"[\s|:+-]*-[\s|:+-]*\Z")
_HEADING = later(r"\s*#{1,6}\s+")
ENTRY = later(r"\s*(?:[-*+\u2022]\s|\(?(?:\d{1,2}|[a-zA-Z]|[ivx]{1,5})[.)]\s)")
_BOLD = later(r"\s*(?:[-*+]\s+)?\*\*[^*]+\*\*:?\s*\Z")
_WORDY = later(r"[^\W_]{2}")
_ANY = later(r"[^\W_]")
_ASKS = later(r"\A(?:\W*Q(?:uestion)?\s?\d*[:.]\s*)?(?P<question>[^\n]{6,200}\?)[*_\"\u201d)]*\Z", re.DOTALL)
REPLIES = later(r"\A\W*(?:A|Answer)\s?\d*:\s+")
_STOPPED = later(r"[.!?;,][*_\"\u201d)]*\Z|\A\s*[-*+\u2022]\s")
_NUMBERED = later(r"\n[ \t]*(?=\d{1,2}(?:\.\d{1,3})+\.?\s+[A-Z\"\u201c(*]|\d{1,2}[.)]\s+\S)")
_BLANK = later(r"\n[ \t]*\n")
FENCED = later(r"(?m)^[ \t>]*(?P<mark>`{3,}|~{3,})(?P<rest>[^`\n]*)$")
STATEMENTS = 3
"""Lines that end like those of programs from which a passage without a fence may lie within code (a default)."""
_STATEMENT = later(r"(?m)[;{},\\]$")
_POINTS = later(r"(?i)\b(?:following|as follows|below|(?:this|these) (?:commands?|query|queries|scripts?|lines?))\b")
_ASIDE = later(r"\([^()\n]{1,60}\)\.?")
"""A sentence that is nothing but a word in brackets belongs to the one before it."""
_LABEL = later(r"\W*\(?[A-Z]{0,3}[ -]?\d{1,3}(?:\.\d{1,3})*[a-z]?[.):]\W*")
"""The number of a clause, a finding or a step, which says nothing without what stands behind it."""
_TERM = later(r"\s*(?P<term>[^\s:|][^\n]{0,100}?)\s*\n[ \t]*:[ \t]+\S")
"""A term above its description, which begins with a colon."""
_TARGET = later(r"\s*\[(?!\^)[^\]\n]+\]:\s+\S+")
"""`[docs]: https://...`: where a link of Markdown leads, which no reader of the page sees."""


class Unit(NamedTuple):
    """`text == document.text[span]`. `hit` counts from 0 in the ranking; `position` counts units of the passage.

    `intro` is what the unit stands under within its passage: header of the table, line before the list, label, section
    of settings. `header` is what of it is shown: the header of a row, the section or the blocks around a setting.
    """

    text: str
    span: Span
    hit: int
    position: int
    kind: Kind
    intro: str = ""
    header: str = ""


class _Under(NamedTuple):
    """What the next line stands under."""

    label: str = ""
    sentence: str = ""
    header: str = ""
    listed: bool = False
    asks: bool = False
    """`listed`: within an entry. `asks`: the label is a question, which what follows answers, up to a blank line."""


def units(hits: Sequence[Hit], before: Callable[[Passage], str], *, pointers: bool = False) -> tuple[Unit, ...]:
    """The units of the passages in the order of the hits; where passages overlap each unit comes once.

    `before` gives the document's text before a passage: a table that began there has its header there. What only
    points elsewhere is a unit where nothing else stands under its label, or where `pointers` are asked for.
    """
    found: dict[tuple[str, int], Unit] = {}
    for number, hit in enumerate(hits):
        of_hit = list(of_passage(hit.passage, number, before))
        for unit in of_hit if pointers else telling(of_hit):
            found.setdefault((hit.passage.document_id, unit.span.end), unit)
    return tuple(found.values())


def without_remarks(said: Sequence[Unit], hits: Sequence[Hit]) -> tuple[Unit, ...]:
    """The units that are no comments of reviewers: what one of them wants is not what the document says."""
    noted = {number: remarks(hit.passage.text) for number, hit in enumerate(hits)}
    return tuple(
        unit
        for unit in said
        for start in [unit.span.start - hits[unit.hit].passage.span.start]
        if not any(first <= start < last for first, last in noted[unit.hit])
    )


def of_passage(passage: Passage, number: int, before: Callable[[Passage], str]) -> Iterator[Unit]:
    """The units of one passage, that of hit `number`."""
    if passage.kind == "metadata":
        return
    text, start = passage.text, passage.span.start
    code = code_blocks(text, lambda: before(passage))
    spans = _withcode_blocks(text, _blocks(text, sentences(text)), code)
    under = _Under(header=header_before(text, passage, before))
    enclosed, opening = _enclosures(passage, before)
    for position, (first, last) in enumerate(spans):
        line = text[first:last]
        if under.asks and under.sentence and _BLANK.search(text, spans[position - 1][1], first):
            under = _Under()
        following = text[spans[position + 1][0] : spans[position + 1][1]] if position + 1 < len(spans) else ""
        coded = any(end == last for _, end in code)
        if enclosed and not coded and settings.is_enclosing(line):
            continue
        alone = _alone(text, first, last)
        if alone and not coded and is_titling(text, first, last):
            under = _Under(label=ENTRY.sub("", line))
            continue
        kept, under = (True, under) if coded else _read(line, following, under, alone=alone)
        kind = "row" if fits(line, under.header) else _kind(line, block=(first, last) in code)
        if mark := NOTE.match(line):
            under = _Under(label=bearer(text[:first], mark["name"]) or bearer(before(passage), mark["name"]))
        if kept and (_ANY if kind == "row" else _WORDY).search(line):
            intro, header = _intro(kind, under)
            around = settings.enclosing(enclosed, start + first) if kind == "sentence" else ""
            if around or (opening and kind == "sentence" and settings.SETTING.match(line.rpartition("\n")[2])):
                intro, header = " ".join(filter(None, (intro, opening, around))), around
            said = line if kind in {"row", "code"} else line[: without_tail(line)] or line
            yield Unit(said, Span(start + first, start + first + len(said)), number, position, kind, intro, header)
            under = _after(kind, line, under, begins=_begins_line(text, first))


def _enclosures(passage: Passage, before: Callable[[Passage], str]) -> tuple[tuple[settings.Enclosure, ...], str]:
    """What encloses settings of a passage, with places in its document, and the line that says what they are for."""
    text, start = passage.text, passage.span.start
    if not settings.encloses(text):
        return (), ""
    above = before(passage) if start else ""
    moved = start - len(above)
    found = settings.enclosures(above + text)
    opening = settings.opening(above + text) if not moved else ""
    return tuple(settings.Enclosure(one.start + moved, one.end + moved, one.name) for one in found), opening


def _kind(line: str, *, block: bool) -> Kind:
    return "code" if block else "row" if _ROW.match(line) else "entry" if ENTRY.match(line) else "sentence"


def _after(kind: Kind, line: str, under: _Under, *, begins: bool) -> _Under:
    """What follows a unit stands under its sentence; entries stand under the line that introduces their list."""
    if kind in {"row", "code"} or (kind == "sentence" and under.listed and not begins):
        return under
    if kind == "entry" and under.sentence.rstrip("*_ ").endswith(":") and not line.rstrip("*_ ").endswith(":"):
        return under._replace(listed=True)
    return under._replace(sentence=line, listed=kind == "entry")


def code_blocks(text: str, before: Callable[[], str]) -> list[tuple[int, int]]:
    """The blocks of code with their fences; of one that the passage cuts, what it has of it."""
    found: list[tuple[int, int]] = []
    opened: re.Match[str] | None = None
    if FENCE not in text and len(_STATEMENT.findall(text)) >= STATEMENTS and sum(1 for _ in _fences(before())) % 2:
        return [(0, len(text))]
    for fence in _fences(text):
        if opened is None and not found and not fence["rest"].strip() and sum(1 for _ in _fences(before())) % 2:
            found.append((0, fence.start()))
        elif opened is None:
            opened = fence
        elif fence["mark"].startswith(opened["mark"]) and not fence["rest"].strip():
            found.append((opened.start(), fence.end()))
            opened = None
    return [*found, (opened.start(), len(text))] if opened else found


def _fences(text: str) -> Iterator[re.Match[str]]:
    return FENCED.finditer(text) if "```" in text or "~~~" in text else iter(())


def _withcode_blocks(
    text: str, spans: Sequence[tuple[int, int]], code: Sequence[tuple[int, int]]
) -> list[tuple[int, int]]:
    """The sentences outside of code, and each block of code with the line that introduces it as one."""
    if not code:
        return list(spans)
    free = [span for span in spans if not any(first <= span[0] < last for first, last in code)]
    found: list[tuple[int, int]] = []
    for first, last in sorted([*free, *code]):
        if (first, last) in code and found and _introduces(text[slice(*found[-1])]):
            found[-1] = (found[-1][0], last)
        else:
            found.append((first, last))
    return found


def _introduces(line: str) -> bool:
    return bool(line.rstrip("*_ ").endswith(":") or _POINTS.search(line)) and not _HEADING.match(line)


def _begins_line(text: str, position: int) -> bool:
    """Whether only space stands between the line's start and the position: nothing of an entry goes on there."""
    return not text[text.rfind("\n", 0, position) + 1 : position].strip()


def _blocks(text: str, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The sentences, cut where a line begins with a number; those of one short entry or reply are one."""
    found: list[tuple[int, int]] = []
    cut = settings.by_line(text, [piece for span in spans for piece in _at_numbers(text, *span)])
    for first, last in cut:
        if found and _continues(text, found[-1], first, last):
            found[-1] = (found[-1][0], last)
        else:
            found.append((first, last))
    return with_decisions(text, found)


def _at_numbers(text: str, first: int, last: int) -> Iterator[tuple[int, int]]:
    """A stretch cut before each line that begins with the number of a clause or of a step."""
    for match in _NUMBERED.finditer(text, first, last):
        if match.start() > first:
            yield first, match.start()
            first = match.end()
    yield first, last


def _continues(text: str, block: tuple[int, int], first: int, last: int) -> bool:
    """Whether a sentence goes on with the entry, or the reply, before it: on its line, and short together.

    What stands in the line of a heading belongs to it, behind its number too.
    """
    start, end = block
    if _ASIDE.fullmatch(text, first, last) and not _BLANK.search(text, end, first) and not _HEADING.match(text, start):
        return True
    if "\n" in text[end:first]:
        return False
    if _HEADING.match(text, start, end) or _ROW.match(text, start, end):  # a row is one, whatever ends in its cells
        return True
    if _LABEL.fullmatch(text, start, end):
        return True
    if last - start > BLOCK or text[start:end].rstrip("*_ ").endswith(":"):
        return False
    return any(shape.match(text[start:end]) for shape in (ENTRY, REPLIES, settings.PATHED))


def _alone(text: str, first: int, last: int) -> bool:
    """Whether a stretch is all of its line."""
    return _begins_line(text, first) and not text[last:].split("\n", 1)[0].strip("*_ \t")


def _read(line: str, following: str, under: _Under, *, alone: bool) -> tuple[bool, _Under]:
    """Whether a line is a unit, and what the lines after it stand under."""
    if (tabled := _in_table(line, following, under)) is not None:
        return tabled
    if _HEADING.match(line) and not settings.SETTING.match(line.rpartition("\n")[2]):
        return False, _Under(label=_HEADING.sub("", line))
    if alone and (asked := _ASKS.match(line)):
        return False, _Under(label=asked["question"], asks=True)
    if described := _TERM.match(line):
        return True, _Under(label=described["term"])
    captions = alone and _ROW.match(following) and not _STOPPED.search(line)
    if _BOLD.match(line) or (len(line) <= LABEL and (line.endswith(":") or captions)):
        return False, _Under(label=line.strip("*:- "), sentence=under.sentence)
    return not _TARGET.match(line), under._replace(header="") if following[:1] != "|" else under


def _in_table(line: str, following: str, under: _Under) -> tuple[bool, _Under] | None:
    """The same of a line of a table, drawn with bars or set with spaces; None for any other."""
    if _ROW.match(line):
        rule = bool(_RULE.match(line))
        headed = not rule and bool(_RULE.match(following))
        return not rule and not headed, under._replace(header=line) if headed else under
    if heads(line, following):
        return False, under._replace(header=line)
    if is_dashed(line):
        return False, under
    return (True, under) if fits(line, under.header) else None


def _intro(kind: Kind, under: _Under) -> tuple[str, str]:
    """The words that a unit stands under, and the header of its table."""
    if kind == "row":
        return " ".join(part for part in (under.label, under.sentence, under.header) if part), under.header
    leads = under.sentence if kind == "entry" and under.sentence.rstrip("*_ ").endswith(":") else ""
    return " ".join(part for part in (under.label, leads) if part), ""


def rows_of(text: str, columns: str = "") -> tuple[Unit, ...]:
    """The rows of the tables of a text, with their headers; `columns` is the header of one that began before it."""
    found: list[Unit] = []
    header, at = columns, 0
    lines = text.splitlines(keepends=True)
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        if not _ROW.match(line):
            header = ""
        elif _RULE.match(following):
            header = line.strip()
        elif not _RULE.match(line):
            row = line.strip()
            found.append(Unit(row, Span(at, at + len(row)), 0, len(found), "row", header, header))
        at += len(line)
    return tuple(found)


def header_before(text: str, passage: Passage, before: Callable[[Passage], str]) -> str:
    """The header of a table that began before the passage."""
    lines = text.split("\n", 2)
    if not _ROW.match(lines[0]) or (len(lines) > 1 and _RULE.match(lines[1])):
        return ""
    header = ""
    for line in _lines_above(passage, before):
        if not _ROW.match(line):
            break
        if header and not _RULE.match(line):
            return line
        header = line if _RULE.match(line) else ""
    return ""


def _lines_above(passage: Passage, before: Callable[[Passage], str]) -> Iterator[str]:
    """The lines above a passage, the nearest first, a stretch of the document at a time."""
    start, cut = passage.span.start, ""
    for _ in range(ABOVE):
        text = before(passage._replace(span=Span(start, start)))
        cut, *lines = (text + cut if cut else text.rstrip()).split("\n")
        yield from reversed(lines)
        start -= len(text)
        if not text or start <= 0:
            break
    yield cut


ESCAPED = later(r"\\(?=[^\w\s])")
"""The sign that keeps a mark of Markdown from being one: who asks does not write it."""


def cells(row: str) -> list[str]:
    """The cells of a table row without the bars; a bar that is escaped belongs to its cell.

    Those of a row without bars stand two spaces apart.
    """
    if "|" not in row and is_spaced(row):
        return spaced_cells(row)
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", row.strip().strip("|"))]
