"""Sheets of one form: a workbook has one for each site, and only the name of the sheet tells what its rows are about.

`How often is it tested at Harrow Lane?` is not answered by a row of the sheet *Ketterby*, which has the same columns.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.means import document as document_of
from kts.answer.means import record as record_of
from kts.lexicon.analyse import terms
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from kts.answer.choose.extract import Held
    from kts.answer.means import Gathered, Means
    from kts.answer.units.quotable import Unit
    from kts.records import DocumentRecord
    from kts.types import Hit

_UNNAMED = later(r"(?i)(?:sheet|table|tabelle|blatt|feuil|feuille|hoja|foglio|page)\s?\d*\Z")
"""Names that a program gives."""


class OfSheet(NamedTuple):
    """The units without rows of other sheets than the one asked for; `against` tells that only another one answers."""

    ranked: tuple[tuple[float, Held], ...]
    against: tuple[str, ...] = ()


def sheet_of(hit: Hit, record: DocumentRecord) -> str:
    """The name of the sheet on which a passage stands, where its workbook has several and somebody named it."""
    names = record.metadata.get("sheets")
    if not isinstance(names, list | tuple) or len(names) < 2:  # noqa: PLR2004 - one sheet needs no name
        return ""
    heading = str(hit.passage.metadata["heading"])
    return next((str(name) for name in names if heading.endswith(str(name)) and not _UNNAMED.match(str(name))), "")


def of_sheet(
    question: str, ranked: Sequence[tuple[float, Held]], found: Gathered, means: Means, words: AbstractSet[str]
) -> OfSheet:
    """The units without the rows of sheets that have the form of a sheet that the question names, and are not it.

    A row that names the asked sheet itself stays. `words` are the terms of the question.
    """
    asked = {
        document_of(hit): names for hit in found.ranking.hits if (names := _asked(question, record_of(hit, found)))
    }
    forms = {key: _text(key, names, means) for key, names in asked.items()}
    out = {one.unit for _, one in ranked if asked and _is_other(one.unit, found, asked, forms)}
    if not out:
        return OfSheet(tuple(ranked))
    kept = tuple(pair for pair in ranked if pair[1].unit not in out)
    lead = ranked[0][1].unit
    if lead not in out:
        return OfSheet(kept)
    hit = found.ranking.hits[lead.hit]
    names = asked[document_of(hit)]
    needed = words & frozenset(terms(lead.text)) - frozenset(terms(" ".join(names)))
    rest = [one for _, one in kept if document_of(found.ranking.hits[one.unit.hit]) == document_of(hit)]
    if any(needed <= one.terms for one in rest):
        return OfSheet(kept)
    own = sheet_of(hit, record_of(hit, found))
    return OfSheet(kept, (f"what is asked for stands on the sheet {own}, not on {' and '.join(sorted(names))}",))


def _asked(question: str, record: DocumentRecord) -> frozenset[str]:
    """The sheets of a workbook that a question names, but not all of them."""
    names = record.metadata.get("sheets")
    if not isinstance(names, list | tuple):
        return frozenset()
    told = frozenset(str(name) for name in names if not _UNNAMED.match(str(name)) and _names(question, str(name)))
    return told if len(told) < len(names) else frozenset()


def _names(text: str, name: str) -> bool:
    return bool(re.search(rf"(?i)(?<!\w){re.escape(name.strip())}(?!\w)", text))


def _text(key: int, names: AbstractSet[str], means: Means) -> str:
    """What stands on some sheets of a workbook."""
    return "\n".join(means.corpus.slice(key, one.span) for one in means.corpus.sections(key) if one.heading in names)


def _is_other(unit: Unit, found: Gathered, asked: Mapping[int, AbstractSet[str]], forms: Mapping[int, str]) -> bool:
    """Whether a unit is a row of a sheet that only looks like one that is asked for."""
    hit = found.ranking.hits[unit.hit]
    key = document_of(hit)
    names = asked.get(key)
    if not names or unit.kind != "row" or not unit.header or unit.header.strip() not in forms[key]:
        return False
    own = sheet_of(hit, record_of(hit, found))
    return bool(own) and own not in names and not any(_names(unit.text, name) for name in names)
