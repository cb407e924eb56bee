"""The companies that a document names at its beginning: it speaks of them to its end, by their roles.

An agreement is between Tallis Software, Inc. and Linden Limited on its first page, and between the Supplier and the
Customer from there on. A question names Tallis; the clause that answers it does not.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from kts.lexicon.analyse import words
from kts.lexicon.letters import UPPER
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Mapping

COMPANIES = "companies"
"""Their name in a document's metadata: a list of names, without legal forms, in the order of the text."""
BEGINNING = 1_000
"""Characters in which a document names its companies (a default: a first page, with what stands above it)."""
MOST = 8
"""Companies that count at most, the first ones: longer lists are of subsidiaries and banks (a default)."""
_CAPITAL = rf"[{UPPER}][\w&'\u2019-]*\.?"
_FORM = (
    r"(?:I(?:nc|NC)(?:orporated|ORPORATED)?|C(?:orp|ORP)(?:oration|ORATION)?|L(?:imited|IMITED|td|TD)|Company|COMPANY|Co|CO|"
    r"L\.?L\.?C|L\.?L?\.?P|PLC|plc|G(?:mbH|MBH)|N\.A|S\.A|B\.V|N\.V|AG|KG|Pty|PTY)"
)
_STARTS = r"(?i:the|this|that|these|our|your|each|any|between|among|and|by|with|to|of|for|a|an)"
_COMPANY = later(
    rf"(?<![\w.])(?<!\ba )(?<!\ban )(?!{_STARTS}\b)"
    rf"(?P<name>{_CAPITAL}(?: (?:(?:of|and|&|de|for) )?{_CAPITAL}){{0,5}}?),? {_FORM}\b"
)
"""A name before its legal form; of `a Delaware corporation` Delaware is none."""
_MARKS = later(r"[*_#|]+")
_NO_NAME = frozenset("the and of for between among by with agreement contract amendment bank".split())


def companies(text: str) -> tuple[str, ...]:
    """The names before legal forms in the beginning of a text, each once."""
    beginning = " ".join(_MARKS.sub("", text[:BEGINNING]).split())
    return tuple(islice(dict.fromkeys(found["name"] for found in _COMPANY.finditer(beginning)), MOST))


def company_words(metadata: Mapping[str, Any]) -> tuple[str, ...]:
    """The folded words of the companies in a document's metadata, each once; a file may hold anything there."""
    given = metadata.get(COMPANIES)
    names = [one for one in given if isinstance(one, str)] if isinstance(given, list | tuple) else []
    return tuple(
        dict.fromkeys(word for name in names[:MOST] for word in words(name[:BEGINNING]) if word not in _NO_NAME)
    )
