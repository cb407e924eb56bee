"""A claim and clauses that an amendment has changed: the claim is held against the clause as it reads now (EVID-9)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.claims.match import tokens
from kts.answer.standing.clauses import alters, alters_anew, clause_at, is_labelled, of_place, stretch
from kts.answer.standing.earlier import without_beginning
from kts.answer.standing.wording import (
    SENTENCE,
    by_name,
    entry,
    is_item,
    is_of_another,
    only_adds,
    replacements,
    swapped,
    written,
)
from kts.answers import Reason
from kts.lexicon.patterns import later
from kts.lexicon.quantities import comparable, quantities
from kts.lexicon.sentences import sentences
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from collections.abc import Set as AbstractSet

    from kts.answers import Evidence, Judgement
    from kts.types import Passage

_FASSUNG = (
    r"erh\u00e4lt (?:\w+ ){0,2}(?:fassung|wortlaut)|neu ?gefasst|wie folgt (?:neu |ab)?(?:gefasst|ge\u00e4ndert"
    r"|ersetzt)|lautet (?:(?:nun|neu|nunmehr|k\u00fcnftig|wie folgt) ?)+"
)
_ANEW = later(
    r"(?is)\b(?:replaced?|substituted?|restated|to read|shall read|amended)\b[^\"\u201c]{0,80}[\"\u201c]"
    r"(?P<new>[^\"\u201d]{8,4000})"
    rf"|\b(?:{_FASSUNG})[^\"\u201e\u00bb]{{0,80}}[\"\u201e\u00bb](?P<neu>[^\"\u201c\u201d\u00ab]{{8,4000}})"
)
"""`is deleted and replaced by the following: "6.2 The Trust shall pay ..."`."""
_PLAIN = later(
    r"(?is)\b(?:section|clause|article|paragraph|\u00a7) ?[\w.()]{1,12} (?:is|shall be|has been)(?: hereby)? "
    r"(?P<verb>amended|changed|replaced|restated|substituted)(?: as follows| to read(?: as follows)?)?: ?"
    r"(?P<new>[A-Z][^\"\u201c]{8,4000})\Z"
    rf"|(?:\u00a7|\bziffer|\bartikel|\babschnitt) ?[\w.]{{1,12}}[^:\"\u201e]{{0,60}}? (?:{_FASSUNG}): ?"
    r"(?P<neu>[^\W\d_][^\"\u201e]{8,4000})\Z"
)
"""`Section 4 is amended: The Trust shall pay ...`: the new words without quotes."""
_FOLLOWING = later(
    r"(?i)\b(?:replaced|substituted|amended|changed)(?: (?:by|with|as follows|the following|to read)){0,2}: "
    r"(?P<new>[^:.\"\u201c]{8,300})"
)
"""`is deleted and replaced: the time for completion is 648 days`: the first sentence of what is said instead."""
ALIKE = 0.5
"""Share of the words with a meaning of the shorter of two sentences from which one stands for the other (a default)."""
SHORT = 3
"""Words of what stands in quotes from which it is a clause, not a word of one (a default)."""


class Change(NamedTuple):
    """What an amendment says of a clause: the piece of evidence it stands in, where, its words, since when (ISO).

    `anew` is whether it surely changes the clause, and is not only what special conditions say under its number.
    """

    piece: int
    span: Span
    text: str
    since: str = ""
    anew: bool = True


def changes(
    passages: Sequence[Passage],
    pieces: Sequence[int],
    number: str,
    claim: str = "",
    statement: str = "",
    own: AbstractSet[int] = frozenset(),
) -> tuple[Change, ...]:
    """The sentences of passages that change a clause; `pieces` are the passages' numbers among the evidence.

    Of special conditions (`own`, of these pieces) all that they say under the number of the clause, unless it only adds
    to it; of several rows the one that has most words of the claim. Also what names no clause, but the `statement` that
    decides or such a row.
    """
    found, kept = list[Change](), [statement]
    for passage, piece in zip(passages, pieces, strict=True):
        rows = list[Change]()
        for start, end in sentences(passage.text):
            is_own = piece in own and clause_at(passage, passage.span.start + start) == number
            whole = passage.text[slice(*stretch(passage.text, start))] if is_own else ""
            named = alters(passage.text[start:end], number)
            anew = named or (is_labelled(whole) and alters_anew(passage.text[start:end]))
            if not (is_own or named) or (is_own and only_adds(whole)):
                continue
            last = _end_of_quote(passage.text, start, end)
            change = Change(piece, Span(start, last), passage.text[start:last], anew=anew)
            (rows if is_own and change.text.startswith("|") else found).append(change)
        if rows:
            found.append(max(rows, key=lambda one: (_shared(one.text, claim), -one.span.start)))
            kept.append(found[-1].text)
    for passage, piece in zip(passages, pieces, strict=True):
        for start, end in sentences(passage.text) if piece not in own else ():
            change = Change(piece, Span(start, end), passage.text[start:end])
            if any(by_name(text, change.text) for text in kept) and all(one[:2] != change[:2] for one in found):
                found.append(change)
    return tuple(found)


def _shared(one: str, other: str) -> int:
    """How many words two texts have in common."""
    return len({token.stem for token in tokens(one)} & {token.stem for token in tokens(other)})


def of_statement(said: Sequence[Change], found: Judgement, pieces: Sequence[Evidence]) -> tuple[Change, ...]:
    """Those changes of an annex that are of the row or item of it that decides."""
    piece, span = found.matched[0]
    return tuple(one for one in said if of_place(pieces[piece].text[span.start : span.end], one.text))


def _end_of_quote(text: str, start: int, end: int) -> int:
    """Where the words end that a sentence begins to quote: a clause in quotes may be of several sentences."""
    if (german := text.rfind("\u201e", start, end)) >= 0:
        closed = next((at for at in range(german, len(text)) if text[at] in "\u201c\u201d"), -1)
        return max(closed + 1, end)
    opened = max(text.rfind("\u201c", start, end), -1)
    if opened >= 0 and text.find("\u201d", opened, end) < 0:
        closed = text.find("\u201d", opened)
        return closed + 1 if closed >= 0 else end
    if text.count('"', start, end) % 2:
        closed = text.find('"', end)
        return closed + 1 if closed >= 0 else end
    return end


def consolidated(clause: str, change: str) -> str | None:
    """The clause as it reads after a change, None where that cannot be told from the words of the change.

    What a sentence replaces it replaces at once: `"2 %" is replaced by "3 %" and "3 %" by "4 %"`.
    """
    if change.startswith("|"):
        return _by_entry(clause, change)
    pairs = replacements(change)
    if pairs:
        return swapped(clause, pairs)
    anew = _ANEW.search(change)
    quoted = (anew["new"] or anew["neu"]) if anew else ""
    if len(quoted.split()) > SHORT:
        is_of_part = anew is not None and SENTENCE.search(change, 0, anew.end() - len(quoted))
        return quoted if not is_of_part or _stands_for(quoted, clause) else None
    plain = _PLAIN.search(change.strip())
    new = (plain["new"] or plain["neu"]) if plain else ""
    if new and _stands_for(new, clause):
        return new
    told = _FOLLOWING.search(change)
    return _with_value(clause, told["new"]) if told and _stands_for(told["new"], clause) else None


def _with_value(clause: str, told: str) -> str | None:
    """The clause with the one value of a statement in the place of its own of that kind; None where it has not one."""
    values = quantities(told)
    old = [one for one in quantities(clause) if len(values) == 1 and comparable(one, values[0])]
    if len(old) != 1:
        return None
    return f"{clause[: old[0].start]}{values[0].text}{clause[old[0].end :]}"


def _by_entry(clause: str, row: str) -> str | None:
    """The clause with the value that a row of the data of its contract has for it; else the row, where it is of it."""
    item, said = entry(row)
    told = f"{item}: {said}." if item else said
    if not said or not (is_item(row, clause) or _stands_for(told, clause)):
        return None
    return _with_value(clause, said) or told


def _stands_for(new: str, clause: str) -> bool:
    """Whether the new words of a clause are of what a sentence of it says: they share half of the shorter's words."""
    one, other = ({token.stem for token in tokens(text)} for text in (new, clause))
    return len(one & other) >= max(2, ALIKE * min(len(one), len(other)))


def says_the_old(claim: str, change: str) -> bool:
    """Whether a claim has what a change takes away, and not what it puts in its place."""
    return any(
        re.search(written(old), claim, re.IGNORECASE) and not re.search(written(new), claim, re.IGNORECASE)
        for old, new in replacements(change)
    )


class _Reading(NamedTuple):
    """How a clause reads now, None where that cannot be told, and what made it so, the latest first."""

    text: str | None
    by: tuple[Change, ...] = ()


def _read_now(clause: str, whole: str, said: Sequence[Change], evidence: Sequence[Evidence]) -> _Reading:
    """A statement of a clause after all that changes it, the oldest first; `whole` is the passage it stands in.

    What replaces words of another sentence leaves it as it is. A change whose words cannot be told from (`as set out
    below`) leaves it open how it reads, unless its document tells that too.
    """
    text, by, vague = clause, list[Change](), list[Change]()
    for one in said:
        is_told = one.anew or alters_anew(one.text) or one.text.startswith("|")
        new = consolidated(text, one.text) if is_told else None
        if not one.anew and new is None and _stands_for(one.text, text):
            new = one.text
        if new is not None:
            text, by = new, [one, *by]
        elif (
            one.anew
            and not is_of_another(one.text, clause, whole)
            and not any(re.search(written(old), whole, re.IGNORECASE) for old, _ in replacements(one.text))
        ):
            vague.append(one)
    told = {evidence[one.piece].path for one in by}
    unclear = [one for one in vague if evidence[one.piece].path not in told]
    return _Reading(None, tuple(unclear[-1:])) if unclear else _Reading(text, tuple(by))


def as_amended(
    claim: str,
    found: Judgement,
    evidence: Sequence[Evidence],
    said: Sequence[Change],
    judge: Callable[[str, Sequence[Evidence]], Judgement],
) -> Judgement:
    """The judgement by the clause as it reads now; where that cannot be told, nothing is supported or contradicted.

    `said` are the changes of the clause, the oldest first. What the clause did not say before stays unsupported, unless
    it says it now, or otherwise.
    """
    piece, span = found.matched[0]
    old = evidence[piece]
    begin, end = stretch(old.text, span.start)
    now = _read_now(old.text[span.start : span.end], old.text[begin : max(end, span.end)], said, evidence)
    if not now.by:
        return found
    why = tuple(
        Reason("amended", f"{old.path} is changed by {evidence[one.piece].path}: {' '.join(one.text.split())}")
        for one in now.by
    )
    places = tuple((one.piece, one.span) for one in now.by)
    if now.text is None and found.support != "unsupported":
        return found._replace(support="unsupported", reasons=why, matched=(*places, *found.matched))
    if now.text is None:
        return found
    judged = judge(_without_days(claim, now.by), [old._replace(text=now.text, span=None)])
    if judged.support == found.support == "unsupported":
        return found
    reasons = (*(one._replace(evidence=None) for one in judged.reasons), *why)
    return judged._replace(reasons=reasons, matched=(*places, (piece, span)))


def _without_days(claim: str, by: Sequence[Change]) -> str:
    """A claim without the day on which a change that it takes up began: that is no word of the clause."""
    for one in by:
        claim = without_beginning(claim, one.since)
    return claim


def clause_of(passage: Passage, found: Judgement, part: str = "") -> str:
    """The number of the clause that decides, in the passage that it stands in; `part` where that is of an annex."""
    return clause_at(passage, passage.span.start + found.matched[0][1].start, part)
