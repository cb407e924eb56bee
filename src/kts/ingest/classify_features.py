"""What tells kinds of documents apart whatever they are about: words of their genre, and the shape of their text.

No words of a subject are among them: a model that knows `bucket` or `mortgage` knows a folder, not a kind.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from typing import TYPE_CHECKING

from kts.lexicon.analyse import parted

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

READ = 20_000
"""Characters of a text that are read: kinds show at the start, and a book costs no more than a letter."""
FIRST = 600
"""Characters in which letters and tickets carry their heads and papers their abstracts."""

_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")
_NAME = re.compile(r"[a-z]+|\d+")
_SHAPES = {
    "headings": r"\n#{1,6} ",
    "bullets": r"\n[ \t>]*[-*+\u2022] ",
    "steps": r"\n[ \t>]*\d{1,2}[.)] ",
    "rows": r"\n[ \t]*\|",
    "fences": r"\n[ \t]*(?:```|~~~)",
    "code": r"`[^`\n]{1,60}`",
    "clauses": (
        *(r"S(?<!\w.)(?:ection|ECTION) ?\d+", r"A(?<!\w.)(?:rticle|RTICLE) ?\d+", r"C(?<!\w.)lause ?\d+"),
        *(r"\u00a7(?<=\w.) ?\d+", r"\n\(?[a-z]\) "),
    ),
    "numbered": r"\n(?:#+ )?(?:\*\*)?\d{1,2}\.\d{1,2}\.? ",
    "terms": r"\"[A-Z][\w -]{2,40}[\u201d\"]",
    "cited": (*(r"\[\d{1,3}(?:[,;-] ?\d{1,3})*\]", r"et al(?<!\wet al)\b", r"\([A-Z][a-z]+,? (?:19|20)\d\d\)"),),
    "money": r"[$\u20ac\u00a3] ?\d",
    "percent": r"%(?:(?<=\d%)|(?<=\d %))",
    "questions": r"\?(?:\s|$)",
    "dates": (
        *(r"-(?<=19\d\d-)(?<!\w.....)\d\d-\d\d\b", r"-(?<=20\d\d-)(?<!\w.....)\d\d-\d\d\b"),
        *(r"J(?<!\w.)(?:anuary|une|uly) \d", r"March(?<!\w.....) \d", r"April(?<!\w.....) \d"),
        *(r"October(?<!\w.......) \d", r"December(?<!\w........) \d"),
    ),
    "paths": r"/(?<!\w.)[\w.-]+(?:/[\w.-]+)+",
    "symbols": r"\\\w",
    "named": r"[A-Z](?<!\w.)[a-z]+ [A-Z][a-z]+\b",
    "years": (r"1(?<!\w.)[5-9]\d\d\b", r"20(?<!\w..)\d\d\b"),
}
"""Shapes of writing, counted in a text after a line feed: what begins a line begins with one.

Each expression begins with a letter where it can, for which the search is ten times as fast as for one of several, and
thirty times as fast as for a border of a word; `(?<!\\w.)` behind it says that no word goes on before it.
"""
_COMPILED = {
    name: tuple(map(re.compile, (shapes,) if isinstance(shapes, str) else shapes)) for name, shapes in _SHAPES.items()
}
_WIDER = {
    "terms": ("\u201c", (re.compile(r"[\u201c\"][A-Z][\w -]{2,40}[\u201d\"]"),)),
    "paths": ("--", (re.compile(r"/(?<!\w.)[\w.-]+(?:/[\w.-]+)+|--[a-z][\w-]+"),)),
}
"""What takes the place of a shape in texts that have the sign before it: its kinds may overlap there."""
_CAPITALS = re.compile(r"[A-Z](?<!\w.)[A-Z][\w-]*")
_OF_CAPITALS = {
    "codes": re.compile(r"[A-Z](?<!\w.)[A-Z]{1,7}[-_]?[A-Z]?\d{2,5}\b"),
    "capitals": re.compile(r"[A-Z](?<!\w.)[A-Z]{3,}\b"),
}
"""Shapes of words that begin with two capitals, counted in those."""
_NAMES = tuple(
    "headings bullets steps rows fences code clauses numbered terms cited money percent"
    " questions versions dates codes capitals paths symbols named years".split()
)
"""All shapes, in the order in which they are weighed: sums of floats depend on it."""
_DOTTED = re.compile(r"\.\d+\.\d")
"""What every version has in it, found in a tenth of the time: versions are looked for in the lines that have it."""
_VERSIONS = re.compile(r"[vV\d](?<!\w.)(?:(?<=\d)\d*|\d+)\.\d+(?:\.\d+)+\b")
_NEEDED = {"money": ("$", "\u20ac", "\u00a3")}
"""Characters one of which is in every text that has a shape: to look for one costs a tenth of an expression."""
_SIGNS = "=<>{};"
"""Characters that count as symbols too."""
_HEADS = {
    "mail": re.compile(r"^\W*(?:From|To|Sent|Subject|Cc|Date)\W*:", re.MULTILINE),
    "greeting": re.compile(r"^(?:Hi|Hello|Dear|Good (?:morning|afternoon)|Team|All)\b.{0,40},?\s*$", re.MULTILINE),
    "abstract": re.compile(r"\babstract\b", re.IGNORECASE),
    "agreement": re.compile(
        r"\bthis (?:\w+ ){0,5}agreement\b|\bby and (?:between|among)\b|\bdated as of\b", re.IGNORECASE
    ),
    "revision": re.compile(
        r"\b(?:version|revision|effective|approved by|owner|policy (?:no|number))\b\W", re.IGNORECASE
    ),
    "syntax": re.compile(r"\b(?:synopsis|syntax|usage|parameters|arguments|returns)\b", re.IGNORECASE),
    "affected": re.compile(r"\b(?:symptoms?|meaning|impact|cause|applies to|problem|error)\b\W", re.IGNORECASE),
}
_IN_HEADS = {
    "abstract": ("abstract",),
    "agreement": ("agreement", "by and ", "dated as of"),
    "revision": ("version", "revision", "effective", "approved by", "owner", "policy n"),
    "syntax": ("synopsis", "syntax", "usage", "parameters", "arguments", "returns"),
    "affected": ("symptom", "meaning", "impact", "cause", "applies to", "problem", "error"),
}
"""Strings one of which is in every beginning, in lower case, with such a head."""
_SUFFIXES = ("eml", "msg", "csv", "xlsx", "xls", "json", "pptx", "ppt")


def features(text: str, *, title: str, path: str, markup: str, known: Container[str] | None = None) -> dict[str, float]:
    """Named values of a document: `w:` words and `s:` shapes as rates, `t:` words of title and name, `h:` heads.

    A rate is log(1 + occurrences in a thousand words), so that one more matters less and less. Of the words of the text
    only those that are `known` count, where that is given.
    """
    start = text[:READ]
    written = _written(start)
    words = Counter(written if known is None else filter(known.__contains__, written))
    count = len(written) or 1
    rate = 1000 / max(count, FEWEST)
    found = {f"w:{word}": math.log1p(number * rate) for word, number in words.items()}
    found |= {f"s:{name}": math.log1p(number * rate) for name, number in _shapes(start).items()}
    found |= {f"h:{name}": min(2, number) / 2 for name, number in _heads(start[:FIRST]).items()}
    name = path.rpartition("/")[2]
    for word in _NAME.findall(f"{title} {name.rpartition('.')[0]}".lower().replace("_", " ")):
        found[f"t:{word}"] = 1.0
    suffix = name.rpartition(".")[2].lower()
    if suffix in _SUFFIXES:
        found[f"x:{suffix}"] = 1.0
    found["s:plain"] = float(markup == "plain")
    found["s:length"] = math.log10(1 + len(text)) / 5
    found["s:average"] = len("".join(written)) / count / 5 if count > 1 else 0.0
    return found


def _heads(first: str) -> dict[str, int]:
    """How often each kind of head occurs; the words of one are looked for first, where that is safe."""
    folded = first.lower() if first.isascii() else ""
    found = {}
    for name, head in _HEADS.items():
        likely = not folded or name not in _IN_HEADS or any(word in folded for word in _IN_HEADS[name])
        found[name] = len(head.findall(first)) if likely else 0
    return found


def _written(start: str) -> list[str]:
    """The words of a text: runs of ASCII letters, in lower case, with what stands behind an apostrophe."""
    pieces = start.lower().encode("ascii", "replace").translate(_LETTERS).decode("ascii").split()
    return parted(pieces, _WORD) if "'" in start else pieces


_LETTERS = bytes(byte if 97 <= byte <= 122 or byte == 39 else 32 for byte in range(256))  # noqa: PLR2004 - a, z, '
"""ASCII with a space for all but small letters and apostrophes."""


def _shapes(start: str) -> dict[str, int]:
    """How often each shape occurs at the start of a text."""
    lines = f"\n{start}"
    counts = dict.fromkeys(_NAMES, 0)
    for name, shapes in _COMPILED.items():
        if name not in _NEEDED or any(sign in lines for sign in _NEEDED[name]):
            sign, wider = _WIDER.get(name, ("", shapes))
            counts[name] = sum([len(shape.findall(lines)) for shape in (wider if sign in lines else shapes)])
    capitals = " ".join(_CAPITALS.findall(lines))
    counts |= {name: len(shape.findall(capitals)) for name, shape in _OF_CAPITALS.items()}
    counts["versions"] = sum(len(_VERSIONS.findall(lines, *line)) for line in _with(_DOTTED, lines))
    counts["symbols"] += sum(map(start.count, _SIGNS))
    return counts


def _with(sign: re.Pattern[str], text: str) -> Iterator[tuple[int, int]]:
    """The lines (start, end) in which an expression finds something."""
    end = 0
    while match := sign.search(text, end):
        start = text.rfind("\n", 0, match.start()) + 1
        end = text.find("\n", match.end())
        end = len(text) if end < 0 else end
        yield start, end


FEWEST = 60
"""Words below which a text is taken for that long: rates of a few words say nothing."""
