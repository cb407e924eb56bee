"""The first gate: whether the evidence says what a claim says.

Rules look for what differs: numbers and their units, dates, comparators, negation, modality, quantifiers, opposites,
names and roles. Two small logistic models, fitted on sentences that people judged (docs/explanation/gates.md), weigh
what they saw: one whether the evidence speaks of what the claim says, the other whether it then says the same. False
claims that people write hold more of the evidence's words than true ones do, so one model cannot do both. The product
of the two is the chance of support. The first model alone says which statement decides: the likeliest support of a
false claim is mostly a statement that speaks of something else. A reading model, where one is there, knows that better
than words do. What passes all of this is held against its statements by an entailment model, where one is there.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from kts.answer.claims import entailed, heard, joined
from kts.answer.claims.agree import alike as agree_alike
from kts.answer.claims.agree import cells as agree_cells
from kts.answer.claims.agree import edits as agree_edits
from kts.answer.claims.agree import forms as agree_forms
from kts.answer.claims.agree import gapped as agree_gapped
from kts.answer.claims.agree import measured as agree_measured
from kts.answer.claims.agree import tables as agree_tables
from kts.answer.claims.agree import values as agree_values
from kts.answer.claims.agree.roles import names
from kts.answer.claims.agree.rules import RULES
from kts.answer.claims.agree.sides import Finding, Sides, about, flat, quoted
from kts.answer.claims.agree.things import numbered as agree_numbered
from kts.answer.claims.agree.things import variants as agree_variants
from kts.answer.claims.align import align, closer, cosine, headed_row
from kts.answer.claims.bars import (
    BANDED,
    HARD,
    READ,
    SURE,
    TOLD,
    Weighed,
    above_its_note,
    asks,
    barred,
    by_its_number,
    elsewhere,
    forbidden,
    hard,
    in_its_range,
    in_its_steps,
    is_row,
    names_its_row,
    surely,
    turned,
)
from kts.answer.claims.behind import neighbours
from kts.answer.claims.features import copied_or_touched, signs
from kts.answer.claims.match import (
    LIKELY,
    Match,
    Statement,
    has_value,
    held,
    labelled,
    matches,
    named,
    statements,
    stems,
    under_headers,
    wanted,
)
from kts.answer.claims.naming import OPENING, as_given, by_name, of_another, other_role, places, worded
from kts.answer.claims.weights import NO_MODELS, chance, heard_among, spoken
from kts.answer.units.window import headed, window
from kts.answer.units.window import wanted as looked_for
from kts.answers import Judgement, Reason
from kts.lexicon.analyse import words
from kts.lexicon.quantities import quantities
from kts.types import Span, well_formed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.answer.claims.align import Alignment
    from kts.answer.claims.naming import Worded
    from kts.answer.claims.weights import Models
    from kts.answers import Evidence, Support
    from kts.ports.models import EntailmentModel, Reader, TokenVectors

RULED, READ_BY, ENTAILED_BY = "claim", "reader", "entailment"
"""The checks that a claim may go through: the rules with what was fitted, and the models that read it."""
BESIDE = 1
"""Statements before and after one that are taken as what stands around it."""
COMPARED = 24
"""Statements whose meaning is compared with the claim's; each costs one run of the model. Of 150 true training claims
of samples/ that are looked up, the quoted one is among the first three for 112; eight of twelve by words: 106."""
VALUED = frozenset({"number", "unit", "date", "number_gap", "date_gap", "number_elsewhere"})
"""What is found where a value of the claim is not in the statement."""
AGAINST = 0.9
"""How much of the claim another document's statement must hold, beside the one that supports it, to dispute it; a
default, not fitted."""
UNMEASURED = frozenset({"number", "count", "ordinal"})
"""Kinds of quantity that may be the other one's value without its unit."""


def judge(
    claim: str,
    evidence: Sequence[Evidence],
    tokens: TokenVectors | None = None,
    *,
    reader: Reader | None = None,
    entailment: EntailmentModel | None = None,
    drafted: bool = False,
) -> Judgement:
    """Hold a claim against pieces of evidence. `tokens` gives token vectors where an embedding model is there.

    A `reader` that is calibrated for claims tells which statement speaks of this one; another is not asked. An
    `entailment` model that is `fitted` is a sign, too; any other one reads what would be called supported. `drafted` is
    for what a language model wrote, where it is worse to let an invention pass than to turn a true sentence away.
    Absence of evidence is a judgement too: unsupported, with no match.
    """
    models = heard_among(tokens, reader, entailment)
    likely = _likely(claim, evidence, tokens)
    found = tuple(_weighed(*one, evidence, models) for one in likely[:LIKELY])
    gates = (RULED, *([READ_BY] if models.reader else []), *([ENTAILED_BY] if models.entailment else []))
    if not found:
        return Judgement("unsupported", (Reason("unmatched", "nothing in the evidence speaks of this"),), (), 0.0)
    best = _with_the_values(above_its_note(_best(found, evidence), found), found, evidence)
    best = _of_its_row(best, evidence, models)
    best = by_its_number(_where_the_value_is(best, evidence, models))
    best = in_its_steps(in_its_range(best), evidence[best.match.statement.piece])
    support = _support(best, models, drafted=drafted)
    score = round(best.chance, 4)
    if support != "supported":
        beside = dict.fromkeys((best.match.statement.piece, one.beside) for one in best.findings if one.beside)
        return Judgement(support, _reasons(best, support), (_place(best), *beside), score, gates)
    denied = _denied_by(claim, best, evidence) or _refused(claim, found, evidence)
    if denied:
        return Judgement("unsupported", denied[:1], (_place(best), _place(denied[1])), score, gates)
    if entailment is not None and not entailment.fitted:
        read = entailed.read(best, found, evidence, entailment)
        gates = (*gates, ENTAILED_BY) if read.done else gates
        if read.why:
            return Judgement("unsupported", (read.why,), (_place(best),), score, gates)
    fitted = models.entailment
    again = partial(judge, evidence=evidence, tokens=tokens, reader=reader, entailment=fitted, drafted=drafted)
    part = joined.unsaid(claim, best.match.statement.text, again)
    if part is not None:
        return Judgement("unsupported", part.reasons, (*part.matched, _place(best)), score, gates)
    other = _disputed(best, likely, evidence)
    why, places = ((other[0],), (_place(other[1]),)) if other else ((), ())
    return Judgement("supported", why, (_place(best), *places), score, gates)


def weighed(claim: str, evidence: Sequence[Evidence], models: Models = NO_MODELS) -> tuple[Weighed, ...]:
    """The likely statements with what the rules saw in each, in the order of their fit."""
    likely = _likely(claim, evidence, models.tokens)[:LIKELY]
    return tuple(_weighed(*one, evidence, models) for one in likely)


def _likely(claim: str, evidence: Sequence[Evidence], vectors: TokenVectors | None) -> tuple[tuple[Worded, Match], ...]:
    """The statements that hold most of the claim, as it is worded for their documents, best first."""
    said = worded(claim, evidence)
    found = matches([one.text for one in said], evidence, limit=COMPARED)
    if vectors is not None:
        near = (
            match._replace(cosine=cosine(said[match.statement.piece].text, flat(match.statement.text)[0], vectors))
            for match in found
        )
        found = tuple(sorted(near, key=lambda match: -match.fit))
    apart = {match: any(agree_forms.of_another_sheet(claim, match.statement, evidence)) for match in found}
    found = tuple(sorted(found, key=apart.__getitem__))
    return tuple((said[match.statement.piece], match) for match in found)


def _disputed(
    best: Weighed, likely: Sequence[tuple[Worded, Match]], evidence: Sequence[Evidence]
) -> tuple[Reason, Weighed] | None:
    """Another document that speaks of the same and has another value, where the claim does not say which it means."""
    own = evidence[best.match.statement.piece].path
    for said, match in likely:
        piece = evidence[match.statement.piece]
        if piece.path == own or match.held < AGAINST * best.match.held:
            continue
        if (match.held < SURE or not names_its_row(said.text, match)) and not _of_one_kind(match, best.match):
            continue
        one = _weighed(said, match, evidence, NO_MODELS)
        hard_ones = (finding for finding in one.conflicts if finding.kind in HARD)
        why = next((finding for finding in hard_ones if not _of_two_kinds(finding, one)), None)
        if why and not elsewhere(one) and not asks(one):
            return Reason("disputed", well_formed(f"{piece.path} says otherwise: {why.text}")), one
    return None


def _of_one_kind(one: Match, other: Match) -> bool:
    """Whether two rows have one key under the same header: few of a claim's words stand in a row."""
    if not (is_row(one) and is_row(other) and one.statement.intro.split() == other.statement.intro.split()):
        return False
    keys = [agree_tables.row(flat(each.statement.text)[0], each.statement.intro) for each in (one, other)]
    return all(keys) and len({key.values[0].casefold() for key in keys if key}) == 1


def _denied_by(claim: str, best: Weighed, evidence: Sequence[Evidence]) -> tuple[Reason, Weighed] | None:
    """Another statement of the document that denies what the claim says beyond the one that supports it."""
    at, said = best.match.statement, worded(claim, evidence)
    path = evidence[at.piece].path
    others = (
        _weighed(said[number], match, evidence, NO_MODELS)
        for number, piece in enumerate(evidence)
        if number == at.piece or (path and piece.path == path)
        for match in heard.of_the_rest(best, number, piece)
        if match.statement.text != at.text
    )
    found = heard.denied_by(best, others)
    if found is None:
        return None
    return _elsewhere_said(found[1], path)


def _elsewhere_said(one: Weighed, path: str) -> tuple[Reason, Weighed]:
    text = flat(one.match.statement.text)[0]
    return Reason("denied_beside", well_formed(f"{path or 'the evidence'} says elsewhere: {quoted(text)}")), one


def _refused(claim: str, found: Sequence[Weighed], evidence: Sequence[Evidence]) -> tuple[Reason, Weighed] | None:
    """A likely statement, or one that withholds it, of any document, that denies of somebody what the claim says."""
    said = worded(claim, evidence)
    withheld = (_weighed(said[one.statement.piece], one, evidence, NO_MODELS) for one in heard.withholding(evidence))
    refused = heard.refused_by(found) or heard.refused_by(withheld)
    return _elsewhere_said(refused[1], evidence[refused[1].match.statement.piece].path) if refused else None


def _of_two_kinds(finding: Finding, one: Weighed) -> bool:
    """Whether a share is held against an amount of money, or days against a sum: neither denies the other."""
    if not finding.claim or not finding.evidence:
        return False
    claimed = quantities(one.claim.text[slice(*finding.claim)])
    stated = quantities(flat(one.match.statement.text)[0][slice(*finding.evidence)])
    kinds = {quantity.kind for quantity in (*claimed[:1], *stated[:1])} - UNMEASURED
    return len(kinds) > 1


def _weighed(said: Worded, match: Match, evidence: Sequence[Evidence], models: Models) -> Weighed:
    text, _ = flat(match.statement.text)
    said = by_name(said, text)
    claim, piece = said.text, evidence[match.statement.piece]
    alignment = align(claim, text)
    if models.tokens is not None:
        alignment = closer(alignment, claim, text, models.tokens)
    if is_row(match) or labelled(match.statement.text):
        alignment = headed_row(alignment, match.statement.intro)
    sides = Sides(
        claim,
        text,
        alignment,
        _near(piece, match),
        about(piece),
        piece.text,
        str(piece.metadata.get(OPENING) or ""),
        *neighbours(piece.text, match.statement.span),
    )
    itself = not match.statement.intro and words(claim) == words(text)
    findings = (
        *agree_cells.told(sides, agree_tables.settled(sides, [] if itself else _seen(sides))),
        *of_another(claim, piece, evidence),
        *agree_numbered.of_another_number(claim, piece),
        *other_role(claim, piece, evidence),
        *places(claim, piece),
        *agree_forms.of_another_sheet(claim, match.statement, evidence),
        *agree_forms.other_field(claim, piece, evidence),
    )
    features = signs(match, alignment, findings, text)
    features |= _cover(claim, match, piece) | copied_or_touched(agree_edits.copied(claim, text), findings)
    if models.reader is not None:
        features[READ] = _read(claim, match, piece, models.reader)
    given = _given(claim, alignment, piece)
    model = models._replace(entailment=None).weights
    chances = spoken(features, model), chance(features, model)
    found = Weighed(match, alignment, findings, features, *chances, said, given)
    return entailed.heard(found, piece, models) if models.entailment else found


def _given(claim: str, alignment: Alignment, piece: Evidence) -> float:
    """The share of a claim that a statement holds, but for names that its document bears or gives its parties.

    A clause speaks of the Borrower, or of nobody at all; whose clause it is the document says at its beginning.
    """
    own = named(piece) | stems(str(piece.metadata.get(OPENING) or ""))
    borne = [one for one in names(claim) if own.issuperset(one.stems)]
    left = (token for token in alignment.alone if not any(one.start <= token.start < one.end for one in borne))
    return alignment._replace(alone=tuple(left)).held


def _seen(sides: Sides) -> list[Finding]:
    """What all rules see in a claim and a statement."""
    found = agree_numbered.titled(sides, [finding for rule in RULES for finding in rule(sides)])
    found = list(agree_measured.settled(sides, agree_variants.settled(sides, found)))
    return list(agree_gapped.settled(sides, agree_alike.settled(sides, found)))


def _read(claim: str, match: Match, piece: Evidence, reader: Reader) -> float:
    """What a reader makes of a claim and a statement under its title and heading, on the scale of its calibration."""
    text = match.statement.text
    span = window(looked_for(claim), text, reader.count, budget=reader.window)
    text = text[span.start : span.end]
    above = headed((piece.title, piece.heading), text, reader.count, budget=reader.heading)
    return reader.weighings["claim"].logit * reader.read(claim, [above + text])[0].answerable


def _near(piece: Evidence, match: Match) -> str:
    """What stands around a statement in its passage: its header or lead, the statements beside it.

    The rows beside a row are of other things, and so are lines with other labels: a value that stands there is theirs.
    """
    if is_row(match) or labelled(match.statement.text):
        return match.statement.intro
    return f"{match.statement.intro}\n{_beside(piece.text, match.statement.span)}"


def _beside(text: str, span: Span) -> str:
    """The text of the statements right before and after one, each on a line."""
    return "\n".join(flat(text[start:end])[0] for (start, end), _ in _around(text, span))


def _around(text: str, span: Span) -> tuple[tuple[Span, str], ...]:
    """The statements right before and after one, each with what it stands under.

    One that begins with struck-through words is read from behind them, so where it ends tells which it is.
    """
    found = statements(text)
    at = next((number for number, (own, _) in enumerate(found) if own.end >= span.end), len(found))
    return found[max(0, at - BESIDE) : at] + found[at + 1 : at + 1 + BESIDE]


def _cover(claim: str, match: Match, piece: Evidence) -> dict[str, float]:
    """How much of the claim stands in the statement and what it stands under, and in the statements beside it too."""
    words, above = wanted(claim), named(piece) | stems(match.statement.intro)
    own, beside = stems(match.statement.text), stems(_beside(piece.text, match.statement.span))
    return {"titled": held(words, own | above), "beside": held(words, own | beside | above)}


UNHEARD = frozenset({"document", "sheet", "place", "release", "reported", "of_others"})
"""What is found in a statement that is heard only where there is no other: of something else, or of others only."""


def _best(found: Sequence[Weighed], evidence: Sequence[Evidence]) -> Weighed:
    """The statement that speaks of the claim most likely, whatever it says of it.

    Where that is another row, the row that the claim names tells more, if it gives another value.
    """
    named = [one for one in found if not any(each.kind in UNHEARD for each in one.findings)]
    best = max(named or found, key=lambda one: one.spoken)
    if not elsewhere(best):
        path = evidence[best.match.statement.piece].path
        near = (one for one in found if evidence[one.match.statement.piece].path == path)
        return next((one for one in near if hard(best) and _is_of(one, best)), best)
    other_record = any(each.kind == "code" for each in best.findings)
    beside = (one for one in found if other_record or _of_one_table(one, best))
    return next((one for one in beside if not elsewhere(one) and (hard(one) or turned(one))), best)


def _of_one_table(one: Weighed, other: Weighed) -> bool:
    return one.match.statement.piece == other.match.statement.piece and is_row(one.match)


def _is_of(one: Weighed, best: Weighed) -> bool:
    """Whether a row beside a sentence with another value has the claim's value and is of what the sentence is not."""
    if is_row(best.match) or not is_row(one.match) or elsewhere(one):
        return False
    own = agree_tables.row(flat(one.match.statement.text)[0], one.match.statement.intro)
    key = stems(own.values[0]) if own and agree_cells.is_keyed(one.claim.text, own) else frozenset()
    valued = one.match.values or any(each.kind == "cell" for each in one.conflicts)
    return bool(valued and key) and key.isdisjoint(stems(best.match.statement.text))


ABOUT_AS = 0.8
"""Share of the best statement's chance to speak of the claim from which another one of its document, which has every
value of the claim where the best has another one, decides; a default, not fitted."""


def _with_the_values(best: Weighed, found: Sequence[Weighed], evidence: Sequence[Evidence]) -> Weighed:
    """The statement beside the best one that has the claim's values, where the best one has others.

    A row with the value in another column gives way to what speaks of it more; what somebody asks for, to any document.
    """
    if not hard(best) or any(each.kind == "comparator" for each in best.conflicts):
        return best
    path = evidence[best.match.statement.piece].path
    cell = any(each.kind == "cell" for each in best.conflicts)
    asked = asks(best)
    least = TOLD if asked else (1 if cell else ABOUT_AS) * best.spoken
    fit = [
        one
        for one in found
        if (one.match.values or (asked and _valued(one)))
        and not any(each.kind in VALUED for each in one.findings)
        and one.spoken >= least
        and (asked or evidence[one.match.statement.piece].path == path)
        and not barred(one)
    ]
    return max(fit, key=lambda one: one.spoken, default=best)


def _valued(one: Weighed) -> bool:
    """Whether a statement has a value of the claim, be it a bare figure in a cell."""
    return any(alike for _, alike in agree_values.twins(one.claim.text, flat(one.match.statement.text)[0]))


def _where_the_value_is(best: Weighed, evidence: Sequence[Evidence], models: Models) -> Weighed:
    """The statement beside the best one that has a figure which that lacks, where it says otherwise: `was 5`."""
    near = [one.claim for one in best.findings if one.kind in NEAR and one.claim is not None]
    piece = evidence[best.match.statement.piece]
    for span in near:
        figure = best.claim.text[span.start : span.end]
        if not any(character.isdigit() for character in figure):
            continue
        for place, intro in _around(piece.text, best.match.statement.span):
            text = piece.text[place.start : place.end]
            if not has_value(figure, text):
                continue
            match = Match(
                Statement(best.match.statement.piece, place, text, intro), best.match.held, best.match.around, 1
            )
            other = _weighed(best.claim, match, evidence, models)
            if hard(other) or turned(other):
                return other
    return best


def _of_its_row(best: Weighed, evidence: Sequence[Evidence], models: Models) -> Weighed:
    """The row of the same table that is for the claim's amount, or whose key it names, where the best is another."""
    if not is_row(best.match) or not elsewhere(best):
        return best
    match, piece = best.match, evidence[best.match.statement.piece]
    own = match.statement
    text, _ = flat(own.text)
    sides = Sides(best.claim.text, text, best.alignment, _near(piece, match), about(piece), piece.text)
    rows = agree_tables.fitting(sides)
    named = frozenset(one.text for one in agree_cells.named_rows(sides))
    found: list[Weighed] = []
    for span, intro in under_headers(piece) if rows or named else ():
        line = piece.text[span.start : span.end]
        if intro == own.intro and flat(line)[0] in (rows or named):
            values = sum(bool(alike) for _, alike in agree_values.twins(best.claim.text, flat(line)[0]))
            fit = match._replace(statement=own._replace(span=span, text=line), values=values)
            one = _weighed(best.claim, fit, evidence, models)
            told = rows and values and not one.findings
            found.append(one._replace(chance=max(one.chance, BANDED)) if told else one)
    if rows:
        return found[0] if found else best
    own_words = stems(own.text) & stems(best.claim.text)
    agreed = [one for one in found if not elsewhere(one) and (hard(one) or own_words <= stems(_with_head(one.match)))]
    return max(agreed, key=lambda one: one.chance, default=best)


def _with_head(match: Match) -> str:
    """A statement with what it stands under."""
    return f"{match.statement.intro} {match.statement.text}"


NEAR = frozenset({"number_near", "date_near"})
"""What is found where a value of the claim stands beside the statement."""


def _support(best: Weighed, models: Models, *, drafted: bool = False) -> Support:
    thresholds = models.weights["thresholds"]
    bars = forbidden if models.entailment else barred
    if best.chance >= thresholds["drafted" if drafted else "supported"] and not bars(best):
        return "supported"
    return "contradicted" if best.match.fit >= thresholds["topic"] and surely(best) else "unsupported"


def _reasons(best: Weighed, support: Support) -> tuple[Reason, ...]:
    """Why not: the conflicts first, then what is missing."""
    offset = best.match.statement.span.start
    ours, theirs = best.claim.places, flat(best.match.statement.text)[1]
    told = (
        best.conflicts
        if support == "contradicted"
        else tuple(one for one in best.findings if not one.kind.endswith("near"))
    )
    told = tuple({(one.kind, one.text): one for one in reversed(told)}.values())[::-1]  # two rules may see the same
    reasons = [as_given(finding, best.claim).reason(ours, theirs, offset) for finding in told]
    alone = sorted(best.alignment.alone, key=lambda token: (-token.weight, token.start))[:3]
    if support == "unsupported" and alone:
        words, where = ", ".join(token.word for token in alone), Span(alone[0].start, alone[0].end)
        reasons.append(
            Finding("unmatched", conflict=False, text=f"the evidence does not speak of: {words}", claim=where).reason(
                ours, theirs, offset
            )
        )
    return tuple(reasons) or (Reason("unmatched", "too little of the claim stands in the evidence"),)


def _place(best: Weighed) -> tuple[int, Span]:
    return best.match.statement.piece, best.match.statement.span
