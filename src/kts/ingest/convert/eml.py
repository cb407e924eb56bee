"""EML: the header as a block, the text of the message, a list of what is attached."""

from __future__ import annotations

import email
import email.errors
import email.header
import email.utils
import re
from email import policy
from typing import TYPE_CHECKING, Any

from kts.ingest.convert import html
from kts.ingest.convert.builder import Run, TextBuilder
from kts.ingest.convert.decode import decode
from kts.ingest.convert.htmltokens import tokens
from kts.ingest.convert.images import Images
from kts.ingest.convert.outcomes import DAMAGE, Refusal, attempt
from kts.types import Conversion, Location

if TYPE_CHECKING:
    from collections.abc import Iterator
    from email.message import Message

MAX_PARTS = 1_000
MAX_DEPTH = 50
_SHOWN = ("From", "To", "Cc", "Date", "Subject")
_ENCRYPTED = frozenset({"multipart/encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime"})
_BLANK_LINES = re.compile(r"\n{3,}")

Part = tuple[str, "Message"]


class EmlConverter:
    """Reads `.eml`: headers, the plain text or else the HTML of the message, attachments by name and size."""

    name = "eml"
    version = "1"
    suffixes = frozenset({".eml"})

    def convert(self, content: bytes, *, name: str) -> Conversion:
        """One document for the message and the messages forwarded in it."""
        del name
        return attempt(lambda: _convert(content), damage=(*DAMAGE, email.errors.MessageError), what="mail")


def _convert(content: bytes) -> Conversion:
    # The lenient policy: that of `policy.default` raises on headers that real mail has.
    message = email.message_from_bytes(content, policy=policy.compat32)
    if not message.keys():
        return Conversion("malformed" if content.strip() else "empty", reason="no mail header")
    writer = _Writer()
    writer.message("", message)
    metadata = _metadata(message)
    images = writer.images.all()
    if writer.sealed and not writer.written:
        return Conversion("encrypted", reason="the message is encrypted", metadata=metadata)
    text = writer.builder.text()
    if not text.strip():
        return Conversion("empty", reason="no text", metadata=metadata, images=images)
    return Conversion("ok", text, writer.builder.source_map(), metadata, images)


class _Writer:
    """Writes one message; lives for one conversion."""

    def __init__(self) -> None:
        self.builder = TextBuilder()
        self.images = Images()
        self.parts = 0
        self.written = 0
        self.sealed = False

    def message(self, number: str, message: Message, depth: int = 0) -> None:
        """Write the header block, the body and the attachments of one message."""
        place = Location("eml", part=f"{number}.0".lstrip(".") if number else "0")
        self.builder.begin_block()
        for name in _SHOWN:
            value = header(message, name)
            if value:
                self.builder.line([Run(f"{name}: {value}", place)])
        attached: list[Part] = []
        self.body(number, message, attached, depth)
        self._attachments(attached, depth)

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
        elif part.is_multipart() and kind != "message/rfc822":
            for child_number, child in _children(number, part):
                self.body(child_number, child, attached, depth + 1)
        elif kind in {"text/plain", "text/html"} and not _is_attached(part):
            self._text(number or "1", part, kind)
        else:
            attached.append((number or "1", part))

    def _alternative(self, number: str, part: Message, attached: list[Part], depth: int) -> None:
        """Write the plain text, else the last form, and note what the other forms carry besides text."""
        children = list(_children(number, part))
        chosen = next((index for index, (_, child) in enumerate(children) if _is_readable(child)), -1)
        chosen %= max(len(children), 1)
        for index, (child_number, child) in enumerate(children):
            if index == chosen:
                self.body(child_number, child, attached, depth + 1)
            elif child.is_multipart():
                parts = _children(child_number, child)
                attached.extend(entry for entry in parts if entry[1].get_content_maintype() == "image")

    def _text(self, number: str, part: Message, kind: str) -> None:
        place = Location("eml", part=number)
        source = decode(_payload(part), declared=_charset(part)).text
        before = self.builder.length
        if kind == "text/html":
            page = tokens(source)
            html.render(page, source, builder=self.builder, images=self.images, locate=lambda *_: place)
        else:
            text = _BLANK_LINES.sub("\n\n", source.replace("\r\n", "\n").replace("\r", "\n")).strip("\n")
            self.builder.block([Run(text, place)] if text.strip() else [])
        self.written += self.builder.length - before

    def _attachments(self, attached: list[Part], depth: int) -> None:
        listed = False
        for number, part in attached:
            if part.get_content_type() == "message/rfc822" and part.is_multipart():
                self.message(number, part.get_payload(0), depth + 1)  # type: ignore[arg-type]
                continue
            body = _payload(part)
            place = Location("eml", part=number)
            if part.get_content_maintype() == "image":
                self.images.add(body, at=self.builder.length, location=place, alt=_file_name(part))
            if not listed:
                self.builder.block([Run("Attachments:")])
            listed = True
            name = _file_name(part) or part.get_content_type()
            self.builder.line([Run(f"{name} ({len(body):,} bytes)", place)], prefix="- ")


def _children(number: str, part: Message) -> Iterator[Part]:
    payload = part.get_payload()
    for index, child in enumerate(payload if isinstance(payload, list) else [], start=1):
        yield f"{number}.{index}".lstrip("."), child


def _is_readable(part: Message) -> bool:
    return part.get_content_type() == "text/plain" and bool(_payload(part).strip())


def _is_attached(part: Message) -> bool:
    return part.get_content_disposition() == "attachment" or bool(
        _file_name(part) and part.get_content_type() != "text/plain"
    )


def _payload(part: Message) -> bytes:
    body = part.get_payload(decode=True)
    return body if isinstance(body, bytes) else b""


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
    return ", ".join(filter(None, (_decoded(value) for value in message.get_all(name, []))))


def _decoded(value: Any) -> str:
    text = str(value)
    try:
        text = str(email.header.make_header(email.header.decode_header(text)))
    except DAMAGE:
        pass
    except email.errors.HeaderParseError:
        pass
    raw = text.encode("utf-8", "surrogateescape")
    return " ".join(decode(raw).text.split()) if raw else ""


def _metadata(message: Message) -> dict[str, Any]:
    found = {
        "title": header(message, "Subject"),
        "author": header(message, "From"),
        "content_date": iso_date(header(message, "Date")),
        "message_id": header(message, "Message-ID"),
        "in_reply_to": header(message, "In-Reply-To"),
        "language": header(message, "Content-Language"),
    }
    return {key: value for key, value in found.items() if value}


def iso_date(value: str) -> str:
    """A mail's date in ISO 8601, empty when it is none."""
    try:
        return email.utils.parsedate_to_datetime(value).isoformat() if value else ""
    except DAMAGE:
        return ""
