"""Files that are converted in parts, so that one job never holds a whole book."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from kts.ingest.jobs import Part

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kts.types import Conversion

SUCCESS = frozenset({"ok", "partial"})


@runtime_checkable
class PagedConverter(Protocol):
    """A converter that can do a file in parts: `join` of all parts equals `convert` of the whole.

    A part is whatever `join` understands; it never leaves the process that made it. A converter may have an
    attribute `pages_a_job` where its pages cost more than others' (those that are read by OCR).
    """

    def pages(self, content: bytes) -> int:
        """How many pages there are; 0 where the content cannot be opened: `convert` then says why."""
        ...

    def convert_pages(self, content: bytes, *, name: str, first: int, last: int) -> Any:
        """The part of the pages `first` to `last`, from 1, both included."""
        ...

    def join(self, parts: Sequence[Any]) -> Conversion:
        """The conversion of the file from its parts, in order; parts that failed are not among them."""
        ...


def parts_of(converter: object, content: bytes, *, pages: int) -> tuple[Part, ...]:
    """The jobs of a file, none where it is one job."""
    if not isinstance(converter, PagedConverter):
        return ()
    step = int(getattr(converter, "pages_a_job", pages))
    count = converter.pages(content)
    if count <= step:
        return ()
    return tuple(Part(first, min(first + step - 1, count)) for first in range(1, count + 1, step))


def in_parts(
    converter: PagedConverter,
    content: bytes,
    *,
    name: str,
    parts: Sequence[Part],
    failed: Sequence[Part],
    begin: Callable[[Part | None], None],
) -> Conversion:
    """The conversion of all parts but the `failed` ones, which it names.

    `begin` is told of each part before it is done, and of None before they are joined.
    """
    bad = {part.first: part for part in failed}
    done = []
    for part in parts:
        if part.first not in bad:
            begin(part)
            done.append(converter.convert_pages(content, name=name, first=part.first, last=part.last))
    begin(None)
    conversion = converter.join(done)
    if not bad or conversion.outcome not in SUCCESS:
        return conversion
    said = [f"pages {part.first} to {part.last}: {part.reason}" for part in bad.values()]
    return conversion._replace(outcome="partial", reason="; ".join([*filter(None, [conversion.reason]), *said]))
