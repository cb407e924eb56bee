"""The ways in which a question is asked otherwise where its own words got no sure answer, or not that of its time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.answer.question.held import in_values
from kts.answer.question.moment import in_time
from kts.answer.question.paid import in_prices

if TYPE_CHECKING:
    from collections.abc import Callable

    from kts.answer.means import Means
    from kts.answers import Answer


def otherwise(question: str, said: Answer, means: Means, ask: Callable[[str, Means], Answer]) -> Answer:
    """The answer for the time that is meant, under the noun of a price, or to the value that the question brings."""
    for way in (in_time, in_prices, in_values):
        said = way(question, said, means, ask)
    return said
