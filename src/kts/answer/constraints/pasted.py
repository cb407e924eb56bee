"""A pasted log line in a question: its code says what it is about, the rest of it is the asker's own circumstances.

Levels, threads, processes, hosts, files, sizes and times of a line are of the machine that wrote it; no document holds
them, and an answer need not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.answer.constraints.programs import COMMAND, SETTING
from kts.lexicon.identifiers import identifiers, normalise
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.answer.constraints.vocabulary import Vocabulary
    from kts.answers import Constraint

_LEVEL = r"(?:FATAL|ERROR|WARN(?:ING)?|INFO|DEBUG|TRACE|SEVERE|NOTICE|CRITICAL|CRIT|EMERG|PANIC|ERR)"
"""The levels of syslog (RFC 5424), log4j and PostgreSQL, in capitals."""
_MARK = later(
    rf"(?m:^)[ \t\r\f\v>*-]*\[?{_LEVEL}\b(?!\W*\Z)|"
    rf"\[{_LEVEL}\]|\b{_LEVEL}:|\b{_LEVEL} +[\[(]|(?<=[\]:] ){_LEVEL}\b|"
    rf"\b{_LEVEL} +(?=[A-Z]{{1,8}}-?[A-Z]?\d)|"
    r"\d\d:\d\d:\d\d|\b\w+\[\d+\]:|(?<![\w.])[a-z]\w*=[\"']?[^\s=]"
    r"|(?m:^)(?:/dev/\S{1,60}|tmpfs|overlay)[ \t]+\d|(?:\b\d[\d.]{0,6}[KMGT]i?B?[ \t]+){2}\d{1,3} ?%"
    r"|\{\"\w+\":|(?m:^[^\S\n]*at )[\w.$]+\(|\b[a-z]\w*(?:\.\w+){2,20}(?:Exception|Error)\b|\bHTTP/\d"
    r"|(?m:^\w*[$#>]+ \S)"
)
"""How a program writes: a level where lines have it, a time with seconds, a process, pairs of key and value."""
_PIECE = later(r"[^\n?]+\?*")
_ASKS = later(
    r"(?i)(?:\A|(?<=[.!;)\"'\u201d] )|(?<=[,:] ))(?:what|which|who|when|where|why|how|is|are|was|do|does|did|can|could|"
    r"may|must|should|will|would|please)\b[^.]*"
)


def pasted(found: Sequence[Constraint], text: str, known: Vocabulary) -> Iterator[Constraint]:
    """The constraints; of what stands in a log line only codes are certain: those that the index knows, else all.

    Names of settings there are left out, and so are times, amounts and the parts of a time stamp that look like codes:
    they are what the line happens to hold.
    """
    lines = list(_lines(text))
    within = [any(start <= one.span.start < end for start, end in lines) for one in found]
    coded = [_is_code(one) for one in found]
    told = any(code and _held(one, known) for one, code in zip(found, coded, strict=True))
    for one, inside, code in zip(found, within, coded, strict=True):
        if inside and (one.kind in _HAPPENS or _in_stamp(one, text)):
            continue
        bound = code and (not told or _held(one, known))
        yield one._replace(certain=False) if inside and not bound else one


_HAPPENS = frozenset({SETTING, COMMAND, "date", "period", "amount", "quantity"})
"""Kinds of constraints that a log line happens to hold."""
STAMP = r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?"
"""A time stamp (ISO 8601, RFC 3339), whose parts are no codes: `2026-03-01T08:15:22Z`."""
_STAMP = later(STAMP)


def _in_stamp(one: Constraint, text: str) -> bool:
    return any(match.start() <= one.span.start < match.end() for match in _STAMP.finditer(text))


def _lines(text: str) -> Iterator[tuple[int, int]]:
    """Where log lines stand, without a question that is asked beside one."""
    if not _MARK.search(text):
        return
    for piece in _PIECE.finditer(text):
        asked = _ASKS.search(piece[0]) if piece[0].endswith("?") else None
        end = piece.start() + asked.start() if asked else piece.end()
        if _MARK.search(text, piece.start(), end) or _MARK.search(text[piece.start() : end]) or "?" not in piece[0]:
            yield piece.start(), end


def _is_code(one: Constraint) -> bool:
    return one.kind in {"code", "term"} and any(each.kind in _CODES for each in identifiers(one.text))


_CODES = frozenset({"cve", "sqlstate", "error_code", "part_number"})


def _held(one: Constraint, known: Vocabulary) -> bool:
    return bool(known.passages and known.identified(normalise(one.text)))
