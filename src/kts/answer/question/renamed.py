"""A question in the words of the document that answers it: roles for names, bands for amounts, `this agreement`.

An agreement says `the Supplier` where a question says Linden, `up to 30,000` where it says 25,000, and never its own
name. What is asked so is the same, but search, signs and a reader see that it is answered.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.choose.pick import picked
from kts.answer.constraints.meets import held
from kts.answer.constraints.named import NAMED
from kts.answer.gather import narrowed, of_the_day, valid
from kts.answer.means import document as document_of
from kts.answer.means import record
from kts.answer.question.lasting import with_term
from kts.answer.read import read
from kts.answer.standing.amended import with_amendments
from kts.answer.standing.changes import only_changes
from kts.answer.tables.rows import band_words
from kts.answer.units.parties import Paper, introduces, is_annex, role_of
from kts.answer.verdict.confidence import HIGH, MEDIUM, scaled
from kts.answer.verdict.judge import sureness
from kts.answers import Constraint
from kts.lexicon.analyse import STOP_WORDS, words
from kts.lexicon.patterns import later
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence

    from kts.answer.means import Gathered, Means, Picked
    from kts.records import DocumentRecord

KINDS = (
    "agreement contract lease deed policy manual handbook guide guideline procedure report amendment directive memo "
    "memorandum paper study plan rules charter licence license letter standard specification instruction statement"
).split()
"""What documents are called, by which they speak of themselves."""
_KIND = later(rf"(?i)\b(?P<kind>{'|'.join(KINDS)})s?\Z")
_KIND_AFTER = re.compile(  # compared with the expression of a match
    rf"(?i)(?:'s|\u2019s)? (?P<kind>{'|'.join(KINDS)})\b"
)
_KIND_BEFORE = later(rf"(?i)\b(?P<kind>{'|'.join(KINDS)}) (?:with|of) (?:the )?\Z")
_INITIALS = later(r"[A-Z]{2,6}")
_OWNING = later(r"['\u2019]s\Z")
_NOUN = later(r" [a-z]{3,}")
_ARTICLE = later(r"(?i)\b(?:the|our|your|their|its|an?) \Z")
_TITLE = later(r"\A[^,:;(\u2013\u2014]+?(?= - |[,:;(\u2013\u2014]|\s*\Z)")
_HAPPENED = later(r"(?i)\b(?:did|was|were|had)\b")
"""What happened is asked for, which no agreement tells; what was agreed on at a time is asked for as of a day."""
SPOKEN = 2
"""Words of a title from which it is found in a question without capitals (a default)."""


class Party(NamedTuple):
    """The role of a party that a question names, and the keys of the documents that give it that role."""

    role: str
    keys: tuple[int, ...]


def asked_in(
    question: str,
    wants: Sequence[Constraint],
    documents: Sequence[str],
    met: Container[Constraint],
    means: Means,
    *,
    amended: bool = False,
) -> Gathered:
    """What some documents have on a question, read; the constraints that these documents meet need not be met again.

    `amended`: with what changes the clauses at the top.
    """
    assert means.look_in is not None  # noqa: S101 - looked at by who calls
    ranking = means.look_in(question, documents, means.settings.passages)
    others = [one for one in wants if one not in met]
    kept = narrowed(valid(of_the_day(ranking, means), wants, means), others, means)
    kept = with_term(question, kept, means)
    return read(question, with_amendments(question, kept, means) if amended else kept, means)


def parties(
    question: str, wants: Sequence[Constraint], found: Gathered, lead: int, means: Means
) -> dict[Constraint, Party]:
    """The names of the question that are parties'; not where the question has their role in another sense.

    Who is the supplier in one agreement and the customer in another is called as the lead's document does, then as the
    first one that was found. An agreement that was not found is looked for by the name: its clauses do not bear it.
    """
    spoken = sorted(_spoken_names(question, wants, found), key=lambda one: means.known.frequency(one.value))
    names = [*(one for one in wants if one.kind in NAMED), *spoken[:SPOKEN_NAMES]]
    keys = dict.fromkeys(map(document_of, found.ranking.hits)) if names else {}
    called: dict[Constraint, Party] = {}
    said = set(words(question))
    for one in names:
        name = " ".join(word for word in one.value.split() if word not in _ITSELF)
        given = _given(name, keys, means)
        if not given and one.certain and means.look_in is not None:
            hits = means.look(f"{name} {AGREEMENT}", means.settings.passages).hits
            given = _given(name, dict.fromkeys(map(document_of, hits)), means)
        if given:
            role = given.get(lead) or next(iter(given.values()))
            if said.isdisjoint(words(role)):
                called[one] = Party(role, tuple(key for key, other in given.items() if other == role))
    return called


_ITSELF = frozenset((*KINDS, "framework", "frame", "master"))
"""Words behind a name that make it the document's."""
SPOKEN_NAMES = 2
"""Names without capitals that are looked for at most, the rarest (a default): terms of an agreement look like names."""
AGREEMENT = "agreement"
"""What is looked for beside a name, to find the documents whose party it may be."""


def _spoken_names(question: str, wants: Sequence[Constraint], found: Gathered) -> Iterator[Constraint]:
    """The words of a question without capitals that what was found writes with a capital wherever it has them."""
    if question[1:] != question[1:].lower():
        return
    texts = "\n".join(one.text for one in found.evidence)
    for match in _LOWER.finditer(question):
        word = match["word"]
        if word in STOP_WORDS or any(_overlap(Span(*match.span()), one.span) for one in wants):
            continue
        there = {one[0] for one in re.findall(rf"(?i)(?<![\w@./-]){re.escape(word)}(?![\w@/]|\.\w)", texts)}
        if there and all(letter.isupper() for letter in there):
            yield Constraint("party", match[0], word, Span(*match.span()))


_LOWER = later(r"\b(?P<word>[a-z][a-z-]{3,})(?:['\u2019]s)?\b")


def _given(name: str, keys: Iterable[int], means: Means) -> dict[int, str]:
    """The documents that give somebody of that name a role, with the role."""
    return {key: role for key in keys if (role := role_of(name, means.known.opening(key)))}


def renamed(
    question: str,
    wants: Sequence[Constraint],
    first: tuple[Gathered, Picked],
    called: Mapping[Constraint, Party],
    told: Callable[[Sequence[str], Gathered, Picked], bool],
    means: Means,
) -> tuple[tuple[Gathered, Picked], ...]:
    """What was found and chosen; beside it, the same asked in the words of the lead's document, where it is not sure.

    What is found so leads if it is `told` more than its names, where the first lead only says who somebody is, or is
    less probable than what the agreement of a party has.
    """
    found, chosen = first
    lead = chosen.chosen[0].held.unit
    own = record(found.ranking.hits[lead.hit], found)
    introduced = introduces(lead.text, means.known.opening(own.key))
    theirs = dict.fromkeys(key for one in called.values() for key in one.keys)
    apart = introduced or (bool(theirs) and own.key not in theirs)
    sure = sureness(question, found, chosen, (), means)
    if apart and not any(_names(one, own.key, lead.text, means) for one in called):
        sure = min(sure, MEDIUM)
    if not introduced and sure >= scaled(HIGH, chosen.said):
        return (first,)
    naming = {one: called[one].role for one in called if apart or one.value not in lead.text.casefold()}
    itself = {} if introduced else named_itself(question, wants, first, means)
    amounts = {} if introduced else band_words(question, lead)
    changes = only_changes(question, wants, [one.held.unit.text for one in chosen.chosen])
    spoken = any(_spoken(role, key, means) for role in naming.values() for key in (own.key, *theirs))
    if not spoken and not amounts and not changes and not itself:
        return (first,)
    annexes = their_annexes(theirs, found, means)
    documents = dict.fromkeys((*(() if apart else (own.id,)), *and_their_amendments(theirs, means), *annexes))
    roles = beside(called_in(question, naming), itself)
    calling = roles | amounts
    met = [one for one in wants if _within(one.span, calling)]
    more = asked_in(changes or in_words(question, calling), wants, tuple(documents), met, means, amended=bool(theirs))
    again = picked(in_words(question, roles), wants, more, means)
    if not more.met or not again.chosen:
        return (first,)
    names = [*(one.text for one in naming), *naming.values()]
    theirs_sure = sureness(in_words(question, roles), more, again, (), means) if naming else 0.0
    surer = introduced or (theirs_sure > sure and (bool(means.as_of) or not _HAPPENED.search(question)))
    if again.chosen[0].held.unit.text in {one.held.unit.text for one in chosen.chosen}:
        return ((more, again), first) if surer else (first, (more, again))
    says = told(names, more, again) or theirs_sure >= scaled(MEDIUM, again.said)
    return ((more, again), first) if surer and says and not _introduced(more, again, means) else (first,)


def _names(one: Constraint, key: int, text: str, means: Means) -> bool:
    """Whether a document, or a text of it, has a name."""
    return one.value in text.casefold() or any(means.known.mentions(key, word) for word in words(one.value))


def and_their_amendments(keys: Iterable[int], means: Means) -> Iterator[str]:
    """The ids of some documents and of those that amend them."""
    for one in means.corpus.records(set(keys)).values():
        yield one.id
        yield from sorted(means.amended.get(one.id, ()))


def their_annexes(keys: Iterable[int], found: Gathered, means: Means) -> Iterator[str]:
    """The ids of what was found and is an annex of one of some agreements."""

    def paper(one: DocumentRecord) -> Paper:
        return Paper(one.title, one.path, means.known.opening(one.key))

    agreements = tuple(means.corpus.records(set(keys)).values())
    known = {one.id for one in agreements}
    papers = [paper(one) for one in agreements]
    for one in found.records.values():
        if one.id not in known and any(is_annex(paper(one), other) for other in papers):
            yield one.id


def _within(span: Span, places: Iterable[Span]) -> bool:
    return any(_overlap(span, one) for one in places)


def _overlap(span: Span, other: Span) -> bool:
    return span.start < other.end and other.start < span.end


def called_in(question: str, roles: Mapping[Constraint, str]) -> dict[Span, str]:
    """Where a question names parties -> their role there; `this agreement` for `the Linden agreement`.

    Nothing where the name only tells of another noun behind it.
    """
    found: dict[Span, str] = {}
    for one, role in roles.items():
        kind = _KIND.search(one.text) or _KIND_AFTER.match(question, one.span.end)
        before = _KIND_BEFORE.search(question, 0, one.span.start)
        if kind:
            end = kind.end() if kind.re is _KIND_AFTER else one.span.end
            found[_with_article(question, Span(one.span.start, end))] = f"this {kind['kind'].casefold()}"
        elif before:
            found[_with_article(question, Span(before.start(), one.span.end))] = f"this {before['kind'].casefold()}"
        elif _tells_of(question, one.span):
            found[Span(one.span.start, one.span.end + 1)] = ""
        else:
            owning = _OWNING.search(one.text)
            found[one.span] = f"the {role}{owning[0] if owning else ''}"
    return found


def beside(words_: Mapping[Span, str], others: Mapping[Span, str]) -> dict[Span, str]:
    """Other words for some places, and these for the places that lie beside all of them."""
    return {span: said for span, said in words_.items() if not _within(span, others)} | dict(others)


def _tells_of(question: str, span: Span) -> bool:
    """`the Osprey Lane vault`: an article before the name is the noun's behind it."""
    return _ARTICLE.search(question, 0, span.start) is not None and _NOUN.match(question, span.end) is not None


def named_itself(
    question: str, wants: Sequence[Constraint], first: tuple[Gathered, Picked], means: Means
) -> dict[Span, str]:
    """Where a question names the document of its answer -> what that calls itself: `this agreement`."""
    at = first[1].chosen[0].held.unit.hit
    evidence, own = first[0].evidence[at], record(first[0].ranking.hits[at], first[0])
    found: dict[Span, str] = {}
    title = _TITLE.match(own.title)
    plain = re.compile(rf"(?i)\b{re.escape(title[0])}\b").search(question) if title else None
    if title and plain and len(words(title[0])) >= SPOKEN and (kind := _KIND.search(title[0])):
        found[_with_article(question, Span(*plain.span()))] = f"this {kind['kind'].casefold()}"
    bare = means.known._replace(mentions=lambda *_: 0)
    nameless = evidence._replace(text="", heading="")
    for one in wants:
        if one.kind not in NAMED or _within(one.span, found):
            continue
        kind = _KIND.search(one.text) or _KIND_AFTER.match(question, one.span.end)
        short = _INITIALS.fullmatch(one.text) and (kind or _KIND.search(title[0] if title else ""))
        if (kind or short) and held([one], [nameless], known=bare).rows[0][0] is None:
            end = kind.end() if kind and kind.re is _KIND_AFTER else one.span.end
            said = (kind or short or {"kind": "document"})["kind"]
            found[_with_article(question, Span(one.span.start, end))] = f"this {said.casefold()}"
    return found


def _with_article(question: str, span: Span) -> Span:
    article = _ARTICLE.search(question, 0, span.start)
    return Span(article.start(), span.end) if article else span


def _introduced(found: Gathered, chosen: Picked, means: Means) -> bool:
    lead = chosen.chosen[0].held.unit
    return introduces(lead.text, means.known.opening(record(found.ranking.hits[lead.hit], found).key))


def _spoken(role: str, key: int, means: Means) -> bool:
    return all(means.known.mentions(key, word) for word in role.casefold().split())


def in_words(question: str, said: Mapping[Span, str]) -> str:
    """The question with other words in some places, or none."""
    for span in sorted(said, reverse=True):
        before, words_ = question[: span.start], said[span]
        words_ = words_.removeprefix("the ") if before.casefold().endswith("the ") else words_
        question = f"{before}{words_}{question[span.end :]}"
    return question
