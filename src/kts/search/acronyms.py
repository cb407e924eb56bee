"""Short forms of a question beside what they stand for, and long forms beside their short one; the original stays."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from kts.lexicon.acronyms import asked
from kts.lexicon.analyse import words
from kts.search.expand import with_words

if TYPE_CHECKING:
    from kts.lexicon.acronyms import Table
    from kts.lexicon.analyse import QueryTerm
    from kts.search.question import Context, Question

KNOWN = 0.2
"""Weight of the words of a long form whose short form the documents use (a default, see query_stages.md)."""
UNKNOWN = 0.8
"""Weight of the same where no document uses the short form: then they are all there is."""
COMMON = 5
"""Passages that use a form; where there are so many, the question has found the documents' own word for it."""
FORMS = 2
"""Long forms of one short form that are looked for at most."""


def expand_acronyms(question: Question, context: Context) -> Question:
    """The stage: PSA brings pooling, servicing and agreement, and these words in a row bring psa."""
    table = context.known.acronyms()
    text = question.query.text
    for short in asked(text):
        if short in table:
            question = _with(question, short, table[short][:FORMS], context)
    folded = f" {' '.join(words(text))} "
    for short, long in _abbreviated(folded, table).items():
        question = _with(question, long, (short,), context)
    return question


def _with(question: Question, given: str, added: tuple[str, ...], context: Context) -> Question:
    listed = set(words(given))
    often = [_frequency(term, question, context) for term in question.terms if term.word in listed]
    if min(often, default=0) >= COMMON:
        return question
    terms = with_words(question, added, context, weight=KNOWN if all(often) else UNKNOWN, origin="acronyms")
    if len(terms) == len(question.terms):
        return question
    return question._replace(terms=terms).stepped("acronyms", f"{given} is {' or '.join(added)}")


def _frequency(term: QueryTerm, question: Question, context: Context) -> int:
    return max(map(partial(context.index.document_frequency, level=question.query.level), term.forms), default=0)


def _abbreviated(folded: str, table: Table) -> dict[str, str]:
    """Short forms whose long form stands in the folded text, with that long form."""
    spelled = table.spelled_in(folded)
    return {short: long for short, long in spelled.items() if f" {' '.join(words(long))} " in folded}
