"""The nouns of the sandbox: what a worker is told, what it may use up, how it can end."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kts.ingest.kit import Kit
    from kts.ports import Converter
    from kts.types import SourceFile


MARK = "at"
"""The file in a worker's folder whose one byte is the number of the job that it is at."""


class Limits(NamedTuple):
    """What one job of a worker may use (RELIABILITY, "Converters run in killable worker processes")."""

    cpu_s: int = 30
    """Seconds of processor time of a job: a file, or `pages` pages of one."""
    file_cpu_s: int = 1_800
    """Seconds of processor time of a file, all its jobs and tries together."""
    wall_factor: float = 4.0
    """Times `cpu_s` after which a job is ended from outside, whatever it waits for."""
    memory_bytes: int = 2 << 30
    """Address space of a worker; where the system has no such limit, its resident memory."""
    file_bytes: int = 256 << 20
    """Bytes of a file that a worker writes into its temporary folder."""
    answer_bytes: int = 1 << 30
    """Bytes of an answer: one that announces more is not read (20 M characters and their map are far below)."""
    pages: int = 20
    """Pages of a job, where a converter can do a file in parts."""
    recycle_files: int = 200
    """Files after which a worker is replaced."""
    recycle_bytes: int = 600_000_000
    """Resident memory after a job from which a worker is replaced."""
    watch_memory: bool = sys.platform != "linux"
    """Whether the parent looks after the memory, because the system does not."""

    @property
    def wall_s(self) -> float:
        """Seconds by the clock after which a job is ended."""
        return self.cpu_s * self.wall_factor


class Recipe(NamedTuple):
    """How a worker makes its tools: all of it JSON.

    `sectioner` is ("module:class", keyword arguments), and so is the converter that comes with each job: those of
    formats that no file has are not even imported. `executables` are absolute paths of the programs that a worker
    may start.
    """

    sectioner: tuple[str, Mapping[str, Any]]
    settings: Mapping[str, Any]
    executables: tuple[str, ...] = ()


def recipe(kit: Kit, *, executables: tuple[str, ...] = ()) -> Recipe:
    """The recipe of a kit whose parts are made by their class and, where it has them, its `options`."""
    return Recipe(reference(kit.sectioner), kit.settings._asdict(), executables)


def reference(part: object) -> tuple[str, Mapping[str, Any]]:
    """How a worker makes this part: its class, and the keyword arguments that it names as `options`."""
    kind = type(part)
    return f"{kind.__module__}:{kind.__qualname__}", dict(getattr(part, "options", {}))


class Job(NamedTuple):
    """A file that was read and waits for its conversion; `fingerprint` is what its rows will depend on."""

    source: SourceFile
    content: bytes
    converter: Converter
    fingerprint: str

    @property
    def path(self) -> str:
        """The file, relative to its root."""
        return self.source.path

    @property
    def name(self) -> str:
        """The file's name, all that a converter learns of its path."""
        return self.source.path.rpartition("/")[2]


class Part(NamedTuple):
    """Pages of a file, from 1, both ends included, and what went wrong with them."""

    first: int
    last: int
    reason: str = ""


class Died(Exception):
    """A worker ended in the middle of a job.

    `cause` is cpu, wall or memory where a limit ended it, garbage for an unreadable answer, else empty: then
    `code` is its exit status, negative for a signal. `at` is the number of the job it was at, of those that it was
    asked for together, `part` the pages it was at, `cpu_s` what the file had used before them, `said` the end of its
    standard error.
    """

    def __init__(
        self, cause: str, *, code: int = 0, at: int = 0, part: Part | None = None, cpu_s: float = 0.0, said: str = ""
    ) -> None:
        super().__init__(cause or f"exit status {code}")
        self.cause = cause
        self.code = code
        self.at = at
        self.part = part
        self.cpu_s = cpu_s
        self.said = said
