"""What a person should know about a ranking besides its hits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.lexicon.patterns import later
from kts.search.named import ADDRESS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.ports import Corpus, PassageIndex
    from kts.search.question import Question
    from kts.search.retrieve import Retrieved
    from kts.types import Filter

ASKING = frozenset(
    "compare dear difference differences did hello hi long mean means much regards thank thanks too".split()
)
"""Words that ask or greet: that no document holds them, or a word of grammar, tells nobody anything."""
UNTELLING = frozenset(
    "someone somebody something anyone anybody anything everyone everybody everything nobody somewhere anywhere "
    "somehow anyhow anyway still already ever quickly quick soon fast ok okay lowest highest whatever whoever whenever "
    "wherever maybe perhaps actually really simply exactly roughly currently nowadays yesterday today tomorrow tonight "
    "anymore lately recently meanwhile ago instead else happens happened forgets forgot worst dearer cheaper".split()
)
"""Indefinite pronouns, adverbs of time and degree, and words that only compare: they name nothing, so that it matters
little whether a document holds them."""
_IDIOMS = later(
    r"(?i)\b(?:in a row|at all|of course|as well|in fact|by the way|right (?:now|away)|straight away|these days|so far|"
    r"for good|at the moment|up to date|no matter|in charge|by any chance|on (?:what|which) grounds|"
    r"in the first place|as soon as)\b"
)
"""Turns of phrase that name nothing, though a word of them may: *three months in a row* has no row."""
_CLIPPED = later(r"(?:n['\u2019]t|['\u2019](?:ve|re|ll|d|m))\Z")
"""Verbs that a speaker draws together: *they've*, *didn't*."""
_TOLD_APART = later(r"[\d_]")
ABSENT = "not in any document: "
"""Before the words of a question that no document holds, in a note."""
UNITS = {"item": "typed sentence", "hidden": "hidden text"}
"""What is searched at the levels that hold only a part of the documents."""
NOWHERE = "nowhere"
"""The stage of a step that found no document of a path that the question names."""
FIELDS = ("doc_type", "regime", "language")
WITHOUT_MODEL = "without a language model"
"""The stage of a step that a language model was to do, and could not."""


def notes(question: Question, found: Retrieved, *, corpus: Corpus, index: PassageIndex) -> tuple[str, ...]:
    """Words that occur nowhere, filter values that nothing has, an index that lags behind."""
    query, said = question.query, []
    mended = [step.text for step in question.steps if step.stage == "typos"]
    absent = [word for word in _absent(found, query.original or query.text) if not _is_mended(word, mended)]
    elsewhere = _in_passages(absent, question, index) if query.level in UNITS else []
    if elsewhere:
        said.append(f"no {UNITS[query.level]} holds {', '.join(elsewhere)}, but passages do")
    absent = [word for word in absent if word not in elsewhere]
    if absent:
        said.append(f"{ABSENT}{', '.join(absent)}")
    nowhere = [] if absent else _unheld(question, found)
    if nowhere:
        said.append(f"no passage holds {', '.join(nowhere)} as it is written")
    said += [f"read {text}" for text in mended]
    said += [step.text for step in question.steps if step.stage in {WITHOUT_MODEL, NOWHERE}]
    unknown = _unknown_values(query.filters, corpus)
    said += unknown
    if not found.scored and not unknown and any(query.filters):
        from kts.search.narrowed import nothing_passes

        said += nothing_passes(query.filters, query.level, corpus)
    if index.generation != corpus.generation:
        said.append(
            f"the {index.name} index is at generation {index.generation}, the documents are at {corpus.generation}:"
            " newer text may be missing"
        )
    return tuple(said)


def untelling(question: str) -> frozenset[str]:
    """The words of a question that name nothing, with those of its idioms and, in German or French, of its grammar."""
    from kts.lexicon.tongues import function_words, tongue

    idioms = (match[0].casefold().split() for match in _IDIOMS.finditer(question))
    return UNTELLING.union(function_words(tongue(question)), *idioms)


def _absent(found: Retrieved, question: str) -> list[str]:
    """The words of the question that no document holds; the words of grammar are read only where there are any."""
    words = [term.word for term in found.terms if not term.idf and term.word not in ASKING]
    if not words:
        return []
    from kts.lexicon.everyday import CONTRACTED
    from kts.lexicon.identifiers import normalise
    from kts.lexicon.keyphrases import FUNCTION_WORDS

    plain = FUNCTION_WORDS | CONTRACTED | untelling(question)
    asked = question.casefold()
    words = [word for word in words if not (_CLIPPED.search(word) or (len(word) == 1 and f"{word}-" in asked))]
    return [word for word in words if word not in plain and normalise(word) not in found.codes]


def _in_passages(words: Sequence[str], question: Question, index: PassageIndex) -> list[str]:
    """Those of the words that stand in what documents show, though nothing of the level that was searched has them."""
    forms = {term.word: term.forms for term in question.terms}
    return [word for word in words if any(index.document_frequency(one, level="chunk") for one in forms.get(word, ()))]


def _is_mended(word: str, mended: Sequence[str]) -> bool:
    """Whether a note says that a word was read as another one, and so that no document holds it."""
    return any(f" {word} as " in f" {text.casefold()}" for text in mended)


def _unheld(question: Question, found: Retrieved) -> list[str]:
    """Names with figures or marks, such as `kfk-fra-07`, that nothing holds though their parts stand somewhere."""
    if not question.names and not question.codes:
        return []
    named = [name for name in question.names if _TOLD_APART.search(name)]
    spelled = [one for one in (*named, *filter(ADDRESS.fullmatch, question.codes)) if one not in found.codes]
    if not spelled or not found.scored:
        return []
    from kts.lexicon.identifiers import normalise

    text = question.query.original or question.query.text
    written = {name: text.casefold().find(name) for name in spelled if normalise(name) not in found.codes}
    return [text[at : at + len(name)] for name, at in written.items() if at >= 0]


def _unknown_values(filters: Filter, corpus: Corpus) -> list[str]:
    said = []
    for field in FIELDS:
        wanted = getattr(filters, field)
        unknown = [value for value in wanted if value not in corpus.values(field)] if wanted else []
        if unknown:
            there = ", ".join(corpus.values(field)) or "none"
            said.append(f"no document has the {field.replace('_', ' ')} {', '.join(unknown)}; there are: {there}")
    return said
