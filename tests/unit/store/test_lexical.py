"""RELIABILITY I2: a reader of the index of words has a generation, whatever a writer does meanwhile."""

from __future__ import annotations

import os
import random
import shutil
import stat
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kts.errors import CorruptStore
from kts.records import IndexChange, IndexedPassage
from kts.store.lexical import LexicalIndex
from kts.types import Filter

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


def filled(folder: Path) -> LexicalIndex:
    """An index of some hundred passages, whose files are long enough to be damaged in many places."""
    index = LexicalIndex(folder)
    words = [" ".join(f"w{number * step % 997}" for step in range(1, 40)) for number in range(300)]
    passages = [
        IndexedPassage(key, key, "chunk", text, {"language": ("en",), "path": (f"p{key}",)})
        for key, text in enumerate(words, 1)
    ]
    index.rebuild([IndexChange("add", one.document_key, (one,)) for one in passages], generation=1)
    return index


def asked(folder: Path) -> None:
    """Everything a search asks of the index."""
    index = LexicalIndex(folder)
    terms = {f"w{number}": 1.0 for number in range(0, 997, 7)}
    index.search_lexical(terms, level="chunk", filters=Filter(language=("en",)), limit=50)
    for term in terms:
        index.document_frequency(term, level="chunk")
    index.keys()


def test_a_damaged_file_of_the_index_is_an_error_that_says_how_to_mend_it(tmp_path: Path) -> None:
    """RELIABILITY, store bit-flipped: the library gives up by an exception that is no Exception."""
    filled(tmp_path / "sound")
    said = []
    draw = random.Random(3)  # noqa: S311 - the same damages in every run
    whole = [path for path in (tmp_path / "sound").rglob("*.*") if path.is_file() and path.stat().st_size]
    files = sorted(path.relative_to(tmp_path / "sound") for path in whole)
    for number, name in enumerate(files * 6):
        folder = tmp_path / str(number)
        shutil.copytree(tmp_path / "sound", folder)
        content = bytearray((folder / name).read_bytes())
        at = draw.randrange(len(content))
        content[at : at + 512] = draw.randbytes(len(content[at : at + 512]))
        (folder / name).write_bytes(content)
        try:
            asked(folder)
        except CorruptStore as error:
            said.append(error)
    assert said, "none of the damages was noticed"
    assert all("kts verify --repair" in error.hint and error.exit_code == 12 for error in said)


def test_a_file_where_the_folder_of_the_index_should_be_makes_way_for_it(tmp_path: Path) -> None:
    (tmp_path / "lexical").write_text("not an index", encoding="utf-8")
    index = LexicalIndex(tmp_path / "lexical")
    assert index.generation == 0
    index.rebuild([], generation=3)
    assert LexicalIndex(tmp_path / "lexical").generation == 3


WORDS = st.dictionaries(st.sampled_from([f"w{number}" for number in range(1, 12)]), st.sampled_from([1.0, 0.2]))
ASKED = st.tuples(WORDS, st.sampled_from([Filter(), Filter(path=("p3", "p7"))]), st.integers(1, 12))


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(ASKED, min_size=1, max_size=8))
def test_idx3_what_was_asked_before_changes_nothing(tmp_path: Path, asked) -> None:
    if not (tmp_path / "lexical").exists():
        filled(tmp_path / "lexical")
    index = LexicalIndex(tmp_path / "lexical")
    for terms, filters, limit in asked:
        plainly = LexicalIndex(tmp_path / "lexical")
        expected = plainly.search_lexical(terms, level="chunk", filters=filters, limit=limit)
        for _ in range(2):
            assert index.search_lexical(terms, level="chunk", filters=filters, limit=limit) == expected


def test_idx3_an_index_that_was_changed_is_asked_anew(tmp_path: Path) -> None:
    index = filled(tmp_path / "lexical")

    def found() -> set[int]:
        hits = index.search_lexical({"w7": 1.0}, level="chunk", filters=Filter(), limit=400)
        return {one.key for one in hits}

    before = found()
    index.apply([IndexChange("remove", min(before), ())], generation=2)
    assert found() == before - {min(before)}


@pytest.mark.skipif(sys.platform == "win32", reason="file modes are POSIX")
@pytest.mark.parametrize(("mask", "mode"), [(0o022, 0o644), (0o027, 0o640), (0o002, 0o664), (0o077, 0o600)])
def test_files_have_the_rights_of_their_folder_after_every_commit_and_merge(tmp_path, mask: int, mode: int) -> None:
    folder, before = tmp_path / "lexical", os.umask(mask)
    try:
        index = LexicalIndex(folder)
        index.rebuild([change(1)], generation=1)
        assert modes(folder) == {mode}
        for generation in range(2, 14):  # tantivy merges what is as small as this, in a thread of its own
            index.apply([change(generation)], generation=generation)
            assert modes(folder) == {mode}
    finally:
        os.umask(before)


def change(key: int) -> IndexChange:
    return IndexChange("add", key, (IndexedPassage(key, key, "chunk", f"word{key}", {}),))


def modes(folder: Path) -> set[int]:
    return {stat.S_IMODE(path.stat().st_mode) for path in folder.rglob("*") if path.is_file()}
