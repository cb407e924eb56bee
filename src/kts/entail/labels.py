"""Which output of a classifier is which class: by the names that its `config.json` gives them, never by a guess."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Label = Literal["entailment", "neutral", "contradiction", "other"]
"""`other` is what is only told not to be one of the classes: `not_entailment` may be neutral or a contradiction."""
CLASSES: tuple[Label, ...] = ("entailment", "neutral", "contradiction")
DECIDING = frozenset({"entailment", "contradiction"})
"""Of these classes a model must know one: neutral alone decides nothing."""
NAMES: Mapping[str, Label] = MappingProxyType(
    {
        "entailment": "entailment",
        "entails": "entailment",
        "entailed": "entailment",
        "neutral": "neutral",
        "contradiction": "contradiction",
        "contradicts": "contradiction",
        "contradictory": "contradiction",
        "contradicted": "contradiction",
    }
)
"""Names of the classes in published models, in small letters; behind `not` or `non` they are of `other`."""
_DENIED = re.compile(r"(?:not|non|no)[ _-]+(?P<name>.+)")


def labels(names: Sequence[str]) -> tuple[Label, ...]:
    """The class of each output. Empty where a name tells none, a class is named twice, or no class decides."""
    found = [_label(name) for name in names]
    told = [one for one in found if one != "other"]
    if None in found or len(set(told)) < len(told) or DECIDING.isdisjoint(told):
        return ()
    return tuple(one for one in found if one is not None)


def _label(name: str) -> Label | None:
    plain = name.strip().lower()
    denied = _DENIED.fullmatch(plain)
    if denied:
        return "other" if denied["name"] in NAMES else None
    return NAMES.get(plain)
