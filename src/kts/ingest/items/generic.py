"""Documents of no known kind: what they say are statements."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.ingest.items.units import Unit


def types(units: Sequence[Unit], doc_type: str) -> list[str]:
    """Statement for each unit."""
    del doc_type
    return ["Statement"] * len(units)
