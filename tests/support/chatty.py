"""A server that speaks the OpenAI protocol well, or in one of the ways in which servers misbehave."""

from __future__ import annotations

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

from kts.testing.embedder import HashEmbedder

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

GOOD = '{"answer": "yes", "sure": true}'
EMBEDDER = HashEmbedder(dims=32, max_tokens=4096)


class Chatty(ThreadingHTTPServer):
    """Behaviours come one a request, the last one again and again; `seen` are the requests (path, headers, body)."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, behaviours: Sequence[str]) -> None:
        super().__init__(("127.0.0.1", 0), _Chat)
        self.behaviours = list(behaviours)
        self.seen: list[tuple[str, dict[str, str], dict[str, Any]]] = []
        self.over = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"


class _Chat(BaseHTTPRequestHandler):
    server: Chatty

    def log_message(self, *_: object) -> None:
        """Nothing on standard error."""

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        behaviours = self.server.behaviours
        behaviour = behaviours[min(len(self.server.seen), len(behaviours) - 1)]
        self.server.seen.append((self.path, dict(self.headers), body))
        try:
            if self.path.endswith("/embeddings"):
                self._embeddings(body)
            else:
                getattr(self, f"_{behaviour.partition(':')[0]}")(behaviour.partition(":")[2])
        except (BrokenPipeError, ConnectionResetError):
            pass

    def _embeddings(self, body: dict[str, Any]) -> None:
        rows = EMBEDDER.embed_documents(body["input"]).tolist()
        self._json({"data": [{"index": at, "embedding": row} for at, row in enumerate(rows)][::-1]})

    def _good(self, text: str) -> None:
        self._head("text/event-stream")
        for part in (text or GOOD)[:5], (text or GOOD)[5:]:
            self._event({"choices": [{"delta": {"content": part}}]})
        self._event({"choices": [{"delta": {}, "finish_reason": "stop"}], "usage": None})
        self._event({"choices": [], "usage": {"prompt_tokens": 11, "completion_tokens": 7}})
        self.wfile.write(b"data: [DONE]\n\n")

    def _whole(self, text: str) -> None:
        choice = {"message": {"content": text or GOOD}, "finish_reason": "stop"}
        self._json({"choices": [choice], "usage": {"prompt_tokens": 11, "completion_tokens": 7}})

    def _cut(self, _: str) -> None:
        self._head("text/event-stream")
        self._event({"choices": [{"delta": {"content": '{"answer": "ye'}}]})

    def _garbage(self, _: str) -> None:
        self._head("text/event-stream")
        self.wfile.write(b"data: {this is no JSON\n\ndata: [DONE]\n\n")

    def _giant(self, _: str) -> None:
        self._head("text/event-stream")
        event = b"data: " + json.dumps({"choices": [{"delta": {"content": "x" * 65_000}}]}).encode() + b"\n\n"
        while not self.server.over.is_set():
            self.wfile.write(event)

    def _oneline(self, _: str) -> None:
        self._head("text/event-stream")
        self.wfile.write(b"data: ")
        while not self.server.over.is_set():
            self.wfile.write(b"x" * 65_000)

    def _hang(self, _: str) -> None:
        self.server.over.wait()

    def _drip(self, _: str) -> None:
        self._head("text/event-stream")
        while not self.server.over.wait(0.05):
            self.wfile.write(b": still here\n\n")
            self.wfile.flush()

    def _empty(self, _: str) -> None:
        self._good(" ")

    def _long(self, _: str) -> None:
        self._json({"choices": [{"message": {"content": "the first half of"}, "finish_reason": "length"}]})

    def _error(self, _: str) -> None:
        self._json({"error": {"message": "the model is still loading"}})

    def _noschema(self, _: str) -> None:
        asked = "response_format" in self.server.seen[-1][2]
        self._status("400") if asked else self._good("")

    def _moved(self, _: str) -> None:
        self.send_response(302)
        self.send_header("Location", self.server.url)
        self.end_headers()

    def _status(self, code: str) -> None:
        self.send_response(int(code))
        self.send_header("Retry-After", "0")
        self.end_headers()
        self.wfile.write(f"no: {self.headers.get('Authorization')}".encode())

    def _busy(self, seconds: str) -> None:
        self.send_response(429)
        self.send_header("Retry-After", seconds)
        self.end_headers()

    def _head(self, kind: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.end_headers()

    def _event(self, value: Any) -> None:
        self.wfile.write(b"data: " + json.dumps(value).encode() + b"\n\n")

    def _json(self, value: Any) -> None:
        self._head("application/json")
        self.wfile.write(json.dumps(value).encode())


@contextmanager
def serving(*behaviours: str) -> Iterator[Chatty]:
    """A server for the length of a block."""
    server = Chatty(behaviours or ("good",))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.over.set()
        server.shutdown()
        server.server_close()
        thread.join()
