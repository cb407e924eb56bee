"""Judged collections in the layout of BEIR (Thakur et al. 2021, arXiv:2104.08663).

A folder holds `corpus.jsonl` {_id, title, text}, `queries.jsonl` {_id, text} and `qrels.tsv` or
`qrels/test.tsv`: query id, document id, score, separated by tabs, the header line optional.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from kts.errors import UsageError
from kts.evaluate.lines import read_lines, read_objects, text_field

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from kts.evaluate.lines import Line

Qrels: TypeAlias = Mapping[str, Mapping[str, int]]
"""Query id -> document id -> relevance; 0 and below is judged not relevant."""

QRELS_FILES = ("qrels.tsv", "qrels/test.tsv")
_COLUMNS = 3


class CorpusDocument(NamedTuple):
    """A document of a judged collection."""

    id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Collection:
    """Queries and their judgements; the documents are read by `read_corpus`, as they may be many."""

    queries: Mapping[str, str]
    qrels: Qrels

    @property
    def judged(self) -> Mapping[str, str]:
        """The queries with at least one relevant document: the ones worth running."""
        return {key: text for key, text in self.queries.items() if has_relevant(self.qrels.get(key, {}))}


def has_relevant(judged: Mapping[str, int]) -> bool:
    """Whether anything is relevant; without it every metric would be 0 whatever the system does."""
    return any(score > 0 for score in judged.values())


def read_collection(folder: Path) -> Collection:
    """Queries and qrels of a folder. Raises UsageError for damage and for a judged query without a text."""
    queries = read_queries(folder / "queries.jsonl")
    path = qrels_path(folder)
    qrels = read_qrels(path)
    unknown = sorted(qrels.keys() - queries.keys())
    if unknown:
        message = f"{path}: {len(unknown)} judged queries are not in queries.jsonl, the first is {unknown[0]!r}"
        raise UsageError(message, hint="qrels.tsv and queries.jsonl must be of the same set", path=str(path))
    return Collection(queries=queries, qrels=qrels)


def qrels_path(folder: Path) -> Path:
    """The file with the judgements, the flat layout first. Raises UsageError if there is none."""
    for name in QRELS_FILES:
        if (folder / name).is_file():
            return folder / name
    message = f"{folder} has neither {' nor '.join(QRELS_FILES)}"
    raise UsageError(message, hint="lines are: query id TAB document id TAB score", path=str(folder))


def read_corpus(path: Path) -> Iterator[CorpusDocument]:
    """The documents of a corpus.jsonl, one at a time. Raises UsageError naming file and line."""
    seen: set[str] = set()
    for line, value in read_objects(path):
        key = _new_id(line, text_field(line, value, "_id"), seen)
        title = text_field(line, value, "title", default="")
        yield CorpusDocument(id=key, title=title, text=text_field(line, value, "text", default=""))


def read_queries(path: Path) -> dict[str, str]:
    """Query id -> text. Raises UsageError naming file and line."""
    seen: set[str] = set()
    rows = ((line, value, text_field(line, value, "_id")) for line, value in read_objects(path))
    return {_new_id(line, key, seen): text_field(line, value, "text") for line, value, key in rows}


def _new_id(line: Line, key: str, seen: set[str]) -> str:
    if key in seen:
        message = f"the id {key!r} occurs a second time"
        raise line.error(message, hint="ids must be unique in a file")
    seen.add(key)
    return key


def read_qrels(path: Path) -> dict[str, dict[str, int]]:
    """Judgements of a tab-separated file. Raises UsageError naming file and line."""
    qrels: dict[str, dict[str, int]] = {}
    for line in read_lines(path):
        fields = line.text.split("\t")
        if len(fields) != _COLUMNS:
            message = f"{_COLUMNS} columns separated by tabs are expected, not {len(fields)}"
            raise line.error(message)
        if line.number == 1 and _is_header(fields):
            continue
        query, document, score = fields[0].strip(), fields[1].strip(), _score(line, fields[2])
        if qrels.setdefault(query, {}).setdefault(document, score) != score:
            message = f"query {query!r} has two different scores for {document!r}"
            raise line.error(message)
    return qrels


def _is_header(fields: list[str]) -> bool:
    return fields[0].strip().lower() in {"query-id", "query_id", "qid"} or fields[2].strip().lower() == "score"


def _score(line: Line, text: str) -> int:
    try:
        return int(text)
    except ValueError as error:
        message = f"the score must be an integer, not {text.strip()!r}"
        raise line.error(message) from error
