"""EVID-1: the same nouns with another name, version, column or denial in the claim's place are no support."""

from __future__ import annotations

import pytest

from kts.answer.claims.agree.sides import flat
from kts.answer.claims.gate import judge
from kts.answer.claims.match import statements
from kts.answers import Evidence
from kts.lexicon.negation import denied, negated


def found(claim: str, text: str, title: str = "Rules"):
    return judge(claim, [Evidence(text, title=title)])


PRICES = "| Item | Member | Guest |\n|---|---|---|\n| Locker | 5 euros | 8 euros |\n| Towel | 1 euro | 2 euros |"

FALSE = [
    ("Quarrels are settled by two umpires in Lisbon.", "All quarrels shall be settled by two umpires in Oslo."),
    ("The contract is governed by the law of Portugal.", "The contract is governed by the law of Norway."),
    ("The port of the console is 8080.", "The port of the console moved from 8080 to 9090."),
    ("Archives are packed with bzip2.", "Archives are packed with xz (was bzip2)."),
    ("A visa is needed from the first day of the stay.", "A visa is needed from the tenth day of the stay."),
    ("Guests pay 5 euros for a locker.", PRICES),
    ("The Assurer must notify the Assured of a loss.", "The Assured must notify the Assurer of a loss."),
    ("The carrier pays the shipper's fees.", "The shipper pays each fee within 30 days. The carrier sends bills."),
    ("Tolls are paid by the carrier.", "The shipper shall provide and pay for all fuel and tolls. The carrier drives."),
    ("Ms Imber is the agent of the carrier.", "The agent of the shipper is Ms Imber."),
    ("The gateway supports telnet.", "**Is telnet supported by the gateway?**\n\nNo. Use ssh."),
    ("The gateway runs on Solaris.", "The gateway runs on Linux. Solaris is not supported, not even for tests."),
    ("Interface v1 works with the new gateway.", "Interface v1 is deprecated and will be removed."),
    ("The firm pays for the hotel.", "The firm pays the fees of courses, but does not pay for the hotel."),
    ("The lessor may enter without notice.", "The lessor may enter after giving 24 hours' notice."),
    ("In a storm boats must be moored.", "Boats must be moored, except in a storm."),
    ("Drivers are checked every three years.", "Drivers are checked every two years; pilots every three years."),
    (
        "The board approved the plan to sell the ferry.",
        "Mr Rist presented a plan to sell the ferry. The board did not approve it.",
    ),
    ("The deposit for a key is 20 euros.", "The deposit for a key is ~~20 euros~~ 30 euros."),
]  # fmt: skip


@pytest.mark.parametrize(("claim", "text"), FALSE)
def test_another_filling_is_no_support(claim: str, text: str) -> None:
    assert found(claim, text).support != "supported"


TRUE = [
    ("Guests pay 8 euros for a locker.", PRICES),
    ("The port of the console is 9090.", "The port of the console moved from 8080 to 9090."),
    ("Telnet is not supported by the gateway.", "**Is telnet supported by the gateway?**\n\nNo. Use ssh."),
    ("The shipper pays for tolls.", "The shipper shall provide and pay for all fuel, dues and tolls."),
    ("The ship must not carry cattle.", "The ship shall not carry weapons, cattle or acids."),
    ("Neither party may assign the lease.", "Neither party shall assign the lease."),
    ("The daily fee is 300 euros.", "The trainer shall be paid a daily fee of 300 euros for each day worked."),
    ("The gateway runs on Linux.", "The gateway runs on Linux. Solaris is not supported, not even for tests."),
    ("Defects are repaired by the seller within a week.", "Any defects must be repaired by the seller within a week."),
    ("The firm may end the contract on 90 days' notice.", "The firm may end on 90 days' written notice."),
]  # fmt: skip


@pytest.mark.parametrize(("claim", "text"), TRUE)
def test_the_same_in_other_words_is_supported(claim: str, text: str) -> None:
    assert found(claim, text).support == "supported"


UNSURE = [
    ("Gifts worth 40 euros must be reported.", "Gifts of between 25 euros and 75 euros must be reported."),
    ("The rent is 900 euros.", "The rent is 900 euros a month."),
    ("The grower is liable for loss if it acted rashly.", "The grower is not liable for loss unless it acted rashly."),
]  # fmt: skip


@pytest.mark.parametrize(("claim", "text"), UNSURE)
def test_without_another_value_nothing_is_contradicted(claim: str, text: str) -> None:
    assert found(claim, text).support != "contradicted"


@pytest.mark.parametrize(("title", "support"), [("Gateway 4.2 settings", False), ("Gateway 5.0 settings", True)])
def test_the_version_of_the_claim_is_that_of_the_document(title: str, support: bool) -> None:
    said = found("The session of Gateway 5.0 ends after 300 seconds.", "A session ends after 300 seconds.", title)
    assert (said.support == "supported") is support


def test_a_question_states_nothing() -> None:
    assert statements("Is it cold? Bring a coat.") == statements("Is it warm? Bring a coat.")
    assert [text for text, _ in statements("Where are the logs?")] == []


@pytest.mark.parametrize("text", ["Is it paid? No. Never.", "Is it paid? Yes, in May.", "~~Old words~~ It is paid."])
def test_each_character_of_a_flat_text_has_a_place(text: str) -> None:
    shown, places = flat(text)
    assert len(shown) == len(places)
    assert all(0 <= place < len(text) for place in places)


def test_each_of_a_denied_list_is_denied() -> None:
    text = "The ship shall not carry weapons, cattle or acids, and sails in May."
    scopes = negated(text)
    assert all(denied(scopes, text.index(word), text.index(word) + 4) for word in ("weapons", "cattle", "acids"))
    assert not denied(scopes, text.index("sails"), text.index("sails") + 5)
