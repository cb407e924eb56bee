"""EVID-2: what looks like a time, a class or a name of a question, and refuses nothing."""

from __future__ import annotations

from typing import Any

import pytest

from kts.answer.constraints.meets import unmet
from kts.answer.constraints.named import constraints
from kts.answer.constraints.vocabulary import Vocabulary
from kts.answers import Evidence


def certain(question: str, *evidence: Evidence, **known: Any) -> list[str]:
    vocabulary = Vocabulary(**known)
    missing = unmet(constraints(question, known=vocabulary), evidence, known=vocabulary)
    return [one.constraint.text for one in missing if one.constraint.certain]


@pytest.mark.parametrize(
    ("question", "times"),
    [
        ("I moved in in 2011, at what time may I cancel?", []),
        ("Which discount do I get if I enrolled on 3 May 2011?", []),
        ("I moved in in 2011, what was the rent?", ["2011"]),
        ("What was the rent if we moved in in 2011?", ["2011"]),
        ("Which discount applies in 2011?", ["2011"]),
        ("If the lift was inspected in 2011, when is it due again?", ["2011"]),
    ],
)
def test_evid_2_a_time_of_the_askers_own_life_is_none_of_the_evidence(question: str, times: list[str]) -> None:
    assert [one.text for one in constraints(question) if one.kind in {"date", "period"}] == times


def test_evid_2_a_year_in_the_name_of_a_product_refuses_nothing() -> None:
    text = Evidence("It needs Windows Server 2019.")
    assert not certain("Does it run on Windows Server 2016?", text)
    assert certain("What did Windows servers cost in 2016?", Evidence("Windows servers cost 9 EUR in 2019.")) == [
        "2016"
    ]


@pytest.mark.parametrize("name", ["modified", "created", "content_date"])
def test_evid_2_the_day_on_which_a_file_was_written_refuses_nothing(name: str) -> None:
    metadata = {name: "2024-05-03", "content_date": "2024-05-03"}
    found = certain("What was the toll in 2019?", Evidence("The toll is 3 EUR.", metadata=metadata))
    assert found == (["2019"] if name == "content_date" else [])


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("When does the group CFO sign?", ["CFO"]),
        ("When is group HR told?", ["HR"]),
        ("What does class AB get?", ["class AB"]),
        ("What does class B get?", ["class B"]),
    ],
)
def test_evid_2_a_post_of_a_group_is_no_class(question: str, named: list[str]) -> None:
    found = constraints(question, known=Vocabulary(passages=9, frequency=lambda _: 1))
    assert [one.text for one in found if one.kind in {"section", "term"}] == named


@pytest.mark.parametrize(
    ("text", "met"),
    [
        ("Priority 2 is answered in 4 hours.", True),
        ("| Priority | Time |\n|---|---|\n| 2 | 4 hours |", True),
        ("Priority 3 is answered in 4 hours.", False),
        ("| Priority | Time |\n|---|---|\n| 3 | 2 hours |", False),
        ("Private 2 answers in 4 hours.", False),
    ],
)
def test_evid_2_a_shortened_word_before_a_number_is_met_by_the_word_that_it_begins(text: str, *, met: bool) -> None:
    known: dict[str, Any] = {"passages": 9, "frequency": lambda word: int(word not in {"prio", "Prio"})}
    assert (not certain("How fast is Prio 2 answered?", Evidence(text), **known)) is met
    assert certain("How fast is Prio 2 answered?", Evidence(text), passages=99, frequency=lambda _: 3)


def test_a_word_that_only_joins_is_no_part_of_a_name() -> None:
    assert [one.text for one in constraints("Also Denmark, does it pay the toll?")] == ["Denmark"]


def test_evid_2_the_version_of_an_interface_stands_in_its_addresses() -> None:
    told = Evidence("Release 2025.04: the API `/v2/berths` is switched off in May.", title="Changes of release 2025.04")
    assert certain("When will the v2 berths API be switched off?", told) == []
    assert certain("When will the v3 berths API be switched off?", told) == ["3"]
