"""One request to a server on the network or this machine: JSON there, JSON or a stream of events back.

The standard library's client, because all that is needed are a total time limit, a limit of size, and that nothing is
followed: no redirect ever carries the key elsewhere. A watchdog closes the connection when the time is over, whatever
the server does meanwhile.
"""

from __future__ import annotations

import http.client
import json
import socket
import ssl
import threading
from contextlib import closing, suppress
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from kts.errors import UsageError
from kts.llm.failed import ModelFailed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MAX_BYTES = 8_000_000
"""Bytes of an answer at most: more is no answer of a model (a default, not fitted)."""
MAX_SHOWN = 300
"""Characters of a server's own words that an error repeats."""
BUSY = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
"""Statuses after which the same request may succeed."""


UNUSABLE = frozenset({400, 413, 415, 422})
"""Statuses with which a server declines this one request: another may be answered."""


class Refused(ModelFailed):
    """A server answered with an error; `status` 0 when it did not answer at all, `after` the seconds it asks for."""

    def __init__(self, message: str, *, hint: str = "", status: int = 0, after: float = 0.0) -> None:
        super().__init__(message, hint=hint)
        self.status = status
        self.after = after
        self.answered = status in UNUSABLE

    @property
    def again(self) -> bool:
        """Whether the same request may succeed later."""
        return self.status == 0 or self.status in BUSY


class Answered(NamedTuple):
    """The events of a stream, or one JSON value; `ended` whether a stream came to its own end."""

    events: tuple[Any, ...]
    ended: bool


class Server:
    """A server of the OpenAI protocol, by its base URL. The key is in no message, no repr and no log."""

    def __init__(self, base_url: str, *, key: str = "", timeout: float = 60.0) -> None:
        """Raises UsageError for a URL that is none; a key over plain HTTP only goes to this machine."""
        parts = urlsplit(base_url)
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            message = f"'{base_url}' is no address of a server"
            raise UsageError(message, hint="llm.base_url looks like http://127.0.0.1:11434/v1")
        self.host = parts.hostname
        self.local = self.host in {"localhost", "127.0.0.1", "::1"}
        if key and parts.scheme == "http" and not self.local:
            message = f"a key would go to {self.host} unencrypted"
            raise UsageError(message, hint="use https, or a server on this machine")
        self._tls = parts.scheme == "https"
        self._port = parts.port or (443 if self._tls else 80)
        self._path = parts.path.rstrip("/")
        self._key = key
        self.timeout = timeout

    def __repr__(self) -> str:
        return f"Server({self.host}:{self._port}{self._path})"

    def post(self, path: str, body: Mapping[str, Any], *, timeout: float) -> Answered:
        """Send a body and read the whole answer. Raises Refused."""
        if timeout <= 0:
            message = f"no time is left to ask {self.host}"
            raise Refused(message, hint="llm.timeout gives more", status=-1)
        connection = self._connection(timeout)
        sockets: list[socket.socket] = []
        watchdog = threading.Timer(timeout, _cut, [sockets])
        watchdog.daemon = True
        watchdog.start()
        try:
            connection.connect()
            sockets.append(connection.sock)
            connection.request("POST", f"{self._path}{path}", json.dumps(body).encode(), self._headers())
            with closing(connection.getresponse()) as response:
                return self._read(response)
        except (OSError, http.client.HTTPException, ValueError) as error:
            said = "it was too slow" if isinstance(error, TimeoutError) else str(error) or type(error).__name__
            message = f"{self.host}:{self._port} did not answer: {self._hidden(said)}"
            raise Refused(message, hint="is the server running? llm.base_url says where") from None
        finally:
            watchdog.cancel()
            connection.close()

    def _connection(self, timeout: float) -> http.client.HTTPConnection:
        if self._tls:
            context = ssl.create_default_context()
            return http.client.HTTPSConnection(self.host, self._port, timeout=timeout, context=context)
        return http.client.HTTPConnection(self.host, self._port, timeout=timeout)

    def _headers(self) -> dict[str, str]:
        key = {"Authorization": f"Bearer {self._key}"} if self._key else {}
        return {"Content-Type": "application/json", "Accept": "text/event-stream, application/json", **key}

    def _read(self, response: http.client.HTTPResponse) -> Answered:
        if response.status != http.client.OK:
            said = response.read(MAX_SHOWN * 4).decode("utf-8", "replace")
            message = f"{self.host} answered {response.status}: {self._hidden(said)}"
            raise Refused(message, hint=_advice(response.status), status=response.status, after=_seconds(response))
        if "event-stream" in response.headers.get("Content-Type", ""):
            return _stream(response)
        content = response.read(MAX_BYTES + 1)
        if len(content) > MAX_BYTES:
            message = f"{self.host} sent more than {MAX_BYTES:,} bytes"
            raise Refused(message, hint="a model that does not stop; llm.max_tokens limits it", status=-1)
        return Answered((json.loads(content),), ended=True)

    def _hidden(self, text: str) -> str:
        """A server's own words, short, on one line, without the key."""
        shown = text.replace(self._key, "[key]") if self._key else text
        return " ".join(shown.split())[:MAX_SHOWN]


def _cut(sockets: list[socket.socket]) -> None:
    """End the connection whatever waits for it; the client's own reference is gone once an answer has begun."""
    for one in sockets:
        with suppress(OSError):  # it is closed already, which is what was wanted
            one.shutdown(socket.SHUT_RDWR)


def _stream(response: http.client.HTTPResponse) -> Answered:
    """Server-sent events (WHATWG HTML, 9.2) until `[DONE]`, or the connection's end."""
    events, ended = [], False
    for line in _lines(response):
        name, _, value = line.partition(b":")
        if name != b"data":
            continue
        if value.strip() == b"[DONE]":
            ended = True
            break
        events.append(json.loads(value))
    return Answered(tuple(events), ended)


def _lines(response: http.client.HTTPResponse) -> Iterator[bytes]:
    total = 0
    while line := response.readline(MAX_BYTES + 1):
        total += len(line)
        if total > MAX_BYTES:
            message = f"the answer is longer than {MAX_BYTES:,} bytes"
            raise Refused(message, hint="a model that does not stop; llm.max_tokens limits it", status=-1)
        yield line.rstrip(b"\r\n")


def _seconds(response: http.client.HTTPResponse) -> float:
    """How long a busy server asks to wait; 0 when it does not say so in seconds."""
    try:
        return max(0.0, float(response.headers.get("Retry-After", 0)))
    except ValueError:
        return 0.0


def _advice(status: int) -> str:
    if status in {401, 403}:
        return "llm.key_variable names the environment variable of the key"
    if status == http.client.NOT_FOUND:
        return "llm.base_url and llm.model say which server and model"
    return "wait and try again" if status in BUSY else "the server does not accept this request"
