"""Directory entries that are no plain files, and names that no program expects."""

from __future__ import annotations

import os
import socket
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NAMES = (
    "-rf.md",
    "--help.md",
    "a\nb.md",
    "a\tb.md",
    "a\x1b[31mred.md",
    "<script>alert(1)<.md",
    "$(touch canary-written.txt).md",
    "a;b|c&d.md",
    "'quote\".md",
    " leading.md",
    "trailing .md",
    "..md",
    "...md",
    "CON.md",
    "a:b.md",
    "%2e%2e%2fa.md",
    "x" * 252 + ".md",
    "\U0001f600.md",
    "cafe\u0301.md",
    "caf\u00e9.md",
    "A.md",
    "a.md",
    "\u202egnp.md",
    "name.md.",
    ".hidden.md",
    "no-suffix",
    "UPPER.MD",
    "many.dots.in.a.name.md",
)
BYTES = (b"bad-\xff\xfe.md", b"half-\xc3.md")


def oddities(folder: Path, outside: Path) -> tuple[str, ...]:
    """Make them below `folder`; the relative paths of the regular files among them. `outside` is linked to."""
    folder.mkdir(parents=True)
    made = [*_named(folder)]
    (folder / "directory.pdf").mkdir()
    _try(lambda: (folder / "link.md").symlink_to(outside))
    _try(lambda: (folder / "loop.md").symlink_to("loop.md"))
    _try(lambda: (folder / "up").symlink_to(folder.parent, target_is_directory=True))
    _try(lambda: os.mkfifo(folder / "pipe.md"))
    _try(lambda: _bound(folder / "socket.md"))
    with (folder / "sparse.txt").open("wb") as stream:
        stream.truncate(8 * 1024**3)
    deep = folder
    for _ in range(40):
        deep /= "deep"
    deep.mkdir(parents=True)
    (deep / "leaf.md").write_text("# Leaf\n\nDeep down.\n", "utf-8")
    return (*made, "sparse.txt", f"{'deep/' * 40}leaf.md")


def _named(folder: Path) -> Iterator[str]:
    for number, name in enumerate(map(os.fsencode, NAMES)):
        yield from _written(folder, name, number)
    for number, name in enumerate(BYTES):
        yield from _written(folder, name, len(NAMES) + number)


def _written(folder: Path, name: bytes, number: int) -> Iterator[str]:
    text = f"# Odd name {number}\n\nThe words of odd file number {number}.\n"
    try:
        with open(os.path.join(os.fsencode(folder), name), "xb") as stream:  # noqa: PTH118, PTH123  # names are bytes
            stream.write(text.encode())
    except OSError:
        return
    yield os.fsdecode(name)


def _try(make: object) -> None:
    """Some file systems have no such entries."""
    try:
        make()  # type: ignore[operator]
    except OSError:
        return


def _bound(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(path)[-100:] if len(str(path)) < 100 else "/nonexistent/too-long")
