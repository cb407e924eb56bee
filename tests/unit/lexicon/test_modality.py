"""EVID-1: duty, permission, prohibition, exemption."""

from __future__ import annotations

import pytest

from kts.lexicon.modality import aside, modalities, modality


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("The Servicer shall pay.", "obligation"),
        ("A report is required to be filed.", "obligation"),
        ("The Owner may object.", "permission"),
        ("The Owner is entitled to object.", "permission"),
        ("The Servicer shall not assign this Agreement.", "prohibition"),
        ("A batch may not be forced.", "prohibition"),
        ("Staff are prohibited from sharing it.", "prohibition"),
        ("Do not sign it.", "prohibition"),
        ("Assignments need not be recorded.", "exemption"),
        ("The Servicer is not required to pay.", "exemption"),
        ("The job can run twice.", "ability"),
        ("The fee will rise.", "future"),
        ("The fee rose.", "statement"),
        ("It was paid in May 2024.", "statement"),
    ],
)
def test_evid1_the_mode_of_the_main_verb(text, kind):
    assert modality(text).kind == kind


def test_evid1_a_condition_is_not_the_main_clause():
    text = "If the number must be unknown, the Servicer may enter it."
    assert modality(text).kind == "permission"
    assert [found.kind for found in modalities(text)] == ["obligation", "permission"]


def test_evid1_who_is_bound_is_named_where_it_can_be_seen():
    assert modality("The Subservicer must notify the Owner.").actor == "Subservicer"


@pytest.mark.parametrize(
    ("text", "tells"),
    [
        ("The licence has the permissions that the agent needs to open a gate.", True),
        ("It is the seal on the crate that decides whether you may open it.", True),
        ("The parties agree that the agent must open the gate.", False),
        ("Goods are sent on the condition that the buyer must pay first.", False),
        ("The agent must open the gate.", False),
    ],
)
def test_evid1_a_modal_may_only_tell_which_thing_is_meant(text, tells):
    assert aside(text, modality(text)) is tells
