"""Who does it to whom, among people and bodies that are named by what they are: supplier and customer, team and clerk.

Of a verb that both sides have, the one who acts is the last actor before it, or the one behind `by` of a passive.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.claims.agree.roles import names
from kts.answer.claims.agree.sides import Finding, denied, quoted
from kts.answer.claims.match import opposites, related, tokens
from kts.lexicon.analyse import terms
from kts.lexicon.patterns import later
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kts.answer.claims.agree.roles import Name
    from kts.answer.claims.agree.sides import Sides
    from kts.answer.claims.match import Token

_SUFFIX = later(r"[a-z]{2,}(?:er|or|ee|ist|yst|eer|ian|ant|m[ae]n|person|people|folk)(?:'?s|s')?\Z", re.IGNORECASE)
_BODIES = frozenset(
    "clinic landlord tenant team department company bank party staff board committee council court agency office trust "
    "fund government management desk client customer guest host patient student pupil people person parent child "
    "spouse husband wife head chief president chair secretary deputy crew unit association union authority ministry "
    "hospital school university firm corporation subsidiary affiliate agent student trainee apprentice colleague hr "
    "clerk warden captain pilot nurse chef cook judge guard coach guide mayor priest monk nun king queen prince widow "
    "heir boss aide mate surgeon dean steward scribe thief spy bride groom aunt uncle brother sister mother father "
    "family friend neighbour neighbor crowd jury panel police army navy parliament senate congress council ministry "
    "branch division bureau shop store carrier utility charity parish church bishop employer official expert "
    "individual resident citizen candidate applicant accountant architect delegate diplomat magistrate advocate "
    "associate graduate relative representative executive detective operative "
    "administration support registrar depositary beneficiary attorney counsel witness public community site".split()
)
_NO_ACTOR = frozenset(
    "number order paper letter water power matter quarter other counter filter parameter folder header transfer "
    "register offer error factor sector vector paper cover layer chapter figure never ever over under after rather "
    "whether either neither later earlier longer shorter higher lower greater smaller larger fewer further former "
    "latter proper prior major minor minor color colour floor door interior exterior weather december november "
    "october september summer winter dinner cancer liver ulcer tumor tumour relevant significant important constant "
    "instant variant plant grant warrant restaurant covenant quotient buffer container cylinder meter litre ladder "
    "remainder reminder corner center centre border trigger ledger folder timer fee fees degree agree three free tree "
    "committee guarantee list exist consist assist persist resist insist want distant better newer older larger list "
    "check-list per another together however moreover consider deliver answer differ suffer refer prefer infer occur "
    "enter alter gather render tender wonder recover discover remember monitor editor cursor bluetooth printer cluster "
    "counter paper eer career peer beer deer volunteer pioneer user's".split()
) - {"committee", "editor", "volunteer"}
_BE = later(r"\b(?:is|are|was|were|be|been|being|gets?|got)\b", re.IGNORECASE)
_BY = later(r"\bby\s+(?:the |a |an |its |their |each |any )?", re.IGNORECASE)
_CUT = later(r"[,;:.()](?=\s|\Z)|\b(?:and|but|or|who|which|that|if|when|unless|before|after|because|until)\b")
_PARTICLE = later(r" (?:back|off|out|up|down|over|away)\b", re.IGNORECASE)
"""What makes another verb of one: who pays back has been paid."""
UNKNOWN = 0.5
"""What another actor counts whom the passage does not speak of, so that it may be a second name; a default."""
_CONVERSE = (
    "lend/borrow", "sell/buy", "sell/purchase", "pay/receive", "give/receive", "send/receive", "give/get",
    "grant/receive", "let/rent", "teach/learn", "employ/work",
)  # fmt: skip


class Act(NamedTuple):
    """Who acts and the verb; `others` are the other actors of the clause."""

    actor: Token
    verb: Token
    others: tuple[Token, ...]


@lru_cache(maxsize=2048)
def actors(text: str) -> tuple[Token, ...]:
    """The words of a text that name somebody who can act."""
    named = names(text)
    return tuple(
        token
        for token in tokens(text)
        if text[token.start - 1 : token.start] not in {"-", "#", "/", "_", "."}
        and not token.word.endswith("ing")
        and not _POWER.search(text, max(0, token.start - len("powers of ")), token.start)
        and (is_actor(token.word) or any(_heads(one, token) for one in named))
    )


_POWER = later(r"\bpowers? of \Z", re.IGNORECASE)
"""A power of attorney is no attorney."""


def _heads(name: Name, token: Token) -> bool:
    """Whether a word is the last of a name, by which it is taken."""
    return name.start <= token.start < name.end <= token.end + len(_POSSESSIVE)


_POSSESSIVE = "'s"


def is_actor(word: str) -> bool:
    """Whether a word names somebody or some body that can act, by its ending or because it is one of those."""
    plain = word.lower().removesuffix("'s").removesuffix("s'")
    single = plain.removesuffix("s")
    if {plain, single} & _NO_ACTOR:
        return False
    return single in _BODIES or plain in _BODIES or (len(single) > 4 and bool(_SUFFIX.match(plain)))  # noqa: PLR2004


@lru_cache(maxsize=2048)
def _converse() -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for pair in _CONVERSE:
        one, other = (terms(word)[0] for word in pair.split("/"))
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return {stem: frozenset(others) for stem, others in found.items()}


def acting(sides: Sides) -> Iterator[Finding]:
    """Another one who acts than in the statement: the one who is acted on there, or another one that it knows."""
    ours, theirs = acts(sides.claim), acts(sides.statement)
    for stem, mine in ours.items():
        for other, turned in _verbs(stem, theirs):
            first = _differing(sides, mine, theirs[other], turned=turned)
            if first is not None:
                yield first
                if first.kind == "acted_on":  # what is weighed is that another one acts
                    yield first._replace(kind="party")
                return


def _differing(sides: Sides, mine: Sequence[Act], theirs: Sequence[Act], *, turned: bool) -> Finding | None:
    """What differs where each act of the claim has another one act, or the only one of two that is on the same thing.

    `The Tenant insures the building and the Landlord the stock`: the stock is the Tenant's, the building nobody's.
    """
    on_it = [_on_the_object(sides, one, theirs) for one in mine]
    seen = [
        [_compared(sides, one, two, turned=turned) for two in on or theirs] for one, on in zip(mine, on_it, strict=True)
    ]
    if any(on and None in each for on, each in zip(on_it, seen, strict=True)):
        return None
    apart = [(each[0], on) for each, on in zip(seen, on_it, strict=True) if None not in each]
    whole = len(apart) == len(mine)
    return next((one for one, on in apart if whole or on), None)


def _on_the_object(sides: Sides, mine: Act, theirs: Sequence[Act]) -> Sequence[Act]:
    """Those acts that are on what the claim's act is on: of two payments, that of the commission."""
    known = {token.start for token in actors(sides.claim)}
    end = _clause(sides.claim, mine.verb)[1]
    behind = (token for token in tokens(sides.claim) if mine.verb.end <= token.start < end and token.start not in known)
    what = next(behind, None)
    if what is None:
        return ()
    own = tokens(sides.statement)
    return [
        act
        for act in theirs
        if related(what.stem, {token.stem: True for token in _within(own, *_clause(sides.statement, act.verb))})
    ]


_OF = later(r"(?P<what>[A-Za-z]{3,}) of (?:the |a |an |its |their )?(?=(?P<whom>[\w'-]+))")


def belonging(sides: Sides) -> Iterator[Finding]:
    """What the statement says of one's manager, agent or choice, and the claim of another one's."""
    stated = list(_belongs(sides.statement))
    for what, whom in _belongs(sides.claim):
        alike = [other for thing, other in stated if related(thing.stem, {what.stem: True})]
        if alike and not any(_alike(whom, other) for other in alike):
            here, there = Span(*whom[:2]), Span(*alike[0][:2])
            said = f"{what.word} of {whom.word}"
            text = f"the claim speaks of the {quoted(said)}, the evidence of that of {quoted(alike[0].word)}"
            yield Finding("swapped", conflict=True, text=text, claim=here, evidence=there)
            return


def _belongs(text: str) -> Iterator[tuple[Token, Token]]:
    """What somebody has or is to somebody, and whose it is: `the agent of the owner`, `the owner's agent`."""
    own = {token.start: token for token in tokens(text)}
    whose = {token.start: token for token in actors(text)}
    for match in _OF.finditer(text):
        what, whom = own.get(match.start("what")), whose.get(match.start("whom"))
        if what and whom and not _qualifies(text, whom):
            yield what, whom


def _qualifies(text: str, whom: Token) -> bool:
    """Whether a word only says which agreement or thing is meant: `the reseller agreement`."""
    behind = _THING.match(text, whom.end)
    return behind is not None and not is_actor(behind["thing"])


_THING = later(
    r" (?P<thing>(?i:agreement|contract|lease|policy|plan|licen[cs]e|programme|program|service|account|portal|"
    r"document|form|scheme|system|relationship))s?\b"
)


@lru_cache(maxsize=1024)
def acts(text: str) -> Mapping[str, tuple[Act, ...]]:
    """The stem of each verb -> who acts, for each time that it stands in a text."""
    found: dict[str, tuple[Act, ...]] = {}
    for verb in tokens(text):
        act = _act(text, verb)
        if act is not None and not _PARTICLE.match(text, verb.end):
            found[verb.stem] = (*found.get(verb.stem, ()), act)
    return found


def _verbs(stem: str, stated: Mapping[str, tuple[Act, ...]]) -> Iterator[tuple[str, bool]]:
    """The statement's verbs for a verb of the claim: one that means the same, or that says it from the other side."""
    same = related(stem, stated)
    if same:
        yield same, False
    yield from ((other, True) for other in _converse().get(stem, ()) if other in stated)


def _compared(sides: Sides, ours: Act, theirs: Act, *, turned: bool) -> Finding | None:
    same = _alike(ours.actor, theirs.actor)
    here, there = Span(*ours.actor[:2]), Span(*theirs.actor[:2])
    text = f"in the claim {quoted(ours.actor.word)} acts, in the evidence {quoted(theirs.actor.word)}"
    if turned:
        if same and theirs.others and ours.others:
            return Finding("swapped", conflict=True, text=text, claim=here, evidence=there)
        return None
    if same or _one_name(sides, ours.actor, theirs.actor):
        return None
    if _together(sides.statement, ours.actor, theirs.actor) or gapped(sides.statement, ours.actor):
        return None
    if any(_alike(token, theirs.actor) for token in actors(sides.claim)):
        return Finding("swapped", conflict=True, text=text, claim=here, evidence=there)
    texts = (sides.statement, sides.whole, sides.opening)
    known = any(_alike(token, ours.actor) for one in texts for token in actors(one))
    acted_on = any(_alike(token, ours.actor) for token in theirs.others)
    refused = denied(sides.statement, *theirs.verb[:2])  # what one does not do the other may
    return Finding(
        "acted_on"
        if acted_on and "|" not in sides.statement and not refused and _on_one_thing(sides, ours, theirs)
        else "party",
        conflict=False,
        text=text,
        claim=here,
        evidence=there,
        weight=1.0 if known else UNKNOWN,
    )


def _on_one_thing(sides: Sides, ours: Act, theirs: Act) -> bool:
    """Whether the clauses of two acts have a word in common beside the verbs and who acts or is acted on."""
    said, stated = (
        [
            token
            for token in _within(tokens(text), *_clause(text, act.verb))
            if token != act.verb and not _alike(token, ours.actor) and not _alike(token, theirs.actor)
        ]
        for text, act in ((sides.claim, ours), (sides.statement, theirs))
    )
    there = dict.fromkeys(token.stem for token in stated)
    return any(related(token.stem, there) for token in said)


def _one_name(sides: Sides, one: Token, other: Token) -> bool:
    """Whether two words are the last ones of names that share a word: Harriet is Lady Harriet Coyle."""
    ours = {stem for name in names(sides.claim) if _heads(name, one) for stem in name.stems[:-1]}
    theirs = {stem for name in names(sides.statement) if _heads(name, other) for stem in name.stems[:-1]}
    return other.stem in ours or one.stem in theirs


_AND = later(r"(?:,|,? (?:and|or|as well as)) (?:[\w'-]+ ){0,3}\Z", re.IGNORECASE)


def _together(text: str, one: Token, last: Token) -> bool:
    """Whether one acts together with the last of them: `leaseholders and shared owners`."""
    before = (token for token in actors(text) if token.end < last.start and _alike(one, token))
    return any(_AND.match(text, token.end, last.start) for token in before)


def gapped(text: str, actor: Token) -> bool:
    """Whether an actor stands behind a joint without a verb of its own: `Alder signs for one month, Birch for more`."""
    places = [token.start for token in actors(text) if _alike(actor, token)]
    for match in _GAP.finditer(text):
        behind = text[match.end() :]
        near = any(match.end() <= place <= match.end() + GAP for place in places)
        if near and not FINITE.search(behind) and not _VERBAL.search(behind):
            return True
    return False


_GAP = later(r"[;,](?: (?:and|but|while|whereas))? |\b(?:and|but|while|whereas) ")
FINITE = later(
    r"\b(?:is|are|was|were|has|have|had|may|must|shall|can|could|will|would|should|does|do|did|cannot)\b", re.IGNORECASE
)
"""A verb by which a stretch is a clause of its own, and no list of names."""
_VERBAL = later(
    r"[\w')] (?:\w+ly )?[a-z]{3,}(?<!s)(?:s|ed)(?= (?:the|a|an|its|his|her|their|to|for|in|with|any|all|each)\b)"
)
"""What looks like a verb with its object."""
GAP = 30
"""Characters from a joint to the actor behind it, at most (`the Site Chief `); a default, not fitted."""


def _alike(one: Token, other: Token) -> bool:
    """Whether two words may name the same one; opposites in a list never do."""
    if _turned_about(one.word, other.word):
        return False
    if other.stem in opposites().get(one.stem, ()):
        return False
    return bool(related(one.stem, {other.stem: True}))


def _act(text: str, verb: Token) -> Act | None:
    """Who acts in the clause of a verb."""
    start, end = _clause(text, verb)
    own = [token for token in _within(actors(text), start, end) if token != verb]
    subject = _SUBJECT.match(text, verb.end)
    agent = _head(own, text, subject.end()) if subject else None
    if agent is not None:
        return Act(agent, verb, tuple(token for token in own if token != agent))
    before = [token for token in own if token.end <= verb.start]
    joined = None if before else _JOINED.search(text, max(0, verb.start - JOINED), verb.start)
    if joined:
        return _shared(text, verb, joined)
    if _BE.search(text, start, verb.start) and verb.word.endswith(("ed", "en", "t", "d", "n")):
        by = _BY.search(text, verb.end, end)
        agent = _head(own, text, by.end()) if by else None
        return Act(agent, verb, tuple(token for token in own if token != agent)) if agent else None
    if not before or not _adjacent(text, before[-1], verb) or _paid_to(text, before[-1], verb):
        return None
    return Act(before[-1], verb, tuple(token for token in own if token != before[-1]))


@lru_cache(maxsize=64)
def _cuts(text: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Where what cuts clauses begins, and where it ends."""
    found = [one.span() for one in _CUT.finditer(text)]
    return tuple(start for start, _ in found), tuple(end for _, end in found)


def _clause(text: str, verb: Token) -> tuple[int, int]:
    """The stretch between the cuts before and behind a verb."""
    begins, ends = _cuts(text)
    before, behind = bisect_right(ends, verb.start), bisect_left(begins, verb.end)
    start = verb.start if text[verb.start - 1 : verb.start] in _OPENS else ends[before - 1] if before else 0
    return start, begins[behind] if behind < len(begins) else len(text)


_OPENS = frozenset(",;:.()")
"""Right before a verb these cut a clause, too."""


def _within(found: Sequence[Token], start: int, end: int) -> Sequence[Token]:
    """Those of the words of a text, in order, that begin in a stretch."""
    return found[bisect_left(found, start, key=_begin) : bisect_left(found, end, key=_begin)]


def _begin(token: Token) -> int:
    return token.start


_SUBJECT = later(
    r" (?:(?:auch|stets|immer|nur|dann|sofort|umgehend|unverz\u00fcglich|jeweils) )?(?:der|ein|jeder) "
    r"(?=[A-Z\u00c4\u00d6\u00dc][^\W\d_]*(?:er|or|ist|ent|ant|eur|ling)\b)"
)
"""Behind a German verb the one who acts, where the object stands before it: `Schäden meldet der Mieter`."""
JOINED = 30
"""Characters before a verb in which the one that it is joined to stands, at most."""
_JOINED = later(r"(?P<verb>[a-z]+) (?:and|or) \Z", re.IGNORECASE)
"""`shall provide and pay`: two verbs of one who acts."""


def _shared(text: str, verb: Token, joined: re.Match[str]) -> Act | None:
    """The act of a second verb by the one who does the first."""
    first = next(iter(_within(tokens(text), joined.start("verb"), joined.start("verb") + 1)), None)
    act = _act(text, first) if first and not is_actor(first.word) else None
    return act._replace(verb=verb) if act else None


@lru_cache(maxsize=4096)
def _turned_about(one: str, other: str) -> bool:
    """Whether one word is who does a thing and the other whom it is done to: insurer and insured."""
    plain = [re.sub(r"(?:'s|s'|s)\Z", "", word.lower()) for word in (one, other)]
    acts, bears = ([bool(re.search(ends, word)) for word in plain] for ends in (r"(?:er|or)\Z", r"(?:ed|ee)\Z"))
    return (acts[0] and bears[1]) or (acts[1] and bears[0])


def _head(own: Sequence[Token], text: str, start: int) -> Token | None:
    """The actor that a stretch begins with, behind what qualifies it: of `HR manager` the manager."""
    behind = [token for token in own if token.start >= start]
    if not behind or len(text[start : behind[0].start].split()) > QUALIFIED:
        return None
    found = behind[0]
    for token in behind[1:]:
        found = token if text[found.end : token.start] == " " else found
    return found


QUALIFIED = 2
"""Words before an actor that say which one (`the chief finance officer`), at most; a default."""
_BETWEEN = frozenset(
    "shall must may will can cannot should would could has have had is are to not never also only always then be been "
    "first still each both at once promptly immediately need needs agree agrees agreed undertake undertakes covenants "
    "hereby ltd plc inc gmbh".split()
)


def _paid_to(text: str, actor: Token, verb: Token) -> bool:
    """Whether one acts by whom another is paid, asked or allowed to do it: `the Agent is paid by the Owner to sell`."""
    asked = _BY_WHOM.search(text, max(0, actor.start - len("by the ")), actor.start)
    return bool(asked or _WHOSE_LEAVE.search(text, max(0, actor.start - LEAVE), actor.start)) and bool(
        re.match(r" to\b", text[actor.end : verb.start])
    )


_BY_WHOM = later(r"\bby (?:the |an? )?\Z", re.IGNORECASE)
_WHOSE_LEAVE = later(
    r"\b(?:consent|approval|permission|authori[sz]ation|leave) (?:of|from|by) (?:[\w'-]+ ){0,3}\Z", re.IGNORECASE
)
LEAVE = 50
"""Characters before an actor in which it is said that it takes his consent, at most."""


_AT_WORK = later(r"\A (?:in charge|on call|on duty)\b")
"""Behind somebody: which one it is."""


def _adjacent(text: str, actor: Token, verb: Token) -> bool:
    """Whether nothing stands between one who acts and the verb but what belongs to the verb."""
    between = re.findall(r"[\w']+", _AT_WORK.sub(" ", text[actor.end : verb.start].lower()))
    possessive = text[actor.end : actor.end + 2] in {"'s", "' "} or actor.word.endswith(("'s", "s'"))
    return not possessive and all(word in _BETWEEN or word.endswith("ly") for word in between)
