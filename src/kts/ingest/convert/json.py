"""JSON: one line a leaf, its path as the context, each mapped to the bytes it came from.

Elements of a list are named by what identifies them, not by their position: one more element in front must not
change what is said of the others. The position is in the location.
"""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from kts.ingest.convert.builder import TextBuilder
from kts.ingest.convert.decode import Positions, assumed, decode
from kts.ingest.convert.outcomes import Refusal, attempt
from kts.types import Conversion, line_ends

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from kts.types import Outcome

MAX_DEPTH = 200

_LINES = (".jsonl", ".ndjson")
"""Suffixes of files that hold one value a line: a damaged line says nothing of the next."""
OURS = "a result, or judged questions, of kts, no document: what is cited is read where it stands"

_WRAPPER = frozenset({".success", ".data", ".confidence", ".reasoning"})
_CHECKED = frozenset({".id", ".claim", ".support", ".score", ".standing", ".reasons", ".citations"})
_TICKET = frozenset({".id", ".validation", ".augmentation", ".classification", ".plan", ".retrieval", ".ranking"})
"""Fields of our own results: of any `--json`, of a checked claim, and those that every ticket of a run has."""
_JUDGED = (
    frozenset({".id", ".question", ".places"}),
    frozenset({".id", ".question", ".answerable"}),
    frozenset({".id", ".claim", ".evidence"}),
    frozenset({".id", ".claim", ".label"}),
)
"""Fields of judged questions and claims, as `kts eval` and `kts check` read them: they quote what they ask for."""

_SPACE = re.compile(r"[ \t\r\n]*")
_SCALAR = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|true|false|null|NaN|-?Infinity")
_BARE_KEY = re.compile(r"[^\W\d][\w-]*")
_TITLES = ("title", "name", "subject")
_IDENTIFYING = ("id", "key", "name", "title", "code", "uuid", "slug")
"""Fields that name a record, the best first; then any whose name ends in `_id`."""
LONGEST_NAME = 80
"""Characters of a value that can stand for a record in a path."""
_EMPTY = frozenset({"", "null", "{}", "[]"})


_scan_string: Callable[[str, int, bool], tuple[str, int]] = json.decoder.scanstring  # type: ignore[attr-defined]


class Place(NamedTuple):
    """A range of the decoded file."""

    start: int
    end: int


class Step(NamedTuple):
    """One step of a path as displayed (`.delay`, `[]`), and where its key stands.

    A step into a list has the offset of the list as `owner`, one into a record of it the record's as `element`.
    """

    text: str
    place: Place | None
    owner: int = -1
    element: int = -1


class Leaf(NamedTuple):
    """A scalar or an empty container with the way to it."""

    path: tuple[Step, ...]
    value: str
    place: Place


class JsonConverter:
    """Reads `.json` and JSON Lines; duplicate keys are kept, numbers stay as written."""

    name = "json"
    version = "4"
    suffixes = frozenset({".json", *_LINES})

    def convert(self, content: bytes, *, name: str) -> Conversion:
        """One line a leaf or list of scalars: `service.retries[fast].delay: 30`."""
        lines = name.lower().endswith(_LINES)
        return attempt(lambda: _convert(content, lines=lines), damage=(json.JSONDecodeError,), what="JSON")


def _convert(content: bytes, *, lines: bool) -> Conversion:
    decoded = decode(content)
    if not decoded.text.strip():
        return Conversion("empty", reason="no text")
    positions = Positions(decoded)
    builder = TextBuilder()
    metadata: dict[str, str] = {}
    before: Leaf | None = None
    broken: list[str] = []
    found, names = leaves(decoded.text, broken, lines=lines)
    if is_result(found):
        return Conversion("unsupported", reason=OURS)
    for leaf in found:
        if before is not None and _goes_on(leaf, before):
            builder.add(", ")
            builder.add(leaf.value, positions.locate(*leaf.place))
        else:
            _separate(builder, leaf, before)
            _write(builder, leaf, positions, names)
        _note_title(metadata, leaf)
        before = leaf
    if not builder.length:
        return Conversion("empty", reason="no values")
    metadata |= assumed(decoded)
    outcome: Outcome = "partial" if broken else "ok"
    return Conversion(outcome, builder.text(), builder.source_map(), metadata, reason="; ".join(broken[:1]))


def is_result(found: Sequence[Leaf]) -> bool:
    """Whether the values are results of ours, or judged questions: cited, an answer would be evidence for itself."""
    ways = (leaf.path if not leaf.path or leaf.path[0].owner < 0 else leaf.path[1:] for leaf in found)
    names = {way[0].text for way in ways if way}
    return names in (_WRAPPER, _CHECKED) or any(names >= known for known in (_TICKET, *_JUDGED))


def _separate(builder: TextBuilder, leaf: Leaf, before: Leaf | None) -> None:
    if before is None or _group(leaf) != _group(before):
        builder.begin_block()


def _group(leaf: Leaf) -> tuple[Step, ...]:
    """The way to the record that a leaf belongs to: up to its first list element, else its first step."""
    for index, step in enumerate(leaf.path[:-1]):
        if step.owner >= 0:
            return leaf.path[: index + 1]
    return leaf.path[:1] if len(leaf.path) > 1 else ()


def _goes_on(leaf: Leaf, before: Leaf) -> bool:
    """Whether two scalars are neighbours in one list."""
    if not leaf.path or not before.path or "\n" in leaf.value or "\n" in before.value:
        return False
    return leaf.path[-1].owner >= 0 and leaf.path[-1].owner == before.path[-1].owner


def _write(builder: TextBuilder, leaf: Leaf, positions: Positions, names: Mapping[int, str]) -> None:
    builder.begin_line()
    last = len(leaf.path) - 1
    builder.add("".join(_shown(step, names) for step in leaf.path[:last]).removeprefix("."))
    if leaf.path and (last == 0 or leaf.path[last].owner < 0):  # a list of scalars needs no brackets behind its name
        text = _shown(leaf.path[last], names)
        # the names of what the value lies in stand lines before it: a citation names the value's own line
        place = leaf.path[last].place
        builder.add(text if last else text.removeprefix("."), positions.locate(*place) if place else None)
    if leaf.path:
        builder.add(":" if "\n" in leaf.value.strip() else ": ")
    if "\n" in leaf.value.strip():
        builder.begin_line()
    builder.add(leaf.value, positions.locate(*leaf.place))


def _shown(step: Step, names: Mapping[int, str]) -> str:
    """A step as displayed; records of a list are called by what identifies them."""
    return step.text if step.owner < 0 else f"[{names.get(step.element, '')}]"


def _note_title(metadata: dict[str, str], leaf: Leaf) -> None:
    key = leaf.path[0].text.removeprefix(".").lower() if len(leaf.path) == 1 else ""
    if key in _TITLES and leaf.value.strip():
        rank = _TITLES.index(key)
        if rank == 0 or "title" not in metadata:
            metadata["title"] = leaf.value.strip()


def leaves(text: str, broken: list[str] | None = None, *, lines: bool = False) -> tuple[list[Leaf], Mapping[int, str]]:
    """The leaves of all values in the text, in order, and the names of records by their offset.

    Raises JSONDecodeError, or a refusal when too deep.

    A damaged value after the first, on a line of its own, is added to `broken` and ends the reading; where each of
    the `lines` is a value, reading goes on with the next.
    """
    reader = _Reader(text)
    starts = [(_skip(text, 0), 0)]
    at = starts[0][0]
    while at < len(text):
        kept = len(reader.found)
        try:
            at = _skip(text, reader.value(at, ()))
        except json.JSONDecodeError as error:
            if broken is None or not kept or text[at - 1] not in "\r\n":
                raise
            del reader.found[kept:]
            broken.append(f"line {line_ends(text[:at]) + 1} is no JSON: {error.msg}")
            end = text.find("\n", at) + 1
            if not lines or not end:
                break
            at = _skip(text, end)
            starts[-1] = (at, kept)
            continue
        starts.append((at, len(reader.found)))
    return _numbered(reader.found, starts), reader.names


def _numbered(found: list[Leaf], starts: list[tuple[int, int]]) -> list[Leaf]:
    """The leaves; where there are several values, each as an element of one list."""
    if len(starts) <= 2:  # noqa: PLR2004 - where the only value begins and ends
        return found
    numbered: list[Leaf] = []
    for (start, first), (_, after) in pairwise(starts):
        step = Step("", None, 0, start)
        numbered += (Leaf((step, *leaf.path), leaf.value, leaf.place) for leaf in found[first:after])
    return numbered


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


class _Reader:
    """Recursive descent over one text, collecting leaves and the names of records; lives for one call."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.found: list[Leaf] = []
        self.names: dict[int, str] = {}

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
        own: dict[str, str] = {}
        while True:
            if self.text[at : at + 1] != '"':
                raise self._error(at, message="no key")
            key, end = _scan_string(self.text, at + 1, False)  # noqa: FBT003 - positional only
            step = Step(_displayed(key), Place(at + 1, end - 1))
            at = self._expect(":", _skip(self.text, end))
            is_scalar = self.text[at : at + 1] not in "{["
            at = _skip(self.text, self.value(at, (*path, step)))
            if is_scalar:
                own.setdefault(key.lower(), self.found[-1].value)
            if self.text[at : at + 1] == "}":
                self.names[start] = name_of(own)
                return at + 1
            at = self._expect(",", at)

    def _elements(self, at: int, path: tuple[Step, ...]) -> int:
        start, at = at, _skip(self.text, at + 1)
        if self.text[at : at + 1] == "]":
            return self._leaf(path, "[]", Place(start, at + 1), at + 1)
        scalar = (*path, Step("", None, start))
        while True:
            is_scalar = self.text[at : at + 1] not in "{["
            at = _skip(self.text, self.value(at, scalar if is_scalar else (*path, Step("", None, start, at))))
            if self.text[at : at + 1] == "]":
                return at + 1
            at = self._expect(",", at)

    def _expect(self, mark: str, at: int) -> int:
        if self.text[at : at + 1] != mark:
            raise self._error(at, message=f"no '{mark}'")
        return _skip(self.text, at + 1)

    def _error(self, at: int, *, message: str) -> json.JSONDecodeError:
        return json.JSONDecodeError(message, self.text, min(at, len(self.text)))


def _displayed(key: str) -> str:
    return f".{key}" if _BARE_KEY.fullmatch(key) else f"[{json.dumps(key, ensure_ascii=False)}]"


def name_of(own: Mapping[str, str]) -> str:
    """What identifies a record among its kind by its scalar fields (keys in lower case); empty when nothing does."""
    keys = [key for key in _IDENTIFYING if key in own] + [key for key in own if key.endswith("_id")][:1]
    values = (" ".join(own[key].split()) for key in keys)
    return next((value for value in values if value not in _EMPTY and len(value) <= LONGEST_NAME), "")
