"""Names of a question held against a piece of evidence: in full or in part, by acronym, misspelt or inflected."""

from __future__ import annotations

import math
import re
from functools import lru_cache
from typing import TYPE_CHECKING

from kts.answer.constraints.named import GENERIC, NUMBERED, PLACE_HEADS, STREETS, distinctive
from kts.answer.constraints.slips import misspelt
from kts.answer.constraints.values import in_column
from kts.answers import Unmet
from kts.lexicon.analyse import STOP_WORDS, terms, words
from kts.lexicon.entities_words import COUNTRIES, people
from kts.lexicon.letters import LOWER, UPPER
from kts.lexicon.patterns import later
from kts.lexicon.quantities_numbers import ORDINALS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.answer.constraints.pieces import Piece
    from kts.answer.constraints.vocabulary import Vocabulary
    from kts.answers import Constraint

ENOUGH = 0.6
"""Share of a name's words, weighted by rarity, that names it, the rarest among them (a default, not fitted)."""
SUBJECT_MENTIONS = 6
"""Times that a document names what it is about (fitted on the training questions of samples/)."""
ACRONYM = 6
"""Letters of an acronym at most (a default, not fitted)."""
INITIALS = 3
"""Initials from which a name is recognised by them: two stand for too much."""
_PLACED = later(rf"[{UPPER}][\w-]+ (?P<head>(?i:{PLACE_HEADS}))")
_ADDRESS = later(rf"(?P<number>\d{{1,4}}[{LOWER}]?) (?P<street>(?:[{UPPER}][\w'-]+ ){{1,3}}(?i:{STREETS}))")
_DASH = r"[-\u2010-\u2013]"
_THOUSANDS = r"[,.'\u2019\u202f\u00a0]"
_NUMBER = rf"\d(?:\w|{_DASH}(?=\w)|{_THOUSANDS}(?=\d\d\d(?!\d)))*"
_NUMBERED = later(rf"(?P<name>[^\W\d][\w'-]*) (?P<number>{_NUMBER})\Z")
"""A name that a number tells from others of its kind: `Wang 1200`, `Loan 4711`, `Form 10-Q`."""
_LETTERED = later(r"(?P<name>[^\W\d][\w'-]+) (?P<letter>[B-HJ-Z])\Z")
"""A name that a letter tells from others of its kind: `Area C`, `Block D`."""
_LETTERS = later(r"(?P<first>(?<!\w)[A-Z])(?:[ ]?(?:-|\u2013|to|through)[ ]?(?P<last>[A-Z]))?(?!\w)")
LISTED = 40
"""Characters behind such a name in which further letters are listed: `Areas A, B and C` (a default, not fitted)."""
_CAPITALS = later(r"\b[A-Z][A-Za-z]*\b")


def name_met(constraint: Constraint, found: Piece, known: Vocabulary) -> Unmet | None:
    """The name in the passage, its title, path or metadata, or as what the document is about."""
    if counted := _COUNTED.fullmatch(constraint.value):
        return _counted_met(constraint, counted, found)
    wanted = distinctive(constraint.value)
    if (lettered := _LETTERED.search(constraint.text)) and _has_letter(lettered, found.whole):
        return None
    if rival := _rival(constraint.text, found.whole):
        return Unmet(constraint, f"the passage is about {rival}, not {constraint.text}")
    if not wanted or _share(wanted, found, known) >= ENOUGH or _by_other_spelling(constraint, found, known):
        return None
    if _subject(wanted, found, known) or _opened(constraint, wanted, found, known):
        return None
    return Unmet(constraint, f"the passage does not name {constraint.text}")


def _by_other_spelling(constraint: Constraint, found: Piece, known: Vocabulary) -> bool:
    """Whether the name stands there in full where it is short, or the other way round."""
    return (
        _by_long_form(constraint, found, known)
        or _by_leading_initials(constraint, found, known)
        or _by_beginning(constraint.text, found, known)
        or _by_initials(constraint, found)
        or _by_one(constraint.text, found.whole)
        or _by_surname(constraint.text, found.whole)
    )


def _by_one(name: str, text: str) -> bool:
    """The plural of an abbreviation where a text has one of them: *ECRs* by `ECR-12`."""
    return bool(_PLURAL.fullmatch(name)) and re.search(rf"(?<![^\W_]){name[:-1]}(?![^\W\d_])", text) is not None


_PLURAL = later(r"[A-Z]{2,6}s")


def _by_surname(name: str, text: str) -> bool:
    """A person of two names by the second, behind a title or the initial: `Mr. Vale`, `J. Vale` for *John Vale*.

    Not where a text names another one of that surname.
    """
    found = _PERSON.fullmatch(name)
    if found is None or found["last"].casefold() in GENERIC:
        return False
    last = re.escape(found["last"])
    others = re.findall(rf"(?<!\w)([{UPPER}][{LOWER}]+|[{UPPER}]\.) {last}(?!\w)", text)
    if any(one.rstrip(".") not in {*_TITLES, found["first"], found["first"][0]} for one in others):
        return False
    titled = "|".join(_TITLES)
    return re.search(rf"(?<!\w)(?:(?:{titled})\.?|{found['first'][0]}\.)[ \xa0]{last}(?!\w)", text) is not None


_PERSON = later(rf"(?P<first>[{UPPER}][{LOWER}'\u2019-]+) (?P<last>[{UPPER}][\w'\u2019-]+)")
_TITLES = ("Mr", "Mrs", "Ms", "Miss", "Mx", "Dr", "Prof", "Professor", "Sir", "Dame", "Herr", "Herrn", "Frau")


def _counted_met(constraint: Constraint, counted: re.Match[str], found: Piece) -> Unmet | None:
    """The `Second Amendment` is no other than the second, however it is counted."""
    head = counted["head"] or counted["named"]
    number = ORDINALS[counted["ordinal"]] if counted["ordinal"] else int(counted["number"])
    heads = "statement of work|sow" if head in {"statement of work", "sow"} else head
    counting = r"[ -]{0,2}(?:(?:no\.?|nr\.?|number|#)[ ]?)?"
    shape = rf"(?i)\b(?:{_ordinals(number)}) (?:{heads})\b|\b(?:{heads}){counting}0?{number}(?![\w%]|[.,]\d)"
    if re.search(shape, found.whole):
        return None
    return Unmet(constraint, f"the passage does not name the {constraint.text}")


def _ordinals(number: int) -> str:
    return "|".join((*(word for word, value in ORDINALS.items() if value == number), rf"{number}(?:st|nd|rd|th)"))


_COUNTED = later(
    rf"(?P<ordinal>{'|'.join(ORDINALS)}) (?P<head>{NUMBERED})|(?P<named>{NUMBERED}) ?"
    r"(?:(?:no\.?|nr\.?|number|#) ?)?(?P<number>\d+)"
)


def _rival(name: str, text: str) -> str | None:
    """Another of the kind, where only that is named: Tarrow County for Harrow county, Wang 1200 for Wang 1600."""
    if numbered := _ADDRESS.fullmatch(name):
        others = re.findall(rf"(?i)\b(\d{{1,4}}[a-z]?) {re.escape(numbered['street'])}\b", text)
        return f"{others[0]} {numbered['street']}" if others and numbered["number"] not in others else None
    if counted := _NUMBERED.search(name):
        other = re.search(rf"(?i)(?<!\w){re.escape(counted['name'])}(?: |\u00a0|{_DASH})({_NUMBER})", text)
        apart = other and not _numbered_shape(counted["name"], counted["number"]).search(text)
        return f"{counted['name']} {other[1]}" if other and apart else None
    if lettered := _LETTERED.search(name):
        other = _of_letters(lettered["name"]).search(text)
        return f"{lettered['name']} {other['behind'][0]}" if other else None
    placed = _PLACED.fullmatch(name)
    if placed is None or re.search(rf"(?i)\b{re.escape(name)}\b", text):
        return None
    other = re.search(rf"\b(?!The\b|This\b|Each\b)[{UPPER}][\w-]+ (?i:{re.escape(placed['head'])})\b", text)
    return other[0] if other else None


def _has_letter(lettered: re.Match[str], text: str) -> bool:
    """Whether a thing of a kind is named by its letter: alone, in a list, in a range or in the column of the kind."""
    name, letter = lettered["name"], lettered["letter"]
    listed = (one for match in _of_letters(name).finditer(text) for one in _LETTERS.finditer(match["behind"]))
    if any(one["first"] <= letter <= (one["last"] or one["first"]) for one in listed):
        return True
    return in_column(name.casefold(), letter.casefold(), text)


@lru_cache(256)
def _of_letters(name: str) -> re.Pattern[str]:
    letter = r"(?:[B-HJ-Z](?!\w)|[AI](?!\w|[ \xa0](?!(?:to|and|or|bis|und)\b)[a-z]))"  # *the area I manage* names none
    return re.compile(rf"(?i:\b{re.escape(name)}s?)(?:[ \xa0]|{_DASH})(?P<behind>{letter}[^\n]{{0,{LISTED}}})")


@lru_cache(256)
def _numbered_shape(name: str, number: str) -> re.Pattern[str]:
    """The number in any spelling: alone (`1,200` for 1200, `10Q` for 10-Q), behind the name (`747SP`), as an ordinal.

    A type goes on in letters or behind a hyphen (`737-800`), another one of the kind goes on in digits.
    """
    first, *rest = re.findall(r"\d+|[^\W\d_]+", re.sub(_THOUSANDS, "", number))
    digits = first.lstrip("0") or "0"
    groups = re.findall(r"\d{1,3}(?=(?:\d{3})*\Z)", digits)
    shape = rf"0*{f'{_THOUSANDS}?'.join(groups)}{''.join(rf'(?: |{_DASH})?{run}' for run in rest)}"
    shapes = [rf"(?<![\w.]){shape}(?:'?s)?(?!\w)", rf"(?<!\w){re.escape(name)}(?: |\u00a0|{_DASH}){shape}(?!\d)"]
    if not rest:
        shapes.append(rf"\b(?:{_ordinals(int(digits))}) {re.escape(name)}s?\b")
    return re.compile("|".join(shapes), re.IGNORECASE)


def _share(wanted: Sequence[str], found: Piece, known: Vocabulary) -> float:
    """The part of the name that is there, weighted by rarity; nothing when its rarest word is not."""
    weights = {word: _rarity(word, known) for word in wanted}
    there = {word: _there(word, found, known) for word in wanted}
    rarest = max(weights.values())
    if not any(there[word] for word in wanted if weights[word] >= rarest):
        return 0.0
    return sum(weights[word] for word in wanted if there[word]) / sum(weights.values())


def _rarity(word: str, known: Vocabulary) -> float:
    if not known.passages:
        return 1.0
    frequency = known.frequency(word)
    return math.log(1 + (known.passages - frequency + 0.5) / (frequency + 0.5))


def _there(word: str, found: Piece, known: Vocabulary) -> bool:
    stem = (terms(word) or [word])[0]
    if word in found.folded or stem in found.stems or _by_people(word, found.whole):
        return True
    if word in _SHORT_COUNTRIES and _SHORT_COUNTRIES[word].search(found.whole):
        return True
    return known.passages > 0 and known.frequency(word) == 0 and misspelt(word, found.folded)


def _by_people(word: str, text: str) -> bool:
    """Whether a country is named by its people: `Russians` or `Russian` for Russia, `European` for Europe."""
    return word in COUNTRIES and people(word).search(text) is not None


_SHORT_COUNTRIES = {
    "usa": re.compile(r"\b(?:United\s+States|U\. ?S\.(?: ?A\.)?|US)(?![\w])"),
    "uk": re.compile(r"\b(?:United\s+Kingdom|U\. ?K\.|Great\s+Britain)(?![\w])"),
}
"""Countries that are called by their letters, and how they are written out."""


def _by_long_form(constraint: Constraint, found: Piece, known: Vocabulary) -> bool:
    """`ICO` where the passage says what that stands for, in full."""
    longs = known.long_forms(constraint.text.strip())
    whole = f" {' '.join(words(found.whole))} " if longs else ""
    return any(f" {' '.join(words(long))} " in whole for long in longs)


def _by_beginning(name: str, found: Piece, known: Vocabulary) -> bool:
    """`Sev 1` where no document has `Sev` and the passage has `Severity 1`, or a row 1 under the column Severity."""
    short = _SHORT.fullmatch(name)
    if short is None or not known.passages or known.frequency(short["head"].casefold()):
        return False
    word, number = rf"(?i:{short['head']})[a-z]{{2,}}", rf"{short['number']}(?![\w.,]*\w)"
    if re.search(rf"\b{word} (?:(?:level|no\.?|number) )?{number}", found.whole):
        return True
    headed = re.search(rf"(?m)^[ \t]*\|[^\n]*\b{word}[^\n]*$", f"{found.evidence.columns}\n{found.text}")
    return bool(headed and re.search(rf"(?m)\|[ \t]*{number}[ \t]*\|", found.text))


_SHORT = later(r"(?P<head>[A-Z][a-z]{1,4})\.? (?P<number>\d{1,3}|[A-Z])")
"""An abbreviation that a number follows."""


def _by_initials(constraint: Constraint, found: Piece) -> bool:
    """`PSA` for `Pooling and Servicing Agreement`, and the other way round."""
    surface = constraint.text.strip()
    letters = re.sub(r"[^A-Za-z]", "", surface)
    if letters.isupper() and 1 < len(letters) <= ACRONYM and " " not in surface:
        return _spelled_out(letters.casefold(), found)
    spelled = words(surface)
    acronyms = {"".join(word[0] for word in spelled), "".join(word[0] for word in spelled if word not in STOP_WORDS)}
    offered = set(re.findall(r"\b[A-Z]{2,8}\b", found.whole)) | {word.upper() for word in words(found.evidence.path)}
    return any(len(one) >= INITIALS and one.upper() in offered for one in acronyms)


def _by_leading_initials(constraint: Constraint, found: Piece, known: Vocabulary) -> bool:
    """`GE Capital` for `General Electric Capital Corporation`, and the other way round, at its document's start too."""
    shape = _leading(re.sub(r"['\u2019]s?\Z", "", constraint.text.strip()))
    if shape is None:
        return False
    return any(shape.search(text) for text in (found.whole, known.opening(found.evidence.document_key)))


@lru_cache(256)
def _leading(name: str) -> re.Pattern[str] | None:
    """The name with its initials spelled out, or its leading words as initials; None where nothing follows them."""
    first, *rest = name.split()
    if not rest:
        return None
    if first.isupper() and first.isalpha() and 1 < len(first) <= ACRONYM:
        spelled = r"\s+(?:(?:of|and|&)\s+)?".join(rf"{letter}[A-Za-z]+" for letter in first)
        return re.compile(rf"\b{spelled}\s+{_spaced(rest)}\b")
    parts = [word for word in name.split() if word[:1].isupper()]
    initials = ["".join(word[0] for word in parts[:count]) for count in range(2, len(parts))]
    shapes = [rf"\b{one}\s+{_spaced(parts[len(one) :])}\b" for one in initials]
    return re.compile("|".join(shapes)) if shapes else None


_SPACE = r"\s+"


def _spaced(parts: Sequence[str]) -> str:
    return rf"(?i:{_SPACE.join(map(re.escape, parts))})"


def _spelled_out(letters: str, found: Piece) -> bool:
    capitals = "".join(word[0] for word in _CAPITALS.findall(found.about + "\n" + found.text)).casefold()
    if letters in capitals and _in_order(letters, found):
        return True
    return letters in {"".join(word[0] for word in words(line)) for line in found.about.splitlines()}


def _in_order(letters: str, found: Piece) -> bool:
    """Neighbouring capitalised words (small words between them) whose initials are the letters."""
    for line in re.split(r"[.;:|\n]", found.whole):
        initials = "".join(
            word[0] for word in line.split() if word[:1].isupper() or word.strip('(\u201c"')[:1].isupper()
        )
        if letters in initials.casefold():
            return True
    return False


def _opened(constraint: Constraint, wanted: Sequence[str], found: Piece, known: Vocabulary) -> bool:
    """Whether its document begins with the party or the place: an agreement names them once."""
    if constraint.kind not in {"party", "place", "term", "product", "document"}:
        return False
    opening = known.opening(found.evidence.document_key)
    return set(wanted) <= set(words(opening)) and not _rival(constraint.text, opening)


def _subject(wanted: Sequence[str], found: Piece, known: Vocabulary) -> bool:
    """Whether the document keeps naming it: an agreement need not name its party in every clause."""
    key = found.evidence.document_key
    rare = max(wanted, key=lambda word: (_rarity(word, known), word))
    return known.mentions(key, rare) >= SUBJECT_MENTIONS
