"""OCR by the tesseract program, where it is installed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from functools import cached_property
from typing import TYPE_CHECKING

from kts.errors import MissingExtra
from kts.extras import how_to_get
from kts.ingest.convert.ocr.reading import Word

if TYPE_CHECKING:
    from collections.abc import Iterator

PROGRAM = "tesseract"
CPU_SECONDS = 30
"""CPU time for one image, as much as a whole job of the sandbox has."""
WALL_SECONDS = 4 * CPU_SECONDS
MAX_LANGUAGES = 4
"""Languages used together when none are chosen: each further one costs as much time as the first."""
_LAYOUT_WITH_ORIENTATION = "1"
_LAYOUT = "3"
_NO_LANGUAGES = frozenset({"osd", "equ"})
"""Entries of the language list that are detectors."""
_WORD_LEVEL = "5"
_COLUMNS = 12


class TesseractEngine:
    """Runs `tesseract` once an image, single-threaded; pages that lie on their side or head are turned.

    `languages` are its own codes such as `eng` or `deu`; without, the installed ones, English first.
    """

    name = "tesseract"

    def __init__(self, *, languages: tuple[str, ...] = ()) -> None:
        self._program = shutil.which(PROGRAM) or ""
        if not self._program:
            message = f"the program {PROGRAM} is not on the PATH"
            raise MissingExtra(message, hint=f"install tesseract-ocr, or: {how_to_get('ocr')}")
        self._chosen = languages

    @cached_property
    def version(self) -> str:
        """The program's version and the languages in use."""
        match = re.search(r"\d+(?:\.\d+)+", self._said("--version"))
        return f"{match[0] if match else '0'}-{'+'.join(self.languages)}"

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """The languages that it reads, English first."""
        installed = [name for name in self._installed if name not in _NO_LANGUAGES]
        wanted = [name for name in self._chosen if name in installed]
        ranked = wanted or sorted(installed, key=lambda name: (name != "eng", name))
        return tuple(ranked[:MAX_LANGUAGES])

    @cached_property
    def _installed(self) -> tuple[str, ...]:
        lines = self._said("--list-langs").splitlines()
        return tuple(line.strip() for line in lines if re.fullmatch(r"[\w/-]+", line.strip()))

    def _said(self, option: str) -> str:
        arguments = [self._program, option]
        done = subprocess.run(arguments, capture_output=True, timeout=WALL_SECONDS, check=False)  # noqa: S603 - our own
        return (done.stdout + done.stderr).decode("utf-8", "replace")

    def recognise(self, image: bytes, *, dpi: int) -> tuple[Word, ...]:
        """The words of an image, none when tesseract cannot read it or takes too long."""
        layout = _LAYOUT_WITH_ORIENTATION if "osd" in self._installed else _LAYOUT
        return tuple(_words(self._table(image, dpi, layout)))

    def _table(self, image: bytes, dpi: int, layout: str) -> str:
        options = ["--dpi", str(dpi), "--psm", layout, *(("-l", "+".join(self.languages)) if self.languages else ())]
        environment = {**os.environ, "OMP_THREAD_LIMIT": "1"}
        with subprocess.Popen(  # noqa: S603 - the program found on the PATH, arguments of our own
            [self._program, "-", "-", *options, "tsv"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
        ) as process:
            _limit(process.pid)
            try:
                out, _ = process.communicate(image, timeout=WALL_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                return ""
        return out.decode("utf-8", "replace") if process.returncode == 0 else ""


def _limit(pid: int) -> None:
    """Bound the CPU time of a process, where the system can; the wall clock bounds it everywhere."""
    try:
        import resource

        limit = getattr(resource, "prlimit", None)
        if limit is not None:
            limit(pid, resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    except (ImportError, OSError):
        return


def _words(table: str) -> Iterator[Word]:
    blocks: dict[str, int] = {}
    lines: dict[tuple[str, ...], int] = {}
    for row in table.splitlines()[1:]:
        fields = row.split("\t", _COLUMNS - 1)
        if len(fields) < _COLUMNS or fields[0] != _WORD_LEVEL or not fields[11].strip():
            continue
        left, top, width, height = (float(field) for field in fields[6:10])
        confidence = round(min(max(float(fields[10]) / 100, 0.0), 1.0), 3)
        block = blocks.setdefault(fields[2], len(blocks))
        line = lines.setdefault(tuple(fields[2:5]), len(lines))
        yield Word(fields[11].strip(), (left, top, left + width, top + height), confidence, block, line)
