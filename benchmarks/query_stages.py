"""What each stage of a question does to the ranking and to its cost, paired, on sets of judged questions.

`query_stages.py NAME=KB... [--stages a,b] [--limit N] [--misspelt] [--markdown FILE]`: NAME is a set of
evaluation/sets.toml, or samples, or kg-rag-sec10q; KB the folder of an index of it that has vectors. Each stage is
turned the other way than its default, alone, against all defaults; sign and size are those of switching it on. Cost is
CPU of the whole ranking, its median.
With --misspelt two long words of each question of a judged set have a slip of the pen, the same on every run.
"""

from __future__ import annotations

import json
import os
import random
import re
import sys
import time
import tomllib
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from corpus import shared
from measure import ROOT

sys.path.insert(0, str(ROOT / "src"))

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from kts.workspace import Workspace

STAGES = ("syntax", "typos", "acronyms", "self_query", "decomposition", "expansion", "feedback")
SEED = 11
DEPTH = 10
SETS = ROOT / "evaluation" / "sets.toml"


class Measured(NamedTuple):
    """A quality of each question, and the median milliseconds of CPU."""

    scores: Mapping[str, float]
    milliseconds: float


def main() -> None:
    """Print a table of a line a set and stage."""
    arguments = sys.argv[1:]
    kbs = dict(one.split("=", 1) for one in arguments if "=" in one and not one.startswith("--"))
    stages = _option(arguments, "--stages", ",".join(STAGES)).split(",")
    limit = int(_option(arguments, "--limit", "100000"))
    lines = ["| set | questions | defaults | stage | off | on | difference, 95 % | ms off | ms on |",
             "|---|---|---|---|---|---|---|---|---|"]  # fmt: skip
    for name, kb in kbs.items():
        lines += rows(name, kb, stages, limit)
    print("\n".join(lines))
    if "--markdown" in arguments:
        Path(_option(arguments, "--markdown", "")).write_text("\n".join(lines) + "\n", encoding="utf-8")


def _option(arguments: list[str], name: str, default: str) -> str:
    return arguments[arguments.index(name) + 1] if name in arguments else default


def rows(name: str, kb: str, stages: list[str], limit: int) -> list[str]:
    """The lines of one set."""
    from kts.workspace import Workspace

    ask = samples(limit) if name == "samples" else filings(limit) if name == "kg-rag-sec10q" else judged(name, limit)
    with Workspace.open(kb) as workspace:
        workspace.rank("warm up the model and the postings", k=DEPTH, per_document=1)
        defaults = ask(workspace)
        mean = sum(defaults.scores.values()) / len(defaults.scores)
        found = []
        for stage in stages:
            on = getattr(workspace.settings.search, stage)
            other = with_settings(workspace, ask, **{stage: not on})
            off, switched = (other, defaults) if on else (defaults, other)
            found.append(line(name, mean, stage, off, switched))
            print(found[-1], file=sys.stderr)
    return found


def with_settings(workspace: Workspace, ask: Callable[[Workspace], Measured], **changed: object) -> Measured:
    """The same questions with other settings."""
    before = workspace.settings
    workspace.settings = before._replace(search=before.search._replace(**changed))
    try:
        return ask(workspace)
    finally:
        workspace.settings = before


def line(name: str, mean: float, stage: str, off: Measured, on: Measured) -> str:
    """One row of the table."""
    from kts.evaluate.significance import paired_bootstrap, paired_differences

    differences = paired_differences(on.scores, off.scores)
    shown = paired_bootstrap({name: list(differences.values())})
    means = [sum(one.scores.values()) / len(one.scores) for one in (off, on)]
    changed = sum(value != 0 for value in differences.values())
    interval = f"{shown.difference:+.4f} [{shown.low:+.4f}, {shown.high:+.4f}], {changed} changed"
    return (
        f"| {name} | {len(off.scores)} | {mean:.4f} | {stage} | {means[0]:.4f} | {means[1]:.4f} | {interval} |"
        f" {off.milliseconds:.1f} | {on.milliseconds:.1f} |"
    )


def judged(name: str, limit: int) -> Callable[[Workspace], Measured]:
    """nDCG@10 of documents."""
    from kts.evaluate.metrics import measure
    from kts.evaluate.qrels import read_collection, read_corpus

    settings = tomllib.loads(SETS.read_text(encoding="utf-8"))[name]
    folder = shared(settings["folder"])
    collection = read_collection(folder)
    keys = sorted(collection.judged)
    random.Random(SEED).shuffle(keys)
    names = None
    if settings["layout"] == "beir":
        names = {f"{number:08}.txt": one.id for number, one in enumerate(read_corpus(folder / "corpus.jsonl"))}

    def ask(workspace: Workspace) -> Measured:
        scores: dict[str, float] = {}
        spent: list[float] = []
        for key in keys[:limit]:
            text = misspelt(collection.judged[key]) if "--misspelt" in sys.argv else collection.judged[key]
            began = time.process_time()
            found = workspace.rank(text, k=DEPTH, per_document=1)
            spent.append(time.process_time() - began)
            paths = [names[path] if names else path for path, _ in found]
            scores[key] = measure(paths, collection.qrels[key])["ndcg@10"]
        return Measured(scores, median(spent) * 1000)

    return ask


def misspelt(text: str) -> str:
    """The text with a slip in two of its long words: a letter missing, doubled, wrong, or two changed about."""
    chance, words = random.Random(f"{SEED} {text}"), text.split()
    long = [at for at, word in enumerate(words) if re.fullmatch(r"[A-Za-z]{6,}[?.,]?", word)]
    for at in chance.sample(long, min(2, len(long))):
        word, place = words[at], chance.randrange(1, len(words[at]) - 1)
        before, letter, after = word[:place], word[place], word[place + 1 :]
        slips = (after, letter + letter + after, after[0] + letter + after[1:], chance.choice("etaoinsrhl") + after)
        words[at] = before + chance.choice(slips)
    return " ".join(words)


def samples(limit: int) -> Callable[[Workspace], Measured]:
    """Recall@10 of the quoted places of answerable questions, of the held half unless SPLIT says otherwise."""
    from kts.evaluate.judged import read_questions, score_question

    split = os.environ.get("SPLIT", "held")
    kinds = os.environ.get("KINDS", "")
    questions = [
        one
        for one in read_questions(ROOT / "samples" / "questions.jsonl")
        if one.answerable and one.split == split and (not kinds or one.kind in kinds.split(","))
    ]

    def ask(workspace: Workspace) -> Measured:
        scores: dict[str, float] = {}
        spent: list[float] = []
        for one in questions[:limit]:
            began = time.process_time()
            found = workspace.search(one.question, k=DEPTH, per_document=DEPTH).results
            spent.append(time.process_time() - began)
            passages = [(result.citation.path, result.hit.passage.text) for result in found]
            scores[one.id] = score_question(one, passages)[os.environ.get("METRIC", "quote_recall@10")]
        return Measured(scores, median(spent) * 1000)

    return ask


def filings(limit: int) -> Callable[[Workspace], Measured]:
    """Recall of gold files among the ten passages shown."""
    folder = shared("kg-rag-sec10q")
    lines = (folder / "queries.jsonl").read_text(encoding="utf-8").splitlines()
    questions = [json.loads(one) for one in lines]
    here = {path.name for path in (folder / "docs").iterdir()}

    def ask(workspace: Workspace) -> Measured:
        scores: dict[str, float] = {}
        spent: list[float] = []
        for one in questions[:limit]:
            gold = here.intersection(one["metadata"]["source_docs"])
            began = time.process_time()
            found = workspace.rank(one["text"], k=DEPTH, per_document=DEPTH)
            spent.append(time.process_time() - began)
            if gold:
                scores[one["_id"]] = len(gold.intersection(path for path, _ in found)) / len(gold)
        return Measured(scores, median(spent) * 1000)

    return ask


if __name__ == "__main__":
    main()
