"""Why nothing passes a filter: the values that no passage has, and those nearest to them that some have."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.ports import Corpus
    from kts.types import Filter, Level

NAMED = {
    "path": "no document lies in {}",
    "tool": "no document has the tool {}",
    "section": "no section has the number {}",
    "item_type": "no statement is of the type {}",
    "code": "no passage holds the code {}",
}
"""What is said of a field none of whose values exists; types and languages of documents are always told about."""
LISTED, SHOWN = 20, 8
"""Values up to which a note lists all that there are, and how many of more it offers (defaults, not fitted)."""
ALIKE = 0.5
"""Similarity of two names, 0 to 1, from which one may be meant by the other (a default, not fitted)."""


def nothing_passes(filters: Filter, level: Level, corpus: Corpus) -> list[str]:
    """What keeps every passage of a level out; nothing where some passage passes the filter."""
    if corpus.admitted(level, filters):
        return []
    said = [text for field in NAMED if (text := _unknown(field, filters, corpus))]
    if filters.item_type and level != "item":
        said.append(f"the item type narrows statements, the level item; this was a search of the level {level}")
    return said or [f"no passage passes the whole filter{_dated(filters, corpus)}"]


def _unknown(field: str, filters: Filter, corpus: Corpus) -> str:
    wanted = [value.rstrip("/") for value in getattr(filters, field)]
    there = corpus.values(field) if wanted else ()
    if not wanted or {value.casefold() if field == "tool" else value for value in wanted} & set(there):
        return ""
    asked = [one for one in wanted if not any(other.endswith(f"/{one}") for other in wanted)]  # a path within its root
    said = f"{NAMED[field].format(', '.join(asked))}; {_offered(asked, there)}"
    return said + (_rooted(asked, corpus) if field == "path" else "")


def _rooted(asked: Sequence[str], corpus: Corpus) -> str:
    """What paths are relative to, where one begins with a source folder's name, as results print it, or elsewhere."""
    roots = sorted({record.root for record in corpus.documents()})
    if not any(path.startswith(("/", "./", "../")) or path.partition("/")[0] in roots for path in asked):
        return ""
    return f"; paths are relative to their source folder ({', '.join(roots)})"


def _offered(wanted: Sequence[str], there: Sequence[str]) -> str:
    if len(there) <= LISTED:
        return f"there are: {', '.join(there) or 'none'}"
    from difflib import get_close_matches

    folded = {value.casefold(): value for value in reversed(there)}
    ends = [value for value in there for one in wanted if f"/{value}".casefold().endswith(f"/{one}".casefold())]
    close = [folded[name] for one in wanted for name in get_close_matches(one.casefold(), folded, SHOWN, ALIKE)]
    if found := list(dict.fromkeys(ends or close))[:SHOWN]:
        return f"nearest: {', '.join(found)}"
    outer = sorted(there, key=lambda value: (value.count("/"), value))[:SHOWN]  # of paths the folders first
    return f"there are {len(there)}, such as {', '.join(outer)}"


def _dated(filters: Filter, corpus: Corpus) -> str:
    dates = corpus.values("content_date") if filters.since or filters.until else ()
    return f"; documents are dated from {dates[0][:10]} to {dates[-1][:10]}" if dates else ""
