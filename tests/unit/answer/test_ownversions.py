"""A document's own version by its title page or file name, and what is supported from a later version only."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kts.answer.constraints.ownversions import comes_later, own_versions, products
from kts.answers import Evidence
from kts.types import Span
from kts.workspace import Workspace
from support.index import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def _evidence(path: str, title: str) -> Evidence:
    return Evidence("", "p", "d", 1, Span(0, 0), title, "", path, 1.0, {})


@pytest.mark.parametrize(
    ("path", "opening", "versions"),
    [
        ("guides/operator-fw2.7.pdf", "# Operator guide", {"2.7"}),
        ("guides/operator_v3.1.pdf", "# Operator guide", {"3.1"}),
        ("guides/operator.pdf", "# Operator guide\n\nSoftware version 5.0. Edition C, May 2025.", {"5.0"}),
        ("guides/operator.pdf", "# Operator guide\n\nFor release 5.0 and 5.1\n", {"5.0", "5.1"}),
        ("guides/operator.pdf", "# Operator guide\n\n## 1 New\n\nFirmware 6.0. It is faster.", set()),
        ("guides/operator.pdf", "# Operator guide\n\nSince firmware 6.0 the lamp is green.", set()),
        ("guides/2.4-litre.pdf", "# Kettle", set()),
    ],
)
def test_the_title_page_or_the_file_says_of_which_version_it_is(path: str, opening: str, versions: set[str]) -> None:
    assert own_versions(_evidence(path, "Operator guide"), opening) == versions


@pytest.mark.parametrize(
    ("path", "opening", "versions"),
    [
        ("guides/operator-fw2.7.pdf", "# Operator guide", {"2.7"}),
        ("guides/operator.pdf", "# Operator guide\n\nSoftware version 5.0. Edition C, May 2025.", {"5.0"}),
        ("guides/operator_v3.1.pdf", "# Operator guide", set()),
        ("guides/operator.pdf", "# Operator guide\n\nVersion 1.2\n", set()),
    ],
)
def test_a_bare_version_may_be_the_documents_own_edition(path: str, opening: str, versions: set[str]) -> None:
    assert products(_evidence(path, "Operator guide"), opening) == versions


@pytest.mark.parametrize(
    ("text", "later"),
    [
        ("Printing is supported from firmware 3.2.", True),
        ("Printing requires version 3.2 or later.", False),
        ("Dark mode was introduced in 3.2.", False),
        ("Printing is supported from firmware 2.0.", False),
        ("From version 3.2 the limit is 90 pages.", False),
        ("A direct upgrade to 4.x is possible from 3.2.", False),
        ("It works with 5.2 GHz and 12.5 V.", False),
    ],
)
def test_what_is_there_only_from_a_later_version_on(text: str, *, later: bool) -> None:
    assert comes_later("3.1", text) is later


GUIDE = """# Scanner guide

Firmware {version}. Printed in Graz.

## Sleep

The scanner falls asleep by itself after {minutes} minutes.
"""
NETWORK = """# Network of the scanner

- Cables are known in every version.
- Printing over the network is supported from firmware 3.2.
- From version 3.2 the queue holds 90 pages.
"""


@pytest.fixture(scope="module")
def scanner(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder: Path = tmp_path_factory.mktemp("scanner")
    for version, minutes in (("3.1", 11), ("3.2", 17)):
        (folder / f"guide-{version[-1]}.md").write_text(GUIDE.format(version=version, minutes=minutes), "utf-8")
    (folder / "network.md").write_text(NETWORK, "utf-8")
    with Workspace.create(str(folder / "index"), environment=WORDS) as opened:
        opened.ingest([str(folder)])
        yield opened


@pytest.mark.parametrize(("version", "minutes"), [("3.1", "11"), ("3.2", "17")])
def test_the_document_of_the_version_answers(scanner: Workspace, version: str, minutes: str) -> None:
    found = scanner.ask(f"After how many minutes does the scanner fall asleep with firmware {version}?", record=False)
    assert f"{minutes} minutes" in found.claims[0].text
    assert len({one.citations[0].path for one in found.claims}) == 1
    assert not found.unmet


def test_no_document_of_the_version_is_no_answer(scanner: Workspace) -> None:
    found = scanner.ask("After how many minutes does the scanner fall asleep with firmware 3.0?", record=False)
    assert found.verdict == "abstained"


def test_what_is_supported_later_answers_for_an_earlier_version(scanner: Workspace) -> None:
    found = scanner.ask("Is printing over the network supported with firmware 3.1?", record=False)
    assert "from firmware 3.2" in found.claims[0].text
    assert not found.unmet


def test_a_value_of_a_later_version_does_not(scanner: Workspace) -> None:
    found = scanner.ask("How many pages does the queue hold with firmware 3.1?", record=False)
    assert found.verdict != "answered" or "90" not in found.claims[0].text
