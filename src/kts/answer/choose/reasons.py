"""Why: the sentence that gives the reason, which often stands beside the one with the question's words (EVID-1).

`Newcomers have two home days. A job is learnt by listening, so that they are needed in the room.`
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.answer.choose.extract import beside, raised
from kts.answer.choose.shapes import DENIED
from kts.answer.claims.match import stems
from kts.lexicon.analyse import STOP_WORDS, words
from kts.lexicon.identifiers import candidates_in_query
from kts.lexicon.patterns import later
from kts.lexicon.sentences import sentences

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.answer.choose.extract import Held

REASONED = 2.5
"""What a unit gains that gives a reason, where one is asked for and the lead gives none, on the scale of the
extraction's scores (a default, that of a shape). Of 74 questions of `office` and `tech` 35 are right first for 28."""
NONE_GIVEN = "what is cited gives no reason"
"""Of twelve leads of those questions that were sure and give none by their words five were right; of the samples' four
four, so that a question for a code, which its row explains, and a *why* behind another question are let be."""
OF_ANOTHER = "the reason that is cited is of something else"
"""Of the three such leads of seven folders that were sure two were wrong, the third right only beside others."""
_ASKED = later(
    r"(?i)(?:\A|[.?!,;:]\s+(?:and |but |so )?|\b(?:know|explain|tell me|see|understand|and|ask|wonder) )"
    r"(?:why|how come|for what reason|warum|weshalb|wieso|pourquoi)\b(?! not\b)|\bwhy\W*\Z"
    r"|\b(?:what|which)(?: is| are| was| were|'s)? the (?:\w+ )?(?:reasons?|grounds|rationale) "
    r"(?:for|why|that|behind|of)\b|\A\W*(?:\w+ ){0,3}reasons? (?:for|why)\b"
)
_CAUSE = later(r"(?i)\b(?:what|which)\b[^?]{0,40}?\b(?:caus(?:e|es|ed)|led to|triggered|to blame|responsible for)\b")
_MONTHS = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
_GIVEN = (
    rf"\b(?:because|since(?! (?:\d|then\b|(?:the|its|their) (?:year|beginning|start|day)|{_MONTHS}|when\b|last\b))"
    r"|reasons?|caus(?:e|es|ed)|due to|owing to|thanks to|so that|so as to|in order (?:not )?to"
    r"|which (?:explains|is why)|explains why|th(?:is|at)(?: is|'s) why|result(?:s|ed)? (?:from|of|in)|on account of"
    r"|as a result of|given that|for fear|to (?:avoid|prevent|protect|ensure|make sure|reduce|keep)"
    r"|weil|damit|denn|aufgrund|wegen|grund|parce qu|car\b|puisqu|afin|en raison|\u00e0 cause)"
    r"|, (?:as|for|so) (?!long|far|soon|well|many|much|example|instance|each|every|all\b|which|whom|\d)"
)
_REASON = later(rf"(?i){_GIVEN}")
_HINTED = later(
    rf"(?i){_GIVEN}|\b(?:as (?:it|they|he|she|we|you|this|that|the|its|their|our)|would|too|otherwise|therefore|hence"
    r"|led to|leads? to|prevents?|avoids?|ensures?|protects?|so (?:the|it|they|that|you|we)|is not|cannot|can't|unable"
    r"|(?:makes?|made|renders?|rendered) (?:[^ .;]+ ){1,5}?(?:[a-z]+[ai]ble|too [a-z]+|necessary)"
    r"|failed|lack(?:s|ed)?|no longer)\b"
)
"""Words that may give one as well."""


def asks_why(question: str) -> bool:
    """Whether a question asks for a reason."""
    return bool(_ASKED.search(question))


def gives_reason(text: str) -> bool:
    """Whether a text may give a reason, by its words; a cause that is only denied is none."""
    return bool(_HINTED.search(DENIED.sub(" ", text)))


def lacks_reason(question: str, text: str, above: str) -> bool:
    """Whether a question begins with asking for a reason and a text gives none by its words; a code explains itself.

    What stands under *Reasons* or *Why ...* is one, however it is worded; `above` are the headings, one a line.
    """
    if not _BEGINS.match(question) or candidates_in_query(question) or gives_reason(text):
        return False
    return not any(_CALLED.match(line.rpartition(" > ")[2]) for line in above.splitlines())


_CALLED = later(
    r"(?i)\W*(?:[\d.]+\W+)?(?:\w+ )?(?:reasons?|reasoning|rationale|why|grounds|causes?|gr\u00fcnde|raisons?)\b"
)


_BEGINS = later(r"(?i)\W*(?:(?:and|but|so|then) )?(?:why|how come|for what reason|warum|weshalb|wieso|pourquoi)\b")


def of_another(question: str, text: str, above: str) -> bool:
    """Whether the reason that a text gives is of something else: its sentence has no word of the question.

    `This was because of rust` is of what stands before it, and what `above` names is understood.
    """
    asked = _content(question)
    if not asks_why(question) or not asked or 2 * len(asked & stems(above)) >= len(asked):
        return False
    said = [text[start:end] for start, end in sentences(text)]
    giving = [one for one in said if _tells(one)]
    return bool(giving) and not any(_LEANS.match(one) or asked & stems(one) for one in giving)


_LEANS = later(
    r"(?i)\W*(?:th(?:is|at|ese|ose|ey)|it|he|she|we|i|you|because|since|due|owing|so|both|one|his|her|their|its"
    r"|(?:(?:the|a|its|our|root|main) (?:\w+ )?)?(?:reasons?|causes?)"
    r"|the (?:others?|same|first|second|former|latter))\b"
)


def _content(question: str) -> frozenset[str]:
    return stems(" ".join(word for word in words(question) if word not in STOP_WORDS))


def _tells(text: str) -> bool:
    return bool(_REASON.search(DENIED.sub(" ", text)))


def denied_last(question: str, ranked: Sequence[tuple[float, Held]]) -> tuple[tuple[float, Held], ...]:
    """Where a cause is asked for: what only says that something was none stands back."""
    if not (asks_why(question) or _CAUSE.search(question)) or DENIED.search(question):
        return tuple(ranked)
    return raised(ranked, lambda one: -REASONED * (bool(DENIED.search(one.unit.text)) and not _tells(one.unit.text)))


def reasoned_first(question: str, ranked: Sequence[tuple[float, Held]]) -> tuple[tuple[float, Held], ...]:
    """Where a reason is asked for and the lead gives none: what gives one, by score or because it stands beside."""
    if not ranked or not asks_why(question):
        return tuple(ranked)
    top, units = ranked[0][1], [one for _, one in ranked]
    if not gives_reason(top.unit.text):
        top = raised(ranked, lambda one: REASONED * _tells(one.unit.text))[0][1]
        top = top if _tells(top.unit.text) else _beside(top, units) or top
    if of_another(question, top.unit.text, f"{top.unit.intro}\n{top.unit.header}"):
        top = _named_beside(question, units) or top
    if _ADDS.match(top.unit.text) and (first := beside(top, units, by=-1)):
        return ((ranked[0][0], first), (ranked[0][0], top), *_others(ranked, first, top))
    return ((ranked[0][0], top), *_others(ranked, top))


_ADDS = later(r"(?i)\W*(?:furthermore|moreover|also|in addition|additionally|besides|what is more)\b(?! to\b)")
"""A further reason: the first one stands before it."""


def _others(ranked: Sequence[tuple[float, Held]], *first: Held) -> tuple[tuple[float, Held], ...]:
    units = {one.unit for one in first}
    return tuple(pair for pair in ranked if pair[1].unit not in units)


def _beside(lead: Held, units: Sequence[Held]) -> Held | None:
    """The sentence after the lead in its passage, or the one before it, if it gives a reason."""
    near = (beside(lead, units), beside(lead, units, by=-1))
    return next((one for one in near if one is not None and _tells(one.unit.text)), None)


_NAMED = later(
    r"(?i)\W*(?:the |its |main )*(?:reasons?|causes?|grounds)\b|\W*(?:this|that|it) (?:is|was) (?:because|due)\b"
)
NEAR = 5
"""Statements at the top beside which a reason is looked for that is called so (a default)."""


def _named_beside(question: str, units: Sequence[Held]) -> Held | None:
    """The first sentence that is called the reason, right behind one at the top with words of the question."""
    for top in units[:NEAR]:
        if not _content(question) & stems(top.unit.text):
            continue
        said = beside(top, units)
        if said is not None and _NAMED.match(said.unit.text):
            return said
    return None
