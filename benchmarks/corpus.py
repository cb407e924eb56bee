"""Documents for the benchmarks: real ones where they are, generated ones otherwise."""

from __future__ import annotations

import json
import os
import random
import shutil
from pathlib import Path
from typing import NamedTuple

from measure import ROOT

SEED = 20_260_101
PARAGRAPH = 150
"""Characters of a paragraph that says something."""
SYLLABLES = (
    "ba",
    "co",
    "den",
    "fi",
    "gra",
    "hul",
    "in",
    "jo",
    "kel",
    "lu",
    "mor",
    "ne",
    "os",
    "pra",
    "ti",
    "ver",
)


class Judged(NamedTuple):
    """A folder of files with questions: query id -> text, query id -> relative path of the one right page."""

    docs: Path
    queries: dict[str, str]
    gold: dict[str, str]


def shared(name: str) -> Path | None:
    """A folder of the evaluation data (KTS_SHARED_DATA, else `../shared/data` beside the repository)."""
    folder = Path(os.environ.get("KTS_SHARED_DATA") or ROOT.parent / "shared" / "data") / name
    return folder if folder.is_dir() else None


def aws_docs() -> Judged | None:
    """2,809 Markdown pages and 42 questions by people, or None where the data is absent."""
    folder = shared("aws-docs")
    if folder is None:
        return None
    lines = (folder / "queries.jsonl").read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in (folder / "qrels.tsv").read_text(encoding="utf-8").splitlines()[1:])
    queries = {row["_id"]: row["text"] for row in map(json.loads, lines)}
    return Judged(folder / "docs", queries, {query: page for query, page, _ in rows})


def generated(folder: Path, count: int) -> Judged:
    """Write `count` small Markdown files, the same on every machine, and a question for some of them."""
    words = _vocabulary()
    queries, gold = {}, {}
    for number in range(count):
        draw = random.Random(SEED + number)
        path = folder / f"part{number // 100:03}" / f"page{number:05}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        title = " ".join(draw.sample(words, 3))
        path.write_text(_page(title, words, draw), encoding="utf-8")
        if number % max(1, count // 40) == 0:
            queries[f"q{number}"], gold[f"q{number}"] = f"How is {title} set?", str(path.relative_to(folder))
    return Judged(folder, queries, gold)


def sample_paragraphs() -> list[str]:
    """Paragraphs of the Markdown and text files of the sample folder, of 150 characters and more."""
    files = sorted(path for path in (ROOT / "samples").rglob("*") if path.suffix in {".md", ".txt"})
    parts = [part.strip() for path in files for part in path.read_text("utf-8", "replace").split("\n\n")]
    return [part for part in parts if len(part) >= PARAGRAPH]


def sample_questions() -> list[str]:
    """The questions on the sample folder."""
    lines = (ROOT / "samples" / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["question"] for line in lines]


def _vocabulary() -> list[str]:
    draw = random.Random(SEED)
    words = sorted({"".join(draw.choices(SYLLABLES, k=draw.randint(2, 4))) for _ in range(6_000)})
    return draw.sample(words, len(words))


def _page(title: str, words: list[str], draw: random.Random) -> str:
    """About a kilobyte: a heading, two sections, a list. Frequent words are frequent, as in real text."""
    weights = [1 / (rank + 10) for rank in range(len(words))]
    text = draw.choices(words, weights, k=120)
    sentences = [f"{' '.join(text[start : start + 12]).capitalize()}." for start in range(0, 120, 12)]
    listed = "\n".join(f"- {sentence}" for sentence in sentences[6:8])
    parts = (
        f"# {title}",
        " ".join(sentences[:3]),
        "## Setting",
        " ".join(sentences[3:6]),
        listed,
        *sentences[8:],
    )
    return "\n\n".join(parts) + "\n"


def copied(source: Path, target: Path, *, limit: int) -> int:
    """Copy the first `limit` Markdown files, spread evenly over the sorted tree; returns their bytes."""
    files = sorted(source.rglob("*.md"))
    step = max(1, len(files) // limit)
    for path in files[::step][:limit]:
        place = target / path.relative_to(source)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, place)
    return sum(path.stat().st_size for path in target.rglob("*.md"))


def page_title(path: Path, text: str) -> str:
    """The first heading of a page, else its file name."""
    first = next((line for line in text.splitlines() if line.startswith("#")), "")
    return first.strip("# ").partition("<a ")[0] or path.stem
