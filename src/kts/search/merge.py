"""From the lists of a question, of its parts and of what passed a filter to one list.

The original counts double (SPEC RANK-1); a passage that a part ranks first is shown among the first, since it answers
that part whatever the whole question makes of it.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from kts.search.candidates import DIGITS, Fused
from kts.search.rank import ordered

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import NamedTuple

    from kts.config import SearchSettings
    from kts.search.question import Question
    from kts.search.retrieve import Retrieved

    Again = Callable[[Sequence[Fused], Retrieved, SearchSettings], Sequence[Fused]]
else:
    from kts.nouns import NamedTuple

ORIGINAL = 2.0
"""Weight of the original question's list beside that of a part (SPEC RANK-1: it counts double)."""

MERGE_K = 2.0
"""Rank constant of the lists of one question: small, so that the first of a part comes before the fifth of the whole.

Fitted on the samples' train half and the filings of kg-rag-sec10q (benchmarks/query_stages.md)."""

AGAIN = 0.7
"""What a further passage of a document is worth beside the one before, for a question that asks the same of several
documents. Of .8, .7 and .5 the gentlest that covers as many files of kg-rag-sec10q and of the samples' train half."""


def as_it_is(fused: Sequence[Fused], _found: Retrieved, _settings: SearchSettings) -> Sequence[Fused]:
    """The fused list, where nothing ranks it anew."""
    return fused


class Found(NamedTuple):
    """What one query of a question found: `name` says which part it is, `ranked` is best first.

    `dense` is whether it was searched by meaning, too; `again` makes of a fused list the one that is shown.
    """

    name: str
    question: Question
    retrieved: Retrieved
    ranked: Sequence[Fused]
    dense: bool = False
    again: Again = as_it_is


def merged(found: Sequence[Found], *, rrf_k: float = MERGE_K) -> Sequence[Fused]:
    """One list of several by reciprocal ranks, the first being the original; a single one passes through.

    Where the question asks the same of several documents, a passage counts less the more of its document precede it.
    """
    several = found[0].question.several
    if len(found) == 1 and not several:
        return found[0].ranked
    parts: dict[int, dict[str, float]] = {}
    first: dict[int, Fused] = {}
    for number, one in enumerate(found):
        for rank, candidate in enumerate(one.ranked, 1):
            weight = 1.0 if number else ORIGINAL
            first.setdefault(candidate.scored.key, candidate)
            parts.setdefault(candidate.scored.key, {})[one.name] = weight / (rrf_k + rank)
    ranked = ordered(
        Fused(candidate.scored, round(sum(parts[key].values()), DIGITS), parts[key]) for key, candidate in first.items()
    )
    return spread(ranked) if several else ranked


def spread(ranked: Sequence[Fused]) -> list[Fused]:
    """Each further passage of a document is worth `AGAIN` of the one before; the first of each stay in their order."""
    seen: Counter[int] = Counter()
    found = []
    for one in ranked:
        less = one.score * (AGAIN ** seen[one.scored.document_key] - 1)
        seen[one.scored.document_key] += 1
        signals = {**one.signals, "same_document": less} if less else one.signals
        found.append(Fused(one.scored, round(one.score + less, DIGITS), signals))
    return ordered(found)


def filtered_first(filtered: Sequence[Fused], others: Sequence[Fused]) -> list[Fused]:
    """Hits that passed a filter read from the question, then the others (SPEC RET-2)."""
    seen = {one.scored.key for one in filtered}
    return [*filtered, *(one for one in others if one.scored.key not in seen)]


def together(found: Sequence[Retrieved]) -> Retrieved:
    """All candidates of a question with the words and lists of its original."""
    if len(found) == 1:
        return found[0]
    rows = {key: row for one in reversed(found) for key, row in one.rows.items()}
    scored = {one.key: one for retrieved in reversed(found) for one in retrieved.scored}
    codes = tuple(dict.fromkeys(code for one in found for code in one.codes))
    return found[0]._replace(scored=tuple(scored.values()), rows=rows, codes=codes)
