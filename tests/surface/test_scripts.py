"""What the scripts beside the product import of it is there."""

from __future__ import annotations

import ast
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FOLDERS = ("benchmarks", "training", "evaluation", "tools")


def imported(path: Path) -> Iterator[tuple[str, str]]:
    """Each module of the product that a script imports from, and the name."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "kts":
            yield from ((str(node.module), one.name) for one in node.names)


def is_there(module: str, name: str) -> bool:
    """Whether a module defines a name, or imports it when it runs: not only for the types."""
    found = import_module(module)
    return hasattr(found, name) or (hasattr(found, "__path__") and find_spec(f"{module}.{name}") is not None)


@pytest.mark.parametrize("folder", FOLDERS)
def test_scripts_import_what_there_is(repository, folder):
    found = {(path, *one) for path in sorted((repository / folder).rglob("*.py")) for one in imported(path)}
    assert [one for one in sorted(found) if not is_there(*one[1:])] == []
