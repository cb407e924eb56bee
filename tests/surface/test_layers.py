"""The layers of the house hold, and the contracts that say so cover every package that exists."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib

import pytest

WAYS_AND_WORDS = ("answer", "lexicon", "ports", "records", "search", "tickets", "types")
ADAPTERS = ("embed", "entail", "graph", "llm", "reader", "rerank", "store")


@pytest.fixture(scope="module")
def contracts(repository):
    settings = tomllib.loads((repository / "pyproject.toml").read_text(encoding="utf-8"))
    return {contract["type"]: contract for contract in settings["tool"]["importlinter"]["contracts"]}


@pytest.fixture(scope="module")
def modules(repository):
    """Every module and package of the product by its short name."""
    paths = (repository / "src" / "kts").iterdir()
    packages = (path for path in paths if path.suffix == ".py" or any(path.glob("*.py")))
    return {path.stem for path in packages} - {"__init__", "__pycache__"}


def test_the_import_contracts_are_kept(repository):
    program = "from importlinter.cli import lint_imports; raise SystemExit(lint_imports(no_cache=True))"
    paths = {**os.environ, "PYTHONPATH": "src"}
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=repository,
        env=paths,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_module_has_a_layer(contracts, modules):
    layers = contracts["layers"]
    named = {name.strip(" ()") for line in layers["layers"] for name in line.split("|")}
    assert layers["exhaustive"] is True
    assert modules - named == modules & set(layers["exhaustive_ignores"])


def test_every_way_that_exists_is_kept_from_doing_input_and_output(contracts, modules):
    assert {f"kts.{name}" for name in WAYS_AND_WORDS if name in modules} <= set(
        contracts["forbidden"]["source_modules"]
    )


def test_every_adapter_that_exists_is_protected(contracts, modules):
    protected = contracts["protected"]
    assert {f"kts.{name}" for name in ADAPTERS if name in modules} <= set(protected["protected_modules"])
    assert set(protected["allowed_importers"]) == {"kts.workspace", "kts.testing"}
