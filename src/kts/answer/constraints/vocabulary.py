"""What the second gate asks of a corpus, as plain callables: how common a word is, what a document is about."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from kts.lexicon.analyse import forms, frequencies
from kts.lexicon.gazetteer import EMPTY
from kts.lexicon.patterns import later
from kts.types import Filter, Span

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from collections.abc import Set as AbstractSet

    from kts.lexicon.gazetteer import Gazetteer
    from kts.ports import Corpus, PassageIndex


KEYS = 3
"""Passages that hold a code which is looked up, at most (a default): that of a product stands everywhere."""
HELD = 500
"""Passages of a code whose documents are looked for, at most (a default)."""
OPENING = 600
"""Characters in which a document says whom and what it is about: the first paragraph of an agreement (a default)."""

COVERED = 30_000
"""Characters in which an agreement begins behind its cover and its table of contents (a default: a few pages; the
latest of 18 contracts begins at 13,000)."""
_CONTRACT = (
    r"(?:AGREEMENT|Agreement|agreement|AMENDMENT|Amendment|LEASE|Lease|CONTRACT|Contract|DEED|Deed|INDENTURE|Indenture)"
)
_CONTRACTED = later(_CONTRACT)
_BEGINS = later(
    rf"(?ms)^[ \t#*_]*(?:(?:THIS|This)\b[^.\n]{{0,100}}?|[A-Z][A-Z ,&-]{{0,100}})?\b{_CONTRACT}\b.{{0,300}}?"
    r"\b(?i:between|among|entered into by)\b(?=.{0,300}?\([^()\"\u201c]{0,60}[\"\u201c][A-Z])"
)
"""Where an agreement says between whom it is, with the name by which it calls one of them."""


def opening_of(text: str) -> str:
    """What the first COVERED characters of a document say of whom and what it is about.

    That is their beginning; of an agreement also its first paragraph, where a cover and a table of contents stand
    before that.
    """
    head = text[:OPENING]
    found = _BEGINS.search(text) if _CONTRACTED.search(head) else None
    if found is None or found.end() + OPENING // 2 <= OPENING:
        return head
    start = max(found.start(), len(head)) if found.start() < len(head) else found.start()
    return f"{head}{'' if start == len(head) else chr(10)}{text[start : found.start() + OPENING]}"


def _none(_: str) -> int:
    return 0


def _unmentioned(_: int, __: str) -> int:
    return 0


def _unread(_: int) -> str:
    return ""


def _everything(_: str) -> int:
    return 1


def _borne(_: str) -> AbstractSet[int]:
    return frozenset()


def _unspelled(_: str) -> Sequence[str]:
    return ()


class Vocabulary(NamedTuple):
    """A corpus as the second gate asks it.

    `frequency(word)` in how many of the `passages` a folded word occurs; `mentions(document key, word)` how often
    in one document; `identified(code)` how many passages hold the normalised identifier, and
    `bearing(code)` which documents (keys) do; `names` are known beforehand; `opening(document key)` is how a document
    begins, where it says whom and what it is about; `long_forms(short form)` are what an abbreviation stands for.
    """

    passages: int = 0
    frequency: Callable[[str], int] = _none
    mentions: Callable[[int, str], int] = _unmentioned
    identified: Callable[[str], int] = _everything
    bearing: Callable[[str], AbstractSet[int]] = _borne
    names: Gazetteer = EMPTY
    opening: Callable[[int], str] = _unread
    long_forms: Callable[[str], Sequence[str]] = _unspelled


NOWHERE = Vocabulary()
"""Nothing is known of any corpus: every name counts as rare."""


def vocabulary(
    corpus: Corpus,
    index: PassageIndex,
    *,
    names: Gazetteer = EMPTY,
    long_forms: Callable[[str], Sequence[str]] = _unspelled,
) -> Vocabulary:
    """The vocabulary of one snapshot. Answers are kept for as long as it lives: one question, or one generation."""
    languages = corpus.languages() or ("en",)

    @cache
    def stems(word: str) -> tuple[str, ...]:
        return forms([word], languages)[word]

    @cache
    def frequency(word: str) -> int:
        return max(index.document_frequency(stem, level="chunk") for stem in stems(word))

    @cache
    def rows(document_key: int) -> tuple[bytes, ...]:
        return tuple(row.terms for row in corpus.rows_of([document_key], "document"))

    def mentions(document_key: int, word: str) -> int:
        found = (frequencies(row, stem) for row in rows(document_key) for stem in stems(word))
        return sum(sum(counts) for counts in found if counts)

    @cache
    def identified(code: str) -> int:
        return len(corpus.identified(code, "chunk", Filter()))

    @cache
    def bearing(code: str) -> frozenset[int]:
        held = corpus.identified(code, "chunk", Filter())
        return frozenset(row.document_key for row in corpus.rows(held[:HELD]))

    @cache
    def opening(document_key: int) -> str:
        return opening_of(corpus.slice(document_key, Span(0, COVERED)))

    rows_held = corpus.statistics("chunk").rows
    return Vocabulary(rows_held, frequency, mentions, identified, bearing, names, opening, long_forms)
