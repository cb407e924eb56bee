"""What the command line and its server exchange comes back as it was, and nothing else is made of it."""

from __future__ import annotations

import json
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.server.codec import decoded, encoded
from kts.types import Filter, Location, Query, Span
from kts.workspace import Workspace

texts = st.text(st.characters(exclude_categories=()), max_size=20)
scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | texts
spans = st.builds(Span, st.integers(0, 100), st.integers(0, 100))
boxes = st.tuples(*[st.floats(0, 800)] * 4)
places = st.builds(lambda kind, page, box: Location(kind, page, (box,)), texts, st.none() | st.integers(), boxes)
queries = st.builds(lambda text, path: Query(text, filters=Filter(path=(path,))), texts, texts)
nouns = spans | places | queries
values = st.recursive(
    scalars | nouns,
    lambda inner: st.lists(inner, max_size=4).map(tuple) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=20,
)


@given(values)
def test_whatever_travels_comes_back_as_it_was(value):
    assert decoded(json.loads(json.dumps(encoded(value)))) == value


def test_a_search_travels_whole(index):
    with Workspace.open(str(index)) as workspace:
        found = workspace.search("cure period", k=3)
    back = decoded(json.loads(json.dumps(encoded(found))))
    assert encoded(back) == encoded(found)
    assert type(back) is type(found)
    assert back.results[0].citation == found.results[0].citation


@pytest.mark.parametrize("value", [b"bytes", object(), {1: "one"}, 1j])
def test_what_does_not_travel_is_said(value):
    with pytest.raises(TypeError, match="travel"):
        encoded(value)


@pytest.mark.parametrize(
    "name", ["os:system", "kts.types:Any", "kts.errors:KTSError", "kts.types:none", "builtins:tuple", "", "kts.types"]
)
def test_nothing_but_nouns_of_this_package_is_made(name):
    with pytest.raises(ValueError, match="no noun"):
        decoded({"n": name, "v": []})


def test_the_strategy_covers_texts_that_json_escapes():
    assert decoded(json.loads(json.dumps(encoded("\udcff" + string.printable)))) == "\udcff" + string.printable
