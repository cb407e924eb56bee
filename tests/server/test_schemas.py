"""The schemas beside the product are those of its shapes, and say what its answers are."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator

from kts.server.wire.schemas import written


def test_the_files_are_those_of_the_code(repository):
    folder = repository / "schemas"
    made = written()
    assert {path.name for path in folder.iterdir()} == set(made)
    for name, text in made.items():
        assert (folder / name).read_text(encoding="utf-8") == text, "python -m kts.server.wire.schemas schemas"


@pytest.mark.parametrize("name", sorted(written()))
def test_each_is_a_schema(name):
    Draft202012Validator.check_schema(json.loads(written()[name]))


def test_a_search_keeps_its_schema(client):
    schema = json.loads(written()["search.json"])
    Draft202012Validator(schema).validate(client.get("/api/search", params={"q": "cure period"}).json())


def test_an_error_keeps_its_schema(client):
    schema = json.loads(written()["problem.json"])
    Draft202012Validator(schema).validate(client.get("/api/nothing").json())
