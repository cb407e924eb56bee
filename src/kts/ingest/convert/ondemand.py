"""Converters that are made when they are first asked for: most folders hold few of the kinds that can be read."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from kts.ports import Converter


class OnDemand(Mapping[str, "Converter"]):
    """A mapping of the `names` to what `make` makes of each, which raises KeyError for other names.

    To go through all of it makes all of it; one that is asked for by its name is the only one made.
    """

    def __init__(self, names: Callable[[], Iterable[str]], make: Callable[[str], Converter]) -> None:
        self._names = cache(lambda: tuple(names()))
        self._make = make
        self._made: dict[str, Converter] = {}

    def __getitem__(self, name: str) -> Converter:
        if name not in self._made:
            self._made[name] = self._make(name)
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names())

    def __len__(self) -> int:
        return len(self._names())
