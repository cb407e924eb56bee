"""Mailboxes (`.mbox`): one section a mail, its subject as the heading."""

from __future__ import annotations

import email
import email.errors
from email import policy

from kts.ingest.convert.builder import Run
from kts.ingest.convert.eml.converter import Writer, header
from kts.ingest.convert.outcomes import DAMAGE, Refusal, attempt
from kts.lexicon.mailboxes import mails
from kts.types import Conversion, Location

MAX_MAILS = 5_000
"""Mails of one mailbox that are read."""


class MailboxConverter:
    """Reads `.mbox`: the mails in their order, each as the converter of mails reads it; a place is a mail's part."""

    name = "mbox"
    version = "4"
    suffixes = frozenset({".mbox"})

    def convert(self, content: bytes, *, name: str) -> Conversion:
        """One document for all mails of the box."""
        del name
        return attempt(lambda: _convert(content), damage=(*DAMAGE, email.errors.MessageError), what="mailbox")


def _convert(content: bytes) -> Conversion:
    writer = Writer()
    unread: list[int] = []
    count = 0
    for count, source in enumerate(mails(content), 1):
        if count > MAX_MAILS:
            break
        try:
            _write(writer, count, source)
        except (Refusal, email.errors.MessageError):
            unread.append(count)
    if not count:
        return Conversion("malformed" if content.strip() else "empty", reason="no mail in the mailbox")
    reason = f"more than {MAX_MAILS:,} mails" if count > MAX_MAILS else ""
    reason = reason or (f"mails not read: {', '.join(map(str, unread[:20]))}" if unread else "")
    text, images = writer.builder.text(), writer.images.all()
    metadata = {"mails": count}
    return Conversion("partial" if reason else "ok", text, writer.builder.source_map(), metadata, images, reason)


def _write(writer: Writer, number: int, source: bytes) -> None:
    message = email.message_from_bytes(source, policy=policy.compat32)
    subject = header(message, "Subject")
    writer.parts = 0
    writer.builder.block([Run(subject or f"Mail {number}", Location("eml", part=f"{number}.0"))], prefix="## ")
    writer.message(str(number), message)
