"""Who may come in: the token of the file, and sessions that a page got for its one-time code."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from typing import TYPE_CHECKING

from kts.errors import UsageError
from kts.server.door import is_private

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SHORTEST = 32
"""Characters that a token of the user's own has at least (a default: 128 bits in hex)."""
CODE_SECONDS = 300.0
"""How long a one-time code may be exchanged (a default, not fitted)."""
SESSION_SECONDS = 43_200.0
"""How long a session lasts without being used (a default, not fitted: half a day)."""
MOST_SESSIONS = 100
"""Sessions at a time; the one that was used longest ago gives way (a default, not fitted)."""


def from_file(path: Path) -> str:
    """The token in a file of the user's own. Raises UsageError when others may read it, or it is short."""
    try:
        text = path.read_text(encoding="ascii").strip()
        private = is_private(path)
    except (OSError, UnicodeDecodeError) as error:
        message = f"the token cannot be read: {error}"
        raise UsageError(message, path=str(path), hint="openssl rand -hex 32 > FILE; chmod 600 FILE") from None
    if not private:
        message = f"{path} can be read by others"
        raise UsageError(message, path=str(path), hint=f"chmod 600 {path}")
    if len(text) < SHORTEST or not text.isprintable() or " " in text:
        message = f"the token in {path} is shorter than {SHORTEST} characters, or no token"
        raise UsageError(message, path=str(path), hint="openssl rand -hex 32 > FILE")
    return text


class Tokens:
    """The one token of a server, and the sessions of its page. Only hashes of sessions are kept."""

    def __init__(self, token: str = "", *, clock: Callable[[], float] = time.monotonic) -> None:
        self.token = token or secrets.token_urlsafe(32)
        self._clock = clock
        self._codes: dict[bytes, float] = {}
        self._sessions: dict[bytes, float] = {}

    def admits(self, offered: str) -> bool:
        """Whether a bearer token is the server's own, or that of a session that is still in use."""
        if hmac.compare_digest(_hash(offered), _hash(self.token)):
            return True
        digest, now = _hash(offered), self._clock()
        if now - self._sessions.get(digest, -SESSION_SECONDS) >= SESSION_SECONDS:
            self._sessions.pop(digest, None)
            return False
        self._sessions[digest] = now
        return True

    def code(self) -> str:
        """A code that can be exchanged once, soon."""
        made, now = secrets.token_urlsafe(32), self._clock()
        self._codes = {digest: began for digest, began in self._codes.items() if now - began < CODE_SECONDS}
        self._codes[_hash(made)] = now
        return made

    def exchange(self, code: str) -> str | None:
        """The token of a new session for a code that was not used before."""
        made = self._codes.pop(_hash(code), None)
        if made is None or self._clock() - made >= CODE_SECONDS:
            return None
        if len(self._sessions) >= MOST_SESSIONS:
            del self._sessions[min(self._sessions, key=lambda digest: self._sessions[digest])]
        token = secrets.token_urlsafe(32)
        self._sessions[_hash(token)] = self._clock()
        return token


def _hash(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
