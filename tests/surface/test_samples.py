"""The sample folder and its exams hold, and what does not hold is named (CRAWL-1, CONV-1, EVID-6)."""

from __future__ import annotations

import json
import shutil

import pytest
from hypothesis import given
from hypothesis import strategies as st

import check_exams
import check_samples

QUESTION = {
    "id": "q1",
    "question": "When is the fee due?",
    "kind": "lookup",
    "split": "held",
    "answerable": True,
    "places": [{"file": "a.md", "quote": "The fee is due on Monday."}],
    "answer": "Monday",
}
CLAIM = {
    "id": "c1",
    "claim": "The fee is due on Tuesday.",
    "label": "contradicted",
    "edit": "date",
    "split": "train",
    "file": "a.md",
    "quote": "due on Monday",
    "reason": "Monday",
}
TICKET = {
    "id": "TK-1",
    "split": "held",
    "outcome": "spam",
    "articles": [],
    "quote": "",
    "class": "other",
    "personal_data": [],
    "why": "advertising",
}
DEFINITION = {
    "id": "D1",
    "file": "a.txt",
    "source": "cuad",
    "term": "Fee",
    "kind": "inline",
    "start": 5,
    "split": "held",
}


def faults(name, row, **changes):
    return list(check_exams.bad_lines({name: [{**row, **changes}]}))


def test_the_samples_and_their_exams_hold(capfd):
    status = check_samples.main([])
    assert status == 0, capfd.readouterr().out


@pytest.mark.parametrize(
    ("name", "row"),
    [
        ("questions.jsonl", QUESTION),
        ("claims.jsonl", CLAIM),
        ("tickets/judged.jsonl", TICKET),
        ("structure/definitions.jsonl", DEFINITION),
    ],
)
def test_a_good_line_has_no_fault_and_any_other_key_is_one(name, row):
    assert faults(name, row) == []
    assert faults(name, row, hint="x") == [f"{name}: {row['id']}: unknown key 'hint'"]


@pytest.mark.parametrize(
    ("name", "row", "changes", "said"),
    [
        ("questions.jsonl", QUESTION, {"kind": "riddle"}, "kind: 'riddle' is none of"),
        ("questions.jsonl", QUESTION, {"answerable": "yes"}, "answerable: 'yes' is no bool"),
        ("questions.jsonl", QUESTION, {"question": " "}, "question: is empty"),
        ("questions.jsonl", QUESTION, {"places": [{"file": "a.md"}]}, "places: no key 'quote'"),
        ("questions.jsonl", QUESTION, {"kind": "unanswerable_absent"}, "kind and answerable disagree"),
        ("questions.jsonl", QUESTION, {"answer": ""}, "places and answer belong"),
        ("claims.jsonl", CLAIM, {"edit": "none"}, "label, edit and wording disagree"),
        ("claims.jsonl", CLAIM, {"wording": "literal"}, "label, edit and wording disagree"),
        ("tickets/judged.jsonl", TICKET, {"outcome": "escalate"}, "escalate_reason belongs"),
        ("tickets/judged.jsonl", TICKET, {"articles": ["a.md"]}, "articles and quote belong"),
        ("tickets/judged.jsonl", TICKET, {"personal_data": ["shoe size"]}, "'shoe size' is none of"),
        ("structure/definitions.jsonl", DEFINITION, {"quote": "the Fee"}, "quote is for samples"),
        ("structure/definitions.jsonl", DEFINITION, {"start": "5"}, "start: '5' is no int"),
    ],
)
def test_a_line_out_of_shape_is_named_with_its_fault(name, row, changes, said):
    (fault,) = faults(name, row, **changes)
    assert fault.startswith(f"{name}: {row['id']}: ")
    assert said in fault


def test_an_id_is_used_once():
    assert list(check_exams.bad_lines({"claims.jsonl": [CLAIM, CLAIM]})) == ["claims.jsonl: c1: id is used 2 times"]


def test_a_quote_may_break_its_lines_elsewhere_and_nothing_else(tmp_path):
    for name in check_samples.EXAMS:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("", encoding="utf-8")
    lines = [CLAIM, {**CLAIM, "id": "c2", "quote": "due on Tuesday"}, {**CLAIM, "id": "c3", "file": "b.md"}]
    (tmp_path / "claims.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    found = check_samples.Conversion({"a.md": "The fee is due\n  on Monday."}, {})
    assert list(check_samples.lost_quotes(tmp_path, found)) == [
        "claims.jsonl: c2: a.md (ok) does not say 'due on Tuesday'",
        "claims.jsonl: c3: no document b.md",
    ]


def test_an_offset_is_where_the_words_stand(tmp_path):
    folder = tmp_path / check_exams.COLLECTIONS["cuad"]
    folder.mkdir(parents=True)
    (folder / "a.txt").write_bytes(b'The "Fee" is due.\r\n')
    rows = [DEFINITION, {**DEFINITION, "id": "D2", "start": 6}, {**DEFINITION, "id": "D3", "file": "b.txt"}]
    assert list(check_exams.lost_offsets({"structure/definitions.jsonl": rows}, tmp_path)) == [
        "structure/definitions.jsonl: D2: offset 6 is not the place",
        "structure/definitions.jsonl: D3: cuad has no b.txt",
    ]


def test_a_ticket_is_judged_once_and_holds_the_personal_data_it_is_said_to_hold():
    ticket = dict.fromkeys(check_exams.TICKET, "x") | {
        "ticket_id": "TK-1",
        "body": "call 555-0142, card 4111 1111 1111 1111",
    }
    judged = [{**TICKET, "personal_data": ["name", "phone", "email"]}, {**TICKET, "id": "TK-2"}]
    assert list(check_exams.bad_tickets([("tickets.csv", ticket)], judged)) == [
        "tickets: TK-2: judged, but there is no such ticket",
        "tickets: TK-1: card_number is in the text",
        "tickets: TK-1: email is not in the text",
    ]


@given(st.text("0123456789", min_size=12, max_size=18))
def test_exactly_one_check_digit_makes_a_card_number(digits):
    assert sum(check_exams.luhn(digits + check) for check in "0123456789") == 1


@pytest.mark.parametrize(
    "text", ["ada@corvane.example", "ada@example.org", "https://intranet.corvane.example/a", "a@b"]
)
def test_invented_addresses_pass(text):
    assert list(check_samples.real_places({"a.md": text})) == []


@pytest.mark.parametrize(
    "text",
    [
        "ada@corvane.com",
        "see http://example.de/x",
        "www.corvane.net",
        "ada@notexample.com",
        "in /home/ada/x",
        r"C:\Users\ada",
    ],
)
def test_addresses_of_the_real_world_and_paths_of_a_machine_do_not(text):
    assert len(list(check_samples.real_places({"a.md": text}))) == 1


def test_a_wrong_number_in_a_readme_is_named():
    table = check_exams.Table("README.md", "| kind | questions |", "questions.jsonl", ("kind",))
    readme = "| kind | questions |\n|---|---|\n| lookup | 2 |\n| broad | 1 |\n\nMore.\n"
    said = list(check_exams.wrong_table(table, readme, [QUESTION, {**QUESTION, "kind": "how_to"}]))
    assert said == [
        "README.md: broad: says 1, there are 0",
        "README.md: how_to: says 0, there are 1",
        "README.md: lookup: says 2, there are 1",
    ]


@pytest.mark.slow
def test_a_generated_file_that_was_changed_by_hand_is_named(repository, tmp_path):
    mail = "mail/2024-02-16-remittance-receipt.eml"
    for name in ("mail/empty.eml", mail):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(repository / "samples" / mail, tmp_path / name)
    with (tmp_path / mail).open("a", encoding="utf-8") as stream:
        stream.write("One more line.\n")
    problems = list(check_samples.unlike(tmp_path, check_samples.converted(tmp_path)))
    assert f"{mail}: its script makes another one" in problems
    assert "mail/empty.eml: no script makes it" in problems


def test_too_few_documents_and_formats_are_named():
    found = check_samples.Conversion({"a.md": "x"}, {"b.pdf": "crashed", "c.txt": "empty"})
    problems = list(check_samples.wanting(found))
    assert "documents: 3, not 60" in problems
    assert "no document is a .docx" in problems
    assert "b.pdf: conversion ends as crashed" in problems
    assert not any("c.txt" in problem for problem in problems)
