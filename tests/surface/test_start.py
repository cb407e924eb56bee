"""What starting costs: the command line and the library load only what the first step needs."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = (
    "chromadb",
    "docx",
    "fastapi",
    "lxml",
    "networkx",
    "numpy",
    "onnxruntime",
    "openpyxl",
    "pptx",
    "py3langid",
    "pypdfium2",
    "tantivy",
)


def loaded_after(program: str, repository) -> set[str]:
    """The heavy libraries in memory after the program ran in a fresh interpreter."""
    report = f"{program}\nimport sys\nprint(*sorted(set({HEAVY!r}) & set(sys.modules)))"
    source = str(repository / "src")
    start = f"import sys; sys.path.insert(0, {source!r})\n{report}"
    done = subprocess.run([sys.executable, "-c", start], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.splitlines()[-1].split())


@pytest.mark.parametrize("program", ["import kts", "import kts.cli.main"])
def test_an_import_loads_no_heavy_library(program, repository):
    assert loaded_after(program, repository) == set()


def test_help_loads_only_the_library_of_the_command_line(repository):
    program = """
import sys
from kts.cli.main import main
sys.argv = ["kts", "--help"]
try:
    main()
except SystemExit as end:
    assert not end.code
"""
    assert loaded_after(program, repository) == set()


def test_the_package_runs_as_a_module(repository):
    done = subprocess.run(
        [sys.executable, "-m", "kts", "--help"],
        cwd=repository / "src",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "ingest" in done.stdout
