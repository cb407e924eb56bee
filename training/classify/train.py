"""Fit the classifier of document types on the train half of the labels, and report on the held half.

Usage: python training/classify/train.py [--write]. Needs numpy and the sets of KTS_SHARED_DATA; `--write` puts the
numbers into src/kts/data/classify.json and the figures into figures.md beside this file.
"""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # many small products: threads only wait for each other
import numpy as np

from kts import registry
from kts.config import IngestSettings
from kts.ingest.classify import REGIMES, SAID, SURE_REGIME, SURE_TYPE, named
from kts.ingest.classify_features import features
from kts.ingest.kit import Kit
from kts.ingest.metadata import described
from kts.ingest.visible import sifted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
SHARED = Path(os.environ.get("KTS_SHARED_DATA") or ROOT.parent / "shared" / "data")
MODEL = ROOT / "src" / "kts" / "data" / "classify.json"
TYPES = sorted(REGIMES)
DECAY = 0.01
"""Weight of the squared weights in the loss (a default: .003 to .03 differ by .01 macro F1)."""
ROUNDS, RATE = 300, 0.5
"""Steps of plain gradient descent with momentum, and their size: enough to stand still."""
FEWEST = 6
"""Documents that a feature must occur in: what a handful share is their subject, not their kind."""
NARROWEST = 0.4
"""Spread below which a feature is not stretched: a rare word's weight would otherwise outweigh a title."""
DIGITS = 3
KINDS = "tshx"
"""Prefixes of features beside words: all names that occur in the train half are used, those of titles if general."""
TITLES = (
    "policy policies agreement contract amendment indenture lease nda addendum sop procedure procedures guide manual"
    " handbook tutorial started quickstart troubleshooting troubleshoot runbook errors error reference api spec release"
    " notes changelog history changes ticket case minutes report notice letter memo plan creating using how working"
    " managing what install installation configuring overview getting kb tk re fwd review schedule fee faq status"
).split()
"""Words of titles and file names that count: those that name a kind."""


class Example(NamedTuple):
    """A labelled document: where it is, what it is, and its features."""

    set: str
    path: str
    doc_type: str
    split: str
    values: dict[str, float]
    said: str


@cache
def _kit() -> Kit:
    names = registry.names("converters")
    converters = {name: registry.load("converters", name)() for name in names}
    return Kit(converters, registry.load("sectioners", "structure")(), IngestSettings())


@cache
def _corpus(path: Path) -> dict[str, dict[str, Any]]:
    rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return {row["_id"]: row for row in rows}


def example(label: dict[str, str]) -> Example | None:
    """A labelled document with its features; None where it cannot be read here."""
    place, mark, row = label["path"].partition(".jsonl#")
    place += ".jsonl" if mark else ""
    path = (ROOT / "samples" if label["set"] == "samples" else SHARED) / place
    if row:
        record = _corpus(path)[row]
        text, title, markup, name = f"{record['title']}\n\n{record['text']}", record["title"], "markdown", row
    else:
        content = path.read_bytes()
        converter = _kit().converter_for(content, name=path.name)
        if converter is None:
            return None
        conversion = sifted(converter.convert(content, name=path.name))
        text, markup, name = conversion.text, conversion.markup, path.name
        title = str(described(text, conversion.metadata, markup=markup).get("title") or _heading(text))
    if not text.strip():
        return None
    values = features(text, title=title, path=name, markup=markup)
    return Example(label["set"], label["path"], label["doc_type"], label["split"], values, named(title, name))


def _heading(text: str) -> str:
    return next((line.lstrip("# ") for line in text.splitlines() if line.startswith("#")), "")


def vocabulary(examples: Iterable[Example]) -> list[str]:
    """The features that the model may use, as far as they occur in enough documents."""
    lines = (HERE / "words.txt").read_text(encoding="utf-8").splitlines()
    allowed = {f"w:{word}" for line in lines if not line.startswith("#") for word in line.split()}
    allowed |= {f"t:{word}" for word in TITLES}
    seen: Counter[str] = Counter()
    for one in examples:
        seen.update(name for name, value in one.values.items() if value)
    return sorted(name for name, count in seen.items() if count >= FEWEST and (name in allowed or name[0] in "shx"))


def matrix(examples: Sequence[Example], names: Sequence[str]) -> NDArray[np.float64]:
    """One row an example, one column a feature."""
    return np.array([[one.values.get(name, 0.0) for name in names] for one in examples])


def weights_of(examples: Sequence[Example]) -> NDArray[np.float64]:
    """Each type counts alike, and each set alike within a type, by the square root of how many there are."""
    types, cells = Counter(one.doc_type for one in examples), Counter((one.doc_type, one.set) for one in examples)
    raw = np.array([1 / np.sqrt(types[one.doc_type] * cells[one.doc_type, one.set]) for one in examples])
    return raw / raw.sum()


def fitted(examples: Sequence[Example], names: Sequence[str], decay: float) -> tuple[NDArray[Any], NDArray[Any]]:
    """Softmax regression on scaled columns; weights for unscaled values and biases."""
    values = matrix(examples, names)
    scale = np.maximum(values.std(axis=0), NARROWEST)
    mean = values.mean(axis=0)
    scaled = (values - mean) / scale
    wanted = np.array([[float(one.doc_type == kind) for kind in TYPES] for one in examples])
    share = weights_of(examples)[:, None]
    weights, bias = np.zeros((len(names), len(TYPES))), np.zeros(len(TYPES))
    speed, drift = np.zeros_like(weights), np.zeros_like(bias)
    for _ in range(ROUNDS):
        scores = scaled @ weights + bias
        scores -= scores.max(axis=1, keepdims=True)
        shares = np.exp(scores)
        error = share * (shares / shares.sum(axis=1, keepdims=True) - wanted)
        speed = 0.9 * speed - RATE * (scaled.T @ error + decay * weights)
        drift = 0.9 * drift - RATE * error.sum(axis=0)
        weights, bias = weights + speed, bias + drift
    unscaled = weights / scale[:, None]
    return unscaled, bias - mean @ unscaled


def shares(examples: Sequence[Example], names: Sequence[str], model: tuple[NDArray[Any], NDArray[Any]]) -> NDArray[Any]:
    """The probabilities of each example."""
    said = np.array([[SAID * (one.said == kind) for kind in TYPES] for one in examples])
    scores = matrix(examples, names) @ model[0] + model[1] + said
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    result: NDArray[Any] = raised / raised.sum(axis=1, keepdims=True)
    return result


def macro_f1(pairs: Sequence[tuple[str, str]]) -> float:
    """Mean F1 over the true labels of (true, said) pairs; saying nothing is a miss."""
    labels = sorted({true for true, _ in pairs})
    return sum(f1(pairs, label)[2] for label in labels) / len(labels)


def f1(pairs: Sequence[tuple[str, str]], label: str) -> tuple[float, float, float]:
    """Precision, recall and F1 of one label."""
    right = sum(true == said == label for true, said in pairs)
    precision = right / max(1, sum(said == label for _, said in pairs))
    recall = right / max(1, sum(true == label for true, _ in pairs))
    return precision, recall, 2 * precision * recall / max(1e-9, precision + recall)


def judged(examples: Sequence[Example], probabilities: NDArray[Any]) -> tuple[list[Any], list[Any], list[Any]]:
    """(true, best type), (true, said type) and (true, said regime) pairs."""
    best, said, regimes = [], [], []
    for one, row in zip(examples, probabilities, strict=True):
        top = TYPES[int(row.argmax())]
        best.append((one.doc_type, top))
        said.append((one.doc_type, top if row.max() >= SURE_TYPE else ""))
        sums: dict[str, float] = defaultdict(float)
        for kind, share in zip(TYPES, row, strict=True):
            sums[REGIMES[kind]] += float(share)
        regime = max(sorted(sums), key=lambda name: sums[name])
        regimes.append((REGIMES[one.doc_type], regime if sums[regime] >= SURE_REGIME else "GENERIC"))
    return best, said, regimes


def calibration(pairs: Sequence[tuple[str, str]], probabilities: NDArray[Any]) -> float:
    """Expected calibration error of the best type's probability, ten equal bins."""
    top = probabilities.max(axis=1)
    right = np.array([true == said for true, said in pairs], dtype=float)
    bins = np.minimum((top * 10).astype(int), 9)
    return float(sum(abs(right[bins == b].mean() - top[bins == b].mean()) * (bins == b).mean() for b in set(bins)))


def report(examples: Sequence[Example], probabilities: NDArray[Any]) -> str:
    """The figures of the held half as Markdown."""
    best, said, regimes = judged(examples, probabilities)
    lines = [
        "# Classification of documents, held half",
        "",
        f"{len(examples)} documents of sets and folders that the model was not fitted on; every second sample.",
        "",
        f"- macro F1 of the best type: {macro_f1(best):.3f}",
        f"- macro F1 of the type as said (nothing below {SURE_TYPE}): {macro_f1(said):.3f}",
        f"- precision where a type is said: {np.mean([t == s for t, s in said if s]):.3f}",
        f"- share of documents for which one is said: {np.mean([bool(s) for _, s in said]):.3f}",
        f"- macro F1 of the regime: {macro_f1(regimes):.3f}; accuracy {np.mean([t == s for t, s in regimes]):.3f}",
        f"- expected calibration error of the best type's probability: {calibration(best, probabilities):.3f}",
        "",
        "| type | documents | precision | recall | F1 |",
        "|---|---|---|---|---|",
    ]
    counts = Counter(true for true, _ in best)
    lines += [f"| {k} | {counts[k]} | " + " | ".join(f"{v:.3f}" for v in f1(best, k)) + " |" for k in sorted(counts)]
    lines += ["", "| regime | documents | precision | recall | F1 |", "|---|---|---|---|---|"]
    kinds = Counter(true for true, _ in regimes)
    lines += [f"| {k} | {kinds[k]} | " + " | ".join(f"{v:.3f}" for v in f1(regimes, k)) + " |" for k in sorted(kinds)]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Fit, report and, with --write, store."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--decay", type=float, default=DECAY)
    options = parser.parse_args()
    labels = [json.loads(line) for line in (HERE / "labels.jsonl").read_text(encoding="utf-8").splitlines()]
    examples = [one for one in map(example, labels) if one is not None]
    train = [one for one in examples if one.split == "train"]
    held = [one for one in examples if one.split == "held"]
    names = vocabulary(train)
    model = fitted(train, names, options.decay)
    figures = report(held, shares(held, names, model))
    print(figures)
    if options.write:
        stored = {
            "types": TYPES,
            "bias": [round(float(value), DIGITS) for value in model[1]],
            "weights": {
                name: [round(float(value), DIGITS) for value in row]
                for name, row in zip(names, model[0], strict=True)
                if np.abs(row).max() >= 10**-DIGITS
            },
        }
        MODEL.write_text(json.dumps(stored, sort_keys=True, separators=(",", ":")) + "\n", encoding="utf-8")
        (HERE / "figures.md").write_text(figures, encoding="utf-8")


if __name__ == "__main__":
    main()
