"""Personal data in a text: names, mail, telephone, accounts, cards, addresses; found by form and by checksum.

What is found is a kind and a place, so that a log, a ledger or a request to another machine can leave it out. Numbers
that carry a checksum are believed only when it holds: cards by Luhn (ISO/IEC 7812-1), IBAN by its remainder modulo 97
(ISO 13616), American bank numbers by theirs.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from kts.lexicon.patterns import later
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Kind = Literal["name", "email", "phone", "account_number", "card_number", "national_id", "address"]
KINDS: tuple[str, ...] = get_args(Kind)


class Personal(NamedTuple):
    """A stretch of a text that says something of a person."""

    kind: Kind
    span: Span


_EMAIL = later(r"(?<![\w.+-])[\w.+-]{1,64}@(?:[\w-]{1,63}\.)+[A-Za-z]{2,24}(?![\w-])")
_CARD = later(r"(?<![\d.-])(?:\d[ -]?){12,18}\d(?![\d-])")
_IBAN = later(r"(?<!\w)[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?(?!\w)")
_SSN = later(r"(?<![\d-])(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\d-])")
_PHONE = later(
    r"(?<![\w.$#-])(?<!\d )(?:"
    r"\+\d{1,3}[ .-]?(?:\(\d{1,4}\)[ .-]?)?\d{2,4}(?:[ .-]?\d{2,4}){1,4}"
    r"|(?:1[ .-])?\(?[2-9]\d{2}\)?[ .-]{1,2}[2-9]\d{2}[ .-]\d{4}"
    r"|[2-9]\d{2}-\d{4}"
    r"|0\d{2,4}[ /-]\d{3,4}[ -]?\d{2,6}"
    r")(?![\w-]|[.,]\d| \d)"
)
_ACCOUNT_WORDS = later(
    r"\b(?:account|acct|a/c|loan|mortgage|checking|savings|konto(?:nummer)?|compte|cuenta|iban|routing|aba|member|"
    r"policy|customer)\b",
    re.IGNORECASE,
)
_LONG_NUMBER = later(r"(?<![\w.$#/-])\d{8,17}(?![\w-]|[.,]\d)")
ACCOUNT_REACH = 90
"""Characters around a long number in which a word such as account or loan makes it one (a default, not fitted)."""

_STREET_WORDS = (
    "Street|Str|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Dr|Court|Ct|Boulevard|Blvd|Walk|Way|Terrace|Ter|Place|Pl|Square|Sq|"
    "Close|Crescent|Row|Hill|Quay|Wharf|Parade|Circle|Cir|Parkway|Pkwy|Highway|Hwy|Mews|Gardens|Grove|Green|Bank|"
    "Alley|Yard|Trail|Path|Loop|Bend|Ridge|View|Heights|Common|Gate|Rise|Vale|Park|Point|Cove|Pike|Bridge|Meadow|"
    "Meadows|Orchard|Landing|Passage|Promenade|Esplanade|Embankment"
)
_ADDRESS = later(
    rf"(?<![\w.$#-])\d{{1,5}}[A-Za-z]?,? (?:[NSEW]\.? )?(?:[A-Z][\w'\u2019-]+ ){{1,3}}(?:{_STREET_WORDS})\b\.?"
    r"|\b(?:P\.? ?O\.? Box|Postfach) \d{1,6}"
    r"|\b[A-ZÄÖÜ][\wäöüß-]*(?:straße|strasse|str\.|weg|gasse|platz|allee) \d{1,4}[a-z]?\b"
    r"|\b\d{1,4},? (?:rue|avenue|boulevard|place|chemin) [\w'\u2019 -]{2,40}"
)

_TITLES = "Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Sir|Dame|Herr|Frau|Monsieur|Madame|Señor|Señora|Judge|Senator|Rev"
_SURNAME = (
    r"(?:(?:van|von|de|der|den|da|di|du|la|le|Mc|Mac|O['\u2019])[ ]?)?"
    r"[A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ]+(?:[-'\u2019][A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ]+)*"
)
_TITLED = later(rf"\b(?:{_TITLES})\.? (?:[A-Z][a-z]+ |[A-Z]\. ?)?{_SURNAME}")
_INITIAL = later(rf"(?<![\w.])[A-Z]\. (?:[A-Z]\. )?{_SURNAME}(?!\w)")
_INTRODUCED = later(
    r"\b(?:[Mm]y name is|[Ii] am|[Ii]['\u2019]m|[Tt]his is|[Cc]all me|on behalf of|[Ss]igned,?|[Rr]egards,?|"
    r"[Ss]incerely,?|"
    r"[Tt]hank(?:s| you),?|[Cc]heers,?|[Bb]est,?|[Bb]orrower|[Cc]ustomer|[Cc]lient|[Aa]ttn:?|[Cc]/o|[Nn]ame:?)"
    rf"[ \n]+(?P<name>[A-ZÀ-Þ][a-zß-ÿ]+(?: [A-Z]\.)? {_SURNAME})(?!\w)"
)
_SIGNED = later(
    rf"^[ \t]*(?P<name>[A-ZÀ-Þ][a-zß-ÿ]+(?:-[A-Z][a-z]+)?(?: [A-Z]\.)? {_SURNAME})[ \t]*(?:$|[,|/(])", re.MULTILINE
)
_WROTE = later(
    rf"(?:^|,|\bOn [A-Z][a-z]+ )[> \t]*(?P<name>[A-ZÀ-Þ][a-zß-ÿ]+(?: [A-Z]\.)? {_SURNAME})"
    r"(?= (?:wrote|schrieb|a écrit):)",
    re.MULTILINE,
)
_BEFORE_CONTACT = later(rf"(?P<name>[A-ZÀ-Þ][a-zß-ÿ]+(?: [A-Z]\.)? {_SURNAME})(?=,? ?[(<,]? ?$)")
_PAIR = later(rf"(?<![\w.&-])(?P<name>(?P<first>[A-ZÀ-Þ][a-zß-ÿ]+)(?: [A-Z]\.)? {_SURNAME})(?!\w)")

_NOT_NAMES = frozenset(
    "the a an and or but if in on at to for of with by from dear hello hi hey good best kind warm regards thanks thank "
    "yours sincerely sent from get my our your his her its their this that these those what when where why who how "
    "customer client borrower support team desk help service services office department company bank group trust loan "
    "mortgage escrow account payment payments policy manual version section article closing business day date date "
    "january february march april may june july august september october november december monday tuesday wednesday "
    "thursday friday saturday sunday new old north south east west upper lower united states city county state street "
    "road lane court house original message forwarded subject re fw fwd note please legal hold care cash management "
    "administration records compliance general counsel attorney commerce corporate internal external first second "
    "third "
    "last next late charge error code can could would should will no yes not only also since until after before all "
    "any "
    "is are was were do does did have has had we you they he she it i ms mr mrs settlement law firm llc inc llp ltd "
    "associates partners title agency insurance credit union federal national community default loss mitigation "
    "guten morgen tag abend moin hallo liebe lieber sehr geehrte geehrter herr frau bonjour bonsoir buenos dias tardes "
    "investor reporting technology operations learning development human resources".split()
)


def find(text: str) -> tuple[Personal, ...]:
    """The personal data of a text, in order; where finds overlap the first kind of `_FINDERS` stands."""
    found: list[Personal] = []
    taken: list[Span] = []
    for kind, finder in _FINDERS:
        for start, end in finder(text):
            if all(end <= span.start or start >= span.end for span in taken):
                span = Span(start, end)
                taken.append(span)
                found.append(Personal(kind, span))
    return tuple(sorted(found, key=lambda one: one.span))


def redact(text: str, *, kinds: frozenset[str] = frozenset(KINDS)) -> str:
    """The text with `[kind]` in the place of each stretch of personal data of these kinds."""
    parts, at = [], 0
    for one in find(text):
        if one.kind in kinds:
            parts += [text[at : one.span.start], f"[{one.kind}]"]
            at = one.span.end
    return "".join((*parts, text[at:]))


_MARKS = later(r"\[(?:" + "|".join(KINDS) + r")\]")


def without(text: str) -> str:
    """The text with nothing in the place of personal data: words to search by."""
    return _MARKS.sub("", redact(text)).strip()


def luhn(digits: str) -> bool:
    """Whether the check digit of a card number holds (ISO/IEC 7812-1, Annex B)."""
    total = 0
    for place, digit in enumerate(reversed(digits)):
        value = int(digit) * (1 + place % 2)
        total += value - 9 if value > 9 else value  # noqa: PLR2004 - the digits of a product are added
    return total % 10 == 0


def iban(text: str) -> bool:
    """Whether an IBAN's remainder modulo 97 is 1 (ISO 13616)."""
    bare = text.replace(" ", "")
    digits = "".join(str(int(letter, 36)) for letter in bare[4:] + bare[:4])
    return 15 <= len(bare) <= 34 and int(digits) % 97 == 1  # noqa: PLR2004 - the lengths and modulus of the standard


def _cards(text: str) -> Iterator[tuple[int, int]]:
    for match in _CARD.finditer(text):
        digits = re.sub(r"\D", "", match[0])
        if digits[0] in "23456" and luhn(digits):
            yield match.span()


def _ibans(text: str) -> Iterator[tuple[int, int]]:
    return (match.span() for match in _IBAN.finditer(text) if iban(match[0]))


def _accounts(text: str) -> Iterator[tuple[int, int]]:
    yield from _ibans(text)
    for match in _LONG_NUMBER.finditer(text):
        around = text[max(0, match.start() - ACCOUNT_REACH) : match.end() + ACCOUNT_REACH]
        if _ACCOUNT_WORDS.search(around) and not _looks_like_a_date(match[0]):
            yield match.span()


def _looks_like_a_date(digits: str) -> bool:
    return len(digits) == 8 and digits[:2] in {"19", "20"} and "01" <= digits[4:6] <= "12"  # noqa: PLR2004 - YYYYMMDD


def _simple(pattern: re.Pattern[str]) -> Callable[[str], Iterator[tuple[int, int]]]:
    return lambda text: (match.span() for match in pattern.finditer(text))


def _names(text: str) -> Iterator[tuple[int, int]]:
    """Titles and initials with a surname, names that are introduced or signed, and pairs around contact details."""
    yield from (match.span() for match in _TITLED.finditer(text))
    yield from (match.span() for match in _INITIAL.finditer(text))
    for pattern in (_INTRODUCED, _SIGNED, _WROTE):
        yield from (match.span("name") for match in pattern.finditer(text) if _is_name(match["name"]))
    for contact in _EMAIL.finditer(text):
        before = _BEFORE_CONTACT.search(text, max(0, contact.start() - 60), contact.start())
        if before and _is_name(before["name"]):
            yield before.span("name")
    first_names = _first_names()
    for match in _PAIR.finditer(text):
        if match["first"].lower() in first_names and _is_name(match["name"]):
            yield match.span("name")


def _is_name(words: str) -> bool:
    return not any(word.strip(".").lower() in _NOT_NAMES for word in re.split(r"[ \n]", words))


def _first_names() -> frozenset[str]:
    return _COMMON_FIRST_NAMES


_COMMON_FIRST_NAMES = frozenset(
    "james john robert michael william david richard joseph thomas charles christopher daniel matthew anthony mark "
    "donald steven paul andrew joshua kenneth kevin brian george edward ronald timothy jason jeffrey ryan jacob gary "
    "nicholas eric jonathan stephen larry justin scott brandon benjamin samuel gregory frank alexander raymond patrick "
    "jack dennis jerry tyler aaron jose adam henry nathan douglas zachary peter kyle walter ethan jeremy harold keith "
    "mary patricia jennifer linda elizabeth barbara susan jessica sarah karen nancy lisa betty margaret sandra ashley "
    "kimberly emily donna michelle dorothy carol amanda melissa deborah stephanie rebecca sharon laura cynthia "
    "kathleen "
    "amy angela shirley anna brenda pamela emma nicole helen samantha katherine christine debra rachel carolyn janet "
    "catherine maria heather diane ruth julie olivia joyce virginia victoria kelly lauren christina joan evelyn judith "
    "megan andrea cheryl hannah jacqueline martha gloria teresa ann sara madison frances kathryn janice jean abigail "
    "alice julia judy sophia grace denise amber doris marilyn danielle beverly isabella theresa diana natalie hans "
    "peter klaus wolfgang jürgen uwe stefan andreas michael thomas ursula monika petra sabine renate helga karin "
    "pierre michel andré philippe jean marie françoise monique isabelle giovanni giuseppe antonio mario luigi maria "
    "anna francesca carlos juan luis miguel josé antonio carmen ana isabel pilar".split()
)

_FINDERS: tuple[tuple[Kind, Callable[[str], Iterator[tuple[int, int]]]], ...] = (
    ("email", _simple(_EMAIL)),
    ("card_number", _cards),
    ("national_id", _simple(_SSN)),
    ("account_number", _accounts),
    ("address", _simple(_ADDRESS)),
    ("phone", _simple(_PHONE)),
    ("name", _names),
)
"""Kinds in the order in which they claim a stretch: the more certain forms first."""
