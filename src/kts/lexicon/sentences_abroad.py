"""Full stops that end no sentence in German and French: days and other ordinals, and words that are shortened."""

from __future__ import annotations

import re

from kts.lexicon.patterns import later
from kts.lexicon.tongues import tongue

_OWN = r"Januar|Jänner|Jaenner|Februar|März|Maerz|Mai|Juni|Juli|Oktober|Dezember|Jan\.|Febr?\.|Okt\.|Dez\."
_SHARED = r"April|August|September|November|Apr\.|Aug\.|Sept?\.|Nov\."
_MONTH = later(rf"\(?(?:(?P<own>{_OWN})|{_SHARED})(?!\w)")
"""A month as German has it; some have the same name in English, where no full stop follows the day."""
_DAY = later(r"(?<![\w.,:'\u2019-])(?:0?[1-9]|[12]\d|3[01])\.\Z")
_COUNTED = later(
    r"\b(?:der|die|das|den|dem|des|im|am|vom|zum|zur|beim|ins|jede[nmrs]?|eine[nmrs]?|unser[enms]{0,2}|ihr[enms]{0,2})"
    r"[ \n]\d{1,2}\.\Z",
    re.IGNORECASE,
)
_THINGS = later(
    r"(?:Jahrhundert|Jahrtausend|Jahr|Tag|Woche|Monat|[A-ZÄÖÜ][a-zäöüß]{2,}(?:jahr|tag|woche|monat)|Quartal|"
    r"Halbjahr|Semester|Lektion|Stunde|Klasse|Stufe|Stock|Stockwerk|Etage|Obergeschoss|Untergeschoss|OG|UG|Platz|Rang|"
    r"Preis|Runde|Etappe|Mal|Kind|Auflage|Ausgabe|Kapitel|Teil|Abschnitt|Absatz|Satz|Artikel|Nachtrag|Sitzung|Rate|"
    r"Mahnung|Liga|Weltkrieg|Person|Säule)(?:e?s|e?n|e|er)?(?!\w)"
)
"""What is counted with a figure and a full stop: `im 2. Stock`."""
_SHORT = later(
    r"(?<![\w-])(?:inkl|exkl|evtl|ggf|bzw|bspw|resp|vgl|Vgl|Ziff|Hrn|Hr|sog|zzgl|abzgl|Mme|Mmes|Mlle|Mlles|MM|dipl|Dipl|"
    r"(?<!\d )(?<!\d\d )Fr|z\. ?B|d\. ?h|u\. ?U|i\. ?d\. ?R|i\. ?S\. ?v|p\. ?ex|c\.-à-d)\.\Z"
)
"""What is never the end of a sentence; `20 Fr.` may be one."""
_NUMBERED = later(
    r"(?<![\w-])(?:Ziff|Nrn?|Abs|Bst|lit|let|Rz|Kap|Bd|janv|févr|avr|juil|déc|Mrz|Okt|Dez|Std|env|Tél|tél|al|bzw|etwa)\.\Z"
)
"""What is not the end of a sentence before a figure."""
_LEADS = later(
    r"(?:\b(?:am|vom|bis|zum|ab|den|der|dem|des|und|seit|spätestens|Montag|\w+tag|Mittwoch)|,|[-\u2013])\s*\Z"
)
_DATED = later(rf"[ \t>]*(?:0?[1-9]|[12]\d|3[01])\.[ \t]+(?={_OWN}|{_SHARED})")
AROUND = 200
"""Characters on each side by which the language is told."""


def goes_on_abroad(text: str, end: int, start: int) -> bool:
    """Whether the full stop before `end` ends no sentence, with the next word at `start`."""
    before = text[max(0, end - 24) : end]
    if not before.endswith("."):
        return False
    if text[start].isdigit():
        return bool(_NUMBERED.search(before) or _SHORT.search(before))
    if _SHORT.search(before):
        return True
    if not before[-2:-1].isdigit():
        return False
    month = _MONTH.match(text, start)
    if month and _DAY.search(before):
        return bool(month["own"]) or _is_german(text, end)
    return bool(_COUNTED.search(before) and _THINGS.match(text, start)) and _is_german(text, end)


def begins_with_day(previous: str, line: str) -> bool:
    """Whether a line goes on with a day from the line before, and is no item of a list: `bis am / 3. Juni`."""
    return bool(_DATED.match(line) and _LEADS.search(previous[-16:]))


def _is_german(text: str, at: int) -> bool:
    return tongue(text[max(0, at - AROUND) : at + AROUND]) == "de"
