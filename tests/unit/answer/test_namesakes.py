"""EVID-9: editions across folders, old copies, lists of a day; and what looks like one and is none."""

from __future__ import annotations

import pytest

from kts.answer.standing.inforce import followers, freshness, in_force, is_over, replaced
from kts.answer.standing.namesakes import Replaced, of_versions
from kts.answer.standing.placed import is_old, is_void, place
from kts.records import DocumentRecord

TODAY = "2026-06-01"


def kept(path: str, title: str, **metadata: object) -> DocumentRecord:
    date = str(metadata.pop("dated", "") or metadata.get("effective", ""))
    return DocumentRecord(1, path, "r", path, "", "", title, "", "", "en", date, 10, False, metadata)


def replacing(*records: DocumentRecord) -> dict[str, str]:
    """By whom each document is replaced, whatever the order in which they are read."""
    found = {one: by.by for one, by in replaced(records).items()}
    assert found == {one: by.by for one, by in replaced(records[::-1]).items()}
    return found


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("hr/obsolete/leave_policy_v2.docx", "hr/leave_policy_v3.docx"),
        ("hr/archive/leave_policy_v2.docx", "hr/leave_policy_v3.docx"),
        ("hr/old versions/leave_policy_rev2.pdf", "hr/current/leave_policy_rev3.pdf"),
        ("hr/_old/2023/leave_policy_v2.docx", "hr/2025/leave_policy_v3.docx"),
        ("Archive/hr/leave_policy_v2.docx", "hr/leave_policy_v3.docx"),
        ("hr/leave_policy_v2_OBSOLETE.docx", "hr/leave_policy_v3.docx"),
        ("hr/leave_policy_v2_alt.docx", "hr/leave_policy_v3.docx"),
        ("hr/leave_policy (old).docx", "hr/leave_policy.docx"),
        ("hr/leave_policy_old.docx", "hr/leave_policy.docx"),
        ("hr/old/leave_policy.docx", "hr/leave_policy.docx"),
        ("hr/old/leave_policy_2024.docx", "hr/leave_policy_2026.docx"),
        ("archive/leave_policy.docx", "hr/leave_policy.docx"),
        ("hr/OLD leave_policy.csv", "hr/leave-policy.xlsx"),
    ],
)
def test_evid_9_what_is_kept_as_old_gives_way_to_its_namesake_outside(old, new):
    found = replacing(kept(old, "Parental leave policy"), kept(new, "Parental leave policy"))
    assert found == {old: new}


def test_evid_9_a_document_of_the_same_number_replaces_the_one_in_a_common_archive():
    old = kept("Obsolete/QP-17_Cleaning_rev2.docx", "QP-17 Cleaning of tanks", version="2", effective="2023-01-01")
    new = kept("Plant/QP/QP-17_Cleaning_rev3.docx", "QP-17 Cleaning of tanks", version="3", effective="2025-01-01")
    other = kept("Plant/QP/QP-71_Cleaning_rev4.docx", "QP-71 Cleaning of tanks", version="4", effective="2025-02-01")
    assert replacing(old, new, other) == {old.id: new.id}
    assert replaced([old, new])[old.id] == Replaced(new.id, "2025-01-01")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("hr/old/travel_policy.docx", "hr/leave_policy.docx"),
        ("hr/templates/leave_policy.docx", "hr/leave_policy.docx"),
        ("client-b/old/leave_policy.docx", "client-a/leave_policy.docx"),
        ("client-b/old/leave_policy_v2.docx", "client-a/leave_policy_v3.docx"),
        ("hr/archive/leave_policy_v4.docx", "hr/leave_policy_v3.docx"),
        ("hr/archive/leave_policy_log.docx", "hr/leave_policy.docx"),
        ("hr/old/leave_policy_north.docx", "hr/leave_policy_south.docx"),
        ("hr/How old is too old.docx", "hr/leave_policy.docx"),
        ("hr/leave-policies-obsolete.docx", "hr/leave-policy.docx"),
        ("hr/leave-policy-archive.docx", "hr/leave-policy.docx"),
        ("hr/old_town_leave_policy.docx", "hr/leave_policy.docx"),
        ("old/leave_policy_v2.docx", "old/forms/leave_policy_v3.docx"),
    ],
)
def test_evid_9_another_document_is_no_namesake(one, other):
    assert not replacing(kept(one, "Parental leave policy"), kept(other, "Parental leave policy"))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("site-b/old/QP-17_v2.docx", "QP-17 Cleaning"), ("site-a/QP-17_v3.docx", "QP-17 Cleaning")),
        (("old/QP-17_v2.docx", "QP-17 Cleaning"), ("QP-18_v3.docx", "QP-18 Cleaning")),
        (("m/old/heater H2 manual.pdf", "Heater H2 manual"), ("m/heater H3 manual.pdf", "Heater H3 manual")),
        (("m/manual-fw1.2.pdf", "Heater manual"), ("m/manual-fw1.3.pdf", "Heater manual")),
        (("old/pump 7.2 manual.pdf", "Pump 7.2 manual"), ("pump 7.4 manual.pdf", "Pump 7.4 manual")),
        (("plans/2025/budget_v2.xlsx", "Budget of the plant"), ("plans/2026/budget_v3.xlsx", "Budget of the plant")),
        (("old/minutes_2025-03.md", "Works council"), ("minutes_2026-03.md", "Works council")),
        (("hr/old/leave.docx", "Leave"), ("hr/drafts/leave_v3.docx", "Leave (draft)")),
    ],
)
def test_evid_9_other_places_products_numbers_and_records_replace_nothing(one, other):
    assert not replacing(kept(*one), kept(*other))


def test_evid_9_what_is_older_by_its_own_day_is_no_successor():
    old = kept("hr/old/leave_policy.docx", "Leave policy", effective="2026-01-01")
    assert not replacing(old, kept("hr/leave_policy.docx", "Leave policy", effective="2024-01-01"))


@pytest.mark.parametrize(
    ("old", "new", "title", "since"),
    [
        ("Lists/old/suppliers_2025-10.xlsx", "Lists/suppliers_2026-04.xlsx", "Sheet1", "2026-04-01"),
        ("Lists/suppliers_2025-10.xlsx", "Lists/suppliers_2026-04.xlsx", "Sheet1", "2026-04-01"),
        ("sales/price list 2025 OLD.csv", "sales/price-list-2026.csv", "", "2026-01-01"),
        ("archive/phone list 2025-03.md", "phone list 2026-03.md", "Who is where", "2026-03-01"),
    ],
)
def test_evid_9_a_list_of_a_later_day_replaces_the_one_before(old, new, title, since):
    def named(path: str) -> DocumentRecord:
        name = path.rpartition("/")[2].rpartition(".")[0].replace("-", " ")
        return kept(path, title or name, dated="2026-05-30T10:00:00", created="2026-05-30T10:00:00")

    assert replacing(named(old), named(new)) == {old: new}
    assert replaced([named(old), named(new)])[old].since == since


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Lists/complaints_log_2025.xlsx", "Lists/complaints_log_2026.xlsx"),
        ("Lists/old/complaint_log_2025.xlsx", "Lists/complaint_log_2026.xlsx"),
        ("reports/stock report 2025-10.xlsx", "reports/stock report 2026-04.xlsx"),
        ("b/supplier list 2025-10.xlsx", "a/supplier list 2026-04.xlsx"),
        ("a/price list trade 2025.xlsx", "a/price list retail 2026.xlsx"),
    ],
)
def test_evid_9_records_of_a_time_and_other_lists_stay(one, other):
    assert not replacing(kept(one, "Table"), kept(other, "Table"))


def test_evid_9_a_document_that_ends_is_followed_by_the_one_that_begins_then():
    old = kept(
        "hire-terms-2024.md", "Hire terms (valid from 1 May 2024)", effective="2024-05-01", effective_to="2026-02-28"
    )
    new = kept("hire-terms.md", "Hire terms (valid from 1 March 2026)", effective="2026-03-01")
    sale = kept("sale-terms.md", "Sale terms (valid from 1 March 2026)", effective="2026-03-01")
    assert replaced([old, new, sale]) == {old.id: Replaced(new.id, "2026-03-01")}
    assert not replaced([old, sale])
    assert [in_force(old, {}, day) for day in ("2026-02-28", "2026-03-01")] == [True, False]


def test_evid_9_rev_4_is_one_of_the_documents_own_number():
    old = kept("x/WI-3_r3.md", "WI-3 Filling of tanks", superseded_by="Rev 4 on 2025-09-15", effective_to="2025-09-14")
    new = kept("y/WI-3_new.md", "WI-3 Filling of tanks", version="4")
    alike = kept("y/WI-8.md", "WI-8 Filling of tanks", version="4")
    assert replaced([old, alike, new]) == {old.id: Replaced(new.id, "2025-09-15")}
    assert not replaced([old, alike])
    assert not in_force(old, {}, TODAY)


@pytest.mark.parametrize(
    ("path", "title", "said", "badge"),
    [
        ("qm/obsolete/a.md", "Rinsing", {}, "superseded"),
        ("qm/Rinsing_OBSOLETE.md", "Rinsing", {}, "superseded"),
        ("qm/a.md", "Rinsing (withdrawn)", {}, "superseded"),
        ("qm/a.md", "Rinsing", {"out_of_force": "obsolete"}, "superseded"),
        ("qm/archive/a.md", "Rinsing", {}, "dated"),
        ("qm/a_old.md", "Rinsing", {}, "dated"),
        ("qm/a.md", "Rinsing", {}, "current"),
        ("qm/a.md", "How obsolete parts are handled", {}, "current"),
        ("old mill/a.md", "Rinsing", {}, "current"),
        ("archived-mail-howto/a.md", "Rinsing", {}, "current"),
    ],
)
def test_evid_9_without_a_namesake_a_folder_for_old_documents_only_tells(path, title, said, badge):
    one = kept(path, title, effective="2025-01-01", **said)
    assert freshness(one, {}, TODAY).badge == badge
    assert is_over(one, {}, TODAY) == (badge == "superseded")


def test_evid_9_places_and_marks():
    assert place(kept("SOP/Obsolete/2023/x.md", "X")) == place(kept("SOP/Current/x.md", "X")) == "sop"
    assert place(kept("old mill/x.md", "X")) == "old mill"
    assert is_void(kept("a/x.md", "SUPERSEDED: Fees"))
    assert not is_void(kept("a/x.md", "SUPERSEDED FEES"))
    assert all(
        is_void(kept(f"a/{one}.md", "X")) for one in ("lift 2019 EXPIRED", "lift_2019_EXPIRED", "lift (expired)")
    )
    assert is_void(kept("expired/lift.md", "X"))
    assert not any(is_void(kept(f"a/{one}.md", "X")) for one in ("when a card has expired", "EXPIRED stock", "EXPIRED"))
    assert not any(is_old(kept(f"a/{one}.md", "X")) for one in ("24-months-old", "basic-archive", "parts-obsolete"))
    assert all(is_old(kept(f"a/{one}.md", "X")) for one in ("fees-old", "fees_obsolete", "OLD fees", "fees (old)"))


@pytest.mark.parametrize(
    ("one", "other", "is_so"),
    [
        ("m/heater-manual-fw1.2.pdf", "m/heater-manual-fw1.3.pdf", True),
        ("m/heater manual 1.2.pdf", "m/heater manual 2.0.1.pdf", True),
        ("m/heater-manual-fw1.2.pdf", "m/cooler-manual-fw1.3.pdf", False),
        ("m/heater-manual-fw1.2.pdf", "n/heater-manual-fw1.3.pdf", False),
        ("m/heater-manual.pdf", "m/heater-manual-fw1.3.pdf", False),
        ("m/heater-manual-2024.pdf", "m/heater-manual-2025.pdf", False),
    ],
)
def test_evid_10_two_manuals_for_two_versions_are_known_as_such(one, other, is_so):
    first, second = kept(one, "Manual"), kept(other, "Manual")
    assert of_versions(first, second) == of_versions(second, first) == is_so
    assert not replacing(first, second)


def test_evid_9_the_day_of_a_file_says_nothing_of_which_edition_is_newer():
    two, three = (
        kept(f"a/fees_v{one}.pdf", "Schedule of fees", dated=day, created=day)
        for one, day in ((2, "2026-05-30T10:00:00"), (3, "2026-05-30T09:00:00"))
    )
    assert replacing(two, three) == {two.id: three.id}


def test_evid_9_what_is_to_come_has_taken_no_place_yet():
    days = {1: "2023-01-01", 2: "2025-01-01", 3: "2027-01-01"}
    one, two, three = (kept(f"a/fees_v{n}.md", "Schedule of fees", effective=day) for n, day in days.items())
    found = replaced([one, two, three])
    assert list(followers(one.id, found, TODAY)) == [two.id]
    assert list(followers(one.id, found, "2027-01-01")) == [two.id, three.id]
    assert not list(followers(two.id, found, TODAY))


def test_evid_9_an_edition_of_which_no_day_is_told_is_over_today_alone():
    two, three = kept("a/fees_v2.md", "Schedule of fees"), kept("a/fees_v3.md", "Schedule of fees")
    found = replaced([two, three])
    assert is_over(two, found, TODAY)
    assert not is_over(three, found, TODAY)
    future = kept("a/fees_v3.md", "Schedule of fees", effective="2027-01-01")
    assert not is_over(future, {}, TODAY)
    assert not is_over(two, replaced([two, future]), TODAY)
