"""Is the right page among the ten shown? The product against plain tantivy on 42 questions by people."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import tantivy

import plain_tantivy
from baselines import SYSTEMS
from measure import ROOT, arguments, report
from workspaces import documents, indexed, ingested

METRICS = ("success@10", "ndcg@10")
K = 10


def main() -> None:
    """Measure and print the line."""
    options = arguments(__doc__)
    with tempfile.TemporaryDirectory(prefix="kts-bench-") as name:
        judged, corpus = documents(Path(name), limit=None, smoke=options.smoke)
        if corpus != "aws-docs" and not options.smoke:
            sys.exit("the aws-docs set is absent: set KTS_SHARED_DATA to the folder that holds it")
        kb, bare = ingested(judged.docs, Path(name, "kb")), indexed(judged.docs, Path(name, "bare"))
        index = tantivy.Index.open(str(bare))
        runs = {"ours": product_run(kb, judged.queries)}
        for system, fields in SYSTEMS.items():
            runs[system] = {
                key: plain_tantivy.query(index, text, limit=K, fields=fields) for key, text in judged.queries.items()
            }
    report(
        {
            "benchmark": "quality_aws_docs",
            **compared(runs, {query: {page: 1} for query, page in judged.gold.items()}),
            "unit": "success@10; higher is better",
            "corpus": corpus,
            "target": "significantly worse than neither system on any metric",
            "note": "reference: tantivy, en_stem, title and body as two fields; paired bootstrap",
        },
        options,
    )


def product_run(kb: Path, queries: dict[str, str]) -> dict[str, list[tuple[str, float]]]:
    """The pages that the product shows for each question, in its order, each page once."""
    sys.path.insert(0, str(ROOT / "src"))
    import kts

    workspace = kts.open(str(kb))
    run = {}
    for key, text in queries.items():
        paths = [result["metadata"]["path"] for result in workspace.retrieve(text, top_k=K)["results"]]
        run[key] = [(path, -float(place)) for place, path in enumerate(dict.fromkeys(paths))]
    return run


def compared(
    runs: dict[str, dict[str, list[tuple[str, float]]]], qrels: dict[str, dict[str, int]]
) -> dict[str, object]:
    """The product against each system in each metric; the ratio is that of the first metric and system."""
    from kts.evaluate.metrics import evaluate_run
    from kts.evaluate.report import compare

    found = {name: evaluate_run(qrels, run, (K,)) for name, run in runs.items()}
    pairs = {
        (system, metric): compare({"aws-docs": (found["ours"], found[system])}, metric=metric)
        for system in SYSTEMS
        for metric in METRICS
    }
    first = next(iter(pairs.values()))
    return {
        "ratio": first.ours / first.reference if first.reference else 0.0,
        "ours": first.ours,
        "reference": first.reference,
        "queries": len(first.rows),
        "met": all(each.significance.high >= 0 for each in pairs.values()),
        "against": {f"{system} {metric}": _figures(each.as_json()) for (system, metric), each in pairs.items()},
    }


def _figures(comparison: dict[str, object]) -> dict[str, object]:
    kept = ("ours", "reference", "difference", "low", "high", "p", "wins", "losses", "ties")
    rounded = ((name, comparison[name]) for name in kept)
    return {name: round(value, 4) if isinstance(value, float) else value for name, value in rounded}


if __name__ == "__main__":
    main()
