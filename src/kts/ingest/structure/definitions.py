"""Defined terms of a document, by all the ways in which a text defines them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.lexicon.definitions import quoted_definitions
from kts.lexicon.glossaries import unquoted_definitions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.structure import Definition
    from kts.types import Section


def definitions(text: str, sections: Sequence[Section]) -> tuple[Definition, ...]:
    """The definitions of `text` in reading order; a term that two ways find in one place is found once."""
    quoted = quoted_definitions(text)
    taken = {one.term_span.start for one in quoted}
    others = [one for one in unquoted_definitions(text, sections) if one.term_span.start not in taken]
    return tuple(sorted((*quoted, *others), key=lambda one: one.term_span))
