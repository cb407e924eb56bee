"""What every converter must keep: `check_converter` (CONV-1 to 3, CONV-5)."""

from __future__ import annotations

import hashlib
import json
import random
from itertools import pairwise
from typing import TYPE_CHECKING, get_args

from kts.testing.rules import Unharmed, check_identity, require, require_equal
from kts.types import Outcome, Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kts.ports import Converter
    from kts.types import Conversion

WITH_TEXT = frozenset({"ok", "partial"})
CUTS = (0.1, 0.5, 0.9, 0.99)
"""Shares of a sample after which it is cut off."""
FLIPS = 6
"""Damaged copies of a sample, each with some bytes changed."""


def check_converter(converter: Converter, samples: Mapping[str, bytes]) -> None:
    """Raise AssertionError naming the first rule of `ports.Converter` that does not hold.

    `samples` are sound files by name, one at least; each must convert to text. Damaged copies of them are made
    here, always the same ones.
    """
    check_identity(converter, "converter")
    _check_suffixes(converter)
    require(samples, "converter: the suite needs a sample, a sound file by name")
    for name, content in samples.items():
        conversion = _converted(converter, content, name)
        require(conversion.outcome in WITH_TEXT, f"converter: the sound file {name} gives text", conversion)
        for damaged in damaged_copies(content):
            _converted(converter, damaged, name)


def damaged_copies(content: bytes) -> Iterator[bytes]:
    """Nothing, the beginnings of a file, copies with changed bytes, and noise; the same in every run."""
    noise = random.Random(len(content))  # noqa: S311 - repeatable damage, no secret
    yield b""
    yield from (content[: int(len(content) * share)] for share in CUTS)
    for _ in range(FLIPS):
        copy = bytearray(content)
        for _ in range(1 + len(copy) // 200):
            copy[noise.randrange(len(copy))] = noise.randrange(256)
        yield bytes(copy)
    yield noise.randbytes(2_000)
    yield b"\x00" * 500
    yield content + noise.randbytes(200)


def _check_suffixes(converter: Converter) -> None:
    rule = "converter: `suffixes` is a frozenset of lower-case suffixes with their dot"
    suffixes = converter.suffixes
    require(suffixes and type(suffixes) is frozenset, rule, suffixes)
    good = all(suffix.startswith(".") and suffix == suffix.lower() and len(suffix) > 1 for suffix in suffixes)
    require(good, rule, suffixes)


def _converted(converter: Converter, content: bytes, name: str) -> Conversion:
    with Unharmed(f"converter: damaged bytes give an outcome, not an exception ({name}, {len(content)} bytes)"):
        first = converter.convert(content, name=name)
        again = converter.convert(content, name=name)
    require(first == again, f"converter: deterministic: the same bytes of {name} give the same conversion")
    _check_outcome(first, name)
    _check_map(first, content, name)
    _check_metadata(first, name)
    _check_images(first, name)
    return first


def _check_outcome(conversion: Conversion, name: str) -> None:
    outcome, text = conversion.outcome, conversion.text
    require(outcome in get_args(Outcome), f"converter: the outcome of {name} is one of the known", outcome)
    if outcome in WITH_TEXT:
        require(text.strip(), f"converter: no text in {name} is 'empty', never '{outcome}'", repr(text))
    else:
        require_equal(text, "", f"converter: the text of {name} is empty unless the outcome is ok or partial")
    told = outcome == "ok" or conversion.reason.strip()
    require(told, f"converter: an outcome other than ok has a reason ({name})", outcome)
    require(conversion.markup in {"markdown", "plain"}, "converter: markup is markdown or plain", conversion.markup)
    with Unharmed(f"converter: the text of {name} holds no lone surrogate"):
        text.encode()


def _check_map(conversion: Conversion, content: bytes, name: str) -> None:
    source_map, length = conversion.source_map, len(conversion.text)
    ranges = [(entry.start, entry.end) for entry in source_map.entries]
    marked = [(mark.start, mark.end) for mark in (*source_map.hidden, *source_map.ocr)]
    inside = all(0 <= start < end <= length for start, end in (*ranges, *marked))
    require(inside, f"converter: map entries and marks lie inside the text of {name} and are not empty", ranges)
    require(ranges == sorted(ranges), f"converter: the map entries of {name} are sorted", ranges)
    apart = all(left[1] <= right[0] for left, right in pairwise(ranges))
    require(apart, f"converter: the map entries of {name} do not overlap", ranges)
    if source_map.encoding:
        require(not ranges, f"converter: a map with an encoding has no entries ({name})", ranges)
        _check_bytes(conversion, content, name)
    elif conversion.outcome in WITH_TEXT:
        require(ranges, f"converter: the text of {name} has places in the original")
    for entry in source_map.entries:
        require(entry.location.kind, f"converter: every location of {name} has a kind", entry)


def _check_bytes(conversion: Conversion, content: bytes, name: str) -> None:
    """With an encoding, the bytes that a range is computed to come from must say the range's text."""
    text, source_map = conversion.text, conversion.source_map
    for span in _some_spans(len(text)):
        place = source_map.locate(text, span)
        found = content[place.byte_start : place.byte_end].decode(source_map.encoding or "utf-8", "replace")
        wanted = text[span.start : span.end]
        require_equal(found, wanted, f"converter: the bytes of a range of {name} decode to its text")


def _some_spans(length: int) -> Iterator[Span]:
    yield Span(0, length)
    yield from (Span(at * length // 4, (at + 1) * length // 4) for at in range(4))


def _check_metadata(conversion: Conversion, name: str) -> None:
    rule = f"converter: the metadata of {name} are JSON values under string keys"
    with Unharmed(rule):
        written = json.dumps(dict(conversion.metadata), allow_nan=False)
        json.dumps([entry.location._asdict() for entry in conversion.source_map.entries], allow_nan=False)
    require(json.loads(written).keys() == conversion.metadata.keys(), rule, conversion.metadata)


def _check_images(conversion: Conversion, name: str) -> None:
    for image in conversion.images:
        digest = hashlib.sha256(image.body).hexdigest()
        require_equal(image.sha256, digest, f"converter: an image of {name} is named by the SHA-256 of its bytes")
        require(image.suffix.startswith("."), f"converter: an image of {name} has a suffix with its dot", image.suffix)
        inside = 0 <= image.at <= len(conversion.text)
        require(inside, f"converter: an image of {name} has its place inside the text", image.at)
