"""Questions with the statements of a passage, of which one answers: what the chooser of statements learns from.

    python training/reader/statements.py --tokenizer tokenizer.json --to build/reader/statements.jsonl

A statement is a sentence of the passage, read under its title and behind the end of what stands before it, as the
product reads it (`kts.answer.units.window.placed`). Beside the passage's own there are the likeliest of other
passages of the same group. A question that its passage does not answer comes with statements none of which does.
"""

from __future__ import annotations

import argparse
import json
import math
import random
from collections import Counter, defaultdict
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from build import SEED, TWINS
from cloze import clozes, passages
from documents import definitions, tables
from examples import BARE, HEADING, counter, drawn, headed, part_of
from sources import clauses, pairs, samples
from twins import twins

from kts.answer.units.window import placed
from kts.lexicon.analyse import terms
from kts.lexicon.sentences import sentences

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from examples import Example

OWN, OTHERS = 7, 4
"""Statements of the passage and of other passages at most, those with most of the question's words first."""
CLOZES = 0.35
"""Share of the cloze questions that is read: they are many, and made by a program."""
CHOOSING, CHOOSING_ASKED = 12, 6
"""One group of so many is kept out of the training: the curve is drawn of it, and the quantised selector checked. Of
what was asked of documents more are: the confidence is fitted on them."""
ASKED = "asked"
"""The kind of what was asked of documents (`asked.py`)."""
SHORTEST = 12
"""Characters of a statement: shorter ones say nothing."""


class Asked(NamedTuple):
    """A question with its statements as they are read; `right` is the place of the one that answers, -1 for none."""

    kind: str
    group: str
    question: str
    statements: tuple[str, ...]
    right: int


def main() -> None:
    """Make them, write, count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("--to", type=Path, required=True)
    given = parser.parse_args()
    chance = random.Random(SEED)
    kept = [one for one in made(chance) if part_of(one) != "test" and (one.span or not one.label)]
    asked = list(dict.fromkeys(_asked(kept, counter(given.tokenizer))))
    given.to.parent.mkdir(parents=True, exist_ok=True)
    with given.to.open("w", encoding="utf-8") as file:
        for one in asked:
            file.write(json.dumps(one, ensure_ascii=False) + "\n")
    for key, number in sorted(Counter((one.kind, one.right >= 0) for one in asked).items()):
        print(*key, number)
    print("all", len(asked), "statements", sum(len(one.statements) for one in asked))


def made(chance: random.Random) -> Iterator[Example]:
    """The examples whose answer's place is known, and those without an answer."""
    people = [one for one in pairs() if one.task == "rel" and one.kind.startswith("squad")]
    asked = [one for one in people if one.kind in {"squad1", "squad2"}]
    drawn_clozes = (one for one in clozes(list(passages()), chance) if chance.random() < CLOZES)
    return chain(
        people,
        clauses(chance),
        samples(chance),
        twins(asked, chance, each=TWINS),
        drawn_clozes,
        definitions(chance),
        tables(chance),
    )


def kept_out(one: Asked) -> bool:
    """Whether a question's group is kept out of the training."""
    return document_kept_out(one.group) if one.kind == ASKED else drawn(one.group, "statements") % CHOOSING == 0


def document_kept_out(group: str) -> bool:
    """Whether a document that was asked about, `FOLDER/FILE`, is kept out of every training."""
    return drawn(group, "statements") % CHOOSING_ASKED == 0


def read(path: Path) -> Iterator[Asked]:
    """The questions of a file, in its order."""
    with path.open(encoding="utf-8") as file:
        for line in file:
            kind, group, question, statements, right = json.loads(line)
            yield Asked(kind, group, question, tuple(statements), right)


def _asked(examples: Sequence[Example], count: Callable[[str], int]) -> Iterator[Asked]:
    groups: dict[str, dict[str, tuple[str, ...]]] = defaultdict(dict)
    for one in examples:
        if one.kind.startswith(("squad", "cuad", "samples")):
            groups[one.group].setdefault(one.passage, one.above)
    known = {name: _statements(found.items()) for name, found in groups.items()}
    for one in examples:
        found = _of(one, known.get(one.group, []), count)
        if found is not None:
            yield found


class _Statement(NamedTuple):
    passage: str
    above: tuple[str, ...]
    span: tuple[int, int]
    terms: frozenset[str]


def _statements(found: Iterable[tuple[str, tuple[str, ...]]]) -> list[_Statement]:
    return [
        _Statement(passage, above, span, frozenset(terms(passage[span[0] : span[1]])))
        for passage, above in found
        for span in sentences(passage)
        if span[1] - span[0] >= SHORTEST
    ]


def _of(one: Example, others: Sequence[_Statement], count: Callable[[str], int]) -> Asked | None:
    own = _statements([(one.passage, one.above)])
    wanted = frozenset(terms(one.question))
    holding = Counter(term for other in (*own, *others) for term in other.terms & wanted)

    def worth(other: _Statement) -> float:
        return -math.fsum(math.log1p(len(others) / holding[term]) for term in sorted(other.terms & wanted))

    right = None
    if one.span is not None and one.label:
        right = next((two for two in own if two.span[0] <= one.span[0] < two.span[1]), None)
        if right is None:
            return None
    answer = one.passage[slice(*one.span)] if one.span else ""
    far = [two for two in others if two.passage != one.passage and not (answer and answer in two.passage)]
    wrong = [*sorted((two for two in own if two is not right), key=worth)[:OWN], *sorted(far, key=worth)[:OTHERS]]
    if not wrong:
        return None
    bare = drawn(f"{one.question} {one.passage}", "bare") % BARE == 0
    shown = [_shown(two, count, bare=bare) for two in ([right] if right else []) + wrong]
    return Asked(one.kind, one.group, one.question, tuple(shown), 0 if right else -1)


def _shown(one: _Statement, count: Callable[[str], int], *, bare: bool) -> str:
    low, high = one.span
    text = placed(one.passage[:low], one.passage[low:high])
    return text if bare else headed(one.above, text, count, budget=HEADING) + text


if __name__ == "__main__":
    main()
