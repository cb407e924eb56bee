"""How much of what answers show is what was judged: claims an answer, and the share of them that is the judged place.

    python evaluation/answers/claims.py KB [QUESTIONS]

KB is an index of the files that the questions (samples/questions.jsonl unless given) are about. `kts eval --answers`
says whether a right place is among the claims; this says what else is.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from kts.answers import GIVEN
from kts.evaluate.judged import holds_quote, read_questions
from kts.workspace import Workspace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.answers import Answer
    from kts.evaluate.judged import Question

ROOT = Path(__file__).resolve().parents[2]


class Shown(NamedTuple):
    """One question's claims in the order shown: whether each is at a judged place; `given` as an answer."""

    question: Question
    given: bool
    right: tuple[bool, ...]


def main() -> None:
    """Ask, count, print a line a split."""
    path = Path(sys.argv[2]) if len(sys.argv) > 2 else ROOT / "samples" / "questions.jsonl"
    with Workspace.open(sys.argv[1]) as workspace:
        found = [shown(one, workspace.ask(one.question, record=False)) for one in read_questions(path)]
    print(f"{'split':8}{'answered':>10}{'place':>8}{'first':>8}{'claims':>8}{'right':>8}{'false':>8}")
    for split in sorted({one.question.split for one in found}):
        print(line(split, [one for one in found if one.question.split == split]))


def shown(question: Question, answer: Answer) -> Shown:
    """What an answer shows beside what was judged."""
    return Shown(
        question,
        answer.verdict in GIVEN,
        tuple(
            any(
                cited.path == place.file
                and (holds_quote(cited.quote, place.quote) or holds_quote(place.quote, cited.quote))
                for place in question.places
                for cited in claim.citations
            )
            for claim in answer.claims
        ),
    )


def line(split: str, found: Sequence[Shown]) -> str:
    """Shares of one split."""
    answerable = [one for one in found if one.question.answerable]
    given = [one for one in answerable if one.given]
    absent = [one for one in found if not one.question.answerable]
    claims = [right for one in given for right in one.right]
    shares = (
        mean([one.given for one in answerable]),
        mean([any(one.right) for one in given]),
        mean([one.right[0] for one in given]),
        len(claims) / max(1, len(given)),
        mean(claims),
        mean([one.given for one in absent]),
    )
    return f"{split:8}" + "".join(f"{value:{10 if at == 0 else 8}.3f}" for at, value in enumerate(shares))


def mean(values: Sequence[bool]) -> float:
    """A share, 0 of nothing."""
    return sum(values) / max(1, len(values))


if __name__ == "__main__":
    main()
