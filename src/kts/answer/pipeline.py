"""The way of an answer: what the question names, what was found, which units say it, whether they may be shown.

No model writes here: an answer is the documents' own words, each cited where it stands. Two gates keep it honest.
The question's constraints must be met together by the evidence it is drawn from; and the cited files must still say
what they said when they were read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.answer import judge, meets
from kts.answer.asked import unheard
from kts.answer.constraints import constraints
from kts.answer.doubts import doubts
from kts.answer.gather import gathered, with_amendments
from kts.answer.parts import apart, joined
from kts.answer.pick import claims, picked
from kts.answer.read import read
from kts.search.decompose import parts_of
from kts.trace import mark

if TYPE_CHECKING:
    from kts.answer.means import Means
    from kts.answers import Answer


def answer(question: str, means: Means, *, strict: bool = False) -> Answer:
    """Answer from the documents' own words, or say what is missing; `strict` says nothing that is less than sure.

    The parts of a question are answered each for itself. Raises CorruptStore.
    """
    parts = parts_of(question) if apart(question) else ()
    said = joined(question, [_answer(part, means) for part in parts], lambda: _answer(question, means))
    return judge.strictly(said) if strict else said


def _answer(question: str, means: Means) -> Answer:
    """The answer to one question."""
    wants = mark("constraints", constraints(question, known=means.known))
    found = mark("search", with_amendments(question, gathered(question, wants, means), means))
    found = mark("read", read(question, found, means))
    chosen = mark("extract", picked(question, wants, found, means))
    checked = mark("recheck", means.recheck(claims(chosen, found, means)))
    cited = tuple(found.evidence[number] for number in dict.fromkeys(one.held.unit.hit for one in chosen.chosen))
    lacking = mark("gate", meets.unmet(wants, cited, known=means.known))
    chance = mark("confidence", judge.sureness(question, found, chosen, lacking, means))
    missing = unheard(found.ranking.explanation.get("terms", ()))
    against = mark("doubts", doubts(question, wants, lacking, chosen, found.evidence, unheard=missing))
    said = judge.judged(question, found, checked, lacking, chance, means, against=against)
    said = mark("conflicts", judge.with_conflicts(said, judge.disagreements(chosen, found, means)))
    said = said._replace(freshness=judge.badges(said, found, means), as_of=means.as_of)
    return mark("define", said._replace(definitions=judge.definitions(said, found, means)))
