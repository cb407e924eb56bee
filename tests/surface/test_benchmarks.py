"""The benchmarks run; what they measure is not judged here, on whatever machine this is."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from lxml import etree

WORDS = {"cold_query", "help_start", "ingest_markdown_clock", "noop_ingest"}
MEANING = {"cold_dense", "dense_scan", "disk", "embed_ingest", "hybrid_query", "query_memory"}


def test_every_benchmark_prints_its_line(repository):
    ran = subprocess.run(
        [sys.executable, str(repository / "benchmarks" / "run.py"), "--smoke"],
        capture_output=True,
        text=True,
        check=True,
        timeout=280,
    )
    lines = [json.loads(line) for line in ran.stdout.splitlines() if line.startswith("{")]
    assert {line["benchmark"] for line in lines} >= WORDS | MEANING
    assert all(line["ratio"] > 0 for line in lines if "ratio" in line)
    skipped = {line["benchmark"] for line in lines if "skipped" in line}
    assert skipped in (set(), MEANING - {"dense_scan"}), "only what needs the model is skipped, and all of it"


ANIMALS = "badger curlew dormouse egret ferret goshawk heron ibis jackdaw kestrel lapwing marten".split()
RRF = "tantivy + numpy, RRF"


@pytest.fixture
def judged(tmp_path):
    """A set on which every system that works finds the one right document first."""
    folder = tmp_path / "animals"
    folder.mkdir()
    documents = [{"_id": f"d {name}", "title": f"The {name}", "text": f"A {name} was seen."} for name in ANIMALS]
    questions = [{"_id": name, "text": f"Where was the {name} seen?"} for name in ANIMALS]
    for name, rows in (("corpus", documents), ("queries", questions)):
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (folder / "qrels.tsv").write_text("".join(f"{name}\td {name}\t1\n" for name in ANIMALS))
    return folder


def test_systems_are_compared_and_the_page_is_written(repository, judged, tmp_path):
    scripts, results, docs = repository / "benchmarks" / "compare", tmp_path / "results", tmp_path / "docs"
    docs.mkdir()
    (tmp_path / "temporary").mkdir()
    environment = {**os.environ, "TMPDIR": str(tmp_path / "temporary")}
    options = ["--model", "hash", "--results", str(results), "--environments", str(tmp_path / "none"), "--systems"]
    ran = subprocess.run(
        [
            sys.executable,
            str(scripts / "compare.py"),
            str(judged),
            *options,
            "tantivy",
            RRF,
            "numpy",
            "kts",
            "chromadb",
        ],
        capture_output=True,
        text=True,
        check=True,
        timeout=280,
        env=environment,
    )
    assert "chromadb: skipped" in ran.stderr
    lines = [json.loads(line) for path in results.glob("*.jsonl") for line in path.read_text().splitlines()]
    assert [line["system"] for line in lines] == ["kts", "tantivy", RRF, "numpy"]
    assert all(line["ndcg@10"] == 1.0 and line["questions"] == len(ANIMALS) for line in lines), lines
    assert all(line["ours_less_this"]["ties"] == len(ANIMALS) for line in lines[1:])
    assert all(line["disk_bytes"] > 0 and line["cold_with_model_cpu_s"] > 0 for line in lines)

    subprocess.run(
        [sys.executable, str(scripts / "table.py"), "--results", str(results), "--docs", str(docs)], check=True
    )
    page = (docs / "compared.md").read_text()
    assert f"| {RRF} | 1.0000 | 1.0000 |" in page
    assert "no significant difference to tantivy, numpy and tantivy + numpy, RRF" in page
    drawn = {
        text.text for text in etree.fromstring((docs / "compared.svg").read_bytes()).iter() if text.tag.endswith("text")
    }
    assert drawn >= {"kts", "tantivy", RRF, "numpy"}
