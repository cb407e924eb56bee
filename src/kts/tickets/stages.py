"""The stages of a ticket as values: what each is given, what it adds, and the ones that are used unless others are."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from kts.tickets import augment as augmenting
from kts.tickets import plan as planning
from kts.tickets.alternatives import Chosen, chosen
from kts.tickets.applies import asked_again, fitted
from kts.tickets.asking import asked
from kts.tickets.bearing import asks_for_steps, bearing
from kts.tickets.bounds import beyond
from kts.tickets.changed import replaced
from kts.tickets.classify import classify as classified
from kts.tickets.complete import noted, words_asked
from kts.tickets.confidence import Weights, probability, signs
from kts.tickets.context import TARGET, build_context
from kts.tickets.details import needed, sparse, too_unsure
from kts.tickets.escalate import Triage, risks, triage
from kts.tickets.gone import barred, consistent, denied_nearby, opposed
from kts.tickets.halves import both
from kts.tickets.internal import Inside, open_ones, outward, places
from kts.tickets.masked import masked, searchable
from kts.tickets.model import augmented, drafted
from kts.tickets.model import classified as named
from kts.tickets.nouns import (
    Augmentation,
    Classification,
    Context,
    Plan,
    Processed,
    Ranked,
    Retrieval,
    Review,
    Validation,
)
from kts.tickets.others import asked_for_others
from kts.tickets.own import is_own, others, without_own
from kts.tickets.questions import PROBED, in_turn, open_parts, settled, unpriced, unsolved, without
from kts.tickets.rank import RANKERS, rank
from kts.tickets.relaxed import relaxed
from kts.tickets.reply import actions, reply, request
from kts.tickets.retrieve import retrieve
from kts.tickets.review import Checked, escalation, review
from kts.tickets.rows import pasted
from kts.tickets.scope import outside
from kts.tickets.validate import judged, validate
from kts.tickets.versions import beside
from kts.tickets.whole import left_out, of_lone_steps
from kts.tickets.whose import public, told
from kts.tickets.whose import settled as hidden

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from kts.answers import Answer, Claim
    from kts.tickets.classify import Trained
    from kts.tickets.context import Strategy
    from kts.tickets.model import Written
    from kts.tickets.nouns import Inner, Risk, Ticket
    from kts.tickets.policy import Policy
    from kts.tickets.rank import Ranker
    from kts.tickets.triage import Kinds
    from kts.types import Citation, Hit, Passage, Result


class Desk(NamedTuple):
    """What the stages work with. Without `embed`, words alone; without `trained`, descriptions; no `writes`: rules.

    `search(text, count)` finds passages, `ask(text)` answers from the documents, `probe(text)` does so for one
    question of several and leaves no record, `apart(text, ids)` so from documents that are no mails and have none of
    these ids; `near(text, ids)` finds passages of the documents with these ids. None of these looks at what is
    `inside`, which is not for customers. `opening(id)` is the beginning of a document, `cite(part)` the place of a
    stretch. `on_invalid` is told of tickets that cannot be worked on, and may return the ticket that is to be worked
    on instead. `compare` asks for the similarity of the passages to each other, a quarter of a second for ten. Unless
    the model of risks is `trusted`, no reply leaves by itself.
    """

    policy: Policy
    search: Callable[[str, int], Sequence[Result]]
    ask: Callable[[str], Answer]
    store_size: int = 0
    embed: Callable[[Sequence[str]], NDArray[np.float32]] | None = None
    trained: Trained | None = None
    triage: Kinds | None = None
    weights: Weights = Weights()
    rankers: Mapping[str, Ranker] = RANKERS
    ranker: str = "hybrid"
    strategy: Strategy = "concatenate"
    target_tokens: int = TARGET
    synonyms: Callable[[str], Mapping[str, tuple[str, ...]]] | None = None
    writes: Written | None = None
    on_invalid: Callable[[Ticket, Validation], Ticket | None] | None = None
    compare: bool = False
    trusted: bool = True
    notes: tuple[str, ...] = ()
    probe: Callable[[str], Answer] | None = None
    apart: Callable[[str, frozenset[str]], Answer] | None = None
    near: Callable[[str, frozenset[str]], Sequence[Hit]] | None = None
    inside: Inside = Inside()
    opening: Callable[[str], str] = lambda _: ""
    cite: Callable[[Passage], Citation] | None = None


class Work(NamedTuple):
    """A ticket on its way: what is known of it so far."""

    ticket: Ticket
    validation: Validation = Validation(valid=False)
    augmentation: Augmentation = Augmentation()
    classification: Classification = Classification()
    triage: Triage = Triage({})
    risks: tuple[Risk, ...] = ()
    plan: Plan = Plan("handoff")
    retrieval: Retrieval = Retrieval()
    ranked: Ranked = Ranked("none")
    context: Context = Context()
    answer: Answer | None = None
    draft: str = ""
    spoken: str = ""
    confidence: float = 0.0
    outside: tuple[str, ...] = ()
    opposed: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    pasted: tuple[str, ...] = ()
    internal: tuple[Inner, ...] = ()
    inside_only: bool = False
    other_version: bool = False
    mixed: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    elses: bool = False
    undecided: tuple[str, ...] = ()
    missing_details: tuple[str, ...] = ()
    review: Review = Review(valid=False)
    notes: tuple[str, ...] = ()
    tokens: int = 0


def _validate(work: Work, desk: Desk) -> Work:
    seen = triage(work.ticket, model=desk.triage, embed=desk.embed) if judged(work.ticket) else Triage({})
    said = validate(work.ticket, desk.policy, seen.shares)
    if not said.valid and desk.on_invalid is not None:
        mended = desk.on_invalid(work.ticket, said)
        if mended is not None:
            return _validate(work._replace(ticket=mended), desk._replace(on_invalid=None))
    return work._replace(validation=said, triage=seen)


def _augment(work: Work, desk: Desk) -> Work:
    found = augmenting.augment(work.ticket, desk.synonyms)
    if desk.writes is None or not work.validation.valid:
        return work._replace(augmentation=found)
    written = augmented(work.ticket, found, desk.writes)
    notes = (*work.notes, *written.notes)
    return work._replace(augmentation=written.value, notes=notes, tokens=work.tokens + written.tokens)


def _classify(work: Work, desk: Desk) -> Work:
    said = classified(work.ticket.text, trained=desk.trained, embed=desk.embed, policy=desk.policy)
    notes, tokens = work.notes, work.tokens
    if desk.writes is not None and work.validation.valid:
        written = named(work.ticket, said, desk.policy, desk.writes)
        said, notes, tokens = written.value, (*notes, *written.notes), tokens + written.tokens
    found = risks(work.ticket, work.triage, desk.policy)
    return work._replace(classification=said, risks=found, notes=notes, tokens=tokens)


def _plan(work: Work, desk: Desk) -> Work:
    planned = planning.plan(
        work.ticket,
        validation=work.validation,
        augmentation=work.augmentation,
        classification=work.classification,
        risks=work.risks,
        danger=work.triage.danger,
        policy=desk.policy,
    )
    return work._replace(plan=planned)


def _retrieve(work: Work, desk: Desk) -> Work:
    embed = desk.embed

    def similar(texts: Sequence[str]) -> Sequence[Sequence[float]]:
        rows = embed(texts) if embed else ()
        return (rows @ rows.T).tolist() if embed else ()  # type: ignore[union-attr]

    found = retrieve(
        work.plan,
        search=lambda text, count: others(work.ticket, desk.search(text, count)),
        store_size=desk.store_size,
        similar=similar if desk.compare and embed else None,
    )
    return work._replace(retrieval=found)


def _rank(work: Work, desk: Desk) -> Work:
    return work._replace(ranked=rank(work.retrieval, work.ticket, ranker=desk.ranker, rankers=desk.rankers))


def _context(work: Work, desk: Desk) -> Work:
    return work._replace(context=build_context(work.ranked, target=desk.target_tokens, strategy=desk.strategy))


def _answer(work: Work, desk: Desk) -> Work:
    """The answer, and the reply made of it; a ticket that goes to a person gets the places, and no words to send."""
    if not work.plan.search_query:
        return work
    ticket, results, replies = work.ticket, work.retrieval.results, work.plan.primary_route == "answer"
    query = asked(work.plan.search_query, results)
    probe, said = desk.probe if replies else None, searchable(ticket)
    whole = both(said, in_turn(said, relaxed(said, desk.ask(query), query, probe), probe), probe)
    found = without_own(ticket, whole, results)
    if replies:
        found = unpriced(said, unsolved(said, settled(said, found, desk.probe)))
        found = asked_again(said, found, query, desk.probe, desk.opening)
        if details := needed(ticket, found):
            return _asking_back(work, desk, found, details)
    rows = chosen(ticket, found, desk.cite) if replies else Chosen(found)
    found, left = consistent(ticket, sparse(ticket, rows.answer) if replies else rows.answer)
    notes, tokens = (*work.notes, *rows.notes, *left), work.tokens
    if desk.writes is not None:
        written = drafted(ticket, found, outward(public(work.ranked), desk.inside), desk.writes)
        found, notes, tokens = written.value, (*notes, *written.notes), tokens + written.tokens
    apart = desk.apart
    elses = asked_for_others(ticket, found, found.claims, results)
    shown = hidden(ticket, found, (lambda ids: apart(query, ids)) if apart and replies else None, results)
    found, notes = shown.answer, (*notes, *shown.notes)
    sure = probability(signs(found, work.retrieval, work.triage), desk.weights)
    suits = fitted(ticket, told(found, open_ones(found.claims, desk.inside)), desk.opening)
    found = suits.answer
    others = beside(ticket, found)
    borne = bearing(ticket, found, [one for one in shown.claims if one in found.claims and one not in others],
                    partial(_near, query, desk.embed) if desk.embed and replies else None, rows.rows)  # fmt: skip
    kept, notes = told(found, borne.claims), (*notes, *borne.notes)
    found = noted(said, found, kept.claims) if replies else found
    draft = reply(ticket, kept, policy=desk.policy) if replies and not elses and not too_unsure(found, sure) else ""
    against = (*_outside(ticket, found, desk), *denied_nearby(ticket, found)) if draft else ()
    against = (*against, *beyond(ticket, kept.claims)) if draft else ()
    against_each = (*opposed(kept.claims), *barred(ticket, kept.claims)) if draft else ()
    lacking = _lacking(ticket, kept.claims, found) if draft else ()
    newer = replaced(ticket, found, [one.hit for one in results]) if draft else ()
    inner, alone = _inside(work, desk, query, found if draft else None)
    draft = "" if alone else draft  # what is left without them does not answer
    work = work._replace(
        internal=inner, inside_only=alone, other_version=suits.other, mixed=suits.mixed, changed=newer, elses=elses
    )
    work = work._replace(outside=against, opposed=against_each, left_out=lacking, notes=notes, tokens=tokens)
    work = work._replace(pasted=pasted(kept.claims) if draft else (), undecided=rows.undecided if draft else ())
    return work._replace(answer=found, draft=draft, spoken=kept.text, confidence=sure)


def _asking_back(work: Work, desk: Desk, found: Answer, details: tuple[str, ...]) -> Work:
    """The request for what the ticket lacks, in the place of a reply: the places that were found stay for a person."""
    places = dict.fromkeys((*(one for claim in found.claims for one in claim.citations), *found.nearest))
    answer = without(found)._replace(nearest=tuple(places), doubts=(), unmet=())
    draft = request(work.ticket, details, policy=desk.policy)
    return work._replace(answer=answer, draft=draft, spoken=draft, missing_details=details)


def _inside(work: Work, desk: Desk, query: str, told: Answer | None) -> tuple[tuple[Inner, ...], bool]:
    """The places for the desk alone, of what is asked and of what a draft leaves open; whether they alone answer."""
    inside = desk.inside._replace(own=partial(is_own, work.ticket))
    public = max((one.confidence for one in work.retrieval.results), default=0.0)
    subject = searchable(work.ticket).subject.rstrip(" .?!")
    left = open_parts(told)[:PROBED]
    return places(query, inside, told, public, [f"{subject}. {one}" if subject else one for one in left])


def _lacking(ticket: Ticket, claims: Sequence[Claim], answer: Answer) -> tuple[str, ...]:
    """The steps, warnings and sentences that belong to the statements of a draft and are not in it."""
    steps = asks_for_steps(ticket, answer)
    alone = of_lone_steps(words_asked(ticket), claims, answer) if steps else ()
    return tuple(dict.fromkeys((*left_out(claims, answer, every=steps), *alone)))


def _near(query: str, embed: Callable[[Sequence[str]], NDArray[np.float32]], texts: Sequence[str]) -> list[float]:
    """The cosine of each text to the query."""
    rows = embed([query, *texts])
    found: list[float] = (rows[1:] @ rows[0]).tolist()
    return found


def _outside(ticket: Ticket, answer: Answer, desk: Desk) -> tuple[str, ...]:
    cited = frozenset(one.document_id for claim in answer.claims for one in claim.citations)
    return outside(ticket, answer, desk.near(searchable(ticket).text, cited) if desk.near else ())


def _review(work: Work, desk: Desk) -> Work:
    seen = Checked(
        work.ticket,
        work.answer,
        work.draft,
        work.confidence,
        work.outside,
        work.opposed,
        doubts=desk.inside.doubts,
        inside_only=work.inside_only,
        other_version=work.other_version,
        mixed=work.mixed,
        changed=work.changed,
        elses=work.elses,
        left_out=work.left_out,
        pasted=work.pasted,
        spoken=work.spoken,
        undecided=work.undecided,
        missing_details=work.missing_details,
    )
    return work._replace(review=review(seen, desk.policy))


def _finish(work: Work, desk: Desk) -> Processed:
    """Everything in one value; a reply leaves by itself only when nothing speaks against it."""
    ended = escalation(
        validation=work.validation,
        classification=work.classification,
        risks=work.risks,
        issues=work.review.issues if work.plan.primary_route == "answer" else (),
        said=work.triage,
        confidence=work.confidence,
        policy=desk.policy,
        trusted=desk.trusted,
    )
    auto = not ended.recommended and work.plan.primary_route == "answer" and bool(work.draft)
    ignored = work.plan.primary_route == "ignore"
    return Processed(
        ticket=work.ticket,
        validation=work.validation,
        augmentation=work.augmentation,
        classification=work.classification,
        plan=work.plan,
        retrieval=work.retrieval,
        ranking=work.ranked,
        context=work.context,
        answer=work.answer,
        draft=work.draft,
        final_response=work.draft if auto else "",
        confidence=work.confidence,
        auto=auto,
        escalation=ended._replace(recommended=not ignored and not auto),
        suggested_actions=actions(work.answer),
        review=work.review,
        personal=work.validation.signals.get("personal", {}),
        notes=(*desk.notes, *(masked(one, work.ticket) for one in work.notes)),
        internal=work.internal,
        missing_details=work.missing_details,
        tokens=work.tokens,
    )


class Stages(NamedTuple):
    """Each stage as a function of the work so far and the desk; replace one with `STAGES._replace(rank=mine)`."""

    validate: Callable[[Work, Desk], Work] = _validate
    augment: Callable[[Work, Desk], Work] = _augment
    classify: Callable[[Work, Desk], Work] = _classify
    plan: Callable[[Work, Desk], Work] = _plan
    retrieve: Callable[[Work, Desk], Work] = _retrieve
    rank: Callable[[Work, Desk], Work] = _rank
    context: Callable[[Work, Desk], Work] = _context
    answer: Callable[[Work, Desk], Work] = _answer
    review: Callable[[Work, Desk], Work] = _review
    finish: Callable[[Work, Desk], Processed] = _finish


STAGES = Stages()
