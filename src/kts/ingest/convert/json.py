"""JSON: one line a leaf, its path as the context, each mapped to the bytes it came from (`leaves`)."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import TYPE_CHECKING

from kts.ingest.convert.builder import TextBuilder
from kts.ingest.convert.decode import Positions, assumed, decode
from kts.ingest.convert.leaves import MAX_DEPTH, Leaf, LeafWriter, Place, Step, displayed, name_of
from kts.ingest.convert.outcomes import Refusal, attempt
from kts.types import Conversion, line_ends

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from kts.types import Outcome

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

_scan_string: Callable[[str, int, bool], tuple[str, int]] = json.decoder.scanstring  # type: ignore[attr-defined]


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
    broken: list[str] = []
    found, names = leaves(decoded.text, broken, lines=lines)
    if is_result(found):
        return Conversion("unsupported", reason=OURS)
    writer = LeafWriter(builder, positions, names)
    for leaf in found:
        writer.leaf(leaf)
    if not builder.length:
        return Conversion("empty", reason="no values")
    metadata = {**writer.metadata, **assumed(decoded)}
    outcome: Outcome = "partial" if broken else "ok"
    return Conversion(outcome, builder.text(), builder.source_map(), metadata, reason="; ".join(broken[:1]))


def is_result(found: Sequence[Leaf]) -> bool:
    """Whether the values are results of ours, or judged questions: cited, an answer would be evidence for itself."""
    ways = (leaf.path if not leaf.path or leaf.path[0].owner < 0 else leaf.path[1:] for leaf in found)
    names = {way[0].text for way in ways if way}
    return names in (_WRAPPER, _CHECKED) or any(names >= known for known in (_TICKET, *_JUDGED))


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
            step = Step(displayed(key), Place(at + 1, end - 1))
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
