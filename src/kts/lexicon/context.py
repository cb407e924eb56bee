"""What a passage's vector is made of: its own words under the names of what they stand in."""

from __future__ import annotations


def in_context(text: str, *, title: str, number: str = "", heading: str = "") -> str:
    """The text that is embedded: title and section heading, each a line, then the passage.

    A passage of a manual rarely says what it is a manual of. On the sample company's questions the dense ranking
    gains .03 nDCG@10 and the fused one .01; on single paragraphs it neither gains nor loses (decision 0007).
    """
    section = f"{number} {heading}".strip()
    lines = [title] + ([section] if section and section != title else []) + [text]
    return "\n".join(line for line in lines if line)
