"""Words that mean the same: a static table of finance and support, general enough for any folder."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from kts import data

if TYPE_CHECKING:
    from collections.abc import Mapping


@cache
def synonyms() -> Mapping[str, tuple[str, ...]]:
    """Other words for a folded word, by that word; the table is of groups whose members stand for one another."""
    groups = json.loads(Path(data.__file__).with_name("synonyms.json").read_bytes())["groups"]
    found: dict[str, tuple[str, ...]] = {}
    for group in groups:
        for word in group:
            found[word] = (*found.get(word, ()), *(other for other in group if other != word))
    return found
