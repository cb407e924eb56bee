"""From files to rows and back to files: what converts them, in processes that may die."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from typing import TYPE_CHECKING, Any

from kts import registry

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from kts.answer.altered import Recorded
    from kts.answer.recheck import Finder
    from kts.config import IngestSettings
    from kts.ingest.kit import Kit
    from kts.ingest.sandbox import Sandbox
    from kts.ingest.take import Taken
    from kts.ports import Converter
    from kts.store.corpus import SqliteCorpus
    from kts.store.sources import FileSources
    from kts.store.truth import TruthWriter
    from kts.types import IngestReport, Rechecked

PLAIN = ("text", "markdown")
"""The converters of files whose bytes are their text already."""
CONVERSIONS = 8
"""Files kept converted while citations are compared: those of one answer come in turns."""


def kit_of(settings: IngestSettings) -> Kit:
    """Every converter that is installed, with OCR where it can be had, and the chosen sectioner."""
    from kts.ingest.convert.attached import with_attachments
    from kts.ingest.convert.ocr.converters import with_ocr
    from kts.ingest.convert.ondemand import OnDemand
    from kts.ingest.kit import Kit

    plain = OnDemand(lambda: registry.names("converters"), _plain)
    converters = with_attachments(with_ocr(plain, setting=settings.ocr, languages=settings.ocr_languages))
    return Kit(converters, registry.load("sectioners", settings.sectioner)(), settings, registry.SUFFIXES)


def _plain(name: str) -> Converter:
    """The converter of that name as it stands. Raises KeyError for a name that there is no longer."""
    if not registry.knows("converters", name):
        raise KeyError(name)
    made: Converter = registry.load("converters", name)()
    return made


@contextmanager
def sandboxed(kit: Kit, *, workers: int) -> Iterator[Callable[[], Sandbox] | None]:
    """The processes in which files are converted, made when first asked for; None where this one converts."""
    if not kit.settings.isolated:
        yield None
        return
    with ExitStack() as stack:

        @cache
        def sandbox() -> Sandbox:
            from shutil import which

            from kts.ingest.jobs import recipe
            from kts.ingest.sandbox import Sandbox

            tesseract = which("tesseract") if kit.settings.ocr in {"auto", "tesseract"} else None
            executables = (tesseract,) if tesseract else ()
            made = stack.enter_context(Sandbox(recipe(kit, executables=executables), workers=workers))
            made.begin()
            return made

        yield sandbox


def read_files(
    truth: TruthWriter,
    paths: Sequence[str],
    *,
    settings: IngestSettings,
    again: bool,
    progress: Callable[[int, int, Taken], None],
    confirm: Callable[[int, int], bool],
    follow: Callable[[int], None],
) -> IngestReport:
    """Files into text: the first half of an ingest, after which everything is found by words."""
    from kts.ingest.account import joined
    from kts.ingest.pipeline import ingest
    from kts.store.roots import follow_moved, only_read, scopes_of
    from kts.store.sources import FileSources

    moved = follow_moved(paths, truth)
    kit = kit_of(settings)
    with only_read(truth), sandboxed(kit, workers=settings.workers) as sandbox:
        scopes = scopes_of(paths, truth)
        sources = FileSources({root.label: root.path for root in truth.roots()})
        reports = [
            ingest(
                scope,
                truth=truth,
                sources=sources,
                kit=kit,
                again=again,
                progress=progress,
                confirm=confirm,
                follow=follow,
                sandbox=sandbox,
            )
            for scope in scopes
        ]
    truth.discard_staged({scope.root for scope in scopes})
    report = joined(reports)
    return report._replace(notes=(*moved, *report.notes))


def text_in(content: bytes, name: str, settings: IngestSettings) -> str:
    """The text of a file that is not in the index, of any kind that is read; plain text of any name.

    What the file hides from its readers, or strikes out, is no part of it.

    Raises UsageError for a file that holds none, or of a kind that nothing reads.
    """
    from kts.errors import UsageError
    from kts.ingest.convert.run import converted
    from kts.ingest.visible import sifted, visible

    kit = kit_of(settings)
    converter = kit.converter_for(content, name=name)
    if converter is None or converter.name in PLAIN:
        with suppress(UnicodeDecodeError):
            text = content.decode("utf-8-sig")
            if "\0" not in text:
                return text
    with sandboxed(kit, workers=1) as sandbox:
        found = sifted(converted(content, name, kit, sandbox=sandbox and sandbox()))
    if found.outcome in {"ok", "partial"}:
        return visible(found.text, found.source_map.hidden).words(0, len(found.text))
    message = f"{name} is {found.outcome.replace('_', ' ')}" + (f": {found.reason}" if found.reason else "")
    raise UsageError(message, path=name, hint="give its sentences as words, or save it as text")


def rechecked(
    saved: Any, *, corpus: SqliteCorpus, sources: FileSources, settings: IngestSettings, recorded: Recorded
) -> tuple[Rechecked, ...]:
    """Every citation in a result against the original files as they are now. Raises UsageError where there is none.

    One whose statement was altered since it was given has changed, whatever the file says.
    """
    from kts.answer.altered import altered
    from kts.answer.recheck import citations_in, read_saved, recheck
    from kts.errors import UsageError
    from kts.workspace.given import shown

    try:
        given = read_saved(saved) if isinstance(saved, str | bytes) else saved
        cited = list(citations_in(given))
    except ValueError as error:
        message = f"what was saved holds no citations and is no JSON, {shown(saved)}: {error}"
        raise UsageError(message, hint="json.dumps(kts.to_json(found)) saves one; of a file pass the text") from None
    if not cited:
        message = "what was saved holds no citations"
        raise UsageError(message, hint="pass a search or an answer as it came, or the `citation` object of a result")
    with finder_of(corpus=corpus, sources=sources, settings=settings) as finder:
        found = [recheck(citation, finder()) for citation in cited]
    edited = {id(one.citation): one.detail for one in altered(given, recorded)}
    return tuple(
        one._replace(status="changed", detail=edited[id(one.citation)], moved_to=None)
        if id(one.citation) in edited and one.status in {"unchanged", "moved"}
        else one
        for one in found
    )


@contextmanager
def finder_of(
    *, corpus: SqliteCorpus, sources: FileSources, settings: IngestSettings
) -> Iterator[Callable[[], Finder]]:
    """What finds cited originals and reads them anew; made, with a process that converts, when first asked for."""
    from functools import lru_cache

    from kts.answer.recheck import Finder
    from kts.ingest.convert.run import converted, locator
    from kts.ingest.ids import document_id

    with ExitStack() as stack:

        @cache
        def finder() -> Finder:
            kit = kit_of(settings)
            sandbox = stack.enter_context(sandboxed(kit, workers=1))
            return Finder(
                roots=[root.label for root in corpus.roots()],
                corpus=corpus,
                sources=sources,
                identify=document_id,
                convert=lru_cache(maxsize=CONVERSIONS)(
                    lambda content, path: converted(content, path, kit, sandbox=sandbox and sandbox())
                ),
                locator=locator,
                limit=settings.max_file_bytes,
            )

        yield finder
