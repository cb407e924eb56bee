"""Tables and fitted weights that ship with the product, read once from the package itself."""

from __future__ import annotations

from functools import cache
from typing import Any


@cache
def table(name: str) -> Any:
    """The JSON value of the shipped file `name` (`gate.json`). Nobody may change what it holds."""
    import json
    from importlib import resources

    return json.loads(resources.files(__name__).joinpath(name).read_text("utf-8"))
