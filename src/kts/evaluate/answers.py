"""Whether answers are right: judged questions against what was said, what was cited, and what was refused.

An answer counts as given when its verdict is `answered`, `partly` or `conflicting`. Of those to answerable questions it
is asked whether a judged place is cited and whether the quotes hold the judged words; any answer to a question that the
files do not answer is false.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from kts.answers import GIVEN
from kts.evaluate.judged import holds_quote
from kts.evaluate.report import aligned

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from kts.evaluate.judged import Question


class Said(NamedTuple):
    """What was said to one question: the verdict, its probability, and (file, quote) of each citation."""

    verdict: str
    confidence: float
    cited: tuple[tuple[str, str], ...]


class Scored(NamedTuple):
    """One question's outcome. `file`, `place` and `whole`: the right file is cited, a judged quote, all of them."""

    question: Question
    said: Said
    file: bool
    place: bool
    whole: bool

    @property
    def given(self) -> bool:
        """Whether an answer was given."""
        return self.said.verdict in GIVEN


class AnswerReport(NamedTuple):
    """All outcomes."""

    scored: tuple[Scored, ...]

    def as_json(self) -> dict[str, Any]:
        """Rates over all questions, by split and by kind."""
        groups = {"all": self.scored}
        for one in self.scored:
            for name in (f"split:{one.question.split}", f"kind:{one.question.kind}"):
                groups[name] = (*groups.get(name, ()), one)
        return {name: rates(found) for name, found in sorted(groups.items())}

    def as_text(self) -> str:
        """A table, a line a group."""
        rows: list[tuple[str, ...]] = [
            ("group", "questions", "answered", "cited file", "cited place", "all places", "false answers")
        ]
        for name, found in self.as_json().items():
            shown = [found[key] for key in ("answered", "file", "place", "whole", "false_answers")]
            rows.append((name, str(found["questions"]), *("-" if one is None else f"{one:.3f}" for one in shown)))
        return aligned(rows)


def evaluate_answers(questions: Iterable[Question], ask: Callable[[str], Said]) -> AnswerReport:
    """Ask every question once."""
    return AnswerReport(tuple(score(question, ask(question.question)) for question in questions))


def score(question: Question, said: Said) -> Scored:
    """Hold one answer against the judged places."""
    found = [
        any(
            file == place.file and (holds_quote(quote, place.quote) or holds_quote(place.quote, quote))
            for file, quote in said.cited
        )
        for place in question.places
    ]
    files = {place.file for place in question.places}
    return Scored(question, said, any(file in files for file, _ in said.cited), any(found), bool(found) and all(found))


def rates(found: Sequence[Scored]) -> dict[str, Any]:
    """Shares: answered of the answerable; cited of those answered; false answers of the unanswerable."""
    answerable = [one for one in found if one.question.answerable]
    given = [one for one in answerable if one.given]
    absent = [one for one in found if not one.question.answerable]
    return {
        "questions": len(found),
        "answered": _share(len(given), len(answerable)),
        "file": _share(sum(one.file for one in given), len(given)),
        "place": _share(sum(one.place for one in given), len(given)),
        "whole": _share(sum(one.whole for one in given), len(given)),
        "false_answers": _share(sum(one.given for one in absent), len(absent)),
        "verdicts": dict(Counter(one.said.verdict for one in found)),
        "mean_confidence": round(math.fsum(one.said.confidence for one in found) / len(found), 4) if found else None,
    }


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None
