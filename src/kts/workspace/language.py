"""The language model and the embedding server of the settings, made; the only place that reads a key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kts import registry
from kts.errors import UsageError
from kts.llm.failed import ModelFailed
from kts.workspace.lending import PROVIDER

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kts.config import LlmSettings
    from kts.ports import Embedder
    from kts.ports.models import Completion, LanguageModel, Message

HANDED_IN = "agno"
"""The adapter around an object that only a program has."""


class Absent:
    """Implements `ports.LanguageModel` where no client lends one: every call fails, as that of any dead model."""

    name = model_id = PROVIDER
    local = False
    missing = "no client lends its language model here"
    hint = "kts mcp; or another llm.provider"

    def complete(
        self, messages: Sequence[Message], *, schema: Mapping[str, Any] | None = None, images: Sequence[bytes] = ()
    ) -> Completion:
        """Raises ModelFailed."""
        del messages, schema, images
        message = f"{self.missing} ({self.hint})"
        raise ModelFailed(message, hint=self.hint)


def language_model(settings: LlmSettings, environment: Mapping[str, str]) -> LanguageModel:
    """The configured model. Raises UsageError for an unknown name, MissingExtra, MissingModel."""
    if settings.provider == PROVIDER:
        return Absent()
    if settings.provider == HANDED_IN:
        message = f"a model of {settings.provider} is made by a program, not by settings"
        raise UsageError(message, hint="workspace.use_language_model(model)")
    kind = registry.load("llms", settings.provider)
    made: LanguageModel
    if settings.provider == "openai":
        from kts.llm.exchange import Server

        key = environment.get(settings.key_variable, "")
        server = Server(settings.base_url, key=key, timeout=settings.timeout)
        made = kind(
            server,
            settings.model,
            attempts=settings.attempts,
            max_tokens=settings.max_tokens,
            budget=settings.token_budget,
        )
    elif settings.provider == "gguf":
        made = kind(settings.model, max_tokens=settings.max_tokens)
    else:
        made = kind()
    return made


def embedding_server(model: str, settings: LlmSettings, environment: Mapping[str, str]) -> Embedder:
    """The embedder of a server of the OpenAI protocol, by the base URL of the language model."""
    from kts.embed.openai import OpenAIEmbedder
    from kts.llm.exchange import Server

    server = Server(settings.base_url, key=environment.get(settings.key_variable, ""), timeout=settings.timeout)

    def post(body: Mapping[str, Any]) -> Any:
        return server.post("/embeddings", body, timeout=settings.timeout).events[0]

    return OpenAIEmbedder(post, model, server=settings.base_url)
