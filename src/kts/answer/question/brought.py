"""The values that a question brings to be held against the documents, and the question for what stands in their place.

*Is the notice period three months?* asks, in other words, *How long is the notice period?*; *Can I hand it in after 45
days?* asks *After how many days can I hand it in?*, or whether it can be handed in at all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.answer.choose.whether import AUX
from kts.answer.tables.bands import LARGE
from kts.answer.tables.rows import amounts
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    import re
    from collections.abc import Mapping, Sequence
    from typing import NamedTuple

    from kts.lexicon.quantities import Quantity
else:
    from kts.nouns import NamedTuple


class _Tongue(NamedTuple):
    """How a language asks by yes or no, and for a value: `how` by the kind of the value, `many` before its unit.

    `limits` ends what stands before a value that is the end of a stretch, `attached` before one that describes
    something (*a repair of 700 euros*).
    """

    verbs: re.Pattern[str]
    being: re.Pattern[str]
    limits: re.Pattern[str]
    attached: re.Pattern[str]
    how: Mapping[str, str]
    many: str
    much: str
    share: str
    often: re.Pattern[str]
    rate: str
    degrees: str


class Asked(NamedTuple):
    """The question for a value, in the ways in which it may be found; `whole`: the value is all that is asked about."""

    ways: tuple[str, ...]
    whole: bool = False


_ENDS = (
    "within|after|before|until|by|for|over|above|below|under|up to|more than|less than|at least|at most|longer than|in"
    "|from|with|exceeding|beyond|every"
)
_GERMAN_ENDS = (
    "innerhalb von|innerhalb|binnen|nach|vor|bis zu|bis|ab|\u00fcber|unter|mehr als|weniger als|mindestens"
    "|h\u00f6chstens|f\u00fcr|in|mit|von|l\u00e4nger als|alle"
)
"""What stands before a value that is the end of a stretch."""
_OPENING = r"(?i)\A\W*(?P<verb>{}) (?P<before>[^?.;:]*)\Z"
_VERBS = rf"{AUX}|need"
_GERMAN_VERBS = (
    "ist|sind|war|waren|betr\u00e4gt|betragen|dauert|dauern|darf|d\u00fcrfen|kann|k\u00f6nnen|muss|m\u00fcssen|soll|sollen"
    "|habe|haben|hat|bekomme|bekommen|brauche|brauchen|braucht|gibt|wird|werden"
)
_ENGLISH = _Tongue(
    verbs=later(_OPENING.format(_VERBS)),
    being=later(r"(?i)(?:is|are|was|were)\Z"),
    limits=later(
        rf"(?i)(?:\A| )(?P<limit>{_ENDS}) "
        r"(?:(?:the|an?|only|just|first|last|about) )*\Z"
    ),
    attached=later(r"(?i) (?:of|an?|the|this|my|our|their|his|her) \Z"),
    how={"money": "How much", "duration": "How long", "percent": "What percentage", "measure": "What"},
    many="how many",
    much="how much",
    share="what percentage",
    often=later(r"(?i) (?:once|twice|(?:three|four|\d) times) (?:an? )?(?:\Z|an? )"),
    rate="How often",
    degrees="how many degrees",
)
_GERMAN = _Tongue(
    verbs=later(_OPENING.format(_GERMAN_VERBS)),
    being=later(r"(?i)(?:ist|sind|war|waren|betr\u00e4gt|betragen|dauert|dauern)\Z"),
    limits=later(
        rf"(?i)(?:\A| )(?P<limit>{_GERMAN_ENDS}) "
        r"(?:(?:der|die|das|den|nur|ersten|letzten|etwa) )*\Z"
    ),
    attached=later(r"(?i) (?:ein(?:e[nmrs]?)?|der|die|das|den|dem) \Z"),
    how={"money": "Wie hoch", "duration": "Wie lange", "percent": "Wie hoch", "measure": "Wie hoch"},
    many="wie viele",
    much="wie viel",
    share="wie viel Prozent",
    often=later(r"(?i) (?:einmal|zweimal|dreimal) (?:pro |im )?\Z"),
    rate="Wie oft",
    degrees="wie viel Grad",
)
_TONGUES = (_ENGLISH, _GERMAN)
_WHETHER = later(rf"(?i)(?:\A|[.!?;:,] )\W*(?:{_VERBS}|{_GERMAN_VERBS}) ")
_CASE = later(
    r"(?i)\bwhat (?:happens|now|if|(?:do|does|should|must|can|shall) (?:i|we|you|they|one)(?: have to)? do)\b"
    r"|\bwas (?:passiert|geschieht|jetzt|(?:mache|muss|soll|m\u00fcssen|sollen) (?:ich|wir|man))\b"
)
_NOBODY = later(r"(?i)(?:it|there|es)\b")
_SENTENCE = later(rf"(?<=[.!?:;])\s+|\s[-\u2013\u2014]\s|,\s(?={AUX} )")
"""Where the sentence that asks may begin."""
_LEADING = later(
    rf"(?i)(?:\A| )(?:{_ENDS}|{_GERMAN_ENDS}|of|at|is|be)? ?(?:(?:the|an?|only|just|first|last|about) )*\Z"
)
_BEHIND = later(r"(?i)\A(?:-\S*|['\u2019]s?(?!\w)|\s?\u00b0 ?[CF]?\b)?(?: (?:ago|old|already)\b)?")
"""The rest of a word that begins with the value, `a 17-year-old`, and what only goes with it."""
_RATE = later(r"(?i)\s(?:per|an?|each|every|im|pro|je)\s\S+\Z")
_APART = later(r" (?=[?.,;:!])")
_UNIT = later(r"\A\S*?[\s-]|(?<=\d)(?=[^\W\d])")


def brought_by(question: str) -> tuple[Quantity, ...]:
    """The values that a question brings where it asks whether something is so, or what is done in that case.

    One that asks for something else is of another thing without them: *the dose for 20 kg*, *the two members who*.
    """
    brought = tuple(amounts(question))
    return brought if asked_for(question, brought) or _WHETHER.search(question) or _CASE.search(question) else ()


def ways(question: str, brought: Sequence[Quantity]) -> tuple[str, ...]:
    """A question in the ways in which what stands in the place of its values may be found."""
    asked = asked_for(question, brought)
    return tuple(dict.fromkeys((*(asked.ways if asked else ()), without(question, brought))))


def without(question: str, brought: Sequence[Quantity]) -> str:
    """A question without its values, and without the small words before and behind them that lead to nothing then."""
    left = question
    for one in reversed(brought):
        before = left[: one.start]
        leading = _LEADING.search(before)
        left = f"{before[: leading.start()] if leading else before}{_rate(one)} {_BEHIND.sub('', left[one.end :])}"
    return _tidy(left)


def asked_for(question: str, brought: Sequence[Quantity]) -> Asked | None:
    """The question for what stands in the place of the one value of a sentence by yes or no, behind what is told."""
    *told, last = (0, *(match.end() for match in _SENTENCE.finditer(question.rstrip("?.! "))))
    own = [one for one in brought if one.start >= last]
    if len(own) != 1:
        return None
    value, story = own[0], question[:last] if told else ""
    for tongue in _TONGUES:
        match = tongue.verbs.match(question[last : value.start])
        if match is not None:
            behind = f"{_rate(value)} {_BEHIND.sub('', question[value.end :])}".strip("'\u2019?.! ")
            found = _asked(tongue, value, match["verb"], match["before"].strip(), behind)
            return found._replace(ways=tuple(_behind(story, way) for way in found.ways))
    return None


def _rate(value: Quantity) -> str:
    """What an amount of money is for, which stays: ` a month`; how many there are is asked for with it."""
    found = _RATE.search(value.text) if value.per and value.kind == "money" else None
    return found[0] if found else ""


def is_all_asked(question: str, brought: Sequence[Quantity]) -> bool:
    """Whether a question asks by yes or no for nothing but a value: what has the same one elsewhere is no key to it."""
    asked = asked_for(question, brought)
    return asked is not None and asked.whole


def _asked(tongue: _Tongue, value: Quantity, verb: str, before: str, behind: str) -> Asked:
    standing, small, many = f" {before} ", verb.lower(), _many(tongue, value)
    if (often := tongue.often.search(standing)) or tongue.often.match(f" {value.text} "):
        kept = standing[: often.start()] if often else standing
        return Asked((f"{tongue.rate} {small} {kept} {behind}?",), whole=True)
    if limit := tongue.limits.search(standing):
        kept = standing[: limit.start()]
        return Asked((f"{_opening(limit['limit'])} {many} {small}{kept} {behind}?", f"{verb}{kept} {behind}?"))
    if tongue.attached.search(standing):
        return Asked((f"{verb}{tongue.attached.sub(' ', standing)}{behind}?",))
    if tongue.being.match(small) and value.kind in tongue.how and not _NOBODY.match(before):
        return Asked((f"{tongue.how[value.kind]} {small}{standing}{behind}?",), whole=True)
    return Asked((f"{_opening(many)} {small}{standing}{behind}?",), whole=True)


def _behind(story: str, asked: str) -> str:
    """A question behind what is told before it."""
    small = story.rstrip().endswith((",", ":", "-", "\u2013", "\u2014"))
    return _tidy(f"{story}{asked[:1].lower() if small else asked[:1]}{asked[1:]}")


def _tidy(question: str) -> str:
    return _APART.sub("", " ".join(question.split()))


def _opening(words: str) -> str:
    return words[:1].upper() + words[1:]


def _many(tongue: _Tongue, value: Quantity) -> str:
    """How the value is asked for before its unit, as the question has it: `how many days`."""
    if value.kind == "number":
        return tongue.degrees if value.value < LARGE else tongue.much
    if value.kind == "money":
        return tongue.much
    return tongue.share if value.kind == "percent" else f"{tongue.many} {_UNIT.split(value.text, maxsplit=1)[-1]}"
