"""One worker process as its parent sees it: started, asked, watched, ended."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kts.ingest.endings import signal_name
from kts.ingest.frames import HEAD, MEMORY, PART, READY, REQUEST, Frame, Unreadable, announced, packed
from kts.ingest.jobs import MARK, Died, Part
from kts.ingest.leftovers import folder_of_worker
from kts.ingest.resident import resident_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kts.ingest.jobs import Limits, Recipe

PROGRAM = "from kts.ingest.worker import main; main()"
KEPT = frozenset(
    """PATH HOME USERPROFILE APPDATA LOCALAPPDATA SYSTEMROOT LD_LIBRARY_PATH DYLD_LIBRARY_PATH VIRTUAL_ENV
    PYTHONHOME PYTHONDONTWRITEBYTECODE PYTHONPYCACHEPREFIX TESSDATA_PREFIX""".split()
)
"""Variables that a worker inherits; keys and tokens of other programs are not among them."""
TICK_S = 0.2
"""Seconds between two looks at a silent worker."""
START_S = 120.0
"""Seconds that a worker is given to start: a fifth of one is usual, but disks and machines may be busy."""
END_S = 5.0
"""Seconds that a worker without pipes is given to be gone."""
PAUSE_S = 0.002
"""Seconds between two looks at a worker that is ending."""
BY_SIGNAL = {"SIGXCPU": "cpu", "SIGALRM": "wall"}
"""Which limit the system enforced by which signal."""
PIPE_BYTES = 1 << 20
"""Bytes that a pipe to a worker holds, where the system lets us say so: most files pass in one go."""
SAID = 4_000
"""Bytes of a dead worker's standard error that are kept."""


class WorkerProcess:
    """A worker that is alive from here to `end`. Not for two threads at once, but `kill` may come from any."""

    def __init__(self, recipe: Recipe, limits: Limits) -> None:
        self._asked_before = False
        self._limits = limits
        self._at = 0
        self._asked = 0
        self._part: Part | None = None
        self._cpu_s = 0.0
        self._deadline = 0.0
        self._killed = ""
        self._held = bytearray()
        self.ready = False
        self.spent = False
        self._reaping = threading.Lock()
        self._folder = folder_of_worker()
        Path(self._folder, MARK).write_bytes(bytes(1))
        self._stderr = tempfile.TemporaryFile(prefix="kts-worker-")  # noqa: SIM115 - closed by `end`
        self._process = self._started()
        with suppress(OSError):  # one that is gone already is met by `ask`
            self._send({"folder": self._folder, "limits": limits, **recipe._asdict()})

    @property
    def pid(self) -> int:
        """Its number, which is its group's too."""
        return self._process.pid

    def _started(self) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(  # noqa: S603
            command(),
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._stderr,
            cwd=self._folder,
            env=_environment(self._folder),
            start_new_session=True,
        )
        assert process.stdin is not None  # noqa: S101
        assert process.stdout is not None  # noqa: S101
        self._in, self._out = process.stdin.fileno(), process.stdout.fileno()
        if sys.platform != "win32":
            os.set_blocking(self._in, False)
        if sys.platform == "linux":
            import fcntl

            for pipe in (self._in, self._out):
                try:
                    fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
                except OSError:  # the user's pipes hold too much together; it works in smaller pieces too
                    break
        return process

    def ask(self, jobs: Sequence[Mapping[str, Any]]) -> Iterator[Frame]:
        """The answers to jobs, one after the other. Raises Died, after which only `end` is left."""
        self._asked = len(jobs)
        self._began(0)
        try:
            if not self._asked_before:
                self._asked_before = True
                self._deadline = time.monotonic() + START_S
            self._send({"jobs": jobs})
            for number in range(1, len(jobs) + 1):
                answer = self._answer()
                self._began(number)
                yield answer
        except Unreadable as error:
            self.kill("garbage")
            raise self._death() from error
        except (BrokenPipeError, EOFError) as error:
            raise self._death() from error

    def _began(self, number: int) -> None:
        """The job of that number has its own time; a worker holds answers back for a moment at most."""
        self._at, self._part, self._cpu_s = number, None, 0.0
        self._deadline = time.monotonic() + self._limits.wall_s

    def _answer(self) -> Frame:
        while True:
            head = announced(self._read(HEAD.size), limit=self._limits.answer_bytes)
            frame = Frame(self._read(head.body), self._read(head.beside))
            if head.kind == READY:
                self.ready = True
                self._began(0)
            elif head.kind == PART:
                self._heard(frame)
            elif head.kind == MEMORY:
                self.kill("memory")
                raise self._death()
            else:
                self.spent = head.spent
                return frame

    def _heard(self, frame: Frame) -> None:
        """A job of a long file begins: it has its own time."""
        message, _ = frame.decoded()
        self._part = Part(*message["part"]) if message.get("part") else None
        self._cpu_s = float(message["cpu_s"])
        self._deadline = time.monotonic() + self._limits.wall_s

    def _send(self, message: Mapping[str, Any]) -> None:
        left = memoryview(packed(REQUEST, message))
        while left:
            try:
                left = left[os.write(self._in, left) :]
            except BlockingIOError:
                self._wait(self._in, writing=True)

    def _read(self, size: int) -> bytes:
        while len(self._held) < size:
            self._wait(self._out)
            piece = os.read(self._out, max(PIPE_BYTES, size - len(self._held)))
            if not piece:
                raise EOFError
            self._held += piece
        found = bytes(self._held[:size])
        del self._held[:size]
        return found

    def _wait(self, pipe: int, *, writing: bool = False) -> None:
        """Until the pipe has something; looks at clock and memory meanwhile. Raises EOFError when nobody is left."""
        while not _readable(pipe, TICK_S, writing=writing):
            if self._gone() is not None and not _readable(pipe, 0, writing=writing):
                raise EOFError  # a child of the worker may hold the pipe open
            if time.monotonic() > self._deadline:
                self.kill("wall")
            watched = self._limits.watch_memory and resident_bytes(self._process)
            if watched and watched > self._limits.memory_bytes:
                self.kill("memory")

    def _death(self) -> Died:
        """What is known of the end; a worker that answers wrongly or hangs on to its end is helped along."""
        end = time.monotonic() + END_S
        while (code := self._gone()) is None:
            if time.monotonic() > end:
                self.kill("garbage")
            time.sleep(PAUSE_S)
        cause = self._killed or BY_SIGNAL.get(signal_name(-code), "")
        at = self._marked()
        if at != self._at:  # answers that were held back are lost, and what was told belongs to them
            self._part, self._cpu_s = None, 0.0
        return Died(cause, code=code, at=at, part=self._part, cpu_s=self._cpu_s, said=self._said())

    def _marked(self) -> int:
        """The job that it was at, by its own word where that can be true: a lie costs another try of another file."""
        try:
            (said,) = Path(self._folder, MARK).read_bytes()[:1]
        except (OSError, ValueError):
            said = 0
        return min(max(self._at, said), self._asked - 1)

    def _said(self) -> str:
        size = self._stderr.seek(0, os.SEEK_END)
        self._stderr.seek(max(0, size - SAID))
        return self._stderr.read(SAID).decode("utf-8", "replace")

    def kill(self, cause: str = "") -> None:
        """End the worker and every process that it started, at once."""
        self._killed = self._killed or cause
        with self._reaping:
            if self._process.returncode is None:
                self._kill_group()

    def _gone(self) -> int | None:
        """The exit status, once there is one. Until it is fetched, nobody else can get the worker's number."""
        with self._reaping:
            known = self._process.returncode is not None
            if self._process.poll() is not None and not known:
                self._kill_group()
            return self._process.returncode

    def _kill_group(self) -> None:
        try:
            if sys.platform == "win32":
                self._process.kill()
            else:
                os.killpg(self._process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):  # all gone; macOS says the latter of zombies
            pass

    def end(self) -> None:
        """End it, and remove what it left."""
        self.kill()
        while self._gone() is None:
            time.sleep(PAUSE_S)
        for stream in (self._process.stdin, self._process.stdout, self._stderr):
            if stream is not None:
                stream.close()
        shutil.rmtree(self._folder, ignore_errors=True)


def command() -> list[str]:
    """The words that start a worker: this interpreter, or this program where it was frozen into one."""
    if getattr(sys, "frozen", False):
        return [sys.executable, FROZEN]
    return [sys.executable, "-P", "-c", PROGRAM]


FROZEN = "--conversion-worker"
"""The argument by which a frozen program learns that it is a worker."""


def _environment(folder: str) -> dict[str, str]:
    """The same for every user: no secrets, one locale, a temporary folder of its own, our modules where ours are."""
    kept = {name: value for name, value in os.environ.items() if name.upper() in KEPT}
    path = os.pathsep.join(os.path.abspath(entry) for entry in sys.path if entry)  # noqa: PTH100
    ours = {"PYTHONPATH": path, "PYTHONUTF8": "1", "PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8", "LANG": "C.UTF-8"}
    return {**kept, **ours, "TMPDIR": folder, "TEMP": folder, "TMP": folder}


def _readable(pipe: int, seconds: float, *, writing: bool) -> bool:
    """Whether the pipe can be read from (or written to) within so many seconds; a broken one can."""
    if sys.platform == "win32":
        return writing or _peeked(pipe, seconds)
    import select

    watched = select.poll()
    watched.register(pipe, select.POLLOUT if writing else select.POLLIN)
    return bool(watched.poll(seconds * 1000))


def _peeked(pipe: int, seconds: float) -> bool:
    """The same for Windows, whose pipes cannot be waited for."""
    from importlib import import_module

    peek, handle_of = import_module("_winapi").PeekNamedPipe, import_module("msvcrt").get_osfhandle
    end = time.monotonic() + seconds
    pause = 0.0005
    while True:
        try:
            if peek(handle_of(pipe), 0)[0]:
                return True
        except OSError:
            return True
        if time.monotonic() >= end:
            return False
        time.sleep(pause)
        pause = min(pause * 2, 0.02)
