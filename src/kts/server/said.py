"""What a model is told of an answer: short, with every place, and what documents say between marks of their own."""

from __future__ import annotations

import re
import secrets
from typing import TYPE_CHECKING, Any

from kts.answers import NOT_NOW
from kts.lexicon.injection import spoken_to
from kts.search.cite import spelled as place
from kts.search.results import in_words

if TYPE_CHECKING:
    from collections.abc import Mapping


_MARKED = re.compile(r"<<<quote ([0-9a-f]+)>>>\n(.*)\n<<<end \1>>>", re.DOTALL)


_BLOCKS = re.compile(r"█{6,}(?:[\s|:-]*█+)*")
FEW = "█████"
"""What a long stretch of blocks comes down to: a model pays for each."""


class Quoted:
    """Texts for one answer; the marks around quotes are made for it, so that no document can close them."""

    def __init__(self, mark: str = "") -> None:
        self._mark = mark or secrets.token_hex(4)

    def quote(self, text: str) -> str:
        """A text of a document between the marks."""
        clean = text.encode("utf-8", "replace").decode()
        return f"<<<quote {self._mark}>>>\n{clean}\n<<<end {self._mark}>>>"

    def search(self, data: Mapping[str, Any]) -> str:
        """Passages with their places."""
        if not data["results"] and not data["images"]:
            advice = "Nothing was found. Try other words, or fewer filters; list_documents shows what there is."
            return "\n".join([advice, *(f"Note: {note}" for note in data["notes"])])
        parts = [self._hit(number, one) for number, one in enumerate(data["results"], 1)]
        notes = [f"Note: {note}" for note in data["notes"]]
        return "\n\n".join([*parts, *map(self._image, data["images"]), *notes])

    def _hit(self, number: int, one: Mapping[str, Any]) -> str:
        cited, known = one["citation"], one["metadata"]
        heading = " ".join(part for part in (known["section"], known["heading"]) if part)
        where = f"{cited['path']}, {place(one['snippet']['location'])}".rstrip(", ")
        head = f"[{number}] {where}{_edition(cited)} | {cited['title']}{f' > {heading}' if heading else ''}"
        ids = f"confidence {one['confidence']:.2f}, passage {one['id']}, document {cited['document_id']}"
        span = f"characters {cited['start']} to {cited['end']}"
        stale = "\nThis is an older version: the file could not be read again." if known["stale"] else ""
        return f"{head}\n{ids}, {span}{stale}{_standing(known)}\n{self.quote(one['text'])}"

    def answer(self, data: Mapping[str, Any]) -> str:
        """An answer with its sources, or what is missing."""
        sure = "" if data["verdict"] == "abstained" else f", confidence {data['confidence']:.2f}"
        head = f"verdict: {data['verdict']}{sure}"
        said = [self._claim(number, one) for number, one in enumerate(data["claims"], 1)]
        unmet = [f"Not met: {one['kind']} {one['text']!r}" for one in data["unmet"]]
        near = [f"Nearest: {_source(one)}" for one in data["nearest"]]
        images = map(self._image, data["images"])
        notes = [f"Note: {note}" for note in data["notes"]]
        recorded = [f"Recorded as {data['ledger_id']}"] if data["ledger_id"] else []
        return "\n".join([head, *said, *unmet, *near, *images, *notes, *recorded])

    def _image(self, one: Mapping[str, Any]) -> str:
        """An image to look at: what it is said to show is no quote, and must not be taken for one."""
        said = f"An image that may show it: {_cited(one)}. Described by a {one['made_by']}, not a quote, not evidence:"
        return f"{said}\n{self.quote(one['description'])}"

    def _claim(self, number: int, one: Mapping[str, Any]) -> str:
        sources = "; ".join(_source(cited) for cited in one["citations"])
        held = f"{one['support']}, {one['standing']}" if one["standing"] in NOT_NOW else one["support"]
        return f"[{number}] {held}, source: {sources}\n{self.quote(one['text'])}"

    def checked(self, data: Mapping[str, Any]) -> str:
        """Claims with what the documents say to them."""
        return "\n\n".join(self._held(number, one) for number, one in enumerate(data["claims"], 1))

    def _held(self, number: int, one: Mapping[str, Any]) -> str:
        reasons = [f"  {why['kind']}: {why['text']}" for why in one["reasons"]]
        sources = [
            f"  {_source(cited)}\n{self.quote(cited['quote'])}"
            + (f"\n  that row reads:\n{self.quote(row)}" if row else "")
            for cited, row in zip(one["citations"], one["rows"], strict=True)
        ]
        words = " (in other words: read the place)" if one["in_other_words"] else ""
        what = "a draft" if one["standing"] == "draft" else one["standing"]
        old = f", but only by what is {what}" if one["support"] == "supported" and not one["holds"] else ""
        return "\n".join([f"[{number}] {one['support']}{old}{words}: {one['claim']}", *reasons, *sources])

    def terms(self, data: Mapping[str, Any]) -> str:
        """Definitions with their places."""
        if not data["definitions"]:
            return "These documents do not define it. search finds where it is used."
        return "\n\n".join(self._defined(number, one) for number, one in enumerate(data["definitions"], 1))

    def _defined(self, number: int, one: Mapping[str, Any]) -> str:
        held = ", ".join(one["in_force_for"]) or "its document"
        return f"[{number}] {one['term']}: {_cited(one['citation'])}; holds for {held}\n{self.quote(one['text'])}"

    def documents(self, data: Mapping[str, Any]) -> str:
        """A list of documents."""
        lines = [_line(one) for one in data["documents"]]
        more = f"next page: offset {data['next']}" if data["next"] is not None else "that is all"
        return "\n".join([f"{data['total']} documents", *lines, more])

    def text(self, data: Mapping[str, Any]) -> str:
        """A stretch of a document."""
        known = data["document"]
        more = f"goes on at start={data['next']}" if data["next"] is not None else "ends here"
        span = f"characters {data['start']} to {data['end']} of {known['length']}"
        head = f"{known['path']}{_edition(data)} | {known['title']}, {span} ({more})"
        since = {"changed": "has changed since it was read", "gone": "is gone since it was read"}.get(data["original"])
        notes = [f"Note: the file {since}: this is its text as it was then"] if since else []
        if data["hidden"]:
            notes.append("Note: █ stands for text that the file hides from its readers; it is left out here")
        notes += [f"Note: {one}" for one in spoken_to([(known["path"], data["text"])])]
        return "\n".join([f"{head}{_standing(known)}", *notes, self.quote(_BLOCKS.sub(FEW, data["text"]))])

    def sections(self, data: Mapping[str, Any]) -> str:
        """The headings of a document."""
        lines = [
            f"{'  ' * max(0, one['level'] - 1)}{one['number']} {one['heading']} ({one['id']})".rstrip()
            for one in data["sections"]
        ]
        held = _standing(data["document"])
        return "\n".join([f"{data['document']['path']}: {len(lines)} sections{held}", *lines])

    def verified(self, data: Mapping[str, Any]) -> str:
        """What became of citations."""
        return "\n".join(
            f"{one['status']}: {one.get('path', '')}{' (' + one['detail'] + ')' if one.get('detail') else ''}"
            f"{_standing(one, '; ')}"
            for one in data["citations"]
        )


def unquoted(text: str) -> str:
    """A text without the marks of an answer around it: a citation may come back as it was given out."""
    found = _MARKED.fullmatch(text)
    return found[2] if found else text


def _line(one: Mapping[str, Any]) -> str:
    known = ", ".join(part for part in (one["doc_type"], one["content_date"], one["language"]) if part)
    return f"{one['path']} | {one['title']} ({known}) {one['id']}{_standing(one, ', ')}"


def _source(one: Mapping[str, Any]) -> str:
    """The place, and the ids by which other tools take it."""
    ids = (("passage", one["passage_id"]), ("document", one["document_id"]))
    return f"{_cited(one)} ({', '.join(f'{name} {id_}' for name, id_ in ids if id_)})"


def _cited(one: Mapping[str, Any]) -> str:
    return f"{one['path']}, {place(one['location'])}".rstrip(", ") + _edition(one)


def _edition(one: Mapping[str, Any]) -> str:
    """The edition and day of a document, where its text gives them."""
    named = (("edition", "edition"), ("in_force_from", "in force from"), ("dated", "dated"))
    known = [f"{words} {one[name]}" for name, words in named if one.get(name)]
    return f" [{', '.join(known)}]" if known else ""


def _standing(known: Mapping[str, Any], before: str = "\n") -> str:
    """What is to be known of a document, or a stretch of one, that does not hold as it stands; empty of any other."""
    said = in_words(known)
    return f"{before}Careful: {said}" if said else ""
