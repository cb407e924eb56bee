"""Regular expressions read alike on every Python that is supported."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_POSSESSIVE_GROUP = re.compile(r"\)(?:[*+?]|\{[\d,]+\})\+|\(\?>")
HARMLESS = {"ingest/convert/markdown.py": 1, "answer/units/pointers.py": 1, "ingest/inline.py": 1}
"""Nothing follows the group that would make it go back, or each of its alternatives is one character; the last one is a
row of signs, and no expression."""


def test_no_group_is_possessive(repository: Path):
    """Before 3.11.5 a possessive or atomic group whose inside can go back matches wrongly (CPython issue 106052)."""
    source = repository / "src" / "kts"
    found: dict[str, int] = {}
    for path in source.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and _POSSESSIVE_GROUP.search(node.value):
                name = path.relative_to(source).as_posix()
                found[name] = found.get(name, 0) + 1
    assert found == HARMLESS
