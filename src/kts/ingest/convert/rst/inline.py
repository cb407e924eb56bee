"""Text within reStructuredText as it is displayed: roles, links, literals, references to notes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_ROLE = re.compile(r":[\w:+.-]+:`([^`<]*?)(?:\s*<[^`>]*>)?`")
_LINK = re.compile(r"`([^`<]+?)\s*<[^`>]*>`__?")
_REFERENCE = re.compile(r"`([^`]+)`__?|(?<!`)\b(\w+)_(?=[\s.,;:)]|$)")
_NOTE = re.compile(r"\[#?([\w.*-]+)\]_(?!\w)")
_SUBSTITUTION = re.compile(r"\.\.\s+\|([^|]+)\|\s+replace::\s*(.*)$")
_ESCAPED = re.compile(r"\\(?:[ \t]|([^\s\w]))")
"""A space that only divides marks, which is not displayed, or a sign that is none."""
_SUBSTITUTED = re.compile(r"\|([^|\s][^|]*)\|_{0,2}")


def substitutions(lines: Iterable[str]) -> dict[str, str]:
    """The texts that `|names|` stand for in this file."""
    return {match[1]: match[2] for line in lines if (match := _SUBSTITUTION.match(line))}


def inline(text: str, replaced: Mapping[str, str]) -> str:
    """Text without the marks of roles, links and literals, so that it reads as displayed."""
    if replaced and "|" in text:
        text = _SUBSTITUTED.sub(lambda match: replaced.get(match[1], match[0]), text)
    text = _LINK.sub(r"\1", _ROLE.sub(_displayed, text))
    if "_" in text:
        text = _NOTE.sub(r"[^\1]", text)
        text = _REFERENCE.sub(lambda match: match[1] or match[2], text)
    return _ESCAPED.sub(r"\1", text.replace("``", "`")) if "\\" in text else text.replace("``", "`")


def _displayed(role: re.Match[str]) -> str:
    """What a role shows: `~package.name` its last part, `!name` the name."""
    name = role[1]
    return name.rpartition(".")[2].lstrip("~") if name.startswith("~") else name.removeprefix("!")
