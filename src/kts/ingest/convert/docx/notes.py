"""Footnotes, endnotes and comments of a DOCX: marks in the text, the notes themselves where their section ends."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from kts.ingest.convert.docx.styles import W

if TYPE_CHECKING:
    from collections.abc import Iterator

ANCHOR = 80
"""Characters of the commented words that are repeated with a comment."""
MAX_OPEN = 50
"""Comments whose words are listened for at the same time; others stand without them."""
_PREFIX = {"footnotes": "", "endnotes": "e"}
_TAGS = {"footnotes": f"{W}footnote", "endnotes": f"{W}endnote", "comments": f"{W}comment"}


class Note(NamedTuple):
    """A note that the text so far refers to: `lead` is what stands before its text."""

    kind: str
    id: str
    lead: str
    body: Any


class Notes:
    """The notes of one document, numbered as the text comes to them; lives for one conversion."""

    def __init__(self, part: Any) -> None:
        self._bodies = {kind: _bodies(part, kind) for kind in _TAGS}
        self._numbers: dict[tuple[str, str], int] = {}
        self._counts: Counter[str] = Counter()
        self._open: dict[str, list[str]] = {}
        self._waiting: list[Note] = []

    @property
    def waiting(self) -> int:
        """How many notes the text has referred to since they were last taken."""
        return len(self._waiting)

    def mark(self, kind: str, id_: str) -> str:
        """What stands in the text for a reference to a note: `[^1]`, `[^e1]` for an endnote."""
        body = self._bodies[kind].get(id_)
        if body is None:
            return ""
        known = (kind, id_) in self._numbers
        if not known:
            self._counts[kind] += 1
        number = self._numbers.setdefault((kind, id_), self._counts[kind])
        label = f"[^{_PREFIX[kind]}{number}]"
        if not known:
            self._waiting.append(Note(kind, id_, f"{label}: ", body))
        return label

    def comment(self, id_: str, *, starts: bool) -> None:
        """A commented stretch begins or ends here."""
        if id_ not in self._bodies["comments"]:
            return
        if starts and len(self._open) < MAX_OPEN:
            self._open[id_] = []
        elif id_ in self._open:
            self._waiting.append(self._commented(id_, "".join(self._open.pop(id_))))

    def hear(self, text: str) -> None:
        """Text that goes by: the words that open comments are about."""
        for heard in self._open.values():
            if len(heard) <= ANCHOR:
                heard.append(text)

    def taken(self, count: int) -> list[Note]:
        """The first `count` notes that wait, which then no longer do."""
        taken, self._waiting = self._waiting[:count], self._waiting[count:]
        return taken

    def rest(self) -> list[Note]:
        """What is left at the end: comments whose stretch never ended or never began."""
        done = {key[1] for key in self._numbers if key[0] == "comments"}
        left = [id_ for id_ in self._bodies["comments"] if id_ not in done]
        return [*self.taken(self.waiting), *(self._commented(id_, "".join(self._open.pop(id_, []))) for id_ in left)]

    def _commented(self, id_: str, words: str) -> Note:
        self._numbers[("comments", id_)] = 0
        body = self._bodies["comments"][id_]
        author = " ".join(body.get(f"{W}author", "").split())
        signed = ", ".join(part for part in (author, body.get(f"{W}date", "")[:10]) if part)
        words = " ".join(words.split())
        about = f' on "{words if len(words) <= ANCHOR else words[:ANCHOR].rstrip() + "…"}"' if words else ""
        return Note("comments", id_, f"Comment{f' ({signed})' if signed else ''}{about}: ", body)


def _bodies(part: Any, kind: str) -> dict[str, Any]:
    notes = (note for root in _roots(part, kind) for note in root.iter(_TAGS[kind]))
    return {note.get(f"{W}id", ""): note for note in notes if note.get(f"{W}type") in {None, "normal"}}


def _roots(part: Any, kind: str) -> Iterator[Any]:
    from docx.oxml.parser import parse_xml

    for relation in part.rels.values():
        if relation.reltype.endswith(f"/{kind}") and not relation.is_external:
            yield parse_xml(relation.target_part.blob)
