"""What kind of statement a sentence makes: a duty, a permission, a prohibition, an exemption, or a plain fact.

The deontic readings follow the drafting conventions of contracts and standards: `shall`, `must` and `is required to`
oblige (RFC 2119 and 8174 for technical text), `may` permits, `may not` prohibits, `need not` exempts.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, NamedTuple, cast

from kts.lexicon.modality_abroad import modals
from kts.lexicon.patterns import later

Mode = Literal[
    "obligation", "prohibition", "permission", "exemption", "ability", "recommendation", "future", "statement"
]

_ADVERB = (
    r"(?:\s+(?:also|only|always|thereafter|then|still|immediately|promptly|at any time|"
    r"in turn|therefore|each|both|all))*"
)
_SHAPES: tuple[tuple[str, str], ...] = (
    (
        "exemption",
        (
            rf"(?:need|needs){_ADVERB} not(?: be)?|needn't|need no|(?:does|do|did|will|shall|would)(?: not|"
            rf"n't) (?:have|need) to"
            r"|(?:is|are|was|were|be|shall be|will be|being)(?: not|n't) (?:required|obliged|obligated|bound|"
            r"compelled|necessary|compulsory|mandatory|obligatory)"
            r"(?: to)?|"
            r"(?:recommended|advised|encouraged),? (?:but )?not (?:compulsory|mandatory|obligatory|required)|"
            r"(?:has|have|had|having|with|under) no (?:duty|obligation|need|requirement)(?: to)?|(?:is|"
            r"are) under no "
            r"(?:duty|obligation)|(?:is|are)(?: \w+)? (?:optional|voluntary|unnecessary)|(?:is|are|was|were) (?:exempt|"
            r"excused|released)"
            r"(?:ed)?(?: from)?|no(?: \w+){1,3} (?:is|are) (?:required|needed|necessary)|without having to|"
            r"at (?:its|his|her|their|the "
            r"\w+'s) (?:sole )?(?:option|discretion)|(?:not|n't) (?:require|need|call for|demand|oblige)s?|"
            r"may, but need not"
        ),
    ),
    (
        "prohibition",
        (
            rf"(?:shall|must|may|can|could|should){_ADVERB} (?:not|never|no longer)(?: be)?|cannot|can't|mustn't|shan't"
            r"|(?:is|are|was|were|be|been)(?: \w+ly)? (?:prohibited|forbidden|barred|banned|precluded|"
            r"disallowed)(?: from| to)?"
            r"|(?:is|are|was|were|be)(?: not|n't| never) (?:to be|allowed|permitted|entitled|authori[sz]ed|"
            r"eligible|free)(?: to)?"
            r"|(?:is|are)(?: not|n't) to|(?:do|does) not (?=\w+ (?:to|a|the|any)\b)(?<=^do not )|(?:has|have|"
            r"had) no (?:right|authority|"
            r"power|permission)(?: to)?|prohibits?|forbids?|forbade|rules? out|ruled out|bans?\b|"
            r"under no circumstances|no \w+ (?:may|"
            r"shall|must|can)\b|never (?:allowed|permitted)|(?:does|do)(?: not|n't) (?:allow|permit|let)"
        ),
    ),
    (
        "obligation",
        (
            rf"(?:shall|must){_ADVERB}(?: be)?|(?:is|are|was|were|be|being)(?: \w+ly)? (?:required|obliged|"
            rf"obligated|bound|compelled"
            r"|mandated)(?: to)?|(?:has|have|had|having) to|needs? to|(?:is|are) to (?!be found)|(?:has|have|"
            r"is under|are under) (?:a|an|"
            r"the) (?:duty|obligation)(?: to)?|(?:is|are) (?:mandatory|compulsory|obligatory|due|prescribed)|"
            r"requires?|required|insists?"
            r"|demands?|calls? for|necessary|undertakes? to|covenants? to|agrees? to|responsible for|ought to"
        ),
    ),
    (
        "permission",
        (
            rf"may{_ADVERB}(?: be)?|might|(?:is|are|was|were|be)(?: \w+ly)? (?:allowed|permitted|entitled|"
            rf"authori[sz]ed|free|eligible|"
            r"at liberty|welcome)(?: to)?|(?:has|have|had) the (?:right|option|power|authority)(?: to)?|lets?\b|"
            r"allows?|"
            r"permits?(?= (?:the|an?|any|no|its|their|his|her|it|them|him|us|you|such|only|both|each|every|\w+ing|"
            r"\w+ to)\b)|"
            r"is enough"
        ),
    ),
    ("recommendation", rf"should{_ADVERB}(?: be)?|recommended|advisable"),
    ("ability", rf"can{_ADVERB}(?: be)?|could|(?:is|are|was|were) (?:able|capable)(?: to| of)?"),
    ("future", rf"will{_ADVERB}(?: be)?|(?:is|are) going to"),
)
_MODAL = later(
    r"(?<![\w-])(?:" + "|".join(f"(?P<{kind}>{words})" for kind, words in _SHAPES) + r")(?![\w-])", re.IGNORECASE
)
_NOUN_MAY = later(r"(?:\b(?:in|of|by|until|since|from|last|next|each|every|and|\d{1,2}) )\Z")
_IMPERATIVE = later(
    r"(?:\s*(?:[-*\u2022]|\d{1,2}[.)]|\([a-z0-9]+\))\s+)?(?P<verb>(?:Do not|Don't|Never|Always|Make sure|Ensure)\b)",
    re.IGNORECASE,
)
_SUBJECT_END = later(r"[,;:()|]|\n\s*\n|\.\s|\b(?:and|but|or|if|when|that|which|who|unless|because|then|where)\b")
_ARTICLE = later(r"(?:the|a|an|each|every|any|such|no|all|both|either|neither)\s+", re.IGNORECASE)
_FAR = 1_000
"""Characters before a modal in which its clause begins (a default: sentences of contracts have some 400)."""
_EDGE = 6
"""Words of an actor at most; a longer subject is no name for who acts."""


class Modality(NamedTuple):
    """`text[start:end]` is what shows the mode, empty for a plain statement; `actor` who is bound or free, if seen."""

    start: int
    end: int
    text: str
    kind: Mode
    actor: str = ""


def order(text: str) -> Mode | None:
    """The mode of the order with which a text begins, `Never`, `Do not` or `Always`; None where it does with none."""
    match = _IMPERATIVE.match(text)
    if match is None:
        return None
    return "prohibition" if match["verb"].lower() in {"do not", "don't", "never"} else "obligation"


@lru_cache(maxsize=4096)
def modalities(text: str) -> tuple[Modality, ...]:
    """Every modal phrase of `text`, in order; empty for plain statements."""
    found = [_read(text, match) for match in _MODAL.finditer(text) if not _is_month(text, match)]
    found += [
        Modality(one.start, one.end, text[one.start : one.end], cast("Mode", one.kind), _actor(text, one.start))
        for one in modals(text)
    ]
    found.sort(key=lambda one: one.start)
    imperative, kind = _IMPERATIVE.match(text), order(text)
    if imperative and kind and not (found and found[0].start <= imperative.end("verb")):
        found.insert(0, Modality(*imperative.span("verb"), imperative["verb"], kind))
    return tuple(found)


def modality(text: str) -> Modality:
    """The mode of the main verb: the first modal that is not in a condition before the main clause."""
    found = modalities(text)
    main = [one for one in found if not _in_condition(text, one.start)]
    return (main or [*found] or [Modality(0, 0, "", "statement")])[0]


def aside(text: str, one: Modality) -> bool:
    """Whether a modal only tells which thing is meant (`the rights that a role needs to have`), or what is asked.

    `decides whether you may` permits nothing; `agrees that you must` does bind.
    """
    return _ASIDE.search(text[max(0, one.start - _FAR) : one.start]) is not None


_ASIDE = later(
    r"\bwhether (?:\w+ ){1,4}\Z|"
    r"\b(?:the|an?|all|any|no) (?!condition|basis|fact|extent|event|case|understanding|ground|effect)\w+ "
    r"(?:that|which) (?:\w+ ){1,3}\Z",
    re.IGNORECASE,
)


def _read(text: str, match: re.Match[str]) -> Modality:
    kind: Mode = match.lastgroup  # type: ignore[assignment]
    return Modality(match.start(), match.end(), match[0], kind, _actor(text, match.start()))


def _actor(text: str, at: int) -> str:
    """The few words right before the modal, back to the start of the clause."""
    furthest = max(0, at - _FAR)
    ends = [found.end() for found in _SUBJECT_END.finditer(text, furthest, at)]
    subject = text[ends[-1] if ends else furthest : at].strip()
    subject = _ARTICLE.sub("", subject, count=1)
    words = subject.split()
    return subject if 0 < len(words) <= _EDGE and words[0][:1].isalnum() else ""


def _is_month(text: str, match: re.Match[str]) -> bool:
    return match[0] == "May" and (
        bool(_NOUN_MAY.search(text[: match.start()])) or text[match.end() : match.end() + 2].strip().isdigit()
    )


def _in_condition(text: str, at: int) -> bool:
    """Whether a place is in a leading `If ..., ` or `When ..., `."""
    head = re.match(
        r"\s*(?:if|when|where|unless|in case|once|while|after|before|because|as soon as|wenn|falls|sofern|sobald|"
        r"lorsque|quand)\b[^,]*,",
        text,
        re.IGNORECASE,
    )
    return head is not None and at < head.end()
