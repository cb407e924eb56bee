"""EVID-9: which documents are in force."""

from __future__ import annotations

import pytest

from kts.answer.standing.inforce import amendments, freshness, in_force, replaced, written
from kts.answer.standing.namesakes import Replaced
from kts.records import DocumentRecord


def record(name: str, title: str, **metadata: object) -> DocumentRecord:
    date = str(metadata.get("effective", ""))
    return DocumentRecord(1, f"doc_{name}", "r", f"{name}.md", "", "", title, "", "", "en", date, 10, False, metadata)


V3 = record("late-charge-v3", "Late Charge Policy, version 3", effective="2022-01-01", version="3.0")
V4 = record(
    "late-charge-v4",
    "Late Charge Policy, version 4",
    effective="2024-03-01",
    version="4.0",
    supersedes="Late Charge Policy version 3.0 (2022-01-01)",
)
OTHER = record("escrow-v3", "Escrow Policy, version 3", effective="2021-01-01", version="3.0")


def test_evid_9_a_document_that_another_supersedes_is_replaced_from_then_on():
    found = replaced([V3, V4, OTHER])
    assert found == {"doc_late-charge-v3": Replaced("doc_late-charge-v4", "2024-03-01")}


def test_evid_9_a_version_that_is_not_there_replaces_nothing():
    older = V4._replace(metadata={**V4.metadata, "supersedes": "Late Charge Policy version 2.2 (2018-06-15)"})
    assert not replaced([V3, older, OTHER])


def test_evid_9_a_code_names_the_document_whatever_its_title():
    new = record("KB-0060", "Unlocking an account", effective="2024-01-15", supersedes="KB-0061")
    old = record("KB-0061", "Releasing a locked account")
    assert list(replaced([new, old, V3])) == ["doc_KB-0061"]


@pytest.mark.parametrize(
    ("day", "three", "four"), [("2023-10-01", True, False), ("2024-03-01", False, True), ("2021-12-31", False, False)]
)
def test_evid_9_what_was_in_force_on_a_day(day, three, four):
    found = replaced([V3, V4])
    assert (in_force(V3, found, day), in_force(V4, found, day)) == (three, four)


def test_evid_9_badges():
    found = replaced([V3, V4])
    assert freshness(V3, found, "2024-06-01").badge == "superseded"
    assert freshness(V4, found, "2024-06-01") == ("doc_late-charge-v4", "current", "2024-03-01")
    assert freshness(V4, found, "2024-01-01").badge == "future"
    assert freshness(V4, found, "2031-01-01").badge == "dated"
    assert freshness(record("x", "X"), found, "2024-01-01").badge == "undated"


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Hot Work Procedure, Revision C", "Hot Work Procedure, Revision D"),
        ("Hot Work Procedure Rev. 2", "Hot Work Procedure Rev. 10"),
        ("Travel Policy (v7.2)", "Travel Policy (v7.4)"),
        ("Gas Supply Handbook, 2023 edition", "Gas Supply Handbook, 2024 edition"),
        ("Gas Supply Handbook, 2nd edition", "Gas Supply Handbook, 3rd edition"),
        ("Depot Handbook 2023", "Depot Handbook 2024"),
        ("Travel Policy (2023)", "Travel Policy (2024)"),
    ],
)
def test_evid_9_the_newer_of_two_editions_of_one_title_replaces_the_older(older, newer):
    assert replaced([record("a", newer), record("b", older)]) == {"doc_b": Replaced("doc_a", "")}


def test_evid_9_editions_are_known_by_the_names_of_their_files_too():
    two, three = record("travel-policy-v2", "Travel Policy"), record("travel-policy-v3", "Travel Policy")
    assert list(replaced([two, three, record("site-plan-v4", "Travel Policy")])) == [two.id]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Brackenfeed 7.2 User Manual", "Brackenfeed 7.4 User Manual"),
        ("Release notes of the Brackenfeed server, version 3", "Release notes of the Brackenfeed server, version 4"),
        ("Travel Policy, version 3", "Fleet Policy, version 4"),
        ("Beer Policy (draft)", "Travel Policy"),
        ("Travel Policy (draft)", "Travel Policy, version 4 (draft)"),
        ("Minutes of the owners (draft)", "Minutes of the owners"),
        ("Budget and forecast 2023", "Budget and forecast 2024"),
        ("Report on the Travel Policy of 2023", "Report on the Travel Policy of 2024"),
        ("Amendment No. 1 to the Supply Agreement", "Amendment No. 2 to the Supply Agreement"),
        ("Travel Policy, version 3", "Travel Policy, Revision D"),
    ],
)
def test_evid_9_what_is_no_edition_of_the_same_replaces_nothing(one, other):
    assert not replaced([record("a", one), record("b", other)])


@pytest.mark.parametrize(
    ("approved", "draft"),
    [
        ("Travel Policy, version 3", "Travel Policy, version 4 (draft)"),
        ("Travel Policy 2024", "Travel Policy 2025 - DRAFT"),
        ("Travel Policy 2024", "Entwurf: Travel Policy 2024"),
    ],
)
def test_evid_9_a_draft_replaces_nothing_and_gives_way_at_any_time(approved, draft):
    holds, never = record("a", approved, effective="2024-03-01"), record("b", draft)
    found = replaced([never, holds])
    assert found == {never.id: Replaced(holds.id, "2024-03-01")}
    assert [in_force(one, found, "2020-01-01") for one in (holds, never)] == [False, False]
    assert [in_force(one, found, "2024-06-01") for one in (holds, never)] == [True, False]


def test_evid_9_an_edition_that_is_older_by_its_date_replaces_nothing():
    three = record("a", "Travel Policy, version 3", effective="2025-01-01")
    assert not replaced([three, record("b", "Travel Policy, version 4", effective="2024-01-01")])


def test_evid_9_of_two_agreements_of_one_kind_that_of_the_same_party_is_amended():
    ours, theirs = record("acme-supply", "Supply Agreement"), record("zeta-supply", "Supply Agreement")
    assert list(amendments([ours, theirs, record("acme-amendment", "First Amendment to the Supply Agreement")])) == [
        ours.id
    ]


def test_evid_9_a_letter_is_of_the_agreement_that_it_names_by_number_or_day():
    base = record("base", "Supply Agreement BW-77", effective="2023-06-01")
    other = record("other", "Supply Agreement CV-1", effective="2022-06-01")
    coded = record("letter", "Side Letter", amends="Supply Agreement BW-77")
    dated = record("second", "Letter", amends="agreement of 2023-06-01")
    assert amendments([base, other, coded, dated]) == {base.id: frozenset({coded.id, dated.id})}


@pytest.mark.parametrize("known", [{"reference": "QX-FA-77"}, {"running": ["QX-FA-77 - confidential"]}])
def test_evid_9_a_code_names_the_document_that_is_filed_under_it(known):
    base, other = record("base", "Frame Agreement for Cleaning", **known), record("other", "Frame Agreement for Guards")
    titled = record("first", "Amendment No. 1 to Frame Agreement QX-FA-77")
    assert amendments([base, other, titled]) == {base.id: frozenset({titled.id})}


def test_evid_9_an_amendment_is_known_by_what_it_says_or_by_its_title():
    policy, escrow = record("grants", "Small Grants Policy"), record("escrow", "Escrow Policy")
    titled = record("first", "Foundation: First Amendment to the Small Grants Policy")
    saying = record("second", "Changes of 2024", amends="Small Grants Policy")
    assert amendments([policy, escrow, titled, saying]) == {policy.id: frozenset({titled.id, saying.id})}
    assert amendments([escrow, titled]) == {}


ED11 = record("fees_ed11", "Schedule of Fees - Edition 11", effective="2023-01-01", version="11")
ED12 = record("fees_ed12", "Schedule of Fees", effective="2025-04-01", version="12", supersedes="edition 11")


def test_evid_9_an_edition_is_replaced_by_the_one_that_names_it():
    other = record("travel_ed11", "Travel Rules - Edition 11", effective="2020-01-01", version="11")
    assert replaced([ED11, ED12, other]) == {"doc_fees_ed11": Replaced("doc_fees_ed12", "2025-04-01")}


def test_evid_9_what_says_itself_that_it_is_superseded_is():
    old = ED11._replace(metadata={**ED11.metadata, "superseded_by": "edition 12"})
    new = ED12._replace(metadata={key: ED12.metadata[key] for key in ("effective", "version")})
    found = replaced([old, new])
    assert found == {"doc_fees_ed11": Replaced("doc_fees_ed12", "2025-04-01")}
    assert not in_force(old, found, "2025-05-01")
    assert in_force(old, found, "2024-05-01")


def test_evid_9_what_is_superseded_by_what_is_not_there_is_not_in_force():
    old = ED11._replace(metadata={**ED11.metadata, "superseded_by": "edition 12"})
    assert not replaced([old])
    assert not in_force(old, {}, "2025-05-01")
    assert in_force(ED11, {}, "2025-05-01")


def test_evid_9_an_amendment_amends_the_rules_and_not_the_amendment_before_it():
    rules = record("credit_policy", "Credit Policy")
    first = record("circular_1_credit_policy", "Circular 2025/07", amends="Credit Policy")
    second = record("circular_2", "Circular 2025/08", amends="Credit Policy")
    assert amendments([rules, first, second]) == {rules.id: frozenset({first.id, second.id})}


def test_evid_9_a_mail_or_minutes_of_a_later_day_were_not_there_then():
    mail = record("mail", "Payoff letter", message_id="<1@example>")._replace(content_date="2024-05-15T09:04:00-06:00")
    minutes = record("weekly", "Weekly: minutes")._replace(content_date="2024-05-15")
    guide = record("guide", "User guide")._replace(content_date="2024-05-15")
    assert [written(one, "2024-05-15") for one in (mail, minutes, guide)] == [True, True, True]
    assert [written(one, "2023-05-01") for one in (mail, minutes, guide)] == [False, False, True]


def test_evid_9_what_amends_another_changes_nothing_before_its_date():
    one = record("a1", "Amendment No. 1 to the Supply Agreement")._replace(content_date="2025-02-17")
    assert [in_force(one, {}, day) for day in ("2025-02-16", "2025-02-17")] == [False, True]
    copied = one._replace(metadata={"modified": "2025-02-17"})
    assert in_force(copied, {}, "2024-01-01"), "the date of its file says nothing"
    assert in_force(one._replace(title="Supply Agreement"), {}, "2024-01-01")


def version(name: str, number: str, day: str) -> DocumentRecord:
    return record(name, "Travel and Expenses Policy", version=number, effective=day)


def test_evid_9_versions_of_one_title_follow_each_other_by_what_they_say_of_themselves():
    old, new = version("travel-policy-2022", "2.0", "2022-03-01"), version("travel-policy", "3.0", "2025-02-01")
    assert replaced([new, old]) == {old.id: Replaced(new.id, "2025-02-01")}
    elsewhere = version("hamburg-travel-policy", "3.0", "2025-02-01")
    assert not replaced([old, elsewhere]), "another name of the file may mean another document"
    assert not replaced([old, record("travel-policy", "Travel and Expenses Policy", version="3.0")])


def test_evid_9_of_the_editions_of_one_code_the_one_that_is_named_is_replaced():
    two, three = (record(f"SOP-07-{n}", "SOP-07 Fridges", version=n, effective=f"202{n}-01-01") for n in ("2", "3"))
    four = record("SOP-07-4", "SOP-07 Fridges", version="4", effective="2026-03-01", supersedes="[SOP-07] Edition 3")
    assert replaced([two, three, four])["doc_SOP-07-3"] == Replaced("doc_SOP-07-4", "2026-03-01")
    assert "doc_SOP-07-2" not in replaced([two, four])


def test_evid_9_all_previous_editions_are_told_by_the_editions_themselves():
    older = record("fridges-ed3", "Keeping of Fridges", version="3", effective="2024-02-01")
    newer = record(
        "fridges-ed4", "Keeping of Fridges", version="4", effective="2026-03-01", supersedes="all previous editions"
    )
    assert replaced([older, newer]) == {"doc_fridges-ed3": Replaced("doc_fridges-ed4", "2026-03-01")}
