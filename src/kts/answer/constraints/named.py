"""What a question names that the evidence must meet: the second gate's half that reads questions.

A question for a value (`when`, `how much`, `which version`) does not constrain it. What stands in the story before the
question, and what is too common in the corpus to tell documents apart, constrains softly: an answer without it is
worth less, not wrong. `kts.answer.constraints.meets` holds the constraints against evidence.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.constraints.editions import editions
from kts.answer.constraints.pasted import pasted
from kts.answer.constraints.programs import programmed
from kts.answer.constraints.protocols import protocols
from kts.answer.constraints.sections import sections
from kts.answer.constraints.versions import versions
from kts.answer.constraints.vocabulary import NOWHERE
from kts.answer.constraints.years import YEARS, pairs
from kts.answer.tables.bounded import read as bounded
from kts.answers import Constraint
from kts.lexicon.analyse import STOP_WORDS, terms, words
from kts.lexicon.dates import MONTHS, dates
from kts.lexicon.entities import entities
from kts.lexicon.entities_words import DOCUMENTS, ORGANISATIONS, PLACES, STARTERS
from kts.lexicon.everyday import is_everyday
from kts.lexicon.fuzzy import distance
from kts.lexicon.patterns import later
from kts.lexicon.quantities import quantities
from kts.lexicon.quantities_numbers import ORDINALS
from kts.lexicon.tongues import has_capital_nouns, is_function_word, tongue
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from kts.answer.constraints.vocabulary import Vocabulary
    from kts.lexicon.entities import Entity
    from kts.lexicon.quantities import Quantity

LONGEST = 2_000
"""Characters of a question that are read; what is longer is no question (a default, not fitted)."""
STORY = 240
"""Characters above which only the last of several sentences constrains surely: what a text tells to somebody is taken
away before (`kts.answer.question.story`), what is left is a case or a riddle (fitted on the long-winded training
questions of samples/)."""
COMMON = 0.25
"""Share of the passages above which a name tells no documents apart (fitted on the training questions of samples/)."""

_CODE = later(
    r"(?<![\w.$\u20ac\u00a3@/-])(?:"
    r"[A-Z]{1,10}\d{0,4}(?:[-_:][A-Z0-9]{1,12}){0,5}|[A-Za-z]{1,10}[-_:]?[A-Za-z]{0,4}\d{2,7}[A-Z]{0,3}|"
    r"(?:SOP|sop|KB|kb|CD|INC|MN|WI|POL|FAQ)[ -][A-Za-z]{0,4}-?\d{1,6}|[a-z]{2,5}[- :]\d{3,6}|"
    r"[A-Za-z]+(?:[-_][A-Za-z0-9]+)*[-_]\d+[A-Za-z]?|[A-Za-z]{1,6}\d[A-Za-z0-9]*+"
    r")(?![\w-]|\.\d)"
)
_NO_CODE = later(
    r"(?i:[a-z]+ (?:19|20)\d\d|mid-\d+|q[1-4]|h[12]|fy\d*|cy\d*|\d+[a-z]{1,2}|[a-z]+|covid-19|top-?\d+|b2[bc]|"
    r"(?:19|20)\d\ds?|"
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december|in|of|to|on|at|for|by|"
    r"the|and|or|than|is|was|from|over|under|about|all|per|last|next|first|page|step|day|days|year|reason|line|"
    r"rfc|iso|late|until|since|after|before|age|aged|usd|eur|gbp|chf|super|war|bowl|section|article|exhibit|schedule|"
    r"version|release|part|clause|chapter|class|group|level|paragraph|are|top|max|min|with)[- :]\d+\w*)"
)
NUMBERED = (
    "amendment|supplement|addendum|restatement|modification|endorsement|rider|side letter|statement of work|sow|"
    "work order|change order|purchase order|task order|variation order"
)
"""What changes a document or is made under one, and is counted."""
_QUOTED = later(r"[\"\u201c\u201e](?P<inside>[^\"\u201c\u201d\u201e\n]{2,80})[\"\u201d\u201c]")
_SENTENCE_END = later(r"[.!?]+[\s\"')]+(?=\S)")


def constraints(question: str, *, known: Vocabulary = NOWHERE) -> tuple[Constraint, ...]:
    """Everything that the question names, in order, not overlapping: codes before versions, sections and names.

    `known` says how common a word is in the corpus; without it every name counts as rare.
    """
    text = question[:LONGEST]
    found: list[Constraint] = []
    left = text
    for reader in _READERS:
        for one in reader(left, known):
            if not any(one.span.start < other.span.end and other.span.start < one.span.end for other in found):
                found.append(one)
        left = _without(left, found)
    bound = list(pasted(found, text, known))
    softened = sorted(_case_softened(bound, text), key=lambda one: (one.span, one.kind))
    return tuple(_as_sides(softened) if _COMPARES.search(text) else softened)


def _without(text: str, found: Sequence[Constraint]) -> str:
    """The text with what was found blotted out, so that a name before a version or a code is read without it."""
    for one in found:
        start, end = one.span
        text = text[:start] + _BLOT * (end - start) + text[end:]
    return text


_BLOT = "\u00b7"
"""A character of no word."""


def _as_sides(found: Sequence[Constraint]) -> Iterator[Constraint]:
    """The names of a comparison are its sides, which stand in different places.

    `Amendment #5 between A and B` is one document, and none of its sides.
    """
    sides = sum(one.kind in NAMED for one in found) > 1
    counted = [one for one in found if one.kind == "document" and _ORDINAL.fullmatch(one.text)]
    for one in found:
        alone = one in counted and len(counted) == 1
        yield one._replace(value=one.value + SIDE) if sides and one.kind in NAMED and not alone else one


SIDE = ";side"
"""Behind the value of a name that is one side of a comparison: another piece of evidence may meet it."""


def _case_softened(found: Sequence[Constraint], text: str) -> Iterator[Constraint]:
    """Of a long text only what its last sentence names is certain, and codes."""
    ends = [match.end() for match in _SENTENCE_END.finditer(text)] if len(text) >= STORY else []
    begins = ends[-1] if len(ends) > 1 else 0
    for one in found:
        yield one._replace(certain=False) if one.span.start < begins and one.kind != "code" else one


def _codes(text: str, _known: Vocabulary) -> Iterator[Constraint]:
    for match in _CODE.finditer(text):
        surface = match[0]
        if not any(character.isdigit() for character in surface) or _NO_CODE.fullmatch(surface):
            continue
        if surface.isalnum() and not _codelike(surface):
            continue
        if " " in surface and (_measured(text, match) or _counts(text, match)):
            continue
        found = _constraint("code", match.start(), match.end(), text, _folded_code(surface))
        yield found._replace(certain=_sure_code(surface))


def _measured(text: str, match: re.Match[str]) -> bool:
    """Whether the number behind a word is an amount or a time: `costs 149 EUR`, `takes 120 minutes`."""
    return any(
        one.start < match.end() < one.end and one.kind not in {"number", "count", "ordinal"} for one in quantities(text)
    )


def _counts(text: str, match: re.Match[str]) -> bool:
    """Whether the number behind a word counts things: `have 120 loans`, `shows 450`; an error 500 is called so."""
    word = match[0].partition(" ")[0].casefold()
    if word in STOP_WORDS or not _TELLING.isdisjoint(terms(word)):
        return True
    counted = any(one.start < match.end() < one.end and one.kind == "count" for one in quantities(text))
    return counted and match[0].islower() and word not in _CALLED


_TELLING = frozenset(terms("has have had holds shows reads says gives takes costs pays needs gets got sells sold buys"))
"""Verbs before a number that is a value, in any form: `is say 20000`."""
_CALLED = frozenset(
    "error code codes fault alarm event form room lot batch order model type item part job rule note msg sop kb".split()
)
"""What is called by a number."""


def _codelike(surface: str) -> bool:
    """Letters and digits without a separator: `QM018`, `APOE4`, `iOS17`."""
    letters = sum(character.isalpha() for character in surface)
    return letters >= 1 and len(surface) > 1


def _sure_code(surface: str) -> bool:
    """`TSR-2009` has one spelling; `Th2`, `fox0`, `R1` have others: T helper 2, FOXO."""
    return sum(character.isdigit() for character in surface) > 1 or not surface.isalnum()


def _folded_code(surface: str) -> str:
    return re.sub(r"[-_: ]", "", surface.casefold())


def _terms(text: str, _known: Vocabulary) -> Iterator[Constraint]:
    for match in _QUOTED.finditer(text):
        spelled = " ".join(words(match["inside"]))
        if spelled and any(character.isalpha() for character in spelled):
            yield _constraint("term", *match.span("inside"), text, spelled)


def _numbered(text: str, _known: Vocabulary) -> Iterator[Constraint]:
    for match in _ORDINAL.finditer(text):
        yield _constraint("document", *match.span(), text, match[0].casefold())


_ORDINAL = later(
    rf"(?i)\b(?P<ordinal>{'|'.join(ORDINALS)}) (?P<head>{NUMBERED})\b|"
    rf"\b(?P<named>{NUMBERED}) ?(?:(?:no\.?|nr\.?|number|#) ?)?(?P<number>\d{{1,2}})(?![\w%]|[.,]\d)"
)
"""`Second Amendment`, `Amendment #2`, `Statement of Work 2`: documents that their number alone tells apart."""


_KINDS = {
    "organisation": "party",
    "person": "person",
    "place": "place",
    "product": "product",
    "document": "document",
    "name": "term",
}


_MYSELF = later(r"I['\u2019](?:m|ve|d|ll)")
"""Written with a capital, but no name."""
_TITLED = later(r"(?:Herrn?|Frau|Familie|Hr|Hrn|Dr|Prof)\b\.? [^\W\d_]")
"""Whom a German question names for sure: `Frau Amrein`."""
_UNDETERMINED = later(r"(?i)\b(?:in|bei|von|f\u00fcr|nach|aus|mit|an|zu|gegen|durch) \Z")
"""Before a noun without an article, which is a name as often as not: `in Hamburg`, `bei Krankheit`."""
NAMED = frozenset({"party", "person", "place", "product", "document", "term"})
_COMPARES = later(
    r"\b(?:versus|vs|compare[ds]?|comparison|compares|differ|differs|difference|different|opposed to|contrast|both|"
    r"either|between|older|newer|than|respectively|rather)\b|\band (?:in|under|for|what|who|how|which)\b|, or\b",
    re.IGNORECASE,
)
"""What asks for two sides: they may stand in different places."""


def _names(text: str, known: Vocabulary) -> Iterator[Constraint]:
    nouns_are_plain = not has_capital_nouns(text)
    for entity in entities(text, known=known.names):
        telling = distinctive(entity.norm)
        named = nouns_are_plain or bool(_TITLED.match(entity.text))
        noun = not named and entity.kind == "name" and not _UNDETERMINED.search(text, 0, entity.start)
        none = noun or _FORMS.fullmatch(entity.norm) or _MYSELF.fullmatch(entity.text)
        if none or not telling or len(entity.norm) < 2:  # noqa: PLR2004
            continue
        sure = named and _sure_name(entity.text, text[entity.end :], text[: entity.start])
        certain = sure and not all(_common(word, known) for word in telling)
        start, end = _placed(text, entity.start, entity.end)
        yield Constraint(_KINDS[entity.kind], text[start:end], _lettered(entity), Span(start, end), certain)


def _lettered(entity: Entity) -> str:
    """The folded name with the letter that ends it, which is no legal form alone: of `Area C` not `area`."""
    letter = _LETTER_ENDS.search(entity.text)
    bare = letter is None or entity.norm.endswith(f" {letter[1].casefold()}")
    return entity.norm if letter is None or bare else f"{entity.norm} {letter[1].casefold()}"


_LETTER_ENDS = later(r"[^\W\d_]{2} ([B-HJ-Z])\Z")


def _placed(text: str, start: int, end: int) -> tuple[int, int]:
    """The name with the number of its house, or with what kind of place it is: `19 Quay Street`, `Harrow county`.

    A number that ends it is read whole: `Wang 1,200`.
    """
    more = _NUMBER_GOES_ON.match(text, end)
    end = more.end() if more else end
    number, head = _HOUSE.search(text, 0, start), _HEAD.match(text, end)
    if number and _STREET.search(text, start, end):
        return number.start(), end
    return start, head.end() if head else end


STREETS = "street|road|avenue|lane|drive|square|quay|boulevard|way"
"""What follows the name of a street."""
PLACE_HEADS = f"{STREETS}|county|district|province|parish|branch|plant|campus|ward|harbour|airport"
"""What follows the name of a place and tells its kind."""
_HOUSE = later(r"(?<![\w.,$-])\d{1,4}[a-z]?[ ]\Z")
_STREET = later(rf"(?i) (?:{STREETS})\Z")
_NUMBER_GOES_ON = later(r"(?<=\d)(?:(?:,\d{3}(?!\d))+|[\u2010-\u2012]\w+)")
_HEAD = later(rf"[ ](?i:{PLACE_HEADS})\b(?![ ][A-Z])")


def distinctive(name: str) -> tuple[str, ...]:
    """The words of a folded name that tell it from others of its kind; numbers only beside nothing else."""
    kept = [word for word in name.partition(";")[0].split() if word not in GENERIC and word not in STOP_WORDS]
    return tuple(word for word in kept if not word.isdigit()) or tuple(kept)


def _opening(text: str, known: Vocabulary) -> Iterator[Constraint]:
    """The first word, where it is no word of the corpus: a name that only looks like the start of a sentence.

    So is a rare word of the corpus that acts, and that nobody uses every day: `Northfield is late with its payment.`
    """
    match = _OPENS.match(text)
    if match is None or not known.passages or match[1].casefold() in STARTERS or _asks_slip(match[1].casefold()):
        return
    if tongue(text) == "de" or is_function_word(match[1].casefold(), tongue(text)):
        return  # every noun of German has a capital, and its verbs and questions begin with one
    word, behind = match[1].casefold(), text[match.end() :]
    plain = _is_plain(word) and not _VERB.match(behind)
    if (not known.frequency(word) and not plain) or _acts(word, behind, known):
        yield _constraint("term", *match.span(1), text, match[1].casefold())


def _acts(word: str, behind: str, known: Vocabulary) -> bool:
    """Whether a word is a name that something is said of; a plain noun would have an article, or be a plural."""
    return bool(_VERB.match(behind)) and not _common(word, known) and not (word[-1] == "s" or is_everyday(word))


def _is_plain(word: str) -> bool:
    """Whether a word is one of every day, or made of one: `Sole`, `Biggest`, `Charging`."""
    bases = [word.removesuffix(ending) for ending in ("est", "er", "ed", "ing", "ly", "s") if word.endswith(ending)]
    forms = {form for base in bases for form in (base, f"{base}e", base[:-1] if base[-1:] == base[-2:-1] else base)}
    return any(is_everyday(one) for one in (word, *sorted(forms)))


_VERB = later(r" (?:is|was|has|had|wants|pays|paid|owes|owns|sells|sold|claims|failed|missed|says|said|did|does)\b")
_ASKING = ("which", "what", "when", "where", "whose")


def _asks_slip(word: str) -> bool:
    """Whether a question begins with a slip of a word that asks: `Wich`, `Waht`."""
    return any(distance(word, one, 1) <= 1 for one in _ASKING)


_OPENS = later(
    r"\W*([A-Z][a-z]{3,})(?![\w-])"
    r"(?!,? (?:the|an?|my|our|all|on|in|how|what|me|us|to|whether|each|every|any|this|that)\b)"
)
SPELLED_OUT = frozenset(
    "RAM ROM CPU GPU SSD HDD OS PC TV USB PIN URL UI ID FAQ VAT HR PR CEO CFO CTO COO GP DOB ETA PTO ATM WC MFA 2FA "
    "QA".split()
)
"""Abbreviations of every day for which texts as often have the words: memory, processor, address, tax, leave."""
_FORMS = later(
    r"(?:10|8|20) [qkf]s?|[ivx]+"
    r"|(?:(?:\d{2,6}(?: \d{1,3})?[mgt]|\d{1,6}(?: \d{1,3})?[kmgtp]i?b)(?: |\Z)){1,8}"
)
"""Names that are none: forms and numbers of every kind, and sizes as programs print them (`310G`, `1.5TB`)."""
_PEOPLES = later(
    r"(?:[A-Z][a-z]+(?:ish|ese|ian|ean|can|man|ch)|Native American|Dutch|Greek|Swiss|Internet|Web|Bible)s?"
)


def _sure_name(name: str, behind: str, before: str) -> bool:
    """Whether there is hardly another way to name it.

    Peoples are as often named by their country; what stands in parentheses repeats what stands before them; a short
    word with capitals inside is an abbreviation that others spell out.
    """
    if (
        name.removesuffix("s") in SPELLED_OUT
        or _PEOPLES.fullmatch(name)
        or (before.endswith("(") and behind.startswith(")"))
    ):
        return False
    return not re.fullmatch(r"[a-z]+[A-Z]+s?|[A-Z]{1,3}[a-z]{0,2}s|[A-Z]|[A-Z]{1,2}[a-z][A-Z]?s?", name)


GENERIC = (
    DOCUMENTS
    | PLACES
    | ORGANISATIONS
    | frozenset(
        "the company inc llc llp ltd plc corp corporation co n a bank trust group fund mr mrs ms dr sir university of "
        "and department city county state street river lake system module tool product team first second third "
        "fourth fifth version release part section policy amended restated file head".split()
    )
)
"""Words that many names of a kind share."""


def _common(word: str, known: Vocabulary) -> bool:
    return known.passages > 0 and known.frequency(word) > COMMON * known.passages


def _constraint(kind: str, start: int, end: int, text: str, value: str) -> Constraint:
    return Constraint(kind, text[start:end], value, Span(start, end))


def _times(text: str, _known: Vocabulary) -> Iterator[Constraint]:
    """Days, months, quarters, years; those without a year constrain softly, and what recurs not at all."""
    rule = IN_FORCE if RULE.search(text) and not EVENT.search(text) else ""
    paired = [(year, span) for year, span in pairs(text) if not _own_time(text, *span)]
    for year, (start, end) in paired:
        yield _constraint("period", start, end, text, f"{year}-01-01/{year + 1}-12-31{YEARS}")
    for one in dates(text):
        if one.kind in {"weekday", "day_of_month"} or any(start <= one.start < end for _, (start, end) in paired):
            continue
        kind = "date" if one.kind in {"day", "month_day"} else "period"
        if _own_time(text, one.start, one.end):
            continue
        paper = one.kind == "day" and _PAPER_OF.search(text, 0, one.start)
        held = "" if paper or _reported(text, one.start, one.end) else rule
        found = _constraint(kind, one.start, one.end, text, f"{one.first}/{one.last}{held}")
        called = bool(_PRODUCT.search(text, 0, one.start))
        yield found._replace(certain=not called and one.kind not in {"month_day", "month_name"})


def _reported(text: str, start: int, end: int) -> bool:
    """Whether a time is that of a report, which tells of it alone: what rate `did the 2024-03 report show`."""
    return bool(_REPORT_BEHIND.match(text, end) or _REPORT_BEFORE.search(text, 0, start))


_REPORTS = r"(?:reports?|minutes|figures|results|newsletters?|bulletins?)\b"
_REPORT_BEHIND = later(rf"(?i)(?:['\u2019]s)? (?:[a-z-]+ ){{0,3}}?{_REPORTS}")
_REPORT_BEFORE = later(rf"(?i)\b{_REPORTS} (?:for|of|from|on) (?:the )?(?:month of )?\Z")


_PAPER_OF = later(
    r"(?i)\b(?:certificat(?:e|ion)s?|letters?|notices?|statements?|records?|protocols?|e-?mails?|memos?|memorand(?:um|a)|"
    r"filings?|decisions?|inspections?|audits?|reviews?|surveys?|tests?) (?:dated|of) (?:the )?\Z"
)
"""Before a day: it is that of a paper, and no other one is asked for. An agreement goes by its beginning."""


def _own_time(text: str, start: int, end: int) -> bool:
    """Whether a time is one of the asker's own life: `I joined in 2006, what is my pension age?`.

    Not where the question is for that time: `we joined in 2006, what was the fee then?`.
    """
    asking = _TELLS.match(text)
    if asking and end <= asking.start("asks"):
        return not _THEN.search(text, asking.start("asks"))
    return bool(_SUPPOSED.search(text, 0, start)) and not _THEN.search(text, 0, start)


_THEN = later(r"(?i)\b(?:was|were|did|had|then|(?:at|of|in) th(?:at|e|is) (?:time|day|date|year|month))\b")
"""What asks for something past."""
_PRODUCT = later(
    r"\b(?:Windows|Server|Office|Exchange|SharePoint|Studio|Excel|Outlook|PowerPoint|AutoCAD|Revit)[ \xa0]\Z"
)
"""Products that are called by a year, which is no time at which something was: `Windows Server 2016`."""
_SUPPOSED = later(
    r"(?i)\b(?:if|because|as|although|given that) (?:I|we|you|he|she|they|someone|somebody)\b[^,;:?.!]{2,60}\Z"
)


def _amounts(text: str, _known: Vocabulary) -> Iterator[Constraint]:
    """Amounts with a unit.

    Whether one is only supposed (`a wire of $40,000`) is seen from the limits that the evidence sets. What the asker
    tells of themselves before they ask (`we went over by 3 GB - what is the charge?`) the evidence need not state.
    """
    asking, listed = _TELLS.match(text), bounded(text)
    for one in quantities(text):
        if one.kind not in _MEASURED or (one.kind == "duration" and _is_asked(text, one)):
            continue
        kind = "amount" if one.kind == "money" else "quantity"
        told = TOLD if asking and one.end <= asking.start("asks") else BOUND if listed else ""
        yield _constraint(kind, one.start, one.end, text, f"{one.value:g} {one.unit}".strip() + told)


_SO_FAR = later(r"(?i)(?:how many|last|past|next|every|each|per|a|one)\s+\Z")
_AT_A_RATE = later(r"(?i)\bhow (?:many|much|often)\b[^.;]*\b(?:in|per|within|during|over)(?: any)? \Z")
BOUND = ";bound"
"""Behind the value of an amount below, or above, which the things lie that a question asks for."""
TOLD = ";told"
"""Behind the value of an amount that belongs to the asker's own case."""
_TELLS = later(
    r"(?i)\W*(?:(?:so|hi|hello|now|if|when|because|since|as|say|suppose|after)\b[ ,]+)*(?:I|we|my|our)\b"
    r"[^?.!;]{3,160}?(?:[,;:]|[ ][-\u2010-\u2015]+|[.!])[ ](?:(?:so|and|but|then)[ ,]+)?"
    r"(?P<asks>(?:(?:at|by|for|from|in|on|to|until|under|with(?:in)?) (?=what|which|how|whom))?"
    r"(?:what|how|who|whom|when|where|which|why|is|are|do|does|did|can|could|may|must|will|would|should)\b[^?]*\?)"
)
"""A person tells what happened to them, and asks in the same sentence."""
IN_FORCE = ";in force"
"""Behind the value of a date at which a rule is asked for: what is in force then was written before."""
RULE = later(
    r"(?i)\b(?:appl(?:y|ies|ied|icable)|allowed|permitted|may|must|could|can|should|required?|needs?|needed|limit|"
    r"valid|in force|effective|rate|percentage|grace|cut-?off|periods?|fee|cap|deadline|rule|definition|means?|"
    r"due|still)\b"
)
EVENT = later(
    r"(?i)\b(?:happen\w*|reach(?:ed)?|took|released|posted|paid|total|were there|revenue|sales|income|cost us|spent|"
    r"reported|occurred|won|exercise|incident|went wrong|received|rejected|born|died|founded|elected|achieved|"
    r"measured)\b|"
    r"\b(?:tests?|audits?|surveys?|meetings?|reviews?) (?:of|in|for|on) (?:the )?"
    rf"(?:first|second|third|fourth|last|q[1-4]|(?:19|20)\d\d|{'|'.join(MONTHS)})\b"
)
"""What happened at a time, which no rule of that time tells."""
_MEASURED = frozenset({"money", "percent", "duration", "measure"})


def _is_asked(text: str, one: Quantity) -> bool:
    """`how many days`, `how many in one week`, `in the last 30 days`: what is asked for, or a span up to now."""
    rate = one.value == 1 and _AT_A_RATE.search(text, 0, one.start)
    return bool(rate or _SO_FAR.search(text[max(0, one.start - 12) : one.start]))


_READERS: tuple[Callable[[str, Vocabulary], Iterable[Constraint]], ...] = (
    programmed,
    _terms,
    editions,
    protocols,
    _numbered,
    sections,
    versions,
    _codes,
    _times,
    _amounts,
    _names,
    _opening,
)
"""In the order of precedence where two find the same words."""
