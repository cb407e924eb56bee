"""What something costs is asked with a verb, and listed under a noun: `What do we pay X?` in a column *Annual fee*.

Where the question in its own words has no sure answer, it is asked in the words of such lists. What a limit of
liability or a cap allows is no price, however much of the question its clause holds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.answer.tables.columns import SUMS
from kts.answers import GIVEN
from kts.lexicon.analyse import STOP_WORDS, indexed, terms, words
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Callable

    from kts.answer.means import Means
    from kts.answers import Answer

_OURS = r"(?:we|I|you|they|the company|our company|customers?|clients?)"
_THING = r"(?P<{}>(?:[^\W_][\w.&'\u2019/-]*+ ){{0,3}}?[^\W_][\w.&'\u2019/-]*+)"
_PER = (
    r"(?: (?P<often>(?:per|an?|each|every) (?:year|annum|quarter|month|week|day|hour)|annually|yearly|quarterly|monthly"
    r"|weekly|daily|hourly))?\W*\Z"
)
_PAYS = later(
    rf"(?i)\A\W*(?:how much|what) (?:do|does|will|must|should) {_OURS} (?:have to )?(?:pay|spend on|owe)"
    rf"(?: (?:to|for))? {_THING.format('paid')}{_PER}"
)
_COSTS = later(
    rf"(?i)\A\W*(?:how much|what) (?:do|does|will) {_THING.format('costs')} (?:cost|charge|bill)"
    rf"(?: (?:us|me|you|them))?{_PER}"
)
_PERIODS = {
    "annual": later(r"(?i)\b(?:years?|annum|annual(?:ly)?|yearly|p\. ?a\b)"),
    "quarterly": later(r"(?i)\b(?:quarters?|quarterly)\b"),
    "monthly": later(r"(?i)\b(?:months?|monthly)\b"),
    "weekly": later(r"(?i)\b(?:weeks?|weekly)\b"),
    "daily": later(r"(?i)\b(?:days?|daily)\b"),
    "hourly": later(r"(?i)\b(?:hours?|hourly)\b"),
}
"""How often something is paid, by the word that stands before a noun, and how a text says it."""
NOUNS = ("fee", "price", "cost", "rate")
"""Under which a price is listed, in the order in which they are tried (a default)."""
LIMITED = later(
    r"(?i)\b(?:liabilit(?:y|ies)|liable|indemni\w+|capped|caps?|(?:is|are|be) limited to|limits?(?: of)?|sum insured"
    r"|insured (?:for|sum|amount)|coverage|haftung\w*|haftet|h\u00f6chstbetrag)\b"
)
"""What says how far somebody has to pay for harm, or up to what something goes."""
PRICED = later(
    r"(?i)\b(?:fees?|prices?|costs?|charges?|charged|rates?|rent|pa(?:y|id|ys|yable|yments?)|premiums?|subscriptions?"
    r"|tariffs?|deductibles?|excess|bills?|billed|invoiced?|verg\u00fctung|geb\u00fchr\w*|preis\w*|kosten|entgelt\w*)\b"
)
"""What is said of prices."""
ONLY_LIMIT = "what is cited is a limit, not a price"


def only_limit(question: str, text: str) -> bool:
    """Whether a text tells only of a limit or of liability, where the question asks for no such thing."""
    return bool(LIMITED.search(text)) and not PRICED.search(text) and not LIMITED.search(question)


def in_prices(question: str, said: Answer, means: Means, ask: Callable[[str, Means], Answer]) -> Answer:
    """The answer; where it is not sure and a price is asked for with a verb, that under the noun of a price."""
    if said.verdict in GIVEN:
        return said
    match = _PAYS.match(question) or _COSTS.match(question)
    if match is None:
        return said
    thing = match[match.re.groupindex.get("paid") or match.re.groupindex["costs"]]
    often = next((name for name, shape in _PERIODS.items() if shape.search(match["often"] or "")), "")
    for noun in NOUNS:
        if not any(means.known.frequency(form) for form in (noun, f"{noun}s")):
            continue
        found = ask(" ".join(f"What is the {often} {noun} of {thing}?".split()), means)
        if found.verdict in GIVEN and _is_price(question, thing, often, found.claims[0].text):
            return found._replace(query=question)
    return said


def _is_price(question: str, thing: str, often: str, text: str) -> bool:
    """Whether a statement names the thing, and an amount that is a price, for no other stretch than is asked for."""
    there = frozenset(indexed(text))
    own = [word for word in words(thing) if word not in STOP_WORDS]
    named = bool(own) and all(not there.isdisjoint(terms(word)) for word in own)
    told = {name for name, shape in _PERIODS.items() if shape.search(text)}
    timely = not often or not told or often in told
    return named and timely and bool(SUMS.search(text) and PRICED.search(text)) and not only_limit(question, text)
