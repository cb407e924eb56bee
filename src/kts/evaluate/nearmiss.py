"""Near-misses: judged questions with one named thing swapped, so that the corpus no longer answers them.

Half get a value that stands elsewhere in the corpus, in another document than the answer; half one that stands nowhere.
A system that answers them has not read the question. Seeded, and every question keeps the record of its edit.
"""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING, NamedTuple

from kts.lexicon.analyse import STOP_WORDS, terms, words
from kts.lexicon.everyday import is_everyday

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

SEED = 20261122
OVERLAP = 0.4
"""Share of the question's other words beside the new value in its passage from which the corpus may well answer the
changed question (a default, checked by reading 60 of them: evaluation/confidence/README.md)."""
TRIES = 24
"""Values that are tried before a question is given up."""
_DIGITS = re.compile(r"\d")
_YEAR = re.compile(r"(?:19|20)\d\d")
_PLAIN = re.compile(r"(?<![\w-])[a-z][a-z]+(?![\w-])")
_LETTERS = re.compile(r"[^\W\d_]+")
NAMES = frozenset({"party", "person", "place", "product", "document", "term"})
LEAST = 3
"""Other content words that a question needs: `what does X mean` is a question for any X."""
_FIRST = "Bramble Quorvin Thistle Ostwyck Merrow Halvard Pinmoor Carrick Eldersby Vandrey Sorrel Westrup".split()
_LAST = "wood mere field hurst combe worth ley stead gate ham dale wick".split()
_MONTHS = "January February March April May June July August September October November December".split()


class Named(NamedTuple):
    """Something that a text names: `shape` must be equal for one to stand for another."""

    kind: str
    text: str
    start: int
    end: int
    shape: str


class Value(NamedTuple):
    """A named thing of the corpus: where it stands and the index terms that stand beside it."""

    text: str
    path: str
    beside: frozenset[str]


class Original(NamedTuple):
    """A question that the corpus answers, and the files that do."""

    id: str
    question: str
    paths: frozenset[str]


class NearMiss(NamedTuple):
    """A changed question: `before` became `after`, of the kind; `elsewhere` when the corpus holds `after`."""

    id: str
    question: str
    original: str
    kind: str
    before: str
    after: str
    elsewhere: bool


def harvest(
    passages: Iterable[tuple[str, str]], named: Callable[[str], Iterable[Named]]
) -> Mapping[tuple[str, str], tuple[Value, ...]]:
    """The values of a corpus by kind and shape, from (path, text) of its passages; each text once."""
    found: dict[tuple[str, str], dict[str, Value]] = {}
    plain: set[str] = set()
    for path, text in passages:
        beside = frozenset(terms(text))
        plain.update(_PLAIN.findall(text))
        for one in named(text):
            found.setdefault((one.kind, one.shape), {}).setdefault(one.text, Value(one.text, path, beside))
    return {
        key: tuple(value for name, value in values.items() if key[0] not in NAMES or _is_name(name, plain))
        for key, values in sorted(found.items())
    }


def _is_name(text: str, plain: set[str]) -> bool:
    """Whether it is a name: nothing broken, no word that is also written small, nor one alone that everybody uses."""
    spelled = text.split()
    whole = all(part[:1].isupper() and part[-1:].isalnum() for part in spelled)
    first = "".join(_LETTERS.findall(text)[:1])
    return whole and first.casefold() not in plain and not (len(spelled) == 1 and is_everyday(first))


def near_misses(
    originals: Sequence[Original],
    named: Callable[[str], Iterable[Named]],
    values: Mapping[tuple[str, str], Sequence[Value]],
    occurs: Callable[[str], bool],
    *,
    each: int = 1,
    seed: int = SEED,
) -> tuple[NearMiss, ...]:
    """At most `each` near-misses of every question that names something, in the order of the questions.

    `occurs(text)` says whether the corpus holds a text; an invented value is one that it does not.
    """
    found: list[NearMiss] = []
    for original in originals:
        chance = random.Random(f"{seed}:{original.id}")  # noqa: S311 - seeded, so that the same questions come out
        things = [one for one in named(original.question) if len(_rest(original, one)) >= LEAST]
        chance.shuffle(things)
        for number, thing in enumerate(things[:each]):
            elsewhere = len(found) % 2 == 0
            made = _swapped(original, thing, values, occurs, chance, elsewhere=elsewhere)
            made = made or _swapped(original, thing, values, occurs, chance, elsewhere=not elsewhere)
            if made:
                found.append(made._replace(id=f"{original.id}~{number}"))
    return tuple(found)


def _swapped(
    original: Original,
    thing: Named,
    values: Mapping[tuple[str, str], Sequence[Value]],
    occurs: Callable[[str], bool],
    chance: random.Random,
    *,
    elsewhere: bool,
) -> NearMiss | None:
    """The question with another value, None where none is fit."""
    if elsewhere:
        offered: Iterable[str] = _of_corpus(original, thing, values.get((thing.kind, thing.shape), ()), chance)
    else:
        offered = (one for one in _invented(thing, chance) if not occurs(one))
    after = next((one for one in offered if one.casefold() not in original.question.casefold()), None)
    if after is None:
        return None
    question = original.question[: thing.start] + after + original.question[thing.end :]
    return NearMiss("", question, original.id, thing.kind, thing.text, after, elsewhere)


def _rest(original: Original, thing: Named) -> set[str]:
    """The index terms of the question's other content words."""
    kept = [word for word in words(original.question) if word not in STOP_WORDS]
    return set(terms(" ".join(kept))) - set(terms(thing.text))


def _of_corpus(original: Original, thing: Named, values: Sequence[Value], chance: random.Random) -> Iterator[str]:
    """Values of other documents whose passages do not speak of what the question is about."""
    rest = _rest(original, thing)
    for one in chance.sample(list(values), min(TRIES, len(values))):
        new = set(words(one.text))
        alike = bool(new & set(words(thing.text)) - STOP_WORDS) and thing.kind not in {"date", "period"}
        if one.path in original.paths or alike:
            continue
        if len(rest & one.beside) < OVERLAP * max(1, len(rest)):
            yield one.text


def _invented(thing: Named, chance: random.Random) -> Iterator[str]:
    for _ in range(TRIES):
        yield _invent(thing, chance)


def _invent(thing: Named, chance: random.Random) -> str:
    """A value like the given one: other digits in what has some, an invented name else."""
    if thing.kind in {"date", "period"}:
        return _another_time(thing.text, chance)
    if _DIGITS.search(thing.text):
        return _other_digits(thing.text, chance)
    if thing.kind == "section":
        return f"{thing.text.split()[0]} {chance.choice('QVWXYZ')}"
    name = chance.choice(_FIRST) + chance.choice(_LAST)
    second = f"{chance.choice(_FIRST)}{chance.choice(_LAST)}" if thing.kind == "person" else ""
    last = thing.text.split()[-1]
    kept = last if thing.kind in {"party", "document", "place"} and len(thing.text.split()) > 1 else ""
    return " ".join(part for part in (name, second, kept) if part)


def _another_time(text: str, chance: random.Random) -> str:
    """Another year, or another month where no year is named."""
    if _YEAR.search(text):
        return _YEAR.sub(lambda match: str(int(match[0]) + chance.choice((-9, -8, -7, 7, 8, 9, 11))), text)
    months = [month for month in _MONTHS if month.casefold() not in text.casefold()]
    return re.sub("|".join(_MONTHS), lambda _: chance.choice(months), text, flags=re.IGNORECASE)


def _other_digits(text: str, chance: random.Random) -> str:
    """The same shape with other digits; a leading digit is never 0."""
    return _DIGITS.sub(lambda _: chance.choice("123456789"), text)
