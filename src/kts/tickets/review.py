"""The last look at a reply, and whether it may leave without a person."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kts.lexicon.injection import asks_for_internal
from kts.lexicon.personal import find
from kts.tickets.escalate import LIKELY, urgent
from kts.tickets.masked import masked
from kts.tickets.nouns import NOTHING, Escalation, Review
from kts.tickets.questions import open_parts
from kts.tickets.rows import of_others, remarked
from kts.tickets.versions import beside, missing, named, other_codes
from kts.tickets.whose import mails, people

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kts.answers import Answer
    from kts.tickets.escalate import Triage
    from kts.tickets.nouns import Classification, Risk, Ticket, Validation
    from kts.tickets.policy import Policy, Rule

SECRET = frozenset({"card_number", "account_number", "national_id"})
"""Personal data that never stands in a reply, whoever it belongs to."""
SPOKEN = ("what is cited", "the amount that is asked for")
"""How the notes begin that speak against an answer: the doubts of a part stand among the notes of the whole."""
GUESS = "Perhaps, for only the model of risks says so: "
"""Before the message of a reason that an unsure alarm of the model alone gives."""
DANGER = 0.07
"""Share of all reasons of escalation together from which no reply leaves by itself, though none reaches its own
threshold. Across writers .93 and .97 of what a person must see in the blind seeds lies above, with the rules all of the
training half; of the replies of the training half that are sure enough two in 24 are lost by it (decision 0019)."""
ADVICE = {
    "no_answer": "answer by hand; the nearest places are listed",
    "too_short": "add what is missing; one line is no reply",
    "low_confidence": "compare the reply with the cited places before it is sent",
    "conflicting": "the documents disagree: find out which holds before it is sent",
    "doubtful": "it may not answer what is asked: compare and complete it by hand",
    "not_answered": "answer by hand what the reply leaves open",
    "uncited": "remove the sentence, or cite where it stands",
    "personal_data": "remove the personal data of others",
    "promise": "remove what the policy does not allow to promise",
    "other_version": "the cited place does not name the version that the ticket does: it may be different there",
    "mixed_versions": "its statements hold for different versions: keep those of the customer's",
    "changed": "another place says that what the reply states was changed",
    "other_code": "the cited place does not name the error code that the ticket does",
    "other_ticket": "another customer's ticket is cited: see that its solution holds here, and names nobody",
    "remark": "a comment, a speaker's notes or struck-through words are cited: they are for colleagues",
    "correspondence": "a mail is cited: what was written to one customer is no reply to another",
    "others_data": "it asks for what belongs to another customer: tell nothing of it",
    "people": "a list of people is cited: what is said of them is for the desk alone",
    "internal_source": "only documents that are not for customers answer it: read them, and quote nothing of them",
    "internal_request": "it asks for what is for the desk alone: see who asks, and tell nothing of it",
    "maybe_internal": "the cited document may not be for customers: see whether it may be told",
    "scope": "the cited document says that it holds for others, or not for what the ticket names",
    "opposed": "two sentences of the reply speak against each other: find out which holds",
    "alternatives": "its rows are for different cases, and the ticket does not say which: ask, or tell all of them",
    "missing_details": "the ticket does not say what is needed to answer it: send the request, or add to it",
    "left_out": "add the step or the warning that the reply leaves out",
    "pasted": "a whole row of a table or list is quoted: keep the cell or line that is asked for",
    "attachment": "what is attached was not read: look whether it says more",
    "superseded": "another document has replaced the cited one: cite that, or say for which time it holds",
    "unmet": "what the ticket names is not in the cited place: look for the right version or product",
}


class Checked(NamedTuple):
    """What is looked at together: the reply's own words without greeting, sources and closing, and how sure it is.

    `outside` are sentences of the cited documents that say that they hold for others (`kts.tickets.scope`), `opposed`
    pairs of statements of which one denies the other (`kts.tickets.gone`); `doubts` why documents may not be for
    customers, by id; `inside_only`: what is not for them alone answers; `other_version` and `mixed` what
    `kts.tickets.applies` found of the versions that its statements hold for, `changed` sentences that say that a value
    was replaced (`kts.tickets.changed`), `elses` that the ticket asks for somebody else's data (`kts.tickets.others`);
    `left_out` are steps and warnings that belong to what it says (`kts.tickets.whole`), `pasted` statements that are a
    whole row of a table or lines of a list (`kts.tickets.rows`); `spoken` are the statements of
    the draft alone; `undecided` are tables of which the ticket names no row (`kts.tickets.alternatives`), and
    `missing_details` what it lacks, for which the draft asks (`kts.tickets.details`).
    """

    ticket: Ticket
    answer: Answer | None
    draft: str
    confidence: float
    outside: tuple[str, ...] = ()
    opposed: tuple[str, ...] = ()
    doubts: Mapping[str, str] = NOTHING
    inside_only: bool = False
    other_version: bool = False
    mixed: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    elses: bool = False
    left_out: tuple[str, ...] = ()
    pasted: tuple[str, ...] = ()
    spoken: str = ""
    undecided: tuple[str, ...] = ()
    missing_details: tuple[str, ...] = ()


def review(seen: Checked, policy: Policy) -> Review:
    """What is wrong with a reply (SPEC TICK-6); an escalated ticket has its own reasons beside these."""
    answer = seen.answer
    said = answer.text if answer else ""
    replies = bool(seen.draft) and not seen.missing_details
    only_inside = seen.inside_only and not seen.draft  # then there is an answer, whatever other documents lack
    faults = (
        ("no_answer", not seen.draft and not only_inside),
        ("too_short", replies and len(seen.spoken or said) < policy.minimum_length),
        ("low_confidence", replies and seen.confidence < policy.draft_confidence),
        ("conflicting", bool(seen.draft and answer and answer.verdict == "conflicting")),
        ("doubtful", bool(seen.draft and answer and _doubtful(answer))),
        ("not_answered", bool(seen.draft) and bool(open_parts(answer))),
        ("uncited", _uncited(answer)),
        ("personal_data", bool(_foreign(seen))),
        ("promise", any(pattern.search(said) for pattern in policy.forbidden)),
        ("other_version", seen.other_version or bool(answer and _of_another_version(seen.ticket, answer))),
        ("mixed_versions", bool(seen.draft and seen.mixed)),
        ("changed", bool(seen.changed)),
        ("other_code", bool(answer and other_codes(seen.ticket, answer))),
        ("other_ticket", of_others(answer)),
        ("remark", bool(remarked(answer))),
        ("correspondence", bool(mails(answer))),
        ("others_data", seen.elses),
        ("people", bool(people(answer))),
        ("internal_source", only_inside),
        ("internal_request", policy.audience == "customers" and asks_for_internal(seen.ticket.text)),
        ("maybe_internal", bool(seen.draft and _maybe_internal(seen))),
        ("scope", bool(seen.outside)),
        ("opposed", bool(seen.opposed)),
        ("left_out", bool(seen.left_out)),
        ("alternatives", bool(seen.draft and seen.undecided)),
        ("missing_details", bool(seen.missing_details)),
        ("pasted", bool(seen.pasted)),
        ("superseded", bool(answer and _superseded(answer) and not named(seen.ticket.text))),
        ("unmet", bool(answer and answer.unmet) and not only_inside),
        ("attachment", bool(_unread(seen.ticket))),
    )
    issues = tuple(code for code, holds in faults if holds)
    return Review(not issues, issues, tuple(masked(_advice(code, seen), seen.ticket) for code in issues))


def _advice(code: str, seen: Checked) -> str:
    """What to do about an issue, with what it rests on where the answer says it."""
    answer = seen.answer
    if code == "no_answer" and not (answer and (answer.nearest or answer.claims)):
        return "answer by hand; no place speaks of it"
    said = _rests_on(code, seen, answer) if answer or code == "attachment" else ()
    return ": ".join((ADVICE[code], "; ".join(dict.fromkeys(said)))) if said else ADVICE[code]


def _rests_on(code: str, seen: Checked, answer: Answer | None) -> tuple[str, ...]:
    """The sentences, files or parts of the question that an issue is about."""
    if answer is None:
        return _unread(seen.ticket)
    told = {
        "not_answered": lambda: open_parts(answer),
        "remark": lambda: remarked(answer),
        "doubtful": lambda: _against(answer),
        "scope": lambda: seen.outside,
        "opposed": lambda: seen.opposed,
        "left_out": lambda: seen.left_out,
        "alternatives": lambda: seen.undecided,
        "missing_details": lambda: seen.missing_details,
        "attachment": lambda: _unread(seen.ticket),
        "changed": lambda: seen.changed,
        "mixed_versions": lambda: seen.mixed,
        "maybe_internal": lambda: _maybe_internal(seen),
        "unmet": lambda: tuple(one.detail for one in answer.unmet if one.detail),
    }
    return tuple(told[code]()) if code in told else ()


def _unread(ticket: Ticket) -> tuple[str, ...]:
    """The names of attached files that were not read."""
    return tuple(map(str, ticket.metadata.get("unread") or ()))


def _of_another_version(ticket: Ticket, answer: Answer) -> bool:
    return bool(missing(ticket, answer) or beside(ticket, answer))


def _maybe_internal(seen: Checked) -> tuple[str, ...]:
    """Why the documents that a reply cites may not be for customers."""
    cited = [one for claim in (seen.answer.claims if seen.answer else ()) for one in claim.citations]
    return tuple(
        dict.fromkeys(f"{one.path}: {seen.doubts[one.document_id]}" for one in cited if one.document_id in seen.doubts)
    )


def _doubtful(answer: Answer) -> bool:
    """Whether the answer is unsure: a probability from outside takes nothing of that back."""
    return answer.verdict == "low_confidence" or bool(_against(answer))


def _against(answer: Answer) -> tuple[str, ...]:
    """What the answer itself says against it."""
    return (*answer.doubts, *(note for note in answer.notes if note.startswith(SPOKEN)))


def _superseded(answer: Answer) -> bool:
    """Whether another document has taken the place of the one that is cited first."""
    first = next((citation.document_id for claim in answer.claims for citation in claim.citations), "")
    return any(one.document_id == first and one.badge == "superseded" for one in answer.freshness)


def _uncited(answer: Answer | None) -> bool:
    return answer is not None and any(not claim.citations or claim.support != "supported" for claim in answer.claims)


def _foreign(seen: Checked) -> list[str]:
    """Personal data of the reply that is secret, or was copied from what the ticket quotes of other people.

    What the documents print for everybody, such as the desk's own telephone, is no secret: it is in the cited place.
    """
    said = seen.answer.text if seen.answer else ""
    own = {seen.ticket.client_name.lower(), seen.ticket.email.lower()}
    told = f"{seen.ticket.text}\n{seen.ticket.quoted}\n{seen.ticket.signature}"
    cited = "\n".join(
        citation.quote for claim in (seen.answer.claims if seen.answer else ()) for citation in claim.citations
    )
    found = [(one.kind, said[one.span.start : one.span.end]) for one in find(said)]
    secret = [text for kind, text in found if kind in SECRET]
    return secret + [text for _, text in found if text in told and text not in cited and text.lower() not in own]


def escalation(
    *,
    validation: Validation,
    classification: Classification,
    risks: tuple[Risk, ...],
    issues: tuple[str, ...],
    said: Triage,
    confidence: float,
    policy: Policy,
    trusted: bool,
) -> Escalation:
    """Whether a person takes over and why: a structured field, never words in the reply.

    `said` is what the model of risks makes of the ticket, `trusted` whether what tells risks apart is good enough for a
    reply to leave by itself.
    """
    reasons = [risk.reason for risk in risks]
    reasons += [code for code in validation.reasons if code != "personal_data"]
    automation = policy.topic(classification.primary_class).automation
    if automation != "auto":
        reasons.append(f"automation_{automation}")
    reasons += [f"review_{code}" for code in issues]
    if not reasons and not trusted:
        reasons.append("no_embedding_model")
    if not reasons and (said.routine < policy.max_risk or said.danger >= DANGER):
        reasons.append("not_routine")
    if not reasons and confidence < policy.auto_confidence:
        reasons.append("not_sure_enough")
    surest = next((rule for risk in risks[:1] for rule in policy.rules if rule.reason == risk.reason), None)
    return Escalation(
        bool(reasons),
        tuple(dict.fromkeys(reasons)),
        any(urgent(risk, policy) for risk in risks),
        risks,
        surest.queue if surest else "",
        _message(surest, risks[0]) if surest else "",
    )


def _message(rule: Rule, risk: Risk) -> str:
    """What the person is told who takes over; of a guess, that it is one."""
    guessed = risk.source == "model" and risk.score < LIKELY and rule.message
    return f"{GUESS}{rule.message}" if guessed else rule.message
