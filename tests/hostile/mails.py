"""Attacks by mail: bombs of parts, boundaries that never end, names that point elsewhere, headers of a megabyte."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

from hostile.case import BURIED, Case
from hostile.office import docx, zipped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hostile.case import World

TARGETS = ("../../canary-written.txt", "/tmp/canary-written.txt", "..\\canary-written.txt", "a\0b")  # noqa: S108
"""Names of attachments that must not be written to."""
HEAD = "From: a@example.org\nTo: b@example.org\nSubject: {subject}\nMIME-Version: 1.0\n"


def mail(
    body: str, *, type_: str = "text/plain; charset=utf-8", subject: str = "A plain mail", more: str = ""
) -> bytes:
    """A message with this body."""
    return (HEAD.format(subject=subject) + more + f"Content-Type: {type_}\n\n{body}").encode("utf-8", "surrogateescape")


def multipart(*parts: str, boundary: str = "b", kind: str = "mixed", subject: str = "A plain mail") -> bytes:
    """A message of parts, each with its own headers."""
    inner = "".join(f"--{boundary}\n{part}\n" for part in parts) + f"--{boundary}--\n"
    return mail(inner, type_=f'multipart/{kind}; boundary="{boundary}"', subject=subject)


def attachment(name: str, body: bytes, type_: str = "application/octet-stream") -> str:
    """A part that carries a file."""
    packed = base64.encodebytes(body).decode()
    return (
        f"Content-Type: {type_}\nContent-Transfer-Encoding: base64\n"
        f'Content-Disposition: attachment; filename="{name}"\n\n{packed}'
    )


def mails(world: World) -> Iterator[Case]:
    """All attacks of this module."""
    text = "Content-Type: text/plain\n\nwords"
    local = f'Content-Type: message/external-body; access-type=local-file; name="{world.outside}"\n\n'
    begun = "begin 644 ../../canary-written.txt\n#86)C\n`\nend\n"
    bodies = {
        "parts": multipart(*[text] * 3_000),
        "attachments": multipart(*[attachment(f"{n}.txt", b"words") for n in range(2_000)]),
        "messages": _matryoshka(300),
        "multiparts": _nested(500),
        "same-boundary": multipart('Content-Type: multipart/mixed; boundary="b"\n\n--b\n' + text),
        "no-boundary": mail("--b\nwords", type_="multipart/mixed"),
        "open-boundary": mail("--b\n\nwords", type_="multipart/mixed; boundary=b"),
        "long-boundary": multipart(text, boundary="b" * 5_000),
        "long-header": mail("words", more="X-Long: " + "a" * 1_000_000 + "\n"),
        "many-headers": mail("words", more="X-Many: a\n" * 20_000),
        "folded": mail("words", more="X-Folded: a" + "\n " * 20_000 + "\n"),
        "encoded-words": mail("words", subject="=?utf-8?b?" * 5_000),
        "encoded-bomb": mail("words", subject=" ".join(["=?utf-8?q?=41?="] * 5_000)),
        "bad-encoding": mail("words", subject="=?bogus?x?zzz?= =?utf-8?b?!!!?="),
        "parameters": mail("words", type_="text/plain" + "; a=b" * 10_000),
        "rfc2231": mail("words", type_="text/plain" + "".join(f"; n*{n}*=utf-8''a" for n in range(3_000))),
        "rfc2231-gap": mail("words", type_="application/x; name*99999999=a; name*0*=bogus'x'%zz"),
        "charset": mail("words", type_="text/plain; charset=bogus"),
        "charset-odd": mail("words", type_='text/plain; charset="idna"'),
        "charset-codec": mail("words", type_="text/plain; charset=rot13"),
        "base64": mail("!!!not base64!!!" * 100, more="Content-Transfer-Encoding: base64\n"),
        "quoted": mail("=" * 100_000 + "=ZZ", more="Content-Transfer-Encoding: quoted-printable\n"),
        "uuencode": mail(begun, more="Content-Transfer-Encoding: x-uuencode\n"),
        "encoding": mail("words", more="Content-Transfer-Encoding: bogus\n"),
        "date": mail("words", more="Date: Xxx, 99 Zzz 99999 99:99:99 +9999\n"),
        "date-far": mail("words", more="Date: Mon, 1 Jan 9999 00:00:00 -2359\n"),
        "addresses": mail("words", more="Cc: " + ", ".join(["<a@" * 30] * 300) + "\n"),
        "comments": mail("words", more="Reply-To: " + "(" * 5_000 + "\n"),
        "groups": mail("words", more="Cc: " + "a:" * 3_000 + ";\n"),
        "references": mail("words", more="References: " + "<a@b> " * 20_000 + "\n"),
        "subject-break": mail("words", subject="a\n\tb\r\n c\x00\x1b[31m"),
        "no-body": b"Subject: a\n",
        "only-newlines": b"\n" * 10_000,
        "no-headers": b"words without headers\n",
        "bomb": multipart(text, attachment("a.zip", zipped({"a": bytes(20_000_000)}))),
        "bomb-docx": multipart(text, attachment("a.docx", _bomb())),
        "remote": mail(f'<img src="{world.server}/mail.png"><p>words', type_="text/html"),
        "external": multipart(
            f'Content-Type: message/external-body; access-type=URL; URL="{world.server}/body"\n\n', text
        ),
        "local": multipart(local, text),
        "partial": mail("words", type_='message/partial; id="a"; number=1; total=99999999'),
        "html-deep": mail("<div>" * 20_000 + "words", type_="text/html"),
        "calendar": mail("BEGIN:VCALENDAR\nBEGIN:VEVENT\nATTACH:" + world.file_url + "\n", type_="text/calendar"),
        "winmail": multipart(text, attachment("winmail.dat", b"\x78\x9f\x3e\x22" + b"\xff" * 500)),
        "report": multipart(text, kind="report"),
        "signed": multipart(text, attachment("smime.p7s", b"\x30\x80" * 500), kind="signed"),
    }
    for number, name in enumerate(TARGETS):
        bodies[f"name-{number}"] = multipart(text, attachment(name, b"canary"))
    for name, body in bodies.items():
        yield Case(f"eml/{name}.eml", "mail", body, hidden=(BURIED,))


def _matryoshka(depth: int) -> bytes:
    inner = b"Subject: inside\n\nwords\n"
    for _ in range(depth):
        inner = b"Subject: outside\nContent-Type: message/rfc822\n\n" + inner
    return inner


def _nested(depth: int) -> bytes:
    head = "".join(f'Content-Type: multipart/mixed; boundary="b{n}"\n\n--b{n}\n' for n in range(depth))
    return (HEAD.format(subject="nested") + head + "\nwords\n").encode()


def _bomb() -> bytes:
    return docx(extra={"word/media/a.bin": bytes(30_000_000)})
