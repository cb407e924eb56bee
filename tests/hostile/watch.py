"""A server that nobody may call and a tree that nobody may change."""

from __future__ import annotations

import hashlib
import os
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class Canary:
    """What was asked of the server, by whom does not matter: each request is a breach."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        canary = self

        class Answering(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                canary.asked.append(self.path)
                self.send_response(200)
                self.end_headers()

            do_POST = do_HEAD = do_PUT = do_OPTIONS = do_GET  # noqa: N815  # the names that the library asks for

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the library's name
                """Say nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Answering)
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}"


@contextmanager
def canary() -> Iterator[Canary]:
    """A server on this machine for the length of a block."""
    made = Canary()
    thread = threading.Thread(target=made.server.serve_forever, daemon=True)
    thread.start()
    try:
        yield made
    finally:
        made.server.shutdown()
        made.server.server_close()
        thread.join()


def tree(folder: Path) -> dict[str, str]:
    """Every entry below `folder` with what tells whether it was changed."""
    found: dict[str, str] = {}
    for path in sorted(folder.rglob("*")):
        name = os.fsencode(path.relative_to(folder)).decode("latin-1")
        if path.is_symlink():
            found[name] = f"-> {os.fsencode(path.readlink())!r}"
        elif path.is_file() and path.stat().st_size < 1 << 30:
            found[name] = hashlib.sha256(path.read_bytes()).hexdigest()
        else:
            found[name] = str(path.lstat().st_mode)
    return found
