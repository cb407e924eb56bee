"""Which documents are in force: what replaces what, since when, and how current a cited document is (EVID-9)."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from kts.answers import Freshness
from kts.lexicon.analyse import terms

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kts.ports import DocumentRecord

ALIKE = 0.6
"""Share of the words of a superseded document's name that its title must have (a default, not fitted)."""
OLD = 3
"""Years after which a document without a successor is called dated (a default, not fitted)."""
_VERSION = re.compile(r"(?i)\b(?:version|revision|rev\.?|v\.?)\s*(\d+(?:\.\d+)*)|\b(\d+\.\d+)\b")
_DATE = re.compile(r"\b\d{4}-\d{2}-\d{2}\b")
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_CODE = re.compile(r"\b[A-Z]{2,}-?\d[\w-]*\b")
_AMENDS = re.compile(
    r"(?i)\b(?:amendment|addendum|endorsement|variation|supplement|rider|side letter|change order)"
    r"(?: (?:no\.?|number|#) ?\w+| \w{1,6})? (?:to|of) (?:the )?(?P<what>.{4,})"
)
_LITTLE = frozenset(terms("the of and dated as this"))
_PLAIN = frozenset(terms("the of and version revision directive memo policy document rules manual"))


class Replaced(NamedTuple):
    """`by` is the id of the document that takes another's place, `since` the ISO date from which it does, or empty."""

    by: str
    since: str


def replaced(records: Iterable[DocumentRecord]) -> Mapping[str, Replaced]:
    """Document ids that another document says it supersedes, by what that document calls itself the successor of."""
    known = list(records)
    by_word: dict[str, list[DocumentRecord]] = defaultdict(list)
    for record in known:
        for word in set(terms(f"{record.title} {_stem(record)}")):
            by_word[word].append(record)
    found: dict[str, Replaced] = {}
    for successor in known:
        said = str(successor.metadata.get("supersedes") or "")
        if said:
            older = _named(said, successor, by_word)
            if older is not None:
                found[older.id] = Replaced(successor.id, since(successor))
    return found


def amendments(records: Iterable[DocumentRecord]) -> Mapping[str, frozenset[str]]:
    """Ids of the documents that amend one, by its id: what they say they amend, or what their title says."""
    known = list(records)
    found: dict[str, set[str]] = defaultdict(set)
    for one in known:
        titled = _AMENDS.search(one.title)
        said = str(one.metadata.get("amends") or (titled["what"] if titled else ""))
        if said:
            bases = [base for base in known if base.id != one.id and not _AMENDS.search(base.title)]
            best = max(bases, key=lambda base: (_named_by(said, base), base.path), default=None)
            if best is not None and _named_by(said, best) == 1:
                found[best.id].add(one.id)
    return {base: frozenset(ids) for base, ids in found.items()}


def _named_by(said: str, record: DocumentRecord) -> float:
    """The share of the words of what is amended that a document's name has; all of them name it, or its code alone."""
    codes = _CODE.findall(said)
    if codes:
        return float(any(code.casefold() in f"{record.title} {record.path}".casefold() for code in codes))
    wanted = set(terms(said)) - _LITTLE
    return len(wanted & set(terms(f"{record.title} {_stem(record)}"))) / len(wanted) if wanted else 0.0


def since(record: DocumentRecord) -> str:
    """The day (ISO) from which a document holds, as far as it says; else its own date, or nothing."""
    return str(record.metadata.get("effective") or record.content_date or "")[:10]


def _named(
    said: str, successor: DocumentRecord, by_word: Mapping[str, Sequence[DocumentRecord]]
) -> DocumentRecord | None:
    """The document that the words name: alike in title, and of the version, date, year or code that they give."""
    words = set(terms(said)) | (set(terms(successor.title)) - _PLAIN if not _CODE.search(said) else set())
    offered = {one.id: one for word in words - _PLAIN for one in by_word.get(word, ()) if one.id != successor.id}
    marked = [one for one in offered.values() if _is_marked(said, one) and _alike(said, successor, one)]
    return max(marked, key=lambda one: (_overlap(said, one), one.path)) if marked else None


def _stem(record: DocumentRecord) -> str:
    return re.sub(r"[_.-]+", " ", record.path.rpartition("/")[2].rpartition(".")[0])


def _is_marked(said: str, record: DocumentRecord) -> bool:
    """Whether a document bears what the words tell versions apart by."""
    own = f"{record.title} {_stem(record)} {record.metadata.get('version', '')} {since(record)} {record.content_date}"
    codes = _CODE.findall(said)
    if codes:
        return any(code.casefold() in f"{record.title} {record.path}".casefold() for code in codes)
    versions = {first or second for first, second in _VERSION.findall(said)}
    if versions:
        held = {str(record.metadata.get("version") or "")} | {a or b for a, b in _VERSION.findall(own)}
        return bool(versions & held) or any(f"{version}." in f"{one}." for version in versions for one in held if one)
    dates = _DATE.findall(said)
    return any(date in own for date in dates) or any(year in own for year in _YEAR.findall(said))


def _alike(said: str, successor: DocumentRecord, record: DocumentRecord) -> bool:
    return max(_overlap(said, record), _overlap(successor.title, record)) >= ALIKE


def _overlap(name: str, record: DocumentRecord) -> float:
    wanted = {word for word in terms(name) if not any(character.isdigit() for character in word)} - _PLAIN
    if not wanted:
        return 1.0
    return len(wanted & set(terms(f"{record.title} {_stem(record)}"))) / len(wanted)


def in_force(record: DocumentRecord, successors: Mapping[str, Replaced], as_of: str) -> bool:
    """Whether a document was in force on a day: begun, not ended, and not replaced by then."""
    begun = str(record.metadata.get("effective") or "")[:10]
    ended = str(record.metadata.get("effective_to") or "")[:10]
    successor = successors.get(record.id)
    if (begun and begun > as_of) or (ended and ended < as_of):
        return False
    return successor is None or (bool(successor.since) and successor.since > as_of)


def ended(record: DocumentRecord, successors: Mapping[str, Replaced], day: str) -> bool:
    """Whether a document had been replaced, or had ended, by a day (ISO)."""
    to, successor = str(record.metadata.get("effective_to") or "")[:10], successors.get(record.id)
    return bool(to and to < day) or (successor is not None and bool(successor.since) and successor.since <= day)


def freshness(record: DocumentRecord, successors: Mapping[str, Replaced], today: str) -> Freshness:
    """How current a document is today (ISO)."""
    date = since(record)
    if not in_force(record, successors, today):
        begun = str(record.metadata.get("effective") or "")[:10] > today
        return Freshness(record.id, "future" if begun else "superseded", date)
    if not date:
        return Freshness(record.id, "undated")
    old = date[:4].isdigit() and int(today[:4]) - int(date[:4]) > OLD
    return Freshness(record.id, "dated" if old else "current", date)
