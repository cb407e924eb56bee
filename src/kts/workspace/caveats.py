"""What a question must be told of the index itself: it is empty, its files are out of reach, some were not read."""

from __future__ import annotations

import os
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from kts.errors import AS_OF_LAST, NoIndex
from kts.ingest.account import COLUMNS

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

    from kts.records import Root
    from kts.store.layout import Layout
    from kts.types import FileOutcome

GOES_ON = "kts ingest goes on where it broke off"


def refuse_empty(generation: int, db: sqlite3.Connection, place: Layout) -> None:
    """Raise NoIndex where nothing is in the index and no ingest is at work: it says nothing of any file."""
    if generation:
        return
    from kts.store.inspect import unfinished, working

    if working(place):
        return
    if left := unfinished(db):
        message = f"the index is empty: its ingest broke off after {left} files"
        raise NoIndex(message, path=str(place.folder), hint=GOES_ON)
    message = "the index is empty: no document was read into it"
    raise NoIndex(message, path=str(place.folder), hint="kts ingest FOLDER, with a folder that has documents")


def away(roots: Iterable[Root]) -> dict[str, str]:
    """The sources that are not there, by label: gone, closed, or empty as a share is that is not mounted."""
    found = {}
    for root in roots:
        try:
            with os.scandir(root.path) as entries:
                there = next(entries, None) is not None
        except NotADirectoryError:
            there = True
        except OSError:
            there = False
        if not there:
            found[root.label] = root.path
    return found


def as_of_last(missing: Iterable[str]) -> str:
    """The note on sources that are not there."""
    named = ", ".join(missing)
    return f"{AS_OF_LAST}the source {named} cannot be reached, so that no file there was looked at again"


def unread(question: str, lines: Iterable[FileOutcome]) -> tuple[str, ...]:
    """A note on files that were not read, for an answer that found nothing: it may be in one of them.

    One is named when its name has words of the question, those of grammar aside; those of a kind that is not read
    count only then.
    """
    from kts.lexicon.analyse import terms, words
    from kts.lexicon.keyphrases import FUNCTION_WORDS

    asked = set(terms(" ".join(word for word in words(question) if word not in FUNCTION_WORDS)))
    without = [line for line in lines if line.outcome not in {"ok", "partial"}]
    failed = sum(COLUMNS.get(line.outcome, "failed") == "failed" or line.outcome == "too_large" for line in without)
    shared = {line: len(asked & set(terms(PurePosixPath(line.path).stem))) for line in without}
    best = min(without, key=lambda line: (-shared[line], line.path), default=None)
    parts = [f"{_files(failed)} could not be read: kts status --files"] if failed else []
    if best is not None and shared[best]:
        why = f" ({best.outcome.replace('_', ' ')}{f', {best.reason}' if best.reason else ''})"
        parts.append(f"{best.path} has words of the question and was not read{why}")
    return ("; ".join(parts),) if parts else ()


def _files(count: int) -> str:
    return "1 file" if count == 1 else f"{count} files"


def without_models(absent: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """A note on the models of an answer that are not on this machine: (role, name)."""
    named = " and ".join(f"the {role}" if name == role else f"the {role} {name}" for role, name in absent)
    return (f"answered without {named}: not on this machine; kts models add FOLDER",) if named else ()
