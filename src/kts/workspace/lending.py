"""The part of the facade that asks the language model of a client of the Model Context Protocol (SPEC LLM-1)."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from kts.workspace.ticketing import Ticketing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

PROVIDER = "sampling"
"""The value of `llm.provider` with which a client's model is asked."""


class Lending(Ticketing):
    """A language model for the length of one call."""

    @contextmanager
    def lent(self, create: Callable[[Mapping[str, Any]], Mapping[str, Any]]) -> Iterator[None]:
        """Within the block the client's model is asked through `create` (`kts.llm.sampling`), if the settings name it.

        What it may do, the switches of `llm` say; a refusal is a note, and the call goes on without it.
        """
        if self.settings.llm.provider != PROVIDER:
            yield
            return
        from kts.llm.sampling import SamplingModel

        before = self._given_model
        self.use_language_model(SamplingModel(create, max_tokens=self.settings.llm.max_tokens))
        try:
            yield
        finally:
            self.use_language_model(before)
