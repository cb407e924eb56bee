"""Where defined terms are used, which are never used, and which words look defined and are not."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from kts.lexicon.definitions import norm
from kts.lexicon.letters import LOWER, UPPER
from kts.lexicon.patterns import later
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from kts.structure import Definition

LONGEST = 8
"""Words of the longest term that is looked for."""
OFTEN = 3
"""Uses from which capitalised words look like a term that somebody forgot to define (a default, not fitted)."""
DEFINING = 10
"""Definitions from which a document is one that defines its terms."""

_WORD = later(r"[^\W_]+(?:['\u2019&/.-][^\W_]+)*")
_PHRASE = later(
    rf"(?<![.!?:;\u201c\"'(\n] )(?<=[{LOWER},] )(?P<phrase>[{UPPER}][{LOWER}][\w\u2019'-]*"
    rf"(?: (?:[{UPPER}][{LOWER}][\w\u2019'-]*"
    r"|of(?= [A-Z]))){1,4})(?= [a-z])"
)
_NAME = later(
    r"\b(?:Inc|Corp|LLC|L\.P|Ltd|Company|Bank|Street|Avenue|State|States|Court|County|City|University"
    r"|Department|January"
    r"|February|March|April|May|June|July|August|September|October|November|December|Section|Article|Exhibit|Schedule"
    r"|Sections|Articles|Annex|Appendix|Act|Code|Board|Reserve|Treasury|New York|United|Federal|America|York"
    r"|National|Trust|Securities"
    r"|Law|Rule|Standard|Chief|President|Vice|Officer|Dollars|Eastern|Central|English|European)\b"
)


class Use(NamedTuple):
    """A stretch of text that uses a term."""

    norm: str
    span: Span


def uses(text: str, terms: Mapping[str, str]) -> tuple[Use, ...]:
    """The uses of terms in `text`, longest first where they overlap; `terms` maps a norm to the term as it is written.

    A term with capitals is used by words with capitals: `advance` is no use of "Advance". One short word in lower case
    is never taken for a term.
    """
    first = _by_first_word(terms)
    found: list[Use] = []
    for run in _runs(text, first):
        words, at = list(_WORD.finditer(text, *run)), 0
        while at < len(words) and (len(first) > FEW or at == 0):
            use = _longest(text, words, at, first)
            if use and (not found or found[-1].span.end <= use[0].span.start):
                found.append(use[0])
            at += use[1] if use else 1
    return tuple(found)


FEW = 12
"""First words up to which a text is searched for them, instead of being read word by word."""


def _runs(text: str, first: Mapping[str, set[str]]) -> Iterator[tuple[int, int]]:
    """The stretches of `text` that may hold a use: all of it, or what begins with one of few first words."""
    if len(first) > FEW:
        yield 0, len(text)
    elif first:
        stems = (re.escape(word[: max(3, len(word) - 1)]) for word in first)
        for match in re.finditer(rf"\b(?:{'|'.join(sorted(stems))})", text, re.IGNORECASE):
            yield match.start(), min(len(text), match.start() + REACH)


REACH = 200
"""Characters that the longest term takes up."""


def _by_first_word(terms: Mapping[str, str]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for short, term in terms.items():
        if any(letter.isupper() or letter.isdigit() for letter in term) or " " in term:
            found.setdefault(short.split(" ")[0], set()).add(short)
    return found


def _longest(
    text: str, words: Sequence[re.Match[str]], at: int, first: Mapping[str, set[str]]
) -> tuple[Use, int] | None:
    opening = words[at][0]
    plain = opening.casefold().replace("\u2019", "'")
    known = first.get(plain, set()) | first.get(norm(opening), set())
    if not known:
        return None
    for count in range(min(LONGEST, len(words) - at), 0, -1):
        span = Span(words[at].start(), words[at + count - 1].end())
        written = text[span.start : span.end]
        if norm(written) in known and any(letter.isupper() or letter.isdigit() for letter in written):
            return Use(norm(written), span), count
    return None


def unused(text: str, definitions: Iterable[Definition]) -> tuple[Definition, ...]:
    """Definitions whose term occurs nowhere but where it is defined."""
    listed = list(definitions)
    terms = {one.norm: one.term for one in listed}
    counts = Counter(use.norm for use in uses(text, terms))
    places = Counter(one.norm for one in listed)
    looked_for = {short for group in _by_first_word(terms).values() for short in group}
    return tuple(one for one in listed if one.norm in looked_for and counts[one.norm] <= places[one.norm])


def undefined(text: str, definitions: Sequence[Definition], others: Iterable[str] = ()) -> tuple[tuple[str, Span], ...]:
    """(words, first place) of what is written like a defined term, often, and is defined neither here nor in `others`.

    Only for texts that define their terms; names of people, places, months and laws are left out.
    """
    if len(definitions) < DEFINING:
        return ()
    known = {one.norm for one in definitions} | set(others)
    parts = {part for short in known for part in _parts(short)}
    found: dict[str, list[Span]] = {}
    for match in _PHRASE.finditer(text):
        phrase = match["phrase"]
        if not _NAME.search(phrase) and norm(phrase) not in parts and not _made_of(phrase, known):
            found.setdefault(norm(phrase), []).append(Span(*match.span("phrase")))
    often = ((text[spans[0].start : spans[0].end], spans[0]) for spans in found.values() if len(spans) >= OFTEN)
    return tuple(sorted(often, key=lambda one: one[1]))


def _parts(short: str) -> Iterator[str]:
    """A term and what it ends and begins with: `Servicer Event of Default` covers `Event of Default`."""
    words = short.split(" ")
    for start in range(len(words)):
        yield " ".join(words[start:])
        yield norm(" ".join(words[: start + 1]))


def _made_of(phrase: str, known: set[str]) -> bool:
    """Whether words put together from defined terms and nothing else: `Trustee and Servicer`, `Servicer Advances`."""
    words = phrase.split(" ")
    reach = [True] + [False] * len(words)
    for end in range(1, len(words) + 1):
        reach[end] = any(
            reach[start] and (norm(" ".join(words[start:end])) in known or words[start:end] in (["of"], ["and"]))
            for start in range(end)
        )
    return reach[-1]
