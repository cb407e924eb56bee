"""What an image shows, in the words of a language model that sees: a description to search with, believed by nobody.

The model is asked once for each content. Whatever stands in the picture, or around it, is data to the prompt; what
comes back is one line of plain text, and nothing else is made of it.
"""

from __future__ import annotations

from string import Template
from typing import TYPE_CHECKING, Any, NamedTuple

from kts.ingest.convert.images import MAX_PIXELS, sides
from kts.ingest.convert.ocr.images import MIN_SIDE
from kts.ports.models import Message
from kts.types import well_formed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kts.ports.models import LanguageModel

PROMPT = "describe.v1"
"""The version of the prompt in use; another wording is another file."""
SEEN = frozenset({".png", ".jpg", ".gif", ".webp"})
"""Suffixes of images that models of the OpenAI protocol read."""
MOST_BYTES = 10_000_000
"""Bytes of an image that is sent (a default, not fitted: servers take 10 to 20 MB)."""
AROUND = 300
"""Characters of a title, or of an author's own words for a picture, that a prompt quotes."""
DESCRIBED: Mapping[str, Any] = {
    "type": "object",
    "properties": {"description": {"type": "string", "maxLength": 2000}},
    "required": ["description"],
    "additionalProperties": False,
}


class Said(NamedTuple):
    """What a model said of one image, empty where there is nothing to say, and the tokens it took."""

    text: str
    tokens: int


def unfit(suffix: str, size: int, body: bytes) -> str:
    """Why an image is not worth a request, such as a shorter side under `MIN_SIDE`; empty when it is."""
    if suffix not in SEEN:
        return "a format that models do not read"
    width, height = sides(body)
    if size > MOST_BYTES or width * height > MAX_PIXELS:
        return "too large"
    return "" if min(width, height) >= MIN_SIDE else "too small"


def describe(body: bytes, *, title: str, alt: str, model: LanguageModel, prompt: str, mark: str) -> Said:
    """One image, described. Raises KTSError for any failure of the model."""
    words = Template(prompt).substitute(mark=mark, title=_line(title)[:AROUND], alt=_line(alt)[:AROUND])
    found = model.complete((Message("user", words),), schema=DESCRIBED, images=(body,))
    return Said(_line(well_formed(found.data["description"])), found.tokens_in + found.tokens_out)


def _line(text: str) -> str:
    """A text as one line without marks that nobody sees."""
    return " ".join("".join(one if one.isprintable() else " " for one in text).split())
