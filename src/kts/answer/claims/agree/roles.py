"""Whether the names of a claim are in the evidence, and do there what the claim says they do."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.claims.agree.sides import Finding, quoted
from kts.answer.claims.match import related, tokens
from kts.lexicon.analyse import terms
from kts.lexicon.dates import dates
from kts.lexicon.letters import UPPER
from kts.lexicon.patterns import later
from kts.lexicon.quantities import quantities
from kts.lexicon.tongues import is_function_word, tongue
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.answer.claims.agree.sides import Sides

_NAME = later(
    rf"(?<![\w.])(?:[{UPPER}][\w&'\u2019]*|[A-Za-z]*\d[\w.]*[A-Za-z][\w.]*|[{UPPER}]+-?\d[\w.-]*)(?:[ -](?:(?:of|and|"
    r"&|de|van)[ ])?[A-Z0-9][\w&'\u2019.-]*)*"
)
_NO_NAME = frozenset(
    "the a an in on at of for to if when where while with without by from under over no not every each all "
    "any some only as it "
    "this that these those there he she they we you i before after until since once neither nor either both "
    "one two three four "
    "five six seven eight nine ten half most many more less than up between during within inside corporate "
    "according because "
    "january february march april may june july august september october november december monday tuesday "
    "wednesday thursday "
    "nobody nothing everyone everybody everything anyone anybody anything someone somebody something whoever "
    "friday saturday sunday business day days section usd eur p.m a.m".split()
)
_WORD = later(r"\S+")
_PASSIVE = later(
    r"\b(?:is|are|was|were|be|been|being|gets?|got)\s+(?:\w+\s+){0,2}?(?P<verb>\w+(?:ed|en|t|d|n))\b[^.;]*?\bby\b",
    re.IGNORECASE,
)


class Name(NamedTuple):
    """A name as it stands in a text, and its stems."""

    start: int
    end: int
    text: str
    stems: tuple[str, ...]


@lru_cache(maxsize=2048)
def names(text: str) -> tuple[Name, ...]:
    """Capitalised names and codes; the first word of a sentence only where it goes on as a name or is a rare word."""
    rare = {token.start: token.weight for token in tokens(text)}
    values = [*((one.start, one.end) for one in dates(text)), *((one.start, one.end) for one in quantities(text))]
    found, said_in = [], tongue(text)
    for begin, end in _capitalised(text):
        words = [
            word
            for word in _WORD.finditer(text, begin, end)
            if word[0].lower().rstrip("'s\u2019") not in _NO_NAME
            and not is_function_word(word[0].lower(), said_in)
            and not _in(values, word.start())
        ]
        while words and words[-1][0] in _JOINS:
            words.pop()
        start = words[0].start() if words else begin
        opens = not text[:start].strip() or text[:start].rstrip()[-1:] in ".:|;\u2022"
        plain = rare.get(start, 0) < RARE and (not words or not _coded(words[0][0]))
        if not words or (opens and len(words) == 1 and (plain or _DERIVED.fullmatch(words[0][0]))):
            continue
        said = " ".join(word[0] for word in words)
        stems = tuple(dict.fromkeys(terms(said.replace("\u2019s", "").replace("'s", ""))))
        shown = text[start : words[-1].end()].rstrip(".-")
        found.append(Name(start, start + len(shown), shown, stems))
    return tuple(found)


def _capitalised(text: str) -> Iterator[tuple[int, int]]:
    """The stretches of capitalised words; one that goes on over the end of a sentence is two."""
    at = 0
    while match := _NAME.search(text, at):
        over = _ENDED.search(match[0])
        at = match.start() + over.end() if over else match.end()
        yield match.start(), at


_JOINS = frozenset({"of", "and", "&", "de", "van"})
"""Words that may stand within a name, and not at its end: `Alder and 74` is two things."""
_ENDED = later(r"\b(?!(?:Inc|Ltd|Corp|Bros|Messrs|Prof|Rev|Gen|Mrs|Dept)\.)[A-Za-z][\w-]{2,}\.(?= )")
"""The last word of a sentence; what is shorter is an initial or a title."""


def _in(values: Sequence[tuple[int, int]], at: int) -> bool:
    return any(start <= at < end for start, end in values)


RARE = 7.0
"""Idf from which a capitalised first word is taken for a name: words that are in hardly any other text."""


_DERIVED = later(r"(?:Un|Non-?|Over|Under|Re|Pre|Mis|Dis)[a-z]{2,}(?:ed|able|ible|ing)")
"""A rare word by which a sentence begins that is plainly no name: `Unused trays are taken back`."""


def _coded(word: str) -> bool:
    return bool(re.search(r"\d", word)) or word[1:] != word[1:].lower()


_CODE = later(r"[A-Z]{1,10}[-_]?\d[\w-]*")


def _numbered(name: str) -> bool:
    """Whether a name is a code, which names one thing only: `E-2011`, `MG-300`, `P1`."""
    return bool(_CODE.fullmatch(name))


def named(sides: Sides) -> Iterator[Finding]:
    """Names of the claim that the statement, its passage and its document do not have."""
    here, near = frozenset(terms(sides.statement)), frozenset(terms(sides.near))
    about = frozenset(terms(sides.about))
    inflected = dict.fromkeys(here) if tongue(sides.statement) == "de" else {}
    for name in apart(names(sides.claim)):
        missing = [stem for stem in name.stems if stem not in here and not related(stem, inflected)]
        if _numbered(name.text) and here and here.issubset(name.stems) and not here.issuperset(terms(sides.claim)):
            text = f"the evidence only names {quoted(name.text)}"
            yield Finding("code", conflict=False, text=text, claim=Span(name.start, name.end))
        if not missing:
            continue
        far = [stem for stem in missing if stem not in near and stem not in about]
        kind = "name_gap" if far else "name_near"
        text = f"the evidence does not name {quoted(name.text)}"
        span = Span(name.start, name.end)
        if far and owns(name.text) and _of_the_other(sides, name):
            continue
        record = _record(sides, name) if _numbered(name.text) else ""
        if record:
            text = f"the claim names {quoted(name.text)}, the evidence stands under {quoted(record)}"
            yield Finding("code", conflict=False, text=text, claim=span)
        elif far and (rival := _rival(sides, name)):
            text = f"the claim names {quoted(name.text)}, the evidence {quoted(rival.text)}"
            kind = "code" if _numbered(name.text) and _numbered(rival.text) else "name"
            yield Finding(kind, conflict=False, text=text, claim=span, evidence=Span(rival.start, rival.end))
        else:
            share = len(far or missing) / len(name.stems)
            yield Finding(kind, conflict=False, text=text, claim=span, weight=share)


def apart(found: Sequence[Name]) -> Iterator[Name]:
    """Names, of `Ticket REQ-118` both the word and the code, which alone says which one."""
    for name in found:
        word, _, last = name.text.rpartition(" ")
        if not word or not re.fullmatch(r"[A-Z]{1,10}[-_]\d[\w-]*", last):
            yield name
            continue
        at = name.end - len(last)
        yield Name(name.start, name.start + len(word), word, tuple(dict.fromkeys(terms(word))))
        yield Name(at, name.end, last, tuple(dict.fromkeys(terms(last))))


def _record(sides: Sides, name: Name) -> str:
    """Another code of the same series in what a statement stands under: the record `INC-2093` for `INC-2077`."""
    under = f"{sides.near.partition(chr(10))[0]}\n{sides.about}"
    series = re.match(r"[A-Z]+[-_]?", name.text)
    if not series or frozenset(terms(under)).issuperset(name.stems):
        return ""
    found = re.search(rf"(?<![\w-]){re.escape(series[0])}\d[\w-]*", under)
    alike = found and (found[0].startswith(name.text) or name.text.startswith(found[0]))
    return found[0] if found and not alike else ""


def _rival(sides: Sides, name: Name) -> Name | None:
    """A name of the statement that the claim does not have, in the claimed one's place."""
    ours = frozenset(terms(sides.claim))
    if _numbered(name.text):
        codes = [
            other for other in names(sides.statement) if _numbered(other.text) and not ours.issuperset(other.stems)
        ]
        if codes:
            return codes[0]
    free = [other for other in names(sides.statement) if not ours.intersection(other.stems)]
    if _coded(name.text):
        free = [other for other in free if _coded(other.text)]
    return free[0] if free else None


def roles(sides: Sides) -> Iterator[Finding]:
    """Who acts: another than in the statement, or the one that is acted on there."""
    ours, theirs = _agent(sides.claim, sides, ours=True), _agent(sides.statement, sides, ours=False)
    if ours is None or theirs is None or not set(ours.stems).isdisjoint(theirs.stems):
        return
    if _IS_ONE.match(sides.claim, ours.end):
        return
    span, place = Span(ours.start, ours.end), Span(theirs.start, theirs.end)
    swapped = _has(sides.claim, theirs) and _has(sides.statement, ours) and _crossed(sides, ours, theirs)
    text = f"in the claim {quoted(ours.text)} acts, in the evidence {quoted(theirs.text)}"
    if swapped:
        yield Finding("role", conflict=True, text=text, claim=span, evidence=place)
    elif not _has(sides.statement, ours) and not _has(sides.claim, theirs):
        yield Finding("agent", conflict=False, text=text, claim=span, evidence=place)


def parties(sides: Sides) -> Iterator[Finding]:
    """Another party in the acting place, which the passage knows under that very name, so that it is no second name."""
    acts = acting_name(sides.claim)
    if acts is None or _has(sides.statement, acts) or not _has(f"{sides.whole}\n{sides.opening}", acts):
        return
    rival = acting_name(sides.statement)
    if rival is not None and not _has(sides.whole, acts) and not _has(sides.opening, rival):
        return
    if rival is not None and not set(rival.stems) & set(terms(sides.claim)):
        text = f"in the claim {quoted(acts.text)} acts, in the evidence {quoted(rival.text)}"
        span, place = Span(acts.start, acts.end), Span(rival.start, rival.end)
        yield Finding("party", conflict=False, text=text, claim=span, evidence=place)


def acting_name(text: str) -> Name | None:
    """The name that acts: behind `by` in a passive, else the subject, which stands in front of the first verb."""
    found = names(text)
    passive = _PASSIVE.search(text)
    if passive:
        return next((name for name in found if name.start >= passive.end() and _by(text, name.start)), None)
    for name in found:
        lead = text[: name.start].rstrip()
        opens = not lead or lead[-1] in ".:;,|)" or bool(_OPENS.search(lead))
        if opens and not owns(name.text) and _VERBAL.match(text, name.end):
            return name
    return None


_OPENS = later(r"(?:\A|[.:;,|)]\s*)(?:the|a|an|each|every|only|if the|if|that the|that)\Z", re.IGNORECASE)
_VERBAL = later(
    r"\s+(?:\w+ly\s+)?(?:shall|must|may|will|can|cannot|should|has|have|had|is|are|was|were|does|do|did|[a-z]{3,}(?:s|ed))\b"
)

_IS_ONE = later(rf" (?:is|are|was|were) (?:the|an?|no|its|[{UPPER}][\w&-]*(?:'s|s')) ")
"""What says what somebody is, and not what he does."""


def _crossed(sides: Sides, ours: Name, theirs: Name) -> bool:
    """Whether the order of two names is turned round on one side, and not because that side is in the passive."""
    turned = _first(sides.claim, ours, theirs) != _first(sides.statement, ours, theirs)
    return turned != (bool(_PASSIVE.search(sides.claim)) != bool(_PASSIVE.search(sides.statement)))


def _first(text: str, one: Name, other: Name) -> bool:
    stems = terms(text)
    return stems.index(one.stems[0]) < stems.index(other.stems[0])


def _has(text: str, name: Name) -> bool:
    return set(name.stems) <= set(terms(text))


def _agent(text: str, sides: Sides, *, ours: bool) -> Name | None:
    """Who acts in the clause of the words in common: the name behind `by` of a passive, else the last one before it."""
    found = names(text)
    passive = _PASSIVE.search(text)
    if passive:
        after = [name for name in found if name.start >= passive.end() and _by(text, name.start)]
        if after:
            return after[0]
    tokens_ = [pair.claim if ours else pair.evidence for pair in sides.alignment.pairs]
    acts = sorted(token.start for token in tokens_ if text[token.start].islower())
    verb = _VERB.search(text)
    if not acts or not verb:
        return None
    before = [name for name in found if name.end <= max(verb.start(), 0) and _subject(text, name, verb.start())]
    return None if passive else (before[-1] if before else None)


_VERB = later(
    r"\b(?:shall|must|may|will|can|cannot|should|has|have|had|is|are|was|were|does|do|did|agrees?|needs?|keeps?|pays?|owes?|"
    r"gives?|sends?|gets?|receives?|files?|signs?|signed|holds?|bears?|delivers?|provides?|prepares?|appoints?|owns?|sets?)\b"
)


def _subject(text: str, name: Name, verb: int) -> bool:
    """Whether a name stands right before a verb, in no phrase of its own (`of the Owner`, `by the Owner`)."""
    lead = re.search(
        r"\b(?:of|by|for|to|with|in|under|from|on|at)\s+(?:the |a |an |its |any |each )?\Z", text[: name.start]
    )
    return not lead and not owns(name.text) and not re.search(r"[,;:.]", text[name.end : verb])


def _of_the_other(sides: Sides, name: Name) -> bool:
    """Whether a thing is said to be a party's that the statement names without saying whose it is: `pay invoices`.

    What one party owes for, delivers to or has of the other is the other's. The beginning of the document names both.
    """
    behind = re.match(r" (?:\w+ed )?(?P<what>[a-z]{4,})", sides.claim[name.end :])
    if behind is None or not _has(sides.opening, name):
        return False
    found = re.search(rf"(?P<before>\S+ )?\b{behind['what'].removesuffix('s')}s?\b", sides.statement)
    return found is not None and not _WHOSE.search(found["before"] or "")


_WHOSE = later(r"(?:'s|s'|\u2019s|\b(?:its|their|his|her|own)) \Z", re.IGNORECASE)


def owns(name: str) -> bool:
    """Whether a name only says whose a thing is: of `Kestrel's invoices` Kestrel does nothing."""
    return name.endswith(("'s", "\u2019s", "s'"))


def _by(text: str, start: int) -> bool:
    return bool(re.search(r"\bby (?:the |a |an |its |their )?(?:\w+ )?\Z", text[:start]))
