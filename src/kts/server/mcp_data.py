"""What stands beside the words of a tool's result: the same places as data, short, quotes between the same marks.

Which of the two a client hands to its model is its own affair: some the words, some the data, some both. So no quote
may stand unmarked in either, and what no model needs (hashes, offsets of words, boxes of a page, times) is in neither:
programs that want it have REST. Fields that are not known here are kept: what is new is told until somebody says no.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from kts.errors import UsageError
from kts.search.cite import spelled
from kts.server.operations import BY_NAME

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from kts.server.params import Text
    from kts.workspace import Workspace

    Quote = Callable[[str], str]

LEFT_OUT = frozenset(
    "aside byte_end byte_start converter coverage gates generation metadata model prompt query regime root "
    "score searched sha256 snippet text_sha256 timings_ms uri uses version".split()
)
"""Fields that no model needs."""
OF_PASSAGES = frozenset("doc_type document_id kind level path section_id title".split())
"""What the metadata of a passage say that its citation says, too, or that only a program needs."""
QUOTED = frozenset({"description", "quote", "rows", "value"})
"""Fields whose texts are a document's, or said of one of its images."""
ALWAYS = frozenset({"citations", "claims", "definitions", "documents", "next", "results", "sections"})
"""Fields that are there when they are empty."""


def compact(found: Mapping[str, Any], quote: Quote) -> dict[str, Any]:
    """What a call gives, without what is empty or not needed; `quote` puts a text of a document between marks.

    Of a statement and the quote that it was taken from only the quote is left where both are the same.
    """
    cited = [one for one in (*found.get("citations", ()), found.get("citation")) if isinstance(one, dict)]
    twice = "claims" in found or bool(cited and cited[0].get("quote") == found.get("text"))
    kept: dict[str, Any] = {}
    for name, value in found.items():
        if name == "metadata" and cited:
            kept |= {key: one for key, one in value.items() if key not in OF_PASSAGES and one not in ("", None, False)}
        elif name in {"location", "moved_to"}:
            kept["place" if name == "location" else name] = spelled(value)
        elif name == "reasons":
            kept[name] = [f"{one['kind']}: {one['text']}" for one in value]
        elif name not in LEFT_OUT and not (name == "text" and twice):
            kept[name] = _told(value, quote, marked=name in QUOTED or (name == "text" and bool(cited)))
    return {name: value for name, value in kept.items() if name in ALWAYS or value not in ("", None, [], {})}


def _told(value: Any, quote: Quote, *, marked: bool) -> Any:
    if isinstance(value, dict):
        return compact(value, quote)
    if isinstance(value, list):
        return [_told(one, quote, marked=marked) for one in value]
    return quote(value) if marked and isinstance(value, str) and value else value


def dated(workspace: Workspace, body: dict[str, Any]) -> dict[str, Any]:
    """An answer with the date and edition of its document in every citation, where its text gives them."""
    known: dict[str, dict[str, str]] = {}

    def of(document: str) -> dict[str, str]:
        if document not in known:
            try:
                found = workspace.document_text(document, end=0).document
                known[document] = edition(found.metadata, found.content_date)
            except UsageError:  # cited from a version that has gone since
                known[document] = {}
        return known[document]

    def told(value: Any) -> Any:
        if isinstance(value, list):
            return [told(one) for one in value]
        if not isinstance(value, dict):
            return value
        made = {name: told(one) for name, one in value.items()}
        return {**made, **of(value["document_id"])} if "quote" in value and value.get("document_id") else made

    return {**body, "data": told(body["data"])}


def read(workspace: Workspace, asked: Text) -> dict[str, Any]:
    """A stretch of a document's text, what edition that is, and what has become of the file since (`original`)."""
    body = BY_NAME["document"].call(workspace, asked)
    known = body["data"]["document"]
    now = {"original": workspace.became(known["id"]), **edition(known["metadata"], known["content_date"])}
    return {**body, "data": {**body["data"], **now}}


_DAY = re.compile(r"\d{4}-\d\d-\d\d")


def edition(said: Mapping[str, Any], content_date: str) -> dict[str, str]:
    """`{edition?, in_force_from?, dated?}` of a document, as far as its text tells; dates of its file say nothing."""
    day, effective = content_date[:10], str(said.get("effective") or "")
    effective = effective if _DAY.fullmatch(effective) else day * bool(effective)
    found = {
        "edition": str(said.get("version") or ""),
        "in_force_from": effective,
        "dated": day if said.get("content_date") and day != effective else "",
    }
    return {name: value for name, value in found.items() if value}
