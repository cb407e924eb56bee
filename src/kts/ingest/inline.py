"""The words of a line of Markdown as its reader sees them: headings and titles stand in results without mark-up."""

from __future__ import annotations

import html
import re

_KEPT = re.compile(r"(?<!`)(`+)(?!`)(?P<code>.+?)(?<!`)\1(?!`)|\\(?P<sign>[!-/:-@\[-`{-~])", re.DOTALL)
"""Code, whose signs are its own, and signs that a backslash makes plain (CommonMark 2.4, 6.1)."""
_TAG = re.compile(
    r"</?(?:a|abbr|b|big|code|del|em|font|i|img|ins|kbd|mark|q|s|samp|small|span|strike|strong|sub|sup|u|var|wbr)"
    r"(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)
"""Elements of HTML within a line; other words between angle brackets are what a user fills in: `<region>`."""
_BREAK = re.compile(r"</?br(?:\s[^<>]*)?/?>", re.IGNORECASE)
_NAMED = re.compile(r"\s*\{#[\w.:-]+\}\s*\Z")
_LINK = re.compile(r"!?\[([^\]\[]*)\]\([^()\s]*(?:\s+\"[^\"]*\")?\)")
_EMPHASIS = re.compile(r"(\*\*|__|\*)(?=\S)(.+?)(?<=\S)\1")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z]\w{1,31});")
LONGEST = 2_000
"""Characters of a line that are looked at; nobody writes a longer heading."""
_SIGNS = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
_ASIDE = 0xDC00
"""Where signs wait that are no mark-up: half a surrogate pair, which no canonical text holds."""
_PUT_ASIDE = str.maketrans({sign: chr(_ASIDE + ord(sign)) for sign in _SIGNS})
_PUT_BACK = str.maketrans({chr(_ASIDE + ord(sign)): sign for sign in _SIGNS})


def words_of(line: str) -> str:
    """The line without emphasis, links, anchors, tags and comments; escaped signs and entities as what they mean."""
    head, rest = line[:LONGEST], line[LONGEST:]
    if not head.replace(" ", "").isalnum():
        head = _KEPT.sub(lambda match: (match["code"] or match["sign"]).translate(_PUT_ASIDE), head)
        head = _LINK.sub(r"\1", _NAMED.sub("", _TAG.sub("", _BREAK.sub(" ", _COMMENT.sub("", head)))))
        head = _ENTITY.sub(lambda match: html.unescape(match[0]), _EMPHASIS.sub(r"\2", head)).translate(_PUT_BACK)
    return " ".join(f"{head}{rest}".split())
