"""What is long or odd is read in the time of what is not (SPEC: no input stops the product)."""

from __future__ import annotations

import time

import pytest

from kts.answer.choose.logged import is_logged, message_of
from kts.answer.claims.gate import judge
from kts.answer.claims.naming import worded
from kts.answer.constraints.pasted import pasted
from kts.answer.constraints.vocabulary import NOWHERE
from kts.answers import Evidence
from kts.lexicon.sentences import sentences

MOST = 20.0
"""Seconds of the processor that none of these needs nearly; each took minutes where time grew with a power of size."""


def taken(start: float) -> float:
    return time.process_time() - start


@pytest.mark.parametrize(
    "claim",
    [
        f"The limits are {', '.join(f'{at * 7 % 9973} days' for at in range(1, 601))}.",
        f"The supplier {' '.join(f'manager{at} shall pay tenant and' for at in range(400))} the customer.",
        f"The limits are {' '.join(f'Xa{at}b Limited pays,' for at in range(400))} days.",
    ],
    ids=["numbers", "actors", "names"],
)
def test_a_long_claim_is_judged(claim: str) -> None:
    stated = Evidence(f"The limits are {', '.join(f'{900 + at} days' for at in range(25))}. A supplier pays in May.")
    start = time.process_time()
    assert judge(claim, [stated]).support != "supported"
    assert taken(start) < MOST


def test_a_line_of_many_blanks_between_pages() -> None:
    start = time.process_time()
    assert len(sentences(f"the sum of the rent is\n{' ' * 1000}\nx Next.")) > 0
    assert taken(start) < MOST


@pytest.mark.parametrize("text", ["\n" * 8000, "a." * 8000, "\n>" * 4000], ids=["lines", "dots", "quotes"])
def test_a_long_paste(text: str) -> None:
    start = time.process_time()
    assert not is_logged(text)
    assert message_of(text) == text
    assert list(pasted((), text, NOWHERE)) == []
    assert taken(start) < MOST


@pytest.mark.parametrize("column", ["Grade", "Grades", "Class", "Process"])
def test_a_row_of_another_key_is_no_support(column: str) -> None:
    table = f"| {column} | Fee |\n|---|---|\n| 4 | 10 euros |"
    assert judge(f"The fee of {column.lower()} 5 is 10 euros.", [Evidence(table)]).support != "supported"


def test_a_version_is_not_found_in_another_number() -> None:
    text = "A session ends after 300 seconds. Logs are kept 45 days."
    claim = "In Gateway version 4 a session ends after 300 seconds."
    assert judge(claim, [Evidence(text, title="Gateway version 5 settings")]).support != "supported"


def test_a_role_that_begins_with_the_name_stays() -> None:
    text = 'This is between Acme Limited (the "Acme Group") and Boon Limited (the "Buyer").'
    (said,) = worded("The Acme Group pays Boon Limited.", [Evidence(text)])
    assert said.text == "The Acme Group pays the Buyer."
    assert len(said.text) == len(said.places)
