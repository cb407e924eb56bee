"""CONV-5, RELIABILITY: what a converter does to its process, through the command line: exit code, reason, remedy."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from support.command import SOURCE, finish, kts, start
from support.folders import policies, written

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="limits by signals and groups are POSIX")
ENTRY = "[kts.converters]\nmock = kts.testing.poison:MockConverter\n"
PATIENCE_S = 400
"""Seconds, on a machine that has other things to do, for a file that may take 120 of them."""
ABOUT = "Metadata-Version: 2.1\nName: poison\nVersion: 1\n"


def poisoned(top: Path, texts: Mapping[str, str]) -> Path:
    """Three policies, and these files for a converter that does to its process what they say."""
    written(top / "site" / "poison-1.dist-info", {"METADATA": ABOUT, "entry_points.txt": ENTRY})
    written(policies(top / "docs", 3), texts)
    return top / "docs"


def account(top: Path, texts: Mapping[str, str]) -> dict[str, tuple[str, str, str]]:
    """Outcome, reason and remedy of each of these files, ingested by the command line beside three good ones."""
    folder, index = poisoned(top, texts), top / "index"
    installed = {"PYTHONPATH": f"{SOURCE}:{top / 'site'}", "KTS_INGEST_ISOLATED": "1"}
    process = start("ingest", folder, "--kb", index, "--json", env=installed)
    process.wait(timeout=PATIENCE_S)
    ran = finish(process).ok(3)
    assert (ran.done["found"], ran.done["indexed"], ran.done["failed"]) == (3 + len(texts), 3, len(texts))
    assert len(kts("search", "edition of the rule", "--kb", index, "--json").ok().data["data"]["results"]) == 3
    told = kts("status", "--files", "--kb", index, env=installed).ok().out
    listed = kts("status", "--files", "--kb", index, "--json", env=installed).ok().data["data"]["files"]
    failed = [line for line in listed if line["outcome"] != "ok"]
    found = {line["path"]: (line["outcome"], line["reason"], line["remedy"]) for line in failed}
    assert all(reason in told and remedy in told for _, reason, remedy in found.values())
    return found


def test_reliability_a_file_that_breaks_its_converter_is_named_with_reason_and_remedy(tmp_path):
    found = account(
        tmp_path,
        {"aborts.mock": "abort", "exits.mock": "exit 4", "grows.mock": "allocate 4294967296", "raises.mock": "raise"},
    )
    outcomes = {path: outcome for path, (outcome, _, _) in found.items()}
    wanted = {"aborts.mock": "crashed", "exits.mock": "crashed", "grows.mock": "memory", "raises.mock": "crashed"}
    assert outcomes == wanted
    assert "SIGABRT" in found["aborts.mock"][1]
    assert "exit status 4" in found["exits.mock"][1]
    assert "2 GiB" in found["grows.mock"][1]
    remedies = {path: remedy for path, (_, _, remedy) in found.items()}
    assert "tried again when it has changed" in remedies.pop("grows.mock")
    assert all("kts ingest tries it again" in remedy for remedy in remedies.values())


@pytest.mark.crash
def test_reliability_a_file_that_hangs_is_named_with_reason_and_remedy(tmp_path):
    found = account(tmp_path, {"spins.mock": "spin"})
    (outcome, reason, remedy) = found["spins.mock"]
    assert outcome == "timeout"
    assert reason in {"needed more than 30 s of processor time", "did not end within 120 s"}
    assert "split it" in remedy
