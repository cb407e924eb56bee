"""Mails with what is attached to them: each attachment that a converter reads is a part of the mail's text.

A citation of an attachment names the mail, the part, and the place in the part (its page, sheet, cell or slide).
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from kts.ingest.convert.ocr.converters import PICTURE
from kts.ingest.convert.ondemand import OnDemand
from kts.types import Location, Mapped

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kts.ingest.convert.eml.converter import Attachment
    from kts.ports import Converter
    from kts.types import Conversion

MAILS = {"eml": "kts.ingest.convert.eml.converter", "msg": "kts.ingest.convert.legacy.msg"}
"""The converters that this one stands around, and the modules that say what is attached."""
MOST = 20
"""Attachments of one mail that are read: they share the time of its job."""
NAMED = 3
"""Unread attachments that a reason names."""
_PLACE = "eml"
"""The kind of places in mails of both formats."""
Made = tuple[str, "Mapping[str, Any]"]
"""A part as a worker makes it: "module:class" and keyword arguments."""


class WithAttachments:
    """Implements `ports.Converter` around one of mails, with the `others` for what is attached."""

    def __init__(self, *, mail: Made, others: Mapping[str, Made]) -> None:
        self._options = {"mail": list(mail), "others": {name: list(made) for name, made in others.items()}}
        self._mail = _make(*mail)
        self._others = dict(others)
        self._made: dict[str, Converter] = {}
        self.name, self.suffixes = self._mail.name, self._mail.suffixes

    @property
    def options(self) -> Mapping[str, Any]:
        """What a worker needs to make another one."""
        return self._options

    @property
    def version(self) -> str:
        """The mail's converter and those that an attachment may need."""
        import hashlib

        versions = ",".join(f"{name}:{self._other(name).version}" for name in sorted(self._others))
        return f"{self._mail.version}+{hashlib.sha256(versions.encode()).hexdigest()[:8]}"

    def _other(self, name: str) -> Converter:
        if name not in self._made:
            self._made[name] = _make(*self._others[name])
        return self._made[name]

    def convert(self, content: bytes, *, name: str) -> Conversion:
        """The mail, then each attachment under a heading with its name."""
        from kts.ingest.convert.builder import MAX_CHARACTERS

        found: Conversion = self._mail.convert(content, name=name)
        if found.outcome not in {"ok", "partial"} or not found.metadata.get("attachments"):
            return found
        unread = []
        said = frozenset(map(str.strip, found.text.splitlines()))
        attached: tuple[Attachment, ...] = import_module(MAILS[self.name]).attachments(content)
        for attachment in attached[:MOST]:
            converted = self._converted(attachment)
            if converted is None or _is_said(converted.text, said):
                continue
            if converted.text and len(found.text) + len(converted.text) < MAX_CHARACTERS:
                found = _joined(found, converted, attachment)
            else:
                unread.append(f"{attachment.name}: {converted.reason or converted.outcome}")
        if not unread:
            return found
        reason = "; ".join([*filter(None, [found.reason]), *unread[:NAMED]])
        return found._replace(outcome="partial", reason=f"attachments without text: {reason}"[:500])

    def _converted(self, attachment: Attachment) -> Conversion | None:
        """The attachment's conversion, None where no converter takes it."""
        from kts.ingest.convert.choose import choose

        suffixes = {suffix: name for name in self._others for suffix in self._other(name).suffixes}
        chosen = choose(attachment.body, name=attachment.name, suffixes=suffixes)
        return self._other(chosen).convert(attachment.body, name=attachment.name) if chosen in self._others else None


def _is_said(text: str, said: frozenset[str]) -> bool:
    """Whether every line stands in the mail itself: an invitation comes as a part of it and as a file."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return bool(lines) and all(line in said for line in lines)


def _make(reference: str, options: Mapping[str, Any]) -> Converter:
    module, _, kind = reference.partition(":")
    made: Converter = getattr(import_module(module), kind)(**options)
    return made


class _Shift(NamedTuple):
    """By how much an attachment's offsets grow, and of which part it is."""

    by: int
    part: str

    def place(self, location: Location | None) -> Location:
        """A place in the attachment as one in the mail."""
        return (location or Location(_PLACE))._replace(kind=_PLACE, part=self.part)


def _joined(mail: Conversion, found: Conversion, attachment: Attachment) -> Conversion:
    head = f"{mail.text.rstrip()}\n\n## Attachment: {attachment.name}\n\n"
    shift = _Shift(len(head), attachment.part)
    whole = (Mapped(0, len(found.text), Location(_PLACE)),)
    entries = whole if found.source_map.encoding else found.source_map.entries
    moved = [Mapped(one.start + shift.by, one.end + shift.by, shift.place(one.location)) for one in entries]
    title = Mapped(len(mail.text.rstrip()) + 2, shift.by - 2, Location(_PLACE, part=attachment.part))
    source_map = mail.source_map._replace(
        entries=(*mail.source_map.entries, title, *moved),
        hidden=(*mail.source_map.hidden, *_shifted(found.source_map.hidden, shift)),
        ocr=(*mail.source_map.ocr, *_shifted(found.source_map.ocr, shift)),
    )
    images = [image._replace(at=image.at + shift.by, location=shift.place(image.location)) for image in found.images]
    return mail._replace(text=head + found.text, source_map=source_map, images=(*mail.images, *images))


def _shifted(marks: Any, shift: _Shift) -> list[Any]:
    return [mark._replace(start=mark.start + shift.by, end=mark.end + shift.by) for mark in marks]


def with_attachments(converters: Mapping[str, Converter]) -> Mapping[str, Converter]:
    """The converters, those of mails around what is attached to them."""

    def make(name: str) -> Any:
        if name not in MAILS:
            return converters[name]
        # a picture is an image of the mail already
        made = {other: _reference(converter) for other, converter in converters.items() if other != PICTURE}
        return WithAttachments(mail=made.pop(name), others=made)

    return OnDemand(lambda: converters, make)


def _reference(part: object) -> Made:
    kind = type(part)
    return f"{kind.__module__}:{kind.__qualname__}", dict(getattr(part, "options", {}))
