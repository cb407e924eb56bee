"""A workspace and a bare index of the same documents, for the query benchmarks."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import plain_tantivy
from corpus import aws_docs, copied, generated, page_title
from measure import KTS, command_output

if TYPE_CHECKING:
    from pathlib import Path

    from corpus import Judged


def documents(folder: Path, *, limit: int | None, smoke: bool) -> tuple[Judged, str]:
    """The judged files, or `limit` of them copied, or generated ones; and the name of the corpus."""
    judged = aws_docs()
    if judged is None or smoke:
        return generated(folder / "docs", 40 if smoke else limit or 2_000), "generated"
    if limit is None:
        return judged, "aws-docs"
    copied(judged.docs, folder / "docs", limit=limit)
    return judged._replace(docs=folder / "docs"), "aws-docs"


def ingested(docs: Path, kb: Path, *, vectors: bool = True) -> Path:
    """Ingest the documents into a fresh workspace."""
    kb.mkdir()
    without = () if vectors else ("--no-vectors",)
    done = json.loads(command_output((*KTS, "ingest", str(docs), "--kb", str(kb), "--json", *without)).splitlines()[-1])
    if not done["indexed"]:
        sys.exit(f"nothing was indexed: {done}")
    return kb


def indexed(docs: Path, folder: Path) -> Path:
    """Index the documents with bare tantivy."""
    files = ((path, path.read_text(encoding="utf-8", errors="replace")) for path in sorted(docs.rglob("*.md")))
    rows = ((str(path.relative_to(docs)), page_title(path, text), text) for path, text in files)
    plain_tantivy.build(rows, folder)
    return folder
