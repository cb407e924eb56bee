"""The gate before every request: the name it asks for, the page it comes from, its token, its size.

Against pages of the user's own browser (DNS rebinding, requests across sites) and other users of the machine. No
cookies, and CORS only for the pages that the user named: what another page sends has no token and reads no answer.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from kts.server.rest import Refusal, as_json, problem

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, MutableMapping

    from kts.server.metrics import Metrics
    from kts.server.names import Allowed
    from kts.server.tokens import Tokens

    Scope = MutableMapping[str, Any]
    Message = MutableMapping[str, Any]
    Receive = Callable[[], Awaitable[Message]]
    Send = Callable[[Message], Awaitable[None]]
    App = Callable[[Scope, Receive, Send], Awaitable[None]]

LARGEST_BODY = 8 * 1024 * 1024
"""Bytes of a request (a default, not fitted: a saved answer with a thousand citations)."""
SLOWEST_S = 20.0
"""Seconds until the next piece of a body, and for the head of a first request (a default: both come in milliseconds
from this machine); who takes longer holds a connection that others need."""
PAGE = ("/", "/app.js", "/check.js", "/icon.svg", "/style.css", "/ticket.js", "/views.js", "/written.js")
"""The files of the page."""
ALIVE = "/api/alive"
"""Where a probe without a token is told that the server answers, and nothing else."""
PUBLIC = frozenset(
    {
        *((method, path) for method in ("GET", "HEAD") for path in (*PAGE, ALIVE)),
        ("POST", "/api/session"),
    }
)
"""What needs no token: the page, which holds nothing, a probe, and the exchange of a one-time code."""
MOST_DRAINED = 8 * LARGEST_BODY
"""Bytes of a body that is too large that are read and thrown away, so that its sender, who reads no answer before all
is sent, hears why it was refused (a default, not fitted; what is longer is cut off)."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self';"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
EXPOSED = (
    (b"access-control-expose-headers", b"content-disposition, etag, location, mcp-session-id"),
    (b"vary", b"Origin"),
)
GRANTED = (
    (b"access-control-allow-methods", b"GET, HEAD, POST, DELETE"),
    (
        b"access-control-allow-headers",
        b"authorization, content-type, if-none-match, last-event-id, mcp-protocol-version, mcp-session-id",
    ),
    (b"access-control-max-age", b"600"),
)
"""What a page that the user named may read and send; the token is still its own affair: no credentials go by
themselves."""


class Guard:
    """Middleware that lets through what comes from the user, and answers everything else itself."""

    def __init__(self, app: App, *, rules: Allowed, tokens: Tokens, metrics: Metrics) -> None:
        self._app = app
        self._rules = rules
        self._tokens = tokens
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request, then hand it on with a limit on its body and our headers on its answer."""
        if scope["type"] != "http":
            await (self._app(scope, receive, send) if scope["type"] == "lifespan" else _closed(send))
            return
        headers: dict[bytes, list[str]] = {}
        for name, value in scope["headers"]:
            headers.setdefault(name.lower(), []).append(value.decode("latin-1"))
        shared = self._rules.shares(headers.get(b"origin", []))
        dressed = _dressed(send, shared)
        refusal = _strange_name(headers, self._rules) or _strange_page(headers, self._rules, scope["path"])
        if refusal is None and shared and scope["method"] == "OPTIONS":
            await _granted(dressed)
            return
        refusal = refusal or self._refusal(scope, headers)
        if refusal is None:
            await self._app(scope, limited(receive), dressed)
            return
        self._metrics.refused(refusal.code)
        if refusal.code == "too_large" and not headers.get(b"expect"):
            await drained(receive)
        await respond(dressed, refusal)

    def _refusal(self, scope: Scope, headers: dict[bytes, list[str]]) -> Refusal | None:
        open_to_all = (scope["method"], scope["path"]) in PUBLIC
        return (None if open_to_all else self._without_token(headers)) or _too_large(headers)

    def _without_token(self, headers: dict[bytes, list[str]]) -> Refusal | None:
        given = headers.get(b"authorization", [])
        scheme, _, token = given[0].partition(" ") if len(given) == 1 else ("", "", "")
        if scheme.lower() == "bearer" and self._tokens.admits(token.strip()):
            return None
        hint = (
            "send Authorization: Bearer TOKEN with the token of .kts/server.json, or open the link of kts serve --open"
        )
        return Refusal("this needs the token of the server", code="unauthorised", hint=hint)


def _strange_name(headers: dict[bytes, list[str]], rules: Allowed) -> Refusal | None:
    """A page that had its own name resolve to this machine still sends that name."""
    names = headers.get(b"host", [])
    if len(names) == 1 and rules.answers_to(names[0]):
        return None
    hint = f"it answers to {', '.join(rules.told())}; kts serve --allow-host NAME adds one"
    return Refusal("the Host header names another machine", code="misdirected", hint=hint)


def _strange_page(headers: dict[bytes, list[str]], rules: Allowed, path: str) -> Refusal | None:
    pages = headers.get(b"origin", [])
    sites = headers.get(b"sec-fetch-site", [])
    shared = rules.shares(pages)
    foreign = not shared and (len(pages) > 1 or not all(map(rules.is_own, pages)))
    crossing = any(site not in {"same-origin", "none"} for site in sites) and path.startswith(("/api", "/mcp"))
    if foreign or (crossing and not shared):
        hint = "only the page of this server may ask from a browser; kts serve --allow-origin lets another one"
        return Refusal("the request comes from another page", code="refused", hint=hint)
    return None


def _too_large(headers: dict[bytes, list[str]]) -> Refusal | None:
    sizes = headers.get(b"content-length", ["0"])
    if len(sizes) == 1 and sizes[0].isdigit() and int(sizes[0]) <= LARGEST_BODY:
        return None
    return Refusal(f"a request has at most {LARGEST_BODY:,} bytes", code="too_large", hint="send it in parts")


def limited(receive: Receive, slowest: float = SLOWEST_S) -> Receive:
    """The request, as long as its body is of a size and comes; after it, whoever waits for its end may wait."""
    seen, whole = 0, False

    async def timely() -> Message:
        nonlocal seen, whole
        try:
            async with asyncio.timeout(None if whole else slowest):
                message = await receive()
        except TimeoutError:
            return {"type": "http.disconnect"}
        seen += len(message.get("body", b""))
        whole = not message.get("more_body")
        if seen > LARGEST_BODY:
            return {"type": "http.disconnect"}
        return message

    return timely


async def drained(receive: Receive, slowest: float = SLOWEST_S) -> None:
    """Read what is left of a body, up to a size and a time, and keep none of it."""
    seen, more = 0, True
    try:
        async with asyncio.timeout(slowest):
            while more and seen <= MOST_DRAINED:
                message = await receive()
                seen += len(message.get("body", b""))
                more = bool(message.get("more_body"))
    except TimeoutError:
        return


def hurried(protocol: type[Any], slowest: float = SLOWEST_S) -> type[Any]:
    """A protocol of uvicorn that closes a connection on which no request has come in time."""

    class Hurried(protocol):  # type: ignore[misc]
        def connection_made(self, transport: asyncio.Transport) -> None:
            super().connection_made(transport)
            asyncio.get_running_loop().call_later(slowest, self._look, transport)

        def _look(self, transport: asyncio.Transport) -> None:
            if self.cycle is None and not transport.is_closing():
                transport.close()

    return Hurried


def _dressed(send: Send, shared: str = "") -> Send:
    """Our headers on an answer; `shared` is the page of another origin that may read it."""
    more = [(b"access-control-allow-origin", shared.encode("latin-1")), *EXPOSED] if shared else []

    async def dressed(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", []), *HEADERS, *more]}
        await send(message)

    return dressed


async def _granted(send: Send) -> None:
    """The answer to a browser that asks for a page of another origin what it may send (Fetch, CORS preflight)."""
    await send({"type": "http.response.start", "status": 204, "headers": list(GRANTED)})
    await send({"type": "http.response.body", "body": b""})


async def respond(send: Send, refusal: Refusal) -> None:
    """Answer with the problem document of a refusal."""
    answer = problem(refusal)
    body = as_json(answer.body)
    headers = [
        (b"content-type", b"application/problem+json"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
    ]
    if answer.status == 401:  # noqa: PLR2004 - what RFC 9110 asks of this status
        headers.append((b"www-authenticate", b'Bearer realm="kts"'))
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _closed(send: Send) -> None:
    await send({"type": "websocket.close", "code": 1008})
