"""References against hand labels: `python evaluation/structure/references.py [--split held] [--misses]`."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from definitions import SAMPLES, place, squeezed, text_of

from kts.ingest.structure.definitions import definitions
from kts.ingest.structure.references import references
from kts.lexicon.crossrefs_documents import named

OTHERS = {"external", "document"}


def same_number(one: str, other: str) -> bool:
    """Whether two numbers are written alike, blanks, points and case aside."""
    plain = lambda number: re.sub(r"[\s.,]+$|\s+", "", number).casefold()  # noqa: E731
    return plain(one) == plain(other) or (plain(one).startswith(plain(other)) and not plain(other)[-1:].isalnum())


def agrees(label: dict[str, Any], one: Any) -> bool:
    """Whether a found reference names the target of a label."""
    target = label["target"]
    kinds = {one.kind} | (OTHERS if one.kind in OTHERS else set())
    if target["kind"] not in kinds:
        return False
    if target["kind"] == "external":
        return (
            target["number"].casefold() in one.number.casefold() or one.number.casefold() in target["number"].casefold()
        )
    return same_number(one.number, target["number"])


def main() -> None:
    """Print precision and recall by kind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--split", default="train")
    parser.add_argument("--misses", action="store_true")
    options = parser.parse_args()
    labels = [
        json.loads(line)
        for line in (SAMPLES / "structure" / "references.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    titles = [
        (str(path.relative_to(SAMPLES)), path.stem.replace("-", " ").replace("_", " "))
        for path in sorted(SAMPLES.rglob("*"))
        if path.is_file() and "structure" not in str(path) and "generate" not in str(path)
    ]
    found: dict[tuple[str, str], Any] = {}
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for label in labels:
        if label["split"] != options.split:
            continue
        key = label["source"], label["file"]
        if key not in found:
            text, sections = text_of(*key)
            found[key] = references(text, sections, definitions(text, sections))
        where = place(label, "surface")
        here = []
        if where is not None:
            if "start" in label:
                start = label["start"]
            else:
                flat, at = squeezed(text_of(*key)[0][where[0] : where[1] + 1])
                start = where[0] + at[max(0, flat.find(" ".join(label["surface"].split())))]
            end = start + len(label["surface"])
            here = [one for one in found[key] if one.span.start < end and one.span.end > start]
        exact = [one for one in here if abs(one.span.start - start) < 3] or here
        good = any(agrees(label, one) for one in exact) and _right_document(label, exact, titles)
        outcome = "lost" if where is None else "good" if good else "wrong" if here else "miss"
        name = f"{label['source']} {label['target']['kind']}{' relative' if label.get('relative') else ''}"
        counts[name][outcome] += 1
        counts["all"][outcome] += 1
        if options.misses and not good:
            print(
                outcome,
                key[1][-30:],
                label["surface"],
                label["target"],
                [(one.kind, one.number, one.document) for one in here],
                "|",
                label.get("quote", "")[:120],
            )
    for name, count in sorted(counts.items()):
        print(f"{name:40} {dict(count)}")
    total = counts["all"]
    precision = total["good"] / max(1, total["good"] + total["wrong"])
    print(f"precision {precision:.3f} recall {total['good'] / max(1, sum(total.values())):.3f}")


def _right_document(label: dict[str, Any], here: Any, titles: Any) -> bool:
    target = label["target"]["file"]
    one = next(one for one in here if agrees(label, one))
    if label["source"] != "samples" or target is None:
        return True
    if target == label["file"]:
        return not one.document or named(one.document, titles) in {None, target}
    return bool(one.document) and named(one.document, titles) in {None, target}


if __name__ == "__main__":
    main()
