"""Regular expressions that are compiled when they are first used.

To compile those of a module costs more than to load it, and a question uses few of them.
"""

from __future__ import annotations

import re
from typing import Any, cast


class _Later:
    """Becomes what the compiled expression is, one method after the other, as each is first asked for."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self.flags = flags

    def __getattr__(self, name: str) -> Any:
        compiled = self.__dict__.get("_compiled") or re.compile(self.pattern, self.flags)
        self._compiled = compiled  # the cache of `re` holds fewer than are used here
        found = getattr(compiled, name)
        setattr(self, name, found)
        return found


def later(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """The expression, to be used by its methods; a mistake in it shows when it is first used."""
    return cast("re.Pattern[str]", _Later(pattern, flags))
