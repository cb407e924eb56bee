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

    `answerable` is a logit, unbounded: whether the text answers the question. As a reader gives it, it knows the text
    alone; in an answer it is joined with what the search knows (`kts.answer.read`), and 0 means that as many passages
    with it answer as do not. `span` is the stretch of the given text that is likeliest to be the answer, None where no
    token stands; `span_score` is the logarithm of its probability among all stretches of the text.
    """

    answerable: float
    span: Span | None
    span_score: float


Form = Literal["question", "claim", "other"]
"""What kind of text is asked with (`kts.answer.question.form`)."""


class Weighing(NamedTuple):
    """How a reader's logit is joined with what a search knows: the weights of a sum, and its `bias`.

    `coverage` weighs the share of the question's words, each by its rarity, that the passage holds; `cosine` how near
    the passage is to the question. `usual` stands in for a cosine where the search was by words alone.
    """

    bias: float
    logit: float
    coverage: float = 0.0
    cosine: float = 0.0
    usual: float = 0.0


ALONE: Mapping[Form, Weighing] = {"question": Weighing(0.0, 1.0)}
"""Of a reader that was not calibrated: it is asked questions, and its logit stands alone."""


class Reader(Protocol):
    """Reads a question and a text together: whether the question is answered there, and where.

    The same pair gives the same reading, to the bit, whatever its neighbours and their order. `model_hash` changes
    whenever a reading could. A pair over `max_tokens` is cut at its end: give windows (`kts.answer.units.window`) of
    `window` tokens, which the model is made for, under `heading` tokens of what they stand under (0: none was trained
    on). `weighings` are its calibration, by the form of what is asked: for others than these it is not to be asked.
    """

    provider_id: str
    max_tokens: int
    window: int
    heading: int
    model_hash: str
    weighings: Mapping[Form, Weighing]

    def count(self, text: str) -> int:
        """How many tokens a text has for this reader, without marks of its own."""
        ...

    def read(self, question: str, texts: Sequence[str]) -> Sequence[Reading]:
        """One reading a text, in the order of the texts. Any text has one."""
        ...


class Entailment(NamedTuple):
    """What a premise makes of a hypothesis: the probability of each class of natural language inference.

    A class that the model does not know is None; what the known ones leave of 1 is that of all the others together. All
    are None where nothing was read.
    """

    entailment: float | None = None
    neutral: float | None = None
    contradiction: float | None = None


class Least(NamedTuple):
    """The probability from which on a class is believed. None: where it is the likeliest of all.

    Models trained on SNLI and MNLI are read by the likeliest class (Bowman et al. 2015, Williams et al. 2018). One that
    was calibrated says in its manifest what else is to be asked for.
    """

    entailment: float | None = None
    contradiction: float | None = None


class EntailmentModel(Protocol):
    """Reads a premise and a hypothesis: does the one entail the other, contradict it, or neither (SPEC EVID-1).

    The same pair gives the same probabilities, to the bit, whatever its neighbours and their order. `model_hash`
    changes whenever one could. Of a pair over `max_tokens` the premise is cut at its end, never the hypothesis: half of
    it would be another one. A hypothesis that leaves no room for a premise is not read.

    `fitted`: the weights of the first gate were fitted with this model. Then it is heard in each claim as one sign
    among others; any other model can only bar a claim.
    """

    provider_id: str
    max_tokens: int
    model_hash: str
    least: Least
    fitted: bool

    def infer(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Entailment]:
        """One result a pair of premise and hypothesis, in the order of the pairs. Any pair has one."""
        ...


class TokenVectors(Protocol):
    """The pieces of a text as an embedding model cuts it, each with its contextual vector of unit length."""

    def __call__(self, text: str) -> tuple[tuple[Span, ...], NDArray[np.float32]]:
        """The character span of each piece, and one row a piece, (pieces, dims)."""
        ...
