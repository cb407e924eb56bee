"""How an extra is added to the copy of KTS that runs: from where that copy came, never by the name alone.

The name belongs to another project on PyPI: `pip install 'kts[server]'` would fetch that one.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import Distribution
    from pathlib import Path


def how_to_get(extra: str) -> str:
    """The command that adds an extra, as it is typed into a shell.

    Of the checkout that runs, or of the folder, file or address that was installed (PEP 610); where none is known, or
    it is gone, of the libraries themselves.
    """
    from importlib.metadata import PackageNotFoundError, distribution
    from pathlib import Path

    checkout = Path(__file__).parents[2]
    if (checkout / "pyproject.toml").is_file() and (checkout / "src" / "kts").is_dir():
        return f"pip install -e {_quoted(f'{checkout}[{extra}]')}"
    try:
        found = distribution("kts")
    except PackageNotFoundError:
        return f"install KTS with its extra '{extra}'"
    return f"pip install {_source(found, extra) or _libraries(found, extra)}"


def _source(found: Distribution, extra: str) -> str:
    """What was installed, with the extra; empty where that was not noted, or is not there any more."""
    import json
    from urllib.parse import urlsplit

    try:
        noted = json.loads(found.read_text("direct_url.json") or "{}")
        parts = urlsplit(noted.get("url", ""))
    except ValueError:
        return ""
    if parts.scheme == "file" and "vcs_info" not in noted:
        path = _local(parts.path)
        return _quoted(f"{path}[{extra}]") if path.exists() else ""
    vcs = noted.get("vcs_info") or {}
    address = f"{vcs['vcs']}+{noted['url']}@{vcs['commit_id']}" if vcs else noted.get("url", "")
    return _quoted(f"kts[{extra}] @ {address}") if address else ""


def _local(path: str) -> Path:
    from pathlib import Path
    from urllib.request import url2pathname

    return Path(url2pathname(path))


def _libraries(found: Distribution, extra: str) -> str:
    """The libraries of the extra within their bounds, those that are not there already left out."""
    import re
    from importlib.metadata import PackageNotFoundError, distribution

    def absent(requirement: str) -> bool:
        try:
            distribution(re.split(r"[^\w.-]", requirement, maxsplit=1)[0])
        except PackageNotFoundError:
            return True
        return False

    lines = (line.partition(";") for line in found.requires or ())
    named = [what.strip() for what, _, marker in lines if re.search(rf"extra\s*==\s*['\"]{extra}['\"]", marker)]
    return " ".join(_quoted(one) for one in [one for one in named if absent(one)] or named)


def _quoted(word: str) -> str:
    import shlex

    return f'"{word}"' if os.name == "nt" else shlex.quote(word)
