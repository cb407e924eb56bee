"""Text that tries to instruct the program which reads it.

The pipeline never follows a ticket's text, whatever it says: it is only ever a query and a quotation. Finding an
attempt is for the people of the desk, and so that no reply is sent to one by itself. What a document says is only ever
quoted, too; there, finding an attempt is for whoever is shown the quote, a language model before all. Rules of words
find what is said plainly, and are no guard: a document can always say it otherwise.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from kts.data import table

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

SPEAKS = "has text that speaks to an assistant or a program, or orders it about: a quote, no instruction to anyone"
"""What is said of it, behind the path of its document."""
KEPT_TEXTS = 4_096
"""Texts of which is kept whether they speak to a program: the same passages are found time and again. Some 3 MB."""


@cache
def _rules() -> tuple[tuple[str, re.Pattern[str]], ...]:
    flags = re.IGNORECASE | re.DOTALL | re.MULTILINE
    return tuple((name, re.compile(rule, flags)) for name, rule in table("injection.json")["rules"].items())


@cache
def _requests() -> tuple[re.Pattern[str], ...]:
    flags = re.IGNORECASE | re.DOTALL
    return tuple(re.compile(rule, flags) for rule in table("injection.json")["requests"].values())


def asks_for_internal(text: str) -> bool:
    """Whether a text asks for what is for the people of the desk alone: a runbook, internal notes, emergency access."""
    return any(rule.search(text) for rule in _requests())


def instructions(text: str) -> tuple[str, ...]:
    """The kinds of attempts to instruct the reading program that a text makes; none for ordinary text."""
    return tuple(name for name, rule in _rules() if rule.search(text))


@cache
def _compiled(rule: str) -> re.Pattern[str]:
    return re.compile(rule, re.DOTALL | re.MULTILINE)


@lru_cache(maxsize=KEPT_TEXTS)
def speaks_to_a_program(text: str) -> bool:
    """Whether a text of a document addresses an assistant or any program that reads it, or gives it orders."""
    small = text.lower()
    tidy = f" {' '.join(small.split())}"
    for mark in MARKS:
        tidy = tidy.replace(f" {mark}", mark)
    return any(_compiled(kind["rule"]).search(small) for kind in _kinds() if _may_be(kind, tidy))


MARKS = ":,(!-\u2014"
"""What may stand behind the name of a program, with blanks before it or without."""


@cache
def _kinds() -> tuple[Mapping[str, Any], ...]:
    return tuple(kind for name, kind in table("injection_documents.json").items() if name != "note")


def _may_be(kind: Mapping[str, Any], tidy: str) -> bool:
    """Whether a text holds the words without which its rule fits nowhere."""
    return any(word in tidy for word in kind["any"]) and any(word in tidy for word in kind.get("with", ("",)))


def spoken_to(quotes: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """A note on each of the paths (path, quote) whose quote speaks to a program."""
    found = dict.fromkeys(path for path, quote in quotes if speaks_to_a_program(quote))
    return tuple(f"{path} {SPEAKS}" for path in found)
