"""EVID-5: an answer is of the kind that is asked for: somebody, what was done, the second of several, this building."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kts.answer.choose.extract import Held
from kts.answer.choose.fitting import (
    left_open,
    names_nobody,
    of_another_place,
    only_meant,
    other_count,
    other_object,
    small_names,
)
from kts.answer.choose.reasons import of_another, reasoned_first
from kts.answer.units.quotable import Unit
from kts.answers import Evidence
from kts.types import Span
from kts.workspace import Workspace
from support.index import WORDS

if TYPE_CHECKING:
    from pathlib import Path

    from kts.answers import Answer


def asked(folder: Path, question: str, documents: dict[str, str], **settings: str) -> Answer:
    for name, text in documents.items():
        (folder / name).write_text(text, encoding="utf-8")
    with Workspace.create(str(folder / "index"), environment=WORDS | settings) as opened:
        opened.ingest([str(folder)])
        return opened.ask(question, record=False)


@pytest.mark.parametrize(
    ("question", "text", "nobody"),
    [
        ("Which two members voted against the loan?", "Adopted with 6 votes in favour and 2 against.", True),
        ("Who is the fire warden on the third floor?", "Every tenant has at least one fire warden.", True),
        ("Who chairs the finance committee?", "| Small loan | chair | 10 days | 350 EUR |", True),
        ("Which two members voted against the loan?", "Mr Oake and Ms Lund voted against it.", False),
        ("Which members abstained?", "Against: H. Oake; abstained: none.", False),
        ("Who is the fire warden on the third floor?", "Fire warden, third floor: Ida Lund.", False),
        ("Who chairs the finance committee?", "| Finance | Ida Lund | monthly |", False),
        ("Who chairs the finance committee?", "The committee is led by the treasurer.", False),
        ("Who is the owner of the data?", "The owner of the data is the department that made them.", False),
        ("Who is the contact at night?", "At night it is always the duty engineer.", False),
        ("Who chairs the board?", "She has done so since May.", False),
        ("Who are the people who run the hut?", "There is a treasurer and there are two wardens.", False),
        ("Who must sign the form?", "The form is signed before the visit.", False),
        ("Which members may vote?", "Full members vote once a year.", False),
    ],
)
def test_evid_5_somebody_in_particular_is_named(question: str, text: str, nobody: bool):
    kind = "row" if text.startswith("|") else "sentence"
    assert names_nobody(question, Unit(text, Span(0, len(text)), 0, 0, kind)) is nobody


@pytest.mark.parametrize(
    ("question", "text", "meant"),
    [
        ("Did Dr. Roe accept the post?", "The post has been offered to Dr. Roe.", True),
        ("Has the lift been replaced?", "The lift will be replaced in May.", True),
        ("When was bug 17 fixed?", "Planned fix: 7.0", True),
        ("Since when do the shorter times apply?", "The shorter times will apply from April.", True),
        ("Did Dr. Roe accept the post?", "The post was offered to Dr. Roe, who accepted it.", False),
        ("Did Dr. Roe accept the post?", "Dr. Roe accepted the post; she will start in May.", False),
        ("When was bug 17 fixed?", "Fixed in 7.0 on 3 May.", False),
        ("Was the offer accepted?", "The offer stands until May.", False),
        ("Since when do the shorter times apply?", "The shorter times will apply from 1 April 2025.", False),
        ("When will bug 17 be fixed?", "Planned fix: 7.0", False),
        ("Did they pay for the move?", "No.", False),
    ],
)
def test_evid_5_an_offer_or_a_plan_is_no_deed(question: str, text: str, meant: bool):
    assert only_meant(question, text) is meant


@pytest.mark.parametrize(
    ("question", "said", "about", "other"),
    [
        (
            "What does the second amending statute change?",
            "In section 4 the word is deleted.",
            "First Statute Amending the Rules\nFirst_Amending_Statute.pdf",
            "statute 1, not statute 2",
        ),
        ("What torque does the fourth edition give?", "Cover | 32", "filler_ed3.pdf", "edition 3, not edition 4"),
        ("What did the third edition say?", "Dogs may enter.", "rules-4th-edition.md", "edition 4, not edition 3"),
        ("What torque does the third edition give?", "Cover | 32", "filler_manual_ed3.pdf", ""),
        ("What did the third edition say?", "The third edition said no.", "house-rules-4th-edition.md", ""),
        ("What torque does edition 4 give?", "Cover | 32", "in figures it is a constraint, filler_ed3.pdf", ""),
        ("What changed from edition 3 to edition 4?", "Dogs may enter.", "house-rules-4th-edition.md", ""),
        ("What does the second paragraph say?", "Dogs may enter.", "First Statute", ""),
    ],
)
def test_evid_5_the_second_is_not_the_first(question: str, said: str, about: str, other: str):
    assert other_count(question, said, about) == other


@pytest.mark.parametrize(
    ("question", "lead", "above", "thing"),
    [
        (
            "How long are recordings of phone calls kept?",
            "Entries of the log are kept for five years.",
            "6 Records",
            "recordings of phone calls",
        ),
        ("How long are recordings of phone calls kept?", "Calls are kept for five years.", "", ""),
        ("How long are recordings of phone calls kept?", "They are kept for a year.", "Recordings of phone calls", ""),
        ("How long are logs kept?", "Entries are kept for five years.", "", ""),
        ("How long are recordings of phone calls kept?", "Keep everything for five years.", "", ""),
    ],
)
def test_evid_5_what_is_kept_is_what_the_question_is_about(question: str, lead: str, above: str, thing: str):
    assert other_object(question, lead, above) == thing


def test_evid_5_names_in_small_letters_are_names():
    rules = Evidence("The library opens at eight. Ostmark is a village.", path="library.md")
    travel = Evidence("There is no cap for trips to Ostmark and to Old Linden.", path="travel.md")
    others = [Evidence(f"The {place} is shut.", path=f"{place}.md") for place in ("archive", "pool")]
    assert list(small_names("library hours ostmark", [rules, travel, *others])) == ["Ostmark"]
    assert list(small_names("library hours linden", [rules, travel, *others])) == []
    assert list(small_names("library hours ostmark", [rules, travel])) == []
    assert list(small_names("library hours village", [rules, travel, *others])) == []


@pytest.mark.parametrize(
    ("name", "lead", "text", "place"),
    [
        ("Granary", "Meet on the grass.", "Both Tanner House and the Granary have lifts.", "Tanner House"),
        ("Granary", "Meet on the grass.", "| Tanner House | 34 |\n| Granary | 26 |", "Tanner House"),
        ("Granary", "From the Granary go to the grass.", "Both Tanner House and the Granary have lifts.", ""),
        ("Granary", "Meet on the grass.", "The Granary is old. Tanner House is new.", ""),
        ("Tanner House", "Meet on the grass.", "Both Tanner House and the Granary have lifts.", ""),
    ],
)
def test_evid_5_a_document_on_one_building_is_not_on_the_other(name: str, lead: str, text: str, place: str):
    about = ("Fire strategy Tanner House", "fire.md", "2 Evacuation")
    assert of_another_place(name, lead, about, [Evidence(text)]) == place


@pytest.mark.parametrize(
    ("name", "text", "company"),
    [
        ("Malmo", "Osk Couriers AB, Malmo, is the carrier.", ""),
        ("Torvald", "The carriers are Osk Couriers AB and Torvald.", "Osk Couriers AB"),
        ("Torvald Ltd", "The carriers: Osk Couriers AB, Torvald Ltd.", "Osk Couriers AB"),
    ],
)
def test_a_company_and_its_seat_are_no_rivals(name: str, text: str, company: str) -> None:
    about = ("Privacy notice of Osk Couriers AB", "notice.md", "2 Parcels")
    assert of_another_place(name, "Parcels are held for a week.", about, [Evidence(text)]) == company


def test_evid_10_what_was_put_off_is_no_decision():
    assert left_open("Which option did the board choose?", "Decision: put off to May.")
    assert not left_open("Did the board agree to the loan?", "Decision: put off to May.")
    assert not left_open("Which option did the board choose?", "Decision: the cheap option.")
    assert not left_open("Which decision was put off?", "Decision: put off to May.")


EARLIER = (
    "# Minutes\n\nDate: 19 November 2024\n\n## Goods lift\n\n"
    "Two options for the goods lift: a new controller or a full replacement. Decision: put off to the May meeting.\n"
)
LATER = (
    "# Minutes\n\nDate: 13 May 2025\n\n## Goods lift\n\nThe survey is there. Decision: a new controller, no full "
    "replacement. The limit is 41,500 GBP.\n"
)


def test_evid_10_the_later_decision_goes_before_the_one_that_was_put_off(tmp_path: Path):
    question = "Which of the two options for the goods lift did the board choose, and up to what limit?"
    documents = {"minutes-2024-11-19.md": EARLIER, "minutes-2025-05-13.md": LATER}
    found = asked(tmp_path, question, documents, KTS_ANSWER_FLOOR="0")
    assert "no full replacement" in found.claims[0].text
    assert "41,500" in found.claims[1].text


def test_evid_10_where_nothing_was_decided_later_the_answer_is_doubtful(tmp_path: Path):
    question = "Which of the two options for the goods lift did the board choose?"
    found = asked(tmp_path, question, {"minutes-2024-11-19.md": EARLIER})
    assert "what is cited says that the decision was put off" in found.doubts


def test_evid_5_who_it_is_goes_before_what_is_said_of_the_post(tmp_path: Path):
    text = "# Pool\n\nThe pool has a pool warden on every day of the week. Ida Lund is pool warden.\n"
    found = asked(tmp_path, "Who is the pool warden?", {"pool.md": text})
    assert found.claims[0].text == "Ida Lund is pool warden."


def test_evid_5_the_edition_that_is_asked_for_leads(tmp_path: Path):
    rules = "# House rules, {} edition\n\nDogs {} in the house.\n"
    documents = {
        "rules-ed3.md": rules.format("third", "are welcome"),
        "rules-ed4.md": rules.format("fourth", "stay out"),
    }
    found = asked(tmp_path, "What does the third edition of the house rules say about dogs?", documents)
    assert found.claims[0].text == "Dogs are welcome in the house."


@pytest.mark.parametrize(
    ("question", "text", "above", "another"),
    [
        ("Why did the club overspend?", "A draft is there. Guards cost more, since few firms bid.", "", True),
        ("Why did the club overspend?", "A draft is there. The club paid more, since few firms bid.", "", False),
        ("Why did the club overspend?", "This was because a pipe burst.", "", False),
        ("Why did the club overspend?", "Reasons: a pipe burst.", "", False),
        ("Why did the club overspend?", "A pipe burst because of frost.", "How clubs overspend", False),
        ("How did the club overspend?", "A pipe burst because of frost.", "", False),
    ],
)
def test_evid_1_a_reason_for_something_else_is_none(question: str, text: str, above: str, another: bool):
    assert of_another(question, text, above) is another


def unit(text: str, at: int) -> Held:
    return Held(Unit(text, Span(100 * at, 100 * at + len(text)), 0, at, "sentence"), frozenset(), ())


def test_evid_1_the_reason_that_is_called_so_goes_before_one_for_something_else():
    other = unit("Guards cost more, since few firms bid.", 7)
    spent = unit("The club spent 583 with a budget of 571.", 2)
    named = unit("Reasons: a burst pipe and the hire of a boiler.", 3)
    ranked = [(3.0, other), (2.0, spent), (-4.0, named)]
    assert reasoned_first("Why did the club go over budget?", ranked)[0] == (3.0, named)
    assert reasoned_first("Why do guards cost more?", ranked)[0] == (3.0, other)
    assert reasoned_first("Why did the club go over budget?", ranked[:2])[0] == (3.0, other)
    no_reason = unit("Snow and ice cost 4000.", 9)
    assert reasoned_first("Why did the club go over budget?", [(3.1, no_reason), *ranked])[0] == (3.1, named)


def test_evid_1_the_first_of_several_reasons_goes_before_a_further_one():
    first = unit("Doing so breaks the seal of the pump.", 4)
    further = unit("Furthermore, the motor is cut off because nothing runs it dry.", 5)
    ranked = [(3.0, further), (1.0, unit("The pump has a motor.", 9)), (0.5, first)]
    found = reasoned_first("Why is it bad to pull the motor of the pump?", ranked)
    assert [one.unit.position for _, one in found] == [4, 5, 9]
    assert reasoned_first("How is the motor pulled?", ranked)[0] == (3.0, further)
