"""What every embedder must keep, `check_embedder` (EMB-1, EMB-4), and one without a model, `HashEmbedder`."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from kts.lexicon.analyse import terms
from kts.testing.rules import Unharmed, require, require_equal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from kts.ports import Embedder

VERSION = "1"
UNIT = 1e-4
"""How far from 1 the length of a vector may be: single precision, hundreds of numbers."""
PLAIN = (
    "The cure period is thirty days.",
    "Error E7042: the licence server did not answer.",
    "Frist: 30 Tage \u2013 sofern nicht anders vereinbart.",
    "the",
)
ODD = (
    "",
    " ",
    "\n\t\r\x00\x7f",
    "\ud800 half of a pair",
    "e\u0301\u200d\u202e\ufeff",
    "\U0001f4c5\U0001f469\u200d\U0001f52c",
    "\u6761\u7d04 \u0627\u0644\u0639\u0642\u062f",
    "x" * 5_000,
    "[CLS] [SEP] [MASK] <s> </s> [PAD]",
)
"""Texts that a folder of documents will hold some day."""


def check_embedder(make: Callable[[], Embedder]) -> None:
    """Raise AssertionError naming the first rule of `ports.Embedder` that does not hold.

    `make` returns an embedder; two of them must give the same vectors.
    """
    embedder = make()
    _check_fields(embedder)
    _check_shapes(embedder)
    _check_odd(embedder)
    _check_alone(embedder, make())
    _check_windows(embedder)
    _check_meaning(embedder)


def _check_fields(embedder: Embedder) -> None:
    for field in ("provider_id", "model_hash"):
        value = getattr(embedder, field, None)
        require(isinstance(value, str) and value, f"embedder: `{field}` is a non-empty text", repr(value))
    for field in ("dims", "max_tokens"):
        value = getattr(embedder, field, None)
        require(isinstance(value, int) and value > 0, f"embedder: `{field}` is a positive whole number", repr(value))


def _check_shapes(embedder: Embedder) -> None:
    for texts in ((), PLAIN[:1], PLAIN):
        found = embedder.embed_documents(texts)
        wanted = (len(texts), embedder.dims)
        require_equal(found.shape, wanted, "embedder: `embed_documents` gives one row of `dims` a text")
        require_equal(found.dtype.name, "float32", "embedder: vectors are in single precision")
        _check_unit(found, "of a document")
    query = embedder.embed_query(PLAIN[0])
    require_equal(query.shape, (embedder.dims,), "embedder: `embed_query` gives one vector of `dims`")
    require_equal(query.dtype.name, "float32", "embedder: vectors are in single precision")
    _check_unit(query[None, :], "of a question")


def _check_unit(rows: NDArray[np.float32], whose: str) -> None:
    for row in rows:
        length = float(row @ row) ** 0.5
        require(abs(length - 1) < UNIT, f"embedder: the vector {whose} has length 1", length)


def _check_alone(embedder: Embedder, other: Embedder) -> None:
    """The same text gives the same bytes: alone, among others, in another order, twice, from another embedder."""
    rule = "embedder: the same text gives the same bytes, {}"
    texts = [*PLAIN, *ODD, PLAIN[0] + " " + PLAIN[1]]
    alone = {text: embedder.embed_documents([text]).tobytes() for text in texts}
    for order in (texts, texts[::-1], texts * 2):
        for text, row in zip(order, embedder.embed_documents(order), strict=True):
            require(row.tobytes() == alone[text], rule.format(f"whatever its neighbours: {text[:40]!r}"))
    for text, row in zip(texts, other.embed_documents(texts), strict=True):
        require(row.tobytes() == alone[text], rule.format("from an embedder made anew"))
    again = embedder.embed_query(PLAIN[0]).tobytes() == other.embed_query(PLAIN[0]).tobytes()
    require(again, rule.format("as a question"))
    require_equal(other.model_hash, embedder.model_hash, "embedder: the same model has the same `model_hash`")


def _check_odd(embedder: Embedder) -> None:
    for text in ODD:
        with Unharmed(f"embedder: any text gets a vector, not an exception: {text[:40]!r}"):
            rows = embedder.embed_documents([text])
            query = embedder.embed_query(text)
            number = embedder.windows(text)
        _check_unit(rows, f"of {text[:40]!r}")
        _check_unit(query[None, :], f"of the question {text[:40]!r}")
        require(number >= 1, "embedder: every text is at least one window", number)


def _check_windows(embedder: Embedder) -> None:
    require_equal(embedder.windows("the"), 1, "embedder: a short text is one window")
    long = "the cure period is thirty days, " * embedder.max_tokens
    require(embedder.windows(long) > 1, "embedder: a text over `max_tokens` is several windows")
    found = embedder.embed_documents([long, long + " and the engine is cold and wet"])
    _check_unit(found, "of a long text")
    differs = found[0].tobytes() != found[1].tobytes()
    require(differs, "embedder: the end of a long text counts: nothing is cut off")


def _check_meaning(embedder: Embedder) -> None:
    query = embedder.embed_query("how long is the cure period")
    close, far = embedder.embed_documents(["The cure period is thirty days.", "Whales are mammals of the open sea."])
    nearer = float(query @ close) > float(query @ far)
    require(nearer, "embedder: a question is nearer to its answer than to a text about something else")


class HashEmbedder:
    """Implements `ports.Embedder` without a model: texts that share word stems are near, others are not.

    Each stem has a random direction, drawn from its hash; a text's vector is the mean of its words' directions.
    `max_tokens` counts words, so that a test can have long texts of a few words.
    """

    provider_id = "hash"

    def __init__(self, *, dims: int = 64, max_tokens: int = 256) -> None:
        self.dims = dims
        self.max_tokens = max_tokens
        self.model_hash = hashlib.sha256(f"hash {VERSION} {dims} {max_tokens}".encode()).hexdigest()

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row a text, (texts, dims)."""
        import numpy as np

        rows = np.zeros((len(texts), self.dims), np.float32)
        for row, text in zip(rows, texts, strict=True):
            row[:] = self.embed_query(text)
        return rows

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """The question's vector, (dims,); a question is treated as a document is."""
        import numpy as np

        total = sum(_unit(self._sum(words)) for words in self._cut(text))
        return _unit(np.asarray(total)).astype(np.float32)

    def windows(self, text: str) -> int:
        """As how many windows a text is embedded."""
        return len(self._cut(text))

    def _cut(self, text: str) -> list[list[str]]:
        words = terms(text) or [""]
        return [words[start : start + self.max_tokens] for start in range(0, len(words), self.max_tokens)]

    def _sum(self, words: Sequence[str]) -> NDArray[np.float64]:
        """The sum of the words' directions: bytes of their hashes, as odd numbers around 0."""
        import numpy as np

        drawn = b"".join(hashlib.shake_256(word.encode("utf-8", "surrogatepass")).digest(self.dims) for word in words)
        rows = np.frombuffer(drawn, np.uint8).reshape(len(words), self.dims)
        total: NDArray[np.float64] = (rows.sum(axis=0, dtype=np.int64) * 2 - 255 * len(words)).astype(np.float64)
        return total


def _unit(vector: NDArray[np.float64]) -> NDArray[np.float64]:
    import numpy as np

    unit: NDArray[np.float64] = vector / np.sqrt(vector @ vector)
    return unit
