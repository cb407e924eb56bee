"""Mailboxes (mbox, RFC 4155) as the mails in them. Pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_BORDER = re.compile(rb"(?:\A\s*|(?<=\n\n)|(?<=\n\r\n))From [^\r\n]*\r?\n(?=[!-9;-~]+:[ \t\r\n])")
"""What divides mails: a line `From ` with a header below it, as not every program quotes such lines of the text."""
_QUOTED = re.compile(rb"(?m)^>(?=>*From )")
"""What a mail may not begin a line with, as it is stored."""


def mails(content: bytes) -> Iterator[bytes]:
    """The mails of a box, without the lines that divide them; none where there is no such line."""
    borders = list(_BORDER.finditer(content))
    ends = [*(border.start() for border in borders[1:]), len(content)]
    for border, end in zip(borders, ends, strict=False):
        yield _QUOTED.sub(b"", content[border.end() : end])
