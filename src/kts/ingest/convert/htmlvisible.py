"""What of a page is read: no scripts, no hidden parts, no navigation, the main part where one is marked."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.ingest.convert.htmltokens import Token

MAIN_SHARE = 0.3
"""Share of the page's text from which a part marked as main stands for the page."""

_NEVER = frozenset(
    "script style template iframe object canvas svg noframes noembed datalist title noscript select".split()
)
_FRAME = frozenset({"nav", "aside", "footer"})
_FRAME_ROLES = frozenset({"navigation", "banner", "contentinfo", "complementary", "search"})
_HIDDEN_STYLE = re.compile(r"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\b", re.IGNORECASE)


def readable(page: Sequence[Token]) -> list[int]:
    """Indexes of the tokens to render, in order."""
    kept = list(_without(page, range(len(page)), frame=True))
    if not _length(page, kept):
        return list(_without(page, range(len(page)), frame=False))
    whole = _length(page, kept)
    for part in _main_parts(page, kept):
        if _length(page, part) >= MAIN_SHARE * whole:
            return part
    return kept


def hidden_length(page: Sequence[Token]) -> int:
    """Characters of text inside of elements that the page hides."""
    hidden = [index for index, token in enumerate(page) if token.kind == "open" and is_hidden(token)]
    return sum(_length(page, range(index, page[index].match)) for index in hidden)


def is_hidden(token: Token) -> bool:
    """Whether the element says that it is not shown."""
    return "hidden" in token.attributes or bool(_HIDDEN_STYLE.search(token.attributes.get("style", "")))


def _without(page: Sequence[Token], indexes: range, *, frame: bool) -> Iterator[int]:
    skip_to = -1
    articles = 0
    for index in indexes:
        token = page[index]
        if index <= skip_to:
            continue
        if token.name in {"article", "main"}:
            articles += 1 if token.kind == "open" else -1
        if token.kind == "open" and _dropped(page, index, frame=frame and not articles):
            skip_to = max(token.match, index)
            continue
        yield index


def _dropped(page: Sequence[Token], index: int, *, frame: bool) -> bool:
    token = page[index]
    if token.name in _NEVER or token.name == "nav" or is_hidden(token):
        return True
    if not frame:
        return False
    is_frame = token.name in _FRAME or token.attributes.get("role", "") in _FRAME_ROLES
    return is_frame or (token.name == "header" and _has_navigation(page, index))


def _has_navigation(page: Sequence[Token], index: int) -> bool:
    inside = page[index : page[index].match]
    return any(token.kind == "open" and token.name == "nav" for token in inside)


def _main_parts(page: Sequence[Token], kept: Sequence[int]) -> Iterator[list[int]]:
    """The marked main parts, each as the kept indexes inside of it."""
    articles = [index for index in kept if page[index].kind == "open" and page[index].name == "article"]
    mains = [index for index in kept if page[index].kind == "open" and _is_main(page[index])]
    for candidates in (mains, articles):
        if len(candidates) == 1:
            start, end = candidates[0], page[candidates[0]].match
            yield [index for index in kept if start < index < end]


def _is_main(token: Token) -> bool:
    return token.name == "main" or token.attributes.get("role") == "main"


def _length(page: Sequence[Token], indexes: Sequence[int]) -> int:
    return sum(page[index].end - page[index].start for index in indexes if page[index].kind == "text")
