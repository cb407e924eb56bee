"""CONV-1, CONV-2, CONV-3, CONV-5: every converter keeps the converters' suite, over sound and damaged files."""

from __future__ import annotations

from hashlib import sha256
from itertools import islice

import pytest

from kts import registry
from kts.testing import check_converter
from kts.testing.converter import damaged_copies
from kts.types import Conversion, Image, Location, Mapped, Marked, SourceMap
from support import compound, opened

LARGEST = 60_000
"""Bytes of a sample that is worth a dozen conversions of its damaged copies."""
SAMPLES = 2
"""Files of each suffix, the smallest ones."""
SAID = b"1\n00:00:01,000 --> 00:00:02,000\nANN: We agreed\non the fee.\n"
GIVEN = {
    "doc": {"a.doc": compound.TREATY},
    "epub": {"a.epub": opened.packed(opened.BOOK)},
    "msg": {"a.msg": compound.container({**compound.MESSAGE, **compound.ATTACHED})},
    "odf": {"a.odt": opened.TREATY},
    "ppt": {"a.ppt": compound.DECK},
    "rtf": {"a.rtf": opened.RTF},
    "xls": {"a.xls": compound.RATES},
    "csv": {"a.csv": b"name;fee\nNorthmarch;0,25\n", "quoted.csv": b'a,b\r\n"x, ""y""",2\r\n'},
    "html": {"a.html": b"<h1>Fees</h1><p>Twenty <b>five</b> basis points.<table><tr><td>a<td>b</table>"},
    "json": {"a.json": b'{"fee": {"rate": 0.25, "names": ["a", "b"]}}'},
    "markdown": {"a.md": b"# Fees\n\n| a | b |\n|---|---|\n| 1 | 2 |\n", "bom.md": b"\xef\xbb\xbfA \xc2\xa7 5\r\n"},
    "rst": {"a.rst": b"Fees\n====\n\nTwenty five *basis* points.\n\n- one\n- two\n"},
    "asciidoc": {
        "a.adoc": b"= Fees\n\n== Scope\n\nTwenty five.\n\n|===\n|Plan |Fee\n|A |1\n|===\n\n----\ncode\n----\n"
    },
    "calendar": {"a.ics": b"BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Board\nEND:VEVENT\nEND:VCALENDAR\n"},
    "captions": {"a.vtt": b"WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ann>We agreed.\n", "b.srt": SAID},
    "mbox": {"a.mbox": b"From a Mon\nFrom: a@b.org\nSubject: Fees\n\nTwenty.\n\nFrom b Tue\nSubject: Re\n\nYes.\n"},
    "notebook": {"a.ipynb": b'{"cells": [{"cell_type": "markdown", "source": ["# Fees\\n", "Twenty."]}]}'},
    "xml": {"a.xml": b"<?xml version='1.0'?><a><title>Fees</title><p>Twenty <b>five</b>.</p><n u='s'>3</n></a>"},
    "yaml": {"a.yaml": b"# of all\nfees:\n  - name: a # the first\n    rate: 0.25\n  - name: b\n    rate: 1\n"},
    "source": {
        "a.py": b"#!/usr/bin/env python\n# Fees\n\n# Twenty five.\nFEE = 25  # basis points\n\n"
        b"def fee():\n    '''The fee.'''\n    return FEE\n",
        "a.sql": "-- Gebühr: fünf\r\nCREATE TABLE fee (\r\n  rate int -- in percent\r\n);\r\n".encode("utf-16"),
    },
    "text": {"a.txt": b"SECTION 1. Fees\n\nTwenty five.\n", "utf16.txt": "Gebühr: fünf\r\n".encode("utf-16")},
}


def samples_of(converter, name, repository):
    """The smallest sound files of the sample folder that this converter reads, and some made here."""
    files = [path for path in (repository / "samples").rglob("*") if path.suffix in converter.suffixes]
    small = sorted((path.stat().st_size, path.as_posix(), path) for path in files)
    contents = ((path.name, path.read_bytes()) for size, _, path in small if size <= LARGEST)
    sound = ((name, content) for name, content in contents if converter.convert(content, name=name).text)
    return {**dict(islice(sound, SAMPLES)), **GIVEN.get(name, {})}


@pytest.mark.parametrize("name", sorted(registry.BUILT_IN["converters"].keys() - {"picture"}))  # text by OCR alone
def test_conv_5_every_converter_keeps_the_suite(name, repository):
    if missing := registry.needs("converters", name):
        pytest.skip(missing)
    converter = registry.load("converters", name)()
    samples = samples_of(converter, name, repository)
    assert converter.name == name
    assert samples, "a converter without a sample keeps no rule"
    check_converter(converter, samples)


@pytest.mark.parametrize("name", sorted(registry.BUILT_IN["converters"]))
def test_crawl_1_the_table_of_suffixes_is_what_the_converters_say(name):
    assert registry.SUFFIXES[name] == registry.load("converters", name).suffixes


class Fixed:
    """A converter that says the same of every file, except of none."""

    name = "fixed"
    version = "1"
    suffixes = frozenset({".fix"})

    def __init__(self, **changed):
        place = Location("text", line=1)
        sound = Conversion("ok", text="some words", source_map=SourceMap(entries=(Mapped(0, 10, place),)))
        self.conversion = sound._replace(**changed)

    def convert(self, content, *, name):
        del content, name
        return self.conversion


def entries(*ranges):
    return SourceMap(entries=tuple(Mapped(start, end, Location("text", line=1)) for start, end in ranges))


def test_conv_5_a_converter_that_keeps_the_rules_passes():
    check_converter(Fixed(), {"a.fix": b"some words"})


@pytest.mark.parametrize(
    ("changed", "rule"),
    [
        ({"outcome": "fine"}, "one of the known"),
        ({"outcome": "malformed", "reason": "damaged"}, "empty unless"),
        ({"text": "  \n"}, "never 'ok'"),
        ({"outcome": "partial"}, "has a reason"),
        ({"text": "lone \ud800"}, "lone surrogate"),
        ({"markup": "html"}, "markup"),
        ({"source_map": entries((0, 11))}, "inside"),
        ({"source_map": entries((3, 3))}, "not empty"),
        ({"source_map": entries((5, 8), (0, 3))}, "sorted"),
        ({"source_map": entries((0, 5), (4, 8))}, "overlap"),
        ({"source_map": SourceMap()}, "has places"),
        ({"source_map": SourceMap(encoding="utf-16")}, "decode to its text"),
        ({"source_map": SourceMap(entries=entries((0, 1)).entries, hidden=(Marked(9, 12, "white"),))}, "inside"),
        ({"metadata": {"date": object()}}, "JSON"),
        ({"metadata": {"pages": float("nan")}}, "JSON"),
        ({"images": (Image("0" * 64, ".png", b"x", 0),)}, "SHA-256"),
        ({"images": (Image(sha256(b"x").hexdigest(), "png", b"x", 0),)}, "suffix with its dot"),
        ({"images": (Image(sha256(b"x").hexdigest(), ".png", b"x", 11),)}, "place inside the text"),
    ],
)
def test_conv_5_a_broken_rule_is_named(changed, rule):
    with pytest.raises(AssertionError, match=rule):
        check_converter(Fixed(**changed), {"a.fix": b"some words"})


class Raising(Fixed):
    """A converter that meets nothing but sound files well."""

    def convert(self, content, *, name):
        content.decode("ascii")
        return super().convert(content, name=name)


class Forgetful(Fixed):
    """A converter whose conversions differ from call to call."""

    calls = 0

    def convert(self, content, *, name):
        self.calls += 1
        return super().convert(content, name=name)._replace(reason=str(self.calls))


class Named(Fixed):
    """A converter with a suffix that no file can be chosen by."""

    suffixes = frozenset({"FIX"})


@pytest.mark.parametrize(
    ("converter", "rule"),
    [(Raising(), "not an exception"), (Forgetful(), "deterministic"), (Named(), "lower-case suffixes")],
)
def test_conv_5_a_converter_that_misbehaves_is_named(converter, rule):
    with pytest.raises(AssertionError, match=rule):
        check_converter(converter, {"a.fix": b"some words"})


def test_conv_5_the_damage_is_the_same_in_every_run():
    content = bytes(range(256)) * 4
    assert list(damaged_copies(content)) == list(damaged_copies(content))
    assert len({*damaged_copies(content)}) == len(list(damaged_copies(content)))
