"""Words that mean the same: a static table of finance and support, and what people say for the words of documents."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kts import data
from kts.lexicon.analyse import terms

if TYPE_CHECKING:
    from collections.abc import Mapping


@cache
def synonyms() -> Mapping[str, tuple[str, ...]]:
    """Other words for a folded word, by that word; the table is of groups whose members stand for one another."""
    found: dict[str, tuple[str, ...]] = {}
    for group in _table()["groups"]:
        for word in group:
            found[word] = (*found.get(word, ()), *(other for other in group if other != word))
    return found


def written_for(word: str) -> tuple[str, ...]:
    """What documents may write for a word of a person who asks, in any of its forms: `nicked` is stolen, a theft.

    One way only, and loose: for a word that no document holds.
    """
    stems = terms(word)
    return _written().get(stems[0], ()) if stems else ()


@cache
def _written() -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for word, others in _table()["asked"].items():
        stem = terms(word)[0]
        found[stem] = tuple(dict.fromkeys((*found.get(stem, ()), *others.split())))
    return found


def phrased_for(word: str, text: str) -> tuple[str, ...]:
    """What documents may write for a word within a turn of phrase: *stands* of *who stands in for her* is acting."""
    return tuple(
        other
        for pattern, others in _phrases()
        for match in pattern.finditer(text)
        if word.casefold() == match[0].split()[0].casefold()
        for other in others
    )


@cache
def _phrases() -> tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]:
    listed = _table()["phrases"].items()
    return tuple((re.compile(rf"(?i)\b{pattern}\b"), tuple(others.split())) for pattern, others in listed)


@cache
def _table() -> dict[str, Any]:
    read: dict[str, Any] = json.loads(Path(data.__file__).with_name("synonyms.json").read_bytes())
    return read
