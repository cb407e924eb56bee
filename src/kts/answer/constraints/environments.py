"""Which environment of a system a question is about: what holds in production may not hold in staging."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Sequence

_NAMED = later(
    r"(?i)\b(?:in|on|for|to|of|against) (?:the |our |a )?"
    r"(?:(?P<alone>staging|sandbox|production|prod|pre-?prod(?:uction)?|uat|canary|dev)"
    r"|(?P<plain>test|qa|development|demo|live|integration|acceptance) (?=environment|system|instance|cluster|stage))\b"
    r"(?! (?:agreements?|contracts?|plans?|orders?|lines?|sites?|costs?|managers?|staff))"
)
"""`In test` and `in development` are no places without a word that says so."""
_OTHERS = ("staging", "sandbox", "preprod", "pre-prod", "uat", "canary", "test environment", "test system")
"""Environments of which a text that is of production names none."""
_SAME = {"prod": "production", "dev": "development", "preprod": "pre-prod"}
_PRODUCTION = "production"


def other_environment(question: str, lead: str, about: Sequence[str]) -> str:
    """The environment that a question is about, where neither the lead nor what it stands under names it; else empty.

    What names none is of production.
    """
    found = _NAMED.search(question)
    if found is None:
        return ""
    named = found[found.lastgroup or 0].casefold()
    there = "\n".join((lead, *about)).casefold()
    wanted = _SAME.get(named, named)
    if wanted == _PRODUCTION:
        other = next((one for one in _OTHERS if _has(one, there)), "")
        return named if other and not any(_has(one, there) for one in (_PRODUCTION, "prod", "live")) else ""
    return "" if _has(wanted, there) or _has(named, there) else named


def _has(word: str, text: str) -> bool:
    return re.search(rf"(?<![^\W_]){re.escape(word)}", text) is not None
