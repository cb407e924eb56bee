"""Who does it, decides it or pays for it, where people are called by their posts, and what is chosen of two.

`agree.actors` lets another actor pass whom the passage does not know, for he may be a second name; two posts of one
house (the duty manager, the recovery nurse) are two people. A sentence that has nothing of a claim but who acts there
is of another act.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.claims.agree.actors import acting, actors, acts, is_actor
from kts.answer.claims.agree.roles import names
from kts.answer.claims.agree.sides import Finding, quoted, told_apart
from kts.answer.claims.match import long, related, tokens
from kts.lexicon.analyse import terms
from kts.lexicon.negation import negated
from kts.lexicon.patterns import later
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.answer.claims.agree.roles import Name
    from kts.answer.claims.agree.sides import Sides
    from kts.answer.claims.match import Token

_ONE_POST = tuple(
    frozenset(group.split())
    for group in (
        "manager supervisor foreman boss head director lead leader chief superintendent",
        "doctor physician surgeon consultant anaesthetist anesthetist clinician dentist",
        "nurse matron midwife",
        "chair chairman chairwoman chairperson president",
        "assistant aide",
        "coordinator organiser organizer planner dispatcher",
        "clerk secretary receptionist administrator",
        "lawyer counsel solicitor attorney",
        "accountant bookkeeper controller treasurer auditor",
        "teacher tutor lecturer professor instructor trainer",
        "engineer technician mechanic fitter",
        "pharmacist chemist",
        "officer inspector",
        "caretaker porter janitor warden",
        "librarian",
        "therapist physiotherapist",
        "cook chef",
        "driver chauffeur",
        "cashier",
        "committee",
        "board",
    )
)
"""Posts of a house; those of one group may be two names of one, those of two groups are two people or bodies."""
_GENERAL = frozenset(
    "responsible relevant respective competent own new senior junior appropriate same other current present acting "
    "designated appointed nominated qualified authorised authorized immediate direct".split()
)
"""What stands before a post and does not say which one it is."""
LIGHT = frozenset(
    stem for word in "make do take have give get carry hold keep perform be go".split() for stem in terms(word)
)
"""Verbs that say little of what is done."""
LEAST = 2
"""Words that a claim must say of what somebody does, so that a sentence without any of them is of another act; a
default."""


class Post(NamedTuple):
    """Somebody by his post: the word for it and the stems of what says which one he is."""

    word: Token
    which: frozenset[str]


def instead(sides: Sides) -> Iterator[Finding]:
    """Another post that does the same to the same thing: the recovery nurse, the duty manager."""
    other = [(one.claim, one.evidence) for one in acting(sides) if one.kind == "party"]
    for here, there in (*other, *_alike(sides)):
        ours = _post(sides.claim, here) if here else None
        theirs = _post(sides.statement, there) if there else None
        if ours and theirs and _two(ours, theirs, sides.statement) and _of_one_thing(sides, ours, theirs):
            spots = Span(*ours.word[:2]), Span(*theirs.word[:2])
            text = _told(sides, ours, theirs)
            yield Finding("other_party", conflict=False, text=text, claim=spots[0], evidence=spots[1])
            return


def _alike(sides: Sides) -> Iterator[tuple[Span, Span]]:
    """Those of one post who do the same, each alone: the HR manager and the line manager."""
    theirs = acts(sides.statement)
    for verb, mine in acts(sides.claim).items():
        others = theirs.get(related(verb, theirs), ())
        if len(mine) == len(others) == 1 and mine[0].actor.stem == others[0].actor.stem:
            yield Span(*mine[0].actor[:2]), Span(*others[0].actor[:2])


def _told(sides: Sides, ours: Post, theirs: Post) -> str:
    said, stated = (
        " ".join(dict.fromkeys((*_words(text, one), one.word.word)))
        for text, one in ((sides.claim, ours), (sides.statement, theirs))
    )
    return f"in the claim {quoted(said)} acts, in the evidence {quoted(stated)}"


def _words(text: str, one: Post) -> list[str]:
    return [token.word for token in _before(text, one.word) if token.stem in one.which]


def _post(text: str, at: Span) -> Post | None:
    """The post that somebody who acts has, by the last of the words for him."""
    acts = [token for token in actors(text) if token.start >= at.start]
    word = acts[0] if acts and acts[0].start == at.start else None
    for after in acts[1:]:
        if word is not None and after.start == word.end + 1 and text[word.end] == " ":
            word = after
    if word is None:
        return None
    which = frozenset(token.stem for token in _before(text, word) if token.word.lower() not in _GENERAL)
    return Post(word, which)


def _before(text: str, word: Token) -> Sequence[Token]:
    """The words right before a post, up to two."""
    found: list[Token] = []
    start = word.start
    for token in reversed([one for one in tokens(text) if one.end < word.start]):
        if token.end != start - 1 or text[token.end] not in " -" or len(found) == WHICH:
            break
        found.insert(0, token)
        start = token.start
    return found


WHICH = 2
"""Words before a post that say which one it is, at most; a default."""


def _group(word: str) -> int:
    plain = word.lower().removesuffix("'s").removesuffix("s")
    return next((at for at, group in enumerate(_ONE_POST) if plain in group), -1)


def _two(ours: Post, theirs: Post, statement: str) -> bool:
    """Whether two posts are of two people, of whom the statement does not name the claim's."""
    one, other = _group(ours.word.word), _group(theirs.word.word)
    if min(one, other) < 0:
        return False
    there = {token.stem: True for token in tokens(statement)}
    if one != other:
        return not related(ours.word.stem, there)
    apart = ours.word.stem == theirs.word.stem and bool(ours.which and theirs.which)
    return apart and not any(related(stem, there) for stem in ours.which)


def _of_one_thing(sides: Sides, ours: Post, theirs: Post) -> bool:
    """Whether the texts share a word more than the verb, which is not of those who act."""
    called = ours.which | theirs.which | {ours.word.stem, theirs.word.stem}
    shared = [pair for pair in sides.alignment.pairs if pair.claim.stem not in called]
    return len(shared) >= LEAST


_LEAD = later(r"\A\W*(?:(?:the|an?|each|every|our|your|its|any) )?(?:[\w-]+ ){0,2}\Z", re.IGNORECASE)
_VERB = later(
    r" (?:(?:shall|must|may|can|cannot|will|should|has to|have to|needs? to|is|are|was|were) )?(?:\w+ly )?[a-z]{3,}"
)


def unacted(sides: Sides) -> Iterator[Finding]:
    """Who acts in the claim, in a statement that has no word of what the claim says of him."""
    who = next(iter(actors(sides.claim)), None)
    if who is None or long(sides.statement) or not _VERB.match(sides.claim, who.end):
        return
    post = _post(sides.claim, Span(*who[:2]))
    if post is None or not _LEAD.match(sides.claim[: who.start]):
        return
    does = [token for token in tokens(sides.claim) if token.start > post.word.end and token.stem not in LIGHT]
    near = {token.stem: True for token in tokens(sides.near)}
    held = {pair.claim for pair in sides.alignment.pairs}
    named = {token.stem: True for token in tokens(sides.statement)}
    if len(does) < LEAST or not related(post.word.stem, named):
        return
    if not any(token in held or related(token.stem, near) for token in does):
        text = f"the evidence speaks of {quoted(post.word.word)}, and of nothing that the claim says of them"
        yield Finding("unspoken", conflict=False, text=text, claim=Span(does[0].start, does[-1].end))


_MODAL = r"(?:(?:shall|must|will|should|has to|have to|needs? to|is to|are to) )?"
_COST = r"(?:costs?|expenses?|charges?|fees?)"
_PAYERS = tuple(
    re.compile(shape, re.IGNORECASE)
    for shape in (
        rf"(?P<who>[\w-]+) {_MODAL}(?:pays?|paid) for (?P<what>[^,;.]+)",
        rf"(?P<who>[\w-]+) {_MODAL}(?:bears?|bore|pays?|meets?|covers?) (?P<what>(?:[\w-]+ ){{0,4}}?{_COST}\b[^,;.]*)",
        rf"(?P<what>[^,;.]*\b{_COST}\b[^,;.]*?) (?:is|are) (?:borne|met|paid|covered) by (?:the )?(?P<who>[\w-]+)",
    )
)
"""Who pays for a thing or bears its cost."""
_FREE = later(r"\b(?:(?:is|are) free(?: of (?:charge|cost))?(?=[.,;]|\Z)|costs? nothing)", re.IGNORECASE)
_PARTS = later(r"[;,]")


class Payer(NamedTuple):
    """Who pays, and the words of what for."""

    who: Token
    what: frozenset[str]


@lru_cache(maxsize=512)
def _payers(text: str) -> tuple[Payer, ...]:
    whose = {token.start: token for token in tokens(text)}
    found = []
    for shape in _PAYERS:
        for match in shape.finditer(text):
            who = whose.get(match.start("who"))
            if who:
                found.append(Payer(who, frozenset(terms(match["what"])) - _OF_COSTS))
    return tuple(found)


_OF_COSTS = frozenset(stem for word in "cost expense charge fee all any full".split() for stem in terms(word))


def same_payer(sides: Sides) -> bool:
    """Whether one pays for a thing in the claim and bears its cost in the statement, or the other way round."""
    theirs = _payers(sides.statement)
    return any(
        one.who.stem == other.who.stem and one.what & other.what for one in _payers(sides.claim) for other in theirs
    )


def payers(sides: Sides) -> Iterator[Finding]:
    """Somebody who pays for what another one pays for, or what is free."""
    ours = _payers(sides.claim)[:1]
    if not ours or negated(sides.claim):
        return
    (mine,) = ours
    rivals = [one for one in _payers(sides.statement) if one.what & mine.what]
    named = {token.stem: True for token in tokens(sides.statement)}
    if rivals and not related(mine.who.stem, named) and not any(_second(mine.who, one.who) for one in rivals):
        here, there = Span(*mine.who[:2]), Span(*rivals[0].who[:2])
        text = f"in the claim {quoted(mine.who.word)} pays, in the evidence {quoted(rivals[0].who.word)}"
        yield Finding("other_party", conflict=False, text=text, claim=here, evidence=there)
        return
    yield from _for_free(sides, mine)


_SECOND = (
    frozenset("employee worker staff colleague".split()),
    frozenset("employer company firm business organisation organization clinic hospital school".split()),
    frozenset("customer client buyer purchaser guest".split()),
    frozenset("supplier vendor seller provider contractor".split()),
    frozenset("tenant lessee renter occupier".split()),
    frozenset("landlord lessor owner".split()),
)
"""Who may be two names of one who pays."""


def _second(one: Token, other: Token) -> bool:
    words = {token.word.lower().removesuffix("s") for token in (one, other)}
    return len(words) == 1 or any(words <= group for group in _SECOND)


def _for_free(sides: Sides, mine: Payer) -> Iterator[Finding]:
    """What somebody pays for, where the part of the statement that has most words of it says that it is free."""
    cuts = [0, *(one.end() for one in _PARTS.finditer(sides.statement)), len(sides.statement)]
    parts = [Span(start, end) for start, end in pairwise(cuts)]
    held = [len(mine.what & frozenset(terms(sides.statement[slice(*part)]))) for part in parts]
    most = max(held)
    best = [part for part, count in zip(parts, held, strict=True) if count == most]
    free = _FREE.search(sides.statement, *best[0]) if most and len(best) == 1 else None
    if free:
        here, there = Span(*mine.who[:2]), Span(*free.span())
        text = told_apart(sides.claim, Span(mine.who.start, len(sides.claim)), sides.statement, there)
        yield Finding("contrast", conflict=True, text=text, claim=here, evidence=there)


_BEHIND = later(r"\A (?:the |an? |its |their |our )?\Z", re.IGNORECASE)
_LISTED = later(r"\A[ ,]*(?:and|or|&|/|,|as well as)? *(?:the )?\Z", re.IGNORECASE)


def chosen(sides: Sides) -> Iterator[Finding]:
    """What is done to one of two things that the statement names, where it is done to the other one there."""
    if negated(sides.claim) or not _objects(sides.claim):
        return
    texts = ((sides.statement, None), *((one.text, one.span) for one in sides.behind[:1] if one.joined))
    for text, beside in texts:
        found = None if negated(text) else _another(sides, text)
        if found:
            here, there = found
            why = told_apart(sides.claim, here, text, there)
            place = there if beside is None else None
            yield Finding("other_name", conflict=True, text=why, claim=here, evidence=place, beside=beside)
            return


def _another(sides: Sides, text: str) -> tuple[Span, Span] | None:
    """What the claim has something done to, and to what a text has it done, where the statement names both."""
    theirs, said = _objects(text), frozenset(terms(sides.claim))
    for verb, mine in _objects(sides.claim).items():
        other = theirs.get(related(verb, theirs))
        if other is None or not said.isdisjoint(other.stems):
            continue
        both = [one for one in names(sides.statement) if set(mine.stems) <= set(one.stems)]
        listed = any(
            one.text in text and _LISTED.match(text[other.end : max(other.end, text.find(one.text))]) for one in both
        )
        if both and not listed:
            return Span(mine.start, mine.end), Span(other.start, other.end)
    return None


@lru_cache(maxsize=1024)
def _objects(text: str) -> dict[str, Name]:
    """The stem of each verb-like word -> the name right behind it."""
    found: dict[str, Name] = {}
    for one in names(text):
        for token in tokens(text):
            if (
                token.word.endswith(_PAST)
                and not is_actor(token.word)
                and _BEHIND.match(text[token.end : one.start] or "-")
            ):
                found.setdefault(token.stem, one)
    return found


_PAST = ("ed", "es", "s", "ose", "ought", "ook")
"""Endings of a word that may be the verb before a name."""
