"""What is found in a document besides its sections: items, definitions, references. Pure.

Only in what a reader sees: nothing that touches a hidden stretch is kept, so that no definition quotes it.
"""

from __future__ import annotations

from bisect import bisect_left
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from kts.ingest.ids import passage_id, text_sha256
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
    document: str, text: str, shown: Visible, sections: Sequence[Section], *, regime: str, doc_type: str
) -> Structure:
    """The structure of a document's visible text; `document` is its id, from which the ids of items are made."""
    seen = shown.filled
    defined = definitions(seen, sections)
    return Structure(
        items=tuple(_identified(document, text, _apart(_items(seen, sections, regime, doc_type), shown))),
        definitions=tuple(
            one._replace(term=one.term.replace(FILLER, ""), norm=one.norm.replace(FILLER, ""))
            for one in _apart(defined, shown)
        ),
        references=tuple(_apart(references(seen, sections, defined), shown)),
    )


def _items(text: str, sections: Sequence[Section], regime: str, doc_type: str) -> tuple[Item, ...]:
    if find_spec("kts.ingest.items") is None or find_spec("kts.ingest.items.extract") is None:
        return ()
    found: tuple[Item, ...] = import_module("kts.ingest.items.extract").items(
        text, sections, regime=regime, doc_type=doc_type
    )
    return found


def _identified(document: str, text: str, items: Iterable[Item]) -> Iterable[Item]:
    for one in items:
        start, end = one.span
        digest = text_sha256(text[start:end])
        yield one._replace(id=passage_id("item", document, text_sha256=digest, start=start, end=end))


def _apart(found: Iterable[Found], shown: Visible) -> Iterable[Found]:
    """Those that touch no hidden stretch."""
    ends = [stretch.end for stretch in shown.stretches]
    for one in found:
        at = bisect_left(ends, one.span.start + 1)
        if at == len(ends) or shown.stretches[at].start >= one.span.end:
            yield one


def _classifies() -> bool:
    from importlib.resources import files

    return find_spec("kts.ingest.classify") is not None and (files("kts.data") / "classify.json").is_file()


def classified(text: str, *, title: str, path: str, markup: str, metadata: dict[str, Any]) -> tuple[str, str]:
    """(document type, regime): what the file says itself, else what its text looks like."""
    doc_type, regime = (str(metadata.get(name) or "").upper() for name in ("doc_type", "regime"))
    if (doc_type and regime) or not _classifies():
        return doc_type, regime
    found = import_module("kts.ingest.classify").classify(
        text, title=title, path=path, markup=markup, metadata=metadata
    )
    return doc_type or found.doc_type, regime or found.regime
