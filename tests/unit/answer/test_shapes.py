"""EVID-5: values that are known by their shape."""

from __future__ import annotations

import pytest

from kts.answer.choose.shapes import leading_shape, missing, shape_of


@pytest.mark.parametrize(
    ("question", "text", "what"),
    [
        ("What is the severity of the disk alert?", "The disk alert means that the disk is full.", "severity"),
        ("What is the default port of the server?", "The server listens on its default port.", "port"),
        ("What is the phone number of the desk?", "Call the desk.", "telephone number"),
        ("What number do I ring at night?", "Ring the duty officer; a form follows.", "telephone number"),
        ("On what date does the certificate run out?", "The certificate can be converted.", "date"),
        ("On what date was the wall built?", "The length of the wall is four metres.", "date"),
        ("In which year was the mill built?", "The mill was built by two brothers.", "date"),
        ("Which status code is returned?", "An error is returned.", "status code"),
        ("How many copies are kept?", "Copies are kept in the vault.", "number"),
        ("How many of the 3 copies are read?", "Of 3 copies some are read.", "number"),
        ("In 2020, how many employees were there?", "In 2020 employees left.", "number"),
        ("How many indexes may a table have?", "To create one or more indexes, press *New*.", "number"),
    ],
)
def test_a_text_without_a_value_of_the_shape_lacks_it(question: str, text: str, what: str) -> None:
    assert missing(question, [text]) == what


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What is the severity of the disk alert?", "This alert is critical."),
        ("What is the default port of the server?", "The server listens on 5432."),
        ("What is the phone number of the desk?", "Call 555 0100."),
        ("What number do I ring at night?", "Ring 4470."),
        ("On what date was the set made?", '"eventTime": "2018-11-21T23:53:06Z"'),
        ("Which date does the period count from?", "From the date of intake."),
        ("What date format is used?", "Dots between the numbers."),
        ("What HTTP error is returned?", "HTTP 460"),
        ("How many copies are kept?", "Three copies are kept."),
        ("How many copies are kept?", "No copy is kept."),
        ("How many of the 3 copies are read?", "Two are read."),
        ("What does the disk alert mean?", "The disk is full."),
        ("What is the website of the desk?", "The website of the desk is desk.io."),
        ("How many employees work in the 5 plants?", "5 employees."),
        ("Which status code is returned?", "0x80070005 is returned."),
    ],
)
def test_a_value_of_the_shape_anywhere_in_the_answer_is_enough(question: str, text: str) -> None:
    assert not missing(question, ["It is so.", text])


@pytest.mark.parametrize(
    "question",
    [
        "How do I open the port of the server?",
        "What port did the ship call at?",
        "What is the priority of payments under the indenture?",
        "What is the phone policy?",
        "What email retention policy applies?",
        "What does the return error mean?",
    ],
)
def test_a_name_that_only_tells_of_something_else_asks_for_no_value(question: str) -> None:
    assert shape_of(question) is None


@pytest.mark.parametrize(
    ("question", "told", "other"),
    [
        ("Until when is the pass valid?", "It ends on 30 June 2026.", "Enter it under P-2026-04."),
        ("Since when is the gate shut?", "Shut 2025-11-02.", "The gate is shut."),
        ("By when must I answer?", "Answer within 14 days.", "Answer 3 forms, which you may fill in twice."),
        ("Till when is it let?", "End: 2027-06-30", "Two late trains a month."),
        ("Since when is it so?", "Since the 3rd of May.", "It is so in 4 towns."),
        ("Until when does it run, and for how much was it bought?", "Until 4 May.", "It runs well."),
        ("What does a drover earn?", "Wages are 30 a week.", "A boot allowance of 4 a year is paid."),
        ("For how much was the van sold?", "Sold at €4,100.", "The van was sold with 4 tyres."),
    ],
)
def test_evid_4_a_point_in_time_or_a_sum_puts_a_statement_first_and_is_never_missing(
    question: str, told: str, other: str
) -> None:
    shape = leading_shape(question)
    assert shape is not None
    assert shape.held.search(told)
    assert not shape.held.search(other)
    assert not missing(question, [other])
