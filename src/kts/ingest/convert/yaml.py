"""YAML: one line a leaf, its path as the context, comments where they stand; each mapped to its bytes (`leaves`).

What is no YAML to a parser, such as a template of it, is read as the plain text that it is.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, Any, NamedTuple

from kts.ingest.convert.builder import TextBuilder
from kts.ingest.convert.decode import Positions, assumed, decode
from kts.ingest.convert.leaves import MAX_DEPTH, Leaf, LeafWriter, Place, Step, displayed, name_of
from kts.ingest.convert.outcomes import Refusal, attempt
from kts.ingest.convert.text import as_it_stands
from kts.types import Conversion

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.ingest.convert.decode import Decoded

MAX_REPEATED = 1_000
"""Leaves that are written again where an alias repeats them: a few aliases can describe a gigabyte."""
LONGEST = 4_000_000
"""Characters of a file whose values are told one by one: up to 18 of the 30 CPU seconds that a job has."""
MERGE = "<<"
DEEPEST_MERGE = 5
"""Merges within merges that are followed: what is merged may merge itself."""
MOST_WORDS = 100
"""Nodes of a key that is a collection, of which its name is made."""
_DESCRIBED = "metadata"
"""Where objects of Kubernetes say what they are called."""
_REMARK = re.compile(r"(?:^|(?<=[ \t]))#[^\r\n]*", re.MULTILINE)


class YamlConverter:
    """Reads `.yaml` and `.yml`, several documents in a file too; values stay as written."""

    name = "yaml"
    version = "2"
    suffixes = frozenset({".yaml", ".yml"})

    def convert(self, content: bytes, *, name: str) -> Conversion:
        """One line a leaf or list of scalars: `service.retries[fast].delay: 30`, and the comments."""
        del name
        return attempt(lambda: _convert(content), what="YAML")


def _convert(content: bytes) -> Conversion:
    import yaml

    decoded = decode(content)
    if len(decoded.text) > LONGEST:
        return as_it_stands(decoded)
    reader, loader = _Reader(), getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        _refuse_deep(yaml.parse(decoded.text, Loader=loader))
        roots = list(yaml.compose_all(decoded.text, Loader=loader))
        for root in roots:
            reader.value(root, (Step("", None, 0, root.start_mark.index),) if len(roots) > 1 else ())
    except (yaml.YAMLError, RecursionError):
        return as_it_stands(decoded)
    builder = TextBuilder()
    writer = LeafWriter(builder, Positions(decoded), reader.names)
    _write(reader, writer, decoded)
    if not builder.text().strip():
        return Conversion("empty", reason="no values")
    return Conversion("ok", builder.text(), builder.source_map(), {**writer.metadata, **assumed(decoded)})


def _refuse_deep(events: Iterator[Any]) -> None:
    """Raise a refusal for what composing would overflow the stack of the parser."""
    from yaml import CollectionEndEvent, CollectionStartEvent

    depth = 0
    for event in events:
        depth += isinstance(event, CollectionStartEvent) - isinstance(event, CollectionEndEvent)
        if depth > MAX_DEPTH:
            raise Refusal(outcome="malformed", reason=f"nested deeper than {MAX_DEPTH} levels")


def _write(reader: _Reader, writer: LeafWriter, decoded: Decoded) -> None:
    """The leaves in their order, each comment before the key behind it, or behind the value whose line it ends."""
    remarks = list(_remarks(decoded.text, reader.scalars))
    remarks.reverse()
    end = 0
    for found in reader.found:
        while remarks and not found.repeated and remarks[-1].start < _begin(found.leaf):
            _remark(remarks.pop(), writer, decoded.text, end)
        writer.leaf(found.leaf)
        end = end if found.repeated else found.leaf.place.end
    for remark in reversed(remarks):
        _remark(remark, writer, decoded.text, end)


def _begin(leaf: Leaf) -> int:
    key = leaf.path[-1].place if leaf.path else None
    return key.start if key else leaf.place.start


def _remark(place: Place, writer: LeafWriter, text: str, end: int) -> None:
    between = text[end : place.start]
    beside = bool(end) and "\n" not in between and "\r" not in between
    writer.remark(text[place.start : place.end].strip("# \t"), place, beside=beside)


def _remarks(text: str, scalars: Sequence[Place]) -> Iterator[Place]:
    """Where comments stand: what begins with `#` outside of every scalar."""
    taken = sorted(scalars)
    starts = [place.start for place in taken]
    for match in _REMARK.finditer(text):
        index = bisect_right(starts, match.start()) - 1
        if (index < 0 or taken[index].end <= match.start()) and match[0].strip("# \t"):
            yield Place(*match.span())


class _Found(NamedTuple):
    """A leaf; `repeated` where an alias stands for it, so that its place is that of the anchor."""

    leaf: Leaf
    repeated: bool


class _Reader:
    """Collects the leaves of composed nodes; lives for one call."""

    def __init__(self) -> None:
        self.found: list[_Found] = []
        self.names: dict[int, str] = {}
        self.scalars: list[Place] = []
        self._seen: set[int] = set()
        self._repeated = 0

    def value(self, node: Any, path: tuple[Step, ...], *, repeated: bool = False) -> None:
        """Read a node and all below it; raises a refusal where it is nested too deep."""
        if len(path) > MAX_DEPTH:
            raise Refusal(outcome="malformed", reason=f"nested deeper than {MAX_DEPTH} levels")
        repeated = repeated or id(node) in self._seen
        self._seen.add(id(node))
        self._repeated += repeated
        if repeated and self._repeated > MAX_REPEATED:
            return
        if node.id == "mapping":
            self._members(node, path, repeated=repeated)
        elif node.id == "sequence":
            self._elements(node, path, repeated=repeated)
        else:
            place = self._place(node)
            tag = f"{node.tag} " if node.tag.startswith("!") else ""
            self.found.append(_Found(Leaf(path, tag + node.value.strip("\r\n"), place), repeated))

    def _place(self, node: Any) -> Place:
        place = Place(node.start_mark.index, node.end_mark.index)
        self.scalars.append(place)
        return place

    def _members(self, node: Any, path: tuple[Step, ...], *, repeated: bool) -> None:
        own: dict[str, str] = {}
        for key, value in _merged(node.value):
            name = key.value if key.id == "scalar" else " ".join(_words(key))
            step = Step(displayed(name), self._place(key))
            if value.id == "scalar":
                own.setdefault(name.lower(), value.value)
            elif name == _DESCRIBED and value.id == "mapping":
                own |= {inner.value: given.value for inner, given in value.value if inner.value == "name"}
            self.value(value, (*path, step), repeated=repeated)
        self.names[node.start_mark.index] = name_of(own)

    def _elements(self, node: Any, path: tuple[Step, ...], *, repeated: bool) -> None:
        start = node.start_mark.index
        for item in node.value:
            step = Step("", None, start, -1 if item.id == "scalar" else item.start_mark.index)
            self.value(item, (*path, step), repeated=repeated)


def _words(key: Any) -> Iterator[str]:
    """The scalars of a key that is a collection itself."""
    pending = [key]
    for _ in range(MOST_WORDS):
        if not pending:
            return
        node = pending.pop()
        if node.id == "scalar":
            yield node.value
        else:
            inside = [one for pair in node.value for one in pair] if node.id == "mapping" else node.value
            pending += reversed(inside)


def _merged(pairs: Sequence[tuple[Any, Any]], depth: int = 0) -> Iterator[tuple[Any, Any]]:
    """The keys with their values, `<<` replaced by what it merges and is not overridden (YAML 1.1, merge keys)."""
    known = {key.value for key, _ in pairs if key.id == "scalar"}
    for key, value in pairs if depth < DEEPEST_MERGE else ():
        if key.id != "scalar" or key.value != MERGE or value.id == "scalar":
            yield key, value
            continue
        for source in (value,) if value.id == "mapping" else value.value:
            for inner, given in _merged(source.value, depth + 1) if source.id == "mapping" else ():
                if inner.id == "scalar" and inner.value not in known:
                    known.add(inner.value)
                    yield inner, given
