"""Whether cited files still say what they said when they were read (EVID-8).

A file with the size and time that the manifest holds is taken as unchanged; any other is hashed, and only one whose
bytes are others is converted again and its quotes are looked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from kts.answer.recheck import recheck, worded
from kts.errors import KTSError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kts.answer.recheck import Finder
    from kts.answers import Claim
    from kts.ports import Sources
    from kts.types import SourceFile


BECAME = {"gone": "is gone", "changed": "has changed since it was read"}
"""What is said of a file by what has become of it."""
LEFT_OUT = "left out: "
"""How the note on a claim begins that its file does not bear any more."""


AGAIN = "; run kts ingest to read it again"
FORGET = "; run kts ingest to take note of it"
"""How that note ends, of a file that is there and of one that is not."""


def of_file(note: str) -> bool:
    """Whether a note tells that something was left out for what has become of its file."""
    return note.startswith(LEFT_OUT) and note.endswith((AGAIN, FORGET))


class Checked(NamedTuple):
    """The claims whose quotes stand, and a note for each file that is not what it was.

    `lost` says why the first claim, the one that answers, is left out; empty where it stands.
    """

    claims: tuple[Claim, ...]
    notes: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()


class Known(NamedTuple):
    """What the index knows of a cited file: which root it is in, and the file as it was read."""

    root: str
    file: SourceFile


def checked(
    claims: Sequence[Claim],
    *,
    known: Callable[[str], Known | None],
    sources: Sources,
    finder: Callable[[], Finder],
    limit: int,
) -> Checked:
    """Drop what a changed or vanished file does not say any more; the rest stays, moved quotes with a note.

    `known` gives the file of a document id; `finder` is made only when a file has changed.
    """
    changed: dict[str, str] = {}
    for claim in claims:
        for citation in claim.citations:
            if citation.document_id not in changed:
                changed[citation.document_id] = state(known(citation.document_id), sources, limit)
    if not any(changed.values()):
        return Checked(tuple(claims))
    return _held_again(claims, changed, finder())


def state(known: Known | None, sources: Sources, limit: int) -> Literal["", "changed", "gone"]:
    """Empty when the file is what was read; else `changed` or `gone`."""
    if known is None:
        return "gone"
    try:
        now = sources.stat(known.root, known.file.path)
        if (now.size, now.mtime_ns) == (known.file.size, known.file.mtime_ns):
            return ""
        read, _ = sources.read(known.root, known.file.path, limit=limit)
    except FileNotFoundError:
        return "gone"
    except (OSError, KTSError):
        return "changed"
    return "" if read.sha256 == known.file.sha256 else "changed"


def _held_again(claims: Sequence[Claim], changed: dict[str, str], finder: Finder) -> Checked:
    kept, notes = [], []
    lost: tuple[str, ...] = ()
    for claim in claims:
        doubtful = [one for one in claim.citations if changed[one.document_id]]
        found = [recheck(worded(one.document_id, one.path, one.span, one.quote), finder) for one in doubtful]
        path = claim.citations[0].path if claim.citations else ""
        if any(one.status in {"changed", "gone"} for one in found):
            gone = any(one.status == "gone" for one in found)
            word = BECAME["gone"] if gone else "has changed and no longer says this"
            notes.append(f"{LEFT_OUT}{path} {word}{FORGET if gone else AGAIN}")
            if claim is claims[0]:
                lost = (f"what answers best is left out, for {path} {word}",)
        else:
            kept.append(claim)
            if found:
                notes.append(f"{path} has changed since it was read; the quote still stands")
    return Checked(tuple(kept), tuple(dict.fromkeys(notes)), lost)
