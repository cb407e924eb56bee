"""Whether a saved answer still says what was given: its statements held against the ledger, or against their quotes.

A citation that holds proves its quote. What was written above it may have been edited since: by hand, or by a program
that passed the result on (EVID-6).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from kts.answers import QUOTED, Evidence
from kts.lexicon.analyse import words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Recorded = Callable[[str], Mapping[str, Any] | None]

TOLD = ("verdict", "confidence", "text")
"""What the record of an answer must have as the saved one has it."""
CELLS = 2
"""Cells, `head: value; head: value`, that make a statement a row."""
_HEAD = re.compile(r"(?:^|; )(?:[^;:]*: )+")


class Altered(NamedTuple):
    """A citation of a saved result, as it was saved, and what was altered of its statement."""

    citation: Mapping[str, Any]
    detail: str


def altered(saved: Any, recorded: Recorded) -> Iterator[Altered]:
    """The citations whose statement is not what was given.

    `recorded` gives the body of a ledger record, None for one that this index has not. What is recorded decides, else
    the quotes do.
    """
    if isinstance(saved, Mapping):
        claims = [one for one in _listed(saved, "claims") if _is_statement(one)]
        if claims:
            yield from _of_answer(saved, claims, recorded)
        elif _is_statement(saved, "claim"):
            yield from _with(_unsaid(saved["claim"], saved, quoted=False), saved)
        for name, part in saved.items():
            if name != "claims" or not claims:
                yield from altered(part, recorded)
    elif isinstance(saved, list):
        for part in saved:
            yield from altered(part, recorded)


def _listed(saved: Mapping[str, Any], name: str) -> list[Any]:
    found = saved.get(name)
    return found if isinstance(found, list) else []


def _is_statement(one: Any, called: str = "text") -> bool:
    return (
        isinstance(one, Mapping)
        and isinstance(one.get(called), str)
        and isinstance(one.get("citations"), list)
        and all(isinstance(cited, Mapping) and isinstance(cited.get("quote"), str) for cited in one["citations"])
    )


def _of_answer(saved: Mapping[str, Any], claims: list[Mapping[str, Any]], recorded: Recorded) -> Iterator[Altered]:
    id_ = saved.get("ledger_id")
    body = recorded(id_) if isinstance(id_, str) and id_ else None
    quoted = QUOTED in _listed(saved, "gates")
    whole = _differs(saved, body, id_) if body is not None else ""
    given = {(one["text"], one["support"]) for one in body["claims"]} if body is not None else None
    for one in claims:
        detail = whole
        if given is None:
            detail = _unsaid(one["text"], one, quoted=quoted) or _unwritten(one, saved.get("text"))
        elif (one["text"], one.get("support")) not in given:
            detail = f"the statement is not the one that was given ({id_}): {one['text']}"
        yield from _with(detail, one)


def _with(detail: str, one: Mapping[str, Any]) -> Iterator[Altered]:
    for cited in one["citations"] if detail else ():
        yield Altered(cited, detail)


def _differs(saved: Mapping[str, Any], body: Mapping[str, Any], id_: Any) -> str:
    """What the record has another way than what was saved, empty where it has it so."""
    other = [name for name in TOLD if name in saved and name in body and saved[name] != body[name]]
    return (
        f"the {other[0]} of the answer is not what was given ({id_}): {' '.join(str(body[other[0]]).split())}"
        if other
        else ""
    )


def _unwritten(one: Mapping[str, Any], text: Any) -> str:
    """Whether the text of the answer words a statement another way."""
    if not isinstance(text, str) or one["text"] in text:
        return ""
    return f"the text of the answer does not say: {one['text']}"


def _unsaid(text: str, one: Mapping[str, Any], *, quoted: bool) -> str:
    """How a statement departs from its quotes, empty where it does not.

    One that was `quoted` stands there word for word, or is a row told with the heads of its columns. A draft, or a
    claim that was checked, is in words of its own: of it only a contradiction is found.
    """
    from kts.answer.claims.gate import judge  # of no use to a search that was saved, and longest to load

    quotes = [cited["quote"] for cited in one["citations"]]
    quotes.append(" ".join(reversed(quotes)))  # an entry is told behind what it stands under, which is cited second
    if one.get("support") != "supported" or any(_holds(quote, text) for quote in quotes):
        return ""
    heads, values = len(_HEAD.findall(text)), _HEAD.sub(" ", text)
    if heads >= CELLS and any(_holds_in_order(quote, values) for quote in quotes):
        return ""
    if quoted or judge(text, [Evidence(quote) for quote in quotes]).support == "contradicted":
        return f"the statement is not what its quote says: {text}"
    return ""


def _holds(quote: str, text: str) -> bool:
    """Whether the words of a text stand in a quote one after another."""
    return f" {' '.join(words(text))} " in f" {' '.join(words(quote))} "


def _holds_in_order(quote: str, text: str) -> bool:
    """Whether the words of a text stand in a quote in their order, others between them."""
    left = iter(words(quote))
    return all(word in left for word in words(text))
