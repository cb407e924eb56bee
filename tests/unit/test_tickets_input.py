"""TICK-1: tickets come in as JSON, JSON lines, CSV, mails and mailboxes; mistakes name their line."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.errors import UsageError
from kts.lexicon.mail import parts
from kts.tickets.read import Columns, from_row, read, rows

MAIL = b"""From: Ann Lee <ann@example.org>
To: desk@example.com
Subject: Re: AW: late fee
Date: Fri, 03 May 2024 13:58:00 -0500
Message-ID: <1@example.org>
Content-Type: text/plain; charset="utf-8"

Hello,

why was I charged twice?

Best regards
Ann Lee
555-0121

On Thu the desk wrote:
> Your ticket is open.
> Call Bo Berg.
"""
MULTIPART = b"""From: =?utf-8?q?J=C3=BCrgen_Gro=C3=9F?= <j@example.org>
Subject: =?utf-8?q?R=C3=BCckfrage?=
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=x

--x
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: quoted-printable

<p>How do I <b>reset</b> it=3F</p>
--x
Content-Type: application/pdf; name="scan.pdf"
Content-Disposition: attachment; filename="scan.pdf"
Content-Transfer-Encoding: base64

JVBERi0=
--x--
"""


def test_tick_1_a_mail_is_its_own_words():
    (ticket,) = read(MAIL, name="one.eml")
    assert ticket.subject == "late fee"
    assert ticket.description == "Hello,\n\nwhy was I charged twice?"
    assert ticket.signature.splitlines() == ["Best regards", "Ann Lee", "555-0121"]
    assert "Bo Berg" in ticket.quoted
    assert (ticket.client_name, ticket.email) == ("Ann Lee", "ann@example.org")
    assert ticket.created == "2024-05-03T13:58:00-05:00"


def test_tick_1_html_encodings_and_attachments_are_read():
    (ticket,) = read(MULTIPART, name="two.eml")
    assert ticket.subject == "Rückfrage"
    assert ticket.client_name == "Jürgen Groß"
    assert "How do I reset it?" in ticket.description
    assert ticket.attachments == ("scan.pdf",)


def test_tick_1_a_mailbox_is_its_mails():
    box = (
        b"From ann@example.org Fri May  3 13:58:00 2024\n"
        + MAIL.replace(b"why was", b">From where was")
        + b"\nFrom x\n"
        + MULTIPART
    )
    tickets = read(box, name="all.mbox")
    assert [ticket.subject for ticket in tickets] == ["late fee", "Rückfrage"]
    assert "From where was" in tickets[0].description


def test_tick_1_columns_are_known_or_named():
    text = 'Ticket ID,Title,Body,Queue\n7,broken,"it does not\nstart",ops\n'
    (ticket,) = read(text.encode(), name="x.csv")
    assert (ticket.id, ticket.subject, ticket.description, ticket.category) == (
        "7",
        "broken",
        "it does not\nstart",
        "ops",
    )
    columns = Columns.of(["description=Anliegen"])
    (ticket,) = read(b"Nr;Anliegen\n7;es geht nicht\n", name="x.csv", columns=columns)
    assert ticket.description == "es geht nicht"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("x.json", [{"id": 1, "text": "a"}, {"id": 2, "text": "b"}]),
        ("x.json", {"tickets": [{"id": 1, "text": "a"}, {"id": 2, "text": "b"}]}),
    ],
)
def test_tick_1_json_is_a_list_or_an_object_that_holds_one(name, value):
    assert [ticket.id for ticket in read(json.dumps(value).encode(), name=name)] == ["1", "2"]


def test_tick_1_one_json_object_is_one_ticket_and_lines_are_many():
    assert len(read(b'{"subject": "a"}', name="x.json")) == 1
    assert len(read(b'{"subject": "a"}\n{"subject": "b"}\n', name="x.json")) == 2
    (ticket,) = read(b'{"subject": "a", "contact": {"name": "Bo"}, "requester": {"name": "Ann Lee"}}', name="x.jsonl")
    assert ticket.client_name == "Ann Lee"
    assert ticket.metadata == {"contact": {"name": "Bo"}}


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("x.jsonl", b'{"id": 1, "text": "a"}\n{"id": 2', "x.jsonl:2"),
        ("x.json", b'{"id": 1,\n "text": a}', "x.json:2"),
        ("x.json", b'[{"text": "a"}, 5]', "ticket 2 is no object"),
        ("x.csv", b'id,text\n1,"a"b,c\n', "x.csv:2"),
        ("x.csv", b"id,text\n1,a,b,c\n", "x.csv:2"),
        ("x.csv", b"number,colour\n1,red\n", "neither a subject nor a text"),
        ("x.eml", b"no mail at all", "no mail"),
        ("x.mbox", b"Subject: a\n\nb", "no mailbox"),
        ("x.docx", b"PK\x03\x04\x00", "x.docx"),
        ("x.pdf", b"%PDF-1.7 text", "no file of tickets"),
    ],
)
def test_tick_1_a_mistake_names_file_and_line(name, content, said):
    with pytest.raises(UsageError, match=said) as caught:
        read(content, name=name)
    assert caught.value.hint


@pytest.mark.parametrize(("content", "said"), [(b"", "notes.md is empty"), (b"Closed: none", "no file of tickets")])
def test_tick_1_rows_are_of_tables_and_records(content, said):
    with pytest.raises(UsageError, match=said) as caught:
        rows(content, name="notes.md")
    assert ".csv" in caught.value.hint
    assert ".md" not in caught.value.hint


def test_tick_1_a_mapping_to_nothing_is_said():
    with pytest.raises(UsageError, match="maps no field"):
        Columns.of(["colour=red"])
    with pytest.raises(UsageError, match="no column 'Body'"):
        read(b"id,text\n1,a\n", name="x.csv", columns=Columns.of(["description=Body"]))


@pytest.mark.parametrize(
    ("text", "body"),
    [
        ("please help\n\n-- \nAnn\nDesk 4", "please help"),
        ("please help\n\nThanks!\nAnn Lee | Sales\n555-0121", "please help"),
        ("please help\n\nThis e-mail is confidential and intended for you.", "please help"),
        ("see below\n\n-----Original Message-----\nFrom: Bo\nTo: Ann\nold", "see below"),
        ("see below\n\nFrom: Bo\nSent: Monday\nTo: Ann\nSubject: x\n\nold", "see below"),
        ("> is it on?\nyes it is, and it still does not start?", "yes it is, and it still does not start?"),
        ("Halvard Quist", "Halvard Quist"),
        ("", ""),
    ],
)  # fmt: skip
def test_tick_1_threads_and_signatures_are_set_aside(text, body):
    assert parts(text).body == body


@given(st.text(alphabet=st.sampled_from("ab>-: \nFrom"), max_size=120))
def test_no_word_of_a_mail_is_lost(text):
    found = parts(text)
    assert sorted("".join(found).split()) == sorted(text.split()) or sorted(" ".join(found).split()) == sorted(
        text.split()
    )


@given(
    st.dictionaries(
        st.text(max_size=12),
        st.text(max_size=40) | st.integers() | st.none() | st.lists(st.text(max_size=5)),
        max_size=6,
    )
)
def test_any_row_is_a_ticket_or_a_usage_error(row):
    try:
        found = from_row(row)
    except UsageError:
        return
    assert found.id


def test_tick_1_words_alone_are_a_ticket_and_the_heading_of_markdown_its_subject():
    (plain,) = read(b"My account is locked.\n", name="a.txt")
    (marked,) = read(b"# Locked account #\n\nWho releases it?\n", name="b.md")
    (bare,) = read(b"Who releases it?\n\n# not a subject\n", name="c.markdown")
    assert (plain.subject, plain.description) == ("", "My account is locked.")
    assert (marked.subject, marked.description) == ("Locked account", "Who releases it?")
    assert bare.subject == ""
    assert "not a subject" in bare.description


def test_tick_1_a_line_of_a_mail_that_begins_with_from_begins_no_other_ticket():
    box = (
        b"From a Mon Jan  1\nFrom: a@example.org\nSubject: Fees\n\nTwenty.\n\nFrom here on it fails.\n\n"
        b"From b Tue Jan  2\nFrom: b@example.org\nSubject: Login\n\n>From home it works.\n"
    )
    first, second = read(box, name="box.mbox")
    assert (first.subject, second.subject) == ("Fees", "Login")
    assert "From here on it fails." in first.description
    assert second.description.strip() == "From home it works."


def test_tick_1_a_field_may_be_mapped_by_any_of_its_usual_names():
    columns = Columns.of(["body=Words", "title=Head"])
    (found,) = read(b"No,Head,Words\n1,oven,It stays cold.\n", name="a.csv", columns=columns)
    assert (found.subject, found.description) == ("oven", "It stays cold.")
    with pytest.raises(UsageError, match="maps no field"):
        Columns.of(["colour=Words"])
