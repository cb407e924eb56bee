"""Captions and transcripts (WebVTT, SubRip) as what was said: paragraphs, each with who speaks where that is told."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, NamedTuple

from kts.ingest.convert.builder import Run, TextBuilder
from kts.ingest.convert.decode import Positions, assumed, decode
from kts.ingest.convert.outcomes import attempt
from kts.types import Conversion

if TYPE_CHECKING:
    from collections.abc import Iterator

_LINE = re.compile(r"([^\r\n]*)(?:\r\n|\n|\r|\Z)")
_TIME = re.compile(r"\s*((?:\d{1,3}:)?\d{1,2}:\d{2})[.,]\d{1,3}\s+-->\s+(?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3}.*")
_VOICE = re.compile(r"<v(?:\.[^\s<>]{0,100})?\s+([^<>\n]{1,200})>")
_NAMED = re.compile(r"([A-Z][\w.' -]{0,60}):\s+(?=\S)")
_TAG = re.compile(r"</?[\w.]{1,40}(?:\s[^<>\n]{0,200})?>|<[\d:.]{1,20}>|\{\\[^{}\n]{0,200}\}")
LONGEST = 600
"""Characters of a paragraph from which the end of a sentence ends it (a default)."""
_END = re.compile(r"[.!?\u2026][\"')\u201d]?\Z")


class _Cue(NamedTuple):
    """A line of what is said, when, by whom (empty: not told), and where it stands."""

    time: str
    speaker: str
    text: str
    start: int
    end: int


class CaptionsConverter:
    """Reads `.vtt` and `.srt`: what was said, in paragraphs by speaker, without the times of each line."""

    name = "captions"
    version = "1"
    suffixes = frozenset({".vtt", ".srt"})

    def convert(self, content: bytes, *, name: str) -> Conversion:
        """One paragraph a turn of a speaker; a long one ends with a sentence."""
        del name
        return attempt(lambda: _convert(content), what="captions")


def _convert(content: bytes) -> Conversion:
    decoded = decode(content)
    positions, builder = Positions(decoded), TextBuilder()
    speaker, length, ended = None, 0, True
    for cue in _cues(decoded.text):
        turn = cue.speaker != speaker
        if turn or (length > LONGEST and ended):
            builder.begin_block()
            builder.add(f"[{cue.time}] {cue.speaker}: " if cue.speaker else f"[{cue.time}] ")
            speaker, length = cue.speaker, 0
        else:
            builder.add(" ")
        builder.extend([Run(cue.text, positions.locate(cue.start, cue.end))])
        length, ended = length + len(cue.text), bool(_END.search(cue.text))
    if not builder.length:
        return Conversion("empty", reason="nothing is said")
    return Conversion("ok", builder.text(), builder.source_map(), assumed(decoded))


def _cues(text: str) -> Iterator[_Cue]:
    """The lines of the cues; numbers, notes and styles belong to none."""
    time = speaker = ""
    voiced = False
    for match in _LINE.finditer(text):
        line = match[1].strip()
        when = _TIME.fullmatch(match[1])
        if when:
            time, speaker, voiced = when[1], "" if voiced else speaker, False
        elif not line:
            time = ""
        elif time:
            voice = _VOICE.search(line)
            shown = " ".join(html.unescape(_TAG.sub("", line)).split())
            named = None if voice else _NAMED.match(shown)
            told = voice[1].strip() if voice else named[1] if named else speaker
            shown = shown[named.end() :] if named else shown
            speaker, voiced = told, voiced or bool(voice)
            if shown:
                yield _Cue(time, told, shown, match.start(1), match.end(1))
