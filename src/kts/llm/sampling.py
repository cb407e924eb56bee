"""The model of a client that speaks the Model Context Protocol: `sampling/createMessage`, asked back through it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kts.errors import UsageError
from kts.llm.failed import ModelFailed
from kts.llm.images import encoded, media_type
from kts.llm.schema import parsed
from kts.ports.models import Completion

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from kts.ports.models import Message


class SamplingModel:
    """Implements `ports.LanguageModel` over one function: a request's parameters in, its result as the client gave it.

    The client asks its user first; a refusal is a failure like any other. `create` may raise OSError, a TimeoutError
    among them, or RuntimeError.
    """

    name = "sampling"
    local = False

    def __init__(self, create: Callable[[Mapping[str, Any]], Mapping[str, Any]], *, max_tokens: int = 800) -> None:
        self.model_id = "sampling"
        self._create = create
        self._max_tokens = max_tokens

    def complete(
        self, messages: Sequence[Message], *, schema: Mapping[str, Any] | None = None, images: Sequence[bytes] = ()
    ) -> Completion:
        """The next turn. Raises ModelFailed when the client refuses or its answer breaks the schema."""
        if not messages:
            message = "a language model needs a message"
            raise UsageError(message, hint="give at least one")
        try:
            found = self._create(self._request(messages, images))
            content = found["content"]
            text = content["text"] if content["type"] == "text" else ""
        except (OSError, RuntimeError, KeyError, TypeError) as error:
            slow = "it took longer than llm.timeout" if isinstance(error, TimeoutError) else type(error).__name__
            message = f"the client gave no text: {str(error)[:200] or slow}"
            raise ModelFailed(
                message, hint="the client may have refused; its settings say whether it may sample"
            ) from None
        if not text.strip():
            message = "the answer is empty"
            raise ModelFailed(message, hint="try again")
        return Completion(text, parsed(text, schema) if schema is not None else None)

    def _request(self, messages: Sequence[Message], images: Sequence[bytes]) -> dict[str, Any]:
        system = "\n\n".join(one.text for one in messages if one.role == "system")
        turns: list[dict[str, Any]] = [
            {"role": one.role, "content": {"type": "text", "text": one.text}}
            for one in messages
            if one.role != "system"
        ]
        shown = [{"type": "image", "data": encoded(image), "mimeType": media_type(image)} for image in images]
        turns += [{"role": "user", "content": image} for image in shown]
        request: dict[str, Any] = {"messages": turns, "maxTokens": self._max_tokens, "includeContext": "none"}
        return {**request, "systemPrompt": system} if system else request
