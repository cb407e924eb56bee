"""What paths on a command line mean: a known source root, a part of one, or a new one (CRAWL-1, CRAWL-4)."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

from kts.errors import KTSError, SourceUnreachable, UsageError
from kts.records import Root
from kts.store.moved import settled
from kts.types import Scope, well_formed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.store.truth import TruthWriter


def scopes_of(paths: Sequence[str], truth: TruthWriter) -> list[Scope]:
    """What the named paths mean: a known root or a part of one, else a new root. Raises SourceUnreachable.

    All that are of one root are one scope: a file that moved from one to another is renamed, and what vanished from
    several vanished at once.
    """
    if not paths:
        return [_whole(root, truth) for root in truth.roots()]
    if not all(paths):
        message = "a path is empty"
        raise UsageError(message, hint="name the folder; without any path, what is known already is read again")
    full, known = [os.path.abspath(path) for path in paths], truth.roots()
    for path in full:  # all of them, before one is made a root
        _check(path, known)
    found: dict[str, list[Scope]] = {}
    for path in full:
        one = _scope(path, truth)
        found.setdefault(one.root, []).append(one)
    return [_together(of_root) for of_root in found.values()]


@contextmanager
def only_read(truth: TruthWriter) -> Iterator[None]:
    """Forget the roots that were added in a block that failed before anything of theirs was read.

    Else a path that was named by mistake would be walked by each later run, and be among what a server may read. What
    an interrupted run has read is kept, and its root with it.
    """
    known = {root.label for root in truth.roots()}
    try:
        yield
    except (KTSError, OSError):
        for root in truth.roots():
            if root.label not in known and not truth.manifest(root.label):
                truth.forget_root(root.label)
        raise


def _check(path: str, roots: Sequence[Root]) -> None:
    """Raise SourceUnreachable for a path that is not there; what is missing below a known root has been removed."""
    if any(root.mode == "tree" and within(path, root.path) for root in roots) or os.path.exists(path):
        return
    message = f"{path} does not exist"
    raise SourceUnreachable(message, path=path, hint="nothing was changed; check the path")


def _together(scopes: Sequence[Scope]) -> Scope:
    """The scopes of one root as one, without what lies below another."""
    kept: list[str] = []
    for place in sorted((scope.below for scope in scopes), key=lambda place: place.split("/")):
        if not kept or not (kept[-1] == "" or place == kept[-1] or place.startswith(f"{kept[-1]}/")):
            kept.append(place)
    first, *more = kept
    single = [scope.only for scope in scopes if scope.only is not None]
    only = frozenset().union(*single) if len(single) == len(scopes) else None
    return Scope(scopes[0].root, first, only, tuple(more))


def follow_moved(paths: Sequence[str], truth: TruthWriter) -> tuple[str, ...]:
    """Take over the new places of roots that were moved or copied with the index, or to a named folder; what was done.

    Without it a moved folder would be read a second time beside its old documents.
    """
    named = [os.path.abspath(path) for path in paths if path]
    before, notes = truth.roots(), []
    for old, new in zip(before, settled(before, truth.connection, named=named), strict=True):
        if old.path != new.path:
            truth.move_root(old.label, new.path)
            notes.append(f"the source '{old.label}' is read at {new.path} now, no longer at {old.path}")
    return tuple(notes)


def _whole(root: Root, truth: TruthWriter) -> Scope:
    only = frozenset(truth.manifest(root.label)) if root.mode == "files" else None
    return Scope(root.label, only=only)


def _scope(path: str, truth: TruthWriter) -> Scope:
    inside = [root for root in truth.roots() if root.mode == "tree" and within(path, root.path)]
    if inside:
        root = max(inside, key=lambda root: len(root.path))
        below = os.path.relpath(path, root.path)
        return Scope(root.label, below="" if below == "." else below.replace(os.sep, "/"))
    if os.path.isdir(path):
        return Scope(_added_root(path, "tree", truth))
    return _single(path, truth)


def _single(path: str, truth: TruthWriter) -> Scope:
    label = _added_root(os.path.dirname(path), "files", truth)
    name = os.path.basename(path)
    return Scope(label, below=name, only=frozenset({name}))


def within(path: str, folder: str) -> bool:
    """Whether `path` is `folder` or lies below it; both absolute."""
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def _added_root(path: str, mode: str, truth: TruthWriter) -> str:
    roots = truth.roots()
    below = [root.label for root in roots if root.mode == "tree" and mode == "tree" and within(root.path, path)]
    if below and not any(root.path == path for root in roots):
        message = f"{path} holds the root '{below[0]}', which is ingested already"
        raise UsageError(message, hint=f"kts drop --root {below[0]} first, then ingest the larger folder")
    known = {root.path: root.label for root in roots}
    label = known.get(path) or _label(well_formed(os.path.basename(path)) or "root", {root.label for root in roots})
    truth.add_root(Root(label, path, mode))
    return label


def _label(name: str, taken: set[str]) -> str:
    label, number = name, 2
    while label in taken:
        label, number = f"{name}-{number}", number + 1
    return label


def line_of(target: str) -> tuple[str, str, str]:
    """`path:12` as (path, "#", "L12"); without a line, the target and two empty texts."""
    name, mark, line = target.rpartition(":")
    return (name, "#", f"L{line}") if mark and line.isdigit() else (target, "", "")


def in_roots(name: str, roots: Sequence[Root]) -> str:
    """A path typed from the working directory as `root label/path`; other names as they are."""
    full = os.path.abspath(name)
    for root in roots:
        if os.path.exists(full) and within(full, root.path):
            return f"{root.label}/{os.path.relpath(full, root.path).replace(os.sep, '/')}"
    return name
