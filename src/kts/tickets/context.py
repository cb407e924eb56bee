"""The passages that fit into a budget of tokens: best first, the last one cut at the end of a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from kts.lexicon.sentences import sentences
from kts.tickets.nouns import Context

if TYPE_CHECKING:
    from kts.tickets.nouns import Ranked
    from kts.types import Result

TARGET, MOST = 2000, 4000
"""Tokens aimed at, and never passed (SPEC TICK-4)."""
CHARACTERS_A_TOKEN = 4.0
"""Characters of English that a token is, about; counted without the model's tokenizer, which need not be here."""
LEAST = 40
"""Tokens below which the rest of a budget is not filled with part of a passage (a default, not fitted)."""
WHOLE = 3
"""Passages that a summary keeps whole (SPEC TICK-4)."""
Strategy = Literal["concatenate", "summary", "structured"]


def tokens(text: str) -> int:
    """About how many tokens a text is."""
    return -(-len(text) // int(CHARACTERS_A_TOKEN))


def build_context(
    ranked: Ranked, *, target: int = TARGET, most: int = MOST, strategy: Strategy = "concatenate"
) -> Context:
    """The passages of the context, as ids and as one text; `efficiency` is the share of the target that is used."""
    budget = min(target, most)
    used, cut = 0, False
    chosen: list[tuple[Result, str]] = []
    for number, one in enumerate(ranked.results):
        whole = one.hit.passage.text if strategy != "summary" or number < WHOLE else one.snippet
        text = whole if tokens(whole) <= budget - used else _shortened(whole, budget - used)
        if text:
            chosen.append((one, text))
            used += tokens(text)
        if text != whole:
            cut = True
            break
    text = "\n\n".join(_form(one, part, number, strategy) for number, (one, part) in enumerate(chosen, 1))
    ids = tuple(one.hit.passage.id for one, _ in chosen)
    return Context(ids, text, used, round(used / budget, 4) if budget else 0.0, cut)


def _shortened(text: str, room: int) -> str:
    """The first sentences that fit; nothing when hardly any room is left."""
    if room < LEAST:
        return ""
    end = 0
    for _, stop in sentences(text):
        if tokens(text[:stop]) > room:
            break
        end = stop
    return text[:end]


def _form(result: Result, text: str, number: int, strategy: Strategy) -> str:
    if strategy != "structured":
        return f"[{number}] {text}"
    heading = str(result.hit.passage.metadata.get("heading", ""))
    return f"[{number}] title: {result.citation.title}\nsection: {heading}\npath: {result.citation.path}\ntext: {text}"
