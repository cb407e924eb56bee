"""The words of a question and of its parts, and words that mean the same beside them, at less weight."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.lexicon.analyse import QueryTerm, forms, query_terms, words
from kts.lexicon.identifiers import candidates_in_query
from kts.lexicon.synonyms import phrased_for, written_for
from kts.search.named import literals
from kts.search.question import Question

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kts.search.question import Context
    from kts.types import Query


def analysed(query: Query, context: Context) -> Question:
    """A question with its words and the identifiers that it may name."""
    terms = tuple(_in_other_words(term, query, context) for term in query_terms(query.text, context.corpus.languages()))
    return Question(query, terms, candidates_in_query(query.text), literals(query.text))


def _in_other_words(term: QueryTerm, query: Query, context: Context) -> QueryTerm:
    """A word that no document holds, met by its comparative (*how old* by `older than`) or by what means the same.

    A word of a turn of phrase (*stands in for*) is met so whatever else documents have it for.
    """
    if phrased := phrased_for(term.word, query.text):
        return _with_forms(term, phrased, context)
    if any(context.index.document_frequency(form, level=query.level) for form in term.forms):
        return term
    others = [*context.known.synonyms().get(term.word, ()), *written_for(term.word)]
    if re.search(rf"(?i)\bhow {re.escape(term.word)}\b", query.text):
        others.append(_comparative(term.word))
    return _with_forms(term, others, context)


def _with_forms(term: QueryTerm, others: Sequence[str], context: Context) -> QueryTerm:
    found = forms(others, context.corpus.languages()) if others else {}
    return term._replace(forms=tuple(dict.fromkeys((*term.forms, *(form for one in found.values() for form in one)))))


def _comparative(word: str) -> str:
    """`old` -> `older`, `big` -> `bigger`, `heavy` -> `heavier`, `late` -> `later`."""
    if word.endswith("e"):
        return f"{word}r"
    if word.endswith("y"):
        return f"{word[:-1]}ier"
    short = re.fullmatch(r"[^aeiou]*[aeiou][bdgmnpt]", word)
    return f"{word}{word[-1]}er" if short else f"{word}er"


def with_words(
    question: Question, added: Iterable[str], context: Context, *, weight: float, origin: str
) -> tuple[QueryTerm, ...]:
    """The terms of the question and of `added` texts, of which each document-less or known word is left out."""
    known = {form for term in question.terms for form in term.forms}
    listed = list(dict.fromkeys(word for text in added for word in words(text)))
    found = []
    for word, stems in forms(listed, context.corpus.languages()).items() if listed else ():
        there = any(context.index.document_frequency(form, level=question.query.level) for form in stems)
        if there and not known.intersection(stems):
            known.update(stems)
            found.append(QueryTerm(word, stems, weight, origin))
    return (*question.terms, *found)


SYNONYM = 0.15
"""Weight of a word that means the same as one of the question (a default, see query_stages.md)."""


def expand_synonyms(question: Question, context: Context) -> Question:
    """The stage: words of the static table beside those of the question, weighed less and never embedded."""
    table = context.known.synonyms()
    found = {term.word: table[term.word] for term in question.terms if term.word in table}
    added = [other for others in found.values() for other in others]
    terms = with_words(question, added, context, weight=SYNONYM, origin="synonyms")
    if len(terms) == len(question.terms):
        return question
    said = ", ".join(term.word for term in terms[len(question.terms) :])
    return question._replace(terms=terms).stepped("expansion", f"also {said}")
