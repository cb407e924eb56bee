"""Names of adapters: port -> name -> "module:attribute", loaded when first asked for.

A third party adds an adapter with an entry point in the group `kts.<port>`; nothing here changes.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from kts.errors import MissingExtra, UsageError

BUILT_IN: dict[str, dict[str, str]] = {
    "converters": {
        "asciidoc": "kts.ingest.convert.asciidoc:AsciidocConverter",
        "calendar": "kts.ingest.convert.eml.invitations:CalendarConverter",
        "captions": "kts.ingest.convert.captions:CaptionsConverter",
        "csv": "kts.ingest.convert.csv:CsvConverter",
        "doc": "kts.ingest.convert.legacy.doc:DocConverter",
        "docx": "kts.ingest.convert.docx.converter:DocxConverter",
        "eml": "kts.ingest.convert.eml.converter:EmlConverter",
        "epub": "kts.ingest.convert.legacy.epub:EpubConverter",
        "html": "kts.ingest.convert.html.converter:HtmlConverter",
        "json": "kts.ingest.convert.json:JsonConverter",
        "markdown": "kts.ingest.convert.markdown:MarkdownConverter",
        "mbox": "kts.ingest.convert.eml.mailbox:MailboxConverter",
        "msg": "kts.ingest.convert.legacy.msg:MsgConverter",
        "notebook": "kts.ingest.convert.notebook:NotebookConverter",
        "odf": "kts.ingest.convert.legacy.odf:OdfConverter",
        "pdf": "kts.ingest.convert.pdf.converter:PdfConverter",
        "picture": "kts.ingest.convert.pictures:PictureConverter",
        "ppt": "kts.ingest.convert.legacy.ppt:PptConverter",
        "pptx": "kts.ingest.convert.pptx.converter:PptxConverter",
        "rst": "kts.ingest.convert.rst.converter:RstConverter",
        "rtf": "kts.ingest.convert.legacy.rtf:RtfConverter",
        "source": "kts.ingest.convert.source:SourceConverter",
        "text": "kts.ingest.convert.text:TextConverter",
        "xls": "kts.ingest.convert.legacy.xls:XlsConverter",
        "xlsx": "kts.ingest.convert.xlsx.converter:XlsxConverter",
        "xml": "kts.ingest.convert.xml:XmlConverter",
        "yaml": "kts.ingest.convert.yaml:YamlConverter",
    },
    "item_extractors": {
        "GENERIC": "kts.ingest.items.generic:types",
        "GOVERNING_DOC_LEGAL": "kts.ingest.items.legal:types",
        "RESEARCH_PAPER": "kts.ingest.items.research:types",
        "TECHNICAL_SPEC": "kts.ingest.items.technical:types",
    },
    "sectioners": {"structure": "kts.ingest.chunk.sections:StructureSectioner"},
    "indexes": {
        "lexical": "kts.store.lexical:LexicalIndex",
        "memory": "kts.testing.fakes:MemoryIndex",
    },
    "vectors": {
        "dense": "kts.store.dense:DenseIndex",
        "memory": "kts.testing.vectors:MemoryVectorIndex",
    },
    "embedders": {"hash": "kts.testing.embedder:HashEmbedder"},
    "entailment_models": {"overlap": "kts.testing.entailment:OverlapEntailment"},
    "rankers": {
        "fitted": "kts.search.ranker_fitted:FittedRanker",
        "keyword": "kts.search.ranker_plain:KeywordRanker",
        "legacy": "kts.search.ranker_plain:LegacyRanker",
        "metadata": "kts.search.ranker_plain:MetadataRanker",
        "semantic": "kts.search.ranker_plain:SemanticRanker",
    },
    "readers": {"overlap": "kts.testing.reader:OverlapReader"},
    "rerankers": {"overlap": "kts.testing.reranker:OverlapReranker"},
    "llms": {
        "agno": "kts.llm.agno:AgnoModel",
        "gguf": "kts.llm.gguf:GgufModel",
        "openai": "kts.llm.openai:OpenAIModel",
        "sampling": "kts.llm.sampling:SamplingModel",
        "scripted": "kts.testing.llm:ScriptedModel",
    },
}

SINGULAR = {
    "converters": "converter",
    "item_extractors": "item extractor",
    "sectioners": "sectioner",
    "indexes": "index",
    "vectors": "vector index",
    "embedders": "embedder",
    "entailment_models": "entailment model",
    "rankers": "ranker",
    "readers": "reader",
    "rerankers": "reranker",
    "llms": "language model",
}
SUFFIXES: dict[str, frozenset[str]] = {
    "asciidoc": frozenset({".adoc", ".asc", ".asciidoc"}),
    "calendar": frozenset({".ical", ".ics"}),
    "captions": frozenset({".srt", ".vtt"}),
    "csv": frozenset({".csv", ".psv", ".tab", ".tsv"}),
    "doc": frozenset({".doc", ".dot"}),
    "docx": frozenset({".docm", ".docx", ".dotm", ".dotx"}),
    "eml": frozenset({".eml", ".mht", ".mhtml"}),
    "epub": frozenset({".epub"}),
    "html": frozenset({".htm", ".html", ".shtml", ".xhtml"}),
    "json": frozenset({".json", ".jsonl", ".ndjson"}),
    "markdown": frozenset({".markdown", ".md", ".mdown", ".mdx", ".mkd", ".qmd", ".rmd"}),
    "mbox": frozenset({".mbox"}),
    "msg": frozenset({".msg"}),
    "notebook": frozenset({".ipynb"}),
    "odf": frozenset({".odp", ".ods", ".odt", ".otp", ".ots", ".ott"}),
    "pdf": frozenset({".pdf"}),
    "picture": frozenset({".bmp", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp"}),
    "ppt": frozenset({".pot", ".pps", ".ppt"}),
    "pptx": frozenset({".potm", ".potx", ".ppsm", ".ppsx", ".pptm", ".pptx"}),
    "rst": frozenset({".rst"}),
    "rtf": frozenset({".rtf"}),
    "source": frozenset(
        (
            ".bash .bat .c .cc .cjs .cmd .cpp .cs .cxx .dart .go .gql .gradle .graphql .groovy .h .hcl .hh "
            ".hpp .java .js .jsx .ksh .kt .kts .lua .mjs .php .pl .pm .proto .ps1 .psm1 .py .pyi .pyw .r .rb "
            ".rs .scala .sh .sql .swift .tf .tfvars .ts .tsx .vb .zsh"
        ).split()
    ),
    "text": frozenset(
        (
            ".cfg .conf .dist .example .ini .j2 .log .org .properties .sample .service .tex .text .timer .tmpl "
            ".toml .tpl .txt"
        ).split()
    ),
    "xls": frozenset({".xls", ".xlt"}),
    "xlsx": frozenset({".xlsm", ".xlsx", ".xltm", ".xltx"}),
    "xml": frozenset({".atom", ".dbk", ".dita", ".ditamap", ".rss", ".xml"}),
    "yaml": frozenset({".yaml", ".yml"}),
}
"""What each converter of ours reads, so that a folder can be looked over without loading them all."""

LIBRARIES = {
    "doc": "olefile",
    "docx": "docx",
    "epub": "lxml",
    "msg": "olefile",
    "odf": "lxml",
    "pdf": "pypdfium2",
    "ppt": "olefile",
    "pptx": "pptx",
    "xls": "xlrd",
    "xlsx": "openpyxl",
}
"""Converters whose library is an extra, and that library's module."""


def needs(port: str, name: str) -> str:
    """What an adapter lacks on this machine, in words; empty when it is ready."""
    from importlib.util import find_spec

    module = LIBRARIES.get(name) if port == "converters" else None
    if module is None or find_spec(module) is not None:
        return ""
    from kts.extras import how_to_get

    return f"needs {module}: {how_to_get('full')}"


def names(port: str) -> tuple[str, ...]:
    """All names of a port, ours and third parties', sorted."""
    return tuple(sorted({*BUILT_IN[port], *(point.name for point in _points(port))}))


def knows(port: str, name: str) -> bool:
    """Whether there is an adapter of that name; third parties' are looked at for names that are not ours only."""
    return name in BUILT_IN[port] or name in names(port)


def load(port: str, name: str) -> Any:
    """The adapter class. Raises UsageError for an unknown name, MissingExtra for an absent library."""
    target = BUILT_IN[port].get(name)
    try:
        if target is None:
            return _load_point(port, name)
        module, _, attribute = target.partition(":")
        return getattr(import_module(module), attribute)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] == "kts":
            raise
        message = f"{SINGULAR[port]} '{name}' needs the library {error.name}"
        from kts.extras import how_to_get

        raise MissingExtra(message, hint=how_to_get("full")) from error


def _load_point(port: str, name: str) -> Any:
    for point in _points(port):
        if point.name == name:
            return point.load()
    message = f"no {SINGULAR[port]} is named '{name}'"
    raise UsageError(message, hint=f"there are: {', '.join(names(port))}")


def _points(port: str) -> tuple[Any, ...]:
    from importlib.metadata import entry_points

    return tuple(sorted(entry_points(group=f"kts.{port}"), key=lambda point: point.name))
