"""EVID-9: what is told on a day, what is over, what was amended, and what a search says of all that."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import kts
from kts.answer.claims.outdated import by_what_holds
from kts.workspace import Workspace
from support.index import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

FILES = {
    "rules/parking-2023.md": """# Parking Rules

Version 2, effective 1 March 2023.

## Fees

A visitor pays 4 euros for a parking space each day. Lost cards are reported to the gatekeeper.
""",
    "rules/parking-2025.md": """# Parking Rules

Version 3, effective 1 March 2025. These rules replace version 2 of 1 March 2023.

## Fees

The fee for a parking space is 6 euros each day and visitor.

## Bicycles

A bicycle box costs 9 euros a month.
""",
    "mail/fair.eml": """From: Ida Lund <ida@gasthof.example>
To: all@gasthof.example
Subject: Bicycle boxes during the spring fair
Date: Mon, 02 Mar 2026 09:12:00 +0100
Message-ID: <f1@gasthof.example>
Content-Type: text/plain

For the spring fair in Tarrow (9 to 13 March 2026) the price of a bicycle box is raised to 14 euros a month.
""",
    "minutes/2026-04-board.md": """# Board meeting, 14 April 2026

The board chose Orrin Paving as the supplier of gravel.
""",
    "guides/gate.md": """# Guide to the Gate

Last reviewed 2026-05-03.

The gate is opened with the green lever.
""",
    "rules/ferry-2023.md": """# Ferry Rules

Version 2, effective 1 March 2023.

## Cabins

A shared cabin is booked for crossings of less than 6 hours. An outside cabin is allowed for longer crossings.
""",
    "rules/ferry-2025.md": """# Ferry Rules

Version 3, effective 1 March 2025. These rules replace version 2 of 1 March 2023.

## Cabins

A shared cabin must be booked for crossings of less than 6 hours.
""",
    "guides/lamp.md": "# Lamp\n\nThe lamp in the yard burns from dusk until ten in the evening.\n",
    "notes/release-notes.md": """# Release notes of the barrier

## 2.2.0 (2026-06-18)

- The barrier opens within 3 seconds.

## 2.1.0 (2026-02-02)

- The barrier reads number plates.
""",
    "contracts/grounds.md": """# Agreement for Grounds Work GW-2022-05

This Agreement is dated 2 May 2022 and is made between Tarrow College Limited (the Client) and Orrin Paving Limited (the
Contractor).

## 4.1 Storms

The Contractor shall clear a blocked road within 8 hours of the call.

## 6.1 Prices

The price of a load of gravel is 140 euros.
""",
    "contracts/grounds-amendment.md": """# Amendment No. 1 to Agreement GW-2022-05

This amendment is dated 10 March 2024 and takes effect on 1 April 2024.

## 1. Changes

In clause 4.1 the words "8 hours" are replaced by the words "5 hours".
""",
}


@pytest.fixture(scope="module")
def inn(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder = tmp_path_factory.mktemp("inn")
    for path, text in FILES.items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    with Workspace.create(str(folder / "index"), environment=WORDS) as opened:
        opened.ingest([str(folder)])
        yield opened


def test_minutes_of_a_later_day_are_left_out_with_a_note(inn: Workspace) -> None:
    question = "Who is the supplier of gravel that the board chose?"
    assert "Orrin Paving" in inn.ask(question, as_of="2026-04-20").text
    before = inn.ask(question, as_of="2026-04-10")
    assert all("minutes" not in cited.path for claim in before.claims for cited in claim.citations)
    assert "left out: minutes/2026-04-board.md, dated 2026-04-14" in before.notes
    assert "Orrin Paving" in inn.ask(question).text


def test_an_entry_of_a_later_day_is_left_out(inn: Workspace) -> None:
    question = "How fast does the barrier open?"
    assert "3 seconds" in inn.ask(question, as_of="2026-07-01").text
    before = inn.ask(question, as_of="2026-03-01")
    assert "3 seconds" not in before.text
    assert any("2.2.0 (2026-06-18)" in note for note in before.notes)
    assert inn.ask("What is new in 2.2.0?", as_of="2026-03-01").verdict == "abstained"


def test_what_was_reviewed_later_is_a_doubt(inn: Workspace) -> None:
    question = "How is the gate opened?"
    assert inn.ask(question).verdict == "answered"
    assert inn.ask(question, as_of="2026-06-01").verdict == "answered"
    before = inn.ask(question, as_of="2026-04-01")
    assert before.verdict != "answered"
    assert "dated 2026-05-03, after 2026-04-01" in " ".join(before.notes)


def test_a_document_without_a_date_of_its_own_stays(inn: Workspace) -> None:
    assert "dusk" in inn.ask("When does the lamp in the yard burn?", as_of="2020-01-01").text


def test_a_claim_of_what_was_written_later_is_marked(inn: Workspace) -> None:
    claim = "The board chose Orrin Paving as the supplier of gravel."
    (then,), (now,) = inn.check([claim], as_of="2026-04-01"), inn.check([claim])
    assert (now.claim.support, now.standing) == ("supported", "current")
    assert then.standing == "future"
    assert not by_what_holds(then.claim)


def test_an_exception_that_is_over_stands_behind_the_rule(inn: Workspace) -> None:
    said = inn.ask("What is the price of a bicycle box a month?")
    assert "9 euros" in said.claims[0].text
    assert [one.standing for one in said.claims if "14 euros" in one.text] in ([], ["expired"])
    during = inn.ask("What is the price of a bicycle box a month?", as_of="2026-03-10")
    assert any("14 euros" in one.text and one.standing == "current" for one in during.claims)


def test_who_names_the_occasion_is_told_the_exception(inn: Workspace) -> None:
    said = inn.ask("What is the price of a bicycle box during the spring fair?")
    assert "14 euros" in said.claims[0].text
    assert said.claims[0].standing == "expired"
    assert "(expired) [1]" in said.text


def test_a_claim_of_an_exception_that_is_over_does_not_hold(inn: Workspace) -> None:
    (now,) = inn.check(["The price of a bicycle box is 14 euros a month."])
    (then,) = inn.check(["The price of a bicycle box is 14 euros a month."], as_of="2026-03-10")
    (named,) = inn.check(["For the spring fair in Tarrow the price of a bicycle box is 14 euros a month."])
    assert not by_what_holds(now.claim)
    assert any(why.kind == "expired" for why in now.claim.reasons)
    assert by_what_holds(then.claim)
    assert by_what_holds(named.claim)


def test_an_amended_clause_is_no_current_claim(inn: Workspace) -> None:
    said = inn.ask("Within how many hours shall the Contractor clear a blocked road?")
    old = next(one for one in said.claims if "8 hours of the call" in one.text)
    assert old.standing == "amended"
    assert any(why.kind == "amended" for why in old.reasons)
    assert "8 hours of the call. (amended)" in said.text
    assert any("now reads" in note and "within 5 hours of the call" in note for note in said.notes)


def test_what_only_a_replaced_document_says_does_not_hold(inn: Workspace) -> None:
    (now,) = inn.check(["Lost cards are reported to the gatekeeper."])
    (named,) = inn.check(["Under version 2 lost cards are reported to the gatekeeper."])
    assert (now.claim.support, now.standing) == ("supported", "superseded")
    assert not by_what_holds(now.claim)
    assert by_what_holds(named.claim) or named.claim.support != "supported"


def test_a_successor_stands_before_what_it_replaced(inn: Workspace) -> None:
    for k in (1, 3):
        found = inn.search("what a visitor pays for a parking space each day", k=k)
        paths = [one.citation.path for one in found.results]
        assert paths[0] == "rules/parking-2025.md"
        assert [one.hit.score for one in found.results] == sorted(
            (one.hit.score for one in found.results), reverse=True
        )
    old = next(one for one in found.results if one.citation.path == "rules/parking-2023.md")
    assert old.standing["standing"] == "superseded"
    assert old.standing["superseded_by"] == "rules/parking-2025.md"


@pytest.mark.parametrize("asked", ["visitor pays parking space version 2", "visitor paid parking space in 2023"])
def test_who_names_the_past_gets_it_as_it_ranks(inn: Workspace, asked: str) -> None:
    assert inn.search(asked, k=1).results[0].citation.path == "rules/parking-2023.md"


def test_sections_and_passages_say_what_amends_them(inn: Workspace) -> None:
    storms = inn.search("clear a blocked road", k=1, filters={"doc": "grounds.md"}).results[0]
    prices = inn.search("price of a load of gravel", k=1, filters={"doc": "grounds.md"}).results[0]
    assert storms.standing["amended_by"] == ["contracts/grounds-amendment.md"]
    assert prices.standing["amended_by"] == []
    sections = inn.document_sections("grounds.md")
    assert sections.standing["amended_by"] == ["contracts/grounds-amendment.md"]
    spans = {one.number: one.span for one in sections.sections}
    read = {
        number: inn.document_text("grounds.md", start=spans[number].start, end=spans[number].end).standing["amended_by"]
        for number in ("4.1", "6.1")
    }
    assert read == {"4.1": ["contracts/grounds-amendment.md"], "6.1": []}
    page = inn.documents(containing="parking-2023")
    assert page.standings[0]["superseded_by"] == "rules/parking-2025.md"


def test_what_holds_is_told_alike_with_and_without_the_file_of_an_ingest(inn: Workspace) -> None:
    def told() -> list[object]:
        """In a workspace that has read nothing yet."""
        with kts.open(str(inn.layout.folder.parent)) as again:
            return [dict(one.standing) for one in again.search("what a visitor pays for a parking space", k=5).results]

    before, file = told(), inn.layout.standings
    assert {"current", "superseded"} <= {one["standing"] for one in before}
    content = file.read_text(encoding="utf-8")
    for other in ("", content.replace('"generation": "', '"generation": "of another'), "[]"):
        file.write_text(other, encoding="utf-8")
        assert told() == before
    file.unlink()
    assert told() == before
    file.write_text(content, encoding="utf-8")


DRAFTS = {
    "travel/Meal Policy 2025.md": "Effective from 1 March 2025.\n\nThe meal allowance is EUR 48 a day.\n",
    "travel/Drafts/Meal Policy 2025 v2.md": "The meal allowance is EUR 55 a day.\n",
    "travel/Meal Policy (Keller comments).md": "The meal allowance is EUR 57 a day.\n",
    "travel/Meal Policy 2023.md": "Effective from 1 March 2023.\n\nThe meal allowance is EUR 42 a day.\n",
    "travel/Meal Policy 2099 DRAFT.md": "The meal allowance is EUR 90 a day.\n",
    "ideas/Bicycle Leasing DRAFT.md": "A leased bicycle costs EUR 30 a month.\n",
}
TITLES = (
    "Meal Policy 2025",
    "Meal Policy 2025",
    "Meal Policy",
    "Meal Policy 2023",
    "Meal Policy 2099",
    "Bicycle leasing",
)


@pytest.fixture(scope="module")
def drafts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder = tmp_path_factory.mktemp("drafts")
    for (path, text), title in zip(DRAFTS.items(), TITLES, strict=True):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(f"# {title}\n\n{text}", encoding="utf-8")
    with Workspace.create(str(folder / "index"), environment=WORDS) as opened:
        opened.ingest([str(folder)])
        yield opened


@pytest.mark.parametrize(("day", "sum_"), [("", "48"), ("2025-06-01", "48"), ("2024-06-01", "42")])
def test_a_draft_beside_the_approved_document_never_holds(drafts: Workspace, day: str, sum_: str) -> None:
    said = drafts.ask("What is the meal allowance?", as_of=day, record=False)
    assert f"EUR {sum_} a day" in said.claims[0].text
    assert not any("EUR 55" in one.text or "EUR 57" in one.text for one in said.claims)


def test_a_claim_that_only_a_draft_supports_does_not_hold(drafts: Workspace) -> None:
    (checked,) = drafts.check(["The meal allowance is EUR 55 a day."])
    assert checked.claim.support == "contradicted"


def test_a_draft_alone_is_what_there_is(drafts: Workspace) -> None:
    assert "EUR 30" in drafts.ask("What does a leased bicycle cost?", record=False).claims[0].text


def test_evid_9_what_the_lead_s_document_replaced_is_not_said_beside_it(inn: Workspace):
    asked = "How many hours must a crossing last before an outside cabin is allowed?"
    found = inn.ask(asked, record=False)
    assert {one.citations[0].path for one in found.claims} == {"rules/ferry-2025.md"}
    old = inn.ask("Which cabin was booked for crossings in 2024?", record=False)
    assert {one.citations[0].path for one in old.claims} == {"rules/ferry-2023.md"}
