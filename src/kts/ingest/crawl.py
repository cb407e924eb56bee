"""What is in a folder now against what the manifest says: added, changed, removed, unchanged (CRAWL-1 to 3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kts.errors import KTSError, SourceUnreachable, UsageError
from kts.ingest.endings import NEEDED
from kts.types import FileOutcome

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    from kts.ports import Sources
    from kts.records import Walked
    from kts.types import ManifestRow, Scope

NEVER = frozenset(
    {
        ".kts",
        ".git",
        ".hg",
        ".svn",
        "node_modules",
        "__pycache__",
        ".venv",
        ".DS_Store",
        "Thumbs.db",
        "desktop.ini",
    }
)
"""Names that no crawl enters: our own folder, version control, caches, what systems leave behind."""
IGNORE_FILE = ".ktsignore"
IGNORE_BYTES = 1_000_000
"""Bytes of such a file at most; a longer one is no list that a person keeps."""
MISSING = "needs "
"""How the reason of a file begins whose library is not installed: it is tried again, for the library may be now."""
RETRIED = frozenset({"timeout", "memory", "crashed", "unstable", "unreadable"})
"""Outcomes that may pass by themselves: such a file is tried again though it did not change, unless it met a limit."""
LIMITED = frozenset({"timeout", "memory"})
"""Outcomes of a limit."""


@dataclass(frozen=True, slots=True)
class Found:
    """The difference. `candidates` must be read to know more; `problems` are entries that cannot be read.

    `known` is the number of files that are documents of the index.
    """

    unchanged: tuple[ManifestRow, ...]
    candidates: tuple[Walked, ...]
    removed: tuple[ManifestRow, ...]
    problems: tuple[FileOutcome, ...]
    known: int


def difference(
    entries: Iterable[Walked],
    manifest: Mapping[str, ManifestRow],
    *,
    scope: Scope,
    current: Collection[str],
    reads: Callable[[str], bool] = lambda _: False,
) -> Found:
    """Compare a walk with the manifest. `current` are the fingerprints that need no new conversion.

    Without any, every file is a candidate; what no converter took is one where there `reads` one now. Nothing below a
    folder that could not be listed counts as removed.
    """
    unchanged, candidates, problems, closed = [], [], [], []
    seen = set()
    for entry in entries:
        path = entry.path
        if entry.problem:
            problems.append(FileOutcome(path, "unreadable", entry.problem, scope.root))
            if entry.folder:
                closed.append(path + "/")
            continue
        seen.add(path)
        row = manifest.get(path)
        same = row is not None and row.size == entry.size and row.mtime_ns == entry.mtime_ns
        if row is not None and same and _settled(row, current) and not (_unread(row) and reads(path)):
            unchanged.append(row)
        else:
            candidates.append(entry)
    removed = _removed(manifest, seen, scope, tuple(closed))
    return Found(
        tuple(unchanged), tuple(candidates), removed, tuple(problems), sum(map(is_document, manifest.values()))
    )


def is_document(row: ManifestRow) -> bool:
    """Whether a file is in the index: not one that failed, is empty or of a kind that nothing reads."""
    return bool(row.fingerprint)


def left_out(
    rows: Iterable[ManifestRow], ignored: Callable[[str, bool], bool], *, sources: Sources, root: str
) -> frozenset[str]:
    """The paths of files that are there, and that somebody wants left out: nobody need be asked whether they are gone.

    `ignored` has gone through the walk that did not meet them.
    """
    folders: dict[str, bool] = {}

    def out(folder: str) -> bool:
        if folder not in folders:
            folders[folder] = ignored(folder, True)  # noqa: FBT003 - as the walk calls it
        return folders[folder]

    return frozenset(
        row.path
        for row in rows
        if (any(out(folder) for folder in _parents(row.path)[:-1]) or ignored(row.path, False))  # noqa: FBT003
        and _is_there(sources, root, row.path)
    )


def _is_there(sources: Sources, root: str, path: str) -> bool:
    try:
        sources.stat(root, path)
    except (OSError, KTSError):
        return False
    return True


def walked(sources: Sources, scope: Scope, ignored: Callable[[str, bool], bool]) -> Iterator[Walked]:
    """Every file that a run looks at, place by place."""
    for place in _places(scope):
        yield from sources.walk(scope.root, below=place, ignored=ignored)


def _places(scope: Scope) -> tuple[str, ...]:
    """The paths that are looked at, none of which lies below another; an empty one is the whole root."""
    return (scope.below, *scope.also)


def limited(row: ManifestRow) -> bool:
    """Whether a file needs more than a worker may have: it is read again when it changes, or by `reindex --full`."""
    return row.outcome in LIMITED and row.reason.startswith(NEEDED)


def _settled(row: ManifestRow, current: Collection[str]) -> bool:
    if current and limited(row):
        return True
    if not current or row.outcome in RETRIED or (row.outcome == "unsupported" and row.reason.startswith(MISSING)):
        return False
    return not row.fingerprint or row.stale or row.fingerprint in current


def _unread(row: ManifestRow) -> bool:
    """Whether a file was left unopened, since nothing read its kind."""
    return row.outcome == "unsupported" and not row.sha256


def _removed(
    manifest: Mapping[str, ManifestRow], seen: Collection[str], scope: Scope, closed: tuple[str, ...]
) -> tuple[ManifestRow, ...]:
    if len(manifest) == len(seen) and all(path in seen for path in manifest):
        return ()
    places = _places(scope)
    prefixes = tuple(f"{place}/" if place else "" for place in places)
    return tuple(
        row
        for path, row in sorted(manifest.items())
        if path not in seen
        and (path.startswith(prefixes) or path in places)
        and (scope.only is None or path in scope.only)
        and not path.startswith(closed)
    )


def ignoring(
    sources: Sources, scope: Scope, *, include: tuple[str, ...], exclude: tuple[str, ...]
) -> Callable[[str, bool], bool]:
    """A test `(path, is folder)` for what the crawl leaves out: globs of the settings and `.ktsignore` files."""
    specs: list[Callable[[str], bool]] = []
    wanted = None if include == ("**/*",) else matcher(include)
    if exclude:
        specs.append(matcher(exclude))
    for folder in sorted({"", *(parent for place in _places(scope) for parent in _parents(place))}):
        specs += _ignore_file(sources, scope.root, folder)

    def ignored(path: str, folder: bool) -> bool:  # noqa: FBT001
        if always_ignored(path):
            return True
        if scope.only is not None and not _leads_to(path, scope.only, folder=folder):
            return True
        if any(matches(path + "/" if folder else path) for matches in specs):
            return True
        if folder:
            specs.extend(_ignore_file(sources, scope.root, path))
            return False
        return wanted is not None and not wanted(path)

    return ignored


def always_ignored(path: str) -> bool:
    """Whether no crawl looks at a file or folder of this name, whatever the settings say."""
    name = path.rpartition("/")[2]
    return name in NEVER or name.startswith("~$") or name == IGNORE_FILE


def _leads_to(path: str, only: Collection[str], *, folder: bool) -> bool:
    """Whether the walk must see `path` to find the wanted files: a root of single files may be a home folder."""
    return any(wanted.startswith(path + "/") for wanted in only) if folder else path in only


def _parents(below: str) -> list[str]:
    parts = below.split("/") if below else []
    return ["/".join(parts[:depth]) for depth in range(1, len(parts) + 1)]


def _ignore_file(sources: Sources, root: str, folder: str) -> list[Callable[[str], bool]]:
    """The test of a folder's `.ktsignore`, if it has one. A line that is no pattern is passed over, as git does."""
    lead = f"{folder}/" if folder else ""
    try:
        _, content = sources.read(root, lead + IGNORE_FILE, limit=IGNORE_BYTES)
    except OSError:
        return []
    except KTSError as error:
        message = f"{lead}{IGNORE_FILE}: {error.message}"
        raise SourceUnreachable(message, path=lead + IGNORE_FILE, hint="nothing was changed; mend that file") from error
    matches = matcher(tuple(line for line in content.decode("utf-8", "replace").splitlines() if _is_pattern(line)))
    return [lambda path: path.startswith(lead) and matches(path[len(lead) :])]


def _is_pattern(line: str) -> bool:
    try:
        matcher((line,))
    except UsageError:
        return False
    return True


def matcher(patterns: tuple[str, ...], *, setting: str = "ingest.include or ingest.exclude") -> Callable[[str], bool]:
    """Whether a path is named by a glob of a setting, as gitignore reads it. Raises UsageError for what is none."""
    from pathspec import GitIgnoreSpec

    try:
        return GitIgnoreSpec.from_lines(patterns).match_file
    except ValueError as error:
        raise UsageError(str(error), hint=f"mend {setting}") from error
