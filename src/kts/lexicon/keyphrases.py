"""The phrases that a text is about: runs of content words.

After C-value (Frantzi, Ananiadou & Mima 2000), over runs of words between function words and marks, which needs no
tagger and no corpus: the longer of two phrases that always stand together counts, the shorter does not.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

LONGEST = 3
"""Words of a phrase at most."""
LETTERS = 3
"""Letters of a phrase of one word at least."""
_RUN = later(r"[^\W_]+(?:[-'\u2019&][^\W_]+)*")
_MARK = later(r"[^\w\s'\u2019&-]|\n\s*\n|\s[-\u2013\u2014]\s")
FUNCTION_WORDS = frozenset(
    "a about above according after again against all also although always am among an and another any anyone "
    "are as at away be became because become been before behind being below between both but by came can "
    "cannot come could did do does doing done down during each either else enough even ever every few first "
    "for from further gave get gets give given gives go goes going gone got had has have having he hence her "
    "here hers him his how however i if in instead into is it its itself just keep kept know known last later "
    "least less let like made make makes many may me might more most much must my near need needs neither "
    "never next no nor not nothing now of off often on once one only or other others our ours out over own per "
    "please put rather said same see seem seen several shall she should since so some such take taken takes "
    "than that the their theirs them then there therefore these they this those though through thus to "
    "together too toward under unless until up upon us use used uses using very was way we well were what when "
    "where whether which while who whom whose why will with within without would yet you your yours".split()
)


class KeyPhrase(NamedTuple):
    """A phrase in small letters with its score, and as it was first written."""

    text: str
    score: float
    surface: str


def keyphrases(text: str, *, limit: int = 10) -> tuple[KeyPhrase, ...]:
    """The best phrases of a text, best first. Linear in its length."""
    surfaces: dict[str, str] = {}
    counts: Counter[str] = Counter()
    for run in _runs(text):
        for size in range(1, min(LONGEST, len(run)) + 1):
            for start in range(len(run) - size + 1):
                surface = " ".join(run[start : start + size])
                counts[surface.casefold()] += 1
                surfaces.setdefault(surface.casefold(), surface)
    scored = _scored(counts)
    best = sorted(scored, key=lambda phrase: (-scored[phrase], phrase))
    return tuple(KeyPhrase(phrase, scored[phrase], surfaces[phrase]) for phrase in _apart(best)[:limit])


def _runs(text: str) -> Iterator[list[str]]:
    """Neighbouring content words, cut at marks and function words."""
    for stretch in _MARK.split(text):
        run: list[str] = []
        for word in _RUN.findall(stretch):
            if word.casefold() in FUNCTION_WORDS or word.isdigit():
                if run:
                    yield run
                run = []
            else:
                run.append(word)
        if run:
            yield run


def _scored(counts: Mapping[str, int]) -> dict[str, float]:
    """Length times frequency of each phrase that does not only stand within a longer one."""
    most: dict[str, int] = {}
    for phrase, count in counts.items():
        for inner in _inner(phrase.split()):
            most[inner] = max(most.get(inner, 0), count)
    return {
        phrase: round(math.log2(len(phrase.split()) + 1) * count, 6)
        for phrase, count in counts.items()
        if len(phrase) >= LETTERS and count > most.get(phrase, 0)
    }


def _inner(words: list[str]) -> Iterator[str]:
    for size in range(1, len(words)):
        for start in range(len(words) - size + 1):
            yield " ".join(words[start : start + size])


def _apart(best: Iterable[str]) -> list[str]:
    """Without a phrase that a better one holds, or that holds a better one."""
    kept: list[str] = []
    for phrase in best:
        padded = f" {phrase} "
        if not any(f" {other} " in padded or padded in f" {other} " for other in kept):
            kept.append(phrase)
    return kept


def overlap(first: Iterable[str], second: Iterable[str]) -> float:
    """Share of two sets of phrases that they have in common (Jaccard); 0 where both are empty."""
    one, other = frozenset(first), frozenset(second)
    return len(one & other) / len(one | other) if one or other else 0.0
