"""Word by word: what of a claim stands in a statement, in which words, and what is left over.

With token vectors of an embedding model a word that has no equal may still find its like, as in translation alignment
by contextual similarity (Jalili Sabet et al. 2020, SimAlign).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, NamedTuple

from kts.answer.claims.match import SYNONYM, opposites, related, tokens
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from kts.answer.claims.match import Token
    from kts.ports.models import TokenVectors

TINY = 1e-9
"""Length under which a vector is nothing; it keeps a division defined."""
LIKE = 0.6
"""Cosine of two contextual token vectors from which they are taken for each other; a default, not fitted."""

Kind = Literal["same", "synonym", "like"]


class Pair(NamedTuple):
    """A word of the claim and its counterpart in the statement."""

    claim: Token
    evidence: Token
    kind: Kind
    strength: float


class Alignment(NamedTuple):
    """`alone` are the claim's words without a counterpart, `opposed` pairs of opposites among the words left over."""

    pairs: tuple[Pair, ...]
    alone: tuple[Token, ...]
    opposed: tuple[tuple[Token, Token], ...]

    @property
    def held(self) -> float:
        """The weighted share of the claim's words that have a counterpart (0..1)."""
        held = sum(pair.strength * pair.claim.weight for pair in self.pairs)
        total = sum(pair.claim.weight for pair in self.pairs) + sum(token.weight for token in self.alone)
        return held / total if total else 0.0


@lru_cache(maxsize=1024)
def align(claim: str, statement: str) -> Alignment:
    """Align by stems, synonyms and words derived from one another."""
    theirs = tokens(statement)
    by_stem: dict[str, list[Token]] = {}
    for token in theirs:
        by_stem.setdefault(token.stem, []).append(token)
    pairs, alone, used = [], [], set()
    shares = _shares(claim, statement)
    for token in tokens(claim):
        stem = related(token.stem, by_stem) or _as_phrasal(token, claim, statement)
        if not stem:
            alone.append(token)
            continue
        free = [one for one in by_stem[stem] if one not in used]
        other = max(free, key=lambda one: (shares[one], -one.start)) if free else by_stem[stem][0]
        used.add(other)
        same = stem == token.stem
        pairs.append(Pair(token, other, "same" if same else "synonym", 1.0 if same else SYNONYM))
    own = {token.stem for token in tokens(claim)}  # a claim that waives a charge has the opposite word itself
    rest = [one for one in theirs if one not in used and one.stem not in own]
    return Alignment(tuple(pairs), tuple(alone), _opposed(_said(alone, claim), _said(rest, statement)))


_PARTICLE = later(r"[\s-](?P<particle>over|up|in|out|off|down|back|on|away|through)\b", re.IGNORECASE)


def _as_phrasal(token: Token, claim: str, statement: str) -> str:
    """The stem of a statement's verb and particle that a word of the claim joins, or the other way: *fail over*."""
    here = {one.word: one.stem for one in tokens(statement)}
    joined = next((word for word, one in _phrasal(claim).items() if one == token and word in here), "")
    verb = _phrasal(statement).get(token.word)
    return here[joined] if joined else verb.stem if verb else ""


@lru_cache(maxsize=1024)
def _phrasal(text: str) -> Mapping[str, Token]:
    """The verbs with a particle behind them, by both as one word."""
    found = ((one, _PARTICLE.match(text, one.end)) for one in tokens(text))
    return {f"{one.word}{particle['particle'].lower()}": one for one, particle in found if particle}


_CLAUSE = later(r"[;:.](?=\s)|, (?:but|and|while|whereas)\b")


def _shares(claim: str, statement: str) -> Mapping[Token, float]:
    """For each word of a statement how much of the claim its clause holds: of a word that comes again, which is meant.

    Of clauses that hold as much the one is meant that places it where the claim does: `after the call`. Without clauses
    to choose from all are alike, and so for a claim of more than one.
    """
    theirs = tokens(statement)
    cuts = [one.end() for one in _CLAUSE.finditer(statement)]
    if not cuts or _CLAUSE.search(claim.rstrip(" .")):
        return dict.fromkeys(theirs, 0.0)
    clause = {token: bisect_right(cuts, token.start) for token in theirs}
    wanted = {token.stem: token.weight for token in tokens(claim)}
    held: dict[int, dict[str, float]] = {}
    for token in theirs:
        stem = related(token.stem, wanted)
        if stem:
            held.setdefault(clause[token], {})[stem] = wanted[stem]
    said = {one[0].lower() for one in _PLACES.finditer(claim)}
    ends = pairwise((0, *cuts, len(statement)))
    placed = [any(one[0].lower() in said for one in _PLACES.finditer(statement, start, end)) for start, end in ends]
    return {token: sum(held.get(clause[token], {}).values()) + PLACED * placed[clause[token]] for token in theirs}


_PLACES = later(
    r"\b(?:before|after|until|till|since|within|outside|inside|during|without|above|below)\b", re.IGNORECASE
)
PLACED = 0.01
"""What such a word counts: less than any word with a meaning."""


def _opposed(alone: Sequence[Token], theirs: Sequence[Token]) -> tuple[tuple[Token, Token], ...]:
    """Pairs of opposites among the words that have no counterpart on either side."""
    known = opposites()
    return tuple((one, other) for one in alone for other in theirs if other.stem in known.get(one.stem, ()))


def _said(listed: Sequence[Token], text: str) -> list[Token]:
    """Without `the end` of a stretch of time, which is no opposite of continuing."""
    return [one for one in listed if one.stem != "end" or not _ARTICLE.search(text, 0, one.start)]


_ARTICLE = later(r"(?i)\b(?:the|an|year|month|week|day|term)[ -]\Z")


def closer(found: Alignment, claim: str, statement: str, vectors: TokenVectors) -> Alignment:
    """The alignment with words paired by their vectors where words alone found nothing."""
    likes = _likes(found.alone, claim, statement, vectors)
    opposed = {one for one, _ in found.opposed}
    paired = {
        token: Pair(token, *best)
        for token, best in ((token, likes.get(token)) for token in found.alone)
        if best is not None and token not in opposed
    }
    alone = tuple(token for token in found.alone if token not in paired)
    return found._replace(pairs=(*found.pairs, *paired.values()), alone=alone)


def headed_row(found: Alignment, header: str) -> Alignment:
    """The alignment with a row without the words that only its header has: the row says what stands under them."""
    heads = dict.fromkeys(token.stem for token in tokens(header))
    return found._replace(alone=tuple(token for token in found.alone if not related(token.stem, heads)))


def _likes(
    alone: Sequence[Token], claim: str, statement: str, vectors: TokenVectors
) -> Mapping[Token, tuple[Token, Kind, float]]:
    """For each lonely word the most similar one of the statement, where it is similar enough."""
    if not alone:
        return {}
    found: dict[Token, tuple[Token, Kind, float]] = {}
    theirs = tokens(statement)
    cosines = similarities(claim, [(token.start, token.end) for token in alone], statement, theirs, vectors)
    for token, row in zip(alone, cosines, strict=True):
        best = max(range(len(row)), key=lambda at: (row[at], -at), default=None)
        if best is not None and row[best] >= LIKE:
            found[token] = (theirs[best], "like", row[best])
    return found


def similarities(
    claim: str, places: Sequence[tuple[int, int]], statement: str, theirs: Sequence[Token], vectors: TokenVectors
) -> list[list[float]]:
    """The cosine of each place of the claim to each word of the statement; pieces of a word are averaged."""
    ours, others = vectors(claim), vectors(statement)
    left = _means(ours, places)
    right = _means(others, [(token.start, token.end) for token in theirs])
    return [[float(one @ other) if one is not None and other is not None else 0.0 for other in right] for one in left]


def cosine(claim: str, statement: str, vectors: TokenVectors) -> float:
    """How near the meanings of two texts are: the cosine of the means of their token vectors."""
    (one,), (other,) = (_means(vectors(text), [(0, len(text))]) for text in (claim, statement))
    return 0.0 if one is None or other is None else float(one @ other)


def _means(
    found: tuple[Sequence[tuple[int, int]], NDArray[np.float32]], places: Sequence[tuple[int, int]]
) -> list[NDArray[np.float32] | None]:
    """The unit mean vector of the pieces of each word, None where no piece is of it."""
    import numpy as np

    spans, rows = found
    lefts, rights = np.array(spans, dtype=np.int64).reshape(-1, 2).T

    def mean(start: int, end: int) -> NDArray[np.float32] | None:
        own = np.flatnonzero((lefts < end) & (start < rights))
        if not own.size:
            return None
        total: NDArray[np.float32] = rows[own].sum(axis=0)
        return total / np.float32(max(float(total @ total) ** 0.5, TINY))

    return [mean(start, end) for start, end in places]
