"""Which OCR engine this machine has: tesseract where the program is, else rapidocr where the library is."""

from __future__ import annotations

import shutil
from importlib.util import find_spec
from typing import TYPE_CHECKING

from kts.errors import UsageError
from kts.extras import how_to_get
from kts.ingest.convert.ocr.rapid import RapidEngine
from kts.ingest.convert.ocr.tesseract import PROGRAM, TesseractEngine

if TYPE_CHECKING:
    from kts.ingest.convert.ocr.reading import OcrEngine

ENGINES = ("auto", "tesseract", "rapidocr", "none")
"""What the setting may say."""


def engine_for(setting: str = "auto", *, languages: tuple[str, ...] = ()) -> OcrEngine | None:
    """The engine that the setting names, or for `auto` the one that is installed; None for `none` and nothing.

    Raises MissingExtra for a named engine that is not here, UsageError for an unknown name.
    """
    if setting not in ENGINES:
        message = f"no OCR engine is named '{setting}'"
        raise UsageError(message, hint=f"there are: {', '.join(ENGINES)}")
    if setting == "tesseract" or (setting == "auto" and shutil.which(PROGRAM)):
        return TesseractEngine(languages=languages)
    if setting == "rapidocr" or (setting == "auto" and find_spec("rapidocr")):
        return RapidEngine()
    return None


def advice(engine: OcrEngine | None) -> str:
    """What the reason of a file without a text layer adds: how to get OCR, empty when it is there."""
    return "" if engine else f"to read scanned pages install tesseract-ocr, or: {how_to_get('ocr')}"
