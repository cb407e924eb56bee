"""The gate before every request: the name it asks for, the page it comes from, its token, its size.

Against pages of the user's own browser (DNS rebinding, requests across sites) and other users of the machine. No
cookies, no CORS: what a foreign page sends has no token and reads no answer.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, NamedTuple

from kts.server.rest import Refusal, as_json, problem

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, MutableMapping

    from kts.server.metrics import Metrics
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
PAGE = ("/", "/app.js", "/check.js", "/icon.svg", "/style.css", "/ticket.js", "/views.js")
"""The files of the page."""
PUBLIC = frozenset(
    {
        *((method, path) for method in ("GET", "HEAD") for path in PAGE),
        ("POST", "/api/session"),
    }
)
"""What needs no token: the page, which holds nothing, and the exchange of a one-time code."""
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


class Allowed(NamedTuple):
    """The names that the server answers to, and the pages that may ask; `host:port` and `http://host:port`."""

    hosts: frozenset[str]
    origins: frozenset[str]


def allowed(port: int, *, hosts: tuple[str, ...] = ()) -> Allowed:
    """This machine under its usual names, and `hosts` that the user has named, at a port; 0 for a file socket."""
    names = ("127.0.0.1", "localhost", "[::1]", *hosts)
    known = {name if ":" in name.rpartition("]")[2] else f"{name}:{port}" for name in names}
    known |= {"localhost"} if not port else set()
    return Allowed(frozenset(known), frozenset(f"http://{name}" for name in known))


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
        refusal = self._refusal(scope)
        if refusal is None:
            await self._app(scope, limited(receive), _dressed(send))
            return
        self._metrics.refused(refusal.code)
        await respond(_dressed(send), refusal)

    def _refusal(self, scope: Scope) -> Refusal | None:
        headers: dict[bytes, list[str]] = {}
        for name, value in scope["headers"]:
            headers.setdefault(name.lower(), []).append(value.decode("latin-1"))
        said = _strange_name(headers, self._rules) or _strange_page(headers, self._rules, scope["path"])
        if said is None and (scope["method"], scope["path"]) not in PUBLIC:
            said = self._without_token(headers)
        return said or _too_large(headers)

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
    if len(names) == 1 and names[0].lower() in rules.hosts:
        return None
    hint = f"it answers to {', '.join(sorted(rules.hosts))}; kts serve --allow-host NAME adds one"
    return Refusal("the Host header names another machine", code="misdirected", hint=hint)


def _strange_page(headers: dict[bytes, list[str]], rules: Allowed, path: str) -> Refusal | None:
    pages = headers.get(b"origin", [])
    sites = headers.get(b"sec-fetch-site", [])
    foreign = any(page not in rules.origins for page in pages) or len(pages) > 1
    crossing = any(site not in {"same-origin", "none"} for site in sites) and path.startswith(("/api", "/mcp"))
    if foreign or crossing:
        hint = "only the page of this server may ask from a browser"
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


def _dressed(send: Send) -> Send:
    async def dressed(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", []), *HEADERS]}
        await send(message)

    return dressed


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
