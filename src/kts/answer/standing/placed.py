"""Where a document is kept and how its file is called: among old ones, or as an old copy (EVID-9).

A folder says little of what lies in it alone: `archive` may hold what holds. So what lies there gives way to its
namesake outside, and without one it is only told. `obsolete` is said of what holds no longer.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from kts.lexicon.analyse import terms
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from kts.records import DocumentRecord

_VOID = (
    r"obsoletes?|superseded|withdrawn|outdated|invalid|no longer valid|not valid|veraltet|ung\u00fcltig|obsolet"
    r"|\u00fcberholt"
)
"""Said of what holds no longer."""
_ENDED = "expired|lapsed|abgelaufen"
"""Said of a certificate or the like that holds no longer, where it stands by itself: cards and passes expire, too."""
_KEPT = r"olds?|archived?|archives|archiv|alt|alte|\u00e4ltere?|older|previous|ancien(?:s|nes)?"
"""Said of what is kept beside what is used, mostly because it holds no longer."""
_OF = (
    r"(?: (?:documents?|docs?|dokumente|files?|versions?|versionen|revisions?|revs?|editions?|issues?|copies|sops?|"
    r"policies|procedures|procs?|instructions|manuals|forms|lists?|prices?|do not use|(?:19|20)\d\d))*"
)
_LED = r"(?:\d{1,3} |z{1,3} |x{1,3} )?"
_AMONG_VOID = later(rf"(?i){_LED}(?:{_KEPT} )?(?:{_VOID}|{_ENDED}){_OF}")
_AMONG_OLD = later(rf"(?i){_LED}(?:{_KEPT}){_OF}")
_AMONG_VALID = later(
    rf"(?i){_LED}(?:current|valid|effective|released?|approved|in force|latest|live|active|issued|aktuell|g\u00fcltig"
    rf"|freigegeben){_OF}|(?:19|20)\d\d(?: (?:(?:19|20)\d\d|\d\d))?"
)
"""Folders of what is used, and those of a year, which tell no more of what lies in them."""
_SEPARATORS = later(r"[\s_.\-]+")
_SHOUTED = later(r"\b(?:OBSOLETE|OBSOLET|SUPERSEDED|WITHDRAWN|OUTDATED|VERALTET|UNG\u00dcLTIG)\b")
_LAST = later(rf"(?<=[\w)\]])[\s\u2013\u2014-]+(?:{_ENDED.upper()})\W*\Z")
_BRACKETED = later(rf"(?i)[(\[]\s*(?:{_VOID}|{_ENDED})\s*[)\]]")
_OLD_COPY = later(
    rf"(?i)(?<!years)(?<!months)(?<!weeks)(?<!days)(?<!year)(?<!how)(?<!and)(?:[_ .]+(?:{_VOID}|old)|-old)\W*\Z"
    r"|[(\[]\s*(?:old|archived?|alt)\s*[)\]]|(?-i:(?<![A-Za-z])OLD(?![A-Za-z]))"
)
"""`fees_obsolete`, `fees-old`, `OLD fees`; `appendix-obsolete` and `basic-archive` are names of what they are about."""
_MARKS = later(
    rf"(?i)[(\[]\s*(?:{_VOID}|{_ENDED}|old|archived?|alt)\s*[)\]]|(?-i:{_SHOUTED.pattern}|\bOLD\b|{_LAST.pattern})"
    rf"|(?<!\w)(?:{_VOID}|old|alt)\W*\Z"
)


@lru_cache(maxsize=20_000)
def named_by(path: str) -> str:
    """The name of a file as words, without its ending."""
    return re.sub(r"[_.-]+", " ", path.rpartition("/")[2].rpartition(".")[0])


def named(record: DocumentRecord) -> str:
    """The name of a document's file as words, without its ending."""
    return named_by(record.path)


def since(record: DocumentRecord) -> str:
    """The day (ISO) from which a document holds, as far as it says; else its own date, or nothing."""
    return str(record.metadata.get("effective") or record.content_date or "")[:10]


def place(record: DocumentRecord) -> str:
    """The folder of a document without those for old ones, for used ones and for years: where it belongs."""
    kept = [one for one in _folders(record.path) if not (_AMONG_VALID.fullmatch(one) or _is_old_folder(one))]
    return "/".join(kept).casefold()


def unmarked(name: str) -> str:
    """A name without the words that say of it that it is an old copy."""
    return _MARKS.sub(" ", name).rstrip()


def is_void(record: DocumentRecord) -> bool:
    """Whether its folder, or a mark in its title or the name of its file, says that a document holds no longer."""
    if any(_AMONG_VOID.fullmatch(one) for one in _folders(record.path)):
        return True
    return any(_BRACKETED.search(name) or _is_shouted(name) for name in (named(record), record.title))


def is_old(record: DocumentRecord) -> bool:
    """Whether a document lies among old ones, or its file is called an old copy."""
    if is_void(record) or any(_is_old_folder(one) for one in _folders(record.path)):
        return True
    stem = record.path.rpartition("/")[2].rpartition(".")[0]
    return bool(_OLD_COPY.search(stem)) and len(terms(unmarked(named(record)))) > 0


def _is_shouted(name: str) -> bool:
    """Whether a mark stands out: all of a name may be in capitals."""
    found = _SHOUTED.search(name) or _LAST.search(name)
    rest = _LAST.sub(" ", _SHOUTED.sub(" ", name))
    return found is not None and any(character.islower() for character in rest)


def _is_old_folder(name: str) -> bool:
    return bool(_AMONG_OLD.fullmatch(name) or _AMONG_VOID.fullmatch(name))


@lru_cache(maxsize=20_000)
def _folders(path: str) -> tuple[str, ...]:
    """The folders of a path, their names as words."""
    return tuple(_SEPARATORS.sub(" ", one).strip(" ()[]!#") for one in path.split("/")[:-1])
