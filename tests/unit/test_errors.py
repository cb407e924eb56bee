"""RELIABILITY (exit codes), WIRE: each error has a stable word, an exit code and room for a hint."""

from __future__ import annotations

import inspect

import pytest

from kts import errors
from kts.errors import KTSError

DESIGN = {
    "KTSError": ("internal", 1),
    "UsageError": ("usage", 2),
    "ConfigError": ("config", 2),
    "MissingExtra": ("missing_extra", 2),
    "CheckFailed": ("check_failed", 4),
    "NoIndex": ("no_index", 10),
    "Locked": ("locked", 11),
    "CorruptStore": ("corrupt", 12),
    "Mismatch": ("mismatch", 13),
    "MissingModel": ("missing_model", 13),
    "StorageFull": ("storage", 14),
    "SourceUnreachable": ("source", 15),
}
INTERNAL = {"UnstableFile": ("unstable", 1), "TooLarge": ("too_large", 1)}
ALL = [kind for _, kind in inspect.getmembers(errors, inspect.isclass) if issubclass(kind, KTSError)]


def test_exit_codes_are_those_of_the_design():
    assert {kind.__name__: (kind.code, kind.exit_code) for kind in ALL} == DESIGN | INTERNAL


def test_wire_every_error_has_a_word_of_its_own():
    assert len({kind.code for kind in ALL}) == len(ALL)


@pytest.mark.parametrize("kind", ALL)
def test_errors_say_what_which_file_and_what_next(kind):
    error = kind("what happened", hint="what to do", path="a.md")
    assert (str(error), error.message, error.hint, error.path) == ("what happened",) * 2 + ("what to do", "a.md")
    bare = kind("what happened")
    assert (bare.hint, bare.path) == ("", None)
    assert kind.__doc__


@pytest.mark.parametrize("kind", ALL)
def test_errors_are_caught_by_their_one_base(kind):
    assert issubclass(kind, KTSError)
    assert not issubclass(kind, OSError | ValueError)
