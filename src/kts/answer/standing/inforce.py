"""Which documents are in force: what replaces what, since when, and how current a cited document is (EVID-9)."""

from __future__ import annotations

import re
from collections import defaultdict
from datetime import date, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.standing.clauses import changes_of
from kts.answer.standing.conditions import with_conditions
from kts.answer.standing.drafts import approved, is_draft
from kts.answer.standing.namesakes import Replaced, codes, continued, day_after, editions, lists, renewed, set_aside
from kts.answer.standing.placed import is_old, is_void, named, since
from kts.answer.standing.targets import AMENDS, amends, annex, holds, is_amendment, is_itself, nearness
from kts.answers import Freshness
from kts.lexicon.analyse import terms
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from kts.records import DocumentRecord

ALIKE = 0.6
"""Share of the words of a superseded document's name that its title must have (a default, not fitted)."""
CONTRACT = "CONTRACT"
"""The kind of documents that are amended without being named."""
OLD = 3
"""Years after which a document without a successor is called dated (a default, not fitted)."""
_VERSION = later(
    r"(?i)\b(?:version|revision|edition|issue|fassung|ausgabe|rev\.?|ed\.?|v\.?)\s*(\d+(?:\.\d+)*)|\b(\d+\.\d+)\b"
)
_DATE = later(r"\b\d{4}-\d{2}-\d{2}\b")
_YEAR = later(r"\b(?:19|20)\d\d\b")
_CODE = later(r"\b[A-Z]{2,}(?:-[A-Z]{1,4})*-?\d[\w-]*\b")
_MINUTES = later(r"(?i)\b(?:minutes|protocol of the meeting|meeting notes|protokoll)\b")
_LITTLE = frozenset(terms("the of and dated as this"))
_PLAIN = frozenset(
    terms("the of and version revision rev edition issue ed directive memo policy document rules manual")
)


def replaced(records: Iterable[DocumentRecord]) -> Mapping[str, Replaced]:
    """Document ids that another document says it supersedes, by what that document calls itself the successor of.

    Also what says itself by what it is superseded, editions and lists of one name, certificates of periods that follow
    each other, what lies among old documents and has a namesake outside, and drafts of what is approved. A draft
    replaces nothing.
    """
    known = list(records)
    settled = [one for one in known if not is_draft(one)]
    found = dict(lists(settled)) | dict(editions(settled)) | dict(continued(settled)) | dict(renewed(settled))
    for older, by, is_own in _said(known, settled):
        if not (is_own and older in found):
            found[older] = by
    found = {one: by for one, by in set_aside(settled) if found.get(by.by, by).by != one} | found
    return {draft: Replaced(record.id, since(record)) for draft, record in approved(known)} | found


def _said(known: Sequence[DocumentRecord], settled: Sequence[DocumentRecord]) -> Iterator[tuple[str, Replaced, bool]]:
    """What documents say that they replaced (ids), and by what they say that they were (`True`)."""
    if not any(one.metadata.get("supersedes") or one.metadata.get("superseded_by") for one in known):
        return
    by_word: dict[str, list[DocumentRecord]] = defaultdict(list)
    for record in known:
        for word in set(terms(f"{record.title} {named(record)}")):
            by_word[word].append(record)
    for successor in settled:
        said = str(successor.metadata.get("supersedes") or "")
        older = _named(said, successor, by_word) if said else None
        if older is not None:
            yield older.id, Replaced(successor.id, since(successor)), False
    for older in known:
        said = str(older.metadata.get("superseded_by") or "")
        newer = _named(said, older, by_word) if said else None
        if newer is not None and not is_draft(newer):
            yield older.id, Replaced(newer.id, day_after(older) or since(newer)), True


def has_ended(record: DocumentRecord) -> bool:
    """Whether a document says, or where it lies or how it is called says, that it holds no longer; not since when."""
    if record.metadata.get("message_id"):  # it tells of other documents
        return bool(record.metadata.get("superseded_by"))
    return bool(record.metadata.get("superseded_by") or record.metadata.get("out_of_force")) or is_void(record)


def amendments(
    records: Iterable[DocumentRecord], text_of: Callable[[DocumentRecord], str] | None = None
) -> Mapping[str, frozenset[str]]:
    """Ids of the documents that amend one, by its id: what they say they amend, or what their title says.

    That is the agreement itself, and with it an annex that is a document of its own and is changed by their text, and
    its conditions, which special ones change.
    """
    known = list(records)
    settled = [one for one in known if not AMENDS.search(one.title)]
    found: dict[str, set[str]] = defaultdict(set)
    for one in known:
        said = _of_another_day(str(one.metadata.get("amends") or amends(one.title) or _own_number(one)), one)
        if said:
            bases = [base for base in settled if base.id != one.id and _named_by(said, base) == 1]
            best = max(bases, key=lambda base: (*_nearest(one, said, base), base.path), default=None)
            if best is not None:
                parts = _parts(bases, best, is_coded=bool(_meant(said).codes)) if text_of else []
                text = text_of(one) if text_of and parts else ""
                for base in (best, *(part for part in parts if changes_of(text, annex(part.title)))):
                    found[base.id].add(one.id)
    whole = with_conditions(found, known, text_of) if text_of else found
    return {base: frozenset(ids) for base, ids in whole.items()}


def _own_number(record: DocumentRecord) -> str:
    """The number of its contract, by which alone an amendment may name it."""
    return str(record.metadata.get("reference") or "") if is_amendment(record) else ""


def unclear(records: Iterable[DocumentRecord], amended: Mapping[str, frozenset[str]]) -> Mapping[str, frozenset[str]]:
    """Ids of the documents that may amend one, by its id: amendments of which nothing tells for sure what they amend.

    Those are meant that lie in one folder, and whose names do not speak against it.
    """
    known = list(records)
    placed = {id_ for ids in amended.values() for id_ in ids}
    found: dict[str, set[str]] = defaultdict(set)
    for one in known:
        if one.id in placed or not is_amendment(one):
            continue
        said, folder = (
            str(one.metadata.get("amends") or amends(one.title) or _own_number(one)),
            one.path.rpartition("/")[0],
        )
        for base in known:
            if base.root == one.root and base.path.rpartition("/")[0] == folder and _may_be(said, base):
                found[base.id].add(one.id)
    return {base: frozenset(ids) for base, ids in found.items()}


def _may_be(said: str, base: DocumentRecord) -> bool:
    """Whether a contract may be what an amendment of its folder amends: it has no number, or most of the words."""
    if base.doc_type != CONTRACT or is_amendment(base) or annex(base.title) or not holds(base):
        return False
    meant = _meant(said)
    if meant.codes:
        return not codes(base)
    return not meant.words or meant.day != "" or _named_by(said, base) >= ALIKE


def _parts(bases: Sequence[DocumentRecord], of: DocumentRecord, *, is_coded: bool) -> list[DocumentRecord]:
    """The annexes of an agreement among what bears its name: by its number, else beside it."""
    folder = of.path.rpartition("/")[0]
    return [one for one in bases if annex(one.title) and (is_coded or one.path.rpartition("/")[0] == folder)]


def _of_another_day(said: str, record: DocumentRecord) -> str:
    """What is amended, without the day of the amendment itself, which stands as near to its name."""
    days = {since(record), record.content_date[:10]}
    return re.sub(r" of (\d{4}-\d{2}-\d{2})\Z", lambda day: "" if day[1] in days else day[0], said)


def _nearest(one: DocumentRecord, said: str, base: DocumentRecord) -> tuple[bool, bool, bool, int, int]:
    """How likely a document is what another amends, of those that are so called: the more, the likelier.

    What is amended is no amendment itself, if another is named as well (a circular is called like the one before); it
    is the agreement and not an annex or a letter on it, that of the same party, then that of the same folder.
    """
    is_its_own = any(is_itself(base, code) for code in _meant(said).codes or ("",))
    shared = _shared(set(terms(f"{one.title} {named(one)}")), base)
    return not base.metadata.get("amends"), is_its_own, holds(base), shared, nearness(one, base)


def _shared(words: AbstractSet[str], record: DocumentRecord) -> int:
    """How many words of an amendment's name a document's name has: of two agreements of one kind, the same party's."""
    return len(words & set(terms(f"{record.title} {named(record)}")))


def _named_by(said: str, record: DocumentRecord) -> float:
    """The share of the words of what is amended that a document's name has; all of them name it, or its code alone."""
    meant = _meant(said)
    if meant.codes:
        return float(any(code in _filed(record) for code in meant.codes))
    if day := meant.day:
        own = {since(record), record.content_date[:10]}
        if own == {""}:  # it tells no day of its own: its name alone says whether it is meant
            return _named_by(said.replace(f" of {day}", ""), record) if f" of {day}" in said else 0.0
        kind = said.partition(" of ")[0].split()[-1:]
        return float(day in own and all(word in terms(record.title) for word in terms(" ".join(kind))))
    wanted = meant.words
    return len(wanted & _called(record.title, named(record))) / len(wanted) if wanted else 0.0


class _Meant(NamedTuple):
    """How a text names a document: by codes (folded), by a day (ISO), by terms."""

    codes: tuple[str, ...]
    day: str
    words: frozenset[str]


@lru_cache(maxsize=1_000)
def _meant(said: str) -> _Meant:
    day = _DATE.search(said)
    codes = tuple(code.casefold() for code in _CODE.findall(said))
    return _Meant(codes, day[0] if day else "", frozenset(terms(said)) - _LITTLE)


@lru_cache(maxsize=20_000)
def _called(title: str, file: str) -> frozenset[str]:
    """The terms of a document's name; each is held against what every amendment says that it amends."""
    return frozenset(terms(f"{title} {file}"))


def _filed(record: DocumentRecord) -> str:
    """What names a document's file: its title, path and reference, and what runs along the heads of its pages."""
    running = record.metadata.get("running")
    lines = [line for line in running if isinstance(line, str)] if isinstance(running, list) else []
    return " ".join((record.title, record.path, str(record.metadata.get("reference") or ""), *lines)).casefold()


def _named(said: str, by: DocumentRecord, by_word: Mapping[str, Sequence[DocumentRecord]]) -> DocumentRecord | None:
    """The document that words of another name: alike in title, and of the version, date, year or code that they give.

    Words that give no title (`edition 11`) mean a document of the title of the one that says them.
    """
    bare = not _CODE.search(said)
    words = set(terms(said)) | (set(terms(by.title)) - _PLAIN if bare else set())
    offered = {one.id: one for word in words - _PLAIN for one in by_word.get(word, ()) if one.id != by.id}
    if bare and (own := codes(by)):  # `Rev 4` is one of its own number
        offered = {id_: one for id_, one in offered.items() if codes(one) & own or not codes(one)}
    names = [name for name in (said, by.title) if _naming(name)] or [said]
    alike = {one.id: [_overlap(name, one) for name in names] for one in offered.values() if _is_marked(said, one)}
    marked = [offered[id_] for id_, shares in alike.items() if max(shares) >= ALIKE]
    return max(marked, key=lambda one: (alike[one.id], one.path)) if marked else None


def _is_marked(said: str, record: DocumentRecord) -> bool:
    """Whether a document bears what the words tell versions apart by."""
    own = f"{record.title} {named(record)} {record.metadata.get('version', '')} {since(record)} {record.content_date}"
    codes = _CODE.findall(said)
    if codes:
        is_coded = any(code.casefold() in f"{record.title} {record.path}".casefold() for code in codes)
        return is_coded and not _is_of_another(said, record)
    versions = {first or second for first, second in _VERSION.findall(said)}
    if versions:
        held = {str(record.metadata.get("version") or "")} | {a or b for a, b in _VERSION.findall(own)}
        return bool(versions & held) or any(f"{version}." in f"{one}." for version in versions for one in held if one)
    dates = _DATE.findall(said)
    return any(date in own for date in dates) or any(year in own for year in _YEAR.findall(said))


def _is_of_another(said: str, record: DocumentRecord) -> bool:
    """Whether the edition that words name beside a code (`SOP-07 edition 3`) is not the one that a document has."""
    wanted = {worded for worded, _ in _VERSION.findall(said) if worded}
    own = {str(record.metadata.get("version") or "").removeprefix("v")} - {""}
    held = own or {worded for worded, _ in _VERSION.findall(f"{record.title} {named(record)}") if worded}
    return bool(wanted and held) and not any(f"{one}.".startswith(f"{each}.") for one in held for each in wanted)


def _naming(name: str) -> set[str]:
    """The words of a name that tell what is called so, without numbers and kinds of documents."""
    return {word for word in terms(name) if not any(character.isdigit() for character in word)} - _PLAIN


def _overlap(name: str, record: DocumentRecord) -> float:
    wanted = _naming(name)
    if not wanted:
        return 1.0
    return len(wanted & set(terms(f"{record.title} {named(record)}"))) / len(wanted)


def begins(record: DocumentRecord) -> str:
    """The day (ISO) before which a document was not in force, as far as it says; empty where that is not told.

    What amends another changes nothing before its own date. The date of any other may be that of its last print, and
    one that only the file has may be that of a copy.
    """
    told = str(record.metadata.get("effective") or "")[:10]
    if told or not (record.metadata.get("amends") or AMENDS.search(record.title)):
        return told
    of_file = {str(record.metadata.get(name) or "") for name in ("modified", "created")}
    return "" if record.content_date in of_file else record.content_date[:10]


def in_force(record: DocumentRecord, successors: Mapping[str, Replaced], as_of: str) -> bool:
    """Whether a document was in force on a day: begun, not ended, not replaced by then; a draft beside it never was."""
    begun = begins(record)
    ended = str(record.metadata.get("effective_to") or "")[:10]
    successor = successors.get(record.id)
    if (begun and begun > as_of) or (ended and ended < as_of):
        return False
    if successor is None and not ended and has_ended(record):
        return False
    if successor is not None and is_draft(record):
        return False
    return successor is None or (bool(successor.since) and successor.since > as_of)


def written(record: DocumentRecord, day: str) -> bool:
    """Whether a document was there on a day (ISO): a mail or the minutes of a later day tell of later things.

    The date of another document may be that of its last print.
    """
    dated = bool(record.metadata.get("message_id")) or bool(_MINUTES.search(record.title))
    return not (dated and record.content_date and record.content_date[:10] > day)


def ended(record: DocumentRecord, successors: Mapping[str, Replaced], day: str) -> bool:
    """Whether a document had been replaced, or had ended, by a day (ISO)."""
    to, successor = str(record.metadata.get("effective_to") or "")[:10], successors.get(record.id)
    if successor is None and not to and has_ended(record):
        return True
    if successor is not None and is_draft(record):
        return True
    return bool(to and to < day) or (successor is not None and bool(successor.since) and successor.since <= day)


def is_over(record: DocumentRecord, successors: Mapping[str, Replaced], today: str) -> bool:
    """Whether a document holds no longer today (ISO), also where nothing says since when; what is to come is not over.

    Of an earlier day that can only be said where the day is told (`ended`).
    """
    return begins(record) <= today and not in_force(record, successors, today)


def followers(document: str, successors: Mapping[str, Replaced], day: str) -> Iterator[str]:
    """The ids of what took a document's place by a day (ISO), and the place of that, the last one last."""
    seen = {document}
    while (by := successors.get(document)) is not None and by.by not in seen and by.since <= day:
        document = by.by
        seen.add(document)
        yield document


_PAST = later(
    r"(?i)\b(?:was|were|did|had|used to|old|older|previous(?:ly)?|former(?:ly)?|earlier|past|superseded|replaced"
    r"|changed|changes|differ\w*|compar\w+|before|until|history|versions?|editions?|revisions?|rev\.? ?\d+|v\d[\d.]*"
    r"|ed\.? ?\d+)\b"
)
"""How a query asks for what held before, or for a version."""


def names_past(text: str) -> bool:
    """Whether a query asks for the past: by a word for it, a version, or a year."""
    return bool(_PAST.search(text) or _YEAR.search(text))


def last_day(record: DocumentRecord, successors: Mapping[str, Replaced]) -> str:
    """The last day (ISO) on which a document that has ended was in force, as far as it is told; else empty."""
    to, successor = str(record.metadata.get("effective_to") or "")[:10], successors.get(record.id)
    if _DATE.fullmatch(to) or successor is None or not _DATE.fullmatch(successor.since):
        return to if _DATE.fullmatch(to) else ""
    return str(date.fromisoformat(successor.since) - timedelta(days=1))


def freshness(record: DocumentRecord, successors: Mapping[str, Replaced], today: str) -> Freshness:
    """How current a document is today (ISO)."""
    begun_on = since(record)
    if not in_force(record, successors, today):
        return Freshness(record.id, "future" if begins(record) > today else "superseded", begun_on)
    if not begun_on:
        return Freshness(record.id, "undated")
    old = is_old(record) or (begun_on[:4].isdigit() and int(today[:4]) - int(begun_on[:4]) > OLD)
    return Freshness(record.id, "dated" if old else "current", begun_on)
