"""FACES: what `kts` promises to those who import it: names, signatures and shapes, pinned here.

A change of this page is a change for everybody who uses the package: it belongs in the changelog.
"""

from __future__ import annotations

import inspect
import json
import subprocess
import sys

import pytest
from jsonschema import Draft202012Validator

import kts
from kts import KTSError, Workspace
from kts.errors import UsageError
from kts.types import Filter

NAMES = [
    *("Answer", "CheckFailed", "CheckedClaim", "Citation", "Claim", "ConfigError", "CorruptStore", "Filter"),
    *("IngestReport", "KTSError", "Locked", "Mismatch", "MissingExtra", "MissingModel", "NoIndex", "Result"),
    *("SearchResults", "SourceUnreachable", "Span", "Stated", "Status", "StorageFull", "UsageError", "Workspace"),
    *("__version__", "open", "to_json"),
]
WORKSPACE = {
    "ask": "(self, question, *, filters=None, mode=None, strict=False, as_of=, record=None)",
    "became": "(self, document)",
    "check": "(self, claims, *, filters=None, mode=None, k=10, drafted=False, as_of=)",
    "ledger_problems": "(self)",
    "ledger_records": "(self, count, *, kind=)",
    "lent": "(self, create)",
    "nearness": "(self, question, texts)",
    "show": "(self, target, *, context=600)",
    "calibrate": (
        "(self, questions, *, error=0.1, sure=0.99, of=questions, method=auto, near_misses=True,"
        " force=False, progress=None)"
    ),
    "calibration": "(self)",
    "central": "(self, *, limit=20)",
    "changed": "(self, settings)",
    "chunks": "(self)",
    "cited": "(self, document, span, quote, *, context=600)",
    "close": "(self)",
    "content_hash": "(self)",
    "corpus": "(self)",
    "create": "(path=., *, environment=None)",
    "definitions_for": "(self, document_key, text, limit=6)",
    "describe": "(self, *, again=False, limit=None, progress=...)",
    "document_sections": "(self, reference)",
    "document_text": "(self, reference, *, start=0, end=None, hidden=False)",
    "documents": "(self, *, offset=0, limit=50, containing=)",
    "drift": "(self)",
    "drop_followers": "(self, names)",
    "drop_root": "(self, label)",
    "evaluate_tickets": "(self, texts, labels)",
    "examples": "(self, asked)",
    "export": "(self, what, *, document=None)",
    "feedback": "(self, ledger_id, verdict, *, note=)",
    "files": "(self)",
    "gaps": "(self, document=None)",
    "generation": "(self)",
    "graph": "(self, *, detailed=())",
    "image": "(self, reference, sha256)",
    "ingest": "(self, paths=(), *, again=False, vectors=True, progress=..., embedding=..., confirm=...)",
    "items": "(self, document=None)",
    "keep_ranker": "(self, value)",
    "knowledge_graph": "(self, *, items=False)",
    "ledger": "(self)",
    "ledger_record": "(self, record_id)",
    "nearest": "(named)",
    "open": "(path=.)",
    "original": "(self, reference, *, span=None)",
    "outline": "(self, document)",
    "passage_span": "(self, passage_id)",
    "paths": "(self, source, target, *, hops=4, limit=5)",
    "picture": "(self, found)",
    "process_ticket": "(self, ticket, *, ranker=None, stages=None, on_invalid=None, filters=None)",
    "rank": "(self, text, *, k, per_document, mode=None, ranker=None)",
    "recheck": "(self, saved)",
    "reindex": "(self, *, vectors=False, embedding=...)",
    "related": "(self, document, *, limit=10)",
    "retrieve": "(self, query, top_k=5)",
    "root_paths": "(self)",
    "search": "(self, text, *, k=None, per_document=None, filters=None, mode=None, level=chunk, explain=False,"
    " ranker=None, hops=None)",
    "settings_by_name": "(self)",
    "sharing": "(self, models)",
    "shift": "(self)",
    "stating": "(self, text, *, name=)",
    "status": "(self)",
    "surroundings": "(self, name, *, depth=2, kinds=(), limit=40)",
    "terms": "(self, term=, *, document=None)",
    "ticket_classes": "(self)",
    "ticket_policy": "(self)",
    "ticket_reply": "(self, text)",
    "to_networkx": "(self, *, items=False)",
    "train_tickets": "(self, texts, labels)",
    "uncalibrate": "(self)",
    "uri": "(self, target)",
    "use_language_model": "(self, model)",
    "verify": "(self, *, full=False)",
    "why_not": "(self, document, question, *, k=None, filters=None, mode=None)",
    "zoom": "(self, passage_id)",
}


def signature(function):
    """Names, order, kinds and defaults of the parameters; a default that is a function is `...`."""
    said = []
    starred = False
    for name, parameter in inspect.signature(function).parameters.items():
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY and not starred:
            said.append("*")
            starred = True
        default = "..." if callable(parameter.default) else parameter.default
        said.append(name if parameter.default is inspect.Parameter.empty else f"{name}={default}")
    return f"({', '.join(said)})"


def public(kind):
    return {name for name in dir(kind) if not name.startswith("_")}


def test_faces_the_names_of_the_package():
    assert kts.__all__ == NAMES
    assert set(kts.__all__) <= set(dir(kts))
    assert all(getattr(kts, name) is not None for name in kts.__all__)
    assert kts.__version__.count(".") == 2


def test_faces_open_takes_a_path_and_nothing_else():
    assert signature(kts.open) == "(path=.)"
    assert list(inspect.signature(kts.open).parameters) == ["path"]


def test_faces_the_methods_of_a_workspace():
    assert {name: signature(getattr(Workspace, name)) for name in sorted(public(Workspace))} == WORKSPACE


@pytest.mark.parametrize("name", sorted(WORKSPACE))
def test_faces_every_method_of_a_workspace_says_what_it_does(name):
    assert inspect.getdoc(getattr(Workspace, name))


def test_faces_a_workspace_is_a_context_manager():
    assert {"__enter__", "__exit__"} <= set(dir(Workspace))


def test_faces_a_name_that_is_not_there_is_an_attribute_error():
    with pytest.raises(AttributeError, match="module 'kts' has no attribute 'nothing'"):
        _ = kts.nothing


def test_faces_open_without_an_index_is_an_error_of_ours_with_a_hint(tmp_path):
    with pytest.raises(KTSError) as caught:
        kts.open(str(tmp_path))
    assert (caught.value.code, caught.value.exit_code) == ("no_index", 10)
    assert "kts ingest" in caught.value.hint


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with an index of one document."""
    top = tmp_path_factory.mktemp("api")
    (top / "docs").mkdir()
    (top / "docs" / "psa.md").write_text("# Cure\n\nThe cure period is thirty days.\n", encoding="utf-8")
    with Workspace.create(str(top)) as workspace:
        workspace.ingest([str(top / "docs")])
    return top


@pytest.mark.parametrize("inside", ["", ".kts"])
def test_crawl4_open_takes_the_folder_that_holds_the_index_or_the_index_itself(folder, inside):
    with kts.open(str(folder / inside)) as workspace:
        assert isinstance(workspace, Workspace)
        assert workspace.status().documents == 1


def test_faces_retrieve_returns_exactly_the_shape_of_the_original(folder):
    with kts.open(str(folder)) as workspace:
        found = workspace.retrieve("cure period", top_k=5)
    assert set(found) == {"results"}
    (one,) = found["results"]
    assert list(one) == ["id", "text", "confidence", "metadata"]
    assert (type(one["id"]), type(one["text"]), type(one["metadata"])) == (str, str, dict)
    assert 0 <= one["confidence"] <= 1
    assert {"title", "path", "doc_type", "section"} <= set(one["metadata"])


def test_faces_retrieve_of_nothing_is_an_empty_list(folder):
    with kts.open(str(folder)) as workspace:
        assert workspace.retrieve("zebras") == {"results": []}


def test_faces_an_empty_question_is_a_usage_error(folder):
    with kts.open(str(folder)) as workspace, pytest.raises(KTSError) as caught:
        workspace.retrieve("  ")
    assert caught.value.exit_code == 2


def test_faces_a_number_of_results_below_1_is_a_usage_error(folder):
    with kts.open(str(folder)) as workspace, pytest.raises(KTSError):
        workspace.search("cure", k=0)


def test_faces_a_level_that_there_is_not_is_a_usage_error_that_names_those_there_are(folder):
    with kts.open(str(folder)) as workspace:
        with pytest.raises(UsageError, match="no level is named 'page'") as caught:
            workspace.search("cure", level="page")
        assert "chunk" in caught.value.hint
        assert workspace.search("cure", level="section").ranking.query.level == "section"


@pytest.mark.parametrize(
    "filters",
    [{"path": "psa.md"}, {"path": ["psa.md"]}, {"doc": "psa.md"}, {"document": ("psa.md",)}, Filter(path="psa.md"), {}],
)
def test_faces_filters_may_be_a_mapping_with_the_names_of_the_command_line(folder, filters):
    with kts.open(str(folder)) as workspace:
        assert workspace.search("cure period", filters=filters).results
        assert workspace.ask("How long is the cure period?", filters=filters, record=False).claims
        assert [one.claim.support for one in workspace.check(["The cure period is thirty days."], filters=filters)]


def test_faces_filters_that_let_nothing_through_are_kept_to(folder):
    with kts.open(str(folder)) as workspace:
        assert not workspace.search("cure period", filters={"path": "elsewhere"}).results
        assert not workspace.search("cure period", filters={"since": "2999-01-01"}).results


@pytest.mark.parametrize(
    ("filters", "said"),
    [({"folder": "x"}, "'folder'"), ({"since": "soon"}, "'soon'"), (Filter(until="soon"), "'soon'")],
)
def test_faces_a_filter_that_there_is_not_is_a_usage_error(folder, filters, said):
    with kts.open(str(folder)) as workspace, pytest.raises(UsageError, match=said):
        workspace.search("cure period", filters=filters)


@pytest.mark.parametrize("day", ["garbage", "2024-02-30", "tomorrow"])
def test_faces_a_day_that_is_none_is_a_usage_error(folder, day):
    with kts.open(str(folder)) as workspace, pytest.raises(UsageError, match="is not a date"):
        workspace.ask("How long is the cure period?", as_of=day)


def test_faces_the_envelope_of_what_was_found_keeps_its_schema(folder, repository):
    with kts.open(str(folder)) as workspace:
        found = {
            "ask": workspace.ask("How long is the cure period?", record=False),
            "search": workspace.search("cure period"),
            "check": workspace.check(["The cure period is thirty days."]),
            "status": workspace.status(),
        }
        for name, one in found.items():
            schema = json.loads((repository / "schemas" / f"{name}.json").read_text(encoding="utf-8"))
            Draft202012Validator(schema).validate(json.loads(json.dumps(kts.to_json(one))))


@pytest.mark.parametrize("found", [None, 7, "text", [], [1]])
def test_faces_what_has_no_envelope_is_a_usage_error(found):
    with pytest.raises(UsageError, match="no envelope"):
        kts.to_json(found)


def test_faces_help_says_how_to_write_a_program():
    done = subprocess.run(
        [sys.executable, "-c", "import kts; help(kts)"], capture_output=True, text=True, check=True
    ).stdout
    for said in ("kts.open", "base.ask", "class Workspace", "class Filter", "class Answer", "class NoIndex", "to_json"):
        assert said in done


@pytest.mark.parametrize("wrong", [{"offset": -5}, {"limit": -1}])
def test_faces_a_page_before_the_first_is_a_usage_error(folder, wrong):
    with kts.open(str(folder)) as workspace:
        assert workspace.documents(offset=0).total == 1
        with pytest.raises(UsageError, match="takes a whole number of 0 or more"):
            workspace.documents(**wrong)


def test_faces_importing_the_package_loads_nothing_heavy():
    program = "import sys, kts; print(sorted(name for name in sys.modules if name.startswith('kts')))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['kts']"
