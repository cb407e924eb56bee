"""FACES: arguments that are read without click mean what click would have made of them, or are left to click."""

from __future__ import annotations

import re
from importlib import import_module

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.cli.group import clicked
from kts.cli.main import HOT, run
from kts.cli.spoken import understood
from kts.workspace import Workspace
from support.folders import policies

SPOKEN = {name: import_module(f"kts.cli.{name}_").SPOKEN for name in HOT}
VALUES = ["3", "0", "1001", " 5", "+5", "1_0", "٣", "-1", "", "chunk", "hybrid", "HYBRID", "lexical", "2024-03-01",
          "20240301", "2024-13-01", "x", "contracts/", "--json", "-", "--"]  # fmt: skip
FLAGS = sorted({flag for spoken in SPOKEN.values() for option in spoken.options for flag in option.flags})
WORDS = st.one_of(
    st.sampled_from(FLAGS),
    st.sampled_from([*VALUES, "-h", "--help", "--jso", "-k5", "-k=5", "--unknown", "cure", "period?"]),
    st.builds("{}={}".format, st.sampled_from(FLAGS), st.sampled_from(VALUES)),
    st.text(max_size=5),
)
ENVIRONMENTS = st.sampled_from([{}, {"KTS_KB_PATH": ""}, {"KTS_KB_PATH": "elsewhere"}])


def by_click(spoken, words, environment):
    """(words of the argument, values) as click has them, None where click ends with help or a mistake."""
    command = clicked(spoken)
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("KTS_KB_PATH", raising=False)
        patch.delenv("KTS_NO_SERVER", raising=False)
        for name, value in environment.items():
            patch.setenv(name, value)
        try:
            found = dict(command.make_context(spoken.name, list(words)).params)
        except (click.ClickException, click.exceptions.Exit):
            return None
    return found.pop(spoken.argument, ()), found


@pytest.mark.parametrize("name", HOT)
@given(words=st.lists(WORDS, max_size=6), environment=ENVIRONMENTS)
def test_what_is_understood_is_what_click_understands(name, words, environment):
    spoken = SPOKEN[name]
    found = understood(spoken, words, environment)
    if found is None:
        return
    plain, values = found
    expected = by_click(spoken, words, environment)
    assert expected is not None, "a mistake is click's to answer"
    kept = {option.name: values[option.name] for option in spoken.options if not option.sets}
    assert (plain, kept) == expected


USUAL = [
    ["cure", "period"],
    ["cure period", "-k", "3", "--json"],
    ["--mode", "lexical", "cure", "--explain", "--path=contracts", "--path", "letters"],
    ["cure", "--since", "2022-01-01", "--until=2024-12-31", "--type", "SOP", "--no-server"],
]


@pytest.mark.parametrize("words", USUAL)
def test_usual_searches_need_no_click(words):
    assert understood(SPOKEN["search"], words, {}) is not None


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    """An index of a few documents, not embedded."""
    folder = tmp_path_factory.mktemp("spoken")
    with Workspace.create(str(folder)) as workspace:
        workspace.ingest([str(policies(folder / "docs", 3))], vectors=False)
    return folder


ARGUMENTS = [
    ["search", "leave", "-k", "2"],
    ["search", "leave", "--json", "--mode", "lexical"],
    ["search", "leave", "--explain", "--mode", "lexical"],
    ["search", "qwertyuiop"],
    ["search", "leave", "--since", "yesterday"],
    ["search", "leave", "--since", "2024-02-30", "--json"],
    ["search", " "],
    ["search", " ", "--json"],
    ["search", "leave", "--doc", "nowhere.md"],
    ["search", "leave", "--ranker", "nobody", "--json"],
    ["search"],
    ["search", "leave", "-k", "0"],
    ["search", "leave", "--bogus", "--json"],
    ["search", "--help"],
    ["ask", "How", "long", "is", "the", "leave?", "--mode", "lexical"],
    ["ask", "leave", "--as-of", "soon"],
    ["ask", "-h"],
    ["status"],
    ["status", "--files"],
    ["status", "surplus"],
]


@pytest.mark.parametrize("words", ARGUMENTS, ids=" ".join)
def test_output_and_exit_code_are_those_of_click(words, index, capsys, monkeypatch):
    monkeypatch.setenv("KTS_KB_PATH", str(index))
    monkeypatch.setenv("KTS_EMBED_PROVIDER", "")
    monkeypatch.setenv("KTS_ANSWER_RECORD", "false")
    code = run(words)
    printed = capsys.readouterr()
    assert run([*words, "--"]) == code, "two hyphens end the options: click reads the same, the reader nothing"
    again = capsys.readouterr()
    assert (without_times(again.out), again.err) == (without_times(printed.out), printed.err)


def without_times(text):
    """What is printed but for the milliseconds of the stages."""
    return re.sub(r'"timings_ms": \{[^}]*\}', "", text)
