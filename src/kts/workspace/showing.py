"""The part of the facade that shows what a citation points to, in its context."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple

from kts.cells import column
from kts.errors import SourceUnreachable, UsageError
from kts.lexicon.veiled import concealing, veiled
from kts.types import Span
from kts.workspace.lines import line_of_file
from kts.workspace.opened import OpenIndex

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from kts.records import DocumentRecord
    from kts.store.corpus import SqliteCorpus
    from kts.types import Location, Mapped, Problem, Section

CONTEXT = 600
"""Characters shown before and after a cited stretch (a default, not fitted)."""
_ANSWER = re.compile(r"(led_[0-9a-f]{16})(?::(\d+))?\Z")
_AT = re.compile(r"(.+)#(\d+)-(\d+)\Z")
_PLACE = re.compile(r"(?:page|slide|paragraph|table|part|image) [^\s,]+(?:, .+)?|sheet .+, cell \S+")
"""A place as `search.cite.place` words it."""

_CELL = re.compile(r"(?P<sheet>.+), cell (?P<column>[A-Z]{1,4})(?P<row>\d{1,9})")
_CELLS = re.compile(
    r"(?P<sheet>.+), cell (?P<left>[A-Z]{1,4})(?P<top>\d{1,9}):(?P<right>[A-Z]{1,4})(?P<bottom>\d{1,9})"
)
_WORD = re.compile(r"\w")
_PAGE = re.compile(r"(?:^|&)page=(\d{1,9})(?=&|\Z)")

Became = Literal["unchanged", "changed", "gone"]


class Shown(NamedTuple):
    """A stretch of a document in its context: `text == document[around]`, `cited` and `around` are spans of it.

    What the file hides from its readers is drawn as █ in `text`, a block a character, unless it is all that is cited;
    `hidden` are the ways in which it is hidden.

    `sections` are those that it stands in, outermost first. `original` says what has become of the file since it was
    indexed: `unchanged`, `changed` or `gone`; the text is that of then. `stands`: the file says the cited words now.
    """

    document: DocumentRecord
    text: str
    cited: Span
    around: Span
    location: Location
    uri: str
    sections: tuple[Section, ...]
    original: Became
    stands: bool = True
    hidden: tuple[str, ...] = ()


class Showing(OpenIndex):
    """Citations, opened."""

    def show(self, target: str, *, context: int = CONTEXT) -> Shown:
        """The place of a citation.

        `target` is `led_ID` or `led_ID:N` (the Nth claim of an answer), a passage id, `DOC#START-END`, `DOC:LINE`, a
        place as citations print it (`DOC, page 5`) or a document. Raises UsageError when there is no such place.
        """
        with self._snapshot() as corpus:
            key, span = self._place(target, corpus)
            return self._in_context(corpus.records([key])[key], span, corpus, context)

    def cited(self, document: str, span: Span, quote: str, *, context: int = CONTEXT) -> Shown:
        """The place of a citation that was given out, whatever has become of its document and file since.

        A document that was read again is searched for the quote: where it does not hold it, nothing is cited (the span
        is empty) and nothing `stands`. Raises UsageError for a document that is not there any more.
        """
        with self._snapshot() as corpus:
            record = corpus.document(document)
            start, end = min(span.start, record.length), min(span.end, record.length)
            if corpus.slice(record.key, Span(start, end)) != quote:
                at = corpus.text(record.key).find(quote) if quote else -1
                start, end = (at, at + len(quote)) if at >= 0 else (start, start)
            found = self._in_context(record, Span(start, end), corpus, context)
            return found if end > start else found._replace(stands=False)

    def _in_context(self, record: DocumentRecord, span: Span, corpus: SqliteCorpus, context: int) -> Shown:
        from kts.search.cite import fragment

        around = _lines(corpus, record, span, context)
        location = corpus.locate(record.key, span)
        uri = self._sources(corpus).uri(record.root, record.path) + fragment(location, "")
        inside = [one for one in corpus.sections(record.key) if one.span.start <= span.start < one.span.end]
        became = self._became(record, corpus)
        text, hidden = _seen(corpus, record, span, around)
        shown = Shown(record, text, span, around, location, uri, tuple(inside), became, hidden=hidden)
        return shown._replace(stands=became == "unchanged" or self._says(shown, corpus))

    def _says(self, shown: Shown, corpus: SqliteCorpus) -> bool:
        """Whether a file that has changed still says what is cited of it."""
        from kts.answer.recheck import recheck, worded
        from kts.workspace.reading import finder_of

        if shown.original == "gone":
            return False
        quote = corpus.slice(shown.document.key, shown.cited)
        cited = worded(shown.document.id, shown.document.path, shown.cited, quote)
        with finder_of(corpus=corpus, sources=self._sources(corpus), settings=self.settings.ingest) as finder:
            return recheck(cited, finder()).status in {"unchanged", "moved"}

    def became(self, document: str) -> Became:
        """What has become of a document's file since it was read. Raises UsageError for an unknown document."""
        with self._snapshot() as corpus:
            return self._became(corpus.document(document), corpus)

    def _became(self, record: DocumentRecord, corpus: SqliteCorpus) -> Became:
        """What has become of a document's file since it was read."""
        from kts.answer.fresh import Known, state

        recorded = corpus.recorded(record.id)
        known = Known(*recorded) if recorded else None
        return state(known, self._sources(corpus), self.settings.ingest.max_file_bytes) or "unchanged"

    def uri(self, target: str) -> str:
        """The address of a place: whatever `show` takes, or a document with a `#fragment` of the viewer's.

        Raises SourceUnreachable for a file that is gone.
        """
        from kts.search.cite import fragment

        with self._snapshot() as corpus:
            name, _, rest = target.rpartition("#")
            record = None if _AT.match(target) or _named(target, corpus) else _named(name, corpus)
            if record:
                _check_page(record, rest)
                at = f"#{rest}"
            else:
                key, span = self._pointed(target, corpus)
                record = corpus.records([key])[key]
                at = fragment(corpus.locate(key, span), "") if span else ""
            if self._became(record, corpus) == "gone":
                message = f"{record.path} is gone since it was indexed"
                hint = "kts show prints its text as it was; kts ingest takes note of what became of it"
                raise SourceUnreachable(message, path=record.path, hint=hint)
            return self._sources(corpus).uri(record.root, record.path) + at

    def ledger_records(self, count: int, *, kind: str = "") -> list[dict[str, object]]:
        """The newest records of the ledger, newest first; only those of a kind where one is named."""
        return self._book().newest(count, kind=kind)

    def ledger_problems(self) -> list[Problem]:
        """Records of the ledger whose hash or link does not hold."""
        return self._book().problems()

    def _place(self, target: str, corpus: SqliteCorpus) -> tuple[int, Span]:
        key, span = self._pointed(target, corpus)
        return key, span or Span(0, min(corpus.records([key])[key].length, 1))

    def _pointed(self, target: str, corpus: SqliteCorpus) -> tuple[int, Span | None]:
        """The document that a target points to, and the stretch of it; none for the document as a whole."""
        if found := _ANSWER.match(target):
            return self._claimed(found[1], int(found[2] or 1), corpus)
        if target.startswith("led_"):
            message = f"{target} does not name an answer's record"
            raise UsageError(
                message, hint="led_ and 16 of 0-9 a-f, as kts ask prints it; kts ledger list has the newest"
            )
        passage = corpus.passage_place(target)
        if passage is not None:
            return passage
        if record := _named(target, corpus):
            return record.key, None
        if spanned := _AT.match(target):
            record = _document(spanned[1], corpus)
            return record.key, _within(Span(int(spanned[2]), int(spanned[3])), record)
        return self._read(target, corpus)

    def _read(self, target: str, corpus: SqliteCorpus) -> tuple[int, Span]:
        """A line of a document, or a place of it in words; a name may hold commas and words of places, too."""
        from kts.store.roots import line_of

        name, _, line = line_of(target)
        if line:
            record = _document(name, corpus)
            return record.key, line_of_file(int(line[1:]), record, corpus.text(record.key), self._mapped(record))
        commas = [found.span() for found in re.finditer(", ", target) if _PLACE.fullmatch(target, found.end())]
        places = [(target[:start], target[end:]) for start, end in reversed(commas)]
        named = [one for one in places if _named(one[0], corpus)]
        name, words = (named or places[-1:] or [(target, "")])[0]
        return (record := _document(name, corpus)).key, self._worded(record, words)

    def _mapped(self, record: DocumentRecord) -> Iterable[Mapped]:
        from kts.store.rows import mapped

        return mapped(self._reader(), record.key)

    def _worded(self, record: DocumentRecord, words: str) -> Span:
        """The first stretch of a document whose place is told in these words; of a row of a table all of its cells."""
        from itertools import takewhile

        from kts.search.cite import place

        if cells := _CELLS.fullmatch(words):
            return self._ranged(record, cells)
        stretches = iter(self._mapped(record))
        first = next((one for one in stretches if place(one.location) == words), None)
        if first is None:
            message = f"{record.path} has no {words}"
            raise UsageError(message, hint="give the place as kts search prints it, or PATH:LINE")
        row = takewhile(lambda one: first.location.table is not None and place(one.location) == words, stretches)
        return Span(first.start, max((one.end for one in row), default=first.end))

    def _ranged(self, record: DocumentRecord, cells: re.Match[str]) -> Span:
        """From the first to the last cell of a range of a sheet that is told in words."""
        from kts.search.cite import place

        left, top, right, bottom = (
            column(cells["left"]),
            int(cells["top"]),
            column(cells["right"]),
            int(cells["bottom"]),
        )
        found: list[Span] = []
        for one in self._mapped(record):
            at = _CELL.fullmatch(place(one.location))
            if at and at["sheet"] == cells["sheet"] and left <= column(at["column"]) <= right:
                found += [Span(one.start, one.end)] if top <= int(at["row"]) <= bottom else []
        if not found:
            message = f"{record.path} has no {cells[0]}"
            raise UsageError(message, hint="give the place as kts search prints it, or PATH:LINE")
        return Span(found[0].start, found[-1].end)

    def _claimed(self, ledger_id: str, number: int, corpus: SqliteCorpus) -> tuple[int, Span]:
        """Where the citation of a recorded claim stands, in the version that was cited or the same words in a newer."""
        body: Any = self.ledger().read(ledger_id)["body"]
        claims = body.get("claims", [])
        if not 1 <= number <= len(claims):
            message = f"{ledger_id} has {len(claims)} claim{'s' * (len(claims) != 1)}"
            raise UsageError(message, hint=f"kts ledger show {ledger_id}")
        cited: Mapping[str, Any] = claims[number - 1]["citations"][0]
        record = _still_there(cited, ledger_id, corpus)
        start, end = cited["span"]["start"], cited["span"]["end"]
        if corpus.slice(record.key, Span(start, end)) == cited["quote"]:
            return record.key, Span(start, end)
        at = corpus.text(record.key).find(str(cited["quote"]))
        if at < 0:
            message = f"{record.path} no longer says what {ledger_id} cites"
            raise UsageError(message, hint="kts ledger show prints the quote as it was")
        return record.key, Span(at, at + len(str(cited["quote"])))


def _still_there(cited: Mapping[str, Any], ledger_id: str, corpus: SqliteCorpus) -> DocumentRecord:
    """The document of a recorded citation. Raises UsageError, with the words that were cited, where it is gone."""
    try:
        return corpus.document(str(cited["document_id"]))
    except UsageError as error:
        words = " ".join(str(cited["quote"]).split())
        path = cited.get("path", "the document")
        message = f"{path} is no longer in the index; {ledger_id} cites of it: \u201c{words}\u201d"
        raise UsageError(message, hint=f"{error.hint}; kts ledger show {ledger_id} prints the whole record") from None


def _document(name: str, corpus: SqliteCorpus) -> DocumentRecord:
    """The document of a name, or of a path typed from the working directory. Raises UsageError."""
    from kts.store.roots import in_roots

    return corpus.document(in_roots(name, corpus.roots()))


def _named(name: str, corpus: SqliteCorpus) -> DocumentRecord | None:
    """The same, where it is the name of one document."""
    try:
        return _document(name, corpus)
    except UsageError:
        return None


def _check_page(record: DocumentRecord, fragment: str) -> None:
    """Refuse a page that a document does not have, where it is known how many it has. Raises UsageError."""
    wish, pages = _PAGE.search(fragment), record.metadata.get("pages")
    if wish and isinstance(pages, int) and not 1 <= int(wish[1]) <= pages:
        message = f"{record.path} has no page {wish[1]}"
        raise UsageError(message, hint=f"it has {pages:,} pages")


def _within(span: Span, record: DocumentRecord) -> Span:
    if not 0 <= span.start < span.end <= record.length:
        message = f"{record.path} has {record.length:,} characters; {span.start}-{span.end} is not in it"
        raise UsageError(message, hint="a span is START-END in characters of the text that was indexed")
    return span


def _seen(corpus: SqliteCorpus, record: DocumentRecord, cited: Span, around: Span) -> tuple[str, tuple[str, ...]]:
    """The context as readers of the file see it, and the ways in which text of it is hidden.

    Who opens a hidden passage is shown that one: nothing of it is to be seen else.
    """
    from kts.workspace.serving import ways

    marks = corpus.hidden(record.key)
    own = corpus.slice(record.key, cited)
    if concealing(marks, *cited) and not _WORD.search(veiled(own, marks, cited.start)):
        before, after = Span(around.start, cited.start), Span(cited.end, around.end)
        return corpus.seen(record.key, before) + own + corpus.seen(record.key, after), ways(marks, around)
    return corpus.seen(record.key, around), ways(marks, around)


def _lines(corpus: SqliteCorpus, record: DocumentRecord, span: Span, context: int) -> Span:
    """The context, from the start of a line to the end of one where there are such ends near."""
    first, last = max(0, span.start - context), min(record.length, span.end + context)
    before, after = corpus.slice(record.key, Span(first, span.start)), corpus.slice(record.key, Span(span.end, last))
    start = first + before.find("\n") + 1 if first else 0
    end = last if last == record.length or "\n" not in after else span.end + after.rfind("\n")
    return Span(min(start, span.start), max(end, span.end))
