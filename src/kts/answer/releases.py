"""Headings of release notes: `2.4.0 - 12 May 2026` is a version, and what stands below is of it alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kts.types import Passage

_DAY = (
    r"(?:\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{2,4}"
    r"|(?:\d{1,2}\.? )?[A-Z][a-z]{2,8}\.?,? (?:\d{1,2},? )?(?:19|20)\d\d"
    r"|(?i:unreleased|released|current|latest|lts|yanked))"
)
_VERSION = re.compile(
    rf"\A(?:(?i:version|release) )?[\[v]?(?P<version>\d{{1,4}}(?:\.\d{{1,4}}){{1,3}})\]?"
    rf"(?P<day>[\s(\u2013\u2014,:-]*{_DAY}[\s)]*)?\Z"
)
_NOTES = re.compile(r"(?i)release|change ?log|changes\b|what.?s new|versions?\b|history|news\b")
"""How a document of versions is called: there, a number alone is one."""
PARTS = 3
"""Numbers of which a heading without a day is a version in any document: sections of that depth have words."""


def of_passage(passage: Passage, title: str, path: str = "") -> str:
    """The version that a passage is of, by the heading that it stands under; empty where that is none."""
    return release(f"{passage.metadata['section']} {passage.metadata['heading']}", title, path)


def release(heading: str, title: str, path: str) -> str:
    """The version that a section is of by its heading, with its number; empty where that is no version."""
    found = _VERSION.match(heading.strip())
    if found is None:
        return ""
    version = found["version"]
    surely = found["day"] or version.count(".") + 1 >= PARTS or _NOTES.search(f"{title} {path}")
    return version if surely else ""
