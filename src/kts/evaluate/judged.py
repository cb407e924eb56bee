"""Judged questions over a folder of files: whether the right file is found, and the right place in it.

`questions.jsonl` holds {id, question, kind, split, places: [{file, quote}], answerable} a line. A quote, not
an offset, marks the place: it survives another converter, another chunker and another system.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kts.evaluate.lines import read_objects, text_field
from kts.evaluate.metrics import discounted_gain, mean_of
from kts.evaluate.report import aligned

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from kts.evaluate.lines import Line

CUTOFFS = (1, 5, 10)
TOKEN_SHARE = 0.8  # of a quote's tokens that a passage must hold when it does not hold the quote itself
_TOKEN = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Place:
    """Where an answer stands: a file relative to the root and its words; no quote means any of its text."""

    file: str
    quote: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """A judged question; one that is not answerable from the files has no places."""

    id: str
    question: str
    kind: str = ""
    split: str = ""
    places: tuple[Place, ...] = ()
    answerable: bool = True


@dataclass(frozen=True, slots=True)
class JudgedReport:
    """Scores of the answerable questions: `per_question` maps id -> metric -> 0..1.

    Metrics are `file_` and `quote_` with success@k, recall@k and ndcg@k. Files count once each, at their best
    rank, so k counts files there and passages for quotes. `unanswerable` questions are counted, not scored.
    """

    questions: tuple[Question, ...]
    per_question: Mapping[str, Mapping[str, float]]
    unanswerable: int

    @property
    def means(self) -> dict[str, float]:
        """Mean of each metric over the answerable questions."""
        return mean_of(self.per_question)

    def by(self, field: str) -> dict[str, dict[str, float]]:
        """The means within each value of `kind` or `split`."""
        groups: dict[str, dict[str, Mapping[str, float]]] = {}
        for question in self.questions:
            groups.setdefault(str(getattr(question, field)), {})[question.id] = self.per_question[question.id]
        return {name: mean_of(rows) for name, rows in sorted(groups.items())}

    def as_json(self) -> dict[str, Any]:
        """Means, means by kind and split, and the counts."""
        return {
            "questions": len(self.questions),
            "unanswerable": self.unanswerable,
            "means": self.means,
            "by_kind": self.by("kind"),
            "by_split": self.by("split"),
        }

    def as_text(self, metrics: Sequence[str] = ("file_success@10", "file_ndcg@10", "quote_success@10")) -> str:
        """A table: all questions, then each kind."""
        counts = Counter(question.kind for question in self.questions)
        groups = [("all", len(self.questions), self.means)]
        groups += [(name or "-", counts[name], values) for name, values in self.by("kind").items()]
        rows = [(name, str(n), *(f"{values.get(m, 0.0):.4f}" for m in metrics)) for name, n, values in groups]
        return aligned([("kind", "questions", *metrics), *rows])


def read_questions(path: Path) -> tuple[Question, ...]:
    """Read a questions.jsonl. Raises UsageError naming file and line."""
    questions: dict[str, Question] = {}
    for line, value in read_objects(path):
        question = _question(line, value)
        if question.id in questions:
            message = f"the id {question.id!r} occurs a second time"
            raise line.error(message)
        questions[question.id] = question
    return tuple(questions.values())


def _question(line: Line, value: dict[str, Any]) -> Question:
    raw, answerable = value.get("places", []), value.get("answerable", True)
    if not isinstance(raw, list) or not isinstance(answerable, bool):
        message = '"places" must be a list and "answerable" true or false'
        raise line.error(message)
    if answerable != bool(raw):
        message = "an answerable question has places, one that is not has none"
        raise line.error(message)
    return Question(
        id=text_field(line, value, "id"),
        question=text_field(line, value, "question"),
        kind=text_field(line, value, "kind", default=""),
        split=text_field(line, value, "split", default=""),
        places=tuple(_place(line, place) for place in raw),
        answerable=answerable,
    )


def _place(line: Line, value: object) -> Place:
    if not isinstance(value, dict):
        message = 'a place must be an object {"file", "quote"}'
        raise line.error(message)
    return Place(file=text_field(line, value, "file"), quote=text_field(line, value, "quote", default=""))


def evaluate_questions(
    questions: Iterable[Question],
    search: Callable[[str], Sequence[tuple[str, str]]],
    *,
    ks: Sequence[int] = CUTOFFS,
) -> JudgedReport:
    """Ask `search` each answerable question; it returns (file, passage text), best first."""
    asked = tuple(questions)
    answerable = tuple(question for question in asked if question.answerable)
    per_question = {question.id: score_question(question, search(question.question), ks=ks) for question in answerable}
    return JudgedReport(answerable, per_question, unanswerable=len(asked) - len(answerable))


def score_question(
    question: Question, passages: Sequence[tuple[str, str]], *, ks: Sequence[int] = CUTOFFS
) -> dict[str, float]:
    """All metrics of one question.

    A place is found once, at the first passage of its file that holds its quote; a passage that holds several
    new places gains for each. The ideal finds one place a rank, and nDCG never exceeds 1.
    """
    wanted = {place.file for place in question.places}
    files = [1.0 * (file in wanted) for file in dict.fromkeys(file for file, _ in passages)]
    quotes = _new_places(question.places, passages)
    places = len(set(question.places))
    scores: dict[str, float] = {}
    for k in ks:
        scores.update(_scores("file", files[:k], len(wanted), k))
        scores.update(_scores("quote", quotes[:k], places, k))
    return scores


def _new_places(places: Iterable[Place], passages: Iterable[tuple[str, str]]) -> list[float]:
    """For each passage, the number of places that no earlier passage held."""
    left, gains = set(places), []
    for file, text in passages:
        found = {place for place in left if place.file == file and holds_quote(text, place.quote)}
        gains.append(float(len(found)))
        left -= found
    return gains


def _scores(level: str, gains: Sequence[float], wanted: int, k: int) -> dict[str, float]:
    ideal = discounted_gain([1.0] * min(wanted, k))
    return {
        f"{level}_success@{k}": float(any(gains)),
        f"{level}_recall@{k}": sum(gains) / wanted,
        f"{level}_ndcg@{k}": min(1.0, discounted_gain(gains) / ideal),
    }


def holds_quote(text: str, quote: str, *, share: float = TOKEN_SHARE) -> bool:
    """Whether a passage shows the quote: the words themselves, or `share` of its tokens in any order.

    White space, case and compatibility forms do not count: a PDF breaks lines where the quote has none.
    """
    wanted, offered = _normalised(quote), _normalised(text)
    if wanted in offered:
        return True
    tokens = Counter(_TOKEN.findall(wanted))
    common = tokens & Counter(_TOKEN.findall(offered))
    return tokens.total() > 0 and common.total() >= share * tokens.total()


def _normalised(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())
