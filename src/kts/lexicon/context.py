"""What a passage's vector is made of: its own words under the names of what they stand in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kts.lexicon.companies import company_words

if TYPE_CHECKING:
    from collections.abc import Mapping


def in_context(text: str, *, title: str, number: str = "", heading: str = "") -> str:
    """The text that is embedded: title (`entitled`) and section heading, each a line, then the passage.

    A passage of a manual rarely says what it is a manual of. On the sample company's questions the dense ranking
    gains .03 nDCG@10 and the fused one .01; on single paragraphs it neither gains nor loses (decision 0007).
    """
    section = f"{number} {heading}".strip()
    lines = [title] + ([section] if section and section != title else []) + [text]
    return "\n".join(line for line in lines if line)


def entitled(title: str, metadata: Mapping[str, Any]) -> str:
    """A document's title with the companies that its beginning names, by which its passages are asked for.

    In 17 agreements of which 289 questions named a party, the right passage came first for .460 of them instead of
    .398, and among the first three for .682 instead of .599 (decision 0027).
    """
    return " ".join((title, *company_words(metadata))).strip()
