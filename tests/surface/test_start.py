"""What starting costs: the command line and the library load only what the first step needs."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from kts.embed.models import default_folder, folder_of
from kts.workspace import Workspace

HEAVY = (
    "chromadb",
    "click",
    "docx",
    "fastapi",
    "huggingface_hub",
    "lxml",
    "markdown_it",
    "networkx",
    "numpy",
    "numpy.ma",
    "onnx",
    "onnxruntime",
    "openpyxl",
    "pptx",
    "py3langid",
    "pypdfium2",
    "requests",
    "rich",
    "tantivy",
    "tokenizers",
)


ELSEWHERE = (
    "_hashlib",
    "kts.answer",
    "kts.answers",
    "kts.cells",
    "kts.extras",
    "kts.graph",
    "kts.ingest",
    "kts.llm",
    "kts.ports",
    "kts.search.decompose",
    "kts.store.structure",
    "kts.structure",
    "kts.tickets",
    "kts.workspace.facade",
    "threading",
)
"""What a search has no use for: OpenSSL (`kts.digest`), and parts of ours."""


def loaded_after(program: str, repository, names: tuple[str, ...] = HEAVY) -> set[str]:
    """Which of the libraries are in memory after the program ran in a fresh interpreter."""
    report = f"{program}\nimport sys\nprint(*sorted(set({names!r}) & set(sys.modules)))"
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
    assert loaded_after(program, repository) == {"click"}


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


def searched(kb, mode: str) -> str:
    """A program that asks one question on the command line."""
    return f"""
import sys
from kts.cli.main import main
sys.argv = ["kts", "search", "cure period", "--mode", "{mode}", "--kb", {str(kb)!r}, "--json"]
try:
    main()
except SystemExit as end:
    assert not end.code, end.code
"""


@pytest.fixture
def kb(tmp_path):
    """An index of one document, not embedded."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text("# Terms\n\nThe cure period is thirty days.\n", encoding="utf-8")
    with Workspace.create(str(tmp_path)) as workspace:
        workspace.ingest([str(tmp_path / "docs")], vectors=False)
    return tmp_path


def test_a_search_by_words_loads_no_numpy_and_no_model(kb, repository):
    assert loaded_after(searched(kb, "lexical"), repository) == {"tantivy"}


def test_a_search_loads_no_part_of_ours_that_does_something_else(kb, repository):
    assert loaded_after(searched(kb, "lexical"), repository, ELSEWHERE) == set()


def test_a_hybrid_search_without_vectors_is_as_light(kb, repository):
    assert loaded_after(searched(kb, "hybrid"), repository) == {"tantivy"}


def test_a_search_by_meaning_loads_no_more_than_the_model_and_the_indexes_need(kb, repository, monkeypatch):
    if not folder_of("minilm_onnx", default_folder(os.environ)).is_dir():
        pytest.skip("the default model is not installed: kts models add minilm_onnx")
    monkeypatch.setenv("KTS_EMBED_PROVIDER", "minilm_onnx")
    with Workspace.open(str(kb)) as workspace:
        assert workspace.ingest().embedded == 1
    assert loaded_after(searched(kb, "hybrid"), repository) == {"numpy", "onnxruntime", "tantivy", "tokenizers"}


READING = (
    "kts.ingest.chunk.blocks",
    "kts.ingest.convert.docx.converter",
    "kts.ingest.convert.html.converter",
    "kts.ingest.convert.pdf.converter",
    "kts.ingest.prepare",
    "kts.ingest.sandbox",
    "kts.store.dense",
    "kts.workspace.facade",
)
"""Parts of ours that an ingest needs where a file has changed."""


def test_an_ingest_that_finds_nothing_new_loads_nothing_that_reads_or_embeds(kb, repository, monkeypatch):
    monkeypatch.setenv("KTS_EMBED_PROVIDER", "hash")
    with Workspace.open(str(kb)) as workspace:
        assert workspace.ingest().embedded == 1
    program = searched(kb, "lexical").replace('"search", "cure period", "--mode", "lexical"', '"ingest"')
    assert loaded_after(program, repository) == {"tantivy"}
    assert loaded_after(program, repository, READING) == set()
