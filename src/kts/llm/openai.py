"""Any server of the OpenAI protocol: Ollama, llama.cpp, vLLM, Mistral and others, by base URL."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING, Any

from kts.errors import UsageError
from kts.llm.exchange import Refused
from kts.llm.failed import ModelFailed, Spent
from kts.llm.images import encoded, media_type
from kts.llm.schema import parsed
from kts.ports.models import Completion

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from kts.llm.exchange import Answered, Server
    from kts.ports.models import Message

FIRST_WAIT, LONGEST_WAIT = 0.5, 20.0
"""Seconds before the second attempt, doubled for each further one, and at most (full jitter: Brooker 2015)."""
FAILURES, REST = 4, 30.0
"""Unanswered calls in a row after which the server is left alone, for how many seconds (defaults, not fitted)."""
CHARACTERS_A_TOKEN = 4
"""What a token is counted as where a server does not say."""


class OpenAIModel:
    """Implements `ports.LanguageModel` over `POST /chat/completions`, streamed.

    A request that fails is tried again with growing pauses while time is left. After `FAILURES` calls in a row that
    were not answered the server is left alone for `REST` seconds, so that a batch does not wait for a dead one; a bad
    answer is one. `budget` tokens are all that one object uses.
    """

    name = "openai"

    def __init__(
        self,
        server: Server,
        model: str,
        *,
        attempts: int = 3,
        max_tokens: int = 800,
        budget: int = 0,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        if not model:
            message = "no language model is named"
            raise UsageError(message, hint="llm.model is the model's name on the server")
        self.model_id = model
        self.used = 0
        self._server = server
        self._attempts = attempts
        self._max_tokens = max_tokens
        self._budget = budget
        self._wait = wait
        self._failed = 0
        self._closed_until = 0.0
        self._schemas = True

    @property
    def local(self) -> bool:
        """Whether the server is this machine: nothing that is sent leaves it."""
        return self._server.local

    def complete(
        self, messages: Sequence[Message], *, schema: Mapping[str, Any] | None = None, images: Sequence[bytes] = ()
    ) -> Completion:
        """The next turn. Raises ModelFailed when there is none in time, UsageError without messages."""
        if not messages:
            message = "a language model needs a message"
            raise UsageError(message, hint="give at least one")
        self._may_ask()
        deadline = time.monotonic() + self._server.timeout
        try:
            found = self._tried(messages, schema, images, deadline)
        except ModelFailed as problem:
            self._failed = 0 if problem.answered else self._failed + 1
            if self._failed >= FAILURES:
                self._closed_until = time.monotonic() + REST
            raise
        self._failed = 0
        return found

    def _may_ask(self) -> None:
        if time.monotonic() < self._closed_until:
            message = f"{self._server.host} failed {self._failed} times in a row and is left alone for a while"
            raise Refused(message, hint="is the server running? llm.base_url says where")
        if self._budget and self.used >= self._budget:
            message = f"the budget of {self._budget:,} tokens is used up"
            raise Spent(message, hint="llm.token_budget allows more")

    def _tried(
        self, messages: Sequence[Message], schema: Mapping[str, Any] | None, images: Sequence[bytes], deadline: float
    ) -> Completion:
        problem: ModelFailed | None = None
        lost = 0
        for attempt in range(self._attempts):
            if problem is not None:
                self._pause(problem, attempt, deadline)
            try:
                found = self._once(messages, schema, images, deadline)
                return found._replace(tokens_out=found.tokens_out + lost)  # attempts in vain were written, too
            except ModelFailed as failed:
                lost += failed.tokens
                failed.tokens = lost
                problem = failed
                if not isinstance(failed, Refused):
                    pass
                elif failed.status in {400, 422} and schema is not None and self._schemas:
                    self._schemas = False  # a server that cannot be held to a schema is asked in words alone
                elif not failed.again:
                    raise
            if time.monotonic() >= deadline:
                break
        raise problem or ModelFailed("no attempt was made")

    def _pause(self, problem: ModelFailed, attempt: int, deadline: float) -> None:
        longest = min(LONGEST_WAIT, FIRST_WAIT * 2 ** (attempt - 1))
        asked = problem.after if isinstance(problem, Refused) else 0.0
        pause = max(asked, random.uniform(0, longest))  # noqa: S311 - so that many callers do not come at once
        if time.monotonic() + pause >= deadline:
            raise problem
        self._wait(pause)

    def _once(
        self, messages: Sequence[Message], schema: Mapping[str, Any] | None, images: Sequence[bytes], deadline: float
    ) -> Completion:
        body = self._body(messages, schema, images)
        answered = self._server.post("/chat/completions", body, timeout=deadline - time.monotonic())
        text, usage, finished = _text(answered)
        tokens_in = usage.get("prompt_tokens") or sum(len(one.text) for one in messages) // CHARACTERS_A_TOKEN
        tokens_out = usage.get("completion_tokens") or len(text) // CHARACTERS_A_TOKEN
        self.used += tokens_in + tokens_out
        try:
            _check_whole(text, finished)
            data = parsed(text, schema) if schema is not None else None
        except ModelFailed as failed:
            failed.tokens = tokens_in + tokens_out
            raise
        return Completion(text, data, tokens_in, tokens_out)

    def _body(
        self, messages: Sequence[Message], schema: Mapping[str, Any] | None, images: Sequence[bytes]
    ) -> dict[str, Any]:
        turns: list[dict[str, Any]] = [{"role": one.role, "content": one.text} for one in messages]
        if images:
            shown = [{"type": "image_url", "image_url": {"url": _address(image)}} for image in images]
            turns[-1]["content"] = [{"type": "text", "text": messages[-1].text}, *shown]
        body: dict[str, Any] = {
            "model": self.model_id,
            "messages": turns,
            "max_tokens": self._max_tokens,
            "temperature": 0,
            "stream": True,
            "stream_options": {"include_usage": True},
        }
        if schema is not None and self._schemas:
            wanted = {"name": "answer", "schema": dict(schema), "strict": True}
            body["response_format"] = {"type": "json_schema", "json_schema": wanted}
        return body


def _text(answered: Answered) -> tuple[str, dict[str, int], str]:
    """The words, the count of tokens and why it ended. Raises ModelFailed for an error, Refused for a cut stream."""
    parts: list[str] = []
    usage: dict[str, int] = {}
    finished = ""
    for event in answered.events:
        if not isinstance(event, dict) or event.get("error"):
            message = f"the server reported: {str(event)[:200]}"
            raise ModelFailed(message, hint="try again")
        usage = given if isinstance(given := event.get("usage"), dict) else usage
        for choice in event.get("choices") or ():
            said = choice.get("delta") or choice.get("message") or {}
            parts.append(said.get("content") or "")
            finished = choice.get("finish_reason") or finished
    text = "".join(parts)
    if not (answered.ended or finished):
        message = "the stream broke off"
        raise Refused(message, hint="try again")
    return text, usage, finished


def _check_whole(text: str, finished: str) -> None:
    """Raises ModelFailed for an answer without words, or one that was cut at the limit."""
    if not text.strip() or finished == "length":
        message = "the answer was cut at the limit of tokens" if text.strip() else "the answer is empty"
        raise ModelFailed(message, hint="llm.max_tokens allows more")


def _address(image: bytes) -> str:
    """An image as an address that carries it (RFC 2397). Raises UsageError for what is none."""
    return f"data:{media_type(image)};base64,{encoded(image)}"
