"""The list of where another program's Markdown is wrong mends it by just what it names."""

from __future__ import annotations

import sys

import pytest


@pytest.fixture
def tools(repository, monkeypatch):
    """The modules beside the benchmark, as it imports them."""
    monkeypatch.syspath_prepend(str(repository / "benchmarks"))
    import judged_references
    import text_agreement

    yield judged_references, text_agreement
    for name in ("judged_references", "text_agreement"):
        sys.modules.pop(name, None)


ENTRIES = """[
 {"path": "a.docx", "measure": "tokens", "right": "ours", "reference": "-", "only_reference": [],
  "only_ours": ["note"]},
 {"path": "a.docx", "measure": "tokens", "right": "both", "reference": "-", "only_reference": ["frac"],
  "only_ours": []},
 {"path": "a.docx", "measure": "cells", "right": "both", "reference": "-", "only_reference": ["fee |  | <header>"],
  "only_ours": []}]"""


def test_a_reference_is_mended_by_just_what_was_judged(tools, tmp_path):
    judged, texts = tools
    path = tmp_path / "judged.json"
    path.write_text(ENTRIES, encoding="utf-8")
    entries = judged.read(path)
    ours, reference = texts.content("Note the rate."), texts.content("The frac rate.\n\n| Fee |\n| --- |\n")
    errors = judged.mended("a.docx", reference, entries, judged.WRONG)
    assert texts.f1(ours.tokens, errors.tokens) == pytest.approx(2 * 3 / (3 + 5))
    whole = judged.mended("a.docx", reference, entries, judged.WRONG_OR_TASTE)
    assert (texts.f1(texts.content("the rate").tokens, whole.tokens), whole.cells) == (pytest.approx(4 / 6), {})
    (left,) = judged.unjudged({"a.docx": ours}, {"a.docx": reference}, entries)
    assert left == ("a.docx", "tokens", ["fee"], [])


def test_a_line_of_dashes_below_an_item_makes_no_heading(tools):
    _, texts = tools
    assert not texts.content("- last item\n- \n").headings
    assert list(texts.content("Title\n-----\n").headings) == ["title"]


def test_every_entry_says_who_is_right_and_why(tools, repository):
    judged, _ = tools
    entries = judged.read(repository / "evaluation" / "conversion" / "judged.json")
    assert all(entry.reference and (entry.only_ours or entry.only_reference) for entry in entries)
    assert {entry.right for entry in entries} == set(judged.RIGHT)


def test_an_entry_with_another_verdict_is_refused(tools, tmp_path):
    judged, _ = tools
    path = tmp_path / "judged.json"
    path.write_text(ENTRIES.replace('"both"', '"nobody"'), encoding="utf-8")
    with pytest.raises(ValueError, match="right is one of"):
        judged.read(path)
