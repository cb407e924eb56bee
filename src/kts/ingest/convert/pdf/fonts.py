"""Whether letters are bold or italic, by the name and the flags of their font."""

from __future__ import annotations

import ctypes
import re
from itertools import repeat
from typing import TYPE_CHECKING

from kts.ingest.convert.pdf.calls import calls, handle_of
from kts.ingest.convert.pdf.page import BOLD, ITALIC

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.ingest.convert.pdf.calls import Handle

_BOLD = re.compile(rb"bold|black|heavy|demi|medium|-(?:bd|md)\b", re.IGNORECASE)
_ITALIC = re.compile(rb"italic|oblique", re.IGNORECASE)
_ITALIC_FLAG = 1 << 6
_FORCED_BOLD = 1 << 18
_BOLD_WEIGHT = 600
_NAME_LENGTH = 128


class Looks:
    """The looks of one text page's characters; a font is asked for its name once."""

    def __init__(self, textpage: Handle) -> None:
        self._calls = calls()
        self._textpage = textpage
        self._known: dict[int | None, int] = {}

    def of(self, indices: Sequence[int]) -> list[int]:
        """BOLD, ITALIC or 0 for each of these characters."""
        elements = map(handle_of, map(self._calls.text_object, repeat(self._textpage), indices))
        fonts = list(map(self._calls.font, elements))
        known = self._known
        if not known.keys() >= {*fonts}:
            for font, index in zip(fonts, indices, strict=True):
                if font is not None and font not in known:
                    known[font] = self._look(index)
            if None in fonts:
                return [known[font] if font else self._look(at) for font, at in zip(fonts, indices, strict=True)]
        return [known[font] for font in fonts]

    def _look(self, index: int) -> int:
        name, flags = ctypes.create_string_buffer(_NAME_LENGTH), ctypes.c_int()
        length = self._calls.font_info(self._textpage, index, name, _NAME_LENGTH, ctypes.byref(flags))
        if length <= 1:
            return BOLD if self._calls.font_weight(self._textpage, index) >= _BOLD_WEIGHT else 0
        if _BOLD.search(name.value) or flags.value & _FORCED_BOLD:
            return BOLD
        return ITALIC if _ITALIC.search(name.value) or flags.value & _ITALIC_FLAG else 0
