"""The words within words of a document: `maxReplicas` is asked for as *max replicas*, `311s` as *311 seconds*.

`snake_case`, `kebab-case` and `dotted.paths` need nothing: they are words apart for the analysis.
"""

from __future__ import annotations

from itertools import chain

from kts.lexicon.patterns import later

LONGEST = 64
"""Characters of the longest word that is taken apart: keys and names, not encoded text."""
LETTERS = 3
"""Letters before digits that are a word (`tls1`); fewer are a code of their own (`p95`, `Q3`)."""
PARTS = 3
"""Parts of a word with a capital at its beginning: of two it is mostly the name of a product (`CloudWatch`)."""
SHORTEST = 2
"""Letters of each part: what has a single letter (`iPhone`, `LaTeX`) is one name."""
KEPT_WORDS = 16_384
"""Words whose parts are kept: some 4 MB."""

_APART = bytes(
    byte if chr(byte).isalnum() and byte < 128 else ord("_") if byte >= 128 else ord(" ")  # noqa: PLR2004 - ASCII
    for byte in range(256)
)
"""A space for what is in no word, and a mark for letters beyond ASCII: words with those are left whole."""
_PART = later(r"[A-Z]{2,}(?=v\d)|[A-Z]{2,}s(?![a-z])|[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")
_MEASURED = later(r"(?P<number>\d+)(?!(?:st|nd|rd|th)\Z)(?P<unit>[A-Za-z]{1,3})")


def compounds(text: str) -> list[str]:
    """The parts, folded, of the words of a text that have parts, in their order; the words themselves are left out."""
    listed = text.encode("utf-8", "surrogatepass").translate(_APART).decode("ascii").split()
    return list(chain.from_iterable(map(_PARTS.__getitem__, listed)))


class _Parts(dict[str, tuple[str, ...]]):
    """The parts of words, kept: most words have none, and a text says most of its words many times."""

    def __missing__(self, word: str) -> tuple[str, ...]:
        if len(self) >= KEPT_WORDS:
            self.clear()
        self[word] = found = () if word.isalpha() and word[1:].islower() else _parts(word)
        return found


_PARTS = _Parts()


def _parts(word: str) -> tuple[str, ...]:
    if len(word) > LONGEST or not word.isalnum() or word.isdigit() or (word.isalpha() and word.isupper()):
        return ()
    if measured := _MEASURED.fullmatch(word):
        return tuple(part.lower() for part in measured.groups() if part.isdigit() or len(part) >= SHORTEST)
    pieces = _PART.findall(word)
    digits = [at for at, piece in enumerate(pieces) if piece.isdigit()]
    if digits and digits != [len(pieces) - 1]:
        return ()
    named = [piece.lower() for piece in pieces if piece.isalpha() and not (piece == "v" and digits)]
    if any(len(piece) < SHORTEST for piece in named):
        return ()
    if len(named) == 1:
        return tuple(named) if digits and len(named[0]) >= LETTERS else ()
    return tuple(named) if len(named) >= (PARTS if pieces[0][0].isupper() else 2) else ()
