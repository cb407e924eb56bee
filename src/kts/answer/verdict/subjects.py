"""Whom or what a question is about, and whether a statement is about another of the kind.

`How many days of leave do doctors get?` is not answered by what full-time nurses get, however many words agree.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.claims.match import stems
from kts.answer.constraints.slips import misspelt
from kts.answer.units.quotable import ESCAPED, cells
from kts.lexicon.analyse import STOP_WORDS, terms
from kts.lexicon.dates import MONTHS
from kts.lexicon.entities_words import ROLES
from kts.lexicon.fuzzy import distance
from kts.lexicon.letters import UPPER
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Sequence

_AUXILIARY = r"(?:do|does|did|can|could|may|must|should|shall|will)"
_NOUN = r"(?P<{}>(?:[a-z][a-z-]{{2,}} )?[a-z][a-z-]{{2,}})"
_ACTS = later(
    rf"(?i:\b{_AUXILIARY}) (?:the |an? |our |all |every )?{_NOUN.format('actor')} "
    r"(?:get|gets|have|need|earn|receive|pay|attend|take|claim|submit|book|accept|apply|own|owe|wait|give|keep)\b"
)
_FOR = later(rf"(?i:\bfor) (?:an? |the )?{_NOUN.format('served')}(?=\W*\Z)")
_DOES = later(
    r"\b(?P<noun>[a-z][a-z-]{2,}) (?:are|is|shall|may|must|can|will|should|gets?|ha(?:s|ve)|receives?|pays?|attends?)\b"
)
_SERVES = later(r"\bfor (?P<noun>[a-z][a-z-]{2,})\b")
_ANYBODY = frozenset(
    "people persons person somebody someone anybody anyone everybody everyone staff employees employee users user "
    "customers customer members member they them that this it one each all companies company i you we he she".split()
)
"""Words that a document may put in many ways, or that tell nobody apart."""
_NO_SUBJECTS = _ANYBODY | STOP_WORDS | frozenset("shall may must can will should not also only".split())
LEAST = 3
"""Letters in which two words of one stem agree at least (a default)."""


def other_subject(question: str, lead: str, about: Sequence[str]) -> str:
    """What the question is about where the lead is about another of the kind, empty elsewhere.

    Synonyms do not count: a corpus that has the word itself tells the two apart.

    `about` is what the lead stands under: headings, title, path, header of its table.
    """
    for shape, same in ((_ACTS, _DOES), (_FOR, _SERVES)):
        found = shape.search(question)
        if found is None:
            continue
        said = found[found.lastgroup or 0].casefold()
        head = said.rpartition(" ")[2]
        if head in _ANYBODY or head in STOP_WORDS:
            continue
        there = stems("\n".join((lead, *about)))
        own = (terms(head) or [head])[0]
        others = [one["noun"] for one in same.finditer(lead) if one["noun"] not in _NO_SUBJECTS]
        if others and not any(own.startswith(one) or one.startswith(own) for one in there if len(one) >= LEAST):
            return head
    return ""


_OPPOSITES = (
    ("part-time", "full-time"),
    ("temporary", "permanent"),
    ("fixed-term", "permanent"),
    ("external", "internal"),
    ("domestic", "international"),
    ("domestic", "foreign"),
    ("unpaid", "paid"),
    ("non-residents?", "residents?"),
    ("non-members?", "members?"),
    ("incoming", "outgoing"),
    ("inbound", "outbound"),
    ("maternity", "paternity"),
    ("weekdays?", "weekends?"),
    ("new", "existing"),
    ("unsecured", "secured"),
    ("interim", "final"),
    ("fresh", "frozen"),
    ("chilled", "frozen"),
    ("gross", "net"),
    ("minimum", "maximum"),
    ("wholesale", "retail"),
    ("import", "export"),
)
"""Words that tell the two kinds of a thing apart."""


def _apart(one: str, other: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    return re.compile(rf"\b(?:{one})\b", re.IGNORECASE), re.compile(rf"\b(?:{other})\b", re.IGNORECASE)


_TRADE = _apart("buyer|purchaser|customer|client", "seller|vendor|supplier|provider")
"""The sides of any agreement: a licensee is a customer, too."""
_SIDES = (
    _TRADE,
    _apart("landlord|lessor", "tenant|lessee"),
    _apart("employer", "employee"),
    _apart("lender", "borrower"),
    _apart("licensor", "licensee"),
    _apart("insurer", "insured|policyholder"),
    _apart("franchisor", "franchisee"),
)
"""The two sides of an agreement."""
_MODAL = r"(?:may|must|shall|will|can|cannot|should|is entitled to|is obliged to|has to)"
_ACTS_FOR = later(rf"(?i){_AUXILIARY} (?:the |an? |our )?(?P<side>[a-z]+)(?: have to)? (?P<act>[a-z]+)\b(?!\W*\Z)")
_OWNS = later(r"\b(?P<side>[A-Za-z]+)['\u2019]s [a-z]")
_DOING = frozenset(
    "give end terminate cancel break serve pay keep repair maintain insure notify tell inform send deliver object "
    "refuse withdraw renew extend assign provide return report sublet share alter enter inspect charge deduct increase "
    "raise withhold suspend use appoint".split()
)
"""What a side does itself; it receives or hears what the other one does."""


def other_kind(question: str, lead: str, about: Sequence[str]) -> str:
    """The kind that a question names where the lead speaks only of its opposite: part-time where it says full-time."""
    said = "\n".join((lead, *about))
    for pair in _OPPOSITES:
        for asked, other in (pair, pair[::-1]):
            if _has(question, asked) and not _has(question, other) and _has(lead, other) and not _has(said, asked):
                return re.sub(r"\W+\Z", "", asked)
    return ""


def other_sort(question: str, lead: str, about: Sequence[str]) -> str:
    """What a question names where the lead is of another sort: `fresh meat`, and the row begins with `Cured meat`.

    So does a sentence: `The probationary period is` for *the notice period*. A sort that any cell, or what the lead
    stands under, names is no other one.
    """
    key = next((cell for cell in cells(lead) if cell), "") if lead.lstrip().startswith("|") else lead
    sort = _SORT.fullmatch(key) or _SORT_IS.match(key)
    if sort is None or sort["kind"].casefold() in _ANY_SORT or _has(question, re.escape(sort["kind"])):
        return ""
    there = stems("\n".join((lead, *about)))
    for asked in _SORTED.finditer(question):
        alike = terms(asked["noun"]) == terms(sort["noun"]) and asked["kind"] not in _NO_SORT
        if alike and not asked["kind"].endswith("ing") and not stems(asked["kind"]) & there:
            return f"{asked['kind']} {asked['noun']}"
    return ""


_SORT_IS = later(
    r"\W*(?:\d[\d.]* )?(?:The|Our|An?) (?P<kind>[a-z-]{3,}) (?P<noun>(?!back|out|over|down|off|away)[a-z]{3,}) "
    r"(?:is|are|was|were|has|(?:shall|must|will) be)\b"
)
_SORT = later(r"(?P<kind>[A-Za-z-]{3,}) (?P<noun>[a-z]{3,})")
_SORTED = later(r"\b(?P<kind>[a-z-]{3,})(?= (?P<noun>[a-z]{3,})\b)")
_ANY_SORT = frozenset("other all any each every general total new standard default".split())
_NO_SORT = _ANY_SORT | STOP_WORDS | _ANYBODY | frozenset("reject accept much many per which what".split())
"""Words before a noun that tell no sort of it."""


def other_staff(question: str, lead: str, about: Sequence[str]) -> str:
    """People engaged otherwise than most, of whom a question asks and neither the lead nor what it stands under."""
    found = _ENGAGED.search(question)
    if found is None or _has("\n".join((lead, *about)), re.escape(found["how"])):
        return ""
    return found[0]


_ENGAGED = later(
    r"(?i)\b(?P<how>agency|temporary|temp|casual|seasonal|freelance|subcontracted|voluntary|outsourced|zero-hours?) "
    r"(?:staff|workers?|employees?|nurses?|drivers?|personnel|teachers?|cleaners?|people)\b"
)


def other_key(question: str, lead: str, about: Sequence[str]) -> str:
    """The service, host or key that a question names in one word where a row or setting is of another such one."""
    lead = ESCAPED.sub("", lead)
    said = ESCAPED.sub("", "\n".join((lead, *about))).casefold()
    others = {one[0].casefold() for one in _KEY.finditer(lead)}
    for match in _KEY.finditer(question):
        key = match[0].casefold()
        alike = (one for one in others if one not in question.casefold())
        if key not in said and any(_ends(key) & _ends(one) for one in alike):
            return match[0]
    return ""


def _ends(key: str) -> set[tuple[int, str]]:
    """The first and the last part of a joined name: `pricing-api` and `tracking-api` are of one kind."""
    parts = re.split("[-.]", key)
    return {(0, parts[0]), (1, parts[-1])}


_KEY = later(
    r"(?<![\w/.-])(?<!\w\.)[A-Za-z][a-z0-9]*(?:-[a-z0-9]+)+(?![\w-])|(?<=\.)[a-z][a-z0-9]*(?:-[a-z0-9]+)+(?![\w-])"
    r"|(?<![\w./@-])[a-z]+\d[a-z0-9]*(?:\.[a-z0-9]*[a-z][a-z0-9]*)+(?![\w-]|\.\w)"
)
"""A name with hyphens, as services have them; within a path, one of its steps; a model of a size: `m5.large`."""


def other_holder(question: str, lead: str, about: Sequence[str]) -> str:
    """The role of which a question asks, where a row is of somebody else: the limit *of a trainee*.

    A row is of him whom it names. Words for anybody tell nobody apart.
    """
    found = _HELD_BY.search(question)
    if found is None or found["holder"].casefold() in _ANYBODY:
        return ""
    own = stems(found["holder"])
    return "" if own & stems("\n".join((lead, *about))) else found["holder"]


_HELD_BY = later(r"\b(?:of|for) an? (?:[a-z-]+ )?(?P<holder>[a-z]{3,}(?:ee|er|or|ist|ian|man|woman))s?(?=\W*\Z)")
"""A noun for who does or undergoes something, at the end of a question."""


def other_people(question: str, lead: str, about: Sequence[str]) -> str:
    """The country's adjective that a question has where the lead has another one before the same noun."""
    said = "\n".join((lead, *about))
    for match in _OF_A_COUNTRY.finditer(question):
        noun = re.escape(match["noun"])
        rival = re.search(rf"\b(?P<adjective>{_ADJECTIVE}) {noun}", lead)
        if rival and not _has(said, match["adjective"]) and not _has(question, rival["adjective"]):
            return match["adjective"]
    return ""


def other_year(question: str, lead: str, about: Sequence[str]) -> str:
    """A name with a year behind it, as products and events have, where the lead has the name with another year.

    A year within a date is none of it: `Product 2019, needs the update of June 2025`.
    """
    said = "\n".join((lead, *about))
    bare = _MONTH_YEAR.sub(" ", said)
    for match in _OF_A_YEAR.finditer(question):
        name, year = match["name"], match["year"]
        if name.casefold() in MONTHS or name.casefold() in STOP_WORDS:
            continue
        rival = re.search(rf"\b{re.escape(name)} (?!{year})(?:19|20)\d\d\b", lead)
        if rival and not re.search(rf"(?<![\d-]){year}(?![\d-]\d)", bare):
            return f"{name} {year}"
    return ""


_OF_A_YEAR = later(rf"\b(?P<name>[{UPPER}][\w.&+-]*(?: [{UPPER}][\w.&+-]*)*) (?P<year>(?:19|20)\d\d)\b(?![-.]\d)")
_MONTH_YEAR = later(rf"(?i)\b(?:{'|'.join(MONTHS)})\.? (?:19|20)\d\d\b")
_ADJECTIVE = r"[A-Z][a-z]+(?:ish|ian|ese|ench|tch|man|can|eek|iss)"
_OF_A_COUNTRY = later(rf"\b(?P<adjective>{_ADJECTIVE}) (?P<noun>[a-z]{{3,}})")


def _has(text: str, word: str) -> bool:
    """Whether a text has a word, also in two: `part time`; `non-members` has no members."""
    return bool(re.search(rf"(?i)(?<![\w-]){word.replace('-', '[- ]?')}(?![\w-])", text))


def other_side(question: str, lead: str) -> str:
    """Who acts in the lead, where the question is what another side, of this agreement or of another one, does.

    Empty elsewhere. A customer may bear the role of any agreement (`_TRADE`): only the seller is another one than he.
    """
    found = _ACTS_FOR.search(question)
    if found is None or found["act"].casefold() not in _DOING:
        return ""
    pair = next((pair for pair in _SIDES if any(side.fullmatch(found["side"]) for side in pair)), None)
    if pair is None:
        return ""
    one = next(side for side in pair if side.fullmatch(found["side"]))
    sides = pair if pair is _TRADE else [side for both in _SIDES for side in both]
    others = "|".join(side.pattern for side in sides if side is not one)
    acts = re.search(rf"(?i)\A\W*(?:[\d.]+ )?(?:the |an? )?({others}) {_MODAL}\b", lead)
    own = re.search(rf"(?i)(?:{one.pattern}) (?:\w+ )?{_MODAL}\b|\bby (?:the )?(?:{one.pattern})", lead)
    return acts[1] if acts and not own else ""


def other_variant(question: str, row: str, about: Sequence[str]) -> str:
    """The word of a question between two that a cell has with another word between them: `paint red 5`, `paint grey 5`.

    Not one that the row, or what it stands under, has besides, and none that is nearly the cell's own.
    """
    there = stems("\n".join((row, *about)))
    asked = _WORDS.findall(question.casefold())
    middles = {(one, last): middle for one, middle, last in zip(asked, asked[1:], asked[2:], strict=False)}
    for cell in cells(row):
        words = _WORDS.findall(cell.casefold())
        for one, own, last in zip(words, words[1:], words[2:], strict=False):
            middle = middles.get((one, last), own)
            plain = middle.isalpha() and own.isalpha() and not STOP_WORDS & {one, own, middle, last}
            if plain and not stems(middle) & there and distance(middle, own, 1) > 1 and not misspelt(middle, (own,)):
                return str(middle)
    return ""


_WORDS = later(r"[\w.-]+")


def other_stage(question: str, lead: str) -> str:
    """The stage that a question names where the lead tells of another one: after the trial, of what holds during it."""
    for asked in _STAGE.finditer(question):
        what = re.escape(asked["what"])
        told = [one.casefold() for one in re.findall(rf"(?i)\b({_AT}) (?:the |their |his |her |its )?{what}\b", lead)]
        same = {"after", "following"} if asked["at"].casefold() in {"after", "following"} else {asked["at"].casefold()}
        if told and same.isdisjoint(told):
            return f"{told[0]} {asked['what']}, not {asked['at'].casefold()} it"
    return ""


_AT = r"during|before|after|following"
_STAGE = later(rf"(?i)\b(?P<at>{_AT}) (?:the |my |our |your |their |his |her |its |a |an )?(?P<what>[a-z]{{4,}})\b")


def other_owner(question: str, lead: str) -> str:
    """The side that the lead names, where the other side's director, address or signature is asked for."""
    for owner in _OWNS.finditer(question):
        for one, other in (*_SIDES, *((second, first) for first, second in _SIDES)):
            named = other.search(lead) if one.fullmatch(owner["side"]) else None
            if named and not one.search(lead):
                return named[0]
    return ""


_POST = later(
    rf"\b(?:[{UPPER}][\w&-]*(?: (?:of|and|for) | ))+(?:{'|'.join(role.capitalize() for role in sorted(ROLES))}"
    r"|Assistant|Coordinator|Supervisor|Surveyor|Nurse|Technician|Administrator)\b"
)
"""A post of two words and more: `Housing Officer`."""


def other_post(names: Sequence[str], title: str, said: Sequence[str]) -> str:
    """The post that a document is about, where a question names another one that nothing `said` there names.

    A job description names whom the holder reports to: what it pays is not what that one earns.
    """
    own = _POST.search(title)
    asked = [one for one in names if _POST.fullmatch(one)]
    if own is None or not asked:
        return ""
    there = stems("\n".join((own[0], *said)))
    return own[0] if all(not stems(one) <= there for one in asked) else ""


def only_of_the_other(question: str, lead: str) -> str:
    """Whom a lead names, where somebody before or after him is asked for and it tells of no change."""
    found = _BESIDE.search(question)
    if found is None or found["name"] not in lead or _CHANGED.search(lead):
        return ""
    return found["name"]


_NAME = r"(?P<name>[A-Z][\w'\u2019-]+(?: [A-Z][\w'\u2019-]+){0,3})"
_BESIDE = later(rf"(?:\b(?i:who)\b[^?]* (?i:before|after)|\b(?i:predecessor|successor)s?\b (?:of|to|for)) {_NAME}\W*\Z")
_CHANGED = later(
    r"(?i)\b(?:before|after|until|since|from|former\w*|previous\w*|predecess\w+|succe\w+|replac\w+|took over"
    r"|take\w* over|hand\w* over|follow\w*|left|join\w*|new|now|ex-\w+)\b"
)
