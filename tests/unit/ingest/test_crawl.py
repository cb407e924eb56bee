"""CRAWL-1 to CRAWL-3: what is in a folder against what the manifest says; what a crawl leaves out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.errors import SourceUnreachable, UsageError
from kts.ingest.crawl import IGNORE_BYTES, LIMITED, MISSING, NEVER, RETRIED, difference, ignoring
from kts.records import Walked
from kts.testing import MemorySources
from kts.types import FileOutcome, ManifestRow, Scope

PATHS = ["a.md", "b.md", "sub/a.md", "sub/deep/b.md", "submarine.md"]
SCOPE = Scope("docs")


def row(path, *, size=10, mtime=1, fingerprint="fp", **fields):
    return ManifestRow(path, size, mtime, "ab", "ok", "", "doc_1", fingerprint)._replace(**fields)


def walked(path, *, size=10, mtime=1, problem="", folder=False):
    return Walked(path, size, mtime, problem, folder)


def compared(entries, rows, *, scope=SCOPE, current=("fp",)):
    return difference(entries, {one.path: one for one in rows}, scope=scope, current=current)


def paths(things):
    return [thing.path for thing in things]


ENTRIES = st.lists(
    st.builds(walked, st.sampled_from(PATHS), size=st.integers(1, 2), mtime=st.integers(1, 2)),
    unique_by=lambda entry: entry.path,
)
MANIFEST = st.lists(
    st.builds(row, st.sampled_from(PATHS), size=st.integers(1, 2), mtime=st.integers(1, 2)),
    unique_by=lambda one: one.path,
)


@given(ENTRIES, MANIFEST)
def test_crawl3_each_file_is_unchanged_or_a_candidate_and_each_row_unchanged_there_or_removed(entries, rows):
    found = compared(entries, rows)
    seen = paths(entries)
    assert sorted(paths(found.unchanged) + paths(found.candidates)) == sorted(seen)
    assert paths(found.removed) == sorted(set(paths(rows)) - set(seen))
    assert found.known == len(rows)
    for entry in found.candidates:
        assert not any((entry.path, entry.size, entry.mtime_ns) == (one.path, one.size, one.mtime_ns) for one in rows)


@given(ENTRIES, MANIFEST, st.sampled_from(["sub", "sub/deep", "a.md", "absent"]))
def test_crawl3_a_sub_tree_never_removes_outside_its_scope(entries, rows, below):
    inside = [entry for entry in entries if entry.path == below or entry.path.startswith(f"{below}/")]
    found = compared(inside, rows, scope=Scope("docs", below))
    assert all(path == below or path.startswith(f"{below}/") for path in paths(found.removed))


@given(ENTRIES, MANIFEST, st.frozensets(st.sampled_from(PATHS)))
def test_crawl3_named_files_never_remove_others(entries, rows, only):
    named = [entry for entry in entries if entry.path in only]
    assert set(paths(compared(named, rows, scope=Scope("docs", "", only)).removed)) <= only


@given(MANIFEST)
def test_crawl3_nothing_below_a_folder_that_could_not_be_listed_is_removed(rows):
    found = compared([walked("sub", problem="cannot be read: Permission denied", folder=True)], rows)
    assert not any(path.startswith("sub/") for path in paths(found.removed))
    assert set(paths(rows)) - set(paths(found.removed)) == {one.path for one in rows if one.path.startswith("sub/")}


def test_crawl3_what_cannot_be_read_is_a_problem_with_its_reason():
    found = compared([walked("pipe", problem="a named pipe, not a regular file")], [])
    assert found.problems == (FileOutcome("pipe", "unreadable", "a named pipe, not a regular file", "docs"),)
    assert (found.unchanged, found.candidates) == ((), ())


def test_crawl2_a_file_that_became_a_link_is_removed_and_said():
    found = compared([walked("a.md", problem="a symbolic link, not a regular file")], [row("a.md")])
    assert (paths(found.removed), paths(found.problems)) == (["a.md"], ["a.md"])


@pytest.mark.parametrize(
    ("known", "current", "same"),
    [
        (row("a.md"), ("fp",), True),
        (row("a.md"), (), False),
        (row("a.md"), ("newer",), False),
        (row("a.md", stale=True, outcome="malformed"), ("newer",), True),
        (row("a.md", fingerprint="", outcome="encrypted"), ("fp",), True),
        (row("a.md", mtime=-1), ("fp",), False),
        (row("a.md", size=11), ("fp",), False),
    ],
)
def test_crawl2_a_hint_saves_hashing_only_where_it_can_be_trusted(known, current, same):
    found = compared([walked("a.md")], [known], current=current)
    assert (len(found.unchanged), len(found.candidates)) == ((1, 0) if same else (0, 1))


@pytest.mark.parametrize("fields", [{}, {"stale": True}, {"fingerprint": "", "outcome": "encrypted"}])
def test_crawl2_without_current_fingerprints_every_file_is_looked_at(fields):
    assert paths(compared([walked("a.md")], [row("a.md", **fields)], current=()).candidates) == ["a.md"]


def test_pkg_a_file_whose_library_was_missing_is_tried_again_and_another_unsupported_one_is_not():
    missing = row("a.docx", outcome="unsupported", reason=f"{MISSING}docx: pip install", fingerprint="")
    unknown = row("b.xyz", outcome="unsupported", reason="no converter for .xyz", fingerprint="")
    found = compared([walked("a.docx"), walked("b.xyz")], [missing, unknown])
    assert (paths(found.candidates), paths(found.unchanged)) == (["a.docx"], ["b.xyz"])


@pytest.mark.parametrize("outcome", sorted(RETRIED))
def test_crawl2_what_may_pass_by_itself_is_tried_again(outcome):
    assert paths(compared([walked("a.md")], [row("a.md", outcome=outcome)]).candidates) == ["a.md"]


@pytest.mark.parametrize("outcome", sorted(LIMITED))
@pytest.mark.parametrize("stale", [False, True])
def test_crawl2_what_met_a_limit_is_remembered_until_it_changes(outcome, stale):
    known = row("a.csv", outcome=outcome, reason="needed more than 30 s of processor time", stale=stale)
    assert paths(compared([walked("a.csv")], [known]).unchanged) == ["a.csv"]
    assert paths(compared([walked("a.csv")], [known._replace(size=11)]).candidates) == ["a.csv"]
    assert paths(compared([walked("a.csv")], [known], current=()).candidates) == ["a.csv"]


# -- what is left out ---------------------------------------------------------------------------------------------


def left(files, *, scope=SCOPE, include=("**/*",), exclude=()):
    """The paths that a walk over these files gives."""
    sources = MemorySources({"docs": dict.fromkeys(files, b"") if isinstance(files, list) else files})
    ignored = ignoring(sources, scope, include=include, exclude=exclude)
    return paths(sources.walk("docs", below=scope.below, ignored=ignored))


@pytest.mark.parametrize("name", sorted(NEVER))
def test_crawl1_some_names_are_never_entered(name):
    assert left([f"{name}/a.md", f"sub/{name}/b.md", "sub/kept.md"]) == ["sub/kept.md"]
    assert left([name, "kept.md"]) == ["kept.md"]


def test_crawl1_lock_files_of_office_programs_are_no_documents():
    assert left(["~$report.docx", "report.docx"]) == ["report.docx"]


def test_crawl1_include_and_exclude_globs():
    files = ["a.md", "b.txt", "sub/c.md", "sub/d.txt", "draft/e.md"]
    assert left(files, include=("*.md",)) == ["a.md", "draft/e.md", "sub/c.md"]
    assert left(files, include=("sub/**",)) == ["sub/c.md", "sub/d.txt"]
    assert left(files, exclude=("draft/", "*.txt")) == ["a.md", "sub/c.md"]
    assert left(files, include=("*.md",), exclude=("/a.md",)) == ["draft/e.md", "sub/c.md"]


def test_crawl1_an_ignore_file_holds_for_its_folder_and_below():
    files = {
        ".ktsignore": b"*.tmp\n!keep.tmp\n# a comment\n\n",
        "x.tmp": b"",
        "keep.tmp": b"",
        "sub/.ktsignore": b"/only.md\n",
        "sub/only.md": b"",
        "sub/deep/only.md": b"",
        "other/only.md": b"",
    }
    assert left(files) == ["keep.tmp", "other/only.md", "sub/deep/only.md"]


def test_crawl1_an_ignored_folder_is_left_out_with_all_below_it():
    assert left({".ktsignore": b"sub/\n", "sub/deep/a.md": b"", "sub.md": b""}) == ["sub.md"]


def test_crawl1_an_ignore_file_that_is_no_text_is_read_as_far_as_it_goes():
    assert left({".ktsignore": b"\xff\xfe\n*.tmp\n", "x.tmp": b"", "a.md": b""}) == ["a.md"]


def test_crawl1_ignore_files_above_a_sub_tree_hold_there_too():
    files = {".ktsignore": b"*.tmp\n", "sub/.ktsignore": b"x.md\n", "sub/deep/x.md": b"", "sub/deep/y.tmp": b"",
             "sub/deep/z.md": b""}  # fmt: skip
    assert left(files, scope=Scope("docs", "sub/deep")) == ["sub/deep/z.md"]


def test_crawl3_named_files_are_all_that_is_looked_at():
    assert left(PATHS, scope=Scope("docs", "", frozenset({"sub/a.md", "absent.md"}))) == ["sub/a.md"]


def test_crawl3_folders_that_hold_no_named_file_are_not_entered():
    asked = ignoring(
        MemorySources({"docs": {}}), Scope("docs", "", frozenset({"sub/a.md"})), include=("**/*",), exclude=()
    )
    assert [asked(folder, True) for folder in ("sub", "subway", "other")] == [False, True, True]


def test_crawl1_lines_of_an_ignore_file_that_are_no_patterns_are_passed_over():
    assert left({".ktsignore": b"!\n*.tmp\n", "x.tmp": b"", "a.md": b""}) == ["a.md"]


@pytest.mark.parametrize("options", [{"include": ("!",)}, {"exclude": ("!",)}])
def test_crawl1_a_setting_that_is_no_pattern_is_a_usage_error(options):
    with pytest.raises(UsageError) as caught:
        left(["a.md"], **options)
    assert "ingest.include" in caught.value.hint


def test_crawl1_an_ignore_file_that_cannot_be_read_stops_the_crawl_before_anything_is_removed():
    with pytest.raises(SourceUnreachable) as caught:
        left({"sub/.ktsignore": b"#" * (IGNORE_BYTES + 1), "sub/a.md": b""})
    assert caught.value.path == "sub/.ktsignore"
    assert "nothing was changed" in caught.value.hint
