"""KTS: files in, product out. It embeds its own passages and questions; the vectors of the task are not used."""

from __future__ import annotations

import json
import os
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from protocol import DEPTH, Engine, cpu_seconds, serve

sys.path.append(str(Path(__file__).resolve().parents[3] / "src"))

from kts.workspace import Workspace

if TYPE_CHECKING:
    from collections.abc import Callable

    from protocol import Question, Ranked

    from kts.ports import Embedder

os.environ.update(KTS_INGEST_VIEWS="false", KTS_INGEST_DELETE_SHARE="1")


def build(task: Path, folder: Path) -> float:
    """One text file a document, read as any file is: first into text and postings, then into vectors."""
    with Workspace.create(str(folder)) as workspace:
        workspace.ingest([str(task / "files")], vectors=False)
        before = cpu_seconds()
        workspace.ingest()
        return cpu_seconds() - before


def opened(task: Path, folder: Path, way: str) -> Callable[[Question], Ranked]:
    """The best passage of each document, in the order of the product."""
    workspace = Workspace.open(str(folder))
    names = json.loads((task / "files.json").read_text(encoding="utf-8"))

    def ask(question: Question) -> Ranked:
        found = workspace.rank(question.text, k=DEPTH, per_document=1, mode=way)
        return [(names[path], score) for path, score in found]

    return ask


@cache
def _model() -> Embedder:
    from kts import config
    from kts.workspace.vectors import embedder_of, provider_of

    settings = config.load(None, os.environ)[0].embed
    return embedder_of(provider_of(settings), settings)


def embed(question: str) -> object:
    """The question's vector, to know what part of a search it is."""
    return _model().embed_query(question)


if __name__ == "__main__":
    serve(Engine("kts", build, opened, embed))
