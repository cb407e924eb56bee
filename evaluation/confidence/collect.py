"""Ask the questions of a set and keep what the confidence is computed from: one JSON line a question.

    python evaluation/confidence/collect.py aws --kb /path/of/index --out aws.jsonl [--nearmiss near.jsonl]

The records hold text of the sets and stay outside of the repository.
"""

from __future__ import annotations

import argparse
import json
import os
import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import judged_sets
from judged_sets import Asked, found_at
from records import with_readings

from kts.answer.question.story import heard
from kts.lexicon.analyse import forms, frequencies, words
from kts.lexicon.identifiers import candidates_in_query
from kts.lexicon.sentences import sentences
from kts.types import Filter
from kts.workspace import Workspace

if TYPE_CHECKING:
    from kts.store.corpus import SqliteCorpus

K = 8
"""Passages kept of a ranking."""
PER_DOCUMENT = 4
SENTENCES = 3
"""Sentences embedded a question, of the first three passages: those that hold most of its rare words."""
DATA = Path(os.environ.get("KTS_SHARED_DATA", str(Path(__file__).resolve().parents[3] / "shared" / "data")))


def main() -> None:
    """Collect one set, with questions of other sets, or a file of near-misses."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("set", choices=judged_sets.SETS)
    parser.add_argument("--kb", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--nearmiss", type=Path)
    parser.add_argument("--limit", type=int, default=0)
    given = parser.parse_args()
    asked = _nearmisses(given.nearmiss) if given.nearmiss else _questions(given.set)
    if given.limit and len(asked) > given.limit:
        asked = random.Random(judged_sets.SEED).sample(asked, given.limit)
    with Workspace.open(given.kb) as workspace, given.out.open("w", encoding="utf-8") as out:
        for one in asked:
            out.write(json.dumps(_record(one, workspace), ensure_ascii=False) + "\n")


def _questions(name: str) -> list[Asked]:
    return [*judged_sets.shared(name, DATA), *judged_sets.foreign(name, DATA)]


def _nearmisses(path: Path) -> list[Asked]:
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [
        Asked(row["set"], row["id"], row["question"], (), document=row.get("document", ""), split=row.get("split", ""),
              kind=row["kind"])
        for row in rows
    ]  # fmt: skip


def _record(asked: Asked, workspace: Workspace) -> dict[str, Any]:
    """What is asked in a story is asked alone: the signs are those of the question."""
    asked = asked._replace(question=heard(asked.question).question)
    filters = Filter(document=(asked.document,)) if asked.document else None
    found = workspace.search(asked.question, k=K, per_document=K if asked.document else PER_DOCUMENT, filters=filters)
    hits = found.ranking.hits
    explanation = found.ranking.explanation
    with workspace._snapshot() as corpus:  # noqa: SLF001 - an experiment looks behind the facade
        records = corpus.records(int(hit.passage.metadata["document_key"]) for hit in hits)
        mentioned = _mentions(asked.question, sorted(records), corpus)
        count = corpus.statistics("chunk").rows
        codes = [code for code in candidates_in_query(asked.question) if corpus.identified(code, "chunk", Filter())]
    frequency = _frequencies(asked.question, workspace)
    rows = []
    for hit, evidence in zip(hits, explanation["evidence"], strict=True):
        record = records[int(hit.passage.metadata["document_key"])]
        rows.append({
            "id": hit.passage.id, "text": hit.passage.text, "score": hit.score, "evidence": hit.evidence,
            "title": record.title, "path": record.path, "document_key": record.key, "document_id": record.id,
            "heading": " ".join(str(hit.passage.metadata[name]) for name in ("section", "heading")).strip(),
            "metadata": {**record.metadata, "content_date": record.content_date, "doc_type": record.doc_type},
            "mentions": mentioned.get(record.key, {}), **evidence,
        })  # fmt: skip
    rank = found_at(asked, [(row["path"], row["text"]) for row in rows])
    record = {
        **asked._asdict(), "rank": rank, "passages": count, "identified": codes, "frequency": frequency, "hits": rows,
        "terms": explanation["terms"], "ranks": explanation["ranks"],
        "sentence_cosine": _nearest_sentence(asked.question, rows, frequency, count, workspace),
    }  # fmt: skip
    reader = workspace._passage_reader  # noqa: SLF001
    return with_readings(record, reader) if reader else record


def _mentions(question: str, keys: list[int], corpus: SqliteCorpus) -> dict[int, dict[str, int]]:
    wanted = forms(sorted(set(words(question))), corpus.languages())
    found: dict[int, dict[str, int]] = {}
    for key in keys:
        for row in corpus.rows_of([key], "document"):
            counts = {
                word: sum(sum(n) for stem in stems if (n := frequencies(row.terms, stem)))
                for word, stems in wanted.items()
            }
            found[key] = {word: n for word, n in counts.items() if n}
    return found


def _frequencies(question: str, workspace: Workspace) -> dict[str, int]:
    with workspace._snapshot() as corpus:  # noqa: SLF001
        index = workspace._followers.aligned(corpus)  # noqa: SLF001
        wanted = forms(sorted(set(words(question))), corpus.languages())
    return {
        word: max(index.document_frequency(stem, level="chunk") for stem in stems) for word, stems in wanted.items()
    }


def _nearest_sentence(question: str, rows: list[dict[str, Any]], frequency: dict[str, int], count: int,
                      workspace: Workspace) -> float:  # fmt: skip
    weights = {word: 1 / (1 + often / max(count, 1) * 100) for word, often in frequency.items()}
    offered = [row["text"][start:end] for row in rows[:3] for start, end in sentences(row["text"])]
    offered.sort(key=lambda text: -sum(weights.get(word, 0.0) for word in set(words(text))))
    if not offered:
        return 0.0
    embedder = workspace._embedder("minilm_onnx")  # noqa: SLF001
    vector = embedder.embed_query(question)
    return float(max(embedder.embed_documents([one[:600] for one in offered[:SENTENCES]]) @ vector))


if __name__ == "__main__":
    main()
