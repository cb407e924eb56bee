"""Where a claim is nearly the statement's own words: which of them were exchanged, added or left out.

A claim that copies a sentence and changes a word has changed it for a reason; one in its own words has not, so this
rule keeps silent there.
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from functools import lru_cache
from typing import TYPE_CHECKING

from kts.answer.claims.agree.sense import other_clause
from kts.answer.claims.agree.sides import PRONOUNS, Finding, quoted
from kts.answer.claims.agree.tables import row
from kts.answer.claims.agree.values import takes_back, within_bound
from kts.answer.claims.match import FUNCTION_WORDS, opposites, senses
from kts.answer.units.quotable import ENTRY
from kts.lexicon.analyse import located_words, terms
from kts.lexicon.dates import dates
from kts.lexicon.modality import order
from kts.lexicon.negation import PLAIN, negated
from kts.lexicon.patterns import later
from kts.lexicon.quantities import quantities
from kts.lexicon.tongues import DECIDING, is_function_word, tongue
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.answer.claims.agree.sides import Sides
    from kts.lexicon.tongues import Tongue

NEARLY = 0.6
"""Share of the claim's words, in the statement's order, from which it counts as its copy; a default, not fitted."""
LONGEST = 4
"""Words of an exchange at most; a longer one is a rewording."""
_ASIDE = later(r"\([^()]*\)|\[[^\[\]]*\]")
_WEAK = frozenset(
    "a an the of to in on for by as at that which is are was were be been it its this these those or "
    "and with from s".split()
)
_EQUAL = (
    "shall must will required obliged has have needs need to be is",
    "may can could entitled permitted allowed able might",
    "before prior until by earlier",
    "after following upon once since when subsequent later",
    "each every all any both the",
    "any a an some either",
    "if when where case event provided",
    "about approximately roughly around some",
    "no not none any",
    "within inside in by later than",
    "more over above exceeding exceeds excess greater",
    "less under below fewer lower",
    "such the this that these those said",
    "also and as well",
    "but however although though",
    "because since as",
    "per each a every",
    "requires require needs need required needed",
    "on enabled activated active",
    "off disabled deactivated",
    "further additional more other",
)


@lru_cache(maxsize=1)
def _equal() -> dict[str, frozenset[int]]:
    """The groups of function words that may stand for each other."""
    found: dict[str, set[int]] = {}
    for number, group in enumerate(_EQUAL):
        for word in group.split():
            found.setdefault(word, set()).add(number)
    return {word: frozenset(groups) for word, groups in found.items()}


def copied(claim: str, statement: str) -> float:
    """The share of the claim's words that the statement has in the same order (0..1)."""
    ours, theirs = ([word for *_, word in _plain(text)] for text in (claim, statement))
    if not ours:
        return 0.0
    matcher = SequenceMatcher(None, ours, theirs, autojunk=False)
    return sum(block.size for block in matcher.get_matching_blocks()) / len(ours)


def edits(sides: Sides) -> Iterator[Finding]:
    """Exchanged words of a near copy that do not mean the same; left out and added ones that matter."""
    ours, theirs = _plain(sides.claim), _plain(sides.statement)
    if not ours or not theirs:
        return
    matcher = SequenceMatcher(None, [word for _, _, word in ours], [word for _, _, word in theirs], autojunk=False)
    if sum(block.size for block in matcher.get_matching_blocks()) < NEARLY * len(ours):
        return
    said, written = {word for *_, word in ours}, {word for *_, word in theirs}
    for tag, i, j, k, m in matcher.get_opcodes():
        if tag == "insert" and _aside(sides, theirs[k:m], said):
            continue
        if tag == "delete" and _moved(ours[i:j], written):
            continue
        if {word for *_, word in (*ours[i:j], *theirs[k:m])} <= _BINDING:
            continue
        if {word for *_, word in (*ours[i:j], *theirs[k:m])} <= _MODAL and _denied(ours[j:]) and _denied(theirs[m:]):
            continue
        if k < m and within_bound(sides, theirs[m - 1][1]):
            continue
        finding = _edit(tag, ours[i:j], theirs[k:m], sides)
        if finding is not None:
            yield finding


def _denied(behind: Sequence[tuple[int, int, str]]) -> bool:
    """Whether a verb is denied right behind: `may not`, `shall not` and `must not` forbid alike."""
    return bool(behind) and behind[0][-1] in {"not", "never"}


_BINDING = frozenset("is are be must shall has have to".split())
"""Words with which rules bind, in the present too: `is reported` and `must be reported`."""


def _aside(sides: Sides, words: Sequence[tuple[int, int, str]], said: set[str]) -> bool:
    """Whether what the claim leaves out matters nothing to it: in brackets, elsewhere in it, denying only itself."""
    spans = [match.span() for match in _ASIDE.finditer(sides.statement)]
    if _within(words, spans) or _moved(words, said) or takes_back(sides.statement, words[0][0]):
        return True
    return other_clause(sides) or _whole_denial(words, sides.statement)


def _within(words: Sequence[tuple[int, int, str]], aside: Sequence[tuple[int, int]]) -> bool:
    """Whether what was left out stood in brackets, and takes nothing back there."""
    inside = all(any(start <= word[0] < end for start, end in aside) for word in words)
    return inside and not any(word in {"not", "except", "other", "unless", "excluding", "no"} for *_, word in words)


def _whole_denial(words: Sequence[tuple[int, int, str]], statement: str) -> bool:
    """Whether what was left out denies only itself: `, fines are not`, `is not dried and`."""
    start, end = words[0][0], words[-1][1]
    inside = [one for one in negated(statement) if start <= one.cue_start < end]
    lost = [word for *_, word in words if word in _DECIDING - {"not", "no", "never"}]
    if not inside or lost:
        return False
    behind = [(one, statement[one.cue_end : one.end].strip(" ,.;")) for one in inside]
    own = all(not text or (one.cue_end < end and _first(statement, one.cue_end) < end) for one, text in behind)
    return own and any(word not in FUNCTION_WORDS for *_, word in words)


def _first(text: str, start: int) -> int:
    """Where the first word behind a place ends."""
    return next((end for begin, end, _ in located_words(text) if begin >= start), len(text))


def _moved(words: Sequence[tuple[int, int, str]], others: set[str]) -> bool:
    """Whether words only stand elsewhere on the other side: a condition put first instead of last."""
    deciding = {"not", "no", "never", "only", "except", "unless"}
    return len(words) > 1 and all(word in others and word not in deciding for *_, word in words)


@lru_cache(maxsize=1024)
def _plain(text: str) -> list[tuple[int, int, str]]:
    """The words that are no part of a quantity or a date, which are compared as values, nor of a label: `(b)`."""
    taken = [*((one.start, one.end) for one in dates(text)), *((one.start, one.end) for one in quantities(text))]
    begin = 0
    while label := ENTRY.match(text, begin):
        begin = label.end()
    return [
        (start, end, word)
        for start, end, word in located_words(text)
        if start >= begin and not any(start < right and left < end for left, right in taken)
    ]


def _edit(
    tag: str, ours: Sequence[tuple[int, int, str]], theirs: Sequence[tuple[int, int, str]], sides: Sides
) -> Finding | None:
    if tag == "equal" or len(ours) > LONGEST:
        return None
    mine, other = [word for *_, word in ours], [word for *_, word in theirs]
    kind = _kind(mine, other, sides)
    if not kind:
        return None
    here = Span(ours[0][0], ours[-1][1]) if ours else None
    there = Span(theirs[0][0], theirs[-1][1]) if theirs and len(theirs) <= LONGEST else None
    said = quoted(sides.claim[here.start : here.end]) if here else "nothing"
    found = quoted(sides.statement[there.start : there.end]) if there else "something else"
    text = f"where the evidence says {found}, the claim says {said}"
    return Finding(kind, conflict=kind == "exchanged", text=text, claim=here, evidence=there)


_DECIDING = frozenset(
    "not no never none nor without except unless only all any each every some both neither either most few "
    "may must shall "
    "cannot can least more less before after until within minimum maximum first last".split()
)


def _kind(mine: Sequence[str], other: Sequence[str], sides: Sides) -> str:
    """exchanged, added or left_out; empty when the difference does not matter."""
    here, there = tongue(sides.claim), tongue(sides.statement)
    ours = [word for word in mine if word not in other and not _weak(word, here)]
    theirs = [word for word in other if word not in mine and not _weak(word, there)]
    if _one_denied(ours, theirs, sides) or _happens(ours, theirs, sides) or _is_its_price(ours, sides):
        return ""
    if {*ours, *theirs} == {"not", "never"} and _BOUND.search(sides.claim) and _BOUND.search(sides.statement):
        return ""
    if not ours:
        lost = [word for word in theirs if word in _DECIDING - _GENERAL and not _said(word, sides.claim)]
        return "left_out" if lost and len(other) <= LONGEST else ""
    if not theirs:
        told = _TOLD if order(sides.statement) else frozenset()
        new = [word for word in ours if (word in _DECIDING or word not in FUNCTION_WORDS) and word not in told]
        return "added" if any(not (_said(word, sides.statement) or _titled(word, sides.about)) for word in new) else ""
    strange = [word for word in ours if not any(_same(word, there) for there in theirs)]
    if _NOBODY.search(sides.claim) and _NOBODY.search(sides.statement):
        strange = [word for word in strange if word not in _MODAL]
    strange = [word for word in strange if word not in {"one", "ones"} and not _genitive(word, sides.statement)]
    if "this" in other:
        strange = [word for word in strange if not _titled(word, sides.about)]
    if not PRONOUNS.isdisjoint(other):  # whom it means is said in the sentence before
        meant = " ".join(one.text for one in sides.before if one.joined)
        strange = [word for word in strange if not _said(word, meant)]
    return "exchanged" if strange and len(other) <= 2 * LONGEST else ""


def _weak(word: str, said_in: Tongue) -> bool:
    """Whether a word says too little to be exchanged for another."""
    return word in _WEAK or (is_function_word(word, said_in) and word not in DECIDING[said_in])


_BOUND = later(
    r"\b(?:not|never) (?:be )?(?:exceed|(?:more|less|fewer|later|earlier|longer|higher|lower|above|below)\b)"
)
"""A bound that is written as a denial."""
_TOLD = frozenset("you one must should shall need have people staff everyone everybody anyone anybody".split())
"""Words by which a claim tells somebody what a statement orders."""


def _one_denied(ours: Sequence[str], theirs: Sequence[str], sides: Sides) -> bool:
    """Whether opposites stand for each other because one of them is denied: `not allowed` for `forbidden`."""
    known = opposites()
    for one in ours:
        for other in theirs:
            if terms(other)[0] in known.get(terms(one)[0], ()):
                return _denies(sides.claim, one) != _denies(sides.statement, other)
    return False


def _happens(ours: Sequence[str], theirs: Sequence[str], sides: Sides) -> bool:
    """Whether one side has as a verb what the other says of its noun to happen: `moves`, `the move takes place`."""
    return any(
        mine and set(other) in _HAPPENING and all(_said(word, text) for word in mine)
        for mine, other, text in ((ours, theirs, sides.statement), (theirs, ours, sides.claim))
    )


def _is_its_price(ours: Sequence[str], sides: Sides) -> bool:
    """Whether a claim only says `costs` of a row with a column of prices."""
    own = row(sides.statement, sides.near) if ours and set(ours) <= {"costs", "cost"} else None
    return own is not None and any(_PRICED.search(head) for head in own.heads)


_PRICED = later(r"\b(?:prices?|costs?|fees?|rates?|charges?)\b", re.IGNORECASE)
_HAPPENING = tuple(
    set(group.split())
    for group in ("takes place", "take place", "took place", "happens", "happened", "occurs", "occurred")
)


def _denies(text: str, word: str) -> bool:
    """Whether a word is denied by another one: `not allowed`."""
    return any(
        scope.kind in PLAIN and scope.start <= start < scope.end and not scope.cue_start <= start < scope.cue_end
        for start, _, found in located_words(text)
        if found == word
        for scope in negated(text)
    )


def _genitive(word: str, text: str) -> bool:
    """Whether a word is of one whom the other side names, too: the Founder's consent, consent of the Founder."""
    who = word.removesuffix("'s").removesuffix("'")
    if who == word:
        return bool(re.search(rf"\b{re.escape(word)}(?:'s|s')(?!\w)", text, re.IGNORECASE))
    return bool(re.search(rf"\bof (?:the |an? )?{re.escape(who)}\b", text, re.IGNORECASE))


_COUNTED = frozenset({"not", "no", "never", "only", "except", "unless", "without"})
"""Words that matter once more even where the other side has them elsewhere."""


_GENERAL = frozenset("any all each every shall must will".split())
"""Words that a claim may leave out: `defects are replaced` for `any defects must be replaced`."""
_MODAL = frozenset("may shall must can will".split())
_NOBODY = later(r"\b(?:neither|nobody|no one|no (?=\w+ (?:may|shall|must|can|will)))\b", re.IGNORECASE)
"""What makes `may` and `shall` the same: neither party may, neither party shall."""
_DOCUMENT = frozenset("agreement contract policy lease document procedure rules terms".split())


def _titled(word: str, about: str) -> bool:
    """Whether a word only says which document is meant: it stands in its title, heading or path."""
    return word not in FUNCTION_WORDS and (word in _DOCUMENT or _said(word, about))


def _said(word: str, text: str) -> bool:
    """Whether a word, in any form, stands somewhere on the other side as well."""
    return word not in _COUNTED and terms(word)[0] in terms(text)


def _same(one: str, other: str) -> bool:
    """Whether two words may stand for each other: one stem, synonyms, or function words of one group."""
    stem, stem_other = terms(one)[:1], terms(other)[:1]
    if not stem or not stem_other:
        return one == other
    if stem == stem_other or re.sub(r"\W", "", one) == re.sub(r"\W", "", other):
        return True
    if stem_other[0] in opposites().get(stem[0], ()):
        return False
    if one in FUNCTION_WORDS or other in FUNCTION_WORDS:
        return not _equal().get(one, frozenset()).isdisjoint(_equal().get(other, ()))
    return not senses().get(stem[0], frozenset()).isdisjoint(senses().get(stem_other[0], ()))
