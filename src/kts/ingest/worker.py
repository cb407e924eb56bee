"""A worker: a process that converts files for its parent and knows nothing else of the product.

It reads requests from its standard input and writes answers to its standard output; both are taken away from the
libraries first, whose own prints go to standard error. It ends when its input ends.
"""

from __future__ import annotations

import faulthandler
import gc
import itertools
import mmap
import os
import shutil
import signal
import sys
import threading
import time
from contextlib import suppress
from importlib import import_module
from io import FileIO
from typing import TYPE_CHECKING, Any, NamedTuple

from kts.config import IngestSettings
from kts.ingest import confine
from kts.ingest.convert.markdown import MarkdownConverter
from kts.ingest.frames import ANSWER, HEAD, MEMORY, PART, READY, Frame, announced, packed
from kts.ingest.jobs import MARK, Limits, Part
from kts.ingest.kit import Kit
from kts.ingest.paged import SUCCESS, PagedConverter, in_parts, parts_of
from kts.ingest.prepare import prepare
from kts.ingest.take import guarded
from kts.structure import PreparedDocument
from kts.types import Conversion, SourceFile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

COLLECT = 100
"""Jobs between two runs of the cycle collector (see `sparing`)."""
SAID = 65_536
"""Bytes of standard error that are kept from one job to the next."""
NAMES = 60_000
"""Bytes of names that fit into a pipe at once."""
WARM = (
    """# Notice

Effective date: 2024-03-01. "Servicer" means the agent (see Section 5.02 and [Clause 4](#answers)) of the borrower.
It was last updated and approved in March 2024, as version 2 of the notice.

## 1. Answers

- Term: the answer is set to 30 by default.
- The limit must be 5 MB.

"""
    + "The answer to rule E-7042 comes within 30 days, e.g. by mail. It is in writing. " * 40
)
"""A text with most of what is looked at: headings, a date, a definition, references, a list, sentences, an
abbreviation, an identifier, a paragraph too long for one passage."""
SPENT = 77
"""The exit status of a worker that asks to be replaced."""
LONGEST = 1 << 42
"""Bytes of a request: the parent has capped its files."""
HOLD_S = 0.05
HOLD_BYTES = 256 << 10
"""How long, and how many bytes of, answers wait for others: each time the parent is woken costs both a tenth of a
millisecond, and what is held when a worker dies is done again."""


class Streams(NamedTuple):
    """The two ends that the parent holds; unbuffered, for what one worker reads too much the next would miss."""

    inbox: FileIO
    outbox: FileIO

    def requests(self) -> Iterator[Frame]:
        """What the parent asks, until it closes."""
        while head := self._read(HEAD.size):
            known = announced(head, limit=LONGEST)
            yield Frame(self._read(known.body), self._read(known.beside))

    def _read(self, size: int) -> bytes:
        pieces = []
        while size and (piece := self.inbox.read(size)):
            pieces.append(piece)
            size -= len(piece)
        return b"".join(pieces)

    def send(self, *frames: bytes) -> None:
        """Answer."""
        left = memoryview(b"".join(frames))
        while left:
            left = left[self.outbox.write(left) :]


class Answers:
    """What the parent is told, some of it together."""

    def __init__(self, streams: Streams) -> None:
        self._streams = streams
        self._held: list[bytes] = []
        self._size = 0
        self._sent = time.monotonic()

    def add(self, frame: bytes, *, at_once: bool) -> None:
        """Tell it now, or with one of the next."""
        self._held.append(frame)
        self._size += len(frame)
        now = time.monotonic()
        if at_once or self._size > HOLD_BYTES or now - self._sent > HOLD_S:
            held, self._held, self._size, self._sent = self._held, [], 0, now
            self._streams.send(*held)


class Child(NamedTuple):
    """The how-manieth worker of its process this is, and where it says what it had to import."""

    number: int = 0
    outlet: int = -1
    known: frozenset[str] = frozenset()

    def leave(self) -> None:
        """Say which libraries the next one will want."""
        if self.outlet >= 0:
            names = " ".join(name for name in tuple(sys.modules) if name not in self.known)
            os.write(self.outlet, names.encode("ascii", "replace")[:NAMES])


class Tools:
    """The converters and the kit of a worker, made when first needed."""

    def __init__(self, setup: Mapping[str, Any]) -> None:
        self._converters: dict[str, Any] = {}
        given: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in setup["settings"].items()
        }
        self.kit = Kit({}, _made(*setup["sectioner"]), IngestSettings(**given))

    def converter(self, name: str, reference: str, options: Mapping[str, Any]) -> Any:
        """The converter of that name, which is made in one way in all of a run."""
        if name not in self._converters:
            self._converters[name] = _made(reference, options)
        return self._converters[name]


def _made(reference: str, options: Mapping[str, Any]) -> Any:
    module, _, attribute = reference.partition(":")
    kind: Any = import_module(module)
    for name in attribute.split("."):
        kind = getattr(kind, name)
    return kind(**options)


def main() -> None:
    """Work until the parent closes or this worker is spent; the status is 0 then."""
    faulthandler.enable()
    streams = _streams()
    requests = streams.requests()
    setup, _ = next(requests).decoded()
    limits = Limits(*setup["limits"])
    mark = _mark(setup["folder"])
    alone = confine.without_network()
    tools = Tools(setup)
    _warm(tools.kit)
    confine.limit_resources(limits)
    child = _renewed() if sys.platform == "linux" and not limits.watch_memory else Child()
    _end_with_parent(streams.inbox.fileno(), setup["folder"])
    confine.refuse(setup["folder"], executables=frozenset(setup["executables"]))
    if not child.number:
        streams.send(packed(READY, {"network": not alone}))
    gc.disable()
    gc.freeze()
    _work(requests, Bench(tools, limits, mark, Answers(streams), setup["folder"]))
    child.leave()
    os._exit(SPENT)


def _renewed() -> Child:
    """Become a child of this process, which replaces it when it is spent.

    All imports are done and no document was seen: a copy costs a hundredth of a start. The parent has one thread
    still; of its child it learns only which libraries the next one will want, and goes the way of one that broke off.
    """
    for number in itertools.count():
        inlet, outlet = os.pipe()
        if not os.fork():
            os.close(inlet)
            return Child(number, outlet, frozenset(sys.modules))
        os.close(outlet)
        status = os.wait()[1]
        if os.WIFSIGNALED(status):
            _die_of(os.WTERMSIG(status))
        if os.waitstatus_to_exitcode(status) != SPENT:
            os._exit(os.waitstatus_to_exitcode(status))
        _preload(os.read(inlet, NAMES))
        os.close(inlet)
    raise AssertionError  # there is always another number


def _die_of(number: int) -> None:
    """End as the child did, so that the parent learns how."""
    if number != signal.SIGKILL:  # whose doing nobody can change
        signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


def _warm(kit: Kit) -> None:
    """Split and analyse a text of ours: what is loaded and built for that is then there for every child."""
    source = SourceFile("", "warm.md", len(WARM), 0)
    prepare(source, Conversion("ok", WARM), converter=MarkdownConverter(), kit=kit)


def _preload(names: bytes) -> None:
    """Import what a child had to; names are all that it can say, and all of them lie where ours are."""
    for name in names.decode("ascii", "replace").split():
        with suppress(ImportError, AttributeError, ValueError):
            import_module(name)


class Bench(NamedTuple):
    """What lies ready for every job."""

    tools: Tools
    limits: Limits
    mark: mmap.mmap
    answers: Answers
    folder: str


def _mark(folder: str) -> mmap.mmap:
    """The byte by which the parent learns, after an end, which job it was."""
    with open(os.path.join(folder, MARK), "r+b") as stream:  # noqa: PTH118, PTH123 - pathlib costs a start
        return mmap.mmap(stream.fileno(), 1)


def _work(requests: Iterator[Frame], bench: Bench) -> None:
    """Do what is asked for until there is no more, or until this worker is spent."""
    done, limits = 0, bench.limits
    for request in requests:
        message, blobs = request.decoded()
        jobs = message["jobs"]
        for at, job in enumerate(jobs):
            bench.mark[0] = at
            done += 1
            result = _answered(job, blobs[job["content"]], bench)
            last = at == len(jobs) - 1
            spent = last and (done >= limits.recycle_files or confine.resident_bytes() > limits.recycle_bytes)
            confine.begin_job(limits.cpu_s, wall_s=0)
            frame = _framed(result, spent=spent and limits.watch_memory)
            del result
            _tidy(bench.folder, collect=done % COLLECT == 0)
            hungry = frame[:1] == MEMORY
            bench.answers.add(frame, at_once=last or hungry)
            if spent or hungry:
                return
    os._exit(0)


def _streams() -> Streams:
    """The pipes of the parent, out of reach of libraries that print or read."""
    inbox, outbox = os.dup(0), os.dup(1)
    silent = os.open(os.devnull, os.O_RDONLY)
    os.dup2(silent, 0)
    os.close(silent)
    os.dup2(2, 1)
    if sys.platform == "win32":
        import msvcrt

        for pipe in (inbox, outbox):
            msvcrt.setmode(pipe, os.O_BINARY)
    return Streams(FileIO(inbox, "rb"), FileIO(outbox, "wb"))


def _beginning(bench: Bench, budget: float) -> Callable[[Part | None], None]:
    """What a file's jobs begin with: their limits, and word to the parent that this one is alive."""
    began, limits = time.process_time(), bench.limits

    def begin(part: Part | None) -> None:
        used = time.process_time() - began
        confine.begin_job(max(1, min(limits.cpu_s, budget - used)), wall_s=limits.wall_s)
        told = packed(PART, {"part": part and [part.first, part.last], "cpu_s": used})
        bench.answers.add(told, at_once=True)

    confine.begin_job(max(1, min(limits.cpu_s, budget)), wall_s=limits.wall_s)
    return begin


def _answered(job: Mapping[str, Any], content: bytes, bench: Bench) -> PreparedDocument | Conversion:
    """The document, or the conversion that says why there is none."""
    begin = _beginning(bench, job["budget"])
    try:
        return _worked(job, content, bench.tools, begin)
    except MemoryError:
        return Conversion("memory")
    except Exception as error:  # the defect of a converter or of ours costs one file
        return Conversion("crashed", reason=f"{type(error).__name__}: {error}"[:500])


def _worked(
    job: Mapping[str, Any], content: bytes, tools: Tools, begin: Callable[[Part | None], None]
) -> PreparedDocument | Conversion:
    converter, name = tools.converter(*job["converter"]), job["name"]
    failed = [Part(*part) for part in job["failed"]]
    parts = parts_of(converter, content, pages=job["pages"])
    if parts and isinstance(converter, PagedConverter):
        paged: PagedConverter = converter
        conversion = guarded(lambda: in_parts(paged, content, name=name, parts=parts, failed=failed, begin=begin))
    else:
        conversion = guarded(lambda: converter.convert(content, name=name))
    if not job["prepare"] or conversion.outcome not in SUCCESS:
        return conversion
    return prepare(SourceFile(*job["source"]), conversion, converter=converter, kit=tools.kit)


def _framed(result: PreparedDocument | Conversion, *, spent: bool) -> bytes:
    """The answer; a result that no frame can hold is the failure of its file, and `memory` asks for a fresh worker."""
    if result.outcome == "memory":
        return packed(MEMORY, {})
    try:
        return packed(ANSWER, {"prepared": isinstance(result, PreparedDocument), "value": result}, spent=spent)
    except MemoryError:
        return packed(MEMORY, {})
    except (TypeError, ValueError, RecursionError) as error:
        failure = Conversion("crashed", reason=f"the result cannot be sent: {error}"[:500])
        return packed(ANSWER, {"prepared": False, "value": failure}, spent=spent)


def _tidy(folder: str, *, collect: bool) -> None:
    """Leave nothing of a job to the next."""
    if collect:
        gc.collect()
    if os.fstat(2).st_size > SAID:
        os.ftruncate(2, 0)
    for name in os.listdir(folder):  # noqa: PTH208
        if name == MARK:
            continue
        path = os.path.join(folder, name)  # noqa: PTH118 - a document may have named it
        if os.path.isdir(path) and not os.path.islink(path):  # noqa: PTH112, PTH114
            shutil.rmtree(path, ignore_errors=True)
        else:
            os.unlink(path)  # noqa: PTH108


def _end_with_parent(inbox: int, folder: str) -> None:
    """End this worker, and what it started, as soon as the parent is gone, whatever it is doing."""

    def watch() -> None:
        _wait_for_end(inbox)
        shutil.rmtree(folder, ignore_errors=True)
        if sys.platform != "win32":
            os.killpg(0, signal.SIGKILL)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _wait_for_end(inbox: int) -> None:
    """Return when nobody can write to the inbox any more."""
    if sys.platform == "win32":
        import _winapi
        import msvcrt

        try:
            while True:
                _winapi.PeekNamedPipe(msvcrt.get_osfhandle(inbox), 0)
                time.sleep(1)
        except OSError:
            return
    import select

    watched = select.poll()
    watched.register(inbox, 0)
    watched.poll()


if __name__ == "__main__":
    main()
