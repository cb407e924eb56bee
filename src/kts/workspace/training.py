"""Fitting the ranker to judged questions: what the signals of their candidates are, and which of them are right."""

from __future__ import annotations

import json
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from kts import config
from kts.errors import UsageError
from kts.types import Filter, Query
from kts.workspace.opened import OpenIndex, resolved

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from kts.types import Hit

    Judge = Callable[[str, str, int, int], float]


class Asked(NamedTuple):
    """A judged question: `grade(path, text, start, end)` of a passage is 0 where it does not answer."""

    text: str
    grade: Judge
    filters: Filter = Filter()


class Example(NamedTuple):
    """The candidates of a question in the order of the fused list: signals by name, their grades, their documents."""

    columns: Mapping[str, tuple[float, ...]]
    grades: tuple[float, ...]
    documents: tuple[str, ...]


class _Recorder:
    """Stands in for a ranker: keeps the signals and leaves the order as it is."""

    name = "recorder"
    reads = frozenset({"text"})

    def __init__(self) -> None:
        self.columns: Mapping[str, Sequence[float]] = {}

    def parts(self, signals: Mapping[str, Sequence[float]]) -> Sequence[Mapping[str, float]]:
        """Falling numbers."""
        self.columns = signals
        return [{"place": -float(place)} for place in range(len(signals["fused"]))]


class Training(OpenIndex):
    """What learns from judged questions over an index."""

    def examples(self, asked: Sequence[Asked]) -> tuple[Example, ...]:
        """The candidates of each question with their signals and grades, as a hybrid search finds them.

        Raises UsageError where the index has no vectors: the ranker is fitted on both kinds of evidence.
        """
        if not self._has_vectors():
            message = "this index has no vectors, and the ranker is fitted on words and meaning together"
            raise UsageError(message, hint="kts models add minilm_onnx; kts ingest")
        return tuple(self._example(one) for one in asked)

    def _has_vectors(self) -> bool:
        with self._snapshot() as corpus:
            return self._choice("hybrid", corpus).dense is not None

    def _example(self, asked: Asked) -> Example:
        from kts.search.pipeline import search
        from kts.search.question import Asking

        recorder = _Recorder()
        settings = self.settings.search._replace(mode="hybrid", decomposition=False)
        with self._snapshot() as corpus:
            ranking = search(
                Query(asked.text, asked.text, resolved(asked.filters, corpus)),
                corpus=corpus,
                index=self._followers.aligned(corpus),
                dense=self._choice("hybrid", corpus).dense,
                settings=settings,
                limit=2 * settings.ranked,
                per_document=2 * settings.ranked,
                asking=Asking(self._lexicon.at(corpus.generation), ranker=recorder),
            )
            records = corpus.records(int(hit.passage.metadata["document_key"]) for hit in ranking.hits)
        ranked = ranking.hits[: len(recorder.columns.get("fused", ()))]
        path = lambda hit: records[int(hit.passage.metadata["document_key"])].path  # noqa: E731
        return _example(recorder.columns, ranked, path, asked.grade)

    @contextmanager
    def changed(self, settings: Mapping[str, Any]) -> Iterator[Self]:
        """The same index under other settings, by dotted name; for comparisons. Raises ConfigError."""
        other = type(self)(self.layout)
        other.settings = self.settings
        for name, value in settings.items():
            other.settings = config.changed(other.settings, name, value)
        other._models = self._models  # noqa: SLF001 - of its own kind: a model is loaded once
        with other:
            yield other

    def keep_ranker(self, value: Mapping[str, Any]) -> Path:
        """Write the user's own ranker where `search.ranker = "fitted"` finds it, and return the place."""
        text = json.dumps(value, indent=1, sort_keys=True)
        staged = self.layout.ranker.with_suffix(".new")
        staged.write_text(text + "\n", encoding="utf-8")
        staged.replace(self.layout.ranker)
        return self.layout.ranker


def _example(
    columns: Mapping[str, Sequence[float]], hits: Sequence[Hit], path: Callable[[Hit], str], grade: Judge
) -> Example:
    paths = tuple(path(hit) for hit in hits)
    grades = tuple(
        float(grade(where, hit.passage.text, *hit.passage.span)) for where, hit in zip(paths, hits, strict=True)
    )
    kept = len(hits)
    return Example({name: tuple(values[:kept]) for name, values in columns.items()}, grades, paths)
