"""Why a document is not among the results: what kept it out, and what would bring it in.

The document is looked for in the same ranking, made longer; the words that would bring it in are tried, not guessed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from kts.lexicon.analyse import STOP_WORDS, forms, words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from kts.ports import Corpus, PassageIndex
    from kts.records import DocumentRecord
    from kts.types import Filter, Hit, Ranking

State = Literal["not_indexed", "filtered", "no_term", "outranked", "shown"]
LONGER = 200
"""Results among which a document is looked for."""
TRIED = 6
"""Words of the document that are tried beside the question."""
LETTERS = 4
"""Letters of a word that is worth trying."""

SAID = {
    "cosine": "its meaning",
    "dense": "its meaning",
    "document_bm25": "words of the question in its document",
    "heading": "words of the question in its heading",
    "identifiers": "codes that the question names",
    "lexical": "words of the question",
    "numbers": "numbers of the question",
    "pairs": "words that stand together in the question",
    "passage_bm25": "words of the question in its passage",
    "rarest": "the rarest words of the question",
    "recency": "its date",
}
"""What signals are called where a person reads them."""
UNTOLD = frozenset({"not_ranked", "not_read"})
"""What is taken from all that a stage did not look at."""


class WhyNot(NamedTuple):
    """Why a document is not shown. `reasons` are sentences for a person, `remedies` what would bring it in.

    `rank` is that of its best passage, None where it is no candidate; `wanted` how many results are shown. `behind` is
    what that passage has less of than the last one shown, by signal, the greatest first.
    """

    path: str
    state: State
    reasons: tuple[str, ...]
    remedies: tuple[str, ...] = ()
    rank: int | None = None
    wanted: int = 0
    behind: Mapping[str, float] = {}


def why_not(
    record: DocumentRecord,
    text: str,
    *,
    filters: Filter,
    wanted: int,
    search: Callable[[str, Filter, int], Ranking],
    corpus: Corpus,
    index: PassageIndex,
) -> WhyNot:
    """Look for the document in the ranking of a question: shown, filtered out, without a word of it, or outranked."""
    ranking = search(text, filters, max(LONGER, wanted))
    rank = _rank(ranking, record)
    if rank is not None and rank <= wanted:
        return WhyNot(record.path, "shown", (f"it is shown: rank {rank}",), rank=rank, wanted=wanted)
    kept_out = _filtered(record, filters, text, search)
    if kept_out:
        remedies = tuple(f"search without {name}" for name in kept_out)
        return WhyNot(record.path, "filtered", _said(kept_out, record), remedies, wanted=wanted)
    remedies = _remedies(record, text, filters, wanted=wanted, search=search, corpus=corpus, index=index)
    if rank is None:
        said = _without_a_word(record, ranking, corpus)
        return WhyNot(record.path, "no_term" if said else "outranked", said or _far(ranking), remedies, wanted=wanted)
    last, own = ranking.hits[wanted - 1], ranking.hits[rank - 1]
    behind = _behind(last, own)
    reasons = (f"it is a candidate, at rank {rank} of which {wanted} are shown", *_sentences(behind))
    return WhyNot(record.path, "outranked", reasons, remedies, rank, wanted, behind)


def _rank(ranking: Ranking, record: DocumentRecord) -> int | None:
    ids = [hit.passage.document_id for hit in ranking.hits]
    return ids.index(record.id) + 1 if record.id in ids else None


def _filtered(
    record: DocumentRecord, filters: Filter, text: str, search: Callable[[str, Filter, int], Ranking]
) -> dict[str, object]:
    """The fields of the filter that the document does not pass, each tried by itself."""
    given = {name: value for name, value in filters._asdict().items() if value}
    if not given:
        return {}
    only = type(filters)(document=(record.id,))
    if not search(text, only, 1).hits:
        return {}
    found = {}
    for name, value in given.items():
        alone = only._replace(**{name: value})
        refused = record.id not in filters.document if name == "document" else not search(text, alone, 1).hits
        if refused:
            found[name] = value
    return found


def _said(kept_out: Mapping[str, object], record: DocumentRecord) -> tuple[str, ...]:
    has = {
        "doc_type": record.doc_type,
        "regime": record.regime,
        "language": record.language,
        "path": record.path,
        "since": record.content_date,
        "until": record.content_date,
    }
    said = []
    for name, value in kept_out.items():
        wanted = value if isinstance(value, str) else " or ".join(map(str, value))  # type: ignore[call-overload]
        own = f"; the document's is {has[name]}" if has.get(name) else "; the document has none"
        said.append(f"the filter {name} wants {wanted}{own if name in has else ''}")
    return tuple(said)


def _without_a_word(record: DocumentRecord, ranking: Ranking, corpus: Corpus) -> tuple[str, ...]:
    """What to say where no passage of the document holds a word of the question."""
    terms = ranking.explanation["terms"]
    keys = [b"\n%s " % form.encode() for term in terms for form in term["forms"]]
    rows = corpus.rows_of([record.key], "document")
    if any(row.terms.find(key) >= 0 for row in rows for key in keys):
        return ()
    asked = ", ".join(term["word"] for term in terms) or "nothing"
    return (f"it holds no word of the question ({asked}), and its meaning is not among the nearest",)


def _far(ranking: Ranking) -> tuple[str, ...]:
    return (f"it holds words of the question, but {len(ranking.hits)} documents come before it",)


def _behind(last: Hit, own: Hit) -> dict[str, float]:
    names = {*last.signals, *own.signals}
    less = {name: last.signals.get(name, 0.0) - own.signals.get(name, 0.0) for name in names}
    return {name: round(less[name], 6) for name in sorted(less, key=lambda name: (-less[name], name)) if less[name] > 0}


def _sentences(behind: Mapping[str, float]) -> tuple[str, ...]:
    """The signals in words; that a candidate came too late to be ranked says nothing but that."""
    told = {name: value for name, value in behind.items() if name not in UNTOLD}
    return tuple(f"the last one shown is ahead by {_worded(name)} ({value:.3f})" for name, value in told.items())


def _worded(signal: str) -> str:
    return SAID.get(signal, signal.replace("_", " "))


def _remedies(
    record: DocumentRecord,
    text: str,
    filters: Filter,
    *,
    wanted: int,
    search: Callable[[str, Filter, int], Ranking],
    corpus: Corpus,
    index: PassageIndex,
) -> tuple[str, ...]:
    """Words of the document's best passage that bring it in when the question names them, each searched for."""
    found = [f"--doc {record.path} searches this document alone"]
    own = search(text, filters._replace(document=(record.id,)), 1).hits
    for word in _telling(own[0].passage.text if own else "", text, corpus, index):
        rank = _rank(search(f"{text} {word}", filters, wanted), record)
        if rank is not None:
            found.insert(0, f"with the word '{word}' in the question it comes at rank {rank}")
            break
    return tuple(found)


def _telling(passage: str, text: str, corpus: Corpus, index: PassageIndex) -> Sequence[str]:
    """The rarest words of a passage that the question lacks."""
    asked = set(words(text)) | STOP_WORDS
    options = [word for word in dict.fromkeys(words(passage)) if word not in asked and len(word) >= LETTERS]
    stems = forms([word for word in options if word.isalpha()], corpus.languages())
    rarity = {word: max(index.document_frequency(form, level="document") for form in stems[word]) for word in stems}
    return sorted((word for word in rarity if rarity[word]), key=lambda word: (rarity[word], word))[:TRIED]
