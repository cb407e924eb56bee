"""Shapes of what can be asked about a search."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kts.server.wire import envelope, shown

if TYPE_CHECKING:
    from kts.search.whynot import WhyNot


def why_not(found: WhyNot) -> dict[str, Any]:
    """`kts why-not --json`."""
    data = {**found._asdict(), "path": shown(found.path), "behind": dict(found.behind)}
    return envelope(data, reasoning=found.reasons[0])
