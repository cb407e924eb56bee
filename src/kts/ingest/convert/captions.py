"""Captions and transcripts (WebVTT, SubRip) as what was said: paragraphs, each with who speaks where that is told."""

from __future__ import annotations

import html
import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from kts.ingest.convert.builder import Run, TextBuilder
from kts.ingest.convert.decode import Positions, assumed, decode
from kts.ingest.convert.outcomes import attempt
from kts.ingest.convert.text import as_it_stands
from kts.types import Conversion

if TYPE_CHECKING:
    from collections.abc import Iterator

_LINE = re.compile(r"([^\r\n]*)(?:\r\n|\n|\r|\Z)")
_TIME = re.compile(r"\s*((?:\d{1,3}:)?\d{1,2}:\d{2})[.,]\d{1,3}\s+-->\s+(?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3}.*")
_VOICE = re.compile(r"<v(?:\.[^\s<>]{0,100})?\s+([^<>\n]{1,200})>")
_NAMED = re.compile(r"([^\W\d_][\w.'\u2019-]{0,40}(?: [(\w][\w.'\u2019)-]{0,40}){0,3}):\s+(?=\S)")
_PARTICLES = frozenset("al bin da de del den der di du el la le ten ter van von zu".split())
"""Words of a person's name that are written small."""
_NUMBER = re.compile(r"\s*\d+\s*")
_TURN = re.compile(r"(?=<v[\s.])")
_TAG = re.compile(r"</?[\w.]{1,40}(?:\s[^<>\n]{0,200})?>|<[\d:.]{1,20}>|\{\\[^{}\n]{0,200}\}")
_SIGN = "WEBVTT"
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
    version = "2"
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
        told = (
            decoded.text.strip() and not decoded.text.lstrip("\ufeff").startswith(_SIGN) and "-->" not in decoded.text
        )
        return as_it_stands(decoded) if told else Conversion("empty", reason="nothing is said")
    return Conversion("ok", builder.text(), builder.source_map(), assumed(decoded))


def _cues(text: str) -> Iterator[_Cue]:
    """The lines of the cues; numbers, notes and styles belong to none.

    In SubRip, a blank line within what is said does not end it: the number of the next does.
    """
    time = speaker = ""
    voiced, is_web = False, text.lstrip("\ufeff").startswith(_SIGN)
    lines = list(_LINE.finditer(text))
    for at, match in enumerate(lines):
        when = _TIME.fullmatch(match[1])
        if when:
            time, speaker, voiced = when[1], "" if voiced else speaker, False
        elif not match[1].strip():
            time = "" if is_web else time
        elif time and not _is_number(lines, at):
            for turn in _turns(match):
                voice = _VOICE.search(turn.text)
                shown = " ".join(html.unescape(_TAG.sub("", turn.text)).split())
                named = None if voice else _name(shown)
                told = voice[1].strip() if voice else named[1] if named else speaker
                shown = shown[named.end() :] if named else shown
                speaker, voiced = told, voiced or bool(voice)
                if shown:
                    yield turn._replace(time=time, speaker=told, text=shown)


def _turns(line: re.Match[str]) -> Iterator[_Cue]:
    """The parts of a line, one for each voice that begins in it."""
    edges = [*(match.start() for match in _TURN.finditer(line[1])), len(line[1])]
    for start, end in pairwise([0, *edges]):
        if line[1][start:end].strip():
            yield _Cue("", "", line[1][start:end], line.start(1) + start, line.start(1) + end)


def _is_number(lines: list[re.Match[str]], at: int) -> bool:
    """Whether a line is the number of the cue whose time stands below it."""
    below = lines[at + 1][1] if at + 1 < len(lines) else ""
    return bool(_NUMBER.fullmatch(lines[at][1]) and _TIME.fullmatch(below))


def _name(shown: str) -> re.Match[str] | None:
    """Who speaks, at the beginning of a line: up to four words, all of them written as names are."""
    found = _NAMED.match(shown)
    words = found[1].split() if found else []
    is_name = all(word.strip("(")[:1].isupper() or word.lower() in _PARTICLES or word.isdigit() for word in words)
    return found if is_name else None
