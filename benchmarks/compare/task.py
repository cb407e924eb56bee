"""What all systems get: the same documents, the same questions, the same vectors of both, and what those cost.

A task is made once and kept in the temporary folder, under a name that changes with the set, the model and the way
of cutting.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.evaluate.qrels import Collection, CorpusDocument
    from kts.ports import Embedder

VERSION = "1"
"""Changes whenever a task of the same set and model would be another."""
CACHE = Path(tempfile.gettempdir()) / "kts-compare"
COLD_REPEATS = 3
"""Processes started to know what loading the model costs; the median counts."""
_BARE = "import os, sys, numpy; sys.path[:0] = sys.argv[2:]; "
_MODEL = (
    "from kts import config; from kts.workspace.vectors import embedder_of; "
    "embedder_of(sys.argv[1], config.load(None, os.environ)[0].embed).embed_query('a question'); "
)
_PRINT = "from protocol import cpu_seconds, peak_rss_mb; print(cpu_seconds(), peak_rss_mb())"


class Task(NamedTuple):
    """A prepared set: its folder, its judgements, and what embedding it cost (see `_costs`)."""

    name: str
    folder: Path
    collection: Collection
    costs: dict[str, Any]


def prepared(name: str, source: Path, *, model: str, vectors: bool) -> Task:
    """The task of a judged set; `vectors` false leaves them out, for systems that want none."""
    from kts.evaluate.qrels import read_collection

    collection = read_collection(source)
    folder = CACHE / f"{name}-{_key(source, model)}"
    if not (folder / "files.json").is_file():
        _write(folder, source, collection)
    costs = folder / "costs.json"
    if vectors and not costs.is_file():
        costs.write_text(json.dumps(_embed(folder, source, model)), encoding="utf-8")
    return Task(name, folder, collection, json.loads(costs.read_text(encoding="utf-8")) if costs.is_file() else {})


def _key(source: Path, model: str) -> str:
    digest = hashlib.sha256(f"{VERSION} {model}".encode())
    for name in ("corpus.jsonl", "queries.jsonl"):
        digest.update((source / name).read_bytes())
    return digest.hexdigest()[:12]


def _write(folder: Path, source: Path, collection: Collection) -> None:
    """The lines for engines; for the product one text file a document, and which document each is."""
    from kts.evaluate.qrels import read_corpus

    shutil.rmtree(folder, ignore_errors=True)
    (folder / "files").mkdir(parents=True)
    shutil.copyfile(source / "corpus.jsonl", folder / "corpus.jsonl")
    judged = [{"_id": key, "text": text} for key, text in collection.judged.items()]
    lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in judged)
    (folder / "queries.jsonl").write_text(lines, encoding="utf-8")
    names = {}
    for number, document in enumerate(read_corpus(source / "corpus.jsonl")):
        names[f"{number:08}.txt"] = document.id
        (folder / "files" / f"{number:08}.txt").write_bytes(text_of(document, "\n\n").encode("utf-8", "surrogatepass"))
    (folder / "files.json").write_text(json.dumps(names), encoding="utf-8")


def text_of(document: CorpusDocument, between: str = "\n") -> str:
    """Title and body as one text."""
    return f"{document.title}{between}{document.text}" if document.title else document.text


def _embed(folder: Path, source: Path, model: str) -> dict[str, Any]:
    """Write the vectors; returns what they cost."""
    import os

    import numpy as np

    from kts import config
    from kts.evaluate.qrels import read_corpus
    from kts.workspace.vectors import embedder_of

    embedder = embedder_of(model, config.load(None, os.environ)[0].embed)
    texts = [cut(text_of(document), embedder) for document in read_corpus(source / "corpus.jsonl")]
    began = time.process_time()
    np.save(folder / "documents.npy", embedder.embed_documents(texts).astype(np.float32))
    documents_s = time.process_time() - began
    with (folder / "queries.jsonl").open(encoding="utf-8") as stream:
        questions = [json.loads(line) for line in stream]
    rows, times = _questions([question["text"] for question in questions], embedder)
    np.save(folder / "queries.npy", np.stack(rows).astype(np.float32))
    cold_s, memory = _model_adds(model)
    return {
        "documents_cpu_s": documents_s,
        "cold_cpu_s": cold_s,
        "rss_mb": memory,
        "question_cpu_ms": dict(zip([question["_id"] for question in questions], times, strict=True)),
    }


def _questions(texts: Sequence[str], embedder: Embedder) -> tuple[list[Any], list[float]]:
    rows, times = [], []
    for text in texts:
        began = time.process_time()
        rows.append(embedder.embed_query(text))
        times.append(1e3 * (time.process_time() - began))
    return rows, times


def cut(text: str, embedder: Embedder) -> str:
    """The longest beginning, in whole words, that the model reads at once."""
    if embedder.windows(text) == 1:
        return text
    words, fits, over = text.split(" "), 0, len(text.split(" "))
    while over - fits > 1:
        middle = (fits + over) // 2
        if embedder.windows(" ".join(words[:middle])) == 1:
            fits = middle
        else:
            over = middle
    return " ".join(words[:fits])


def _model_adds(model: str) -> tuple[float, float]:
    """CPU seconds and MB that the model and a first question add to a process that has numpy already."""
    whole, bare = _process(_BARE + _MODEL + _PRINT, model), _process(_BARE + _PRINT, model)
    return whole[0] - bare[0], whole[1] - bare[1]


def _process(code: str, model: str) -> tuple[float, float]:
    here = Path(__file__).resolve().parent
    command = (sys.executable, "-c", code, model, str(here / "adapters"), str(here.parents[1] / "src"))
    rows = [
        subprocess.run(command, capture_output=True, check=True, text=True).stdout.split() for _ in range(COLD_REPEATS)
    ]
    return statistics.median(float(row[0]) for row in rows), statistics.median(float(row[1]) for row in rows)
