"""A converter that does to its process what a line of the document says: for tests of what must survive it.

A document is lines of `command argument`; the text is what the commands leave. Never use it on files of others.
"""

from __future__ import annotations

import os
import signal
import time
from typing import TYPE_CHECKING

from kts.types import Conversion, Location, Mapped, SourceMap

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

RANDOM = 64
"""Bytes of noise that `garbage` writes where an answer belongs."""


class MockConverter:
    """Does what the document says, in the order of its lines. Suffix `.mock`."""

    name = "mock"
    version = "1"
    suffixes = frozenset({".mock"})

    def convert(self, content: bytes, *, name: str) -> Conversion:
        """The commands' doing, and the document's text when it comes that far."""
        text = content.decode("utf-8", "replace")
        for line in text.splitlines():
            command, _, argument = line.partition(" ")
            if command in COMMANDS:
                COMMANDS[command](argument)
        DONE.append(name)
        return _conversion(text, {"title": name})


class PagedMockConverter:
    """The same with form feeds between pages, which can be converted in parts. Suffix `.paged`."""

    name = "paged"
    version = "1"
    suffixes = frozenset({".paged"})

    def convert(self, content: bytes, *, name: str) -> Conversion:
        """All pages at once."""
        return self.join([self.convert_pages(content, name=name, first=1, last=self.pages(content))])

    def pages(self, content: bytes) -> int:
        """One more than there are form feeds."""
        return content.count(b"\f") + 1

    def convert_pages(self, content: bytes, *, name: str, first: int, last: int) -> list[str]:
        """Their texts, after their commands."""
        pages = content.decode().split("\f")[first - 1 : last]
        return [MockConverter().convert(page.encode(), name=name).text for page in pages]

    def join(self, parts: Sequence[list[str]]) -> Conversion:
        """The texts, a blank line between two pages."""
        return _conversion("\n\n".join(page for part in parts for page in part), {})


def _conversion(text: str, metadata: dict[str, str]) -> Conversion:
    if not text.strip():
        return Conversion("empty", reason="no text")
    where = SourceMap((Mapped(0, len(text), Location("text", line=1)),))
    return Conversion("ok", text, where, metadata)


def _spin(_argument: str) -> None:
    while True:
        pass


def _flood(argument: str) -> None:
    """Megabytes on standard output and standard error."""
    for _ in range(int(argument)):
        for stream in (1, 2):
            os.write(stream, b"x" * 1_000_000)


def _garbage(_argument: str) -> None:
    """Noise into every open pipe, as native code that lost its way might write it."""
    for stream in range(3, 64):
        try:
            os.write(stream, os.urandom(RANDOM))
        except OSError:
            continue
    os._exit(0)


def _flood_memory(argument: str) -> None:
    held = bytearray(int(argument))
    held[::4096] = b"x" * len(range(0, len(held), 4096))
    del held


def _hold(argument: str) -> None:
    """Memory that is not given back."""
    size = int(argument)
    HELD.append(bytearray(size))
    HELD[-1][::4096] = b"x" * len(range(0, size, 4096))


def _native_fork(argument: str) -> None:
    """A child that lives on, made past the interpreter, as a library could."""
    import ctypes

    if ctypes.PyDLL(None).fork() == 0:
        time.sleep(float(argument))
        os._exit(0)


def _connect(argument: str) -> None:
    import socket

    host, _, port = argument.partition(":")
    with socket.create_connection((host, int(port)), timeout=5) as connection:
        connection.sendall(b"hello")


def _native_connect(argument: str) -> None:
    """The same past the interpreter; fails silently, as code that hides would."""
    import ctypes
    import struct

    host, _, port = argument.partition(":")
    address = struct.pack("<H", 2) + struct.pack(">H", int(port)) + bytes(map(int, host.split("."))) + bytes(8)
    library = ctypes.CDLL(None)
    library.connect(library.socket(2, 1, 0), address, len(address))


def _write(argument: str) -> None:
    with open(argument, "w", encoding="utf-8") as stream:  # noqa: PTH123 - the plainest way to a file
        stream.write("written")


def _keep(argument: str) -> None:
    """A file in the temporary folder, which must not be there for the next document."""
    import tempfile
    from pathlib import Path

    folder = Path(tempfile.gettempdir())
    if (folder / argument).exists():
        message = "left by another document"
        raise RuntimeError(message)
    (folder / argument).write_bytes(b"x")


def _raise(argument: str) -> None:
    raise {"MemoryError": MemoryError, "ValueError": ValueError}.get(argument, RuntimeError)(argument)


def _signal(argument: str) -> None:
    """Die of a signal, as native code does."""
    number = signal.Signals[argument]
    if number != signal.SIGKILL:  # whose doing nobody can change
        signal.signal(number, signal.SIG_DFL)
    signal.raise_signal(number)


def _run(argument: str) -> None:
    import subprocess

    subprocess.run([argument], check=True, stdout=subprocess.DEVNULL)  # noqa: S603


def _recurse() -> None:
    _recurse()


def _unless_fresh(_argument: str) -> None:
    """Break off in a worker that has converted something before: what a leak of another document does."""
    if DONE:
        os._exit(9)


HELD: list[bytearray] = []
DONE: list[str] = []
"""Names of the documents that this process has converted."""
COMMANDS: dict[str, Callable[[str], object]] = {
    "abort": lambda _argument: os.abort(),
    "allocate": _flood_memory,
    "connect": _connect,
    "exit": lambda argument: os._exit(int(argument)),
    "flood": _flood,
    "fork": lambda _argument: os.fork(),
    "garbage": _garbage,
    "hold": _hold,
    "keep": _keep,
    "native-connect": _native_connect,
    "native-fork": _native_fork,
    "print": lambda argument: os.write(2, argument.encode()),
    "raise": _raise,
    "recurse": lambda _argument: _recurse(),
    "remove": os.remove,
    "run": _run,
    "signal": _signal,
    "sleep": lambda argument: time.sleep(float(argument)),
    "spin": _spin,
    "unless-fresh": _unless_fresh,
    "write": _write,
}
