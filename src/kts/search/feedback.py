"""Pseudo-relevance feedback, only where words and meaning disagree: RM3 (Abdul-Jaleel et al. 2004) over the best hits.

Where the two arms agree, the words of the best hits only blur the question (RETRIEVAL.md: -.006 to -.008; where they
disagree +.004 to +.006).
"""

from __future__ import annotations

import math
from collections import defaultdict
from typing import TYPE_CHECKING

from kts.lexicon.analyse import STOP_WORDS, QueryTerm, vocabulary

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kts.search.candidates import Fused
    from kts.search.question import Context, Question
    from kts.search.retrieve import Retrieved

TOP = 10
"""Documents of each list that are compared (RETRIEVAL.md, top-10 overlap)."""
AGREE = 3
"""Common documents from which the arms agree (RETRIEVAL.md)."""
HITS = 5
"""Best hits whose words are taken (a default, not fitted)."""
WORDS = 10
"""Words that are added at most (a default, not fitted)."""
SHARE = 0.3
"""Weight of all added words together beside those of the question (a default, not fitted)."""
LETTERS = 3
"""Letters of a word that is worth adding."""


def disagree(found: Retrieved) -> bool:
    """Whether the best documents by words and by meaning are mostly others."""
    lexical, dense = (_documents(found, found.lists[name]) for name in ("lexical", "dense"))
    return bool(lexical) and bool(dense) and len(lexical & dense) < AGREE


def _documents(found: Retrieved, keys: Sequence[int]) -> frozenset[int]:
    ordered = dict.fromkeys(found.rows[key].document_key for key in keys if key in found.rows)
    return frozenset(list(ordered)[:TOP])


def with_feedback(question: Question, found: Retrieved, ranked: Sequence[Fused], context: Context) -> Question:
    """The question with the most telling words of its best hits, weighed together as a share of its own."""
    known = {form for term in question.terms for form in term.forms}
    mass: dict[str, float] = defaultdict(float)
    for one in ranked[:HITS]:
        row = found.rows[one.scored.key]
        length = max(row.body_length, 1)
        for term, count in vocabulary(row.terms).items():
            if term not in known and term not in STOP_WORDS and len(term) >= LETTERS and term.isalpha():
                mass[term] += count / length
    chosen = _telling(mass, question, context)
    if not chosen:
        return question
    total = sum(weight for _, weight in chosen)
    own = sum(term.weight for term in question.terms)
    added = (QueryTerm(term, (term,), SHARE * own * weight / total, "feedback") for term, weight in chosen)
    return question._replace(terms=(*question.terms, *added)).stepped(
        "feedback", f"words of the best hits: {', '.join(term for term, _ in chosen)}"
    )


def _telling(mass: Mapping[str, float], question: Question, context: Context) -> list[tuple[str, float]]:
    """The words with the greatest mass times rarity; only the ones with most mass are looked up."""
    level = question.query.level
    rows = context.corpus.statistics(level).rows
    likely = _most(mass.items(), 4 * WORDS)
    return _most(
        ((term, weight * math.log(1 + rows / (1 + context.index.document_frequency(term, level=level))))
         for term, weight in likely),
        WORDS,
    )  # fmt: skip


def _most(weighed: Iterable[tuple[str, float]], count: int) -> list[tuple[str, float]]:
    return sorted(weighed, key=lambda item: (-item[1], item[0]))[:count]
