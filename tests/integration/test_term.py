"""EVID-4, EVID-9: when an agreement ends is told by its term and what extended that, not by who may end it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kts.workspace import Workspace
from support.index import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TERMINATION = """
## 9. Termination

9.1 The Client may end this Agreement at any time by giving three months' written notice.
9.2 The Contractor may end this Agreement by giving six months' written notice.
9.3 Either party may end this Agreement at once if the other is insolvent.
"""
PAVING = f"""# Agreement for Paving PV-2023-11

This Agreement is dated 4 May 2023 and is made between Tarrow College Limited (the Client) and Orrin Paving Limited (the
Contractor).

## 2. Term

2.1 This Agreement starts on 1 June 2023 and runs for two years.
{TERMINATION}"""
EXTENSION = """# Amendment No. 1 to Agreement PV-2023-11

This amendment is dated 2 April 2025.

## 1. Extension

1.1 The term of the Agreement is extended to 31 May 2028.
"""
LIFTS = f"""# Agreement for Lifts LF-2022-03

This Agreement is dated 9 March 2022 and is made between Tarrow College Limited (the Client) and Marlin Hoists Limited
(the Contractor).

## 2. Term

2.1 This Agreement starts on 1 April 2022 and ends on 31 March 2027.
{TERMINATION}"""

GARAGE = """# Lease of the garage

This Lease is made on 28 February 2025 between Tarrow College Limited (the Tenant) and Orla Estates plc (the Landlord).

## 1. Definitions

"Term" means five years from 1 May 2025.

## 3. Break

3.1 The Tenant may end this Lease on 30 April 2028 by giving six months' written notice.
"""
SERVERS = """# Server Hosting Agreement

This Server Hosting Agreement is made on 15 January 2024 between Cloudy AS (the Provider) and Tarrow College Limited.

## 3. Fees

3.1 The fee is EUR 400 a month.

## 7. Duration and end

7.1 This agreement runs for 36 months from 1 February 2024.
"""
CHEAPER = """# Amendment No. 1 to the Server Hosting Agreement

This Amendment is made on 20 May 2025. It changes the Server Hosting Agreement of 15 January 2024.

1. In clause 3.1 "EUR 400" is replaced by "EUR 350".
2. All other terms of the hosting agreement stay unchanged.
"""


@pytest.fixture(scope="module")
def college(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder = tmp_path_factory.mktemp("college")
    files = {"paving": PAVING, "paving-amendment": EXTENSION, "lifts": LIFTS, "garage": GARAGE, "servers": SERVERS}
    for name, text in (files | {"servers-amendment": CHEAPER}).items():
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    with Workspace.create(str(folder / "index"), environment=WORDS) as opened:
        opened.ingest([str(folder)])
        yield opened


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("When does the Marlin agreement end?", "ends on 31 March 2027"),
        ("When does the contract with Marlin Hoists expire?", "ends on 31 March 2027"),
        ("When does the Orrin agreement end?", "extended to 31 May 2028"),
        ("When does the lease of the garage end?", "five years from 1 May 2025"),
        ("When does the hosting agreement end?", "runs for 36 months"),
        ("What is the term of the hosting agreement?", "runs for 36 months"),
    ],
)
def test_evid_4_an_agreement_ends_with_its_term(college: Workspace, question: str, says: str):
    assert says in college.ask(question, record=False).claims[0].text


FILLER = "\n".join(
    f"## {number}. {name}\n\n{number}.1 Each party ends its work under this agreement on {name.lower()} when told so."
    for number, name in enumerate(("Safety", "Tools", "Fuel", "Storage", "Waste", "Noise", "Access", "Parking"), 3)
)
MASTER = f"""# Master Services Agreement

This Agreement is dated 9 March 2022 between Tarrow College Ltd (the Client) and Quill Hedges Ltd (the Contractor).

{FILLER}

## 19. Duration

19.1 The initial term of this Agreement shall commence on the Effective Date and continue for a period of six years.
"""


def test_evid_4_the_clause_on_the_term_is_looked_for_in_its_own_words(tmp_path: Path):
    (tmp_path / "master.md").write_text(MASTER, encoding="utf-8")
    with Workspace.create(str(tmp_path / "index"), environment=WORDS | {"KTS_ANSWER_PASSAGES": "4"}) as opened:
        opened.ingest([str(tmp_path)])
        found = opened.ask("When does the agreement end?", record=False)
    assert "six years" in found.claims[0].text


def test_evid_4_what_an_amendment_changes_elsewhere_is_not_said_beside_the_term(college: Workspace):
    found = college.ask("When does the hosting agreement end?", record=False)
    assert {one.citations[0].path for one in found.claims} == {"servers.md"}


def test_evid_4_who_may_end_it_is_told_to_who_asks_for_that(college: Workspace):
    found = college.ask("What notice must Marlin give to end the agreement?", record=False)
    assert "six months" in found.claims[0].text
