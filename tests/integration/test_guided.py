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


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    docs = tmp_path_factory.mktemp("docs")
    (docs / "runbook.md").write_text(RUNBOOK, encoding="utf-8")
    (docs / "guide.md").write_text(GUIDE, encoding="utf-8")
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
