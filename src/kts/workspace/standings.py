"""What holds of the documents of a generation, in a file beside the index: a search need not read all of them for it.

It follows from their records alone. It can be deleted at any time: until the next ingest makes it anew, what it says is
worked out in each process.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping
    from typing import NamedTuple

    from kts.records import DocumentRecord
    from kts.store.corpus import SqliteCorpus
    from kts.store.layout import Layout
else:
    from kts.nouns import NamedTuple

FORMAT = 6
"""Changes whenever the same records would have other standings."""


class Standings(NamedTuple):
    """By document id: `replaced` (id of the successor, day), `amended` (ids of what amends it), `unclear` (what may).

    `marked` are all documents of which more may be said than that they hold: these, drafts, those that end, and those
    that had not begun when the file was made.
    """

    marked: frozenset[str]
    replaced: Mapping[str, tuple[str, str]]
    amended: Mapping[str, tuple[str, ...]]
    unclear: Mapping[str, tuple[str, ...]]


def follow(place: Layout, db: sqlite3.Connection) -> None:
    """Bring the file to the newest generation. The caller holds the writer's lock."""
    from kts.store.corpus import SqliteCorpus

    corpus = SqliteCorpus(db)
    try:
        key = corpus.hash
        if key and read(place, key) is None:
            _write(place, key, _made(corpus))
    finally:
        corpus.close()


def read(place: Layout, key: str) -> Standings | None:
    """What the file says, None where it is of another generation, or not there."""
    try:
        said: Any = json.loads(place.standings.read_bytes())
    except (OSError, ValueError):
        return None
    if not isinstance(said, dict) or (said.get("format"), said.get("generation")) != (FORMAT, key):
        return None
    replaced = {one: (by, day) for one, (by, day) in said["replaced"].items()}
    amended = {one: tuple(by) for one, by in said["amended"].items()}
    unclear = {one: tuple(by) for one, by in said["unclear"].items()}
    return Standings(frozenset(said["marked"]), replaced, amended, unclear)


def _made(corpus: SqliteCorpus) -> Standings:
    from datetime import UTC, datetime

    from kts.answer.standing.drafts import is_draft
    from kts.answer.standing.inforce import amendments, replaced, unclear

    records = list(corpus.documents())
    old, changed = replaced(records), amendments(records, lambda one: corpus.text(one.key))
    today = datetime.now(UTC).date().isoformat()
    marked = {one.id for one in records if is_draft(one) or _is_bounded(one, today)}
    return Standings(
        frozenset(marked.union(old, changed)),
        {one: (by.by, by.since) for one, by in sorted(old.items())},
        {one: tuple(sorted(by)) for one, by in sorted(changed.items())},
        {one: tuple(sorted(by)) for one, by in sorted(unclear(records, changed).items())},
    )


def _is_bounded(record: DocumentRecord, today: str) -> bool:
    """Whether a document says until when it holds, or that it will begin."""
    from kts.answer.standing.inforce import begins, has_ended

    return bool(record.metadata.get("effective_to")) or has_ended(record) or begins(record) > today


def _write(place: Layout, key: str, found: Standings) -> None:
    said = {
        "format": FORMAT,
        "generation": key,
        "marked": sorted(found.marked),
        "replaced": found.replaced,
        "amended": found.amended,
        "unclear": found.unclear,
    }
    temporary = place.standings.with_suffix(".tmp")
    temporary.write_text(json.dumps(said, ensure_ascii=False, sort_keys=True), encoding="utf-8")
    temporary.replace(place.standings)
