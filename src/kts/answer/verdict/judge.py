"""What may be said of what was found: how sure it is, what it lacks, who disagrees, whether it is current."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer import compose
from kts.answer.choose.smallest import NEAR, beginning
from kts.answer.fresh import LEFT_OUT, Checked
from kts.answer.gather import timed
from kts.answer.means import document as document_of
from kts.answer.means import record as record_of
from kts.answer.standing.amended import is_overtaken
from kts.answer.standing.conflicts import rivals
from kts.answer.standing.dated import dated_after, is_later_entry
from kts.answer.standing.decided import Decision
from kts.answer.standing.drafts import asks_for_draft, unagreed
from kts.answer.standing.inforce import ended, freshness, in_force, is_over
from kts.answer.standing.limited import is_past, over_leading
from kts.answer.standing.namesakes import of_versions
from kts.answer.standing.overtaken import overtaken
from kts.answer.standing.placed import since
from kts.answer.standing.tocome import early_leading
from kts.answer.standing.wished import wished_leading
from kts.answer.tables.rows import amounts
from kts.answer.units.parties import parallel
from kts.answer.verdict import confidence
from kts.answer.verdict.notices import noticed
from kts.answers import QUOTED, WEAK, Answer, Claim, Conflict, Side
from kts.lexicon.analyse import words
from kts.lexicon.everyday import is_everyday
from kts.lexicon.patterns import later
from kts.search.notes import ABSENT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.answer.choose.extract import Held
    from kts.answer.means import Gathered, Means, Picked
    from kts.answers import Band, Constraint, Definition, Freshness, Unmet, Verdict
    from kts.types import Hit

GATES = (QUOTED, "constraints")
"""The checks that an extracted answer goes through: its words are the document's, and they meet the question."""
READER, SELECTOR = "reader", "selector"
"""The checks of the models that read passages and statements, where they are installed: how sure they are goes into the
confidence."""
DEFINED = 0.8
"""The least probability of the only definition of the one term whose meaning is all that is asked for: signs of words
have nothing to go by in a question of a word or two (a default, not fitted)."""
LIKELY, KEYED = 0.25, 0.7
"""The chance from which a row leads surely whose key, or whose band, is what the question names; and its chance then.

A default: words, a reader and a selector tell little of rows. Of the 64 that led in 38 sets 53 were right, and of the
twelve of them with a chance from .38 to .68 ten."""
NEAREST = 3
"""Places shown when there is no answer."""
NOT_NEAR = "no nearest place any more: "
"""How the note on a place begins that its file does not bear any more."""


def sureness(question: str, found: Gathered, picked: Picked, lacking: Sequence[Unmet], means: Means) -> float:
    """The probability that the evidence answers the question."""
    if not picked.chosen:
        return 0.0
    nearest = _meaning(question, picked, means) if picked.said is None and not found.readings else None
    lead = picked.chosen[0].held.unit
    signs = confidence.features(
        question, found.ranking, found.evidence, lacking,
        nearest=nearest, readings=found.readings, said=picked.said, place=lead.hit,
    )  # fmt: skip
    return confidence.probability(signs, means.calibration)


def _meaning(question: str, picked: Picked, means: Means) -> float | None:
    """The greatest cosine of the first statements to the question; None without a model."""
    if means.near is None:
        return None
    known = max(one.features[-1] for _, one in picked.ranked)
    return known or max(means.near(question, [beginning(one.unit) for _, one in picked.ranked[:NEAR]]))


def surest(question: str, ways: Sequence[tuple[Gathered, Picked]], lacking: Sequence[Unmet], means: Means) -> float:
    """The probability by the evidence that speaks most for an answer, where the question was looked for in two ways.

    The entry of a name that the question has as it is written is shown, however little words tell of it. Rows whose
    figures keep the bound that is asked for answer, whatever words stand in them.
    """
    chance = max(sureness(question, found, picked, lacking, means) for found, picked in ways)
    leading = ways[0][1]
    if leading.bound or (leading.keyed and chance >= confidence.scaled(LIKELY, leading.said)):
        chance = max(chance, KEYED)
    if leading.named:
        chance = max(chance, confidence.scaled(means.settings.floor, leading.said))
    return max(chance, DEFINED) if leading.told else chance


def judged(
    question: str,
    found: Gathered,
    checked: Checked,
    lacking: tuple[Unmet, ...],
    chance: float,
    means: Means,
    *,
    lead: float | None = None,
    against: tuple[str, ...] = (),
) -> Answer:
    """The answer, or what there is in its place; `against` is what makes it doubtful however probable it is.

    `lead` is the logit of the leading statement where a selector has read it.
    """
    against = (*checked.lost, *against)
    least = means.calibration.least(read=bool(found.readings), stated=lead is not None)
    verdict = _verdict(checked, lacking, chance, floor=confidence.scaled(means.settings.floor, lead), least=least)
    if verdict == "answered" and against:
        verdict = "low_confidence"
    shown = checked.claims if verdict != "abstained" else ()
    near = _nearest(found, means) if verdict in {"abstained", "low_confidence"} else Checked(())
    return Answer(
        query=question,
        verdict=verdict,
        text=compose.text(shown),
        confidence=round(chance, 4),
        coverage=1.0 if shown else 0.0,
        claims=shown,
        unmet=lacking,
        nearest=tuple(one.citations[0] for one in near.claims),
        notes=(
            *_noted(question, found, lacking, sure=verdict == "answered"),
            *checked.notes,
            *(one.replace(LEFT_OUT, NOT_NEAR) for one in near.notes if one not in checked.notes),
            *_further(_left_to_say(against, checked, shown=bool(shown)), lacking, found),
        ),
        gates=(*GATES, READER) if found.readings else GATES,
        band=shown_as(verdict, chance),
        generation=found.ranking.generation,
        ranking=found.ranking,
        searched=found.again,
        doubts=(against or (weak(chance, least),)) if verdict == "low_confidence" else (),
    )


def shown_as(verdict: Verdict, chance: float) -> Band:
    """The band that fits what is said: none where nothing is, low beside a doubt; else that of the probability."""
    if verdict == "abstained":
        return "none"
    return "low" if verdict == "low_confidence" else confidence.band(chance)


def weak(chance: float, least: float) -> str:
    """The doubt of an answer that is less probable than asked for; two figures that look alike are not compared."""
    if f"{chance:.2f}" == f"{least:.2f}":
        return f"{WEAK} just short of the {least:.2f} that an answer needs"
    return f"{WEAK} of {chance:.2f}, where an answer needs {least:.2f}"


def outdated(picked: Picked, wants: Sequence[Constraint], found: Gathered, means: Means) -> tuple[str, ...]:
    """That the lead no longer holds, by what is known of its document or by what its page says of itself."""
    asked = found.ranking.query.original or found.ranking.query.text
    old = _outdated(picked, wants, found, means)
    noted = (*noticed(asked, wants, picked, found, means), *wished_leading(asked, picked))
    return (*(old or _drafted(asked, picked, found, means)), *noted)


def _outdated(picked: Picked, wants: Sequence[Constraint], found: Gathered, means: Means) -> tuple[str, ...]:
    """That the lead no longer holds, where the question chooses no time, version or document; or was not there yet."""
    if not picked.chosen:
        return ()
    record = record_of(found.ranking.hits[picked.chosen[0].held.unit.hit], found)
    if dated := dated_after(record, means.told_by) if means.told_by else "":
        return (f"what is cited is dated {dated}, after {means.told_by}: {record.path}",)
    asked = found.ranking.query.original or found.ranking.query.text
    if timed(asked, wants):
        return ()
    untimely = over_leading(asked, picked, means) or early_leading(asked, picked, means)
    if past := untimely or overtaken(asked, picked, found, means):
        return past
    day = means.as_of or means.today
    if not (ended(record, means.successors, day) or (not means.as_of and is_over(record, means.successors, day))):
        return ()
    return (f"what is cited is no longer in force: {record.path}",)


def _drafted(question: str, picked: Picked, found: Gathered, means: Means) -> Iterator[str]:
    """That the lead is of a draft, or of what is not signed, where the question is not about one."""
    if picked.chosen and not asks_for_draft(question):
        record = record_of(found.ranking.hits[picked.chosen[0].held.unit.hit], found)
        if unagreed(record, means.known.opening(record.key)):
            yield f"what is cited is a draft or not signed: {record.path}"


def _left_to_say(against: Sequence[str], checked: Checked, *, shown: bool) -> list[str]:
    return [one for one in against if one not in checked.lost and (shown or not _CITED.match(one))]


_CITED = later(r"(?:what|the \w+ that) is cited\b")
"""What is said of something cited is no news where nothing is."""


def _noted(question: str, found: Gathered, lacking: Sequence[Unmet], *, sure: bool) -> Iterator[str]:
    """What the search noted; that no document holds the figure of an amount matters only where nothing meets it.

    Beside a sure answer everyday words are no news: `drifts` where the document says otherwise.
    """
    met = frozenset(words(" ".join(one.text for one in amounts(question))))
    met = met.difference(words(" ".join(one.constraint.text for one in lacking)))
    for note in found.ranking.notes:
        absent = [word for word in note.removeprefix(ABSENT).split(", ") if word not in met]
        kept = [word for word in absent if not (sure and is_everyday(_positive(word)))]
        if not note.startswith(ABSENT):
            yield note
        elif kept:
            yield f"{ABSENT}{', '.join(_written(word, question) for word in kept)}"


def _written(word: str, question: str) -> str:
    """A word as the question spells it: `RM60`."""
    found = re.search(rf"(?i)(?<!\w){re.escape(word)}(?!\w)", question)
    return found[0] if found else word


def _positive(word: str) -> str:
    """A word of degree as the word that it is made of: `safest` as safe."""
    base = word.removesuffix("st").removesuffix("e")
    return next((one for one in (base, f"{base}e") if word.endswith("est") and is_everyday(one)), word)


def _further(against: Sequence[str], lacking: Sequence[Unmet], found: Gathered) -> tuple[str, ...]:
    """What speaks against the answer beside what is shown as not met, and what the search has noted already."""
    noted = [note.removeprefix(ABSENT).split(", ") for note in found.ranking.notes if note.startswith(ABSENT)]
    said = {one.detail for one in lacking} | {f"{ABSENT}{word}" for words in noted for word in words}
    return tuple(one for one in against if one not in said)


def _verdict(checked: Checked, lacking: Sequence[Unmet], chance: float, *, floor: float, least: float) -> Verdict:
    certain = [one for one in lacking if one.constraint.certain]
    if not checked.claims or certain or chance < floor:
        return "abstained"
    if chance < least:
        return "low_confidence"
    return "answered"


def _nearest(found: Gathered, means: Means) -> Checked:
    """The best places, one a document, for somebody who wants to look, where their files still say what is shown."""
    from kts.search.cite import cite

    firsts: dict[int, Hit] = {}
    for hit in found.ranking.hits:
        if not (means.told_by and is_later_entry(hit, means.told_by)):
            firsts.setdefault(document_of(hit), hit)
    places = [
        cite(found.records[key], hit.passage, corpus=means.corpus, sources=means.sources)
        for key, hit in list(firsts.items())[:NEAREST]
    ]
    return means.recheck([Claim(one.quote, "unsupported", (), (one,)) for one in places])


def disagreements(picked: Picked, found: Gathered, means: Means) -> tuple[Conflict, ...]:
    """Where a document in force states another value than the lead, on the same words of the question."""
    if not picked.chosen:
        return ()
    day, lead = means.as_of or means.today, picked.chosen[0].held
    hits = found.ranking.hits
    of = record_of(hits[lead.unit.hit], found)
    valid = [
        pair
        for pair in picked.ranked
        if in_force(record_of(hits[pair[1].unit.hit], found), means.successors, day)
        and not is_past(pair[1].unit.text, day)
    ]

    def document(one: Held) -> str:
        return record_of(hits[one.unit.hit], found).id

    told = {document(one.held): one for one in picked.decided}
    told |= {document(one[0]): Decision(*one) for one in rivals(valid, lead, document, picked.words)}
    return tuple(
        Conflict(
            lead.unit.text,
            _respect(lead, other, found),
            (_side(lead, mine, found, means), _side(other, theirs, found, means)),
        )
        for other, mine, theirs in told.values()
        if document(other) not in {document(lead), *means.amended.get(document(lead), ())}
        and document(lead) not in means.amended.get(document(other), ())
        and not is_overtaken(of, record_of(hits[other.unit.hit], found), means.amended)
        and not parallel(*(means.known.opening(record_of(hits[one.unit.hit], found).key) for one in (lead, other)))
    )


def _respect(lead: Held, other: Held, found: Gathered) -> str:
    """In what two documents differ: each of two manuals for versions of one product tells what is so in its own."""
    one, two = (record_of(found.ranking.hits[held.unit.hit], found) for held in (lead, other))
    return "version" if of_versions(one, two) else "value"


def _side(one: Held, value: str, found: Gathered, means: Means) -> Side:
    hit = found.ranking.hits[one.unit.hit]
    record = record_of(hit, found)
    citation = compose.quoted(hit, one.unit.span, record, corpus=means.corpus, sources=means.sources)
    return Side(value, citation, since(record), record.doc_type)


def with_conflicts(said: Answer, conflicts: tuple[Conflict, ...]) -> Answer:
    """The answer as a disagreement, where there is one."""
    if not conflicts or said.verdict != "answered":
        return said
    return said._replace(verdict="conflicting", conflicts=conflicts)


def badges(said: Answer, found: Gathered, means: Means) -> tuple[Freshness, ...]:
    """How current each cited document is."""
    cited = dict.fromkeys(one.document_id for claim in said.claims for one in claim.citations)
    by_id = {record.id: record for record in found.records.values()}
    return tuple(freshness(by_id[id_], means.successors, means.as_of or means.today) for id_ in cited if id_ in by_id)


def definitions(said: Answer, found: Gathered, means: Means) -> tuple[Definition, ...]:
    """The definitions that the claims depend on, each once, but those that a claim quotes itself."""
    quotes = [quote for claim in said.claims for quote in claim.citations]
    keys = {record.id: record.key for record in found.records.values()}
    kept: dict[str, Definition] = {}
    for claim in said.claims:
        cited = claim.citations[0]
        for one in means.define(keys[cited.document_id], claim.text) if cited.document_id in keys else ():
            own = [quote.span.start for quote in quotes if quote.document_id == one.citation.document_id]
            if not any(one.citation.span.start <= start < one.citation.span.end for start in own):
                kept.setdefault(one.term, one)
    return tuple(kept.values())


def doubted(said: Answer, doubt: str) -> Answer:
    """An answer that was sure, with what makes it doubtful."""
    return said._replace(
        verdict="low_confidence",
        band=shown_as("low_confidence", said.confidence),
        doubts=(*said.doubts, doubt),
        notes=(*said.notes, doubt),
    )


def strictly(found: Answer) -> Answer:
    """The answer, or none when it is less than sure (EVID-5)."""
    if found.verdict in {"answered", "abstained"}:
        return found
    return found._replace(verdict="abstained", text="", claims=(), coverage=0.0, band=shown_as("abstained", 0.0))
