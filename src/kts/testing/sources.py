"""What every reader of original files must keep: `check_sources` (CRAWL-1, RELIABILITY I5)."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote_to_bytes

from kts.errors import SourceUnreachable, TooLarge, UnstableFile
from kts.testing.rules import Refused, require, require_equal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from kts.ports import Sources

ROOT = "root"
FILES: Mapping[str, bytes] = {
    "a.txt": b"first",
    "a/b.txt": b"second\r\n",
    "a/b/c d.txt": b"\x00\xff third",
    "b-\u00fc#%20.txt": "f\u00fcnf".encode(),
    "empty.md": b"",
    "z/deep/er/x.md": b"# deep",
}
ORDERED = ("a/b/c d.txt", "a/b.txt", "a.txt", "b-\u00fc#%20.txt", "empty.md", "z/deep/er/x.md")


class Unstable(NamedTuple):
    """A file that is never the same over a reading."""

    sources: Sources
    root: str
    path: str


def check_sources(make: Callable[[Mapping[str, bytes] | None], Sources], *, unstable: Unstable | None = None) -> None:
    """Raise AssertionError naming the first rule of `ports.Sources` that does not hold.

    `make(files)` returns sources whose root `root` holds these files; None means that the root itself is gone.
    `unstable` is a file that keeps changing, where the adapter can be given one.
    """
    sources = make(FILES)
    before = _snapshot(sources)
    for check in (_check_walk, _check_below, _check_ignored, _check_stat, _check_read, _check_uri):
        check(sources)
    require_equal(_snapshot(sources), before, "sources: the originals are never written")
    _check_gone(make(None))
    if unstable is not None:
        with Refused("sources: a file that keeps changing is an UnstableFile", UnstableFile):
            unstable.sources.read(unstable.root, unstable.path, limit=1 << 30)


def _none(_path: str, _folder: bool) -> bool:  # noqa: FBT001 - the signature of the port
    return False


def _walked(sources: Sources, *, below: str = "", ignored: Callable[[str, bool], bool] = _none) -> tuple[str, ...]:
    return tuple(entry.path for entry in sources.walk(ROOT, below=below, ignored=ignored))


def _snapshot(sources: Sources) -> list[tuple[object, bytes]]:
    return [(sources.stat(ROOT, path), sources.read(ROOT, path, limit=100)[1]) for path in FILES]


def _check_walk(sources: Sources) -> None:
    require_equal(set(_walked(sources)), set(FILES), "sources: a walk finds every file")
    require_equal(_walked(sources), ORDERED, "sources: a walk is in order of path, folder by folder")
    for entry in sources.walk(ROOT, below="", ignored=_none):
        require(not entry.problem and not entry.folder, "sources: a regular file is no problem", entry)
        require_equal(entry.size, len(FILES[entry.path]), "sources: a walk gives sizes in bytes")


def _check_below(sources: Sources) -> None:
    require_equal(_walked(sources, below="a"), ORDERED[:2], "sources: `below` a folder are the files in it")
    require_equal(_walked(sources, below="a/b.txt"), ("a/b.txt",), "sources: `below` a file is that file")
    require_equal(_walked(sources, below="absent"), (), "sources: `below` what is absent is nothing")


def _check_ignored(sources: Sources) -> None:
    asked: list[tuple[str, bool]] = []

    def ignored(path: str, folder: bool) -> bool:  # noqa: FBT001 - the signature of the port
        asked.append((path, folder))
        return path in {"a", "empty.md"}

    found = _walked(sources, ignored=ignored)
    require_equal(found, ORDERED[2:4] + ORDERED[5:], "sources: an ignored folder is left out with all below it")
    inside = [path for path, _ in asked if path.startswith("a/")]
    require(not inside, "sources: nothing below an ignored folder is looked at", inside)
    folders = [path for path, folder in asked if folder]
    require_equal(folders, ["a", "z", "z/deep", "z/deep/er"], "sources: `ignored` is told what is a folder")


def _check_stat(sources: Sources) -> None:
    walked = {entry.path: entry for entry in sources.walk(ROOT, below="", ignored=_none)}
    for path, content in FILES.items():
        found = sources.stat(ROOT, path)
        require_equal((found.root, found.path, found.size), (ROOT, path, len(content)), "sources: stat gives the size")
        require_equal(found.mtime_ns, walked[path].mtime_ns, "sources: stat and walk agree on the time")
    with Refused("sources: stat of an absent file is a FileNotFoundError", FileNotFoundError):
        sources.stat(ROOT, "absent.txt")


def _check_read(sources: Sources) -> None:
    for path, content in FILES.items():
        source, found = sources.read(ROOT, path, limit=len(content))
        require_equal(found, content, "sources: read gives the bytes as they are, up to `limit`")
        digest = hashlib.sha256(content).hexdigest()
        require_equal((source.path, source.size, source.sha256), (path, len(content), digest), "sources: read hashes")
        require_equal(source.mtime_ns, sources.stat(ROOT, path).mtime_ns, "sources: read and stat agree on the time")
    with Refused("sources: a file over `limit` bytes is TooLarge", TooLarge):
        sources.read(ROOT, "a.txt", limit=len(FILES["a.txt"]) - 1)
    with Refused("sources: read of an absent file is a FileNotFoundError", FileNotFoundError):
        sources.read(ROOT, "absent.txt", limit=100)
    with Refused("sources: reading a folder is an OSError", OSError):
        sources.read(ROOT, "a", limit=100)


def _check_uri(sources: Sources) -> None:
    for path in FILES:
        uri = sources.uri(ROOT, path)
        good = uri.startswith("file:///") and uri.isascii() and not set(uri) & set(" #?")
        require(good, "sources: `uri` is a percent-encoded file: URI", uri)
        require(unquote_to_bytes(uri).endswith(path.encode()), "sources: `uri` names the path's bytes", uri)


def _check_gone(sources: Sources) -> None:
    with Refused("sources: a root that cannot be listed is a SourceUnreachable", SourceUnreachable):
        _walked(sources)
