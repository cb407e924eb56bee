"""Words of a ticket that are written like names and are none: what begins a subject, what is shouted, a platform.

An answer is held to every name of its question. What the found passages write with a capital in the middle of a
sentence is a name to them, and stays one here; so does every word that is not known to be ordinary.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.lexicon.entities_words import STARTERS
from kts.lexicon.everyday import is_everyday
from kts.lexicon.keyphrases import FUNCTION_WORDS
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.types import Result

_FIRST = later(r"\A\W*(?P<word>[A-Z][a-z]{2,})(?![\w-]|\.\w)")
_RUN = later(r"(?<![\w-])[A-Z]{2,}(?:[ ,]+[A-Z]{2,})+(?![\w-])")
"""Several words in capitals: shouted where one of them is a word of grammar, `FIX IT NOW`."""
_CAPITALS = later(r"(?<![\w-])(?<![A-Z] )[A-Z]{4,}(?![\w-]| [A-Z]{2})")
"""One word in capitals alone; two are what a screen says."""
_FORMED = later(
    r"(?i)[a-z]{2,}(?:ity|ities|tions?|sions?|ments?|ness|able|ible|ful|less|ous|ably|ingly|ally|ance|ence|ency|ing|ism)"
)
"""Words that are formed as no name is: `vulnerability`, `unacceptable`."""
_ORDINARY = frozenset(
    "angry annoyed awful bad bandwidth brilliant broken bug bugs complaint crash crashes crashed dear disaster early "
    "email emails faulty firewall followup furious great hello invoice invoices laptop late login logins mess missed "
    "nightmare okay password passwords poor problem problems quota quotas query rubbish sad seat seats severe sick "
    "slow "
    "sorry stuck super terrible thanks ticket tickets tired unhappy upset useless weird worse worst wow wrong".split()
)
"""Words of subjects that the list of everyday words does not have."""
_FAMILIES = {
    "linux": "linux|ubuntu|debian|fedora|red hat|redhat|rhel|centos|suse|opensuse|mint|arch|rocky|almalinux",
    "windows": "windows|win10|win11",
    "apple": "macos|mac os|osx|os x|macbook|imac|mac|ios|ipad|iphone|ipados",
    "android": "android",
    "browser": "chrome|firefox|edge|safari|opera",
    "chromeos": "chromeos|chromebook",
}
"""Platforms, and what each is called; one of a family is another of it (a list of the usual ones)."""
_PLATFORM = "|".join(names for names in _FAMILIES.values())
_ON = later(
    rf"(?i)[ ,]*\b(?:on|under|using|running|with) (?:my |our |an? |the )?(?P<name>{_PLATFORM})"
    r"(?: (?:\d[\w.]*|lts|server|pro|home|desktop))*(?![\w-])"
)
_ASKED_OF = later(
    r"(?i)\b(?:is|are|does|do|can|will|could|would)\b[^.?!]*\b(?:runs?|works?|available|supported?|supports?|compatible|"
    r"install(?:ed)?|exists?|used?)\b[^.?!]*\?"
)
"""A question whether something is to be had on a platform: there the platform is what is asked."""


def plainly(text: str, results: Sequence[Result]) -> str:
    """The text with small letters where a capital makes no name: its first word, and what is shouted."""
    names = _names(results)

    def small(match: re.Match[str]) -> str:
        return match[0].lower() if _is_plain(match[0], names) else match[0]

    def shouted(match: re.Match[str]) -> str:
        words = re.findall(r"[A-Z]+", match[0])
        grammar = any(_is_grammar(one.lower()) for one in words)
        return match[0].lower() if grammar and not any(one in names for one in words) else match[0]

    text = _CAPITALS.sub(small, _RUN.sub(shouted, text))
    first = _FIRST.match(text)
    if first and not _is_grammar(first["word"].lower()) and _is_plain(first["word"], names):
        start, end = first.span("word")
        return f"{text[:start]}{first['word'].lower()}{text[end:]}"
    return text


def without_platform(text: str, results: Sequence[Result]) -> str:
    """The text without `on Ubuntu` where what was found first is of no other platform, and names not this one.

    Kept where the text asks whether something is to be had there.
    """
    if not results:
        return text
    found = results[0]
    where = f"{found.citation.title}\n{found.hit.passage.text}"
    there = {family for family in _FAMILIES if _of(family).search(where)}

    def left(match: re.Match[str]) -> str:
        family = next(name for name in _FAMILIES if _of(name).search(match["name"]))
        named = re.search(rf"(?i)(?<!\w){re.escape(match['name'])}(?!\w)", where)
        return match[0] if named or there - {family, "browser"} else ""

    return "".join(one if _ASKED_OF.search(one) else _ON.sub(left, one) for one in re.split(r"(?<=[.?!])(?=\s)", text))


def _of(family: str) -> re.Pattern[str]:
    return re.compile(rf"(?i)(?<![\w-])(?:{_FAMILIES[family]})(?![\w-])")


def _is_plain(word: str, names: frozenset[str]) -> bool:
    low = word.lower()
    if word in names or low.capitalize() in names:
        return False
    return _is_grammar(low) or low in _ORDINARY or is_everyday(low) or _FORMED.fullmatch(low) is not None


def _is_grammar(low: str) -> bool:
    return low in FUNCTION_WORDS or low in STARTERS or low in {"now", "it", "fix", "again"}


def _names(results: Sequence[Result]) -> frozenset[str]:
    """What the passages write with a capital behind a small word."""
    return frozenset(
        name for one in results for name in re.findall(r"(?<=[a-z,] )[A-Z][A-Za-z]+", one.hit.passage.text)
    )
