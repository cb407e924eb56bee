"""The shapes of what is told about an index and its server: state, checks, jobs, records."""

from __future__ import annotations

from typing import Any, Literal

from kts.server.wire.shape import Shape


class Since(Shape):
    """Files that are new, of another size or time, or gone since the last ingest; sources that are not there.

    `unfinished` are files that an ingest had read when it broke off; `beside` counts by kind what is never read.
    """

    new: int
    changed: int
    gone: int
    unreachable: list[str]
    unfinished: int
    beside: dict[str, int]


class Status(Shape):
    """What the index holds and how it is."""

    folder: str
    generation: int
    documents: int
    passages: int
    sections: int
    vectors: dict[str, int]
    outcomes: dict[str, int]
    stale: int
    model: dict[str, Any] | None
    disk_bytes: int
    languages: list[str]
    activity: dict[str, dict[str, Any]] = {}  # noqa: RUF012 - pydantic copies it
    since: Since | None = None


class Verified(Shape):
    """Citations with what became of them, or the problems of the store."""

    citations: list[dict[str, Any]] = []  # noqa: RUF012 - pydantic copies it
    checked: int = 0
    problems: list[dict[str, Any]] = []  # noqa: RUF012 - pydantic copies it


class Job(Shape):
    """An ingest that waits, runs or has ended; `last` is its newest event."""

    id: str
    state: Literal["waiting", "running", "done", "failed", "cancelled"]
    paths: list[str]
    events: int
    last: dict[str, Any] | None


class Jobs(Shape):
    """The jobs of this server, newest first."""

    jobs: list[Job]


class Health(Shape):
    """Whether the server can answer."""

    status: Literal["ok", "trouble"]
    version: str
    generation: int | None
    notes: list[str]


class Record(Shape):
    """A record of the ledger."""

    number: int
    id: str
    created_at: str
    kind: str
    body: dict[str, Any]
    previous: str
    hash: str


class Noted(Shape):
    """Where it was written down."""

    ledger_id: str
