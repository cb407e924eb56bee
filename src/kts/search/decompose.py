"""A question of several parts into its parts, and a comparison into its sides: rules, no language model.

The original is always searched and counts double; a part is searched beside it. At most three, so that there are four
queries with the original (SPEC QRY-3).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.lexicon.analyse import STOP_WORDS, words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.search.question import Context, Question
    from kts.types import Query

PARTS = 3
"""Queries beside the original (SPEC QRY-3: at most 4 with it)."""
CONTENT = 2
"""Words of content that a part needs to be worth a search (a default, not fitted)."""
ENOUGH = 4
"""Words of content with which a part that refers to nothing stands for itself (a default, not fitted)."""
LONGEST = 60
"""Words of a question that is taken apart; a longer text is a story, not a list of questions."""

_WH = r"(?:what|which|who|whom|whose|when|where|why|how|is|are|was|were|do|does|did|can|may|must|should|will)"
_SENTENCE = r"(?<=[?.!;])\s+"
_AND_ASKS = (
    rf"(?i),?\s+(?:and|or|but)(?: also)?,?\s+"
    rf"(?=(?:(?:by|until|since|from|for|in|at|on|with|under|to)\s+(?=wh|how))?{_WH}\b(?! not))|;\s+"
)
_LEAD = (
    r"(?i)\s*((?:for|under|in|on|at|with|regarding|as to|about|within|per|during|after|before)\b[^,:?]{2,60}[,:]"
    r"|[^,:?]{2,60}:)\s+"
)
_LIST = (
    r"(?i)^(?P<head>.*?\b(?:what|which|how|give|list|name|state)\b.*?"
    r"\b(?:is|are|was|were|of|have|need|needs|for|me)\s+)"
    r"(?P<items>[^,?]{3,70}(?:,\s+(?:the|its|their)\s[^,?]{3,70})*,?\s+and\s+(?:the|its|their)\s[^,?]{3,90}?)"
    r"(?P<tail>\s+(?:under|in|for|according to)\s[^,]*)?[?.]?$"
)
_BETWEEN = (
    r"(?i)^(?P<before>.*?\b(?:differences?|distinction|relationship) between|(?:please |can you )?(?:compare|contrast))"
    r"\s+(?P<first>.+?)"
    r"\s+(?:and|with|to|against|versus|vs\.?)\s+(?P<second>.+?)(?P<after>[?.]|$)"
)
_VERSUS = (
    r"(?i)^(?P<before>.*?)(?P<first>\b(?:under|in|by|of|at|with|for)\s(?:the\s)?[^,?]{2,50}?)\s*,?\s+"
    r"(?:versus|vs\.?|as opposed to|compared (?:to|with)|in contrast to|rather than|"
    r"and(?=\s(?:under|in|by|at|with|for)\s(?!wh|how)))\s+"
    r"(?P<second>(?:under\s|in\s|by\s|of\s|at\s|with\s|for\s)?(?:the\s)?[^,?:]{2,50}?)(?P<after>\s*[,:?].*|)$"
)
_NUMBERS = (
    r"(?i)^(?P<before>.*?\b)(?P<first>(?:version )?v?\d[\w.-]*),? and "
    r"(?P<second>(?:version )?v?\d[\w.-]*)(?P<after>.*)$"
)
_REFERS = r"(?i)\b(?:it|its|they|their|them|this|that|these|those|such|there|he|his|she|her|so)\b"
_NAME = r"(?<![\w-])(?:[A-Z][\w'\u2019-]*|\w*\d[\w-]*)(?:\s+(?:[A-Z][\w'\u2019-]*|\w*\d[\w.-]*))*"
_COMPARES = r"(?i)\b(?:versus|vs\.?|as opposed to|compare[ds]?|contrast|differ(?:s|ences?|ent)?|both|each of)\b"


def decompose(question: Question, context: Context) -> Question:
    """The stage: the parts of the question beside it, none where it is one."""
    del context
    query = question.query
    texts = parts_of(query.text)
    if not texts:
        return question
    compares = re.search(_COMPARES, query.text)
    parts = tuple(query._replace(text=text, origin="comparison" if compares else "split") for text in texts)
    return question._replace(parts=parts).stepped("decomposition", " | ".join(texts))


def parts_of(text: str) -> tuple[str, ...]:
    """The texts to search beside a question; empty when it is one question."""
    if len(text.split()) > LONGEST:
        return ()
    found = sides(text) or pieces(text)
    kept = [part for part in dict.fromkeys(" ".join(part.split()) for part in found) if _weighs(part)]
    kept = [part for part in kept if _words(part) != _words(text)]
    return tuple(kept[:PARTS]) if len(kept) > 1 else ()


def _words(text: str) -> list[str]:
    return [word for word in words(text) if word not in STOP_WORDS]


def _weighs(part: str) -> bool:
    return len(_words(part)) >= CONTENT


def sides(text: str) -> tuple[str, ...]:
    """The two sides of a comparison, each with all that the question says of both."""
    between = re.match(_BETWEEN, text)
    if between:
        return _shared(between["first"], between["second"], between["after"])
    numbers = re.match(_NUMBERS, text)
    if numbers and not re.search(r"(?i)\bbetween\b|\bfrom\b", numbers["before"]):
        return tuple(f"{numbers['before']}{numbers[side]}{numbers['after']}" for side in ("first", "second"))
    versus = re.match(_VERSUS, text)
    if versus is None:
        return ()
    second = versus["second"]
    lead = re.match(r"(?i)(?:under|in|by|of|at|with|for)\s", versus["first"])
    if lead and not re.match(r"(?i)(?:under|in|by|of|at|with|for)\s", second):
        second = f"{lead[0]}{second}"
    return tuple(f"{versus['before']} {side} {versus['after']}" for side in (versus["first"], second))


def _shared(first: str, second: str, after: str) -> tuple[str, ...]:
    """What the second side leaves out is the first's: `the definition of X in the PSA` and `the one in the deed`."""
    place = re.search(r"(?i)^(?P<what>.+?)\s+(?P<where>(?:in|under|for|by)\s+.+)$", first)
    short = re.match(r"(?i)(?:(?:the )?ones?|that|those|it)\s+(?P<where>(?:in|under|of|for|by)\s+.+)$", second)
    if place and short:
        return (f"{first}{after}", f"{place['what']} {short['where']}{after}")
    tail = re.search(r"(?i)\s+(?:in|under|for|at|on)\s+[^,]+$", second)
    if tail and not place:
        return (f"{first}{tail[0]}{after}", f"{second}{after}")
    return (f"{first}{after}", f"{second}{after}")


def pieces(text: str) -> tuple[str, ...]:
    """The questions that a text joins, each with what it begins with for all of them."""
    lead = re.match(_LEAD, text)
    start, rest = (lead[1].rstrip(",:"), text[lead.end() :]) if lead else ("", text)
    sentences = [one for one in re.split(_SENTENCE, rest) if one.strip()]
    if len(sentences) > 1:  # what is told before it is asked is no question
        sentences = [one for one in sentences if "?" in one or re.match(rf"(?i)\s*{_WH}\b", one)]
    asking = [piece for one in sentences for piece in re.split(_AND_ASKS, one)]
    if len(asking) < 2:  # noqa: PLR2004
        asking = list(_listed(rest))
    return tuple(_in_context(f"{start} {piece}".strip(), text) for piece in asking) if len(asking) > 1 else ()


def _in_context(piece: str, text: str) -> str:
    """A part that speaks of what another part names, with those names."""
    if not re.search(_REFERS, piece) and len(_words(piece)) >= ENOUGH:
        return piece
    names = [name for name in re.findall(_NAME, text) if name not in piece and _words(name)]
    return " ".join([piece, *dict.fromkeys(name for name in names if not re.fullmatch(rf"(?i){_WH}", name))])


def _listed(text: str) -> Iterator[str]:
    """`What are the A, the B and the C of D?` as three questions."""
    found = re.match(_LIST, text.strip())
    if not found:
        return
    items = [item for item in re.split(r",\s+(?:and\s+)?|\s+and\s+", found["items"]) if item.strip()]
    if all(len(item.split()) <= 12 for item in items):  # noqa: PLR2004
        yield from (f"{found['head']}{item}{found['tail'] or ''}" for item in items)


def step_back(query: Query) -> Query:
    """The broader question: without numbers, dates and identifiers, and without a filter."""
    text = re.sub(r"[$\u20ac\u00a3]?\b[\w.-]*\d[\w.,-]*%?", " ", query.text)
    return query._replace(text=" ".join(text.split()), origin="step_back")
