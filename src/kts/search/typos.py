"""Words that no document holds: the nearest that some document does, and names written in parts.

A word that is there is never mended: its being rare is no sign of a slip. Nor is a common word of English that no
document holds: *retain* is not *regain*.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from kts.lexicon.analyse import STOP_WORDS, QueryTerm, forms, words
from kts.search.named import mendable
from kts.types import Filter

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from kts.lexicon.fuzzy import Vocabulary
    from kts.search.question import Context, Question

JOINED_WORDS = 8
"""Neighbouring words that may be one name, as `VirtualMachineInstanceHasEphemeralHotplugVolume`."""
JOINED_LETTERS = 6
"""Letters of the shortest name that is looked for in parts (a default, not fitted)."""
CODE = 5
"""Characters of a code that is all of a question, in parts: `22 023`."""
NAME_PARTS = 3
"""Words that, joined, are a name for certain: nobody writes `Pod Disruption Budget` in one for another reason."""
WORDS = 12
"""Words of a question that are joined: a name of an alert is asked for in few words."""
MENDED = 0.8
"""Weight of a word that stands for one that is nowhere (a default, not fitted)."""


def mend(question: Question, context: Context) -> Question:
    """The stage: near words for unknown ones, whole names for their parts, near codes for unknown ones."""
    often = partial(context.index.document_frequency, level=question.query.level)
    unknown = [term for term in question.terms if not any(map(often, term.forms))]
    question = _joined(question, unknown, context)
    codes = [code for code in mendable(question.query.text) if not _is_there(code, question, context)]
    if not unknown and not codes:
        return question
    vocabulary = context.known.vocabulary()
    if vocabulary is None:
        return question
    return _spelled(_coded(question, codes, vocabulary), unknown, vocabulary, context)


def _is_there(code: str, question: Question, context: Context) -> bool:
    level = question.query.level
    return bool(context.index.document_frequency(code, level=level) or context.corpus.identified(code, level, Filter()))


def _joined(question: Question, unknown: Sequence[QueryTerm], context: Context) -> Question:
    """Neighbouring words that are one word of the documents: parts of a name, or a word that is nowhere by itself."""
    listed = words(question.query.text)
    alone = {term.word for term in unknown}
    options = {"".join(parts): parts for parts in _stretches(listed, alone)}
    known = {form for term in question.terms for form in term.forms}
    often = partial(context.index.document_frequency, level=question.query.level)
    found = [
        QueryTerm(whole, stems, 1.0, "typos")
        for whole, stems in (forms(options, context.corpus.languages()) if options else {}).items()
        if any(map(often, stems)) and known.isdisjoint(stems)
    ]
    if not found:
        return question
    said = ", ".join(f"{' '.join(options[term.word])} as {term.word}" for term in found)
    names = tuple(term.word for term in found if len(options[term.word]) >= NAME_PARTS or not term.word.isalpha())
    return question._replace(
        terms=(*question.terms, *found), names=tuple(dict.fromkeys((*question.names, *names)))
    ).stepped("typos", said)


def _stretches(listed: Sequence[str], alone: AbstractSet[str]) -> Iterator[tuple[str, ...]]:
    """Three words and more of a short question, two where one of them is unknown, and a code that is all of it."""
    for count in range(2, JOINED_WORDS + 1 if len(listed) <= WORDS else 3):
        for start in range(len(listed) - count + 1):
            parts = tuple(listed[start : start + count])
            wanted = count >= NAME_PARTS or not alone.isdisjoint(parts)
            whole = "".join(parts)
            if whole.isalpha():
                if wanted and len(whole) >= JOINED_LETTERS and not STOP_WORDS.issuperset(parts):
                    yield parts
            elif count == len(listed) and len(whole) >= CODE:
                yield parts


def _coded(question: Question, codes: Sequence[str], vocabulary: Vocabulary) -> Question:
    from kts.lexicon.fuzzy import nearest_code

    near = {code: nearest_code(code, vocabulary.codes) for code in codes if code not in vocabulary.codes}
    found = {code: options for code, options in near.items() if options}
    if not found:
        return question
    added = tuple(dict.fromkeys(options[0] for options in found.values()))
    said = ", ".join(f"{code} as {options[0]}" for code, options in found.items())
    return question._replace(codes=(*question.codes, *added)).stepped("typos", said)


def _spelled(question: Question, unknown: Sequence[QueryTerm], vocabulary: Vocabulary, context: Context) -> Question:
    from kts.lexicon.everyday import is_everyday
    from kts.lexicon.fuzzy import beginning, nearest, split

    languages = context.corpus.languages()
    known = {form for term in question.terms for form in term.forms}
    names, text = question.names, question.query.text
    added: list[QueryTerm] = []
    said = []
    for term in unknown:
        if is_everyday(term.word):
            continue
        near = (
            nearest(term.word, vocabulary)
            or split(term.word, vocabulary, linked="de" in languages)
            or beginning(term.word, vocabulary.ordered)
        )
        if term.word in near:  # it stands where this question does not look: in a comment, say
            continue
        for word, found in forms(near, languages).items():
            if not known.intersection(found):
                added.append(QueryTerm(word, found, MENDED, "typos"))
        if near:
            said.append(f"{term.word} as {' or '.join(near)}")
            slip = re.compile(rf"(?<![^\W_]){re.escape(term.word)}(?![^\W_])", re.IGNORECASE)
            names = tuple(slip.sub(near[0], name) for name in names)
            text = slip.sub(near[0], text)
    if not said:
        return question
    question = question._replace(names=names, query=question.query._replace(text=text))
    return question._replace(terms=(*question.terms, *added)).stepped("typos", ", ".join(said))
