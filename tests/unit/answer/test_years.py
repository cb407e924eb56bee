"""EVID-5: two years that are one, versions before what they are of, and letters that tell things of a kind apart."""

from __future__ import annotations

import pytest

from kts.answer.constraints.editions import edition_met, editions
from kts.answer.constraints.meets import unmet
from kts.answer.constraints.named import constraints
from kts.answer.constraints.pieces import piece
from kts.answer.constraints.vocabulary import NOWHERE
from kts.answer.constraints.years import pairs
from kts.answers import Evidence


@pytest.mark.parametrize(
    ("text", "years"),
    [
        ("the season 2031/32", [2031]),
        ("the season 2031-2032", [2031]),
        ("in 1999/00", [1999]),
        ("invoice 2031/07", []),
        ("on 2031-04-05", []),
        ("circular 2031/08", []),
        ("from 2031/33", []),
    ],
)
def test_two_years_that_follow_each_other_are_one(text: str, years: list[int]) -> None:
    found = [year for year, _ in pairs(text)]
    assert found == years


@pytest.mark.parametrize(
    ("passage", "detail", "certain"),
    [
        ("Season 2031/32: the fee is 40 EUR.", None, None),
        ("Valid from 1 May 2031 to 30 April 2032. The fee is 40 EUR.", None, None),
        ("Season 2030-31: the fee is 38 EUR.", "the passage is about 2030/31, not 2031/32", True),
        ("Valid 1 May 2030 - 30 April 2031.", "the passage is about 2030/31, not 2031/32", True),
        ("The fee is 40 EUR.", "the passage does not name 2031/32", False),
    ],
)
def test_a_year_of_two_is_met_by_itself(passage: str, detail: str | None, certain: bool | None) -> None:
    wants = [one for one in constraints("What is the fee for the season 2031/32?") if one.kind == "period"]
    assert [one.text for one in wants] == ["2031/32"]
    lacking = unmet(wants, (Evidence(passage),))
    assert [(one.detail, one.constraint.certain) for one in lacking] == ([] if detail is None else [(detail, certain)])


@pytest.mark.parametrize(
    ("question", "versions"),
    [
        ("How long does the 2.7 client wait?", ["2.7"]),
        ("Is there a dark theme in our 2.7.1 app?", ["2.7.1"]),
        ("What is the 2.5 ratio?", []),
        ("How heavy is the 3.5 tonne lorry?", []),
    ],
)
def test_a_version_before_what_it_is_of(question: str, versions: list[str]) -> None:
    assert [one.value for one in constraints(question) if one.kind == "version"] == versions


@pytest.mark.parametrize(
    ("question", "passage", "title", "detail"),
    [
        ("Does Kiln 6.1 run?", "Kiln needs Debian 11.2.", "Guide", "the passage states no version"),
        ("Does Kiln 6.1 run?", "Kiln needs version 5.9.", "Guide", "the passage is about version 5.9, not 6.1"),
        ("Does it run on Debian 10.4?", "Kiln 6.1 needs Debian 11.2.", "Guide",
         "the passage is about version 11.2, not 10.4"),
        ("Does it run on Debian 11.2?", "Kiln 6.1 needs Debian 11.2.", "Guide", None),
        ("Is it in version 10.4?", "Debian 11.2 has it.", "Debian", "the passage is about version 11.2, not 10.4"),
    ],
)  # fmt: skip
def test_what_a_product_runs_on_has_versions_of_its_own(
    question: str, passage: str, title: str, detail: str | None
) -> None:
    wants = [one for one in constraints(question) if one.kind == "version"]
    lacking = unmet(wants, (Evidence(passage, title=title),))
    assert [one.detail for one in lacking] == ([] if detail is None else [detail])


def test_what_ended_with_an_earlier_version_is_a_doubt_for_a_later_one() -> None:
    (want,) = (one for one in constraints("Does the fax still work with version 7.3?") if one.kind == "version")
    (ended,) = unmet([want], (Evidence("The fax is no longer supported.", title="Kiln release 7.0"),))
    (other,) = unmet([want], (Evidence("The fax has its own queue.", title="Kiln release 7.0"),))
    assert (ended.constraint.certain, other.constraint.certain) == (False, True)


def test_evid_3_an_entry_that_tells_of_an_end_among_others_says_nothing_of_a_later_version() -> None:
    (want,) = (one for one in constraints("When is the cut-off in version 8.2?") if one.kind == "version")
    notes = (
        "- The cut-off is 4 p.m. Batches are no longer refused.\n- The force button was removed.\n- Faxes are queued.\n"
    )
    (lacking,) = unmet([want], (Evidence(notes, title="Kiln release 7.3"),))
    assert lacking.constraint.certain


@pytest.mark.parametrize(
    ("passage", "met"),
    [
        ("The crane of Basin C lifts 4 t.", True),
        ("The cranes of Basins A to D lift 4 t.", True),
        ("The cranes of Basins B and C lift 4 t.", True),
        ("| Basin | Lifts |\n|---|---|\n| C | 4 t |", True),
        ("The crane of Basin A lifts 4 t.", False),
    ],
)
def test_a_letter_tells_things_of_a_kind_apart(passage: str, *, met: bool) -> None:
    wants = constraints("How much does the crane of Basin C lift?")
    lacking = unmet(wants, (Evidence(passage, title="Basin cranes"),))
    assert (not lacking) is met


@pytest.mark.parametrize(
    ("question", "mark"),
    [
        ("What does drawing 40 show in Rev C?", "C"),
        ("What does RevC show?", "C"),
        ("Which issue I have to read?", ""),
        ("Which revision has it?", ""),
    ],
)
def test_a_revision_may_have_a_letter(question: str, mark: str) -> None:
    assert [one.value for one in editions(question, NOWHERE)] == ([mark] if mark else [])


def test_a_document_of_another_letter_does_not_meet_it() -> None:
    (want,) = editions("What does Rev D show?", NOWHERE)
    other = edition_met(want, piece(Evidence("The quay is 40 m.", title="Plan RevC")), NOWHERE)
    assert other is not None
    assert other.constraint.certain
    assert edition_met(want, piece(Evidence("The quay is 40 m.", title="Plan Rev D")), NOWHERE) is None
