"""Tables and fitted weights that ship with the product, read once from the package itself."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any


@cache
def table(name: str) -> Any:
    """The JSON value of the shipped file `name` (`gate.json`). Nobody may change what it holds."""
    import json

    # `importlib.resources` brings the readers of archives and temporary files: 8 ms of a cold search
    return json.loads(Path(__file__).parent.joinpath(name).read_text("utf-8"))
