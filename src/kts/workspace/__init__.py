"""The composition root and the facade: the only reader of settings and registry.

Every face calls this, and nothing below it knows which adapters were chosen. `opened` holds what all of it stands on,
`facade` joins the other modules, one part each. The whole is loaded when it is first named: a search from the command
line opens `searching` alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kts.workspace.facade import Workspace

__all__ = ["Workspace"]


def __getattr__(name: str) -> Any:
    if name != "Workspace":
        message = f"module 'kts.workspace' has no attribute '{name}'"
        raise AttributeError(message)
    from kts.workspace.facade import Workspace

    return Workspace
