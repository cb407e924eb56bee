"""What kind of answer a question asks for, and whether a text holds one."""

from __future__ import annotations

import re
from typing import Literal

from kts.lexicon.letters import LOWER, UPPER
from kts.lexicon.patterns import later

Expected = Literal["number", "date", "who", "definition", "procedure", "yes_no", "other"]
"""`other`: a statement of any kind."""
_UNITS = r"percent|percentage|share|number|amount|rate|fee|balance|limit|size|price|cost|total|value|ceiling|cap|count"
_RULES: tuple[tuple[Expected, re.Pattern[str]], ...] = (
    (
        "date",
        re.compile(
            r"\A(?:(?!\b(?:how|what|which|who|why|where)\b).)*\bwhen\b"
            r"|\b(?:what|which|on which|by which) (?:dates?|days?|years?|months?|times?|deadlines?)\b"
        ),
    ),
    (
        "number",
        re.compile(
            r"\bhow (?:many|much|high|long|old|big|large|often|far|fast|quickly|soon|late|short)\b"
            rf"|\b(?:what|which|what's|whats)(?: is| are| was)?(?: the)?(?: [a-z'\u2019]+){{0,2}} (?:{_UNITS})\b"
        ),
    ),
    ("who", re.compile(r"\bwho(?:m|se)?\b|\bby whom\b|\bwhich (?:person|party|bank|company|team|department)\b")),
    (
        "definition",
        re.compile(r"\bmean(?:s|t|ing)?\b|\bdefin\w+|\bstand for\b|\A\W*what(?:'s| is| are) (?:an? )?[\"“]"),
    ),
    (
        "procedure",
        re.compile(
            r"\bhow (?:do|does|did|should|can|could|to|must|is|are|was|were)\b|\bwhat (?:do|should) (?:i|we)\b"
            r"|\bwhat (?:am i|are we|is one) (?:supposed|meant|expected) to\b|\bsteps\b"
        ),
    ),
    ("yes_no", re.compile(r"\A\W*(?:is|are|was|were|do|does|did|may|can|could|must|should|will|has|have|am)\b")),
)
_DATE = later(
    r"\b(?:1[6-9]|20)\d\d\b|\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\b|\b\d{1,2}[/.]\d{1,2}\b"
    r"|\b\d{1,2}:\d\d\b|\b(?:a|p)\.m\.|\bdays?\b|\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b"
)
_NUMBER = later(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|sixty|ninety|"
    r"hundred|half|twice|once|none|no limit|unlimited)\b",
    re.IGNORECASE,
)
_NAME = later(
    rf"(?<=[{LOWER},;:] )[{UPPER}][{LOWER}]+"
    rf"|\A\W*(?:The )?[{UPPER}][\w.&-]+ (?:[{UPPER}]|must|shall|is|may|will|approves|signs)"
)
_DEFINES = later(
    r"[“\"`*].{1,80}[”\"`*]\W{0,3}(?:means?|shall mean|:|is\b|has the meaning)|\bmeans?\b|\bis (?:an?|the)\b|: "
)
_STEP = later(r"\A\W*(?:\d{1,2}[.)]|[-*+])?\W*[A-Z][a-z]+ ")


_ALL = later(
    r"(?i)\b(?:steps|stages|overview|summary|summari[sz]e|outline|timeline|schedule of)\b|\bin (?:which|what) order\b|"
    r"\bwhat(?:'s)? (?:has |have |had |is |are )?(?:all )?(?:changed|changes|(?:new|different)(?=\W*\Z|[,;.?!]|"
    r" (?:in|since|between|from|about|with|compared|now)\b))\b|\A\W*(?:list|enumerate)\b"
)
_ONE = frozenset({"number", "date", "who"})
"""What is asked for with a word of these kinds is one thing, also of a list: who wrote the summary."""
_CLAUSES = later(r"[,;:.?!]\s|\band (?=(?:what|which|how|who|when|list)\b)", re.IGNORECASE)


def asks_for_all(question: str) -> bool:
    """Whether a whole list or table is asked for, not one line of it: the steps, what changed, an overview."""
    found = _ALL.search(question)
    return found is not None and expected(_CLAUSES.split(question[: found.end()])[-1]) not in _ONE


def expected(question: str) -> Expected:
    """The kind of answer that the question asks for."""
    folded = question.lower()
    return next((kind for kind, pattern in _RULES if pattern.search(folded)), "other")


def holds(kind: Expected, text: str) -> bool:
    """Whether the text holds an answer of the kind; anything is a statement."""
    pattern = {"number": _NUMBER, "date": _DATE, "who": _NAME, "definition": _DEFINES, "procedure": _STEP}.get(kind)
    return pattern is None or bool(pattern.search(text))
