"""RELIABILITY I2 and the rows of damage, of full disks and of several processes, for the dense index alone."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import numpy as np
import pytest

from kts.errors import StorageFull
from kts.records import IndexedVector, VectorChange
from kts.store.dense import DenseIndex
from kts.testing.vectors import MODEL, OTHER, pointing
from kts.types import Filter

if TYPE_CHECKING:
    from pathlib import Path

posix = pytest.mark.skipif(sys.platform == "win32", reason="limits, rights and fork are POSIX")
ALL = Filter()
DIMS = 8
EAST = pointing(1, *(0,) * (DIMS - 1))


def document(number, edition=1, rows=4):
    """A document whose keys tell its edition."""
    vectors = np.random.default_rng(100 * number + edition).standard_normal((rows, DIMS)).astype("<f2")
    filters = {"document": (f"doc_{number}",), "doc_type": ("SOP",), "code": (f"e{edition}",)}
    first = 10_000 * edition + 10 * number
    return VectorChange(
        "add",
        number,
        tuple(
            IndexedVector(first + place, number, "chunk" if place else "section", vector.tobytes(), filters)
            for place, vector in enumerate(vectors)
        ),
    )


def keys_of(*numbers, edition=1):
    return {row.key for number in numbers for row in document(number, edition).vectors}


def grown(folder: Path) -> DenseIndex:
    """An index with segments of two levels and two ages, and rows that have left."""
    index = DenseIndex(folder)
    index.apply([document(number) for number in range(6)], generation=1, model=MODEL)
    index.apply([document(2, 2), VectorChange("remove", 3), document(7)], generation=2, model=MODEL)
    return index


GROWN = keys_of(0, 1, 4, 5, 7) | keys_of(2, edition=2)


def used(index: DenseIndex) -> None:
    """Ask for everything; what is damaged may be found wrongly, or refused, and never breaks the caller."""
    index.search_dense(EAST, level="chunk", filters=ALL, limit=5)
    index.search_dense(EAST, level="chunk", filters=Filter(doc_type=("SOP",), code=("e1",)), limit=5)
    index.search_dense(EAST, level="chunk", filters=Filter(since="2020-01-01"), limit=5)
    index.cosines(EAST, sorted(GROWN))
    index.keys()


# -- damage -------------------------------------------------------------------------------------------------------


def damages(content: bytes):
    """The content cut short, emptied, lengthened, and with a bit turned here and there."""
    yield from (b"", content[: len(content) // 2], content[:-1], content + b"\0")
    for place in sorted({0, *range(7, len(content), max(1, len(content) // 40)), len(content) - 1}):
        for bit in (1, 128):
            yield content[:place] + bytes([content[place] ^ bit]) + content[place + 1 :]


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("suffix", [".json", ".rows", ".live"])
def test_damage_is_an_empty_index_or_a_reported_one_and_never_a_crash(suffix, tmp_path):
    grown(tmp_path / "whole")
    damaged = [name for name in names(tmp_path / "whole") if name.endswith(suffix)]
    assert damaged
    for name in damaged:
        content = (tmp_path / "whole" / name).read_bytes()
        for number, changed in enumerate(damages(content)):
            folder = tmp_path / f"{name}-{number}"
            shutil.copytree(tmp_path / "whole", folder)
            (folder / name).write_bytes(changed)
            index = DenseIndex(folder)
            used(index)
            assert index.generation in {0, 2}
            assert index.problems()
            if suffix != ".rows" or len(changed) != len(content):
                assert (index.generation, index.model, index.keys()) == (0, "", set())
            shutil.rmtree(folder)


@pytest.mark.parametrize("number", range(4))
def test_a_damaged_index_is_built_anew(number, tmp_path):
    grown(tmp_path)
    (tmp_path / names(tmp_path)[number]).write_bytes(b"\0" * 10)
    index = DenseIndex(tmp_path)
    assert index.generation == 0
    index.apply([document(1)], generation=5, model=OTHER)
    assert (index.generation, index.model, index.keys(), index.problems()) == (5, OTHER, keys_of(1), ())
    assert DenseIndex(tmp_path).keys() == keys_of(1)


def test_a_part_that_is_gone_is_an_empty_index(tmp_path):
    grown(tmp_path / "whole")
    for name in names(tmp_path / "whole"):
        folder = tmp_path / name
        shutil.copytree(tmp_path / "whole", folder)
        (folder / name).unlink()
        assert DenseIndex(folder).generation == 0


def test_a_damaged_manifest_leaves_the_older_one_that_is_whole(tmp_path):
    index = grown(tmp_path)
    newest = max(int(name.partition("-")[0]) for name in names(tmp_path))
    (tmp_path / f"{newest + 1}-1.json").write_text("{", encoding="ascii")
    index.reopen()
    assert (index.generation, index.keys()) == (2, GROWN)
    assert index.problems() == (f"{newest + 1}-1.json cannot be used",)
    index.apply([], generation=3, model=MODEL)
    assert (DenseIndex(tmp_path).generation, DenseIndex(tmp_path).problems()) == (3, ())


@pytest.mark.parametrize("content", ["[]", "null", "1", '{"index": {}}', "[" * 100_000, '{"checksum": "", "index": 1}'])
def test_a_manifest_of_another_shape_is_an_empty_index(content, tmp_path):
    (tmp_path / "1-1.json").write_text(content, encoding="ascii")
    assert DenseIndex(tmp_path).generation == 0


# -- files --------------------------------------------------------------------------------------------------------


def test_no_file_is_changed_once_it_is_named(tmp_path):
    index, seen = DenseIndex(tmp_path), {}
    for generation in range(1, 30):
        index.apply([document(generation % 5, generation)], generation=generation, model=MODEL)
        for path in tmp_path.iterdir():
            assert seen.setdefault(path.name, path.read_bytes()) == path.read_bytes()
    assert index.keys() == {key for back in range(5) for key in keys_of((29 - back) % 5, edition=29 - back)}


def test_small_segments_are_merged_and_rubbish_is_removed(tmp_path):
    index = DenseIndex(tmp_path)
    (tmp_path / "9-1-3.rows").write_bytes(b"of a killed writer")
    (tmp_path / "9-1.json.new").write_bytes(b"of a killed writer")
    (tmp_path / "README").write_bytes(b"not ours")
    for number in range(100):
        index.apply([document(number)], generation=number + 1, model=MODEL)
    left = names(tmp_path)
    assert len(left) < 40
    assert "README" in left
    assert not {"9-1-3.rows", "9-1.json.new"} & set(left)
    assert index.keys() == keys_of(*range(100))
    assert not index.wasted


def test_waste_is_written_away(tmp_path):
    index = DenseIndex(tmp_path)
    index.apply([document(number) for number in range(300)], generation=1, model=MODEL)
    before = sum(path.stat().st_size for path in tmp_path.iterdir())
    index.apply([VectorChange("remove", number) for number in range(250)], generation=2, model=MODEL)
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) < before / 4
    assert index.keys() == keys_of(*range(250, 300))
    assert not index.wasted


def test_more_rows_than_are_gathered_in_memory(tmp_path):
    vector = np.array([1, 2], "<f2").tobytes()

    def many(edition):
        for number in range(700):
            rows = (IndexedVector(number * 100 + place, number, "chunk", vector, {}) for place in range(edition, 100))
            yield VectorChange("add", number, tuple(rows))

    def twice():
        yield from many(0)
        yield from many(2)

    index = DenseIndex(tmp_path)
    index.rebuild(twice(), generation=1, model=MODEL)
    assert index.keys() == {number * 100 + place for number in range(700) for place in range(2, 100)}
    best = index.search_dense(pointing(1, 2), level="chunk", filters=ALL, limit=3)
    assert [candidate.key for candidate in best] == [2, 3, 4]
    assert not index.wasted


def test_keys_may_come_in_any_order(tmp_path):
    index = DenseIndex(tmp_path)
    rows = [
        IndexedVector(99 - number, number, "chunk", np.array([1, number], "<f2").tobytes(), {}) for number in range(50)
    ]
    index.apply([VectorChange("add", row.document_key, (row,)) for row in rows], generation=1, model=MODEL)
    found = index.cosines(pointing(0, 1), range(45, 110))
    assert set(found) == set(range(50, 100))
    assert found[50] == max(found.values())


def test_a_row_costs_little_disk(tmp_path):
    rows, dims = 5_000, 384
    vectors = np.random.default_rng(0).standard_normal((rows, dims)).astype("<f2")
    changes = []
    for number in range(0, rows, 10):
        filters = {"document": (f"doc_{number:016x}",), "path": ("a", f"a/{number}.md"), "language": ("en",)}
        of_document = (
            IndexedVector(number + place, number, "chunk", vectors[number + place].tobytes(), filters)
            for place in range(10)
        )
        changes.append(VectorChange("add", number, tuple(of_document)))
    DenseIndex(tmp_path).rebuild(changes, generation=1, model=MODEL)
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) / rows < 850


# -- media --------------------------------------------------------------------------------------------------------


def test_a_folder_that_cannot_be_written_is_a_storage_error(tmp_path):
    (tmp_path / "file").write_bytes(b"")
    index = DenseIndex(tmp_path / "file" / "dense")
    assert (index.generation, index.problems()) == (0, ())
    with pytest.raises(StorageFull) as caught:
        index.apply([document(1)], generation=1, model=MODEL)
    assert caught.value.hint


LIMITED = """
import resource, signal, sys
from pathlib import Path
from kts.errors import StorageFull
from kts.store.dense import DenseIndex
sys.path.insert(0, sys.argv[2])
from test_dense import GROWN, MODEL, document, names
index = DenseIndex(Path(sys.argv[1]))
before = names(Path(sys.argv[1]))
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
for limit in (0, 100, 2_000, 20_000):
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
    try:
        index.apply([document(number) for number in range(10, 400)], generation=3, model=MODEL)
    except StorageFull:
        assert (index.generation, index.keys(), names(Path(sys.argv[1]))) == (2, GROWN, before)
    else:
        raise SystemExit("written beyond the limit")
"""


def run(script: str, *arguments: object) -> str:
    """Run a script in a process of its own and return what it printed."""
    here = os.path.dirname(__file__)  # noqa: PTH120
    ran = subprocess.run(
        [sys.executable, "-c", script, *map(str, arguments), here], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@posix
def test_a_full_disk_leaves_the_old_generation(tmp_path):
    grown(tmp_path)
    run(LIMITED, tmp_path)
    assert (DenseIndex(tmp_path).keys(), DenseIndex(tmp_path).problems()) == (GROWN, ())


@posix
def test_a_read_only_folder_can_be_searched(tmp_path):
    grown(tmp_path)
    before = {path.name: path.stat() for path in tmp_path.iterdir()}
    for path in (tmp_path, *tmp_path.iterdir()):
        path.chmod(0o555)
    try:
        index = DenseIndex(tmp_path)
        used(index)
        assert (index.generation, index.keys(), index.problems()) == (2, GROWN, ())
    finally:
        tmp_path.chmod(0o755)
    assert {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == {
        name: status.st_mtime_ns for name, status in before.items()
    }


# -- processes ----------------------------------------------------------------------------------------------------

KILLED = """
import json, os, shutil, sys
from pathlib import Path
from kts.store.dense import DenseIndex
sys.path.insert(0, sys.argv[3])
from test_dense import GROWN, MODEL, document, keys_of, grown
from kts.records import VectorChange
folder, points = Path(sys.argv[1]), int(sys.argv[2])
AFTER = keys_of(0, 4, 7, *range(20, 30)) | keys_of(1, 5, edition=3)
for first in range(8):
    grown(folder / "whole").apply([document(40)], generation=2, model=MODEL)
whole = DenseIndex(folder / "whole")
for number in range(41, 47):
    whole.apply([document(number)], generation=2, model=MODEL)
whole.apply([VectorChange("remove", number) for number in range(40, 47)], generation=2, model=MODEL)
assert whole.keys() == GROWN

def changes():
    yield document(1, 3)
    yield document(5, 3)
    yield VectorChange("remove", 2)
    yield from (document(number) for number in range(20, 30))

def apply(place, last):
    index, steps = DenseIndex(place), 0
    def inside(frame, event, argument):
        nonlocal steps
        steps += event == "line"
        if steps == last:
            os._exit(9)
        return inside
    def trace(frame, event, argument):
        return inside if "dense" in frame.f_code.co_filename else None
    sys.settrace(trace)
    index.apply(changes(), generation=3, model=MODEL)
    sys.settrace(None)
    return steps

shutil.copytree(folder / "whole", folder / "counted")
steps = apply(folder / "counted", 0)
met = {2: 0, 3: 0}
spread = {1 + number * (steps - 1) // points for number in range(points + 1)}
for last in sorted(spread | set(range(steps - 100, steps, 8))):
    place = folder / f"at-{last}"
    shutil.copytree(folder / "whole", place)
    child = os.fork()
    if not child:
        apply(place, last)
        os._exit(0)
    status = os.waitpid(child, 0)[1]
    assert os.waitstatus_to_exitcode(status) == 9, (last, steps)
    index = DenseIndex(place)
    met[index.generation] += 1
    assert index.keys() == {2: GROWN, 3: AFTER}[index.generation], last
    index.apply(changes(), generation=3, model=MODEL)
    index.apply([], generation=4, model=MODEL)
    again = DenseIndex(place)
    assert (again.generation, again.keys()) == (4, AFTER)
    whole_files = {segment.entry.name for segment in again._state.segments}
    assert {path.name for path in place.glob("*.rows")} == whole_files, last
    shutil.rmtree(place)
print(json.dumps(met))
"""
"""A writer that dies at one line after another of the index's own code."""


@posix
@pytest.mark.parametrize("points", [20, pytest.param(300, marks=pytest.mark.crash)])
def test_i2_a_killed_writer_leaves_the_old_or_the_new(points, tmp_path):
    met = json.loads(run(KILLED, tmp_path, points))
    assert met["2"] > 10
    assert met["3"] > 2


EDITIONS = """
import sys
from pathlib import Path
from kts.store.dense import DenseIndex
sys.path.insert(0, sys.argv[3])
from test_dense import MODEL, document
index = DenseIndex(Path(sys.argv[1]))
for edition in range(2, int(sys.argv[2]) + 1):
    changes = [document(number, edition) for number in range(20)]
    (index.rebuild if edition % 5 == 0 else index.apply)(changes, generation=edition, model=MODEL)
    if edition % 10 == 0:
        sys.stdin.readline()
"""
"""Writes all documents in the next edition as one generation; after each tenth it waits until that was read."""


def test_i2_readers_see_a_generation_whole_while_another_process_writes(tmp_path):
    last, pauses = 60, set(range(10, 61, 10))
    DenseIndex(tmp_path).apply([document(number) for number in range(20)], generation=1, model=MODEL)
    reader, seen = DenseIndex(tmp_path), set()
    words = [sys.executable, "-c", EDITIONS, str(tmp_path), str(last), os.path.dirname(__file__)]  # noqa: PTH120
    with subprocess.Popen(words, stdin=subprocess.PIPE, text=True) as writer:
        while writer.poll() is None or reader.generation < last:
            assert writer.poll() in {None, 0}
            reader.reopen()
            edition = reader.generation
            if edition in pauses - seen:
                print(file=writer.stdin, flush=True)
            seen.add(edition)
            assert reader.keys() == keys_of(*range(20), edition=edition)
            found = reader.search_dense(EAST, level="chunk", filters=Filter(code=(f"e{edition}",)), limit=100)
            assert {candidate.key for candidate in found} == {
                key for key in keys_of(*range(20), edition=edition) if key % 10
            }
    assert seen >= pauses
