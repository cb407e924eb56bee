"""Values that are known by their shape: what a question asks for by name, and a text holds or does not.

`What is the port of X` is answered by a number and *how bad is X* by a word of a scale, however much else is said of X.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kts.lexicon.dates import DAY_WORDS, MONTHS
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Sequence

_NAMED = (
    r"(?i)\b(?:what|which|what's|whats)\b(?: is| are| was| were)?(?: the| an?)?(?: [\w'-]+){{0,3}}? (?:{})"
    r"(?=\W*\Z|[,;:?.]| (?:of|for|is|are|does|do|if|when|where|in|on|to|that|used|returned|sent|under|by)\b)"
)
"""The name at the end of what is asked for: before another noun it only tells of that (`phone policy`)."""


class Shape(NamedTuple):
    """A kind of value: its name, how a question asks for it, how it looks, and what only looks as if it held one.

    `decides`: a statement of the lead's document that has it leads, however little it holds of the question's words;
    `within`: one of the lead's passage, where the lead has none.
    """

    name: str
    asked: re.Pattern[str]
    held: re.Pattern[str]
    beside: re.Pattern[str] = re.compile(r"(?!)")
    decides: bool = False
    within: bool = False

    def tells(self, text: str) -> bool:
        """Whether a text holds such a value."""
        return bool(self.held.search(text)) and not self.beside.search(text)


def _asked(names: str) -> re.Pattern[str]:
    return re.compile(_NAMED.format(names))


_TIME = (
    rf"(?i)(?<![\w-])(?:(?:1[89]|20)\d\d(?:-\d\d-\d\d)?|\d{{1,2}}[:/.]\d{{2}}|midnight|noon|"
    rf"(?:{'|'.join(name for name in MONTHS if name not in {'may', 'march', 'mar'})})|"
    rf"(?:may|march|mar)\s\d|\d{{1,2}}(?:st|nd|rd|th)?\s(?:of\s)?(?:may|march|mar)|"
    rf"(?:\d{{1,3}}|one|two|three|four|five|six|seven|eight|nine|ten|twelve|few)\s(?:\w+\s)?(?:minute|hour|day|week|month|year)s?|"
    rf"(?:mon|tues|wednes|thurs|fri|satur|sun)days?)"
    rf"(?![\w-])"
)
_DAY = (
    rf"\b(?:\d{{1,2}}(?:st|nd|rd|th)|{'|'.join(DAY_WORDS)}|last) (?:\w+ )?(?:day|of)\b|\b(?:date|day) (?:of|on)\b|"
    r"\b(?:same|next|following|previous) day\b|\btoday\b|\btomorrow\b|\d{4}-\d\d-\d\d"
)
"""A day that is told without its date."""
SHAPES = (
    Shape(
        "severity",
        _asked("severity|criticality"),
        re.compile(
            r"(?i)\b(?:critical|warning|info(?:rmational)?|none|high|medium|low|major|minor|severe|urgent|P ?\d|"
            r"sev(?:erity)?[ -]?\d|tier \d)\b"
        ),
    ),
    Shape(
        "port", _asked("(?:tcp|udp|network|default|server|listening) port(?: number)?|port number"), re.compile(r"\d")
    ),
    Shape(
        "telephone number",
        re.compile(
            rf"{_NAMED.format('(?:tele)?phone number|telephone|hotline|fax number')}|"
            r"\b(?:what|which) number (?:do|does|should|shall|can|must|may|to) (?:[\w']+ )?"
            r"(?:ring|call|dial|phone|text)\b"
        ),
        re.compile(r"\d{3}"),
    ),
    Shape(
        "date",
        re.compile(
            r"(?i)\b(?:what|which)(?: (?:exact|calendar|precise))? (?:dates?|year)\b"
            r"(?! (?:range|format|field|stamp|picker|plan|group))"
            r"|\bwhat(?:'s| is| was) the (?:\w+ ){0,2}date\b"
        ),
        re.compile(rf"{_TIME}|{_DAY}"),
    ),
    Shape("mail address", _asked("e-?mail address|mail address"), re.compile(r"\S@\S")),
    Shape("web address", _asked("urls?|web ?sites?|web address"), re.compile(r"(?i)https?://|\w\.[a-z]{2,}")),
    Shape(
        "status code",
        _asked("(?:http|status|exit|response|return) (?:status )?code|http (?:status|error)"),
        re.compile(r"(?i)\b0x[\da-f]+|(?<![\w.])\d{1,5}(?![\w.]*\d)"),
    ),
)
_AGREED = r"agreement|contract|lease|licen[cs]e|tenancy|framework|engagement|appointment|term|policy|cover"
POINT = "point in time"
"""What *until when* asks for, by its name."""
_ENDS = r"(?:ends?|ended|expires?|expired|run out|runs out|lapse|lapsed|finish|over)"
_TO_END = later(r"(?i)\b(?:may|can|is entitled to|right to) (?:also )?(?:end|terminate|cancel|rescind)\b")
"""Who may end an agreement, and how, does not say when it ends by itself."""
_FIGURES = (
    r"(?:revenues?|turnover|sales|income|profits?|loss|losses|earnings|margins?|expenses?|expenditures?|spending|"
    r"cash flows?|cash balance|headcount|consumption|emissions|uptime|downtime|throughput|output|inventory|"
    r"inventory levels?|debt|dividends?|budget|occupancy|turnout|utili[sz]ation|yield)"
)
"""What is reported as a figure, beside what `expected` knows as a number."""
_YEARS = r"(?:1[89]|20)\d\d\b"
DENIED = later(
    r"(?i)\b(?:(?:did|does|do|was|were|is|are|has|had|have|could|can)(?:n[o\u2019']t| not)|cannot|never)(?: \w+){0,2}? "
    r"(?:caused?|(?:the|a) (?:\w+ )?(?:cause|reason)|due to|result(?:ed)? (?:from|of)|responsible for|to blame)\b"
    r"|\b(?:was|were|been|is|are) (?:\w+ and )?ruled out\b"
)
"""What says that something was no cause: it tells nothing of what was one."""
LEADING = (
    Shape(
        "end of a term",
        re.compile(
            rf"(?i)\b(?:when (?:does|do|did|will|is|was|has)|until when (?:does|is)|how long (?:does|is|will))\b"
            rf"(?:(?!\b(?:after|before|once|when|if|unless|because|until)\b)[^?])*"
            rf"\b(?:{_AGREED})\b(?:[^?]{{0,40}}\b(?:with|for|of|under)\b[^?]*)?"
            rf" (?:{_ENDS}|runs?|last|valid|in force)\W*\Z"
            rf"|\b(?:{_AGREED})\b[^?]{{0,60}}\b(?:expiry|expiration|end) date\b"
            rf"|\b(?:expiry|expiration|end) date\b[^?]{{0,60}}\b(?:{_AGREED})\b"
            rf"|\bwhat (?:is|was) the (?:initial )?(?:term|duration) of (?:the|this|our) [^?]{{0,60}}"
            rf"\b(?:{_AGREED})\W*\Z"
        ),
        re.compile(
            rf"(?i)\b(?:{_AGREED})\b[^.;]{{0,120}}\b(?:runs?|continues?|remains?|lasts?|is extended"
            r"|(?:ends?|ending|expires?|terminates?) (?:on|at|in|upon))\b[^.;]{0,90}?"
            r"(?:\d{4}\b|\b(?:months?|years?|anniversary)\b)"
            r"|\bterm\b[^.;]{0,120}\b(?:is|be|means)\b[^.;]{0,40}\b(?:months?|years?)\b"
            r"|\bterm\b\W{1,4}(?:means\W{0,3})?[^.;]{0,40}\b(?:to|until|through)\b[^.;]{0,30}\d{4}"
        ),
        _TO_END,
        decides=True,
    ),
    Shape(
        "end",
        re.compile(
            rf"(?i)\bwhen (?:does|do|did|will|is|was|has)\b[^?]* {_ENDS}\W*\Z|\b(?:expiry|expiration|end) date\b"
        ),
        re.compile(
            r"(?i)\b(?:until|till|through|(?:ends?|ending|expir\w+|lapses?|extended|runs?) (?:on|at|to|with))\b"
            rf"[^.;]{{0,30}}{_TIME.removeprefix('(?i)')}"
        ),
        _TO_END,
    ),
    Shape(
        POINT,
        re.compile(r"(?i)\b(?:until|till|up to|by|since|from|as of) when\b|\bwhen\b[^?]*\b(?:until|till|from)\W*\Z"),
        re.compile(_TIME),
    ),
    Shape(
        "pay",
        re.compile(r"(?i)\b(?:earns?|salary|salaries|wages?|remuneration)\b"),
        re.compile(
            r"(?is)(?=.*\d).*\b(?:salary|salaries|wages?|remuneration|basic pay|base pay|pay (?:scale|band|range))\b"
        ),
    ),
    Shape(
        "reason",
        re.compile(
            r"(?i)\A\W*why (?:did|was|were|had)\b|\bwhat (?:is|are|was|were) the "
            r"(?:(?:root|main|likely|probable|immediate|direct|actual|primary|proximate) )?(?:causes?|reasons?)\b|"
            r"\bwhat caused\b"
        ),
        re.compile(
            r"(?i)\A[\W\d]*(?:(?:the|its|root|main|likely|probable|immediate|direct|actual|primary|proximate) )*"
            r"(?:causes?|reasons?)(?:\W*:| (?:was|is|were|are)\b)"
        ),
        DENIED,
        within=True,
    ),
    Shape(
        "amount",
        re.compile(
            r"(?i)\A\W*how much (?:was|were|is|are|does|did|do|has|have|must|can|could|will|would|should|may)\b"
        ),
        re.compile(r"\d|(?i:\b(?:free|nothing|no charge|half|double|twice|hundred|thousand|million)\b)"),
        within=True,
    ),
    Shape(
        "figure",
        _asked(_FIGURES),
        re.compile(
            rf"(?i)[$\u20ac\u00a3\u00a5]\s?\d|\d\s?%"
            r"|(?<![\w.,])\d[\d.,]* (?:million|billion|thousand|per ?cent|bn|tonnes?|[kmg]wh)\b"
            rf"|(?<![\w.,-])(?!{_YEARS})(?:\d{{1,3}}(?:,\d{{3}})+|\d+\.\d+|\d{{3,}})(?![\w-])"
            rf"|(?::|\bwas|\bwere|\bis|\bare) \(?(?!{_YEARS})\d"
        ),
    ),
    Shape(
        "sum",
        re.compile(r"(?i)\b(?:for|at|by|up to|to) how much\b"),
        re.compile(
            r"[$\u20ac\u00a3\u00a5%]|(?i:\b(?:per ?cent|percent|USD|EUR|GBP|CHF|JPY|dollars?|euros?|pounds?)\b)"
        ),
    ),
)
"""Shapes that put a statement first and whose absence says nothing: *until when* may be until something happens."""
_HOW_MANY = later(r"(?i)\bhow many (?P<noun>[\w-]+)")
_NUMBER = later(
    r"(?i)(?<![\w.-])\d(?:[\d.,]*\d)?|\b(?:zero|one(?! (?:or more|of|to one|another))|two|three|four|five|six|seven|"
    r"eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|"
    r"millions?|half|twice|once|none|nobody|nothing|no|never|single|both|pair|dozen|unlimited|every|each|any number|"
    r"all)\b"
)


_YEAR = later(r"(?:19|20)\d\d")


def shape_of(question: str) -> Shape | None:
    """The shape of what a question asks for by name, None where anything may answer."""
    return next((one for one in SHAPES if one.asked.search(question)), None)


def leading_shape(question: str) -> Shape | None:
    """The shape by which one statement goes before others, None where there is none."""
    return shape_of(question) or next((one for one in LEADING if one.asked.search(question)), None)


def missing(question: str, texts: Sequence[str]) -> str:
    """What is asked for and none of the texts holds, empty if nothing is.

    A number of the question itself is none, unless it stands right before what is counted.
    """
    shape = shape_of(question)
    if shape is not None:
        return "" if any(shape.held.search(text) for text in texts) else shape.name
    counted = _HOW_MANY.search(question)
    if counted is None:
        return ""
    own = _numbers(question)
    counts = "|".join(re.escape(one) for one in own if not _YEAR.fullmatch(one)) or "(?!)"
    beside = re.compile(rf"(?i)(?:{counts}) {re.escape(counted['noun'])}\b")
    return "" if any(_numbers(text) - own or beside.search(text) for text in texts) else "number"


def _numbers(text: str) -> set[str]:
    return {found.casefold() for found in _NUMBER.findall(text)}
