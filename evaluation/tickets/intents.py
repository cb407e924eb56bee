"""The trained classifier on banking77 and clinc150 (training parts), cross-validated, with its costs.

    python evaluation/tickets/intents.py DATA banking77 --folds 3 [--vectors CACHE.npy] [--out FOLDS.json]

`--out` writes the folds and predictions, so that another classifier can be compared on the same rows
(`baseline.py`, which needs scikit-learn). Out of scope: the rows of clinc150 that are labelled so, never trained on.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import resource
import time
from pathlib import Path
from typing import Any

import numpy as np

from kts.embed.models import default_folder, load
from kts.tickets.classify import Examples, predict, train
from kts.tickets.measure import auroc, evaluated

HERE = Path(__file__).resolve().parent
SEED = 1


def rows(folder: Path, name: str) -> tuple[list[str], list[str], list[str]]:
    """Texts, labels, and texts that are out of scope."""
    if name == "banking77":
        with (folder / name / "train.csv").open(encoding="utf-8") as file:
            found = [(row["text"], row["category"]) for row in csv.DictReader(file)]
        return [text for text, _ in found], [label for _, label in found], []
    parts = json.loads((folder / name / "data_trainval.json").read_text(encoding="utf-8"))
    inside = [*parts["train"], *parts["val"]]
    outside = [*parts["oos_train"], *parts["oos_val"]]
    return [text for text, _ in inside], [label for _, label in inside], [text for text, _ in outside]


def folds(labels: list[str], count: int) -> np.ndarray:
    """The fold of each row: each class spread evenly, drawn by the seed."""
    draw, found = np.random.default_rng(SEED), np.zeros(len(labels), np.int64)
    names = np.array(labels)
    for name in sorted(set(labels)):
        places = np.flatnonzero(names == name)
        found[draw.permutation(places)] = np.arange(len(places)) % count
    return found


def vectors_of(texts: list[str], cache: Path | None, embedder: Any) -> tuple[np.ndarray, float]:
    """The vectors, from the cache when it fits, and the CPU milliseconds a text that they cost."""
    if cache is not None and cache.is_file() and len(found := np.load(cache)) == len(texts):
        began = time.process_time()
        embedder.embed_documents(texts[:200])
        return found, (time.process_time() - began) * 5
    began = time.process_time()
    found = embedder.embed_documents(texts)
    if cache is not None:
        np.save(cache, found)
    return found, (time.process_time() - began) / len(texts) * 1000


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("name", choices=["banking77", "clinc150"])
    parser.add_argument("--folds", type=int, default=3)
    parser.add_argument("--vectors", type=Path)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    texts, labels, outside = rows(given.data, given.name)
    embedder = load("minilm_onnx", models=default_folder(os.environ))
    vectors, cost = vectors_of([*texts, *outside], given.vectors, embedder)
    fold = folds(labels, given.folds)
    measured, seconds = [], []
    for number in range(given.folds):
        kept, left = np.flatnonzero(fold != number), np.flatnonzero(fold == number)
        examples = Examples(tuple(texts[at] for at in kept), tuple(labels[at] for at in kept), vectors[kept])
        began = time.process_time()
        trained = train(examples, embedder=embedder.model_hash)
        seconds.append(time.process_time() - began)
        said = predict(trained, [texts[at] for at in left], vectors[left])
        found = evaluated(trained.classes, said, [labels[at] for at in left])
        if outside:
            other = predict(trained, outside, vectors[len(texts) :])
            found["oos_auroc"] = auroc(said.usualness.tolist(), other.usualness.tolist())
        began = time.process_time()
        for at in left[:200]:
            predict(trained, [texts[at]], vectors[at : at + 1])
        found["predict_ms"] = round((time.process_time() - began) * 5, 2)
        measured.append(found)
        print(found, flush=True)
    names = [name for name in measured[0] if measured[0][name] is not None and name != "n"]
    mean = {name: round(float(np.mean([one[name] for one in measured])), 4) for name in names}
    mean |= {
        "embed_ms": round(cost, 2),
        "train_cpu_seconds": round(float(np.mean(seconds)), 1),
        "embed_all_cpu_seconds": round(cost * len(texts) / 1000, 1),
        "peak_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
        "rows": len(texts),
        "folds": given.folds,
    }
    path = HERE / "intents.json"
    known = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    path.write_text(json.dumps(known | {given.name: mean}, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    if given.out:
        given.out.write_text(json.dumps({"texts": texts, "labels": labels, "folds": fold.tolist()}), encoding="utf-8")
    print(json.dumps(mean, indent=1))


if __name__ == "__main__":
    main()
