"""Words that mean the same: a static table of finance and support, and what people say for the words of documents."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from kts.data import table
from kts.lexicon.analyse import terms

if TYPE_CHECKING:
    from collections.abc import Mapping


@cache
def synonyms() -> Mapping[str, tuple[str, ...]]:
    """Other words for a folded word, by that word; the table is of groups whose members stand for one another."""
    found: dict[str, tuple[str, ...]] = {}
    for group in table("synonyms.json")["groups"]:
        for word in group:
            found[word] = (*found.get(word, ()), *(other for other in group if other != word))
    return found


def written_for(word: str) -> tuple[str, ...]:
    """What documents may write for a word of a person who asks, in any of its forms: `nicked` is stolen, a theft.

    One way only, and loose: for a word that no document holds.
    """
    stems = terms(word)
    return _written(stems[0][:1]).get(stems[0], ()) if stems else ()


@cache
def _written(letter: str) -> Mapping[str, tuple[str, ...]]:
    """By stem, of the words that begin with a letter: a stem begins as its word does."""
    found: dict[str, tuple[str, ...]] = {}
    for word, others in table("synonyms.json")["asked"].items():
        if word.startswith(letter):
            stem = terms(word)[0]
            found[stem] = tuple(dict.fromkeys((*found.get(stem, ()), *others.split())))
    return found


def phrased_for(word: str, text: str) -> tuple[str, ...]:
    """What documents may write for a word within a turn of phrase: *stands* of *who stands in for her* is acting."""
    known = _phrases().get(word.casefold())
    if known is None:
        return ()
    behind, written = known
    return written if re.search(rf"(?i)\b{re.escape(word)} (?:{behind})\b", text) else ()


@cache
def _phrases() -> Mapping[str, tuple[str, tuple[str, ...]]]:
    """What comes behind a word in such a turn, as an expression, and what is written for it."""
    return {
        word: ("|".join(map(re.escape, turn["behind"])), tuple(turn["written"].split()))
        for turn in table("phrases.json")["phrases"]
        for word in turn["words"].split()
    }
