"""Words that nobody wrote, to the nearest that somebody did: slips of the pen, parts of compounds, wholes in parts.

Damerau's four slips (1964: a letter wrong, missing, too many, or two changed about) make 80 % of all spelling errors
in one word; a long word is forgiven two.
"""

from __future__ import annotations

import re
import string
from collections import defaultdict
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

SHORTEST = 5
"""Letters of a word below which a slip could be any of too many words (a default, not fitted)."""
LONGEST = 64
"""Characters of a word or identifier above which nobody meant another one by it (a default: the longest words that
dictionaries list have some 45)."""
CODE = 4
"""Characters of the shortest identifier that is mended (a default, not fitted)."""
LONG_CODE = 6
"""Characters of an identifier from which one wrong letter is forgiven (a default, not fitted)."""
TWO_SLIPS = 8
"""Letters of a word from which two slips are forgiven (a default, not fitted)."""
PART = 4
"""Letters of the shortest part of a compound (a default, not fitted)."""
PREFIX = 8
"""Letters that joined words must have to be looked for as the beginning of a longer name."""
NEAREST = 2
"""Words that one slip of the pen stands for at most (a default, not fitted)."""
UNLIKELY = 3
"""What is no slip at all."""
ALPHABET = string.ascii_lowercase + string.digits
LIKE_DIGITS = str.maketrans("oilsbz", "011582")
"""Letters that are taken for digits when a code is read off a screen."""
NEXT_TO = "\x7f"
"""Sorts behind every letter: the end of a range of words with one beginning."""


class Vocabulary:
    """The words of the documents with the number of documents that hold each, and their normalised identifiers."""

    def __init__(self, frequency: Mapping[str, int], codes: Collection[str] = ()) -> None:
        self.frequency = frequency
        self.codes = frozenset(codes).union(word for word in frequency if _has_digit(word))

    @cached_property
    def ordered(self) -> list[str]:
        """All words, sorted, for looking up beginnings."""
        return sorted(self.frequency)

    @cached_property
    def by_start(self) -> Mapping[tuple[str, int], list[str]]:
        """Words by first letter and length."""
        found: dict[tuple[str, int], list[str]] = defaultdict(list)
        for word in self.frequency:
            found[word[:1], len(word)].append(word)
        return found


def _has_digit(word: str) -> bool:
    return not word.isalpha() and len(word) >= CODE


def edits(word: str, alphabet: str = ALPHABET) -> Iterator[str]:
    """Everything that one slip makes of a word; some of it more than once."""
    for at in range(len(word) + 1):
        before, after = word[:at], word[at:]
        if after:
            yield before + after[1:]
        if len(after) > 1:
            yield before + after[1] + after[0] + after[2:]
        for letter in alphabet:
            yield before + letter + after
            if after:
                yield before + letter + after[1:]


def distance(first: str, second: str, most: int = 2) -> int:
    """Slips between two words (Damerau 1964, optimal string alignment); more than `most` comes as most + 1."""
    if abs(len(first) - len(second)) > most:
        return most + 1
    earlier: list[int] = []
    before: list[int] = []
    row = list(range(len(second) + 1))
    for i, letter in enumerate(first, 1):
        earlier, before, row = before, row, [i]
        for j, other in enumerate(second, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == second[j - 2] and other == first[i - 2]:
                cost = min(cost, earlier[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return min(row[-1], most + 1)


def nearest(word: str, vocabulary: Vocabulary, *, limit: int = NEAREST) -> tuple[str, ...]:
    """The words one slip away, else two from a long word; the most frequent first."""
    if not SHORTEST <= len(word) <= LONGEST or not word.isalpha():
        return ()
    frequency = vocabulary.frequency
    found = {near for near in edits(word, string.ascii_lowercase) if near in frequency and _begins_alike(word, near)}
    if not found and len(word) >= TWO_SLIPS:
        found = _two_away(word, vocabulary)
    return tuple(sorted(found, key=lambda near: (near[0] != word[0], -frequency[near], near))[:limit])


def _begins_alike(word: str, near: str) -> bool:
    """Whether a word of some length has the first letter, or the first two changed about.

    People rarely get it wrong (Yannakoudakis 1983); what differs in it is another word that no document holds:
    `around` and `round`, `early` and `yearly`.
    """
    return len(near) >= SHORTEST and (near[0] == word[0] or near[:2] == word[1::-1])


def _two_away(word: str, vocabulary: Vocabulary) -> set[str]:
    """Words two slips away with the same first letter, which people rarely get wrong (Yannakoudakis 1983)."""
    letters, found = set(word), set()
    for length in range(len(word) - 2, len(word) + 3):
        for other in vocabulary.by_start.get((word[0], length), ()):
            if len(letters.symmetric_difference(other)) <= 4 and distance(word, other) <= 2:  # noqa: PLR2004
                found.add(other)
    return found


def nearest_code(norm: str, codes: Collection[str]) -> tuple[str, ...]:
    """Known identifiers that a slip or a misread digit away from a normalised one, the likeliest first.

    A changed digit names another code, and so it is never taken for a slip; a changed letter is, in a long one.
    """
    if not CODE <= len(norm) <= LONGEST or norm.isdigit():
        return ()
    read = {_misread(norm)} - {norm}
    found = {near for near in (*read, *edits(norm, ALPHABET + "-.")) if near in codes}
    likely = {near: _unlikely(norm, near) for near in found}
    kept = [near for near, unlikely in likely.items() if unlikely < UNLIKELY or near in read]
    return tuple(sorted(kept, key=lambda near: (near not in read, likely[near], near)))


def _misread(norm: str) -> str:
    """Letters between digits, or at the end of them, as the digits that they look like."""
    return re.sub(r"(?<=\d)[oilsbz]+|[oilsbz]+(?=\d)", lambda match: match[0].translate(LIKE_DIGITS), norm)


def _unlikely(norm: str, near: str) -> int:
    """0 where characters are changed about or doubled, 1 where one is missing or too many, 2 for a wrong letter."""
    if sorted(norm) == sorted(near):
        return 0
    if len(norm) != len(near):
        longer, shorter = (norm, near) if len(norm) > len(near) else (near, norm)
        return 0 if re.sub(r"(.)\1", r"\1", longer) in {shorter, re.sub(r"(.)\1", r"\1", shorter)} else 1
    wrong = next(pair for pair in zip(norm, near, strict=True) if pair[0] != pair[1])
    return 2 if len(norm) >= LONG_CODE and "".join(wrong).isalpha() else UNLIKELY


def joined(words: Sequence[str], vocabulary: Collection[str], *, most: int = 5) -> dict[str, tuple[str, ...]]:
    """Neighbouring words that are one word of the vocabulary: `time out`, `crash loop back off`."""
    found: dict[str, tuple[str, ...]] = {}
    for count in range(min(most, len(words)), 1, -1):
        for start in range(len(words) - count + 1):
            parts = tuple(words[start : start + count])
            whole = "".join(parts)
            if len(whole) > PREFIX // 2 and whole in vocabulary:
                found[whole] = parts
    return found


LINKS = ("s", "es", "n", "en")
"""What stands between the words of a German compound and belongs to neither."""


def split(word: str, vocabulary: Vocabulary, *, linked: bool = False) -> tuple[str, ...]:
    """The two known words that an unknown one is made of, the rarer of them as frequent as can be; else nothing.

    `linked`: as German joins them, also by a letter or two of no word: `Urlaubstage`, *Urlaub* and *Tage*.
    """
    if len(word) > LONGEST:
        return ()
    frequency = vocabulary.frequency
    cuts = [(word[:at], word[at:]) for at in range(PART, len(word) - PART + 1)]
    if linked:
        cuts += [
            (first.removesuffix(link), second)
            for first, second in cuts
            for link in LINKS
            if first.endswith(link) and len(first) >= PART + len(link)
        ]
    options = [parts for parts in cuts if parts[0] in frequency and parts[1] in frequency]
    return max(options, key=lambda parts: (min(frequency[part] for part in parts), parts), default=())


def beginning(prefix: str, ordered: Sequence[str], *, limit: int = NEAREST) -> tuple[str, ...]:
    """The shortest words with this beginning."""
    from bisect import bisect_left

    if len(prefix) < PREFIX:
        return ()
    found = ordered[bisect_left(ordered, prefix) : bisect_left(ordered, prefix + NEXT_TO)]
    return tuple(sorted(found, key=lambda word: (len(word), word))[:limit])
