"""What runs along pages, whatever the format: numbers of pages say nothing, and what the body says is said already."""

from __future__ import annotations

import re

_PAGE = re.compile(r"(?i)\W*(?:pages?|pg|p|seite|s|blatt|p[a\u00e1\u00e0]g(?:ina)?)\b[\W\d]*(?:\w{1,3}\b[\W\d]*)?")
"""The number of a page that is typed: `Page 1 of 3`."""


def is_page_number(text: str) -> bool:
    """Whether a text is the number of a page, or has no word at all."""
    return not re.search(r"[^\W\d_]{2}", text) or bool(_PAGE.fullmatch(text))


def folded(text: str) -> str:
    """The words of a text, by which it is known again."""
    return " ".join(re.findall(r"\w+", text.casefold()))
