"""EVID-8: files are edited, deleted, renamed and touched between ingest and question; no answer cites what is gone."""

from __future__ import annotations

import os
import random
from typing import TYPE_CHECKING

import pytest

from kts.workspace import Workspace
from support.index import WORDS

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.crash

EDITS = 1000
COLOURS = (
    "amber beige coral denim ebony fawn gold hazel ivory jade khaki lilac mauve navy ochre pearl quartz ruby".split()
)
ALWAYS = {"KTS_ANSWER_FLOOR": "0", "KTS_ANSWER_RECORD": "0", **WORDS}


def told(number: int) -> tuple[str, str]:
    """A file's text and the sentence that its question asks for."""
    colour = COLOURS[number]
    answer = f"The {colour} valve must be opened for {number + 3} minutes before the {colour} pump starts."
    filler = "\n\n".join(f"Note {row} of the {colour} line: the gauge is read at noon." for row in range(4))
    return f"# The {colour} line\n\n{filler}\n\n{answer}\n\nNothing else is said of the {colour} valve.\n", answer


def edited(path: Path, answer: str, kind: str, dice: random.Random) -> None:
    text = path.read_text(encoding="utf-8")
    if kind == "delete":
        path.unlink()
    elif kind == "rename":
        path.rename(path.with_name(f"moved-{path.name}"))
    elif kind == "touch":
        os.utime(path, (dice.randrange(10**9), dice.randrange(10**9)))
    elif kind == "before":
        path.write_text(f"A new first line, {dice.random()}.\n\n{text}", encoding="utf-8")
    elif kind == "after":
        path.write_text(f"{text}\nA new last line, {dice.random()}.\n", encoding="utf-8")
    elif kind == "number":
        path.write_text(text.replace(answer, answer.replace(" minutes", "0 minutes")), encoding="utf-8")
    else:
        at = dice.randrange(len(answer))
        path.write_text(text.replace(answer, answer[:at] + answer[at + 1 :]), encoding="utf-8")


KEEPS = {"touch", "before", "after"}
KINDS = ("delete", "rename", "touch", "before", "after", "number", "letter")


def test_evid_8_a_thousand_edits_between_ingest_and_question(tmp_path):
    docs = tmp_path / "docs"
    docs.mkdir()
    for number in range(len(COLOURS)):
        (docs / f"{COLOURS[number]}.md").write_text(told(number)[0], encoding="utf-8")
    dice = random.Random(8)  # noqa: S311 - repeatable, nothing secret
    refused = []
    with Workspace.create(str(tmp_path / "index"), environment=ALWAYS) as workspace:
        workspace.ingest([str(docs)])
        for step in range(EDITS):
            number, kind = dice.randrange(len(COLOURS)), KINDS[step % len(KINDS)]
            text, answer = told(number)
            path = docs / f"{COLOURS[number]}.md"
            stamp = path.stat()
            edited(path, answer, kind, dice)
            found = workspace.ask(f"How long must the {COLOURS[number]} valve be opened before the pump starts?")
            said = [one for claim in found.claims for one in claim.citations]
            for one in said:
                file = docs / one.path
                assert file.exists(), (step, kind, one.path)
                assert one.quote in file.read_text(encoding="utf-8"), (step, kind, one.quote)
            kept = any(one.quote == answer for one in said)
            if kind in KEEPS and not kept:
                refused.append((step, kind))
            if kind not in KEEPS:
                assert not kept
                assert any(f"{COLOURS[number]}.md" in note for note in found.notes), (step, kind, found.notes)
            path.with_name(f"moved-{path.name}").unlink(missing_ok=True)
            path.write_text(text, encoding="utf-8")
            os.utime(path, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    assert not refused
