"""Documents for suites and tests, prepared as an ingest prepares them."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from kts.config import IngestSettings
from kts.ingest.chunk.sections import StructureSectioner
from kts.ingest.convert.markdown import MarkdownConverter
from kts.ingest.kit import Kit
from kts.ingest.prepare import prepare
from kts.types import Conversion, ManifestRow, SourceFile, SourceMap

if TYPE_CHECKING:
    from kts.structure import PreparedDocument
    from kts.types import Outcome


def prepared(path: str, text: str, *, root: str = "docs", **metadata: Any) -> PreparedDocument:
    """A Markdown file of a root with its sections, passages and terms; `metadata` as a converter gives it.

    Its type and regime are those of the metadata, none else: what a text looks like is no matter of these tests.
    """
    metadata = {"doc_type": "", "regime": "", **metadata}
    content = text.encode()
    digest = hashlib.sha256(content).hexdigest()
    source = SourceFile(root, path, len(content), 1, digest)
    conversion = Conversion("ok", text=text, source_map=SourceMap(encoding="utf-8"), metadata=metadata)
    converter = MarkdownConverter()
    kit = Kit({converter.name: converter}, StructureSectioner(), IngestSettings())
    return prepare(source, conversion, converter=converter, kit=kit)


def manifest_row(document: PreparedDocument, *, mtime_ns: int = 1) -> ManifestRow:
    """The manifest row that goes with a prepared document."""
    source = document.document.source
    return ManifestRow(
        path=source.path,
        size=source.size,
        mtime_ns=mtime_ns,
        sha256=source.sha256,
        outcome=document.outcome,
        reason=document.reason,
        document_id=document.document.id,
        fingerprint=document.fingerprint,
    )


def failed_row(path: str, outcome: Outcome, reason: str) -> ManifestRow:
    """The manifest row of a file without a document."""
    return ManifestRow(path, 10, 1, "", outcome, reason, "", "")
