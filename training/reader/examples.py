"""What the reader learns from: a question, a passage, whether the one answers the other, and where.

An example belongs to a group (an article, a contract, a folder of documents); groups are split, never examples.
"""

from __future__ import annotations

import hashlib
import json
import os
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tokenizers import Tokenizer

from kts.answer.units.window import BUDGET, HEADING, headed, wanted, window
from kts.lexicon.sentences import sentences
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


HERE = Path(__file__).parent
ROOT = HERE.parent.parent
SHARED = Path(os.environ.get("KTS_SHARED_DATA") or ROOT.parent / "shared" / "data")
KEPT_OUT = frozenset(
    "1973_oil_crisis European_Union_law French_and_Indian_War Huguenot Imperialism Normans Scottish_Parliament "
    "Warsaw".split()
)
"""The articles of squad2-halfdev: reported on, never trained on."""
ROOM = 60
"""Tokens up to which the sentence before the answer's is read as well; what follows needs some of the window, too."""
BARE = 4
"""One example of so many is read without what it stands under: not every document says its title."""
CHOOSING, TESTING = 8, 3
"""One group of so many is not trained on: the curves and the check of the quantised reader look at it. One contract of
so many is only reported on."""


class Example(NamedTuple):
    """`label` is 1 where `passage` answers `question` (of a claim: supports it); `span` is the answer in `passage`.

    `task` is `rel` (question, passage) or `sup` (claim, evidence); `kind` names the program or source it came from.
    `above` is what the passage stands under: a title, or a title and a heading.
    """

    task: str
    kind: str
    group: str
    question: str
    passage: str
    label: int
    span: tuple[int, int] | None = None
    above: tuple[str, ...] = ()


def part_of(example: Example) -> str:
    """`train`, `choose` (groups kept out, that curves are drawn of) or `test` (reported on only)."""
    if example.group in KEPT_OUT:
        return "test"
    if example.kind.startswith("cuad") and drawn(example.group, "test") % TESTING == 0:
        return "test"
    return "choose" if drawn(example.group, "choose") % CHOOSING == 0 else "train"


def drawn(name: str, salt: str) -> int:
    """A number that hangs on the name alone, so that a group falls into the same part on every machine."""
    return int.from_bytes(hashlib.sha256(f"{salt}:{name}".encode()).digest()[:4])


@cache
def tokenizer(path: Path) -> Tokenizer:
    """The body's own tokenizer, without padding or cutting."""
    found = Tokenizer.from_file(str(path))
    found.no_padding()
    found.no_truncation()
    return found


def counter(path: Path) -> Callable[[str], int]:
    """Counts the tokens of a text, without special ones."""
    return partial(_count, tokenizer(path))


def _count(with_tokenizer: Tokenizer, text: str) -> int:
    return len(with_tokenizer.encode(text, add_special_tokens=False).ids)


def cut(example: Example, count: Callable[[str], int]) -> Example:
    """The example with its passage cut to the window that the product would read, under its title and heading.

    Where the window misses a known answer, the sentence of the answer with what stands around it is read instead.
    """
    text = example.passage
    found = window(wanted(example.question), text, count)
    if example.span is not None and not (found.start <= example.span[0] and example.span[1] <= found.end):
        found = _around(example, count)
    shown = text[found.start : found.end]
    bare = drawn(f"{example.question} {shown}", "bare") % BARE == 0
    lead = "" if bare else headed(example.above, shown, count, budget=HEADING)
    example = example._replace(passage=lead + shown, above=())
    if example.span is None:
        return example
    by = len(lead) - found.start
    return example._replace(span=(example.span[0] + by, example.span[1] + by))


def _around(example: Example, count: Callable[[str], int]) -> Span:
    """The window of the text from the sentence before the answer's on: the answer's own sentence is always in it."""
    text = example.passage
    start, end = example.span or (0, 0)
    spans = sentences(text)
    first = max((at for at, one in enumerate(spans) if one[0] <= start), default=0)
    begin = spans[first][0]
    if first and count(text[spans[first - 1][0] : end]) < ROOM:
        begin = spans[first - 1][0]
    stop = max(end, next((one[1] for one in spans if one[1] >= end), end))
    while count(text[begin:stop]) > BUDGET and stop > end:
        stop = max(end, text.rfind(" ", begin, stop))
    return Span(begin, stop)


def written(examples: Iterable[Example], path: Path) -> int:
    """Write one JSON list a line; returns how many."""
    number = 0
    with path.open("w", encoding="utf-8") as file:
        for number, example in enumerate(examples, start=1):  # noqa: B007 - counts
            file.write(json.dumps(example, ensure_ascii=False) + "\n")
    return number


def read(path: Path) -> Iterator[Example]:
    """The examples of a file, in its order."""
    with path.open(encoding="utf-8") as file:
        for line in file:
            *values, span, above = json.loads(line)
            yield Example(*values, span=tuple(span) if span else None, above=tuple(above))
