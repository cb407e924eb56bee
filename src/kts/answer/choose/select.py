"""The statements of an answer, read by a model beside the question: answer sentence selection.

Words tell which statements speak of what the question speaks of; whether one of them says what is asked for, an
amount for *how much*, the default for *by default*, takes a reading of both together (Garg, Vu and Moschitti, TANDA,
AAAI 2020). The first statements by words are read, each under its title and heading and behind what stands before it.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.choose.extract import raised
from kts.answer.choose.shapes import leading_shape
from kts.answer.constraints.vocabulary import KEYS
from kts.answer.means import record as record_of
from kts.answer.question.form import form
from kts.answer.question.story import needs_story
from kts.answer.units.statements import plain, stated
from kts.answer.units.window import headed, placed
from kts.lexicon.identifiers import identifiers
from kts.lexicon.sentences_columns import has_columns

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from kts.answer.choose.extract import Held
    from kts.answer.means import Gathered, Means, Picked
    from kts.answer.units.quotable import Unit
    from kts.ports.models import Reader

ALWAYS = 8
"""Statements that are read, the first by words: with fewer what comes beside the lead is worse (decision 0026)."""
FIRST = 24
"""Statements that are read at most, as long as the next one could come to lead: of 1,382 questions over documents kept
out of the training the right one then comes first for .679, with twelve read whatever they say for .666."""
TURN = 2
"""Statements that are read at a time: one a thread."""
LIKELY = 2.0
"""Logit that the next statement is granted: the greatest of a question's first twelve is less for two in three."""
UNREAD = -5.0
"""Logit of a statement that is not read: half of those that are read have less."""
WEIGHT = 1.5
"""What a unit of a statement's logit is worth on the scale of the extraction's scores (a default: of 273 questions of
eight exams 173 are right first, with 1.0 166; decision 0026)."""
SPREAD = 2.0
"""How many times farther than by words alone a unit may lie behind the lead: with 1 and the first selector the first
exam of strangers has 82 answers in what is shown instead of 86 (125 questions), the held half of samples/ .848 of the
judged places for .869."""
ABOVE = 24
"""Tokens of the title and heading that a statement is read under, as in training."""
BEHIND = 400
"""Characters before a statement of which the end is read with it: the end is shorter (`window.BEFORE`)."""


CODES = frozenset({"error_code", "cve", "sqlstate", "http_status", "part_number"})
"""Identifiers that are looked up as they stand: the statement that bears one answers, and a reading adds nothing.

Years, versions and numbers of clauses are none."""
ASKED = 40
"""Tokens that are read of a question, as in training."""


class Selected(NamedTuple):
    """The units, best first, and the logit of each that was read."""

    ranked: tuple[tuple[float, Held], ...]
    logits: Mapping[Unit, float]

    @property
    def spread(self) -> float:
        """How many times farther than by words alone a unit may lie behind the lead."""
        return SPREAD if self.logits else 1.0


def selected(
    question: str, ranked: Sequence[tuple[float, Held]], found: Gathered, means: Means, told: str = ""
) -> Selected:
    """The units in the order of their scores and readings; as they were where nothing reads.

    A question that cannot be understood by itself, `can I look it up again`, is read behind what is `told`.
    """
    selector = selector_for(question, means)
    if selector is None or not ranked:
        return Selected(tuple(ranked), {})
    logits = _read(as_read(question, told, selector.count), ranked[:FIRST], found, selector)
    unread = min(UNREAD, *logits.values())
    return Selected(raised(ranked, lambda one: WEIGHT * logits.get(one.unit, unread)), logits)


def _read(question: str, first: Sequence[tuple[float, Held]], found: Gathered, selector: Reader) -> dict[Unit, float]:
    """The logits of the first statements, read in turns as long as one of the next could come to lead."""
    logits: dict[Unit, float] = {}
    best = -math.inf
    for at in range(0, len(first), TURN):
        if at >= ALWAYS and first[at][0] + WEIGHT * LIKELY <= best:
            break
        turn = first[at : at + TURN]
        logits |= _logits(question, [one.unit for _, one in turn], found, selector)
        best = max(best, *(score + WEIGHT * logits[one.unit] for score, one in turn))
    return logits


def as_read(question: str, told: str, count: Callable[[str], int]) -> str:
    """The question behind its story, where it needs one that is short enough to be read with it."""
    whole = f"{told} {question}"
    return whole if told and needs_story(question) and count(whole) <= ASKED else question


def selector_for(question: str, means: Means) -> Reader | None:
    """What reads the statements of a question; nothing where it names a code, or a shape that a rule decides."""
    shape = leading_shape(question)
    coded = any(one.kind in CODES and means.known.identified(one.norm) <= KEYS for one in identifiers(question))
    ruled = coded or (shape is not None and shape.decides)
    return None if ruled or form(question) == "other" else means.selector


def lead_logit(question: str, found: Gathered, chosen: Picked, selector: Reader) -> float:
    """How likely the lead answers a question, as a logit."""
    (logit,) = _logits(question, [chosen.chosen[0].held.unit], found, selector).values()
    return logit


def _logits(question: str, units: Sequence[Unit], found: Gathered, selector: Reader) -> dict[Unit, float]:
    readings = selector.read(question, [shown(unit, found, selector.count) for unit in units])
    return {unit: reading.answerable for unit, reading in zip(units, readings, strict=True)}


def shown(unit: Unit, found: Gathered, count: Callable[[str], int]) -> str:
    """A unit as it is read: title and heading, the end of what stands before it, itself.

    A line of columns is read behind the lines above it, which tell what it is one of.
    """
    hit = found.ranking.hits[unit.hit]
    record, passage = record_of(hit, found), hit.passage
    above = (plain(record.title, markdown=True), plain(str(passage.metadata["heading"]), markdown=True))
    if unit.kind == "row":
        text = stated(unit, markdown=True)
    else:
        start = max(0, unit.span.start - passage.span.start)
        under = "" if has_columns(unit.text) else unit.intro or unit.header
        before = under or passage.text[max(0, start - BEHIND) : start]
        text = placed(plain(before, markdown=True), plain(unit.text, markdown=True))
    return headed(above, text, count, budget=ABOVE) + text
