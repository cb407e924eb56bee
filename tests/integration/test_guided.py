"""EVID-4: the section that is called by what is to be done answers how to do it, with its command."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kts.workspace import Workspace
from support.index import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

RUNBOOK = """# Runbook: orders

## 1. Restart a worker

Workers restart by themselves after a database failure.

## 2. Fail over the database

Only the person on duty may run it. Announce it first.

```bash
switch --leader one --candidate two
```

- Note 2.0: see panel 20.

## 3. Rotate the API key

1. Make a new key.
2. Store it.

The old one lives for a day.
"""
GUIDE = """# Troubleshooting

## 9. Cycle and database

- **E-90:** the database is read only during a fail-over of the database. Fail-over lasts 4 to 9 minutes.
- **E-91:** the database fails over twice: call the desk about the fail over.
"""

RERUN = """# RB-7 Rerun a billing batch

| Field | Value |
|---|---|
| Owner | Team Money |

A batch is *failed* when its status says so at six o'clock.

## Rerun

1. Look at the batch on the panel.
2. Stop it if it is still running.
3. Rerun it in dry mode.
4. Compare both totals.

A batch can be rerun three times.
"""
REPLICA = """# Runbook: Promotion of the replica

Owner: Team Money.

## Before you start

Ring the person who guards the tills. Never promote while a backup runs.

## Steps

1. Freeze the tills.
2. Promote the replica.
3. Thaw the tills.
"""
MOVE = """# RB-8 Switchover of the stock database

Switch over only by day.

## Steps

1. Freeze the tills.
2. Promote the copy.
3. Thaw the tills.

If step 2 fails, switch back and call the database lead.
"""
LEAFLET = """# Kettles

## Care

Empty the boiler one valve at a time. Wait for the lamp.

```bash
boilerctl drain valve-a
```

## Colours

Paint the kettle any colour.

```bash
paintctl list
```
"""
SETTINGS = """# Pumps

| Code | Display | What to do |
|---|---|---|
| A04 | OCCLUSION | Check the line for kinks |
| A07 | EMPTY | Hang a new bag |

| Setting | Default | Maximum |
|---|---|---|
| `pump.max_repeats` | 2 | 5 |
| `pump.pause_s` | 30 | 600 |
"""
PHONES = """# Phone list

| Name | Ext. | Room |
|---|---|---|
| Miriam Öztürk | 421 | 2.13 |
| Paul Ek | 433 | 2.14 |

# Suppliers

| Supplier | Contact | Contract ends |
|---|---|---|
| Müller & Söhne KG | Jörg Müller | 2027-02-28 |
| Hexa Steel Ltd | Paul Hexham | 2027-05-30 |

# Delivery terms

The
warranty period is 36 months for steel of Hexa Steel.
"""


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    docs = tmp_path_factory.mktemp("docs")
    (docs / "runbook.md").write_text(RUNBOOK, encoding="utf-8")
    (docs / "guide.md").write_text(GUIDE, encoding="utf-8")
    for name, text in (
        ("rerun", RERUN),
        ("move", MOVE),
        ("kettles", LEAFLET),
        ("pumps", SETTINGS),
        ("phones", PHONES),
        ("replica", REPLICA),
    ):
        (docs / f"{name}.md").write_text(text, encoding="utf-8")
    with Workspace.create(str(tmp_path_factory.mktemp("kb")), environment=WORDS) as opened:
        opened.ingest([str(docs)])
        yield opened


def test_evid_4_the_command_under_the_heading_comes_with_what_stands_before_it(base: Workspace):
    found = [one.text for one in base.ask("How do I fail over the database?", record=False).claims]
    assert found[0] == "Only the person on duty may run it."
    assert any("--candidate two" in text for text in found)
    assert not any("panel 20" in text for text in found)


def test_evid_4_steps_end_with_the_last_one(base: Workspace):
    found = [one.text for one in base.ask("How do I rotate the API key for orders?", record=False).claims]
    assert "Make a new key" in found[0]
    assert not any("lives for a day" in text for text in found[:2])


@pytest.mark.parametrize("question", ["How long does a fail-over of the database last?", "What is E-91?"])
def test_evid_4_other_questions_are_answered_where_their_words_stand(base: Workspace, question: str):
    assert "E-9" in base.ask(question, record=False).claims[0].text


@pytest.mark.parametrize(
    ("question", "first", "last", "count"),
    [
        ("How do I rerun a failed billing batch?", "Look at the batch", "Compare both totals", 4),
        ("How do I switch over the stock database?", "Freeze the tills", "Thaw the tills", 3),
    ],
)
def test_evid_4_a_document_called_by_what_is_to_be_done_answers_with_its_numbered_steps(
    base: Workspace, question: str, first: str, last: str, count: int
):
    found = [one.text for one in base.ask(question, record=False).claims]
    assert first in found[0]
    assert last in found[count - 1]


@pytest.mark.parametrize(
    "asked", ["What must I do before promoting the replica?", "What needs to be done before promoting?"]
)
def test_evid_4_what_comes_before_is_not_answered_by_the_steps(base: Workspace, asked: str):
    found = [one.text for one in base.ask(asked, record=False).claims]
    assert found[0].startswith("Ring the person")
    assert not any("Thaw" in text for text in found)


def test_evid_4_commands_behind_what_is_to_be_done_come_with_it(base: Workspace):
    found = "\n".join(one.text for one in base.ask("How do I empty the boiler?", record=False).claims)
    assert "boilerctl drain valve-a" in found
    assert "paintctl" not in found


def test_evid_4_commands_under_another_heading_do_not(base: Workspace):
    found = "\n".join(one.text for one in base.ask("How do I wait for the lamp of the boiler?", record=False).claims)
    assert "paintctl" not in found


@pytest.mark.parametrize(
    ("question", "row", "other"),
    [
        ("Pump shows A04, what now?", "A04", "A07"),
        ("May I set pump.max_repeats to 7?", "pump.max_repeats", "pump.pause_s"),
        ("What is the phone extension of Miriam Öztürk?", "421", "433"),
        ("When does the contract with Hexa Steel end?", "2027-05-30", "2027-02-28"),
        ("Who is the contact at Müller & Söhne?", "Jörg Müller", "Hexham"),
    ],
)
def test_conf_1_the_row_of_what_is_asked_about_is_sure_and_alone(base: Workspace, question: str, row: str, other: str):
    said = base.ask(question, record=False)
    assert said.verdict == "answered"
    assert row in said.claims[0].text
    assert not any(other in one.text for one in said.claims)


def test_evid_1_rows_of_all_that_are_named_are_shown(base: Workspace):
    found = "\n".join(one.text for one in base.ask("When do the contracts of Hexa Steel and Müller end?").claims)
    assert "2027-05-30" in found
    assert "2027-02-28" in found


def test_conf_1_another_period_is_doubted_though_a_line_ends_before_its_name(base: Workspace):
    said = base.ask("What is the notice period of the contract with Hexa Steel?", record=False)
    assert said.verdict != "answered"


def test_conf_1_the_row_of_a_code_is_not_sure_of_what_does_not_stand_with_it(base: Workspace):
    assert base.ask("Who invented A04 in the laboratory at Brno?", record=False).verdict != "answered"
