"""Refuses zip bombs before an office parser opens them, by counting what really comes out."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib

from kts.ingest.convert.outcomes import DAMAGE, Refusal

MAX_TOTAL = 256 * 1024 * 1024
"""Bytes all members may unpack to."""
MAX_ENTRIES = 10_000
RATIO_FROM = 20 * 1024 * 1024
"""Unpacked bytes from which the ratio counts: small files compress well and do no harm."""
MAX_RATIO = 100
_CHUNK = 1024 * 1024
_LOCAL_HEADER = 30
_OLE2 = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED_PACKAGE = "EncryptedPackage".encode("utf-16-le")


def guard(content: bytes) -> None:
    """Raise a refusal for an archive that is a bomb (`too_large`), protected (`encrypted`) or damaged."""
    if not content:
        raise Refusal(outcome="empty", reason="the file has no bytes")
    if content.startswith(_OLE2):
        raise _ole_refusal(content)
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = archive.infolist()
        _count(content, members)
    except DAMAGE as error:
        reason = f"not a readable zip archive: {error}"
        raise Refusal(outcome="malformed", reason=reason) from error


def is_protected_office(content: bytes) -> bool:
    """Whether this is an Office document behind a password (an OLE2 file around an encrypted package)."""
    return content.startswith(_OLE2) and _ENCRYPTED_PACKAGE in content


def _ole_refusal(content: bytes) -> Refusal:
    if is_protected_office(content):
        return Refusal(outcome="encrypted", reason="the document is protected by a password")
    return Refusal(outcome="unsupported", reason="an Office 97-2003 file under a newer file name")


def _count(content: bytes, members: list[zipfile.ZipInfo]) -> None:
    if len(members) > MAX_ENTRIES:
        raise Refusal(outcome="too_large", reason=f"{len(members):,} files in the archive, more than {MAX_ENTRIES:,}")
    total = 0
    for member in members:
        if member.flag_bits & 1:
            raise Refusal(outcome="encrypted", reason="the archive is protected by a password")
        total = _unpacked(content, member, total)


def _unpacked(content: bytes, member: zipfile.ZipInfo, total: int) -> int:
    """The running total of bytes after this member; the headers' own claim is not used."""
    start = member.header_offset
    name_length, extra_length = struct.unpack_from("<HH", content, start + 26)
    start += _LOCAL_HEADER + name_length + extra_length
    packed = content[start : start + member.compress_size]
    if member.compress_type == zipfile.ZIP_STORED:
        return _checked(total + len(packed), len(content))
    if member.compress_type != zipfile.ZIP_DEFLATED:
        raise Refusal(outcome="malformed", reason=f"unusual compression method {member.compress_type}")
    stream = zlib.decompressobj(-zlib.MAX_WBITS)
    while packed and not stream.eof:
        total = _checked(total + len(stream.decompress(packed, _CHUNK)), len(content))
        packed = stream.unconsumed_tail
    return total


def _checked(total: int, packed: int) -> int:
    if total > MAX_TOTAL:
        raise Refusal(outcome="too_large", reason=f"unpacks to more than {MAX_TOTAL:,} bytes")
    if total > RATIO_FROM and total > MAX_RATIO * packed:
        raise Refusal(outcome="too_large", reason=f"unpacks to more than {MAX_RATIO} times its size")
    return total
