"""The way of an answer: the documents' own words that meet what the question names, cited where they still stand."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from kts.answer.choose.defined import with_definitions
from kts.answer.choose.pick import claims, picked
from kts.answer.constraints import editions, programs
from kts.answer.further import with_further
from kts.answer.gather import gathered
from kts.answer.parts import joined, split
from kts.answer.question.asked import unheard
from kts.answer.question.otherwise import otherwise
from kts.answer.question.story import heard, in_story, story_doubts, wanted
from kts.answer.question.within import nearer
from kts.answer.read import read, read_beside
from kts.answer.standing.recurring import answered
from kts.answer.verdict import judge, marked, untimely
from kts.answer.verdict.doubts import doubts
from kts.trace import mark

if TYPE_CHECKING:
    from kts.answer.means import Means
    from kts.answer.question.story import Heard
    from kts.answers import Answer


def answer(question: str, means: Means, *, strict: bool = False) -> Answer:
    """Answer each part from the documents' own words, or say what is missing; `strict`: surely. Raises CorruptStore."""
    asked = heard(question, means.known)
    means = means._replace(look=in_story(means.look, asked.told)) if asked.leans else means
    ask = partial(editions.asked_in, ask=partial(_answer, message=asked))
    one = partial(answered, means=means, ask=ask)
    said = joined(question, [one(part) for part in split(asked.question)], lambda: one(asked.question))
    said = otherwise(question, said, means, ask)
    return judge.strictly(said) if strict else said


def _answer(question: str, means: Means, message: Heard) -> Answer:
    """The answer to one question, which may stand in a story."""
    wants = mark("constraints", wanted(question, message, means.known))
    found = mark("search", with_further(question, gathered(question, wants, means), means))
    wants = programs.confirmed(wants, found.evidence)
    found = mark("definitions", with_definitions(question, found, means))
    found = mark("read", read(question, found, means))
    chosen = mark("extract", picked(question, wants, found, means, message.told))
    ways = mark("within", nearer(question, wants, found, chosen, means))
    ways = mark("read", read_beside(question, ways, means))
    found, chosen = ways[0]
    checked = mark("recheck", means.recheck(claims(chosen, found, means, f"{message.told} {message.question}")))
    cited = tuple(found.evidence[number] for number in dict.fromkeys(one.held.unit.hit for one in chosen.chosen))
    lacking = mark("gate", untimely.unmet(question, wants, chosen, found, means))
    chance = mark("confidence", judge.surest(question, ways, lacking, means))
    against = mark("doubts", doubts(question, wants, lacking, chosen, found.evidence, unheard=unheard(found.ranking)))
    against = (*against, *story_doubts(message, cited, means.known), *judge.outdated(chosen, wants, found, means))
    said = judge.judged(question, found, checked, lacking, chance, means, lead=chosen.said, against=against)
    said = mark("conflicts", judge.with_conflicts(said, judge.disagreements(chosen, found, means)))
    return mark("define", marked.completed(said, found, chosen, means))
