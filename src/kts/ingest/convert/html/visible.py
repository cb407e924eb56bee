"""What of a page is read: no scripts, no navigation, the main part where one is marked. In doubt, it is read."""

from __future__ import annotations

import html
import re
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, NamedTuple

from kts.ingest.convert.html.hidden import hidden as hidden_parts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from kts.ingest.convert.html.tokens import Token

MAIN_SHARE = 0.3
"""Share of the page's text, links left out, from which a part marked as main stands for the page."""
ARTICLE_SHARE = 0.5
"""The same for a single article, which says less."""
LINK_SHARE = 0.5
"""Share of link text from which a part that is named like a menu is one; own reading of news and manual pages."""
ASIDE_LINK_SHARE = 0.3
FRAME_SHARE = 0.3
"""Share of the page's text above which a part is its content, whatever it is named."""
NAMED_SHARE = 0.7
"""The same for parts whose name leaves no doubt: on short pages they are most of the text."""
LONGEST_NOTICE = 1_500
"""Characters of a cookie notice; longer ones are the cookie policy itself."""

_NEVER = frozenset(
    "script style template iframe object canvas svg noframes noembed datalist title noscript annotation "
    "annotation-xml audio video".split()
)
_FRAME_ROLES = frozenset({"navigation", "banner", "contentinfo", "complementary", "search"})
_NOTE = "note"
"""The role of a remark on the content, such as `Main article: ...`: it is made of links and no menu."""
_NAMED = frozenset({"div", "section", "ul", "ol", "p", "table", "form", "aside", "footer", "header", "span", "a", "td"})
"""Elements that a site's frame is made of; what others are named is style."""
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_ALWAYS = frozenset(
    {
        "navheader",
        "navfooter",
        "breadcrumb",
        "breadcrumbs",
        "skiplink",
        "linenos",
        "lineno",
        "headerlink",
        "editsection",
    }
)
_ALWAYS_PAIRS = frozenset({("skip", "link"), ("skip", "nav"), ("skip", "to"), ("line", "numbers"), ("line", "number")})
_MENUS = frozenset(
    "nav navbar navigation menu menubar sidebar breadcrumb breadcrumbs pager pagination related share social footer "
    "header masthead topbar toolbar topnav sidenav subnav langs languages tags".split()
)
_NOTICES = frozenset({"cookie", "cookies", "consent", "gdpr", "ccpa", "cookiebar"})
_IMPRINT = re.compile(
    r"internal use|powered by|\u00a9|copyright|all rights reserved|imprint|impressum|privacy|cookie", re.IGNORECASE
)


_DIVIDED = re.compile(r"\s*(?:[|\u00b7\u2022]|[.!?](?=\s)|\n)\s*")
"""What divides the statements of a foot of a page."""
_TOLD = re.compile(r"\b\d{1,2}[:.]\d\d\b|\S@\S|(?<!\d)(?!(?:19|20)\d\d(?!\d))\d{3,}")
"""Signs that such a statement tells something: a time, an address, a number of three digits that is no year."""


class Reading(NamedTuple):
    """Indexes of the tokens to render, in order, and the text tokens that are held but not shown, by kind.

    `beside` are remarks that stand before or after the main part, to be rendered after it.
    """

    kept: list[int]
    hidden: Mapping[int, str]
    beside: list[int]


_ENDS, _MARGINS = frozenset({"header", "footer"}), frozenset({"aside"})


class _Measures:
    """Lengths of text and of link text before each token, so that any element is measured at once."""

    def __init__(self, page: Sequence[Token], source: str, unseen: frozenset[int]) -> None:
        own, linked, links = [0], [0], 0
        for index, token in enumerate(page):
            if token.name in {"a", "button"}:
                links = max(links + (1 if token.kind == "open" else -1), 0)
            shown = token.kind == "text" and index not in unseen
            length = len(source[token.start : token.end].strip()) if shown else 0
            own.append(length)
            linked.append(length if links else 0)
        self._text, self._linked = list(accumulate(own)), list(accumulate(linked))
        self._titles = list(accumulate((token.kind == "open" and token.name == "h1" for token in page), initial=0))
        self._menus = list(accumulate((token.kind == "open" and is_navigation(token) for token in page), initial=0))
        self.whole = self._text[-1]

    def text(self, start: int, end: int) -> int:
        """Characters of text of the tokens from `start` to before `end`."""
        return self._text[end] - self._text[start]

    def linked(self, start: int, end: int) -> int:
        """Those of them that are in links and buttons."""
        return self._linked[end] - self._linked[start]

    def titles(self, start: int, end: int) -> int:
        """First-level headings that begin there."""
        return self._titles[end] - self._titles[start]

    def menus(self, start: int, end: int) -> int:
        """Elements of navigation that begin there."""
        return self._menus[end] - self._menus[start]


def readable(page: Sequence[Token], source: str) -> Reading:
    """What to render: less and less is left out until something is there."""
    found = hidden_parts(page, source)
    never = _inside(page, lambda index: _is_never_read(page[index]) and index not in found.subtrees)
    held = _inside(page, lambda index: index in found.subtrees)
    concealed = {
        index: kind for index, kind in found.texts.items() if source[page[index].start : page[index].end].strip()
    }
    measures = _Measures(page, source, frozenset(found.texts) | never)
    kept: list[int] = []
    framed: frozenset[int] = frozenset()
    frame = _Frame(page, source, measures)
    for is_frame in (frame.is_frame, frame.is_navigation, lambda _: False):
        framed = _inside(page, is_frame)
        out = framed | never | held | found.texts.keys()
        kept = [index for index in range(len(page)) if index not in out]
        if any(page[index].kind == "text" and source[page[index].start : page[index].end].strip() for index in kept):
            break
    shown = {index: kind for index, kind in concealed.items() if index not in never and index not in framed}
    main, beside = _main_part(page, kept, measures)
    return Reading(main, shown, beside)


def _is_never_read(token: Token) -> bool:
    return token.name in _NEVER or (token.name == "option" and "selected" not in token.attributes)


def _inside(page: Sequence[Token], is_left_out: Callable[[int], bool]) -> frozenset[int]:
    """Indexes of all tokens of the outermost elements that are left out."""
    out: set[int] = set()
    skip_to = -1
    for index, token in enumerate(page):
        if index > skip_to and token.kind == "open" and is_left_out(index):
            skip_to = max(token.match, index)
            out.update(range(index, skip_to + 1))
    return frozenset(out)


class _Frame:
    """What of one page is the site's, not the page's; lives for one reading."""

    def __init__(self, page: Sequence[Token], source: str, measures: _Measures) -> None:
        self.page, self.source, self.measures = page, source, measures
        self.contents = _inside(page, lambda index: page[index].name in {"article", "main"} or _is_main(page[index]))

    def is_navigation(self, index: int) -> bool:
        """Whether the element at an open tag is navigation by its name."""
        return is_navigation(self.page[index])

    def is_frame(self, index: int) -> bool:
        """Whether the element at an open tag belongs to the frame around the content."""
        token = self.page[index]
        if token.attributes.get("role") == _NOTE:
            return False
        words = _words(token) if token.name in _NAMED else ()
        if self.is_navigation(index) or (words and self._is_marked(index, words)):
            return True
        if index in self.contents or self._has_title(index):
            return False
        return self._is_around(index, words)

    def _is_around(self, index: int, words: tuple[str, ...]) -> bool:
        """Whether an element outside of the contents is head, foot or margin of the site."""
        token = self.page[index]
        role = token.attributes.get("role", "")
        if token.name == "footer" or role == "contentinfo":
            return self._is_imprint(index)
        if token.name == "header":
            return self.measures.menus(index, token.match) > 0
        if token.name == "aside":
            return self._link_share(index) >= ASIDE_LINK_SHARE or bool({"sidebar", "widget"}.intersection(words))
        return role in _FRAME_ROLES and self._is_small(index)

    def _is_marked(self, index: int, words: tuple[str, ...]) -> bool:
        """Whether class or id say that it is a menu, a trail, a notice, and what is in it agrees."""
        if self._has_title(index):
            return False
        if _ALWAYS.intersection(words) or _ALWAYS_PAIRS.intersection(pairwise(words)):
            return self._is_small(index, share=NAMED_SHARE)
        if not self._is_small(index):
            return False
        if _NOTICES.intersection(words) and self._is_notice(index):
            return True
        return bool(_MENUS.intersection(words)) and self._link_share(index) >= LINK_SHARE

    def _is_small(self, index: int, *, share: float = FRAME_SHARE) -> bool:
        return self.measures.text(index, max(self.page[index].match, index) + 1) <= share * self.measures.whole

    def _link_share(self, index: int) -> float:
        end = max(self.page[index].match, index) + 1
        return self.measures.linked(index, end) / max(self.measures.text(index, end), 1)

    def _has_title(self, index: int) -> bool:
        return self.measures.titles(index, max(self.page[index].match, index)) > 0

    def _is_notice(self, index: int) -> bool:
        start, end = self.page[index].start, self.page[self.page[index].match].end
        return end - start <= LONGEST_NOTICE * 4 and self.measures.text(index, self.page[index].match) <= LONGEST_NOTICE

    def _is_imprint(self, index: int) -> bool:
        token = self.page[index]
        if self._link_share(index) >= ASIDE_LINK_SHARE or self.measures.text(index, token.match) == 0:
            return True
        text = self._text(index)
        return self._is_small(index, share=NAMED_SHARE) and bool(_IMPRINT.search(text)) and not _tells(text)

    def _text(self, index: int) -> str:
        """The text of an element that is shown, a line for each stretch."""
        shown = (at for at in range(index, self.page[index].match) if self.measures.text(at, at + 1))
        return html.unescape("\n".join(self.source[self.page[at].start : self.page[at].end] for at in shown))


def _tells(text: str) -> bool:
    """Whether a foot of a page tells something besides whose the page is: when an office is open, its telephone."""
    return any(_TOLD.search(part) and not _IMPRINT.search(part) for part in _DIVIDED.split(text))


def is_navigation(token: Token) -> bool:
    """Whether an element says that it is navigation."""
    return token.name == "nav" or token.attributes.get("role") == "navigation"


def _words(token: Token) -> tuple[str, ...]:
    """The words of an element's class and id."""
    named = f"{token.attributes.get('class', '')} {token.attributes.get('id', '')}"
    return tuple(word.lower() for word in _WORD.findall(named)) if len(named) > 1 else ()


def _main_part(page: Sequence[Token], kept: list[int], measures: _Measures) -> tuple[list[int], list[int]]:
    """The part that is marked as main if it holds enough of what was kept, its title with it, and remarks beside it."""
    mains = [index for index in kept if page[index].kind == "open" and _is_main(page[index])]
    articles = [index for index in kept if page[index].kind == "open" and page[index].name == "article"]
    for candidates, share in ((mains, MAIN_SHARE), (articles, ARTICLE_SHARE)):
        if len(candidates) != 1:
            continue
        start, end = candidates[0], page[candidates[0]].match
        part = [index for index in kept if start < index < end]
        if _unlinked(measures, part) >= share * _unlinked(measures, kept):
            main = {*_title_above(page, kept, start), *_beside(page, kept, start, _ENDS), *part}
            return sorted(main), [index for index in _beside(page, kept, start, _MARGINS) if index not in main]
    return kept, []


def _unlinked(measures: _Measures, indexes: Iterable[int]) -> int:
    return sum(measures.text(index, index + 1) - measures.linked(index, index + 1) for index in indexes)


def _title_above(page: Sequence[Token], kept: Sequence[int], start: int) -> list[int]:
    """The page's only first-level heading where it stands before the main part."""
    titles = [index for index in kept if page[index].kind == "open" and page[index].name == "h1"]
    if len(titles) != 1 or titles[0] > start:
        return []
    return [index for index in kept if titles[0] <= index <= page[titles[0]].match]


def _beside(page: Sequence[Token], kept: Sequence[int], main: int, names: frozenset[str]) -> Iterator[int]:
    """Head, foot or margins of the page around its main part: what of them was kept is no menu and no imprint."""
    skip_to = -1
    for index in kept:
        token = page[index]
        if token.kind == "open" and token.name in names and not index < main < token.match:
            skip_to = max(skip_to, token.match)
        if index <= skip_to:
            yield index


def _is_main(token: Token) -> bool:
    return token.name == "main" or token.attributes.get("role") == "main"
