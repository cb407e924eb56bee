"""Where the cells of an RTF table row stand, by the control words of its definition."""

from __future__ import annotations

from itertools import pairwise

from kts.ingest.convert.legacy.doctables import MAX_COLUMNS, Shape

ROW_WORDS = frozenset({"trowd", "trleft", "clmrg", "clvmrg", "cellx"})
_GOES_ON = {"clmrg": "left", "clvmrg": "above"}


class RowShape:
    """Collects the definition that holds from here on; lives for one conversion."""

    def __init__(self) -> None:
        self._left = 0
        self._edges: list[int] = []
        self._goes_on: list[str] = []
        self._next = ""

    def word(self, word: str, parameter: int) -> None:
        """Take a control word of `ROW_WORDS`; `trowd` begins a new definition."""
        if word == "trowd":
            self._left, self._edges, self._goes_on, self._next = 0, [], [], ""
        elif word == "trleft":
            self._left = parameter
        elif word != "cellx":
            self._next = _GOES_ON[word]
        elif len(self._edges) <= MAX_COLUMNS:
            self._edges.append(parameter)
            self._goes_on.append(self._next)
            self._next = ""

    def shape(self) -> Shape:
        """The definition so far; none where its edges do not follow each other."""
        edges = (self._left, *self._edges)
        ordered = all(left < right for left, right in pairwise(edges))
        return Shape(edges, tuple(self._goes_on)) if ordered else Shape()
