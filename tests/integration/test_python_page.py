"""The page on Python runs: each of its examples, in their order, prints what stands below it."""

from __future__ import annotations

import io
import re
from contextlib import redirect_stdout

import kts
from support.index import WORDS

EXAMPLE = re.compile(r"(?ms)^```python\n(?P<code>.*?)^```\n(?:\n```text\n(?P<printed>.*?)^```)?")


def test_faces_the_examples_of_the_page_on_python_print_what_it_says(repository, tmp_path, monkeypatch):
    page = (repository / "docs" / "howto" / "python.md").read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for name, value in WORDS.items():
        monkeypatch.setenv(name, value)
    names: dict[str, object] = {}
    examples = list(EXAMPLE.finditer(page))
    assert len(examples) > 8
    for one in examples:
        printed = io.StringIO()
        with redirect_stdout(printed):
            exec(compile(one["code"], "python.md", "exec"), names)  # noqa: S102 - our own page
        assert printed.getvalue() == (one["printed"] or ""), one["code"]


def test_faces_the_methods_that_the_page_on_python_names_are_there(repository):
    page = (repository / "docs" / "howto" / "python.md").read_text(encoding="utf-8")
    table = page[page.index("## Which names are public") :]
    named = set(re.findall(r"`(\w+)`", "".join(re.findall(r"(?m)^\|.*\|$", table))))
    assert len(named) > 30
    assert not [name for name in named if not hasattr(kts.Workspace, name)]
