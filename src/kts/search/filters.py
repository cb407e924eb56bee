"""Filters that a question itself names: a file, a type of document, a language, a time.

Only values that the index has can filter. What is said for certain (`only in policies`, `in tessaro-7.4-manual.md`)
filters, and is relaxed where too little passes; everything else is a preference that speaks for a hit and excludes
none. The caller's own filters are never touched.
"""

from __future__ import annotations

import json
import re
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from kts import data
from kts.errors import UsageError
from kts.search.stages import ENDINGS
from kts.types import Filter

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kts.search.question import Context, Question

_FILE = rf"(?i)(?<![\w/])[\w][\w./ -]{{0,80}}?\.(?:{'|'.join(ending[1:] for ending in ENDINGS)})[a-z]{{0,5}}\b"
_ONLY = r"(?:only|just|exclusively|solely)\s+(?:in|from|within|search|look(?:ing)? (?:in|at))\s+(?:the |our |all )?"
_SEARCH = r"(?:search|look|find it|check)\s+(?:only )?(?:in |within |through )?(?:the |our |all )?"
_ALONE = ("only", "just", "exclusively", "solely", "search", "look", "check")
_LANGUAGES = {
    "english": "en",
    "german": "de",
    "french": "fr",
    "spanish": "es",
    "italian": "it",
    "dutch": "nl",
    "portuguese": "pt",
}
_LANGUAGE = (
    rf"(?i)\b(?:in|only|the|written in) ({'|'.join(_LANGUAGES)})(?:[- ]language)?"
    r" (?:documents?|files?|texts?|versions?|only)\b"
)
_MONTHS = "january february march april may june july august september october november december".split()
_DAY = rf"(?:(?:{'|'.join(_MONTHS)})\s+(?:\d{{1,2}},?\s+)?)?(?:19|20)\d\d(?:-\d\d(?:-\d\d)?)?"
_TITLES = "documents files records mails e-mails emails letters reports notes tickets versions memos minutes".split()
_WRITTEN = rf"(?:{'|'.join(_TITLES)})"
_DATED = (
    rf"(?i)\b{_WRITTEN}\s+(?:that (?:were|was) )?(?:dated |written |published |created |modified |issued |sent |from )?"
    rf"(in|from|of|since|after|before|until|on)\s+({_DAY})\b"
)
_BETWEEN = rf"(?i)\b{_WRITTEN}\s+(?:dated |written |from |published )?between\s+({_DAY})\s+and\s+({_DAY})\b"
_ANY_YEAR = rf"(?i)\b(?:in|during|for|since|of)\s+(?:Q[1-4]\s+)?({_DAY})\b"


def _has(text: str, words: Iterable[str]) -> bool:
    """Whether a text has one of the words: to compile an expression takes longer than most questions have to spare.

    A text that is not ASCII may have one in letters that are no such letters but count as them.
    """
    folded = text.lower()
    return not text.isascii() or any(map(folded.__contains__, words))


@cache
def shipped_types() -> Mapping[str, tuple[str, ...]]:
    """Words for each type of document, of the table that comes with the product."""
    table = json.loads(Path(data.__file__).with_name("taxonomy_rules.json").read_bytes())["doc_types"]
    return {kind: tuple(names) for kind, names in table.items()}


def read_filters(question: Question, context: Context) -> Question:
    """The stage: a certain filter where the question names one."""
    text = question.query.text
    certain = Filter(
        document=_documents(text, context),
        doc_type=_types(text, context),
        language=_language(text, context),
    )
    certain = _within(certain, _dates(text))
    question = question._replace(certain=_unasked(certain, question.query.filters))
    return question.stepped("filters", _said(question)) if question.certain != Filter() else question


def _within(filters: Filter, days: Mapping[str, str]) -> Filter:
    return filters._replace(since=days.get("since", ""), until=days.get("until", ""))


def _unasked(certain: Filter, own: Filter) -> Filter:
    """Without the fields that the caller has filtered by."""
    return certain._replace(**{name: Filter._field_defaults[name] for name, value in own._asdict().items() if value})


def _documents(text: str, context: Context) -> tuple[str, ...]:
    """Documents whose file is named with its ending, where there is one of that name."""
    found = []
    for match in re.findall(_FILE, text) if _has(text, ENDINGS) else ():
        parts = match.split(" ")
        for start in range(len(parts)):
            try:
                found.append(context.corpus.document(" ".join(parts[start:])).id)
                break
            except UsageError:
                continue
    return tuple(dict.fromkeys(found))


def _types(text: str, context: Context) -> tuple[str, ...]:
    """Types of documents that alone are wanted: `only in policies`, `search the SOPs`."""
    if not _has(text, _ALONE) or not re.search(rf"(?i)\b(?:{'|'.join(_ALONE)})\b", text):
        return ()
    there = context.corpus.values("doc_type")
    return tuple(
        kind
        for kind, names in shipped_types().items()
        if kind in there
        and any(re.search(rf"(?i)\b(?:{_ONLY}|{_SEARCH}){re.escape(name)}s?\b", text) for name in names)
    )


def _language(text: str, context: Context) -> tuple[str, ...]:
    found = re.search(_LANGUAGE, text) if _has(text, _LANGUAGES) else None
    language = _LANGUAGES[found[1].lower()] if found else ""
    return (language,) if language in context.corpus.languages() else ()


def _dates(text: str) -> dict[str, str]:
    """`documents from 2023`, `mails since March 2024`, `reports between 2022 and 2023`."""
    if not _has(text, _TITLES) or not _has(text, ("19", "20")):
        return {}
    between = re.search(_BETWEEN, text)
    if between:
        return {"since": _days(between[1])[0], "until": _days(between[2])[1]}
    found = re.search(_DATED, text)
    if not found:
        return {}
    first, last = _days(found[2])
    how = found[1].lower()
    if how in {"since", "after"}:
        return {"since": first if how == "since" else _next(last)}
    if how in {"before", "until"}:
        return {"until": last if how == "until" else _next(first, -1)}
    return {"since": first, "until": last}


def mentioned(text: str) -> dict[str, str]:
    """The days of the time that a question speaks of, which the documents about it need not bear."""
    found = re.search(_ANY_YEAR, text) if _has(text, ("19", "20")) else None
    return dict(zip(("since", "until"), _days(found[1]), strict=True)) if found else {}


def _days(text: str) -> tuple[str, str]:
    """The first and last day of a year, a month or a day as it is written."""
    numbers = [int(number) for number in re.findall(r"\d+", text)]
    name = next((month for month in _MONTHS if month in text.lower()), "")
    year = next(number for number in numbers if number > 1000)  # noqa: PLR2004
    if "-" in text:
        month, day = (*numbers[1:], 0, 0)[:2]
    else:
        month = _MONTHS.index(name) + 1 if name else 0
        day = next((number for number in numbers if number < 32), 0) if name else 0  # noqa: PLR2004
    try:
        first = date(year, month or 1, day or 1)
    except ValueError:
        return date(year, 1, 1).isoformat(), date(year, 12, 31).isoformat()
    following = date(year + 1, 1, 1) if not month else date(year + month // 12, month % 12 + 1, 1)
    last = first if day else following - timedelta(days=1)
    return first.isoformat(), last.isoformat()


def _next(day: str, by: int = 1) -> str:
    return (date.fromisoformat(day) + timedelta(days=by)).isoformat()


def _said(question: Question) -> str:
    given = {name: value for name, value in question.certain._asdict().items() if value}
    return "only " + ", ".join(
        f"{name} {value if isinstance(value, str) else ' or '.join(value)}" for name, value in given.items()
    )
