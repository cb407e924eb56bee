"""ASK, TICK: the steps for a model are no steps for the one with a further word in its name."""

from __future__ import annotations

import pytest

import kts

RESET = (
    "# Restarting an X40\n\nA restart takes a minute and keeps all settings.\n\n1. Open Tools > Service > Restart.\n"
    "2. Type the service code.\n3. Confirm with the grey key.\n\n"
    "The X40 Mini has no service screen: pull its plug for ten seconds.\n"
)
OTHERS = {
    "paper.md": "# Paper for the X40\n\nThe X40 takes paper of 80 mm. Rolls are ordered in boxes of ten.\n",
    "colours.md": "# Colours\n\nEvery device is grey. A red cover costs 12 EUR.\n",
}


@pytest.fixture(scope="module")
def kb(tmp_path_factory):
    place = tmp_path_factory.mktemp("longer")
    (place / "docs").mkdir()
    for name, text in {"restart.md": RESET, **OTHERS}.items():
        (place / "docs" / name).write_text(text, encoding="utf-8")
    with kts.Workspace.create(str(place / "kb")) as workspace:
        workspace.ingest([str(place / "docs")])
    return str(place / "kb")


def test_the_sentence_on_the_longer_name_is_told_without_the_steps_of_the_shorter(kb):
    with kts.Workspace.create(kb, environment={"KTS_EMBED_PROVIDER": ""}) as workspace:
        small = workspace.ask("How do I restart the X40 Mini?", record=False)
        big = workspace.ask("How do I restart the X40?", record=False)
    assert [claim.text for claim in small.claims] == [
        "The X40 Mini has no service screen: pull its plug for ten seconds."
    ]
    assert "Tools > Service" in big.text
    assert "Mini" not in big.text


def test_what_is_said_of_the_shorter_name_alone_is_doubtful_for_the_longer(kb):
    with kts.Workspace.create(kb, environment={"KTS_EMBED_PROVIDER": ""}) as workspace:
        found = workspace.ask("Which paper does the X40 Mini take?", record=False)
        ticket = workspace.process_ticket(
            {"id": "1", "subject": "paper", "body": "Which paper does the X40 Mini take?"}
        )
    assert found.verdict != "answered" or "80 mm" not in found.text
    assert not ticket.auto
