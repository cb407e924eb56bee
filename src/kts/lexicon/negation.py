"""What a sentence denies: the cue of each negation and the stretch of text that it governs.

After the scope rules of NegEx (Chapman et al. 2001): a cue governs what follows it up to the end of its clause.
Words that only look negative (`no later than`, `not only`, `whether or not`) are none.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kts.lexicon.negation_abroad import cues
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Sequence

_PSEUDO = later(
    r"\b(?:no (?:later|earlier|less|fewer|more|greater|sooner|longer than|shorter than|higher|lower|doubt|matter|\.)"
    r"|nos?\. ?\d|not (?:later|earlier|less|fewer|more|greater|sooner|higher|lower|exceeding|to exceed|"
    r"in excess|only\b(?! if)"
    r"|until|limited to|merely|just)|(?:may|shall|must|will|does|do|did|should|can) not (?:be )?exceed|cannot exceed"
    r"|(?:whether|if) or not|or not|if not\b|why not|notwithstanding|no (?:\w+ )?(?:less|fewer|more) than"
    r"|but not limited|without limitation|without limiting|without prejudice|not (?:at )?all\b(?= \w+ (?:are|is))"
    r"|not be (?:later|earlier|less|fewer|more|greater|sooner|higher|lower) than"
    r"|never (?:be )?(?:(?:later|earlier|less|fewer|more|greater|sooner|longer|shorter|higher|lower) than|above|below"
    r"|over|under|exceeds?|exceeding)"
    r"|none other|nothing else|no other|nobody but|none but|not (?:be )?(?:longer|older|shorter|larger|above|"
    r"below|over|under)(?: than)?(?= [\w$]*\d| \w+ \()"
    r"|unless otherwise|except as (?:otherwise )?(?:provided|set forth|required|expressly|described|stated))\b",
    re.IGNORECASE,
)
_MONTH = r"(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)(?:uary|ruary|ch|il|ust|tember|ober|ember)?\b"
_CUES = (
    ("never", r"never|at no time|under no circumstances|in no (?:event|case|way)"),
    (
        "not",
        (
            r"not|cannot|can't|won't|don't|doesn't|didn't|isn't|aren't|wasn't|weren't|shouldn't|mustn't|needn't|wouldn't|couldn't"
            r"|hasn't|haven't|hadn't|no longer|any longer(?!\w)|not any more|neither|nor|by no means|nowhere"
        ),
    ),
    ("no", r"no one|nobody|nothing|none|no"),
    (
        "without",
        (
            r"without|with no(?! (?:later|earlier|less|fewer|more|greater|sooner|longer|other))|in the absence of"
            r"|free of|(?:is|are|was|were|be|been|stays?|remains?|keeps?|kept|being) (?:\w+ly )?free from"
            r"(?! (?:\d|noon|midnight|now|here|there|today|tomorrow|(?:the )?"
            r"(?:age|start|beginning|end|first|second|third|next|day|moment)\b"
            r"|(?:early |mid |late )?(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|" + _MONTH + r"))"
            r"|devoid of|lacking|lacks?|lacked|absent"
        ),
    ),
    (
        "exception",
        (
            r"except(?: for| that| when| where| if| as)?|excepting|other than|unless|excluding|exclud(?:e|es|ed)|"
            r"save for|save that"
            r"|but for|with the exception of|apart from|aside from|instead of|rather than|as opposed to"
        ),
    ),
    (
        "refusal",
        (
            r"fail(?:s|ed|ing)? to|failure to|refus(?:e|es|ed|ing) to|declin(?:e|es|ed|ing) to|unable to|"
            r"incapable of|impossible"
            r"|forbidden|forbids?|forbade|prohibited|prohibits?|prohibiting|barred|bars|banned|bans|disallowed|"
            r"disallows?|ruled out"
            r"|rules? out|precluded?s?|prevent(?:s|ed|ing)?|den(?:y|ies|ied)|ineligible|exempt(?:ed|s)?(?: from)?"
            r"|off limits"
            r"|too \w+ to|hardly|scarcely"
        ),
    ),
)
PLAIN = frozenset({"not", "no", "never"})
_CUE = later(
    r"(?<![\w-])(?:" + "|".join(f"(?P<{kind}>{words})" for kind, words in _CUES) + r")(?![\w-])", re.IGNORECASE
)
_END = later(
    r"[;:!?|]|\n\s*\n|\.(?=\s|$)|,(?=\s(?:and|but|or|which|who|so|then|while|whereas|yet|provided|if|when|unless|except|because)\b)"
    r"|\band (?=(?:has|have|had|must|is|are|was|were|will|shall|may|can|cannot|should|does|do)\b)"
    r"|\b(?:but|unless|except|although|though|whereas|while|because|provided that|even if|if|when)\b|\u2014|,",
    re.IGNORECASE,
)
_CLAUSE_START = later(
    r"[;:!?|]|\n\s*\n|\.(?=\s)|\u2014|\b(?:but|yet|although|whereas|while|if|when|where|because|that|which|"
    r"who|unless|until)\b|\band (?=(?:has|have|had|must|is|are|was|were|will|shall|may|can|cannot|should|does|do)\b)"
    r"|,? and (?=(?:the|its|their|he|she|it|they)\b)|, (?=and\b|so\b|or\b)"
)
_JOINED = later(r"\b(?:and|but) \Z", re.IGNORECASE)
_DONE = later(r" \w+ed\b", re.IGNORECASE)
""" `is reported and not discussed`: the second verb has the subject of the first."""
_NEXT = r"(?:, (?!and\b|or\b|but\b|which\b|who\b)"
_LISTED = later(
    rf" [^,;:.!?]{{2,60}}{_NEXT}[^,;:.!?]{{2,40}}){{0,8}}, ?(?:or|nor) [^,;:.!?]{{2,40}}|"
    rf" [^,;:.!?]{{2,60}}{_NEXT}(?:\w+ ){{0,3}}\w+){{0,8}}, (?:\w+ ){{1,4}}(?:or|nor) (?:\w+[- ]?){{1,4}}"
)
"""`not carry A, B or C`: each of them is denied."""
_AUX = r"(?:is|are|was|were|be|been|has|have|had|may|must|shall|can|cannot|could|will|would|should|does|do|did)\b"
_THING = rf"(?:(?!{_AUX})[\w'/-]+ ?){{1,5}}"
_AND_LISTED = later(rf" [^,;:.!?]{{2,60}}(?:, {_THING}){{1,8}},? ?\band {_THING}(?=[.;:!?)]|\Z)")
"""`does not apply to A, B and C`: the same, where no verb follows."""
_DOES = later(rf"\b{_AUX} \Z", re.IGNORECASE)
_CASE = later(r"\b(?:if|when|whenever|where|while|unless|once|because|since|as|although|though)\b", re.IGNORECASE)
_BESIDE = later(r"(?:,|\() ?\Z")
"""`A, not B`: what is denied stands behind the cue alone."""
_INSERTED = later(rf"\b{_AUX},[^,;:.]{{1,40}}, \Z", re.IGNORECASE)
"""`is, as a rule, not B`: there it does not."""
_FREED = later(r"but not (?:from|to|for|of|by|in|on|at|with)\b", re.IGNORECASE)
"""`exempt from A but not from B`: what frees from the first is denied of the second."""
_ENTRIES = later(r"\s*\(?(?:[a-z]|\d{1,2}|[ivx]{1,4})[.)]\s", re.IGNORECASE)
_STOP = later(r"\.(?=\s+[A-Z]|\s*\Z)|\n\s*\n")
_NEAR = 30
"""Characters that `without` governs at most: a noun and its adjectives."""
FAR = 1_000
"""Characters of a clause at most on each side of a cue (a default: sentences of contracts have some 400)."""


class Scope(NamedTuple):
    """The cue is `text[cue_start:cue_end]`; it governs `text[start:end]`.

    `kind`: not, no, never, without, refusal (a verb or adjective that denies: forbidden, fails to), exception.
    `leads` is whether what is denied stands behind the cue, as it does in English.
    """

    cue_start: int
    cue_end: int
    start: int
    end: int
    cue: str
    kind: str
    leads: bool = True


@lru_cache(maxsize=4096)
def negated(text: str) -> tuple[Scope, ...]:
    """The negations of `text` in order. `nothing`, `no one` and passives also deny what stands before them."""
    hidden = [match.span() for match in _PSEUDO.finditer(text)]
    english = (
        _scope(text, match)
        for match in _CUE.finditer(text)
        if not any(start <= match.start() < end for start, end in hidden)
    )
    abroad = [Scope(one.start, one.end, one.first, one.last, one.said, one.kind, leads=False) for one in cues(text)]
    return tuple(sorted((*abroad, *english))) if abroad else tuple(english)


def denied(scopes: Sequence[Scope], start: int, end: int) -> bool:
    """Whether `start:end` is denied: `not` and `never` in one clause are one denial, `not forbidden` is none."""
    kinds = {scope.kind for scope in scopes if scope.start < end and start < scope.end}
    return bool((not kinds.isdisjoint(PLAIN)) ^ ("refusal" in kinds) ^ ("without" in kinds))


def _scope(text: str, match: re.Match[str]) -> Scope:
    kind = str(match.lastgroup)
    furthest = min(len(text), match.end() + FAR)
    found = _END.search(text, match.end(), furthest)
    end = found.start() if found else furthest
    if found:
        end = max(end, _furthest(text, match, found, furthest))
    if kind == "without":
        end = min(end, match.end() + _NEAR)
    start = match.end()
    if kind in {"not", "never", "refusal", "no"}:
        start = _clause_start(text, match.start())
        if (
            kind == "not"
            and _JOINED.search(text, max(0, match.start() - len("and ")), match.start())
            and not _DONE.match(text, match.end())
        ):
            start = match.end()  # `is limited and not exclusive`
        if kind == "not" and match[0].lower() == "not" and _only_behind(text, match.start()):
            start = match.end()
        if not text[match.end() : end].strip():  # `fees are paid, fines are not`
            start = max(start, text.rfind(",", 0, match.start()) + 1)
    return Scope(match.start(), match.end(), start, end, match[0].lower(), kind)


def _furthest(text: str, match: re.Match[str], found: re.Match[str], furthest: int) -> int:
    """Where a denial ends that goes on behind what ends a clause: over a list, over two things of one verb; else 0."""
    kind = str(match.lastgroup)
    if kind in PLAIN and found[0] == ",":
        listed = _LISTED.match(text, match.end(), furthest)
        if not listed and _DOES.search(text, 0, match.start()) and not _CASE.search(text, 0, match.start()):
            listed = _AND_LISTED.match(text, match.end(), furthest)
        return listed.end() if listed else 0
    if kind in PLAIN and found[0] == ":" and _ENTRIES.match(text, found.end()):
        stop = _STOP.search(text, found.end())
        return stop.start() if stop else len(text)
    if kind == "refusal" and _FREED.match(text, found.start()):
        ends = _END.search(text, found.end(), furthest)
        return ends.start() if ends else furthest
    return 0


def _only_behind(text: str, at: int) -> bool:
    """Whether a `not` sets what is behind it beside what stands before: `handhelds, not users`."""
    before = max(0, at - FAR)
    return bool(_BESIDE.search(text, before, at)) and not _INSERTED.search(text, before, at)


def _clause_start(text: str, at: int) -> int:
    """Where the clause of a cue begins: its subject and auxiliary are part of what is denied."""
    furthest = max(0, at - FAR)
    starts = list(_CLAUSE_START.finditer(text, furthest, at))
    while starts and starts[-1][0] in _RELATIVE and len(_AUXILIARY.findall(text, starts[-1].end(), at)) > 1:
        starts.pop()  # the clause between has a verb of its own: `what can be exchanged must not be sold`
    return starts[-1].end() if starts else furthest


_RELATIVE = frozenset({"that", "which", "who"})
_AUXILIARY = later(
    r"\b(?:is|are|was|were|has|have|had|may|must|shall|can|could|will|would|should|does|do|did)\b", re.IGNORECASE
)
