"""Converters that read print in pictures, too: pages that are scans, and images inside documents (CONV-4, IMG-2).

The engine is part of the converter's version: a text that was read from pixels depends on who read it.
"""

from __future__ import annotations

from functools import cache, cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any

from kts.errors import UsageError
from kts.ingest.convert.ondemand import OnDemand
from kts.types import Conversion

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kts.ingest.convert.ocr.reading import OcrEngine
    from kts.ports import Converter

PICTURE = "picture"
"""The converter of pictures that are files of their own: without an engine they say nothing."""
WITH_IMAGES = ("docx", "eml", "epub", "html", "msg", "odf", "pdf", PICTURE, "pptx", "xlsx")
"""Converters whose documents can hold images."""
SCANS = "pdf"
"""The converter that can read whole pages."""
WRITTEN = "2"
"""Changes whenever the same recognised words would be written in another way."""
PAGES_A_JOB = {"tesseract": 5, "rapidocr": 3}
"""Pages that are recognised within the 30 CPU seconds of a job: two and six seconds each at 200 dpi."""
FEWEST_PAGES = 3
"""For an engine whose speed nobody has measured."""


class WithOcr:
    """Implements `ports.Converter` around another: the text of its images becomes part of the document.

    `inner` is "module:class" of the converter, `engine` a name of `ocr.choose.ENGINES`: plain values, because a
    worker makes its own.
    """

    def __init__(self, *, inner: str, engine: str, languages: Sequence[str] = ()) -> None:
        self._options = {"inner": inner, "engine": engine, "languages": list(languages)}
        module, _, kind = inner.partition(":")
        made = getattr(import_module(module), kind)
        self._inner: Converter = made(ocr=self._pages) if made.name == SCANS else made()
        self.name = self._inner.name
        self.suffixes = self._inner.suffixes

    @property
    def options(self) -> Mapping[str, Any]:
        """What a worker needs to make another one."""
        return self._options

    @property
    def version(self) -> str:
        """The converter's, the engine's, and that of how recognised text is written."""
        return f"{self._inner.version}+{self.engine.name}-{self.engine.version}+{WRITTEN}"

    @cached_property
    def engine(self) -> OcrEngine:
        """The engine that its name stands for, made when it is first needed; a kind for tests sets its own."""
        return _shared(str(self._options["engine"]), tuple(self._options["languages"]))

    def _pages(self, image: Any) -> Any:
        from kts.ingest.convert.ocr.reading import page_reader

        return page_reader(self.engine)(image)

    def convert(self, content: bytes, *, name: str) -> Conversion:
        """The conversion with the text of its images."""
        return self._described(self._inner.convert(content, name=name))

    def _described(self, conversion: Conversion) -> Conversion:
        from kts.ingest.convert.ocr.images import describe, unread, with_descriptions

        images = unread(conversion)
        return with_descriptions(conversion, describe(images, self.engine)) if images else conversion


class PagesWithOcr(WithOcr):
    """The same around a converter that does a file in parts."""

    @property
    def pages_a_job(self) -> int:
        """Pages that one job can recognise."""
        return PAGES_A_JOB.get(self.engine.name, FEWEST_PAGES)

    def pages(self, content: bytes) -> int:
        """How many pages there are."""
        return int(self._paged.pages(content))

    def convert_pages(self, content: bytes, *, name: str, first: int, last: int) -> Any:
        """The part of the pages `first` to `last`."""
        return self._paged.convert_pages(content, name=name, first=first, last=last)

    def join(self, parts: Sequence[Any]) -> Conversion:
        """The conversion of the file from its parts, with the text of its images."""
        found = self._paged.join(parts)
        return self._described(found) if isinstance(found, Conversion) else found

    @property
    def _paged(self) -> Any:
        return self._inner


@cache
def _shared(engine: str, languages: tuple[str, ...]) -> OcrEngine:
    """One engine for all converters: to ask a program for its version costs a tenth of a second."""
    from kts.ingest.convert.ocr.choose import engine_for

    found = engine_for(engine, languages=languages)
    if found is None:
        message = f"no OCR engine is named {engine}"
        raise UsageError(message, hint="set ingest.ocr to auto, tesseract, rapidocr or none")
    return found


def with_ocr(
    converters: Mapping[str, Converter], *, setting: str, languages: tuple[str, ...]
) -> Mapping[str, Converter]:
    """The converters, those whose documents can hold images around an engine where there is one.

    Raises MissingExtra for an engine that is named and not here.
    """

    @cache
    def engine() -> OcrEngine | None:
        from kts.ingest.convert.ocr.choose import engine_for

        return engine_for(setting, languages=languages)

    def make(name: str) -> Any:
        found = engine() if name in WITH_IMAGES else None
        return _around(converters[name], found.name, languages) if found else converters[name]

    if setting not in {"auto", "none"}:
        engine()
    return OnDemand(lambda: [name for name in converters if name != PICTURE or engine()], make)


def _around(converter: Any, engine: str, languages: tuple[str, ...]) -> WithOcr:
    kind = type(converter)
    wrapper = PagesWithOcr if kind.name == SCANS else WithOcr
    return wrapper(inner=f"{kind.__module__}:{kind.__qualname__}", engine=engine, languages=languages)
