"""TICK-2, TICK-5, TICK-6: what the documents are asked for a ticket, and what is no request of a person."""

from __future__ import annotations

from email.message import EmailMessage

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.answer.constraints.named import constraints
from kts.answers import Answer, Claim, Constraint, Freshness, Unmet
from kts.tickets.asking import asked
from kts.tickets.augment import question
from kts.tickets.escalate import Triage
from kts.tickets.nouns import Ticket
from kts.tickets.plan import plan
from kts.tickets.policy import Policy
from kts.tickets.read import marked, read
from kts.tickets.review import Checked, review
from kts.tickets.stages import STAGES, Desk, Work
from kts.tickets.validate import automatic, language, validate
from kts.tickets.versions import missing, named
from kts.types import Citation, Hit, Location, Passage, Query, Ranking, Result, Span

POLICY = Policy()


def result(text, *, title="Articles"):
    passage = Passage("p1", "d1", "", "chunk", "text", text, Span(0, len(text)), {})
    citation = Citation("kb/a.md", "file:///kb/a.md", title, "0" * 64, "0" * 64, "text:1", "d1", "p1",
                        Span(0, len(text)), "0" * 64, text, Location("text", line=1))  # fmt: skip
    return Result(Hit(passage, 0.5, {}), citation, "KB", text[:80], Span(0, 80), (), Location("text"), 0.5)


def answered(text, *, title="Articles", unmet=()):
    found = result(text, title=title)
    claims = (Claim(text, "supported", (), (found.citation,), 0.9),)
    return Answer("q", "answered", text, 0.9, 1.0, claims, unmet, ranking=Ranking(Query("q"), (found.hit,), 1))


KNOWN = (result("The release shows `TSR-4018` until the second approval. `TSR-4025` is a message."),)


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("release button shows 4018. Who approves?", "release button shows TSR-4018. Who approves?"),
        ("Then error 4025?", "Then error TSR-4025?"),
        ("Why 2019?", "Why 2019?"),
        ("I owe $4018, why?", "I owe $4018, why?"),
        ("TSR-4025, 4018?", "TSR-4025, 4018?"),
    ],
)
def test_tick_5_half_a_code_is_made_whole_where_one_code_ends_in_it(query, text):
    assert asked(query, (*KNOWN, result("`TSR-2019` is older."))) == text


def test_tick_5_a_number_that_ends_two_codes_stays_a_number_of_its_own():
    assert asked("Why is it 4018?", (*KNOWN, result("`BF-E4018` is another."))) == "Why is it\u00a04018?"


def test_tick_5_hearsay_and_asides_are_no_names():
    said = asked('FYI he said "no complaint, dear". Do I have to log it?', ())
    assert '"' not in said
    assert "FYI" not in said
    assert "no complaint, dear" in said


def test_tick_5_a_ticket_without_a_question_mark_asks_all_the_same():
    assert asked("4008 at sign in since I was moved. what's that", ()).endswith("what's that?")


@pytest.mark.parametrize("text", ["The command ps aux hangs?", "Who is tia on nb 4?"])
def test_tick_5_small_letters_are_no_aside(text):
    assert asked(text, ()) == text


@pytest.mark.parametrize(
    ("query", "text"),
    [("PS the lock  is back", "the lock is back?"), ("Is it back? NB: since Monday", "Is it back? since Monday")],
)
def test_tick_5_an_aside_leaves_no_blanks_behind(query, text):
    assert asked(query, ()) == text


@pytest.mark.parametrize("query", ["Error 401 again?", "Fehler 401 again?", "code 401 again?"])
def test_tick_5_three_digits_are_a_code_behind_its_word_however_it_is_written(query):
    assert asked(query, (result("`TSR-401` is a message."),)).endswith(" TSR-401 again?")


def test_tick_5_a_code_with_a_blank_is_made_whole():
    assert asked("What is tsr 4018?", KNOWN) == "What is TSR-4018?"
    assert asked("Is it 4018?", (result("`IT-4018` and `TSR-4018`."),)) == "Is it\u00a04018?"


@pytest.mark.parametrize(
    ("query", "held"), [("What is ora 1555?", True), ("It shows 1555, why?", False), ("What of room 204?", False)]
)
def test_tick_5_an_answer_is_held_to_a_code_in_small_letters(query, held):
    assert any(one.kind == "code" for one in constraints(asked(query, KNOWN))) == held


@pytest.mark.parametrize(
    "query", ["I don't want to lose 140 payments. Who is right?", "I'm new and I've no badge, I'd ask and I'll wait?"]
)
def test_tick_5_what_only_looks_like_a_name_binds_no_answer(query):
    assert constraints(asked(query, KNOWN)) == ()


@given(st.text(max_size=200))
def test_any_words_can_be_asked(text):
    assert isinstance(asked(text, KNOWN), str)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("app 5 on my phone", {"5"}),
        ("version 12 of the form", {"12"}),
        ("5 apps and 12 versions", set()),
        ("version 5/2024", set()),
        ("I restarted the app 3 times and the client 2 weeks ago", set()),
        ("the new version 2 weeks ago, client 12 called", set()),
        ("version 6 times out", {"6"}),
        ("In app 5 am I signed out?", {"5"}),
    ],
)
def test_tick_6_a_version_of_one_number_needs_its_word(text, found):
    assert named(text) == found


@pytest.mark.parametrize(
    ("said", "lacking"),
    [("app 5 does not start", {"5"}), ("app 6 does not start", set()), ("app 7.1 does not start", set())],
)
def test_tick_6_and_later_is_every_later_version(said, lacking):
    found = missing(Ticket("1", "", said), answered("For the Doverlock app 6 and later: wait five minutes, 5 at most."))
    assert found == lacking


@pytest.mark.parametrize(
    ("text", "lacking"),
    [
        ("A score of 0.5 or higher", {"7.3"}),
        ("A score of 1.5 or higher", {"7.3"}),
        ("Tessaro 7.2 and later", set()),
        ("From client 7.2 or higher", set()),
        ("Version 7.4 and above", {"7.3"}),
    ],
)
def test_tick_6_no_amount_covers_later_versions(text, lacking):
    assert missing(Ticket("1", "", "How in 7.3?"), answered(text)) == lacking


@pytest.mark.parametrize(("form", "lacking"), [("app 5", {"5"}), ("app 6", set()), ("beta", {"beta"}), ("6.1", set())])
def test_tick_6_a_form_may_hold_any_words_as_a_version(form, lacking):
    ticket = Ticket("1", "", "It does not start", metadata={"version": form})
    assert missing(ticket, answered("For the Doverlock app 6 and later: wait five minutes.")) == lacking


@given(st.text(max_size=12))
def test_any_form_has_a_version_or_none(form):
    ticket = Ticket("1", "", "It does not start", metadata={"version": form})
    assert isinstance(missing(ticket, answered("For version 7.2 and later.")), frozenset)


def test_tick_6_a_named_thing_that_the_source_lacks_keeps_a_reply_back_however_softly_it_is_asked():
    def issues(kind):
        soft = Unmet(Constraint(kind, "K3", "k3", Span(0, 2), certain=False), "not there")
        seen = Checked(
            Ticket("1", "", "My K3 token"), answered("A token is replaced. " * 4, unmet=(soft,)), "reply", 0.9
        )
        return review(seen, POLICY).issues

    assert "unmet" in issues("code")
    assert "unmet" in issues("quantity")


@pytest.mark.parametrize(
    ("badge", "text", "kept"),
    [("superseded", "How long is the lock?", True), ("current", "How long is the lock?", False),
     ("superseded", "How long is the lock in version 2.1?", False)],
)  # fmt: skip
def test_tick_6_a_reply_from_a_document_that_was_replaced_is_kept_back(badge, text, kept):
    said = answered("In version 2.1 the lock lasts until the next morning. " * 2)
    seen = Checked(Ticket("1", "", text), said._replace(freshness=(Freshness("d1", badge),)), "reply", 0.9)
    assert ("superseded" in review(seen, POLICY).issues) == kept


def mail(subject, body, **headers):
    message = EmailMessage()
    message["From"] = headers.pop("From", "Ben <ben@example.com>")
    message["Subject"] = subject
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    message.set_content(body)
    return read(message.as_bytes(), name="one.eml")[0]


@pytest.mark.parametrize(
    ("ticket", "route"),
    [
        (mail("Ticket 12", "Back on May 20.", Auto_Submitted="auto-replied"), "ignore"),
        (mail("Returned", "550 user unknown", From="MAILER-DAEMON@mx.example.com"), "ignore"),
        (mail("Automatic reply: your ticket 4711", "Thank you for your message."), "handoff"),
        (mail("Out of office", "I am out of the office until 3 May. Ann takes my calls."), "handoff"),
        (Ticket("1", "Out of office", "I am out of the office until 3 May. Ann takes my calls."), "ignore"),
        (Ticket("1", "Automatic reply: your ticket", "I'm on annual leave and will be back on Monday."), "ignore"),
        (Ticket("1", "Out of office", "I am out of the office until 3 May. Our terminal is broken."), "handoff"),
        (Ticket("1", "My holiday", "I am out of the office until 3 May."), "handoff"),
        (Ticket("1", "Out of office", "Ann takes my calls."), "handoff"),
        (mail("Undelivered Mail Returned to Sender", "The user is unknown."), "handoff"),
        (mail("Delivery Status Notification (Failure)", "The user is unknown."), "handoff"),
        (mail("Hello", "I'm on annual leave and will be back on Monday. Please contact Jo."), "handoff"),
        (mail("Abwesenheitsnotiz: Ticket", "Ich bin bis zum 20. Mai nicht im Büro."), "handoff"),
    ],
)
def test_tick_2_what_no_person_wrote_is_put_aside_where_its_header_says_so(ticket, route):
    said = validate(ticket, POLICY)
    assert (said.valid, said.reasons[0]) == (False, "automatic")
    work = STAGES.validate(Work(ticket), Desk(POLICY, search=lambda *_: (), ask=lambda _: answered("x")))
    done = STAGES.plan(work, Desk(POLICY, search=lambda *_: (), ask=lambda _: answered("x")))
    assert done.plan.primary_route == route


def test_tick_2_what_only_looks_like_a_notice_may_still_hide_a_danger():
    ticket = Ticket("1", "Automatic reply: your ticket", "I got that again. There is no reason to get up tomorrow.")
    seen, empty = validate(ticket, POLICY), Work(ticket)
    found = plan(ticket, validation=seen, augmentation=empty.augmentation, classification=empty.classification,
                 risks=(), danger=0.5, policy=POLICY)  # fmt: skip
    assert (seen.reasons, found.primary_route) == (("automatic",), "handoff")


@pytest.mark.parametrize(
    ("subject", "text"),
    [
        ("Undelivered parcel", "It was due on Monday and is not here."),
        ("Failure notice on the boiler", "The display says so since today."),
        ("Out of office assistant does not switch on", "It stays grey."),
        ("Message not delivered", "The batch window shows TSR-4018."),
        ("Parcel", "I am on holiday until 5 December, please hold my parcel 4711"),
        ("Invoice", "I am on leave until Monday. I paid it twice."),
    ],
)
def test_tick_2_a_request_in_the_words_of_a_notice_is_a_persons(subject, text):
    assert not automatic(Ticket("1", subject, text))


@pytest.mark.parametrize("said", ["no", "false", "yes"])
def test_tick_2_a_column_is_no_header(said):
    assert not automatic(Ticket("1", "Gear", "The gear does not change.", metadata={"automatic": said}))


@pytest.mark.parametrize(
    "text",
    [
        "I am on leave until Monday. Who can release my batch?",
        "The auto reply of the queue does not work since the update",
        "My colleague is out of office and locked a batch. Who can break it?",
    ],
)
def test_tick_2_a_person_who_writes_of_absence_is_answered(text):
    assert not automatic(Ticket("1", "Batch", text))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Wie lange dauert die Sperre von meinem Konto?", "de"),
        ("Bonjour, combien de temps dure le blocage ?", "fr"),
        ("How long is my account locked?", "en"),
        ("TSR-1088", "und"),
        ("die with a vengeance", "und"),
    ],
)
def test_tick_2_a_short_ticket_has_a_language(text, found):
    assert language(text) == found


def test_tick_2_a_ticket_in_another_language_goes_to_a_person_with_the_places():
    ticket = Ticket("1", "Sperre", "Wie lange ist mein Konto gesperrt?")
    seen = validate(ticket, POLICY)
    assert seen.reasons == ("wrong_language",)
    empty = Work(ticket)
    found = plan(ticket, validation=seen, augmentation=empty.augmentation, classification=empty.classification,
                 risks=(), danger=0.0, policy=POLICY)  # fmt: skip
    assert (found.primary_route, bool(found.search_query)) == ("handoff", True)


def test_tick_6_a_model_of_english_says_nothing_of_another_language():
    desk = Desk(POLICY, search=lambda *_: (), ask=lambda _: answered("x"))
    told = STAGES.validate(Work(Ticket("1", "Sperre", "Wie lange ist mein Konto gesperrt?")), desk)
    assert told.triage == Triage({})


def test_tick_2_the_second_of_two_like_tickets_is_put_aside():
    one = Ticket("1", "Lock", "The batch is locked by a colleague. Who can break it?")
    tickets = marked(
        (one, one._replace(id="2", description=one.description.upper()), Ticket("3", "", "?"), Ticket("4", "", "?"))
    )
    assert [ticket.metadata.get("duplicate_of") for ticket in tickets] == [None, "1", None, None]
    assert validate(tickets[1], POLICY).reasons == ("duplicate",)


@pytest.mark.parametrize(
    ("email", "name", "first"),
    [("BEN@example.com", "Ben", "1"), ("ann@example.com", "Ben", None), ("ben@example.com", "Ann", None)],
)
def test_tick_2_the_same_words_of_another_sender_are_a_ticket_of_their_own(email, name, first):
    one = Ticket("1", "Lock", "The batch is locked by a colleague. Who can break it?", client_name="Ben",
                 email="ben@example.com")  # fmt: skip
    tickets = marked((one, one._replace(id="2", email=email, client_name=name)))
    assert tickets[1].metadata.get("duplicate_of") == first


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Is the lid oak? Also, how wide is it?", "Is the lid oak? how wide is it?"),
        ("Also what glue holds the lid?", "what glue holds the lid?"),
        ("Quick question: is the lid oak?", "is the lid oak?"),
        ("Also known as Plus, is the lid oak?", "Also known as Plus, is the lid oak?"),
        ("What does Kiln Plus cost?", "What does Kiln Plus cost?"),
    ],
)
def test_tick_3_a_word_that_only_begins_a_sentence_names_nothing(text, said):
    assert asked(text, ()) == said


@pytest.mark.parametrize("subject", ["thanks", "Quick question", "Help needed!", "urgent", ""])
def test_tick_3_a_subject_that_names_nothing_is_not_asked(subject):
    assert question(Ticket("1", subject, "How wide is the lid?")) == "How wide is the lid?"


@pytest.mark.parametrize("subject", ["Kiln 4", "E-17", "Help centre closed"])
def test_tick_3_a_subject_that_names_something_is_asked(subject):
    assert question(Ticket("1", subject, "How wide is the lid?")) == f"{subject}. How wide is the lid?"
