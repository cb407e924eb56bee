"""The two sides of a comparison that is asked with `differ`, `than`, `or`, `the same`: each as a question of its own.

Each side is what is compared with the one thing that it is compared in: `the cure period of Corvane`. What only
compares (`longer`, `the same`) is left out: no document says of itself that its period is the longer one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.lexicon.letters import LOWER, UPPER
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Callable

_MORE = (
    r"(?:(?:more|less|most|least) (?!than\b)(?:\w+(?:ly|ive|ous|able|ible|ful|ent|ant|ed|ict|al))\b|"
    r"(?:more|less|fewer|greater|better|worse|best|worst|most|least|"
    r"(?:high|low|long|short|larg|small|bigg|fast|slow|earli|lat|cheap|strict|old|new|soon|strong|weak|quick|heavi|"
    r"light|wid|broad|narrow|hard|easi|saf|rich|dear|tight|loos|clos|larg)(?:er|est))\b)"
)
"""What compares: `longer`, `stricter`, `more expensive`."""
_AT = r"(?:in|under|at|with|for|of|by|on)"
_THING = r"[^,:;?]{1,60}?"
_NUMBER = r"(?:(?:[Vv]ersion|[Rr]evision|[Rr]ev\.?|[Rr]elease) )?v?\d[\w.-]*"
_FRAMES = tuple(
    (needed, later(rf"(?i)\A\W*{frame}\s*[?.]*\Z"))
    for needed, frame in (
        (
            ("differ",),
            # How do the payment terms of A and B differ?
            (
                rf"(?:how |in what way )?(?:do|does|did) (?P<what>{_THING}) (?P<at>{_AT}) (?P<first>{_THING}) and "
                rf"(?:{_AT} )?(?P<second>{_THING}) differ(?: (?:on|in|about|as to|regarding|for) (?P<topic>{_THING}))?"
            ),
        ),
        (
            ("differ",),
            # How does A differ from B on receipts?
            (
                rf"(?:how |in what way )?(?:do|does|did|is|are) (?P<first>{_THING}) (?:differ(?:ent)?) from "
                rf"(?P<second>{_THING})"
                rf"(?: (?:on|in|about|as to|regarding|with regard to|for) (?P<topic>{_THING}))?"
            ),
        ),
        (
            ("differ", "change", "vary"),
            # Do the payment terms differ between A and B?
            (
                rf"(?:how |in what way )?(?:do|does|did) (?P<what>{_THING}) (?:differ|change|vary) "
                rf"(?:between|from) (?P<first>{_THING}) (?:and|to) (?P<second>{_THING})"
            ),
        ),
        (
            ("change", "different", "is new"),
            # What changed in the time-out between 4.0 and 5.0?
            (
                rf"(?:what|which \w+)(?: has| have| was| were)? (?P<did>changed?|is different|are different|is new)"
                rf"(?: (?:in|with|about|for) (?P<what>{_THING}))? (?:between|from) (?P<first>{_THING}) (?:and|to) "
                rf"(?P<second>{_THING})"
            ),
        ),
        (
            (" or ", " than "),
            # Is the notice period longer in A or B? ... in A than in B?
            (
                rf"(?:is|are|was|were|do|does) (?P<what>{_THING}) (?:{_MORE}) (?P<at>{_AT}) (?P<first>{_THING}) "
                rf"(?:or|than) (?:{_AT} )?(?P<second>{_THING})"
            ),
        ),
        (
            (" than ",),
            # Is the time-out in 5.0 shorter than in 4.1?
            (
                rf"(?:is|are|was|were) (?P<what>{_THING}) (?P<at>{_AT}) (?P<first>{_THING}) (?:{_MORE}) than "
                rf"(?:that |those |it (?:is|was) )?(?:{_AT} )?(?P<second>{_THING})"
            ),
        ),
        (
            (" or ",),
            # Which is longer, the cure period of A or that of B?
            (
                rf"(?:which|what) (?:is|are|was|were) (?:the )?{_MORE}(?:,|:)? (?P<what>{_THING}) (?P<at>{_AT}) "
                rf"(?P<first>{_THING}) or (?:(?:that|those|the one) )?(?:{_AT} )?(?P<second>{_THING})"
            ),
        ),
        (
            (" or ",),
            # Who has the higher limit, A or B? Which supplier is paid faster, A or B?
            (
                rf"(?:which|who|what)(?: of (?:the )?(?:two|both))? (?P<what>{_THING}\b{_MORE}{_THING}|{_MORE}{_THING}|"
                rf"{_THING}\b{_MORE})(?:,|:| -| \u2013) ?(?P<first>{_THING}) or (?P<second>{_THING})"
            ),
        ),
        (
            ("same", "different", "equal", "identical"),
            # Do A and B have the same notice period?
            (
                rf"(?:do|does|did|have|has) (?P<first>{_THING}) and (?P<second>{_THING}) (?:have|has|had|use|share|set|"
                rf"give|provide for|require|offer) (?:the same|different|equal|identical) (?P<what>{_THING})"
            ),
        ),
        (
            (" than ",),
            # Does version 3 pay more per mile than version 4?
            (
                rf"(?:do|does|did|has|have) (?P<first>{_THING}) (?P<what>\w+ {_MORE}(?: {_THING})?) than "
                rf"(?P<second>{_THING})"
            ),
        ),
        (
            ("compared ", "versus", " vs", "as opposed to", "and what"),
            # What notice ends the A contract compared with the B contract?
            (
                rf"(?P<what>(?:what|how|which|when|who)\b{_THING}) (?P<first>the {_THING}) (?:compared (?:to|with)|"
                rf"versus|vs\.?|as opposed to|and what) (?P<second>the {_THING})"
            ),
        ),
    )
)
"""Expressions, each with words one of which every text has that it fits."""
_DROPS = later(
    rf"(?i)\b(?:{_MORE}|the same|both)(?= |\Z)|\A(?:is|are|has|have|had|was|were|do|does|can|may|must)\b"
    r"(?: the\b)?"
)
"""What a side does not need: that it compares, and the verb that it begins with."""


def compared(text: str) -> tuple[str, ...]:
    """The two sides, each with what is compared; empty for what compares nothing in one of these ways."""
    folded = text.casefold()
    for needed, frame in _FRAMES:
        if any(map(folded.__contains__, needed)) and (found := frame.match(text)):
            said = found.groupdict()
            first, second = _paired(said["first"], said["second"])
            side = _side_of(said.get("what") or said.get("did") or "", said.get("at"), said.get("topic"))
            return side(first), side(second)
    return ()


def _side_of(what: str, at: str | None, topic: str | None) -> Callable[[str], str]:
    bare = " ".join(_DROPS.sub(" ", what).split()).strip(" ,:")
    before = " ".join(one for one in (bare, topic and f"{topic} in", at) if one)
    return lambda side: f"{before} {side}".strip()


def _paired(first: str, second: str) -> tuple[str, str]:
    """Both with what only one says: the noun behind the second, the name before a number."""
    first, second = first.strip(), second.strip()
    both = re.fullmatch(rf"(?P<name>.*\S)\s+{_NUMBER}", first)
    if both and re.fullmatch(_NUMBER, second):
        name = (
            re.sub(r"(?i) (?:version|revision|rev\.?|release|v)\Z", "", both["name"]) if " " in second else both["name"]
        )
        named = not re.fullmatch(_NUMBER, first)
        return first, f"{name} {second}" if named else second
    noun = re.fullmatch(rf"(?:the )?(?:[{UPPER}][\w.&'\u2019-]*\s?)+(?P<noun>(?: ?\b[{LOWER}][\w-]+){{1,3}})", second)
    if noun and re.fullmatch(rf"(?:the )?(?:[{UPPER}][\w.&'\u2019-]*\s?)+", first):
        return f"{first} {noun['noun'].strip()}", second
    return first, second
