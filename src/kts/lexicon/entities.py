"""Names in prose and in questions: organisations, persons, places, products, documents.

By rules over capitals and closed lists, and by a gazetteer of names that are known beforehand, which finds them in
lower case, too. What is capitalised and of no recognisable kind is a `name`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from kts.lexicon.analyse import words
from kts.lexicon.entities_words import (
    COUNTRIES,
    DOCUMENTS,
    JOINING,
    NO_NAMES,
    ORGANISATIONS,
    PLACES,
    ROLES,
    STARTERS,
    TITLES,
    VERSIONED,
)
from kts.lexicon.gazetteer import EMPTY
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.lexicon.gazetteer import Gazetteer

EntityKind = Literal["organisation", "person", "place", "product", "document", "name"]
_TOKEN = later(r"[^\W_]+(?:[-'\u2019.&/][^\W_]+)*\.?|&")
_GAP = later(r"[ \xa0\t]{1,2}|,[ ]|\r?\n(?=\S)")
_SENTENCE = later(r"(?:^|[.!?:;\u2022|]\s*[\"'\u201c(]*\s*|\n\s*(?:[-*#>]+\s*)?|[\"\u201c(]\s*)\Z")
_DOTTED = later(r"(?:[A-Za-z]\.)+|(?:inc|corp|co|ltd|dr|mr|mrs|ms|prof|st|jr|sr|rev|no)\.", re.IGNORECASE)
_NUMBER = later(r"\d[\w.-]*")
_SUFFIX_AFTER_COMMA = later(r"(?:inc|llc|l\.l\.c|llp|lp|l\.p|ltd|n\.a|na|corp|co|plc)\.?\Z", re.IGNORECASE)
_PERSON_WORDS = (2, 3)
"""How many words a person's name has, mostly."""


class Entity(NamedTuple):
    """A name: `text == given[start:end]`; `norm` is its folded words without legal form, title and version."""

    start: int
    end: int
    text: str
    kind: EntityKind
    norm: str


class _Token(NamedTuple):
    start: int
    end: int
    text: str

    @property
    def folded(self) -> str:
        return self.text.casefold().replace("\u2019", "'").removesuffix("'s")

    @property
    def capital(self) -> bool:
        return any(character.isupper() for character in self.text)


def entities(text: str, *, known: Gazetteer = EMPTY) -> tuple[Entity, ...]:
    """The names in `text`, in order, not overlapping; known ones win over those found by rules."""
    given = [Entity(start, end, text[start:end], _kind_of(name.kind), " ".join(name.words))
             for start, end, name in known.found(text)]  # fmt: skip
    taken = [(one.start, one.end) for one in given]
    ruled = (entity for run in _runs(text) if (entity := _entity(run, text)))
    free = [one for one in ruled if not any(one.start < end and start < one.end for start, end in taken)]
    return tuple(sorted([*given, *free]))


def _kind_of(kind: str) -> EntityKind:
    for one in get_args(EntityKind):
        if one == kind:
            return one  # type: ignore[no-any-return]  # get_args is untyped
    return "name"


def _runs(text: str) -> Iterator[list[_Token]]:
    """Stretches of capitalised words with the small words that join them."""
    run: list[_Token] = []
    for match in _TOKEN.finditer(text):
        token = _token(match)
        if run and not _continues(run, token, text):
            yield from _settled(run)
            run = []
        if run or token.capital:
            run.append(token)
    yield from _settled(run)


def _token(match: re.Match[str]) -> _Token:
    surface = match[0]
    if surface.endswith(".") and not _DOTTED.fullmatch(surface):
        surface = surface[:-1]
    return _Token(match.start(), match.start() + len(surface), surface)


def _continues(run: Sequence[_Token], token: _Token, text: str) -> bool:
    gap = text[run[-1].end : token.start]
    if not _GAP.fullmatch(gap) or run[-1].text.endswith(("'s", "\u2019s")):
        return False
    if gap.startswith(","):
        return bool(_SUFFIX_AFTER_COMMA.match(token.text))
    if token.folded in DOCUMENTS and run[-1].capital:
        return True  # "the Northmarch agreement"
    if token.capital or token.text == "&" or _NUMBER.fullmatch(token.text):
        return True
    return token.folded in JOINING or token.folded in {"and", "version", "release"}


def _settled(run: list[_Token]) -> Iterator[list[_Token]]:
    """The run without what joins nothing at its ends, cut at an `and` between two names."""
    for part in _parted(run):
        first, last = 0, len(part)
        while last > first and not _closes(part[last - 1]):
            last -= 1
        while first < last and not _opens(part[first], followed=first + 1 < last):
            first += 1
        if first < last:
            yield part[first:last]


def _closes(token: _Token) -> bool:
    return token.capital or bool(_NUMBER.fullmatch(token.text)) or token.folded in DOCUMENTS


def _opens(token: _Token, *, followed: bool) -> bool:
    """A word that opens sentences opens a name only in capitals throughout: `IT`, `WHO`."""
    if token.folded in STARTERS:
        return len(token.text) > 1 and token.text.isupper() and followed
    return token.capital and token.folded not in NO_NAMES


def _parted(run: list[_Token]) -> Iterator[list[_Token]]:
    """`Pooling and Servicing Agreement` is one name, `Nolan and Kalathil` are two."""
    part: list[_Token] = []
    for at, token in enumerate(run):
        if token.folded == "and" and not _one_title(part, run[at + 1 :]):
            yield part
            part = []
        elif token.capital and token.folded in NO_NAMES | STARTERS and not token.text.isupper() and not part:
            continue
        else:
            part.append(token)
    yield part


def _one_title(before: Sequence[_Token], after: Sequence[_Token]) -> bool:
    return len(before) == 1 and any(token.folded in DOCUMENTS for token in after[:3])


def _entity(run: Sequence[_Token], text: str) -> Entity | None:
    plain = [token for token in run if token.capital and token.folded not in NO_NAMES]
    if not plain:
        return None
    start, end = run[0].start, run[-1].end
    if len(run) == 1 and _only_a_start(run[0], text):
        return None
    return Entity(start, end, text[start:end], _kind(run, text), norm(text[start:end]))


def _only_a_start(token: _Token, text: str) -> bool:
    """Capitalised because it opens a sentence, as far as one can see."""
    opens = bool(_SENTENCE.search(text[max(0, token.start - 8) : token.start]))
    return opens and token.text[1:].islower() and token.folded not in COUNTRIES


def norm(name: str) -> str:
    """The folded words of a name without legal form, title, version and possessive."""
    kept = [word.removesuffix("'s") for word in words(name)]
    while len(kept) > 1 and kept[-1] in _LEGAL:
        kept.pop()
    if len(kept) > 1 and kept[0] in _TITLE_WORDS:
        kept = kept[1:]
    return " ".join(word for word in kept if word not in VERSIONED or len(kept) == 1)


_LEGAL = frozenset(
    "inc incorporated llc l c llp lp p ltd limited plc corp corporation co company n a gmbh ag sa".split()
)
_TITLE_WORDS = frozenset(word.strip(".") for word in TITLES) | {"the"}


def _kind(run: Sequence[_Token], text: str) -> EntityKind:
    folded = [token.folded for token in run]
    if any(word in DOCUMENTS for word in folded):
        return "document"
    if folded[-1] in ORGANISATIONS or (folded[0] in ORGANISATIONS and "of" in folded):
        return "organisation"
    if _is_version(run):
        return "product"
    if folded[0] in TITLES or _of_person(run, text):
        return "person"
    return _by_surroundings(run, folded, text)


def _by_surroundings(run: Sequence[_Token], folded: Sequence[str], text: str) -> EntityKind:
    if folded[-1] in PLACES or folded[-1] in COUNTRIES or _in_place(run, text):
        return "place"
    all_capital = all(token.capital for token in run)
    return "person" if all_capital and len(run) in _PERSON_WORDS and _of_someone(run, text) else "name"


def _is_version(run: Sequence[_Token]) -> bool:
    last = run[-1].text
    return len(run) > 1 and bool(re.fullmatch(r"[vV]?\d+(?:\.\d+)+|[vV]\d+", last) or run[-2].folded in VERSIONED)


def _of_person(run: Sequence[_Token], text: str) -> bool:
    """A role right before (`analyst Sunniva Parrish`) or in apposition behind (`Agnethe Quillfeather, Records ...`)."""
    if len(run) not in _PERSON_WORDS or any(not token.capital for token in run):
        return False
    before = words(text[max(0, run[0].start - 30) : run[0].start])
    behind = words(text[run[-1].end : run[-1].end + 60])
    if before and before[-1] in ROLES:
        return True
    return text[run[-1].end : run[-1].end + 1] in {",", "("} and any(word in ROLES for word in behind[:4])


def _in_place(run: Sequence[_Token], text: str) -> bool:
    behind = text[run[-1].end : run[-1].end + 24]
    return bool(re.match(r", (?:[A-Z][a-z]+)\b", behind)) and words(behind)[:1] != [] and words(behind)[0] in COUNTRIES


def _of_someone(run: Sequence[_Token], text: str) -> bool:
    """What only persons do: `did X Y say`, `X Y was born`, `who is X Y`."""
    before = words(text[max(0, run[0].start - 30) : run[0].start])[-2:]
    behind = words(text[run[-1].end : run[-1].end + 40])[:3]
    if before in (["who", "is"], ["who", "was"]):
        return True
    doing = {"born", "died", "married", "said", "says", "wrote", "joined", "resigned", "signed", "approved", "won"}
    return bool(doing & set(behind)) or (before[-1:] == ["by"] and not run[0].text.isupper())
