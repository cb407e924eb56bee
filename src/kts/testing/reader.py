"""What every reader must keep, `check_reader`, and one without a model, `OverlapReader`."""

from __future__ import annotations

import hashlib
import math
from typing import TYPE_CHECKING

from kts.lexicon.analyse import query_terms, terms
from kts.lexicon.sentences import sentences
from kts.ports.models import ALONE, Reading
from kts.testing.reranker import ODD, QUESTION, TEXTS
from kts.testing.rules import Unharmed, require, require_equal
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kts.ports.models import Reader


def check_reader(make: Callable[[], Reader]) -> None:
    """Raise AssertionError naming the first rule of `ports.Reader` that does not hold.

    `make` returns a reader; two of them must read alike.
    """
    reader, other = make(), make()
    _check_named(reader, other)
    _check_counts(reader)
    _check_alone(reader, other)
    _check_odd(reader)


def _check_named(reader: Reader, other: Reader) -> None:
    require(reader.provider_id, "reader: `provider_id` is not empty")
    require(reader.window >= 1, "reader: `window` is at least 1", reader.window)
    require(reader.heading >= 0, "reader: `heading` is at least 0", reader.heading)
    require(reader.max_tokens > reader.window, "reader: a pair has room for a window", reader.max_tokens)
    forms = set(reader.weighings)
    require(forms and forms <= {"question", "claim"}, "reader: `weighings` are of questions or claims", sorted(forms))
    require(reader.model_hash, "reader: `model_hash` is not empty")
    require_equal(other.model_hash, reader.model_hash, "reader: the same model has the same `model_hash`")


def _check_counts(reader: Reader) -> None:
    require_equal(reader.count(""), 0, "reader: an empty text has no tokens")
    for text in TEXTS:
        apart = sum(reader.count(word) for word in text.split())
        require_equal(reader.count(text), apart, "reader: a text has as many tokens as its words have")


def _check_alone(reader: Reader, other: Reader) -> None:
    """The same pair has the same reading: alone, among others, in another order, from another reader."""
    alone = {text: reader.read(QUESTION, [text])[0] for text in TEXTS}
    for order in (TEXTS, TEXTS[::-1], TEXTS * 3):
        found = other.read(QUESTION, order)
        require_equal(len(found), len(order), "reader: one reading a text, in the order of the texts")
        for text, reading in zip(order, found, strict=True):
            require_equal(
                reading, alone[text], f"reader: a pair has the same reading whatever its neighbours: {text!r}"
            )
    require_equal(list(reader.read(QUESTION, [])), [], "reader: no texts have no readings")


def _check_odd(reader: Reader) -> None:
    long = "how long " * reader.max_tokens
    for text in (*ODD, long):
        with Unharmed(f"reader: any text has a reading, not an exception: {text[:40]!r}"):
            pairs = [*zip([text], reader.read(QUESTION, [text]), strict=True), (TEXTS[0], reader.read(text, TEXTS)[0])]
        for given, found in pairs:
            finite = math.isfinite(found.answerable) and math.isfinite(found.span_score)
            require(finite, f"reader: readings are finite: {text[:40]!r}", found)
            start, end = found.span or (0, 0)
            inside = 0 <= start <= end <= len(given)
            require(inside, f"reader: a span is a stretch of the text: {text[:40]!r}", found)


class OverlapReader:
    """Implements `ports.Reader` without a model: the share of the question's words that the best sentence holds."""

    provider_id = "overlap"
    max_tokens = 512
    window, heading = 84, 24
    weighings = ALONE
    model_hash = hashlib.sha256(b"overlap reader 1").hexdigest()

    def count(self, text: str) -> int:
        """How many words a text has."""
        return len(text.split())

    def read(self, question: str, texts: Sequence[str]) -> Sequence[Reading]:
        """One reading a text: the logarithm of the odds, a word added to each side; the span is the best sentence."""
        words = [set(one.forms) for one in query_terms(question)]
        return [_read(words, text) for text in texts]


def _read(words: Sequence[set[str]], text: str) -> Reading:
    found = [(_held(words, text[start:end]), Span(start, end)) for start, end in sentences(text)]
    held, span = max(found, key=lambda one: (one[0], -one[1].start), default=(0, None))
    odds = (held + 1) / (len(words) - held + 1)
    return Reading(math.log(odds), span, math.log((held + 1) / (len(words) + 1)))


def _held(words: Sequence[set[str]], sentence: str) -> int:
    there = set(terms(sentence))
    return sum(not there.isdisjoint(forms) for forms in words)
