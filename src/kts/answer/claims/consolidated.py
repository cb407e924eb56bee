"""A claim and clauses that an amendment has changed: the claim is held against the clause as it reads now (EVID-9)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.claims.match import tokens
from kts.answer.standing.clauses import alters, clause_at, of_place
from kts.answer.standing.earlier import without_beginning
from kts.answers import Reason
from kts.lexicon.patterns import later
from kts.lexicon.sentences import sentences
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kts.answers import Evidence, Judgement
    from kts.types import Passage

_OPENS, _CLOSES = "[\"\u201c\u2018'\u201e\u201a\u00bb\u00ab]", "[\"\u201d\u2019'\u201c\u2018\u00ab\u00bb]"
_QUOTED = _OPENS + '(?P<{name}>[^"\u201c\u201d\u201e\u00bb\u00ab]{{1,400}}?)' + _CLOSES
_WORDED = (
    r"(?:(?:words?|figures?|expressions?|values?|w\u00f6rter|worte?|zahl(?:en)?|angaben?|betrag|begriff|wert)\s+)?"
)
_THE = r"(?:(?:the|die|das|den|der)\s+)?"
_BE = r"(?:is|are|shall be|is to be|are to be|has been|have been)\s+(?:hereby\s+)?"
_WORDS = later(
    r"(?i)(?:(?P<leads>(?:replacing|substituting|changing|amending|deleting|striking(?: out)?)\s+)"
    rf"(?:the\s+)?(?:words?|figures?|expressions?|values?|references? to)?\s*)?(?<!\w){_QUOTED.format(name='old')}"
    rf"\s+(?:(?P<verb>(?:{_BE}(?:deleted and\s+)?(?:replaced|substituted|changed|amended)|wird|werden|ist|sind))\s+)?"
    r"(?:and\s+(?:replacing|substituting)\s+(?:it|them)\s+)?(?:by|with|to|durch)\s+"
    rf"{_THE}{_WORDED}{_QUOTED.format(name='new')}(?P<last>\s+ersetzt\b)?"
)
"""`the words "30 days" are replaced by the words "21 days"`, `by replacing "30 days" with "21 days"`.

The verb may stand with the first of several alone; in German it stands around them, or behind the last.
"""
_SUM = later(
    r"(?i)\b(?:sum|amount|figure|rate|limit|period|percentage|date) of (?P<old>[^,;\"]{1,40}?)(?: for [^,;\"]{1,60}?)?"
    r" (?:is|shall be) replaced (?:by|with) (?:the (?:sum|amount|figure|rate|limit|period|percentage|date) of )?"
    r"(?P<new>[^,;\"]{1,40}?)(?=[.,;](?!\d)|\Z)"
)
"""`the sum of 10,000 for insurance is replaced by the sum of 15,000`."""
_FROM = later(
    r"(?i)\b(?:reduced|increased|raised|lowered|extended|shortened|changed|decreased|amended|varied) from "
    r"(?P<old>[^,;\"]{1,40}?) to (?P<new>[^,;\"]{1,40}?)(?=[.,;](?!\d)|\Z| (?:with|from|as|for|in)\b)"
)
"""`is reduced from 30 days to 21 days`."""
_VON = later(
    r"(?i)\bvon (?P<old>\d[^,;\"]{0,39}?) auf (?P<new>\d[^,;\"]{0,39}?) (?:verl\u00e4ngert|verk\u00fcrzt|erh\u00f6ht"
    r"|gesenkt|ge\u00e4ndert|herabgesetzt|heraufgesetzt|angehoben|reduziert)\b"
    r"|\b(?:zahl|frist|betrag|wert|angabe|satz|summe)\s(?P<old2>\d[^,;\"]{0,39}?) durch (?:die |den |das )?"
    r"(?:(?:zahl|frist|betrag|wert|angabe|satz|summe) )?(?P<new2>\d[^,;\"]{0,39}?) ersetzt\b"
)
"""`wird von 30 Tagen auf 21 Tage verk\u00fcrzt`, `wird die Zahl 30 durch 21 ersetzt`."""
_FASSUNG = (
    r"erh\u00e4lt (?:\w+ ){0,2}(?:fassung|wortlaut)|neu ?gefasst|wie folgt (?:neu |ab)?(?:gefasst|ge\u00e4ndert"
    r"|ersetzt)|lautet (?:(?:nun|neu|nunmehr|k\u00fcnftig|wie folgt) ?)+"
)
_ANEW = later(
    r"(?is)\b(?:replaced|substituted|restated|to read|shall read|amended)\b[^\"\u201c]{0,80}[\"\u201c]"
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
_SENTENCE = later(
    r"(?i)\b(?:sentence|satz) (?P<number>\d)\b|\b(?P<word>first|second|third|fourth|last) sentence\b"
    r"|\b(?P<wort>erste|zweite|dritte|vierte|letzte)[rn]? satz\b"
)
"""A change of one sentence of a clause alone: `Section 8 sentence 1`, `\u00a7 3 Satz 2`."""
_ORDINALS = {
    word: at
    for words in ("first second third fourth", "erste zweite dritte vierte")
    for at, word in enumerate(words.split(), 1)
}
_PARAGRAPH = later(r"(?i)\b(?:abs\.|absatz|paragraph|subsection|sub-?clause|sub-?paragraph)")
ALIKE = 0.5
"""Share of the words with a meaning of the shorter of two sentences from which one stands for the other (a default)."""
SHORT = 3
"""Words of what stands in quotes from which it is a clause, not a word of one (a default)."""


class Change(NamedTuple):
    """What an amendment says of a clause: the piece of evidence it stands in, where, its words, since when (ISO)."""

    piece: int
    span: Span
    text: str
    since: str = ""


def changes(passages: Sequence[Passage], pieces: Sequence[int], number: str) -> tuple[Change, ...]:
    """The sentences of passages that change a clause; `pieces` are the passages' numbers among the evidence."""
    found = []
    for passage, piece in zip(passages, pieces, strict=True):
        for start, end in sentences(passage.text):
            if alters(passage.text[start:end], number):
                last = _end_of_quote(passage.text, start, end)
                found.append(Change(piece, Span(start, last), passage.text[start:last]))
    return tuple(found)


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
    pairs = _replacements(change)
    if pairs:
        found = re.compile("|".join(f"({_written(old)})" for old, _ in pairs), re.IGNORECASE)
        if not found.search(clause):
            return None
        return found.sub(lambda match: pairs[(match.lastindex or 1) - 1][1], clause)
    anew = _ANEW.search(change)
    quoted = (anew["new"] or anew["neu"]) if anew else ""
    if len(quoted.split()) > SHORT:
        is_of_part = anew is not None and _SENTENCE.search(change, 0, anew.end() - len(quoted))
        return quoted if not is_of_part or _stands_for(quoted, clause) else None
    plain = _PLAIN.search(change.strip())
    written = (plain["new"] or plain["neu"]) if plain else ""
    return written if written and _stands_for(written, clause) else None


def _stands_for(new: str, clause: str) -> bool:
    """Whether the new words of a clause are of what a sentence of it says: they share half of the shorter's words."""
    one, other = ({token.stem for token in tokens(text)} for text in (new, clause))
    return len(one & other) >= max(2, ALIKE * min(len(one), len(other)))


def _replacements(change: str) -> tuple[tuple[str, str], ...]:
    """What a change says stands in the place of what, in its order."""
    found = list(_WORDS.finditer(change))
    if found and (found[0]["verb"] or found[0]["leads"] or found[-1]["last"]):
        return tuple((" ".join(one["old"].split()), " ".join(one["new"].split())) for one in found)
    for pattern in (_SUM, _FROM, _VON):
        said = [one.groupdict() for one in pattern.finditer(change)]
        if said:
            pairs = ((one["old"] or one["old2"], one["new"] or one["new2"]) for one in said)
            return tuple((" ".join(old.split()), " ".join(new.split())) for old, new in pairs)
    return ()


def _is_of_another(change: str, clause: str, whole: str) -> bool:
    """Whether what changes one sentence of a clause, which it counts, is of another than a statement of it."""
    counted = _SENTENCE.search(change)
    wanted = counted and (counted["number"] or _ORDINALS.get((counted["word"] or counted["wort"]).casefold()))
    at = whole.find(clause)
    if not wanted or at < 0 or _PARAGRAPH.search(change):
        return False
    before = [whole[start:end] for start, end in sentences(whole) if end <= at]
    headed = max((number for number, text in enumerate(before, 1) if text.lstrip().startswith("#")), default=0)
    return len(before) - headed + 1 != int(wanted)


def says_the_old(claim: str, change: str) -> bool:
    """Whether a claim has what a change takes away, and not what it puts in its place."""
    return any(
        re.search(_written(old), claim, re.IGNORECASE) and not re.search(_written(new), claim, re.IGNORECASE)
        for old, new in _replacements(change)
    )


def _written(words: str) -> str:
    """An expression for words as they stand in a text: `5 %` does not stand in `1.5 %`, nor `10` in `100`."""
    before = r"(?<!\d)(?<!\d[.,])" if words[0].isdigit() else ""
    return before + r"\s+".join(map(re.escape, words.split())) + (r"(?![.,]?\d)" if words[-1].isdigit() else "")


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
        new = consolidated(text, one.text)
        if new is not None:
            text, by = new, [one, *by]
        elif not _is_of_another(one.text, clause, whole) and not any(
            re.search(_written(old), whole, re.IGNORECASE) for old, _ in _replacements(one.text)
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
    now = _read_now(old.text[span.start : span.end], old.text, said, evidence)
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
