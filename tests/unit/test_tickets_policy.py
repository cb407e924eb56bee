"""TICK-6: what the rules of the policy that ships find plainly said, and what only looks like it."""

from __future__ import annotations

from pathlib import Path

import pytest

from kts.tickets.escalate import Triage, risks
from kts.tickets.nouns import Ticket
from kts.tickets.policy import read_policy

POLICY = read_policy(
    (Path(__file__).parents[2] / "src/kts/data/tickets/policy.toml").read_text("utf-8"), name="policy.toml"
)


def reasons(text):
    return {one.reason for one in risks(Ticket("1", "", text), Triage({}), POLICY)}


@pytest.mark.parametrize(
    "text",
    [
        "There is smoke coming out of the kettle!!",
        "Thick black smoke behind the oven, what now?",
        "The dryer started smoking when I turned it on.",
        "The mixer smells of burning and there are sparks.",
        "A burnt smell comes out of the vent.",
        "Sparks are flying from the socket",
        "My sister got an electric shock from the toaster.",
        "I touched the casing and it gave me a shock.",
        "The heater caught fire last night.",
        "There's a fire in the store room",
        "We can smell gas in the kitchen.",
        "There is a gas leak at the cooker",
        "The operator is injured and the press does not stop.",
        "He burned his hand on the lid.",
        "The battery of the drill is swollen.",
    ],
)
def test_tick_6_a_danger_is_urgent(text):
    assert "danger" in reasons(text)
    assert next(rule for rule in POLICY.rules if rule.reason == "danger").urgent


@pytest.mark.parametrize(
    "text",
    [
        "How do I run the smoke test of the mixer firmware?",
        "There is a smoke test that fails.",
        "The smoke detector reports a low battery.",
        "Is smoking allowed on the balcony?",
        "The firewall blocks the oven's app.",
        "How do I fire the webhook by hand?",
        "Callbacks fire in the wrong order.",
        "There is a fire drill on Monday.",
        "The gas invoice is wrong.",
        "My Spark jobs stop, and burning a disc fails, too.",
        "Is the housing protected against electric shock?",
        "We are on the bleeding edge release.",
        "How do I report a workplace injury?",
        "What is the warranty of a battery?",
    ],
)
def test_tick_6_words_of_danger_alone_are_none(text):
    assert "danger" not in reasons(text)


@pytest.mark.parametrize(
    "text",
    [
        "The bakery controller fails, production is down.",
        "Oven 3: all production down, 25 people cannot work",
        "Our whole company is at a standstill.",
        "Since nine nobody can work.",
        "The entire office cannot work since the update",
        "ALL TERMINALS DOWN!!!",
        "None of our 14 tills works since 8 am.",
        "Since 8 nobody can pay, we lose thousands.",
        "Your service is down for us, total outage, all shops closed.",
        "We can't process any payments at all since 10:00, the API is down.",
        "We cannot serve a single customer.",
        "None of our shops can take any payment.",
        "Our customers cannot pay since noon.",
        "P1: No payment possible in production since 14:05.",
        "Sev 1: the checkout is down.",
        "The API is down. This is an emergency.",
        "The whole API returns 502.",
        "We are completely offline, all 30 branches.",
        "No orders come in at all since the update.",
        "Our phones are all dead.",
    ],
)
def test_tick_6_a_business_that_stands_still_is_urgent(text):
    assert "outage" in reasons(text)


@pytest.mark.parametrize(
    "text",
    [
        "If production is down, who do I call?",
        "How do I take production down for cleaning?",
        "Production is down 5 percent this quarter.",
        "The office is down the street.",
        "Nobody can work out how the timer is set.",
        "Will everything be down during the update?",
        "Everyone can't work on the same recipe at once.",
        "If all terminals are down, who do I call?",
        "What do I do when nobody can log in?",
        "How much credit do we get for a total outage of two hours?",
        "Is a complete outage covered?",
        "One of our terminals is down since Monday.",
        "None of our terminals supports contactless cards.",
        "Is no payment possible without a network?",
        "What is the priority of P1: no payment possible?",
        "What is emergency maintenance, and will the site be down?",
        "I want that nobody can order without approval.",
        "Nobody can tell me where the menu is.",
        "We had a total outage last year.",
        "All offices closed over Christmas, how do I set the calendar?",
        "We cannot receive any calls from hidden numbers.",
        "My printer is down.",
    ],
)
def test_tick_6_a_question_about_an_outage_is_none(text):
    assert "outage" not in reasons(text)


@pytest.mark.parametrize("text", ["I run this company.", "I run a bank in Ohio"])
def test_tick_6_who_runs_an_institution_is_a_vip(text):
    assert "vip" in reasons(text)


@pytest.mark.parametrize(
    "text",
    [
        "Can I run containers on the mixer?",
        "I run firmware 3 on two ovens.",
        "When I run the report it is empty.",
        "May I run a business report every night?",
    ],
)
def test_tick_6_who_runs_a_program_is_no_vip(text):
    assert "vip" not in reasons(text)


def test_tick_6_a_password_typed_at_home_is_no_breach():
    assert "security" not in reasons("I entered my password three times and now the app is locked.")
    assert "security" not in reasons("I lost my password, how do I set a new one?")
    assert "security" in reasons("I clicked a link and entered my password there.")
    assert "security" in reasons("I entered my password, but the e-mail was fake.")


@pytest.mark.parametrize(
    ("text", "alarm"),
    [
        ("I lost the password of my account", False),
        ("We don't know the admin password of our oven any more.", False),
        ("I lost my password, it was on a paper in my bag.", True),
        ("I forgot my password because somebody changed it.", True),
        ("Strange things happen to my account.", True),
    ],
)
def test_tick_6_a_forgotten_password_alone_is_no_breach_whatever_the_model_says(text, alarm):
    said = Triage({"security": 0.6})
    assert ("security" in {one.reason for one in risks(Ticket("1", "", text), said, POLICY)}) is alarm


@pytest.mark.parametrize(
    ("reason", "text"),
    [
        ("self_harm", "I don't want to be here any more and I can't tell anyone."),
        ("self_harm", "Order 4412. Please cancel my order, I am going to kill myself tonight so I will not need it."),
        ("self_harm", "My son says he wants to end his life because of your bill."),
        ("self_harm", "I have the pills counted and ready. Nobody will miss me."),
        ("self_harm", "What is the point of fixing the account. There is no reason to go on living."),
        ("self_harm", "Subscription. She told the chat agent that she would hurt herself if the photos are gone."),
        ("self_harm", "After this I can't go on. Sorry for the trouble I made."),
        ("self_harm", "I have been thinking about suicide since you closed my shop account."),
        ("legal_threat", "Refund. We will sue you unless the money is back by Friday."),
        ("legal_threat", "You will hear from our solicitors about the lost archive."),
        ("legal_threat", "My lawyer will contact you on Monday regarding the contract."),
        ("legal_threat", "This is a formal notice of breach of contract; we reserve all our rights."),
        ("legal_threat", "If the vault is not restored we take legal action."),
        ("legal_threat", "See you in court."),
        ("outage", "Since this morning nobody can work, the sync server answers no one."),
        ("outage", "All 60 employees cannot work since your update."),
        ("outage", "URGENT: Our production is down, the line stands still!"),
        ("outage", "We have a complete outage at the clinic, please call at once."),
        ("outage", "Our whole company is at a standstill because of the licence server."),
        ("outage", "The entire office cannot work."),
        ("security", "We found that our customer database was leaked on a forum."),
        ("security", "Somebody hacked the admin account and changed all the passwords."),
        ("security", "An ex-employee still has access and downloaded the customer list."),
        ("security", "I clicked on a link in a mail and typed my password there, the mail was fake."),
        ("security", "Portal. I can see another customer's invoices in my account."),
        ("security", "We got a ransom note, all files are encrypted."),
        ("security", "There are sign-ins from an unknown device in my log that were not me."),
        ("payment", "You charged our card twice for October."),
        ("payment", "The refund you promised weeks ago never arrived."),
        ("anger", "You idiots!!! My key does not work any more after the weekend."),
        ("leaving", "If this is not fixed this week we cancel our contract and switch to a competitor."),
        ("leaving", "Fix it or we leave for one of your competitors."),
        ("leaving", "We get KS-3107 and we will leave if you do not help. What do you offer?"),
    ],
)
def test_tick_6_what_is_said_plainly_is_found_by_a_rule(reason, text):
    assert reason in reasons(text)


@pytest.mark.parametrize(
    "text",
    [
        "Data request. Please send me a copy of all data that you store about me.",
        "Please delete all my data, I do not need the account any more.",
        "Export. How do I get everything you hold on me as a file?",
        "The check boxes in the list view are gone since the update.",
        "The green ticks next to my folders disappeared after the upgrade.",
        "The check mark in front of done tasks is missing.",
        "Our address on the last invoice is wrong, we moved in May.",
        "Please correct the name on the October invoice.",
        "The invoice was sent to the wrong department, can you change the contact?",
        "Wrong address. Our company moved, how do I change the billing address?",
        "Your product is a joke. Why does the upload stop at 4 GB?",
        "We are very disappointed with the support, nobody has answered for five days.",
        "What is your mail address for press releases?",
        "My colleague left the company, how do I transfer his licence?",
        "How do I export the list of users as CSV?",
        "I left my notebook at home, can I sign in from another computer?",
        "How do I lock a folder, and who can open it then?",
        "Can the board be shared with guests?",
        "The dashboard's status board does not refresh.",
        "Which bank details do I use for the transfer?",
        "Where can I download the pictures of my old posts to my phone?",
        "How do I kill a process that hangs?",
        "The export is missing the last column since yesterday.",
        "The notification sounds are gone and the badge is missing.",
        "The door sensor shows open although it is closed. Firmware 2.1.",
        "Is there a plan for schools? We are a primary school with twelve teachers.",
        "I cleared the cache but it still does not start.",
        "My mail to you bounced.",
        "The last column is cut off in the PDF.",
        "How do I share a collection of bookmarks?",
        "After closing the window my changes are lost.",
        "The recycle bin is empty, where are my files?",
        "Is it safe to open the archive?",
        "How do I add a new device?",
        "My virus scanner blocks the agent.",
        "Error: illegal character in the name.",
        "The text editor crashes.",
        "How do I delete a comment?",
        "I need a cable for the monitor.",
        "Can I talk to a representative?",
        "Hi, this is Sue, how do I sign in?",
        "The reset mail is sent to the old address.",
        "How do I see another user's calendar?",
        "The request has no access token in the header.",
        "URGENT: the file transfer stops.",
        "Some files are missing after the sync.",
        "The benchmark on the test bench fails.",
    ],
)
def test_tick_6_words_in_another_sense_are_no_reason(text):
    assert not reasons(text)


def test_tick_6_anger_and_a_threat_to_leave_are_for_a_person_and_no_haste():
    assert not any(rule.urgent for rule in POLICY.rules if rule.reason in {"anger", "leaving"})


@pytest.mark.parametrize(
    "text",
    [
        "I want to cancel my yearly plan. When does it end?",
        "How do I leave a shared folder?",
        "What is an unacceptable file name?",
        "Garbage collection takes long.",
        "How many times may I ask for a link?",
        "If the sync stops, do I have to cancel the upload?",
        "We will leave the folder as it is.",
    ],
)
def test_tick_6_who_only_asks_is_neither_angry_nor_leaving(text):
    assert not reasons(text)


@pytest.mark.parametrize(
    ("text", "share", "alarm"),
    [
        ("Please send me all data you hold about me.", 0.41, False),
        ("I request a copy of my personal data under the GDPR.", 0.41, False),
        ("Delete all my data, I shall not be alive.", 0.41, True),
        ("Please send me all data you hold about me.", 0.6, True),
        ("What did Dana write? Please send me her mail address.", 0.25, False),
        ("I look at the rails every morning.", 0.41, True),
        ("I cannot sleep any more.", 0.15, True),
    ],
)
def test_tick_6_a_weak_alarm_needs_a_word_of_its_matter(text, share, alarm):
    found = {one.reason for one in risks(Ticket("1", "", text), Triage({"self_harm": share}), POLICY)}
    assert ("self_harm" in found) is alarm
