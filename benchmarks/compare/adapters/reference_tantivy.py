"""Plain tantivy, one field with the English stemmer and its own query parser: what `plain_tantivy.py` does."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from protocol import DEPTH, Engine, documents, serve

sys.path.append(str(Path(__file__).resolve().parents[2]))

import tantivy

import plain_tantivy

if TYPE_CHECKING:
    from collections.abc import Callable

    from protocol import Question, Ranked


def build(task: Path, folder: Path) -> float:
    """Title and body as one text."""
    plain_tantivy.build(((document.id, "", document.text) for document in documents(task)), folder)
    return 0.0


def opened(_task: Path, folder: Path, _way: str) -> Callable[[Question], Ranked]:
    """BM25 over the one field."""
    index = tantivy.Index.open(str(folder))
    return lambda question: plain_tantivy.query(index, question.text, limit=DEPTH, fields=plain_tantivy.ONE_FIELD)


if __name__ == "__main__":
    serve(Engine("tantivy", build, opened))
