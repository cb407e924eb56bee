"""Claims made from true sentences: one thing changed so that they are false, or said otherwise so that they stay true.

What a checker of claims must tell apart, from any folder of documents, seeded. The edits are those of FEVER-like fact
verification sets made by rule (Thorne et al. 2018), and those that people make by mistake: figures, dates, `not`.
"""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING, NamedTuple

from kts.evaluate.corruptions_words import (
    COMPARATORS,
    MODALS,
    OPPOSITES,
    PARTICIPLES,
    QUANTIFIERS,
    RESTATED,
    UNITS,
    spelled,
)
from kts.lexicon.dates import dates
from kts.lexicon.negation import negated
from kts.lexicon.quantities import quantities

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    Edit = Callable[[str, random.Random, Sequence[str]], str]

SHORTEST, LONGEST = 8, 45
"""Words of a sentence from which claims are made."""
_AUXILIARY = re.compile(r"\b(?:is|are|was|were|may|shall|must|will|can|should|has|have)\b(?! not| no\b| never|n't)")
_NAME = re.compile(r"\b[A-Z][a-z]+(?: [A-Z][a-z]+)*\b")
_NOT_NAMED = frozenset(
    "The This That These Those It If When Each All Any No For In On At A An And Such Section Article".split()
)
MONTHS = "January February March April May June July August September October November December".split()


class Variant(NamedTuple):
    """A claim made from `source`; `edit` is what was done to it, `true` whether it still holds."""

    claim: str
    source: str
    edit: str
    true: bool


def usable(sentence: str) -> bool:
    """Whether a sentence can be a claim: a whole one, of middling length, in prose."""
    words = sentence.split()
    shaped = (
        sentence[:1].isupper() and sentence.rstrip().endswith(".") and "|" not in sentence and "..." not in sentence
    )
    letters = sum(character.isalpha() for character in sentence)
    return SHORTEST <= len(words) <= LONGEST and shaped and letters > 0.7 * len(sentence.replace(" ", ""))


def variants(sentences: Sequence[str], *, seed: int, names: Sequence[str] | None = None) -> Iterator[Variant]:
    """For each usable sentence one false and one true variant, of the rarest edit so far that it allows.

    `names` are those of the document, to swap in; taken from the sentences when not given.
    """
    rng = random.Random(seed)  # noqa: S311 - reproducible, nothing secret
    known = sorted(set(names if names is not None else _names(sentences)))
    counts: dict[str, int] = {}
    for sentence in sentences:
        if not usable(sentence):
            continue
        for edits, true in ((CORRUPTIONS, False), (RESTATEMENTS, True)):
            found = _made(sentence, edits, rng, known, counts)
            if found is not None:
                counts[found[0]] = counts.get(found[0], 0) + 1
                yield Variant(found[1], sentence, found[0], true)


def _made(
    sentence: str, edits: Mapping[str, Edit], rng: random.Random, known: Sequence[str], counts: Mapping[str, int]
) -> tuple[str, str] | None:
    order = sorted(edits, key=lambda name: (counts.get(name, 0), rng.random()))
    for name in order:
        claim = edits[name](sentence, rng, known)
        if claim and claim != sentence:
            return name, claim
    return None


def _names(sentences: Iterable[str]) -> Iterator[str]:
    for sentence in sentences:
        for match in _NAME.finditer(sentence):
            if match.start() and match[0].split()[0] not in _NOT_NAMED:
                yield match[0]


def _put(text: str, start: int, end: int, new: str) -> str:
    return text[:start] + new + text[end:]


# -- what makes a sentence false -----------------------------------------------------------------------------------


def _number(text: str, rng: random.Random, _: Sequence[str]) -> str:
    found = [one for one in quantities(text) if re.search(r"\d", one.text) and one.kind not in {"ordinal", "ratio"}]
    if not found:
        return ""
    one = rng.choice(found)
    figures = list(re.finditer(r"\d[\d,]*(?:\.\d+)?", one.text))
    factor = rng.choice((2, 3, 4)) if one.value < 10 else rng.choice((0.5, 1.5, 2, 3))  # noqa: PLR2004
    if one.kind == "time_of_day":
        return _put(
            text, one.start, one.end, re.sub(r"\d+", lambda m: str((int(m[0]) + 2) % 12 + 1), one.text, count=1)
        )
    changed = _figure(figures[-1][0], factor)
    plain = re.sub(
        r"^[A-Za-z -]+\((?=[\d$])", "(", one.text
    )  # the words before a figure in brackets would give it away
    body = plain.replace(f"({figures[-1][0]})", changed).replace(figures[-1][0], changed)
    return _put(text, one.start, one.end, body)


def _figure(figure: str, factor: float) -> str:
    value = float(figure.replace(",", "")) * factor + (1 if figure.strip("0.,") == "" else 0)
    decimals = len(figure.rpartition(".")[2]) if "." in figure else 0
    return f"{value:,.{decimals}f}" if "," in figure else f"{value:.{decimals}f}"


def _unit(text: str, rng: random.Random, _: Sequence[str]) -> str:
    found = [one for one in quantities(text) if one.unit in UNITS]
    if not found:
        return ""
    one = rng.choice(found)
    for old, new in UNITS[one.unit]:
        changed = re.sub(rf"\b{old}\b", new, one.text, flags=re.IGNORECASE)
        if changed != one.text:
            return _put(text, one.start, one.end, changed)
    return ""


def _date(text: str, rng: random.Random, _: Sequence[str]) -> str:
    found = [one for one in dates(text) if one.kind in {"day", "month_day", "month", "year", "quarter"}]
    if not found:
        return ""
    one = rng.choice(found)
    year = re.search(r"(?:19|20)\d\d", one.text)
    month = next((name for name in MONTHS if name in one.text), "")
    if month and rng.random() < 0.5:  # noqa: PLR2004
        return _put(
            text, one.start, one.end, one.text.replace(month, MONTHS[(MONTHS.index(month) + rng.randint(1, 10)) % 12])
        )
    if year:
        return _put(text, one.start, one.end, one.text.replace(year[0], str(int(year[0]) + rng.choice((-2, -1, 1, 2)))))
    return (
        _put(text, one.start, one.end, one.text.replace(month, MONTHS[(MONTHS.index(month) + 3) % 12])) if month else ""
    )


def _negation(text: str, rng: random.Random, _: Sequence[str]) -> str:
    found = [scope for scope in negated(text) if scope.cue in {"not", "never"}]
    if found:
        one = rng.choice(found)
        return _put(text, one.cue_start, one.cue_end + 1, "")
    places = list(_AUXILIARY.finditer(text))
    if not places:
        return ""
    place = places[0]
    return _put(text, place.end(), place.end(), " not")


def _swapped(table: Sequence[tuple[str, str]]) -> Edit:
    """An edit that puts the second of a pair of phrases where the first stands."""

    def edit(text: str, rng: random.Random, _: Sequence[str]) -> str:
        found = [(match, new) for old, new in table for match in re.finditer(rf"\b{old}\b", text)]
        if not found:
            return ""
        match, new = rng.choice(found)
        return _put(text, match.start(), match.end(), new.capitalize() if match[0][0].isupper() else new)

    return edit


def _name(text: str, rng: random.Random, known: Sequence[str]) -> str:
    own = [m for m in _NAME.finditer(text) if m.start() and m[0].split()[0] not in _NOT_NAMED and m[0] in set(known)]
    others = [name for name in known if name not in text]
    if not own or not others:
        return ""
    one = rng.choice(own)
    return _put(text, one.start(), one.end(), rng.choice(others))


_ROLES = re.compile(
    r"\b(?P<a>(?:[Tt]he )?[A-Z][A-Za-z]+(?: [A-Z][A-Za-z]+)?)(?P<verb> (?:shall|must|may|will|can|is|has|"
    r"agrees|pays|gives|"
    r"sends|delivers)\b[^.;,]*? )(?P<b>(?:the )?[A-Z][A-Za-z]+(?: [A-Z][A-Za-z]+)?)\b"
)


def _roles(text: str, _: random.Random, __: Sequence[str]) -> str:
    match = _ROLES.search(text)
    if not match or match["a"].lower() == match["b"].lower() or match["a"] in _NOT_NAMED:
        return ""
    first, second = match["b"], match["a"]
    if match.start() == 0 or text[: match.start()].rstrip().endswith("."):
        first = first[0].upper() + first[1:]
    second = "the" + second[3:] if second.startswith("The ") else second
    return _put(text, match.start(), match.end(), first + match["verb"] + second)


# -- what leaves it true -------------------------------------------------------------------------------------------


def _restated(text: str, rng: random.Random, _: Sequence[str]) -> str:
    """A quantity in other words: digits spelt out, hours for days, millions for zeros."""
    found = [(one, other) for one in quantities(text) if one.upper is None and (other := spelled(one))]
    if not found:
        return ""
    one, other = rng.choice(found)
    return _put(text, one.start, one.end, other)


def _redated(text: str, rng: random.Random, _: Sequence[str]) -> str:
    found = [one for one in dates(text) if one.kind == "day" and sum(o.start == one.start for o in dates(text)) == 1]
    if not found:
        return ""
    one = rng.choice(found)
    year, month, day = one.first.split("-")
    forms = (f"{int(day)} {MONTHS[int(month) - 1]} {year}", one.first, f"{MONTHS[int(month) - 1]} {int(day)}, {year}")
    return _put(text, one.start, one.end, rng.choice([form for form in forms if form != one.text]))


def _passive(text: str, _: random.Random, __: Sequence[str]) -> str:
    match = re.match(
        r"(?P<agent>(?:The )?[A-Z]\w+(?: [A-Z]\w+)?) (?P<modal>shall|must|may|will|can|"
        r"should)(?P<no> not)? (?P<verb>[a-z]+) "
        r"(?P<patient>(?:the|a|an|its|any|all|each) (?:[A-Z]?\w+ ){0,2}?[A-Za-z]+)(?P<rest>(?: (?:to|within|"
        r"on|by|in|for|with|at|before)\b"
        r"[^,;]*)?\.)\Z",
        text,
    )
    if not match or match["verb"] not in PARTICIPLES:
        return ""
    agent = "the " + match["agent"][4:] if match["agent"].startswith("The ") else match["agent"]
    patient = match["patient"][0].upper() + match["patient"][1:]
    body = f"{patient} {match['modal']}{match['no'] or ''} be {PARTICIPLES[match['verb']]} by {agent}"
    return body + match["rest"]


def _reordered(text: str, _: random.Random, __: Sequence[str]) -> str:
    """`If A, B.` as `B if A.`."""
    match = re.fullmatch(
        r"(?P<word>If|When|Where|Unless|Before|After|Upon|On|In|For|During) (?P<a>[^,]{12,120}), (?P<b>[^,;]{20,})\.",
        text,
    )
    if not match:
        return ""
    return f"{match['b'][0].upper()}{match['b'][1:]} {match['word'].lower()} {match['a']}."


def _shortened(text: str, _: random.Random, __: Sequence[str]) -> str:
    """Without what stands in brackets, and without a reference to a section."""
    short = re.sub(
        r"\s?\([^()]*\)|,? (?:pursuant to|in accordance with|as set forth in|"
        r"as described in) Section [\d.]+(?:\([a-z]\))*,?",
        "",
        text,
    )
    return re.sub(r"\s+([.,;])", r"\1", short) if len(short) < len(text) else ""


CORRUPTIONS: Mapping[str, Edit] = {
    "number": _number,
    "unit": _unit,
    "date": _date,
    "negation": _negation,
    "modality": _swapped(MODALS),
    "name": _name,
    "role": _roles,
    "comparator": _swapped(COMPARATORS),
    "quantifier": _swapped(QUANTIFIERS),
    "antonym": _swapped(OPPOSITES),
}
RESTATEMENTS: Mapping[str, Edit] = {
    "restated": _restated,
    "redated": _redated,
    "passive": _passive,
    "reordered": _reordered,
    "shortened": _shortened,
    "reworded": _swapped(RESTATED),
    "as_it_stands": lambda text, _, __: text.rstrip(".") + " .",
}
