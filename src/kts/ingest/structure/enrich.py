"""What is found in a document besides its sections: items, definitions, references. Pure.

Only in what a reader sees: nothing that touches a hidden stretch is kept, so that no definition quotes it.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from kts.ingest.chunk.sections_contents import contents_ranges
from kts.ingest.classify import classify
from kts.ingest.ids import passage_id, text_sha256
from kts.ingest.items.extract import items as items_of
from kts.ingest.structure.definitions import definitions
from kts.ingest.structure.references import references
from kts.ingest.visible import FILLER
from kts.structure import Structure

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kts.ingest.visible import Visible
    from kts.structure import Item
    from kts.types import Section, Span


class _Spanned(Protocol):
    @property
    def span(self) -> Span: ...


Found = TypeVar("Found", bound=_Spanned)


def structured(
    document: str,
    text: str,
    shown: Visible,
    sections: Sequence[Section],
    *,
    regime: str,
    doc_type: str,
    typed: Sequence[str] = ("*",),
) -> Structure:
    """The structure of a document's visible text; `document` is its id, from which the ids of items are made.

    `typed` are the regimes and document types whose sentences become items, `*` for all.
    """
    seen = shown.filled
    defined = definitions(seen, sections)
    wanted = "*" in typed or regime in typed or doc_type in typed
    items = items_of(seen, sections, regime=regime, doc_type=doc_type) if wanted else ()
    listed = contents_ranges(seen)
    return Structure(
        items=tuple(_identified(document, text, _apart(_outside(items, listed), shown))),
        definitions=tuple(
            one._replace(term=one.term.replace(FILLER, ""), norm=one.norm.replace(FILLER, ""))
            for one in _apart(defined, shown)
        ),
        references=tuple(_apart(_outside(references(seen, sections, defined), listed), shown)),
    )


def _identified(document: str, text: str, items: Iterable[Item]) -> Iterable[Item]:
    for one in items:
        start, end = one.span
        digest = text_sha256(text[start:end])
        yield one._replace(id=passage_id("item", document, text_sha256=digest, start=start, end=end))


def _outside(found: Iterable[Found], ranges: Sequence[tuple[int, int]]) -> Iterable[Found]:
    """Those that stand in no table of contents."""
    if not ranges:
        return found
    return (one for one in found if not any(start <= one.span.start < end for start, end in ranges))


def _apart(found: Iterable[Found], shown: Visible) -> Iterable[Found]:
    """Those that touch no hidden stretch."""
    ends = [stretch.end for stretch in shown.stretches]
    for one in found:
        at = bisect_left(ends, one.span.start + 1)
        if at == len(ends) or shown.stretches[at].start >= one.span.end:
            yield one


def classified(text: str, *, title: str, path: str, markup: str, metadata: dict[str, Any]) -> tuple[str, str]:
    """(document type, regime): what the file says itself, else what its text looks like."""
    given = {name: str(metadata[name]).upper() for name in ("doc_type", "regime") if metadata.get(name) is not None}
    if len(given) == 2:  # noqa: PLR2004 - both are said
        return given["doc_type"], given["regime"]
    found = classify(text, title=title, path=path, markup=markup, metadata=metadata)
    return given.get("doc_type", found.doc_type), given.get("regime", found.regime)
