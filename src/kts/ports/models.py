"""The seams to models that judge or write: rankers, rerankers, language models. `kts.ports` has the embedder."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from kts.types import Span


class Message(NamedTuple):
    """A turn of a conversation with a language model."""

    role: Literal["system", "user", "assistant"]
    text: str


class Completion(NamedTuple):
    """What a language model wrote. `data` is the parsed JSON when a schema was asked for, and keeps it."""

    text: str
    data: Any = None
    tokens_in: int = 0
    tokens_out: int = 0


class LanguageModel(Protocol):
    """Writes text. What it writes is believed by nobody: every use puts it through a gate, or searches with it.

    Any failure is a KTSError: unreachable, refused, over time or budget, no JSON of the schema. A call ends.
    """

    model_id: str

    def complete(
        self, messages: Sequence[Message], *, schema: Mapping[str, Any] | None = None, images: Sequence[bytes] = ()
    ) -> Completion:
        """The next turn; `images` belong to the last message. Raises UsageError without messages."""
        ...


class Ranker(Protocol):
    """Orders the candidates of a question by their signals (SPEC RANK-3, RANK-4). Made without arguments, pure.

    `reads` says what its signals are made of beside the rows of the index: `text` of the passages, `documents`.
    """

    name: str
    reads: frozenset[str]

    def parts(self, signals: Mapping[str, Sequence[float]]) -> Sequence[Mapping[str, float]]:
        """Of each candidate, in the order of the columns, the parts that sum to its score; more is better."""
        ...


class Reranker(Protocol):
    """Reads a question and a passage together and says how well one answers the other (SPEC RANK-2).

    The same pair gives the same score whatever its neighbours and their order. `model_hash` changes whenever a score
    could.
    """

    provider_id: str
    max_tokens: int
    model_hash: str

    def scores(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        """One score a text, unbounded, in the order of the texts; more is better. Any text has one."""
        ...


class Reading(NamedTuple):
    """What a reader makes of one text.

    `answerable` is a logit, unbounded: whether the text answers the question. `span` is the stretch of the given text
    that is likeliest to be the answer, None where no token stands; `span_score` is the logarithm of its probability
    among all stretches of the text.
    """

    answerable: float
    span: Span | None
    span_score: float


class Reader(Protocol):
    """Reads a question and a text together: whether the question is answered there, and where.

    The same pair gives the same reading, to the bit, whatever its neighbours and their order. `model_hash` changes
    whenever a reading could. A pair over `max_tokens` is cut at its end: give windows (`kts.answer.window`) of `window`
    tokens, which the model is made for, under `heading` tokens of what they stand under (0: none was trained on).
    """

    provider_id: str
    max_tokens: int
    window: int
    heading: int
    model_hash: str

    def count(self, text: str) -> int:
        """How many tokens a text has for this reader, without marks of its own."""
        ...

    def read(self, question: str, texts: Sequence[str]) -> Sequence[Reading]:
        """One reading a text, in the order of the texts. Any text has one."""
        ...


class TokenVectors(Protocol):
    """The pieces of a text as an embedding model cuts it, each with its contextual vector of unit length."""

    def __call__(self, text: str) -> tuple[tuple[Span, ...], NDArray[np.float32]]:
        """The character span of each piece, and one row a piece, (pieces, dims)."""
        ...
