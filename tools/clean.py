"""Remove what make made in this folder: the environment, caches, build results, the demo's index."""

from __future__ import annotations

import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MADE = (
    ".coverage",
    ".hypothesis",
    ".import_linter_cache",
    ".kts",
    ".mypy_cache",
    ".pytest_cache",
    ".ruff_cache",
    ".venv",
    "build",
    "dist",
    "htmlcov",
)
CODE = ("benchmarks", "samples", "src", "tests", "tools")


def main() -> None:
    """Remove each, and the compiled files beside the code; what is not there is no error."""
    caches = (cache for folder in CODE for cache in (ROOT / folder).rglob("__pycache__"))
    for path in (*(ROOT / name for name in MADE), *caches):
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)


if __name__ == "__main__":
    main()
