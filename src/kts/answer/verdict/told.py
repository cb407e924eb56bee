"""The confidence that is told: how likely the answer is right once the gates have spoken, too."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from kts.answers import WEAK

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kts.answers import Answer, Verdict

MOST: Mapping[Verdict, float] = MappingProxyType({"low_confidence": 0.55, "abstained": 0.15})
"""What is told at most beside a verdict.

Of 1,267 questions of five strangers' sets .56 of the 142 doubtful answers with a probability of .6 or more showed a
right statement, .50 of those from .4 on; a refused one shows none. So told, the AUROC of right answers is .843 for
.817, and the ECE .044 for .060 (of .10, .15, .20 and .25 beside a refusal: .038 to .051).
"""


def told(found: Answer) -> Answer:
    """The answer with what is told of it as `confidence`, and with the probability before the gates as `chance`.

    Where the probability alone makes an answer doubtful it is told as it is.
    """
    chance = found.confidence
    weak = found.verdict == "low_confidence" and found.doubts[:1] and found.doubts[0].startswith(WEAK)
    most = 1.0 if weak else MOST.get(found.verdict, 1.0)
    return found._replace(confidence=min(chance, most), chance=chance)
