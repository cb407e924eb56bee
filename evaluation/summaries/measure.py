"""What a tree of summaries gains on broad questions: search and ask with it against without, paired.

    python evaluation/summaries/measure.py KB

KB is an index with vectors of `samples/`. Counted are the questions of `questions.jsonl` beside this file, judged by
section, and those of samples/questions.jsonl whose kind is broad, judged by quote. How the tree's list is joined with
the search's is chosen on the training half, and told of both halves; then all other kinds are asked with it, too. Last,
a digest of the document that is found first: six summaries of its sections against six of its passages. Writes
figures.json and figures.md.
"""

from __future__ import annotations

import json
import random
import sys
import time
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(ROOT / "src")]

from tree import grown  # noqa: E402 - beside this file

from kts.evaluate.judged import holds_quote  # noqa: E402
from kts.search.multihop import BY_HIT  # noqa: E402
from kts.types import Filter, Hit  # noqa: E402
from kts.workspace import Workspace  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tree import Tree

    from kts.store.corpus import SqliteCorpus
    from kts.types import Passage, Query, Ranking, Span

SHOWN, FILES = 10, 5
"""Passages and documents that are looked at."""
DIGEST = 6
"""Summaries, or passages, of the digest of one document."""
POOL = 50
"""Passages of either list that are joined."""
RRF = 60
"""Rank constant (Cormack, Clarke & Buettcher 2009)."""
LEVELS = {
    "documents": frozenset({"document"}),
    "sections": frozenset({"section"}),
    "both": frozenset({"document", "section"}),
    "all": frozenset({"document", "section", "cluster"}),
}
WEIGHTS = (0.3, 0.6, 1.0)
NODES = (3, 10)
WAYS = {
    "search": ("file among five", "places among ten"),
    "digest": ("right document", "sections told, of passages and of summaries"),
    "ask": ("answered from it", "places cited"),
}
DRAWS, SEED = 10_000, 20_260_101


class Joining(NamedTuple):
    """Which summaries are looked at, how many of them, and what a rank in their list is worth beside the search's."""

    levels: str
    nodes: int
    weight: float


class Place(NamedTuple):
    """A place that answers: a quote of the file, or a part of a section's number and heading."""

    file: str
    quote: str = ""
    section: str = ""


class Asked(NamedTuple):
    """A question with its places; `group` is the set and its half."""

    id: str
    text: str
    split: str
    places: tuple[Place, ...]
    kind: str = "broad"


class Treed(Workspace):
    """A workspace whose every ranking is joined with what lies under the best summaries."""

    tree: Tree
    joining: Joining | None = None

    def _ranking(self, query: Query, corpus: SqliteCorpus, *, k: int, per_document: int, **more: Any) -> Ranking:
        if self.joining is None:
            return super()._ranking(query, corpus, k=k, per_document=per_document, **more)
        found = super()._ranking(query, corpus, k=POOL, per_document=POOL, **more)
        if not found.hits:
            return found
        hits = {hit.passage.id: hit for hit in found.hits}
        scores = {hit.passage.id: 1 / (RRF + rank) for rank, hit in enumerate(found.hits, 1)}
        for rank, passage in enumerate(self._under(query.text, corpus, set(hits)), 1):
            last = found.hits[-1]
            hits.setdefault(passage.id, Hit(passage, last.score, last.signals, last.evidence))
            scores[passage.id] = scores.get(passage.id, 0.0) + self.joining.weight / (RRF + rank)
        kept, seen = [], {}
        for id_ in sorted(hits, key=lambda one: (-scores[one], one)):
            document = hits[id_].passage.document_id
            seen[document] = seen.get(document, 0) + 1
            if seen[document] <= per_document:
                kept.append(hits[id_])
        return _reordered(found, kept[:k])

    def _under(self, question: str, corpus: SqliteCorpus, found: set[str]) -> list[Passage]:
        """The passages under the best summaries: node by node, those that the search found itself first."""
        joining = self.joining or Joining("all", 0, 0.0)
        nodes = self.tree.best(question, levels=LEVELS[joining.levels], limit=joining.nodes)
        listed: dict[str, Passage] = {}
        for node in nodes:
            for key, span in node.spans:
                keys = [row.key for row in corpus.rows_of([key], "chunk")]
                under = [one for one in corpus.passages(keys).values() if _touch(one.span, span)]
                for passage in sorted(under, key=lambda one: (one.id not in found, one.span)):
                    listed.setdefault(passage.id, passage)
        return list(listed.values())[:POOL]


def _reordered(found: Ranking, kept: Sequence[Hit]) -> Ranking:
    """The ranking with these hits, and with the lines of its explanation that go with them: stages read by position.

    A passage that only the tree found has an empty line, as one of another search has in `kts.search.multihop`.
    """
    at = {hit.passage.id: number for number, hit in enumerate(found.hits)}
    places = [at.get(hit.passage.id) for hit in kept]
    aligned = {
        name: [{} if place is None else found.explanation[name][place] for place in places]
        for name in BY_HIT
        if found.explanation.get(name)
    }
    return found._replace(hits=tuple(kept), explanation={**found.explanation, **aligned})


def _touch(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end


def main() -> None:
    """Fit on the training half, measure both, write the figures."""
    with Treed.open(sys.argv[1]) as workspace:
        began = time.process_time()
        with workspace._snapshot() as corpus:  # noqa: SLF001 - what the facade does itself
            workspace.tree = grown(corpus, workspace._embedder("minilm_onnx"))  # noqa: SLF001
        grew = time.process_time() - began
        broad = [*_own(), *_samples(broad=True)]
        train = [one for one in broad if one.split == "train"]
        grid = [Joining(*one) for one in product(LEVELS, NODES, WEIGHTS)]
        tried = {one: _mean([_searched(workspace, asked, one)[1] for asked in train]) for one in grid}
        best = max(grid, key=lambda one: tried[one])
        figures: dict[str, Any] = {
            "nodes": len(workspace.tree.nodes),
            "cpu_seconds": round(grew, 1),
            "tried": {f"{one.levels}, {one.nodes} nodes, weight {one.weight}": round(tried[one], 4) for one in grid},
            "without": round(_mean([_searched(workspace, asked, None)[1] for asked in train]), 4),
            "chosen": best._asdict(),
        }
        figures["search"] = {
            name: _compared([(_searched(workspace, one, None), _searched(workspace, one, best)) for one in asked])
            for name, asked in _groups(broad, list(_samples(broad=False)))
        }
        figures["digest"] = {
            name: _compared([_digested(workspace, one) for one in asked if one.places[0].section])
            for name, asked in _groups(broad, [])
        }
        figures["ask"] = {
            name: _compared([(_answered(workspace, one, None), _answered(workspace, one, best)) for one in asked])
            for name, asked in _groups(broad, [])
        }
    (HERE / "figures.json").write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    (HERE / "figures.md").write_text(_page(figures), encoding="utf-8")
    print(_page(figures))


def _groups(broad: Sequence[Asked], others: Sequence[Asked]) -> Iterator[tuple[str, list[Asked]]]:
    for split in ("train", "held"):
        yield f"broad, {split}", [one for one in broad if one.split == split]
        if others:
            yield f"all other kinds, {split}", [one for one in others if one.split == split]


def _own() -> Iterator[Asked]:
    for one in _lines(HERE / "questions.jsonl"):
        places = tuple(Place(place["file"], section=place["section"]) for place in one["places"])
        yield Asked(one["id"], one["question"], one["split"], places)


def _samples(*, broad: bool) -> Iterator[Asked]:
    for one in _lines(ROOT / "samples" / "questions.jsonl"):
        if one["answerable"] and (one["kind"] == "broad") == broad:
            places = tuple(Place(place["file"], place["quote"]) for place in one["places"])
            yield Asked(one["id"], one["question"], one["split"], places, one["kind"])


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _searched(workspace: Treed, one: Asked, joining: Joining | None) -> tuple[float, float]:
    """Shares of the gold files among five documents, and of the gold places among ten passages."""
    workspace.joining = joining
    documents = workspace.search(one.text, k=FILES, per_document=1).results
    passages = workspace.search(one.text, k=SHOWN, per_document=SHOWN).results
    files = {place.file for place in one.places}
    found = len(files.intersection(result.citation.path for result in documents)) / len(files)
    shown = [(result.citation.path, result.citation.quote, result.citation.span) for result in passages]
    return found, _covered(workspace, one.places, shown)


def _answered(workspace: Treed, one: Asked, joining: Joining | None) -> tuple[float, float]:
    """Whether anything is said from a gold file, and the share of the gold places among the places cited."""
    workspace.joining = joining
    answer = workspace.ask(one.text, record=False)
    cited = [(cite.path, cite.quote, cite.span) for claim in answer.claims for cite in claim.citations]
    files = {place.file for place in one.places}
    said = answer.verdict in {"answered", "partly"} and bool(files.intersection(path for path, _, _ in cited))
    return float(said), _covered(workspace, one.places, cited)


def _digested(workspace: Treed, one: Asked) -> tuple[tuple[float, float], tuple[float, float]]:
    """Of the first document: whether it is the gold one; the share of gold sections in its passages, and summaries."""
    workspace.joining = None
    (first,) = workspace.search(one.text, k=1).results
    path, document = first.citation.path, first.citation.document_id
    inside = workspace.search(one.text, k=DIGEST, per_document=DIGEST, filters=Filter(document=(document,)))
    passages = [(path, cited.citation.quote, cited.citation.span) for cited in inside.results]
    key = int(first.hit.passage.metadata["document_key"])
    nodes = workspace.tree.best(one.text, levels=LEVELS["sections"], limit=DIGEST, within=key)
    summaries = [(path, "", span) for node in nodes for span in node.said]
    right = float(path in {place.file for place in one.places})
    return (right, _covered(workspace, one.places, passages)), (right, _covered(workspace, one.places, summaries))


def _covered(workspace: Treed, places: Sequence[Place], shown: Sequence[tuple[str, str, Span]]) -> float:
    """The share of places that are shown: their quote, or a stretch of their section."""
    met = [
        any(
            path == place.file and (holds_quote(text, place.quote) if place.quote else _within(workspace, place, span))
            for path, text, span in shown
        )
        for place in places
    ]
    return sum(met) / len(met)


def _within(workspace: Treed, place: Place, span: Span) -> bool:
    sections = workspace.document_sections(place.file).sections
    names = [f"{one.number} {one.heading}" for one in sections if _touch(one.span, span)]
    return not place.section or any(place.section in name for name in names)


def _compared(pairs: Sequence[tuple[tuple[float, float], tuple[float, float]]]) -> dict[str, Any]:
    """Means without and with, and the 95 % interval of the paired difference, of both measures."""
    found: dict[str, Any] = {"questions": len(pairs)}
    for at, name in enumerate(("files", "places")):
        before, after = [one[at] for one, _ in pairs], [one[at] for _, one in pairs]
        low, high = _interval([new - old for old, new in zip(before, after, strict=True)])
        found[name] = [round(one, 4) for one in (_mean(before), _mean(after), low, high)]
    return found


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _interval(gains: Sequence[float]) -> tuple[float, float]:
    draw = random.Random(SEED)
    means = sorted(_mean(draw.choices(gains, k=len(gains))) for _ in range(DRAWS))
    return means[int(0.025 * DRAWS)], means[int(0.975 * DRAWS) - 1]


def _page(figures: dict[str, Any]) -> str:
    chosen = figures["chosen"]
    best = max(figures["tried"].values())
    lines = [
        "# What a tree of summaries gains",
        "",
        f"{figures['nodes']:,} extractive summaries over samples/, grown in {figures['cpu_seconds']} CPU seconds.",
        f"Chosen on the training half (places among ten passages: {best:.3f}, without {figures['without']:.3f}):",
        f"{chosen['levels']}, {chosen['nodes']} summaries, weight {chosen['weight']}.",
        "`python evaluation/summaries/measure.py KB`.",
        "",
        "| what | questions | | without | with | difference, 95 % |",
        "|---|---|---|---|---|---|",
    ]
    for way, names in WAYS.items():
        for group, found in figures[way].items():
            for key, name in zip(("files", "places"), names, strict=True):
                old, new, low, high = found[key]
                lines.append(
                    f"| {way}: {group} | {found['questions']} | {name} | {old:.3f} | {new:.3f} |"
                    f" {new - old:+.3f} [{low:+.3f}, {high:+.3f}] |"
                )
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
