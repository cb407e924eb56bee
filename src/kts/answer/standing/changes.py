"""What a document changed: `What did Amendment 2 change?`, `Which clauses have been amended?`.

The answer is every statement of the amendment that changes something, in its order, and not what it recites.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.answer.choose.excluded import with_exclusions
from kts.answer.constraints.named import NAMED
from kts.answer.gather import of_the_day, with_hits
from kts.answer.means import record as record_of
from kts.answer.standing.amended import with_amendments
from kts.answer.standing.histories import HISTORY, step
from kts.answer.standing.placed import since
from kts.answer.verdict.signals import ASKING
from kts.lexicon.analyse import STOP_WORDS, terms
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.answer.choose.extract import Held
    from kts.answer.means import Gathered, Means
    from kts.answers import Constraint

MOST = 10
"""Statements that are listed (a default: as many as entries of a list)."""
CHANGING = "replaced deleted amended inserted restated increased reduced extended"
"""Words with which an amendment changes something: what is searched for beside the question's."""
_DONE = (
    r"replaced|deleted|substituted|amended|restated|inserted|added|increased|decreased|reduced|raised|lowered|extended"
    r"|shortened|changed|revoked|removed|varied|waived|suspended|renumbered|renamed|supplemented|modified|superseded"
)
_CHANGED = r"(?:changed|amended|modified|altered|varied|replaced|deleted|inserted|added|removed|revoked)"
_CHANGE = (
    r"(?:changed?(?=\W*\Z|\s+(?:in|about|to|of|for|on|with|from|regarding|as|and|the|our|its|any\w*|some\w*|when)\b)"
    r"|amend(?:ed)?|modif(?:y|ied)|alter(?:ed)?|vary|varied|replaced?|delete[d]?|insert(?:ed)?|add|remove)"
)
_BE = r"(?:'s|has|have|had|was|were|is|are|got|gets)"
_PARTS = r"(?:clauses?|sections?|articles?|terms?|provisions?|parts?|paragraphs?|rules?|figures?|definitions?|things?)"
_ASKS = later(
    rf"(?i)\A\W*(?:what(?: {_BE}|'s)?(?: (?:been|all|else))? (?:{_CHANGED}\b|changes\b|(?:new|different)"
    rf"(?=\W*\Z| (?:in|since|from|with|by|under)\b))"
    rf"|(?:what|which {_PARTS}|how|in what way) (?:did|does|do|will|has|have) [^?]{{3,80}} {_CHANGE}\b"
    rf"|which {_PARTS}\b[^?]{{0,60}} {_BE}(?: been)? {_CHANGED}\b"
    r"|(?:list|name|show|give|what (?:is|are))\b[^?]{0,30}\b(?:changes|amendments|differences) (?:made |brought )?"
    r"(?:in|by|of|under|to|since|with|through)\b)"
)
_HOW = later(r"(?i)\A\W*(?:how|in what way)\b")
_AMENDMENT = later(r"(?i)\b(?:amendment|addendum|supplement|variation|endorsement|rider|letter|order)\b")
_ALTERS = later(
    rf"(?i)\b(?:is|are|be|been|stands?)\s+(?:(?:hereby|also|further|deemed|so|to|be|both|now)\s+)*(?:{_DONE})\b"
    r"|\b(?:shall|is to|are to|will|to)\s+(?:now\s+)?(?:read|be read|mean)\b|\bno longer appl(?:y|ies)\b"
    r"|\bceases? to (?:apply|have effect)\b|\bhereby\s+(?:\w+\s+)?"
    r"(?:replaces?|deletes?|amends?|restates?|inserts?|adds?|increases?|reduces?|extends?|revokes?|removes?|waives?)\b"
)


def asks_for_changes(question: str) -> bool:
    """Whether a question asks what was changed, and not for one value before or after it."""
    if not _ASKS.search(question):
        return False
    return not _HOW.search(question) or _AMENDMENT.search(question) is not None


def alters(text: str) -> bool:
    """Whether a statement changes something; `the parties amended it in 2022` only tells that it was done."""
    return _ALTERS.search(text) is not None


def with_changes(question: str, found: Gathered, means: Means) -> Gathered:
    """With what amends the clauses at the top or leaves out whom the question is about.

    And the rest of the amendments where what they change is asked for.
    """
    found = with_exclusions(question, with_amendments(question, found, means), means)
    if means.look_in is None or not found.met:
        return found
    ids = {hit.passage.document_id for hit in found.ranking.hits}
    if step(question):
        return _with_more(f"{question} {HISTORY}", sorted(ids), found, means)
    ids &= _amending(means) if means.amended and asks_for_changes(question) else frozenset()
    return _with_more(f"{question} {CHANGING}", sorted(ids), found, means) if ids else found


def _with_more(question: str, ids: Sequence[str], found: Gathered, means: Means) -> Gathered:
    """What was found, with what else some documents have on it."""
    assert means.look_in is not None  # noqa: S101 - looked at by who calls
    more = of_the_day(means.look_in(question, ids, means.settings.passages), means)
    known = {hit.passage.id for hit in found.ranking.hits}
    kept = [at for at, hit in enumerate(more.ranking.hits) if hit.passage.id not in known]
    return with_hits(found, more, kept) if kept else found


def changing(question: str, ranked: Sequence[tuple[float, Held]], found: Gathered, means: Means) -> tuple[Held, ...]:
    """The statements that change something, the latest amendment first, each in its order.

    Those of the lead's document where that is an amendment, else of what amends it. Of changes that hold a word which
    the question has besides, only these.
    """
    if not ranked or not means.amended or not asks_for_changes(question):
        return ()
    hits = found.ranking.hits
    lead = record_of(hits[ranked[0][1].unit.hit], found).id
    wanted = {lead} & _amending(means) | means.amended.get(lead, frozenset())
    if _ANY.search(question):
        wanted = wanted.union(*(ids for ids in means.amended.values() if lead in ids))
    told = [(record_of(hits[one.unit.hit], found), one) for _, one in ranked if alters(one.unit.text)]
    own = [(record, one) for record, one in told if record.id in wanted]
    titles = " ".join(record.title for record, _ in own)
    words = {word for word in terms(question) if not word.isdigit()} - _ASKING - set(terms(titles))
    own = [pair for pair in own if not words.isdisjoint(pair[1].terms)] or own
    ordered = sorted(own, key=lambda pair: (_newest(since(pair[0])), pair[0].path, pair[1].unit.span))
    return tuple(one for _, one in ordered)[:MOST]


_ANY = later(r"(?i)\b(?:which|amendments|been)\b")
"""What asks for the changes that any amendment made, not for those of one."""


def _newest(day: str) -> tuple[int, ...]:
    """A key that puts later ISO days first, and none last."""
    return tuple(-int(part) for part in day.split("-") if part.isdigit())


def _amending(means: Means) -> frozenset[str]:
    return frozenset(one for ids in means.amended.values() for one in ids)


def only_changes(question: str, wants: Sequence[Constraint], texts: Sequence[str]) -> str:
    """A question for nothing but what a document changed, in the words of the statements that change it; else empty.

    `What did Amendment 2 change?` has hardly a word that its answer has, so that no search and no reader are sure.
    """
    named = [one.span for one in wants if one.kind in NAMED]
    done = list(dict.fromkeys(found[0].casefold() for text in texts if alters(text) for found in _WORD.finditer(text)))
    if not named or not done or not asks_for_changes(question):
        return ""
    start, end = min(span.start for span in named), max(span.end for span in named)
    rest = frozenset(terms(f"{question[:start]} {question[end:]}"))
    return f"What is {' or '.join(done)} by {question[start:end]}?" if rest <= _ASKING else ""


_WORD = later(rf"(?i)\b(?:{_DONE})\b")
_ASKING = frozenset(
    terms(
        " ".join((*STOP_WORDS, *ASKING, "change changes changed changing amend amends amended amendments modify"))
        + " modifies modified alters altered replace replaced vary varied which clause clauses section sections terms"
    )
)
