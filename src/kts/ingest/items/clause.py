"""The main clause of a sentence: its modal, whether it is denied, who it is about, what is to be done.

No parser: a modal counts unless the words before it open a subordinate clause ("that may", "if the Lender shall"), and
the subject is what stands between the last boundary and the modal. Fitted on the training half of the sentences in
samples/structure.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, NamedTuple

from kts.ingest.items.words import at_words
from kts.lexicon.patterns import later

Modal = Literal["shall", "may", "must", "must_not", "may_not", "none"]
Force = Literal["", "must", "may", "need_not"]
"""What a clause does to its subject: binds it, permits it, frees it of a duty; empty for a statement."""

_PARENTHESES = later(r"\([^()]{0,400}\)|\"[^\"]{0,200}\"")
_CANDIDATE = at_words(
    r"(?=need|is |are |ha[sdv]|shall|must|may|will|should|here|covenant|undertake|agree|oblige|be |remain|reserve"
    r"|retain|can)"
    r"(?:(?P<free>(?:need|needs) not\b(?! to\b)|(?:is|are|be) not (?:required|obligated|obliged|bound)\b"
    r"|(?:has|have) no (?:obligation|duty|liability or obligation) to\b)"
    r"|(?P<modal>(?:shall|must|may|will|should)\b)"
    r"|(?P<bind>(?:has|have|had) to(?! do with\b)|(?:is|are) (?:also )?(?:required|obligated|obliged|bound"
    r"|responsible) to"
    r"|(?:hereby )?(?:covenants?|undertakes?)(?: and agrees?)?(?: (?:with|to|that)\b)"
    r"|(?:hereby )?agrees?,? (?:not )?to\b|obliges? (?:[A-Za-z]+ ){1,4}to\b"
    r"|(?:hereby )?agrees? that (?:it|they|he|she) will(?: not)?)"
    r"|(?P<permit>(?:is|are|be|remains?)(?: also| hereby)? (?:entitled\b|(?:permitted|authori[sz]ed|free|allowed) to\b)"
    r"|(?:has|have|had|reserves?|retains?) (?:also )?the (?:sole |exclusive |full )?(?:right|option|power|authority)\b"
    r"|can\b(?! not\b)))",
)
_SUBORDINATOR = at_words(
    r"(?:that|which|who|whom|whose|if|unless|until|where|when|whenever|wherever|while|whether|because|since|as|what"
    r"|than|once|so that|to the extent|whatever|whoever|how|though|although|except as|before|after)\b"
)
_BOUNDARY = later(
    r"[;:\u2014.p](?:(?<=[;:\u2014])|(?<=\.) (?=[A-Z])|(?<=p)(?<!\w.)rovided(?:,? further)?,?(?: however,?)? that\b)"
)
_FINITE = at_words(
    r"(?:is|are|was|were|has|have|had|does|do|did|can|cannot|would|could|becomes?|ceases?|exceeds?|fails?|falls?"
    r"|receives?|exists?|occurs?|remains?|applies|includes?|requires?|affects?|contains?|holds?|suspects?|mentions?"
    r"|identifies|discovers?|shows?|differs?|works?|arrives?|needs?|gives?|makes?|terminates?)\b"
)
_AGREED = later(r"\b(?:agrees?|covenants?|undertakes?|ensures?)(?: and [a-z]+)?,? \Z")
_OWN_VERB = later(r" (?:[a-z]+ly )?(?!this\b|his\b|its\b|as\b|us\b|parties\b)[a-z]{2,}(?:s|ed)\b")
_DENIED = later(r"(?i) (?:(?:also|in (?:any|no) event|at any time) )?(?:not|never|no longer|neither|no)\b")
_NEGATIVE_SUBJECT = later(
    r"(?:\A|[,;:] |\b(?:and|that|but|or) )(?:no(?:t more than|t less than|t fewer than| more than)?|neither|none|nobody"
    r"|nothing|not more|in no event|under no circumstances?|at no time)\b(?![^,;]*\b(?:no later than)\b)[^,;:]*\Z",
    re.IGNORECASE,
)
_NEITHER_NOR = later(r"\b(?:neither|no) [^;:]{0,160}\b(?:nor|or|and) [^;:]{0,120}\Z", re.IGNORECASE)
_COMMA_PHRASE = later(r" ?,[^,;]{1,160},")
_FREED = later(r"(?i)(?: not)?(?: be)? (?:required to|obligated|obliged|bound to|compelled)\b")
_ENTITLED = later(
    r"(?: [a-z]+ly| also| at all times| only)*,? (?:be (?:fully )?(?:entitled|permitted|authori[sz]ed|allowed|free"
    r"|able)"
    r"\b|have (?:[a-z]+ )?(?:the |a )?(?:[a-z]+ )?(?:right|option|power|authority|discretion)\b)"
)


WEAK = frozenset({"will", "should"})
"""Modals that yield to a stronger one in the same sentence: "will be based on ..., and Client shall not withhold"."""


class Clause(NamedTuple):
    """The main clause. `subject` and `rest` are its words before and after what binds it."""

    modal: Modal
    force: Force
    negated: bool
    subject: str
    rest: str


NO_CLAUSE = Clause("none", "", negated=False, subject="", rest="")
"""That of a sentence which binds nobody."""


@lru_cache(maxsize=4096)
def main_clause(sentence: str) -> Clause:
    """What the main clause of a cleaned sentence does to whom; modal none and no force for plain statements."""
    masked = sentence
    if "(" in sentence or '"' in sentence:
        masked = _PARENTHESES.sub(lambda match: " " * len(match[0]), sentence)
    weaker: Clause | None = None
    for match in _CANDIDATE.finditer(f" {_lowered(masked)}"):
        kind = str(match.lastgroup)
        start, end = match.start(kind) - 1, match.end() - 1
        if masked.startswith("May", start):  # the month
            continue
        before, word = masked[:start], masked[start:end].lower()
        clause = _BOUNDARY.split(before)[-1]
        if subordinate(clause):
            continue
        found = _clause(kind, word, masked[end:], before, clause)
        if word not in WEAK:
            return found
        weaker = weaker or found
    return weaker or Clause("none", "", is_denied(masked), "", "")


def _lowered(text: str) -> str:
    """A text in lower case, as far as its places stay where they are: what ignores case takes twice the time."""
    lowered = text.lower()
    return lowered if len(lowered) == len(text) else "".join(map(_small, text))


def _small(letter: str) -> str:
    lowered = letter.lower()
    return lowered if len(lowered) == 1 else letter


def subordinate(clause: str) -> bool:
    """Whether the last subordinator before a verb takes that verb for its own clause."""
    subordinators = [*_SUBORDINATOR.finditer(f" {_lowered(clause)}")]
    if not subordinators:
        return False
    last = subordinators[-1]
    found, start, gap = last[0][1:], last.start(), clause[last.end() - 1 :]  # the blank moved all places by one
    if found == "that" and (not clause[:start].strip() or _AGREED.search(clause[:start])):
        return False
    if "," in gap or _FINITE.search(f" {gap}"):
        return False
    if found in {"before", "after", "since", "as", "than"} and gap.strip():
        return False
    return not (found in {"that", "which", "who", "whoever"} and _OWN_VERB.match(gap))


def _clause(kind: str, word: str, rest: str, before: str, clause: str) -> Clause:
    if kind == "free":
        return Clause("none", "need_not", negated=True, subject=clause, rest=rest)
    if kind == "permit":
        return Clause("none", "may", _of_nobody(before), clause, rest)
    if kind == "bind":
        return _bound(word, clause, rest)
    return _modal(word, before, clause, rest)


def _of_nobody(before: str) -> bool:
    """Whether the subject of a verb is denied: "no Holder", "neither party"."""
    lowered = before.lower()
    return ("no" in lowered or "neither" in lowered) and bool(_NEGATIVE_SUBJECT.search(before))


def _neither_nor(clause: str) -> bool:
    lowered = clause.lower()
    return ("no " in lowered or "neither " in lowered) and bool(_NEITHER_NOR.search(clause))


def _bound(word: str, clause: str, rest: str) -> Clause:
    denied = " not" in word or rest[:5].lower() == " not "
    modal: Modal = "must" if re.match(r"ha(?:s|ve|d) to", word) else "none"
    return Clause(modal, "must", denied, clause, rest)


def _modal(word: str, before: str, clause: str, rest: str) -> Clause:
    denied = bool(_DENIED.match(rest) or rest[:7].lower() == " be no " or _of_nobody(before) or _neither_nor(clause))
    after = _COMMA_PHRASE.sub("", rest, count=1) if rest.startswith((",", " ,")) else rest
    if _FREED.match(after):
        freed = denied
        force: Force = "need_not" if freed else "must"
    elif word != "must" and _ENTITLED.match(after):
        force = "may"
    else:
        force = "may" if word == "may" else "must"
    return Clause(_named(word, denied=denied), force, denied, clause, rest)


def _named(word: str, *, denied: bool) -> Modal:
    if word == "may":
        return "may_not" if denied else "may"
    if word == "must":
        return "must_not" if denied else "must"
    return "shall" if word == "shall" else "none"


_NEGATION = later(
    r"\b(?:is|are|was|were|do|does|did|has|have|can|could|would) (?:[a-z]+ )?(?:not|never|neither)\b|\bcannot\b|n't\b"
    r"|\b(?:never|nobody|neither|nothing|none)\b|\A(?:[^,]{0,60}, )?(?:no|not) |\b(?:has|have|is|are|makes?"
    r"|carries) no\b"
    r"|\A(?:do|does) not\b|; do not\b",
)


_NEGATIVE = later(r"\b(?:[Nn](?:o|ot|one|obody|othing|ever|either|OT|O|EVER)|cannot)\b|n't\b")


NEGATIVE = ("no", "No", "NO", "ever", "either", "EVER", "n't")
"""Parts of words without one of which nothing is denied."""


def is_denied(sentence: str) -> bool:
    """Whether a sentence without modal denies its verb, by the first clause that is not subordinate."""
    if not any(part in sentence for part in NEGATIVE) or not _NEGATIVE.search(sentence):
        return False
    found = (_BOUNDARY.split(sentence[: match.start()])[-1] for match in _NEGATION.finditer(_lowered(sentence)))
    return any(not subordinate(clause) for clause in found)
