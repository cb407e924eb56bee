"""Questions and claims that strangers wrote over real documents: what `kts ask` and `kts check` make of them.

    python evaluation/answers/strangers.py second --kb KB [--out FILE]

The documents are those of KTS_SHARED_DATA that `strangers/NAME.files.json` lists, or those of the folder
`strangers/NAME`, made up; KB is made of them where it is not there. An answer counts as right where a shown statement
has the judged quote, or nearly all of its words. The authors had seen neither the code nor another exam; `first` was
read while the selector was made, `second` was not; on `office` and `tech` the confidence is fitted. `contracts`,
`cloud` and `postgres` were read while rules were mended, of their claims those whose number 4 divides. Of the nine
firms with documents in all formats seven were read while rules were mended, `energy` and `logistics` were not; of a
machine and food maker's papers and of a listed firm's and a fund's, `maker` and `funds`, only questions were asked.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import kts
from kts.workspace import Workspace

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

HERE = Path(__file__).parent / "strangers"
SHARED = Path(os.environ.get("KTS_SHARED_DATA") or Path(__file__).parents[3] / "shared" / "data")
REAL = ("first", "second", "office", "tech", "contracts", "cloud", "postgres")
FIRMS = tuple("bank vendor plant property university energy logistics clinic oncall maker funds".split())
SURE = frozenset({"answered", "partly", "conflicting"})
NEARLY, FEW = 0.8, 4
"""Share of a quote's words that a statement must have, and the words from which that says something."""


def main() -> None:
    """Ask, check, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", choices=(*REAL, *FIRMS))
    parser.add_argument("--kb", type=Path, required=True)
    parser.add_argument("--out", type=Path, help="each answer as a line of JSON")
    given = parser.parse_args()
    made(given.kb, listed=HERE / f"{given.name}.files.json", folder=HERE / given.name)
    with kts.open(str(given.kb)) as base:
        answers = [_answered(base, row) for row in _rows(f"{given.name}.questions.jsonl")]
        claims = [_checked(base, row) for row in _rows(f"{given.name}.claims.jsonl")]
    if given.out:
        given.out.write_text("".join(json.dumps(one) + "\n" for one in (*answers, *claims)), encoding="utf-8")
    print(json.dumps({**figures(answers), **_of_claims(claims)}, indent=1))


def made(kb: Path, *, listed: Path, folder: Path) -> None:
    """Index documents where that is not done: those of KTS_SHARED_DATA that a file lists, or those of a folder."""
    if (kb / ".kts").exists():
        return
    kb.mkdir(parents=True, exist_ok=True)
    docs = kb / "docs"
    if listed.exists():
        for place, source in json.loads(listed.read_text(encoding="utf-8")).items():
            (docs / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(SHARED / source, docs / place)
    else:
        shutil.copytree(folder, docs)
    with Workspace.create(str(kb)) as base:
        base.ingest([str(docs)])


def _rows(name: str) -> list[dict[str, Any]]:
    """The lines of a file; none of one that is not there: not every author wrote claims."""
    path = HERE / name
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []


def _answered(base: Workspace, row: Mapping[str, Any]) -> dict[str, Any]:
    found = base.ask(row["question"], record=False)
    said = [" ".join((one.text, *(place.quote for place in one.citations))) for one in found.claims]
    quotes = (str(row["quote"]), *row.get("also", ())) if row["answerable"] else ()
    right = [any(holds(quote, text) for quote in quotes) for text in said]
    return {
        "id": row["id"],
        "answerable": row["answerable"],
        "verdict": found.verdict,
        "confidence": found.confidence,
        "statements": [one.text for one in found.claims],
        "right": right,
    }


def holds(quote: str, text: str) -> bool:
    """Whether a text has a stretch of the quote (`...` parts them), or nearly all of its words."""
    there = _flat(text)
    for part in map(_flat, re.split(r"\.\.\.|\u2026", quote)):
        words = part.split()
        if part and (part in there or (len(there) > FEW * 3 and there in part)):
            return True
        if len(words) >= FEW and sum(word in there.split() for word in words) >= NEARLY * len(words):
            return True
    return False


def _flat(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", " ", text.casefold()).strip()


def figures(rows: Sequence[Mapping[str, Any]]) -> dict[str, float]:
    """Counts: where the judged quote stands, what was said surely, what was declined."""
    able, not_able = ([one for one in rows if bool(one["answerable"]) is value] for value in (True, False))
    sure = [one for one in able if one["verdict"] in SURE]
    shown = [one for one in rows if one["right"]]
    return {
        "answerable": len(able),
        "right first": sum(any(one["right"][:1]) for one in able),
        "right among what is shown": sum(any(one["right"]) for one in able),
        "sure": len(sure),
        "sure and right first": sum(any(one["right"][:1]) for one in sure),
        "sure and right": sum(any(one["right"]) for one in sure),
        "sure and wrong": sum(not any(one["right"]) for one in sure),
        "declined": sum(one["verdict"] == "abstained" for one in able),
        "unanswerable": len(not_able),
        "unanswerable, declined": sum(one["verdict"] == "abstained" for one in not_able),
        "unanswerable, sure": sum(one["verdict"] in SURE for one in not_able),
        "statements an answer": round(sum(len(one["right"]) for one in shown) / max(1, len(shown)), 2),
    }


def _checked(base: Workspace, row: Mapping[str, Any]) -> dict[str, Any]:
    (found,) = base.check([row["claim"]])
    return {"id": row["id"], "true": row["true"], "support": found.claim.support}


def _of_claims(rows: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    counted = {
        f"{'true' if value else 'false'} claims, {support}": sum(
            bool(one["true"]) is value and one["support"] == support for one in rows
        )
        for value in (True, False)
        for support in ("supported", "unsupported", "contradicted")
    }
    return {name: number for name, number in counted.items() if number}


if __name__ == "__main__":
    main()
