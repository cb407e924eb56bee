"""HTML cut into tags and text with exact offsets, in linear time whatever the input."""

from __future__ import annotations

import html
import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MAX_DEPTH = 512
"""Open elements at once; tags beyond are ignored, their text is kept."""
MAX_ATTRIBUTES = 1_000

VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())
_RAW = frozenset({"script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes"})

_NAME = re.compile(r"[a-zA-Z][^\s/>]*")
_ATTRIBUTE = re.compile(r"""[\s/]*([^\s/>=][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*)))?""")
_TAG_END = re.compile(r"[\s/]*>")

_PARAGRAPH_ENDERS = frozenset(
    "address article aside blockquote center details dialog dd dir div dl dt fieldset figcaption figure "
    "footer form h1 h2 h3 h4 h5 h6 header hgroup hr li main menu nav ol p pre section summary table "
    "ul".split()
)
_CELL_SCOPE = frozenset({"table"})
_LIST_SCOPE = frozenset({"ul", "ol", "menu", "dir", "table"})
_IMPLIED: Mapping[str, tuple[frozenset[str], frozenset[str]]] = {
    "li": (frozenset({"li"}), _LIST_SCOPE),
    "dt": (frozenset({"dt", "dd"}), frozenset({"dl", "table"})),
    "dd": (frozenset({"dt", "dd"}), frozenset({"dl", "table"})),
    "td": (frozenset({"td", "th"}), _CELL_SCOPE | {"tr"}),
    "th": (frozenset({"td", "th"}), _CELL_SCOPE | {"tr"}),
    "tr": (frozenset({"tr", "td", "th"}), _CELL_SCOPE),
    "tbody": (frozenset({"tr", "td", "th", "tbody", "thead", "tfoot"}), _CELL_SCOPE),
    "thead": (frozenset({"tr", "td", "th", "tbody", "thead", "tfoot"}), _CELL_SCOPE),
    "tfoot": (frozenset({"tr", "td", "th", "tbody", "thead", "tfoot"}), _CELL_SCOPE),
    "option": (frozenset({"option"}), frozenset({"select"})),
}
_PARAGRAPH_SCOPE = _PARAGRAPH_ENDERS - {"p"} | frozenset({"td", "th", "caption", "button", "body", "object"})


class Token(NamedTuple):
    """A tag or a stretch of text: `source[start:end]`. `match` is the index of the element's other tag."""

    kind: str
    name: str
    start: int
    end: int
    attributes: Mapping[str, str]
    match: int = -1


_NONE: Mapping[str, str] = {}


def tokens(source: str) -> list[Token]:
    """Balanced tokens of the source: every open tag has its close tag, and nothing overlaps."""
    return _balanced(_raw_tokens(source))


def _raw_tokens(source: str) -> Iterator[Token]:
    at, text_from = 0, 0
    patient = [True]
    last_end = source.rfind(">")
    while (at := source.find("<", at)) != -1:
        token = _markup(source, at, patient) if at < last_end or source.startswith("<!--", at) else None
        if token is None:
            at += 1
            continue
        if at > text_from:
            yield Token("text", "", text_from, at, _NONE)
        yield token
        at = text_from = token.end
        if token.kind == "open" and token.name in _RAW:
            at = _raw_end(source, at, token.name)
    if text_from < len(source):
        yield Token("text", "", text_from, len(source), _NONE)


def _markup(source: str, at: int, patient: list[bool]) -> Token | None:
    """The tag, comment or declaration that begins at `at`; None when the `<` is just text."""
    if source.startswith("<!--", at):
        return _until(source, at, "-->", 4)
    if source.startswith(("<!", "<?"), at):
        return _until(source, at, ">", 2)
    if source.startswith("</", at):
        name = _NAME.match(source, at + 2)
        end = source.find(">", at) if name else -1
        return Token("close", name[0].lower(), at, end + 1, _NONE) if name and end != -1 else None
    name = _NAME.match(source, at + 1)
    return _open_tag(source, at, name, patient) if name else None


def _until(source: str, at: int, mark: str, skip: int) -> Token:
    end = source.find(mark, at + skip)
    return Token("comment", "", at, len(source) if end == -1 else end + len(mark), _NONE)


def _open_tag(source: str, at: int, name: re.Match[str], patient: list[bool]) -> Token | None:
    """An open tag. A quote that never closes is seen once; from then on a tag ends at the next `>`."""
    attributes: dict[str, str] = {}
    place = name.end()
    end = None
    while patient[0] and (end := _TAG_END.match(source, place)) is None:
        attribute = _ATTRIBUTE.match(source, place)
        if attribute is None:
            break
        place = attribute.end()
        if len(attributes) < MAX_ATTRIBUTES:
            value = next((group for group in attribute.groups()[1:] if group is not None), "")
            attributes.setdefault(attribute[1].lower(), html.unescape(value))
    if end is None:
        patient[0] = False
        close = source.find(">", name.end())
        return Token("open", name[0].lower(), at, close + 1, attributes) if close != -1 else None
    return Token("open", name[0].lower(), at, end.end(), attributes)


def _raw_end(source: str, at: int, name: str) -> int:
    """Where the close tag of a raw text element begins; without one the rest is its content."""
    match = re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE).search(source, at)
    return match.start() if match else len(source)


class _Balance:
    """The open elements while tokens are brought into balance."""

    def __init__(self) -> None:
        self.out: list[Token] = []
        self.stack: list[int] = []
        self.counts: Counter[str] = Counter()
        self.ignored: Counter[str] = Counter()

    def open(self, token: Token) -> None:
        self._imply(token.name)
        if token.name in VOID:
            self.out.append(token)
        elif len(self.stack) >= MAX_DEPTH:
            self.ignored[token.name] += 1
        else:
            self.stack.append(len(self.out))
            self.counts[token.name] += 1
            self.out.append(token)

    def close(self, token: Token) -> None:
        if self.ignored[token.name]:
            self.ignored[token.name] -= 1
        elif self.counts[token.name]:
            while self.pop(token.start, token.end) != token.name:
                pass

    def pop(self, start: int, end: int) -> str:
        index = self.stack.pop()
        opened = self.out[index]
        self.counts[opened.name] -= 1
        self.out[index] = opened._replace(match=len(self.out))
        self.out.append(Token("close", opened.name, start, end, _NONE, index))
        return opened.name

    def _imply(self, name: str) -> None:
        start = len(self.stack)
        if name in _PARAGRAPH_ENDERS and self.counts["p"]:
            start = self._reaches(frozenset({"p"}), _PARAGRAPH_SCOPE)
        if name in _IMPLIED:
            start = min(start, self._reaches(*_IMPLIED[name]))
        place = self.out[-1].end if self.out else 0
        while len(self.stack) > start:
            self.pop(place, place)

    def _reaches(self, names: frozenset[str], scope: frozenset[str]) -> int:
        """The lowest stack position of an element in `names` above the nearest element of `scope`."""
        found = len(self.stack)
        for position in range(len(self.stack) - 1, -1, -1):
            name = self.out[self.stack[position]].name
            if name in names:
                found = position
            elif name in scope:
                break
        return found


def _balanced(raw: Iterator[Token]) -> list[Token]:
    balance = _Balance()
    end = 0
    for token in raw:
        end = token.end
        if token.kind == "open":
            balance.open(token)
        elif token.kind == "close":
            balance.close(token)
        elif token.kind == "text":
            balance.out.append(token)
    while balance.stack:
        balance.pop(end, end)
    return balance.out
