"""What is told apart by a number behind its name: stage 2, tier 3, zone C. What is said of stage 1 does not answer."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.tables.rows import WIDER
from kts.answer.units.quotable import cells
from kts.lexicon.dates import MONTHS
from kts.lexicon.keyphrases import FUNCTION_WORDS
from kts.lexicon.patterns import later
from kts.lexicon.quantities import quantities

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kts.answer.units.quotable import Unit

_NUMBER = (
    r"(?:\d{1,3}(?![\d%\u00b0]|[.,:/]\d|-(?:\d{3}|\d+[-/])|st\b|nd\b|rd\b|th\b)|[B-HJ-Z](?![\w'\u2019.&-])"
    r"|A(?=[ \t]*(?:\Z|[|,;:?!)\n])|[ ](?:and|or|to)[ ]))"
)
"""An A is an article as often, but where nothing or a list goes on behind it."""
_NAMED = later(rf"(?<![\w-])(?P<noun>[A-Za-z][a-z]{{3,}})\s(?P<number>{_NUMBER})")
_FURTHER = later(rf"(?P<joined>,?\s(?:and|or|to|through)|\s?[-\u2013])\s?(?P<number>{_NUMBER})")
_OPEN = later(r"\s(?:and|or)\s(?:above|below|over|under|up|higher|lower|more|less|later|earlier|beyond)\b|\+")
OPEN = "all"
"""What stands for the numbers of `grade 7 and above`: which of them is asked for is not told apart."""


def for_another(question: str, texts: Sequence[str]) -> frozenset[int]:
    """The texts, by their index, that name other numbers of what the question names by a number, and not that number.

    None where no text names the number that is asked for.
    """
    asked = _asked(question)
    if not asked:
        return frozenset()
    told = [_told(text, asked) for text in texts]
    there = {noun for said in told for noun, numbers in said.items() if numbers & asked[noun]}
    return frozenset(
        at
        for at, said in enumerate(told)
        if any(noun in there and not numbers & {*asked[noun], OPEN} for noun, numbers in said.items())
        and not any(numbers & asked[noun] for noun, numbers in said.items())
    )


def of_its_number(question: str, texts: Sequence[str]) -> int | None:
    """The first text that names the number that is asked for, where the first of all names another; else None."""
    if 0 not in for_another(question, texts):
        return None
    asked = _asked(question)
    told = (_told(text, asked) for text in texts)
    return next((at for at, said in enumerate(told) if any(found & asked[noun] for noun, found in said.items())), None)


def other_number(question: str, texts: Sequence[str]) -> str:
    """What texts are about in place of what the question names by a number: `line 2, not line 3`; else empty."""
    asked = _asked(question)
    told = [_told(text, asked) for text in texts] if asked else []
    for noun, wanted in asked.items():
        numbers = set().union(*(one.get(noun, set()) for one in told))
        if numbers and not numbers & {*wanted, OPEN} and len(wanted) == 1:
            others = ", ".join(sorted(numbers, key=lambda one: (len(one), one))[:SHOWN])
            return f"{noun}{'s' * (len(numbers) > 1)} {others}, not {noun} {min(wanted)}"
    return ""


SHOWN = 5
"""Numbers that a doubt tells at most (a default)."""


def other_cell(question: str, row: Unit) -> str:
    """What a row is of by its column, where the question names another number: `zone 2, not zone 4`; else empty.

    A number that any cell of the row names besides is none that another row would tell of.
    """
    names, values = cells(row.header), cells(row.text)
    asked = _asked(question) if len(names) == len(values) else {}
    for noun, wanted in asked.items():
        heads = [at for at, name in enumerate(names) if _is_of(noun, name)]
        told = {at: match["number"] for at in heads if (match := _CELL.fullmatch(values[at]))}
        if noun in _TIMES or len(wanted) != 1 or len(heads) != 1 or not told or WIDER.search(question):
            continue
        (number,) = told.values()
        if number.lstrip("0") not in wanted and not _told(row.text, {noun: wanted}).get(noun, set()) & wanted:
            return f"{noun} {number}, not {noun} {min(wanted)}"
    return ""


def other_in_row(question: str, row: Unit, above: Sequence[str]) -> str:
    """What a row without a column for it names in place of what the question names: `zone A, not zone C`; else empty.

    Not where what the row stands under names the number: `above` are heading, introduction and title.
    """
    told = other_number(question, [row.text])
    if not told or any(_is_of(noun, name) for noun in _asked(question) for name in cells(row.header)):
        return ""
    return told if other_number(question, [row.text, row.header, *above]) else ""


_TIMES = frozenset({"week", "quarter"})
"""What counts time, which the columns of times tell apart (`timed`)."""
_CELL = later(r"\W*(?:[A-Za-z]{3,}\s)?(?P<number>\d{1,3}|[A-HJ-Z])\W*")
"""A cell that is a number, or a letter, alone or behind what it counts."""


def _is_of(noun: str, name: str) -> bool:
    """Whether a column is called by a noun, with one more word at most: `Zone`, `Week no.`."""
    said = [word.casefold().removesuffix("s") for word in re.findall(r"[^\W\d_]+", name)]
    return noun in said and len(said) <= HEAD


HEAD = 2
"""Words of a column's name that is that of what it counts (a default, not fitted)."""


def _asked(question: str) -> Mapping[str, set[str]]:
    """The nouns of a question that a number follows, and the numbers; amounts of a unit are no such numbers."""
    measured = [(one.start, one.end) for one in quantities(question) if one.unit and one.kind != "ordinal"]
    found: dict[str, set[str]] = {}
    for noun, number, at in _numbered(question):
        if not any(start <= at < end for start, end in measured):
            found.setdefault(noun, set()).add(number)
    return found


def _told(text: str, asked: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """The numbers that a text gives to the nouns of a question."""
    folded = text.casefold()
    if not any(noun in folded for noun in asked):
        return {}
    found: dict[str, set[str]] = {}
    for noun, number, _ in _numbered(text):
        if noun in asked:
            found.setdefault(noun, set()).add(number)
    for noun in asked:
        if listed := _listed(text, noun):
            found.setdefault(noun, set()).update(listed)
    return found


_ITEM = later(r"(?:\A|[,;]\s+)(?P<number>\d{1,3})(?=\s*[=:(\u2013-]?\s*[A-Za-z])")


def _listed(text: str, noun: str) -> set[str]:
    """The numbers of a list behind its noun: `Exit codes of the tool: 0 done, 3 too late, 5 no quorum`."""
    before = re.search(rf"(?i)\b{noun}s\b[^:\n]{{0,60}}:\s+(?=\d)", text)
    found = {match["number"] for match in _ITEM.finditer(text[before.end() :])} if before else set()
    return found if len(found) > 1 else set()


def _numbered(text: str) -> Iterator[tuple[str, str, int]]:
    """Noun, number and place of the number: `stages 1 and 2` are two, `stages 1 to 4` four."""
    for match in _NAMED.finditer(text):
        noun = match["noun"].casefold()
        if noun in FUNCTION_WORDS or noun in MONTHS:
            continue
        noun = noun.removesuffix("s")
        yield noun, match["number"], match.start("number")
        last = match
        while more := _FURTHER.match(text, last.end()):
            for number in _between(last["number"], more["number"], more["joined"]):
                yield noun, number, more.start("number")
            last = more
        if _OPEN.match(text, last.end()):
            yield noun, OPEN, last.start("number")


def _between(first: str, last: str, joined: str) -> list[str]:
    """The numbers behind the first up to the last, where they are joined as the ends of a range; else the last."""
    ranged = joined.strip(" ,") not in {"and", "or"} and first.isdigit() and last.isdigit()
    return [str(number) for number in range(int(first) + 1, int(last) + 1)] if ranged else [last]
