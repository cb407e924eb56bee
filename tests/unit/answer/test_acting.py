"""Who acts while somebody is away, whose a thing of something is, and words of turns of phrase."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kts.answer.choose.acting import lacks_deputy
from kts.lexicon.synonyms import phrased_for
from kts.workspace import Workspace
from support.index import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

POSTS = """# Posts of the archive

| Post | Task |
| --- | --- |
| Keeper (Dr. Ines Falk) | Opens the strongroom, lends deeds |
| Deputy keeper (Tom Arbo) | As keeper in absence |
| Reader (Ola Gran) | Lists new deeds |

Jo Linde is acting librarian from 1 to 30 June 2026 while Mira Sand is on leave.
"""
LOANS = """# Loans

| Loan | Deed | Owner | Condition report |
| --- | --- | --- | --- |
| L-204 | Charter of 1411 | Ines Falk | 2026-02-01 |
| L-205 | Map of the harbour | Ola Gran | 2026-03-01 |
"""
MINUTES = """# Minutes of 12 May 2026

Present: Falk, Gran. Excused: Sand.

## L-205

Stays in group B. The proposal to move it to A was not taken.

| Task | Owner | Due |
| --- | --- | --- |
| Condition report L-204 | Tom Arbo | 2026-06-15 |
"""


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder: Path = tmp_path_factory.mktemp("archive")
    for name, text in (("posts", POSTS), ("loans", LOANS), ("minutes-2026-05-12", MINUTES)):
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    with Workspace.create(str(folder / "index"), environment=WORDS) as opened:
        opened.ingest([str(folder)])
        yield opened


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Who lends deeds when Dr. Falk is away?", "Tom Arbo"),
        ("Who lends deeds?", "Ines Falk"),
        ("Who owns the late condition report of L-204?", "Tom Arbo"),
        ("Who is the owner of L-204?", "Ines Falk"),
        ("Was L-205 moved to group A?", "Stays in group B"),
        ("Who stands in for Mira Sand in June?", "Jo Linde"),
        ("Who was absent at the meeting on 12 May 2026?", "Excused: Sand"),
    ],
)
def test_the_row_that_is_asked_for_leads(archive: Workspace, question: str, says: str) -> None:
    found = archive.ask(question, record=False)
    assert says in (" ".join(one.text for one in found.claims) if "absent" in question else found.claims[0].text)


@pytest.mark.parametrize(
    ("question", "lead", "lacks"),
    [
        ("Who signs if the mayor is ill?", "The mayor signs.", True),
        ("Who signs if the mayor is ill?", "In the mayor's absence the clerk signs.", False),
        ("Who signs if the fee is late?", "The mayor signs.", False),
    ],
)
def test_who_acts_for_somebody_is_told_or_doubtful(question: str, lead: str, *, lacks: bool) -> None:
    assert lacks_deputy(question, lead) is lacks


def test_a_word_of_a_turn_of_phrase_is_met_by_what_it_means() -> None:
    assert "acting" in phrased_for("stands", "Who stands in for the clerk?")
    assert not phrased_for("stands", "What stands in the yard?")
    assert not phrased_for("clerk", "Who stands in for the clerk?")
