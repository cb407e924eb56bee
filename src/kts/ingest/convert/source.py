"""Source code and scripts: what people wrote around the code is text, the code itself a listing; each line mapped.

Which characters are comments the lexers of Pygments say. A comment beside code stays with it: the two are one
statement. Functions and classes that begin a line, and titles between rules of signs, are headings.
"""

from __future__ import annotations

import re
import time
from itertools import groupby
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

from kts.ingest.convert.builder import TextBuilder, fence_for
from kts.ingest.convert.decode import Positions, assumed, decode
from kts.ingest.convert.outcomes import attempt
from kts.ingest.convert.text import as_it_stands
from kts.types import Conversion

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kts.ingest.convert.decode import Decoded

_SPELLED = {
    "python": ".py .pyi .pyw",
    "bash": ".sh .bash .zsh .ksh",
    "powershell": ".ps1 .psm1",
    "batch": ".bat .cmd",
    "sql": ".sql",
    "javascript": ".js .mjs .cjs .jsx",
    "typescript": ".ts .tsx",
    "java": ".java",
    "kotlin": ".kt .kts",
    "scala": ".scala",
    "groovy": ".groovy .gradle",
    "go": ".go",
    "rust": ".rs",
    "c": ".c .h",
    "cpp": ".cc .cpp .cxx .hh .hpp",
    "csharp": ".cs",
    "vbnet": ".vb",
    "ruby": ".rb",
    "php": ".php",
    "perl": ".pl .pm",
    "r": ".r",
    "lua": ".lua",
    "swift": ".swift",
    "dart": ".dart",
    "terraform": ".tf .tfvars .hcl",
    "protobuf": ".proto",
    "graphql": ".graphql .gql",
}
LANGUAGES: Mapping[str, str] = {
    ending: language for language, endings in _SPELLED.items() for ending in endings.split()
}
"""The lexer of each suffix."""
DEFINES: Mapping[str, str] = {
    "bash": r"(?:function\s+)?([\w.-]+)\s*\(\)",
    "powershell": r"(?:function|filter)\s+([\w-]+)",
    "sql": r"create\s+(?:or\s+replace\s+)?(?:\w+\s+){0,2}?(?:table|view|function|procedure|trigger|index|type)\s+"
    r"(?:concurrently\s+)?(?:if\s+not\s+exists\s+)?([\w.]+)",
    "terraform": r"(\w+(?:\s+\"[^\"\n]+\")+)\s*\{",
}
"""How a line begins that defines what its lexer does not mark as such, its name as a group."""
LONGEST = 1_000_000
"""Characters of a file that is taken apart; what is longer was written by a program, and is text as it stands."""
SECONDS = 8.0
"""CPU seconds after which a file is text as it stands: a lexer may be slow on what is no code."""
LOOKED_AT = 1_000
"""Tokens between two looks at the clock."""
MOSTLY = 0.5
"""Share of the lines of a comment that read like code from which it is code that was switched off."""

_MARKS = re.compile(r"(?:/\*+!?|\*/|\*(?=\s|\Z)|//+!?|#+!?|--+(?!\w)|;+|%+|<!--|-->|(?i:rem)\b|'''|\"\"\"|'(?=\s))")
_END = re.compile(r"\s*(?:\*+/|-->|'''|\"\"\")\s*\Z")
_OPENED = re.compile(r"[rRuUbBfF]{0,2}(?=\"\"\"|''')")
_RULE = re.compile(r"[^\w\s]{3,}[^\w]*\Z")
_RULED = re.compile(r"([=~#*_-])\1{2,}\s+(?P<title>\w.*?)\s+[=~#*_-]{3,}\Z")
_CODE = re.compile(
    r"[;{}]\s*\Z|\A(?:[\w.\[\]\"'$-]+\s*[:+]?=\s*\S|\w+\([^()]*\)\s*\Z|"
    r"(?:if|for|while|return|def|class|import|from|export|sudo|SELECT|INSERT|UPDATE|DELETE)\b.*[(:=;]\s*\Z)"
)


class SourceConverter:
    """Reads source code, scripts and queries in the languages of `LANGUAGES`."""

    name = "source"
    version = "1"
    suffixes = frozenset(LANGUAGES)

    def convert(self, content: bytes, *, name: str) -> Conversion:
        """Comments and documentation as paragraphs, code between them as listings."""
        path = PurePosixPath(name)
        return attempt(lambda: _convert(content, LANGUAGES.get(path.suffix.lower(), ""), path.name), what="source file")


class _Line(NamedTuple):
    """A line of a file: its offsets without its end, what it is, and the name that it defines, with its offsets."""

    start: int
    end: int
    kind: str
    defines: tuple[int, int] | None = None


def _convert(content: bytes, language: str, title: str) -> Conversion:
    decoded = decode(content)
    lines = _lines(decoded.text, language) if len(decoded.text) <= LONGEST and decoded.text.strip() else None
    if not lines:
        return as_it_stands(decoded)
    builder = TextBuilder()
    _Writer(builder, decoded, language).write(lines)
    return Conversion("ok", builder.text(), builder.source_map(), {"title": title, **assumed(decoded)})


def _lines(text: str, language: str) -> list[_Line] | None:
    """Each line with its kind (code, comment or blank); None where no lexer could tell in time."""
    from pygments.lexers import get_lexer_by_name
    from pygments.token import Comment, Name, String
    from pygments.util import ClassNotFound

    try:
        tokens = get_lexer_by_name(language).get_tokens_unprocessed(text)
    except ClassNotFound:
        return None
    spans = [(match.start(), match.end()) for match in re.finditer(r"[^\r\n]+|(?<=\n)(?=\n)|(?<=\r)(?=\r)", text)]
    code, said, names = set[int](), set[int](), dict[int, tuple[int, int]]()
    starts, begun = [start for start, _ in spans], time.process_time()
    at = 0
    for number, (start, kind, value) in enumerate(tokens):
        if number % LOOKED_AT == 0 and time.process_time() - begun > SECONDS:
            return None
        while at + 1 < len(starts) and starts[at + 1] <= start:
            at += 1
        words = kind in String.Doc or (kind in Comment and kind not in Comment.Preproc and kind not in Comment.Hashbang)
        last = at
        for piece in value.splitlines(keepends=True):
            if piece.strip():
                (said if words else code).add(last)
            if piece.endswith(("\n", "\r")) and last + 1 < len(starts):
                last += 1
        if (kind in Name.Function or kind in Name.Class) and value.isidentifier():
            names.setdefault(at, (start, start + len(value)))
    defines = re.compile(DEFINES.get(language, r"(?!)"), re.IGNORECASE)
    found = []
    for number, (start, end) in enumerate(spans):
        kind = "code" if number in code else "comment" if number in said else "blank"
        named = defines.match(text, start, end)
        name = named.span(1) if named else names.get(number)
        found.append(_Line(start, end, kind, name if kind == "code" and not text[start].isspace() else None))
    return found


class _Writer:
    """Writes the lines of one file; lives for one conversion."""

    def __init__(self, builder: TextBuilder, decoded: Decoded, language: str) -> None:
        self._builder, self._text, self._language = builder, decoded.text, language
        self._positions = Positions(decoded)

    def write(self, lines: Sequence[_Line]) -> None:
        """All of them, each definition under its name."""
        begins = dict(self._beginnings(lines))
        parts: list[list[_Line]] = [[]]
        for number, line in enumerate(lines):
            if number in begins:
                parts.append([])
            parts[-1].append(line)
        titles = [None, *[begins[number] for number in sorted(begins)]]
        for title, part in zip(titles, parts, strict=True):
            if title:
                self._heading(*title)
            self._part(part)

    def _beginnings(self, lines: Sequence[_Line]) -> Iterator[tuple[int, tuple[int, int]]]:
        """Where the part of each definition begins: with the comments and decorators right above it."""
        for number, line in enumerate(lines):
            if not line.defines:
                continue
            first = number
            while first and self._goes_with_the_next(lines[first - 1]):
                first -= 1
            yield first, line.defines

    def _goes_with_the_next(self, line: _Line) -> bool:
        if line.kind != "comment":
            return self._of(line).startswith(("@", "#["))
        start, end = self._words(line)
        words = self._of(line)[start:end]
        return not (_RULED.match(words) or _RULE.match(words or self._of(line).strip()))

    def _part(self, lines: Sequence[_Line]) -> None:
        for kind, group in groupby(self._kinds(lines), key=lambda one: one[0]):
            if kind == "comment":
                self._said([line for _, line in group])
            else:
                self._listed([line for _, line in group])

    def _kinds(self, lines: Sequence[_Line]) -> Iterator[tuple[str, _Line]]:
        """Each line as words or as code; a blank one goes with what stands before it."""
        before = "code"
        for kind, group in groupby(lines, key=lambda line: line.kind):
            run = list(group)
            if kind == "comment":
                like = sum(bool(_CODE.search(self._of(line)[slice(*self._words(line))])) for line in run)
                before = "code" if like > MOSTLY * len(run) else "comment"
            elif kind == "code":
                before = "code"
            yield from ((before, line) for line in run)

    def _of(self, line: _Line) -> str:
        return self._text[line.start : line.end]

    def _words(self, line: _Line) -> tuple[int, int]:
        """Where the words of a line of a comment stand in it, without the marks of the comment."""
        text = self._of(line)
        start = len(text) - len(text.lstrip())
        opened = _OPENED.match(text, start)
        start = opened.end() if opened else start
        while not _RULED.match(text, start) and (match := _MARKS.match(text, start)):
            start = match.end()
            start += len(text[start:]) - len(text[start:].lstrip())
        end = _END.search(text)
        stop = max(start, end.start() if end else len(text.rstrip()))
        return start, stop

    def _said(self, lines: Sequence[_Line]) -> None:
        """A comment: a paragraph up to each empty line or rule of signs; a line alone between rules is a heading."""
        self._builder.begin_block()
        ruled = False
        for number, line in enumerate(lines):
            start, end = self._words(line)
            words, whole = self._of(line)[start:end], self._of(line).strip()
            titled = _RULED.match(words)
            if not words or _RULE.match(words):
                ruled = bool(_RULE.match(words or whole))
                self._builder.begin_block()
                continue
            behind = self._of(lines[number + 1]).strip() if number + 1 < len(lines) else ""
            if titled:
                self._heading(line.start + start + titled.start("title"), line.start + start + titled.end("title"))
            elif ruled and _RULE.match(self._bare(behind) or behind):
                self._heading(line.start + start, line.start + end)
            else:
                self._builder.begin_line()
                self._builder.add(words, self._positions.locate(line.start + start, line.start + end))
            ruled = False
        self._builder.begin_block()

    @staticmethod
    def _bare(text: str) -> str:
        match = _MARKS.match(text)
        return text[match.end() :].strip() if match else text

    def _heading(self, start: int, end: int) -> None:
        self._builder.begin_block()
        self._builder.add("## ")
        self._builder.add(self._text[start:end], self._positions.locate(start, end))
        self._builder.begin_block()

    def _listed(self, lines: Sequence[_Line]) -> None:
        kept = list(lines)
        while kept and not self._of(kept[0]).strip():
            kept.pop(0)
        while kept and not self._of(kept[-1]).strip():
            kept.pop()
        if not kept:
            return
        fence = fence_for(map(self._of, kept))
        self._builder.begin_block()
        self._builder.add(f"{fence}{self._language}\n")
        for line in kept:
            self._builder.add(self._of(line), self._positions.locate(line.start, line.end))
            self._builder.add("\n")
        self._builder.add(f"{fence}\n")
        self._builder.begin_block()
