"""What tells kinds of documents apart whatever they are about: words of their genre, and the shape of their text.

No words of a subject are among them: a model that knows `bucket` or `mortgage` knows a folder, not a kind.
"""

from __future__ import annotations

import math
import re
from collections import Counter

READ = 20_000
"""Characters of a text that are read: kinds show at the start, and a book costs no more than a letter."""
FIRST = 600
"""Characters in which letters and tickets carry their heads and papers their abstracts."""

_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")
_NAME = re.compile(r"[a-z]+|\d+")
_SHAPES = {
    "headings": re.compile(r"^#{1,6} ", re.MULTILINE),
    "bullets": re.compile(r"^[ \t>]*[-*+\u2022] ", re.MULTILINE),
    "steps": re.compile(r"^[ \t>]*\d{1,2}[.)] ", re.MULTILINE),
    "rows": re.compile(r"^[ \t]*\|", re.MULTILINE),
    "fences": re.compile(r"^[ \t]*(?:```|~~~)", re.MULTILINE),
    "code": re.compile(r"`[^`\n]{1,60}`"),
    "clauses": re.compile(
        r"\b(?:Section|SECTION|Article|ARTICLE|Clause|\u00a7) ?\d+(?:\.\d+)*|^\(?[a-z]\) ", re.MULTILINE
    ),
    "numbered": re.compile(r"^(?:#+ )?(?:\*\*)?\d{1,2}\.\d{1,2}\.? ", re.MULTILINE),
    "terms": re.compile(r"[\u201c\"][A-Z][\w -]{2,40}[\u201d\"]"),
    "cited": re.compile(r"\[\d{1,3}(?:[,;-] ?\d{1,3})*\]|\bet al\b|\([A-Z][a-z]+,? (?:19|20)\d\d\)"),
    "money": re.compile(r"[$\u20ac\u00a3] ?\d"),
    "percent": re.compile(r"\d ?%"),
    "questions": re.compile(r"\?(?:\s|$)"),
    "versions": re.compile(r"\b[vV]?\d+\.\d+(?:\.\d+)+\b"),
    "dates": re.compile(r"\b(?:19|20)\d\d-\d\d-\d\d\b|\b(?:January|March|April|June|July|October|December) \d"),
    "codes": re.compile(r"\b[A-Z]{2,8}[-_]?[A-Z]?\d{2,5}\b"),
    "capitals": re.compile(r"\b[A-Z]{4,}\b"),
    "paths": re.compile(r"(?<!\w)(?:/[\w.-]+){2,}|--[a-z][\w-]+"),
    "symbols": re.compile(r"[=<>{};]|\\\w"),
    "named": re.compile(r"\b[A-Z][a-z]+ [A-Z][a-z]+\b"),
    "years": re.compile(r"\b(?:1[5-9]|20)\d\d\b"),
}
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


def features(text: str, *, title: str, path: str, markup: str) -> dict[str, float]:
    """Named values of a document: `w:` words and `s:` shapes as rates, `t:` words of title and name, `h:` heads.

    A rate is log(1 + occurrences in a thousand words), so that one more matters less and less.
    """
    start = text[:READ]
    words = Counter(_WORD.findall(start.lower()))
    count = sum(words.values()) or 1
    rate = 1000 / max(count, FEWEST)
    found = {f"w:{word}": math.log1p(number * rate) for word, number in words.items()}
    found |= {f"s:{name}": math.log1p(len(shape.findall(start)) * rate) for name, shape in _SHAPES.items()}
    found |= {f"h:{name}": min(2, len(head.findall(start[:FIRST]))) / 2 for name, head in _HEADS.items()}
    name = path.rpartition("/")[2]
    for word in _NAME.findall(f"{title} {name.rpartition('.')[0]}".lower().replace("_", " ")):
        found[f"t:{word}"] = 1.0
    suffix = name.rpartition(".")[2].lower()
    if suffix in _SUFFIXES:
        found[f"x:{suffix}"] = 1.0
    found["s:plain"] = float(markup == "plain")
    found["s:length"] = math.log10(1 + len(text)) / 5
    found["s:average"] = sum(len(word) * number for word, number in words.items()) / count / 5 if count > 1 else 0.0
    return found


FEWEST = 60
"""Words below which a text is taken for that long: rates of a few words say nothing."""
