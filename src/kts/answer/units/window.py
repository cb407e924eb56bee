"""The stretch of a passage that a reading model reads: as many tokens as it is good at, where the question's words are.

Pure: the model's tokenizer comes as a function that counts. Training and answering cut their windows here, so that the
model never meets text that was cut otherwise than what it learnt from.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from kts.lexicon.analyse import indexed, query_terms
from kts.lexicon.patterns import later
from kts.lexicon.sentences import sentences
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

BUDGET = 84
"""Tokens of a window (with a question of usual length a pair has about 110, which costs a small model 25 ms)."""
HEADING = 24
"""Tokens of what stands above a window: half of them the document's title, half the section's heading (a default)."""
BEFORE = 180
"""Characters of what stands before a statement that are read with it (a default: some 40 tokens, a sentence or two)."""
PIECE = 24
"""Characters of an endless run (a hash, a path) that are kept or cut together; each is a token at most."""
_PIECES = later(rf"\S{{1,{PIECE}}}")


class _Part(NamedTuple):
    """A sentence, or a piece of one: where it is, its tokens, and which of the question's words it holds."""

    start: int
    end: int
    tokens: int
    words: frozenset[str]


def wanted(question: str, languages: Sequence[str] = ("en",)) -> Mapping[str, str]:
    """The question's content words: each index form with the word that it is a form of."""
    return {form: one.word for one in query_terms(question, languages) for form in one.forms}


def window(
    asked: Mapping[str, str], text: str, count: Callable[[str], int], *, budget: int = BUDGET, language: str = "en"
) -> Span:
    """The window of `text` for a question of which `asked` are the `wanted` words; `count` counts tokens.

    Short texts come whole. In others the sentence with the most words of the question is taken, each weighed by how
    few sentences of the text hold it; then its neighbours, the better one first, while the budget holds. A sentence
    over the budget is cut at words, around its matches. The span has no whitespace at its ends.
    """
    parts = [_part(asked, text, start, end, count, language) for start, end in sentences(text)]
    if not parts:
        return Span(0, 0)
    if sum(part.tokens for part in parts) <= budget:
        return Span(parts[0].start, parts[-1].end)
    weights = _weights(parts)
    best = max(range(len(parts)), key=lambda at: (_worth(parts[at].words, weights), -at))
    if parts[best].tokens > budget:
        pieces = _pieces(asked, text, parts[best], count, language)
        first, last = _densest(pieces, weights, budget)
        return Span(pieces[first].start, pieces[last].end)
    first, last = _grown(parts, best, weights, budget)
    return Span(parts[first].start, parts[last].end)


def headed(above: Sequence[str], text: str, count: Callable[[str], int], *, budget: int) -> str:
    """What `text` stands under, as it is put before it: `title > heading: `; empty where it says so itself.

    `above` are the document's title and the section's heading; each is cut at words to its share of the budget.
    """
    said = " ".join(text.casefold().split())
    parts = list(dict.fromkeys(" ".join(one.split()) for one in above))
    new = [one for one in parts if one and one.casefold() not in said]
    kept = [one for one in (_cut(one, count, budget // len(new)) for one in new) if one]
    return f"{' > '.join(kept)}: " if kept else ""


def placed(before: str, text: str) -> str:
    """A statement behind the end of what stands before it: `end of it || statement`; bare where nothing does."""
    behind = " ".join(before.split())[-BEFORE:]
    if len(behind) == BEFORE:
        behind = behind.partition(" ")[2]
    said = " ".join(text.split())
    return f"{behind} || {said}" if behind else said


def _cut(text: str, count: Callable[[str], int], budget: int) -> str:
    """The first words of a text, as many as the budget holds."""
    words = text.split()[:budget]
    while words and count(" ".join(words)) > budget:
        words.pop()
    return " ".join(words)


def _part(
    asked: Mapping[str, str], text: str, start: int, end: int, count: Callable[[str], int], language: str
) -> _Part:
    said = text[start:end]
    return _Part(start, end, count(said), frozenset(asked[term] for term in indexed(said, language) if term in asked))


def _weights(parts: Sequence[_Part]) -> Mapping[str, float]:
    """The weight of each word found: the fewer of the text's sentences hold it, the more it tells them apart."""
    found = {word for part in parts for word in part.words}
    holding = {word: sum(word in part.words for part in parts) for word in found}
    return {word: math.log1p(len(parts) / holds) for word, holds in sorted(holding.items())}


def _worth(words: AbstractSet[str], weights: Mapping[str, float]) -> float:
    return math.fsum(weights.get(word, 0.0) for word in sorted(words))  # a cut sentence can spell words of its own


def _grown(parts: Sequence[_Part], best: int, weights: Mapping[str, float], budget: int) -> tuple[int, int]:
    """The first and the last of the parts around the best one; of equal neighbours the following one comes first."""
    first = last = best
    room = budget - parts[best].tokens
    while True:
        beside = [at for at in (last + 1, first - 1) if 0 <= at < len(parts) and parts[at].tokens <= room]
        if not beside:
            return first, last
        at = max(beside, key=lambda one: _worth(parts[one].words, weights))
        first, last, room = min(first, at), max(last, at), room - parts[at].tokens


def _pieces(
    asked: Mapping[str, str], text: str, whole: _Part, count: Callable[[str], int], language: str
) -> list[_Part]:
    """The words of a sentence; endless ones in pieces."""
    found = _PIECES.finditer(text, whole.start, whole.end)
    return [_part(asked, text, one.start(), one.end(), count, language) for one in found]


def _densest(pieces: Sequence[_Part], weights: Mapping[str, float], budget: int) -> tuple[int, int]:
    """The run of pieces within the budget that holds most of the question; of equal ones that with it in the middle."""
    runs = _runs([piece.tokens for piece in pieces], budget)
    return max(runs, key=lambda run: (_held(pieces, run, weights), -_lopsided(pieces, run), -run[0]))


def _runs(sizes: Sequence[int], budget: int) -> list[tuple[int, int]]:
    """For each first place the longest run within the budget; at least one piece."""
    found, last, room = [], -1, budget
    for first in range(len(sizes)):
        while last + 1 < len(sizes) and (sizes[last + 1] <= room or last < first):
            last += 1
            room -= sizes[last]
        found.append((first, last))
        room += sizes[first]
    return found


def _held(pieces: Sequence[_Part], run: tuple[int, int], weights: Mapping[str, float]) -> float:
    return _worth({word for piece in pieces[run[0] : run[1] + 1] for word in piece.words}, weights)


def _lopsided(pieces: Sequence[_Part], run: tuple[int, int]) -> int:
    """How far the middle of the matches is from the middle of the run, in half pieces."""
    matches = [at for at in range(run[0], run[1] + 1) if pieces[at].words]
    return abs(matches[0] + matches[-1] - run[0] - run[1]) if matches else 0
