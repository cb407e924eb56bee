"""What is in a folder now against what the manifest says: added, changed, removed, unchanged (CRAWL-1 to 3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kts.types import FileOutcome

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from kts.ports import Sources, Walked
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
RETRIED = frozenset({"timeout", "memory", "crashed", "unstable", "unreadable"})
"""Outcomes that may pass by themselves: such a file is tried again even when it did not change."""


@dataclass(frozen=True, slots=True)
class Found:
    """The difference. `candidates` must be read to know more; `problems` are entries that cannot be read."""

    unchanged: tuple[ManifestRow, ...]
    candidates: tuple[Walked, ...]
    removed: tuple[ManifestRow, ...]
    problems: tuple[FileOutcome, ...]
    known: int


def difference(
    entries: Iterable[Walked], manifest: Mapping[str, ManifestRow], *, scope: Scope, current: Collection[str]
) -> Found:
    """Compare a walk with the manifest. `current` are the fingerprints that need no new conversion.

    Nothing below a folder that could not be listed counts as removed.
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
        if row is not None and row.size == entry.size and row.mtime_ns == entry.mtime_ns and _settled(row, current):
            unchanged.append(row)
        else:
            candidates.append(entry)
    removed = _removed(manifest, seen, scope, tuple(closed))
    return Found(tuple(unchanged), tuple(candidates), removed, tuple(problems), len(manifest))


def _settled(row: ManifestRow, current: Collection[str]) -> bool:
    if row.outcome in RETRIED:
        return False
    return not row.fingerprint or row.stale or row.fingerprint in current


def _removed(
    manifest: Mapping[str, ManifestRow], seen: Collection[str], scope: Scope, closed: tuple[str, ...]
) -> tuple[ManifestRow, ...]:
    if len(manifest) == len(seen) and all(path in seen for path in manifest):
        return ()
    prefix = f"{scope.below}/" if scope.below else ""
    return tuple(
        row
        for path, row in sorted(manifest.items())
        if path not in seen
        and (path.startswith(prefix) or path == scope.below)
        and (scope.only is None or path in scope.only)
        and not path.startswith(closed)
    )


def ignoring(
    sources: Sources, scope: Scope, *, include: tuple[str, ...], exclude: tuple[str, ...]
) -> Callable[[str, bool], bool]:
    """A test `(path, is folder)` for what the crawl leaves out: globs of the settings and `.ktsignore` files."""
    specs: dict[str, Callable[[str], bool]] = {}
    wanted = None if include == ("**/*",) else _matcher(include)
    if exclude:
        specs["settings"] = _matcher(exclude)
    for folder in ("", *_parents(scope.below)):
        _read_ignore_file(sources, scope.root, folder, specs)

    def ignored(path: str, folder: bool) -> bool:  # noqa: FBT001
        name = path.rpartition("/")[2]
        if name in NEVER or name.startswith("~$") or name == IGNORE_FILE:
            return True
        if scope.only is not None and not folder and path not in scope.only:
            return True
        if specs and _matches(specs, path + "/" if folder else path):
            return True
        if folder:
            _read_ignore_file(sources, scope.root, path, specs)
            return False
        return wanted is not None and not wanted(path)

    return ignored


def _parents(below: str) -> list[str]:
    parts = below.split("/") if below else []
    return ["/".join(parts[:depth]) for depth in range(1, len(parts) + 1)]


def _read_ignore_file(sources: Sources, root: str, folder: str, specs: dict[str, Callable[[str], bool]]) -> None:
    lead = f"{folder}/" if folder else ""
    try:
        _, content = sources.read(root, lead + IGNORE_FILE, limit=1_000_000)
    except OSError:
        return
    matcher = _matcher(tuple(content.decode("utf-8", "replace").splitlines()))
    specs[folder] = lambda path: path.startswith(lead) and matcher(path[len(lead) :])


def _matches(specs: Mapping[str, Callable[[str], bool]], path: str) -> bool:
    return any(matcher(path) for matcher in specs.values())


def _matcher(patterns: tuple[str, ...]) -> Callable[[str], bool]:
    from pathspec import GitIgnoreSpec

    return GitIgnoreSpec.from_lines(patterns).match_file
