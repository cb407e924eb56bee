"""Names in prose and questions: labelled examples with precision and recall, and what must not be a name."""

from __future__ import annotations

from itertools import pairwise

import pytest

from kts.lexicon.entities import entities, norm
from kts.lexicon.gazetteer import gazetteer

LABELLED: dict[str, set[str]] = {
    "What special servicing fee does Aldergate Trust Company, N.A. pay under the Northmarch agreement?": {
        "Aldergate Trust Company, N.A.",
        "Northmarch agreement",
    },
    "How many items could a hand batch have in Tessaro 7.3?": {"Tessaro 7.3"},
    "Are Ada Byron and Mary Somerville both mathematicians?": {"Ada Byron", "Mary Somerville"},
    "Does the Pooling and Servicing Agreement name Fathom & Reed LLP as auditor?": {
        "Pooling and Servicing Agreement",
        "Fathom & Reed LLP",
    },
    "Which wire to Copperhouse Storage was released in June 2024?": {"Copperhouse Storage"},
    "Notice was given by Mirela Stanhope, Head of Cash Management, on Monday.": {
        "Mirela Stanhope",
        "Head of Cash Management",
    },
    "Payments are sent to the University of Trebbenau every March.": {"University of Trebbenau"},
    "The servicer must notify Osprey Lane within two days.": {"Osprey Lane"},
    "The fee is due on the first Business Day of each month.": {"Business Day"},
    "When was the bridge in Lower Sedge, Ohio opened?": {"Lower Sedge", "Ohio"},
    "Please restart the service and try again.": set(),
    "Why was the first file for November 2023 rejected?": set(),
}


def test_labelled_sentences_reach_precision_and_recall() -> None:
    found = {text: {one.text for one in entities(text)} for text in LABELLED}
    right = sum(len(found[text] & wanted) for text, wanted in LABELLED.items())
    assert right / sum(len(wanted) for wanted in LABELLED.values()) >= 0.95
    assert right / sum(len(given) for given in found.values()) >= 0.95


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        ("It was signed by Pellmoor Depositor LLC yesterday.", "Pellmoor Depositor LLC", "organisation"),
        ("They asked Dr. Agnethe Quill about it.", "Dr. Agnethe Quill", "person"),
        ("The branch in Northern Province closed.", "Northern Province", "place"),
        ("It fails in Quillmark 3.9 only.", "Quillmark 3.9", "product"),
        ("As the Late Charge Policy says, it is capped.", "Late Charge Policy", "document"),
    ],
)
def test_kinds_are_told_by_closed_lists(text: str, name: str, kind: str) -> None:
    assert (name, kind) in [(one.text, one.kind) for one in entities(text)]


def test_a_known_name_is_found_in_lower_case() -> None:
    known = gazetteer([("Tidewater Ridge", "organisation"), ("Tessaro", "product")])
    found = entities("what does tidewater ridge pay for tessaro seats", known=known)
    assert [(one.text, one.kind) for one in found] == [("tidewater ridge", "organisation"), ("tessaro", "product")]


def test_spans_are_those_of_the_text_and_do_not_overlap() -> None:
    for text in LABELLED:
        found = entities(text)
        assert all(text[one.start : one.end] == one.text for one in found)
        assert all(one.end <= other.start for one, other in pairwise(found))


def test_the_norm_forgets_legal_form_title_and_possessive() -> None:
    assert norm("Aldergate Trust Company, N.A.") == "aldergate trust"
    assert norm("Mr. Torvald Ekkeby's") == "torvald ekkeby"
