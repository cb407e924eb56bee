"""Which language a text is in, by its most frequent function words and its script.

Enough to choose a stemmer and to say that a text is not in the model's language; short or mixed text is
`und` (undetermined), not a guess.
"""

from __future__ import annotations

import re
from collections import Counter

from kts.lexicon.patterns import later

SAMPLE = 3000
"""Characters looked at."""
LEAST = 0.06
"""Share of function words below which nothing is claimed; running text has .25 to .45."""
DIFFERENT = 3
"""Function words of a language that must occur before it is named."""

_FUNCTION_WORDS = {
    "en": "the of and to in is that for it with as was on be by this are or from at not which an have shall any",
    "de": "der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch werden aus bei oder",
    "fr": "de la le et les des en un une du que est dans qui par pour au sur pas avec ce il sont aux ou cette",
    "es": "de la que el en los se del las un por con una para es al lo como más su no sus este o esta",
    "it": "di che è la il un a per in una non sono con del da della i le si nel alla dei come anche gli",
    "nl": "de het een van en in is dat op te zijn met voor niet aan er om ook als door bij deze wordt of naar",
    "pt": "de que o a e do da em um para com não uma os no se na por mais as dos como ao ou das",
}
_SETS = {
    language: frozenset(word for word in words.split() if len(word) > 1) for language, words in _FUNCTION_WORDS.items()
}
_SCRIPTS = (
    ("ja", re.compile("[぀-ヿ]")),
    ("zh", re.compile("[一-鿿]")),
    ("ko", re.compile("[가-힣]")),
    ("ru", re.compile("[Ѐ-ӿ]")),
    ("ar", re.compile("[؀-ۿ]")),
    ("he", re.compile("[֐-׿]")),
    ("el", re.compile("[Ͱ-Ͽ]")),
    ("th", re.compile("[฀-๿]")),
)
_WORD = later(r"[^\W\d_]+")


_ALL = frozenset().union(*_SETS.values())
_LETTERS = bytes(byte if chr(byte).isalpha() else ord(" ") for byte in range(128)) + b" " * 128
"""ASCII with a space for what is no letter."""


def _words(sample: str) -> list[str]:
    if sample.isascii():
        return sample.encode("ascii").translate(_LETTERS).decode("ascii").split()
    return _WORD.findall(sample)


def small_words(language: str) -> frozenset[str]:
    """The frequent words by which a language is told; none of one that is told by its script."""
    return _SETS.get(language, frozenset())


def language_of(text: str) -> str:
    """ISO 639-1 code of the text's language, `und` where it cannot be told."""
    sample = text[:SAMPLE].lower()
    if not sample.isascii():
        found = {language: len(script.findall(sample)) for language, script in _SCRIPTS}
        letters = sum(character.isalpha() for character in sample) if any(found.values()) else 0
        for language, count in found.items():
            if count * 5 > letters:
                return language
    listed = _words(sample)
    total = len(listed)
    words = Counter(filter(_ALL.__contains__, listed))
    shares = {
        language: sum(words[word] for word in words.keys() & known) / (total or 1) for language, known in _SETS.items()
    }
    best = max(shares, key=lambda language: (shares[language], language))
    known = sum(word in words for word in _SETS[best])
    return best if shares[best] >= LEAST and known >= DIFFERENT else "und"
