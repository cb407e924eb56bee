"""A worker: a process that converts files for its parent and knows nothing else of the product.

It reads requests from its standard input and writes answers to its standard output; both are taken away from the
libraries first, whose own prints go to standard error. It ends when its input ends.
"""

from __future__ import annotations

import faulthandler
import gc
import itertools
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
from kts.ingest.jobs import Limits, Part
from kts.ingest.paged import SUCCESS, PagedConverter, in_parts, parts_of
from kts.ingest.prepare import Kit, prepare
from kts.ingest.take import guarded
from kts.types import Conversion, PreparedDocument, SourceFile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

COLLECT = 100
"""Jobs between two runs of the cycle collector (see `sparing`)."""
SAID = 65_536
"""Bytes of standard error that are kept from one job to the next."""
NAMES = 60_000
"""Bytes of names that fit into a pipe at once."""
WARM = "# Notice\n\n" + "The answer to rule E-7042 comes within 30 days, e.g. by mail. It is in writing. " * 40
"""A text with all that splitting looks at: a heading, sentences, an abbreviation, an identifier, too long for one."""
SPENT = 77
"""The exit status of a worker that asks to be replaced."""
LONGEST = 1 << 42
"""Bytes of a request: the parent has capped its files."""


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

    def send(self, frame: bytes) -> None:
        """Answer."""
        left = memoryview(frame)
        while left:
            left = left[self.outbox.write(left) :]


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
        self._references: Mapping[str, Any] = setup["converters"]
        self._made: dict[str, Any] = {}
        given: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in setup["settings"].items()
        }
        self.kit = Kit({}, _made(*setup["sectioner"]), IngestSettings(**given))

    def converter(self, name: str) -> Any:
        """The converter of that name."""
        if name not in self._made:
            self._made[name] = _made(*self._references[name])
        return self._made[name]


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
    _work(streams, requests, tools, limits, folder=setup["folder"])
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


def _work(streams: Streams, requests: Iterator[Frame], tools: Tools, limits: Limits, *, folder: str) -> None:
    for number, request in enumerate(requests, 1):
        message, blobs = request.decoded()
        begin = _beginning(streams, limits, message["budget"])
        result = _answered(message, blobs[message["content"]], tools, begin)
        spent = number >= limits.recycle_files or confine.resident_bytes() > limits.recycle_bytes
        confine.begin_job(limits.cpu_s, wall_s=0)
        frame = _framed(result, spent=spent and limits.watch_memory)
        del request, message, blobs, result
        _tidy(folder, collect=number % COLLECT == 0)
        streams.send(frame)
        if spent or frame[:1] == MEMORY:
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


def _beginning(streams: Streams, limits: Limits, budget: float) -> Callable[[Part | None], None]:
    """What a file's jobs begin with: their limits, and word to the parent that this one is alive."""
    began = time.process_time()

    def begin(part: Part | None) -> None:
        used = time.process_time() - began
        confine.begin_job(max(1, min(limits.cpu_s, budget - used)), wall_s=limits.wall_s)
        streams.send(packed(PART, {"part": part and [part.first, part.last], "cpu_s": used}))

    confine.begin_job(max(1, min(limits.cpu_s, budget)), wall_s=limits.wall_s)
    return begin


def _answered(
    message: Mapping[str, Any], content: bytes, tools: Tools, begin: Callable[[Part | None], None]
) -> PreparedDocument | Conversion:
    """The document, or the conversion that says why there is none."""
    try:
        return _worked(message, content, tools, begin)
    except MemoryError:
        return Conversion("memory")
    except Exception as error:  # the defect of a converter or of ours costs one file
        return Conversion("crashed", reason=f"{type(error).__name__}: {error}"[:500])


def _worked(
    message: Mapping[str, Any], content: bytes, tools: Tools, begin: Callable[[Part | None], None]
) -> PreparedDocument | Conversion:
    converter, name = tools.converter(message["converter"]), message["name"]
    failed = [Part(*part) for part in message["failed"]]
    parts = parts_of(converter, content, pages=message["pages"])
    if parts and isinstance(converter, PagedConverter):
        paged: PagedConverter = converter
        conversion = guarded(lambda: in_parts(paged, content, name=name, parts=parts, failed=failed, begin=begin))
    else:
        conversion = guarded(lambda: converter.convert(content, name=name))
    if not message["prepare"] or conversion.outcome not in SUCCESS:
        return conversion
    return prepare(SourceFile(*message["source"]), conversion, converter=converter, kit=tools.kit)


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
