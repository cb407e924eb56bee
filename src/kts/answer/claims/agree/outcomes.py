"""How a thing came out: approved or put off, for or against, carried out or not yet, paid out or carried over, offered.

Where a statement knows only the other outcome of what the claim tells, it does not support the claim, however many
words the two share. What is only offered is no fact until it is taken up.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from kts.answer.claims.agree.sides import Finding, quoted, told_apart
from kts.answer.claims.agree.values import twins
from kts.answer.claims.match import related, tokens
from kts.lexicon.negation import denied, negated
from kts.lexicon.patterns import later
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from kts.answer.claims.agree.sides import Neighbour, Sides

_DONE = (
    r"carried out|completed|performed|implemented|executed|accomplished|finished|installed|replaced|repaired|fitted|"
    r"held|conducted|undertaken"
)
_OUTCOMES = (
    (
        "granted",
        (
            r"approv(?:es?|ed)|adopt(?:s|ed)|endors(?:es|ed)|ratif(?:ies|ied)|green-?lit|gave (?:its|the) "
            r"(?:approval|go-ahead)|passed the (?:motion|resolution|proposal)|"
            r"(?:agreed|agrees|resolved|resolves|decided|decides) to(?! (?:not|postpone|defer|adjourn|put|hold|delay|"
            r"reject|refuse|decline|drop|cancel|abandon)\b)|accepted the (?:proposal|motion|offer|request|plan)"
        ),
    ),
    (
        "refused",
        (
            r"(?:reject|veto|refus|dismiss)(?:es|s|ed|oed)|declin(?:es|ed) (?:the|an?|to|this|that|his|her|its|their)|"
            r"(?:was|were|is|been) (?:declined|defeated|voted down)|turn(?:s|ed) (?:\w+ )?down|voted down"
        ),
    ),
    (
        "put off",
        (
            r"postponed|adjourned|"
            r"deferred(?! (?:tax|revenue|income|payment|compensation|rent|liabilit|asset|cost|charge)\w*)|"
            r"shelved|put off|put back|held over|left open|referred back|put on hold|"
            r"took no decision|no decision was (?:taken|made)|not (?:yet )?decided|undecided"
        ),
    ),
    (
        "done",
        (
            rf"(?:was|were|has been|have been|had been|got) (?:\w+ly )?(?:{_DONE})|took place|has taken place|"
            r"have taken place|went ahead"
        ),
    ),
    ("dropped", r"(?:was|were|has been|have been|had been) (?:cancell?ed|called off|abandoned|scrapped)"),
    (
        "for",
        (
            r"vot(?:es|ed) (?:for|in favou?r)|(?:was|were|is|are|spoke) in favou?r|supported (?:the|this|that)|"
            r"backed (?:the|this|that)"
        ),
    ),
    (
        "against",
        (
            r"vot(?:es|ed) against|(?:was|were|spoke) against(?! (?:the )?(?:law|rules?|policy))|"
            r"opposed (?:the|this|that)|voted no"
        ),
    ),
    ("paid out", r"paid out|paid in lieu|cashed (?:in|out)|compensated in (?:cash|money)"),
    ("chosen", r"(?:is|are|was|were|been|got) (?:\w+ly )?(?:chosen|selected|picked)|won the (?:contract|bid|tender)"),
    ("short-listed", r"short-?listed"),
    ("deprecated", r"deprecated"),
    ("removed", r"(?:was|were|has been|have been) (?:\w+ly )?(?:removed|deleted|retired|switched off|shut down)"),
    ("carried over", r"carried (?:over|forward)|rolled over|transferred to the (?:next|following)"),
)
"""Outcomes in the words of minutes, reports and rules."""
_APART = frozenset(
    frozenset(pair)
    for pair in (
        ("granted", "put off"),
        ("granted", "moved"),
        ("refused", "put off"),
        ("refused", "moved"),
        ("done", "put off"),
        ("done", "dropped"),
        ("for", "against"),
        ("paid out", "carried over"),
        ("chosen", "refused"),
        ("chosen", "short-listed"),
        ("removed", "deprecated"),
    )
)
"""Outcomes of which a thing has one: it was not done where all that is told is that it was postponed."""
OUTCOME = later(
    r"\b(?:" + "|".join(f"(?P<o{at}>{words})" for at, (_, words) in enumerate(_OUTCOMES)) + r")\b", re.IGNORECASE
)
_CASE = later(r"\b(?:if|when|where|unless|until|whoever|should)\b[^,;.]*\Z", re.IGNORECASE)
"""What makes an outcome one of a case: `if the meeting is postponed`."""
_MAY_COME = later(
    r"\b(?:may|might|must|shall|will|would|can|could|should|to)(?: only| also)?(?: be| have been)? \Z", re.IGNORECASE
)
"""What makes it one that may come or has to."""
_RULED = frozenset({"paid out", "carried over"})
"""Outcomes that rules give, too: five days may be carried over."""
_ONE_THING = frozenset({"put off", "carried over", "against"})
_MOVED = later(r"(?: from [^,;.]{2,30})? (?:to|until|till)(?! further| a later| the next)\b", re.IGNORECASE)
"""What sets a day for what was put off, on which it may have been done."""
OF_IT = 0.4
"""Share of the claim that a statement must hold for its outcome to be of the same; a default, not fitted."""
VALUED = 0.2
"""That share where the statement has a figure of the claim: `up to five days may be carried over`; a default."""


def outcomes(sides: Sides) -> Iterator[Finding]:
    """An outcome of the claim, where the statement, or one of the same people next to it, has one that excludes it."""
    valued = any(alike for _, alike in twins(sides.claim, sides.statement))
    found = _apart(sides.claim, sides.statement) if sides.alignment.held >= (VALUED if valued else OF_IT) else None
    if found is not None:
        text = told_apart(sides.claim, found[0], sides.statement, found[1])
        yield Finding("antonym", conflict=True, text=text, claim=found[0], evidence=found[1])
        return
    for one in (*sides.behind, *sides.before):
        found = _apart(sides.claim, one.text) if one.joined else None
        if found is not None and _of_the_same(sides.claim, one, found[1]):
            text = told_apart(sides.claim, found[0], one.text, found[1])
            yield Finding("denied_beside", conflict=False, text=text, claim=found[0], beside=one.span)
            return


def _of_the_same(claim: str, one: Neighbour, outcome: Span) -> bool:
    """Whether a sentence names nothing beside its outcome but what the claim names: `Ms Berg voted against`."""
    said = dict.fromkeys(token.stem for token in tokens(claim))
    rest = [token for token in tokens(one.text) if not outcome.start <= token.start < outcome.end]
    return bool(rest) and all(related(token.stem, said) for token in rest)


def _apart(claim: str, statement: str) -> tuple[Span, Span] | None:
    """Where a claim and a statement have outcomes that exclude each other, and neither has the other's."""
    ours, theirs = told(claim), told(statement)
    if ours.keys() & theirs.keys():
        return None
    for kind, here in ours.items():
        for other, there in theirs.items():
            if frozenset({kind, other}) in _APART:
                return here, there
    return None


def put_the_other_way(sides: Sides) -> bool:
    """Whether one side denies the outcome that the other one's excludes: `not approved`, of what was put off."""
    for text, other in ((sides.claim, sides.statement), (sides.statement, sides.claim)):
        for kind in told(text, lacking=True):
            if any(frozenset({kind, one}) in _APART for one in told(other)):
                return True
    return False


def same_outcome(sides: Sides) -> bool:
    """Whether both sides tell the same outcome, and no other, of those whose words all mean the same."""
    ours = told(sides.claim).keys()
    return bool(ours) and ours <= _ONE_THING and ours == told(sides.statement).keys()


@lru_cache(maxsize=1024)
def told(text: str, *, lacking: bool = False) -> Mapping[str, Span]:
    """The outcomes that a text tells as they are, each with where it does so first; or those that it denies."""
    found: dict[str, Span] = {}
    for match in OUTCOME.finditer(text):
        kind = _OUTCOMES[int(str(match.lastgroup)[1:])][0]
        if kind == "put off" and _MOVED.match(text, match.end()):
            kind = "moved"
        own = [scope for scope in negated(text) if not match.start() <= scope.cue_start < match.end()]
        open_ = _CASE.search(text, 0, match.start()) or (
            kind not in _RULED and _MAY_COME.search(text, 0, match.start())
        )
        if not open_ and denied(own, *match.span()) == lacking:
            found.setdefault(kind, Span(*match.span()))
    return found


_OFFERS = later(
    r"\b(?:(?:can |could |would |may |do |does )?(?:offers?|offered)"
    r"|(?:is|are|was|were|would be) (?:willing|prepared|ready)"
    r"|proposes?|proposed|(?:could|would) (?:agree|consider)|plans?|planned|intends?|intended|aims?|hopes?) to "
    r"(?!(?:the|an?|its|our|their|all|any|every|each)\b)[a-z]+",
    re.IGNORECASE,
)
"""What somebody would do and has not done: `we can offer to lower the rate`."""
_OPEN = later(
    r"\b(?:offer\w*|willing\w*|prepared|ready|propos\w*|suggest\w*|plan\w*|intend\w*|intention|aim\w*|hop(?:es?|ed|ing)|"
    r"would|could|might|if|provided|subject to|on condition|promis\w*|will|wants?|wish\w*|like|consider\w*|expect\w*|"
    r"accepted|agreed|can|may|to be)\b",
    re.IGNORECASE,
)
_FACT = later(
    r"\b(?:has|have|had) (?:already |now |since )?(?:been )?[a-z]+(?:ed|t|n|d)\b|\b(?:was|were) [a-z]+(?:ed|t|n|d)\b"
    r"|\A[\W\d]*(?:[\w'&.-]+ ){1,6}?[a-z]{3,}ed (?:the|its|their|our|all|both|by)\b",
    re.IGNORECASE,
)
"""What a claim tells as done."""


def offered(sides: Sides) -> Iterator[Finding]:
    """Something done by the claim, of which the statement only says that somebody offers or means to do it."""
    offers, done = _OFFERS.search(sides.statement), _FACT.search(sides.claim)
    if offers and done and not _OPEN.search(sides.claim) and not _FACT.search(sides.statement):
        text = f"the evidence only offers it ({quoted(offers[0])}), the claim says {quoted(done[0])}"
        there = Span(*offers.span())
        yield Finding("asked_for", conflict=False, text=text, claim=Span(*done.span()), evidence=there)


_BOTH = later(r"\bboth (?:of )?(?:(?:the|its|our|their|these|those) )?(?=[a-z]+s\b)", re.IGNORECASE)
_ONE = later(r"\b(?:[Tt]he|[Tt]his|[Tt]hat) [A-Z][\w-]+ \Z")
_SEVERAL = later(r"\b(?:both|all|each|every|either|neither|any|two|other|and)\b", re.IGNORECASE)


def of_one(sides: Sides) -> Iterator[Finding]:
    """Both of two things, where the statement is of the one of a name: both lanes, `the Hull lane`."""
    said = _BOTH.search(sides.claim)
    noun = next((one for one in tokens(sides.claim) if said and one.start >= said.end()), None)
    if said is None or noun is None or noun.start != said.end():
        return
    own = [token for token in tokens(sides.statement) if token.stem == noun.stem]
    which = _ONE.search(sides.statement, 0, own[0].start) if len(own) == 1 else None
    if which and not _SEVERAL.search(sides.statement, max(0, which.start() - len(said[0])), own[0].end):
        here, there = Span(said.start(), noun.end), Span(which.start(), own[0].end)
        text = told_apart(sides.claim, here, sides.statement, there)
        yield Finding("only_all", conflict=False, text=text, claim=here, evidence=there)
