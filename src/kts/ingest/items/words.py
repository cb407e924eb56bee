"""Expressions that look for words where words begin, quickly: sentences are read by dozens of them."""

from __future__ import annotations

import re

FIRST = r"(?<=\A\W)"
"""In an expression of `at_words`: only the first word."""


def at_words(pattern: str) -> re.Pattern[str]:
    r"""What finds `pattern` at the beginning of a word, in a text that has one blank set before it.

    The same as `\b(?:pattern)`, at a fifth of the time: a search that begins with a set of characters skips the others
    without trying anything. A match begins with what stands before the word.
    """
    return re.compile(rf"\W(?:{pattern})")
