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
    from collections.abc import Container

READ = 20_000
"""Characters of a text that are read: kinds show at the start, and a book costs no more than a letter."""
FIRST = 600
"""Characters in which letters and tickets carry their heads and papers their abstracts."""

_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")
_NAME = re.compile(r"[a-z]+|\d+")
_SHAPES = {
    "headings": re.compile(r"\n#{1,6} "),
    "bullets": re.compile(r"\n[ \t>]*[-*+\u2022] "),
    "steps": re.compile(r"\n[ \t>]*\d{1,2}[.)] "),
    "rows": re.compile(r"\n[ \t]*\|"),
    "fences": re.compile(r"\n[ \t]*(?:```|~~~)"),
    "code": re.compile(r"`[^`\n]{1,60}`"),
    "clauses": re.compile(
        r"[SAC\u00a7](?:(?<!\w.)(?:(?<=S)(?:ection|ECTION)|(?<=A)(?:rticle|RTICLE)|(?<=C)lause)|(?<=\w\u00a7))"
        r" ?\d+(?:\.\d+)*"
    ),
    "letters": re.compile(r"\n\(?[a-z]\) "),
    "numbered": re.compile(r"\n(?:#+ )?(?:\*\*)?\d{1,2}\.\d{1,2}\.? "),
    "terms": re.compile(r"[\u201c\"][A-Z][\w -]{2,40}[\u201d\"]"),
    "cited": re.compile(r"\[\d{1,3}(?:[,;-] ?\d{1,3})*\]"),
    "others": re.compile(r"et al(?<!\wet al)\b"),
    "authors": re.compile(r"\([A-Z][a-z]+,? (?:19|20)\d\d\)"),
    "money": re.compile(r"[$\u20ac\u00a3] ?\d"),
    "percent": re.compile(r"%(?:(?<=\d%)|(?<=\d %))"),
    "questions": re.compile(r"\?(?:\s|$)"),
    "dates": re.compile(
        r"[12JMAOD](?<!\w.)(?:(?:(?<=1)9|(?<=2)0)\d\d-\d\d-\d\d\b"
        r"|(?:(?<=J)(?:anuary|une|uly)|(?<=M)arch|(?<=A)pril|(?<=O)ctober|(?<=D)ecember) \d)"
    ),
    "paths": re.compile(r"/(?<!\w.)[\w.-]+(?:/[\w.-]+)+|--[a-z][\w-]+"),
    "symbols": re.compile(r"\\\w"),
    "named": re.compile(r"[A-Z](?<!\w.)[a-z]+ [A-Z][a-z]+\b"),
    "years": re.compile(r"[12](?<!\w.)(?:(?<=1)[5-9]|(?<=2)0)\d\d\b"),
}
"""Shapes of writing, counted in a text after a line feed: what begins a line begins with one.

Each expression begins with a letter or a set of letters, for which the search is three times as fast as for a border
of a word; `(?<!\\w.)` behind it says that no word goes on before it.
"""
_CAPITALS = re.compile(r"[A-Z](?<!\w.)[A-Z][\w-]*")
_OF_CAPITALS = {
    "codes": re.compile(r"[A-Z](?<!\w.)[A-Z]{1,7}[-_]?[A-Z]?\d{2,5}\b"),
    "capitals": re.compile(r"[A-Z](?<!\w.)[A-Z]{3,}\b"),
}
"""Shapes of words that begin with two capitals, counted in those."""
_NAMES = tuple(
    "headings bullets steps rows fences code clauses letters numbered terms cited others authors money percent"
    " questions versions dates codes capitals paths symbols named years".split()
)
"""All shapes, in the order in which they are weighed: sums of floats depend on it."""
_DOTTED = re.compile(r"\.\d+\.\d")
_VERSIONS = re.compile(r"[vV\d](?<!\w.)(?:(?<=\d)\d*|\d+)\.\d+(?:\.\d+)+\b")
_NEEDED = {
    "terms": ('"', "\u201d"),
    "others": ("et al",),
    "money": ("$", "\u20ac", "\u00a3"),
    "paths": ("/", "--"),
    "headings": ("\n#",),
    "fences": ("```", "~~~"),
}
"""Characters one of which is in every text that has a shape: to look for one costs a tenth of an expression."""
_TOGETHER = {"letters": "clauses", "others": "cited", "authors": "cited"}
"""Shapes that count for another one."""
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
_SUFFIXES = ("eml", "msg", "csv", "xlsx", "xls", "json", "pptx", "ppt")


def features(text: str, *, title: str, path: str, markup: str, known: Container[str] | None = None) -> dict[str, float]:
    """Named values of a document: `w:` words and `s:` shapes as rates, `t:` words of title and name, `h:` heads.

    A rate is log(1 + occurrences in a thousand words), so that one more matters less and less. Of the words of the text
    only those that are `known` count, where that is given.
    """
    start = text[:READ]
    written = _written(start)
    words = Counter(written)
    count = len(written) or 1
    rate = 1000 / max(count, FEWEST)
    counted = words if known is None else [word for word in words if word in known]
    found = {f"w:{word}": math.log1p(words[word] * rate) for word in counted}
    found |= {f"s:{name}": math.log1p(number * rate) for name, number in _shapes(start).items()}
    found |= {f"h:{name}": min(2, len(head.findall(start[:FIRST]))) / 2 for name, head in _HEADS.items()}
    name = path.rpartition("/")[2]
    for word in _NAME.findall(f"{title} {name.rpartition('.')[0]}".lower().replace("_", " ")):
        found[f"t:{word}"] = 1.0
    suffix = name.rpartition(".")[2].lower()
    if suffix in _SUFFIXES:
        found[f"x:{suffix}"] = 1.0
    found["s:plain"] = float(markup == "plain")
    found["s:length"] = math.log10(1 + len(text)) / 5
    found["s:average"] = sum(map(len, written)) / count / 5 if count > 1 else 0.0
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
    for name, shape in _SHAPES.items():
        if name not in _NEEDED or any(sign in lines for sign in _NEEDED[name]):
            counts[name] = len(shape.findall(lines))
    capitals = " ".join(_CAPITALS.findall(lines))
    counts |= {name: len(shape.findall(capitals)) for name, shape in _OF_CAPITALS.items()}
    counts["versions"] = len(_VERSIONS.findall(lines)) if _DOTTED.search(lines) else 0
    counts["symbols"] += sum(map(start.count, _SIGNS))
    for part, name in _TOGETHER.items():
        counts[name] += counts.pop(part)
    return counts


FEWEST = 60
"""Words below which a text is taken for that long: rates of a few words say nothing."""
