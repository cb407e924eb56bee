"""Runs: what a system returned for each query, and the TREC run file that other tools read.

The order of a run is the order of its lists. `rank` makes that order from scores, the same on every machine.
"""

from __future__ import annotations

import math
import re
import struct
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from kts.errors import UsageError
from kts.evaluate.lines import read_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from kts.evaluate.lines import Line

Ranked: TypeAlias = Sequence[tuple[str, float]]
"""(document id, score), best first; a document occurs once."""
Run: TypeAlias = Mapping[str, Ranked]
"""Query id -> ranked documents."""

_FIELD = r"[^ \t]+"
_LINE = re.compile(rf"({_FIELD})[ \t]+{_FIELD}[ \t]+(.+?)[ \t]+{_FIELD}[ \t]+({_FIELD})[ \t]+{_FIELD}")


def rank(scores: Mapping[str, float]) -> tuple[tuple[str, float], ...]:
    """Documents by score, highest first, equal scores by id."""
    return tuple(sorted(scores.items(), key=lambda pair: (-pair[1], pair[0])))


def first_of_each(ranked: Iterable[tuple[str, float]]) -> tuple[tuple[str, float], ...]:
    """Keep the first entry of each document: turns a list of passages into a list of their documents."""
    best: dict[str, float] = {}
    for document, score in ranked:
        best.setdefault(document, score)
    return tuple(best.items())


def read_run(path: Path) -> dict[str, tuple[tuple[str, float], ...]]:
    """Read a TREC run file. Raises UsageError naming file and line.

    As in trec_eval the scores make the order and the rank column is ignored; ties are ordered by id.
    Document ids may hold blanks (file names do), query ids may not.
    """
    scores: dict[str, dict[str, float]] = {}
    for line in read_lines(path):
        query, document, score = _parsed(line)
        if document in scores.setdefault(query, {}):
            message = f"document {document!r} occurs a second time for query {query!r}"
            raise line.error(message)
        scores[query][document] = score
    return {query: rank(found) for query, found in scores.items()}


def _parsed(line: Line) -> tuple[str, str, float]:
    match = _LINE.fullmatch(line.text.strip(" \t"))
    if match is None:
        message = "six columns are expected: query Q0 document rank score tag"
        raise line.error(message)
    query, document, text = match.groups()
    try:
        score = float(text)
    except ValueError as error:
        message = f"the score must be a number, not {text!r}"
        raise line.error(message) from error
    if not math.isfinite(score):
        message = f"the score must be finite, not {text!r}"
        raise line.error(message)
    return query, document, score


def write_run(run: Run, path: Path, *, tag: str = "kts") -> None:
    """Write a TREC run file, queries by id, the lists in their own order.

    trec_eval compares scores as float32 and breaks ties by descending id; so that it sees the order of the
    list, a score that is not below the one before it is written as the next smaller float32.
    """
    with path.open("w", encoding="utf-8", newline="\n") as stream:
        for query in sorted(run):
            for place, (document, score) in enumerate(_descending(query, run[query]), start=1):
                stream.write(f"{query} Q0 {document} {place} {score!r} {tag}\n")


def _descending(query: str, ranked: Ranked) -> Iterator[tuple[str, float]]:
    ceiling = math.inf
    for document, score in ranked:
        _check_ids(query, document)
        ceiling = min(_float32(score, query), _next_below(ceiling))
        yield document, ceiling


def _check_ids(query: str, document: str) -> None:
    if not query or re.search(r"[ \t\r\n]", query):
        message = f"the query id {query!r} cannot be written: it is empty or holds a blank"
        raise UsageError(message, hint="rename the query in queries.jsonl")
    if not document or document.strip(" \t\r\n") != document or re.search(r"[\r\n]", document):
        message = f"the document id {document!r} cannot be written: it is empty, or a blank or line end in it"
        raise UsageError(message, hint="rename the document")


def _float32(score: float, query: str) -> float:
    try:
        rounded: float = struct.unpack(">f", struct.pack(">f", score))[0]
    except OverflowError:
        rounded = math.inf
    if not math.isfinite(rounded):
        message = f"query {query!r} has the score {score!r}"
        raise UsageError(message, hint="scores must be finite float32 numbers")
    return rounded


def _next_below(value: float) -> float:
    """The largest float32 below a float32: its bits as an ordered integer, less one."""
    if value == math.inf:
        return value
    bits: int = struct.unpack(">i", struct.pack(">f", value or 0.0))[0]
    bits = bits - 1 if bits > 0 else -0x7FFFFFFF if bits == 0 else bits + 1
    below: float = struct.unpack(">f", struct.pack(">i", bits))[0]
    return below
