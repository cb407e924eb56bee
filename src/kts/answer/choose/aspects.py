"""What side of a thing a question asks for, and the sections that are about that side.

Runbooks, articles and procedures are built alike: what a thing means, what it does, how it is looked into, what to do.
Who asks how to fix an alert wants what stands under *Mitigation* of its page, however well the page's first lines fit.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.choose.extract import raised
from kts.lexicon.analyse import terms
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from kts.answer.choose.extract import Held
    from kts.types import Section, Span

LABELLED = 1.0
"""What a unit gains under a label of the kind that is asked for, on the extraction's scale (a default, not fitted)."""

GENERAL = frozenset(
    terms(
        "alert alerts error errors message problem issue fire fires happen happens occur occurs appear appears "
        "show shows shown display displayed trigger triggers triggered raise raised see get cause causes reason effect "
        "effects impact consequence consequences diagnose diagnosing troubleshoot investigate remedy resolve resolving "
        "solve fix fixing mitigate mitigating mitigation workaround step steps do done tell tells now"
    )
)
"""Words with which a side of a thing is asked for, and those of whatever happens: they name nothing."""


class Aspect(NamedTuple):
    """A side of a thing: how a question asks for it, and the label of what is about it."""

    asked: re.Pattern[str]
    label: re.Pattern[str]


_BEFORE = (
    r"(?i)\W*(?:[\d.]+\W+)?(?:(?:immediate|corrective|recommended|required|next|possible|probable|root|suggested) )?"
)
ASKS_FIRST = re.compile(
    r"(?i)\b(?:what|which|anything|something)\b[^?]*\b(?:do|done|check(?:ed)?|need(?:ed)?|know|ready|steps?|required)\b"
    r"[^?]*\bbefore\b"
)
"""How a question asks for what comes before something."""
REMEDY = later(
    _BEFORE + r"(?:resolutions?|resolving|remed(?:y|ies)|fix(?:es|ing)?|solutions?|work-?arounds?|way round|what to do|"
    r"actions?|steps?|procedures?|mitigations?|mitigating|recovery)\b"
)
_CAUSE = later(_BEFORE + r"(?:causes?|reasons?|why|explanation)\b")
_EFFECT = later(_BEFORE + r"(?:impacts?|effects?|consequences?)\b")
_CHECK = later(_BEFORE + r"(?:diagnos[ei]s|diagnostics?|diagnosing|troubleshooting|investigation|how to check)\b")
_FIRST = later(
    _BEFORE + r"(?:(?:what (?:to do|you need) )?before\b|pre-?requisites?|pre-?conditions?|preparations?|preparing)\b"
)
ASPECTS = (
    Aspect(ASKS_FIRST, _FIRST),
    Aspect(re.compile(r"(?i)\bwhy\b|\bwhat (?:is|was|are) the (?:causes?|reasons?)\b|\bwhat causes?\b"), _CAUSE),
    Aspect(
        re.compile(r"(?i)\b(?:impacts?|effects?|consequences?) (?:of|on|when|if)\b|\bwhat happens (?:when|if)\b"),
        _EFFECT,
    ),
    Aspect(re.compile(r"(?i)\b(?:diagnos[ei]\w*|troubleshoot\w*|investigate)\b"), _CHECK),
    Aspect(
        re.compile(
            r"(?i)\b(?:remedy|remedies|resolv(?:e|ing)|solve|fix(?:ing)?|mitigat(?:e|ing|ion)|work-?around)\b|"
            r"\b(?:what now|now what|first steps?)\b|"
            r"\bwhat (?:has|have|must|needs?|is|should|can)\b.* (?:to be |be )?done\b|"
            r"\bwhat (?:do|should|must|can) (?:i|we) .*do\b|\bwhat to do\b|\btells? (?:me|us|you) to do\b|"
            r"\bwhat (?:am i|are we|is one) (?:supposed|meant|expected) to\b"
        ),
        REMEDY,
    ),
)


def label_of(question: str) -> re.Pattern[str] | None:
    """The label of the side that a question asks for in words, None where it asks for none."""
    return next(labels_of(question), None)


def labels_of(question: str) -> Iterator[re.Pattern[str]]:
    """The labels of all sides that a question asks for: *what causes E-112, and what can we do about it*."""
    return (one.label for one in ASPECTS if one.asked.search(question))


def labelled(label: re.Pattern[str], ranked: Sequence[tuple[float, Held]]) -> tuple[tuple[float, Held], ...]:
    """What stands under such a label, or begins with it, gains."""
    return raised(ranked, lambda one: LABELLED * bool(label.match(one.unit.intro) or label.match(one.unit.text)))


def side(
    label: re.Pattern[str], ranked: Sequence[tuple[float, Held]], sections: Sequence[Section], hits: AbstractSet[int]
) -> tuple[Held, ...]:
    """The units, as they stand, of sections so called in the smallest part around the lead that has any.

    `sections` are those of the lead's document, `hits` are of that document, too.
    """
    spans = _beside(label, ranked[0][1].unit.span, sections)
    found = (one for _, one in ranked if one.unit.hit in hits and any(_holds(span, one.unit.span) for span in spans))
    return tuple(sorted(found, key=lambda one: one.unit.span))


def is_about(words: Iterable[AbstractSet[str]], above: AbstractSet[str], lead: Held, found: Sequence[Held]) -> bool:
    """Whether a section on one side may answer in the lead's place: it holds all of the question that the lead holds.

    `words` are the forms of each word of the question, `above` the terms of what both stand under, which must name
    something of it. *Why is crane 4 locked* is not answered by the background of the port.
    """
    asked_for = [forms for forms in words if GENERAL.isdisjoint(forms)]
    own = [forms for forms in asked_for if above.isdisjoint(forms)]
    said = frozenset[str]().union(*(one.terms for one in found))
    missing = any(said.isdisjoint(forms) for forms in own if not lead.terms.isdisjoint(forms))
    return len(own) < len(asked_for) and not missing


def parts_around(lead: Span, sections: Sequence[Section]) -> Iterator[Section]:
    """The sections that hold the lead."""
    return (one for one in sections if _holds(one.span, lead))


def _beside(label: re.Pattern[str], lead: Span, sections: Sequence[Section]) -> tuple[Span, ...]:
    """The spans of sections so called in the smallest part around the lead that has any."""
    named = [one.span for one in sections if label.match(one.heading)]
    for part in sorted(parts_around(lead, sections), key=lambda one: one.span.end - one.span.start):
        if found := tuple(span for span in named if _holds(part.span, span)):
            return found
    return tuple(named)


def _holds(span: Span, other: Span) -> bool:
    return span.start <= other.start and other.end <= span.end
