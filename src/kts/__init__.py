"""KTS: answers from your own documents, with evidence that can be checked."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

os.environ["ORT_DISABLE_TELEMETRY"] = "1"
"""onnxruntime 1.29 and later send usage data unless told not to before they are loaded (decision 0010)."""

__version__ = "0.1.0"
__all__ = ["KTSError", "Workspace", "__version__", "open"]

if TYPE_CHECKING:
    from kts.errors import KTSError
    from kts.workspace import Workspace


def open(path: str = ".") -> Workspace:  # noqa: A001
    """The workspace in `path` (the folder that holds `.kts`, or `.kts` itself). Raises NoIndex if there is none.

    Close it, or use it as a context manager.
    """
    from kts.workspace import Workspace

    return Workspace.open(path)


def __getattr__(name: str) -> Any:
    if name == "Workspace":
        from kts.workspace import Workspace

        return Workspace
    if name == "KTSError":
        from kts.errors import KTSError

        return KTSError
    message = f"module 'kts' has no attribute '{name}'"
    raise AttributeError(message)
