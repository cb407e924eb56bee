"""A table whose rows are of things with codes, and a claim of one of them: `P-40` is not the row of `P-40 Lite`.

The code may stand in any column, and several in one cell: `P-40, P-60`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.answer.claims.agree.sides import Finding, quoted
from kts.answer.claims.agree.tables import table, written_row
from kts.answer.claims.agree.things.variants import CODE, is_comparing, listed, named, written
from kts.answer.claims.match import related, tokens
from kts.lexicon.identifiers import normalise
from kts.lexicon.negation import negated
from kts.lexicon.quantities import quantities

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.answer.claims.agree.sides import Sides
    from kts.answer.claims.agree.tables import Row


def of_another_code(sides: Sides) -> Iterator[Finding]:
    """A row of one code, where the claim names that of another row in the same column and none of this one."""
    own = written_row(sides)
    if own is None or _by_words(sides.claim, own):
        return
    rows = table(sides.whole, sides.near, own.heads)
    here = {part for cell in own.values for part in listed(cell)}
    for at, cell in enumerate(own.values):
        mine = [part for part in listed(cell) if _is_code(part)]
        meant = named(sides.claim, ("", *_codes(rows, at))) if mine else None
        said = sides.claim[slice(*meant.place)] if meant else ""
        if meant is None or said in here or any(_is_longer(part, said, sides.claim) for part in mine):
            continue
        if any(_is_told_apart(part, said, sides.claim) for part in mine):
            continue
        text = f"the evidence is of {quoted(mine[0])}, not of {quoted(said)}"
        yield Finding("row", conflict=False, text=text, claim=meant.place)
        return


def _is_longer(code: str, said: str, claim: str) -> bool:
    """Whether a claim has a code whose beginning was taken for another one: `T2 Mini` is T2-MINI."""
    whole = normalise(code)
    return len(whole) > len(normalise(said)) and whole in normalise(claim)


def _is_told_apart(part: str, said: str, claim: str) -> bool:
    """Whether a claim has the words behind a code, too, though not right behind it: `soup on line L1`, `L1 Soups`."""
    words = tokens(part.removeprefix(said)) if part.startswith(f"{said} ") else ()
    there = {token.stem: True for token in tokens(claim)}
    return bool(words) and all(related(token.stem, there) for token in words)


def other_code(sides: Sides) -> Iterator[Finding]:
    """A code or a word in capitals that stands in other rows only, claimed of the row whose whole key the claim has."""
    own = written_row(sides)
    if own is None or negated(sides.claim) or is_comparing(sides.claim):
        return
    rows = table(sides.whole, sides.near, own.heads)
    keys = [at for at, cell in enumerate(own.values) if _is_code(cell.strip())]
    of_it = [at for at in keys if _is_meant(sides.claim, own.values[at], _codes(rows, at))]
    for at in range(len(own.heads)) if of_it else ():
        if at in of_it or not own.values[at].strip():
            continue
        for other in rows:
            for part in listed(other.values[at]):
                place = written(sides.claim, part) if _in_capitals(part) else None
                if place and not any(written(cell, part) for cell in (*own.values, *own.heads)):
                    head, mine = own.heads[at], own.values[at]
                    text = f"under {quoted(head)} the evidence gives {quoted(mine)}, not {quoted(part)}"
                    yield Finding("other_variant", conflict=False, text=text, claim=place)
                    return


def _is_meant(claim: str, cell: str, codes: Sequence[str]) -> bool:
    """Whether a cell is the one of some codes that a claim names."""
    meant = named(claim, ("", *codes))
    return meant is not None and claim[slice(*meant.place)].casefold() == cell.strip().casefold()


def _codes(rows: Sequence[Row], at: int) -> tuple[str, ...]:
    """The codes, with the words behind them, that the rows have in a column."""
    return tuple(dict.fromkeys(part for one in rows for part in listed(one.values[at]) if _is_code(part)))


def _is_code(part: str) -> bool:
    """Whether a thing begins with a code; `EUR 500` and `May 2026` are values."""
    code = CODE.match(part)
    return code is not None and " " not in code[0] and not any(one.unit for one in quantities(part))


def _by_words(claim: str, own: Row) -> bool:
    """Whether a claim names a row by the words of its key, so that its codes are values."""
    key = tokens(own.values[0])
    said = {token.stem: True for token in tokens(claim)}
    figures = any(one.isdigit() for one in own.values[0])
    return bool(key) and not figures and all(related(one.stem, said) for one in key)


def _in_capitals(part: str) -> bool:
    """Whether a thing is a code or a word in capitals, which is no common word."""
    return len(part) > 1 and (CODE.fullmatch(part) is not None or (part.isupper() and part.isalpha()))
