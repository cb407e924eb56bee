"""Offline: the inference library reports nothing and leaves no session file (decision 0010)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import kts

SOURCE = str(Path(kts.__file__).parent.parent)
LOAD = "import {first}onnxruntime, os; print(os.environ.get('ORT_DISABLE_TELEMETRY'))"


def loaded(folder: Path, first: str) -> tuple[str, list[str]]:
    """What the variable is after the library was loaded, and which files that left in the temporary folder."""
    unset = {"ORT_DISABLE_TELEMETRY", "CI", "ORT_RUNNING_UNIT_TESTS", "GITHUB_ACTIONS"}
    environment = {name: value for name, value in os.environ.items() if name not in unset}
    environment |= {"PYTHONPATH": SOURCE, "TMPDIR": str(folder), "TEMP": str(folder), "TMP": str(folder)}
    command = [sys.executable, "-c", LOAD.format(first=first)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.strip(), sorted(path.name for path in folder.iterdir())


def test_emb_3_loading_the_library_through_kts_reports_nothing(tmp_path):
    pytest.importorskip("onnxruntime")
    assert loaded(tmp_path, "kts, ") == ("1", [])
