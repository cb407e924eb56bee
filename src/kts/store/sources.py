"""The original files: walked, read stably, never written."""

from __future__ import annotations

import errno
import os
import stat as modes
from functools import lru_cache
from typing import TYPE_CHECKING

from kts.errors import SourceUnreachable, TooLarge, UnstableFile
from kts.records import CLOSED, Walked
from kts.types import SourceFile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

TRIES = 3
KEPT_URIS = 4096
"""Files whose addresses are kept between questions: some 2 MB."""
KINDS = (
    (modes.S_ISLNK, "a symbolic link"),
    (modes.S_ISFIFO, "a named pipe"),
    (modes.S_ISSOCK, "a socket"),
    (modes.S_ISBLK, "a block device"),
    (modes.S_ISCHR, "a character device"),
)


class FileSources:
    """Implements `ports.Sources` for folders of this machine; `roots` maps labels to absolute paths."""

    def __init__(self, roots: Mapping[str, str]) -> None:
        self._roots = dict(roots)

    def _path(self, root: str, path: str) -> str:
        return os.path.join(self._roots[root], path) if path else self._roots[root]

    def walk(self, root: str, *, below: str, ignored: Callable[[str, bool], bool]) -> Iterator[Walked]:
        """Every file below a path of the root, in order of path; a problem is yielded, never raised."""
        top = self._path(root, below)
        if below and not os.path.lexists(top) and os.path.isdir(self._roots[root]):
            return
        try:
            if not modes.S_ISDIR(os.stat(top).st_mode):
                yield self._single(top, below)
                return
            entries = _listed(top)
        except OSError as error:
            message = f"{top}: {error.strerror}"
            hint = f"nothing was deleted; make the folder reachable and run again, or kts drop --root {root}"
            raise SourceUnreachable(message, path=top, hint=hint) from error
        yield from _walk(entries, below, ignored)

    def _single(self, full: str, path: str) -> Walked:
        status = os.lstat(full)
        return Walked(path, status.st_size, status.st_mtime_ns, _problem(status.st_mode))

    def stat(self, root: str, path: str) -> SourceFile:
        """Size and mtime now."""
        status = os.lstat(self._path(root, path))
        return SourceFile(root, path, status.st_size, status.st_mtime_ns)

    def read(self, root: str, path: str, *, limit: int) -> tuple[SourceFile, bytes]:
        """The bytes, read until size and mtime stay the same over the read; a path out of the root is not there."""
        if path.startswith("/") or ".." in path.split("/"):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
        for _ in range(TRIES):
            found = self._read_once(root, path, limit)
            if found is not None:
                return found
        message = f"{path} changed {TRIES} times while it was read"
        raise UnstableFile(message, path=path, hint="run kts ingest again when it is quiet")

    def _read_once(self, root: str, path: str, limit: int) -> tuple[SourceFile, bytes] | None:
        flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        descriptor = os.open(self._path(root, path), flags)
        with open(descriptor, "rb", buffering=0) as file:
            before = os.fstat(descriptor)
            if not modes.S_ISREG(before.st_mode):
                message = f"{path} is {_problem(before.st_mode)}"
                raise OSError(message)
            if before.st_size > limit:
                message = f"{before.st_size:,} bytes; the cap is {limit:,}"
                raise TooLarge(message, path=path, hint="raise ingest.max_file_bytes, or exclude the file")
            content = file.readall() or b""
            after = os.fstat(descriptor)
        same = (before.st_size, before.st_mtime_ns) == (after.st_size, after.st_mtime_ns)
        if not same or len(content) != after.st_size:
            return None
        import hashlib  # only where a file is read: it loads OpenSSL

        digest = hashlib.sha256(content).hexdigest()
        return SourceFile(root, path, after.st_size, after.st_mtime_ns, digest), content

    def uri(self, root: str, path: str) -> str:
        """A `file:` URI of the original, percent-encoded byte by byte."""
        return _uri(self._roots[root], path)


@lru_cache(maxsize=KEPT_URIS)
def _uri(root: str, path: str) -> str:
    from urllib.parse import quote_from_bytes

    full = os.path.abspath(os.path.join(root, path) if path else root)
    if os.name == "nt":
        full = "/" + full.replace("\\", "/")
    return "file://" + quote_from_bytes(os.fsencode(full), safe="/:" if os.name == "nt" else "/")


def _listed(folder: str) -> list[os.DirEntry[str]]:
    with os.scandir(folder) as entries:
        return sorted(entries, key=_name)


def _name(entry: os.DirEntry[str]) -> str:
    return entry.name


def _walk(entries: list[os.DirEntry[str]], prefix: str, ignored: Callable[[str, bool], bool]) -> Iterator[Walked]:
    """A loop, not a recursion: folders may be nested deeper than Python calls may be."""
    opened = [(f"{prefix}/" if prefix else "", iter(entries))]
    while opened:
        lead, rest = opened[-1]
        entry = next(rest, None)
        if entry is None:
            opened.pop()
            continue
        path = lead + entry.name
        try:
            folder = entry.is_dir(follow_symlinks=False)
            if ignored(path, folder):
                continue
            if folder:
                opened.append((f"{path}/", iter(_listed(entry.path))))
                continue
            status = entry.stat(follow_symlinks=False)
        except OSError as error:
            yield Walked(path, 0, 0, f"{CLOSED}: {error.strerror}", folder=True)
            continue
        yield Walked(path, status.st_size, status.st_mtime_ns, _problem(status.st_mode))


def _problem(mode: int) -> str:
    if modes.S_ISREG(mode):
        return ""
    named = [name for test, name in KINDS if test(mode)]
    return ", ".join([*named, "not a regular file"])
