"""Text that tries to instruct the program which reads it.

The pipeline never follows a ticket's text, whatever it says: it is only ever a query and a quotation. Finding an
attempt is for the people of the desk, and so that no reply is sent to one by itself.
"""

from __future__ import annotations

import re
from functools import cache

from kts.data import table


@cache
def _rules() -> tuple[tuple[str, re.Pattern[str]], ...]:
    flags = re.IGNORECASE | re.DOTALL | re.MULTILINE
    return tuple((name, re.compile(rule, flags)) for name, rule in table("tickets/injection.json")["rules"].items())


@cache
def _requests() -> tuple[re.Pattern[str], ...]:
    flags = re.IGNORECASE | re.DOTALL
    return tuple(re.compile(rule, flags) for rule in table("tickets/injection.json")["requests"].values())


def asks_for_internal(text: str) -> bool:
    """Whether a text asks for what is for the people of the desk alone: a runbook, internal notes, emergency access."""
    return any(rule.search(text) for rule in _requests())


def instructions(text: str) -> tuple[str, ...]:
    """The kinds of attempts to instruct the reading program that a text makes; none for ordinary text."""
    return tuple(name for name, rule in _rules() if rule.search(text))
