"""Questions with the passages that answer them: what the query encoder learns from.

    python training/query/pairs.py --work build/asked --to build/query

Questions are those of `training/reader/asked`, each with the passages of its folder that hold the judged words, and of
KTS_SHARED_DATA the questions of `reader-train` over their paragraphs and its claims over what speaks for or against
them. Vectors of passages are the product's own: they do not change while the encoder learns.
"""

from __future__ import annotations

import argparse
import json
import os
import sqlite3
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kts.embed.catalogue import DEFAULT
from kts.embed.models import default_folder, load
from kts.evaluate.judged import holds_quote
from kts.store.rows import path_text, whole_text

sys.path.insert(0, str(Path(__file__).parent.parent / "reader"))
from asked import FOLDERS, made
from examples import KEPT_OUT, SHARED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from kts.ports import Embedder

QUESTIONS, VECTORS = "questions.jsonl", "{}.npy"
PASSAGES = """SELECT passage.passage_id, version.path, version.text_id, passage.start, passage."end", vector.body
    FROM passage JOIN version USING (version_id) JOIN vector ON vector.text_sha256 = passage.context_sha256
    WHERE passage.level = 'chunk' AND version.first_generation IS NOT NULL AND version.last_generation IS NULL
    ORDER BY passage.passage_id"""
GENERAL = {"questions": ("squad1", "squad2"), "claims": ("fm2", "feversym")}
"""Kinds of `reader-train` by the source that they make: people's questions, and claims that are true or false."""


class Pair(NamedTuple):
    """A question and the rows of its source's vectors that answer it; groups are kept out or trained on as a whole."""

    source: str
    group: str
    question: str
    right: tuple[int, ...]


def main() -> None:
    """Make them, write, count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True, help="where the indexes of the folders are made")
    parser.add_argument("--to", type=Path, required=True)
    given = parser.parse_args()
    given.to.mkdir(parents=True, exist_ok=True)
    with (given.to / QUESTIONS).open("w", encoding="utf-8") as file:
        for source, vectors, pairs in _sources(given.work):
            np.save(given.to / VECTORS.format(source), vectors)
            file.writelines(json.dumps(pair, ensure_ascii=False) + "\n" for pair in pairs)
            print(source, len(vectors), "passages", len(pairs), "questions", flush=True)


def read(folder: Path) -> tuple[tuple[Pair, ...], dict[str, NDArray[np.float32]]]:
    """The questions of a folder that `main` wrote, and the vectors of each source, (passages, dims)."""
    with (folder / QUESTIONS).open(encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    pairs = tuple(Pair(source, group, question, tuple(right)) for source, group, question, right in rows)
    return pairs, {name: np.load(folder / VECTORS.format(name)) for name in {pair.source for pair in pairs}}


def _sources(work: Path) -> Iterator[tuple[str, NDArray[np.float32], list[Pair]]]:
    for folder in sorted(path for path in FOLDERS.iterdir() if path.is_dir()):
        made(work / folder.name, listed=folder / "files.json", folder=folder / "docs")
        passages, vectors = _passages(work / folder.name)
        yield folder.name, vectors, list(_asked(folder, passages))
    embedder = load(DEFAULT, models=default_folder(os.environ))
    for name, kinds in GENERAL.items():
        yield (name, *_general(name, kinds, embedder))


def _passages(base: Path) -> tuple[list[tuple[str, str]], NDArray[np.float32]]:
    """The file's name and the text of each passage of an index, and their vectors."""
    with sqlite3.connect(base / ".kts" / "kts.db") as db:
        rows = db.execute(PASSAGES).fetchall()
        texts = {row[2]: whole_text(db, row[2]) for row in rows}
    passages = [(Path(path_text(path)).name, texts[key][start:end]) for _, path, key, start, end, _ in rows]
    return passages, np.stack([np.frombuffer(row[-1], "<f2").astype(np.float32) for row in rows])


def _asked(folder: Path, passages: Sequence[tuple[str, str]]) -> Iterator[Pair]:
    """What has an answer, and a passage that holds the judged words: a quote over two passages has none."""
    for line in (folder / QUESTIONS).read_text(encoding="utf-8").splitlines():
        one = json.loads(line)
        if one["answerable"]:
            quotes = [str(one["quote"]), *map(str, one.get("also", ()))]
            right = _holding(quotes, Path(one["file"]).name, passages)
            if right:
                yield Pair(folder.name, f"{folder.name}/{one['file']}", str(one["question"]), right)


def _holding(quotes: Iterable[str], file: str, passages: Sequence[tuple[str, str]]) -> tuple[int, ...]:
    own = [(at, text) for at, (name, text) in enumerate(passages) if name == file]
    return tuple(at for at, text in own if any(holds_quote(text, quote) for quote in quotes))


def _general(name: str, kinds: Sequence[str], embedder: Embedder) -> tuple[NDArray[np.float32], list[Pair]]:
    found: dict[str, dict[str, str]] = {}
    with (SHARED / "reader-train" / "pairs.jsonl").open(encoding="utf-8") as file:
        for line in file:
            one = json.loads(line)
            if one["src"] in kinds and one["art"] not in KEPT_OUT and _answered(one):
                asked, passage = (one["a"], one["b"]) if one["task"] == "rel" else (one["b"], one["a"])
                found.setdefault(passage, {})[asked] = f"{name}/{one['art']}"
    pairs = [
        Pair(name, group, asked, (at,)) for at, passage in enumerate(found) for asked, group in found[passage].items()
    ]
    return embedder.embed_documents(list(found)), pairs


def _answered(one: Mapping[str, object]) -> bool:
    """Whether the passage answers the question, or says of the claim that it is true or false."""
    return one["y"] == 1 if one["task"] == "rel" else one["y"] in {0, 1}


if __name__ == "__main__":
    main()
