"""What the entailment model learns from: two statements that differ in little, and a claim that is true of each alone.

A line of `pairs/*.tsv` is `S, S', C, C'` with tabs between: S supports C and contradicts C', S' the other way round. So
neither a claim nor a statement tells its label by itself; only reading both does. A fifth field, if there is one, is a
claim that neither statement settles. Before the lines of a document stands `# Title | Heading`.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from kts.lexicon.sentences import sentences

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
WRITTEN = ROOT / "evaluation" / "claims" / "written"
KEPT_OUT = 16
"""One document of so many is not trained on: the curve is drawn of these."""


class Twins(NamedTuple):
    """Two statements and two claims of them, under what both stand under; `group` is the document they are of.

    `unsaid` is a claim that neither statement settles, "" where none was written.
    """

    group: str
    above: tuple[str, ...]
    statements: tuple[str, str]
    claims: tuple[str, str]
    unsaid: str = ""


def read(folder: Path = HERE / "pairs") -> Iterator[Twins]:
    """All lines of all files, in the order of their names. Raises ValueError naming a line with not 4 or 5 fields."""
    for path in sorted(folder.glob("*.tsv")):
        above: tuple[str, ...] = ()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            if line.startswith("# "):
                above = tuple(part.strip() for part in line[2:].split(" | "))
            elif line.strip():
                parts = [part.strip() for part in line.split("\t")]
                if len(parts) not in {4, 5}:
                    message = f"{path}:{number} has {len(parts)} fields, not 4 or 5"
                    raise ValueError(message)
                one, other, claim, counter, *unsaid = parts
                yield Twins(f"{path.stem}/{' | '.join(above)}", above, (one, other), (claim, counter), *unsaid)


def kept_out(one: Twins) -> bool:
    """Whether a document is not trained on."""
    return hashlib.sha256(one.group.encode()).digest()[0] % KEPT_OUT == 0


class Turned(NamedTuple):
    """A claim of other authors, the statement under which it holds, and its twin under which it does not."""

    above: tuple[str, ...]
    claim: str
    holds: str
    fails: str


def turned() -> Iterator[Turned]:
    """The claims of `evaluation/claims/written` whose passage has a twin: the sentence that decides, of each."""
    passages = {}
    for path in sorted(WRITTEN.glob("*.jsonl")):
        passages |= {one["id"]: one for one in map(json.loads, path.read_text(encoding="utf-8").splitlines())}
    for path in sorted((WRITTEN / "turned").glob("*.jsonl")):
        for twin in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
            one = passages[twin["id"]]
            rows = zip(one["claims"], twin["labels"], twin["decides"], strict=True)
            for claim, label, decides in rows:
                if {claim["label"], label} == {"supported", "contradicted"}:
                    own, other = _deciding(one["passage"], claim["decides"]), _deciding(twin["passage"], decides)
                    first = claim["label"] == "supported"
                    both = (own, other) if first else (other, own)
                    yield Turned((one["title"], one["heading"]), claim["text"], *both)


def _deciding(passage: str, quote: str) -> str:
    """The sentence that holds the quote, else the passage."""
    found = (passage[start:end] for start, end in sentences(passage))
    return next((text for text in found if quote in text), passage)
