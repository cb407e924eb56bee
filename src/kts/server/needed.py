"""What to say where a library of the server is not installed."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from kts.errors import MissingExtra
from kts.extras import how_to_get

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def needed(what: str) -> Iterator[None]:
    """A stretch of imports, of which one may be missing. Raises MissingExtra."""
    try:
        yield
    except ModuleNotFoundError as error:
        name = (error.name or "").partition(".")[0]
        if name == "kts":
            raise
        message = f"{what} needs {name}, which is not installed"
        raise MissingExtra(message, hint=how_to_get("server")) from None
