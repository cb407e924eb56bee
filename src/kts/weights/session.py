"""Running a model folder with onnxruntime: one thread a run, so that the same input gives the same bytes.

What was loaded is kept for the process, the last files of each kind: a program that opens one workspace after the
other loads them once, and what the allocator does not give back, 60 MB for each that answered, does not pile up.
"""

from __future__ import annotations

import os
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

import onnxruntime
from tokenizers import Tokenizer

from kts.errors import MissingModel

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path
    from types import TracebackType

Given = TypeVar("Given")
Found = TypeVar("Found")

KEPT = 5
"""Files of each kind that stay loaded: an embedding model's, its query encoder's, the two readers' and one more."""
ERRORS_ONLY = 3
"""The runtime's log level: its warnings concern those who build graphs."""


def tokenizer(path: Path, *, most: int = 0, cut: str = "longest_first") -> Any:
    """The tokenizer, without padding, cut to `most` tokens where given; marks of the model in a text are plain words.

    `cut` says which side of a pair is cut: `longest_first`, or `only_first` or `only_second`, which leave the other.

    Nobody may change it: others that asked for the same have it, too. Raises MissingModel for a file that is none.
    """
    return _tokenizer(path, _state(path), most, cut)


@lru_cache(maxsize=KEPT)
def _tokenizer(path: Path, _: tuple[int, ...], most: int, cut: str) -> Any:
    with _Loading(path):
        found = Tokenizer.from_file(str(path))
    found.no_padding()
    found.no_truncation()
    if most:
        found.enable_truncation(most, strategy=cut)
    found.encode_special_tokens = True
    return found


def session(path: Path, *, ours: bool) -> Any:
    """A session of one thread. Graphs of `ours` run as they were drawn, others as the runtime improves them.

    Safe to use from several threads. Raises MissingModel for a file that is no graph.
    """
    return _session(path, _state(path), ours)


def _state(path: Path) -> tuple[int, ...]:
    """What tells a file from another one that took its place."""
    try:
        found = path.stat()
    except OSError:
        return ()
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


@lru_cache(maxsize=KEPT)
def _session(path: Path, _: tuple[int, ...], ours: bool) -> Any:  # noqa: FBT001 - the key of what is kept
    options = onnxruntime.SessionOptions()
    if ours:
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
        options.enable_cpu_mem_arena = False
        options.enable_mem_pattern = False
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = ERRORS_ONLY
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    with _Loading(path):
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def spread(work: Callable[[Given], Found], items: Sequence[Given], *, threads: int, name: str) -> list[Found]:
    """What `work` gives for each item, in order, in so many threads: the runtime computes beside the interpreter."""
    workers = min(threads, len(items))
    if workers <= 1:
        return [work(one) for one in items]
    from concurrent.futures import ThreadPoolExecutor  # a question alone needs none

    with ThreadPoolExecutor(workers, thread_name_prefix=name) as pool:
        return list(pool.map(work, items))


def usable_processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class _Loading:
    """A stretch in which both libraries raise kinds of their own, or `Exception` itself, for a file they refuse."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> None:
        return

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None and (kind is Exception or kind.__module__.startswith("onnxruntime")):
            message = f"{self._path} cannot be loaded: {str(error)[:300]}"
            hint = f"kts models verify {self._path.parent.name}"
            raise MissingModel(message, path=str(self._path), hint=hint) from error
