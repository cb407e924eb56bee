"""The account of a run: found = indexed + unchanged + skipped + failed + empty (RELIABILITY I4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kts.ingest.crawl import is_document
from kts.types import FileOutcome, IngestReport

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from kts.config import IngestSettings
    from kts.ingest.crawl import Found
    from kts.ingest.take import Taken
    from kts.types import ManifestRow, Outcome, Scope

COLUMNS: dict[str, str] = {
    "ok": "indexed",
    "partial": "indexed",
    "empty": "empty",
    "hidden_only": "empty",
    "unsupported": "skipped",
    "too_large": "skipped",
}


def column(outcome: Outcome) -> str:
    """Where an outcome is counted."""
    return COLUMNS.get(outcome, "failed")


def counted(report: IngestReport, lines: Iterable[tuple[FileOutcome, bool]]) -> IngestReport:
    """`report` with more files: (line, whether it did not change). Only successes count as unchanged."""
    counts = dict.fromkeys(("indexed", "unchanged", "skipped", "failed", "empty"), 0)
    listed: list[FileOutcome] = []
    found = 0
    for line, same in lines:
        found += 1
        name = column(line.outcome)
        counts["unchanged" if same and name == "indexed" else name] += 1
        if line.outcome != "ok" and not (same and name == "indexed"):
            listed.append(line._replace(known=same))
    added = {name: getattr(report, name) + number for name, number in counts.items()}
    return report._replace(found=report.found + found, files=(*report.files, *listed), **added)


def joined(reports: Iterable[IngestReport]) -> IngestReport:
    """One account of several roots."""
    total = IngestReport()
    names = ("found", "indexed", "unchanged", "removed", "renamed", "skipped", "failed", "empty", "passages")
    for report in reports:
        sums = {name: getattr(total, name) + getattr(report, name) for name in (*names, "withheld")}
        total = total._replace(
            generation=max(total.generation, report.generation),
            files=total.files + report.files,
            **sums,
        )
    return total


class Removal(NamedTuple):
    """Files that leave the index, or how many vanished ones are kept because nobody confirmed."""

    rows: tuple[ManifestRow, ...]
    withheld: int


def removable(
    found: Found,
    files: Sequence[Taken],
    left_out: Collection[str] = (),
    *,
    scope: Scope,
    settings: IngestSettings,
    confirm: Callable[[int, int], bool],
) -> Removal:
    """The vanished files that were not renamed; many documents at once only when `confirm(removals, known)` says so.

    The paths that are `left_out`, since somebody named them, count only where nothing else is left of the root.
    """
    renamed = {taken.renamed_from for taken in files}
    gone = tuple(row for row in found.removed if row.path not in renamed)
    empty = not (scope.below or found.unchanged or found.candidates)  # what an unmounted share looks like
    kept = tuple(row for row in gone if empty or row.path not in left_out)
    documents = sum(map(is_document, kept))
    many = documents > max(0 if empty else settings.delete_floor, settings.delete_share * found.known)
    if not many or confirm(documents, found.known):
        return Removal(gone, 0)
    return Removal(tuple(row for row in gone if row not in kept), len(kept))


def account(scope: Scope, found: Found, files: Sequence[Taken], *, removal: Removal, generation: int) -> IngestReport:
    """The account of one root."""
    lines = [(_line(row, scope), True) for row in found.unchanged]
    lines += [(_line(taken.row, scope), taken.same or bool(taken.renamed_from)) for taken in files]
    report = counted(IngestReport(), lines)
    return report._replace(
        removed=len(removal.rows),
        withheld=removal.withheld,
        generation=generation,
        renamed=sum(bool(taken.renamed_from) for taken in files),
        passages=sum(taken.passages for taken in files),
        files=(*report.files, *found.problems),
    )


def _line(row: ManifestRow, scope: Scope) -> FileOutcome:
    return FileOutcome(row.path, row.outcome, row.reason, scope.root)
