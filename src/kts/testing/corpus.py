"""What every corpus must keep: `check_corpus` (CRAWL-2, CONV-1, IDX-1 to 3, RELIABILITY I2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kts.errors import UsageError
from kts.lexicon.analyse import frequencies
from kts.records import Root
from kts.testing.documents import manifest_row, prepared
from kts.testing.rules import Refused, require, require_equal
from kts.testing.truth import committed
from kts.types import Batch, Filter, Span

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kts.ports import Corpus, Truth
    from kts.records import DocumentRecord
    from kts.types import Level

ROOTS = (Root("docs", "/docs", "tree"), Root("archive", "/archive", "tree"))
CONTRACT = prepared(
    "contracts/psa.md",
    "# 5 Servicing\n\nThe cure period is thirty days; see E-7042.\n\n"
    "## 5.02 Notice\n\nNotice is given in writing. \u00a7\n",
    doc_type="CONTRACT",
    regime="GOVERNING_DOC_LEGAL",
    content_date="2023-06-30",
    tool="Doverlock",
    language="en",
)
POLICY = prepared(
    "policies/fristen.md",
    "# Fristen\n\nDie Frist betr\u00e4gt 30 Tage (Fehler E-7042).\n",
    doc_type="POLICY",
    content_date="2021-01-01",
    tool="\u00c4RGER",
    language="de",
)
OLD = prepared("contracts/psa.md", "# Older\n\nThe cure period was ten days.\n", root="archive", language="en")
CODE = "e7042"


class Opened(NamedTuple):
    """A truth to write to, and how its newest generation is opened for reading."""

    truth: Truth
    corpus: Callable[[], Corpus]


def check_corpus(make: Callable[[Sequence[Root]], Opened]) -> None:
    """Raise AssertionError naming the first rule of `ports.Corpus` that does not hold.

    `make(roots)` returns a new, empty truth that knows these roots, and the opening of its newest generation.
    """
    _check_empty(make(ROOTS).corpus())
    filled = make(ROOTS)
    committed(filled.truth, CONTRACT, POLICY)
    committed(filled.truth, OLD)
    corpus = filled.corpus()
    for check in (_check_documents, _check_names, _check_text, _check_places, _check_sections, _check_passages):
        check(corpus)
    for check in (_check_structure, _check_rows, _check_counts, _check_identified, _check_statistics, _check_values):
        check(corpus)
    for change in (_check_snapshot, _check_removed, _check_renamed, _check_stale):
        change(make(ROOTS))


def _check_empty(corpus: Corpus) -> None:
    require_equal(corpus.generation, 0, "corpus: before the first generation the number is 0")
    require_equal(list(corpus.documents()), [], "corpus: before the first generation there are no documents")
    require_equal(corpus.statistics("chunk").rows, 0, "corpus: before the first generation nothing is counted")
    require_equal(corpus.languages(), (), "corpus: before the first generation there are no languages")
    require_equal(dict(corpus.vectors()), {}, "corpus: before the first generation nothing has vectors")


def _contract(corpus: Corpus) -> DocumentRecord:
    return corpus.document(CONTRACT.document.id)


def _check_documents(corpus: Corpus) -> None:
    require_equal(corpus.generation, 2, "corpus: `generation` is the newest one")
    found = [(record.root, record.path) for record in corpus.documents()]
    wanted = [("archive", "contracts/psa.md"), ("docs", "contracts/psa.md"), ("docs", "policies/fristen.md")]
    require_equal(found, wanted, "corpus: all live documents, by root and path")
    document = CONTRACT.document
    record = _contract(corpus)
    for field in ("id", "title", "doc_type", "regime", "language", "content_date", "converter"):
        same = getattr(record, field) == getattr(document, field)
        require(same, f"corpus: a document's {field} is what was prepared", record)
    require_equal(record.sha256, document.version, "corpus: `sha256` is that of the file's bytes")
    require_equal(record.length, len(document.text), "corpus: `length` counts characters")
    require_equal(dict(record.metadata), dict(document.metadata), "corpus: metadata come back as they were")
    keys = [record.key for record in corpus.documents()]
    found_keys = set(corpus.records([*keys, 10_000]))
    require_equal(found_keys, set(keys), "corpus: `records` are those of live keys; others are absent")


def _check_names(corpus: Corpus) -> None:
    contract = _contract(corpus)
    found = corpus.document("docs/contracts/psa.md")
    require_equal(found, contract, "corpus: a document is named by root and path")
    unique = corpus.document("policies/fristen.md")
    require_equal(unique.id, POLICY.document.id, "corpus: a document is named by its path")
    require_equal(corpus.document("fristen.md"), unique, "corpus: a document is named by a unique file name")
    for wrong in ("psa.md", "contracts/psa.md", "absent.md", "doc_0000000000000000", ""):
        with Refused(f"corpus: '{wrong}' names no or several documents: a UsageError", UsageError):
            corpus.document(wrong)


def _check_text(corpus: Corpus) -> None:
    text, key = CONTRACT.document.text, _contract(corpus).key
    for start in range(0, len(text), 7):
        span = Span(start, min(len(text), start + 11))
        require_equal(corpus.slice(key, span), text[span.start : span.end], "corpus: `slice` is the text's slice")
    whole = corpus.slice(key, Span(0, len(text)))
    require_equal(whole, text, "corpus: `slice` of everything is the text")


def _check_places(corpus: Corpus) -> None:
    document, key = CONTRACT.document, _contract(corpus).key
    for section in document.sections:
        wanted = document.source_map.locate(document.text, section.span)
        require_equal(corpus.locate(key, section.span), wanted, "corpus: `locate` is what the source map says")


def _check_sections(corpus: Corpus) -> None:
    found = corpus.sections(_contract(corpus).key)
    require_equal(found, CONTRACT.document.sections, "corpus: sections come back as they were, in reading order")


LEVELS: tuple[Level, ...] = ("document", "chunk", "section", "item")


def _keys(corpus: Corpus, record: DocumentRecord) -> list[int]:
    return [row.key for level in LEVELS for row in corpus.rows_of([record.key], level)]


def _check_passages(corpus: Corpus) -> None:
    record = _contract(corpus)
    keys = _keys(corpus, record)
    found = corpus.passages([*keys, 10_000])
    require_equal(set(found), set(keys), "corpus: `passages` are those of live keys; others are absent")
    by_id = {passage.id: passage for passage in found.values()}
    require_equal(set(by_id), {passage.id for passage in CONTRACT.passages}, "corpus: all passages are there")
    for wanted in CONTRACT.passages:
        passage = by_id[wanted.id]
        text = corpus.slice(record.key, passage.span)
        require_equal(passage.text, text, "corpus: a passage's text is the slice of its span")
        same = (passage.level, passage.kind, passage.span) == (wanted.level, wanted.kind, wanted.span)
        require(same, "corpus: a passage is what was prepared", passage)
        require_equal(passage.document_id, record.id, "corpus: a passage names its document")
        _check_heading(passage.section_id, dict(passage.metadata), wanted.section, record.key)


def _check_heading(section_id: str, metadata: dict[str, object], index: int | None, key: int) -> None:
    section = None if index is None else CONTRACT.document.sections[index]
    wanted = (section.id, section.number, section.heading) if section else ("", "", "")
    found = (section_id, metadata.get("section"), metadata.get("heading"))
    require_equal(found, wanted, "corpus: a passage names its section with number and heading")
    require_equal(metadata.get("document_key"), key, "corpus: a passage's metadata hold its document's key")


def _check_structure(corpus: Corpus) -> None:
    key, wanted = _contract(corpus).key, CONTRACT.structure
    require_equal(corpus.items(key), wanted.items, "corpus: items come back as they were, in reading order")
    require_equal(corpus.references(key), wanted.references, "corpus: references come back as they were")
    require_equal(corpus.definitions(key), wanted.definitions, "corpus: definitions come back as they were")
    for one in wanted.definitions:
        require(one in corpus.definitions(key, (one.norm,)), "corpus: a definition is found by its norm", one)
        require((key, one) in corpus.defined(one.norm), "corpus: a term is found wherever it is defined", one)
        text = corpus.slice(key, one.term_span)
        require_equal(text, one.term, "corpus: a term is the slice of its span")
    require_equal(corpus.definitions(key, ("nobody defines this",)), (), "corpus: a norm without definition has none")
    for named in wanted.references:
        require(named in corpus.references(key, named.span), "corpus: a reference is found by its span", named)


def _check_rows(corpus: Corpus) -> None:
    record = _contract(corpus)
    keys = _keys(corpus, record)
    rows = corpus.rows([*reversed(keys), 10_000])
    require_equal([row.key for row in rows], sorted(keys), "corpus: `rows` are those of live keys, in their order")
    wanted = {passage.id: passage for passage in CONTRACT.passages}
    for row in rows:
        require_equal(row.document_key, record.key, "corpus: a row names its document")
        for field in ("terms", "title_length", "heading_length", "body_length"):
            same = getattr(row, field) == getattr(wanted[row.id], field)
            require(same, f"corpus: a row's {field} is what was prepared", row)
    whole = corpus.rows_of([record.key], "document")
    require_equal([row.id for row in whole], [record.id], "corpus: a document is one row of its own level")
    both = corpus.rows_of([document.key for document in corpus.documents()], "document")
    require_equal(len(both), 3, "corpus: `rows_of` takes several documents")
    keys = [row.key for row in both]
    require_equal(keys, sorted(keys), "corpus: `rows_of` is in order of key")
    require_equal(corpus.rows_of([10_000], "chunk"), (), "corpus: a document that is not live has no rows")


CODED: tuple[tuple[Filter, tuple[str, ...]], ...] = (
    (Filter(), ("contracts/psa.md", "policies/fristen.md")),
    (Filter(doc_type=("POLICY",)), ("policies/fristen.md",)),
    (Filter(doc_type=("POLICY", "CONTRACT")), ("contracts/psa.md", "policies/fristen.md")),
    (Filter(regime=("GOVERNING_DOC_LEGAL",)), ("contracts/psa.md",)),
    (Filter(language=("de",)), ("policies/fristen.md",)),
    (Filter(document=(CONTRACT.document.id,)), ("contracts/psa.md",)),
    (Filter(without=(CONTRACT.document.id,)), ("policies/fristen.md",)),
    (Filter(path=("contracts/",)), ("contracts/psa.md",)),
    (Filter(path=("contr",)), ()),
    (Filter(tool=("doverlock",)), ("contracts/psa.md",)),
    (Filter(tool=("\u00c4rger",)), ("policies/fristen.md",)),
    (Filter(code=(CODE,)), ("contracts/psa.md", "policies/fristen.md")),
    (Filter(code=("e9999",)), ()),
    (Filter(section=("5",)), ("contracts/psa.md",)),
    (Filter(since="2022-01-01"), ("contracts/psa.md",)),
    (Filter(until="2021-01-01"), ("policies/fristen.md",)),
    (Filter(item_type=("Obligation",)), ()),
)


def _check_counts(corpus: Corpus) -> None:
    rows = corpus.rows_of([record.key for record in corpus.documents()], "chunk")
    forms = (b"cure", b"notic", b"nowhere", b"frist")
    held = [[frequencies(row.terms, form.decode()) for form in forms] for row in rows]
    for _ in range(2):  # the second time it may be known
        found = [[_spelt(one) for one in counts] for counts in corpus.counts(rows, forms)]
        require_equal(found, held, "corpus: `counts` are the frequencies of each form in each row")
    require_equal(list(corpus.counts(rows, ())), [()] * len(rows), "corpus: `counts` of no form are nothing for each")
    for _ in range(2):
        kept, empty = corpus.columns(["a name", ("another", 1.0)], len(rows))
        require_equal(kept.get(1, "kept"), "kept", "corpus: a column has what was kept there, or nothing")
        require_equal(empty, {}, "corpus: `columns` are one for each name")
        kept[1] = "kept"


def _spelt(counts: bytes) -> tuple[int, ...] | None:
    return tuple(byte - 128 for byte in counts.rjust(3, b"\x80")) if counts else None


def _check_identified(corpus: Corpus) -> None:
    for filters, wanted in CODED:
        keys = corpus.identified(CODE, "chunk", filters)
        require_equal(list(keys), sorted(keys), "corpus: `identified` is in order of key")
        owners = corpus.records(row.document_key for row in corpus.rows(keys))
        found = tuple(sorted(record.path for record in owners.values()))
        asked = {name: value for name in Filter._fields if (value := getattr(filters, name))}
        require_equal(found, wanted, f"corpus: `identified` keeps to the filter {asked}")
    require_equal(corpus.identified("X1", "chunk", Filter()), (), "corpus: an identifier that nobody holds")


def _check_statistics(corpus: Corpus) -> None:
    for level in ("document", "chunk"):
        rows = [row for record in corpus.documents() for row in corpus.rows_of([record.key], level)]
        found = corpus.statistics(level)
        require_equal(found.rows, len(rows), f"corpus: statistics count the live rows of the level {level}")
        for field in ("title", "heading", "body"):
            mean = sum(getattr(row, f"{field}_length") for row in rows) / len(rows)
            close = abs(getattr(found, field) - mean) < 1e-9  # noqa: PLR2004 - rounding
            require(close, f"corpus: statistics hold the mean {field} length", (found, mean))
    require_equal(corpus.statistics("item").rows, 0, "corpus: a level without rows counts 0")


def _check_values(corpus: Corpus) -> None:
    require_equal(corpus.languages(), ("en", "de"), "corpus: languages, the most frequent first")
    require_equal(corpus.values("doc_type"), ("CONTRACT", "POLICY"), "corpus: the distinct values of a field")
    require_equal(corpus.values("language"), ("de", "en"), "corpus: the distinct values of a field")
    wanted = {
        "path": ("contracts", "contracts/psa.md", "policies", "policies/fristen.md"),
        "tool": ("doverlock", "\u00e4rger"),
        "section": ("5", "5.02"),
        "code": ("e7042",),
        "item_type": tuple(sorted({one.kind for one in CONTRACT.passages + POLICY.passages if one.level == "item"})),
        "content_date": ("2021-01-01", "2023-06-30"),
    }
    found = {field: corpus.values(field) for field in wanted}
    require_equal(found, wanted, "corpus: the distinct values of what passages and metadata hold")
    for filters, paths in CODED:
        require_equal(corpus.admitted("chunk", filters), bool(paths), f"corpus: `admitted` keeps to {filters}")
    require(not corpus.admitted("hidden", Filter()), "corpus: `admitted` keeps to the level")


def _check_snapshot(opened: Opened) -> None:
    committed(opened.truth, CONTRACT)
    corpus = opened.corpus()
    committed(opened.truth, POLICY)
    opened.truth.stage(OLD)
    paths = [record.path for record in corpus.documents()]
    require_equal((corpus.generation, paths), (1, ["contracts/psa.md"]), "corpus: an open generation never changes")
    newer = opened.corpus()
    paths = [record.path for record in newer.documents()]
    wanted = (2, ["contracts/psa.md", "policies/fristen.md"])
    require_equal((newer.generation, paths), wanted, "corpus: staged documents are in no generation")


def _check_removed(opened: Opened) -> None:
    committed(opened.truth, CONTRACT, POLICY)
    before = opened.corpus()
    keys = _keys(before, _contract(before))
    opened.truth.commit(Batch("docs", "ingest", removed=("contracts/psa.md",)))
    after = opened.corpus()
    with Refused("corpus: a removed document cannot be named", UsageError):
        _contract(after)
    gone = (after.rows(keys), dict(after.passages(keys)), len(after.identified(CODE, "chunk", Filter())))
    require_equal(gone, ((), {}, 1), "corpus: the passages of a removed document are not live")
    document = after.document(POLICY.document.id)
    counted = len(after.rows_of([document.key], "chunk"))
    require_equal(after.statistics("chunk").rows, counted, "corpus: statistics are those of live rows")
    newer = prepared("policies/fristen.md", "# Fristen\n\nZwanzig Tage.\n", language="de")
    committed(opened.truth, newer)
    found = opened.corpus().document(document.id)
    require_equal(found.sha256, newer.document.version, "corpus: a replaced document is read as its new version")
    require_equal(after.document(document.id), document, "corpus: an open generation keeps the older version")


def _check_renamed(opened: Opened) -> None:
    committed(opened.truth, CONTRACT)
    moved = prepared("moved/psa.md", CONTRACT.document.text, language="en")
    aliases = ((CONTRACT.document.id, moved.document.id),)
    key, files = opened.truth.stage(moved), (manifest_row(moved),)
    batch = Batch("docs", "ingest", (key,), files, removed=("contracts/psa.md",), aliases=aliases)
    opened.truth.commit(batch)
    found = opened.corpus().document(CONTRACT.document.id).path
    require_equal(found, "moved/psa.md", "corpus: the id of a renamed document leads to its new one")


def _check_stale(opened: Opened) -> None:
    committed(opened.truth, CONTRACT)
    require(not _contract(opened.corpus()).stale, "corpus: a document that could be read is not stale")
    row = manifest_row(CONTRACT)._replace(outcome="malformed", reason="damaged", sha256="", stale=True)
    opened.truth.commit(Batch("docs", "ingest", files=(row,)))
    require(_contract(opened.corpus()).stale, "corpus: a document whose file cannot be read now is stale")
