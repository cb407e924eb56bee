"""Definitions against hand labels: `python evaluation/structure/definitions.py [--split held] [--misses]`."""

from __future__ import annotations

import argparse
import json
import os
import re
from collections import Counter, defaultdict
from functools import lru_cache
from pathlib import Path
from typing import Any

from kts.config import IngestSettings
from kts.ingest.chunk.sections import StructureSectioner
from kts.ingest.visible import sifted, visible
from kts.lexicon.definitions import norm
from kts.workspace.reading import kit_of

SAMPLES = Path(__file__).parents[2] / "samples"
OUTSIDE = {"contracts-credit": "docs", "cuad": "contracts_txt"}


def shared() -> Path:
    """The folder of the outside collections."""
    return Path(os.environ.get("KTS_SHARED_DATA", "/nowhere"))


@lru_cache
def kit():  # noqa: ANN201
    """Every converter, without OCR."""
    return kit_of(IngestSettings(ocr="none"))


@lru_cache
def text_of(source: str, name: str) -> tuple[str, tuple[Any, ...]]:
    """The visible canonical text of a labelled file and its sections."""
    path = SAMPLES / name if source == "samples" else shared() / source / OUTSIDE[source] / name
    content = path.read_bytes()
    converter = kit().converter_for(content, name=path.name)
    conversion = sifted(converter.convert(content, name=path.name))
    text = visible(conversion.text, conversion.source_map.hidden).filled
    return text, StructureSectioner().sections(text, markup=conversion.markup)


def squeezed(text: str) -> tuple[str, list[int]]:
    """Blanks collapsed, with the offset of every character that is kept."""
    kept, at = [], []
    for match in re.finditer(r"\s+|\S", text):
        kept.append(" " if match[0].isspace() else match[0])
        at.append(match.start())
    return "".join(kept), at


@lru_cache
def squeezed_of(source: str, name: str) -> tuple[str, list[int]]:
    """The same for a file."""
    return squeezed(text_of(source, name)[0])


def place(label: dict[str, Any], field: str = "term") -> tuple[int, int] | None:
    """Where the label's quote (or its term) stands in the canonical text."""
    if "start" in label:
        return label["start"], label["start"] + len(label[field])
    flat, at = squeezed_of(label["source"], label["file"])
    quote = " ".join(label["quote"].split())
    found = flat.find(quote)
    if found < 0:
        flat = flat.replace("**", "\0\0").replace("\0", "")
        return None
    return at[found], at[min(found + len(quote), len(at) - 1)]


def main() -> None:
    """Print precision and recall by kind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--split", default="train")
    parser.add_argument("--misses", action="store_true")
    parser.add_argument("--labels", default=str(SAMPLES / "structure" / "definitions.jsonl"))
    options = parser.parse_args()
    from kts.ingest.structure.definitions import definitions

    labels = [json.loads(line) for line in Path(options.labels).read_text(encoding="utf-8").splitlines()]
    found: dict[tuple[str, str], Any] = {}
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for label in labels:
        if label["split"] != options.split:
            continue
        key = label["source"], label["file"]
        if key not in found:
            found[key] = definitions(*text_of(*key))
        where = place(label)
        hits = (
            []
            if where is None
            else [
                one
                for one in found[key]
                if norm(label["term"]) == one.norm and where[0] - 3 <= one.term_span.start < where[1] + 3
            ]
        )
        outcome = "lost" if where is None else "hit" if hits else "miss"
        counts[f"{label['source']} {label['kind']}"][outcome] += 1
        positive = label["kind"] != "not_a_definition"
        counts["all"]["tp"] += positive and bool(hits)
        counts["all"]["fn"] += positive and not hits
        counts["all"]["fp"] += not positive and bool(hits)
        if options.misses and positive != bool(hits):
            print(
                "MISS" if positive else "FALSE",
                key[1][-40:],
                label["kind"],
                "|",
                label["term"],
                "|",
                label.get("quote", "")[:200] or repr(text_of(*key)[0][label["start"] - 90 : label["start"] + 90]),
                outcome,
            )
    for name, count in sorted(counts.items()):
        print(f"{name:40} {dict(count)}")
    total = counts["all"]
    precision, recall = total["tp"] / max(1, total["tp"] + total["fp"]), total["tp"] / max(1, total["tp"] + total["fn"])
    print(f"precision {precision:.3f} recall {recall:.3f}")


if __name__ == "__main__":
    main()
