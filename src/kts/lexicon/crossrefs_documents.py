"""Which document of a corpus a name means: `the Pooling and Servicing Agreement`, `the Late Charge Policy`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Iterable

_WORD = later(r"[^\W_]+")
_SMALL = frozenset("a an and as at by for from in of on or the to with".split())
SHARE = 0.99
"""Share of the name's words that a title must hold: a document that lacks one of them is another one."""


def words_of(name: str) -> frozenset[str]:
    """The words of a name or title that tell it from others, singular by a rule of thumb."""
    found = (word.casefold() for word in _WORD.findall(name))
    return frozenset(word.removesuffix("s") if len(word) > 3 else word for word in found if word not in _SMALL)  # noqa: PLR2004


def named(name: str, titles: Iterable[tuple[str, str]]) -> str | None:
    """The id of the document whose title holds all words of `name` and the fewest others; None when two are as near.

    `titles` are (id, title with the file's name).
    """
    wanted = words_of(name)
    if not wanted:
        return None
    ranked = []
    for id_, title in titles:
        held = words_of(title)
        if len(wanted & held) >= SHARE * len(wanted):
            ranked.append((len(held - wanted), id_))
    ranked.sort()
    if not ranked or (len(ranked) > 1 and ranked[0][0] == ranked[1][0]):
        return None
    return ranked[0][1]
