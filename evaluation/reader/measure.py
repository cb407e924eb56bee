"""Measure a reader on what it was not trained on, beside the best signal that needs no training.

    python evaluation/reader/measure.py --model models/reader [--records READ] [--to evaluation/reader/figures.json]

READ holds the records of evaluation/confidence with readings (`evaluation/confidence/readings.py`): questions with what
a search found for them. Without it only pairs of a question and a given text are measured. Prints JSON.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import re
import string
import sys
import tempfile
import time
from collections import Counter
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.append(str(Path(__file__).resolve().parents[1] / "confidence"))
from paired import by_group, compared
from pairs import GIVEN, ROOT, SEED, articles
from records import read_rows

from kts.answer.read import weighed
from kts.answer.units.window import headed, wanted, window
from kts.embed.models import default_folder
from kts.embed.onnx import OnnxEmbedder
from kts.lexicon.analyse import query_terms, terms
from kts.lexicon.sentences import sentences
from kts.reader.onnx import OnnxReader
from kts.workspace import Workspace

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pairs import Pair
    from records import Row

    from kts.ports.models import Reading, Weighing

UNTRAINED = ("bm25", "lexical", "passage_coverage", "around", "evidence", "margin", "cosine", "nearest")
"""Signs of the confidence that hang on words and on the embedding model alone."""
LATENCY_TOKENS, LATENCY_RUNS = 128, 40
ASKED = 30
"""Questions of samples/ that are asked for the cost of an answer."""
K1, B = 1.2, 0.75


def main() -> None:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--records", type=Path)
    parser.add_argument("--kb", help="index of samples/, to measure what an answer costs with the reader and without")
    parser.add_argument("--to", type=Path)
    parser.add_argument("--limit", type=int, default=3000, help="pairs of a set at most, drawn at random")
    given = parser.parse_args()
    reader = OnnxReader(given.model)
    embedder = OnnxEmbedder(default_folder({}) / "minilm_onnx", threads=1)
    found: dict[str, Any] = {"model": reader.model_hash, "runtime": reader.runtime}
    found["latency"] = latency(reader) | (cost(given.kb, given.model) if given.kb else {})
    for name, (form, pairs) in GIVEN.items():
        found[name] = of_pairs(drawn(list(pairs()), given.limit), reader.weighings[form], reader, embedder)
        print(name, json.dumps(found[name]), flush=True)
    alone = bare(given.records) if given.records else {}
    for name, rows, groups in retrieved(given.records) if given.records else ():
        found[name] = of_rows(rows, groups, alone)
        print(name, json.dumps(found[name]), flush=True)
    print(json.dumps(found["latency"]))
    if given.to:
        given.to.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def drawn(pairs: list[Pair], limit: int) -> list[Pair]:
    """At most so many, by a fixed seed."""
    return pairs if len(pairs) <= limit else random.Random(SEED).sample(pairs, limit)


def of_pairs(pairs: Sequence[Pair], weighing: Weighing, reader: OnnxReader, embedder: OnnxEmbedder) -> dict[str, Any]:
    """AUROC of the reader over the windows of given texts, joined with signs and bare; spans of known answers."""
    cut = []
    for one in pairs:
        start, end = window(wanted(one.question), one.text, reader.count, budget=reader.window)
        text = one.text[start:end]
        cut.append(headed((one.title,), text, reader.count, budget=reader.heading) + text)
    found = [reader.read(one.question, [text])[0] for one, text in zip(pairs, cut, strict=True)]
    groups, right = [one.group for one in pairs], [one.answered for one in pairs]
    logits = [one.answerable for one in found]
    signs = untrained(pairs, cut, embedder)
    joined = [weighed(*each, weighing) for each in zip(logits, signs["coverage"], signs["cosine"], strict=True)]
    report = compared(groups, right, joined, logits, signs)
    if any(one.answers for one in pairs):
        report["by_group"] = by_group(groups, right, joined)
        report["spans"] = spans(pairs, cut, found)
    return report


def untrained(pairs: Sequence[Pair], cut: Sequence[str], embedder: OnnxEmbedder) -> dict[str, list[float]]:
    """What needs no training, over the whole text with its title, and over its best sentence."""
    whole = [f"{one.title}\n\n{one.text}" for one in pairs]
    texts = sorted(set(whole))
    bags = {text: Counter(terms(text)) for text in texts}
    holding = Counter(term for bag in bags.values() for term in bag)
    mean = sum(map(Counter.total, bags.values())) / len(bags)
    rarity = {term: math.log(1 + (len(texts) - n + 0.5) / (n + 0.5)) for term, n in holding.items()}
    vectors = {text: embedder.embed_documents([text])[0] for text in sorted({*whole, *cut})}
    names = ("coverage", "sentence_coverage", "bm25", "cosine", "window_cosine")
    found: dict[str, list[float]] = {name: [] for name in names}
    for one, said, text in zip(pairs, whole, cut, strict=True):
        words = [form.forms[0] for form in query_terms(one.question)]
        bag = bags[said]
        norm = K1 * (1 - B + B * bag.total() / mean)
        total = sum(rarity.get(word, 0.0) for word in words) or 1.0
        best = max((_held(words, said[a:b], rarity) for a, b in sentences(said)), default=0.0)
        found["bm25"].append(sum(rarity.get(w, 0.0) * bag[w] * (K1 + 1) / (bag[w] + norm) for w in words))
        found["coverage"].append(sum(rarity.get(w, 0.0) for w in words if bag[w]) / total)
        found["sentence_coverage"].append(best / total)
        asked = embedder.embed_query(one.question)
        found["cosine"].append(float(asked @ vectors[said]))
        found["window_cosine"].append(float(asked @ vectors[text]))
    return found


def _held(words: Sequence[str], sentence: str, rarity: Mapping[str, float]) -> float:
    there = set(terms(sentence))
    return sum(rarity.get(word, 0.0) for word in words if word in there)


def spans(pairs: Sequence[Pair], cut: Sequence[str], found: Sequence[Reading]) -> dict[str, float]:
    """Exact match and F1 of the words over answerable questions; whether span, its sentence, and window hold it."""
    exact, overlap, held, sentence, inside = [], [], [], [], []
    for pair, text, reading in zip(pairs, cut, found, strict=True):
        if not pair.answered:
            continue
        start, end = reading.span or (0, 0)
        said = text[start:end]
        around = " ".join(text[a:b] for a, b in sentences(text) if a < end and start < b)
        exact.append(any(_plain(said) == _plain(answer) for answer in pair.answers))
        overlap.append(max(_f1(_plain(said), _plain(answer)) for answer in pair.answers))
        for place, shown in ((held, said), (sentence, around), (inside, text)):
            place.append(any(_plain(answer) in _plain(shown) for answer in pair.answers))
    names = ("exact_match", "f1", "span_holds_it", "sentence_holds_it", "window_holds_it")
    values = (exact, overlap, held, sentence, inside)
    return {name: round(sum(value) / len(value), 4) for name, value in zip(names, values, strict=True)}


def _plain(text: str) -> str:
    """As the official script of SQuAD compares: lower case, without punctuation and articles."""
    bare = "".join(character for character in text.lower() if character not in string.punctuation)
    return " ".join(re.sub(r"\b(a|an|the)\b", " ", bare).split())


def _f1(said: str, answer: str) -> float:
    one, other = Counter(said.split()), Counter(answer.split())
    common = (one & other).total()
    return 2 * common / (one.total() + other.total()) if common else 0.0


def retrieved(folder: Path) -> Iterator[tuple[str, list[Row], list[str]]]:
    """Questions with what a search found, the set's own ones that the reader has not seen, and their articles."""
    rows = [row for row in read_rows(folder) if "reader" in row.signs and row.kind not in {"foreign", "near"}]
    article = articles()
    asked = [row for row in rows if row.set == "squad2"]
    held = [row for row in rows if row.set == "samples" and row.split == "held"]
    if asked:
        yield "squad2, retrieved", asked, [article[row.id] for row in asked]
    if held:
        yield "samples held, retrieved", held, [row.id for row in held]


def bare(folder: Path) -> dict[tuple[str, str], float]:
    """The greatest bare logit of each question of which passages were read."""
    lines = chain.from_iterable(
        path.read_text(encoding="utf-8").splitlines() for path in sorted(folder.glob("*.jsonl"))
    )
    return {(one["set"], one["id"]): max(one["bare"]) for one in map(json.loads, lines) if one.get("bare")}


def of_rows(rows: Sequence[Row], groups: Sequence[str], alone: Mapping[tuple[str, str], float]) -> dict[str, Any]:
    """AUROC of the greatest logit of the passages read: whether the documents answer the question."""
    others = {name: [row.signs.get(name, 0.0) for row in rows] for name in UNTRAINED}
    answerable = [row.answerable for row in rows]
    logits = [alone[row.set, row.id] for row in rows]
    return compared(groups, answerable, [row.signs["reader"] for row in rows], logits, others)


def cost(kb: str, model: Path) -> dict[str, float]:
    """CPU milliseconds of an answer in a warm process, with the reader and without: medians over the same questions."""
    lines = (ROOT / "samples" / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    asked = [json.loads(line)["question"] for line in lines[: 2 * ASKED : 2]]
    spent: dict[str, list[float]] = {"ask_with_reader_cpu_ms": [], "ask_without_reader_cpu_ms": []}
    with tempfile.TemporaryDirectory() as models:
        for folder in (model, default_folder({}) / "minilm_onnx"):
            (Path(models) / folder.name).symlink_to(folder.absolute())
        for name, reader in zip(spent, (model.name, "none"), strict=True):
            settings = {"KTS_MODELS": models, "KTS_EMBED_MODELS": models, "KTS_ANSWER_READER": reader}
            with Workspace.create(kb, environment=settings) as workspace:
                workspace.ask(asked[0], record=False)
                for question in asked:
                    start = time.process_time()
                    workspace.ask(question, record=False)
                    spent[name].append((time.process_time() - start) * 1000)
    return {name: round(sorted(values)[len(values) // 2], 1) for name, values in spent.items()}


def latency(reader: OnnxReader) -> dict[str, float]:
    """CPU milliseconds of one pair, the median of some runs."""
    question = "How long may the borrower wait before it cures a default?"
    sentence = "The Borrower shall cure any default within thirty days after written notice from the Agent. "
    text = sentence * 10
    while reader.count(question) + reader.count(text) + 3 > LATENCY_TOKENS:
        text = text[:-1]
    spent = []
    for _ in range(LATENCY_RUNS):
        start = time.process_time()
        reader.read(question, [text])
        spent.append((time.process_time() - start) * 1000)
    return {"tokens": LATENCY_TOKENS, "cpu_ms": round(sorted(spent)[LATENCY_RUNS // 2], 2)}


if __name__ == "__main__":
    main()
