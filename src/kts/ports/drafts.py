"""What an index may offer besides its port: to take documents in while their generation is still being made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from kts.records import IndexChange


class IndexDraft(Protocol):
    """A generation that is still being made: nothing of it can be found before `commit`."""

    def put(self, change: IndexChange) -> None:
        """One change more, of each document one."""
        ...

    def commit(self, generation: int) -> None:
        """Apply all of them, then the generation number, in one commit."""
        ...

    def discard(self) -> None:
        """Leave the index as it was."""
        ...


@runtime_checkable
class DraftingIndex(Protocol):
    """What a `PassageIndex` may offer besides: to take documents in before there is their generation."""

    @property
    def generation(self) -> int:
        """The newest generation applied, 0 when empty."""
        ...

    def draft(self) -> IndexDraft:
        """The generation after the one that it holds; one at a time, and nothing else is written meanwhile."""
        ...
