"""EVID-1: what is asked stands beside what has its words: a denial, a default, a value. EVID-2: what constrains not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kts.answer.choose.defaults import defaulted, tells_default
from kts.answer.choose.extract import Asked, Held
from kts.answer.choose.select import as_read
from kts.answer.choose.valued import lacks_value, valued
from kts.answer.choose.whether import denial, denies, named_first, topic
from kts.answer.constraints.meets import unmet
from kts.answer.constraints.named import constraints
from kts.answer.constraints.vocabulary import Vocabulary
from kts.answer.units.quotable import Unit
from kts.answer.verdict.subjects import other_key
from kts.answers import Evidence
from kts.lexicon.analyse import terms
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

RATE = "The probe applies a sampling rate to keep its traces small."
FIXED = "This rate cannot be changed for relay probes."


def offered(*texts: str, intros: Sequence[str] = ()) -> list[Held]:
    above = [*intros, *([""] * (len(texts) - len(intros)))]
    return [
        Held(Unit(text, Span(100 * at, 100 * at + len(text)), 0, at, "sentence", intro), frozenset(terms(text)), ())
        for at, (text, intro) in enumerate(zip(texts, above, strict=True))
    ]


def led(question: str, *texts: str, told: str = "") -> str:
    said = tuple(((one,), 1.0) for one in dict.fromkeys(terms(question)))
    asked = Asked(said, frozenset(), "yes_no", frozenset(), float(len(said)))
    found = denial(question, asked, offered(*texts), [1], told)
    return found.unit.text if found else ""


@pytest.mark.parametrize(
    ("question", "texts", "first"),
    [
        ("Can I raise the sampling rate for my relay probe?", (RATE, FIXED), FIXED),
        ("If I close the depot, are the tank logs lost too?",
         ("Whoever closes the depot loses access to the tank logs.", "The tank logs are not removed with the depot."),
         "The tank logs are not removed with the depot."),
        ("Can I raise the sampling rate?", (RATE, "The cable cannot be changed."), ""),
        ("Can I raise the sampling rate?", (RATE, "If the rate cannot be read, the probe is reset."), ""),
        ("Can I raise the sampling rate?", ("You can raise the sampling rate to 9.", FIXED), ""),
        ("Can I raise the sampling rate?", ("The sampling rate is not raised by users.", FIXED), ""),
        ("How can I raise the sampling rate?", (RATE, FIXED), ""),
        ("May I fly business class?",
         ("Business class requires the consent of the chief.", "Trains are first class.", "Buses too.", "So are ships.",
          "Gifts to other business partners may not be dear."), ""),
        ("Is the sampling rate fixed or free?", (RATE, FIXED), ""),
        ("Can't I raise the sampling rate?", (RATE, FIXED), ""),
    ],
)  # fmt: skip
def test_evid_1_what_denies_it_answers_whether_it_is_so(question: str, texts: tuple[str, ...], first: str) -> None:
    assert led(question, *texts) == first


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("May I fly business class on a flight of seven hours?", "Business class needs the consent of the chief."),
        ("May I fly premium economy on a flight of seven hours?", "Premium economy is booked from six hours on."),
        ("Which class is booked on a flight of seven hours?", "Premium economy is booked from six hours on."),
    ],
)
def test_evid_1_a_statement_of_all_that_is_asked_about_goes_before_one_of_a_part(question: str, first: str) -> None:
    said = offered("Premium economy is booked from six hours on.", "Business class needs the consent of the chief.")
    assert named_first(question, [(2.0, said[0]), (1.0, said[1])])[0][1].unit.text == first


def test_evid_1_what_denies_it_in_the_case_that_is_told_needs_no_other_word_of_the_question() -> None:
    texts = ("Choose Keep to keep your own colours.", "You cannot set preferences with a borrowed guest badge.")
    told = "I came in with a borrowed guest badge."
    assert led("Can I keep my own colours?", *texts, told=told) == texts[1]
    assert not led("Can I keep my own colours?", *texts, told="I came in by the north gate this morning.")
    assert not led("Can I keep my own colours?", *texts)


def test_evid_1_what_a_question_by_yes_or_no_is_about() -> None:
    assert topic("Can I really raise the sampling rate for all?") == topic("Is the sampling rate open?") - {"open"}
    assert not topic("Which rate can I raise?")
    assert denies("It is not kept.")
    assert not denies("It is not only kept.")
    assert not denies("It is kept if nobody does not want it.")


@pytest.mark.parametrize(
    ("question", "default"),
    [
        ("How many lines are kept if I don't configure anything?", "The default value is 500."),
        ("How many lines are kept when no option is given?", "The default value is 500."),
        ("How many lines are kept by default?", "The default value is 500."),
        ("How many lines are kept?", ""),
        ("How many lines are kept if the pump is not dry?", ""),
    ],
)
def test_evid_1_the_default_of_an_entry_is_told_without_its_name(question: str, default: str) -> None:
    texts = ("spool.lines limits the lines that are kept.", "The default value is off.", "The default value is 500.")
    ranked = [(9.0 - at, one) for at, one in enumerate(offered(*texts, intros=("spool.lines", "b", "spool.lines")))]
    found = defaulted(question, ranked)
    assert (found.unit.text if found else "") == default


def test_evid_1_what_says_this_is_the_default_is_told_by_what_stands_before_it() -> None:
    ranked = [
        (9.0 - at, one) for at, one in enumerate(offered("RESTRICT refuses.", "This is the default.", intros="aa"))
    ]
    assert defaulted("What holds without any option?", ranked) is None


def test_evid_1_who_is_in_default_tells_none() -> None:
    assert tells_default("What holds without any option?", "By default it holds ten.")
    assert not tells_default("What holds without any option?", "A tenant in default pays ten.")
    assert tells_default("What is the default?", "A tenant in default pays ten.")


VERSION = ("Moving to Version 2.1", "This release mends faults of 2.0.", "Release date: 2024-05-03")


@pytest.mark.parametrize(
    ("question", "texts", "first"),
    [
        ("When did version 2.1 come out?", VERSION, VERSION[2]),
        ("When did version 2.1 come out?", ("It came out in 2023.", *VERSION), ""),
        ("When did it stop after the switch was thrown?", VERSION, ""),
        ("When do I move to version 2.1?", VERSION, ""),
        ("How many lamps may burn?", ("Lamps may burn on deck.", "1. Burn lamps.", "At most nine lamps burn."),
         "At most nine lamps burn."),
        ("How many lamps may burn?", ("Lamps may burn on deck.", "From 7 until 9 the price is 4 in all."), ""),
        ("How long does the lamp burn?", ("It burns always.", "It burns for nine hours."), ""),
        ("Where do I see how many lamps burn?", ("Lamps are seen on deck.", "At most nine lamps burn."), ""),
    ],
)  # fmt: skip
def test_evid_1_the_value_stands_beside_what_names_the_thing(question: str, texts: tuple[str, ...], first: str) -> None:
    ranked = [(9.0 - at, one) for at, one in enumerate(offered(*texts))]
    found = valued(question, ranked, [], [1])
    assert (found.unit.text if found else "") == first


def test_evid_1_of_another_passage_only_what_states_the_measure_with_its_unit() -> None:
    lead, other, measured = offered("The lamp burns on deck.", "Lamp 7 burns.", "It burns for nine hours.")
    apart = [lead, *(one._replace(unit=one.unit._replace(hit=1)) for one in (other, measured))]
    ranked = [(9.0 - at, one) for at, one in enumerate(apart)]
    found = valued("How long does the lamp burn?", ranked, [], [1, 1])
    assert found is not None
    assert found.unit.text == measured.unit.text
    assert valued("How long does the lamp burn?", ranked, [], [1, 2]) is None
    counted = valued("How many hours does the lamp burn?", ranked, [], [1, 1])
    assert counted is None or counted.unit.text == measured.unit.text


def test_evid_1_where_the_reader_sees_the_value_it_leads() -> None:
    ranked = [
        (9.0 - at, one) for at, one in enumerate(offered("Lamps burn.", "Nine lamps burn aft.", "Six lamps burn."))
    ]
    found = valued("How many lamps burn?", ranked, [205], [1])
    assert found is not None
    assert found.unit.text == "Six lamps burn."
    assert lacks_value("How many lamps burn?", "3. Burn them.")


@pytest.mark.parametrize(
    ("question", "text", "lacks"),
    [
        ("When is an account deleted?", "Accounts are deleted after 90 days.", False),
        ("When is an account deleted?", "Accounts are deleted by the help desk.", True),
        ("When was the account deleted?", "Accounts are deleted after 90 days.", True),
        ("When was the account deleted?", "It was deleted on 4 May 2024.", False),
    ],
)
def test_evid_1_what_is_done_each_time_has_a_time_and_no_day(question: str, text: str, *, lacks: bool) -> None:
    assert lacks_value(question, text) is lacks


def test_evid_4_a_question_that_needs_its_story_is_read_behind_a_short_one() -> None:
    told = "I closed the page before I copied the token."
    count = lambda text: len(text.split())  # noqa: E731
    assert as_read("Can I look it up again?", told, count) == f"{told} Can I look it up again?"
    assert as_read("How long is a copied token kept on the page?", told, count).startswith("How long")
    assert as_read("Can I look it up again?", "So it went on. " * 20 + told, count) == "Can I look it up again?"


def certain(question: str, *texts: str, known: Vocabulary) -> list[str]:
    evidence = [Evidence(text) for text in texts]
    missing = unmet(constraints(question, known=known), evidence, known=known)
    return [one.constraint.text for one in missing if one.constraint.certain]


KNOWN = Vocabulary(passages=9, identified=lambda code: code != "7.3")
BOTH = "For versions 7.1 or earlier it is the house, for versions 7.2 or later the room."


def test_evid_2_two_bounds_part_all_versions_also_one_that_no_document_names() -> None:
    assert not certain("What is it in version 7.3?", BOTH, known=KNOWN)
    assert certain("What is it in version 7.3?", "For versions 7.2 or later it is the room.", known=KNOWN) == ["7.3"]
    assert certain("What is it in version 9.3?", BOTH, known=KNOWN._replace(identified=lambda _: False)) == ["9.3"]


def test_evid_2_anybody_is_no_name_and_a_value_is_no_code() -> None:
    assert not constraints("Somebody told me that it is free, right?", known=KNOWN)
    assert [one.text for one in constraints("Orlinvale told me that it is free, right?", known=KNOWN)] == ["Orlinvale"]
    assert not constraints("What happens when a position is say 20000?")
    assert [one.text for one in constraints("What is error 20000?")] == ["error 20000"]


@pytest.mark.parametrize(
    ("question", "lead", "other"),
    [
        ("How much memory has a c7gn.large?", r"| c7g\.large | 64 |", "c7gn.large"),
        ("How much memory has a c7g.large?", r"| c7g\.large | 64 |", ""),
        ("How much memory has a c7gn.large?", "| Large | 64 |", ""),
        ("What is in relay2.yaml?", r"| pump\.csv | 64 |", ""),
    ],
)
def test_evid_2_a_row_of_another_model_is_told_from_its_own(question: str, lead: str, other: str) -> None:
    assert other_key(question, lead, ()) == other
