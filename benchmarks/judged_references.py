"""Where another program's Markdown was looked at beside the original and held to be wrong, or to mean something else.

`evaluation/conversion/judged.json` has an entry for a file and a measure: what the reference has, who is right, and
the words, headings or cells that only one of the two has. Who is right is `ours` (the reference is wrong by what the
original shows), `both` (a matter of taste, such as LaTeX for equations) or `reference` (we are wrong, it counts).

The reference is mended by exactly these words: what else differs in that file counts against us as before, a word
that we lose tomorrow, too.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from text_agreement import MEASURES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from text_agreement import Content

RIGHT = ("ours", "both", "reference")
WRONG = frozenset({"ours"})
"""Verdicts that say that the reference is wrong."""
WRONG_OR_TASTE = frozenset({"ours", "both"})


class Judged(NamedTuple):
    """One entry; a word that stands several times is given as often. A measure of a file may have several."""

    path: str
    measure: str
    right: str
    reference: str
    only_reference: tuple[str, ...]
    only_ours: tuple[str, ...]


def read(path: Path) -> tuple[Judged, ...]:
    """The entries of a file. Raises ValueError where one has a word that means nothing."""
    found = json.loads(path.read_text(encoding="utf-8"))
    entries = tuple(
        Judged(**{name: tuple(value) if isinstance(value, list) else value for name, value in entry.items()})
        for entry in found
    )
    for entry in entries:
        if entry.right not in RIGHT or entry.measure not in MEASURES:
            message = f"{path}: {entry.path}: right is one of {RIGHT}, measure one of {MEASURES}"
            raise ValueError(message)
    return entries


def mended(path: str, reference: Content, entries: Iterable[Judged], verdicts: frozenset[str]) -> Content:
    """The reference of a file as it is once the entries with these verdicts are followed."""
    changes: dict[str, Counter[Any]] = {}
    for entry in entries:
        if entry.path == path and entry.right in verdicts:
            held = changes.get(entry.measure, getattr(reference, entry.measure))
            changes[entry.measure] = (
                held - _keys(entry.measure, entry.only_reference) + _keys(entry.measure, entry.only_ours)
            )
    return replace(reference, **changes)


def unjudged(
    texts: Mapping[str, Content], references: Mapping[str, Content], entries: tuple[Judged, ...]
) -> Iterator[tuple[str, str, list[str], list[str]]]:
    """Path, measure and what only the reference and only we have, as far as no entry names it."""
    for path, ours in sorted(texts.items()):
        known = [entry for entry in entries if entry.path == path]
        for name in MEASURES:
            mine, theirs = getattr(ours, name), getattr(references[path], name)
            missing, surplus = spelled(name, theirs - mine), spelled(name, mine - theirs)
            said = [entry for entry in known if entry.measure == name]
            new = Counter(missing) - Counter(word for entry in said for word in entry.only_reference)
            more = Counter(surplus) - Counter(word for entry in said for word in entry.only_ours)
            if new or more:
                yield path, name, sorted(new.elements()), sorted(more.elements())


def spelled(measure: str, found: Counter[Any]) -> tuple[str, ...]:
    """The keys of a measure as an entry has them, sorted."""
    return tuple(sorted(" | ".join(key) if measure == "cells" else key for key in found.elements()))


def _keys(measure: str, words: Iterable[str]) -> Counter[Any]:
    return Counter(tuple(word.split(" | ")) if measure == "cells" else word for word in words)
