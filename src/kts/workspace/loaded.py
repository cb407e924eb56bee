"""Models that are loaded once and kept, for one workspace or for all of a process."""

from __future__ import annotations

from _thread import allocate_lock  # `threading.Lock`; see `kts.workspace.threads`
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


class Models:
    """Loaded models by role and name; safe to use from several threads, as the models themselves are."""

    def __init__(self) -> None:
        self._loaded: dict[tuple[str, str], Any] = {}
        self._lock = allocate_lock()

    def get(self, role: str, name: str, load: Callable[[], T]) -> T:
        """The model, loaded by the first that asks while the others wait; None (it is not here) is not kept."""
        with self._lock:
            found: T = self._loaded[role, name] if (role, name) in self._loaded else load()
            if found is not None:
                self._loaded[role, name] = found
            return found
