"""A model of the Agno library, for those who have one set up: any provider that it knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kts.errors import MissingExtra, UsageError
from kts.llm.failed import ModelFailed
from kts.llm.schema import parsed
from kts.ports.models import Completion

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kts.ports.models import Message


class AgnoModel:
    """Implements `ports.LanguageModel` over an object of `agno.models`, whose `response` is called."""

    name = "agno"
    local = False

    def __init__(self, model: Any) -> None:
        self.model_id = str(getattr(model, "id", "") or "agno")
        self._model = model

    def complete(
        self, messages: Sequence[Message], *, schema: Mapping[str, Any] | None = None, images: Sequence[bytes] = ()
    ) -> Completion:
        """The next turn. Raises ModelFailed for what the library raises on purpose, and for an empty answer."""
        if not messages or images:
            message = "images do not go through Agno here" if images else "a language model needs a message"
            raise UsageError(message, hint='llm.provider = "openai" reaches models that see images')
        try:
            from agno.exceptions import AgnoError  # type: ignore[import-not-found]
            from agno.models.message import Message as Turn  # type: ignore[import-not-found]
        except ModuleNotFoundError as error:
            message = "this model needs the library agno"
            raise MissingExtra(message, hint="pip install agno") from error
        turns = [Turn(role=one.role, content=one.text) for one in messages]
        try:
            text = str(self._model.response(messages=turns).content or "")
        except (AgnoError, OSError, RuntimeError, ValueError) as error:
            message = f"{self.model_id} failed: {self._hidden(str(error))}"
            raise ModelFailed(message, hint="try again") from None
        if not text.strip():
            message = "the answer is empty"
            raise ModelFailed(message, hint="try again")
        return Completion(text, parsed(text, schema) if schema is not None else None)

    def _hidden(self, said: str) -> str:
        """A library's own words, short, without the key that a server may have echoed."""
        key = str(getattr(self._model, "api_key", "") or "")
        return (said.replace(key, "[key]") if key else said)[:200]
