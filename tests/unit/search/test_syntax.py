"""What people expect of a search box: phrases, exclusions and fields; and that prose is left alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.errors import UsageError
from kts.search.syntax import asks, written
from kts.testing import prepared
from kts.types import Filter

CURE = "# Cure\n\nThe cure period is thirty days; see E-7042.\n"
NOTICE = "# Notice\n\nA notice of the cure of a period of delay is given in writing.\n"
LUNCH = "# Lunch\n\nThe menu changes on Mondays. No cure is served.\n"


@pytest.fixture
def here(house):
    return house(
        prepared("contracts/cure.md", CURE, doc_type="contract", content_date="2023-05-01"),
        prepared("contracts/notice.md", NOTICE, doc_type="contract", content_date="2022-02-01"),
        prepared("lunch.md", LUNCH, doc_type="policy", content_date="2024-01-01"),
    )


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("cure period", ["contracts/cure.md", "contracts/notice.md", "lunch.md"]),
        ('"cure period"', ["contracts/cure.md"]),
        ('"Cure  Period"', ["contracts/cure.md"]),
        ("\u201ccure period\u201d", ["contracts/cure.md"]),
        ("cure -thirty", ["contracts/notice.md", "lunch.md"]),
        ('cure -"given in writing"', ["contracts/cure.md", "lunch.md"]),
        ("cure type:policy", ["lunch.md"]),
        ("cure path:contracts/", ["contracts/cure.md", "contracts/notice.md"]),
        ("cure code:e7042", ["contracts/cure.md"]),
        ("cure doc:lunch.md", ["lunch.md"]),
        ("cure after:2023-06-01", ["lunch.md"]),
        ("cure before:2023", ["contracts/notice.md"]),
        ("cure until:2023-05", ["contracts/cure.md", "contracts/notice.md"]),
        ('cure -menu path:contracts/ since:2023 "thirty days"', ["contracts/cure.md"]),
        ("cure -path:contracts/", ["lunch.md"]),
        ("cure -path:contr", ["contracts/cure.md", "contracts/notice.md", "lunch.md"]),
        ("cure -doc:lunch.md -type:note", ["contracts/cure.md", "contracts/notice.md"]),
        ("cure -type:contract", ["lunch.md"]),
        ("what is the cure? -path:contracts", ["lunch.md"]),
        ("cure path:contracts -doc:notice.md", ["contracts/cure.md"]),
        ("cure nothing:here", ["contracts/cure.md", "contracts/notice.md", "lunch.md"]),
    ],
)
def test_qry_commands_of_a_search_box(here, text, paths):
    assert sorted(here.found(text)) == sorted(paths)


@pytest.fixture
def deep(house):
    return house(
        prepared("wi/withdrawn/cure.md", CURE),
        prepared("sop/Withdrawn/2019/notice.md", NOTICE),
        prepared("wi/not-withdrawn/lunch.md", LUNCH),
    )


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("cure -path:withdrawn", ["wi/not-withdrawn/lunch.md"]),
        ("What is the cure? -path:withdrawn/", ["wi/not-withdrawn/lunch.md"]),
        ("cure path:withdrawn", ["wi/withdrawn/cure.md", "sop/Withdrawn/2019/notice.md"]),
        ("cure -path:withdrawn/2019", ["wi/withdrawn/cure.md", "wi/not-withdrawn/lunch.md"]),
        ("cure path:2019/notice.md", ["sop/Withdrawn/2019/notice.md"]),
        ("cure -path:wi", ["sop/Withdrawn/2019/notice.md"]),
    ],
)
def test_qry_a_folder_is_meant_wherever_it_lies(deep, text, paths):
    found = deep.search(text)
    assert sorted(deep.found(text)) == sorted(paths)
    assert not [note for note in found.notes if note.startswith("no folder")]


def test_qry_a_folder_that_is_nowhere_is_said(deep):
    notes = deep.search("cure -path:drawn").notes
    assert "no folder or file is called drawn" in notes


def test_qry_a_field_in_the_text_does_not_widen_the_callers_filter(here):
    assert here.found("cure type:policy", filters=Filter(doc_type=("CONTRACT",))) == sorted(
        here.found("cure", filters=Filter(doc_type=("CONTRACT",))), key=here.found("cure").index
    )


def test_qry_what_cannot_be_left_out_is_an_error_that_says_what_can(here):
    with pytest.raises(UsageError) as caught:
        here.search("cure -code:E7042")
    assert "-code:E7042" in caught.value.message
    assert "path" in caught.value.hint


def test_qry_what_is_left_out_is_told(here):
    found = here.search("cure -path:contracts")
    assert found.explanation["stages"][0] == {"stage": "syntax", "text": "only without path:contracts"}


def test_qry_a_phrase_that_nothing_holds_finds_nothing(here):
    assert here.found('"period cure"') == []


@pytest.mark.parametrize("text", ['who wrote about the "cure period"?', 'is a "cure period" served'])
def test_qry_a_question_quotes_and_does_not_command(here, text):
    assert asks(text)
    assert written(text).phrases == ()
    assert len(here.found(text)) == 3


def test_qry_commands_can_be_switched_off(here):
    from kts.config import SearchSettings

    assert len(here.found('"period cure"', settings=SearchSettings(syntax=False))) == 3


@pytest.mark.parametrize("text", ["cure after:yesterday", "cure since:2023-13", "cure before:1-1-2020"])
def test_qry_a_date_that_is_none_is_an_error_that_says_so(here, text):
    with pytest.raises(UsageError) as caught:
        here.search(text)
    assert text.split()[1] in caught.value.message
    assert "2024-03" in caught.value.hint


def test_qry_a_command_is_no_word_that_documents_lack(here):
    found = here.search("cure path:contracts -menus type:contract")
    assert not [note for note in found.notes if note.startswith("not in any document")]
    assert [term["word"] for term in found.explanation["terms"]] == ["cure"]


def test_qry_what_was_read_is_explained(here):
    found = here.search('"cure period" -lunch')
    assert found.explanation["stages"][0] == {"stage": "syntax", "text": 'only "cure period", without lunch'}


PROSE = st.text(st.sampled_from("abc d,.'()?"), max_size=60)


@given(PROSE)
def test_qry_text_without_marks_is_searched_as_it_stands(text):
    assert written(text).text == text
