"""A question on its way: what the person wrote, and what each stage made of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.lexicon.acronyms import Table
from kts.types import Filter

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping
    from typing import NamedTuple

    from kts.config import SearchSettings
    from kts.lexicon.analyse import QueryTerm
    from kts.lexicon.fuzzy import Vocabulary
    from kts.ports import Corpus, PassageIndex
    from kts.ports.models import Ranker, Reranker
    from kts.types import Query
else:
    from kts.nouns import NamedTuple


class Known(NamedTuple):
    """What the lexicon knows, each part read when a stage first asks for it.

    `acronyms` are long forms by short form (`PSA`), `synonyms` words by folded word, `vocabulary` the words that the
    documents hold. `questions` is where a workspace keeps what the stages made of the questions of one generation.
    """

    acronyms: Callable[[], Table] = Table
    synonyms: Callable[[], Mapping[str, tuple[str, ...]]] = dict
    vocabulary: Callable[[], Vocabulary | None] = lambda: None
    tools: Callable[[], Mapping[str, tuple[str, ...]]] = dict
    questions: dict[Hashable, Question] | None = None


class Asking(NamedTuple):
    """How a question is asked: with what lexicon, for how many `remaining` seconds, and whether to `explain` ranks.

    `extra` are stages after those of the settings, by name: what a language model is switched on for.
    """

    known: Known = Known()
    remaining: Callable[[], float] = lambda: float("inf")
    explain: bool = False
    ranker: Ranker | None = None
    reranker: Reranker | None = None
    extra: tuple[tuple[str, Callable[[Question, Context], Question]], ...] = ()


PLAINLY = Asking()


class Context(NamedTuple):
    """What a stage may look at besides the question."""

    corpus: Corpus
    index: PassageIndex  # type: ignore[assignment]  # the field's word
    known: Known
    settings: SearchSettings
    ranker: Ranker | None = None


class Step(NamedTuple):
    """What a stage did, in words for a person."""

    stage: str
    text: str


class Question(NamedTuple):
    """The original question, which always counts, and what stands beside it.

    `query.filters` are the caller's own, never relaxed; `certain` was read from the question and is relaxed where too
    little passes it; `preferred`, worked out when asked for, only speaks for a hit. `parts` are further queries,
    `codes` normalised identifiers, `names` such as `log_checkpoints` that a hit holds as they stand. A hit holds each
    of `phrases` word for word and none of `without`. `several` is whether it asks the same of several documents.
    `terms` of another origin than the question were added by a stage and weigh less.
    """

    query: Query
    terms: tuple[QueryTerm, ...] = ()
    codes: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    parts: tuple[Query, ...] = ()
    certain: Filter = Filter()
    phrases: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    several: bool = False
    steps: tuple[Step, ...] = ()

    @property
    def intents(self) -> tuple[str, ...]:
        """What kind of answer is asked for, the most telling first."""
        from kts.search.intents import intents_of

        return intents_of(self.query.text)

    @property
    def preferred(self) -> Filter:
        """Types of documents that usually answer such a question, and the time that it speaks of."""
        from kts.search.filters import mentioned
        from kts.search.intents import doc_types_for

        days = mentioned(self.query.text)
        return Filter(doc_type=doc_types_for(self.intents), since=days.get("since", ""), until=days.get("until", ""))

    def stepped(self, stage: str, text: str) -> Question:
        """The same, with a line about what a stage did."""
        return self._replace(steps=(*self.steps, Step(stage, text)))


def combined(first: Filter, second: Filter) -> Filter:
    """What passes both, where both name values of one field the first's; of two dates the narrower."""
    if not any(second):
        return first
    fields = {
        name: getattr(first, name) or getattr(second, name) for name in Filter._fields if name not in {"since", "until"}
    }
    until = min(filter(None, (first.until, second.until)), default="")
    return Filter(**fields, since=max(first.since, second.since), until=until)
