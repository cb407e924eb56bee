"""Questions that strangers asked of documents, with the statements among which the product looks for the answer.

    python training/reader/asked.py --work build/asked --to build/reader/asked.jsonl

`asked/NAME` has the questions of one author over one folder: documents of our own in `docs`, or those of
KTS_SHARED_DATA that `files.json` lists. Each is asked as a user would ask it, over the whole folder and within the
judged document alone; the statements are those that the product has at hand before a model reads them. What holds the
judged words answers, none does for a question that the folder does not answer.
"""

from __future__ import annotations

import argparse
import json
import sys
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Never
from unittest import mock

from examples import HERE, ROOT, counter
from statements import ASKED, Asked

from kts.answer.choose import select
from kts.evaluate.judged import holds_quote
from kts.types import Filter
from kts.workspace import Workspace

sys.path.append(str(ROOT / "evaluation" / "answers"))
from strangers import made

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from kts.answer.choose.extract import Held
    from kts.answer.means import Gathered

FOLDERS = HERE / "asked"
OFFERED = 16
"""Statements of a way of asking, best first: more than the product has read."""
FEWEST, NEARLY = 4, 0.8
"""Words of a quote from which nearly all of them, a share, say that a statement is the judged one."""


class _AtHand(BaseException):
    """Ends an answer where the statements are at hand: nothing of the product catches it."""


class Offered(NamedTuple):
    """A statement: the unit's own words, and as it is read."""

    said: str
    shown: str


def main() -> None:
    """Ask all, write, count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True, help="where the indexes of the folders are made")
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("--to", type=Path, required=True)
    given = parser.parse_args()
    given.to.parent.mkdir(parents=True, exist_ok=True)
    with given.to.open("w", encoding="utf-8") as file:
        folders = sorted(one for one in FOLDERS.iterdir() if one.is_dir())
        with ProcessPoolExecutor() as pool:
            for folder, found in zip(folders, pool.map(partial(_of_folder, given), folders), strict=True):
                file.writelines(json.dumps(one, ensure_ascii=False) + "\n" for one in found)
                print(folder.name, "answered", sum(one.right >= 0 for one in found), "of", len(found), flush=True)


def _of_folder(given: argparse.Namespace, folder: Path) -> list[Asked]:
    return list(_asked_of(folder, given.work / folder.name, counter(given.tokenizer)))


def _asked_of(folder: Path, work: Path, count: Callable[[str], int]) -> Iterator[Asked]:
    made(work, listed=folder / "files.json", folder=folder / "docs")
    with Workspace.open(str(work)) as base:
        for line in (folder / "questions.jsonl").read_text(encoding="utf-8").splitlines():
            one = json.loads(line)
            quotes = [str(one["quote"]), *map(str, one.get("also", ()))] if one["answerable"] else []
            ways = [Filter(), Filter(document=(str(one["file"]),))] if quotes else [Filter()]
            offered = [two for way in ways for two in _offered(base, str(one["question"]), way, count)]
            found = _asked(f"{folder.name}/{one['file']}", str(one["question"]), quotes, offered)
            if found is not None:
                yield found


def _asked(group: str, question: str, quotes: Sequence[str], offered: Sequence[Offered]) -> Asked | None:
    """The question with its statements; the judged one first; nothing where that was not found."""
    answering = [one.shown for quote in quotes for one in offered if states(quote, one.said)]
    wrong = [one.shown for one in offered if one.shown not in answering]
    if not wrong or (quotes and not answering):
        return None
    return Asked(ASKED, group, question, tuple(dict.fromkeys((*answering[:1], *wrong))), 0 if quotes else -1)


def states(quote: str, said: str) -> bool:
    """Whether a statement is the judged one: it holds the quote, nearly all its words, or is a part of it."""
    whole = len(said.split()) >= FEWEST and holds_quote(quote, said)
    return whole or holds_quote(said, quote, share=NEARLY if len(quote.split()) >= FEWEST else 1.0)


def _offered(base: Workspace, question: str, way: Filter, count: Callable[[str], int]) -> list[Offered]:
    """What the product has at hand for a question in the first way of asking it, before a model reads it."""
    found: list[Offered] = []

    def taken(_question: str, ranked: Sequence[tuple[float, Held]], gathered: Gathered, *_: object) -> Never:
        units = [one.unit for _, one in ranked[:OFFERED]]
        found.extend(Offered(f"{one.header} {one.text}", select.shown(one, gathered, count)) for one in units)
        raise _AtHand

    with mock.patch("kts.answer.choose.order.selected", taken), suppress(_AtHand):
        base.ask(question, filters=way, record=False)
    return found


if __name__ == "__main__":
    main()
