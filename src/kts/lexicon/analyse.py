"""From text to the terms that the lexical index and BM25 count: case folded, accents removed, stemmed.

Stemming is Snowball (Porter 2001), by the language of the document. Scripts without spaces are cut into
overlapping pairs of characters.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Mapping, Sequence
    from typing import NamedTuple
else:
    from kts.nouns import NamedTuple

VERSION = "1"
LONGEST = 64
"""Characters of a term that count; longer runs (hashes, encoded blobs) are cut."""

STEMMERS = {
    "de": "german",
    "en": "english",
    "es": "spanish",
    "fr": "french",
    "it": "italian",
    "nl": "dutch",
    "pt": "portuguese",
}
QUESTION_WORDS = (
    "who|whom|whose|what|which|when|where|why|how|is|are|was|were|do|does|did|can|could|may|must|shall|should|will|"
    "would|has|have|had"
)
"""How English questions begin, as alternatives of a pattern."""
STOP_WORDS = frozenset(
    "a an and are as at be but by do does for how if in into is it no not of on or such that the their then there "
    "these they this to was what when where which who why will with".split()
)
"""Dropped from a question, never from the index: RETRIEVAL.md, +.0035 nDCG@10 and a third of the query cost."""

_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)?")
_FOREIGN = later(r"[^\x00-\x7f]")
_DENSE = later(r"[぀-ヿ㐀-鿿豈-﫿가-힣฀-๿]+")


@cache
def _stemmer(language: str) -> Callable[[list[str]], list[str]]:
    import Stemmer

    stem: Callable[[list[str]], list[str]] = Stemmer.Stemmer(STEMMERS.get(language, "english")).stemWords
    return stem


def words(text: str) -> list[str]:
    """The words of `text` in order, folded but not stemmed."""
    folded = text.lower()
    if not folded.isascii():
        folded = _without_accents(folded)
        if _DENSE.search(folded):
            return [piece for word in _WORD.findall(folded) for piece in _pairs(word)]
    return _WORD.findall(folded)


def terms(text: str, language: str = "en") -> list[str]:
    """The index terms of `text` in order."""
    return [term[:LONGEST] for term in _stemmer(language)(words(text))]


def located_words(text: str, *, among: Container[str] | None = None) -> list[tuple[int, int, str]]:
    """`(start, end, folded word)` of each word, or of those that are `among` some, with offsets into `text`."""
    if not text.isascii():
        folded = ((match, _without_accents(match[0].lower())) for match in _WORD.finditer(text))
        return [(match.start(), match.end(), word) for match, word in folded if among is None or word in among]
    found = _WORD.finditer(text.lower())  # whose offsets are the text's own
    return [(match.start(), match.end(), match[0]) for match in found if among is None or match[0] in among]


def folded_words(text: str) -> set[str]:
    """The distinct folded words of `located_words`."""
    return set(_WORD.findall(text.lower())) if text.isascii() else {word for _, _, word in located_words(text)}


def _without_accents(text: str) -> str:
    return text if text.isascii() else _FOREIGN.sub(lambda match: _plain(match[0]), text)


@cache
def _plain(character: str) -> str:
    """A character as it is searched for: without its accents, in compatibility form; a combining mark is nothing."""
    if character == "\u2019":  # the typographer's apostrophe, which no stemmer knows
        return "'"
    parts = unicodedata.normalize("NFKD", character)
    return unicodedata.normalize("NFC", "".join(part for part in parts if not unicodedata.combining(part)))


def _pairs(word: str) -> list[str]:
    if not _DENSE.search(word) or len(word) == 1:
        return [word]
    return [word[i : i + 2] for i in range(len(word) - 1)]


class QueryTerm(NamedTuple):
    """One word of a question: `forms` are its index terms under each language of the index.

    `weight` is what a match of it is worth beside a word of the question itself; `origin` is the stage that brought
    it: question, typos, acronyms, synonyms, feedback.
    """

    word: str
    forms: tuple[str, ...]
    weight: float = 1.0
    origin: str = "question"


def query_terms(text: str, languages: Sequence[str] = ("en",)) -> tuple[QueryTerm, ...]:
    """The distinct content words of a question; all of them when it has nothing but stop words."""
    found = dict.fromkeys(words(text))
    kept = [word for word in found if word not in STOP_WORDS] or list(found)
    grouped: dict[str, QueryTerm] = {}
    for word, stems in forms(kept, languages).items():
        grouped.setdefault(stems[0], QueryTerm(word, stems))
    return tuple(grouped.values())


def forms(vocabulary: Iterable[str], languages: Sequence[str] = ("en",)) -> dict[str, tuple[str, ...]]:
    """The index terms of each folded word under each language."""
    given = list(vocabulary)
    columns = [_stemmer(language)(given) for language in _known(languages)]
    return {
        word: tuple(dict.fromkeys(stem[:LONGEST] for stem in stems))
        for word, stems in zip(given, zip(*columns, strict=True), strict=True)
    }


def with_stems(vocabulary: Iterable[str], wanted: Container[str], languages: Sequence[str]) -> set[str]:
    """The folded words that have one of the wanted index terms under some language."""
    given = list(vocabulary)
    columns = [_stemmer(language)(given) for language in _known(languages)]
    return {
        word
        for column in columns
        for word, stem in zip(given, column, strict=True)
        if stem in wanted or (len(stem) > LONGEST and stem[:LONGEST] in wanted)
    }


def _known(languages: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(language if language in STEMMERS else "en" for language in languages or ("en",)))


FREQUENCY_CAP = 127
"""Term frequencies above this are stored as this: BM25 is saturated long before."""


def forward(title: Sequence[str], heading: Sequence[str], body: Sequence[str]) -> bytes:
    r"""A forward index row: for each distinct term, how often it occurs in title, heading and body.

    Lines of `term + space + three bytes 128 + frequency`, sorted, each after a newline, so that one
    `bytes.find(b"\nterm ")` answers. Bytes of the frequencies are >= 128, so no term can be mistaken.
    """
    lines = {term: _BODY[count] for term, count in Counter(body).items()}
    in_title, in_heading = Counter(title), Counter(heading)
    for term in in_title | in_heading:
        lines[term] = b" " + _BYTES[in_title[term]] + _BYTES[in_heading[term]] + lines.get(term, _BODY[0])[-1:]
    return b"\n" + b"\n".join([term.encode() + counts for term, counts in sorted(lines.items())]) + b"\n"


class _Bytes(dict[int, bytes]):
    """The byte of a frequency: 128 + n, capped."""

    def __missing__(self, count: int) -> bytes:
        self[count] = bytes((128 + min(FREQUENCY_CAP, count),))
        return self[count]


class _Body(dict[int, bytes]):
    """The bytes of a term that occurs in the body only."""

    def __missing__(self, count: int) -> bytes:
        self[count] = b" " + _BYTES[0] + _BYTES[0] + _BYTES[count]
        return self[count]


_BYTES = _Bytes()
_BODY = _Body()


def frequencies(row: bytes, term: str) -> tuple[int, int, int] | None:
    """(title, heading, body) frequency of `term` in a forward row, None when it does not occur."""
    key = b"\n%s " % term.encode()
    at = row.find(key)
    if at < 0:
        return None
    at += len(key)
    return row[at] - 128, row[at + 1] - 128, row[at + 2] - 128


def spelled(row: bytes) -> str:
    """The terms of a forward row, each as often as it occurs, for an index that counts words itself."""
    lines = row[1:-1].split(b"\n") if len(row) > len(b"\n\n") else []
    return b"".join([line[:-3] * (line[-3] + line[-2] + line[-1] - 3 * 128) for line in lines]).decode()


def vocabulary(row: bytes) -> Mapping[str, int]:
    """All terms of a forward row with their total frequency."""
    lines = row[1:-1].split(b"\n") if len(row) > len(b"\n\n") else []
    return {line[:-4].decode(): line[-3] + line[-2] + line[-1] - 3 * 128 for line in lines}
