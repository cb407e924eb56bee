"""EVID-4: sentences that only say where to look are no answer."""

from __future__ import annotations

import pytest

from kts.answer.units.pointers import asks_where
from kts.answer.units.quotable import units
from kts.types import Hit, Passage, Span

POINTING = (
    "For information about creating a volume, see [Creating a volume](volumes.md)\\.",
    "For more information on the limits, refer to Section 28.5.",
    "See Section 21.2 for details.",
    "For details of sizes, prices, and regions, see [Volume types](types.md).",
    "For more detailed specifications, see [Volume types](types.md).",
    "See also CREATE POLICY.",
    "To learn more, see the guide.",
    "More information can be found in the manual.",
    "Refer to the [disk runbook][1].",
    "[Restore the quorum](https://docs.example/quorum)",
    "https://docs.example/quorum",
)
TELLING = (
    "For amounts above $500, see the head of department.",
    "For more than five items, see the cashier.",
    "See a doctor when the fever lasts three days.",
    "For more information, see the guide; the limit is 5 volumes.",
    "- See Section 4. Then call the desk.",
    "Check the logs for details of the fault.",
    "2. [Restart the pod](helpers/pod.md)",
    "Read the [guide](guide.md) before the disk is replaced.",
    "The report can be found in the cabinet.",
)


def said(text: str, *, pointers: bool = False) -> list[str]:
    passage = Passage("chunk_1", "doc_1", "", "chunk", "prose", text, Span(0, len(text)), {"document_key": 1})
    return [unit.text for unit in units([Hit(passage, 1.0)], lambda _: "", pointers=pointers)]


@pytest.mark.parametrize("text", POINTING)
def test_evid4_what_only_points_elsewhere_is_no_unit(text):
    assert said(f"The volume is full.\n\n{text}\n") == ["The volume is full."]
    assert text in said(f"The volume is full.\n\n{text}\n", pointers=True)


@pytest.mark.parametrize("text", TELLING)
def test_evid4_what_says_something_itself_is_a_unit(text):
    assert "".join(said(f"The volume is full.\n\n{text}\n")).replace(" ", "").endswith(text.replace(" ", ""))


@pytest.mark.parametrize("text", POINTING)
def test_evid4_a_hint_is_a_unit_where_nothing_else_stands_under_its_label(text):
    assert said(text) == [text]
    assert said(f"# Meaning\n\nThe disk is full.\n\n# Mitigation\n\n{text}\n") == ["The disk is full.", text]


def test_evid4_entries_that_a_line_introduces_are_what_it_lists():
    text = "These databases are supported:\n\n- [PostgreSQL](pg.md)\n- [MySQL](my.md)\n"
    assert said(text) == ["- [PostgreSQL](pg.md)", "- [MySQL](my.md)"]


def test_evid4_links_for_further_reading_are_no_units():
    text = (
        "# Volumes\n\nA volume holds 5 TB.\n\n**Topics**\n+ [Creating](new.md)\n+ [Deleting](old.md)\n\nA day is free."
    )
    assert said(text) == ["A volume holds 5 TB.", "A day is free."]


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("Where are volumes described?", True),
        ("Is there a link to the quorum runbook?", True),
        ("Which page tells of limits?", True),
        ("How many volumes are there?", False),
    ],
)
def test_evid4_a_question_may_ask_where_to_look(question, asks):
    assert asks_where(question) == asks
