"""Whether a ticket can be worked on at all: empty, noise, a test, another language, advertising, an instruction.

By rules; what they rest on is in the signals.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from kts.data import table
from kts.lexicon.identifiers import identifiers
from kts.lexicon.injection import instructions
from kts.lexicon.languages import language_of, small_words
from kts.lexicon.patterns import later
from kts.lexicon.personal import find
from kts.tickets.nouns import Validation
from kts.tickets.versions import CODES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kts.tickets.nouns import Ticket
    from kts.tickets.policy import Policy

MINIMUM_WORDS = 3
"""Words, numbers and codes below which a ticket says nothing (fitted on the training half of samples/tickets)."""
REQUEST = 8
"""Words of a request from which the model, which has read thanks and notices, calls it no noise (a default)."""
SPAM_POINTS = 3.0
"""Points from which a text is advertising (fitted on the training half of samples/tickets)."""
SURE = 0.5
"""Share from which the model alone says so (no ordinary ticket of the training half is above, cross-validated)."""
_MODEL = (("low_signal", "noise"), ("spam", "spam"), ("injection", "injection"))
SHORT = 3
"""Letters up to which a word may well have no vowel: pls, tmp."""
JUDGED = frozenset({"en", "und"})
"""Languages of the texts that the model of risks was fitted on; few words are in none."""
OPENING = 600
"""Characters of a ticket in which its language and a note of absence are looked for (a default, not fitted)."""
NOTICE = 80
"""Words of a notice of absence at most, with who to turn to meanwhile (a default, not fitted)."""
NOISE = 0.5
"""Share of words without a vowel or made of few letters above which a text is noise (a default, not fitted)."""

_ASKERS = {
    "en": "i you my your we our is are do does can could please what when how why hello dear thanks not have has will "
    "would the and to of in it this",
    "de": "ich sie mein meine ihr ihre wir unser ist sind kann können bitte was wann wie warum hallo guten danke nicht "
    "habe hat wird wurde seit und der die das ein eine auf zu wo lange werden welche welcher welches warum ob nach bei "
    "mit für fuer aus wenn noch mein meinen dem den von zum zur koennen moechte über ueber auch geht läuft laeuft",
    "fr": "je vous mon ma mes votre vos nous notre est sont peut pouvez quand comment pourquoi bonjour merci pas ai "
    "avez sera depuis et le la les un une des du combien",
    "es": "yo usted mi mis su nosotros es son puede pueden por favor qué cuándo cómo hola gracias no he ha será desde "
    "y el la los un una del cuánto",
}
_ASKING = {language: frozenset(words.split()) for language, words in _ASKERS.items()}
FEW = 2
"""Words of a language in which people write to a desk from which a short text is in it (a default, not fitted)."""
_AUTOMATIC = later(
    r"^\W*(?:re: |aw: )?(?:automatic(?:ally generated)? reply|auto(?:matic)?[- ]?(?:reply|response|antwort)|"
    r"out of (?:the )?office(?: reply)?|abwesenheits\w*|automatische antwort|réponse automatique|absence du bureau|"
    r"respuesta automática|"
    r"undeliver(?:ed|able)(?: mail(?: returned to sender)?)?|"
    r"delivery (?:status notification|has failed|failure)(?: \(\w+\))?|mail delivery (?:failed|system)|"
    r"returned mail|failure notice|message not delivered|unzustellbar)(?:\s*:|\W*\Z)",
    re.IGNORECASE,
)
"""The subject of a notice: its phrase alone, or before a colon. In a sentence it is what a person writes of."""
_REQUEST = later(
    r"\?|\b(?:please|kindly)\b(?! (?:contact|call|reach|write|e-?mail|direct|turn|refer|note|do not|use|see|visit)\b)|"
    r"\b(?:can|could|would|will|may) (?:you|i|we|someone|somebody|anyone|anybody)\b|\b(?:i|we)(?:'d| would) like\b|"
    r"\b(?:i|we) (?:still |have |also )*(?:need|want|paid|pay|ordered|cannot|can't|can not|have not|haven't|did not|"
    r"didn't)\b|"
    r"\b(?:können|könnten) (?:sie|wir)\b|\b(?:ich|wir) (?:brauche|benötige|möchte)n?\b|"
    r"\bpou(?:vez|rriez)[- ]vous\b|\bj'ai besoin\b",
    re.IGNORECASE,
)
"""Somebody asks for something, other than to turn to somebody else meanwhile."""
_AWAY = later(
    r"\b(?:i am|i'm|i will be) (?:currently |now )?(?:out of (?:the )?office|away from (?:the office|my desk)|"
    r"on (?:annual |parental |maternity |sick )?(?:leave|vacation|holiday))\b.{0,120}"
    r"\b(?:until|till|back|return\w*|through)\b|"
    r"\bich bin (?:bis|vom|derzeit)\b.{0,60}\b(?:nicht (?:im (?:büro|haus)|erreichbar)|abwesend|im urlaub)\b|"
    r"\bje suis (?:absente?|en congés?)\b.{0,60}\bjusqu",
    re.IGNORECASE | re.DOTALL,
)

_WORD = later(r"[^\W\d_]{2,}")
_CODE = later(r"\b(?:[A-Z]{1,5}[-_:]?[A-Z_]*\d[\w.-]*|\d{3,})\b")
_TEST = later(
    r"^\W*(?:(?:just |only |this is )?(?:a )?(?:test(?:ing)?|trainee exercise|training exercise)\b.{0,60}|"
    r"lorem ipsum.*|.{0,40}\b(?:pls|please) (?:ignore|disregard|delete)\b.{0,20}|"
    r"(?:sorry,? )?(?:wrong (?:window|chat|ticket|button)|sent by mistake|pressed too early|"
    r"ignore (?:this|me|that)).{0,20}|"
    r"never ?mind(?: ?me| that| this)?|(?:hello|hi|hey|thanks?|thank you|ok|okay|yes|no)(?: there| all| you)?)\W*$",
    re.IGNORECASE | re.DOTALL,
)
_TEST_SOMEWHERE = later(
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
    reasons = ["automatic"] if automatic(ticket) else [code for code, holds in _faults(ticket, seen, policy) if holds]
    unlikely = {"low_signal"} if _requests(ticket, seen) else set()
    reasons += [code for code, name in _MODEL if said.get(name, 0.0) >= SURE and code not in {*reasons, *unlikely}]
    valid = not reasons
    if seen.personal:
        reasons.append("personal_data")
    return Validation(valid, tuple(reasons), seen._asdict())


def _requests(ticket: Ticket, seen: Signals) -> bool:
    """Whether a ticket asks for something in as many words as a request has: then only rules call it noise."""
    return seen.words >= REQUEST and bool(_REQUEST.search(ticket.description))


def _faults(ticket: Ticket, seen: Signals, policy: Policy) -> tuple[tuple[str, bool], ...]:
    empty = not ticket.description.strip() and not _asks(ticket.subject)
    noise = seen.noise > NOISE or (seen.words < MINIMUM_WORDS and not _asks(ticket.text))
    return (
        ("duplicate", bool(ticket.metadata.get("duplicate_of"))),
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
        language=language(ticket.text),
        noise=_noise(words),
        spam=spam_points(ticket.text),
        instructions=instructions(f"{ticket.text}\n{ticket.quoted}\n{ticket.signature}"),
        personal=personal(ticket),
    )


def judged(ticket: Ticket) -> bool:
    """Whether the model of risks can say anything of a ticket: it has read what people write, in English.

    Words alone that look like a notice are not enough: a person who answers our own notice keeps its subject.
    """
    return language(ticket.text) in JUDGED and not by_header(ticket)


def by_header(ticket: Ticket) -> bool:
    """Whether the header of the mail says that a program sent it; a column of that name in an export says nothing."""
    return ticket.metadata.get("automatic") is True


def automatic(ticket: Ticket) -> bool:
    """Whether no person wrote it: a notice of absence, a mail that came back; its header says so, or its first words.

    A question, a request or a code beside a note of absence is a person's.
    """
    if by_header(ticket):
        return True
    if not (_AUTOMATIC.search(ticket.subject) or _AWAY.search(ticket.description[:OPENING])) or "?" in ticket.subject:
        return False
    asks = _REQUEST.search(ticket.description)
    return not asks and all(one.kind not in CODES for one in identifiers(ticket.description))


def by_words(ticket: Ticket) -> bool:
    """Whether the subject is that of a notice of absence and the text one as well, and asks or reports nothing.

    Of a row of an export, which has no header that would say so; a mail has one.
    """
    said = ticket.description
    plain = (
        "message_id" not in ticket.metadata
        and len(_WORD.findall(said)) <= NOTICE
        and not ticket.attachments
        and "?" not in said
    )
    return plain and bool(_AUTOMATIC.search(ticket.subject) and _AWAY.search(said[:OPENING])) and automatic(ticket)


def language(text: str) -> str:
    """The language of a ticket; of a short one by the words in which people write to a desk, `und` in doubt.

    What a program wrote or reads (lines of a log, code, paths, options, messages in brackets) has no vote, nor have
    words that English has, too: `no space left on device (os error 28)` is no Portuguese.
    """
    said = _words(_CODED.sub(" ", text[:SAMPLE]))
    text = " ".join(said) if len(said) >= LEAST_SAID else text
    found = language_of(text)
    words = set(_words(text))
    if found not in {"und", "en"} and (own := small_words(found)):
        english = small_words("en") | _ASKING["en"]
        found = "en" if len(words & english - own) >= max(FEW, len(words & own - english)) else found
    if found != "und":
        return found
    words = set(_words(text[:OPENING]))
    counts = {name: len(words & known) for name, known in _ASKING.items()}
    best = max(counts, key=lambda name: (counts[name], name == "en", name))
    others = max(count for name, count in counts.items() if name != best)
    return best if counts[best] >= FEW and counts[best] > others else "und"


def _words(text: str) -> list[str]:
    return _LETTERS.findall(text.lower())


_LETTERS = later(r"[^\W\d_]+")
SAMPLE = 3_000
"""Characters of a ticket that tell its language (those of `language_of`)."""
LEAST_SAID = 4
"""Words beside code from which these alone tell the language (a default, not fitted)."""
_CODED = later(
    r"```.*?(?:```|\Z)|`[^`\n]*`"
    r"|^[^\n]*(?:\b\d\d:\d\d:\d\d|\[(?:ERR|ERROR|WARN|INFO|DEBUG|FATAL)\]|\b(?:ERROR|WARN|INFO|DEBUG|FATAL)\b)[^\n?]*$"
    r"|^[ \t]*(?:[$#>]|at )[^\n?]*$|\([^()\n]{0,60}\d[^()\n]{0,60}\)|\S*[/\\=_<>{}|]\S*|(?<!\w)--?[a-z][\w-]*",
    re.DOTALL | re.MULTILINE,
)
"""What a program wrote or reads."""


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
