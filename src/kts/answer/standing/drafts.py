"""Drafts: what is not approved yet gives way to the document of the same name that is (EVID-9).

A draft alone is what there is; beside the approved one it never holds, at no time. Told by its title, the name of its
file, or the folder right above; what a meeting drafted as minutes tells of the meeting all the same.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.standing.placed import place
from kts.lexicon.analyse import terms
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.records import DocumentRecord

_COPIES = r"entwurf|entw\u00fcrfe|brouillons?|working copy|working draft|arbeitsfassung|arbeitskopie"
_MARKS = rf"drafts?|{_COPIES}"
_ITSELF = rf"(?<!to )(?<!\ba )(?<!the )(?<!your )(?<!my )draft(?! beer)|{_COPIES}"
"""How one document calls itself: `How to save a draft` and `Where are my drafts?` are about others."""
_DRAFT = later(rf"(?i)\b(?:{_ITSELF}|(?:\w+ )?comments|for (?:comment|review|consultation))\b")
_IN_TITLE = later(rf"(?i)\b(?:{_ITSELF})\b")
_FOLDER = later(rf"(?i)\W*(?:{_MARKS})\W*")
_COPY = later(
    rf"(?i)\b(?:{_MARKS}|(?:\w+ )?comments|for (?:comment|review|consultation)|copy of|final|clean|signed|approved|"
    r"(?:v|version|edition|revision|issue|rev\.?|ed\.?) ?\d[\d.]*|\(\d\))(?!\w)"
)
"""What the name of a copy says besides what it is a copy of."""
_ASKS = later(rf"(?i)\b(?:{_MARKS}|drafted|drafting|unsigned|negotiat\w+|proposed|proposal|planned|vorschlag)\b")
"""How a question asks for what is not agreed yet."""
HEAD = 400
"""Characters in which a document says of itself that it is not signed (a default, not fitted)."""
_UNSIGNED = later(
    r"(?i)(?:\A|\n|[.;:|(\[])[ \t>#*_]*(?:(?:this (?:document|agreement|contract|version|text) is )?(?:still )?"
    r"(?:not (?:yet )?(?:signed|executed|agreed|approved|in force|binding)|unsigned|unexecuted|subject to contract"
    r"|for (?:negotiation|discussion)(?: purposes)? only|(?:noch )?nicht (?:unterzeichnet|unterschrieben|freigegeben)"
    r"|unverbindlich))[ \t*_]*(?=[.;:,)\]|\n]|\Z)"
)
"""What stands by itself where a document begins: it was not agreed."""
_YEAR = later(r"(?:19|20)\d\d")
_APART = later(r"(?i)\b(?:minutes|protokoll|proc\u00e8s-verbal)\b")
WORDS = 2
"""Words of a name from which two documents of it are one (a default)."""


def is_draft(record: DocumentRecord) -> bool:
    """Whether a document calls itself a draft, or lies among drafts."""
    if record.metadata.get("message_id") or _APART.search(record.title):
        return False
    folders = record.path.split("/")[:-1]
    named = _IN_TITLE.search(record.title) or _DRAFT.search(_words(record))
    return bool(named) or bool(folders and _FOLDER.fullmatch(folders[-1]))


def says_draft(text: str) -> bool:
    """Whether a title or the name of a file says that it is of a draft."""
    return _IN_TITLE.search(text) is not None


def unagreed(record: DocumentRecord, opening: str) -> bool:
    """Whether a document calls itself a draft, or says where it begins that it is not signed."""
    if record.metadata.get("message_id"):
        return False
    return is_draft(record) or _UNSIGNED.search(opening[:HEAD]) is not None


def asks_for_draft(question: str) -> bool:
    """Whether a question is about what is not agreed yet."""
    return _ASKS.search(question) is not None


def approved(records: Sequence[DocumentRecord]) -> Iterator[tuple[str, DocumentRecord]]:
    """Each draft (id) with the document of its name that is none: of its year where there is one, else the newest."""
    drafts = [one for one in records if is_draft(one)]
    if not drafts:
        return
    others = [(_name(one), one) for one in records if not is_draft(one)]
    for draft in drafts:
        name = _name(draft)
        if beside := _marked(draft, others):
            yield draft.id, beside
            continue
        bare = _unyeared(name)
        alike = [(other == name, one) for other, one in others if _unyeared(other) == bare and len(bare) >= WORDS]
        if alike:
            yield draft.id, max(alike, key=lambda pair: (pair[0], _newness(pair[1])))[1]


def _marked(draft: DocumentRecord, others: Sequence[tuple[frozenset[str], DocumentRecord]]) -> DocumentRecord | None:
    """What a draft of the same place is of, by what its title says before it says that it is one.

    `Special Conditions - DRAFT rev B for tender, not for contract` is one of the `Special Conditions` beside it.
    """
    mark = _IN_TITLE.search(draft.title)
    name = frozenset(terms(draft.title[: mark.start()])) if mark else frozenset()
    alike = [one for other, one in others if other == name and (one.root, place(one)) == (draft.root, place(draft))]
    return max(alike, key=_newness) if len(name) >= WORDS and alike else None


def _newness(record: DocumentRecord) -> tuple[str, str]:
    return str(record.metadata.get("effective") or record.content_date), record.path


def _words(record: DocumentRecord) -> str:
    return re.sub(r"[_.-]+", " ", record.path.rpartition("/")[2].rpartition(".")[0])


def _name(record: DocumentRecord) -> frozenset[str]:
    """The words of a document's title, without what tells its copies apart."""
    return frozenset(terms(_COPY.sub(" ", record.title)))


def _unyeared(name: frozenset[str]) -> frozenset[str]:
    return frozenset(word for word in name if not _YEAR.fullmatch(word))
