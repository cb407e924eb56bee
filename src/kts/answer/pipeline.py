"""The way of an answer: what the question names, what was found, which units say it, whether they may be shown.

No model writes here: an answer is the documents' own words, each cited where it stands. Two gates keep it honest.
The question's constraints must be met together by the evidence it is drawn from; and the cited files must still say
what they said when they were read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kts.answer import choose, compose, confidence, meets
from kts.answer.conflicts import rivals
from kts.answer.constraints import constraints
from kts.answer.extract import asked, held
from kts.answer.parts import joined
from kts.answer.standing import freshness, in_force
from kts.answer.units import units
from kts.answers import Answer, Conflict, Evidence, Side
from kts.lexicon.definitions_uses import uses
from kts.search.decompose import parts_of
from kts.trace import mark
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from kts.answer.choose import Chosen
    from kts.answer.confidence import Calibration
    from kts.answer.extract import Held
    from kts.answer.fresh import Checked
    from kts.answer.standing import Replaced
    from kts.answer.vocabulary import Vocabulary
    from kts.answers import Claim, Constraint, Definition, Freshness, Unmet, Verdict
    from kts.config import AnswerSettings
    from kts.ports import Corpus, DocumentRecord, Sources
    from kts.types import Citation, Hit, Passage, Ranking

GATES = ("quote", "constraints")
"""The checks that an extracted answer goes through: its words are the document's, and they meet the question."""
NEAREST = 3
"""Places shown when there is no answer."""
ALIGNED = frozenset({"matched", "evidence", "ranks"})
"""Parts of a ranking's explanation that have an entry a hit."""
ENOUGH = 3
"""Passages that meet the constraints, below which the search goes deeper (a default, not fitted)."""
DEEPER = 3
"""How many times as many passages the deeper search brings (a default, not fitted)."""
STALE = 1.5
"""What a unit of a document that is not in force loses, on the scale of the extraction's scores (a default, not fitted:
a current document wins over an older one that says as much)."""
DEFINED = 3.0
"""What the definition of a term gains when its meaning is asked for, on the same scale (a default, not fitted)."""
TIMED = frozenset({"date", "period", "version", "document"})
"""Kinds of constraints by which a question chooses an older document itself."""
BEFORE = 6_000
"""Characters before a passage in which the header of its table is looked for."""


class Means(NamedTuple):
    """What an answer is made with.

    `look(question, limit)` is a search; `near` gives cosines of texts to a question, None without a model;
    `recheck` holds claims against the files as they are now. `successors` are what replaced a document by its id;
    `today` and `as_of` are ISO dates, `as_of` empty for today. `define(document key, text)` gives the definitions that
    a text of the document depends on.
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


class Picked(NamedTuple):
    """The units of the answer, the lead first; `ranked` are all that could be used, best first."""

    chosen: tuple[Chosen, ...]
    ranked: tuple[tuple[float, Held], ...]
    words: frozenset[str]


class Gathered(NamedTuple):
    """What was found for a question: the evidence in the order of the hits; `met` is whether it meets the constraints.

    Where some evidence meets them, only that is kept.
    """

    ranking: Ranking
    records: Mapping[int, DocumentRecord]
    evidence: tuple[Evidence, ...]
    met: bool
    retried: bool = False


def answer(question: str, means: Means, *, strict: bool = False) -> Answer:
    """Answer from the documents' own words, or say what is missing; `strict` says nothing that is less than sure.

    The parts of a question are answered each for itself. Raises CorruptStore.
    """
    parts = parts_of(question)
    said = joined(question, [_answer(part, means) for part in parts]) if parts else None
    said = said or _answer(question, means)
    return _strictly(said) if strict else said


def _answer(question: str, means: Means) -> Answer:
    """The answer to one question."""
    wants = mark("constraints", constraints(question, known=means.known))
    found = mark("search", _gathered(question, wants, means))
    picked = mark("extract", _picked(question, wants, found, means))
    claims = mark("compose", _claims(picked.chosen, found, means))
    checked = mark("recheck", means.recheck(claims))
    cited = tuple(found.evidence[index] for index in dict.fromkeys(one.held.unit.hit for one in picked.chosen))
    lacking = mark("gate", meets.unmet(wants, cited, known=means.known))
    chance = mark("confidence", _confidence(question, found, picked, lacking, means))
    conflicts = mark("conflicts", _conflicts(picked, found, means))
    said = _judged(question, found, checked, lacking, chance, means)
    said = _with_conflicts(said, conflicts)._replace(freshness=_freshness(said, found, means), as_of=means.as_of)
    return mark("define", said._replace(definitions=_definitions(said, found, means)))


def _strictly(found: Answer) -> Answer:
    """The answer, or none when it is less than sure (EVID-5)."""
    if found.verdict in {"answered", "abstained"}:
        return found
    return found._replace(verdict="abstained", text="", claims=(), coverage=0.0)


def _gathered(question: str, wants: Sequence[Constraint], means: Means) -> Gathered:
    """Search; where little that was found meets what the question names, look once more and deeper for just that."""
    first = _looked(question, means.settings.passages, means)
    narrow = _narrowed(first, wants, means)
    if not wants or not means.settings.retries or (narrow.met and len(narrow.evidence) >= ENOUGH):
        return narrow
    missing = meets.unmet(wants, first.evidence, known=means.known)
    asked_for = " ".join(one.constraint.text for one in missing)
    again = _narrowed(_looked(f"{asked_for} {question}", DEEPER * means.settings.passages, means), wants, means)
    return (again if again.met and len(again.evidence) > len(narrow.evidence) * narrow.met else narrow)._replace(
        retried=True
    )


def _looked(question: str, limit: int, means: Means) -> Gathered:
    ranking = means.look(question, limit)
    records = means.corpus.records({_document(hit) for hit in ranking.hits})
    if means.as_of:
        day = means.as_of
        ranking = _only(
            ranking,
            [
                number
                for number, hit in enumerate(ranking.hits)
                if in_force(records[_document(hit)], means.successors, day)
            ],
        )
    return Gathered(ranking, records, tuple(_evidence(hit, records[_document(hit)]) for hit in ranking.hits), met=False)


def _narrowed(found: Gathered, wants: Sequence[Constraint], means: Means) -> Gathered:
    """The evidence that meets all constraints; else what lacks nothing certain; else all of it, as not met."""
    if not wants:
        return found._replace(met=True)
    rows = meets.held(wants, found.evidence, known=means.known).rows
    whole = [number for number, row in enumerate(rows) if not any(row)]
    kept = whole or list(meets.meeting(wants, found.evidence, known=means.known))
    if not kept:
        return found
    ranking = _only(found.ranking, kept)
    return Gathered(ranking, found.records, tuple(found.evidence[number] for number in kept), met=True)


def _only(ranking: Ranking, kept: Sequence[int]) -> Ranking:
    """A ranking of some of its hits, with what explains each of them."""
    explanation = {
        name: [value[number] for number in kept] if name in ALIGNED else value
        for name, value in ranking.explanation.items()
    }
    return ranking._replace(hits=tuple(ranking.hits[number] for number in kept), explanation=explanation)


def _document(hit: Hit) -> int:
    return int(hit.passage.metadata["document_key"])


def _evidence(hit: Hit, record: DocumentRecord) -> Evidence:
    passage = hit.passage
    heading = f"{passage.metadata['section']} {passage.metadata['heading']}".strip()
    about = {**record.metadata, "content_date": record.content_date, "doc_type": record.doc_type}
    return Evidence(
        text=passage.text,
        passage_id=passage.id,
        document_id=passage.document_id,
        document_key=record.key,
        span=passage.span,
        title=record.title,
        heading=heading,
        path=record.path,
        score=hit.score,
        metadata=about,
    )


def _picked(question: str, wants: Sequence[Constraint], found: Gathered, means: Means) -> Picked:
    """The units of the answer, from evidence that meets the constraints where there is any."""
    hits = found.ranking.hits
    titles = [found.records[_document(hit)].title for hit in hits]

    def before(passage: Passage) -> str:
        start = passage.span.start
        return means.corpus.slice(int(passage.metadata["document_key"]), Span(max(0, start - BEFORE), start))

    wanted = asked(found.ranking)
    offered = held(wanted, units(hits, before), hits, titles)
    ranked = choose.ranked(offered, means.weights, _nearness(question, means))
    if wanted.kind == "definition":
        ranked = _definitions_first(question, ranked, found, means)
    if not TIMED & {one.kind for one in wants}:
        ranked = _current_first(ranked, found, means)
    words = frozenset(form for forms, _ in wanted.words for form in forms)
    return Picked(choose.chosen(wanted, ranked), ranked, words)


def _nearness(question: str, means: Means) -> Callable[[Sequence[str]], Sequence[float]] | None:
    near = means.near
    return None if near is None else lambda texts: near(question, texts)


def _current_first(
    ranked: Sequence[tuple[float, Held]], found: Gathered, means: Means
) -> tuple[tuple[float, Held], ...]:
    """Units of documents that are not in force stand back, unless the question names a time or a version."""
    day = means.as_of or means.today
    hits = found.ranking.hits
    old = {number for number, hit in enumerate(hits) if not in_force(_record(hit, found), means.successors, day)}
    moved = [(score - STALE * (one.unit.hit in old), one) for score, one in ranked]
    return tuple(sorted(moved, key=lambda pair: -pair[0]))


def _definitions_first(
    question: str, ranked: Sequence[tuple[float, Held]], found: Gathered, means: Means
) -> tuple[tuple[float, Held], ...]:
    """Who asks what a term means wants its definition, where the document has one."""
    hits = found.ranking.hits
    spans: dict[int, list[Span]] = {}
    for key in dict.fromkeys(_document(hit) for hit in hits):
        known = means.corpus.definitions(key)
        asked_for = {use.norm for use in uses(question, {one.norm: one.term for one in known})}
        spans[key] = [one.span for one in known if one.norm in asked_for and one.kind != "incorporated"]
    moved = [
        (score + DEFINED * _begins(one.unit.span, spans[_document(hits[one.unit.hit])]), one) for score, one in ranked
    ]
    return tuple(sorted(moved, key=lambda pair: -pair[0]))


def _begins(unit: Span, spans: Sequence[Span]) -> bool:
    """Whether a unit is where one of the spans begins."""
    return any(unit.start <= span.start < unit.end for span in spans)


def _record(hit: Hit, found: Gathered) -> DocumentRecord:
    return found.records[_document(hit)]


def _claims(picked: Sequence[Chosen], found: Gathered, means: Means) -> tuple[Claim, ...]:
    if not picked:
        return ()
    return compose.claims(picked, found.ranking.hits, found.records, corpus=means.corpus, sources=means.sources)


def _confidence(question: str, found: Gathered, picked: Picked, lacking: Sequence[Unmet], means: Means) -> float:
    if not picked.chosen:
        return 0.0
    nearest = max(one.features[-1] for _, one in picked.ranked) if means.near else None
    signs = confidence.features(question, found.ranking, found.evidence, lacking, nearest=nearest)
    return confidence.probability(signs, means.calibration)


def _conflicts(picked: Picked, found: Gathered, means: Means) -> tuple[Conflict, ...]:
    """Where a document in force states another value than the lead, on the same words of the question."""
    if not picked.chosen:
        return ()
    day, lead = means.as_of or means.today, picked.chosen[0].held
    hits = found.ranking.hits
    valid = [pair for pair in picked.ranked if in_force(_record(hits[pair[1].unit.hit], found), means.successors, day)]

    def document(one: Held) -> str:
        return _record(hits[one.unit.hit], found).id

    return tuple(
        Conflict(lead.unit.text, "value", (_side(lead, mine, found, means), _side(other, theirs, found, means)))
        for other, mine, theirs in rivals(valid, lead, document, picked.words)
    )


def _side(one: Held, value: str, found: Gathered, means: Means) -> Side:
    hit = found.ranking.hits[one.unit.hit]
    record = _record(hit, found)
    citation = compose.quoted(hit, one.unit.span, record, corpus=means.corpus, sources=means.sources)
    return Side(value, citation, record.content_date[:10], record.doc_type)


def _with_conflicts(said: Answer, conflicts: tuple[Conflict, ...]) -> Answer:
    if not conflicts or said.verdict != "answered":
        return said
    return said._replace(verdict="conflicting", conflicts=conflicts)


def _definitions(said: Answer, found: Gathered, means: Means) -> tuple[Definition, ...]:
    """The definitions that the claims depend on, each once; a claim that is itself the definition needs none."""
    keys = {record.id: record.key for record in found.records.values()}
    kept: dict[str, Definition] = {}
    for claim in said.claims:
        cited = claim.citations[0]
        for one in means.define(keys[cited.document_id], claim.text) if cited.document_id in keys else ():
            if not any(
                one.citation.span.start <= quote.span.start < one.citation.span.end for quote in claim.citations
            ):
                kept.setdefault(one.term, one)
    return tuple(kept.values())


def _freshness(said: Answer, found: Gathered, means: Means) -> tuple[Freshness, ...]:
    """How current each cited document is."""
    cited = dict.fromkeys(one.document_id for claim in said.claims for one in claim.citations)
    by_id = {record.id: record for record in found.records.values()}
    return tuple(freshness(by_id[id_], means.successors, means.as_of or means.today) for id_ in cited if id_ in by_id)


def _judged(
    question: str, found: Gathered, checked: Checked, lacking: tuple[Unmet, ...], chance: float, means: Means
) -> Answer:
    verdict = _verdict(checked, lacking, chance, means)
    shown = checked.claims if verdict != "abstained" else ()
    return Answer(
        query=question,
        verdict=verdict,
        text=compose.text(shown),
        confidence=round(chance, 4),
        coverage=1.0 if shown else 0.0,
        claims=shown,
        unmet=lacking,
        nearest=_nearest(found, means) if verdict in {"abstained", "low_confidence"} else (),
        notes=(*found.ranking.notes, *checked.notes),
        gates=GATES,
        band=confidence.band(chance),
        generation=found.ranking.generation,
        ranking=found.ranking,
    )


def _verdict(checked: Checked, lacking: Sequence[Unmet], chance: float, means: Means) -> Verdict:
    certain = [one for one in lacking if one.constraint.certain]
    if not checked.claims or certain or chance < means.settings.floor:
        return "abstained"
    if chance < means.calibration.threshold:
        return "low_confidence"
    return "answered"


def _nearest(found: Gathered, means: Means) -> tuple[Citation, ...]:
    """The best places, one a document, for somebody who wants to look."""
    from kts.search.cite import cite

    firsts: dict[int, Hit] = {}
    for hit in found.ranking.hits:
        firsts.setdefault(_document(hit), hit)
    return tuple(
        cite(found.records[key], hit.passage, corpus=means.corpus, sources=means.sources)
        for key, hit in list(firsts.items())[:NEAREST]
    )
