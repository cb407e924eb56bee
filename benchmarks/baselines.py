"""Measure plain tantivy, and the product, on the judged sets of evaluation/sets.toml; write evaluation/baselines/.

`baselines.py [SET...]`; the committed files are what a run of the product is compared with: the bare library, and the
product as it was when they were written.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import plain_tantivy
from corpus import page_title, shared
from measure import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.evaluate.metrics import Evaluation

sys.path.insert(0, str(ROOT / "src"))

SETS = ROOT / "evaluation" / "sets.toml"
BASELINES = ROOT / "evaluation" / "baselines"
PRODUCT = {"kts-lexical": "lexical", "kts-dense": "dense", "kts-hybrid": "hybrid"}
SYSTEMS = {"tantivy-two-fields": plain_tantivy.TWO_FIELDS, "tantivy-one-field": plain_tantivy.ONE_FIELD}


def main() -> None:
    """Measure the sets named, or all that are there; print a table."""
    from kts.evaluate.report import table

    sets = tomllib.loads(SETS.read_text(encoding="utf-8"))
    evaluations = {}
    for name in sys.argv[1:] or sets:
        folder = shared(sets[name]["folder"])
        if folder is None:
            print(f"{name}: absent, skipped", file=sys.stderr)
            continue
        measured = {system: _measured(folder, sets[name], system) for system in SYSTEMS}
        for system, found in {**measured, **_measured_product(folder, sets[name])}.items():
            evaluations[f"{name} {system}"] = found
            write(found, name=name, system=system)
    print(table(evaluations) if evaluations else "no set is there: see evaluation/README.md")


def _measured(folder: Path, settings: dict[str, Any], system: str) -> Evaluation:
    from kts.evaluate.metrics import evaluate_run
    from kts.evaluate.qrels import read_collection
    from kts.evaluate.runs import rank

    collection = read_collection(folder)
    fields, documents = SYSTEMS[system], rows(folder, settings["layout"], whole=len(SYSTEMS[system]) == 1)
    with tempfile.TemporaryDirectory(prefix="kts-bench-") as name:
        index = plain_tantivy.build(documents, Path(name))
        found = {
            key: plain_tantivy.query(index, text, limit=settings["k"], fields=fields)
            for key, text in collection.judged.items()
        }
    return evaluate_run(collection.qrels, {key: rank(dict(hits)) for key, hits in found.items()})


def _measured_product(folder: Path, settings: dict[str, Any]) -> dict[str, Evaluation]:
    """Files in, rankings out: the way of a user's documents; both arms and their fusion from one index."""
    from kts.cli.eval_ import indexed, searched
    from kts.evaluate.metrics import evaluate_run
    from kts.evaluate.qrels import read_collection
    from kts.workspace import Workspace

    collection = read_collection(folder)
    with tempfile.TemporaryDirectory(prefix="kts-bench-") as name:
        if settings["layout"] == "beir":
            workspace, names = indexed(folder / "corpus.jsonl", Path(name))
        else:
            workspace = Workspace.create(name, environment={**os.environ, "KTS_INGEST_VIEWS": "false"})
            workspace.ingest([str(folder / "docs")])
            names = {line.path: line.path for line in workspace.files()}
        with workspace:
            runs = {
                system: searched(workspace, collection.judged, names, settings["k"], mode=mode)[0]
                for system, mode in PRODUCT.items()
            }
    return {system: evaluate_run(collection.qrels, run) for system, run in runs.items()}


def rows(folder: Path, layout: str, *, whole: bool) -> Iterator[tuple[str, str, str]]:
    """(id, title, body) of a set's documents; with `whole` the body begins with the title, as pages do."""
    from kts.evaluate.qrels import read_corpus

    if layout == "beir":
        for key, title, text in read_corpus(folder / "corpus.jsonl"):
            yield key, title, f"{title}\n{text}" if whole else text
        return
    for path in sorted((folder / "docs").rglob("*.md")):
        text = path.read_text(encoding="utf-8", errors="replace")
        yield str(path.relative_to(folder / "docs")), page_title(path, text), text


def path_of(name: str, system: str) -> Path:
    """Where the baseline of a set is."""
    return BASELINES / f"{system}.{name}.json"


def write(evaluation: Evaluation, *, name: str, system: str) -> None:
    """Write means and each query's nDCG@10: what a paired comparison needs."""
    path = path_of(name, system)
    path.parent.mkdir(parents=True, exist_ok=True)
    content = {
        "set": name,
        "system": system,
        "means": {metric: round(value, 12) for metric, value in evaluation.means.items()},
        "queries": evaluation.queries,
        "ndcg@10": {query: round(value, 12) for query, value in evaluation.metric("ndcg@10").items()},
    }
    path.write_text(json.dumps(content, indent=1, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
