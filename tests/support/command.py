"""The command line as a person meets it: a process of its own, its exit code and what it printed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from support.index import WORDS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SOURCE = Path(__file__).resolve().parents[2] / "src"
LIMIT = 120  # seconds; a command that hangs fails its test instead of the whole run


@dataclass(frozen=True, slots=True)
class Ran:
    """A finished command."""

    arguments: tuple[str, ...]
    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        """The one JSON value on standard output."""
        return json.loads(self.out)

    @property
    def events(self) -> list[Any]:
        """The JSON lines on standard output."""
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def done(self) -> Any:
        """The account: the last event line of an ingest."""
        return self.events[-1]

    def ok(self, *codes: int) -> Ran:
        """Itself, when the exit code is 0 or one of `codes`."""
        assert self.code in (codes or (0,)), f"{self.arguments} ended with {self.code}\n{self.out}\n{self.err}"
        return self


def environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """This process's environment without settings of KTS, the source tree first, no vectors or OCR, and `extra`."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("KTS_")}
    ours = {"PYTHONPATH": str(SOURCE), "PYTHONDONTWRITEBYTECODE": "1", **WORDS}
    return {**kept, **ours, **(extra or {})}


def line(*arguments: str | os.PathLike[str]) -> list[str]:
    """The words that start `kts` with these arguments in the interpreter of the tests."""
    return [sys.executable, "-m", "kts", *map(os.fspath, arguments)]


def kts(
    *arguments: str | os.PathLike[str],
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    before: Sequence[str] = (),
    file_limit: int | None = None,
) -> Ran:
    """Run `kts`. `before` are words put in front; `file_limit` the size in bytes that no file may pass."""
    done = subprocess.run(
        [*before, *line(*arguments)],
        cwd=cwd,
        env=environment(env),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=LIMIT,
        check=False,
        preexec_fn=None if file_limit is None else lambda: _limit_files(file_limit),
    )
    words = tuple(map(os.fspath, arguments))
    return Ran(words, done.returncode, _text(done.stdout), _text(done.stderr))


def _text(output: bytes) -> str:
    return output.decode("utf-8", "surrogateescape")


def _limit_files(size: int) -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def start(*arguments: str | os.PathLike[str], env: Mapping[str, str] | None = None) -> subprocess.Popen[bytes]:
    """Start `kts` and go on."""
    pipe = subprocess.PIPE
    return subprocess.Popen(line(*arguments), env=environment(env), stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe)


def finish(process: subprocess.Popen[bytes]) -> Ran:
    """Wait for a command that was started."""
    out, err = process.communicate(timeout=LIMIT)
    return Ran(tuple(map(str, process.args)), process.returncode, _text(out), _text(err))


def python(
    code: str, *arguments: str | os.PathLike[str], env: Mapping[str, str] | None = None
) -> subprocess.Popen[str]:
    """Start a small program that uses the Python API; it talks over its standard streams."""
    pipe = subprocess.PIPE
    words = [sys.executable, "-c", code, *map(os.fspath, arguments)]
    return subprocess.Popen(words, env=environment(env), stdin=pipe, stdout=pipe, stderr=pipe, text=True)
