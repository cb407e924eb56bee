"""What a person must see, whatever else a ticket asks: by the rules of the policy and by the model that ships.

Rules find what is said plainly, the model what is only meant. Neither is proof; both together decide how a ticket is
handled, never what is replied. The model was fitted on some thousand texts, so what it says without much share is a
reason for a person, and none to hurry; with little share and no word of the matter it is not named at all. Whatever it
says of any reason still keeps a reply from leaving by itself (`review.DANGER`).
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from kts.data import table
from kts.lexicon.patterns import later
from kts.lexicon.personal import redact
from kts.tickets.nouns import Risk

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from kts.tickets.nouns import Ticket
    from kts.tickets.policy import Policy
    from kts.tickets.triage import Kinds

ROUTINE = "routine"
REASONS = ("legal_threat", "payment", "security", "self_harm", "vip")
SHOWN = 80
"""Characters of the words that a rule rests on (a default, not fitted)."""
LIKELY = 0.5
"""Probability from which an alarm of the model is likelier right than false (a default). Below it is not urgent."""
LIFE = 0.2
"""Probability from which the model alone is urgent where a life may be at stake: a call too many costs less there (a
default: across the writers of the seeds .86 of such texts are urgent, and .07 of the ordinary ones for any reason)."""
UNNAMED = 0.3
"""Probability below which an alarm of the model needs a word of its matter (a default: without words the rest is false
twice as often as right across the writers of the seeds)."""
PLAIN = 0.7
"""Probability below which the model's alarm for a life does not stand against a text on a fault or a thing in which no
word is of a life (a default: `it prints stripes EVERY night` got .57; a person answers it all the same)."""
OTHERS = ("injection", "noise", "out_of_scope", "spam")
"""What the model tells apart besides an ordinary request and the reasons of escalation."""

_FORGOTTEN = later(
    r"(?i)\b(?:lost|forgot|forgotten|mislaid|cannot remember|can['\u2019]?t remember|(?:do not|don['\u2019]?t) "
    r"(?:know|remember)|no[- ]?(?:one|body) (?:here )?(?:knows|remembers)) (?:my|our|the) (?:[\w-]+ ){0,2}"
    r"(?:password|passcode|pw)\b"
)
_ELSEWHERE = later(
    r"(?i)\b(?:stol\w+|steal\w*|theft|some(?:one|body)|strangers?|unknown|hack\w*|phish\w*|leak\w*|shared|sent|gave|told|"
    r"paper|note(?:book)?|bag|laptop|phone|wallet|usb|changed|attack\w*|breach\w*|suspicious|fired|dismissed|link|virus)\b"
)
"""Words of a password that may be with somebody else: then a lost one is no matter of its owner alone."""


_DUE = later(
    r"(?i)\b(?:sla|service levels?|(?:service )?credits?|availability|uptime|outage|downtime|warranty|guarantee|refund|"
    r"expenses?|invoice|subscription|licen[cs]es?|discount|bonus)\b"
)
_CLAIMED = later(
    r"(?i)\b(?:claim(?:s|ed|ing)?|credits?|compensation|refunds?|(?:money|much|fee|payment) (?:do (?:we|i) get )?back|"
    r"reimburse\w*|entitled)\b"
)
_LAW = later(
    r"(?i)\b(?:law\w*|legal\w*|court\w*|attorneys?|solicitors?|counsel|sue|suing|sued|judges?|tribunals?|liab\w+|damages|"
    r"breach\w*|negligen\w+|discriminat\w+|rights?|regulator\w*|ombudsman|complaint|police|demand\w*|dismiss\w*|fired|"
    r"injur\w+|death|died|disput\w+|arbitrat\w+|statut\w+|unlawful\w*|illegal\w*|consequences|deadline of|final notice|"
    r"last warning|hear from)\b"
)
"""What is agreed, that somebody asks for it, and the words with which a claim is more than asking."""
_OWN_DATA = later(
    r"(?i)\b(?:my|our|personal|all(?: the| of the)?|any|what|which) (?:[\w-]+ ){0,2}(?:data|information)\b"
    r"[^.?!\n]{0,60}\b(?:(?:of|about|on) (?:me|us)|hold|keep|store|have|stored|held|kept|process\w*|collect\w*)\b|"
    r"\b(?:send|give|export|copy|access|provide|delete|erase|remove|download|request|want|get)\b[^.?!\n]{0,40}"
    r"\b(?:my|our) (?:own |personal |customer |user )*(?:data|information|details)\b|\b(?:GDPR|DSGVO|CCPA)\b"
)
"""Somebody asks for what is stored of them, or to have it deleted."""


class Triage(NamedTuple):
    """Probabilities of the model that ships: of each reason, of what is no request, and of an ordinary one."""

    shares: Mapping[str, float]

    @property
    def routine(self) -> float:
        """The probability of an ordinary request, 0 without a model."""
        return self.shares.get(ROUTINE, 0.0)

    @property
    def danger(self) -> float:
        """The probability of any reason of escalation."""
        return sum(self.shares.get(name, 0.0) for name in REASONS)


def triage(
    ticket: Ticket, *, model: Kinds | None, embed: Callable[[Sequence[str]], NDArray[np.float32]] | None
) -> Triage:
    """What the model says of a ticket; nothing without one."""
    if model is None:
        return Triage({})
    from kts.tickets.triage import told

    return Triage(told(ticket.text, model, embed))


def risks(ticket: Ticket, said: Triage, policy: Policy) -> tuple[Risk, ...]:
    """Every reason for which a person must see the ticket, the urgent before the others, the surest first."""
    found = [risk for rule in policy.rules for risk in _by_rule(ticket, rule.reason, rule.patterns)]
    found += [
        Risk(rule.reason, said.shares[rule.reason], "model")
        for rule in policy.rules
        if said.shares.get(rule.reason, 0.0) >= rule.threshold
        and not (rule.reason == "security" and _only_forgotten(ticket.text))
        and not (rule.reason == "legal_threat" and said.shares[rule.reason] < LIKELY and _only_claimed(ticket.text))
        and not (rule.reason == "self_harm" and said.shares[rule.reason] < LIKELY and _only_own_data(ticket.text))
        and not (rule.reason == "self_harm" and said.shares[rule.reason] < PLAIN and _only_a_thing(ticket.text))
        and (said.shares[rule.reason] >= UNNAMED or _of_matter(rule.reason, ticket.text))
    ]
    if ticket.email.lower() in policy.vips or ticket.client_name.lower() in policy.vips:
        found.append(Risk("vip", 1.0, "list", ticket.client_name))
    best: dict[str, Risk] = {}
    for risk in sorted(found, key=lambda one: (not urgent(one, policy), -one.score, one.reason, one.source)):
        best.setdefault(risk.reason, risk)
    return tuple(best.values())


def urgent(risk: Risk, policy: Policy) -> bool:
    """Whether a risk is one for at once: the policy calls its reason so, and more than a weak guess says it."""
    rule = next((one for one in policy.rules if one.reason == risk.reason), None)
    least = LIFE if risk.reason == "self_harm" else LIKELY
    return (rule is None or rule.urgent) and (risk.source != "model" or risk.score >= least)


@cache
def _matters() -> Mapping[str, re.Pattern[str]]:
    found = table("tickets/matters.json")["matters"]
    return {reason: re.compile(words, re.IGNORECASE) for reason, words in found.items()}


def _of_matter(reason: str, text: str) -> bool:
    """Whether a text holds a word of what a reason is about; true of reasons of which no words are known."""
    words = _matters().get(reason)
    return words is None or words.search(text) is not None


_THING = later(
    r"(?i)\b(?:error|fault|code|firmware|software|app|version|update|terminals?|printers?|machines?|devices?|screens?|"
    r"displays?|routers?|readers?|scanners?|laptops?|tablets? (?:app|computer)|login|log ?in|server|website|receipts?|"
    r"payments?|refunds?|invoices?|batter(?:y|ies)|wi-?fi|customers?|guests?|regulars?|shop|tills?|contract|tips|"
    r"doors|door (?:locks?|controllers?|openers?)|gates|locks|lifts|elevators)\b"
)
"""What an ordinary ticket is about."""
_IDIOM = later(
    r"(?i)\bturn(?:s|ed|ing)? in (?:his|her|their|its) graves?\b|\b(?:battery|batteries|terminal|machine|device|phone|"
    r"screen|printer|line|connection|doors?|gates?|readers?|locks?|lifts?|elevators?) "
    r"(?:(?:of|in|at|on) (?:the|our|my) [a-z]+ )?(?:is |are |was |has |went |goes |keeps? )?(?:dead|dying|died|dies)\b|"
    r"\bdea(?:d|th) (?:on arrival|end|line|battery|slow)\b|\bdied laughing\b|\bkill(?:s|ed|ing)? (?:the |a |this )?"
    r"(?:process|task|job|app|session|time)\b|\b(?:pay|pays|paid|works?|do|does|use|uses|it|go|stand|try) alone\b|"
    r"\bleave (?:it|them|this|that) alone\b|\blife ?(?:time|span|cycle)\b|\bbattery life\b|\blive (?:chat|data|system|"
    r"demo|view|mode|support|stream)\b|\bbreaks? even\b|\bend of (?:the )?(?:day|shift|month|year|week|life)\b|"
    r"\b(?:nobody|no ?one) (?:opened|touched|knows|can|could|answers?|answered|called|calls|helps?|helped)\b"
)
"""What sounds of a life and is of a thing."""
_LIFE = later(
    r"(?i)\b(?:li(?:fe|ve|ved|ving)|alive|di(?:e|ed|es|ying)|dead|death|kill\w*|suicid\w*|hurt\w*|harm\w*|pain\w*|"
    r"suffer\w*|sleep\w*|slept|awake|wake|alone|lonely|exhausted|cry|cries|cried|crying|tears|hopeless\w*|"
    r"despair\w*|desperate|end it|burden|goodbye|farewell|forgive|peace|numb|cope|bear|any ?more|any longer|"
    r"no (?:point|reason|use|sense)|the point|testament|funeral|grave|buried|ashes|insurance|pills?|medication|doctor|"
    r"therap\w+|hospital|river|bridge|roof|rope|knife|razor|gun|tracks?|cliff|blood|kids?|child\w*|sons?|daughters?|wife|husband|mother|mum|mom|"
    r"dad|sister|brother|family|widow\w*|drunk|nobody|no ?one|giv(?:e|en|ing) up|gave up|had enough|worth\w*|afraid|"
    r"scared|ashamed|shame|guilt\w*|miss (?:me|him|her)|without me|tonight|last (?:day|days|letter|message|words|"
    r"birthday|christmas)|jump\w*|quiet|silence|gave away|giving away|feel\w*|felt|myself|gone|lost everything)\b"
)


def _only_a_thing(text: str) -> bool:
    """Whether a ticket is about a fault or a thing, and no word of it is of somebody's life."""
    return bool(_THING.search(text)) and not _LIFE.search(_IDIOM.sub(" ", text))


def _only_own_data(text: str) -> bool:
    """Whether somebody asks for what is stored of them, in no word of their life."""
    return bool(_OWN_DATA.search(text)) and not _of_matter("self_harm", text)


def _only_forgotten(text: str) -> bool:
    """Whether a password was lost or forgotten, and nothing says that anybody else may have it."""
    return bool(_FORGOTTEN.search(text)) and not _ELSEWHERE.search(text)


def _only_claimed(text: str) -> bool:
    """Whether somebody asks for what an agreement gives, such as the credit for an outage, in no word of the law."""
    return bool(_CLAIMED.search(text) and _DUE.search(text)) and not _LAW.search(text)


def _by_rule(ticket: Ticket, reason: str, patterns: Sequence[object]) -> list[Risk]:
    text = ticket.text
    for pattern in patterns:
        match = pattern.search(text) if isinstance(pattern, re.Pattern) else None
        if match:
            return [Risk(reason, 1.0, "rule", redact(match[0])[:SHOWN])]
    return []
