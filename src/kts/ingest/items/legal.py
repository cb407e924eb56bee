"""Agreements and policies: who must, must not and may, what words mean, when something holds.

Ordered rules, the denied before the plain: `shall not` before `shall`, `may not` before `may`. What a modal does not
bind or permit is a Statement ("shall survive", "shall be deemed", "may lead to dismissal").
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.ingest.items.clause import main_clause
from kts.ingest.items.words import FIRST, at_words
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.ingest.items.clause import Clause
    from kts.ingest.items.units import Unit

_TERM = r"(?:the (?:term|terms|word|words|expression|phrase)s? )?\"[^\"]{1,120}\""
_DEFINITION = later(
    rf"(?:(?:in|for|as used in|for (?:the )?purposes? of)\b[^\"]{{0,100}}?)?{_TERM}"
    rf"(?:,? (?:and|or) {_TERM}|, {_TERM})*(?: \([^)]*\))?,?"
    r"(?:(?: when used[^,]*,| as used[^,]*,| with respect to[^,]*,| in relation to[^,]*,| for any[^,]*,)*)"
    r" ?(?::|=|\u2014| - | means?\b| (?:shall|will) (?:mean|have|include)\b| (?:has|have)\b[^.]{0,40}\bmeanings?\b"
    r"| includes?\b| refers? to\b| is (?:the|a|an|any)\b| are\b| (?:is|are) defined\b)"
    rf"|(?:the|an?|each|any) {_TERM}[^.;]{{0,80}}? (?:is|are|means?) "
    rf"|(?:an?|the|any) [^,;.]{{3,160}}? (?:is|are) (?:an? )?{_TERM}(?:[;,.]|\Z| if| when)"
    r"|(?:An?|Any) [A-Za-z][\w -]{2,40} (?:is|means) (?:any|every|anything|anyone)\b"
    r"|(?:[A-Z][\w&'/-]*(?: (?:[A-Z][\w&'/-]*|of|and|or|the|in|to))*) (?:shall mean|means)\b(?! of\b| to\b)",
    re.IGNORECASE,
)
_CALLED = at_words(
    rf"(?:is|are) (?:hereinafter |herein |hereafter |each )?(?:called|known as"
    rf"|referred to(?: herein)? as) (?:the |an? )?{_TERM}"
    r"|has the meaning (?:set forth|given|assigned|ascribed|stated|specified)\b"
)
_MEANS = later(rf"{_TERM}[^.;\"]{{0,60}}? (?:means|(?:shall|will) mean)\b")
_NOT_DEFINED = later(r"\bby means of\b|\b(?:does|do|shall|will) not (?:mean|include)\b", re.IGNORECASE)
_ADVERBS = r"(?: (?:also|in (?:any|no) event|at all times|not|never|[a-z]+ly|not \w+ly))*"
_INERT = later(
    _ADVERBS + r" (?:be (?:deemed|considered|construed|interpreted|treated|governed|binding|liable|conclusive"
    r"|valid|cumulative|severable|prima facie|presumed|regarded|enforceable|tolled|entire|void|null|of no|the sole"
    r"|a waiver|subject to|equal to|an original|for the benefit|without prejudice|third|in addition|or)\b"
    r"|survive\b|inure\b|constitute\b|operate as\b|remain\b(?! (?:entitled|obligated))|prevail\b|supersede\b"
    r"|govern\b|control\b|accrue\b|bear interest\b|vest\b|belong\b|equal\b|have (?:any|no|a fiduciary)\b(?! right to\b)"
    r"|have (?:the|such) (?:same )?(?:force|effect|meaning))"
)
_INERT_DENIED = later(
    _ADVERBS + r" (?:limit|affect|relieve|release|impair|prejudice|confer|create|incur any|imply|extend to|waive)\b"
)
_POSSIBLE = later(
    _ADVERBS
    + r" (?:lead|result|happen|occur|arise|differ|vary|preclude|give rise|mean|contain|involve|include|cause|be"
    r" (?:found|subject to|affected|unable|necessary|due to|an?|more|less)|have been)\b"
)
_TAKES_EFFECT = later(
    r"(?: [a-z]+ly| not| also)*"
    r" (?:apply\b|be applicable\b|be (?:or become )?effective\b|become (?:effective|due|operative)\b|take effect\b"
    r"|come into (?:force|effect)\b|terminate\b(?! (?:this|the|such|any)\b)|expire\b|commence\b(?= (?:on|upon|as of))"
    r"|cease\b(?! to (?:use|sell|ship|make))|continue (?:in (?:full )?(?:force|effect)|until|for)\b|end\b|lapse\b"
    r"|automatically\b|renew\b)"
)
_BINDS = at_words(
    r"(?:is|are) (?:due|payable)(?: and payable)? (?:within|on|by|not later|in)\b"
    r"|(?:also )?requires? (?:the |its |an? |their |his |her )?(?:[\w'-]+ ){0,4}(?:consent|approval|notice"
    r"|signature)\b"
    r"|(?:is|are) (?:[a-z]+ )?required\b(?! by\b)",
)
_POLICY_BINDS = at_words(
    r"needs (?:an?|the|its|two|[\w-]+)\b"
    rf"|{FIRST}(?:every|each|all|anyone|whoever|any person who)\b[^.]*? (?:is|are) (?!not\b)\w+(?:ed|en)\b"
    rf"|{FIRST}(?:anyone|whoever|everybody|everyone|each \w+|every \w+)\b.*\b(?:calls|reports|tells|signs|keeps|sends"
    r"|confirms)\b"
    r"|(?:is|are) (?:removed|reported|returned|sent|recorded|answered|reviewed|kept|deleted|destroyed|filed"
    r"|acknowledged"
    r"|made|done|approved|signed|stored|archived|tested|told|escalated|disbursed|logged|notified|checked)\b"
    r"[^.;]*\b(?:within|by|at least|not later|no later|before|every|each|once|as an incident|daily|weekly|monthly)\b",
)
"""Policies say what must be done in the indicative: "Every complaint is recorded"."""
_FORBIDS = at_words(
    r"(?:is|are) (?:strictly )?(?:prohibited|forbidden)\b|(?:is|are) not (?:permitted|allowed|entitled"
    r"|authori[sz]ed)\b"
    r"|(?:is|are) never (?!part\b|late\b)\w+ed\b|agrees? (?:that (?:it|they) (?:will|shall) not|not to)\b"
    rf"|{FIRST}(?:never|do not)\b",
)
_PERMITS = at_words(
    rf"{FIRST}(?:permitted|allowed)\b|(?:is|are) (?:permitted|allowed)\b(?! only\b)|at (?:its|his|her"
    r"|their) (?:sole )?option\b"
    r"|remains? entitled\b|is entitled\b"
    r"|(?:hereby )?grants? (?:to )?[^.;]{1,120}?\b(?:right|licen[cs]e|option|permission|power)s?\b",
)
_CONDITIONAL = later(
    r"(?:if|unless|where|when|whenever|in (?:the|any) (?:event|case)(?: that| of)?|in case of|upon|on (?:receipt"
    r"|any|the"
    r" (?:occurrence|date|expiry))|to the extent|until|once|as soon as|so long as|as long as|except as|failing"
    r"|subject to"
    r"|on the terms|in the absence of|for (?:so|as) long as|pending|only (?:if|when|after)|wherever|save where)\b",
)
_CONDITION = at_words(
    r"(?:takes? effect|become(?:s|)? effective|comes? into (?:force|effect)"
    r"|ceases? to (?:apply|be (?:in effect|effective|eligible|entitled))"
    r"|(?:does|do) not (?:apply|become|take effect|bind)\b|(?:is|are) not (?:effective|binding)\b"
    r"|(?:is|are) effective (?:only|when|if|until|on|upon)|appl(?:y|ies) (?:only )?(?:if|when|where|unless|until"
    r"|instead)\b"
    r"|(?:ends?|expires?|terminates?|lapses?|renews?|begins?|starts?|reverts?|stops?|(?:is|are) (?:suspended"
    r"|extended|void"
    r"|forfeited|reduced|released|discharged)) (?:automatically |without further act )?(?:if|unless|until|when|where"
    r"|once|only"
    r"|as soon as|on (?:the|any|receipt|payment)|upon)"
    r"|(?:is|are) (?:not |only )?(?:payable|due|available|effective|eligible|valid|binding|void|complete|final"
    r"|recoverable)"
    r" (?:only )?(?:if|unless|until|when|once)"
    r"|appl(?:y|ies) (?:from|after|during|to the extent|(?:so|as|for as) long)"
    r"|(?:lasts?|continues?|runs?|remains? in (?:effect|force)) (?:until|(?:so|as|for as) long)"
    r"|ends? (?:when|on|if)\b|becomes? \w+ on the\b"
    r"|(?:is|are) (?:eligible|permitted|payable|due|escrowed|granted|released|treated) only (?:if|when|as|where|after)"
    r"|(?:is|are) treated as (?:received|made|given|paid)|(?:is|are) payable [^.]{0,80}\buntil\b"
    r"|binds? [^.]{0,100}\bunless\b"
    rf"|{FIRST}(?:no|unless) [^.]{{0,200}}\b(?:until|unless)\b|(?<=\w,) unless\b|only (?:if|when|after|on the|upon)\b)",
)


BINDING = frozenset({"must", "must_not"})
"""Modals that always bind, whatever verb follows."""


def types(units: Sequence[Unit], doc_type: str) -> list[str]:
    """The type of each unit, in order. In a POLICY the indicative binds too."""
    found: list[str] = []
    for unit in units:
        lead = found[unit.lead] if unit.lead is not None else ""
        found.append(_type(unit, lead, policy=doc_type == "POLICY"))
    return found


def _type(unit: Unit, lead: str, *, policy: bool) -> str:
    own = sentence_type(unit.text, policy=policy)
    continues = own in {"Statement", "Condition"} and lead and unit.text[:1].islower()
    return lead if continues else own


def sentence_type(text: str, *, policy: bool = False) -> str:
    """The type of a cleaned sentence."""
    if is_definition(text):
        return "Definition"
    clause = main_clause(text)
    if clause.force:
        return _of_clause(clause)
    return _without_modal(text, policy=policy)


def is_definition(text: str) -> bool:
    """Whether a sentence gives a term its meaning."""
    if '"' not in text and "ean" not in text and " is any" not in text and " is every" not in text:
        return False
    defines = _DEFINITION.match(text) or _CALLED.search(f" {text.lower()}") or ('"' in text and _MEANS.search(text))
    return bool(defines) and not _NOT_DEFINED.search(text)


def _of_clause(clause: Clause) -> str:
    """The type that the main clause's modal gives."""
    if clause.force == "need_not":
        return "Right"
    if clause.modal not in BINDING and clause.force != "may" and _TAKES_EFFECT.match(clause.rest):
        return "Condition"
    if _is_inert(clause):
        return "Condition" if _CONDITIONAL.match(clause.subject.strip().lower()) else "Statement"
    if clause.negated:
        return "Prohibition"
    return "Right" if clause.force == "may" else "Obligation"


def _is_inert(clause: Clause) -> bool:
    """Whether the modal binds and permits nobody: "shall survive", "may lead to"."""
    if clause.modal in {"may", "may_not"}:
        return bool(_POSSIBLE.match(clause.rest)) and not clause.negated
    if clause.modal in BINDING:
        return False
    if clause.negated and clause.modal == "shall" and _INERT_DENIED.match(clause.rest):
        return True
    return bool(_INERT.match(clause.rest))


def _without_modal(text: str, *, policy: bool) -> str:
    text = f" {text.lower()}"  # expressions that ignore case take twice the time
    if _mentions(text, FORBIDDING) and _FORBIDS.search(text):
        return "Prohibition"
    if _mentions(text, PERMITTING) and _PERMITS.search(text):
        return "Right"
    if policy and _POLICY_BINDS.search(text):
        return "Obligation"
    if _CONDITIONAL.match(text, 1):
        return "Condition"
    if _BINDS.search(text):
        return "Obligation"
    return "Condition" if _CONDITION.search(text) else "Statement"


FORBIDDING = ("prohibit", "forbid", "not", "never", "agree")
PERMITTING = ("permit", "allow", "option", "entitled", "grant")
"""Parts of words without one of which no expression for them can match: looking for them is ten times as quick."""


def _mentions(text: str, parts: Sequence[str]) -> bool:
    return any(part in text for part in parts)
