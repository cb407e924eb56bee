"""What an answer is made with, and what is found and chosen on the way."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kts.answers import NOTHING
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from kts.answer.choose.extract import Held
    from kts.answer.choose.smallest import Chosen
    from kts.answer.constraints.vocabulary import Vocabulary
    from kts.answer.fresh import Checked
    from kts.answer.standing.decided import Decision
    from kts.answer.standing.namesakes import Replaced
    from kts.answer.standing.series import Families
    from kts.answer.verdict.confidence import Calibration
    from kts.answers import Claim, Definition, Evidence
    from kts.config import AnswerSettings
    from kts.ports import Corpus, Sources
    from kts.ports.models import Reader, Reading
    from kts.records import DocumentRecord
    from kts.types import Hit, Passage, Ranking


class Means(NamedTuple):
    """What an answer is made with.

    `look(question, limit)` is a search, `look_in(question, document ids, limit)` one of some documents, None where the
    asker chose them; `near` gives cosines of texts to a question, None without a model; `recheck` holds claims against
    the files as they are now. `successors` are what replaced a document by its id; `amended` the documents that amend
    one, `unclear` those that may; `families` gives those that may come in a series.
    `today` and `as_of` are ISO dates, `as_of` empty for today; `told_by` is `as_of` where the asker gave it: nothing
    that was written later is told then. `define(document key, text)` gives the definitions that
    a text of the document depends on. `selector` sees whether a statement answers, None where none is
    installed; `reader` gives what sees whether a passage does, for questions that no selector reads.
    """

    corpus: Corpus
    sources: Sources
    look: Callable[[str, int], Ranking]
    near: Callable[[str, Sequence[str]], Sequence[float]] | None
    known: Vocabulary
    weights: Mapping[str, Mapping[str, float]]
    calibration: Calibration
    recheck: Callable[[Sequence[Claim]], Checked]
    settings: AnswerSettings
    successors: Mapping[str, Replaced]
    today: str
    define: Callable[[int, str], tuple[Definition, ...]]
    as_of: str = ""
    amended: Mapping[str, frozenset[str]] = NOTHING
    unclear: Mapping[str, frozenset[str]] = NOTHING
    families: Callable[[], Families] = dict
    reader: Callable[[], Reader | None] = lambda: None
    selector: Reader | None = None
    look_in: Callable[[str, Sequence[str], int], Ranking] | None = None
    told_by: str = ""


class Gathered(NamedTuple):
    """What was found for a question: the evidence in the order of the hits; `met` is whether it meets the constraints.

    Where some evidence meets them, only that is kept. `readings` are those of the first pieces of the evidence.
    `again` tells how the search was done once more, empty if it was not.
    """

    ranking: Ranking
    records: Mapping[int, DocumentRecord]
    evidence: tuple[Evidence, ...]
    met: bool
    again: str = ""
    readings: tuple[Reading, ...] = ()


class Picked(NamedTuple):
    """The units of the answer, the lead first; `ranked` are all that could be used, best first.

    `words` are the terms of the question; `bare` is whether the units hold none of them but what the question names.
    `decided` are the units of other documents that decide otherwise than the lead, or that the lead decides anew.
    `told` is whether the lead is the only definition of the one term whose meaning is all that is asked for; `beyond`
    whether the amount that is asked for lies within none of the limits of a table; `keyed` whether the lead is the row,
    or the sentence, whose key or band the question names, and it names no time or code. `said` is the logit with which
    a selector read the lead, None where none did. `out` is whom the question is about and the document leaves
    out. `against` are sentences on what the lead's table or sheet says against it; `met` is whether the units are all
    rows of a table that meet the question. `named` is whether the lead is the entry of a name that the question has as
    it is written, and holds what is asked of it: then it is `keyed`, too. `bound` is whether the units are all rows of
    a table whose figures keep the bound that is asked for.
    """

    chosen: tuple[Chosen, ...]
    ranked: tuple[tuple[float, Held], ...]
    words: frozenset[str]
    bare: bool = False
    decided: tuple[Decision, ...] = ()
    told: bool = False
    beyond: bool = False
    keyed: bool = False
    said: float | None = None
    out: str = ""
    against: tuple[str, ...] = ()
    met: bool = False
    named: bool = False
    bound: bool = False


BEFORE = 6_000
"""Characters before a passage in which the header of its table is looked for."""


def text_before(means: Means) -> Callable[[Passage], str]:
    """Gives a document's text before a passage of it."""

    def before(passage: Passage) -> str:
        start = passage.span.start
        return means.corpus.slice(int(passage.metadata["document_key"]), Span(max(0, start - BEFORE), start))

    return before


def document(hit: Hit) -> int:
    """The key of a hit's document."""
    return int(hit.passage.metadata["document_key"])


def record(hit: Hit, found: Gathered) -> DocumentRecord:
    """The record of a hit's document."""
    return found.records[document(hit)]
