"""Codes, versions and sections of a question held against a piece of evidence."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from kts.answer.constraints.ownversions import comes_later, is_of, numbers, own_versions, products
from kts.answer.constraints.releases import entries, release
from kts.answer.constraints.versions import on_platforms, platform_of
from kts.answer.constraints.vocabulary import KEYS
from kts.answers import Unmet
from kts.lexicon.identifiers import normalise
from kts.lexicon.patterns import later
from kts.lexicon.sentences import sentences

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.answer.constraints.pieces import Piece
    from kts.answer.constraints.vocabulary import Vocabulary
    from kts.answers import Constraint

_NUMBER = r"\d{1,4}(?:\.\d{1,4}){1,3}"
_NO_MEASURE = r"(?![\w]|\.\d|[ ]?(?:%|percent|million|billion))"
_STATED = later(
    rf"(?i:\b(?:versions?|ver\.?|releases?|rel\.)[ \xa0:\"'|]{{1,4}}v?|(?<![\w.])v\.?[ ]?)"
    rf"(?P<marked>\d{{1,4}}(?:\.\d{{1,4}}){{0,3}})(?![\w%]|\.\d)"
    rf"|(?<![\w.$])(?P<name>[A-Z][\w-]{{2,20}})[ \xa0](?P<bare>{_NUMBER}){_NO_MEASURE}"
    rf"|\b(?i:firmware|software|kernel|client|agent|driver|app|image|schema|protocol|api|sdk|build|patch|edition|"
    rf"revision|rev\.?)[ \xa0](?P<lower>{_NUMBER}){_NO_MEASURE}"
    r"|\b(?:in|since|from|under|until|till|before|after|with|than|for|up to|as of)[ ]"
    rf"(?P<placed>{_NUMBER}){_NO_MEASURE}"
    rf"|\|[ ]*(?P<cell>{_NUMBER})[ ]*(?=\|)"
    r"|(?:^|(?<=[\n.;|]))[ *_|]*(?i:appl(?:ies|icable) to|(?:valid|written|made) for|affects|affected|gilt für|"
    rf"gültig für|betrifft)[ *_|]{{0,4}}:[ *_|]{{0,4}}v?(?P<applies>{_NUMBER}){_NO_MEASURE}"
)
"""A version by where it stands: behind its word or a name, in a cell, in the line that says for what a document is."""
_STATING = ("marked", "bare", "lower", "placed", "cell", "applies")
_LISTED = later(rf"(?:,|/|,? (?:and|or|to|through|versus|vs\.?)|\u2013)[ ]?(?:in )?({_NUMBER})(?![\w]|\.\d|[ ]?%)")
_NO_PRODUCT = frozenset(
    "section sections sec article clause chapter paragraph table figure step item part rule schedule".split()
)
_REPLACED = later(r"(?i)\b(?:supersedes|superseded|replaces|replaced|formerly)\b[^.\n|;]*(?:\.\d[^.\n|;]*)*")
_COMING = later(
    r"(?i)\b(?:until|before|once|when) (?:the )?(?:versions?|releases?) v?\d[\d.]* (?:is|are|has been|becomes|comes)\b|"
    r"\b(?:versions?|releases?) v?\d[\d.]* (?:is|are) (?:\w+ )?(?:expected|planned|scheduled|in preparation)\b"
)
_RANGES = later(
    r"(?P<low>\d{1,4}(?:\.\d{1,4}){0,3})[ ]?(?:to|through|\u2013|-|and)[ ]?(?P<high>\d{1,4}(?:\.\d{1,4}){0,3})"
    r"|(?P<from>\d{1,4}(?:\.\d{1,4}){0,3})[ ](?:and|or)[ ](?:later|above|newer|higher|up)"
    r"|(?:since|from|starting with|as of)[ ](?:(?:version|release|firmware|software)[ ])?"
    r"(?P<since>\d{1,4}(?:\.\d{1,4}){0,3})"
    r"|(?P<until>\d{1,4}(?:\.\d{1,4}){0,3})[ ](?:and|or)[ ](?:earlier|before|below|older|lower)"
)


@lru_cache(256)
def _code_shape(surface: str) -> re.Pattern[str]:
    """The code in any spelling: `TSR-2009`, `tsr 2009`, `TSR2009`; never inside of a longer one."""
    characters = [character for character in surface if character.isalnum()]
    shape = re.escape(characters[0])
    for before, character in pairwise(characters):
        joint = "[-_:./]?" if before.isalpha() == character.isalpha() else r"(?:[-_:.\s]{0,2}|\s?=\s?)"
        shape += joint + re.escape(character)
    return re.compile(rf"(?<![^\W_]){shape}(?![^\W_]|[-_]\d|\.\d)", re.IGNORECASE)


def code_met(constraint: Constraint, found: Piece, known: Vocabulary) -> Unmet | None:
    """The same code in text, title or path. A neighbouring one is named.

    What only looks like a code may be part of a party's name, by which an agreement calls it at its beginning alone.
    That of a product, which stands in many passages, is met by what a document that has it says elsewhere, without
    naming another.
    """
    if _code_shape(constraint.text).search(found.whole) or _numbered(constraint.text, found):
        return None
    if not constraint.certain and _code_shape(constraint.text).search(known.opening(found.evidence.document_key)):
        return None
    if (parent := re.match(r"(.*[A-Za-z]\d{3,})[-_.:]\d{1,2}$", constraint.text)) and _code_shape(parent[1]).search(
        found.whole
    ):
        return Unmet(constraint._replace(certain=False), f"the passage is about {parent[1]}")
    lead = re.match(r"[a-z]+", constraint.value)
    if lead:
        other = re.search(rf"(?<![^\W_]){lead[0]}[-_: ]?(?:[A-Z]{{0,4}}[-_]?)\d[\w-]*", found.whole, re.IGNORECASE)
        if other:
            constraint = constraint._replace(certain=constraint.certain or _one_of_a_row(constraint.text, found.whole))
            return Unmet(constraint, f"the passage is about {other[0]}{_NOT}{constraint.text}")
    if _is_of_product(constraint.text, found, known):
        return None
    return Unmet(constraint, f"the passage does not name {constraint.text}")


def _is_of_product(surface: str, found: Piece, known: Vocabulary) -> bool:
    code = normalise(surface)
    return known.identified(code) > KEYS and found.evidence.document_key in known.bearing(code)


_NOT = ", not "


def is_of_another_code(one: Unmet) -> bool:
    """Whether a code is not met because the passage names another one of its letters."""
    return one.constraint.kind == "code" and one.detail.endswith(f"{_NOT}{one.constraint.text}")


def _one_of_a_row(surface: str, text: str) -> bool:
    """Whether a text names several others of a letter and one digit: with P1, P3 and P4 a P5 is no way to write P4."""
    if not re.fullmatch(r"[A-Z]\d", surface):
        return False
    return len(set(re.findall(rf"(?<![\w-]){surface[0]}\d(?![\w-])", text)) - {surface}) > 1


def _numbered(surface: str, found: Piece) -> bool:
    """`error 53300` by its number alone: the word before a long number tells what it is of, and may be another one."""
    said = _WORD_AND_NUMBER.fullmatch(surface)
    return said is not None and bool(_as_code(said["number"]).search(found.whole))


@lru_cache(256)
def _as_code(number: str) -> re.Pattern[str]:
    """The number as codes stand: alone in its line or cell, quoted, or behind what says that it is one."""
    alone = rf"(?:^|[|`\"(\[])[ \t`*-]*{number}[ \t`*]*(?:$|[|`\"):,;\]\u2013\u2014-])"
    named = rf"\b(?:codes?|errors?|sqlstate|status|number|no\.?|id|message|exit)[ :#=]{{1,3}}{number}(?!\w|[.,]\d)"
    return re.compile(f"{alone}|{named}", re.MULTILINE | re.IGNORECASE)


_WORD_AND_NUMBER = later(r"[a-z]+ (?P<number>\d{4,})")


def names_code(constraint: Constraint, text: str) -> bool:
    """Whether a text names the code, in any spelling."""
    return bool(_code_shape(constraint.text).search(text))


def rival_code(constraint: Constraint, text: str) -> bool:
    """Whether a text names a code of the same kind: `E-2011` where `E-2010` is asked for."""
    return bool((shape := _kin_shape(constraint.value)) and shape.search(text))


@lru_cache(256)
def _kin_shape(value: str) -> re.Pattern[str] | None:
    lead = re.match(r"[a-z]+", value)
    return re.compile(rf"(?<![^\W_]){lead[0]}[-_:]?\d{{2,}}(?![^\W_])", re.IGNORECASE) if lead else None


def version_met(constraint: Constraint, found: Piece, known: Vocabulary) -> Unmet | None:
    """The same version, a part of it (7.4.1 for 7.4) or a range that holds it.

    Where the passage and its document state no version at all the constraint is only soft, unless no document of the
    corpus knows that version; `7.2 and later` holds only versions that exist, but beside `7.1 or earlier` it parts all
    versions. What a document says it replaces does not count, nor does what is still to come. Notes on 7.3 are of 7.3.1
    where they name that. The version of an interface stands in its addresses: `/v2/orders`. A document that says at its
    beginning to which versions it applies states them for all its passages, and so does one whose title page or file
    names its version. What is supported only from a later version on tells of the earlier ones.
    """
    about = found.evidence
    if re.search(rf"/v{re.escape(constraint.value)}(?![\w.])", about.text):
        return None
    if of := release(about.heading, about.title, about.path):
        within = constraint.value.startswith(f"{of}.") and _literal(constraint.value).search(about.text)
        return None if within or f"{of}.".startswith(f"{constraint.value}.") else _of_another(constraint, of)
    opening = known.opening(about.document_key)
    if is_of(constraint.value, own_versions(about, opening)) or comes_later(constraint.value, about.text):
        return None
    lacking = _stated_version(constraint, found, known)
    if lacking and lacking.detail == NO_VERSION and (own := products(about, opening)):
        return _of_another(constraint, min(own))
    return lacking


NO_VERSION = "the passage states no version"


def _literal(version: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w.])v?{re.escape(version)}(?!\w|\.\d)")


def _stated_version(constraint: Constraint, found: Piece, known: Vocabulary) -> Unmet | None:
    wanted = constraint.value
    text = _COMING.sub(" ", _REPLACED.sub(" ", found.whole))
    stated = _comparable(constraint, set(_versions(text)), text, found)
    patched = any(wanted.startswith(f"{one}.") for one in stated) and _literal(wanted).search(found.text)
    if patched or any(one == wanted or one.startswith(wanted + ".") for one in stated):
        return None
    exists = not known.passages or known.identified(wanted)
    spans = exists or _parts_all(wanted, text)
    listed = any(in_column(head, wanted, found.text) for head in _EDITIONS)
    if listed or _between(numbers(wanted), text) or (spans and _in_range(numbers(wanted), text)):
        return None
    if not stated and wanted in applied(known.opening(found.evidence.document_key)):
        return None
    if not stated and (beside := _bare_rival(wanted, found.text, known)):
        return Unmet(constraint, f"the passage is about {beside}, not {wanted}")
    if not stated:
        certain = constraint.certain and not exists
        return Unmet(constraint._replace(certain=certain), NO_VERSION)
    ended = max(map(numbers, stated)) < numbers(wanted) and _tells_of_an_end(found.text)
    return _of_another(constraint._replace(certain=constraint.certain and not ended), stated[0])


_ENDED = later(
    r"(?i)\bno longer (?:be )?(?:supported|available|included|offered|shipped|maintained|possible|part|works?|exists?|"
    r"runs?)\b"
    r"|\b(?:removed|dropped|discontinued|not supported any ?more)\b"
)
"""What ended with an earlier version has ended for those behind it, as far as nothing else is said."""


def _tells_of_an_end(text: str) -> bool:
    """Whether most of what a passage says is that something ended: one entry of a list says nothing of the others."""
    said = [text[start:end] for start, end in sentences(text)]
    return 2 * sum(_ENDED.search(one) is not None for one in said) > len(said)


def _comparable(constraint: Constraint, stated: set[str], text: str, found: Piece) -> list[str]:
    """The versions of a text without those of what a product runs on: `Ubuntu 22.04` is no other than *Server 4.1*.

    Where the platform is asked for, its own; where the document is about it, it is the product.
    """
    asked, about = platform_of(constraint).casefold(), f"{found.evidence.title} {found.evidence.path}".casefold()
    on = set(on_platforms(text))
    own = {version for platform, version in on if platform == asked}
    if own:
        return sorted(own)
    others = {version for platform, version in on if platform != asked and platform not in about}
    return sorted(stated - others)


_APPLIES = later(
    r"(?im)^[\s*_`>|-]*(?:applies to|applicable (?:to|for)|valid for|affected versions?|supported versions?|"
    r"gilt f\u00fcr|s'applique \u00e0|se aplica a)[\s*_`]*[:|]?[\s*_`]*(?P<said>[^\n]{1,160})"
)
_OPEN = later(
    r"(?i)\b(?:all|any|later|newer|above|higher|up|onwards?|earlier|older|below|before|until|through|since|from|to|"
    r"not|except|without|alle|ab|bis|vor|nach|neuer|\u00e4lter|au\u00dfer)\b|[+\u2013<>]|\.x\b|\d ?- ?\d"
)
"""Words that make of versions a range, or take some out."""


def applied(opening: str) -> frozenset[str]:
    """The versions to which a document says at its beginning that it applies, one by one; none where it is a range."""
    said = _APPLIES.search(opening)
    listed = re.split(r"[.;](?!\d)", said["said"])[0] if said else ""
    if not listed or _OPEN.search(listed):
        return frozenset()
    return frozenset(re.findall(rf"(?<![\w.$])v?({_NUMBER}){_NO_MEASURE}", listed))


def _of_another(constraint: Constraint, version: str) -> Unmet:
    return Unmet(constraint, f"the passage is about version {version}, not {constraint.value}")


def states_version(wanted: str, text: str, *, name: bool = False) -> bool | None:
    """Whether a text is about a version, None where it states none: `4.x` and `4.1 to 4.3` state what they span.

    In the `name` of a document any number with a point is its version.
    """
    spans = [match["major"] for match in _ANY_MINOR.finditer(text)]
    stated = {
        *_versions(text),
        *(re.findall(rf"(?<![\w.])(?:v|fw|sw|rel|ver)?({_NUMBER})(?![\w.])", text) if name else ()),
    }
    if not stated and not spans:
        return None
    if comes_later(wanted, text):
        return True
    same = any(one == wanted or one.startswith(wanted + ".") or wanted.startswith(one + ".") for one in stated)
    return same or any(wanted.startswith(f"{one}.") for one in spans) or _in_range(numbers(wanted), text)


_EDITIONS = ("version", "release", "revision", "rev.", "issue", "edition")
"""Heads of the column of a history in which the versions stand."""
_ANY_MINOR = later(r"(?<![\w.])v?(?P<major>\d{1,3}(?:\.\d{1,3})?)\.x(?!\w)")


def _bare_rival(wanted: str, text: str, known: Vocabulary) -> str | None:
    """Another version of the same product where nothing calls it one: `TSR-2009 (7.4)` where 7.2 is asked for.

    Only a number of the same first part and depth that begins no line, as the number of a section does.
    """
    if wanted.count(".") != 1 or not known.passages:
        return None
    first = re.escape(wanted.partition(".")[0])
    shape = rf"(?<![\w.,$\u20ac\u00a3%-])(?<!\n)(?<!\A){first}\.\d{{1,2}}(?=[:)\]]|,? (?:only|and|or)\b){_NO_MEASURE}"
    found = {match[0] for match in re.finditer(shape, text) if not _SECTIONED.search(text, 0, match.start())}
    return next(iter(sorted(found - {wanted})), None) if wanted not in found else None


_SECTIONED = later(r"(?i)(?:sections?|sec\.|article|clause|chapter|paragraph|table|figure|step|item|part)[ ]\Z")


def _versions(text: str) -> Iterator[str]:
    """The versions that a text states: behind a name or the word, in a list of them, in a cell, before an entry."""
    yield from entries(text)
    for match in _STATED.finditer(text):
        if match["name"] and match["name"].casefold() in _NO_PRODUCT:
            continue
        yield next(match[group] for group in _STATING if match[group])
        position = match.end()
        while listed := _LISTED.match(text, position):
            yield listed[1]
            position = listed.end()


def _between(wanted: tuple[int, ...], text: str) -> bool:
    """Whether a range with both ends in one main version holds it, as the head of a column does: `4.1 - 4.3`."""
    for match in _BOUNDED.finditer(text):
        low, high = numbers(match["low"]), numbers(match["high"])
        if low <= wanted <= high and low[0] == high[0]:
            return True
    return False


_BOUNDED = later(rf"(?<![\w.$])(?P<low>{_NUMBER})[ ]?(?:to|through|\u2013|-)[ ]?(?P<high>{_NUMBER}){_NO_MEASURE}")


def _in_range(wanted: tuple[int, ...], text: str) -> bool:
    for match in _RANGES.finditer(text):
        if match["low"] and numbers(match["low"]) <= wanted <= numbers(match["high"]) and "." in match["low"]:
            return True
        low = match["from"] or match["since"]
        if low and "." in low and numbers(low) <= wanted:
            return True
        if match["until"] and "." in match["until"] and wanted <= numbers(match["until"]):
            return True
    return False


def _parts_all(version: str, text: str) -> bool:
    """Whether a text has a rule for all versions up to one and another for all from one, of the same main version."""
    major = version.partition(".")[0]
    bounds = [match for match in _RANGES.finditer(text) if _main(match) == major]
    return any(match["from"] for match in bounds) and any(match["until"] for match in bounds)


def _main(bound: re.Match[str]) -> str:
    return (bound["from"] or bound["until"] or "").partition(".")[0]


def section_met(constraint: Constraint, found: Piece, _known: Vocabulary) -> Unmet | None:
    """The section's number in text or heading, or that of a section that encloses it."""
    head, _, number = constraint.value.partition(" ")
    if in_column(head, number, found.text):
        return None
    while number:
        if _section_shape(head, number).search(found.whole):
            return None
        number = number.rpartition("(")[0]
    return Unmet(constraint, f"the passage is not of {constraint.text} and does not name it")


@lru_cache(256)
def _section_shape(head: str, number: str) -> re.Pattern[str]:
    runs = r"\s?".join(map(re.escape, re.findall(r"\(\w+\)|[^()\s]+", number)))
    cell = r"|\|" if head in _PARTS else ""
    bare = rf"|(?:^|\n|>{cell})[ #*]*{runs}(?![\w]|\.\d)" if number[:1].isdigit() or "-" in number else ""
    shape = rf"(?:{_heads(head)})s?[ \xa0.]{{0,2}}{runs}(?![\w]|\.\d){bare}"
    return re.compile(shape, re.IGNORECASE | re.MULTILINE)


_PARTS = frozenset({"section", "sec", "\u00a7", "clause", "paragraph", "article"})
"""What the parts of a document are called, whose numbers stand alone before them."""


def in_column(head: str, mark: str, text: str) -> bool:
    """Whether a table has a column of that name with such a cell: `class A` in the column `Class` of the row `A`."""
    columns: list[int] = []
    before = False
    for line in text.splitlines():
        row = line.strip()
        if not row.startswith("|"):
            before = False
            continue
        cells = [cell.strip(" *`_").casefold() for cell in row.strip("|").split("|")]
        if not before:
            columns = [at for at, cell in enumerate(cells) if _headed(head, cell)]
        elif any(at < len(cells) and cells[at] in {mark, f"{head} {mark}"} for at in columns):
            return True
        before = True
    return False


def _headed(head: str, cell: str) -> bool:
    return re.fullmatch(rf"{re.escape(head)}s?(?: (?:no\.?|nr\.?|number|id|code|name))?", cell) is not None


def _heads(head: str) -> str:
    return (
        r"sections?|sec\.|\u00a7+|clauses?|paragraph"
        if head in {"section", "sec", "\u00a7", "clause", "paragraph"}
        else head
    )
