"""EML: the header as a block, the text of the message, a list of what is attached."""

from __future__ import annotations

import email
import email.errors
import email.header
import email.utils
import re
from contextlib import suppress
from email import policy
from typing import TYPE_CHECKING, Any, NamedTuple

from kts.ingest.convert.builder import Run, TextBuilder
from kts.ingest.convert.decode import decode
from kts.ingest.convert.eml.calendar import events
from kts.ingest.convert.eml.quoted import paragraphs
from kts.ingest.convert.eml.tnef import unpacked
from kts.ingest.convert.html import visible
from kts.ingest.convert.html.render import render
from kts.ingest.convert.html.tokens import tokens
from kts.ingest.convert.images import Images
from kts.ingest.convert.outcomes import DAMAGE, Refusal, attempt
from kts.types import Conversion, Location

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from email.message import Message

    from kts.ingest.convert.eml.tnef import Packed

MAX_PARTS = 1_000
MAX_DEPTH = 50
_SAVED_PAGE = "Snapshot-Content-Location"
"""A header that browsers write on saved pages: nobody sent them to anybody."""
_CALENDAR = "text/calendar"
"""An invitation: the text that comes with it seldom says when and where."""
_NO_PROSE = frozenset({"text/css", "text/javascript", "text/ecmascript"})
_SHOWN = ("From", "To", "Cc", "Date", "Subject")
_ENCRYPTED = frozenset({"multipart/encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime"})
_BLANK_LINES = re.compile(r"\n{3,}")

_LISTED = {"to": "To", "cc": "Cc", "reply_to": "Reply-To"}
_STATEFUL = ("iso-2022", "utf-7", "hz")
"""Encodings that `decode` leaves out, as it maps prefixes to bytes; a part's place is the part."""
_STUB = re.compile(
    r"\bhtml\b.{0,60}\b(?:view|client|reader|mail|format|support)|\b(?:view|read|enable|support|display|show).{0,60}\bhtml\b",
    re.IGNORECASE,
)
STUB_LENGTH = 400
"""Characters up to which a plain text may be a stand-in for the HTML that comes with it."""
STUB_SHARE = 0.2
"""Share of the HTML's text below which it is one."""
_SUFFIXES = {
    "application/pdf": ".pdf",
    "text/csv": ".csv",
    "text/html": ".html",
    "text/plain": ".txt",
    "text/markdown": ".md",
    "application/json": ".json",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ".docx",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ".xlsx",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": ".pptx",
    "application/msword": ".doc",
    "application/vnd.ms-excel": ".xls",
    "application/rtf": ".rtf",
}

PLAIN = "raw-unicode-escape"
"""What the library writes what stands between encoded words in."""
_UNREADABLE: tuple[type[Exception], ...] = (Refusal, *DAMAGE, email.errors.MessageError)

Part = tuple[str, "Message"]


class Attachment(NamedTuple):
    """A file in a mail: `name` without any folders, `part` its place as in the locations of the text."""

    name: str
    body: bytes
    part: str


class EmlConverter:
    """Reads `.eml`: headers, the plain text or else the HTML of the message, attachments by name and size.

    A page saved with all that belongs to it (`.mht`, RFC 2557) is such a message, too.
    """

    name = "eml"
    version = "9"
    suffixes = frozenset({".eml", ".mht", ".mhtml"})

    def convert(self, content: bytes, *, name: str) -> Conversion:
        """One document for the message and the messages forwarded in it."""
        del name
        return attempt(lambda: _convert(content), damage=(*DAMAGE, email.errors.MessageError), what="mail")


def as_written(content: bytes) -> Conversion:
    """The same with the plain texts as they are, `>` before what they quote: for telling a sender's own words."""
    return attempt(lambda: _convert(content, as_is=True), damage=(*DAMAGE, email.errors.MessageError), what="mail")


def _convert(content: bytes, *, as_is: bool = False) -> Conversion:
    # The lenient policy: that of `policy.default` raises on headers that real mail has.
    message = email.message_from_bytes(content, policy=policy.compat32)
    if not message.keys():
        return Conversion("malformed" if content.strip() else "empty", reason="no mail header")
    writer = Writer(as_is=as_is)
    writer.message("", message)
    metadata = _metadata(message)
    if writer.attachments:
        metadata["attachments"] = [attachment.name for attachment in writer.attachments]
    images = writer.images.all()
    if writer.sealed and not writer.written:
        return Conversion("encrypted", reason="the message is encrypted", metadata=metadata)
    text = writer.builder.text()
    if not text.strip():
        return Conversion("empty", reason="no text", metadata=metadata, images=images)
    return Conversion("ok", text, writer.builder.source_map(), metadata, images)


def attachments(content: bytes) -> tuple[Attachment, ...]:
    """The files attached to a mail and to the mails forwarded in it; none where it cannot be read.

    The texts of the mail are not among them. Names come from whoever sent the mail: last component only, no
    control characters, a suffix by the declared type where there is none.
    """
    writer = Writer()
    try:
        writer.message("", email.message_from_bytes(content, policy=policy.compat32))
    except _UNREADABLE:
        return ()
    return tuple(writer.attachments)


class Writer:
    """Writes one message; lives for one conversion. `as_is` leaves the marks before what is quoted."""

    def __init__(self, *, as_is: bool = False) -> None:
        self.as_is = as_is
        self.builder = TextBuilder()
        self.images = Images()
        self.parts = 0
        self.written = 0
        self.sealed = False
        self.attachments: list[Attachment] = []

    def message(self, number: str, message: Message, depth: int = 0) -> None:
        """Write the header block, the body and the attachments of one message."""
        place = Location("eml", part=f"{number}.0".lstrip(".") if number else "0")
        self.builder.begin_block()
        for name in _SHOWN if _SAVED_PAGE not in message else ():
            value = header(message, name)
            if value:
                self.builder.line([Run(f"{name}: {value}", place)])
        attached: list[Part] = []
        before = self.written
        self.body(number, message, attached, depth)
        self._attachments(attached, depth, bare=self.written == before)

    def body(self, number: str, part: Message, attached: list[Part], depth: int) -> None:
        """Write the text of a part; what is not text is noted as attached."""
        self.parts += 1
        if self.parts > MAX_PARTS or depth > MAX_DEPTH:
            raise Refusal(outcome="too_large", reason=f"more than {MAX_PARTS:,} parts, or {MAX_DEPTH} levels of them")
        kind = part.get_content_type()
        if kind in _ENCRYPTED and "signed-data" not in str(part.get("Content-Type", "")):
            self.sealed = True
        elif kind == "multipart/alternative":
            self._alternative(number, part, attached, depth)
        elif kind == "message/delivery-status":
            self._report(number, part)
        elif part.is_multipart() and kind != "message/rfc822":
            for child_number, child in _children(number, part):
                self.body(child_number, child, attached, depth + 1)
        elif _is_text(part, kind):
            self._text(number or "1", part, kind)
        else:
            attached.append((number or "1", part))

    def _alternative(self, number: str, part: Message, attached: list[Part], depth: int) -> None:
        """Write the plain text, or the last form where it says nothing, and note what the others carry besides."""
        children = list(_children(number, part))
        chosen = _chosen([child for _, child in children])
        for index, (child_number, child) in enumerate(children):
            if index == chosen:
                self.body(child_number, child, attached, depth + 1)
            elif child.get_content_type() == _CALENDAR:
                self._text(child_number, child, _CALENDAR, described=False)
            elif child.is_multipart():
                parts = _children(child_number, child)
                attached.extend(entry for entry in parts if entry[1].get_content_maintype() == "image")

    def _report(self, number: str, part: Message) -> None:
        """Write what a mail server says of each recipient: it stands in the headers of the parts."""
        place = Location("eml", part=number or "1")
        for _, child in _children(number, part):
            self.builder.begin_block()
            for name, value in child.items():
                self.builder.line([Run(f"{name}: {_decoded(value)}", place)])
                self.written += 1

    def _text(self, number: str, part: Message, kind: str, *, described: bool = True) -> None:
        place = Location("eml", part=number)
        source = _source(part)
        before = self.builder.length
        if kind == _CALENDAR:
            for event in events(source, described=described):
                self.builder.block([Run(event, place)])
        elif kind == "text/html":
            page = tokens(source)
            render(page, source, builder=self.builder, images=self.images, locate=lambda *_: place)
        else:
            lines = source.replace("\r\n", "\n").replace("\r", "\n")
            lines = unfolded(lines) if _is_flowed(part) else lines
            text = _BLANK_LINES.sub("\n\n", lines).strip("\n")
            blocks = [[Run(text, place)] if text.strip() else []] if self.as_is else paragraphs(lines, place)
            for runs in blocks:
                self.builder.block(runs)
        self.written += self.builder.length - before

    def _attachments(self, attached: list[Part], depth: int, *, bare: bool) -> None:
        """Write what is attached to a message; `bare` says that it came without any text."""
        listed = False
        for number, part in attached:
            if part.get_content_type() == "message/rfc822" and part.is_multipart():
                self.message(number, part.get_payload(0), depth + 1)  # type: ignore[arg-type]
                continue
            body = _payload(part)
            place = Location("eml", part=number)
            if part.get_content_maintype() == "image":
                self.images.add(body, at=self.builder.length, location=place, alt=_file_name(part))
            if _belongs_to_page(part):
                continue
            packed = unpacked(body)
            if packed is not None and bare:
                self._packed_text(packed, place)
            files = _files(number, part, body, packed)
            if files and not listed:
                self.builder.block([Run("Attachments:")])
            listed = listed or bool(files)
            for name, one in files:
                place = Location("eml", part=one.part)
                if packed is not None:
                    self.images.add(one.body, at=self.builder.length, location=place, alt=name)
                self.attachments.append(one)
                self.builder.line([Run(f"{name} ({len(one.body):,} bytes)", place)], prefix="- ")

    def _packed_text(self, packed: Packed, place: Location) -> None:
        """Write the text of a mail that came in `winmail.dat` alone."""
        before = self.builder.length
        if packed.text.strip():
            text = _BLANK_LINES.sub("\n\n", packed.text.replace("\r\n", "\n").replace("\r", "\n")).strip("\n")
            self.builder.block([Run(text, place)])
        elif packed.html.strip(b"\0 \r\n"):
            page = decode(packed.html, declared=packed.encoding).text
            render(tokens(page), page, builder=self.builder, images=self.images, locate=lambda *_: place)
        elif packed.rtf:
            from kts.ingest.convert.legacy.packed import unpacked_rtf
            from kts.ingest.convert.legacy.rtf import write_rtf

            write_rtf(unpacked_rtf(packed.rtf), self.builder, lambda _: place)
        self.written += self.builder.length - before


def _files(number: str, part: Message, body: bytes, packed: Packed | None) -> list[tuple[str, Attachment]]:
    """What a part attaches, each with the name to display: itself, or the files that Outlook packed into it."""
    if packed is None:
        name, kind = _file_name(part), part.get_content_type()
        return [(name or kind, Attachment(safe_name(name, kind, number), body, number))]
    inside = [(name, f"{number}.{index}", file) for index, (name, file) in enumerate(packed.files, start=1)]
    return [(name or at, Attachment(safe_name(name, "", at), file, at)) for name, at, file in inside]


def _children(number: str, part: Message) -> Iterator[Part]:
    payload = part.get_payload()
    for index, child in enumerate(payload if isinstance(payload, list) else [], start=1):
        yield f"{number}.{index}".lstrip("."), child


def _chosen(forms: Sequence[Message]) -> int:
    """The form to read: plain text, unless it is empty or stands in for the HTML; else the last one."""
    plain = next((index for index, form in enumerate(forms) if form.get_content_type() == "text/plain"), -1)
    others = [index for index, form in enumerate(forms) if form.get_content_type() != _CALENDAR]
    last = others[-1] if others else len(forms) - 1
    if plain < 0 or not _payload(forms[plain]).strip():
        return last
    pages = (part for form in forms for part in form.walk() if part.get_content_type() == "text/html")
    page = next(pages, None)
    return last if page is not None and _is_stub(_source(forms[plain]), _source(page)) else plain


def _is_stub(text: str, page: str) -> bool:
    words = " ".join(text.split())
    if len(words) > STUB_LENGTH:
        return False
    found = tokens(page)
    shown = visible.readable(found, page).kept
    length = sum(len(page[found[index].start : found[index].end].strip()) for index in shown if not found[index].name)
    return length > len(words) and (bool(_STUB.search(words)) or len(words) < STUB_SHARE * length)


def _is_text(part: Message, kind: str) -> bool:
    """Whether a part is read as text: every kind of it, and what is left of broken multiparts."""
    if _is_attached(part) or kind in _NO_PROSE:
        return False
    return part.get_content_maintype() == "text" or (kind.startswith("multipart/") and bool(_payload(part).strip()))


def _belongs_to_page(part: Message) -> bool:
    """Whether a part is there for the HTML beside it: pictures and style sheets of saved pages."""
    return bool(part.get("Content-Location")) and part.get_content_disposition() != "attachment"


def _is_attached(part: Message) -> bool:
    return part.get_content_disposition() == "attachment" or bool(
        _file_name(part) and part.get_content_type() != "text/plain"
    )


def _source(part: Message) -> str:
    """The text of a part. A refusal of bytes that are no text is one of the part, not of the mail."""
    body, charset = _payload(part), _charset(part)
    try:
        if charset.lower().startswith(_STATEFUL):
            return body.decode(charset, "replace")
        return decode(body, declared=charset).text
    except (Refusal, LookupError):
        return ""


def _is_flowed(part: Message) -> bool:
    return str(part.get_param("format", "")).lower() == "flowed"


def unfolded(text: str) -> str:
    """Text of `format=flowed` with its paragraphs on one line each (RFC 3676, 4.1): a space at an end goes on."""
    lines: list[str] = []
    goes_on = False
    for line in text.split("\n"):
        stuffed = line.removeprefix(" ") if not line.startswith(">") else line
        if goes_on and _quoting(line) == _quoting(lines[-1]):
            lines[-1] += stuffed.lstrip("> ") if line.startswith(">") else stuffed
        else:
            lines.append(stuffed)
        goes_on = line.endswith(" ") and line != "-- "
    return "\n".join(lines)


def _quoting(line: str) -> int:
    return len(line) - len(line.lstrip(">"))


def safe_name(stated: str, kind: str, number: str) -> str:
    """The name of an attachment as a file may have it."""
    last = re.split(r"[\\/]", stated)[-1]
    name = "".join(letter for letter in last if letter.isprintable()).strip(". ")
    if "." in name:
        return name
    suffix = _SUFFIXES.get(kind, "")
    return f"{name or f'part-{number}'}{suffix}"


def _payload(part: Message) -> bytes:
    body = part.get_payload(decode=True)
    if isinstance(body, bytes):
        return body
    return b"" if part.is_multipart() else str(part.get_payload() or "").encode("utf-8", "surrogateescape")


def _charset(part: Message) -> str:
    try:
        return str(part.get_content_charset("") or "")
    except DAMAGE:
        return ""


def _file_name(part: Message) -> str:
    try:
        return _decoded(part.get_filename("") or "")
    except DAMAGE:
        return ""


def header(message: Message, name: str) -> str:
    """The values of a header, encoded words decoded, on one line."""
    values = [value for key, value in message.raw_items() if key.casefold() == name.casefold()]
    return ", ".join(filter(None, map(_decoded, values)))


def _decoded(value: Any) -> str:
    """A header's text: its bytes first, which many write as they are (RFC 6532), then its encoded words."""
    raw = str(value).encode("utf-8", "surrogateescape")
    text = decode(raw).text if raw else ""
    with suppress(*DAMAGE, email.errors.HeaderParseError):
        parts = email.header.decode_header(text)
        text = "".join(
            part if isinstance(part, str) else part.decode(charset or PLAIN, "replace") for part, charset in parts
        )
    return " ".join(text.encode("utf-8", "surrogateescape").decode("utf-8", "replace").split())


def _metadata(message: Message) -> dict[str, Any]:
    found = {
        "title": header(message, "Subject"),
        "author": header(message, "From"),
        "content_date": iso_date(header(message, "Date")),
        "message_id": header(message, "Message-ID"),
        "in_reply_to": header(message, "In-Reply-To"),
        "language": header(message, "Content-Language"),
    }
    found |= {key: header(message, name) for key, name in _LISTED.items()}
    references = header(message, "References").split()
    return {key: value for key, value in found.items() if value} | ({"references": references} if references else {})


def iso_date(value: str) -> str:
    """A mail's date in ISO 8601, empty when it is none."""
    try:
        return email.utils.parsedate_to_datetime(value).isoformat() if value else ""
    except DAMAGE:
        return ""
