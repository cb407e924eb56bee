"""The language model and the embedding server of the settings, made; the only place that reads a key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kts import registry
from kts.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kts.config import LlmSettings
    from kts.ports import Embedder
    from kts.ports.models import LanguageModel

HANDED_IN = frozenset({"agno", "sampling"})
"""Adapters around an object that only a program has."""


def language_model(settings: LlmSettings, environment: Mapping[str, str]) -> LanguageModel:
    """The configured model. Raises UsageError for an unknown name, MissingExtra, MissingModel."""
    if settings.provider in HANDED_IN:
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
