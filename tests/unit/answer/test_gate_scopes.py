"""EVID-1: a statement of another machine, release, record or environment than the claim names supports nothing."""

from __future__ import annotations

import pytest

from kts.answer.claims.gate import judge
from kts.answers import Evidence

PROD = "Settings of the ferry desk in production\nworkers: 6\n\nimage.tag: 3.1.4\nimage.pull: always"
STAGING = "Settings of the ferry desk in staging\nworkers: 2\n\nimage.tag: 3.2.0-rc2\nimage.pull: always"
CHANGE = (
    "between Harbour Ltd and Skua Lines, dated 4 May 2026.\n\n"
    "1. In clause 3 the figure 98.5 % is replaced by 99.2 %."
)  # fmt: skip


def pieces(*texts: tuple[str, str]):
    return [Evidence(text, title=title, path=f"{title}.yaml") for title, text in texts]


SETTINGS = pieces(("desk values production", PROD), ("desk values staging", STAGING))
FALSE = [
    ("The production image of the ferry desk is 3.2.0-rc2.", SETTINGS),
    ("The ferry desk runs release 3.2.0.", SETTINGS[1:]),
    ("The ferry desk has two workers in production.", SETTINGS[1:]),
    ("The availability for Skua Lines is 98.5 %.", pieces(("Amendment", CHANGE))),
    ("buoy-03 has a new lamp.", pieces(("Log", "buoy-07 has a new lamp."))),
    ("Fault FLT-31 was caused by a wet fuse.", pieces(("Fault FLT-44", "See also FLT-31. A wet fuse was the cause."))),
]


@pytest.mark.parametrize(("claim", "evidence"), FALSE)
def test_another_thing_than_the_claim_names_is_no_support(claim: str, evidence: list[Evidence]) -> None:
    assert judge(claim, evidence).support != "supported"


TRUE = [
    ("The staging image of the ferry desk is 3.2.0-rc2.", SETTINGS),
    ("The ferry desk has six workers in production.", SETTINGS),
    ("The availability for Skua Lines is 99.2 %.", pieces(("Amendment", CHANGE))),
    ("buoy-07 has a new lamp.", pieces(("Log", "buoy-07 has a new lamp, buoy-03 a new chain."))),
    ("Fault FLT-44 was caused by a wet fuse.", pieces(("Fault FLT-44", "See also FLT-31. A wet fuse was the cause."))),
]


@pytest.mark.parametrize(("claim", "evidence"), TRUE)
def test_what_the_claim_names_supports_it(claim: str, evidence: list[Evidence]) -> None:
    assert judge(claim, evidence).support == "supported"
