"""EVID-1: what warns of the sentence before it is known by a label, or as an order that comes first."""

from __future__ import annotations

import pytest

from kts.lexicon.warnings import bids, is_labelled, opening, warned


@pytest.mark.parametrize(
    ("after", "warning"),
    [
        (
            " Warning: stored payments are lost. Send them first. Then go on.",
            " Warning: stored payments are lost. Send them first.",
        ),
        (" Call the lead first. He is in the office.", " Call the lead first."),
        (" Make a copy first.", " Make a copy first."),
        (" Do not switch it off while the lamp blinks.", " Do not switch it off while the lamp blinks."),
        (
            "\n\n> **Warning:** Do not thaw before the check.\n\n## If it fails",
            "\n\n> **Warning:** Do not thaw before the check.",
        ),
        ("\n\n> [!WARNING]\n> All data is lost.", "\n\n> [!WARNING]\n> All data is lost."),
        (" **Caution!** The plate is hot. It cools in an hour.", " **Caution!** The plate is hot."),
        (" Achtung: Die Daten gehen verloren.", " Achtung: Die Daten gehen verloren."),
        (" Nothing is lost.", ""),
        (" Customers come first.", ""),
        (" The lead is called first.", ""),
        (" Do not share them.", ""),
        ("\n\nSend them first.", ""),  # of another paragraph
        (" Important documents are kept.", ""),
        (" Attention is paid to it.", ""),
        (" It takes a minute. Warning: the plate is hot.", ""),  # of the sentence between
        ("\n\nAttention: Ann Moor, General Counsel", ""),
        ("\n\n#### Warning: how it is used", ""),
        (" |\n| ranking | The final list, best first. |", ""),
        ("", ""),
    ],
)
def test_evid_1_a_warning_stands_directly_behind_what_it_warns_of(after, warning):
    assert after[: warned(after)] == warning


def test_evid_1_a_label_and_an_order_are_told_by_their_form():
    assert is_labelled("CAUTION - high voltage.")
    assert not is_labelled("Warnings: 3")
    assert bids("Never open the lid until the drum stands still.")
    assert not bids("Step two: press Start first.")


@pytest.mark.parametrize(
    ("text", "warning"),
    [
        ("# Drum\n\n> **Warning:** The drum is hot. Wait.\n\n1. Open it.", "> **Warning:** The drum is hot. Wait."),
        ("Caution! Sharp.\n\n* Lift it.", "Caution! Sharp."),
        ("# Drum\n\nIt is hot.\n\nWarning: very.", None),
        ("", None),
    ],
)
def test_evid_1_a_section_may_begin_with_its_warning(text, warning):
    found = opening(text)
    assert (found and text[found.start : found.end]) == warning
