"""Headings of release notes: `2.4.0 - 12 May 2026` is a version, and what stands below is of it alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from kts.answer.choose.extract import Held
    from kts.answer.units.quotable import Unit
    from kts.answers import Constraint
    from kts.types import Passage

_DAY = (
    r"(?:\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{2,4}"
    r"|(?:\d{1,2}\.? )?[A-Z][a-z]{2,8}\.?,? (?:\d{1,2},? )?(?:19|20)\d\d"
    r"|(?i:unreleased|released|current|latest|lts|yanked))"
)
_VERSION = later(
    rf"\A(?:(?i:version|release) )?[\[v]?(?P<version>\d{{1,4}}(?:\.\d{{1,4}}){{1,3}})\]?"
    rf"(?P<day>[\s(\u2013\u2014,:-]*(?:(?i:released|published|dated|of|from|on)[ :]+(?:on )?)?{_DAY}[\s)]*)?\Z"
)
_NOTES = later(r"(?i)release|change ?log|changes\b|what.?s new|versions?\b|history|news\b")
"""How a document of versions is called: there, a number alone is one."""
_ENTRY = later(
    r"(?m)^[ \t]*(?:[-*+\u2022][ \t]+|\|[ \t]*)?[*_`]{0,2}[\[v]?"
    r"(?P<version>\d{1,4}(?:\.\d{1,4}){1,2})(?!\.\d)\]?[*_`]{0,2}"
    rf"(?:[ \t(,:\u2013\u2014|-]+(?P<day>{_DAY})|[ \t]*(?::|\|| [-\u2013\u2014] )[ \t]*(?=\S))"
)
"""An entry of a list or table that begins with its version: `- 5.2.1 (10 February 2026): fixes the report`."""
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


_ASKED = later(
    r"(?i)\bwhat\b[^?]* (?:fix(?:es|ed)?|improved?|introduced?|brings?|brought)\b|\brelease notes\b|\bchange ?log\b"
)
"""How people ask for a release, beside how they ask for changes of anything (`changes.asks_for_changes`)."""


def asks_for_notes(question: str) -> bool:
    """Whether a question asks for what a release brought."""
    return _ASKED.search(question) is not None


def entries(text: str) -> list[str]:
    """The versions that entries of a text are of: those with a day, or of three numbers."""
    return [one["version"] for one in _ENTRY.finditer(text) if one["day"] or one["version"].count(".") + 1 >= PARTS]


def entries_of(text: str) -> list[str]:
    """The days, as they are written, of entries of a text that begin with a version and its day."""
    return [one["day"].strip(" \t()") for one in _ENTRY.finditer(text) if one["day"]]


def versions_asked(wants: Sequence[Constraint]) -> list[str]:
    """The versions that a question names."""
    return [one.value for one in wants if one.kind == "version"]


def noted_of(wants: Sequence[Constraint], ranked: Sequence[tuple[float, Held]]) -> frozenset[Unit]:
    """The entries of notes on releases that are of the one version asked for."""
    versions = versions_asked(wants)
    return frozenset(one.unit for _, one in ranked if versions and entries(one.unit.text) == versions)


def of_noted(noted: AbstractSet[Unit], ranked: Sequence[tuple[float, Held]]) -> tuple[tuple[float, Held], ...]:
    """The units without entries of other versions, where there are some of the one asked for."""
    return tuple(one for one in ranked if not noted or one[1].unit in noted or not entries(one[1].unit.text))
