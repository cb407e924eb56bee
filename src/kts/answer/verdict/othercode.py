"""Statements that are told of another model, part or case than the one whose code a question names.

`The test takes 22 minutes on a T20S` says nothing of the T40, though its passage names both.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from kts.answer.constraints.values import names_code
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.answers import Constraint

_LETTERS = later(r"(?P<letters>[a-z]{1,6})\d{2,5}[a-z]{0,2}")
"""What is called by letters and a number. One digit counts as often: `P1`, `Q3`."""


def other_code(wants: Sequence[Constraint], lead: str, about: Sequence[str]) -> tuple[str, str] | None:
    """The code of the kind that a lead tells of, and the one that is asked for; None where it names that or none.

    `about` is what the lead stands under: of a document or a section on what is asked for it may tell by comparison.
    """
    codes = [one for one in wants if one.kind == "code"]
    whole = "\n".join((lead, *about))
    for one in codes:
        letters = _LETTERS.fullmatch(one.value)
        alike = [other for other in codes if letters and other.value.startswith(letters["letters"])]
        if letters is None or any(names_code(other, whole) for other in alike):
            continue
        if found := _told_of(letters["letters"]).search(lead):
            return found["code"], one.text
    return None


@lru_cache(256)
def _told_of(letters: str) -> re.Pattern[str]:
    """A code of these letters as what something is told of: behind its preposition, or first of all."""
    where = r"(?:\A\W*(?:the |an? )?|\b(?:on|of|for|with|in|at) (?:the |an? |our |your |all |every |each )?)"
    return re.compile(
        rf"{where}(?P<code>{re.escape(letters)}[-_:]?\d{{2,5}}[a-z]{{0,2}})(?![\w]|[-.]\w)", re.IGNORECASE
    )
