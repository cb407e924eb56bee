"""One request: a call of the facade in, a status and a JSON body out. Every error has one shape, whatever went wrong.

The addresses are in `routes`, the table of operations in `operations`; this is what all of them run through.
"""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING, Any, NamedTuple

from kts.errors import KTSError, UsageError
from kts.server import wire

if TYPE_CHECKING:
    from collections.abc import Callable

LOG = logging.getLogger("kts.server")
STATUSES = {
    "usage": 400,
    "config": 400,
    "missing_extra": 400,
    "too_large": 413,
    "no_index": 503,
    "locked": 409,
    "mismatch": 409,
    "missing_model": 409,
    "unstable": 409,
    "storage": 507,
    "source": 503,
    "unauthorised": 401,
    "refused": 403,
    "not_found": 404,
    "method": 405,
    "misdirected": 421,
    "busy": 503,
}
"""Code of an error -> status of HTTP; any other is 500: the store is damaged, or we are wrong."""
TITLES = {
    "usage": "The call is not valid",
    "config": "A setting is wrong",
    "no_index": "There is no index",
    "locked": "Another process is writing",
    "unauthorised": "A token is missing or wrong",
    "refused": "Not allowed from there",
    "not_found": "There is no such thing",
    "misdirected": "This server does not answer to that name",
    "busy": "Too many requests are waiting",
}


class Reply(NamedTuple):
    """What goes back: `generation` is that of the answer, where it has one; `state`, what else it depends on."""

    status: int
    body: dict[str, Any]
    generation: int | None = None
    state: str = ""


class Refusal(KTSError):
    """A request that is not let through; `code` says why."""

    def __init__(self, message: str, *, code: str, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.code = code


def problem(error: KTSError) -> Reply:
    """An error as a problem document that is also an envelope."""
    status = STATUSES.get(error.code, 500)
    body = {
        "type": f"urn:kts:error:{error.code}",
        "title": TITLES.get(error.code, "That did not work"),
        "status": status,
        "detail": error.message,
        "hint": error.hint,
        **wire.error(error),
    }
    return Reply(status, body)


def reply(call: Callable[[], dict[str, Any]], *, named: bool = False) -> Reply:
    """What the call gives, or what is to be said of its error; an error of our own making is a defect and logged.

    `named`: the call names one thing, and what is wrong with it is that it is not there.
    """
    try:
        body = call()
    except KTSError as error:
        if named and type(error) is UsageError:
            return problem(renamed(error, "not_found"))
        return problem(error)
    except Exception as error:  # the last resort of the server
        LOG.exception("a request failed", extra={"event": "defect"})
        message = f"{type(error).__name__} in the server"
        return problem(KTSError(message, hint="this is a defect of kts; its log says where it happened"))
    return Reply(200, body, generation_of(body))


def renamed(error: KTSError, code: str) -> Refusal:
    """An error under another code."""
    made = Refusal(error.message, code=code, hint=error.hint)
    made.path = error.path
    return made


def generation_of(body: dict[str, Any]) -> int | None:
    """The generation that an answer is of."""
    data = body.get("data")
    found = data.get("generation") if isinstance(data, dict) else None
    return found if isinstance(found, int) else None


def as_json(body: Any) -> bytes:
    """Sorted JSON in ASCII: bytes of file names that are no text travel as escapes."""
    return json.dumps(body, sort_keys=True, separators=(",", ":")).encode()
