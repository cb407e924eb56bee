"""Statements that are told of another model, part or case than the one whose code a question names.

`The test takes 22 minutes on a T20S` says nothing of the T40, though its passage names both.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from kts.answer.constraints.values import is_of_another_code, names_code
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.answers import Constraint, Unmet

_LETTERS = later(r"(?P<letters>[a-z]{1,6})\d{2,5}[a-z]{0,2}")
"""What is called by letters and a number, folded."""
_MODEL = later(r"(?![QH]\d)(?P<letters>[A-Z]{1,3})\d")
"""A model of one digit as it is written: `X4`. Of quarters and halves of a year the times tell."""


def other_code(wants: Sequence[Constraint], lead: str, about: Sequence[str]) -> tuple[str, str] | None:
    """The code of the kind that a lead tells of, and the one that is asked for; None where it names that or none.

    `about` is what the lead stands under: of a document or a section on what is asked for it may tell by comparison.
    """
    codes = [one for one in wants if one.kind == "code"]
    whole = "\n".join((lead, *about))
    for one in codes:
        model = _MODEL.fullmatch(one.text)
        called = model or _LETTERS.fullmatch(one.value)
        letters = called["letters"].casefold() if called else ""
        alike = [other for other in codes if letters and other.value.startswith(letters)]
        if not letters or any(names_code(other, whole) for other in alike):
            continue
        if found := _told_of(letters, r"\d" if model else r"[-_:]?\d{2,5}[a-z]{0,2}").search(lead):
            return found["code"], one.text
    return None


def other_model(lacking: Sequence[Unmet]) -> Iterator[str]:
    """That a passage is about another model of the letters, where one of one digit is asked for and not named.

    The gate is not sure of such a code, which texts spell in other ways, too: `Th2`.
    """
    return (one.detail for one in lacking if _MODEL.fullmatch(one.constraint.text) and is_of_another_code(one))


@lru_cache(256)
def _told_of(letters: str, number: str) -> re.Pattern[str]:
    """A code of these letters as what something is told of: behind its preposition, or first of all."""
    where = r"(?:\A\W*(?:the |an? )?|\b(?:on|of|for|with|in|at|to) (?:the |an? |one |our |your |all |every |each )?)"
    return re.compile(rf"{where}(?P<code>{re.escape(letters)}{number})(?![\w]|[-.]\w)", re.IGNORECASE)
