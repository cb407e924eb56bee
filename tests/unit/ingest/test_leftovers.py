"""RELIABILITY: folders of workers whose parent was killed are removed by the next; those of the living stay."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from kts.ingest.leftovers import folder_of_worker, sweep


@pytest.fixture
def temporary(tmp_path, monkeypatch):
    """A temporary folder of its own, not swept yet."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    sweep.cache_clear()
    yield tmp_path
    sweep.cache_clear()


@pytest.mark.skipif(os.name == "nt", reason="not swept on Windows")
def test_what_the_dead_left_is_swept_and_nothing_else(temporary):
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    kept = [f"kts-worker-{os.getpid()}-living", "kts-worker-old", f"other-{dead.pid}-thing", "kts-worker-x-y"]
    for name in [*kept, f"kts-worker-{dead.pid}-left"]:
        (temporary / name / "inside").mkdir(parents=True)
    made = Path(folder_of_worker())
    assert {path.name for path in temporary.iterdir()} == {*kept, made.name}
    assert made.name.startswith(f"kts-worker-{os.getpid()}-")
