"""JSON: one line a leaf, its path as the context, each mapped to the bytes it came from."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, NamedTuple

from kts.ingest.convert.builder import TextBuilder
from kts.ingest.convert.decode import Positions, decode
from kts.ingest.convert.outcomes import Refusal, attempt
from kts.types import Conversion

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MAX_DEPTH = 200

_SPACE = re.compile(r"[ \t\r\n]*")
_SCALAR = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|true|false|null|NaN|-?Infinity")
_BARE_KEY = re.compile(r"[^\W\d][\w-]*")
_TITLES = ("title", "name", "subject")


_scan_string: Callable[[str, int, bool], tuple[str, int]] = json.decoder.scanstring  # type: ignore[attr-defined]


class Place(NamedTuple):
    """A range of the decoded file."""

    start: int
    end: int


class Step(NamedTuple):
    """One step of a path as displayed (`.delay`, `[0]`), and where its key stands."""

    text: str
    place: Place | None


class Leaf(NamedTuple):
    """A scalar or an empty container with the way to it."""

    path: tuple[Step, ...]
    value: str
    place: Place


class JsonConverter:
    """Reads `.json`, also several values one after the other (JSON Lines); duplicate keys are kept."""

    name = "json"
    version = "2"
    suffixes = frozenset({".json"})

    def convert(self, content: bytes, *, name: str) -> Conversion:
        """One line a leaf: `service.retries[0].delay: 30`."""
        del name
        return attempt(lambda: _convert(content), damage=(json.JSONDecodeError,), what="JSON")


def _convert(content: bytes) -> Conversion:
    decoded = decode(content)
    if not decoded.text.strip():
        return Conversion("empty", reason="no text")
    positions = Positions(decoded)
    builder = TextBuilder()
    metadata: dict[str, str] = {}
    group = ""
    for leaf in leaves(decoded.text):
        begin = leaf.path[0].text if len(leaf.path) > 1 else ""
        if begin != group:
            builder.begin_block()
        group = begin
        _write(builder, leaf, positions)
        _note_title(metadata, leaf)
    if not builder.length:
        return Conversion("empty", reason="no values")
    return Conversion("ok", text=builder.text(), source_map=builder.source_map(), metadata=metadata)


def _write(builder: TextBuilder, leaf: Leaf, positions: Positions) -> None:
    builder.begin_line()
    last = len(leaf.path) - 1
    for index, step in enumerate(leaf.path):
        text = step.text.removeprefix(".") if index == 0 else step.text
        # the names of what the value lies in stand lines before it: a citation names the value's own line
        builder.add(text, positions.locate(*step.place) if step.place and index == last else None)
    if leaf.path:
        builder.add(":" if "\n" in leaf.value.strip() else ": ")
    if "\n" in leaf.value.strip():
        builder.begin_line()
    builder.add(leaf.value, positions.locate(*leaf.place))


def _note_title(metadata: dict[str, str], leaf: Leaf) -> None:
    key = leaf.path[0].text.removeprefix(".").lower() if len(leaf.path) == 1 else ""
    if key in _TITLES and leaf.value.strip():
        rank = _TITLES.index(key)
        if rank == 0 or "title" not in metadata:
            metadata["title"] = leaf.value.strip()


def leaves(text: str) -> Iterator[Leaf]:
    """The leaves of all values in the text, in order. Raises JSONDecodeError, or a refusal when too deep."""
    starts: list[tuple[int, list[Leaf]]] = []
    at = _skip(text, 0)
    while at < len(text):
        found: list[Leaf] = []
        start = at
        at = _skip(text, _Reader(text, found).value(at, ()))
        starts.append((start, found))
    several = len(starts) > 1
    for index, (_, found) in enumerate(starts):
        for leaf in found:
            yield leaf._replace(path=(Step(f"[{index}]", None), *leaf.path)) if several else leaf


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


class _Reader:
    """Recursive descent over one text, collecting leaves; lives for one call."""

    def __init__(self, text: str, found: list[Leaf]) -> None:
        self.text = text
        self.found = found

    def value(self, at: int, path: tuple[Step, ...]) -> int:
        """Read the value at `at` and return the offset after it."""
        if len(path) > MAX_DEPTH:
            raise Refusal(outcome="malformed", reason=f"nested deeper than {MAX_DEPTH} levels")
        opening = self.text[at : at + 1]
        if opening == "{":
            return self._members(at, path)
        if opening == "[":
            return self._elements(at, path)
        if opening == '"':
            value, end = _scan_string(self.text, at + 1, False)  # noqa: FBT003 - positional only
            return self._leaf(path, value, Place(at + 1, end - 1), end)
        match = _SCALAR.match(self.text, at)
        if match is None:
            raise self._error(at, message="no value")
        return self._leaf(path, match[0], Place(at, match.end()), match.end())

    def _leaf(self, path: tuple[Step, ...], value: str, place: Place, end: int) -> int:
        self.found.append(Leaf(path, value, place))
        return end

    def _members(self, at: int, path: tuple[Step, ...]) -> int:
        start, at = at, _skip(self.text, at + 1)
        if self.text[at : at + 1] == "}":
            return self._leaf(path, "{}", Place(start, at + 1), at + 1)
        while True:
            if self.text[at : at + 1] != '"':
                raise self._error(at, message="no key")
            key, end = _scan_string(self.text, at + 1, False)  # noqa: FBT003 - positional only
            step = Step(_displayed(key), Place(at + 1, end - 1))
            at = self._expect(":", _skip(self.text, end))
            at = _skip(self.text, self.value(at, (*path, step)))
            if self.text[at : at + 1] == "}":
                return at + 1
            at = self._expect(",", at)

    def _elements(self, at: int, path: tuple[Step, ...]) -> int:
        start, at = at, _skip(self.text, at + 1)
        if self.text[at : at + 1] == "]":
            return self._leaf(path, "[]", Place(start, at + 1), at + 1)
        index = 0
        while True:
            at = _skip(self.text, self.value(at, (*path, Step(f"[{index}]", None))))
            if self.text[at : at + 1] == "]":
                return at + 1
            at = self._expect(",", at)
            index += 1

    def _expect(self, mark: str, at: int) -> int:
        if self.text[at : at + 1] != mark:
            raise self._error(at, message=f"no '{mark}'")
        return _skip(self.text, at + 1)

    def _error(self, at: int, *, message: str) -> json.JSONDecodeError:
        return json.JSONDecodeError(message, self.text, min(at, len(self.text)))


def _displayed(key: str) -> str:
    return f".{key}" if _BARE_KEY.fullmatch(key) else f"[{json.dumps(key, ensure_ascii=False)}]"
