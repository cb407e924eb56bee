"""Questions that no longer fit their passage: one entity, number, date, direction or predicate of the question changed.

Each twin is a question that could be asked of the same article and that its passage does not answer. Where the change
might leave it answered (the new word is in the answer's sentence), there is no twin.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.lexicon.analyse import terms
from kts.lexicon.dates import dates
from kts.lexicon.entities import entities
from kts.lexicon.quantities import quantities
from kts.lexicon.sentences import sentences

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Mapping, Sequence

    from examples import Example

OPPOSITES = (
    "largest smallest|highest lowest|oldest newest|oldest youngest|most least|most fewest|before after|"
    "north south|east west|northern southern|eastern western|increase decrease|increased decreased|rise fall|"
    "began ended|begin end|start stop|started stopped|founded abolished|won lost|win lose|"
    "allowed forbidden|allow forbid|accepted rejected|accept reject|support oppose|supported opposed|more less|more "
    "fewer|above below|inside outside|imports exports|buy sell|bought sold|public private|major minor|"
    "earliest latest|early late|maximum minimum|internal external|positive negative|strong weak|rich poor|hot cold|"
    "male female|men women|mother father|son daughter|king queen|husband wife|born died|birth death|gain lose|gained "
    "lost|attack defend|attacked defended|victory defeat|create destroy|created destroyed|build demolish|arrive leave|"
    "arrived left|join leave|joined left|cause prevent|caused prevented|include exclude|"
    "included excluded|required optional|required prohibited|long short|longest shortest|fastest slowest|"
    "ancient modern|ally enemy|allies enemies|import export|teacher student|employer employee|lender borrower|buyer "
    "seller|landlord tenant|licensor licensee|up down|agree disagree|agreed disagreed|add remove|added removed|enable "
    "disable|enabled disabled|succeed fail|succeeded failed|success failure|popular unpopular|legal illegal|known "
    "unknown|complete incomplete|appointed dismissed|enter exit|advantage disadvantage|improve "
    "worsen|improved worsened|expand shrink|expanded shrank|majority minority|create delete|grant revoke|granted "
    "revoked|approve deny|approved denied|encrypt decrypt|upload download|send receive|sent received|input output"
)
OPPOSITE: dict[str, str] = {}
for _pair in OPPOSITES.split("|"):
    _one, _other = _pair.split()
    OPPOSITE.setdefault(_one, _other)
    OPPOSITE.setdefault(_other, _one)
_WORD = re.compile(r"[A-Za-z]+")
_AUXILIARY = re.compile(r"\b(did|does|do|is|are|was|were|can|could|will|would|should|must)\b")


def twins(examples: Sequence[Example], chance: random.Random, *, each: float = 1.0) -> Iterator[Example]:
    """At most one twin for each answerable question with a known answer; `each` is the share that is tried."""
    names, numbers = _by_group(examples)
    for one in examples:
        if one.task != "rel" or not one.label or one.span is None or chance.random() > each:
            continue
        ways = [_renamed, _renumbered, _reversed, _negated, _exchanged]
        chance.shuffle(ways)
        for way in ways:
            if way is _negated and chance.random() > 0.3:
                continue
            changed = way(one, names.get(one.group, ()), numbers.get(one.group, ()), chance)
            if changed and changed != one.question:
                yield one._replace(kind=f"twin-{way.__name__.strip('_')}", question=changed, label=0, span=None)
                break


def _by_group(examples: Sequence[Example]) -> tuple[Mapping[str, Sequence[str]], Mapping[str, Sequence[str]]]:
    """The names and the numbers that the passages of each group hold."""
    names: dict[str, dict[str, None]] = {}
    numbers: dict[str, dict[str, None]] = {}
    for passage, group in dict.fromkeys((one.passage, one.group) for one in examples):
        names.setdefault(group, {}).update((found.text, None) for found in entities(passage))
        numbers.setdefault(group, {}).update((found.text, None) for found in _figures(passage))
    return {group: tuple(found) for group, found in names.items()}, {
        group: tuple(found) for group, found in numbers.items()
    }


def _figures(text: str) -> list[object]:
    return [*dates(text), *(one for one in quantities(text) if one.kind != "ordinal")]


def _sentence(one: Example) -> str:
    """The sentence of the passage that holds the answer."""
    at = one.span[0] if one.span else 0
    return next((one.passage[start:end] for start, end in sentences(one.passage) if start <= at < end), one.passage)


def _renamed(one: Example, names: Sequence[str], _numbers: Sequence[str], chance: random.Random) -> str | None:
    """A name of the question gives way to another of the article, mostly of the same passage, not of the sentence."""
    own = [found for found in entities(one.question) if found.start > 0 and found.text in one.passage]
    if not own:
        return None
    old = chance.choice(own)
    here = [found.text for found in entities(one.passage)]
    said, answer = _sentence(one), one.passage[slice(*one.span)] if one.span else ""
    fit = [
        name
        for name in (here if chance.random() < 0.6 else names)
        if name not in said and name not in one.question and name not in answer and answer not in name
    ]
    if not fit:
        return None
    return one.question[: old.start] + chance.choice(fit) + one.question[old.end :]


def _renumbered(one: Example, _names: Sequence[str], numbers: Sequence[str], chance: random.Random) -> str | None:
    """A number or date of the question gives way to another of the same form."""
    own = _figures(one.question)
    if not own:
        return None
    old = chance.choice(own)
    text = one.question[old.start : old.end]  # type: ignore[attr-defined]
    digits = re.search(r"\d+", text)
    if digits and (chance.random() < 0.5 or not numbers):
        figure = int(digits[0])
        other = figure + chance.choice([-1, 1]) * chance.randint(1, max(2, min(40, figure // 3)))
        new = text[: digits.start()] + str(max(1, other)) + text[digits.end() :]
    else:
        shape = re.sub(r"\d", "0", text)
        fit = [number for number in numbers if re.sub(r"\d", "0", number) == shape and number != text]
        if not fit:
            return None
        new = chance.choice(fit)
    if new in _sentence(one) or new == text:
        return None
    return one.question.replace(text, new, 1)


def _reversed(one: Example, _names: Sequence[str], _numbers: Sequence[str], chance: random.Random) -> str | None:
    """A word gives way to its opposite."""
    names = [(name.start, name.end) for name in entities(one.question)]
    found = [
        match
        for match in _WORD.finditer(one.question)
        if match[0].lower() in OPPOSITE and not any(low <= match.start() < high for low, high in names)
    ]
    if not found:
        return None
    old = chance.choice(found)
    new = OPPOSITE[old[0].lower()]
    if re.search(rf"\b{new}\b", _sentence(one), re.IGNORECASE):
        return None
    return one.question[: old.start()] + (new.capitalize() if old[0][0].isupper() else new) + one.question[old.end() :]


def _negated(one: Example, _names: Sequence[str], _numbers: Sequence[str], _chance: random.Random) -> str | None:
    """The auxiliary is denied: `What did he build` asks then for what he did not build."""
    match = _AUXILIARY.search(one.question)
    if match is None or re.search(r"\b(?:not|never|no)\b|n't", one.question):
        return None
    denied = {"can": "can't", "will": "won't"}.get(match[0], f"{match[0]}n't")
    return one.question[: match.start()] + denied + one.question[match.end() :]


def _exchanged(one: Example, _names: Sequence[str], _numbers: Sequence[str], _chance: random.Random) -> str | None:
    """The roles of two names change places."""
    own = [found for found in entities(one.question) if found.start > 0 and found.text in one.passage]
    if len(own) < 2 or own[0].kind != own[-1].kind:
        return None
    first, second = own[0], own[-1]
    middle = one.question[first.end : second.start]
    if len(middle.split()) < 2 or re.search(r",|\b(?:and|or|between|with)\b", middle):
        return None
    return one.question[: first.start] + second.text + middle + first.text + one.question[second.end :]


def without_answer(examples: Sequence[Example], chance: random.Random, *, each: float) -> Iterator[Example]:
    """The passage without the sentence that answers."""
    for one in examples:
        if one.task != "rel" or not one.label or one.span is None or chance.random() > each:
            continue
        answer = one.passage[slice(*one.span)]
        head = max(answer.split(), key=len, default=answer).lower()
        said = [one.passage[start:end] for start, end in sentences(one.passage)]
        kept = [text for text in said if answer not in text and head not in text.lower()]
        if kept:
            yield one._replace(kind="removed", passage=" ".join(kept), label=0, span=None)


def elsewhere(examples: Sequence[Example], chance: random.Random, *, each: float) -> Iterator[Example]:
    """Another passage of the same group: the one, of a few drawn, that shares most words with the question."""
    by_group: dict[str, dict[str, frozenset[str]]] = {}
    for one in examples:
        if one.task == "rel":
            by_group.setdefault(one.group, {}).setdefault(one.passage, frozenset(terms(one.passage)))
    for one in examples:
        others = by_group.get(one.group, {})
        if one.task != "rel" or not one.label or one.span is None or len(others) < 3 or chance.random() > each:
            continue
        answer = one.passage[slice(*one.span)].lower()
        asked = frozenset(terms(one.question))
        drawn = [text for text in chance.sample(sorted(others), min(12, len(others))) if answer not in text.lower()]
        if drawn:
            best = max(drawn, key=lambda text: (len(asked & others[text]), text))
            yield one._replace(kind="elsewhere", passage=best, label=0, span=None)


def strangers(claims: Sequence[Example], chance: random.Random, *, each: float) -> Iterator[Example]:
    """Claims with the evidence of another group: the one, of some drawn, that shares most words with the claim."""
    texts = {one.passage: (one.group, frozenset(terms(one.passage))) for one in claims}
    drawn_from = sorted(texts)
    for one in claims:
        if not one.label or chance.random() > each:
            continue
        asked = frozenset(terms(one.question))
        drawn = [text for text in chance.sample(drawn_from, min(60, len(drawn_from))) if texts[text][0] != one.group]
        if drawn:
            best = max(drawn, key=lambda text: (len(asked & texts[text][1]), text))
            yield one._replace(kind="claim-away", passage=best, label=0)
