"""What the documents are asked for a ticket: its words, put the way a question is.

Tickets leave out what the desk knows: half of a code, the question mark. They also hold what a question does not: other
people's words in quotation marks, and asides. An answer is held to everything that its question names, so what only
looks like a name is taken away, and what is half a name is made whole.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.lexicon.identifiers import identifiers, normalise
from kts.lexicon.keyphrases import FUNCTION_WORDS
from kts.lexicon.patterns import later
from kts.tickets.questions import spelled
from kts.tickets.relaxed import nobody
from kts.tickets.shouted import plainly, without_platform
from kts.tickets.versions import CODES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.types import Result

_QUOTATION = later(r"[\"“”„«»]")
_ASIDE = later(
    r"\b(?:TIA|PS|NB|(?i:FYI|BTW|ASAP|IMHO|P\.S\.|N\.B\.))(?![\w-])[,:]?|"
    r"(?:\A|(?<=[.!?:] ))(?:Also|Besides|Additionally|Furthermore|Moreover|Plus)"
    r"(?=,| (?:wh|how|is|are|do|does|can|may)),? |"
    r"(?i:\bquick (?:one|question)s?: )|"
    r"(?i:(?<=[.!?] )(?:shall|should|may|can|could|do|did) (?:i|we)\?|\bthanks? (?:so much |a lot )?in advance\b)"
)
"""What is said beside the question; in small letters `ps` is a command and `tia` a name."""
_PLEADING = later(
    r"(?<![\w-])(?:URGENT(?:LY)?|PLEASE|PLS|HELP|ASAP|IMPORTANT|ATTENTION|EMERGENCY|CRITICAL|PRIORITY|IMMEDIATELY|"
    r"AGAIN|STILL|NOW|NEVER|ALWAYS|TODAY|ANYMORE|HELLO|DEAR|THANKS?|DRINGEND|BITTE|WICHTIG|EILT|SOFORT|HILFE)(?![\w-])"
)
"""Words that are shouted: in capitals they are read as names."""
_CALL = later(
    r"(?i)(?:\A|(?<=[.!?:] ))\W{0,3}(?:(?:very|most|really|so|high|top) )?(?:urgent(?:ly)?|asap|important|attention|"
    r"emergency|critical|priority|help|please(?: help)?|dringend|wichtig|eilt|sofort|hilfe)(?:[.!:]+|\Z)\s*"
)
"""A sentence that only says how pressing it is."""
_NUMBER = later(
    r"(?<![\w.,$€£:/#-])(?P<code>\b(?i:code|error|message|fehler|erreur) )?(?P<number>\d{3,4})(?![\w%-]|[.,:/]\d)"
)
_YEAR = later(r"(?:19|20)\d\d")
_BESIDE = later(r"(?<![\w-])(?P<word>[a-z]{2,5}) (?=\d{3,6}(?![\w-]|\.\d))")
"""A small word before a number. With a blank it would be read as one code, as `tsr 2009` is."""
PLAIN = FUNCTION_WORDS | frozenset(
    "says show shows shown sees saw look looks read reads find finds found giving lists sent send sends paid pay pays "
    "cost costs owe owes owed spent wired adds added dial dials call calls rang enter type typed hit hits throw throws "
    "threw came holds held lose loses lost keep keeps kept need needs total whole full sum plus minus card room ext "
    "phone tel nr floor box desk code error".split()
)
"""Words that stand before a number and are no part of a code; any other short word may be the first half of one."""
_SPLIT = later(r"(?<![\w-])(?P<word>[A-Za-z]{1,8}) \d{3,6}(?![\w-]|\.\d)")
"""What may be a code that is written with a blank."""
_DIGITS = later(r"(?<!\d)\d{4}\Z")
FULL_DIGITS = 4
"""Digits of a number that may stand for a code by themselves; shorter ones need the word `code` or `error` before
them (a default, not fitted: three digits are an amount as often)."""


def asked(query: str, results: Sequence[Result]) -> str:
    """The query as a question; `results` are what it found, which spell the codes out that the ticket shortens."""
    text = _whole_codes(_joined(_QUOTATION.sub("", spelled(query)), results), results)
    text = _CALL.sub("", _PLEADING.sub(lambda match: match[0].lower(), text))
    text = without_platform(plainly(text, results), results)
    text = _BESIDE.sub(lambda match: f"{match['word']}\u00a0" if match["word"] in PLAIN else match[0], text)
    text = re.sub(" {2,}", " ", _ASIDE.sub("", nobody(text))).strip(" ")
    return text if "?" in text or not text else f"{text.rstrip(' .!')}?"


def _joined(text: str, results: Sequence[Result]) -> str:
    """`tsr 4018` as `TSR-4018`, where a passage has it."""
    if not _SPLIT.search(text):
        return text
    found = [one for result in results for one in identifiers(result.hit.passage.text) if one.kind in CODES]
    known = {one.norm: one.surface for one in reversed(found)}
    return _SPLIT.sub(
        lambda match: match[0] if match["word"] in PLAIN else known.get(normalise(match[0]), match[0]), text
    )


def _whole_codes(text: str, results: Sequence[Result]) -> str:
    """`4018` as `TSR-4018`, where one code alone of the passages ends in it; nothing where the ticket has one whole."""
    if any(one.kind in CODES and _DIGITS.search(one.surface) for one in identifiers(text)):
        return text
    numbers = {match["number"] for match in _NUMBER.finditer(text)}
    endings = _endings(results, numbers) if numbers else {}

    def spelled(match: re.Match[str]) -> str:
        number, known = match["number"], endings.get(match["number"], ())
        sure = bool(match["code"]) or (len(number) == FULL_DIGITS and not _YEAR.fullmatch(number))
        return f"{match['code'] or ''}{known[0]}" if sure and len(known) == 1 else match[0]

    return _NUMBER.sub(spelled, text)


def _endings(results: Sequence[Result], numbers: set[str]) -> dict[str, tuple[str, ...]]:
    """The codes of the passages that end in each of the numbers, as they are spelled there."""
    found: dict[str, dict[str, str]] = {}
    for one in results:
        for code in identifiers(one.hit.passage.text):
            digits = re.search(r"(?<!\d)\d{3,4}\Z", code.surface)
            if code.kind in CODES and digits and digits[0] in numbers:
                found.setdefault(digits[0], {}).setdefault(code.norm, code.surface)
    return {number: tuple(codes.values()) for number, codes in found.items()}
