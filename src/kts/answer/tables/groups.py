"""Rows of a table in groups: four rows of one type with limits of their own, then three of the next.

The limits of a group part its amounts among its rows; those of other groups have nothing to say of them.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, TypeVar

from kts.answer.tables.alternatives import PLAIN
from kts.lexicon.analyse import terms

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Place = TypeVar("Place")


def groups(
    question: str, left: Sequence[Mapping[Place, str]], places: Sequence[Place]
) -> tuple[list[list[Place]], bool]:
    """The rows at `places` by the column on the `left` that says the same of several of them; else all are one group.

    Only the groups of whose words the question has most, and whether it thereby tells them from others.
    """
    for keys in left:
        found: dict[str, list[Place]] = defaultdict(list)
        for place in places:
            found[" ".join(keys.get(place, "").casefold().split())].append(place)
        if "" not in found and 1 < len(found) < len(places):
            said = frozenset(terms(question)) - PLAIN
            shares = {name: len(said & frozenset(terms(name))) for name in found}
            most = max(shares.values())
            return [rows for name, rows in found.items() if shares[name] == most], min(shares.values()) < most
    return [list(places)], False
