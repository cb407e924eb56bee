"""Whether a reply answers every question of a ticket, and what it leaves open.

The answer to several questions is put together of what each of them gets. A statement that shares a word with another
question is taken for its answer now and then, so each question is held against the reply once more, and is named where
the reply leaves it open. A question that was noted as open, and that the reply does answer, is noted no longer.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.constraints.expected import expected, holds
from kts.answer.parts import joined
from kts.answer.verdict.signals import ASKING
from kts.answers import GIVEN
from kts.lexicon.analyse import STOP_WORDS, terms
from kts.lexicon.messages import closed, message, refers
from kts.lexicon.patterns import later
from kts.lexicon.sentences import sentences
from kts.search.decompose import either, pieces
from kts.tickets.versions import named

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kts.answers import Answer, Claim
    from kts.tickets.nouns import Ticket
    from kts.types import Ranking

OPEN = "not answered: "
"""Before a question that has no answer, in the notes of one."""
MOST = 0.5
"""Share of a question's words that a statement must hold more of to answer it (a default, not fitted)."""
SEVERAL = 2
"""Words of a question that a statement found by the ticket's story must hold, where it has more (a default)."""
STATED = frozenset({"number", "date", "who"})
"""Kinds of answers that are seen in a statement; how a thing is done may be told in any words."""
PROBED = 6
"""Questions of a ticket that are put to the documents by themselves at most (a default, not fitted)."""
_NUMBERED = later(
    r"(?m)^[ \t]*\(?(?:\d{1,2}|[a-h])[.):][ \t]+"
    r"(?P<item>\S.*(?:\n(?![ \t]*(?:\(?(?:\d{1,2}|[a-h])[.):][ \t]|\n)).*\S)*)"
)
"""An item of a numbered list, up to the next one or an empty line."""
ASKED = 2
"""Items of a list that ask, from which it is one of questions; steps that were done and what was seen are none (a
default, not fitted)."""
_ORDINAL = later(
    r"(?i)(?:\A|(?<=[.?!,;:\n] )|(?<=\n))(?P<number>first|second|third|fourth|1st|2nd|3rd|4th)(?:ly)?\s?[:,)]\s+(?=\S)"
)
"""`First: ... Second: ...` within the lines of a text."""
_ORDER = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4}
_REQUEST = later(
    r"(?i)\b(?:can|could|would|will) (?:you|u|ya|someone|somebody|anybody|anyone)\b(?: please| kindly| also)?\s+"
    r"(?!help|tell|let|advise|confirm|explain|check|look|see|call|contact|get|give me a|please|do something|assist|"
    r"answer|reply|respond|come)[a-z]{3,}|"
    r"\bplease(?: also)? (?:change|cancel|delete|remove|restore|send|move|add|refund|extend|correct|replace|reset|"
    r"unlock|upgrade|downgrade|increase|raise|close|merge|transfer|convert|activate|deactivate|enable|disable)\b|"
    r"\A\W*(?:(?:and|also|but|or|so|then) )*(?:(?:what|which|who|how|when|where|why)(?: [a-z]+){0,3}? "
    r"(?:do|does|did|is|are|was|can|could|should|must|will|would|may)\b|(?:can|may|could|must|should|do) (?:i|we)\b)"
)
"""A sentence that asks for something without a question mark: `can you change it.`, `which command do you run.`"""
_AMPERSAND = later(
    r"(?i) & (?=(?:what|which|who|when|where|why|how|is|are|do|does|did|can|may|must|should|will)(?:s|['\u2019]s)?\b)"
)
_SHORTENED = later(r"(?i)\b(?P<word>what|who|where|how|when)['\u2019]?s(?= (?:the|my|our|your|an?)\b)")
_ITEM = later(r"(?:(?<=\s)|(?<=\A))(?:\(?\d{1,2}[.):]|\(?[a-h]\)|[-*\u2022])\s+(?=[^\W\d_])")
"""The number or mark before a question of a list."""
JOINED = later(
    r"(?i)[^?]{6,},?\s(?:and|or|but)(?: also)?,?\s(?:what|which|who|when|where|why|how|is|are|do|does|did|can|may|must|"
    r"should|will)\b"
)
"""Two questions in one sentence."""
ANNOUNCES = later(r"(?i)\A[^:?]{0,30}\b(?:things|questions|points)\b[^:?]{0,20}:\s")
"""What says that there are several."""
_BEFORE = later(r"(?i)\A.*\b(?=(?:what|which|who|when|where|why|how)\b)")
_VAGUE = frozenset(terms("wrong matter problem issue trouble going happen happens happened mean means"))
"""Words that ask of whatever the ticket tells."""
_ASKS = frozenset(terms(" ".join(ASKING)))


def spelled(text: str) -> str:
    """A text with its questions as they are written otherwise: `& is` with `and`, `whats the` as `what is the`."""
    return _SHORTENED.sub(lambda match: f"{match['word']} is", _AMPERSAND.sub(" and ", text))


def questions(ticket: Ticket) -> tuple[str, ...]:
    """The questions of a ticket in its own words, in their order; an `and` may join two."""
    text = spelled(_ITEM.sub("\n", ticket.description))
    asked = [" ".join(closed(text, one).split()) for one in message(text).asks]
    asked = [ANNOUNCES.sub("", one) for one in asked]
    found = [part for one in asked for part in (pieces(one) if is_joined(one) else (one,))]
    return tuple(dict.fromkeys(one for one in found if content_of(one)))


def is_joined(question: str) -> bool:
    """Whether a sentence asks two things; not which of two ways holds."""
    return JOINED.match(question) is not None and not either(" ".join(question.split()))


def wishes(ticket: Ticket) -> tuple[str, ...]:
    """What a ticket asks for beside its questions, in sentences without a question mark: each is answered, or named."""
    text = spelled(_ITEM.sub("\n", ticket.description))
    told = [re.split(r"(?<=[a-z]{2}[.!])\s", text[one.start : one.end].strip())[0] for one in message(text).told]
    asked = [" ".join(one.split()).rstrip(" .!") for one in told if _REQUEST.search(one)]
    return tuple(dict.fromkeys(f"{one}?" for one in asked if len(content_of(one)) > 1))


def listed(ticket: Ticket) -> tuple[str, ...]:
    """The points of a numbered list of questions, those that only state a wish among them; empty without a list."""
    items = list(_NUMBERED.finditer(ticket.description))
    said = [" ".join(one["item"].split()) for one in items]
    if said and "?" in said[-1]:
        said[-1] = said[-1][: said[-1].rindex("?") + 1]  # what follows in the last line may be a greeting
    asking = sum("?" in one for one in said)
    return tuple(dict.fromkeys(said)) if asking >= ASKED else _counted(ticket.description)


def _counted(text: str) -> tuple[str, ...]:
    """The points of `First: ... Second: ...`, each up to the end of what it asks; empty where one asks nothing."""
    marks = list(_ORDINAL.finditer(text))
    if [_ORDER[one["number"].lower()] for one in marks] != list(range(1, len(marks) + 1)) or len(marks) < ASKED:
        return ()
    ends = [*(one.start() for one in marks[1:]), len(text)]
    said = [" ".join(text[one.end() : end].split()) for one, end in zip(marks, ends, strict=True)]
    asked = [_asking_part(one) for one in said]
    return tuple(asked) if all(asked) else ()


def _asking_part(said: str) -> str:
    """A point without what stands behind its question or request, such as a greeting; empty where it asks nothing."""
    if "?" in said:
        return said[: said.rindex("?") + 1]
    stretches = [said[start:end] for start, end in sentences(said)]
    last = max((at for at, one in enumerate(stretches) if _REQUEST.search(one)), default=-1)
    return "".join(stretches[: last + 1]).strip()


def in_turn(ticket: Ticket, answer: Answer, probe: Callable[[str], Answer] | None) -> Answer:
    """The answer to a list of points, each put to the documents by itself; what has no answer is noted as open.

    A ticket without such a list keeps its answer. `answer` is what the ticket gets as a whole.
    """
    points = listed(ticket)
    if probe is None or len(points) < ASKED:
        return answer
    alone = [probe(point if "?" in point else f"{point.rstrip(' .!')}?") for point in points[:PROBED]]
    alone = [one._replace(query=point) for one, point in zip(alone, points, strict=False)]
    if not any(one.verdict in GIVEN for one in alone):
        return answer
    found = of_parts(answer, alone)
    left = tuple(f"{OPEN}{point}" for point in points[PROBED:])
    verdict = "partly" if left and found.verdict == "answered" else found.verdict
    return found._replace(notes=(*found.notes, *left), verdict=verdict)


def touches(question: str, claims: Sequence[Claim]) -> bool:
    """Whether a statement has a word of a question, or says what to do where that is asked."""
    if SOLVING.search(question):
        return any(STEP.search(line) for claim in claims for line in claim.text.splitlines())
    wanted = content_of(_BEFORE.sub("", question)) - _VAGUE
    said = " ".join(f"{claim.text} {one.title}" for claim in claims for one in claim.citations)
    return not wanted or not wanted.isdisjoint(terms(said))


def without(answer: Answer) -> Answer:
    """The answer as none."""
    return answer._replace(verdict="abstained", claims=(), text="")


def of_parts(answer: Answer, alone: Sequence[Answer]) -> Answer:
    """The answers to parts as one, in place of an answer to the whole."""
    found = joined(answer.query, alone, lambda: without(answer))
    return found._replace(ranking=all_found(found, alone), ledger_id=answer.ledger_id)


def all_found(answer: Answer, alone: Sequence[Answer]) -> Ranking | None:
    """The ranking of an answer with the passages of all parts."""
    hits = {hit.passage.id: hit for one in (answer, *alone) if one.ranking for hit in one.ranking.hits}
    return answer.ranking._replace(hits=tuple(hits.values())) if answer.ranking else None


def open_parts(answer: Answer | None) -> tuple[str, ...]:
    """The questions that an answer notes as not answered."""
    if answer is None:
        return ()
    noted = tuple(note.removeprefix(OPEN) for note in answer.notes if note.startswith(OPEN))
    return noted or (("a part of the question",) if answer.verdict == "partly" else ())


def settled(ticket: Ticket, answer: Answer, probe: Callable[[str], Answer] | None) -> Answer:
    """The answer with a note on each question of the ticket that it leaves open, and on no other.

    `probe` asks the documents one question by itself. A ticket of one question is left as it is; of two in one sentence
    (`What does it mean and how do we get rid of it?`) one statement is not enough.
    """
    asked, wished = questions(ticket), wishes(ticket)
    doubled = [one for one in message(ticket.description).asks if is_joined(closed(ticket.description, one))]
    if doubled and len(asked) == 1 and len(answer.claims) == 1 and answer.verdict in GIVEN:
        said = " ".join(closed(ticket.description, doubled[0]).split())
        return answer._replace(verdict="partly", notes=(*answer.notes, f"{OPEN}a part of: {said}"))
    if answer.verdict == "low_confidence" and answer.claims and asked:
        return _with_open(answer, [one for one in wished if not any(_mentions(claim, one) for claim in answer.claims)])
    asked = (*asked, *(one for one in wished if not any(_mentions(claim, one) for claim in answer.claims)))
    if answer.verdict not in GIVEN or not answer.claims or len(asked) < 2:  # noqa: PLR2004
        return answer
    told = told_beside(ticket)
    lacking = [
        one
        for at, one in enumerate(asked)
        if _of_other_version(one, asked, told, answer)
        or not _answers(one, told, answer, probe if at < PROBED else None)
    ]
    kept = [note for note in answer.notes if not (note.startswith(OPEN) and _is_one(note, asked))]
    if lacking == [] and len(kept) == len(answer.notes):
        return answer
    notes = (*kept, *(f"{OPEN}{_own_words(one)}" for one in lacking))
    is_open = any(note.startswith(OPEN) for note in notes)
    verdict = "partly" if is_open and answer.verdict != "conflicting" else answer.verdict
    if not is_open and verdict == "partly":
        verdict = "answered"
    return answer._replace(verdict=verdict, notes=notes)


def _of_other_version(question: str, asked: Sequence[str], told: str, answer: Answer) -> bool:
    """Whether one question alone is about a version of which no statement speaks: `and the limit of v1?`."""
    own = named(question) - named(" ".join((told, *(one for one in asked if one != question))))
    said = " ".join(f"{claim.text} {one.title}" for claim in answer.claims for one in claim.citations)
    return bool(own) and own.isdisjoint(named(said))


def _with_open(answer: Answer, lacking: Sequence[str]) -> Answer:
    """An unsure answer with a note on each of these: it is unsure all the same."""
    noted = (*answer.notes, *(f"{OPEN}{one}" for one in lacking))
    return answer._replace(notes=tuple(dict.fromkeys(noted))) if lacking else answer


SOLVING = later(
    r"(?i)\bhow (?:do|can|could|should|must|would|to)(?: (?:i|we|you|one))? (?:\w+ )?(?:solve|fix|repair|resolve|"
    r"remedy|cure|correct|get rid of)\b|"
    r"\bwhat (?:can|should|must|shall|do|could) (?:i|we)(?: now| then)? do\b(?! (?:i|we|you)\b)"
    r"(?: (?:about|against|now|to)\b|\W*(?:\?|\Z)|,? (?:and|or)\b)|"
    r"\bwhat (?:am i|are we|is one) (?:supposed|meant|expected|to do)\b|\bwhat (?:to do|now|next)\W*(?:\?|\Z)|"
    r"\bwhat (?:do|would) you (?:suggest|recommend|advise)\b|\bhow (?:do|should|can|must) (?:i|we) (?:proceed|go on)\b"
)
"""Asks for what is to be done about it: what it means is no answer."""
STEP = later(
    r"(?i)(?:^|[.;:,]\s+(?:then |and |or )?|\b(?:and|then|or|please|to)\s+)(?:set|re-?start|add|remove|open|choose|"
    r"select|click|press|run|raise|lower|install|update|upgrade|change|check|clear|delete|empty|buy|enter|go to|use|"
    r"edit|contact|ask|call|wait|sign|log|turn|switch|replace|reset|create|download|upload|copy|move|close|enable|"
    r"disable|allow|renew|send|try|look|put|stop|start|increase|reduce|follow|make|give|unlock|release|unplug|plug|"
    r"connect|clean|fill|attach|report|configure|adjust|apply|grant|assign|test|map|scan|see|repeat|rename|save|"
    r"export|import|tell|hold|keep|print|file|submit|confirm|refer|post|reject|leave|take|pull|push|right-click)\b|"
    r"^\s*(?:\d{1,2}[.)]|[-*\u2022])\s"
)
"""Says what is to be done."""
_SETTLES = later(
    r"(?i)\b(?:must|should|can|cannot|needs? to|has to|have to|no longer|is (?:replaced|released|reset|solved|mended))"
    r"\b|\bby [a-z]+ing\b|\b(?:is|are) not (?:available|possible|supported)\b"
)
"""Says what must or can be done, or that nothing can be."""


_FORBIDS = later(r"(?i)\b(?:do not|don['\u2019]t|never|must not|may not|should not)\b[^.;!\n]*")
"""What is not to be done."""


def solves(claim: Claim) -> bool:
    """Whether a statement says what is done or can be; what must not be done alone is no remedy."""
    lines = [_FORBIDS.sub("", line) for line in claim.text.splitlines()]
    return any(STEP.search(line) or _SETTLES.search(line) for line in lines)


def unsolved(ticket: Ticket, answer: Answer) -> Answer:
    """The answer with a note where the ticket asks what to do about something and no statement says what is done.

    What `Error 17` means is told by the same article as how it is mended, and is the easier sentence to find.
    """
    asked = next((one for one in questions(ticket) if SOLVING.search(one)), None)
    if asked is None or not answer.claims:
        return answer
    asked = f"{asked.partition('?')[0]}?"
    if any(note.startswith(OPEN) and asked.rstrip("?") in note for note in answer.notes):
        return answer
    if any(solves(claim) for claim in answer.claims):
        return answer
    verdict = "partly" if answer.verdict == "answered" else answer.verdict
    return answer._replace(notes=(*answer.notes, f"{OPEN}{asked}"), verdict=verdict)


_PRICE = later(
    r"(?i)(?:\A|(?<=[.?!\n])|(?<=\band)|(?<=,))\s*(?:and |but |or )?"
    r"(?P<asked>(?:what|how much) (?:does|do|will|would|is|are|did) (?:it|this|that|they|these)(?: (?:all|then|now))*"
    r"(?: costs?(?: (?:me|us|then|extra|now|in total))*)?\s*\?)"
)
"""Asks for the price of what was told before, with no word to look for: `And what does it cost me?`"""
_AMOUNT = later(r"(?i)\d|\b(?:free|gratis|no (?:charge|fee|cost)|nothing|included|without (?:charge|cost))\b")
_COSTS = later(r"(?i)\bcosts?\b|\bhow much\b")


def unpriced(ticket: Ticket, answer: Answer) -> Answer:
    """The answer with a note on a short question for a price (`And what does it cost me?`) where it states no amount.

    Such a question is asked nowhere: what the rest of the ticket gets would be taken for its answer.
    """
    match = _PRICE.search(ticket.description)
    if not match or not answer.claims or not _COSTS.search(match["asked"]):
        return answer
    asked = " ".join(match["asked"].split())
    if any(_AMOUNT.search(one.text) for one in answer.claims) or any(asked in note for note in answer.notes):
        return answer
    verdict = "partly" if answer.verdict == "answered" else answer.verdict
    return answer._replace(notes=(*answer.notes, f"{OPEN}{asked}"), verdict=verdict)


def _is_one(note: str, asked: Sequence[str]) -> bool:
    """Whether a note is of one of these questions: it may hold more, what the question refers to."""
    held = content_of(note.removeprefix(OPEN))
    return any(content_of(one) <= held for one in asked)


def told_beside(ticket: Ticket) -> str:
    """What the ticket tells beside its questions."""
    text = _ITEM.sub("\n", ticket.description)
    said = [text[one.start : one.end].strip() for one in message(text).told]
    return " ".join(" ".join((ticket.subject and f"{ticket.subject.rstrip('.?!')}.", *said)).split())


def _answers(question: str, told: str, answer: Answer, probe: Callable[[str], Answer] | None) -> bool:
    """Whether a statement of the answer speaks of the question, or is what the question gets by itself."""
    own = _own_words(question)
    if any(speaks(claim, own) for claim in answer.claims):
        return True
    if probe is None:
        return False
    alone = probe(question)
    if alone.verdict not in GIVEN and told:
        alone = probe(f"{told} {question}")
        if not touches(own, alone.claims) or not _holds_some(own, answer):
            return False
    return alone.verdict in GIVEN and not places_of(alone.claims).isdisjoint(places_of(answer.claims))


def _own_words(question: str) -> str:
    """A question without what is added behind it from the one before, where it says enough by itself."""
    own = f"{question.partition('?')[0]}?"
    return own if len(content_of(own)) > SEVERAL and not refers(own) else question


def _holds_some(question: str, answer: Answer) -> bool:
    """Whether a statement has two words of a question that stands for itself; one word is that of another question."""
    wanted = content_of(question)
    if len(wanted) <= SEVERAL or refers(question):
        return True
    said = [f"{claim.text} {one.title} {one.quote}" for claim in answer.claims for one in claim.citations]
    return any(len(wanted & set(terms(one))) >= SEVERAL for one in said)


def places_of(claims: Sequence[Claim]) -> frozenset[tuple[object, ...]]:
    """Where statements are cited from: document and stretch of each."""
    return frozenset((one.document_id, one.span) for claim in claims for one in claim.citations)


def speaks(claim: Claim, question: str) -> bool:
    """Whether a statement holds more than half of what a question asks with, and the kind of answer it asks for."""
    wanted = content_of(question)
    where = " ".join(f"{one.title} {one.quote}" for one in claim.citations)
    held = wanted & set(terms(f"{claim.text} {where}"))
    kind = expected(question)
    return len(held) > MOST * len(wanted) and (kind not in STATED or holds(kind, claim.text))


def _mentions(claim: Claim, wish: str) -> bool:
    """Whether a statement holds half of what is wished for: who wishes tells more beside it than who asks."""
    wanted = content_of(wish)
    return len(wanted & set(terms(claim.text))) >= MOST * len(wanted)


def content_of(question: str) -> set[str]:
    """The stems of what a question asks about."""
    return {word for word in terms(question) if word not in STOP_WORDS} - _ASKS
