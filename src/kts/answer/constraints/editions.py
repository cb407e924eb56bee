"""Editions that a question names by their number: `in edition 12`, `issue 5 of SP-07`, `circular 2025/08`.

A document is of one edition, which its file, title or beginning tells, and answers for no other: where a folder has
edition 11 alone, what edition 12 says is not known.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from kts.answer.means import document as document_of
from kts.answer.standing.histories import step
from kts.answer.standing.inforce import last_day
from kts.answers import Constraint, Unmet
from kts.lexicon.patterns import later
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from kts.answer.constraints.pieces import Piece
    from kts.answer.constraints.vocabulary import Vocabulary
    from kts.answer.means import Means
    from kts.answers import Answer, Evidence
    from kts.records import DocumentRecord

EDITION = "edition"
"""The kind of such a constraint."""
_WORD = r"(?:editions?|ed\.?|issues?|revisions?|rev\.?)"
_MARK = r"(?:\d{1,2}(?:\.\d{1,2})?|(?-i:[A-HJ-Z]))"
"""Longer numbers are those of what is counted otherwise: the issue 512 of a tracker. Drawings have letters: `Rev C`."""
_NAMED = later(
    rf"(?i)\b(?:{_WORD}[ \xa0](?!(?-i:[A-Z]))"
    r"|(?:revision[ \xa0]|rev(?:\.[ \xa0]?|[ \xa0])?)(?=(?-i:[B-HJ-Z](?!\.[ \xa0]?[A-Z])|A\W*\Z)))"
    rf"(?:no\.? ?|number )?(?P<mark>{_MARK})(?![\w%]|[.,:/-]\d)"
    r"|\b(?P<ordinal>\d{1,2})(?:st|nd|rd|th) (?:edition|issue|revision)\b"
)
_ALSO = later(
    rf"(?i)(?:, |,? (?:and|or|to|with|versus|vs\.?) )(?:in )?(?:{_WORD} )?(?P<mark>{_MARK})(?![\w%]|[.,:/-]\d)"
)
_KINDS = "circular|memo|memorandum|bulletin|notice|directive|regulation|instruction|resolution|newsletter"
_COUNTED = later(
    rf"(?i)\b(?P<kind>{_KINDS}) (?:no\.? ?|number )?"
    r"(?P<mark>(?:19|20)\d\d[/-]\d{1,4}|\d{1,4}/(?:(?:19|20)\d\d|\d\d))(?![\w/-])"
)
"""What is given out under a number of its year."""
_OTHERS = later(
    r"(?i)\b(?:will be|to come|coming|planned|until|before|replaces?|replaced|supersedes?|superseded|previous|former)\b"
    r"[^.;\n]{0,40}\Z"
)
"""Before the name of an edition that a text does not speak for: the one before it, or one that is still to come."""
_SEPARATORS = later(r"[/\\_\s]+")
_OWN = later(rf"(?i)(?<![a-z])(?:edition|ed|issue|revision|rev)[ .-]*(?:no\.? ?)?(?P<mark>{_MARK})(?![\w]|\.\d)")


def editions(text: str, _known: Vocabulary) -> Iterator[Constraint]:
    """The editions and numbered circulars that a question names; of what was changed from one to another, the other."""
    changed = step(text)
    for match in _NAMED.finditer(text):
        mark = match["mark"] or match["ordinal"]
        if not (changed and mark[0].isdigit() and changed.begins(mark)):
            yield Constraint(EDITION, match[0], mark, Span(*match.span()))
        at = match.end()
        while also := _ALSO.match(text, at):
            yield Constraint(EDITION, f"edition {also['mark']}", also["mark"], Span(*also.span("mark")))
            at = also.end()
    for match in _COUNTED.finditer(text):
        yield Constraint(EDITION, match[0], match[0].casefold(), Span(*match.span()))


def edition_met(constraint: Constraint, found: Piece, _known: Vocabulary) -> Unmet | None:
    """The document's own edition, or a text that speaks of the edition by its name."""
    if counted := _COUNTED.fullmatch(constraint.value):
        return _counted_met(constraint, counted["kind"], counted["mark"], found)
    own = own_editions(found.evidence)
    if _is_one_of(own, constraint.value):
        return None
    if any(_is_meant(match, found.text) for match in _called(constraint.value).finditer(found.text)):
        return None
    if own:
        return Unmet(constraint, f"the passage is of edition {min(own)}, not {constraint.value}")
    return Unmet(constraint._replace(certain=False), "the passage is of no edition")


def own_editions(about: Evidence | DocumentRecord) -> frozenset[str]:
    """The editions of a document by its metadata, title and path."""
    version = str(about.metadata.get("version") or "").removeprefix("v")
    named = f"{about.title} {_SEPARATORS.sub(' ', about.path.rpartition('.')[0])}"
    marks = {match["mark"] for match in _OWN.finditer(named)}
    return frozenset(marks | ({version} if version[:1].isdigit() else set()))


def _is_one_of(own: Iterable[str], mark: str) -> bool:
    return any(one == mark or one.startswith(f"{mark}.") for one in own)


def asked_in(question: str, means: Means, ask: Callable[[str, Means], Answer]) -> Answer:
    """The answer; for what one edition says it is asked within the documents of that, as of when they held.

    The number of the edition stands in no rule of it, and as a word it finds other numbers. Where none is of it, or
    the asker chose the documents, nothing changes.
    """
    named = list(editions(question, means.known))
    if len(named) != 1 or _COUNTED.fullmatch(named[0].value) or means.look_in is None:
        return ask(question, means)
    hits, look_in = means.look(question, LOOKED_AT * means.settings.passages).hits, means.look_in
    records = means.corpus.records({document_of(hit) for hit in hits}).values()
    of_it = [record for record in records if _is_one_of(own_editions(record), named[0].value)]
    if not of_it:
        return ask(question, means)
    ids = sorted(record.id for record in of_it)
    day = means.as_of or max(last_day(record, means.successors) for record in of_it)
    within = means._replace(look=lambda text, limit: look_in(text, ids, limit), as_of=day)
    bare = question if step(question) else _without(question, named[0].text)
    said = ask(bare, within)._replace(query=question, as_of=means.as_of)
    found = said.claims or said.nearest or (said.ranking and said.ranking.hits)
    return said if found else ask(question, means)  # a draft was never in force: that nothing is found would be untrue


LOOKED_AT = 3
"""How many times as many passages as usual are looked at for documents of an edition (a default, not fitted)."""


def _without(question: str, named: str) -> str:
    """The question without the name of an edition, where it stands beside what is asked."""
    name = re.escape(named)
    behind = re.sub(rf"(?i),? (?:in|of|under|per|from|by|according to|as of) (?:the )?{name}\b", "", question)
    return re.sub(rf"(?i)\b{name},? of (?:the )?", "", behind)


@lru_cache(256)
def _called(mark: str) -> re.Pattern[str]:
    return re.compile(rf"(?i)\b{_WORD}[ \xa0]?(?:no\.? ?)?(?-i:{re.escape(mark)})(?![\w%]|[.,]\d)")


def _is_meant(match: re.Match[str], text: str) -> bool:
    return not _OTHERS.search(text, 0, match.start())


def _counted_met(constraint: Constraint, kind: str, mark: str, found: Piece) -> Unmet | None:
    first, second = re.split(r"[/-]", mark)
    gap = r"\W{0,3}(?:\([^()\n]{1,12}\)\W{0,2})?(?:no\.?\W{0,2})?"
    whole = _SEPARATORS.sub(" ", found.whole)
    if re.search(rf"(?i)\b{kind}s?{gap}{first}[ /-]0*{second.lstrip('0')}(?![\w/-])", whole):
        return None
    other = re.search(rf"(?i)\b{kind}{gap}(?:\d{{1,4}}[ /-]\d{{1,4}})(?![\w/-])", whole)
    if other:
        return Unmet(constraint, f"the passage is about {other[0]}, not {constraint.text}")
    return Unmet(constraint, f"the passage does not name {constraint.text}")
