"""CRAWL-1, RELIABILITY I5: originals are read as they are and never written, on disk and in memory."""

from __future__ import annotations

import os
import sys
from itertools import count

import pytest

from kts.errors import KTSError
from kts.store.sources import FileSources
from kts.testing import MemorySources, Unstable, check_sources

PROC = "/proc"
"""Files there have size 0 and content: no two looks at one agree."""


@pytest.fixture
def folders(tmp_path):
    numbers = count()

    def make(files):
        root = tmp_path / str(next(numbers))
        for path, content in (files or {}).items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_bytes(content)
        return FileSources({"root": str(root)})

    return make


def test_crawl_1_sources_on_disk_keep_the_suite(folders):
    changing = Unstable(FileSources({"proc": PROC}), "proc", "version")
    check_sources(folders, unstable=changing if sys.platform == "linux" else None)


def test_crawl_1_sources_in_memory_keep_the_suite():
    changing = Unstable(MemorySources({"root": {"a.txt": b"a"}}, unstable={"a.txt"}), "root", "a.txt")
    check_sources(lambda files: MemorySources({} if files is None else {"root": files}), unstable=changing)


class Hashless(MemorySources):
    def read(self, root, path, *, limit):
        source, content = super().read(root, path, limit=limit)
        return source._replace(sha256=""), content


class Blind(MemorySources):
    def walk(self, root, *, below, ignored):
        del ignored
        return super().walk(root, below=below, ignored=lambda _path, _folder: False)


class Silent(MemorySources):
    def walk(self, root, *, below, ignored):
        try:
            yield from super().walk(root, below=below, ignored=ignored)
        except KTSError:
            return


class Spaced(MemorySources):
    def uri(self, root, path):
        return f"file:///{root}/{path}"


class Generous(MemorySources):
    def read(self, root, path, *, limit):
        return super().read(root, path, limit=limit + 1)


@pytest.mark.parametrize(
    ("sources", "rule"),
    [
        (Hashless, "read hashes"),
        (Blind, "ignored folder"),
        (Silent, "SourceUnreachable"),
        (Spaced, "percent-encoded"),
        (Generous, "TooLarge"),
    ],
)
def test_crawl_1_a_broken_rule_is_named(sources, rule):
    with pytest.raises(AssertionError, match=rule):
        check_sources(lambda files: sources({} if files is None else {"root": files}))


def test_crawl_1_a_writer_is_found_out(folders):
    class Touching(FileSources):
        def read(self, root, path, *, limit):
            os.utime(self._path(root, path), ns=(1, 1))
            return super().read(root, path, limit=limit)

    def make(files):
        return Touching(folders(files)._roots)

    with pytest.raises(AssertionError, match=r"agree on the time|never written"):
        check_sources(make)
