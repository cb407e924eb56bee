"""Reviewers' comments, as converters write them (`Comment (AB) on "...": ...`): about the text, no part of it. Pure."""

from __future__ import annotations

from kts.lexicon.patterns import later

_REMARK = later(
    r"(?m)^Comment(?: \([^()\n]{1,120}\))?(?: on \"[^\n]{1,200}?\")?:(?=\s)[^\n]*(?:\n(?![ \t]*(?:\n|\Z))[^\n]*)*"
)
_ASKED = later(
    r"(?i:\b(?:comment(?:s|ed|ing)?|remark(?:s|ed)?|annotat\w*|reviewer\w*)\b)"
    r"|\b(?:[Dd]id|[Hh]as|[Hh]ave)\s+(?:[A-Z][\w.-]*\s+){1,3}(?:say|said|suggest\w*|not(?:e|ed)|object\w*|ask|asked)\b"
)
"""What is asked of comments, or of what somebody by name said: what a policy says stands in its own text."""


def remarks(text: str) -> list[tuple[int, int]]:
    """Where comments stand in a text, each up to the end of its paragraph."""
    return [match.span() for match in _REMARK.finditer(text)] if "Comment" in text else []


def asks_for_remarks(question: str) -> bool:
    """Whether a question is about what somebody remarked."""
    return bool(_ASKED.search(question))


def unremarked(text: str) -> str:
    """The text with blanks in the place of comments, so that all else keeps its place."""
    pieces, at = [], 0
    for start, end in remarks(text):
        pieces += [text[at:start], " " * (end - start)]
        at = end
    return "".join([*pieces, text[at:]])
