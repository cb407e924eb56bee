"""What stands beside a text: running titles with the page's number, titles in capitals, greetings, editions.

They hold the words of many questions, for they name what the document is about, and say nothing of it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.choose.extract import raised
from kts.answer.units.running import is_running
from kts.lexicon.messages import GREETING
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.answer.choose.extract import Held

FURNITURE = 5.0
"""What such a line loses on the scale of the extraction's scores: it leads no answer and pads none (a default)."""
SHORT = 120
"""Characters up to which a line may be one (a default)."""
_IMPRINT = later(
    r"(?i)(?:version|edition|issue|revision|rev\.?) (?:no\.? ?)?[\w.]{1,8}(?:,|:| of| -)? [^.;:?!\n]{0,90}\b"
    r"(?:in force|effective|valid|approved|adopted|issued|dated|applies|of|from) [^.;:?!\n]{0,40}\d{4}\W*"
)
"""Of which edition a document is and since when: `Version 4, in force from 1 May 2026.`"""
_ASKS_EDITION = later(
    r"(?i)\b(?:versions?|editions?|issued?|revisions?|in force|effective|valid|approved|adopted|since|when|dates?|dated"
    r"|current|latest|newest|who)\b"
)
_MAIL_HEAD = later(r"(?:(?:From|To|Cc|Date|Sent|Subject|Reply-To):[^\n]*\s*){2,}")
"""From whom a mail is, to whom, and when."""
_ASKS_MAIL = later(r"(?i)\b(?:e-?mails?|mails?|mailed|messages?|sent|sends?|wrote|writes?|written|address(?:es)?)\b")
_PAGE = later(
    r"(?i)(?:.{0,60}[-\u2013\u2014|] )?(?:(?:was|is|did|has) this (?:article|page|answer|information|guide|document|"
    r"topic|content) (?:helpful|useful|help(?: you)?|answer(?:ed)? your questions?|solved? your problem)\??"
    r"(?: yes ?[/|] ?no)?|"
    r"yes ?[/|] ?no|(?:share|print|rate|bookmark|e-?mail) this (?:article|page)|back to (?:the )?top|"
    r"(?:skip|jump) to (?:main )?content|war dieser artikel hilfreich\??|ja ?[/|] ?nein|all rights reserved|"
    r"(?:previous|next) (?:article|page)|related articles?|still need help\??)\W*"
)
"""What pages of a help centre ask their readers, and their links."""
_LINES = later(r"_{8,}")
_ASKS_SIGNED = later(r"(?i)\b(?:sign\w*|who|whom|whose|names?|titles?|address(?:es)?|forms?|witness\w*)\b")
GREETS = 4
"""Words up to which a line that begins like a greeting is one (a default); `Hello World prints a line.` is none."""
_CAPITALS = later(r"[A-Z][A-Z\d&,'\u2019().\s/\u2013-]*\s[A-Z\d&,'\u2019()/-]+")
_ADDRESSED = later(r"(?:(?!\d)[^\W_a-z][\w.'\u2019-]* ?){1,3},")
"""Nothing but the name of whom a letter is to: `Lena,`."""
_WORD, _LONG = re.compile(r"[A-Z]{3}"), re.compile(r"[A-Z]{4}")
"""Two words in capitals make a title, the second of four letters: `GET /API` is none."""


def is_furniture(text: str) -> bool:
    """Whether a unit is such a line; capitals only without a stop: `DO NOT OPEN.` says something."""
    line = text.strip("*_# \n")
    if len(text) > SHORT:
        return False
    return is_running(line) or _is_title(line) or _greets(line) or _PAGE.fullmatch(line) is not None


def _greets(line: str) -> bool:
    return bool(_ADDRESSED.fullmatch(line) or (len(line.split()) <= GREETS and GREETING.match(line)))


def _is_title(line: str) -> bool:
    """Whether a line has two words in capitals and nothing else.

    Word by word: one expression for all of it took minutes for a heading with a few brackets.
    """
    if not _CAPITALS.fullmatch(line):
        return False
    words = line.split()
    first = next((at for at, word in enumerate(words) if _WORD.search(word)), len(words))
    return any(_LONG.match(word) for word in words[first + 1 :])


def is_imprint(text: str) -> bool:
    """Whether a unit only says of which edition its document is, and since when."""
    return len(text) <= SHORT and _IMPRINT.fullmatch(text.strip("*_# \n")) is not None


def is_mail_head(text: str) -> bool:
    """Whether a unit is the head of a mail."""
    return _MAIL_HEAD.fullmatch(text.strip("*_# \n")) is not None


def is_to_sign(text: str) -> bool:
    """Whether a unit has lines to be written on: the block of signatures, or a form."""
    return len(_LINES.findall(text)) > 1


def furniture_last(question: str, ranked: Sequence[tuple[float, Held]]) -> tuple[tuple[float, Held], ...]:
    """What says something before what only stands around it; an edition answers who asks for one, or for a time."""
    asked = (_ASKS_EDITION, _ASKS_MAIL, _ASKS_SIGNED)
    edition, mail, signed = (asks.search(question) is not None for asks in asked)

    def stands_around(one: Held) -> bool:
        text = one.unit.text
        around = is_furniture(text) or (not edition and is_imprint(text)) or (not mail and is_mail_head(text))
        return one.unit.kind == "sentence" and (around or (not signed and is_to_sign(text)))

    return raised(ranked, lambda one: -FURNITURE * stands_around(one))
