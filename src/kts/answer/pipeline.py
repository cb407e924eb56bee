"""The way of an answer: what the question names, what was found, which units say it, whether they may be shown.

No model writes here: an answer is the documents' own words, each cited where it stands. Two gates keep it honest.
The question's constraints must be met together by the evidence it is drawn from; and the cited files must still say
what they said when they were read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kts.answer import choose, compose, confidence, meets
from kts.answer.constraints import constraints
from kts.answer.extract import asked, held
from kts.answer.units import units
from kts.answers import Answer, Evidence
from kts.trace import mark
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from kts.answer.choose import Chosen
    from kts.answer.confidence import Calibration
    from kts.answer.extract import Held
    from kts.answer.fresh import Checked
    from kts.answer.vocabulary import Vocabulary
    from kts.answers import Claim, Constraint, Unmet, Verdict
    from kts.config import AnswerSettings
    from kts.ports import Corpus, DocumentRecord, Sources
    from kts.types import Citation, Hit, Passage, Ranking

GATES = ("quote", "constraints")
"""The checks that an extracted answer goes through: its words are the document's, and they meet the question."""
NEAREST = 3
"""Places shown when there is no answer."""
BEFORE = 6_000
"""Characters before a passage in which the header of its table is looked for."""


class Means(NamedTuple):
    """What an answer is made with.

    `look(question, limit)` is a search; `near` gives cosines of texts to a question, None without a model;
    `recheck` holds claims against the files as they are now.
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


class Gathered(NamedTuple):
    """What was found for a question: the evidence in the order of the hits, and which of it meets the constraints."""

    ranking: Ranking
    records: Mapping[int, DocumentRecord]
    evidence: tuple[Evidence, ...]
    meeting: tuple[int, ...]
    retried: bool = False


def answer(question: str, means: Means, *, strict: bool = False) -> Answer:
    """Answer from the documents' own words, or say what is missing; `strict` says nothing that is less than sure.

    Raises CorruptStore.
    """
    wants = mark("constraints", constraints(question, known=means.known))
    found = mark("search", _gathered(question, wants, means))
    picked, ranked = mark("extract", _picked(question, found, means))
    claims = mark("compose", _claims(picked, found, means))
    checked = mark("recheck", means.recheck(claims))
    cited = tuple(found.evidence[index] for index in dict.fromkeys(one.held.unit.hit for one in picked))
    lacking = mark("gate", meets.unmet(wants, cited, known=means.known))
    chance = mark("confidence", _confidence(question, found, picked, ranked, lacking, means))
    found_answer = _judged(question, found, checked, lacking, chance, means)
    return _strictly(found_answer) if strict else found_answer


def _strictly(found: Answer) -> Answer:
    """The answer, or none when it is less than sure (EVID-5)."""
    if found.verdict in {"answered", "abstained"}:
        return found
    return found._replace(verdict="abstained", text="", claims=(), coverage=0.0)


def _gathered(question: str, wants: Sequence[Constraint], means: Means) -> Gathered:
    """Search; where nothing found meets what the question names, look once more and deeper for just that."""
    first = _held_against(means.look(question, means.settings.passages), wants, means)
    if first.meeting or not wants or not means.settings.retries:
        return first
    missing = meets.unmet(wants, first.evidence, known=means.known)
    asked_for = " ".join(one.constraint.text for one in missing)
    again = _held_against(means.look(f"{asked_for} {question}", 2 * means.settings.passages), wants, means)
    return again._replace(retried=True) if again.meeting else first._replace(retried=True)


def _held_against(ranking: Ranking, wants: Sequence[Constraint], means: Means) -> Gathered:
    records = means.corpus.records({_document(hit) for hit in ranking.hits})
    found = tuple(_evidence(hit, records[_document(hit)]) for hit in ranking.hits)
    meeting = meets.meeting(wants, found, known=means.known) if wants else tuple(range(len(found)))
    return Gathered(ranking, records, found, meeting)


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


def _picked(question: str, found: Gathered, means: Means) -> tuple[tuple[Chosen, ...], tuple[tuple[float, Held], ...]]:
    """The units of the answer, from evidence that meets the constraints where there is any; and all units ranked."""
    hits = found.ranking.hits
    titles = [found.records[_document(hit)].title for hit in hits]

    def before(passage: Passage) -> str:
        start = passage.span.start
        return means.corpus.slice(int(passage.metadata["document_key"]), Span(max(0, start - BEFORE), start))

    wanted = asked(found.ranking)
    offered = held(wanted, units(hits, before), hits, titles)
    allowed = set(found.meeting)
    near = None if means.near is None else (lambda texts: means.near(question, texts) if means.near else ())
    usable = [one for one in offered if one.unit.hit in allowed] or offered
    ranked = choose.ranked(usable, means.weights, near)
    return choose.chosen(wanted, ranked), ranked


def _claims(picked: Sequence[Chosen], found: Gathered, means: Means) -> tuple[Claim, ...]:
    if not picked:
        return ()
    return compose.claims(picked, found.ranking.hits, found.records, corpus=means.corpus, sources=means.sources)


def _confidence(
    question: str,
    found: Gathered,
    picked: Sequence[Chosen],
    ranked: Sequence[tuple[float, Held]],
    lacking: Sequence[Unmet],
    means: Means,
) -> float:
    if not picked:
        return 0.0
    signs = confidence.features(question, found.ranking, found.evidence, lacking)
    return confidence.probability(signs, means.calibration)


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
