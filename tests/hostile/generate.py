"""The hostile folder: what an attacker would put where people crawl. The same files for the same seed."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from hostile.archives import archives
from hostile.case import BURIED, Case, World
from hostile.concealed import concealed, only_hidden
from hostile.documents import documents
from hostile.mails import mails
from hostile.mutate import mutated
from hostile.office import docx, pptx, xlsx
from hostile.pages import pdf
from hostile.settings import settings
from hostile.texts import texts

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

DAMAGED = 6
"""Damaged copies of each sound file."""


def cases(world: World) -> Iterator[Case]:
    """Every hostile file, in a fixed order."""
    for group in (archives, texts, mails, documents, settings, concealed, only_hidden):
        yield from group(world)
    for name, content in sound_files().items():
        stem, _, suffix = name.partition(".")
        for number in range(DAMAGED):
            yield Case(f"damaged/{stem}-{number}.{suffix}", "damage", mutated(content, world.random))


@cache
def sound_files() -> dict[str, bytes]:
    """A small sound file of each format."""
    return {
        "a.adoc": b"= Fees\n\n== Plan\n\n|===\n|a |b\n\n|1 |2\n|===\n\nThe fee is *ten*.\n",
        "a.csv": b"name;fee\nNorthmarch;0,25\nSouthmarch;1,75\n",
        "a.docx": docx(),
        "a.eml": b"From: a@example.org\nSubject: Fees\nDate: Mon, 1 Jan 2024 10:00:00 +0000\n\nThe fee is ten.\n",
        "a.html": b"<html><head><title>Fees</title></head><body><h1>Fees</h1><p>The fee is <b>ten</b>.</p></html>",
        "a.ics": b"BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Fees\nDTSTART:20240105T100000Z\nEND:VEVENT\nEND:VCALENDAR\n",
        "a.ipynb": b'{"cells": [{"cell_type": "markdown", "source": ["# Fees\\n", "The fee is ten."]}], "nbformat": 4}',
        "a.json": b'{"fees": [{"name": "Northmarch", "rate": 0.25}]}',
        "a.mbox": b"From a Mon Jan  1\nFrom: a@example.org\nSubject: Fees\n\nThe fee is ten.\n\n",
        "a.md": b"---\ntitle: Fees\n---\n# Fees\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\nThe fee is ten.\n",
        "a.pdf": pdf(),
        "a.pptx": pptx(),
        "a.rst": b"Fees\n====\n\nThe fee is *ten*.\n\n=== ===\na   b\n=== ===\n1   2\n=== ===\n",
        "a.srt": b"1\n00:00:01,000 --> 00:00:02,000\nANN: The fee is ten.\n",
        "a.txt": b"SECTION 1. Fees\n\nThe fee is ten.\n",
        "a.xlsx": xlsx(),
        "a.xml": b"<a><title>Fees</title><p>The fee is <b>ten</b>.</p><rate unit='eur'>10</rate></a>",
        "a.yaml": b"fees:\n  plan: &a {rate: 10} # EUR\n  other:\n    <<: *a\n",
    }


def few(world: World) -> Iterator[Case]:
    """The files that say something of their own, small: all hidden text, and some of each class in each format."""
    seen: dict[tuple[str, str], int] = {}
    for case in cases(world):
        group = (case.path.partition("/")[0], case.kind)
        seen[group] = seen.get(group, 0) + 1
        small = case.kind not in LONG and len(case.content) <= SMALL
        if case.kind in ALL_OF or (seen[group] <= FEW and small):
            yield case


ALL_OF = frozenset({"hidden", "invisible", "injection", "traversal", "entities", "external", "active"})
"""Classes whose every file makes its own promise."""
LONG = frozenset({"flood", "long"})
"""Classes that take time rather than cunning."""
FEW = 2
"""Files of every other class and format in the quick folder."""
SMALL = 300_000
"""Bytes of a file in the quick folder."""


def hostile_files(
    folder: Path, seed: int, *, server: str = "http://127.0.0.1:9", quick: bool = False
) -> tuple[Case, ...]:
    """Write all files below `folder`, and the secret that they point to beside it; what was written."""
    outside = folder.parent / "outside.txt"
    outside.parent.mkdir(parents=True, exist_ok=True)
    outside.write_text(f"The secret is {BURIED}.\n", encoding="utf-8")
    world = World(seed, server=server, outside=str(outside))
    written = tuple(few(world) if quick else cases(world))
    for case in written:
        path = folder / case.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(case.content)
    return written
