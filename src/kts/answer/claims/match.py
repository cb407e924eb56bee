"""Which statement of the evidence a claim should be held against: words in common, weighed by how rare they are."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cache, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.units.idle import is_recital, of_the_contract, says_nothing
from kts.answer.units.noted import NOTE, noted_by
from kts.answer.units.quotable import ENTRY
from kts.answer.units.running import repeated
from kts.data import table
from kts.lexicon.analyse import located_words, terms
from kts.lexicon.dates import MONTHS, WEEKDAYS, agrees, dates
from kts.lexicon.entities_words import PEOPLES
from kts.lexicon.patterns import later
from kts.lexicon.quantities import quantities, same
from kts.lexicon.quantities_numbers import GROUPS, ONES, ORDINALS, PARTS, SCALES, TENS
from kts.lexicon.remarks import unremarked
from kts.lexicon.sentences import is_titling, sentences
from kts.lexicon.struck import standing
from kts.lexicon.tongues import elided, is_function_word, tongue
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kts.answers import Evidence

SYNONYM = 0.7
"""What a synonym counts beside the word itself; a default, not fitted."""
CONTEXT = 0.5
"""What a word of the passage, its heading or title counts beside one of the statement; a default, not fitted."""
VALUE = 0.1
"""What a claimed number or date counts that the statement has; a default, not fitted."""
LOOKED_AT = 60
"""Statements, by their words, whose values are compared (a default)."""
TITLE = 0.15
"""What a line without a full stop is worth less when it has at most `SHORT` words with a meaning: headings."""
SHORT = 5
LIKELY = 3
"""Statements that a claim is judged against in detail: a fourth supports as many true claims more as false ones, and
contradicts more of the true ones (decision 0012)."""
INTRO = 400
"""Characters of the line that a list entry or row stands under."""

FUNCTION_WORDS = frozenset(
    "a an and are as at be been being but by can could did do does doing done for from had has have having "
    "he her him his "
    "how i if in into is it its itself may me might more most must my no nor not of off on once only or our "
    "out over own "
    "per shall she should so some such than that the their them themselves then there these they this those "
    "to too under until up "
    "upon us very was we were what when where whether which while who whom whose why will with within "
    "without would you your "
    "also any both each either every neither all none never ever always cannot unless except least about "
    "above below between "
    "during through before after again further because against just other another same one ones s t whoever "
    "whatever whichever "
    "herein thereof hereof therein hereunder thereunder hereby thereby therefor still yet already else thus "
    "hence need needs "
    "needed let lets let's get gets got goes go going come comes make makes made take takes took taken keep keeps "
    "put puts way ways thing things "
    "nobody nothing everyone everybody everything anyone anybody anything someone somebody something".split()
)
"""Words that carry no topic; what they say of negation, modality and number is judged elsewhere."""
_VALUES = frozenset({*ONES, *TENS, *SCALES, *GROUPS, *ORDINALS, *PARTS, *MONTHS, *WEEKDAYS}) | frozenset(
    "percent day days hour hours minute minutes week weeks month months year years second seconds cent "
    "cents dollar dollars "
    "basis point points usd eur quarter quarters pm am noon midnight "
    "sekunden minuten stunde stunden tag tage tagen woche wochen monat monate monaten jahr jahre jahren "
    "heure heures jour jours semaine semaines mois ann\u00e9e ann\u00e9es".split()
)

_ROW = later(r"\s*\|")
_RULE = later(r"[\s|:+-]*-[\s|:+-]*\Z")
_WORDY = later(r"[^\W_]")
_QUESTION = later(r"\?[\s*_\"\u201d')]*\Z")
_REPLY = later(r"\W*(?:yes|no)\b(?! \w+ (?:is|are|was|were|may|must|shall|can|has|have)\b)", re.IGNORECASE)
"""A reply, which states what the question before it asks; `No person may ...` is none."""
_BLANK = later(r"\n[ \t]*\n")
_LINE = later(r"[^\r\n]*\S")
_SETTING = later(r"\s*[\w.\[\]\"'-]+(?: \w+){0,3}\s?[:=]\s{0,40}\S")
_LABELLED = later(r"[ \t]*[A-Z][\w/&.'-]*(?: [\w/&().'-]+){0,4}[ \t]?:[ \t]{1,40}\S")
"""A line with a label and what is so of it, `Basic: 9 to 5`; with another one below it it says nothing of that."""
_GOES_ON = later(r"\s*[a-z(&]")
"""How a line begins that ends the one above it."""
_HUMPS = later(r"(?<![^\W_])[a-z]{3,}(?=[A-Z]*[a-z])(?:[A-Z][a-z]+|[A-Z]+(?![a-z]))+(?![^\W_])")
"""A key of several words in one, `maxReplicas`; no name such as `macOS` of fewer letters or `JavaScript`."""
_HUMP = later(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_CODES = later(r"[\s#*_-]*[A-Z]{1,10}[-_ ]?\d[\w-]*[\s*_.:,;-]*")
"""A line that is nothing but a code, and so says what the next ones are about."""
HEADER = "table_header"
"""The key of a piece's metadata under which the header is of a table that began before the piece."""


class Token(NamedTuple):
    """A word that carries meaning: where it stands, its stem, and how rare that is (idf over sentences)."""

    start: int
    end: int
    word: str
    stem: str
    weight: float


_ENTRY = later(r"\s*[-*\u2022]\s+[^:\n]{2,40}: ?\S")
"""A short line that is no title: an entry of a list with a key and what is so of it."""


class Statement(NamedTuple):
    """A sentence, list entry or table row of piece `piece`: `text == evidence[piece].text[span]`.

    `intro` is what it stands under there: the header of the table, the line before the list.
    """

    piece: int
    span: Span
    text: str
    intro: str = ""


class Match(NamedTuple):
    """A statement with how much of the claim it holds (0..1), alone and with what is around it.

    `values` is how many of the claim's quantities and dates it has, `cosine` how near its meaning is (0 without a
    model).
    """

    statement: Statement
    held: float
    around: float
    values: int = 0
    cosine: float = 0.0

    @property
    def fit(self) -> float:
        """What statements are ordered by."""
        text = self.statement.text
        short = len(tokens(text)) <= SHORT and text[-1:] not in ".;|" and not _ENTRY.match(text)
        title = TITLE if short else 0.0
        return self.held - title + CONTEXT * (self.around - self.held) + VALUE * min(2, self.values) + self.cosine


@lru_cache(maxsize=2048)
def tokens(text: str) -> tuple[Token, ...]:
    """The content words of a text."""
    found = list(_located(text))
    own = terms(" ".join(word for _, _, word in found))
    if len(own) != len(found):  # scripts without spaces: pairs of characters have no place of their own
        own = [word for _, _, word in found]
    said_in = tongue(text)
    return tuple(
        Token(start, end, word, stem, weight(stem))
        for (start, end, word), stem in zip(found, own, strict=True)
        if word not in FUNCTION_WORDS
        and not (_counts(word) or is_function_word(word, said_in))
        and (len(word) > 1 or not word.isascii())
    )


def _located(text: str) -> Iterator[tuple[int, int, str]]:
    """The words of a text with their places; of a key such as `maxReplicas` those that it is made of.

    French words come without what is elided before them.
    """
    if "'" in text or "\u2019" in text:
        french = tongue(text) == "fr"
        for start, end, word in _parts(text):
            cut = elided(word) if french else 0
            yield start + cut, end, word[cut:]
    else:
        yield from _parts(text)


def _parts(text: str) -> Iterator[tuple[int, int, str]]:
    keys = {match.span(): match for match in _HUMPS.finditer(text)}
    for start, end, word in located_words(text):
        if (start, end) not in keys:
            yield start, end, word
        else:
            yield from ((*part.span(), part[0].lower()) for part in _HUMP.finditer(text, start, end))


LONGEST = 20
"""Words with a meaning of a statement that says one thing, at most (a default): longer ones, as in contracts, deny
and restrict several."""


def long(statement: str) -> bool:
    """Whether a statement may well say more than one thing."""
    return len(tokens(statement)) > LONGEST


@cache
def opposites() -> Mapping[str, frozenset[str]]:
    """The stems that mean the opposite of each stem."""
    found: dict[str, set[str]] = {}
    pairs = [[terms(word)[0] for word in pair.split("/")] for pair in _opposite_words()]
    for one, other in pairs:
        if one != other:  # `insurer` and `insured` share their stem
            found.setdefault(one, set()).add(other)
            found.setdefault(other, set()).add(one)
    return {stem: frozenset(others) for stem, others in found.items()}


def _opposite_words() -> Iterator[str]:
    """Pairs of words with opposite meanings; of other languages each form of the one with each of the other."""
    yield from table("gate_senses.json")["antonyms"]
    for one, other in table("gate_senses.json")["antonyms_inflected"]:
        yield from (f"{word}/{turned}" for word in one.split() for turned in other.split())


def _counts(word: str) -> bool:
    """Whether a word is part of a number, a unit of time or a date: those are compared by value."""
    return word in _VALUES or word.isdigit()


def weight(stem: str) -> float:
    """How rare a stem is: its idf over sentences, the greatest known for words that are not in the table."""
    rarity, most = _rarity()
    return float(rarity.get(stem, most))


@cache
def _rarity() -> tuple[Mapping[str, float], float]:
    idf: Mapping[str, float] = table("gate_words.json")["idf"]
    return idf, max(idf.values())


@cache
def senses() -> Mapping[str, frozenset[int]]:
    """The groups of synonyms that each stem is in."""
    groups: dict[str, set[int]] = {}
    for number, group in enumerate(_groups()):
        for stem in group:
            groups.setdefault(stem, set()).add(number)
    return {stem: frozenset(numbers) for stem, numbers in groups.items()}


def _groups() -> Iterator[list[str]]:
    yield from (group.split() for group in table("gate_words.json")["synonyms"])
    yield from (terms(group) for group in table("gate_senses.json")["synonyms"])
    yield from (terms(f"{country} {called.replace('|', ' ')}") for country, called in PEOPLES.items())


def related(stem: str, others: Mapping[str, object]) -> str:
    """The stem among `others` that means the same: itself, a synonym, or one derived from the same word."""
    if stem in others:
        return stem
    own = senses().get(stem)
    if own:
        known = senses()
        for other in others:
            if not own.isdisjoint(known.get(other, ())):
                return other
    return next((other for other in others if _derived(stem, other)), "")


DERIVED = 5
"""Letters that two stems must share at the beginning to be of one word (`assign`, `assigne`)."""


def _derived(one: str, other: str) -> bool:
    if min(len(one), len(other)) < DERIVED or one[0].isdigit():
        return False
    return one.startswith(other) or other.startswith(one)


@lru_cache(maxsize=512)
def statements(text: str, header: str = "") -> tuple[tuple[Span, str], ...]:
    """The sentences, entries and rows of a text, each with what it stands under.

    A question states nothing; with its yes or no it is one statement. Nor does a bare code or a title: what follows it
    in its paragraph stands under it. `header` is that of a table which began before the text.
    """
    found: list[tuple[Span, str]] = []
    lead = code = ""
    before, asked = 0, None
    for start, end in _lines(text):
        line = text[start:end]
        if _BLANK.search(text, before, start):
            header = code = ""
        before = end
        if _CODES.fullmatch(line) or is_titling(text, start, end):
            code = line.strip()
            continue
        if _ROW.match(line):
            _row(found, text, Span(start, end), header)
            header = header or line[:INTRO]
            continue
        header = ""
        if asked and _REPLY.match(line):
            found.append((Span(asked.start, end), ""))
            asked = None
            continue
        asked = Span(start, end) if _QUESTION.search(line) else None
        if asked:
            lead = ""
            continue
        listed = ENTRY.match(line) or (
            labelled(line) and found and text[found[-1][0].end : start].count("\n") == 1 and lead
        )
        found.append((Span(start, end), lead if listed else code or noted_by(text, start)))
        if not listed:
            lead = line[-INTRO:]
    return tuple(found)


def labelled(line: str) -> bool:
    """Whether a statement is a line with a label: `Basic: 9 to 5`."""
    return "\n" not in line.strip() and bool(_LABELLED.match(line))


def _row(found: list[tuple[Span, str]], text: str, span: Span, header: str) -> None:
    """Take a line of a table in; a header, which names columns and states nothing, is known by the rule under it."""
    line = text[span.start : span.end]
    if not _RULE.match(line):
        if _WORDY.search(line):
            found.append((span, header))
    elif found and text[slice(*found[-1][0])] == header:
        found.pop()


def _lines(text: str) -> Iterator[tuple[int, int]]:
    """Sentences; a run of `name: value` lines is taken apart, and a row of a table is one, whatever stops it has."""
    rows = [match.span() for match in _LINE_OF_TABLE.finditer(text)] if "|" in text else []
    done = 0
    for start, end in sentences(text):
        at = bisect_right(rows, (start, len(text))) - 1
        if at >= 0 and start < rows[at][1] and end <= rows[at][1]:
            if rows[at][0] >= done:
                yield rows[at]
                done = rows[at][1]
            continue
        lines = list(_LINE.finditer(text, start, end)) if "\n" in text[start:end] else []
        if lines and sum(bool(_SETTING.match(line[0])) for line in lines) > len(lines) / 2:
            yield from (line.span() for line in lines)
        else:
            yield from _labels(lines, (start, end))


def _labels(lines: Sequence[re.Match[str]], whole: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """A stretch of lines cut before and behind each line of a label; whole where no two of these follow each other."""
    labels = [bool(_LABELLED.match(line[0])) for line in lines]
    if not any(one and other for one, other in pairwise(labels)):
        yield whole
        return
    start = lines[0].start()
    for at, line in enumerate(lines):
        ends = at + 1 == len(lines) or labels[at + 1] or (labels[at] and not _GOES_ON.match(lines[at + 1][0]))
        if ends:
            yield start, line.end()
            start = lines[at + 1].start() if at + 1 < len(lines) else line.end()


_LINE_OF_TABLE = later(r"(?m)(?<=^)\|[^\n]*\|(?=[ \t]*$)")
"""A whole row; a passage that begins or ends within one has but a part of it."""


def matches(claims: Sequence[str], evidence: Sequence[Evidence], *, limit: int = LIKELY) -> tuple[Match, ...]:
    """The statements that hold most of the claim's words, best first, with at most `limit` of them.

    `claims` is the claim as it is worded for each piece of evidence.
    """
    words = {claim: wanted(claim) for claim in dict.fromkeys(claims)}
    pairs = enumerate(zip(claims, evidence, strict=True))
    again = _running(evidence)
    found = [
        match
        for piece, (claim, one) in pairs
        for match in _in_piece(piece, one, words[claim], claim)
        if not _idle(match.statement.text, claim, words[claim], again.get(one.path, frozenset()))
    ]
    found.sort(key=_order)
    valued = (_valued(claims[match.statement.piece], match) for match in found[:LOOKED_AT])
    return tuple(sorted(valued, key=_order)[:limit])


def _running(evidence: Sequence[Evidence]) -> Mapping[str, frozenset[str]]:
    """The path of each document -> what stands on several of its pages."""
    lines: dict[str, list[str]] = {}
    for one in evidence:
        lines.setdefault(one.path, []).extend(one.text[slice(*span)] for span, _ in under_headers(one))
    return {path: repeated(texts) for path, texts in lines.items()}


def _idle(text: str, claim: str, words: Mapping[str, float], again: frozenset[str]) -> bool:
    """Whether a statement only stands around what its document says."""
    if says_nothing(text, claim, again):
        return True
    there = stems(text)
    return is_recital(text) and not of_the_contract(claim, (stem for stem in words if not held({stem: 1.0}, there)))


def wanted(claim: str) -> Mapping[str, float]:
    """The stems of a claim's content words -> how rare they are; all words where none has a content."""
    return {token.stem: token.weight for token in tokens(claim)} or dict.fromkeys(terms(claim), 1.0)


def _order(match: Match) -> tuple[float, int, Span]:
    return (-match.fit, match.statement.piece, match.statement.span)


def _valued(claim: str, match: Match) -> Match:
    """The match with how many of the claim's values its statement has."""
    text = match.statement.text
    numbers = [one for one in quantities(claim) if any(same(one, other) for other in quantities(text))]
    days = [one for one in dates(claim) if any(agrees(one, other) for other in dates(text))]
    return match._replace(values=len(numbers) + len(days))


def under_code(intro: str, claim: str) -> bool:
    """Whether what a statement stands under is nothing but a code that the claim names."""
    return bool(_CODES.fullmatch(intro)) and intro.strip(" #*_.:,;-") in claim


def is_numbered(header: str, text: str, claim: str) -> bool:
    """Whether a claim names a row by the head of its first column and the bare number there: `priority 2`.

    Such a row has few words of its own; what it says is said by its header too.
    """
    if not (text.startswith("|") and header.startswith("|")):
        return False
    head, key = (line.split("|")[1].strip() for line in (header, text))
    return bool(head) and key.isdigit() and bool(re.search(rf"(?i)\b{re.escape(head)} {key}(?![\w.,]*\w)", claim))


def has_value(figure: str, text: str) -> bool:
    """Whether a text has a quantity or a date of a figure."""
    return any(same(one, other) for one in quantities(figure) for other in quantities(text)) or any(
        agrees(one, other) for one in dates(figure) for other in dates(text)
    )


def _in_piece(piece: int, one: Evidence, words: Mapping[str, float], claim: str) -> Iterator[Match]:
    whole = standing(unremarked(one.text))
    around = held(words, stems(whole) | named(one))
    for span, intro in under_headers(one, whole):
        text = whole[span.start : span.end]
        under = under_code(intro, claim) or is_numbered(intro, text, claim) or labelled(text) or NOTE.match(text)
        share = held(words, stems(f"{intro} {text}" if under else text))
        if share or around:
            yield Match(Statement(piece, span, text, intro), share, around)


def under_headers(one: Evidence, text: str = "") -> tuple[tuple[Span, str], ...]:
    """The statements of a piece of evidence, or of its `text` as it stands, rows under the header of their table."""
    return statements(text or one.text, str(one.metadata.get(HEADER) or ""))


def named(one: Evidence) -> frozenset[str]:
    """The stems of what a piece of evidence stands under: its title, heading and path."""
    return stems(f"{one.title} {one.heading} {one.path}")


@lru_cache(maxsize=4096)
def stems(text: str) -> frozenset[str]:
    """The stems of a text, each once; of a key such as `maxReplicas` also those of its words."""
    parts = " ".join(part for key in _HUMPS.findall(text) for part in _HUMP.findall(key))
    if ("'" in text or "\u2019" in text) and tongue(text) == "fr":
        parts += " ".join(["", *(word[elided(word) :] for _, _, word in located_words(text) if elided(word))])
    return frozenset(terms(f"{text} {parts}" if parts else text))


def held(words: Mapping[str, float], there: frozenset[str]) -> float:
    """The weighted share (0..1) of the wanted stems that are there, synonyms counting less."""
    known, meant = senses(), _meanings(there)
    share = 0.0
    for stem, rarity in words.items():
        if stem in there:
            share += rarity
        elif not meant.isdisjoint(known.get(stem, ())):
            share += SYNONYM * rarity
    return share / (sum(words.values()) or 1.0)


@lru_cache(maxsize=4096)
def _meanings(there: frozenset[str]) -> frozenset[int]:
    """The groups of synonyms that any of the stems is in."""
    known = senses()
    return frozenset().union(*(known[stem] for stem in there if stem in known))
