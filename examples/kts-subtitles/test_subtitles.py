"""The converter keeps the rules of its port, and finds the words in the file."""

from __future__ import annotations

from kts.testing import check_converter

from kts_subtitles import SubtitleConverter

TALK = """1
00:00:01,000 --> 00:00:04,500
The escrow account is analysed
once a year.

2
00:00:05,000 --> 00:00:07,000
Die Übersicht folgt.
"""
SAMPLES = {
    "talk.srt": TALK.encode(),
    "windows.srt": b"\xef\xbb\xbf" + TALK.replace("\n", "\r\n").encode(),
    "old.srt": TALK.encode("cp1252"),
}


def test_the_converter_keeps_the_rules_of_its_port() -> None:
    check_converter(SubtitleConverter(), SAMPLES)


def test_each_line_has_its_bytes() -> None:
    content = SAMPLES["windows.srt"]
    conversion = SubtitleConverter().convert(content, name="windows.srt")
    for entry in conversion.source_map.entries:
        place = entry.location
        assert content[place.byte_start : place.byte_end].decode() == conversion.text[entry.start : entry.end]
