"""From a text to its typed sentences: the regime chooses whose rules are asked."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from kts import registry
from kts.ingest.items.actors import actors, verbs
from kts.ingest.items.clause import NO_CLAUSE, main_clause
from kts.ingest.items.mentions import mentions
from kts.ingest.items.units import units
from kts.structure import Item
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.ingest.items.mentions import Mentions
    from kts.ingest.items.units import Unit
    from kts.types import Section

VERSION = "2"
"""Changes whenever the same text would give other items."""
FEWEST_WORDS = 3
"""Words of a sentence; below are captions and the run-in headings of paragraphs."""
HEADED = frozenset({"Algorithm", "Theorem", "Lemma", "Corollary", "Proposition", "Definition"})
"""Types whose heading is an item too: it names what follows."""


def items(text: str, sections: Sequence[Section], *, regime: str, doc_type: str) -> tuple[Item, ...]:
    """The sentences of a document with their types and what they mention, in order.

    `regime` is a name of the port `item_extractors`; another one gives statements.
    """
    found = units(text, sections)
    typed = extractor(regime)(found, doc_type)
    said = mentions(text, found)
    kept: list[Item] = []
    before: tuple[str, ...] = ()
    for unit, item_type, mentioned in zip(found, typed, said, strict=True):
        if is_item(unit, item_type):
            metadata = described(unit, item_type, mentioned, before)
            before = tuple(metadata["actors"]) or before
            kept.append(Item(item_type, Span(unit.start, unit.end), unit.section, len(kept), metadata))
    return tuple(kept)


@cache
def extractor(regime: str) -> Any:
    """What types the sentences of a regime: `types(units, doc_type)`, a list as long as `units`."""
    known = registry.knows("item_extractors", regime)
    return registry.load("item_extractors", regime if known else "GENERIC")


def is_item(unit: Unit, item_type: str) -> bool:
    """Whether a unit says something: no heading, unless that of a theorem or an algorithm, and no caption."""
    if not item_type or unit.layout == "heading":
        return item_type in HEADED
    words = unit.text.split(None, FEWEST_WORDS)
    return unit.layout == "code" or len(words) >= FEWEST_WORDS or item_type not in {"Statement", "Note", "Observation"}


def described(unit: Unit, item_type: str, mentioned: Mentions, before: tuple[str, ...]) -> dict[str, Any]:
    """What is known of a sentence, as JSON; `before` are the actors of the sentence before, for a pronoun.

    A definition binds nobody, whatever modals its words hold.
    """
    clause = NO_CLAUSE if item_type == "Definition" else main_clause(unit.text)
    return {
        "actors": list(actors(clause, before)),
        "verbs": list(verbs(clause)),
        "defined_terms": list(mentioned.defined_terms),
        "references": list(mentioned.references),
        "quantities": list(mentioned.quantities),
        "dates": list(mentioned.dates),
        "modality": clause.modal,
        "negated": clause.negated,
    }
