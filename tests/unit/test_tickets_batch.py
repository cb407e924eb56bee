"""TICK-1, TICK-5: nothing of a ticket is lost unsaid, and nobody is told of another customer."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from kts.errors import UsageError
from kts.tickets.attached import texts, unread
from kts.tickets.batch import content, distinct, joined, superseded
from kts.tickets.batch import unread as columns
from kts.tickets.nouns import Ticket
from kts.tickets.others import asked_for_others, record_of
from kts.tickets.questions import settled
from kts.tickets.read import read
from kts.tickets.reply import reply
from kts.tickets.review import Checked, review
from kts.tickets.whose import of_people, people
from support.desk import SHIPPED, answered, cited

ROW = "customer: Harlow & Finch LLP; plan: Enterprise; contact: Dana Harlow dana@harlow.example; seats: 140"


def test_tick_1_rows_of_one_id_are_comments_of_one_ticket():
    found = joined(
        read(
            b"id,subject,body\n7,Link,Reset link?\n7,Link,It still fails.\n7,Link,Reset link?\n8,,Other\n", name="a.csv"
        )
    )
    assert [(one.id, one.description) for one in found.tickets] == [
        ("7", "Reset link?\n\nIt still fails."),
        ("8", "Other"),
    ]
    assert (found.joined, found.repeated) == (1, 1)


def test_tick_1_a_ticket_of_a_run_is_its_id_and_its_content():
    first, second = Ticket("1", "a", "words", priority="low"), Ticket("1", "a", "other words")
    assert content(first) == content(first._replace(priority="high"))
    assert content(first) != content(second)
    assert len(distinct([first, second, first]).tickets) == 2
    keys, ids = frozenset({("1", content(second))}), frozenset({"1"})
    assert superseded({"id": "1", "content": content(first)}, keys=keys, ids=ids)
    assert not superseded({"id": "1", "content": content(second)}, keys=keys, ids=ids)
    assert not superseded({"id": "1"}, keys=keys, ids=ids)  # of an older run
    assert not superseded({"id": "2", "content": "x"}, keys=keys, ids=ids)


def test_tick_1_columns_that_nobody_reads_are_named():
    rows = read(b"id,body,Seats,product,Status\n1,How?,4,Spindle,open\n", name="a.csv")
    assert columns(rows) == ("Seats", "Status")


def test_tick_1_a_file_of_another_kind_is_called_so():
    with pytest.raises(UsageError, match="is no file of tickets"):
        read(b"PK\x03\x04\0\0\xff", name="a.docx")


def mail(name, body, kind="plain"):
    message = EmailMessage()
    message["From"], message["Subject"] = "Ann Lee <ann@mill.example>", "Help"
    message.set_content("See the attached file. What is wrong?")
    message.add_attachment(body, maintype="text" if kind == "plain" else "application", subtype=kind, filename=name)
    return read(message.as_bytes(), name="a.eml")[0]


def test_tick_1_an_attached_log_is_read_and_other_files_are_named():
    found = mail("agent.log", b"2024-11-18 10:00:01 ERROR KS-2041 rejected\n")
    assert found.description == "See the attached file. What is wrong?\n\nERROR KS-2041 rejected"
    assert "unread" not in found.metadata
    found = mail("offer.pdf", b"%PDF", "pdf")
    assert found.metadata["unread"] == ("offer.pdf",)
    said = review(Checked(found, answered(cited()), "draft", 0.9), SHIPPED)
    assert "attachment" in said.issues
    assert any("offer.pdf" in one for one in said.recommendations)


def test_tick_1_of_a_long_log_the_lines_that_say_what_went_wrong_are_read():
    lines = [f"2024-11-18 10:00:{number:02} INFO all is well with part {number}" for number in range(60)]
    lines[30:30] = ["2024-11-18 10:01:01 ERROR disk full", "2024-11-18 10:01:02 ERROR disk full"]
    assert texts([("a.log", "\n".join(lines).encode())]) == ("ERROR disk full", ())
    assert texts([("a.log", b"\0\1")]) == ("", ("a.log",))
    assert unread(["image001.png", "logo.gif", "smime.p7s", "screen.png"]) == ("screen.png",)


@pytest.mark.parametrize(
    ("text", "customer"),
    [
        (ROW, "Harlow & Finch LLP"),
        ("customer: Nordwind; plan: Business; monthly_fee_eur: 700", "Nordwind"),
        ("Plan: Team; price: 10; users: 5", ""),
        ("client: Windows; version: 5.1; price: 5", ""),
        ("Firmware: 5; price: 4; fee: 3", ""),
        ("Customers of the Team plan pay 10 EUR.", ""),
    ],
)
def test_tick_5_a_row_of_a_table_of_customers_is_a_record(text, customer):
    assert record_of(text) == customer
    assert of_people(text, "| a |") or bool(people(answered(cited(text)))) is bool(customer)


@pytest.mark.parametrize(
    ("text", "others"),
    [
        ("Which plan does Harlow & Finch LLP have, and what fee do they pay?", True),
        ("What is the monthly fee of your other customers?", True),
        ("Please send me someone else's address.", True),
        ("Can I move to another plan?", False),
        ("How do I add a seat for another user?", False),
        ("I need another contact.", False),
    ],
)
def test_tick_5_a_request_for_somebody_elses_data_is_known(text, others):
    ticket = Ticket("1", "", text, client_name="Marc Oduya", email="marc@trellis.example")
    found = answered(cited(ROW))
    assert asked_for_others(ticket, found, found.claims, ()) is others
    own = ticket._replace(email="dana@harlow-finch.example", client_name="Dana Harlow")
    assert asked_for_others(own, found, found.claims, ()) is (others and "Harlow" not in text)


def test_tick_6_two_questions_in_one_sentence_are_not_answered_by_one_statement():
    ticket = Ticket("1", "KS-2041", "What does it mean and how do we get rid of it?")
    one = settled(ticket, answered(cited("It means no.")), None)
    assert (one.verdict, one.notes) == (
        "partly",
        ("not answered: a part of: What does it mean and how do we get rid of it?",),
    )


def test_tick_5_a_company_is_greeted_by_its_whole_name():
    said = reply(Ticket("1", client_name="Harlow & Finch LLP"), answered(cited()), policy=SHIPPED)
    assert said.startswith("Hello Harlow & Finch LLP,")
