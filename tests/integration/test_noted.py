"""EVID-1: a footnote or endnote is told with what bears its mark; it answers, and claims are held to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kts.answer.units.noted import bearer, marks, note, without_marks
from kts.types import Span
from kts.workspace import Workspace
from support.index import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

AGREEMENT = """# Service agreement

## 3. Charges

3.1 Invoices are payable within 21 days of the invoice date.

3.2 Late payment bears interest at 8.25 percent a year.[^1]

3.3 A reconnection costs EUR 49.

[^1]: Customers registered as charities pay 3.10 percent instead.

## 4. Cables

The cable is at most 45 metres[^long] long. It is laid by the installer.

| Place | Mast |
|---|---|
| Ulriken | 38 metres[^mast] |

## 5. Ending

The customer returns the router within 14 days.

[^long]: With an amplifier 80 metres are possible.
[^mast]: Measured from the roof.
"""


@pytest.fixture(scope="module")
def provider(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder = tmp_path_factory.mktemp("provider")
    (folder / "agreement.md").write_text(AGREEMENT, encoding="utf-8")
    with Workspace.create(str(folder / "index"), environment=WORDS) as opened:
        opened.ingest([str(folder)])
        yield opened


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (
            "What is the interest on late payment?",
            [
                "3.2 Late payment bears interest at 8.25 percent a year.",
                "Customers registered as charities pay 3.10 percent instead.",
            ],
        ),
        (
            "How long is the cable at most?",
            ["The cable is at most 45 metres long.", "With an amplifier 80 metres are possible."],
        ),
        ("How high is the mast at Ulriken?", ["Place: Ulriken; Mast: 38 metres", "Measured from the roof."]),
    ],
)
def test_evid1_a_note_is_told_right_behind_what_bears_its_mark(
    provider: Workspace, question: str, said: list[str]
) -> None:
    texts = [claim.text for claim in provider.ask(question).claims]
    assert texts[: len(said)] == said
    assert len(set(texts)) == len(texts)


def test_evid1_a_note_answers_what_is_asked_of_its_sentence(provider: Workspace) -> None:
    said = provider.ask("What interest do charities pay on late payment?")
    assert "3.10 percent" in said.claims[0].text
    quote = said.claims[0].citations[0].quote
    assert quote.startswith("[^1]: Customers"), "the citation is of the note itself"


def test_evid1_claims_are_held_against_notes_with_what_they_are_about(provider: Workspace) -> None:
    right, wrong = provider.check(
        ["Charities pay 3.10 percent interest on late payment.", "Charities pay 8.25 percent interest on late payment."]
    )
    assert (right.claim.support, wrong.claim.support) == ("supported", "contradicted")


def test_evid1_marks_and_notes_are_found_in_their_text() -> None:
    text = "One.[^1] Two [^a]: three[^b].\n\n[^1]: First. More.\n[^b]: Second\n  goes on.\n\nEnd."
    assert marks(text, 0, 4) == ("1",)
    assert note(text, "1") == Span(text.index("[^1]: "), text.index("\n[^b]"))
    assert text[slice(*note(text, "b") or (0, 0))] == "[^b]: Second\n  goes on."
    assert note(text, "none") is None
    assert bearer(text, "1") == "One."
    assert bearer("| a | b |\n|---|---|\n| x | 5[^2] |\n", "2") == "| x | 5[^2] |"
    assert without_marks("[^1]: Up to 5[^2] days.") == "Up to 5 days."
    assert without_marks("the pattern `[^0]: ` stays `a [^b]`") == "the pattern `[^0]: ` stays `a [^b]`"


def test_evid1_the_marks_of_a_quotation_are_not_told(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("label")
    (folder / "label.md").write_text("# Label\n\n> Serial number: BX7-440-91823\n>\n> Power: 12 V\n", encoding="utf-8")
    with Workspace.create(str(folder / "index"), environment=WORDS) as opened:
        opened.ingest([str(folder)])
        claim = opened.ask("What is the serial number on the label?").claims[0]
    assert claim.text == "Serial number: BX7-440-91823"


def test_evid1_a_long_note_is_cut_behind_a_sentence() -> None:
    found = note("[^1]: " + "It is so. " * 200, "1")
    assert found is not None
    assert 500 < found.end <= 600
