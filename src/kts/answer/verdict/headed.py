"""Rows of another section than the one that a question names: `pick-up time` is not told under *Delivery times*.

A row says only by its heading and header what its values are of, so a value of another measure of the same thing has
all the rest of the question's words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.answer.choose.order import ASKING_WORDS
from kts.answer.claims.match import stems
from kts.answer.means import document as document_of
from kts.answer.means import record as record_of
from kts.lexicon.analyse import STOP_WORDS
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kts.answer.choose.smallest import Chosen
    from kts.answer.means import Gathered, Means


def of_other_section(question: str, chosen: Sequence[Chosen], found: Gathered, means: Means) -> Iterator[str]:
    """That a row is cited of a section whose document has another one, which the question names."""
    for lead in (one.held.unit for one in chosen if one.held.unit.kind == "row"):
        hit = found.ranking.hits[lead.hit]
        own = str(hit.passage.metadata["heading"])
        above = f"{record_of(hit, found).title}\n{own}\n{lead.intro}\n{lead.header}\n{lead.text}"
        headings = (one.heading for one in means.corpus.sections(document_of(hit)))
        if other := other_heading(question, own, above, headings):
            yield f"what is cited stands under {own}, not under {other}"
            return


def other_heading(question: str, own: str, above: str, headings: Iterable[str]) -> str:
    """The heading whose kind the question names, where a row stands under one of another kind and nothing above has it.

    Both are a noun with its kind before it, as *Pick-up times* and *Transit goals* are; any other heading may have a
    word of the question by chance.
    """
    named = _kind(own)
    asked = stems(question) - ASKING_WORDS
    if not named or named & asked:
        return ""
    lacking = asked - stems(above)
    return next((one for one in headings if (kind := _kind(one)) and kind <= lacking), "")


def _kind(heading: str) -> frozenset[str]:
    """The stems of the first word of a heading of two, whose number is none; nothing of another heading."""
    found = _TWO.fullmatch(heading)
    return frozenset() if found is None or found["kind"].casefold() in STOP_WORDS else stems(found["kind"])


_TWO = later(r"\W*(?:\d+(?:\.\d+)*\.?\s+)?(?P<kind>[^\W\d_]+(?:-[^\W\d_]+)?) [^\W\d_]{4,}\W*")
