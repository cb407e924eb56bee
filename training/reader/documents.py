"""Questions that the structure of documents asks by itself: headings, definitions, rows of tables.

So that the model meets legal and technical text, of which people's questions are few.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from cloze import AGREEMENT, title_of
from examples import ROOT, SHARED, Example

from kts.lexicon.sentences import sentences

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Sequence
    from pathlib import Path

_HEADING = re.compile(r"^(#{1,4})\s+(.+?)\s*#*$", re.MULTILINE)
_TAG = re.compile(r"<[^>]*>|\{#[^}]*\}|\[\]\([^)]*\)")
DEFINING = ("What does {} mean?", "What is the definition of {}?", "What is meant by {}?", "How is {} defined?")
HOW = ("How do I {}?", "How can {} be done?", "What are the steps to {}?", "how to {}")
SHOWN = 0.5
"""Share of the sections that are read under their own heading, which is the question."""
WHAT = ("What does the document say about {}?", "{}?", "What is {}?")


def headings(chance: random.Random, *, limit: int = 4) -> Iterator[Example]:
    """A section's heading asked as a question: its text answers, a neighbour's does not."""
    folders = [(SHARED / "aws-docs" / "docs", 4), (SHARED / "openshift-runbooks" / "files", 2), (ROOT / "samples", 1)]
    for folder, step in folders:
        for path in sorted(folder.rglob("*.md"))[::step]:
            said = path.read_text(encoding="utf-8", errors="replace")
            sections, title = _sections(said), title_of(said)
            for at, (depth, heading, text) in enumerate(sections[:limit]):
                question = _question(heading, chance)
                if len(text) < 120 or len(sentences(text)) < 2 or question is None:
                    continue
                group = f"{folder.name}:{path.parent.name}"
                shown = chance.random() < SHOWN
                above = (title, heading) if shown else (title,)
                yield Example("rel", "heading", group, question, text[:1600], 1, None, above)
                near = [*sections[max(0, at - 2) : at], *sections[at + 1 : at + 3]]
                others = [one for one in near if one[0] <= depth and one[1] != heading and len(one[2]) > 120]
                if others:
                    _, name, other = chance.choice(others)
                    above = (title, name) if shown else (title,)
                    yield Example("rel", "heading", group, question, other[:1600], 0, None, above)


def _sections(text: str) -> list[tuple[int, str, str]]:
    """(depth, heading, text) of each section."""
    marks = list(_HEADING.finditer(text))
    ends = [mark.start() for mark in marks[1:]] + [len(text)] * bool(marks)
    return [
        (len(mark[1]), _TAG.sub("", mark[2]).strip(), _TAG.sub("", text[mark.end() : end]).strip())
        for mark, end in zip(marks, ends, strict=True)
    ]


def _question(heading: str, chance: random.Random) -> str | None:
    words = heading.split()
    if not 2 <= len(words) <= 10 or heading.lower().startswith(("note", "related", "example", "see also", "topics")):
        return None
    verb = words[0].lower()
    if verb.endswith("ing") and len(verb) > 5:
        return chance.choice(HOW).format(" ".join([_stem(verb), *words[1:]]))
    return chance.choice(WHAT).format(heading.rstrip("?"))


def _stem(verb: str) -> str:
    """`creating` to `create`, `setting` to `set`: good enough to be asked."""
    root = verb[:-3]
    if len(root) > 2 and root[-1] == root[-2] and root[-1] not in "sl":
        return root[:-1]
    return root + "e" if root.endswith(("at", "iz", "ag", "ov", "eat", "us", "let", "ur", "v", "c")) else root


def definitions(chance: random.Random) -> Iterator[Example]:
    """Defined terms of credit agreements: their clause answers, another term's clause does not."""
    folder = SHARED / "contracts-credit"
    by_document: dict[str, list[tuple[str, str]]] = {}
    texts: dict[str, str] = {}
    for line in (folder / "definitions_auto.jsonl").read_text(encoding="utf-8").splitlines():
        one = json.loads(line)
        if one["doc"] not in texts:
            texts[one["doc"]] = (folder / "docs" / one["doc"]).read_bytes().decode("utf-8", errors="replace")
        text = texts[one["doc"]][one["start"] : one["end"]]
        by_document.setdefault(one["doc"], []).append((one["term"], " ".join(text.split())))
    for document, terms in sorted(by_document.items()):
        for at, (term, text) in enumerate(terms):
            if at % 2 or len(text) < 60:
                continue
            above = (AGREEMENT, "Definitions")
            question = chance.choice(DEFINING).format(f'"{term}"' if chance.random() < 0.4 else term)
            yield Example("rel", "definition", f"contracts-credit:{document}", question, text[:1200], 1, None, above)
            other = _other(terms, at, chance)
            yield Example("rel", "definition", f"contracts-credit:{document}", question, other, 0, None, above)


def _other(terms: Sequence[tuple[str, str]], at: int, chance: random.Random) -> str:
    """The clause of another term: one that uses the term, where there is one."""
    term = terms[at][0]
    using = [text for other, text in terms if other != term and term in text]
    return (chance.choice(using) if using else chance.choice([text for other, text in terms if other != term]))[:1200]


def tables(chance: random.Random) -> Iterator[Example]:
    """Cells of Markdown tables asked by row and column; a row with another key does not answer."""
    for folder, step in ((SHARED / "aws-docs" / "docs", 3), (ROOT / "samples", 1)):
        for path in sorted(folder.rglob("*.md"))[::step]:
            yield from _cells(path, folder.name, chance)


def _cells(path: Path, folder: str, chance: random.Random) -> Iterator[Example]:
    said = path.read_text(encoding="utf-8", errors="replace")
    lines, above = said.splitlines(), (title_of(said),)
    for at, line in enumerate(lines[:-3]):
        if not (line.count("|") >= 3 and re.fullmatch(r"[\s|:-]+", lines[at + 1]) and "-" in lines[at + 1]):
            continue
        header = _row(line)
        rows = [_row(other) for other in lines[at + 2 : at + 14] if other.count("|") >= 3]
        rows = [row for row in rows if len(row) == len(header) and row[0] and len(row[0]) < 60]
        for row in chance.sample(rows, min(2, len(rows))):
            column = chance.randrange(1, len(header)) if len(header) > 1 else 0
            if not column or not header[column] or not 0 < len(row[column]) < 200 or not row[column].strip("-_ "):
                continue
            question = f"What is the {header[column].lower()} of {row[0]}?"
            shown = "; ".join(f"{name}: {cell}" for name, cell in zip(header, row, strict=True))
            start = shown.find(row[column], shown.find(f"{header[column]}: "))
            yield Example("rel", "table", f"{folder}:{path.parent.name}", question, shown, 1,
                          (start, start + len(row[column])), above)  # fmt: skip
            others = [other for other in rows if other[0] != row[0]]
            if others:
                other = chance.choice(others)
                wrong = "; ".join(f"{name}: {cell}" for name, cell in zip(header, other, strict=True))
                yield Example("rel", "table", f"{folder}:{path.parent.name}", question, wrong, 0, None, above)


def _row(line: str) -> list[str]:
    return [_TAG.sub("", cell).strip(" *`") for cell in line.strip().strip("|").split("|")]
