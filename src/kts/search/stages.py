"""Which stages a question goes through, and what is sought with what they made of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.search.dense import nearest
from kts.search.expand import analysed, expand_synonyms
from kts.search.fuse import fuse
from kts.search.merge import Found, filtered_first, merged, together
from kts.search.named import named
from kts.search.question import combined
from kts.search.retrieve import listed, retrieve
from kts.search.typos import mend
from kts.trace import mark
from kts.types import Filter

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import NamedTuple

    from kts.config import SearchSettings
    from kts.search.candidates import Fused, Listed
    from kts.search.dense import Dense
    from kts.search.question import Context, Question
    from kts.search.retrieve import Retrieved
    from kts.types import Query

    Stage = Callable[[Question, Context], Question]
else:
    from kts.nouns import NamedTuple

KEPT_QUESTIONS = 256
"""Questions of a generation of which is kept what the stages made of them: some 1 MB."""
ENDINGS = tuple(
    ".md .markdown .txt .text .log .rst .adoc .doc .pdf .ppt .htm .xhtml .json .yaml .yml .xml .ipynb .xls .csv .tsv"
    " .eml .msg .mbox .ics .vtt .srt .odt .rtf .epub .png .jpg .jpeg .tif".split()
)
"""How the names of files end that a question may name, as far as they tell the kinds apart."""
FILTER_CUES = (
    *("only", "just", "exclusively", "solely", "search", "look", "check", "in english", "in german", "in french"),
    *(
        "in spanish",
        "in italian",
        "in dutch",
        "in portuguese",
        "document",
        "file",
        "record",
        "mail",
        "letter",
        "report",
    ),
    *("note", "ticket", "version", "memo", "minutes"),
    *ENDINGS,
)
"""One of these stands in every question that names a filter."""
PART_CUES = tuple(
    " and | or | but | versus| vs| as opposed to| compare| contrast| than | differ| change| vary | is new | across"
    "| over the| over t| trend| evolv| fluctuat| these | those | all | each | every | several| previous| past "
    "| prior | earlier | historical| reported| reporting".split("|")
)
PART_SIGNS = (";", "? ", ". ", "! ")
"""One of these stands in every question of several parts, or of several documents: words between blanks, or signs."""


def stages(settings: SearchSettings) -> tuple[tuple[str, Stage], ...]:
    """The stages that are switched on, in order; each takes a question and returns it with its own addition."""
    known: tuple[tuple[bool, str, Stage], ...] = (
        (settings.syntax, "syntax", _syntax),
        (settings.typos, "typos", mend),
        (settings.acronyms, "acronyms", _acronyms),
        (settings.self_query, "filters", _filters),
        (settings.decomposition, "decomposition", _decomposition),
        (settings.expansion, "expansion", expand_synonyms),
    )
    return tuple((name, stage) for wanted, name, stage in known if wanted)


def _syntax(question: Question, context: Context) -> Question:
    """Loaded only where a mark of the syntax stands: a search by words costs no more than before it was there."""
    if not any(sign in question.query.text for sign in ':"-\u201c'):
        return question
    from kts.search.syntax import read_syntax

    return read_syntax(question, context)


def _acronyms(question: Question, context: Context) -> Question:
    from kts.search.acronyms import expand_acronyms

    return expand_acronyms(question, context)


def _filters(question: Question, context: Context) -> Question:
    """Loaded only where a word stands without which no filter is read."""
    if not any(map(question.query.text.casefold().__contains__, FILTER_CUES)):
        return question
    from kts.search.filters import read_filters

    return read_filters(question, context)


def _decomposition(question: Question, context: Context) -> Question:
    """Loaded only where a word stands without which a question has one part and asks of one document."""
    folded = question.query.text.casefold()
    between = "".join([sign if sign.isalnum() else " " for sign in f" {folded} "])
    if not any(map(folded.__contains__, PART_SIGNS)) and not any(map(between.__contains__, PART_CUES)):
        return question
    from kts.search.decompose import decompose

    return decompose(question, context)


def through_stages(query: Query, context: Context) -> Question:
    """What the stages of the settings make of a question. The same question of one generation is kept."""
    kept, key = context.known.questions, (query, context.settings, context.index.generation)
    if kept is not None and (known := kept.get(key)) is not None:
        return known
    question = mark("analyse", analysed(query, context))
    for name, stage in stages(context.settings):
        question = mark(name, stage(question, context))
    if kept is not None:
        if len(kept) >= KEPT_QUESTIONS:
            kept.clear()
        kept[key] = question
    return question


class Sought(NamedTuple):
    """Everything that was found for a question: the evidence, the one list, and what to say about it.

    `question` is as it was searched at last; `found` is what it and each of its parts found, empty where two passes
    were joined.
    """

    question: Question
    retrieved: Retrieved
    ranked: Sequence[Fused]
    notes: tuple[str, ...] = ()
    found: tuple[Found, ...] = ()


def sought(
    question: Question, context: Context, dense: Dense | None, *, limit: int, remaining: Callable[[], float]
) -> Sought:
    """The question and its parts, each over words, identifiers and vectors.

    Where a filter was read from the question and too little passes it, without that filter too.
    """
    first = _with_parts(question, context, dense, limit=limit, remaining=remaining)
    enough = len(first.ranked) >= min(limit, context.settings.min_filtered_results)
    if question.certain == Filter() or enough:
        return first
    others = _with_parts(question._replace(certain=Filter()), context, dense, limit=limit, remaining=remaining)
    said = f"fallback_applied: {len(first.ranked)} passages pass {_said(question.certain)}; the others follow them"
    retrieved = together([others.retrieved, first.retrieved])
    return Sought(others.question, retrieved, filtered_first(first.ranked, others.ranked), (*first.notes, said))


def _with_parts(
    question: Question, context: Context, dense: Dense | None, *, limit: int, remaining: Callable[[], float]
) -> Sought:
    found, notes = [_in_order(_found("question", question, context, dense, limit=limit), context)], []
    for number, part in enumerate(question.parts, 1):
        if remaining() <= 0:
            notes.append(f"out of time: {len(question.parts) - number + 1} parts of the question were not searched")
            break
        asked = mend(analysed(part, context), context) if context.settings.typos else analysed(part, context)
        asked = asked._replace(certain=question.certain, without=question.without)
        found.append(_in_order(_found(f"part {number}", asked, context, dense, limit=limit), context))
    ranked = mark("merge", merged(found))
    return Sought(found[0].question, together([one.retrieved for one in found]), ranked, tuple(notes), tuple(found))


def _found(name: str, question: Question, context: Context, dense: Dense | None, *, limit: int) -> Found:
    """One query over everything, scored."""
    corpus, index, _, settings, _ = context
    query = question.query._replace(filters=combined(question.query.filters, question.certain))
    vector = mark("embed", dense.embedder.embed_query(query.text) if dense else None)
    arm = mark("dense", nearest(vector, query, dense, settings=settings, limit=limit))
    most = listed(arm, settings, limit)
    holders = named(question, filters=query.filters, corpus=corpus, index=index, candidates=most)
    holders = mark("identifiers", holders)
    if question.phrases:
        from kts.search.syntax import phrase_keys

        holders = {**{key: {} for key in phrase_keys(question, context)}, **holders}

    def once(asked: Question) -> Found:
        found = retrieve(
            asked.terms, holders, arm, query=query, corpus=corpus, index=index, settings=settings, limit=limit
        )
        found = mark("retrieve", _obeyed(found, asked, context))
        ranked = mark("fuse", scored(found, settings, dense=arm is not None))
        return Found(name, asked, found, ranked, dense=arm is not None)

    found = once(question)
    if not settings.feedback:
        return found
    from kts.search.feedback import disagree, with_feedback

    if not disagree(found.retrieved):
        return found
    return once(mark("feedback", with_feedback(question, found.retrieved, found.ranked, context)))


def _obeyed(found: Retrieved, question: Question, context: Context) -> Retrieved:
    if not question.phrases and not question.without:
        return found
    from kts.search.syntax import obeyed

    return obeyed(found, question, context)


def _in_order(found: Found, context: Context) -> Found:
    """One query's list as the ranker orders it."""
    ranker = context.ranker
    if ranker is None:
        return found
    from kts.search.ranker import reranked

    def again(fused: Sequence[Fused], retrieved: Retrieved, settings: SearchSettings) -> Sequence[Fused]:
        return reranked(fused, retrieved, found.question, ranker=ranker, corpus=context.corpus, settings=settings)

    return found._replace(ranked=mark("ranker", again(found.ranked, found.retrieved, context.settings)), again=again)


def scored(found: Retrieved, settings: SearchSettings, *, dense: bool) -> Listed:
    """The candidates of one query in their order."""
    return fuse(found, settings, dense=dense).best_first()


def _said(filters: Filter) -> str:
    """A filter in words."""
    given = {name: value for name, value in filters._asdict().items() if value}
    return ", ".join(
        f"{name} {value if isinstance(value, str) else ' or '.join(value)}" for name, value in given.items()
    )
