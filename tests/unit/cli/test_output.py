"""What is printed for a program, and for a person at a terminal."""

from __future__ import annotations

import json
import os

import pytest

from kts.cli.output import print_json

VALUE = {"b": [1, {"c": "d"}], "a": "\u00fc\ud800"}


def test_json_is_one_line_for_a_program(capsysbinary):
    print_json(VALUE)
    printed = capsysbinary.readouterr().out
    assert printed.count(b"\n") == 1
    assert json.loads(printed) == json.loads(json.dumps(VALUE))


@pytest.mark.skipif(os.name == "nt", reason="pseudo-terminals are of POSIX")
def test_json_is_laid_out_on_a_terminal(monkeypatch):
    ours, theirs = os.openpty()
    with os.fdopen(theirs, "w", encoding="utf-8") as terminal:
        monkeypatch.setattr("sys.stdout", terminal)
        print_json(VALUE)
        printed = os.read(ours, 4096)
    os.close(ours)
    assert printed.count(b"\n") == 9
    assert json.loads(printed) == json.loads(json.dumps(VALUE))
