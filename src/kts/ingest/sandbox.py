"""Converts files in worker processes that can be killed: a bad file costs its own job and nothing else (CONV-5).

Each lane is a thread that talks to one worker at a time; it only moves bytes, so that the caller's thread stays free
for the store. Results come in the order of the files, whatever the number of workers.
"""

from __future__ import annotations

import logging
import math
import os
import threading
import time
from collections import deque
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Self, TypeVar

from kts.errors import KTSError
from kts.ingest.endings import UNREADABLE, ending, final
from kts.ingest.frames import Frame, Unreadable, made
from kts.ingest.jobs import Died, Job, Limits, reference
from kts.ingest.process import WorkerProcess
from kts.types import Conversion, SourceFile

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kts.ingest.jobs import Part, Recipe
    from kts.ports import Converter
    from kts.structure import PreparedDocument

    Step = TypeVar("Step")

AHEAD_FILES = 64
"""Files a worker that are read before the first of them is stored: enough to bridge a slow one."""
TOGETHER_FILES = 16
TOGETHER_BYTES = 64 << 10
"""Files, and bytes of them, that a worker is asked for at once: to be asked costs more than a small file does."""
AHEAD_BYTES = 64 << 20
"""Bytes of files and results that are held at the same time, but for a single larger one."""
ANOTHER_S = 4.0
"""Seconds of work after which a further worker pays, whatever it is: its start and imports cost 0.2 to 0.7 CPU
seconds, a tenth of what is done by then; a job half as long would be done sooner by half of them."""
ANOTHER_BYTES = 256 << 10
"""Bytes that are converted while a worker starts (measured with Markdown; other formats take longer). The n-th one
spares a run 1 / (n - 1) - 1 / n of its work: it pays at once where n (n - 1) times as many bytes are still to do."""
STARTING = 1
"""Workers that may be on their way when another is started: each takes a processor until it is ready."""
QUOTA = Path("/sys/fs/cgroup/cpu.max")
"""Where a container says how much of the processors it may use: microseconds in a period of microseconds, or "max"."""
EARLY = 3
"""Workers of a run that somebody may kill (for want of memory, say) before they began; they are started again."""
BAD_PARTS = 5
"""Parts of a file that may fail before the file does: each costs two fresh workers."""
WAKE_S = 0.2
"""Seconds between two looks at whether another worker would help."""
USUAL = Limits()

log = logging.getLogger(__name__)


class WorkerFailed(KTSError):
    """A worker cannot even start; no file is to blame."""

    code = "sandbox"


class Sandbox:
    """Workers for the time of a run. None is started before there is something to convert, or somebody says so."""

    def __init__(self, recipe: Recipe, *, workers: int = 0, limits: Limits = USUAL) -> None:
        self._recipe = recipe
        self._limits = limits
        self._most = workers or cores()
        self._tasks: SimpleQueue[Sequence[_Task] | None] = SimpleQueue()
        self._gathered: list[_Task] = []
        self._unsettled: list[Sequence[_Task]] = []
        self._lanes: list[threading.Thread] = []
        self._began = 0.0
        self._alive: set[WorkerProcess] = set()
        self._turn = _Turn()
        self._lock = threading.Lock()
        self._closed = False
        self._early = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def begin(self) -> None:
        """Start a worker that will be needed, which takes two tenths of a second."""
        self._start(early=True)

    def close(self) -> None:
        """End all workers, with what they are doing."""
        with self._lock:
            self._closed = True
            workers = tuple(self._alive)
        for worker in workers:
            worker.kill()
        for _ in self._lanes:
            self._tasks.put(None)
        for lane in self._lanes:
            lane.join()

    def pids(self) -> tuple[int, ...]:
        """The workers that are alive now, for those who watch over processes."""
        with self._lock:
            return tuple(sorted(worker.pid for worker in self._alive))

    def convert(self, content: bytes, *, name: str, converter: Converter) -> Conversion:
        """One file's conversion, without its passages."""
        source = SourceFile("", name, len(content), 0)
        task = _Task(Job(source, content, converter, ""), prepare=False)
        self._submit([task])
        result = self._result(task)
        return result if isinstance(result, Conversion) else Conversion("crashed", reason="not what was asked for")

    def through(self, steps: Iterable[Step | Job]) -> Iterator[tuple[Step | Job, PreparedDocument | Conversion | None]]:
        """Each step in its order, jobs with their result; the next ones are at work meanwhile."""
        waiting: deque[tuple[Step | Job, _Task | None]] = deque()
        held = 0
        for step in steps:
            task = self._gather(step) if isinstance(step, Job) else None
            waiting.append((step, task))
            held += task.size if task else 0
            most = self._most * AHEAD_FILES
            least = most // 2 if len(waiting) > most else most  # read on in strides, so that files are asked together
            while waiting and (_done(waiting[0][1]) or len(waiting) > least or _heavy(len(waiting), held)):
                held -= waiting[0][1].size if waiting[0][1] else 0
                yield self._next(waiting)
        while waiting:
            yield self._next(waiting)

    def _next(
        self, waiting: deque[tuple[Step | Job, _Task | None]]
    ) -> tuple[Step | Job, PreparedDocument | Conversion | None]:
        step, task = waiting.popleft()
        if task in self._gathered:
            self._send_off()
        return step, self._result(task) if task else None

    def _gather(self, job: Job) -> _Task:
        """A task that goes its way with others, once there are enough of them."""
        task = _Task(job, prepare=True)
        self._gathered.append(task)
        size = sum(one.size for one in self._gathered)
        if len(self._gathered) >= TOGETHER_FILES or size >= TOGETHER_BYTES:
            self._send_off()
        return task

    def _send_off(self) -> None:
        tasks, self._gathered = self._gathered, []
        self._submit(tasks)

    def _submit(self, tasks: Sequence[_Task]) -> None:
        self._tasks.put(tasks)
        self._unsettled.append(tasks)
        self._grow()

    def _grow(self) -> None:
        """Start a lane where work waits that the ones at work will not get to soon."""
        self._unsettled = [tasks for tasks in self._unsettled if not tasks[-1].done.is_set()]
        lanes = len(self._lanes)
        if lanes >= self._most or (lanes and not self._pays(lanes)):
            return
        self._start()

    def _start(self, *, early: bool = False) -> None:
        self._began = time.monotonic()
        lane = threading.Thread(target=self._work, args=(early,), name=f"kts-lane-{len(self._lanes)}", daemon=True)
        self._lanes.append(lane)
        lane.start()

    def _pays(self, lanes: int) -> bool:
        """Whether the lanes all have their work, there is much more of it, and their workers have started."""
        with self._lock:
            ready = sum(worker.ready for worker in self._alive)
        if len(self._unsettled) <= lanes or lanes - ready > STARTING:
            return False
        left = sum(task.size for tasks in self._unsettled for task in tasks if not task.done.is_set())
        return left > ANOTHER_BYTES * lanes * (lanes + 1) or time.monotonic() - self._began > ANOTHER_S

    def _result(self, task: _Task) -> PreparedDocument | Conversion:
        while not task.done.wait(WAKE_S):
            if self._closed:
                return Conversion("crashed", reason="interrupted")
            self._grow()
        return task.result()

    # -- in the threads of the lanes -----------------------------------------------------------------------------

    def _work(self, early: bool) -> None:  # noqa: FBT001 - an argument of a thread
        """A lane: some tasks after the others until there is a None; `early`, with a worker before the first."""
        worker: WorkerProcess | None = None
        if early:
            with suppress(KTSError, OSError):  # the first task meets it, too, and says so
                worker = self._fresh()
        while (tasks := self._tasks.get()) is not None and not self._closed:
            try:
                worker = self._worked(tasks, worker)
            except (KTSError, OSError) as error:
                worker = None
                for task in tasks:
                    task.fail(error)
        if worker:
            self._ended(worker)

    def _worked(self, tasks: Sequence[_Task], worker: WorkerProcess | None) -> WorkerProcess | None:
        """Ask for all of them, and again for those that another one took with it; returns the worker that goes on."""
        while (left := [task for task in tasks if not task.done.is_set()]) and not self._closed:
            with self._turn.shared():
                worker, guilty = self._asked(left, worker or self._fresh())
            if guilty:
                self._tried_again(guilty)
        return worker

    def _asked(self, tasks: Sequence[_Task], worker: WorkerProcess) -> tuple[WorkerProcess | None, _Task | None]:
        """Ask for these; returns the worker if it goes on, and the task at which it died if it did."""
        goes_on = False
        try:
            guilty = self._tried(tasks, worker)
            goes_on = not guilty and not worker.spent
        finally:
            if not goes_on:
                self._ended(worker)
        return worker if goes_on else None, guilty

    def _tried(self, tasks: Sequence[_Task], worker: WorkerProcess) -> _Task | None:
        """Settle what the worker answers; returns the task that it died of, which has learnt of it."""
        try:
            for task, answer in zip(tasks, worker.ask([task.request(self._limits) for task in tasks]), strict=True):
                task.settle(answer)
        except Died as died:
            guilty = tasks[died.at]
            self._learn(guilty, died, worker)
            return guilty
        return None

    def _tried_again(self, task: _Task) -> None:
        """Once more, with no other job beside it; a file in parts gives up its bad parts one by one."""
        with self._turn.alone():
            while not task.done.is_set() and not self._closed:
                worker = self._fresh()
                try:
                    self._tried([task], worker)
                finally:
                    self._ended(worker)

    def _learn(self, task: _Task, died: Died, worker: WorkerProcess) -> None:
        """What an end means for its file: nothing yet, a part that is left out, or the outcome."""
        log.debug("worker ended: %s at %s\n%s", died, died.part, died.said)
        if self._closed:
            task.settle(Conversion("crashed", reason="interrupted"))
        elif not worker.ready:
            self._not_begun(died)
        else:
            task.learn(died, self._limits)

    def _not_begun(self, died: Died) -> None:
        with self._lock:
            self._early += 1
        if died.code >= 0 or self._early > EARLY:
            message = f"no worker can be started to convert files ({died})"
            raise WorkerFailed(message, hint=died.said.strip().rpartition("\n")[2] or "run kts doctor")

    def _fresh(self) -> WorkerProcess:
        with self._lock:
            if self._closed:
                message = "interrupted"
                raise WorkerFailed(message, hint="run it again: what was done is kept")
            worker = WorkerProcess(self._recipe, self._limits)
            self._alive.add(worker)
            return worker

    def _ended(self, worker: WorkerProcess) -> None:
        worker.end()
        with self._lock:
            self._alive.discard(worker)


class _Task:
    """A job on its way through the lanes."""

    def __init__(self, job: Job, *, prepare: bool) -> None:
        self.done = threading.Event()
        self.size = len(job.content)
        self._job = job
        self._prepare = prepare
        self._answer: Frame | Conversion | Exception | None = None
        self._failed: list[Part] = []
        self._seen: set[Part | None] = set()
        self._cpu_s = 0.0

    def request(self, limits: Limits) -> dict[str, Any]:
        """What a worker is asked."""
        job = self._job
        return {
            "converter": (job.converter.name, *reference(job.converter)),
            "name": job.name,
            "source": job.source,
            "prepare": self._prepare,
            "content": job.content,
            "failed": self._failed,
            "pages": limits.pages,
            "budget": max(0.0, limits.file_cpu_s - self._cpu_s),
        }

    def learn(self, died: Died, limits: Limits) -> None:
        """A first end is forgiven, a second one at the same place is not."""
        self._cpu_s += died.cpu_s + (limits.cpu_s if died.cause == "cpu" else 0)
        outcome = ending(died, limits)
        if not final(died) and died.part not in self._seen:
            self._seen.add(died.part)
        elif died.part is None or len(self._failed) >= BAD_PARTS or self._cpu_s >= limits.file_cpu_s:
            self.settle(outcome)
        else:
            self._failed.append(died.part._replace(reason=outcome.reason))

    def settle(self, answer: Frame | Conversion) -> None:
        """The job has its answer."""
        self._answer = answer
        self._job = self._job._replace(content=b"")
        self.done.set()

    def fail(self, error: Exception) -> None:
        """There will be no answer, for a reason that is not the file's."""
        if not self.done.is_set():
            self._answer = error
            self.done.set()

    def result(self) -> PreparedDocument | Conversion:
        """The answer, decoded and checked to be about this job. Raises what the lane met."""
        answer, self._answer = self._answer, None
        if isinstance(answer, Exception):
            raise answer
        if not isinstance(answer, Frame):
            return answer or Conversion("crashed", reason="interrupted")
        try:
            return self._checked(made(*answer.decoded()))
        except Unreadable:
            return Conversion("crashed", reason=UNREADABLE)

    def _checked(self, result: PreparedDocument | Conversion) -> PreparedDocument | Conversion:
        """A worker speaks for its file only, whatever has become of it."""
        if isinstance(result, Conversion):
            return result
        job = self._job
        if result.document.source != job.source or result.document.version != job.source.sha256:
            message = "another document than was asked for"
            raise Unreadable(message)
        return result._replace(fingerprint=job.fingerprint)


class _Turn:
    """Lets many jobs run at once, or one alone."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._running = 0
        self._single = False

    @contextmanager
    def shared(self) -> Iterator[None]:
        """Beside others."""
        with self._changed:
            self._changed.wait_for(lambda: not self._single)
            self._running += 1
        try:
            yield
        finally:
            with self._changed:
                self._running -= 1
                self._changed.notify_all()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """With nothing beside it; what runs may end first."""
        with self._changed:
            self._changed.wait_for(lambda: not self._single)
            self._single = True
            self._changed.wait_for(lambda: not self._running)
        try:
            yield
        finally:
            with self._changed:
                self._single = False
                self._changed.notify_all()


def _heavy(files: int, held: int) -> bool:
    return files > 1 and held > AHEAD_BYTES


def _done(task: _Task | None) -> bool:
    return task is None or task.done.is_set()


def cores(quota: Path = QUOTA) -> int:
    """The processors that this process may use, or as many as its container's share of them would keep busy."""
    there = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    try:
        share, period = quota.read_text().split()
        return min(there, max(1, math.ceil(int(share) / int(period))))
    except (OSError, ValueError, ZeroDivisionError):  # no container, or one without a limit
        return there
