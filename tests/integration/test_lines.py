"""EVID-6: a printed place, `PATH:LINE`, opens what stands on that line of the file, whatever was made of it."""

from __future__ import annotations

import re

import pytest

from kts import Workspace
from kts.errors import UsageError
from support.folders import written
from support.index import QUIET

HOSTS = "host,rack,owner\nalpha-01,R1,Ada\nalpha-02,R2,Bo\n\nalpha-03,R3,Cy\n"
SERVICES = '{"services": [\n  {"name": "scan", "port": 8100},\n  {"name": "bill", "port": 8200}\n]}\n'
RULES = "groups:\n  - name: db  # nightly\n    rules:\n      - alert: Lag\n        expr: lag > 9\n        for: 10m\n"
GUIDE = "Renewal\n=======\n\nThe key is kept\nby the desk.\n\n- first the old one\n- then the new one\n"
PAGE = "= Site\n\n== Order\n\n. Stop the queue.\n. Move the address.\n\n|===\n|Step |Who\n|one |Ada\n|===\n"
SCRIPT = '#!/bin/sh\n# Stops the queue.\n\nstop() {\n  queue stop "$1"  # waits\n}\n'
FILES = {
    "hosts.csv": HOSTS,
    "services.json": SERVICES,
    "rules.yaml": RULES,
    "guide.rst": GUIDE,
    "page.adoc": PAGE,
    "stop.sh": SCRIPT,
    "note.md": "# Note\n\nOne line.\n\nAnother line.\n",
    "page.html": "<html><body><h1>Wiki</h1>\n<p>The old page.</p>\n<p>The new\npage.</p></body></html>\n",
}


@pytest.fixture(scope="module")
def base(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lines")
    written(folder / "docs", FILES)
    with Workspace.create(str(folder / "index"), environment=QUIET) as workspace:
        workspace.ingest([str(folder / "docs")])
        yield workspace


def line(base, target):
    shown = base.show(target, context=0)
    return shown.text[shown.cited.start - shown.around.start : shown.cited.end - shown.around.start]


@pytest.mark.parametrize(
    ("target", "wanted"),
    [
        ("hosts.csv:3", "| alpha-02 | R2 | Bo |"),
        ("hosts.csv:5", "| alpha-03 | R3 | Cy |"),
        ("services.json:3", "services[bill].name: bill\nservices[bill].port: 8200"),
        ("rules.yaml:5", "groups[db].rules[].expr: lag > 9"),
        ("guide.rst:5", "by the desk."),
        ("guide.rst:8", "- then the new one"),
        ("page.adoc:6", "2. Move the address."),
        ("stop.sh:5", '  queue stop "$1"  # waits'),
        ("note.md:5", "Another line."),
    ],
)
def test_evid_6_a_line_of_a_file_is_shown(base, target, wanted):
    assert line(base, target) == wanted


@pytest.mark.parametrize("name", FILES)
def test_evid_6_every_place_that_is_printed_opens_itself(base, name):
    record = next(one for one in base.documents().documents if one.path == name)
    text = base.document_text(record.id).text
    for match in re.finditer(r"(?<![`\w])\w[^\n|]{3,}", text):  # but the language of a listing, which is ours
        cited = base.show(f"{record.id}#{match.start()}-{match.end()}")
        again = base.show(f"{name}:{cited.location.line}")
        assert again.location.line == cited.location.line, match[0]
        assert again.cited.start < cited.cited.end, match[0]
        assert cited.cited.start < again.cited.end, match[0]


@pytest.mark.parametrize(
    ("target", "said"), [("hosts.csv:4", "line 3"), ("hosts.csv:99", "99"), ("note.md:99", "5 lines")]
)
def test_evid_6_a_line_without_text_is_told(base, target, said):
    with pytest.raises(UsageError) as problem:
        base.show(target)
    assert said in f"{problem.value.message}; {problem.value.hint}".replace("text is ", "line ")
