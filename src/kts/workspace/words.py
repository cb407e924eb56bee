"""What the way of a question knows of words: shipped tables, the user's own, and what the documents themselves say."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from kts.errors import KTSError
from kts.search.question import Known
from kts.workspace.followers import connect

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from kts.lexicon.acronyms import Table
    from kts.lexicon.fuzzy import Vocabulary
    from kts.search.question import Question
    from kts.store.layout import Layout
    from kts.store.words import Counts


class Lexicon:
    """The words of one workspace, each table read when it is first asked for and kept for its generation."""

    def __init__(self, place: Layout) -> None:
        self._place = place
        self._counts: Counts | None = None
        self._vocabulary: Vocabulary | None = None
        self._acronyms: tuple[int, Table] | None = None
        self._questions: tuple[int, dict[Hashable, Question]] = (0, {})

    def at(self, generation: int) -> Known:
        """The tables as a question of this generation sees them."""
        if self._questions[0] != generation:
            self._questions = (generation, {})
        return Known(
            acronyms=lambda: self.acronyms(generation),
            synonyms=_synonyms,
            vocabulary=lambda: self.vocabulary(generation),
            questions=self._questions[1],
        )

    def acronyms(self, generation: int) -> Table:
        """Long forms by short form: what the documents say before what is shipped, the user's own before both."""
        from kts.lexicon.acronyms import joined, overrides, shipped
        from kts.store import words

        if self._acronyms is None or self._acronyms[0] != generation:
            learned = words.learned_acronyms(self._place)
            pairs = self._read(generation).acronyms if learned is None else learned
            table = joined(shipped(), words.acronyms(pairs), overrides(self._place.acronyms))
            self._acronyms = (generation, table)
        return self._acronyms[1]

    def vocabulary(self, generation: int) -> Vocabulary:
        """The words that the documents hold."""
        from kts.store import words

        counts = self._read(generation)
        if self._vocabulary is None:
            self._vocabulary = words.vocabulary(counts)
        return self._vocabulary

    def _read(self, generation: int) -> Counts:
        if self._counts is None or self._counts.generation < generation:
            self._counts, self._vocabulary = self._newest(generation), None
        return self._counts

    def _newest(self, generation: int) -> Counts:
        """From the files; where they lag, caught up with, and kept if nobody else is writing."""
        from kts.store import words
        from kts.store.lock import writing

        found = words.read(self._place)
        if found.generation >= generation:
            return found
        with closing(connect(self._place)) as db:
            try:
                with writing(self._place.lock, wait=0.0):
                    return words.catch_up(self._place, db)
            except (KTSError, OSError):
                return words.counted(db, found)


def _synonyms() -> Mapping[str, tuple[str, ...]]:
    from kts.lexicon.synonyms import synonyms

    return synonyms()
