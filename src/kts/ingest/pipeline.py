"""The way of a document, from a folder to a generation. One function a step; the steps have files of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.ingest.account import account, removable
from kts.ingest.crawl import difference, ignoring, left_out, walked
from kts.ingest.pending import Pending
from kts.ingest.take import begin_each, finish, in_turn

if TYPE_CHECKING:
    from collections.abc import Callable

    from kts.ingest.kit import Kit
    from kts.ingest.sandbox import Sandbox
    from kts.ingest.take import Taken
    from kts.ports import Sources, Truth
    from kts.types import IngestReport, Scope


def ingest(  # noqa: PLR0913 - the way of a document names all that its steps need
    scope: Scope,
    *,
    truth: Truth,
    sources: Sources,
    kit: Kit,
    again: bool,
    progress: Callable[[int, int, Taken], None],
    confirm: Callable[[int, int], bool],
    follow: Callable[[int], None],
    sandbox: Callable[[], Sandbox] | None = None,
) -> IngestReport:
    """Bring the index of one root to what its files are now.

    `progress(done, total, file)` after each file, `confirm(removals, documents)` before many are removed,
    `follow(generation)` after each commit. `again` converts files that did not change as well. Without a
    `sandbox` files are converted in this process. Raises SourceUnreachable; a file's failure is a line of the report.
    """
    manifest = truth.manifest(scope.root)
    ignored = ignoring(sources, scope, include=kit.settings.include, exclude=kit.settings.exclude)
    current = () if again else kit.current(manifest.values())
    found = difference(walked(sources, scope, ignored), manifest, scope=scope, current=current, reads=kit.reads)
    moved = {row.sha256: row.path for row in found.removed if row.fingerprint and not row.stale}
    pending = Pending(scope.root, truth=truth, settings=kit.settings, follow=follow)
    files: list[Taken] = []
    steps = begin_each(found.candidates, manifest, scope=scope, kit=kit, sources=sources, truth=truth, again=again)
    for begun, result in sandbox().through(steps) if sandbox and found.candidates else in_turn(steps, kit=kit):
        old = manifest.get(begun.path)
        taken = finish(begun, result, old, moved=moved, truth=truth)
        if taken.renamed_from:
            del moved[taken.row.sha256]
        files.append(taken)
        pending.add(taken, old)
        progress(len(files), len(found.candidates), taken)
    out = left_out(found.removed, ignored, sources=sources, root=scope.root)
    removal = removable(found, files, out, scope=scope, settings=kit.settings, confirm=confirm)
    pending.remove(removal.rows)
    pending.commit()
    return account(scope, found, files, removal=removal, generation=pending.generation)
