"""What every language model must keep, `check_language_model` (LLM-1), and one with given words, `ScriptedModel`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kts.errors import KTSError, UsageError
from kts.llm.failed import ModelFailed
from kts.llm.schema import faults, parsed
from kts.ports.models import Completion, Message
from kts.testing.rules import require, require_equal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from kts.ports.models import LanguageModel

SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {"answer": {"type": "string"}, "sure": {"type": "boolean"}},
    "required": ["answer", "sure"],
    "additionalProperties": False,
}
"""What the suite asks for; a server in a test answers `{"answer": "yes", "sure": true}`."""
ASKED = (
    Message("system", "You answer in JSON."),
    Message("user", "Is water wet? Keys: answer (text), sure (true/false)."),
)


class ScriptedModel:
    """Implements `ports.LanguageModel` with words that are given: one reply a call, the last one again and again.

    A reply that is an error is raised. `asked` keeps the messages of each call, for a test to look at.
    """

    name = "scripted"
    local = True

    def __init__(self, replies: Sequence[str | KTSError] = ('{"answer": "yes", "sure": true}',)) -> None:
        self.model_id = "scripted"
        self.asked: list[tuple[Message, ...]] = []
        self._replies = tuple(replies)

    def complete(
        self, messages: Sequence[Message], *, schema: Mapping[str, Any] | None = None, images: Sequence[bytes] = ()
    ) -> Completion:
        """The next reply of the script."""
        del images
        if not messages:
            message = "a language model needs a message"
            raise UsageError(message, hint="give at least one")
        reply = self._replies[min(len(self.asked), len(self._replies) - 1)]
        self.asked.append(tuple(messages))
        if isinstance(reply, KTSError):
            raise reply
        data = parsed(reply, schema) if schema is not None else None
        return Completion(reply, data, sum(len(one.text) for one in messages) // 4, len(reply) // 4)


def check_language_model(make: Callable[[], LanguageModel]) -> None:
    """Raise AssertionError naming the first rule of `ports.LanguageModel` that does not hold.

    `make` returns a model that answers, or is made to answer, `{"answer": "yes", "sure": true}`.
    """
    model = make()
    require(model.model_id, "model: `model_id` is a non-empty text", repr(model.model_id))
    plain = model.complete(ASKED)
    require(plain.text.strip(), "model: `complete` gives words", repr(plain.text))
    require_equal(plain.data, None, "model: without a schema there is no data")
    held = make().complete(ASKED, schema=SCHEMA)
    require(not list(faults(held.data, SCHEMA)), "model: with a schema the data keeps it", held.data)
    for count in (held.tokens_in, held.tokens_out):
        require(count >= 0, "model: tokens are counted from 0", count)
    _check_refusals(make)


def _check_refusals(make: Callable[[], LanguageModel]) -> None:
    try:
        make().complete(())
    except UsageError:
        pass
    else:
        require(holds=False, rule="model: without messages there is a UsageError")
    impossible = {"type": "object", "properties": {}, "required": ["no_model_writes_this"]}
    try:
        make().complete(ASKED, schema=impossible)
    except ModelFailed as failed:
        require(failed.hint, "model: a failure says what to do", failed.message)
    else:
        require(holds=False, rule="model: an answer that breaks the schema is a ModelFailed, never data")
