"""The names that a server answers to, and the pages whose requests it takes: by exact comparison, never by a look-up.

A page that had its own name resolve to this machine (DNS rebinding) still sends its own name, and its own is none of
these. A name that the user added counts at every port and for http and https: before it may stand a proxy with TLS,
whose port is not ours, and which may or may not hand on the Host that it was asked for.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kts.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

OWN = ("127.0.0.1", "localhost", "[::1]")
"""The usual names of this machine."""
_NAME = r"(?:[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?|\[[0-9a-f:.]+\])"
_HOST = re.compile(rf"({_NAME})(?::([0-9]{{1,5}}))?")
_ORIGIN = re.compile(rf"(https?)://({_NAME})(?::([0-9]{{1,5}}))?")
_DEFAULT = {"http": "80", "https": "443"}
"""The ports that browsers leave out."""


class Allowed(NamedTuple):
    """Names with their ports (`own`, of this server), names that the user added, pages of other origins."""

    own: frozenset[str]
    added: frozenset[tuple[str, str]] = frozenset()
    pages: frozenset[str] = frozenset()

    def answers_to(self, host: str) -> bool:
        """Whether a Host header is a name of this server."""
        host = host.lower()
        found = _HOST.fullmatch(host)
        return host in self.own or bool(found and self._added(found[1], (found[2],) if found[2] else ("80", "443")))

    def is_own(self, origin: str) -> bool:
        """Whether an Origin header is the page of this server, under one of its names."""
        origin = origin.lower()
        if origin.startswith("http://") and origin.removeprefix("http://") in self.own:
            return True
        found = _ORIGIN.fullmatch(origin)
        return bool(found and self._added(found[2], (found[3] or _DEFAULT[found[1]],)))

    def shares(self, origins: Sequence[str]) -> str:
        """The page of another origin that the user lets in, when the request comes from it."""
        return origins[0] if len(origins) == 1 and origins[0] in self.pages else ""

    def told(self) -> list[str]:
        """The names in words."""
        return sorted([*self.own, *(f"{name}:{port}" if port else f"{name} (any port)" for name, port in self.added)])

    def _added(self, name: str, ports: tuple[str, ...]) -> bool:
        return (name, "") in self.added or any((name, port) in self.added for port in ports)


def allowed(port: int, *, hosts: tuple[str, ...] = (), origins: tuple[str, ...] = ()) -> Allowed:
    """This machine under its usual names at a port (0 for a file socket), and what the user has named.

    A host is a name, at any port, or `NAME:PORT`; an origin is a whole one, `https://name:port`. Raises UsageError.
    """
    own = {f"{name}:{port}" for name in OWN} | (set() if port else {"localhost"})
    return Allowed(frozenset(own), frozenset(map(_host, hosts)), frozenset(map(_origin, origins)))


def _host(name: str) -> tuple[str, str]:
    found = _HOST.fullmatch(name.lower())
    if found is None:
        message = f"--allow-host takes a name, not {name!r}"
        raise UsageError(
            message, hint="kts.example.org, at any port and for http and https; kts.example.org:8443, at one"
        )
    return found[1], found[2] or ""


def _origin(page: str) -> str:
    """An origin as browsers send it: small letters, without the port that its scheme has anyway."""
    found = _ORIGIN.fullmatch(page.lower().removesuffix("/"))
    if found is None:
        message = f"--allow-origin takes the origin of a page, not {page!r}"
        raise UsageError(message, hint="a scheme and a name, and a port if it has one: http://localhost:3000")
    scheme, name, port = found.groups()
    return f"{scheme}://{name}" + (f":{port}" if port and port != _DEFAULT[scheme] else "")
