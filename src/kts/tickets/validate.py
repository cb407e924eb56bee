"""Whether a ticket can be worked on at all: empty, noise, a test, another language, advertising, an instruction.

By rules; what they rest on is in the signals.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from kts.data import table
from kts.lexicon.languages import language_of
from kts.lexicon.personal import find
from kts.tickets.injection import instructions
from kts.tickets.nouns import Validation

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kts.tickets.nouns import Ticket
    from kts.tickets.policy import Policy

MINIMUM_WORDS = 3
"""Words, numbers and codes below which a ticket says nothing (fitted on the training half of samples/tickets)."""
SPAM_POINTS = 3.0
"""Points from which a text is advertising (fitted on the training half of samples/tickets)."""
SURE = 0.5
"""Share from which the model alone says so (no ordinary ticket of the training half is above, cross-validated)."""
_MODEL = (("low_signal", "noise"), ("spam", "spam"), ("injection", "injection"))
SHORT = 3
"""Letters up to which a word may well have no vowel: pls, tmp."""
NOISE = 0.5
"""Share of words without a vowel or made of few letters above which a text is noise (a default, not fitted)."""

_WORD = re.compile(r"[^\W\d_]{2,}")
_CODE = re.compile(r"\b(?:[A-Z]{1,5}[-_:]?[A-Z_]*\d[\w.-]*|\d{3,})\b")
_TEST = re.compile(
    r"^\W*(?:(?:just |only |this is )?(?:a )?(?:test(?:ing)?|trainee exercise|training exercise)\b.{0,60}|"
    r"lorem ipsum.*|.{0,40}\b(?:pls|please) (?:ignore|disregard|delete)\b.{0,20}|"
    r"(?:sorry,? )?(?:wrong (?:window|chat|ticket|button)|sent by mistake|pressed too early|"
    r"ignore (?:this|me|that)).{0,20}|"
    r"never ?mind(?: ?me| that| this)?|(?:hello|hi|hey|thanks?|thank you|ok|okay|yes|no)(?: there| all| you)?)\W*$",
    re.IGNORECASE | re.DOTALL,
)
_TEST_SOMEWHERE = re.compile(
    r"\blorem ipsum\b|\btest(?:ing)?\b.{0,30}\b(?:pls|please)? ?(?:ignore|delete|disregard)\b|\bdo not work\b",
    re.IGNORECASE,
)


@cache
def _spam_rules() -> tuple[tuple[float, re.Pattern[str]], ...]:
    rules = table("tickets/spam.json")["rules"]
    return tuple((float(rule["points"]), re.compile(rule["pattern"], re.IGNORECASE)) for rule in rules)


class Signals(NamedTuple):
    """What the validation rests on; `spam` in points, `personal` counts by kind."""

    words: int
    language: str
    noise: float
    spam: float
    instructions: tuple[str, ...]
    personal: dict[str, int]


def validate(ticket: Ticket, policy: Policy, shares: Mapping[str, float] | None = None) -> Validation:
    """Whether the ticket can be worked on, why not, and what was seen.

    `shares` are what the model that ships says of it (`escalate.triage`): beside the rules, where it is sure.
    """
    seen, said = signals(ticket), shares or {}
    reasons = [code for code, holds in _faults(ticket, seen, policy) if holds]
    reasons += [code for code, name in _MODEL if said.get(name, 0.0) >= SURE and code not in reasons]
    valid = not reasons
    if seen.personal:
        reasons.append("personal_data")
    return Validation(valid, tuple(reasons), seen._asdict())


def _faults(ticket: Ticket, seen: Signals, policy: Policy) -> tuple[tuple[str, bool], ...]:
    empty = not ticket.description.strip() and not _asks(ticket.subject)
    noise = seen.noise > NOISE or (seen.words < MINIMUM_WORDS and not _asks(ticket.text))
    return (
        ("empty", empty),
        ("low_signal", not empty and noise),
        ("test", bool(_TEST.match(ticket.description.strip()) or _TEST_SOMEWHERE.search(ticket.text))),
        ("wrong_language", seen.language not in policy.languages),
        ("spam", seen.spam >= SPAM_POINTS),
        ("injection", bool(seen.instructions)),
    )


def signals(ticket: Ticket) -> Signals:
    """What is counted and found in a ticket's text, quoted mails and signature included for personal data."""
    words = _WORD.findall(ticket.text)
    return Signals(
        words=len(_WORD.findall(ticket.description)) + len(_CODE.findall(ticket.description)),
        language=language_of(ticket.text),
        noise=_noise(words),
        spam=spam_points(ticket.text),
        instructions=instructions(f"{ticket.text}\n{ticket.quoted}\n{ticket.signature}"),
        personal=personal(ticket),
    )


def personal(ticket: Ticket) -> dict[str, int]:
    """How often each kind of personal data stands in a ticket."""
    text = f"{ticket.text}\n{ticket.quoted}\n{ticket.signature}"
    return dict(sorted(Counter(one.kind for one in find(text)).items()))


def spam_points(text: str) -> float:
    """Points for the phrases of unwanted advertising; each kind of phrase counts once."""
    return sum(points for points, rule in _spam_rules() if rule.search(text))


def _asks(text: str) -> bool:
    """Whether a short text asks something: a question mark, or a code that can be looked up."""
    return len(_WORD.findall(text)) >= MINIMUM_WORDS or bool(_CODE.search(text))


def _noise(words: list[str]) -> float:
    odd = [
        word
        for word in words
        if len(word) > SHORT and (not re.search("[aeiouyäöüéèà]", word.lower()) or _drummed(word))
    ]
    return len(odd) / len(words) if words else 0.0


def _drummed(word: str) -> bool:
    """Whether a word is keys hit side by side or over and over: asdf, jjjj."""
    lower = word.lower()
    rows = ("qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop", "yxcvbnm")
    return len(set(lower)) * 3 <= len(lower) or any(lower[:4] in row for row in rows)
