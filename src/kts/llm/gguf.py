"""A model in a GGUF file, run in this process by mistral.rs; nothing leaves it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from kts.errors import MissingExtra, MissingModel, UsageError
from kts.extras import how_to_get
from kts.llm.failed import ModelFailed
from kts.llm.schema import parsed
from kts.ports.models import Completion

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kts.ports.models import Message


class GgufModel:
    """Implements `ports.LanguageModel` over a file. Loading takes seconds, and memory the size of the file."""

    name = "gguf"
    local = True

    def __init__(self, path: str, *, max_tokens: int = 800, repetition_penalty: float | None = None) -> None:
        """`repetition_penalty` above 1 keeps a very small model from saying one line again and again.

        Raises MissingModel when there is no such file, MissingExtra without the library.
        """
        place = Path(path).expanduser()
        if not place.is_file():
            message = f"there is no model file {place}"
            raise MissingModel(message, path=str(place), hint="llm.model is the path of a .gguf file")
        try:
            from mistralrs import Runner, Which  # type: ignore[import-not-found]
        except ModuleNotFoundError as error:
            message = "a model in a file needs the library mistralrs"
            raise MissingExtra(message, hint=how_to_get("gguf")) from error
        self.model_id = place.name
        self._max_tokens = max_tokens
        self._penalty = repetition_penalty
        which = Which.GGUF(quantized_model_id=str(place.parent), quantized_filename=place.name)
        self._runner: Any = Runner(which=which)

    def complete(
        self, messages: Sequence[Message], *, schema: Mapping[str, Any] | None = None, images: Sequence[bytes] = ()
    ) -> Completion:
        """The next turn. Raises ModelFailed for an empty answer or one that breaks the schema."""
        import json

        from mistralrs import ChatCompletionRequest

        if not messages or images:
            message = "a model in a file reads text only" if images else "a language model needs a message"
            raise UsageError(message, hint='llm.provider = "openai" reaches models that see images')
        held = {"grammar_type": "json_schema", "grammar": json.dumps(schema)} if schema is not None else {}
        turns = [{"role": one.role, "content": one.text} for one in messages]
        request = ChatCompletionRequest(
            model="default",
            messages=turns,
            max_tokens=self._max_tokens,
            temperature=0.0,
            repetition_penalty=self._penalty,
            **held,
        )
        try:
            found = self._runner.send_chat_completion_request(request)
        except (RuntimeError, ValueError) as error:
            message = f"the model {self.model_id} failed: {str(error)[:200]}"
            raise ModelFailed(message, hint="a smaller context, or another file") from None
        text = found.choices[0].message.content or ""
        if not text.strip():
            message = "the answer is empty"
            raise ModelFailed(message, hint="llm.max_tokens allows more")
        data = parsed(text, schema) if schema is not None else None
        return Completion(text, data, found.usage.prompt_tokens, found.usage.completion_tokens)
