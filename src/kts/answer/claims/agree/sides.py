"""What the rules look at when a claim is held against a statement: the two texts, aligned, with what is around.

Each rule takes `Sides` and gives `Finding`s. A conflict is a value or sense that the statement has and that differs;
a gap is something that the claim names and the statement does not.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kts.answers import Reason
from kts.lexicon import negation
from kts.lexicon.patterns import later
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.answer.claims.align import Alignment
    from kts.answers import Evidence
    from kts.lexicon.negation import Scope


_BLACK = later(r"\S+")
_NUMBERED = later(
    r"\s*(?:\d{1,3}(?:\.\d{1,3}){1,3}\.?|\d{1,2}[.)])\s+(?!\w+ (?:19|20)\d\d\b)"
    r"(?!(?:Mio|Mill|Mrd|Bill|Euro|Prozent|Percent|Stunde|Tag|Monat|Jahr))(?=[\"\u201c\u2018(*_]*[A-Z](?![A-Z]))"
)
"""The number of a clause, which is no value of it; a day (`3. Mai 2026`) or an amount is none."""
_STRUCK = later(r"~~(?=\S)[^~\n]*~~[.,;]?")
"""Words that their author has taken back."""


PRONOUNS = frozenset("it they these those he she this".split())
"""Words for somebody or something that the sentence before names."""


class Neighbour(NamedTuple):
    """A sentence next to the statement: its flat text, where it stands in the piece, whether in the same paragraph."""

    text: str
    span: Span
    joined: bool


class Sides(NamedTuple):
    """A claim and a statement.

    `near` is what stands around it in its passage, `whole` all of that, `about` its title, heading and path, `opening`
    the beginning of its document, `behind` and `before` the sentences next to it under its heading.
    """

    claim: str
    statement: str
    alignment: Alignment
    near: str = ""
    about: str = ""
    whole: str = ""
    opening: str = ""
    behind: tuple[Neighbour, ...] = ()
    before: tuple[Neighbour, ...] = ()


def about(piece: Evidence) -> str:
    """What a statement's document is about: its title, heading, path and date."""
    return f"{piece.title}\n{piece.heading}\n{piece.path}\n{piece.metadata.get('content_date', '')}"


class Finding(NamedTuple):
    """What a rule saw. `weight` (0..1] is how much of the claim it concerns; spans are offsets into the two texts.

    `beside` is where in the piece a sentence next to the statement stands that decides.
    """

    kind: str
    conflict: bool
    text: str
    claim: Span | None = None
    evidence: Span | None = None
    weight: float = 1.0
    beside: Span | None = None

    def reason(self, claim: Sequence[int], evidence: Sequence[int], offset: int) -> Reason:
        """The finding as a reason.

        `claim` and `evidence` are the places of `flat` texts in the given ones; `offset` is where the statement begins
        in its piece of evidence.
        """
        place = self.beside or _back(self.evidence, evidence, offset)
        return Reason(self.kind, self.text, _back(self.claim, claim, 0), place)


def _back(span: Span | None, places: Sequence[int], offset: int) -> Span | None:
    if span is None:
        return None
    return Span(places[span.start] + offset, places[max(span.start, span.end - 1)] + 1 + offset)


@lru_cache(maxsize=1024)
def flat(text: str) -> tuple[str, tuple[int, ...]]:
    """The text with each run of white space as one blank, and the place of each of its characters in the original.

    Lines that were wrapped must not look like two clauses, nor a curly apostrophe like another word. Words that are
    struck out are left out, and so is the number of a clause at its beginning.
    """
    pieces: list[str] = []
    places: list[int] = []
    struck = [match.span() for match in _STRUCK.finditer(text)] if "~~" in text else []
    numbered = _NUMBERED.match(text)
    for match in _BLACK.finditer(text, numbered.end() if numbered else 0):
        if any(start <= match.start() and match.end() <= end for start, end in struck):
            continue
        if pieces:
            pieces.append(" ")
            places.append(match.start() - 1)
        pieces.append(match[0])
        places.extend(range(match.start(), match.end()))
    return _answered("".join(pieces).replace("\u2019", "'"), places)


_ASKED = later(
    r"\A[\W_]*(?:\d{1,2}[.)]\s*)?(?P<asked>(?i:is|are|was|were|do|does|did|can|may|must|shall|will|should|has|have)\b[^?]*)"
    r"\?[\W_]*(?i:(?P<no>no)|yes)\b[,.:;!]?"
)


def _answered(text: str, places: Sequence[int]) -> tuple[str, tuple[int, ...]]:
    """A question with its yes or no as the statement that the two make; other text as it is."""
    match = _ASKED.match(text)
    if not match:
        return text, tuple(places)
    start, end = match.span("asked")
    own = [*places[start:end], places[match.end() - 1]]
    said = f"{match['asked'].rstrip()}."
    own = own[: len(said)]
    if match["no"]:
        said, own = f"not {said}", [places[match.start("no")]] * 4 + own
    return said + text[match.end() :], (*own, *places[match.end() :])


def quoted(text: str) -> str:
    """A stretch of text as it is shown in a reason: one line, in quotation marks."""
    return f"\u201c{' '.join(text.split())}\u201d"


def told_apart(claim: str, here: Span, evidence: str, there: Span) -> str:
    """A reason for what a stretch of the claim and one of the evidence say differently."""
    return f"the claim says {quoted(claim[slice(*here)])}, the evidence {quoted(evidence[slice(*there)])}"


def denied(text: str, start: int, end: int) -> bool:
    """Whether a stretch of a text is denied there."""
    return negation.denied(negation.negated(text), start, end)


def covers(scope: Scope, start: int, end: int) -> bool:
    """Whether a negation governs a stretch of its text."""
    return scope.start < end and start < scope.end
