"""The bare reference: tantivy as it comes, title and body with the English stemmer.

Run by path it is the child process of the cold and ingest benchmarks:
`plain_tantivy.py index FOLDER INDEX [--parse]` and `plain_tantivy.py query INDEX QUESTION`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import tantivy

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

TWO_FIELDS, ONE_FIELD = ("title", "body"), ("body",)


def schema() -> tantivy.Schema:
    """A stored id, and title and body, stemmed."""
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("id", stored=True, tokenizer_name="raw")
    builder.add_text_field("title", stored=True, tokenizer_name="en_stem")
    builder.add_text_field("body", tokenizer_name="en_stem")
    return builder.build()


def build(documents: Iterable[tuple[str, str, str]], folder: Path) -> tantivy.Index:
    """An index of (id, title, body), written with one thread."""
    folder.mkdir(parents=True, exist_ok=True)
    index = tantivy.Index(schema(), path=str(folder))
    writer = index.writer(heap_size=64_000_000, num_threads=1)
    for key, title, body in documents:
        writer.add_document(tantivy.Document(id=[key], title=[title], body=[body]))
    writer.commit()
    writer.wait_merging_threads()
    index.reload()
    return index


def query(
    index: tantivy.Index, text: str, *, limit: int = 10, fields: Sequence[str] = TWO_FIELDS
) -> list[tuple[str, float]]:
    """The best (id, score) of a question, read with tantivy's own forgiving parser."""
    parsed, _ = index.parse_query_lenient(text, list(fields))
    searcher = index.searcher()
    found = searcher.search(parsed, limit).hits
    return [(str(searcher.doc(address)["id"][0]), float(score)) for score, address in found]


def _index(folder: Path, target: Path, *, parse: bool) -> None:
    from corpus import page_title  # here, so that the cold query pays for tantivy only

    def pages() -> Iterable[tuple[str, str, str]]:
        for path in sorted(folder.rglob("*.md")):
            text = path.read_text(encoding="utf-8", errors="replace")
            if parse:
                parser.parse(text)
            yield str(path.relative_to(folder)), page_title(path, text), text

    if parse:
        from markdown_it import MarkdownIt

        parser = MarkdownIt("commonmark").enable("table")
    build(pages(), target)


if __name__ == "__main__":
    if sys.argv[1] == "index":
        _index(Path(sys.argv[2]), Path(sys.argv[3]), parse="--parse" in sys.argv)
    else:
        for key, score in query(tantivy.Index.open(sys.argv[2]), sys.argv[3]):
            print(f"{score:.3f} {key}")
