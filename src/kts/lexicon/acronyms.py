"""Short forms and what they stand for: shipped ones, and those that the documents introduce themselves.

Found where a text gives both, `Pooling and Servicing Agreement ("PSA")` or `PSA (Pooling and Servicing Agreement)`, by
the letters of the short form in the words before it (Schwartz & Hearst 2003), and in lists of definitions.
"""

from __future__ import annotations

import json
import re
from functools import cache, cached_property
from typing import TYPE_CHECKING

from kts.data import table
from kts.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

SHORT = r"[A-Z](?:[A-Za-z0-9]{0,2}[&/.-]?[A-Z0-9]){1,7}s?"
"""A short form: begins and ends with a capital, or ends with a digit or a plural s."""
SMALL = frozenset("a an and at by de for from in of on or the to und with &".split())
LONGEST = 10
"""Words of a long form at most."""
LEAST = 2
"""Capitals of a short form at least."""

_BRACKET = (r"\((?:(?:the|each an?|an?|collectively,? the|hereinafter|or)\s+)?[\"\u201c\u2018'*_]*"
                      rf"({SHORT})[\"\u201d\u2019'*_]*(?:[,;] [^()]{{0,40}})?\)"
)  # fmt: skip
_SPELLED = r"\((?<=\s.)([A-Za-z][A-Za-z ,&/'-]{4,80})\)"
_BEFORE = rf"(?<![\w-])({SHORT})\Z"
"""The long form after its short form is looked for first: there are far fewer brackets than words."""
LONGEST_SHORT = 32
"""Characters that a short form can have, and one before it."""
_LISTED = (
    rf"\n[ \t>*+|-]*+[\"\u201c*_`]*({SHORT})[\"\u201d*_`]*[ \t]*"
    r"(?:\||:|=|\u2013|\u2014|-(?=\s)|\bmeans\b|\bstands for\b)[ \t]*"
    r"(?:the )?[\"\u201c*_]*([A-Za-z][A-Za-z ,&/'-]{4,80})"
)
_WORD = r"[A-Za-z][A-Za-z'\u2019]*|\d+"
_ASKED = rf"(?<![\w@/.-])({SHORT})(?![\w@/-])"


def acronyms_in(text: str) -> frozenset[tuple[str, str]]:
    """(short form, long form) pairs that a text introduces. Linear in its length."""
    return frozenset(_introduced(text))


def _introduced(text: str) -> Iterator[tuple[str, str]]:
    for match in re.finditer(_BRACKET, text):
        short = _bare(match[1])
        found = long_form(short, text[max(0, match.start() - 160) : match.start()]) if short else ""
        if found:
            yield short, found
    for written, after in (*_spelled(text), *re.findall(_LISTED, f"\n{text}")):
        short = _bare(written)
        found = _leading(short, after) if short else ""
        if found:
            yield short, found


def _spelled(text: str) -> Iterator[tuple[str, str]]:
    """`PSA (Pooling and Servicing Agreement)`."""
    for match in re.finditer(_SPELLED, text):
        end = match.start()
        while end and text[end - 1].isspace():
            end -= 1
        short = re.search(_BEFORE, text[max(0, end - LONGEST_SHORT) : end])
        if short:
            yield short[1], match[1]


def _bare(short: str) -> str:
    """Without a plural s; empty when it has too few capitals to be a short form."""
    bare = short.removesuffix("s")
    return bare if sum(letter.isupper() for letter in bare) >= LEAST else ""


def long_form(short: str, before: str) -> str:
    """The words at the end of `before` that a short form abbreviates; empty when its letters are not theirs."""
    sentence = re.split(r"[.;:!?]\s|\n\n|[()\[\]|]", before)[-1]
    listed = list(re.finditer(_WORD, sentence))
    letters = _letters(short)
    most = min(len(letters) + 5, len(letters) * 2, LONGEST, len(listed))
    for inner in (False, True):
        for count in range(LEAST, most + 1):
            if _abbreviates(letters, [match[0] for match in listed[-count:]], inner=inner):
                return _tidy(sentence[listed[-count].start() :])
    return ""


def _leading(short: str, after: str) -> str:
    """The words at the beginning of `after` that a short form abbreviates."""
    letters, listed = _letters(short), list(re.finditer(_WORD, after))
    for inner in (False, True):
        for count in range(LEAST, min(len(listed), len(letters) + 3, LONGEST) + 1):
            if _abbreviates(letters, [match[0] for match in listed[:count]], inner=inner):
                return _tidy(after[: listed[count - 1].end()])
    return ""


def _tidy(long: str) -> str:
    return " ".join(long.split()).strip(" ,\"'\u201c\u201d*_\\")


def _letters(short: str) -> str:
    return "".join(letter for letter in short.casefold() if letter.isalnum())


def _abbreviates(letters: str, chosen: list[str], *, inner: bool) -> bool:
    """Whether each word gives its first letter (small ones may) and, with `inner`, one may give a later one too."""
    listed = [word.casefold() for word in chosen]
    if (
        listed[0] in SMALL
        or (listed[-1] in SMALL and listed[-1][0] != letters[-1])
        or len("".join(listed)) < 2 * len(letters)
    ):
        return False

    @cache
    def fits(at: int, number: int) -> bool:
        if number == len(listed):
            return at == len(letters)
        word = listed[number]
        if word in SMALL and fits(at, number + 1):
            return True
        if at >= len(letters) or word[0] != letters[at]:
            return False
        if fits(at + 1, number + 1):
            return True
        return inner and letters[at + 1 : at + 2] in word[1:] and at + 1 < len(letters) and fits(at + 2, number + 1)

    return fits(0, 0)


def asked(text: str) -> tuple[str, ...]:
    """The short forms that a question may name, as written; none where everything is written in capitals."""
    found = dict.fromkeys(_bare(match) for match in re.findall(_ASKED, text))
    capitals = sum(word.isupper() for word in text.split())
    return tuple(short for short in found if short) if capitals * 2 <= max(2, len(text.split())) else ()


@cache
def shipped() -> Mapping[str, tuple[str, ...]]:
    """The table that comes with the product: finance, support of information technology, contracts and policies."""
    return _table(table("acronyms.json"))


def _table(given: Mapping[str, object]) -> dict[str, tuple[str, ...]]:
    return {
        short: tuple(long) if isinstance(long, list) else (str(long),)
        for short, long in given.items()
        if not short.startswith("_")
    }


def overrides(path: Path) -> Mapping[str, tuple[str, ...]]:
    """A workspace's own table, `{"PSA": "Pooling and Servicing Agreement"}`; an empty text forgets a short form.

    Raises ConfigError when the file is no such table.
    """
    if not path.is_file():
        return {}
    try:
        given = json.loads(path.read_text(encoding="utf-8-sig"))
        sound = isinstance(given, dict) and all(
            isinstance(one, str) for long in given.values() for one in (long if isinstance(long, list) else [long])
        )
        problem = "" if sound else "each short form needs a text, or a list of texts"
    except (ValueError, OSError) as error:
        given, problem = {}, str(error)
    if problem:
        message = f"{path}: {problem}"
        raise ConfigError(message, path=str(path), hint='for example {"PSA": "Pooling and Servicing Agreement"}')
    return _table(given)


BEGINNING = 3
"""Characters of a long form by which those that a text cannot hold are soon told."""


class Table(dict[str, tuple[str, ...]]):
    """Long forms by short form."""

    def spelled_in(self, text: str) -> dict[str, str]:
        """The short forms whose first long form, of several words, may stand in a folded text, ` word word `."""
        listed, numbers = self._by_beginning
        parts = {text[at : at + BEGINNING] for at, sign in enumerate(text, 1) if sign == " "}
        found = sorted(number for part in parts & numbers.keys() for number in numbers[part])
        return dict(map(listed.__getitem__, found))

    @cached_property
    def _by_beginning(self) -> tuple[Sequence[tuple[str, str]], Mapping[str, Sequence[int]]]:
        """(short, long) in order, and for each folded beginning of a long form the places in it."""
        listed = [(short, long[0]) for short, long in self.items() if " " in long[0]]
        numbers: dict[str, list[int]] = {}
        for number, (_, long) in enumerate(listed):
            numbers.setdefault(long[:BEGINNING].casefold()[:BEGINNING], []).append(number)
        return listed, numbers


def joined(*tables: Mapping[str, tuple[str, ...]]) -> Table:
    """Tables as one, of a short form that stands in several the last; one without a long form is forgotten."""
    found = {short: long for table in tables for short, long in table.items()}
    return Table({short: long for short, long in found.items() if any(long)})
