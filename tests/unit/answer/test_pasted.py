"""A pasted log line: its code binds the evidence, what the line says of its machine does not."""

from __future__ import annotations

import pytest

from kts.answer.constraints.named import constraints
from kts.answer.constraints.vocabulary import Vocabulary

KNOWN = Vocabulary(passages=9, identified=lambda norm: norm == "fbx4410")


def certain(question: str, known: Vocabulary = KNOWN) -> list[str]:
    return [one.text for one in constraints(question, known=known) if one.certain]


@pytest.mark.parametrize(
    "line",
    [
        "ERROR [mover-7] FBX-4410 block list too long",
        "FATAL FBX-4410 block list too long",
        "Jun 30 02:00:17 nd-fb-01 ferry[1823]: ERROR [mover-7] FBX-4410 too long size=81604378624",
        '{"level":"error","code":"FBX-4410","hook":"https://hooks.acme.example/x"}',
        "FBX-4410: block list too long (file=orders_20261101.csv, key=0x9A3F11)",
    ],
)
def test_only_the_code_that_the_index_knows_binds(line: str) -> None:
    assert certain(line) == ["FBX-4410"]


def test_a_code_that_no_document_knows_still_binds() -> None:
    assert certain("ERROR [mover-7] FBX-9999 gone") == ["FBX-9999"]


def test_a_question_beside_the_line_binds() -> None:
    assert certain("ERROR [mover-7] FBX-4410 too long\nWhat does it mean in Ferrybox 5.0?") == [
        "FBX-4410",
        "Ferrybox",
        "5.0",
    ]


@pytest.mark.parametrize("question", ["What does FATAL mean in Ferrybox 5.0?", "Is DEBUG a level of Ferrybox 5.0?"])
def test_a_level_in_a_question_makes_no_log_line(question: str) -> None:
    assert {"Ferrybox", "5.0"} <= set(certain(question))
