"""What has happened to the files since they were read, by names, sizes and times: nothing is opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.errors import SourceUnreachable
from kts.records import CLOSED
from kts.workspace.searching import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import NamedTuple

    from kts.config import IngestSettings
    from kts.records import Root
    from kts.store.sources import FileSources
else:
    from kts.nouns import NamedTuple


class Beside(NamedTuple):
    """Something in a source that is no file of the index, and of which kind it is."""

    root: str
    path: str
    kind: str


LEFT_OUT = "left out by .ktsignore or settings"
"""The kind of what somebody wanted left out; of a folder, the folder alone."""


class Drift(NamedTuple):
    """Files that are new, of another size or time, or gone since the last ingest, and sources that are not there.

    `unfinished` are files that an ingest had read when it broke off: the next one takes them in. `beside` is what no
    ingest reads, as the folders are now: links, pipes, closed folders, what `.ktsignore` or settings leave out.
    """

    new: int = 0
    changed: int = 0
    gone: int = 0
    unreachable: tuple[str, ...] = ()
    unfinished: int = 0
    beside: tuple[Beside, ...] = ()


def drift(root: Root, known: Mapping[str, tuple[int, int]], *, sources: FileSources, settings: IngestSettings) -> Drift:
    """Those of one root, of whose files `known` has size and time; below a folder that is closed nothing is gone."""
    from kts.ingest.crawl import always_ignored, ignoring
    from kts.types import Scope

    scope = Scope(root.label, only=frozenset(known) if root.mode == "files" else None)
    seen: dict[str, tuple[int, int]] = {}
    closed: list[str] = []
    beside: list[Beside] = []
    try:
        leaves_out = ignoring(sources, scope, include=settings.include, exclude=settings.exclude)

        def ignored(path: str, folder: bool) -> bool:  # noqa: FBT001
            out = leaves_out(path, folder)
            if out and scope.only is None and not always_ignored(path):
                beside.append(Beside(root.label, path, LEFT_OUT))
            return out

        for entry in sources.walk(root.label, below="", ignored=ignored):
            if not entry.problem:
                seen[entry.path] = (entry.size, entry.mtime_ns)
            else:
                closed.append(f"{entry.path}/" if entry.folder else entry.path)
                beside.append(Beside(root.label, entry.path, _kind(entry.problem)))
    except SourceUnreachable:
        return Drift(unreachable=(root.label,))
    gone = [path for path in known if path not in seen and not path.startswith(tuple(closed))]
    changed = [path for path, state in seen.items() if path in known and _differs(known[path], state)]
    return Drift(sum(path not in known for path in seen), len(changed), len(gone), beside=tuple(beside))


def kinds(found: Drift) -> dict[str, int]:
    """How many entries of each kind lie beside the files, by the kind's name."""
    counts: dict[str, int] = {}
    for entry in sorted(found.beside, key=lambda entry: entry.kind):
        counts[entry.kind] = counts.get(entry.kind, 0) + 1
    return counts


def _kind(problem: str) -> str:
    """What bars the way, in short."""
    if problem.startswith(CLOSED):
        return f"folder that {problem}"
    return problem.partition(",")[0].removeprefix("a ")


def _differs(known: tuple[int, int], now: tuple[int, int]) -> bool:
    """Whether size or time is another; of a file that was written right before it was read no time is known."""
    (size, time), (size_now, time_now) = known, now
    return size != size_now or time not in {time_now, UNKNOWN}
