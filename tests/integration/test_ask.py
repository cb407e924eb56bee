"""EVID-4 to EVID-8, WIRE ask: answers over files, by the command line and the facade."""

from __future__ import annotations

import json
import os
import stat
from typing import TYPE_CHECKING
from urllib.parse import unquote

import docx
import openpyxl
import pytest

from kts.answer.question.within import WITHIN
from kts.errors import UsageError
from kts.workspace import Workspace
from support.command import kts
from support.folders import written
from support.index import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LATE = """# Late Charge Policy

Version 4, effective 2024-03-01.

## 1. Rate

The late charge is 5 % of the overdue instalment.

## 2. Grace period

The grace period is 15 days after the due date.

## 3. Waiver

| Role | Limit of a waiver |
| --- | --- |
| Clerk | $50 |
| Head of department | $400 |
"""
RELEASE = """# Release of a lien

To release a lien do this:

1. Check that the balance is zero in screen RL-04.
2. Print the release letter RL-9.
3. Send the letter to the county recorder within 10 days.
"""
HOURS = """# Opening hours

The branch in Harrow Falls opens at 9:00 a.m. on Business Days.
"""


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    for name, text in (("late.md", LATE), ("release.md", RELEASE), ("hours.md", HOURS)):
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def workspace(docs: Path) -> Iterator[Workspace]:
    with Workspace.create(str(docs.parent / "index"), environment=WORDS) as opened:
        opened.ingest([str(docs)])
        yield opened


def test_evid_4_the_lead_of_an_answer_is_the_sentence_that_says_it(workspace: Workspace):
    found = workspace.ask("How long is the grace period after the due date?")
    lead = found.claims[0]
    assert found.verdict == "answered"
    assert lead.text == "The grace period is 15 days after the due date."
    assert lead.citations[0].quote == lead.text
    assert (LATE[lead.citations[0].span.start : lead.citations[0].span.end]) == lead.text


def test_evid_4_a_row_is_said_with_its_header_and_cited_alone(workspace: Workspace):
    found = workspace.ask("What is the limit of a waiver by a clerk?")
    assert found.claims[0].text == "Role: Clerk; Limit of a waiver: $50"
    assert found.claims[0].citations[0].quote == "| Clerk | $50 |"


def test_evid_4_a_procedure_is_shown_whole(workspace: Workspace):
    found = workspace.ask("How do I release a lien?")
    said = [claim.text for claim in found.claims]
    assert {
        "Check that the balance is zero in screen RL-04.",
        "Print the release letter RL-9.",
        "Send the letter to the county recorder within 10 days.",
    } <= set(said)


CLINIC = """# Fever in children

## Calls

Reception staff pass a call about fever on to the doctor at once, day and night, if the child:

- is younger than three months;
- is hard to wake;
- has a rash.

## Doses

| Weight | Paracetamol dose | Most doses in 24 hours |
| --- | --- | --- |
| 4-6 kg | 2.5 ml | 4 |
| 6-8 kg | 4 ml | 4 |
| 8-12 kg | 5 ml | 4 |

## Questions of parents

Q: Can I get an appointment on Sunday?
A: No. On Sundays the clinic at Milton is open for emergencies only.

Q: How long are call notes kept?
A: For eight years.
"""


@pytest.fixture
def clinic(tmp_path: Path) -> Iterator[Workspace]:
    (tmp_path / "fever.md").write_text(CLINIC, encoding="utf-8")
    with Workspace.create(str(tmp_path / "index"), environment=WORDS) as opened:
        opened.ingest([str(tmp_path / "fever.md")])
        yield opened


def test_evid_4_the_row_whose_range_holds_the_amount_answers(clinic: Workspace):
    found = clinic.ask("What dose of paracetamol for a child of 7 kg?")
    rows = [claim.text for claim in found.claims if "ml" in claim.text]
    assert rows == ["Weight: 6-8 kg; Paracetamol dose: 4 ml; Most doses in 24 hours: 4"]


def test_evid_2_an_amount_outside_of_all_ranges_gets_no_row(clinic: Workspace):
    found = clinic.ask("What dose of paracetamol for a child of 20 kg?")
    assert found.verdict != "answered"
    assert not any("ml" in claim.text for claim in found.claims)


def test_evid_4_a_list_is_shown_whole_behind_the_line_that_introduces_it(clinic: Workspace):
    found = clinic.ask("Which calls about fever do reception staff pass on to the doctor?")
    assert [claim.text for claim in found.claims] == [
        "Reception staff pass a call about fever on to the doctor at once, day and night, if the child:",
        "is younger than three months;",
        "is hard to wake;",
        "has a rash.",
    ]


def test_evid_4_the_answer_to_a_question_of_the_text_is_quoted_without_the_question(clinic: Workspace):
    found = clinic.ask("Can I get an appointment on Sunday?")
    assert found.claims[0].text == "No. On Sundays the clinic at Milton is open for emergencies only."


def test_evid_4_what_a_claim_of_another_part_says_is_answered(clinic: Workspace):
    found = clinic.ask("Can I get an appointment on Sunday, and how long are call notes kept?")
    assert {"For eight years."} <= {claim.text for claim in found.claims}
    assert not any("not answered" in note for note in found.notes)


def test_evid_2_a_code_that_stands_nowhere_is_not_answered(workspace: Workspace):
    found = workspace.ask("What is screen RL-77 for?")
    assert found.verdict == "abstained"
    assert not found.claims
    assert [one.constraint.text for one in found.unmet] == ["RL-77"]
    assert found.nearest


def test_evid_4_the_rows_of_other_codes_are_no_part_of_an_answer(tmp_path: Path):
    table = "| Code | Meaning |\n|---|---|\n| RL-2010 | letter expired |\n| RL-2011 | letter revoked |\n"
    (tmp_path / "codes.md").write_text(f"# Codes of the letter printer\n\n{table}", encoding="utf-8")
    with Workspace.create(str(tmp_path / "index"), environment=WORDS) as opened:
        opened.ingest([str(tmp_path / "codes.md")])
        one = opened.ask("What does code RL-2010 of the letter printer mean?")
        both = opened.ask("What is the difference between the codes RL-2010 and RL-2011 of the letter printer?")
    assert "RL-2010" in one.claims[0].text
    assert not any("RL-2011" in claim.text for claim in one.claims)
    assert all(any(code in claim.text for claim in both.claims) for code in ("RL-2010", "RL-2011"))


def test_evid_5_nothing_is_made_up_about_what_is_not_there(workspace: Workspace):
    found = workspace.ask("Which vaccine protects giraffes against measles?")
    assert found.verdict == "abstained"
    assert found.text == ""


def test_evid_5_a_question_without_a_word_is_none(workspace: Workspace, docs: Path):
    with pytest.raises(UsageError, match="holds no word"):
        workspace.ask("???")
    assert kts("ask", "???", "--kb", docs.parent / "index").ok(2)


def test_evid_5_strict_says_nothing_that_is_less_than_sure(workspace: Workspace):
    for question in ("When does the branch open?", "What about charges and hours?"):
        assert workspace.ask(question, strict=True).verdict in {"answered", "abstained"}


def test_evid_7_every_answer_is_recorded_and_can_be_judged(workspace: Workspace):
    found = workspace.ask("How long is the grace period?")
    assert found.ledger_id is not None
    body = workspace.ledger().read(found.ledger_id)["body"]
    assert isinstance(body, dict)
    assert (body["query"], body["verdict"]) == ("How long is the grace period?", found.verdict)
    noted = workspace.feedback(found.ledger_id, "good")
    assert workspace.ledger().read(noted)["kind"] == "feedback"
    assert not workspace.ledger_problems()


def test_evid_7_an_index_that_cannot_be_written_still_answers(workspace: Workspace):
    workspace.ask("How long is the grace period?")
    folder = workspace.layout.folder
    if os.geteuid() == 0:
        pytest.skip("the superuser may write anywhere")
    folder.chmod(stat.S_IRUSR | stat.S_IXUSR)
    try:
        found = workspace.ask("How long is the grace period?")
    finally:
        folder.chmod(stat.S_IRWXU)
    assert found.claims
    assert found.ledger_id is None


def test_evid_8_a_quote_that_moved_is_still_said_with_a_note(workspace: Workspace, docs: Path):
    (docs / "late.md").write_text(LATE.replace("Version 4,", "This is version 4, and it is"), encoding="utf-8")
    found = workspace.ask("How long is the grace period after the due date?")
    assert found.claims[0].text == "The grace period is 15 days after the due date."
    assert any("the quote still stands" in note for note in found.notes)


def test_evid_8_what_a_file_no_longer_says_is_left_out_and_said(workspace: Workspace, docs: Path):
    (docs / "late.md").write_text(LATE.replace("15 days", "20 days"), encoding="utf-8")
    found = workspace.ask("How long is the grace period after the due date?")
    assert all("15 days" not in claim.text for claim in found.claims)
    assert any("no longer says this" in note for note in found.notes)


def test_evid_8_what_is_left_where_the_answer_has_changed_is_no_sure_answer(workspace: Workspace, docs: Path):
    before = workspace.ask("How long is the grace period after the due date?")
    assert before.verdict == "answered"
    (docs / "late.md").write_text(LATE.replace("15 days", "20 days"), encoding="utf-8")
    found = workspace.ask("How long is the grace period after the due date?")
    assert found.verdict in {"abstained", "low_confidence"}
    if found.claims:
        assert found.doubts[0].startswith("what answers best is left out")


def test_evid_8_a_claim_is_not_supported_by_what_its_file_no_longer_says(workspace: Workspace, docs: Path):
    said = "The grace period is 15 days after the due date."
    (before,) = workspace.check([said])
    assert before.claim.support == "supported"
    (docs / "late.md").write_text(LATE.replace("15 days", "20 days"), encoding="utf-8")
    (found,) = workspace.check([said])
    assert (found.claim.support, found.claim.citations) == ("unsupported", ())
    assert [(one.kind, "late.md has changed" in one.text) for one in found.claim.reasons] == [("changed", True)]


def test_evid_8_a_search_says_which_of_its_files_have_changed(workspace: Workspace, docs: Path):
    assert not any("late.md" in note for note in workspace.search("grace period").ranking.notes)
    os.utime(docs / "late.md", (1, 1))
    assert not any("late.md" in note for note in workspace.search("grace period").ranking.notes)
    (docs / "late.md").write_text(LATE.replace("15 days", "20 days"), encoding="utf-8")
    assert any("late.md has changed" in note for note in workspace.search("grace period").ranking.notes)
    (docs / "late.md").unlink()
    assert any("late.md is gone; run kts ingest" in note for note in workspace.search("grace period").ranking.notes)


def test_evid_8_a_file_that_is_gone_is_not_cited(workspace: Workspace, docs: Path):
    (docs / "late.md").unlink()
    found = workspace.ask("How long is the grace period after the due date?")
    assert all(one.path != "late.md" for claim in found.claims for one in claim.citations)
    assert any(note.endswith("is gone; run kts ingest to take note of it") for note in found.notes)


def test_evid_8_a_touched_file_that_says_the_same_costs_no_note(workspace: Workspace, docs: Path):
    os.utime(docs / "late.md", (1, 1))
    found = workspace.ask("How long is the grace period after the due date?")
    assert found.claims
    assert not any("late.md" in note for note in found.notes)


FEED = """# FeedStalled

## Meaning

FeedStalled means that the feed has delivered no prices for more than two minutes. FeedStalled is critical.

## Impact

Orders are priced with old values. Clients may be refused.

## Mitigation

Look which of the two senders is down. Restart that one:

```
feedctl restart --sender NAME
```

Tell the desk that prices are back.
"""


def test_evid_4_the_section_on_the_side_that_is_asked_for_answers_in_its_order(workspace: Workspace, docs: Path):
    (docs / "feed.md").write_text(FEED, encoding="utf-8")
    workspace.ingest([str(docs)])
    found = workspace.ask("What should I do when FeedStalled fires?")
    assert [claim.text for claim in found.claims][:3] == [
        "Look which of the two senders is down.",
        "Restart that one:\n```\nfeedctl restart --sender NAME\n```",
        "Tell the desk that prices are back.",
    ]
    assert "Restart that one: [2]\n```\n" in found.text
    effect = workspace.ask("What is the impact of FeedStalled?")
    assert effect.claims[0].text == "Orders are priced with old values."
    shown = kts("ask", "What should I do when FeedStalled fires?", "--kb", docs.parent / "index").ok().out
    assert "Restart that one: [2]\n    feedctl restart --sender NAME\n" in shown


def test_evid_9_a_current_document_comes_before_the_one_it_replaces(workspace: Workspace, docs: Path):
    older = LATE.replace("Version 4, effective 2024-03-01.", "Version 3, effective 2022-01-01.").replace("5 %", "4 %")
    newer = LATE.replace("effective 2024-03-01.", "effective 2024-03-01. Supersedes: Late Charge Policy version 3.")
    (docs / "late-v3.md").write_text(older.replace("# Late Charge Policy", "# Late Charge Policy version 3"), "utf-8")
    (docs / "late.md").write_text(f"---\nversion: 4\nsupersedes: Late Charge Policy version 3\n---\n{newer}", "utf-8")
    workspace.ingest([str(docs)])
    found = workspace.ask("How much is the late charge of an overdue instalment?")
    assert "5 %" in found.claims[0].text
    past = workspace.ask("How much is the late charge of an overdue instalment?", as_of="2023-05-01")
    assert "4 %" in past.claims[0].text


@pytest.fixture
def versions(workspace: Workspace, docs: Path) -> Workspace:
    """A rule and what replaced it, of which only the older says how rooms are locked."""
    head = "---\neffective: {}\nversion: {}\n{}---\n# Badge policy version {}\n\n"
    old = (
        head.format("2020-05-01", 1, "", 1) + "Badges are renewed every 90 days.\n\nServer rooms are locked at 7 p.m.\n"
    )
    replaced = "supersedes: Badge policy version 1\n"
    new = head.format("2024-02-01", 2, replaced, 2) + "Each badge has to be renewed within 180 days by its owner.\n"
    (docs / "badge-policy-v1.md").write_text(old, "utf-8")
    (docs / "badge-policy-v2.md").write_text(new, "utf-8")
    workspace.ingest([str(docs)])
    return workspace


@pytest.mark.parametrize(("day", "says"), [("May 2024", "180 days"), ("May 2021", "90 days")])
def test_evid_9_a_rule_is_asked_for_as_of_the_day_that_the_question_names(versions: Workspace, day: str, says: str):
    found = versions.ask(f"As of {day}, how often must badges be renewed?")
    assert says in found.claims[0].text
    other = {"180 days": "every 90 days", "90 days": "180 days"}[says]
    assert not any(other in claim.text for claim in found.claims)


def test_evid_9_an_answer_from_what_was_replaced_is_doubtful(versions: Workspace):
    found = versions.ask("When are server rooms locked?")
    assert (found.verdict, found.claims[0].text) == ("low_confidence", "Server rooms are locked at 7 p.m.")
    assert any("no longer in force" in note and "badge-policy-v1.md" in note for note in found.notes)


def test_ask_a_message_is_answered_as_its_question_is(workspace: Workspace):
    story = (
        "Hi all, I joined in March and Tomas in Leeds, who usually knows, is on leave until the 14th. I was asked "
        "about this in a meeting yesterday and could not say a word. {} Many thanks, Marta"
    )
    bare = workspace.ask("How long is the grace period after the due date?")
    told = workspace.ask(story.format("How long is the grace period after the due date?"))
    assert (told.verdict, told.text, told.confidence) == (bare.verdict, bare.text, bare.confidence)
    assert told.query.startswith("Hi all")
    assert not told.unmet


def test_evid_10_documents_that_disagree_are_both_shown(workspace: Workspace, docs: Path):
    (docs / "sop.md").write_text("# Daily work\n\nThe grace period is 10 days after the due date.\n", encoding="utf-8")
    workspace.ingest([str(docs)])
    found = workspace.ask("How long is the grace period after the due date?")
    assert found.verdict == "conflicting"
    assert {side.value for side in found.conflicts[0].sides} == {"10 days", "15 days"}


def test_wire_ask_has_every_field(docs: Path):
    kts("ingest", docs, "--kb", docs.parent / "kb").ok()
    data = kts("ask", "How long is the grace period?", "--kb", docs.parent / "kb", "--json").ok().data["data"]
    assert {
        "query", "verdict", "text", "confidence", "coverage", "claims", "unmet", "nearest", "conflicts", "notes",
        "generation", "ledger_id", "band", "definitions", "freshness", "as_of", "gates",
    } <= data.keys()  # fmt: skip
    assert data["claims"][0]["citations"][0]["quote"] == "The grace period is 15 days after the due date."
    assert data["claims"][0]["support"] == "supported"


def test_evid_6_a_saved_answer_is_verified_against_the_files(docs: Path):
    place = docs.parent / "kb"
    kts("ingest", docs, "--kb", place).ok()
    saved = docs.parent / "answer.json"
    saved.write_text(kts("ask", "How long is the grace period?", "--kb", place, "--json").ok().out, encoding="utf-8")
    fresh = kts("verify", saved, "--kb", place, "--json").ok().data
    assert {one["status"] for one in fresh["data"]["citations"]} == {"unchanged"}
    (docs / "late.md").write_text(LATE.replace("15 days", "16 days"), encoding="utf-8")
    stale = kts("verify", saved, "--kb", place, "--json").ok(4).data
    assert "changed" in {one["status"] for one in stale["data"]["citations"]}


def test_faces_ask_prints_the_answer_its_places_and_how_sure_it_is(docs: Path):
    place = docs.parent / "kb"
    kts("ingest", docs, "--kb", place).ok()
    ran = kts("ask", "How long is the grace period?", "--kb", place).ok()
    assert "The grace period is 15 days after the due date. [1]" in ran.out
    assert "late.md:" in ran.out
    assert "confidence" in ran.out
    refused = kts("ask", "What is screen RL-77 for?", "--kb", place).ok()
    assert refused.out.startswith("Not in your documents:")


def test_faces_ask_names_the_document_of_each_statement_where_several_speak(docs: Path):
    (docs / "branch.md").write_text("# Opening hours in Tarrow\n\nThe branch in Tarrow opens at 10:00 a.m.\n")
    place = docs.parent / "kb"
    kts("ingest", docs, "--kb", place).ok()
    both = kts("ask", "When does the branch open, in Harrow Falls and in Tarrow?", "--kb", place).ok()
    assert "hours.md]" in both.out
    assert "branch.md]" in both.out


def test_faces_show_prints_a_claim_in_its_context(docs: Path):
    place = docs.parent / "kb"
    kts("ingest", docs, "--kb", place).ok()
    id_ = kts("ask", "How long is the grace period?", "--kb", place, "--json").ok().data["data"]["ledger_id"]
    shown = json.loads(kts("show", f"{id_}:1", "--kb", place, "--json").ok().out)["data"]
    inside = shown["text"][shown["start"] - shown["text_start"] : shown["end"] - shown["text_start"]]
    assert inside == "The grace period is 15 days after the due date."
    assert [one["heading"] for one in shown["sections"]][-1] == "Grace period"
    assert "Grace period" in kts("show", "late.md:11", "--kb", place).ok().out
    assert f">>>{inside}<<<" in kts("show", f"{id_}:1", "--kb", place).ok().out
    assert ">>>" not in kts("show", f"{id_}:1", "--context", "0", "--kb", place).ok().out
    record = kts("ledger", "show", id_, "--kb", place).ok().out
    assert f"claim 1 (supported): {inside}" in record
    assert "late.md, line" in record
    assert "query: How long is the grace period?" in record
    assert '"settings"' not in record
    assert kts("show", f"{id_}:99", "--kb", place).code == 2


def test_faces_a_recorded_answer_is_opened_where_it_is_shown(docs: Path):
    place = docs.parent / "kb"
    kts("ingest", docs, "--kb", place).ok()
    id_ = kts("ask", "How long is the grace period?", "--kb", place, "--json").ok().data["data"]["ledger_id"]
    assert kts("open", f"{id_}:1", "--kb", place, "--print").ok().out.strip().endswith("late.md#L11")
    assert kts("open", "late.md", "--kb", place, "--print").ok().out.strip().endswith("late.md")
    assert kts("open", "late.md#page=2", "--kb", place, "--print").ok().out.strip().endswith("late.md#page=2")


def test_faces_a_citation_is_taken_as_it_is_printed(tmp_path: Path):
    document = docx.Document()
    document.add_paragraph("Badges are returned at the gate on the last day.")
    table = document.add_table(rows=2, cols=2)
    for cell, text in zip(table._cells, ("Role", "Deposit", "Visitor", "$25"), strict=True):
        cell.text = text
    (tmp_path / "docs").mkdir()
    document.save(tmp_path / "docs" / "gate, north.docx")
    place = tmp_path / "kb"
    kts("ingest", tmp_path / "docs", "--kb", place).ok()
    for words, said in (("paragraph 1", "Badges are returned"), ("table 1, row 2", "Visitor")):
        shown = kts("show", f"gate, north.docx, {words}", "--kb", place, "--json").ok().data["data"]
        cited = shown["text"][shown["start"] - shown["text_start"] : shown["end"] - shown["text_start"]]
        assert said in cited
        assert ("$25" in cited) == words.startswith("table")  # a row is shown whole
        assert "docx" in kts("open", f"gate, north.docx, {words}", "--kb", place, "--print").ok().out
    assert "has no paragraph 9" in kts("show", "gate, north.docx, paragraph 9", "--kb", place).ok(2).err
    saved = tmp_path / "saved.json"
    saved.write_text(kts("ask", "What is the deposit of a visitor?", "--kb", place, "--json").ok().out)
    assert "gate, north.docx table 1, row 2" in kts("verify", saved, "--kb", place).ok().out


@pytest.mark.parametrize(
    ("name", "target", "line", "address"),
    [
        ("Report, part 2.md", "Report, part 2.md", 1, ""),
        ("Report, part 2.md", "Report, part 2.md:3", 3, "#L3"),
        ("Report, part 2.md", "docs/Report, part 2.md", 1, ""),
        ("C# guide.md", "C# guide.md", 1, ""),
        ("C# guide.md", "C# guide.md:3", 3, "#L3"),
        ("C# guide.md", "C# guide.md#9-20", 3, "#L3"),
    ],
)
def test_faces_a_name_may_look_like_a_place(tmp_path: Path, name: str, target: str, line: int, address: str):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / name).write_text("# Gate\n\nBadges are returned at the gate.\n")
    with Workspace.create(str(tmp_path / "kb")) as workspace:
        workspace.ingest([str(tmp_path / "docs")], vectors=False)
        shown = workspace.show(target)
        assert (shown.document.path, shown.location.line) == (name, line)
        assert unquote(workspace.uri(target)).endswith(name + address)
        assert unquote(workspace.uri(f"{name}#page=2")).endswith(f"{name}#page=2")


def test_faces_the_cells_of_a_row_are_a_place(tmp_path: Path):
    book = openpyxl.Workbook()
    for row in (["Boat", "2023", "2024"], ["Dinghy", 210, 220], ["Yacht", 800, 840]):
        book.active.append(row)
    (tmp_path / "docs").mkdir()
    book.save(tmp_path / "docs" / "boats.xlsx")
    with Workspace.create(str(tmp_path / "kb")) as workspace:
        workspace.ingest([str(tmp_path / "docs")], vectors=False)
        shown = workspace.show("boats.xlsx, sheet Sheet, cell A2:C2")
        assert shown.location.cell == "A2:C2"
        assert shown.text[shown.cited.start - shown.around.start :].startswith("Dinghy | 210 | 220")
        assert workspace.show("boats.xlsx, sheet Sheet, cell B3").location.cell == "B3"
        with pytest.raises(UsageError, match="has no sheet Sheet, cell A9:B9"):
            workspace.show("boats.xlsx, sheet Sheet, cell A9:B9")


def test_faces_what_is_gone_is_not_opened_and_shown_as_it_was(docs: Path):
    place = docs.parent / "kb"
    kts("ingest", docs, "--kb", place).ok()
    assert kts("open", "late.md:3", "--print", "--kb", place).ok().out.startswith("file:")
    text = (docs / "late.md").read_text(encoding="utf-8")
    (docs / "late.md").write_text("# New\n\n" + text, encoding="utf-8")
    assert "and still says this" in kts("show", "late.md:11", "--kb", place).ok().err
    (docs / "late.md").write_text(text.replace("15 days", "16 days"), encoding="utf-8")
    assert "and says this no more" in kts("show", "late.md:11", "--kb", place).ok().err
    (docs / "late.md").rename(docs / "later.md")
    for target in ("late.md:3", "late.md#page=2"):
        for further in ((), ("--print",)):
            gone = kts("open", target, *further, "--kb", place).ok(15)
            assert gone.out == ""
            assert "late.md is gone since it was indexed" in gone.err
    assert "late.md is gone; this is the text as it was" in kts("show", "late.md:11", "--kb", place).ok().err


def test_evid_6_a_nearest_place_in_a_table_has_the_line_of_its_row(tmp_path: Path):
    table = """Ticket,Subject,Body,Resolution
T-1,Slow upload,Upload is 12 instead of 100 today.,"The profile of the port was wrong, it was changed by the desk."
T-2,Invoice,The invoice has the setup fee two times.,"The fee was credited on the same day, it was a double order."
T-3,Tunnel drops,The tunnel to the head office drops hourly.,"The lifetime was set to eight hours, on both sides of it."
T-4,No mail,Mail is blocked for all plans without an address.,"The other port is used now, and an address was ordered."
"""
    written(tmp_path / "docs", {"tickets.csv": table})
    kts("ingest", tmp_path / "docs", "--kb", tmp_path).ok()
    out = kts("ask", "Why did the tunnel of Oslo drop in 2019?", "--kb", tmp_path).ok().out
    assert "Not in your documents" in out
    assert "tickets.csv:4\n" in out
    assert "| T-3 | Tunnel drops" in out


def test_evid_8_no_nearest_place_is_shown_that_is_not_there_any_more(docs: Path):
    place = docs.parent / "kb"
    kts("ingest", docs, "--kb", place).ok()

    def asked():
        return kts("ask", "How long is the grace period in Lisbon?", "--kb", place, "--json").ok().data["data"]

    assert "late.md" in {one["path"] for one in asked()["nearest"]}
    (docs / "late.md").write_text("# Late charges\n\nThere is none.\n", encoding="utf-8")
    found = asked()
    assert found["verdict"] == "abstained"
    assert "late.md" not in {one["path"] for one in found["nearest"]}
    assert any("late.md has changed" in note for note in found["notes"])


def test_faces_a_place_is_looked_for_behind_the_whole_name(tmp_path: Path):
    document = docx.Document()
    document.add_paragraph("Badges are returned at the gate on the last day.")
    (tmp_path / "docs").mkdir()
    for name in ("Report, part 2, annex.docx", "gate.docx"):
        document.save(tmp_path / "docs" / name)
    with Workspace.create(str(tmp_path / "kb")) as workspace:
        workspace.ingest([str(tmp_path / "docs")], vectors=False)
        assert workspace.show("Report, part 2, annex.docx, paragraph 1").document.path == "Report, part 2, annex.docx"
        with pytest.raises(UsageError, match=r"no document is named 'absent\.docx'"):
            workspace.show("absent.docx, paragraph 1")
        with pytest.raises(UsageError, match="has no paragraph 9"):
            workspace.show("gate.docx, paragraph 9")


def test_faces_what_is_printed_of_a_doubtful_answer_does_not_contradict_itself(docs: Path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    (docs / "rooms.md").write_text("# Rooms\n\nServer rooms are locked at 7 p.m.\n")
    place = docs.parent / "kb"
    kts("ingest", docs, "--kb", place).ok()

    def asked(question, *further):
        return kts("ask", question, "--kb", place, *further, env={"KTS_ANSWER_FLOOR": "0"}).ok()

    said, data = (asked("How much do server rooms cost?", *further) for further in ((), ("--json",)))
    found = data.data
    assert found["data"]["verdict"] == "low_confidence"
    reason = "what is cited states no amount of money"
    assert f"This may not be the answer ({reason}):" in said.out
    assert "low confidence, for the reason above; led_" in said.out
    assert found["data"]["band"] == "low", "whatever the probability: it fits what is said"
    assert f"{found['confidence']:.2f}" not in said.out, "no figure that says otherwise"
    assert reason not in said.err, "said once"
    assert (reason in found["data"]["notes"], reason in found["reasoning"]) == (True, True)
    weak = asked("What happens to rooms at night?").out
    assert "where an answer needs" in weak
    assert " (low); led_" in weak
    assert "for the reason above" not in weak, "a low probability is no doubt beside the probability"


LEASE = (
    "# Lease\n\n## Parties\n\n"
    'This lease is made between Ostara Inc. (the "Lessor") and Tarrow Printing Ltd (the "Lessee") for the hall.\n\n'
    "## Rent\n\nThe Lessee pays the Lessor a rent of $500 a month.\n"
)


def test_faces_a_sentence_that_defines_two_terms_is_printed_once_and_what_is_quoted_not_again(tmp_path: Path):
    (tmp_path / "lease.md").write_text(LEASE, encoding="utf-8")
    kts("ingest", tmp_path / "lease.md", "--kb", tmp_path / "kb").ok()
    rent = kts("ask", "What is the rent a month?", "--kb", tmp_path / "kb").ok().out
    assert "Lessee, Lessor: This lease is made between Ostara Inc." in rent
    assert rent.count("This lease is made") == 1
    who = kts("ask", "Between whom is the lease made?", "--kb", tmp_path / "kb").ok()
    assert (who.out.count("This lease is made"), "Lessor:" in who.out) == (1, False)


def test_conf_the_band_of_no_answer_is_none_whatever_the_probability(tmp_path: Path):
    (tmp_path / "lease.md").write_text(LEASE, encoding="utf-8")
    with Workspace.create(str(tmp_path / "index"), environment=WORDS) as workspace:
        workspace.ingest([str(tmp_path / "lease.md")])
        asked = [
            workspace.ask(question, record=False) for question in ("What is the rent of Bluefern in 2019?", "Why?")
        ]
        doubtful = workspace.ask("How much does the hall cost to heat?", record=False, strict=True)
    assert [(one.verdict, one.band) for one in (*asked, doubtful)] == [("abstained", "none")] * 3


BAY = "What does a parking bay cost?"


def test_evid_9_a_document_that_is_not_in_force_is_named_and_only_where_it_is_cited(docs: Path):
    ended = "---\nstatus: superseded\neffective_to: 2020-01-31\n---\n"
    (docs / "old.md").write_text(f"{ended}# Parking\n\nA bay costs $9.\n")
    place = docs.parent / "kb"
    kts("ingest", docs, "--kb", place).ok()
    asked = {
        question: kts("ask", question, "--kb", place).ok().out for question in (BAY, "How long is the grace period?")
    }
    assert [question for question, said in asked.items() if "careful: not in force: old.md (superseded)" in said] == [
        BAY
    ]


@pytest.mark.parametrize(
    "question",
    ["fee " * 3000, "(" * 2000 + "fee", '"a b" ' * 500, "E1-7 " * 2000],
    ids=["word", "open", "phrase", "code"],
)
def test_qry_a_text_pasted_as_a_question_is_answered_or_not_but_ends(workspace: Workspace, question: str):
    assert workspace.ask(question, record=False).verdict in {"answered", "partly", "low_confidence", "abstained"}


def test_faces_what_looks_like_an_answer_but_is_none_is_said(workspace: Workspace):
    with pytest.raises(UsageError, match="does not name an answer's record"):
        workspace.show("led_x")


def test_faces_why_not_takes_the_document_first_or_last(docs: Path, workspace: Workspace):
    del workspace
    kb = docs.parent / "index"
    first = kts("why-not", "hours.md", "late charge", "--kb", kb, "--json").ok().data
    last = kts("why-not", "late charge", "hours.md", "--kb", kb, "--json").ok().data
    assert first["data"]["path"] == last["data"]["path"] == "hours.md"
    assert "late charge" in kts("why-not", "late charge", "nowhere.md", "--kb", kb).ok(2).err


def test_faces_a_group_says_which_commands_it_has():
    assert "kts ledger head | list | show" in kts("ledger", "foo").ok(2).err
    assert "head | list | show" in kts("ledger", "foo", "--json").ok(2).out
    assert "feedback" in kts("ledger", "list", "--kind", "foo").ok(2).err


AMENDED = """# Grants Policy

## Article 2. Amount

A small grant is at most 8,000 euros.
"""
AMENDMENT = """# First Amendment to the Grants Policy

1. In Article 2, "8,000 euros" is replaced by "12,000 euros".
2. In Article 7, "members" is replaced by "the board".
"""


PARTIES = {"Bluefern": (", by merger", "$175"), "Harrowgate": (" of its business", "$300")}


@pytest.fixture
def agreements(tmp_path: Path) -> Iterator[Workspace]:
    clauses = "## Charges\n\nFees are {fee}.\n\n## Assignment\n\nThe Customer may assign this to a successor{rule}.\n"
    for number, (party, (rule, fee)) in enumerate(PARTIES.items()):
        beginning = (
            f"# Agreement\n\nThis agreement is between Ostara Corp. and {party}.\n\n{party} signs by its officers.\n\n"
        )
        notices = f"\n## Notices\n\nNotices to {party} go by mail to the office of {party}.\n"
        text = beginning + clauses.format(rule=rule, fee=fee) + notices
        (tmp_path / f"{number}.md").write_text(text, encoding="utf-8")
    by_rules = {**WORDS, "KTS_ANSWER_SELECTOR": "none"}  # a selector may find the clause at once
    with Workspace.create(str(tmp_path / "index"), environment=by_rules) as opened:
        opened.ingest([str(tmp_path)])
        yield opened


@pytest.mark.parametrize("party", PARTIES)
def test_evid_4_what_is_asked_of_a_party_is_looked_for_in_its_agreement(agreements: Workspace, party: str):
    found = agreements.ask(f"Can {party} transfer the contract to a successor?", record=False)
    assert found.claims[0].text == f"The Customer may assign this to a successor{PARTIES[party][0]}."
    assert found.searched == WITHIN
    assert WITHIN not in found.notes, "how it was searched is for programs"


def test_evid_4_what_is_asked_of_a_stranger_is_not_looked_for_in_any_agreement(agreements: Workspace):
    assert not agreements.ask("Can Quillmark transfer the contract to a successor?", record=False).claims


def test_evid_4_documents_that_answer_of_themselves_are_named_where_one_is_cited(agreements: Workspace):
    found = agreements.ask("Who signs?", record=False)
    (cited,) = {claim.citations[0].path for claim in found.claims}
    (other,) = {"0.md", "1.md"} - {cited}
    assert any(note.startswith(f"other documents answer this of themselves: {other} ") for note in found.notes)


def test_evid_9_what_an_amendment_says_of_the_lead_s_section_comes_with_it(tmp_path: Path):
    for name, text in (("policy.md", AMENDED), ("amendment.md", AMENDMENT)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    with Workspace.create(str(tmp_path / "index"), environment=WORDS) as opened:
        opened.ingest([str(tmp_path)])
        said = [claim.text for claim in opened.ask("How much is a small grant at most?").claims]
    assert said[:2] == [
        'In Article 2, "8,000 euros" is replaced by "12,000 euros".',
        "A small grant is at most 8,000 euros.",
    ]
    assert not any("Article 7" in text for text in said)


CLAUSES = """# Lending Agreement

## Section 3.07 Advances

The lender makes advances until a loan is ninety days late.
"""
CHANGES = """# First Amendment to the Lending Agreement

## Section 3.07 Outlays

Nothing is paid out for loans that are a hundred and twenty days behind.

## Section 9.01 Notices

Notices go to the new office.
"""
FURTHER = "Advances are made by the lender for loans, and a loan that is late has none: note {}.\n"


def test_evid_9_an_amended_section_is_looked_for_where_the_search_did_not_bring_it(tmp_path: Path):
    for name, text in (("agreement.md", CLAUSES), ("amendment.md", CHANGES)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    for number in range(20):
        (tmp_path / f"note-{number}.txt").write_text(FURTHER.format(number), encoding="utf-8")
    with Workspace.create(str(tmp_path / "index"), environment=WORDS) as opened:
        opened.ingest([str(tmp_path)])
        cited = {
            one.path
            for claim in opened.ask("Until when does the lender make advances?").claims
            for one in claim.citations
        }
    assert {"agreement.md", "amendment.md"} <= {path.rpartition("/")[2] for path in cited}


@pytest.mark.parametrize(
    ("question", "as_of", "amended"),
    [
        ("Until when does the lender make advances?", "", True),
        ("Until when does the lender make advances?", "2024-06-01", True),
        ("Until when does the lender make advances?", "2020-06-01", False),
        ("Until when must the lender make advances in June 2020?", "", False),
    ],
)
def test_evid_9_an_amendment_of_a_later_day_does_not_come_with_what_it_amends(
    tmp_path: Path, question: str, as_of: str, amended: bool
):
    dated = {"agreement.md": ("2019-01-01", CLAUSES), "amendment.md": ("2024-01-01", CHANGES)}
    for name, (day, text) in dated.items():
        (tmp_path / name).write_text(f"---\neffective: {day}\n---\n{text}", encoding="utf-8")
    for number in range(20):
        (tmp_path / f"note-{number}.txt").write_text(FURTHER.format(number), encoding="utf-8")
    with Workspace.create(str(tmp_path / "index"), environment=WORDS) as opened:
        opened.ingest([str(tmp_path)])
        found = opened.ask(question, as_of=as_of)
    cited = {one.path.rpartition("/")[2] for claim in found.claims for one in claim.citations}
    assert "agreement.md" in cited
    assert ("amendment.md" in cited) is amended
    assert found.ranking is not None
    assert amended is any("hundred and twenty" in hit.passage.text for hit in found.ranking.hits)


DEFINED = """# Servicing Agreement

## Section 1. Definitions

"Business Day" means any day on which banks are open.

"Record Date" means the last of a month.

"the Servicer" means Northmarch, and any successor that the lender, the Depositor or a court has put in its place.

## Section 2. Duties

The meaning of Business Day is what it says. The definition of Record Date is what it says. What the Servicer is, is the
Servicer. The difference between a Business Day and a Record Date is small.
"""


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What is the meaning of Business Day?", "banks are open"),
        ("What is the definition of Record Date?", "the last of a month"),
        ("What is the Servicer?", "means Northmarch"),
    ],
)
def test_ask_who_asks_what_a_term_means_has_its_definition_first(tmp_path: Path, question: str, said: str):
    (tmp_path / "agreement.md").write_text(DEFINED, encoding="utf-8")
    with Workspace.create(str(tmp_path / "index"), environment=WORDS) as opened:
        opened.ingest([str(tmp_path)])
        claims = [claim.text for claim in opened.ask(question).claims]
    assert said in claims[0]


DUTIES = "appointment resignation indemnity reliance notice payment delegation default collateral fee consent".split()


def test_ask_the_definition_is_looked_for_where_the_search_brings_other_uses_of_the_term(tmp_path: Path):
    uses = "\n\n".join(
        f"## Agency: {duty}\n\nAny {duty} by a successor administrative agent binds each retiring Administrative Agent."
        for duty in DUTIES
    )
    ratios = [f'"Ratio {letter}" means what the borrower reports to the bank as such.' for letter in "ABCDEFGHIJKLMNOP"]
    defined = '"Administrative Agent" means Harrow Bank, and its successors.'
    terms = "\n\n".join((*ratios[:8], defined, *ratios[8:]))
    text = f"# Credit Agreement\n\n## Section 1. Terms\n\n{terms}\n\n{uses}\n"
    (tmp_path / "agreement.md").write_text(text, encoding="utf-8")
    few = {**WORDS, "KTS_ANSWER_PASSAGES": "3"}
    with Workspace.create(str(tmp_path / "index"), environment=few) as opened:
        opened.ingest([str(tmp_path)])
        found = opened.ask("Who is the Administrative Agent?")
    assert found.claims[0].text == defined
