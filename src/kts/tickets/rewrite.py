"""A language model's help for any search: parts of a question, a passage as its answer might read (Gao et al. 2023).

What it writes is only searched with. A failure gives nothing, and a note that says so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kts.errors import KTSError
from kts.search.notes import WITHOUT_MODEL
from kts.tickets.model import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from kts.search.question import Context, Question
    from kts.tickets.model import Asking

PARTS = 4
"""Parts of a question at most (SPEC QRY)."""
_PARTS: Mapping[str, Any] = {
    "type": "object",
    "properties": {"parts": {"type": "array", "items": {"type": "string", "maxLength": 400}, "maxItems": PARTS}},
    "required": ["parts"],
    "additionalProperties": False,
}
_PASSAGE: Mapping[str, Any] = {
    "type": "object",
    "properties": {"passage": {"type": "string", "maxLength": 2000}},
    "required": ["passage"],
    "additionalProperties": False,
}


def decompose(question: str, asking: Asking) -> Outcome[tuple[str, ...]]:
    """The parts of a question, none when it is one or the model gives none."""
    try:
        said, tokens = asking.ask("decompose", _PARTS, question=question)
    except KTSError as problem:
        return Outcome((), (f"the question was not split by a language model: {problem.message}",))
    parts = tuple(dict.fromkeys(part.strip() for part in said["parts"] if part.strip()))
    return Outcome(parts if len(parts) > 1 else (), (), tokens)


def hypothetical(question: str, asking: Asking) -> Outcome[str]:
    """A passage to search by meaning with, empty when the model gives none."""
    try:
        said, tokens = asking.ask("hyde", _PASSAGE, question=question)
    except KTSError as problem:
        return Outcome("", (f"searched without a passage of a language model: {problem.message}",))
    return Outcome(said["passage"].strip(), (), tokens)


def rewriting(asking: Asking, *, parts: bool, passage: bool) -> Callable[[Question, Context], Question]:
    """A stage of the search that adds what the model writes as further queries beside the question (SPEC QRY-5).

    The original always counts; parts that rules found already are kept. A failure is a step that says so.
    """

    def rewrite(question: Question, context: Context) -> Question:
        del context
        text, found = question.query.text, list(question.parts)
        if parts and not found:
            split = decompose(text, asking)
            found += [question.query._replace(text=part, origin="split") for part in split.value]
            question = _noted(question, split)
        if passage:
            written = hypothetical(text, asking)
            found += [question.query._replace(text=written.value, origin="hyde")] if written.value else []
            question = _noted(question, written)
        return question._replace(parts=tuple(found))

    return rewrite


def _noted(question: Question, outcome: Outcome[Any]) -> Question:
    if outcome.notes:
        return question.stepped(WITHOUT_MODEL, "; ".join(outcome.notes))
    return question.stepped("language model", f"{outcome.tokens} tokens")
