"""RELIABILITY I2: a reader of the index of words has a generation, whatever a writer does meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.store.lexical import LexicalIndex

if TYPE_CHECKING:
    from pathlib import Path


class Overtaken(LexicalIndex):
    """Another process builds anew between this one's listing of the builds and their opening."""

    overtaking = False

    def _paths(self) -> list[Path]:
        listed = super()._paths()
        if self.overtaking:
            self.overtaking = False
            LexicalIndex(self._folder).rebuild([], generation=2)
        return listed


def test_a_reader_that_is_overtaken_by_a_rebuild_opens_the_new_build(tmp_path: Path) -> None:
    folder = tmp_path / "lexical"
    LexicalIndex(folder).rebuild([], generation=1)
    reader = Overtaken(folder)
    assert reader.generation == 1
    reader.overtaking = True
    reader.reopen()
    assert reader.generation == 2
