"""What every adapter does, each in a process and, for peers, an environment of its own.

    ADAPTER build TASK INDEX           make the index; prints its CPU seconds
    ADAPTER ask TASK INDEX RUN [WAY]   open it, answer every question, write the run; prints CPU ms a question
    ADAPTER cold TASK INDEX [WAY]      open it and answer one question; prints the CPU seconds of the process

A task is a folder with corpus.jsonl, queries.jsonl, documents.npy and queries.npy: the vectors' rows stand in the
order of the lines. The last line of the output is a JSON object. This file must import nothing but the standard
library at once: what an engine imports is part of what it costs.
"""

from __future__ import annotations

import json
import os
import sys
import time
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    Vectors: TypeAlias = NDArray[np.float32]
    Ranked: TypeAlias = Sequence[tuple[str, float]]

DEPTH = 100
"""Documents that a question asks for: recall@100 is the deepest metric (evaluation/sets.toml)."""
WARM_UP = 5
"""Questions asked before any is measured: caches and what is imported late."""


class Document(NamedTuple):
    """A document: `text` begins with the title, as a page does."""

    id: str
    title: str
    body: str

    @property
    def text(self) -> str:
        """Title and body as the one text that engines index."""
        return f"{self.title}\n{self.body}" if self.title else self.body


class Question(NamedTuple):
    """A question and the row of its vector; the vector is read only by those who want one."""

    id: str
    text: str
    task: Path
    row: int

    @property
    def vector(self) -> Vectors:
        """The vector of the question, (dims,)."""
        return vectors(self.task / "queries.npy")[self.row]


class Engine(NamedTuple):
    """An engine: how it makes an index in a folder, and how it opens one to answer questions.

    `build` returns the CPU seconds of it that were spent on embedding (0 with the vectors given). `opened` gets the
    way of asking, for engines that have several. `embed`, of an engine that embeds the question itself: that alone.
    """

    distribution: str
    build: Callable[[Path, Path], float]
    opened: Callable[[Path, Path, str], Callable[[Question], Ranked]]
    embed: Callable[[str], object] | None = None


@cache
def vectors(path: Path) -> Vectors:
    """Vectors of a task, (texts, dims), of unit length."""
    import numpy as np

    found: Vectors = np.load(path)
    return found


def documents(task: Path) -> Iterator[Document]:
    """The documents in the order of their vectors."""
    for row in _objects(task / "corpus.jsonl"):
        yield Document(row["_id"], row.get("title", ""), row.get("text", ""))


def questions(task: Path) -> list[Question]:
    """The questions in the order of their vectors."""
    return [
        Question(row["_id"], row["text"], task, place) for place, row in enumerate(_objects(task / "queries.jsonl"))
    ]


def _objects(path: Path) -> Iterator[dict[str, str]]:
    with path.open(encoding="utf-8") as stream:
        for line in stream:
            yield json.loads(line)


def serve(engine: Engine) -> None:
    """Do what the command line asks for and print what it cost."""
    phase, task, index, *rest = sys.argv[1:]
    if phase == "build":
        found = _build(engine, Path(task), Path(index))
    elif phase == "ask":
        found = _ask(engine, Path(task), Path(index), Path(rest[0]), "".join(rest[1:]))
    else:
        found = _cold(engine, Path(task), Path(index), "".join(rest))
    print(json.dumps(found, sort_keys=True), flush=True)


def _build(engine: Engine, task: Path, index: Path) -> dict[str, object]:
    index.mkdir(parents=True, exist_ok=True)
    began = cpu_seconds()
    embedding = engine.build(task, index)
    spent = cpu_seconds() - began
    return {
        "version": version(engine.distribution),
        "cpu_s": spent - embedding,
        "embed_cpu_s": embedding,
        "rss_mb": peak_rss_mb(),
    }


def _ask(engine: Engine, task: Path, index: Path, run: Path, way: str) -> dict[str, object]:
    asked = questions(task)
    ask = engine.opened(task, index, way)
    for question in asked[:WARM_UP]:
        ask(question)
    times: dict[str, float] = {}
    embedding: dict[str, float] = {}
    with run.open("w", encoding="utf-8", newline="\n") as stream:
        for question in asked:
            began = time.process_time()
            found = ask(question)
            times[question.id] = 1e3 * (time.process_time() - began)
            if engine.embed and way != "lexical":
                embedding[question.id] = timed(engine.embed, question.text)
            stream.writelines(_lines(question.id, found))
    return {"cpu_ms": times, "embed_cpu_ms": embedding, "rss_mb": peak_rss_mb()}


def _lines(question: str, found: Ranked) -> Iterator[str]:
    """TREC lines whose scores are the places: no other tool breaks ties in its own way."""
    for place, document in enumerate(dict.fromkeys(document for document, _ in found)):
        yield f"{question} Q0 {document} {place + 1} {DEPTH - place} -\n"


def _cold(engine: Engine, task: Path, index: Path, way: str) -> dict[str, object]:
    first = questions(task)[0]
    if not engine.opened(task, index, way)(first):
        sys.exit(f"nothing was found for {first.text!r}")
    return {"cpu_s": cpu_seconds()}


def timed(call: Callable[[str], object], text: str) -> float:
    """CPU milliseconds of a call, of all threads."""
    began = time.process_time()
    call(text)
    return 1e3 * (time.process_time() - began)


def cpu_seconds() -> float:
    """CPU seconds, user and system, of this process since its start and of its children that have ended."""
    return sum(os.times()[:4])


def peak_rss_mb() -> float:
    """The most memory that this process has held; Linux' own mark, for getrusage counts the parent's, too."""
    status = Path("/proc/self/status")
    if not status.is_file():
        import resource

        unit = 1e6 if sys.platform == "darwin" else 1e3
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit
    line = next(line for line in status.read_text(encoding="utf-8").splitlines() if line.startswith("VmHWM:"))
    return int(line.split()[1]) / 1e3
