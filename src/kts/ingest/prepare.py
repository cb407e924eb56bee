"""From the bytes of one file to the rows it adds: convert, section, split, analyse. Pure."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from kts.errors import UsageError
from kts.ingest.chunk.blocks import blocks as blocks_of
from kts.ingest.chunk.sections_contents import contents_ranges
from kts.ingest.chunk.split import Piece, fixed, split
from kts.ingest.classify import of_path
from kts.ingest.ids import document_id, passage_id, text_sha256
from kts.ingest.structure.units import PREFIXES, Unit, units_of
from kts.ingest.visible import Offsets, bare, hidden_characters, sifted, visible
from kts.lexicon.analyse import above, forward, indexed, under, words
from kts.lexicon.companies import COMPANIES, companies, company_words
from kts.lexicon.context import entitled, in_context
from kts.lexicon.identifiers import identifiers
from kts.lexicon.languages import language_of
from kts.structure import PreparedDocument
from kts.types import Document, PreparedPassage, Span, well_formed

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from kts.config import IngestSettings
    from kts.ingest.chunk.blocks import Block
    from kts.ingest.kit import Kit
    from kts.ingest.visible import Visible
    from kts.lexicon.identifiers import Identifier
    from kts.ports import Converter
    from kts.types import Conversion, Marked, Section, SourceFile

READ_AS_ENGLISH = frozenset({"en", "und"})
LONGEST_TITLE = 500
"""Characters of a title or heading that count: they are in every passage below it, and a file may hold a book there."""
NAMED = 3
"""How often the words of a document's companies count in its title: once, the right passage of 17 agreements is among
the first three for .574 of 289 questions, three times for .599, without for .543."""


def prepare(source: SourceFile, conversion: Conversion, *, converter: Converter, kit: Kit) -> PreparedDocument:
    """The document and its passages. `conversion.outcome` must be ok or partial.

    Title, headings, sections and all terms are those of the visible text; what is hidden becomes passages of its
    own level.
    """
    # the expressions of these take half a second to compile, which a process that has workers never needs
    from kts.ingest.metadata import described
    from kts.ingest.structure.enrich import classified, structured
    from kts.ingest.structure.references import relations

    conversion = sifted(conversion)
    id_ = document_id(source.root, source.path)
    text, hidden = conversion.text, conversion.source_map.hidden
    shown = visible(text, hidden)
    blocks = blocks_of(shown.filled, markup=conversion.markup)
    sections = tuple(
        section._replace(id=_section_id(id_, text, section), number=bare(section.number), heading=bare(section.heading))
        for section in kit.sectioner.sections(shown.filled, markup=conversion.markup)
    )
    metadata = _sound(described(shown.words(0, len(text)), conversion.metadata, markup=conversion.markup))
    if hidden:
        metadata |= _shown_sheets(metadata, text, hidden)
        metadata["hidden_characters"] = hidden_characters(hidden)
    seen = shown.words(0, len(text))
    given = _shown_title(metadata, conversion)
    headed = () if given or _is_collection(metadata) else sections
    title = well_formed(_title(given, conversion.markup, shown, headed, source.path))
    if named := of_path(source.path, kit.settings.types):
        metadata["doc_type"] = named
    doc_type, regime = classified(seen, title=title, path=source.path, markup=conversion.markup, metadata=metadata)
    structure = structured(id_, text, shown, sections, regime=regime, doc_type=doc_type, typed=kit.settings.items)
    metadata = {**relations(shown.filled, structure.definitions), **_companies(seen), **metadata}
    document = Document(
        id=id_,
        source=source,
        version=source.sha256,
        converter=f"{converter.name}:{converter.version}",
        title=title,
        text=text,
        source_map=conversion.source_map,
        sections=sections,
        doc_type=doc_type,
        regime=regime,
        language=_language(metadata, seen),
        content_date=_content_date(metadata),
        metadata=metadata,
    )
    units = units_of(sections, structure.items, shown)
    passages = _passages(document, _pieces(shown, text, sections, blocks, kit.settings), units, shown)
    fingerprint, images = kit.fingerprint(converter), conversion.images
    return PreparedDocument(document, conversion.outcome, conversion.reason, fingerprint, passages, images, structure)


def _companies(text: str) -> dict[str, object]:
    found = companies(text)
    return {COMPANIES: list(found)} if found else {}


def _sound(value: Any) -> Any:
    """Metadata as it can be stored and hashed, whatever escapes a file holds."""
    if isinstance(value, str):
        return well_formed(value)
    if isinstance(value, int) and value.bit_length() > WHOLE:
        return f"{value:#x}"[:LONGEST_TITLE]
    if isinstance(value, dict):
        return {str(_sound(name)): _sound(item) for name, item in value.items()}
    return [_sound(item) for item in value] if isinstance(value, list | tuple) else value


WHOLE = 63
"""Bits of a whole number that every store and reader of JSON holds."""


def _language(metadata: Mapping[str, object], text: str) -> str:
    given = str(metadata.get("language", "") or "").lower().replace("_", "-").partition("-")[0]
    return given if len(given) == CODE else language_of(text)


CODE = 2
"""Letters of an ISO 639-1 code."""


def _section_id(document: str, text: str, section: Section) -> str:
    span = section.span
    digest = text_sha256(text[span.start : span.end])
    return passage_id("sec", document, text_sha256=digest, start=span.start, end=span.end)


def _shown_title(metadata: Mapping[str, object], conversion: Conversion) -> str:
    """The title that the file gives itself, unless it is one that the file hides or that a program put there."""
    given = _PRINTED.sub("", bare(str(metadata.get("title") or "")))[:LONGEST_TITLE]
    text = conversion.text
    return "" if any(given == text[mark.start : mark.end].strip() for mark in conversion.source_map.hidden) else given


def _shown_sheets(metadata: Mapping[str, object], text: str, hidden: Sequence[Marked]) -> dict[str, object]:
    """The names of the sheets that a workbook shows: that of a hidden one is hidden, too."""
    sheets = metadata.get("sheets")
    if not isinstance(sheets, list | tuple):
        return {}
    unseen = {text[mark.start : mark.end].strip() for mark in hidden}
    return {"sheets": [name for name in sheets if str(name).strip() not in unseen]}


def _is_collection(metadata: Mapping[str, object]) -> bool:
    """Whether it has several sheets or mails: the name of the first one is no title of the others."""
    sheets, mails = metadata.get("sheets"), metadata.get("mails")
    return (isinstance(sheets, list | tuple) and len(sheets) > 1) or (isinstance(mails, int) and mails > 1)


def _title(given: str, markup: str, shown: Visible, sections: tuple[Section, ...], path: str) -> str:
    if _LETTER.search(given):
        return given
    if not given and markup == "plain":
        first = bare(shown.filled.lstrip().partition("\n\n")[0])
        if first and len(first) <= TITLE and "\n" not in first:
            return first
    named = re.sub(r"[_-]+", " ", path.rpartition("/")[2].rpartition(".")[0]) or path.rpartition("/")[2]
    chapter = next((section for section in sections if section.heading), None)
    if chapter is None or (_is_one_of_many(chapter, sections) and len(_WORD.findall(named)) >= NAMING):
        return named
    return f"{chapter.number} {chapter.heading}".strip()[:LONGEST_TITLE]


def _is_one_of_many(first: Section, sections: tuple[Section, ...]) -> bool:
    """Whether the first heading is that of a chapter beside others, which says nothing of these."""
    beside = [one for one in sections if one.level == first.level and one.parent == first.parent]
    return bool(first.number) and sum(bool(one.number) for one in beside) >= CHAPTERS


CHAPTERS = 3
"""Numbered sections beside each other from which the first one's heading is no title (a default)."""
NAMING = 2
"""Words of a file's name from which it may stand for a title (a default)."""
_WORD = re.compile(r"[^\W\d_]{3,}")


_PRINTED = re.compile(
    r"(?i)\A(?:microsoft (?:word|excel|powerpoint) - )?"
    r"(?:(?:untitled|document|presentation|unbenannt|title)[ -]?\d*\Z"
    r"|\(?(?:anonymous|unspecified|unknown|none|no title)\)?\Z"
    r"|[^/\n]*\.(?:docx?|dotx?|odt|rtf|pdf|indd|qxd|pages|tex|dvi|ps|xlsx?|pptx?|html?|wpd|pub)\Z)?"
)
"""What programs put before a file's name when they print, that name, and what they put where no title was given."""
_LETTER = re.compile(r"[^\W\d_]")
"""A title without a letter is a number of somebody's files: the file's own name says more."""
TITLE = 200
"""A plain text's first line is its title up to this many characters."""


def _content_date(metadata: Mapping[str, object]) -> str:
    for name in ("content_date", "effective", "modified", "created"):
        value = str(metadata.get(name, "") or "")
        if re.match(r"\d{4}-\d{2}-\d{2}", value):
            return value
    return ""


def _pieces(
    shown: Visible, text: str, sections: tuple[Section, ...], blocks: tuple[Block, ...], settings: IngestSettings
) -> tuple[Piece, ...]:
    hidden = shown.stretches
    if settings.splitter == "legacy":
        return fixed(text, hidden=hidden, target=settings.target, overlap=settings.overlap)
    if settings.splitter != "recursive":
        message = f"no splitter is named '{settings.splitter}'"
        raise UsageError(message, hint="set ingest.splitter to recursive or legacy")
    target, overlap, minimum = settings.target, settings.overlap, settings.minimum
    pieces = split(text, sections, blocks, hidden=hidden, target=target, overlap=overlap, minimum=minimum)
    front = [block for block in blocks if block.kind == "front_matter"]
    if front and not any(piece.start < front[0].end for piece in pieces):
        return (Piece(front[0].start, len(text[: front[0].end].rstrip()), None, "metadata"), *pieces)
    return pieces


def _passages(
    document: Document, pieces: tuple[Piece, ...], units: tuple[Unit, ...], shown: Visible
) -> tuple[PreparedPassage, ...]:
    language = "en" if document.language in READ_AS_ENGLISH else document.language
    title = indexed(f"{document.title} {_file_words(document)}", language)
    title += indexed(" ".join(company_words(document.metadata)), language) * NAMED
    called = entitled(document.title, document.metadata)
    headings: dict[int | None, list[str]] = {None: []}
    for section in document.sections:
        own = indexed(f"{section.number} {section.heading}"[:LONGEST_TITLE], language)
        headings[section.index] = headings.get(section.parent, []) + own
    contents = contents_ranges(shown.filled)
    stretches = _stretches(shown, (*pieces, *units), language)
    found = _identifiers(shown)
    starts = [identifier.start for identifier in found]
    over = cache(lambda section, named: above(title if named else (), headings.get(section, [])))
    passages: list[PreparedPassage] = []
    cut: tuple[Piece | Unit, ...] = (*pieces, *units)
    for one in cut:
        if isinstance(one, Piece) and one.hidden:
            passages.append(_hidden(document, one, language))
            continue
        if isinstance(one, Piece) and _listing(one, contents):
            passages.append(_contents(document, one))
            continue
        first, last = bisect_left(starts, one.start), bisect_left(starts, one.end)
        named = {(code.norm, code.kind) for code in found[first:last] if code.end <= one.end}
        body = _between(stretches, one.start, one.end)
        # front matter says its title itself: counted twice, it would hide the text that answers
        titled = one.kind != "metadata"
        row = under(over(one.section_index, titled), body)
        lengths = (len(title) * titled, len(headings.get(one.section_index, [])), len(body))
        passages.append(_passage(document, one, row, lengths, named, called))
    return (_whole(document, title, _between(stretches, 0, len(document.text))), *passages)


def _file_words(document: Document) -> str:
    """Words of the file's name that its title lacks: people name files for what is in them."""
    name = document.source.path.rpartition("/")[2].rpartition(".")[0]
    known = set(words(document.title))
    return " ".join(word for word in words(name.replace("_", " ")) if word not in known)


def _identifiers(shown: Visible) -> tuple[Identifier, ...]:
    """Those of the visible characters, at their places in the text."""
    text = shown.filled
    seen = shown.words(0, len(text))
    found = identifiers(seen)
    if len(seen) == len(text):
        return found
    offsets = Offsets(text)
    return tuple(one._replace(start=offsets.start(one.start), end=offsets.end(one.end)) for one in found)


def _stretches(shown: Visible, pieces: Sequence[Piece | Unit], language: str) -> dict[int, tuple[int, list[str]]]:
    """The visible text cut at every edge of a piece, each stretch analysed once: start -> (end, terms).

    Pieces overlap, and the whole document is a passage too; without this each word is analysed twice.
    """
    length = len(shown.filled)
    edges = sorted({0, length, *(piece.start for piece in pieces), *(piece.end for piece in pieces)})
    return {start: (end, indexed(shown.words(start, end), language)) for start, end in pairwise(edges)}


def _between(stretches: Mapping[int, tuple[int, list[str]]], start: int, end: int) -> list[str]:
    found: list[str] = []
    while start < end:
        start, stretch = stretches[start]
        found += stretch
    return found


def _whole(document: Document, title: list[str], body: list[str]) -> PreparedPassage:
    span = Span(0, len(document.text))
    row = forward(title, (), body)
    digest = text_sha256(document.text)
    return PreparedPassage(document.id, None, "document", "text", span, digest, row, len(title), 0, len(body))


def _passage(
    document: Document,
    piece: Piece | Unit,
    row: bytes,
    lengths: tuple[int, int, int],
    named: Collection[tuple[str, str]],
    called: str,
) -> PreparedPassage:
    digest = text_sha256(document.text[piece.start : piece.end])
    level, prefix = (piece.level, PREFIXES[piece.level]) if isinstance(piece, Unit) else ("chunk", "chunk")
    return PreparedPassage(
        id=passage_id(prefix, document.id, text_sha256=digest, start=piece.start, end=piece.end),
        section=piece.section_index,
        level=level,
        kind=piece.kind,
        span=Span(piece.start, piece.end),
        text_sha256=digest,
        terms=row,
        title_length=lengths[0],
        heading_length=lengths[1],
        body_length=lengths[2],
        identifiers=tuple(sorted(named)),
        context_sha256=_context(document, piece, called) if isinstance(piece, Piece) else b"",
    )


def _context(document: Document, piece: Piece, called: str) -> bytes:
    """The hash of what is embedded of a piece of a document, under what that is `called`."""
    text = document.text[piece.start : piece.end]
    if piece.section_index is None:
        return text_sha256(in_context(text, title=called))
    section = document.sections[piece.section_index]
    return text_sha256(in_context(text, title=called, number=section.number, heading=section.heading))


def _listing(piece: Piece, contents: Sequence[tuple[int, int]]) -> bool:
    """Whether a piece is a table of contents and little else."""
    covered = sum(max(0, min(piece.end, end) - max(piece.start, start)) for start, end in contents)
    return covered >= LISTING * (piece.end - piece.start)


LISTING = 0.8
"""Share of a passage from which a table of contents makes it one."""


def _contents(document: Document, piece: Piece) -> PreparedPassage:
    """A passage that is kept and never found: what it lists stands below, with its text."""
    digest = text_sha256(document.text[piece.start : piece.end])
    return PreparedPassage(
        id=passage_id("chunk", document.id, text_sha256=digest, start=piece.start, end=piece.end),
        section=piece.section_index,
        level="chunk",
        kind="contents",
        span=Span(piece.start, piece.end),
        text_sha256=digest,
        terms=forward((), (), ()),
        title_length=0,
        heading_length=0,
        body_length=0,
    )


def _hidden(document: Document, piece: Piece, language: str) -> PreparedPassage:
    """A passage that is found only by what it hides; smuggled tags have no words."""
    text = document.text[piece.start : piece.end]
    body, digest = indexed(text, language), text_sha256(text)
    return PreparedPassage(
        id=passage_id("chunk", document.id, text_sha256=digest, start=piece.start, end=piece.end),
        section=piece.section_index,
        level="hidden",
        kind=piece.hidden,
        span=Span(piece.start, piece.end),
        text_sha256=digest,
        terms=forward((), (), body),
        title_length=0,
        heading_length=0,
        body_length=len(body),
    )
