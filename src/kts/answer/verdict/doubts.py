"""What speaks against an answer whose evidence meets the question: then it is shown as doubtful, and why is said.

Each sign is a fact about the cited units, not about how well they were found: a value of the question that they do not
state, a price that is asked for and no amount of money, an event of another month than the one that is asked for.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.choose.exact import unnamed
from kts.answer.choose.fitting import unfit
from kts.answer.choose.longer import asked_names, other_name
from kts.answer.choose.reasons import NONE_GIVEN, OF_ANOTHER, lacks_reason, of_another
from kts.answer.choose.shapes import POINT, leading_shape, missing
from kts.answer.choose.unlike import DENIED, of_denied
from kts.answer.constraints.editions import EDITION
from kts.answer.constraints.environments import other_environment
from kts.answer.constraints.expected import expected, holds
from kts.answer.constraints.named import NAMED
from kts.answer.constraints.programs import COMMAND, SETTING, plain
from kts.answer.question.paid import ONLY_LIMIT, only_limit
from kts.answer.tables.columns import PRICE, is_priced, money
from kts.answer.tables.filtered import compares
from kts.answer.tables.numbered import other_cell, other_number
from kts.answer.tables.superlative import UNCOMPARED, asks_for_extreme
from kts.answer.units.leftout import LEFT_OUT, left_out
from kts.answer.units.quotable import cells
from kts.answer.units.settings import PATHED
from kts.answer.verdict.inrows import row_doubts
from kts.answer.verdict.meant import undefined
from kts.answer.verdict.othercode import other_code, other_model
from kts.answer.verdict.rates import other_rate
from kts.answer.verdict.siblings import other_sibling
from kts.answer.verdict.sorts import sort_doubts
from kts.answer.verdict.subjects import (
    only_of_the_other,
    other_holder,
    other_key,
    other_kind,
    other_owner,
    other_people,
    other_post,
    other_side,
    other_sort,
    other_staff,
    other_stage,
    other_subject,
    other_variant,
    other_year,
)
from kts.answer.verdict.tools import only_turned_down, other_tool
from kts.answer.verdict.untimely import ONLY_TIMED, only_timed
from kts.lexicon.dates import compatible, dates
from kts.lexicon.everyday import is_everyday
from kts.lexicon.patterns import later
from kts.lexicon.quantities import MEASURED, quantities, same
from kts.search.notes import ABSENT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from kts.answer.choose.smallest import Chosen
    from kts.answer.means import Picked
    from kts.answer.units.quotable import Unit
    from kts.answers import Constraint, Evidence, Unmet
    from kts.lexicon.dates import Dates

VALUES = frozenset({"version", "quantity", "amount", EDITION})
"""Kinds of constraints of which the evidence should state the value itself."""
TIMES = frozenset({"date", "period"})
SIGN = 3
"""Letters at most of what follows a number as the sign of a unit, no counted noun: Nm, bar, psi (not fitted)."""
STATED = frozenset({"number", "date", "who"})
"""Kinds of answers that are seen without the name of what is asked for: `Roe & Co. signs` names a company."""
_MONEY = later(
    r"(?i)\d[\d.,]*[.,]\d\d\b|[$\u20ac\u00a3]\s?\d|\bfree\b|\bno (?:charge|fee|cost|price)\b|\bnothing\b|"
    r"\bwithout charge"
)
_PAID = later(
    r"(?i)\b(?:pa(?:y|id|ys|ying|yment|yments|yable)|charge[ds]?|fees?|prices?|costs?|rates?|interest|discount\w*|premiums?|"
    r"commission\w*|rent|salar\w+|wages?|bonus\w*|deposits?|contribut\w+|refund\w*|tax\w*|vat|duty|surcharges?|"
    r"reimburse\w*|turnover|sales|revenues?|royalt\w+|subsid\w+|grants?|penalt\w+|margins?)\b"
)
"""What is said of money."""
_HOW_LONG = later(r"(?i)\bhow long (?:is|are|was|were|does|do|did|must|may|can|has|have|had|should|will|would)\b")
_DID = later(
    r"(?i)\A\W*(?:when|where|why|who|what|which|how(?: much| many)?)\b[^?]{0,12}?\bdid\b"
    r"(?!.*\b(?:have|need|ought|agree\w*|promise|undertake|decide|order|require|demand|say|state)\b)"
)
"""What happened is asked for: not what somebody had to do, nor what was agreed on or ordered."""
_SHALL = later(r"(?i)\b(?:shall|must)\b")
_LASTING = later(
    r"(?i)\b(?:seconds?|minutes?|hours?|days?|nights?|weeks?|months?|quarters?|years?|decades?|annual|permanent\w*|"
    r"indefinite\w*|forever|always|never|until|till|life\w*|lifetime|stunden?|tage?n?|wochen?|monate?n?|jahre?n?|"
    r"heures?|jours?|semaines?|mois|ans?|ann\u00e9es?)\b|\d ?(?:s|min|h|hrs?|mm|cm|m|km|pages?|characters?)\b|\d:\d\d"
)
_OFTEN = later(
    r"(?i)\b(?:(?:once|twice|\w+ times) (?:a|an|per|every|each|in) (?:\w+ )?|(?:every|each) (?:other |\w+ )?)"
    r"(?:minute|hour|shift|day|night|morning|evening|week|month|quarter|year)s?\b"
    r"|\b(?:starts?|begins?|started|begun|is to (?:start|begin)) within [^.;,]{0,30}"
)
"""How often something is done, or by when it begins: neither says how long it lasts."""
_LENGTHS = frozenset(
    "millimetre centimetre metre kilometre inch foot mile byte kB KiB MB MiB GB GiB TB TiB yard letter digit character "
    "symbol sign word line sentence paragraph page night".split()
)
"""Units besides durations in which the length of a thing or of a text is counted."""
_TO = later(
    r"(?i)\b(?:end(?:s|ed|ing)?|expir\w+|laps\w+|clos(?:e|es|ed|ing)|runs?|valid|lasts?|lasted)\b[^.;]*\Z"
    r"|(?:\b(?:through|to|by)|[-\u2013\u2014]) (?:the )?\Z"
)
"""Before a date: it is the end of what lasts, not the day of something else."""
_YEAR = later(r"\b(?:19|20)\d\d\b")
_ASKED = later(
    r"(?i)\b(?:what|which) (?P<kind>[a-z][a-z-]{2,})(?= (?:is|are|was|were|do|does|did|has|have|had|can|may|must|shall|"
    r"should|will|would)\b)|\bwhat(?:'s| is| are| was| were) the (?P<thing>[a-z][a-z-]{2,})"
    r"(?= (?:of|for|to|in|at|on|under|by|between|if|when|after|before|that)\b|\?)"
)
"""`What torque does`, `what is the torque of`: the word says what is asked for; before a noun it only tells of that."""


_BARE = later(
    r"\b(?i:of|in|for|on|with|from|using|via|under|does|install|configure|deploy) (?P<name>[a-z][a-z\d_-]{3,})"
    r"(?=\W*\Z|[?.,;]| (?:support|have|need|use|listen|run|allow|cost|work|start|on|in|for)\b)"
)
_QUALITY = later(
    r"(?:ing|[ts]ion|ment|ness|ity|[ae]nce|[ae]ncy|age|ism|ship|ery|ry|ure|al|s|ed|ly|th|keep|hood|dom|work|time)\Z"
)
"""How nouns end that need no article: of `attrition`, for `upkeep`."""


_UNSTORED = later(r"=[^|\n]*\(no stored value\)")
"""How a spreadsheet's formula is converted that nobody has worked out."""
BEYOND = "the amount that is asked for lies within none of the limits of the table"
"""Where its rows are left out, what is left is about something else."""


def doubts(
    question: str,
    wants: Sequence[Constraint],
    lacking: Sequence[Unmet],
    picked: Picked,
    evidence: Sequence[Evidence],
    *,
    unheard: AbstractSet[str] = frozenset(),
) -> tuple[str, ...]:
    """Sentences on what speaks against the chosen units; `evidence` belongs to the hits that they count.

    `unheard` are the words of the question that no document holds.
    """
    if not picked.chosen:
        return ()
    chosen = tuple(map(_unwrapped, picked.chosen))
    picked = picked._replace(chosen=chosen)
    bare = ["what is cited says nothing of the rest of the question"] if picked.bare else []
    bare += [BEYOND] if picked.beyond else []
    bare += [f"the document that is cited leaves out {picked.out}"] if picked.out else []
    bare += [ONLY_TIMED] if only_timed(question, chosen[0].held.unit, evidence[chosen[0].held.unit.hit]) else []
    bare += picked.against
    if chosen[0].held.unit.kind == "row" and (asks_for_extreme(question) or (compares(question) and not picked.met)):
        bare += [UNCOMPARED]
    if word := of_denied(question, chosen[0].held.unit):
        bare += [f"{DENIED}{word}"]
    if _UNSTORED.search(chosen[0].held.unit.text):
        bare += ["what is cited is a formula whose value is not stored"]
    if lacks_reason(question, chosen[0].held.unit.text, _above(chosen[0], evidence)):
        bare += [NONE_GIVEN]
    bare += [LEFT_OUT] if left_out(question, [one.held.unit.text for one in chosen]) else []
    bare += [OF_ANOTHER] if _reason_astray(question, chosen[0], evidence) else []
    first = chosen[0].held.unit
    if not picked.told and (term := undefined(question, first, _above(chosen[0], evidence))):
        bare += [f"what is cited does not say what {term} means"]
    if name := unnamed(question, wants, first, [one for _, one in picked.ranked], evidence[first.hit]):
        bare += [f"the statement that is cited does not name {name}"]
    kind = (
        *_price(question, chosen),
        *_duration(question, chosen),
        *_moment(question, chosen),
        *_shape(question, chosen, evidence),
        *_unnamed(lacking, chosen, evidence),
        *_thing(question, unheard, chosen[0]),
        *_owed(question, chosen[0]),
        *_another(question, wants, chosen[0], evidence),
        *other_model(lacking),
        *_of_other_name(question, chosen, evidence),
        *row_doubts(question, wants, chosen[0].held.unit, evidence),
        *sort_doubts(question, wants, chosen[0].held.unit, evidence),
        *unfit(question, wants, picked, evidence),
        *other_tool(question, chosen, evidence),
        *only_turned_down(question, wants, chosen[0], evidence),
        *_of_the_other(question, first.text),
    )
    times = (*_times(wants, chosen, evidence), *_announced(question, wants, chosen, evidence))
    return (*_values(wants, lacking), *_untimely(lacking), *kind, *times, *bare)


def _of_the_other(question: str, lead: str) -> Iterator[str]:
    """Whoever is before or after somebody is asked for, and the lead names him alone."""
    if name := only_of_the_other(question, lead):
        yield f"what is cited names {name}, and nobody before or after"


def _reason_astray(question: str, lead: Chosen, evidence: Sequence[Evidence]) -> bool:
    return of_another(question, lead.held.unit.text, _above(lead, evidence))


def _unwrapped(one: Chosen) -> Chosen:
    """A sentence in one line: the rules read it as it is said, not as its file breaks it."""
    unit = one.held.unit
    text = " ".join(unit.text.split()) if unit.kind == "sentence" else unit.text
    return one._replace(held=one.held._replace(unit=unit._replace(text=text)))


def _above(lead: Chosen, evidence: Sequence[Evidence]) -> str:
    """What the lead stands under: a line each for its document's title, its heading, its introduction and header."""
    unit, of = lead.held.unit, evidence[lead.held.unit.hit]
    return f"{of.title}\n{of.heading}\n{unit.intro}\n{unit.header}"


def _values(wants: Sequence[Constraint], lacking: Sequence[Unmet]) -> Iterator[str]:
    """Values that the question names surely, not in a story before it, and that the evidence does not state."""
    sure = {one.span for one in wants if one.certain and one.kind in VALUES}
    for one in lacking:
        if one.constraint.span in sure and one.detail:
            yield one.detail


def _untimely(lacking: Sequence[Unmet]) -> Iterator[str]:
    """A time that the evidence does not meet, however softly: what is said to be not met is not answered surely."""
    return (one.detail for one in lacking if one.constraint.kind in TIMES and one.detail)


def _thing(question: str, unheard: AbstractSet[str], lead: Chosen) -> Iterator[str]:
    """What is asked for has a name that no document holds, and the lead states nothing that could be it.

    `Tightened to 25 Nm` tells the torque without its name. The words are those in which the search notes it.
    """
    yield from (f"{ABSENT}{name}" for name in _bare_names(question, unheard))
    found = _ASKED.search(question)
    word = found[found.lastgroup or 0].casefold() if found else ""
    kind, text = expected(question), lead.held.unit.text
    if (
        word in unheard
        and not _has_one(found, text)
        and not _has_value(text, question)
        and not (kind in STATED and holds(kind, text))
    ):
        yield f"{ABSENT}{word}"


def _has_one(asked: re.Match[str] | None, text: str) -> bool:
    """Whether the plural of an abbreviation is asked for and a text has one: *Which ECRs are open?* by `ECR-12`."""
    name = asked[asked.lastgroup or 0] if asked else ""
    return (
        name[:-1].isupper() and name.endswith("s") and re.search(rf"(?<!\w){name[:-1]}(?![^\W\d_])", text) is not None
    )


def _bare_names(question: str, unheard: AbstractSet[str]) -> Iterator[str]:
    """Names in small letters that no document holds, as people type those of programs: `the port of pgbouncer`.

    They stand without an article, where a plain noun would have one; what has the ending of a quality has none either.
    """
    for match in _BARE.finditer(question):
        name = match["name"]
        if name in unheard and not _QUALITY.search(name) and not is_everyday(name):
            yield name


def _another(question: str, wants: Sequence[Constraint], lead: Chosen, evidence: Sequence[Evidence]) -> Iterator[str]:
    """The lead is about another of the kind that the question is about: nurses where doctors are asked for."""
    unit, of = lead.held.unit, evidence[lead.held.unit.hit]
    above = (unit.intro, unit.header, of.heading, of.title, of.path)
    ways = (
        other_subject,
        other_kind,
        other_people,
        other_sort,
        other_staff,
        other_environment,
        *((other_key,) if _is_keyed(unit) else ()),
        *((other_holder, other_variant) if unit.kind == "row" else ()),
    )
    if subject := next((said for way in ways if (said := way(question, unit.text, above))), ""):
        yield f"what is cited does not speak of {subject}"
    if sibling := other_sibling(question, unit, evidence):
        yield sibling
    if rate := other_rate(question, (unit.text, unit.header, *above)):
        yield f"what is cited is per {rate}"
    if codes := other_code(wants, unit.text, above):
        yield f"what is cited is about {codes[0]}, not {codes[1]}"
    if year := other_year(question, unit.text, above):
        yield f"what is cited does not speak of {year}"
    sides = (
        ("says what the {} does", other_side(question, unit.text)),
        ("holds {}", other_stage(question, unit.text)),
        ("is about the {}", other_owner(question, unit.text)),
    )
    yield from (f"what is cited {text.format(side)}" for text, side in sides if side)
    names = [one.text for one in wants if one.kind in NAMED]
    texts = [unit.text, of.heading]
    if unit.kind != "row" and (number := other_number(question, texts) or other_number(question, [*texts, of.title])):
        yield f"what is cited is about {number}"
    if unit.kind == "row" and (key := other_cell(question, unit)):
        yield f"what is cited is about {key}"
    if post := other_post(names, of.title, (unit.text, unit.intro, unit.header, of.heading)):
        yield f"what is cited is about {post}"


def _of_other_name(question: str, chosen: Sequence[Chosen], evidence: Sequence[Evidence]) -> Iterator[str]:
    """The lead is of another name of the family than the one that is asked for: `X40` where it is `X40 Mini`."""
    names = asked_names(question, [one.text for one in evidence])
    unit, of = chosen[0].held.unit, evidence[chosen[0].held.unit.hit]
    other = other_name(names, (unit.text, unit.header, unit.intro, of.heading, of.title))
    if other is not None:
        yield f"what is cited is of another {other.base} than the {other.name}"


def _is_keyed(unit: Unit) -> bool:
    """Whether a unit is a row, or a setting with its path: each is of the thing whose key it has."""
    return unit.kind == "row" or bool(PATHED.match(unit.text))


def _has_value(text: str, question: str) -> bool:
    """Whether a text states a measure; the amount of the question itself is no answer to it."""
    own = quantities(question)
    stated = [one for one in quantities(text) if not any(same(one, other) for other in own)]
    return any(one.kind in MEASURED or (one.kind == "count" and 0 < len(one.unit) <= SIGN) for one in stated)


def _price(question: str, chosen: Sequence[Chosen]) -> Iterator[str]:
    units = [one.held.unit for one in chosen]
    if PRICE.search(question) and not any(_has_money(one.text) or money(one) or is_priced(one) for one in units):
        yield "what is cited states no amount of money"
    if PRICE.search(question) and units[0].kind != "row" and only_limit(question, units[0].text):
        yield ONLY_LIMIT


def _shape(question: str, chosen: Sequence[Chosen], evidence: Sequence[Evidence]) -> Iterator[str]:
    texts = [f"{evidence[one.held.unit.hit].heading}\n{one.held.unit.intro}\n{one.held.unit.text}" for one in chosen]
    if name := missing(question, texts):
        yield f"what is cited states no {name}"


def _unnamed(lacking: Sequence[Unmet], chosen: Sequence[Chosen], evidence: Sequence[Evidence]) -> Iterator[str]:
    """Names as programs write them have one spelling: of `max_wal_size` nothing is said where it does not stand."""
    names = [one.constraint.text for one in lacking if one.constraint.kind in {SETTING, COMMAND}]
    cited = [evidence[one.held.unit.hit] for one in chosen] if names else []
    above = [f"{one.held.unit.header}\n{one.held.unit.intro}" for one in chosen]
    about = [f"{one.title}\n{one.path}\n{one.heading}\n{one.text}" for one in cited]
    whole = plain("\n".join((*above, *about))).casefold()
    for name in dict.fromkeys(names):
        if name.casefold() not in whole:
            yield f"what is cited does not name {name}"


def _duration(question: str, chosen: Sequence[Chosen]) -> Iterator[str]:
    """The lead, or what goes on from it, states how long; what stands elsewhere is of something else."""
    lead = chosen[0].held.unit
    units = [unit for one in chosen if (unit := one.held.unit) is lead or _goes_on(lead, unit)]
    told = any(_has_length(f"{one.intro}\n{one.text}") or _in_length(one) for one in units)
    if _HOW_LONG.search(question) and not told:
        yield "what is cited states no length of time"


def _goes_on(lead: Unit, unit: Unit) -> bool:
    return unit.hit == lead.hit and lead.position < unit.position <= lead.position + FURTHER


FURTHER = 2
"""Statements behind the lead that still speak of what it speaks of (a default, not fitted)."""


def _moment(question: str, chosen: Sequence[Chosen]) -> Iterator[str]:
    """Until when something is, is told by a time; `up to version 6.1` tells none."""
    texts = [f"{one.held.unit.header}\n{one.held.unit.intro}\n{one.held.unit.text}" for one in chosen]
    shape = leading_shape(question)
    told = any(dates(text) or _has_length(text) or _TIMED.search(text) for text in texts)
    if shape is not None and shape.name == POINT and not told:
        yield "what is cited states no time"


_TIMED = later(
    r"(?i)\b(?:after|from|since|until|till|before|at|on|with|upon) (?:the |an? |your |his |her |their |its )?(?:\w+ )?"
    r"(?:end|start|beginning|day|date|expiry|close|completion|probation|period|arrival|departure|delivery|receipt|signing"
    r"|signature|approval|payment|term|season|week|month|year)\b"
)
"""A time that an event tells: `after the probation period`."""


def _owed(question: str, lead: Chosen) -> Iterator[str]:
    """Of 119 questions for what somebody did one is answered by a sentence with *shall* or *must* (our own exams)."""
    if _DID.search(question) and _SHALL.search(lead.held.unit.text):
        yield "what is cited says what shall be done, not what was done"


def _in_length(unit: Unit) -> bool:
    """Whether a row has a number in a column of lengths: `Length (m)`, `Duration`."""
    pairs = zip(cells(unit.header), cells(unit.text), strict=False)
    return any(_LENGTH.search(name) and value[:1].isdigit() for name, value in pairs)


_LENGTH = later(r"(?i)\b(?:lengths?|long|durations?|size|term|period)\b")


def _has_length(text: str) -> bool:
    text = _OFTEN.sub(" ", text)
    if _LASTING.search(text) or any(one.kind == "duration" or one.unit in _LENGTHS for one in quantities(text)):
        return True
    return any(_TO.search(text, max(0, one.start - SIDE), one.start) for one in dates(text))


SIDE = 32
"""Characters before a date in which what ends on it stands."""


def _has_money(text: str) -> bool:
    """Whether a text states an amount; a share is one where it is paid: two per cent of the rent, not of the space."""
    kinds = {one.kind for one in quantities(text)}
    return bool(_MONEY.search(text)) or "money" in kinds or ("percent" in kinds and bool(_PAID.search(text)))


def _times(wants: Sequence[Constraint], chosen: Sequence[Chosen], evidence: Sequence[Evidence]) -> Iterator[str]:
    """The lead tells of another time than the one that is asked for, which only a sentence beside it names."""
    lead = chosen[0].held.unit
    about = evidence[lead.hit]
    above = dates(f"{about.title}\n{about.heading}\n{about.path}\n{about.metadata.get('content_date', '')}")
    for one in wants:
        if one.kind not in TIMES or not one.certain or ";" in one.value:
            continue
        asked_for = [wanted for wanted in dates(one.text) if _YEAR.search(one.text)]
        own = [other for unit in chosen for other in dates(f"{unit.held.unit.intro}\n{unit.held.unit.text}")]
        if any(_meets(wanted, other) for wanted in asked_for for other in (*own, *above)):
            continue
        rival = next((other for other in dates(lead.text) if any(_apart(wanted, other) for wanted in asked_for)), None)
        if rival is not None:
            yield f"what is cited is about {rival.text}, not {one.text}"


def _announced(
    question: str, wants: Sequence[Constraint], chosen: Sequence[Chosen], evidence: Sequence[Evidence]
) -> Iterator[str]:
    """What happened on a day is asked for, and the day is that of something to come: `The next meeting is on ...`."""
    days = [one for one in wants if one.kind == "date" and one.certain]
    if len(days) != 1 or not _HAPPENED.search(question):
        return
    wanted = dates(days[0].text)
    for one in chosen:
        about = evidence[one.held.unit.hit]
        told = f"{about.title}\n{about.heading}\n{about.path}\n{about.metadata.get('content_date', '')}"
        own = one.held.unit.text
        if _names_day(wanted, told) or (_names_day(wanted, own) and not _TO_COME.search(own)):
            return
    yield f"what is cited tells nothing that happened on {days[0].text}"


def _names_day(wanted: Sequence[Dates], text: str) -> bool:
    return any(_meets(one, other) for one in wanted for other in dates(text))


_HAPPENED = later(
    r"(?i)\bdid\b[^?]*\b(?:decide|agree|resolve|approve|discuss|vote|say|report|note|conclude|adopt|order|do)\b"
    r"|\b(?:was|were) (?:\w+ )?(?:decided|agreed|resolved|approved|discussed|voted|said|reported|noted|adopted|done)\b"
    r"|\bhappened\b"
)
_TO_COME = later(
    r"(?i)\bnext\b|\bwill (?:be|take place|meet)\b"
    r"|\b(?:planned|scheduled|due|postponed|put off|moved) (?:for|on|to|until)\b"
)


def _meets(wanted: Dates, other: Dates) -> bool:
    return other.kind not in {"weekday", "day_of_month"} and compatible(wanted, other) and not _apart(wanted, other)


def _apart(wanted: Dates, other: Dates) -> bool:
    """Whether another date lies outside of the wanted time; of a month without a year, whether it is none of its."""
    if other.kind in {"month_name", "month_day"}:
        month = other.first[2:4]
        return not wanted.first[5:7] <= month <= wanted.last[5:7] if wanted.first[:4] == wanted.last[:4] else False
    return other.kind not in {"weekday", "day_of_month"} and not compatible(wanted, other)
