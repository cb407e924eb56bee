"""Names that are known beforehand, found in text whatever its case."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kts.lexicon.analyse import located_words, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

LONGEST = 6
"""Words of a known name at most; longer ones are looked up by their first six (a default, not fitted)."""


class Known(NamedTuple):
    """A known name: its folded words and what it is the name of."""

    words: tuple[str, ...]
    kind: str


class Gazetteer(NamedTuple):
    """Known names by their first word, the longest first."""

    by_first: Mapping[str, tuple[Known, ...]]

    def found(self, text: str) -> Iterator[tuple[int, int, Known]]:
        """`(start, end, name)` of the known names in `text`, the longest at each place, not overlapping."""
        located = located_words(text)
        position = 0
        while position < len(located):
            name = self._at([word for _, _, word in located[position : position + LONGEST]])
            if name is not None:
                yield located[position][0], located[position + len(name.words) - 1][1], name
            position += len(name.words) if name else 1

    def _at(self, following: Sequence[str]) -> Known | None:
        for name in self.by_first.get(following[0], ()):
            if tuple(following[: len(name.words)]) == name.words:
                return name
        return None


def gazetteer(names: Iterable[tuple[str, str]]) -> Gazetteer:
    """A gazetteer of `(name, kind)` pairs; a name that comes twice keeps its first kind."""
    found: dict[tuple[str, ...], Known] = {}
    for name, kind in names:
        spelled = tuple(words(name)[:LONGEST])
        if spelled:
            found.setdefault(spelled, Known(spelled, kind))
    grouped: dict[str, list[Known]] = {}
    for known in sorted(found.values(), key=lambda one: (-len(one.words), one.words)):
        grouped.setdefault(known.words[0], []).append(known)
    return Gazetteer({first: tuple(group) for first, group in grouped.items()})


EMPTY = Gazetteer({})
"""Nothing is known beforehand."""
