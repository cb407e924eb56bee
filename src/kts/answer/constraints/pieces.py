"""A piece of evidence as the second gate reads it: its words, and what its document calls itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kts.lexicon.analyse import indexed, words
from kts.lexicon.compounds import compounds
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.answers import Evidence

_SEPARATORS = later(r"[/\\_.\s-]+")

NO_SUBJECT = frozenset({"supersedes", "created", "modified", "producer", "author", "pages", "running"})
"""Properties that name what a document is not, or who made the file."""


class Piece(NamedTuple):
    """`text` is what is cited, `about` what it stands under: title, heading, path, metadata.

    `stems` are the index terms of both, `folded` their folded words.
    """

    evidence: Evidence
    text: str
    about: str
    stems: frozenset[str]
    folded: frozenset[str]

    @property
    def whole(self) -> str:
        """Text and what it stands under, for expressions."""
        return f"{self.about}\n{self.text}"


def piece(evidence: Evidence) -> Piece:
    """Read a piece of evidence once for all constraints."""
    about = "\n".join(part for part in _about(evidence) if part)
    whole = f"{about}\n{evidence.text}"
    return Piece(
        evidence, evidence.text, about, frozenset(indexed(whole)), frozenset((*words(whole), *compounds(whole)))
    )


def _about(evidence: Evidence) -> Iterator[str]:
    yield evidence.title
    yield evidence.heading
    yield evidence.path
    yield _SEPARATORS.sub(" ", evidence.path)
    for name in sorted(evidence.metadata.keys() - NO_SUBJECT):
        yield from _spelled(evidence.metadata[name])


def _spelled(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield str(value)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _spelled(one)
