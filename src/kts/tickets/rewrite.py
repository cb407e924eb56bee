"""A language model's help for any search: parts of a question, a passage as its answer might read (Gao et al. 2023).

What it writes is only searched with. A failure gives nothing, and a note that says so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kts.errors import KTSError
from kts.tickets.model import Outcome

if TYPE_CHECKING:
    from collections.abc import Mapping

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
