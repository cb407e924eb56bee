"""A claim and documents that are no longer in force: what was replaced supports a claim only with a mark (EVID-9)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple

from kts.answer.claims.bars import FORBIDS, HARD, TURNED
from kts.answer.standing.drafts import asks_for_draft
from kts.answers import Reason
from kts.lexicon.dates import dates
from kts.lexicon.patterns import later
from kts.types import well_formed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from kts.answers import Claim, Evidence, Judgement

Standing = Literal["current", "superseded", "future", "expired", "draft", ""]
_VERSION = later(
    r"\b(?:version|revision|rev\.?|release|edition|ed\.|issue|v\.?)\s*(\d+(?:\.\d+)*)|\b(\d+\.\d+)\b", re.IGNORECASE
)
_YEAR = later(r"\b(?:19|20)\d\d\b")
_WORD = later(r"\w+")
_PAST = later(
    r"\b(?:superseded|replaced|former(?:ly)?|previous(?:ly)?|earlier|old|older|outdated|used to|no longer in force|"
    r"at (?:the|that) time|back then|until (?:then|it was))\b",
    re.IGNORECASE,
)
_PRESENT = later(
    r"\b(?:current(?:ly)?|presently|(?<!at the )latest|newest|in force|today|now|still|aktuell\w*|derzeit\w*)\b",
    re.IGNORECASE,
)
"""How a claim says that something holds now."""

DECIDING = HARD | TURNED | FORBIDS.keys() | {"denied_object"}
"""Kinds of reasons that tell another value or sense, or that what the claim affirms is only denied there."""


class Successor(NamedTuple):
    """What took a document's place: how it is named to a person, and since when (ISO, or empty).

    `begins` is the day (ISO) on which the document itself takes effect, where that is to come: nothing replaces it;
    `written` that on which it was only written, where a claim is judged as of a day before. `over` is the last day of
    an exception that decided and is over; `of_statement` is whether the statement that decided begins then, and not its
    document. `draft` is whether the document is not agreed, `says` how it says of itself
    that it is out of date.
    """

    name: str
    since: str = ""
    begins: str = ""
    written: str = ""
    over: str = ""
    of_statement: bool = False
    draft: bool = False
    says: str = ""


class Told(NamedTuple):
    """What evidence says of a claim; `standing` is whether the place that decides is in force, empty without one."""

    judgement: Judgement
    standing: Standing


def told(
    claim: str,
    evidence: Sequence[Evidence],
    old: Mapping[int, Successor],
    judge: Callable[[str, Sequence[Evidence]], Judgement],
) -> Told:
    """Judge by what is in force; `old` are the pieces of evidence that are not, with what took their place.

    A claim that names the old version, or the draft, speaks of that, and is held against all of it.
    """
    aside = [number for number in sorted(old) if not _is_meant(claim, evidence[number], old[number])]
    now = _judged(claim, evidence, [number for number in range(len(evidence)) if number not in aside], judge)
    if not aside or now.support == "supported":
        return Told(now, _standing(now, old))
    before = _judged(claim, evidence, aside, judge)
    if before.support == "unsupported" or (before.support == "contradicted" == now.support):
        return Told(now, _standing(now, old))
    if now.support == "unsupported" and _says_otherwise(now, before, evidence, old):
        piece = before.matched[0][0]
        said = Reason("expired", f"only {_placed(evidence[piece], old[piece])}, says it")
        told_too = (said,) if old[piece].over else ()
        return Told(now._replace(reasons=(*now.reasons, *told_too)), _standing(now, old))
    if now.support == "unsupported" and _is_reworded(now, before, evidence, old):
        piece = before.matched[0][0]
        why = Reason(_standing_of(old[piece]), f"only {_placed(evidence[piece], old[piece])}, says it")
        matched = (*now.matched, *before.matched)
        return Told(now._replace(reasons=(*now.reasons, why), matched=matched), _standing(now, old))
    return _both(claim, now, before, evidence, old)


def _is_meant(claim: str, piece: Evidence, by: Successor) -> bool:
    """Whether a claim speaks of what does not hold: a draft has its year and number with what is agreed in common."""
    return asks_for_draft(claim) if by.draft else names(claim, piece)


ENDED = frozenset({"superseded", "future", "expired", "draft"})
"""Kinds of the reason that only what is not in force says a claim, and the claim does not name that."""


def by_what_holds(found: Judgement | Claim) -> bool:
    """Whether what is called supported is so by what holds, or by an older version, time or exception that it names."""
    return found.support == "supported" and not any(one.kind in ENDED for one in found.reasons)


def names(claim: str, piece: Evidence) -> bool:
    """Whether a claim speaks of a version that is no longer in force: by its number or year, or as a thing of the past.

    Years and versions count where the document bears them in its name, number or dates.
    """
    if _PAST.search(claim):
        return True
    known = " ".join((piece.title, piece.path, *(str(piece.metadata.get(key) or "") for key in _MARKED)))
    versions = {first or second for first, second in _VERSION.findall(claim)}
    held = {first or second for first, second in _VERSION.findall(known)} | {str(piece.metadata.get("version") or "")}
    spans = [one for one in dates(claim) if one.kind in {"year", "day", "month"}]
    years = {year for one in spans for year in _YEAR.findall(one.text)}
    return bool(versions & held) or bool(years & set(_YEAR.findall(known)))


_MARKED = ("version", "effective", "effective_to", "content_date")


def _judged(
    claim: str,
    evidence: Sequence[Evidence],
    numbers: Sequence[int],
    judge: Callable[[str, Sequence[Evidence]], Judgement],
) -> Judgement:
    """What some of the pieces say, with their numbers among all."""
    found = judge(claim, [evidence[number] for number in numbers])
    return found._replace(matched=tuple((numbers[piece], span) for piece, span in found.matched))


def _standing(found: Judgement, old: Mapping[int, Successor]) -> Standing:
    if not found.matched:
        return ""
    return _standing_of(old.get(found.matched[0][0]))


def _standing_of(by: Successor | None) -> Standing:
    if by is None:
        return "current"
    if by.draft:
        return "draft"
    if by.over:
        return "expired"
    return "future" if by.begins or by.written else "superseded"


def _both(
    claim: str, now: Judgement, before: Judgement, evidence: Sequence[Evidence], old: Mapping[int, Successor]
) -> Told:
    """What is in force and what is not differ: the first decides, the second is named.

    What only the second says is supported by it, but for a claim of what holds now.
    """
    piece, _ = before.matched[0]
    here = _placed(evidence[piece], old[piece])
    standing = _standing_of(old[piece])
    if now.support == "contradicted":
        why = Reason(standing, f"only {here}, says it")
        return Told(now._replace(reasons=(*now.reasons, why), matched=(*now.matched, *before.matched)), "current")
    if before.support == "contradicted":
        why = Reason(standing, f"{here}, says otherwise")
        return Told(now._replace(reasons=(*now.reasons, why)), _standing(now, old))
    why = Reason(standing, f"only {here}, says it")
    if _PRESENT.search(claim):
        matched = (*now.matched, *before.matched)
        return Told(now._replace(reasons=(*now.reasons, why), matched=matched), _standing(now, old))
    return Told(before._replace(reasons=(why,)), standing)


def _says_otherwise(
    now: Judgement, before: Judgement, evidence: Sequence[Evidence], old: Mapping[int, Successor]
) -> bool:
    """Whether the document in force that took the other's place speaks of the claim in another sense."""
    if not now.matched or before.support != "supported":
        return False
    by = old[before.matched[0][0]]
    taken = bool(by.over) or by.name == evidence[now.matched[0][0]].path
    return taken and any(one.kind in DECIDING for one in now.reasons)


REWORDED = 0.7
"""Share of the words of two statements that both have, from which one is the other anew (a default, not fitted)."""


def _is_reworded(now: Judgement, before: Judgement, evidence: Sequence[Evidence], old: Mapping[int, Successor]) -> bool:
    """Whether the document that took the other's place has the same statement with another word in it.

    `... in refrigerator B` and `... in refrigerator C`: what the older one says no longer holds.
    """
    if not now.matched or before.support != "supported":
        return False
    (here, mine), (there, theirs) = now.matched[0], before.matched[0]
    if old[there].name != evidence[here].path:
        return False
    one = set(_WORD.findall(evidence[here].text[mine.start : mine.end].casefold()))
    other = set(_WORD.findall(evidence[there].text[theirs.start : theirs.end].casefold()))
    return one != other and len(one & other) >= REWORDED * len(one | other)


def _placed(piece: Evidence, by: Successor) -> str:
    return well_formed(f"{piece.path}, which {_replaced(by)}")


def _replaced(by: Successor) -> str:
    if by.draft:
        return "is a draft or not signed"
    if by.says:
        return f"says of itself: “{by.says}”"
    if by.over:
        return f"held only for a time that is over since {by.over}"
    if by.written:
        return f"is dated {by.written}"
    if by.begins:
        return f"says so only from {by.begins}" if by.of_statement else f"is in force only from {by.begins}"
    since = f" since {by.since}" if by.since else ""
    return f"{by.name} replaces{since}" if by.name else "is not in force"
