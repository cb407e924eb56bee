"""A question of several parts into its parts, and a comparison into its sides: rules, no language model.

The original is always searched and counts double; a part is searched beside it. At most three, so that there are four
queries with the original (SPEC QRY-3). A part is read alone, so it takes along what it refers to.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.lexicon.analyse import STOP_WORDS, words
from kts.lexicon.letters import UPPER
from kts.search.comparisons import compared

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.search.question import Context, Question
    from kts.types import Query

PARTS = 3
"""Queries beside the original (SPEC QRY-3: at most 4 with it)."""
CONTENT = 2
"""Words of content that a part needs to be worth a search (a default, not fitted)."""
ENOUGH = 4
"""Words of content with which a part that refers to nothing stands for itself (a default, not fitted)."""
LONGEST = 60
"""Words of a question that is taken apart; a longer text is a story, not a list of questions."""
LONGEST_TEXT = 2_000
"""Characters of such a question: 60 words have some 400; what is longer has no words in it (a default)."""
FEW = 3
"""Words of content below which a part is understood only with what the part before asks about (a default)."""
TOPIC = 14
"""Words of another part that a part takes along when it refers to what that part asks about (a default)."""

_WH = r"(?:what|which|who|whom|whose|when|where|why|how|is|are|was|were|do|does|did|can|may|must|should|will)"
_ASKS = (
    rf"\s*(?:{_WH}|much|many|long|often|far|has|have|had|there|been|i|we|you|one|ones|be|to|if so,?|any|please|me|"
    r"summari[sz]e|outline|describe|explain|list|give|name|tell|state|analy[sz]e)\b[\s,]*"
)
_NO_TITLE = "".join(rf"(?<!\b{title}\.)" for title in ("Dr", "Prof", "Mr", "Mrs", "Ms", "St"))
"""`Did Dr. Roe accept?` is one question: what stands before a name ends no sentence."""
_SENTENCE = rf"(?<=[?!;])\s+|(?<=\.)(?<!\bNo\.){_NO_TITLE}\s+(?=[A-Z\"\u201c]|{_WH}\b)"
_AND_ASKS = (
    rf"(?i),?\s+(?:and|or|but)(?: also)?,?\s+"
    rf"(?=(?:(?:by|until|since|from|for|in|at|on|with|under|to)\s+(?=wh|how))?{_WH}\b(?! not))|;\s+"
)
_BE_OR_DO = r"(?:is|are|was|were|do|does|did|can|may|must|should|will)"
_WITHIN_ONE = r"(?:(?!\b(?:and|but|what|which|who|whom|whose|when|where|why|how)\b)[^?;])*"
_EITHER = rf"(?i)\s*{_BE_OR_DO}\b{_WITHIN_ONE},?\s+or {_BE_OR_DO}(?=(?:\s+[\w$'-]+){{3}}){_WITHIN_ONE}\??\s*"
"""`Does it run over the weekend or do I start on Monday?` leaves one thing open; `or do I?` says too little for it."""
_LEAD = (
    r"(?i)\s*((?:for|under|in|on|at|with|regarding|as to|about|within|per|during|after|before)\b[^,:?]{2,60}[,:]"
    r"|[^,:?]{2,60}:)\s+"
)
_LIST = (
    r"(?i)^(?P<head>.*?\b(?:what|which|who|how|give|list|name|state)\b.*?"
    r"\b(?:is|are|was|were|of|have|need|needs|for|me)\s+)"
    r"(?P<items>[^,?]{3,70}(?:,\s+(?:the|its|their)\s[^,?]{3,70})*,?\s+and\s+(?:the|its|their)\s[^,?]{3,90}?)"
    r"(?P<tail>\s+(?:under|in|for|according to)\s[^,]*)?[?.]?$"
)
_PLACE = r"(?:under|in|by|at|with|for)"
_BETWEEN = (
    r"(?i)^(?P<before>.*?\b(?:differences?|distinction|relationship|connection|correlation) between"
    r"|(?:please |can you )?(?:compare|contrast))"
    r"\s+(?P<first>.+?)"
    r"\s+(?:and|with|to|against|versus|vs\.?)\s+(?P<second>.+?)(?P<after>[?.](?=\s|$)|$)"
)
_DIFFER = (
    r"(?i)^how (?:do|does|did) (?P<what>.+?) differ (?:between|in|under|for|at) (?P<first>[^,?]{2,60}?) and"
    r" (?:(?:in|under|for|at) )?(?P<second>[^,?]{2,60})[?.]?$"
)
_TOPIC = (
    rf"(?i)^(?P<topic>[^:?]{{3,80}}): (?!{_WH}\b)(?P<first>[^,:?]{{2,50}}?) "
    r"(?:versus|vs\.?|as opposed to|compared (?:to|with)) (?P<second>[^,:?]{2,50})[?.]?$"
)
_VERSUS = (
    rf"(?i)^(?P<before>.*)(?P<first>\b(?:{_PLACE}|of)\s(?:the\s)?[^,:?]{{2,50}}?)\s*,?\s+"
    r"(?:versus|vs\.?|as opposed to|compared (?:to|with)|in contrast to|rather than|"
    rf"and(?=\s{_PLACE}\s(?!wh|how)))\s+"
    rf"(?P<second>(?:(?:{_PLACE}|of)\s)?(?:the\s)?[^,?:]{{2,50}}?)(?P<after>\s*[,:?].*|)$"
)
_NUMBERS = (
    r"(?i)^(?P<before>.*?\b)(?P<first>(?:version )?v?\d[\w.-]*),? and "
    r"(?P<second>(?:version )?v?\d[\w.-]*)(?P<after>.*)$"
)
_NUMBER = r"(?:[Vv]ersion )?v?\d[\w.-]*"
_ONE_OF = r"(?:(?:version )?v?\d[\w.-]*|old|new|previous|current|first|second|last)"
_UP_TO_NUMBER = rf"(?i)(?P<what>.+ (?:in|under|for|by|of|from|on)(?: the| our)?) (?P<number>{_ONE_OF})"
_FROM_NUMBER = rf"(?i)(?:the )?(?P<number>{_ONE_OF}) (?P<of>[a-z][\w' -]*)"
_EDITION = r"(?i)(?:the )?(?P<kind>editions?|versions?|issues?|revisions?|releases?) v?\d[\w.]*"
_EDITION_OF = (
    r"(?i)(?:(?:the )?(?:editions?|versions?|issues?|revisions?|releases?) )?(?P<number>v?\d[\w.]*)"
    r"(?: (?:on|for|of|in|regarding|concerning|as to)(?: the)?|:|,)? (?P<what>[A-Za-z][^?]*)"
)
_REFERS = r"(?i)\b(?:it|its|they|their|them|this|that|these|those|such|there|he|his|she|her|so)\b"
_WRITTEN = r"[^\W_][\w.:&/'\u2019-]*"
_COMPARES = r"(?i)\b(?:versus|vs\.?|as opposed to|compare[ds]?|contrast|differ(?:s|ences?|ent)?|both|each of)\b"
_TIMES = r"quarters|periods|years|months"
_WORKS = (
    r"reports?|filings?|documents?|agreements?|contracts?|policies|versions?|editions?|releases?|files|statements|"
    r"10-?[QK]s?|companies"
)
_SEVERAL = (
    rf"(?i)\b(?:across|all|each|every|these|those|several|different|previous|past|prior|earlier|historical|reported|"
    rf"reporting|over (?:the|this))\s(?:of\s)?(?:the\s|these\s|those\s)?(?:[\w'-]+\s)?(?:{_TIMES}|{_WORKS})\b"
    r"|\bover (?:time|the (?:\w+ )?(?:years|quarters|months|periods?))\b|\btrends?\b|\bevolv|\bfluctuate[ds]?\b"
)
"""What asks for the same thing of several documents: of each report, over time, across the agreements."""


def decompose(question: Question, context: Context) -> Question:
    """The stage: the parts of the question, if it has any, and whether it asks the same of several documents."""
    del context
    query = question.query
    texts = parts_of(query.text)
    compares = re.search(_COMPARES, query.text) is not None
    several = (compares and bool(texts)) or re.search(_SEVERAL, query.text) is not None
    if not texts and not several:
        return question
    parts = tuple(query._replace(text=text, origin="comparison" if compares else "split") for text in texts)
    said = [*texts, *(["of several documents"] if several else [])]
    return question._replace(parts=parts, several=several).stepped("decomposition", " | ".join(said))


def parts_of(text: str, most: int = PARTS) -> tuple[str, ...]:
    """The texts to search beside a question, the first ones; empty when it is one question."""
    if len(text) > LONGEST_TEXT or len(text.split()) > LONGEST:
        return ()
    text = re.sub(r"\s{2,}", lambda blank: "\n" if "\n" in blank[0] else " ", text)
    found = sides(text) or pieces(text)
    kept = [part for part in dict.fromkeys(_tidy(part) for part in found) if _weighs(part)]
    kept = [part for part in kept if _words(part) != _words(text)]
    return tuple(kept[:most]) if len(kept) > 1 else ()


def _tidy(part: str) -> str:
    return re.sub(r"\s+(?=[?.,:])", "", " ".join(part.split()))


def _words(text: str) -> list[str]:
    return [word for word in words(text) if word not in STOP_WORDS]


def _weighs(part: str) -> bool:
    return len(_words(part)) >= CONTENT


# -- comparisons --------------------------------------------------------------------------------------------------


def sides(text: str) -> tuple[str, ...]:
    """The two sides of a comparison, each with all that the question says of both."""
    if found := compared(text):
        return found
    between = re.match(_BETWEEN, text)
    if between:
        sides_of = _of_editions(between["first"], between["second"])
        found = tuple(f"{side}{between['after']}" for side in sides_of)
        return _of_both(between["before"], found or _shared(between["first"], between["second"], between["after"]))
    differ = re.match(_DIFFER, text) or re.match(_TOPIC, text)
    if differ:
        what = differ.group(1)
        return tuple(f"{what} {side}" for side in _alike(differ["first"], differ["second"]))
    numbers = re.match(_NUMBERS, text)
    if numbers and not re.search(r"(?i)\bbetween\b|\bfrom\b", numbers["before"]):
        return tuple(f"{numbers['before']}{numbers[side]}{numbers['after']}" for side in ("first", "second"))
    versus = re.match(_VERSUS, text)
    if versus is None:
        return ()
    both = _alike(versus["first"], versus["second"])
    return tuple(f"{versus['before']} {side} {versus['after']}" for side in both)


def _of_both(before: str, found: Sequence[str]) -> tuple[str, ...]:
    """Each side with what is said before both of them: the clause that a question begins with, or its names."""
    lead = re.match(_LEAD, before)
    names = _names(before)
    if not names:
        return tuple(found)
    plain = [side.rstrip(" ?.") for side in found]
    return tuple(f"{lead[1].rstrip(',:')} {side}" if lead else _with(side, names) for side in plain)


def _alike(first: str, second: str) -> tuple[str, str]:
    """The second side with what only the first one says: its preposition, and the name before a number."""
    lead = re.match(rf"(?i)(?:{_PLACE}|of)\s", first)
    own = re.match(rf"(?i)(?:{_PLACE}|of)\s", second)
    bare = second[own.end() :] if own else second
    named = re.match(rf"(?P<name>.*\S)\s+{_NUMBER}$", first[lead.end() :] if lead else first)
    if named and re.fullmatch(_NUMBER, bare):
        bare = f"{named['name']} {bare}"
    joint = own[0] if own else lead[0] if lead else ""
    return first, f"{joint}{bare}"


def _shared(first: str, second: str, after: str) -> tuple[str, ...]:
    """What the second side leaves out is the first's: `the definition of X in the PSA` and `the one in the deed`.

    And what the first leaves out is the second's: `leave in the 2024` and `2026 handbooks`.
    """
    bare, whole = re.fullmatch(_UP_TO_NUMBER, first), re.fullmatch(_FROM_NUMBER, second)
    if bare and whole:
        return tuple(f"{bare['what']} {number} {whole['of']}{after}" for number in (bare["number"], whole["number"]))
    place = re.search(r"(?i)^(?P<what>.+?)\s+(?P<where>(?:in|under|for|by)\s+.+)$", first)
    if place and second.split()[-1:] == first.split()[-1:] and not re.search(rf"(?i)\b{_PLACE}\s", second):
        joint = place["where"].split(None, 1)[0]
        return (f"{first}{after}", f"{place['what']} {joint} {second}{after}")
    if re.fullmatch(_NUMBER, second) and not place:
        return tuple(f"{side}{after}" for side in _alike(first, second))
    short = re.match(r"(?i)(?:(?:the )?ones?|that|those|it)\s+(?P<where>(?:in|under|of|for|by)\s+.+)$", second)
    if place and short:
        return (f"{first}{after}", f"{place['what']} {short['where']}{after}")
    tail = re.search(r"(?i)\s+(?:in|under|for|at)\s+[^,]+$", second)
    if tail and not place:
        return (f"{first}{tail[0]}{after}", f"{_of_same(first, second)}{after}")
    return (f"{first}{after}", f"{_of_same(first, second)}{after}")


def _of_editions(first: str, second: str) -> tuple[str, ...]:
    """`edition 1` and `edition 2 on fees`: what is asked of both stands behind the second."""
    edition, what = re.fullmatch(_EDITION, first), re.match(_EDITION_OF, second)
    if edition is None or what is None:
        return ()
    return tuple(f"{what['what']} in {one}" for one in (first, f"{edition['kind']} {what['number']}"))


def _of_same(first: str, second: str) -> str:
    """The second owner with what the first one's is compared: `the rates of Apple and Intel`, `A's rate with B's`."""
    owner = re.match(r"(?P<whose>\S+['\u2019]s)(?P<rest>\s+(?:in|under|for|at)\s.+)?$", second)
    owned = re.match(r"\S+['\u2019]s (?P<what>.+)$", first)
    if owner and owned:
        return f"{owner['whose']} {owned['what']}{owner['rest'] or ''}"
    what = re.match(r"(?P<what>.+?\sof\s)(?=[A-Z])", first)
    named = re.match(rf"[{UPPER}][\w.&-]*(?:\s[{UPPER}][\w.&-]*)*(?=\s(?:in|under|for|at)\s|$)", second)
    return f"{what['what']}{second}" if what and named else second


# -- several questions --------------------------------------------------------------------------------------------


def pieces(text: str) -> tuple[str, ...]:
    """The questions that a text joins, each with what it begins with for all of them."""
    lead = re.match(_LEAD, text)
    start, rest = (lead[1].rstrip(",:"), text[lead.end() :]) if lead else ("", text)
    sentences = [one for one in re.split(_SENTENCE, rest) if one.strip()]
    if len(sentences) > 1:  # what is told before it is asked is no question
        sentences = [one for one in sentences if "?" in one or re.match(rf"(?i)\s*{_WH}\b", one)]
    asking = [(one, piece) for one in sentences for piece in ([one] if either(one) else re.split(_AND_ASKS, one))]
    if len(asking) < 2:  # noqa: PLR2004
        return tuple(f"{start} {item}".strip() for item in _listed(rest))
    names = [name for name in _names(text) if not _is_modifier(name, text)]
    told = [[name for name in names if name in reach] for reach in _reaches(text, asking)]
    return tuple(
        _in_context(f"{start} {piece}".strip(), asking[at - 1][1] if at else "", told[at])
        for at, (_, piece) in enumerate(asking)
    )


def _reaches(text: str, asking: Sequence[tuple[str, str]]) -> Iterator[str]:
    """What each part (sentence, piece) takes names from: its sentence, and those before unless it stands for itself.

    Of more than two parts none takes them from what stands behind it: that is of the last.
    """
    for sentence, piece in asking:
        start = text.find(sentence)
        alone = start > 0 and re.search(_REFERS, sentence) is None and len(_words(sentence)) >= FEW
        end = start + len(sentence) if len(asking) <= 2 else text.find(piece, start) + len(piece)  # noqa: PLR2004
        yield text[start if alone else 0 : end]


def either(question: str) -> bool:
    """Whether a question names two ways of which one holds: it is answered as one."""
    return re.fullmatch(_EITHER, question) is not None


def _in_context(piece: str, before: str, names: Sequence[str]) -> str:
    """A part with what it refers to: what the part before asks about, and the names of the whole question.

    A part that refers to nothing and has enough words, or a name, of its own stays as it is.
    """
    refers = re.search(_REFERS, piece) is not None
    if not refers and (len(_words(piece)) >= ENOUGH or _names(piece)):
        return piece
    topic = _topic(before) if refers or len(_words(piece)) < FEW else ""
    return _with(f"{piece} {topic}".strip(), names)


def _topic(piece: str) -> str:
    """What a question asks about: without the words that ask, and without what it refers to itself."""
    text = re.sub(rf"(?i)^(?:{_ASKS})+", "", piece).strip(" ?.!,;")
    return " ".join(text.split()[:TOPIC])


def _with(piece: str, names: Sequence[str]) -> str:
    """The piece, then the names of which it does not hold every word."""
    there = {word.casefold() for word, _, _ in _tokens(piece)}
    missing = [name for name in names if not there.issuperset(name.casefold().split())]
    return " ".join([piece, *missing])


def _names(text: str) -> list[str]:
    """Words written as names, those beside each other as one: with a digit, or a capital that no sentence asks for."""
    found: list[str] = []
    last = -1
    for word, start, end in _tokens(text):
        before = text[:start].rstrip(' "\u201c(')
        first = not before or before[-1] in "?.!:;"
        if _is_name(word, first=first) and not re.fullmatch(rf"(?i){_WH}", word):
            joined = last >= 0 and text[last:start] == " "
            found = [*found[:-1], f"{found[-1]} {word}"] if joined else [*found, word]
            last = end
    return list(dict.fromkeys(found))


def _is_modifier(name: str, text: str) -> bool:
    """Whether an abbreviation only tells of what kind the noun behind it is: `an API key` is about no API."""
    return (
        bool(re.search(rf"\b{re.escape(name)} (?!{_WH}\b|{_LITTLE}\b)[a-z]{{3,}}", text))
        and name.isalpha()
        and name.isupper()
    )


_LITTLE = r"(?:and|or|but|in|on|of|for|to|with|under|from|at|by|as|has|have|had|mean|means|not)"


def _tokens(text: str) -> Iterator[tuple[str, int, int]]:
    """Each word without what only ends it, its start and its end."""
    for match in re.finditer(_WRITTEN, text):
        word = match[0].rstrip(".:&/'\u2019-")
        yield re.sub(r"['\u2019]s$", "", word), match.start(), match.start() + len(word)


def _is_name(word: str, *, first: bool) -> bool:
    coded = any(map(str.isdigit, word)) or sum(map(str.isupper, word)) > 1
    return len(word) > 1 and (coded or (word[:1].isupper() and not first))


def _listed(text: str) -> Iterator[str]:
    """`What are the A, the B and the C of D?` as three questions."""
    found = re.match(_LIST, text.strip())
    if not found or " between " in found["items"]:
        return
    items = [item for item in re.split(r",\s+(?:and\s+)?|\s+and\s+", found["items"]) if item.strip()]
    if all(len(item.split()) <= 12 for item in items):  # noqa: PLR2004
        yield from (f"{found['head']}{_item(item, items)}{found['tail'] or ''}" for item in items)


def _item(item: str, items: Sequence[str]) -> str:
    """An item of a list with what another one says for it: `its address` is that of what the first one is of."""
    owner = re.search(r"(?i)\s+(?:of|for|in|under)\s.+$", items[0])
    if owner and re.match(r"(?i)(?:its|their)\s", item):
        return re.sub(r"(?i)^(?:its|their)\s", "the ", item) + owner[0]
    shared = re.search(r"(?i)\s+(?:of|for|in|under)\s.+$", items[-1])
    return (
        f"{item}{shared[0]}"
        if shared and not _weighs(item) and not re.search(r"(?i)\s(?:of|for|in|under)\s", item)
        else item
    )


def step_back(query: Query) -> Query:
    """The broader question: without numbers, dates and identifiers, and without a filter."""
    text = re.sub(r"[$\u20ac\u00a3]?\b[\w.-]*\d[\w.,-]*%?", " ", query.text)
    return query._replace(text=" ".join(text.split()), origin="step_back")
