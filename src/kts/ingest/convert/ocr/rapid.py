"""OCR by rapidocr: PP-OCR models on ONNX Runtime, all of it in Python wheels."""

from __future__ import annotations

from functools import cached_property
from importlib import metadata
from typing import TYPE_CHECKING, Any

from kts.errors import MissingExtra
from kts.extras import how_to_get
from kts.ingest.convert.ocr.columns import box_of, columns
from kts.ingest.convert.ocr.reading import Word

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

THREADS = 1
"""One: the processes of an ingest already share the cores."""
DETECTION_SIDE = 1_600
"""Pixels of the longer side when lines are looked for; they are read from the full image.

A letter page at 200 dpi: 0.85 GB of memory instead of 1.2 GB, 30 % less time, the same similarity; 1,280 loses
1 to 3 points of it.
"""
_OPTIONS: dict[str, object] = {
    "Global.log_level": "critical",
    "Global.use_cls": False,
    "EngineConfig.onnxruntime.intra_op_num_threads": THREADS,
    "EngineConfig.onnxruntime.inter_op_num_threads": THREADS,
    "Det.limit_type": "max",
    "Det.limit_side_len": DETECTION_SIDE,
    "Rec.rec_batch_num": 1,
}
MIN_OVERLAP = 0.5
"""Share of its height that a piece has in common with a line to be part of it."""


class RapidEngine:
    """Holds the models (31 MB of files); reads Latin, Chinese and Japanese print. Lives as long as its process."""

    name = "rapidocr"

    def __init__(self) -> None:
        try:
            self._release = metadata.version("rapidocr")
        except metadata.PackageNotFoundError as error:
            message = "OCR needs the library rapidocr"
            raise MissingExtra(message, hint=how_to_get("ocr")) from error

    @property
    def version(self) -> str:
        """The release of the package, which holds the models, and the size at which lines are looked for."""
        return f"{self._release}-{DETECTION_SIDE}"

    @cached_property
    def _engine(self) -> Any:
        from rapidocr import RapidOCR

        return RapidOCR(params=_OPTIONS)

    def recognise(self, image: bytes, *, dpi: int) -> tuple[Word, ...]:
        """The words of an image, none when it cannot be decoded; the resolution does not matter here."""
        del dpi
        import cv2
        import numpy as np

        pixels = cv2.imdecode(np.frombuffer(image, np.uint8), cv2.IMREAD_COLOR) if image else None
        if pixels is None:
            return ()
        found = self._engine(pixels, return_word_box=True)
        if found.boxes is None:
            return ()
        pieces = [piece for words in found.word_results if (piece := _piece(words))]
        return tuple(_numbered(line for column in columns(pieces) for line in _lines(column)))


def _piece(words: Iterable[Any]) -> list[Word]:
    """The words of one detected stretch of a line."""
    out = []
    for text, score, quad in words:
        if text.strip():
            across, down = [float(point[0]) for point in quad], [float(point[1]) for point in quad]
            box = (min(across), min(down), max(across), max(down))
            out.append(Word(text.strip(), box, round(float(score), 3), 0, 0))
    return out


def _lines(pieces: Sequence[list[Word]]) -> Iterator[list[list[Word]]]:
    """Pieces that stand side by side, from top to bottom."""
    line: list[list[Word]] = []
    for piece in sorted(pieces, key=lambda words: (_middle(words), words[0].box[0])):
        if line and not _beside(line[0], piece):
            yield line
            line = []
        line.append(piece)
    if line:
        yield line


def _numbered(lines: Iterable[list[list[Word]]]) -> Iterator[Word]:
    """Words with line and block numbers; a gap higher than a line, or a way back up, begins a block."""
    block, above = 0, (0.0, 0.0, 0.0, 0.0)
    for number, line in enumerate(lines):
        box = box_of(word for piece in line for word in piece)
        height = box[3] - box[1]
        block += bool(number) and not -height < box[1] - above[3] < height
        above = box
        for piece in sorted(line, key=lambda words: words[0].box[0]):
            for word in piece:
                yield word._replace(block=block, line=number)


def _middle(piece: Sequence[Word]) -> float:
    box = box_of(piece)
    return (box[1] + box[3]) / 2


def _beside(left: Sequence[Word], right: Sequence[Word]) -> bool:
    one, other = box_of(left), box_of(right)
    common = min(one[3], other[3]) - max(one[1], other[1])
    return common > MIN_OVERLAP * min(one[3] - one[1], other[3] - other[1])
