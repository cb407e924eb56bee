"""TICK-5, TICK-6: a reply is made of nobody else's mail, of no list of people, and of what holds for its reader."""

from __future__ import annotations

from pathlib import Path

import pytest

from kts.answers import Answer, Claim
from kts.tickets.confidence import Weights
from kts.tickets.nouns import Ticket
from kts.tickets.pipeline import process
from kts.tickets.policy import read_policy
from kts.tickets.scope import exception_first, outside
from kts.tickets.stages import Desk
from kts.tickets.versions import beside
from kts.tickets.whose import is_mail, mails, of_people, settled
from kts.types import Citation, Hit, Location, Passage, Query, Ranking, Result, Span

POLICY = read_policy(
    (Path(__file__).parents[2] / "src/kts/data/tickets/policy.toml").read_text("utf-8"), name="policy.toml"
)._replace(max_risk=0.0)
MAIL = (
    "From: Ada Brook <ada@desk.example>\nTo: Joris Vann <joris@mill.example>\nDate: Mon, 7 Sep 2026\n"
    "Subject: Re: spindle\n\nYou have 63 spindles and a licence for 60. Wait for the double beep before you stop."
)
SAID = "You have 63 spindles and a licence for 60."
MANUAL = "Press the green button twice before the spindle is stopped. The lamp goes out after ten seconds."
QUESTION = "How is the spindle stopped?"


def found(text, *, quote="", path="manual.md", number=1, title="Manual"):
    quote = quote or text
    at = max(0, text.find(quote))
    passage = Passage(f"p{number}", f"d{number}", "", "chunk", "text", text, Span(0, len(text)), {})
    citation = Citation(path, f"file:///{path}", title, "0" * 64, "0" * 64, "text:1", f"d{number}", f"p{number}",
                        Span(at, at + len(quote)), "0" * 64, quote, Location("text", line=1))  # fmt: skip
    return Result(Hit(passage, 0.5, {}), citation, "KB", text[:80], Span(0, 80), (), Location("text"), 0.5)


def answer(*parts, verdict="answered"):
    """An answer of (result, text) pairs."""
    claims = tuple(Claim(text, "supported", (), (one.citation,), 0.9) for one, text in parts)
    hits = tuple({one.hit.passage.id: one.hit for one, _ in parts}.values())
    text = "\n".join(one.text for one in claims)
    return Answer("q", verdict, text, 0.95, 1.0, claims, ranking=Ranking(Query("q"), hits, 1))


BY_MAIL = answer((found(MAIL, quote=SAID, path="old/re-spindle.eml"), SAID))
BY_MANUAL = answer((found(MANUAL, number=2), MANUAL))
NONE = Answer("q", "abstained", "", 0.1, 0.0)


def desk(given, **more):
    return Desk(POLICY, search=lambda *_: (), ask=lambda _: given, weights=Weights({"answer": 9.0}, -4.0), **more)


def ticket(text=QUESTION, **more):
    return Ticket(**({"id": "1", "subject": "spindle", "description": text, "email": "eve@other.example"} | more))


def test_tick_6_another_person_s_mail_is_neither_sent_nor_drafted():
    done = process(ticket(), desk(BY_MAIL, apart=lambda *_: NONE))
    assert not done.auto
    assert done.draft == ""
    assert "review_correspondence" in done.escalation.reasons
    assert done.answer.claims == BY_MAIL.claims  # the person who works on it sees the place


def test_tick_6_what_the_manual_answers_as_well_goes_before_the_mail():
    asked = []

    def apart(text, without):
        asked.append(without)
        return BY_MANUAL

    done = process(ticket(), desk(BY_MAIL, apart=apart))
    assert asked == [frozenset({"d1"})]
    assert MANUAL in done.final_response
    assert "63" not in done.draft
    assert done.answer.nearest[0].path == "old/re-spindle.eml"
    assert "old/re-spindle.eml" in done.notes[0]


def test_tick_6_an_unsure_answer_of_the_manual_takes_no_mail_s_place():
    unsure = BY_MANUAL._replace(verdict="low_confidence")
    assert process(ticket(), desk(BY_MAIL, apart=lambda *_: unsure)).draft == ""


@pytest.mark.parametrize("sender", ["joris@mill.example", "Ada@Desk.example"])
def test_tick_6_of_a_mail_of_their_own_the_sender_may_be_drafted_a_reply_and_sent_none(sender):
    done = process(ticket(email=sender), desk(BY_MAIL))
    assert SAID in done.draft
    assert not done.auto


@pytest.mark.parametrize("sender", ["", "oris@mill.example", "joris@mill.example.evil.example"])
def test_tick_6_a_like_address_is_somebody_else_s(sender):
    assert process(ticket(email=sender), desk(BY_MAIL)).draft == ""


@pytest.mark.parametrize(
    ("path", "text", "mail"),
    [
        ("a.eml", "", True),
        ("post/A.MSG", "", True),
        ("all.mbox", "", True),
        ("print.pdf", "> From: Ada\n> Sent: Monday\n> Subject: spindle\nHello", True),
        ("how-to-mail.md", "Mails go To: the desk.", False),
        ("form.md", "From: 1 May\nTo: 3 May\n\nThe stay is booked.", False),
    ],
)
def test_tick_6_a_mail_is_told_by_its_file_or_its_head(path, text, mail):
    assert is_mail(path, text) is mail


ROW = "| a | b |"


@pytest.mark.parametrize(
    ("text", "quote", "private"),
    [
        ("Name: Jola Wren; Role: level 2; Phone: +48 61 555 0190", ROW, True),
        ("Name: Jola Wren; E-mail: jola@desk.example", ROW, True),
        ("Week: 47; Primary: Jola Wren; Backup: Tobi Oak", ROW, True),
        ("Dr. Wren is called on +48 61 555 0190 at night.", "Dr. Wren is called", True),
        ("Name: Spindle Oil; Price: 12 EUR", ROW, False),
        ("Setting: primary; Default: on", ROW, False),
        ("Branch: Harbour Street; Phone: +48 61 555 0190", ROW, False),
        ("Process: escrow; Owner: Loan Operations", ROW, False),
        ("The service desk is called on +48 61 555 0190.", "The service desk", False),
    ],
)  # fmt: skip
def test_tick_6_people_are_told_from_places_departments_and_things(text, quote, private):
    assert of_people(text, quote) is private


def test_tick_6_a_list_of_people_makes_no_reply():
    row = "| Jola Wren | +48 61 555 0190 |"
    rota = answer(
        (found(f"| Name | Phone |\n| --- | --- |\n{row}", quote=row), "Name: Jola Wren; Phone: +48 61 555 0190")
    )
    done = process(ticket("What is the phone number of Jola Wren?"), desk(rota, apart=lambda *_: NONE))
    assert done.draft == ""
    assert "review_people" in done.escalation.reasons


def test_tick_6_a_reply_of_manuals_alone_is_left_as_it_is():
    def never(*_):
        raise AssertionError

    told = settled(ticket(), BY_MANUAL, never)
    assert (told.answer, told.claims, told.notes) == (BY_MANUAL, BY_MANUAL.claims, ())
    assert mails(BY_MANUAL) == ()
    assert process(ticket(), desk(BY_MANUAL, apart=never)).auto


KEPT = "Backups are kept for 35 days in two places of the union."
HOSTED = f"# Amendment\n\nIt applies to customers of **Mill Cloud** only.\n\n5. {KEPT}"


@pytest.mark.parametrize(
    ("text", "title", "sent"),
    [
        ("How long are backups kept? We run the server ourselves.", "Amendment", False),
        ("How long are backups kept?", "Amendment", False),
        ("How long are backups kept? We are not in Mill Cloud.", "Amendment", False),
        ("How long are backups kept? We use Mill Cloud.", "Amendment", True),
        ("How long are backups kept? We are a hosted customer.", "Amendment (hosted customers)", True),
    ],
)
def test_tick_6_what_holds_for_others_alone_is_not_sent(text, title, sent):
    done = process(ticket(text), desk(answer((found(HOSTED, quote=KEPT, title=title), KEPT))))
    assert done.auto is sent
    assert ("review_scope" in done.escalation.reasons) is not sent
    assert done.draft
    if not sent:
        assert "It applies to customers of Mill Cloud only." in done.review.recommendations[0]


@pytest.mark.parametrize(
    "sentence", ["This runbook does not apply to hosted systems.", "Hosted systems: this runbook does not apply."]
)
def test_tick_6_a_place_may_say_for_whom_it_does_not_hold(sentence):
    text = f"{MANUAL}\n\n{sentence}"
    given = answer((found(text, quote=MANUAL), MANUAL))
    assert outside(ticket("We have a hosted system. How is the spindle stopped?"), given, ()) == (sentence,)
    assert outside(ticket(), given, ()) == ()


@pytest.mark.parametrize(
    ("sentence", "limits"),
    [
        ("The following prices apply to partners only.", True),
        ("These terms are valid only for partners.", True),
        ("The original text applies only to periods before the amendment.", False),
        ("They apply to licences only.", False),
        ("The lamp is on for ten seconds only.", False),
    ],
)
def test_tick_6_a_limit_is_one_of_the_document_itself(sentence, limits):
    given = answer((found(f"{sentence} {MANUAL}", quote=MANUAL), MANUAL))
    assert outside(ticket(), given, ()) == ((sentence,) if limits else ())


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("We have the Starter edition. How long does the mill go on?", 1),
        ("We have the Premium edition. How long does the mill go on?", 0),
        ("How long does the mill go on?", 0),
    ],
)
def test_tick_5_the_exception_that_the_ticket_names_is_read_first(text, first):
    said = ("For 14 days the mill goes on.", "Starter edition has no such days.")
    claims = answer(*((found(" ".join(said), quote=one), one) for one in said)).claims
    assert exception_first(ticket(text), claims)[0] is claims[first]
    assert len(exception_first(ticket(text), claims)) == 2
    assert exception_first(ticket(text), ()) == []


def test_tick_5_the_exception_of_another_document_stays_where_it_is():
    said = ("For 14 days the mill goes on.", "Starter edition has no such days.")
    claims = answer(*((found(one, number=at), one) for at, one in enumerate(said))).claims
    assert exception_first(ticket("We have the Starter edition. How long?"), claims) == list(claims)


def test_tick_6_what_the_ticket_names_as_its_own_and_the_document_denies_is_said():
    given = answer(
        (
            found("# Way\n\nA direct upgrade is possible.", quote="A direct upgrade is possible."),
            "A direct upgrade is possible.",
        )
    )
    denied = found("Version 6 and later do not run on Oracle. Ada likes it.", number=1).hit
    elsewhere = denied._replace(passage=denied.passage._replace(id="p9", document_id="d9"))
    near = denied._replace(passage=denied.passage._replace(id="p8", span=Span(500, 560)))
    asks = ticket("We are still on 5.1 with Oracle 19c. Is a direct upgrade possible?")
    assert outside(asks, given, (near,)) == ("Version 6 and later do not run on Oracle.",)
    assert outside(asks, given, (elsewhere,)) == ()
    assert outside(ticket("Is a direct upgrade possible?"), given, (near,)) == ()


TABLE = "| From | Downtime |\n| --- | --- |\n| 5.0, 5.1 | 4 hours |\n| 5.2 | 2 hours |\n| any | 1 day |"


@pytest.mark.parametrize(
    ("row", "text", "other"),
    [
        ("| 5.2 | 2 hours |", "We are on 5.1, how long is the downtime?", True),
        ("| 5.0, 5.1 | 4 hours |", "We are on 5.1, how long is the downtime?", False),
        ("| any | 1 day |", "We are on 5.1, how long is the downtime?", False),
        ("| 5.2 | 2 hours |", "We are on 4.9, how long is the downtime?", False),
        ("| 5.2 | 2 hours |", "How long is the downtime?", False),
    ],
)
def test_tick_6_the_row_of_another_version_is_no_reply(row, text, other):
    first = row.strip("| ").split(" | ")
    given = answer(
        (found(TABLE, quote=row), f"From: {first[0]}; Downtime: {first[1]}"), (found(MANUAL, number=2), MANUAL)
    )
    assert bool(beside(ticket(text), given)) is other
    if other:
        done = process(ticket(text), desk(given))
        assert "2 hours" not in done.draft
        assert MANUAL in done.draft
        assert "review_other_version" in done.escalation.reasons
