"""What forbids that a statement supports a claim, whatever the weights say of it, and what makes it contradict.

A likeness of words is worth nothing where the statement has another value, is of something else, or lacks a figure that
the claim gives.
"""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.claims.agree.cells import is_keyed
from kts.answer.claims.agree.conditions import INSTEAD
from kts.answer.claims.agree.ranged import column, keyed
from kts.answer.claims.agree.sides import about, flat
from kts.answer.claims.agree.steps import told_by_steps
from kts.answer.claims.agree.tables import row
from kts.answer.claims.agree.values import twins
from kts.answer.claims.match import is_numbered, related, stems, tokens, under_code
from kts.lexicon.analyse import terms
from kts.lexicon.patterns import later
from kts.lexicon.quantities import quantities

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kts.answer.claims.agree.sides import Finding
    from kts.answer.claims.align import Alignment, Pair
    from kts.answer.claims.match import Match, Token
    from kts.answer.claims.naming import Worded
    from kts.answers import Evidence
    from kts.lexicon.quantities import Quantity

HARD = frozenset({"number", "unit", "date", "comparator", "post", "version", "cell"})
"""Conflicts of value, or of who holds a post: the statement has another one, so that no likeness of words makes it
support the claim."""
BESIDE = frozenset({"excluded", "decision"})
"""Conflicts with a sentence next to the statement: it takes out what the claim names, or decides otherwise."""
DECIDING = BESIDE | {"exchanged_name"}
"""Conflicts that contradict whatever share of the claim is held: also another name in what is the same otherwise."""
TURNED = frozenset({"antonym", "exception", "sequence", "contrast", "swapped", "other_name", "refused", *DECIDING})
"""Conflicts of sense that forbid support whatever the statement holds: the same words, put the other way round."""
OTHERS = frozenset({"code", "row", "sheet", "document", "place", "release"})
"""What shows that a statement is of something else than the claim names: by its code, row, sheet, place, ..."""
ROW = "row"
"""Of these, what no reading of words may set aside: the row, record or field of something else. Another code somewhere
in the statement or above it stays a sign: of strangers' claims two true ones have it, and no false one."""
GAPS = frozenset({"number_gap", "date_gap"})
"""What shows that a value of the claim stands nowhere near; one in words may be a count that the reader makes."""
ASIDE = frozenset(
    {"denied_beside", "denied_object", "only_all", "only_any", "asked_for", "most", "exempted", "letter", "definition"}
    | {"other_clause", "of_some", "unspoken", "set_aside", "only_others", "qualified", "included"}
    | {"unnamed", "noticed", "rate_gap", "other_party"}
    | {"half_condition", "other_act", "planned", "other_variant", "reported", "acted_on"}
    | {"unmarked", "other_event", "limit", "unenacted"}
)
"""What forbids support and contradicts nothing: the word is denied beside the statement; all, of what is only so; what
somebody asks for; the most, of which nothing is compared; what another word means;
what another name's clause says; what is so of some; what the claim denies, and the statement says nothing of; what is
set aside, and what is so of others only; all, of what the next sentence qualifies; what the claim takes out, and the
evidence expressly includes; a name that stands nowhere there; at any time, of what is so after a
notice; how often, where no such time is named; what the other party does; one of two conditions; approved, of what was
reviewed; what is only planned; what stands under another model; what somebody only brings up; the act of one whom it
is only done to; a mark that decides nothing; a day under another event; an amount above which the other decides; what
happened, of which there is no word."""
SHARED = 0.1
"""Share of the claim that a statement without its values must hold to support it at all: by samples' train, where a
higher floor bars more true claims than false ones. What a language model invents shares nothing."""
SURE = 0.7
"""Share of the claim that a statement must hold for a difference of sense to contradict it; a default, not fitted."""
TOLD = 0.3
"""Chance that a sentence speaks of the claim from which its other value contradicts it; a default, not fitted."""
DENIED = 0.6
"""Weight from which a difference of sense may forbid support, for a denial the share of the common words that are
denied on one side only: by samples' train."""
FORBIDS: Mapping[str, float] = MappingProxyType({"negation": 0.55, "modality": 0.75, "quantifier": 0.5, "label": 0.5})
"""Kinds of sense -> the share of the claim that the statement must hold for a conflict to forbid support.

By samples' train; modality, whose verb is often misread in a rewording, only where nearly all is held.
"""
READ = "read"
"""The feature that a reader gives; without one it is not there."""
SPEAKS = 0.72
"""Chance that the statement speaks of the claim, by a reader too, from which such a conflict forbids support whatever
the statement holds: by samples' train, where it parts 13 false claims from no true one (without a reader 9 from 2)."""
RESTRICTS = 0.5
"""Share of the claim that a statement must hold for its other side of a thing, or its restriction, to forbid support; a
default, not fitted: whatever they hold, eight false claims of samples' train and one true one are so."""


class Weighed(NamedTuple):
    """A statement that a claim was held against, and what the rules saw there.

    `spoken` is the chance that it speaks of what the claim says, `chance` that it supports the claim. `claim` is how
    the claim was worded for this statement's document. `given` is the share of the claim that the statement holds when
    the names are left out by which the claim says which document it means.
    """

    match: Match
    alignment: Alignment
    findings: tuple[Finding, ...]
    features: Mapping[str, float]
    spoken: float
    chance: float
    claim: Worded
    given: float

    @property
    def conflicts(self) -> tuple[Finding, ...]:
        """What the statement has and has otherwise."""
        return tuple(finding for finding in self.findings if finding.conflict)


def barred(best: Weighed) -> bool:
    """Whether a rule forbids support whatever the model says.

    Hardly a word in common; another value, code or opposite; a value that is not there; a copy with something changed;
    another sense of the same thing.
    """
    if forbidden(best) or any(one.kind in TURNED for one in best.conflicts):
        return True
    if any(one.kind in ASIDE or _strange(one, best) or _of_another_sentence(one, best) for one in best.findings):
        return True
    if _other_word(best) or _other_subject(best):
        return True
    return elsewhere(best) or _denies(best) or _restricts(best) or _unvalued(best)


def forbidden(best: Weighed) -> bool:
    """Whether a rule forbids support though an entailment model is heard: hardly a word in common, another value.

    And a copy with something changed, or the row or record of something else. What forbids else is then one sign among
    others (`BARRED`).
    """
    if best.alignment.held < SHARED and not best.match.values:
        return True
    if any(one.kind == ROW for one in best.findings):
        return True
    return "touched" in best.features or hard(best)


MORE = 0.01
"""Share of the claim that what stands around a statement holds beside it, from which both tell it; a default."""


def _of_another_sentence(one: Finding, best: Weighed) -> bool:
    """Whether the statement has another value for the claim's only one, which stands in a sentence beside it."""
    if one.kind != "number_elsewhere" or one.claim is None or one.evidence is None:
        return False
    if best.features.get("beside", 0.0) > best.features.get("titled", 0.0) + MORE:
        return False
    claimed, stated = quantities(best.claim.text), quantities(flat(best.match.statement.text)[0])
    return len(claimed) == 1 and len([other for other in stated if other.kind == claimed[0].kind]) == 1


def _other_word(best: Weighed) -> bool:
    """Whether a copy has one other word behind a preposition, which is no like of it: `by phone` for `by e-mail`."""
    exchanged = [one for one in best.conflicts if one.kind == "exchanged"]
    alone = best.alignment.alone
    if len(exchanged) != 1 or len(alone) != 1 or not _in_one_slot(exchanged[0], best):
        return False
    (one,) = exchanged
    if one.claim is None or not one.claim.start <= alone[0].start < one.claim.end:
        return False
    return bool(_BY.search(best.claim.text, 0, one.claim.start))


_BY = later(r"\b(?:by|via|through|at|to|from) (?:an? |the )?\Z", re.IGNORECASE)


def _other_subject(best: Weighed) -> bool:
    """Whether the claim says of one kind what the statement says of another: `agency staff`, `permanent staff`."""
    said, stated = best.claim.text, flat(best.match.statement.text)[0]
    ours, theirs = stems(said), stems(stated)
    pair = min(best.alignment.pairs, key=lambda one: one.claim.start, default=None)
    if pair is None or is_row(best.match) or _before(pair, stated) or not _VERB.match(said, pair.claim.end):
        return False
    mine = _qualifier(said, pair.claim)
    other = _qualifier(stated, pair.evidence) or _of_what(stated, pair.evidence)
    return bool(mine and other and mine.stem not in theirs and other.stem not in ours)


def _of_what(text: str, noun: Token) -> Token | None:
    """The first word with a meaning of what a noun is of: of `the price of a new lamp` the lamp's `new`."""
    of = _OF.match(text, noun.end)
    return next((one for one in tokens(text) if one.start == of.end()), None) if of else None


_OF = later(r" (?:of|for) (?:the |an? |its |their )?")


def _before(pair: Pair, stated: str) -> list[Token]:
    """The words of a statement before the one of a pair, but for the word right before it."""
    other = _qualifier(stated, pair.evidence)
    before = [token for token in tokens(stated) if token.end <= pair.evidence.start and token != other]
    return [token for token in before if stated[token.end] != "-"]


_VERB = later(
    r" (?:also |always |only )?(?:is|are|was|were|has|have|had|gets?|may|must|shall|can|cannot|will|should|does|do|"
    r"needs?|[a-z]{3,}(?:s|ed)) "
)


def _strange(one: Finding, best: Weighed) -> bool:
    """Whether somebody acts whom the passage knows and the statement does not, where another one acts."""
    if one.kind != "party" or one.weight < 1 or one.claim is None:
        return False
    return stems(best.match.statement.text).isdisjoint(terms(best.claim.text[one.claim.start : one.claim.end]))


def _unvalued(best: Weighed) -> bool:
    """Whether the claim gives a figure or a date that neither the statement nor what stands around it has.

    Whatever words they share: `for 60 days` is not supported by a statement of no days, nor is `for sixty days`.
    """
    gaps = [one for one in best.findings if one.kind in GAPS]
    if any(character.isdigit() for one in gaps for character in one.text):
        return True
    missing = {one.claim.start for one in gaps if one.claim}
    stated = quantities(flat(best.match.statement.text)[0])
    return any(one.start in missing and _must_stand(one, stated) for one in quantities(best.claim.text))


def _must_stand(one: Quantity, stated: Sequence[Quantity]) -> bool:
    """Whether a quantity in words is one that a statement must give: many of a thing or of a measure.

    What a statement may give otherwise is none: `after three years` is `after the third year`, and whether six months
    are a hundred and eighty days it does not say.
    """
    if one.kind not in _MEASURED or one.value < MANY:
        return False
    third = any(other.kind == "ordinal" and other.value == one.value for other in stated)
    return not third and not any(one.kind == other.kind == "duration" for other in stated)


_MEASURED = frozenset({"duration", "money", "percent", "measure", "count"})
MANY = 3
"""From which on a number in words must be stated: of one or two the words say little; a default."""


def _denies(best: Weighed) -> bool:
    """Whether a difference of sense forbids support: the statement speaks of the same thing and says otherwise."""
    held, speaks = best.alignment.held, READ in best.features and best.spoken >= SPEAKS
    deciding = [one for one in best.conflicts if one.kind in FORBIDS and one.weight >= DENIED]
    return any(_denied_there(one, best) for one in best.conflicts) or any(
        speaks or held >= FORBIDS[one.kind] for one in deciding
    )


def _denied_there(one: Finding, best: Weighed) -> bool:
    """Whether the statement denies what the claim affirms, and not only one thing beside another: `A instead of B`."""
    if one.kind != "negation" or one.claim is not None or one.evidence is None:
        return False
    return flat(best.match.statement.text)[0][slice(*one.evidence)].lower() not in INSTEAD


def _restricts(best: Weighed) -> bool:
    """Whether the statement puts the same thing on another side, or says of a part what the claim says of all.

    What a copy leaves out is told by its words.
    """
    apart = any(one.kind in {"order", "restricted"} for one in best.findings) and "copied" not in best.features
    return apart and max(best.alignment.held, best.given) >= RESTRICTS


def surely(best: Weighed) -> bool:
    """Whether the statement says otherwise: another value, or another sense of what it does speak of.

    A word that was exchanged says so only in a copy.
    """
    if any(one.kind in {"definition", "asked_for", "of_others", "code", "document"} for one in best.findings):
        return False
    speaks = best.given >= SURE or under_code(best.match.statement.intro, best.claim.text)
    sense = speaks and (_denies(best) or any(one.kind in TURNED | {"role", "order"} for one in best.conflicts))
    other = [one for one in best.conflicts if one.kind != "exchanged" or _in_one_slot(one, best)]
    changed = "touched" in best.features and bool(other)
    beside = any(one.kind in DECIDING and one.weight >= SURE for one in best.conflicts)
    told = best.spoken >= TOLD or best.given >= SURE or is_row(best.match)
    return changed or sense or beside or (hard(best, SURE) and told and _of_the_subject(best))


def _of_the_subject(best: Weighed) -> bool:
    """Whether the statement's other value is of what the claim's is of, and not only of something of that kind.

    Revenue of services is not the deferred revenue. Where the statement holds most of the claim, it is of the same.
    """
    if is_row(best.match) or best.given >= SURE:
        return True
    said, stated = best.claim.text, flat(best.match.statement.text)[0]
    ours, theirs = stems(said), stems(stated)
    for pair in best.alignment.pairs:
        mine, other = _qualifier(said, pair.claim), _qualifier(stated, pair.evidence)
        if mine and other and mine.stem not in theirs and other.stem not in ours:
            return False
    return True


def _qualifier(text: str, noun: Token) -> Token | None:
    """The word right before a noun that says which one it is; of `hepatitis B vaccination` the hepatitis."""
    return next((one for one in tokens(text) if _TO_NOUN.fullmatch(text, one.end, noun.start)), None)


_TO_NOUN = later(r"[ -](?:[A-Z\d]{1,2} )?")
"""What stands between a noun and the word that says which one it is: nothing, or a letter or number of that."""


def _in_one_slot(one: Finding, best: Weighed) -> bool:
    """Whether an exchange has as many words that carry meaning on either side: one took the other's place."""
    if one.claim is None or one.evidence is None:
        return False
    said, stated = best.claim.text, flat(best.match.statement.text)[0]
    ours, theirs = tokens(said[one.claim.start : one.claim.end]), tokens(stated[one.evidence.start : one.evidence.end])
    return len(ours) == len(theirs) > 0


def hard(one: Weighed, weight: float = 0.0) -> bool:
    """Whether the statement has another value, with at least so much weight."""
    return any(finding.kind in HARD and finding.weight >= weight for finding in one.conflicts)


def turned(one: Weighed) -> bool:
    """Whether the statement says the opposite, or gives another cell for what is claimed."""
    return any(finding.kind in TURNED for finding in one.conflicts)


def is_row(match: Match) -> bool:
    """Whether a statement is a row of a table."""
    return match.statement.text.lstrip().startswith("|")


def elsewhere(one: Weighed) -> bool:
    """Whether the statement is of something else than the claim names."""
    return any(finding.kind in OTHERS for finding in one.findings)


def asks(one: Weighed) -> bool:
    """Whether a statement only says what somebody wants."""
    return any(each.kind == "asked_for" for each in one.findings)


BANDED = 0.8
"""Chance that a row supports a claim, at least, whose amount lies in its band and whose other value it has: its words
stand in the header (a default, not fitted)."""


def by_its_number(best: Weighed) -> Weighed:
    """A row that the claim names by its number, `priority 2`, and that has its value: its words stand in the header."""
    said, match = best.claim.text, best.match
    if not is_numbered(match.statement.intro, match.statement.text, said) or best.findings or not match.values:
        return best
    unsaid = len(best.alignment.alone) > MOSTLY * len(tokens(said))
    return best if unsaid else best._replace(chance=max(best.chance, BANDED))


def in_its_range(best: Weighed) -> Weighed:
    """A row that the claim names and that has its value, where the claim's `zone 5` lies within `Zones 4-6`.

    That stands in the header with the row's whole key in the claim, or it is the key.
    """
    said, match = best.claim.text, best.match
    text, _ = flat(match.statement.text)
    own = row(text, match.statement.intro) if is_row(match) and not best.findings else None
    if own is None or not any(alike for _, alike in twins(said, text)):
        return best
    for_it = column(said, own.heads, own.values) if is_keyed(said, own) else None
    told = keyed(said, own.heads[0], own.values[0]) or (for_it is not None and for_it.at is not None)
    unsaid = len(best.alignment.alone) > MOSTLY * len(tokens(said))
    return best._replace(chance=max(best.chance, BANDED)) if told and not unsaid else best


def in_its_steps(best: Weighed, piece: Evidence) -> Weighed:
    """A step whose passage has the claim's two steps in the claim's order: it has but half of the claim's words."""
    if best.conflicts or not told_by_steps(best.claim.text, piece.text, about(piece)):
        return best
    return best._replace(chance=max(best.chance, BANDED))


MOSTLY = 0.5
"""Share of a claim's words that neither such a row nor its header has, at most; a default, not fitted."""


_IF = later(r"\b(?:if|when|where|provided|in case|as long as|unless|under \d+|over \d+)\b", re.IGNORECASE)


def above_its_note(best: Weighed, found: Sequence[Weighed]) -> Weighed:
    """The row that says otherwise, where the best is a note of its passage on a case that the claim does not name.

    `A card is free if it was stolen` stands under the table that gives its price.
    """
    if is_row(best.match) or not _IF.search(best.match.statement.text) or _IF.search(best.claim.text):
        return best
    rows = (one for one in found if is_row(one.match) and one.match.statement.piece == best.match.statement.piece)
    return next((one for one in rows if not elsewhere(one) and _is_keyed(one) and (hard(one) or turned(one))), best)


def names_its_row(claim: str, match: Match) -> bool:
    """Whether a claim has most of a row's key, so that it is of that row: `go-live` has little of `Plan the go-live`.

    What is no row needs no key.
    """
    own = row(flat(match.statement.text)[0], match.statement.intro) if is_row(match) else None
    if own is None:
        return True
    key, said = tokens(own.values[0]), {token.stem: True for token in tokens(claim)}
    told = sum(token.weight for token in key if related(token.stem, said))
    return told > MOSTLY * sum(token.weight for token in key)


def _is_keyed(one: Weighed) -> bool:
    own = row(flat(one.match.statement.text)[0], one.match.statement.intro)
    return own is not None and is_keyed(one.claim.text, own)
