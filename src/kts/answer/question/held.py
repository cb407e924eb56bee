"""A question that brings a value of its own, to be held against the documents, as *Is the deposit two months' rent?*.

That value need not stand anywhere: three months do, or a limit of 30 days where 45 are asked for. So where what was
found is no sure answer, it is asked for what the documents have in its place (*How long is the notice period?*), and
what is told is held against what was brought: the same, a limit that settles it, or another value, which is said.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.answer.choose.whether import denies
from kts.answer.constraints.amounts import as_stated, ruled
from kts.answer.question.brought import asked_for, brought_by, ways, without
from kts.answer.tables.bands import LARGE
from kts.answer.tables.rows import DEGREES
from kts.answer.verdict.judge import KEYED, doubted
from kts.answers import GIVEN, Constraint, Unmet
from kts.lexicon.quantities import comparable, quantities, same, worth
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kts.answer.means import Means
    from kts.answers import Answer
    from kts.lexicon.quantities import Quantity


def in_values(question: str, said: Answer, means: Means, ask: Callable[[str, Means], Answer]) -> Answer:
    """The answer; where it is not sure and the question brings values, what the documents have in their place.

    A sure one that has little for it but the value that is asked about is looked at again: *Is the lease EUR 900 a
    month?* is not answered by what else costs 900.
    """
    brought = brought_by(question)
    if not brought:
        return said
    if said.verdict in GIVEN:
        return _looked_over(question, said, brought, means, ask)
    found = [said]
    for asked in ways(question, brought):
        told = ask(asked, means)
        if _pairs(brought, told):
            found.append(told)
        if told.verdict in GIVEN and found[-1] is told:
            break
    best = max(found, key=lambda one: (one.verdict in GIVEN, one.confidence))
    told_already = bool(_pairs(brought, said)) and said.claims[0].text != best.claims[0].text
    kept = best is said or (best.verdict not in GIVEN and told_already)
    return said if kept else _held(question, brought, best)


def _looked_over(
    question: str, said: Answer, brought: Sequence[Quantity], means: Means, ask: Callable[[str, Means], Answer]
) -> Answer:
    """A sure answer, unless the question without the value is answered elsewhere, with another one.

    What is sure of itself is left alone but where the value is all that is asked about, and so are limits by which it
    can be judged: who is *100 days in arrears* falls under *after 90 days*.
    """
    asked = asked_for(question, brought)
    whole = asked is not None and asked.whole
    if said.claims and denies(said.claims[0].text):
        return said
    if whole and not _agrees(brought, said):
        return _held(question, brought, said) if _pairs(brought, said) else said
    if not whole and (said.confidence > KEYED or _limits(brought, said)):
        return said
    found = ask(asked.ways[0] if asked and whole else without(question, brought), means)
    if found.verdict not in GIVEN or not _pairs(brought, found) or _agrees(brought, found):
        return said
    return _held(question, brought, found) if whole or found.confidence > said.confidence else said


def _limits(brought: Sequence[Quantity], said: Answer) -> bool:
    """Whether the lead states limits of the values that were brought."""
    pairs = _pairs(brought, said)
    return bool(pairs) and ruled([own for _, own in pairs], said.claims[0].text, said.claims[0].text)


def _agrees(brought: Sequence[Quantity], said: Answer) -> bool:
    return any(same(*pair) for pair in _pairs(brought, said))


def _pairs(brought: Sequence[Quantity], said: Answer) -> list[tuple[Quantity, Quantity]]:
    """Each value that was brought with each of its kind that the lead states, but no range without it."""
    text = said.claims[0].text if said.claims else ""
    stated = quantities(text)
    return [
        (one, own)
        for one in brought
        for own in map(as_stated(one), stated)
        if comparable(one, own)
        and (one.kind != "number" or own.value >= LARGE or DEGREES.match(text, own.end))
        and (own.upper is None or worth(own) <= worth(one) <= worth(own, own.upper))
    ]


def _held(question: str, brought: Sequence[Quantity], found: Answer) -> Answer:
    """What was found, as the answer to the question: with the value in place of the one that was brought."""
    told, pairs = found._replace(query=question), _pairs(brought, found)
    if _agrees(brought, found):
        return told
    (value, other), *_ = pairs
    text = found.claims[0].text
    if _limits(brought, found):
        limit = f"to be held against {_shown(question, value)}: {_shown(text, other)}"
        return told._replace(notes=(limit, *told.notes))
    *others, last = dict.fromkeys(_shown(text, own) for one, own in pairs if one is value)
    stated = f"{', '.join(others)} and {last}" if others else last
    detail = f"the passage states {stated}, not {_shown(question, value)}"
    kind = "amount" if value.kind == "money" else "quantity"
    lacking = Constraint(kind, value.text, value.text.casefold(), Span(value.start, value.end), certain=False)
    told = told._replace(unmet=(*told.unmet, Unmet(lacking, detail)))
    return doubted(told, detail) if told.verdict == "answered" else told


def _shown(text: str, one: Quantity) -> str:
    """A value as its text has it, with the sign of its degrees."""
    degrees = DEGREES.match(text, one.end)
    return text[one.start : degrees.end() if degrees else one.end]
