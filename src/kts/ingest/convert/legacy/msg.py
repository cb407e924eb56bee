"""MSG (Outlook): the header as a block, the text of the message, a list of what is attached.

After [MS-OXMSG]: every property of a message is a stream named by its number and type.
"""

from __future__ import annotations

import datetime as dt
import re
import struct
from typing import TYPE_CHECKING, Any, NamedTuple

from kts.ingest.convert.builder import Run, TextBuilder
from kts.ingest.convert.decode import decode
from kts.ingest.convert.eml.converter import Attachment, safe_name
from kts.ingest.convert.images import Images
from kts.ingest.convert.legacy.ole import Container
from kts.ingest.convert.legacy.packed import unpacked_rtf
from kts.ingest.convert.legacy.rtf import write_rtf
from kts.ingest.convert.outcomes import DAMAGE, Refusal, attempt
from kts.types import Conversion, Location

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_ATTACHMENTS = 1_000
MAX_DEPTH = 20
_SUBJECT, _BODY, _HTML, _RTF = "0037", "1000", "1013", "1009"
_FROM, _ADDRESS, _SMTP, _TO, _CC = "0C1A", "0C1F", "5D01", "0E04", "0E03"
_CLASS, _MESSAGE_ID, _REPLY_TO, _KEYWORDS = "001A", "1035", "1042", "0E1D"
_LONG_NAME, _SHORT_NAME, _DATA, _EMBEDDED = "3707", "3704", "37010102", "3701000D"
_SENT, _RECEIVED = 0x0039, 0x0E06
_INTERNET_PAGE, _MESSAGE_PAGE = 0x3FDE, 0x3FFD
_PROPERTIES = "__properties_version1.0"
_ATTACHMENT = re.compile(r"(?:^|.*/)__attach_version1\.0_#([0-9A-Fa-f]{8})/")
_EPOCH = dt.datetime(1601, 1, 1, tzinfo=dt.UTC)
_BLANK_LINES = re.compile(r"\n{3,}")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_UTF8 = 65_001
_UNREADABLE: tuple[type[Exception], ...] = (Refusal, *DAMAGE)


class MsgConverter:
    """Reads `.msg`: header, plain text or else HTML or RTF of the message, attachments by name and size."""

    name = "msg"
    version = "5"
    suffixes = frozenset({".msg"})

    def convert(self, content: bytes, *, name: str) -> Conversion:
        """One document for the message and the messages attached to it."""
        del name
        return attempt(lambda: _convert(content), damage=DAMAGE, what="Outlook message")


def _convert(content: bytes) -> Conversion:
    container = Container(content, what="Outlook")
    if _PROPERTIES not in container.names:
        raise Refusal(outcome="malformed", reason="no message in the file")
    writer = _Writer(container)
    message = _Message(container, "", _ROOT_HEADER)
    writer.message("", message)
    metadata = _metadata(message)
    if writer.attachments:
        metadata["attachments"] = [attachment.name for attachment in writer.attachments]
    images = writer.images.all()
    if "smime" in message.text(_CLASS).lower() and not writer.written:
        return Conversion("encrypted", reason="the message is encrypted", metadata=metadata)
    text = writer.builder.text()
    if not text.strip():
        return Conversion("empty", reason="no text", metadata=metadata, images=images)
    return Conversion("ok", text, writer.builder.source_map(), metadata, images)


def attachments(content: bytes) -> tuple[Attachment, ...]:
    """The files attached to a message and to the messages in it; none where it cannot be read."""
    try:
        container = Container(content, what="Outlook")
        writer = _Writer(container)
        writer.message("", _Message(container, "", _ROOT_HEADER))
    except _UNREADABLE:
        return ()
    return tuple(writer.attachments)


_ROOT_HEADER, _EMBEDDED_HEADER = 32, 24
"""Bytes before the fixed properties (2.4)."""


class _Message(NamedTuple):
    """A message of the file: `path` is empty for the outer one, else ends in `/`."""

    container: Container
    path: str
    header: int

    def raw(self, tag: str) -> bytes:
        """The bytes of a property by its number and type."""
        return self.container.stream(f"{self.path}__substg1.0_{tag}")

    def text(self, number: str) -> str:
        """A text property, none when it is absent."""
        wide = self.raw(f"{number}001F")
        if wide:
            return _CONTROL.sub("", wide.decode("utf-16-le", "replace"))
        narrow = self.raw(f"{number}001E").replace(b"\0", b"")
        return _CONTROL.sub("", decode(narrow, declared=self.encoding(_MESSAGE_PAGE)).text) if narrow else ""

    def line(self, number: str) -> str:
        """A text property on one line."""
        return " ".join(self.text(number).split())

    def encoding(self, page: int) -> str:
        """The code page that the message names, empty for none."""
        number = struct.unpack("<I4x", self.fixed(page) or b"\0" * 8)[0]
        return "utf-8" if number == _UTF8 else f"cp{number}" if number else ""

    def fixed(self, number: int) -> bytes:
        """The eight bytes of a property of fixed length."""
        stream = self.container.stream(f"{self.path}{_PROPERTIES}")
        for at in range(self.header, len(stream) - 15, 16):
            if struct.unpack_from("<H", stream, at + 2)[0] == number:
                return stream[at + 8 : at + 16]
        return b""

    def date(self) -> str:
        """When it was sent, else received, in ISO 8601."""
        found = self.fixed(_SENT) or self.fixed(_RECEIVED)
        ticks = struct.unpack("<Q", found)[0] if found else 0
        try:
            return (_EPOCH + dt.timedelta(microseconds=ticks // 10)).replace(microsecond=0).isoformat() if ticks else ""
        except OverflowError:
            return ""

    def sender(self) -> str:
        """Name and address of the sender; addresses of an Exchange directory are left out."""
        name, address = self.line(_FROM), self.line(_SMTP) or self.line(_ADDRESS)
        shown = address if "@" in address and address != name else ""
        return f"{name} <{shown}>" if name and shown else name or shown

    def attachments(self) -> Iterator[tuple[str, str]]:
        """Number and path of each attachment of this message itself."""
        seen: set[str] = set()
        for name in self.container.names:
            match = _ATTACHMENT.match(name[len(self.path) :]) if name.startswith(self.path) else None
            if match and match[0].count("/") == 1 and match[0] not in seen:
                seen.add(match[0])
                yield str(int(match[1], 16) + 1), self.path + match[0]


class _Writer:
    """Writes one message; lives for one conversion."""

    def __init__(self, container: Container) -> None:
        self.builder = TextBuilder()
        self.images = Images()
        self.written = 0
        self.attachments: list[Attachment] = []
        self._container = container
        self._attached = 0

    def message(self, number: str, message: _Message, depth: int = 0) -> None:
        """Write the header block, the body and the attachments of one message."""
        place = Location("eml", part=f"{number}.0".lstrip("."))
        self.builder.begin_block()
        shown = (
            ("From", message.sender()),
            ("To", message.line(_TO)),
            ("Cc", message.line(_CC)),
            ("Date", message.date()),
            ("Subject", message.line(_SUBJECT)),
        )
        for name, value in shown:
            if value:
                self.builder.line([Run(f"{name}: {value}", place)])
        before = self.builder.length
        self._body(message, Location("eml", part=f"{number}.1".lstrip(".")))
        self.written += self.builder.length - before
        self._attachments(number, message, depth)

    def _body(self, message: _Message, place: Location) -> None:
        plain = message.text(_BODY)
        if plain.strip():
            text = _BLANK_LINES.sub("\n\n", plain.replace("\r\n", "\n").replace("\r", "\n")).strip("\n")
            self.builder.block([Run(text, place)])
            return
        page = message.raw(f"{_HTML}0102") or message.text(_HTML).encode()
        if page.strip(b"\0 \r\n"):
            write_page(page, message.encoding(_INTERNET_PAGE), self.builder, self.images, place)
            return
        packed = message.raw(f"{_RTF}0102")
        if packed:
            write_rtf(unpacked_rtf(packed), self.builder, lambda _: place)

    def _attachments(self, number: str, message: _Message, depth: int) -> None:
        listed = False
        for index, path in message.attachments():
            self._attached += 1
            if self._attached > MAX_ATTACHMENTS:
                raise Refusal(outcome="too_large", reason=f"more than {MAX_ATTACHMENTS:,} attachments")
            part = f"{number}.{index}".lstrip(".") if number else f"a{index}"
            embedded = f"{path}__substg1.0_{_EMBEDDED}/"
            if f"{embedded}{_PROPERTIES}" in self._container.names and depth < MAX_DEPTH:
                self.message(part, _Message(self._container, embedded, _EMBEDDED_HEADER), depth + 1)
                continue
            if not listed:
                self.builder.block([Run("Attachments:")])
            listed = True
            self._attachment(_Message(self._container, path, 8), part)

    def _attachment(self, attached: _Message, part: str) -> None:
        body, place = attached.raw(_DATA), Location("eml", part=part)
        name = attached.line(_LONG_NAME) or attached.line(_SHORT_NAME) or "unnamed"
        self.images.add(body, at=self.builder.length, location=place, alt=name)
        self.attachments.append(Attachment(safe_name(name, "", part), body, part))
        self.builder.line([Run(f"{name} ({len(body):,} bytes)", place)], prefix="- ")


def write_page(page: bytes, encoding: str, builder: TextBuilder, images: Images, place: Location) -> None:
    """Write the readable part of a page of HTML that has one place."""
    from kts.ingest.convert.html.render import render
    from kts.ingest.convert.html.tokens import tokens

    source = decode(page, declared=encoding).text
    render(tokens(source), source, builder=builder, images=images, locate=lambda *_: place)


def _metadata(message: _Message) -> dict[str, Any]:
    found = {
        "title": message.line(_SUBJECT),
        "author": message.sender(),
        "content_date": message.date(),
        "message_id": message.line(_MESSAGE_ID),
        "in_reply_to": message.line(_REPLY_TO),
    }
    return {key: value for key, value in found.items() if value}
