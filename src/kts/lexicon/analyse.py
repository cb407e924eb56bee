"""From text to the terms that the lexical index and BM25 count: case folded, accents removed, stemmed.

Stemming is Snowball (Porter 2001), by the language of the document. Scripts without spaces are cut into
overlapping pairs of characters.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from kts.lexicon.compounds import compounds
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
    from typing import NamedTuple
else:
    from kts.nouns import NamedTuple

VERSION = "2"
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

_WORD = later(r"[^\W_]+(?:['\u2019][^\W_]+)?")
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
        folded = _spelled_plainly(folded)
        if not folded.isascii():
            found = _WORD.findall(folded)
            return [piece for word in found for piece in _pairs(word)] if _DENSE.search(folded) else found
    pieces = folded.encode("ascii").translate(_SPACED).decode("ascii").split()
    return parted(pieces, _WORD) if "'" in folded else pieces


_SPACED = bytes(byte if chr(byte).isalnum() or byte == ord("'") else ord(" ") for byte in range(128)) + b" " * 128
"""ASCII with a space for what is in no word: three times as fast as the expression that finds words."""


def parted(pieces: Iterable[str], word: re.Pattern[str]) -> list[str]:
    """The words of runs of letters, digits and apostrophes; what has an apostrophe is cut by the pattern of a word."""
    whole = list(pieces)
    found: list[str] = []
    end = 0
    for at in [at for at, piece in enumerate(whole) if "'" in piece]:  # few of them: what lies between goes in one go
        found += whole[end:at]
        found += word.findall(whole[at])
        end = at + 1
    return found + whole[end:]


def _spelled_plainly(folded: str) -> str:
    """`folded` without accents, and with a space for each character that is in no word."""
    for character in sorted(set(foreign(folded))):
        folded = folded.replace(character, _plainly(character))
    return folded


def foreign(text: str) -> str:
    """The characters that are not ASCII, in order: most texts have few, and this is a tenth of the cost of a search."""
    return text.encode("utf-8", "surrogatepass").translate(None, _ASCII).decode("utf-8", "surrogatepass")


_ASCII = bytes(range(128))


@cache
def _plainly(character: str) -> str:
    return "".join(one if one.isalnum() or one == "'" else " " for one in _plain(character))


def terms(text: str, language: str = "en") -> list[str]:
    """The index terms of `text` in order."""
    return list(map(_stems(language).__getitem__, words(text)))


def indexed(text: str, language: str = "en") -> list[str]:
    """The terms of a document's text: those of its words in order, then those of the parts of its compound words.

    Questions have their own words only (`terms`): *maxReplicas* asks for that key, not for all that is replicated.
    """
    stems = _stems(language)
    return list(map(stems.__getitem__, [*words(text), *compounds(text)]))


class _Stems(dict[str, str]):
    """The index terms of folded words in one language, kept: a text says most of its words many times."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._stem = _stemmer(language)

    def __missing__(self, word: str) -> str:
        (stem,) = self._stem([word])
        if len(word) > LONGEST:
            return stem[:LONGEST]
        if len(self) >= KEPT_WORDS:
            self.clear()
        self[word] = stem[:LONGEST]
        return self[word]

    def learn(self, listed: Iterable[str]) -> None:
        """Know these words, which costs a third of one after the other."""
        unknown = [word for word in listed if word not in self and len(word) <= LONGEST]
        if unknown and len(self) + len(unknown) <= KEPT_WORDS:
            self.update(zip(unknown, (stem[:LONGEST] for stem in self._stem(unknown)), strict=True))


KEPT_TEXTS = 4_096
"""Passages whose terms are kept between questions: some 4 MB."""
KEPT_WORDS = 100_000
"""Words of a language whose terms are kept (a default, not fitted: some 15 MB, and more than most folders use)."""


@cache
def _stems(language: str) -> _Stems:
    return _Stems(language)


def located_words(text: str, *, among: Container[str] | None = None) -> list[tuple[int, int, str]]:
    """`(start, end, folded word)` of each word, or of those that are `among` some, with offsets into `text`."""
    if not text.isascii():
        return [one for one in _folded(text) if among is None or one[2] in among]
    found = _WORD.finditer(text.lower())  # whose offsets are the text's own
    return [(match.start(), match.end(), match[0]) for match in found if among is None or match[0] in among]


def _folded(text: str) -> Iterator[tuple[int, int, str]]:
    for match in _WORD.finditer(text):
        word, start = match[0].lower(), match.start()
        if not word.isascii() and _DENSE.search(word) and len(word) == len(match[0]):
            yield from ((start + at, start + at + len(pair), pair) for at, pair in enumerate(_pairs(word)))
        else:
            yield start, match.end(), word if word.isascii() else _without_accents(word)


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
    columns = [_stemmer(language)(given) for language in stemmed_as(languages)]
    if len(columns) == 1:
        return {word: (stem[:LONGEST],) for word, stem in zip(given, columns[0], strict=True)}
    return {
        word: tuple(dict.fromkeys(stem[:LONGEST] for stem in stems))
        for word, stems in zip(given, zip(*columns, strict=True), strict=True)
    }


def weights(terms: Sequence[QueryTerm]) -> dict[str, float]:
    """What each index term of a question is worth; of two words with one, the first's."""
    return {form: term.weight for term in reversed(terms) for form in term.forms}


def places_of(text: str, wanted: Iterable[str], languages: Iterable[str]) -> dict[int, str]:
    """Where the text has a wanted index term, by place in its `words`; of two terms of a word the last language's."""
    return {place: stem for language in languages for stem in wanted for place in _places_of_stem(text, stem, language)}


KEPT_PLACES = 65_536
"""Index terms whose places in a passage are kept between questions, most of them nowhere.

Some 21 MB, filled from 11,000 passages of 750 characters: the keys keep the texts, 8 MB of it.
"""


@lru_cache(maxsize=KEPT_PLACES)
def _places_of_stem(text: str, stem: str, language: str) -> tuple[int, ...]:
    stems, found = _in_stems(text, language), []
    start = stems.find(f" {stem} ")
    while start >= 0:
        found.append(stems.count(" ", 0, start))
        start = stems.find(f" {stem} ", start + 1)
    return tuple(found)


@lru_cache(maxsize=KEPT_TEXTS)
def spaced_words(text: str) -> str:
    """The words of the text in order, with spaces between them."""
    return " ".join(words(text))


@lru_cache(maxsize=KEPT_TEXTS)
def _in_stems(text: str, language: str) -> str:
    """The index terms of the text in order, with a space before and after each."""
    listed, stems = spaced_words(text).split(), _stems(language)
    stems.learn(set(listed))
    return f" {' '.join([stems[word] for word in listed])} "


def stems_of(text: str, language: str) -> list[str]:
    """The index terms of the text in order."""
    return _in_stems(text, language).split()


def stemmed_as(languages: Sequence[str]) -> list[str]:
    """The languages by whose rules words are stemmed: a language without rules has those of English."""
    return list(dict.fromkeys(language if language in STEMMERS else "en" for language in languages or ("en",)))


SPACE, FIELDS = ord(" "), 3
FREQUENCY_CAP = 127
"""Term frequencies above this are stored as this: BM25 is saturated long before."""


def forward(title: Sequence[str], heading: Sequence[str], body: Sequence[str]) -> bytes:
    r"""A forward index row: for each distinct term, how often it occurs in title, heading and body.

    Lines of `term + space + bytes 128 + frequency`, sorted, each after a newline, so that one
    `bytes.find(b"\nterm ")` answers. Bytes of the frequencies are >= 128, so no term can be mistaken. A term that
    stands in the body alone has one byte, others three; rows of older indexes have three for each.
    """
    return under(above(title, heading), body)


def above(title: Sequence[str], heading: Sequence[str]) -> dict[str, bytes]:
    """The beginnings of the lines of a forward row for what stands over a passage, for many that stand under it."""
    in_title, in_heading = Counter(title), Counter(heading)
    return {
        term: term.encode() + b" " + _BYTES[in_title[term]] + _BYTES[in_heading[term]]
        for term in dict.fromkeys((*title, *heading))
    }


def under(names: Mapping[str, bytes], body: Sequence[str]) -> bytes:
    """The forward row of a passage under the title and heading that `above` counted."""
    counts = Counter(body)
    lines = [line + _BYTES[counts.pop(term, 0)] for term, line in names.items()]
    lines += [_ONCE[term] if count == 1 else term.encode() + _BODY[count] for term, count in counts.items()]
    lines.sort()  # as the terms themselves: no character of one comes before the space
    return b"\n" + b"\n".join(lines) + b"\n"


class _Bytes(dict[int, bytes]):
    """The byte of a frequency: 128 + n, capped."""

    def __missing__(self, count: int) -> bytes:
        self[count] = bytes((128 + min(FREQUENCY_CAP, count),))
        return self[count]


class _Body(dict[int, bytes]):
    """The bytes of a term that occurs in the body only."""

    def __missing__(self, count: int) -> bytes:
        self[count] = b" " + _BYTES[count]
        return self[count]


class _Once(dict[str, bytes]):
    """The line of a term that occurs once, in the body: most lines of most rows, kept."""

    def __missing__(self, term: str) -> bytes:
        if len(self) >= KEPT_WORDS:
            self.clear()
        self[term] = line = term.encode() + _BODY[1]
        return line


_BYTES = _Bytes()
_BODY = _Body()
_ONCE = _Once()


def frequencies(row: bytes, term: str) -> tuple[int, int, int] | None:
    """(title, heading, body) frequency of `term` in a forward row, None when it does not occur."""
    key = b"\n%s " % term.encode()
    at = row.find(key)
    if at < 0:
        return None
    found = row[at + len(key) : row.find(b"\n", at + len(key))]
    return (found[0] - 128, found[1] - 128, found[2] - 128) if len(found) == FIELDS else (0, 0, found[0] - 128)


def counter(forms: Sequence[bytes]) -> Callable[[bytes], dict[bytes, bytes]]:
    """A function from a forward row to the bytes of those of the terms that it holds, in the order of the row.

    One expression finds all terms of a row in one pass: half the time of one search a term, most of which fail.
    """
    if not forms:
        return lambda _: {}
    find = re.compile(b"\n(" + b"|".join(map(re.escape, sorted(forms))) + b") ([\x80-\xff]+)").findall
    return lambda row: dict(find(row))


def spelled(row: bytes) -> str:
    """The terms of a forward row, each as often as it occurs, for an index that counts words itself."""
    lines = row[1:-1].split(b"\n") if len(row) > len(b"\n\n") else []
    return b"".join([
        line[:-1] * (line[-1] - 128) if line[-2] == SPACE else line[:-3] * (line[-3] + line[-2] + line[-1] - 3 * 128)
        for line in lines
    ]).decode()  # fmt: skip


def vocabulary(row: bytes) -> Mapping[str, int]:
    """All terms of a forward row with their total frequency."""
    lines = row[1:-1].split(b"\n") if len(row) > len(b"\n\n") else []
    found = ((term, counts) for term, _, counts in (line.rpartition(b" ") for line in lines))
    return {term.decode(): sum(counts) - len(counts) * 128 for term, counts in found}
