"""RELIABILITY I4: found = indexed + unchanged + skipped + failed + empty, for any outcomes."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kts import registry
from kts.config import IngestSettings
from kts.ingest.account import COLUMNS, Removal, account, column, counted, joined, removable
from kts.ingest.crawl import Found
from kts.ingest.ids import document_id
from kts.ingest.kit import Kit
from kts.ingest.pipeline import ingest
from kts.ingest.take import Taken
from kts.records import Root
from kts.testing import MemorySources, MemoryTruth
from kts.types import FileOutcome, IngestReport, ManifestRow, Outcome, Scope

OUTCOMES = get_args(Outcome)
PARTS = ("indexed", "unchanged", "skipped", "failed", "empty")
SCOPE = Scope("docs")
OUTCOME = st.sampled_from(OUTCOMES)
LINES = st.lists(st.tuples(OUTCOME.map(lambda outcome: FileOutcome("a.md", outcome)), st.booleans()), max_size=30)


def row(path, outcome="ok", **fields):
    return ManifestRow(path, 10, 1, "ab", outcome, "", "doc_1", "fp")._replace(**fields)


def adds_up(report):
    return report.found == sum(getattr(report, name) for name in PARTS)


ROWS = OUTCOME.map(lambda outcome: row("a.md", outcome))
RENAMED = st.sampled_from(["", "", "old.md"])
TAKEN = st.tuples(ROWS, st.none(), st.integers(0, 5), st.booleans(), RENAMED).map(lambda drawn: Taken(*drawn))


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_i4_every_outcome_has_one_column(outcome):
    assert column(outcome) in {"indexed", "skipped", "failed", "empty"}


def test_i4_the_columns_are_those_of_the_design():
    assert {name for name in OUTCOMES if column(name) == "failed"} == set(OUTCOMES) - {*COLUMNS}
    assert [column(name) for name in ("ok", "partial", "hidden_only", "too_large", "unstable")] == [
        "indexed", "indexed", "empty", "skipped", "failed",
    ]  # fmt: skip


@given(LINES, LINES)
def test_i4_the_account_adds_up_whatever_the_outcomes(first, second):
    report = counted(counted(IngestReport(), first), second)
    assert adds_up(report)
    assert report.found == len(first) + len(second)


@given(LINES)
def test_i4_listed_is_every_file_that_is_neither_ok_nor_unchanged(lines):
    report = counted(IngestReport(), lines)
    good = report.unchanged + sum(line.outcome == "ok" and not same for line, same in lines)
    assert len(report.files) == report.found - good
    assert all(line.outcome != "ok" for line in report.files)


@pytest.mark.parametrize("outcome", [name for name in OUTCOMES if column(name) != "indexed"])
def test_i4_a_failure_that_did_not_change_is_still_a_failure(outcome):
    report = counted(IngestReport(), [(FileOutcome("a.md", outcome), True)])
    assert (report.unchanged, getattr(report, column(outcome)), len(report.files)) == (0, 1, 1)


@given(st.lists(ROWS, max_size=8), st.lists(TAKEN, max_size=8), st.integers(0, 9))
def test_i4_the_account_of_a_root_adds_up(unchanged, files, generation):
    problems = (FileOutcome("pipe", "unreadable", "a named pipe", "docs"),)
    found = Found(tuple(unchanged), (), (), problems, 0)
    report = account(SCOPE, found, files, removal=Removal((row("gone.md"),), 2), generation=generation)
    assert adds_up(report)
    assert report.found == len(unchanged) + len(files)
    assert (report.removed, report.withheld, report.generation) == (1, 2, generation)
    assert report.renamed == sum(bool(taken.renamed_from) for taken in files)
    assert report.passages == sum(taken.passages for taken in files)
    assert report.files[-1] == problems[0], "what is no regular file is listed and outside the sum"


def test_i4_a_renamed_file_counts_as_unchanged():
    taken = Taken(row("new.md"), key=7, passages=3, renamed_from="old.md")
    report = account(SCOPE, Found((), (), (), (), 1), [taken], removal=Removal((), 0), generation=2)
    assert (report.found, report.unchanged, report.indexed, report.renamed) == (1, 1, 0, 1)


SMALL = st.integers(0, 3)
REPORTS = st.tuples(LINES, SMALL, SMALL, SMALL).map(
    lambda drawn: counted(IngestReport(removed=drawn[1], generation=drawn[2], withheld=drawn[3]), drawn[0])
)


@given(st.lists(REPORTS, max_size=4))
def test_i4_the_account_of_several_roots_adds_up(reports):
    total = joined(reports)
    assert adds_up(total)
    assert total.generation == max((report.generation for report in reports), default=0)
    assert len(total.files) == sum(len(report.files) for report in reports)
    for name in ("found", "removed", "withheld", "passages"):
        assert getattr(total, name) == sum(getattr(report, name) for report in reports)


def gone(count, known):
    """A root of which `count` files vanished and one stays."""
    return Found((row("kept.md"),), (), tuple(row(f"{number}.md") for number in range(count)), (), known)


@pytest.mark.parametrize(
    ("count", "known", "asks"), [(5, 5, False), (6, 6, True), (20, 100, False), (21, 100, True), (0, 0, False)]
)
def test_crawl3_more_than_a_fifth_and_more_than_a_few_removals_ask_first(count, known, asks):
    asked = []

    def confirm(*numbers):
        asked.append(numbers)
        return False

    removal = removable(gone(count, known), (), scope=SCOPE, settings=IngestSettings(), confirm=confirm)
    assert asked == ([(count, known)] if asks else [])
    assert (len(removal.rows), removal.withheld) == ((0, count) if asks else (count, 0))


@pytest.mark.parametrize("count", [1, 5, 50])
def test_reliability_a_root_that_is_empty_now_always_asks_first(count):
    emptied = gone(count, count)
    emptied = Found((), (), emptied.removed, (), count)
    removal = removable(emptied, (), scope=SCOPE, settings=IngestSettings(), confirm=lambda _gone, _known: False)
    assert (removal.rows, removal.withheld) == ((), count)


def test_crawl3_an_empty_sub_tree_is_no_empty_root():
    emptied = Found((), (), gone(5, 60).removed, (), 60)
    refused = {"settings": IngestSettings(), "confirm": lambda _gone, _known: False}
    assert len(removable(emptied, (), scope=Scope("docs", "sub"), **refused).rows) == 5


def test_crawl3_a_yes_removes_them_all():
    removal = removable(gone(50, 50), (), scope=SCOPE, settings=IngestSettings(), confirm=lambda _gone, _known: True)
    assert (len(removal.rows), removal.withheld) == (50, 0)


def test_crawl3_renamed_files_are_no_removals_and_do_not_count_towards_the_question():
    files = [Taken(row(f"new{number}.md"), renamed_from=f"{number}.md") for number in range(50)]
    removal = removable(
        gone(52, 60), files, scope=SCOPE, settings=IngestSettings(), confirm=lambda _gone, _known: False
    )
    assert [one.path for one in removal.rows] == ["50.md", "51.md"]


# -- the whole way ------------------------------------------------------------------------------------------------

CONTENTS = [b"# Cure\n\nThirty days.\n", b"# Notice\n\nIn writing.\n", b"", b"PK\x05\x06", b"\xff\xfe"]
NAMES = ["a.md", "b.md", "sub/c.md", "d.json", "e.xyz"]
FOLDER = st.dictionaries(st.sampled_from(NAMES), st.sampled_from(CONTENTS), max_size=5)


class Run:
    """A root in memory that is ingested again and again."""

    def __init__(self, **chosen):
        self.truth = MemoryTruth([Root("docs", "/docs", "tree")])
        converters = {name: registry.load("converters", name)() for name in ("markdown", "json")}
        sectioner = registry.load("sectioners", "structure")()
        self.kit = Kit(converters, sectioner, IngestSettings()._replace(**chosen))
        self.seen = []

    def ingest(self, files, *, again=False, confirm=True):
        return ingest(
            SCOPE,
            truth=self.truth,
            sources=MemorySources({"docs": files}),
            kit=self.kit,
            again=again,
            progress=lambda done, total, taken: self.seen.append((done, total, taken.row.path)),
            confirm=lambda _gone, _known: confirm,
            follow=lambda _generation: None,
        )

    def live(self):
        return {record.path: record.sha256 for record in self.truth.corpus().documents()}


@settings(max_examples=40)
@given(st.lists(FOLDER, min_size=1, max_size=4), st.booleans())
def test_i4_i6_any_history_of_a_folder_adds_up_and_converges(history, again):
    run = Run()
    for files in history:
        before, known = run.live(), len(run.truth.manifest("docs"))
        report = run.ingest(files, again=again)
        assert adds_up(report)
        assert report.found == len(files)
        assert set(run.truth.manifest("docs")) == set(files)
        assert known - report.removed - report.renamed <= len(files)
        assert set(run.live()) <= set(before) | set(files)
    settled = run.ingest(history[-1])
    assert (settled.indexed, settled.removed, settled.renamed, settled.generation) == (0, 0, 0, 0)


@settings(max_examples=25)
@given(st.lists(FOLDER, min_size=1, max_size=3))
def test_i6_what_is_live_is_what_a_fresh_run_would_have_unless_a_new_version_failed(history):
    old, new = Run(batch_documents=1), Run()
    for files in history:
        old.ingest(files)
    new.ingest(history[-1])
    stale = {path for path, row_ in old.truth.manifest("docs").items() if row_.stale}
    assert {path: digest for path, digest in old.live().items() if path not in stale} == new.live()


def test_crawl5_progress_counts_the_files_that_had_to_be_read():
    run = Run()
    run.ingest({"a.md": CONTENTS[0], "b.md": CONTENTS[1]})
    assert run.seen == [(1, 2, "a.md"), (2, 2, "b.md")]
    run.seen.clear()
    run.ingest({"a.md": CONTENTS[0], "b.md": CONTENTS[1]})
    assert run.seen == []


def test_crawl2_a_renamed_file_is_converted_anew_only_under_its_new_name():
    run = Run()
    run.ingest({"a.md": CONTENTS[0]})
    report = run.ingest({"sub/c.md": CONTENTS[0]})
    assert (report.found, report.renamed, report.unchanged, report.removed) == (1, 1, 1, 0)
    assert run.truth.corpus().document(document_id("docs", "a.md")).path == "sub/c.md"


def test_crawl2_a_file_that_vanished_is_the_origin_of_one_copy_only():
    run = Run()
    run.ingest({"a.md": CONTENTS[0]})
    report = run.ingest({"b.md": CONTENTS[0], "sub/c.md": CONTENTS[0]})
    assert (report.found, report.renamed, report.unchanged, report.indexed) == (2, 1, 1, 1)


def test_crawl3_vanished_files_stay_where_nobody_confirms():
    files = {f"{number}.md": CONTENTS[0] + bytes(str(number), "ascii") for number in range(9)}
    run = Run()
    run.ingest(files)
    report = run.ingest({"0.md": files["0.md"]}, confirm=False)
    assert (report.removed, report.withheld, len(run.live())) == (0, 8, 9)
    assert run.ingest({"0.md": files["0.md"]}).removed == 8
    assert set(run.live()) == {"0.md"}
