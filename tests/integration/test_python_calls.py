"""FACES: what programs in Python hand over is looked at before anything is done, and errors say what is wrong."""

from __future__ import annotations

import datetime as dt
import inspect
import json
from pathlib import Path

import pytest

import kts
from kts import UsageError, Workspace
from kts.errors import KTSError, NoIndex, SourceUnreachable
from kts.types import Filter
from support.folders import written
from support.index import WORDS

CURE = "# Cure\n\nThe cure period is thirty days.\n"
CLAIM = "The cure period is thirty days."


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    for name, value in WORDS.items():
        monkeypatch.setenv(name, value)
    return written(tmp_path / "docs", {"psa.md": CURE})


@pytest.fixture
def base(folder):
    with Workspace.create(folder.parent) as workspace:
        workspace.ingest(folder)
        yield workspace


@pytest.mark.parametrize("as_given", [str, Path, lambda path: [str(path)], lambda path: (path,)])
def test_faces_one_path_is_one_path(folder, as_given):
    with Workspace.create(str(folder.parent)) as workspace:
        assert workspace.ingest(as_given(folder)).indexed == 1
        assert workspace.root_paths() == (str(folder),)


@pytest.mark.parametrize("wrong", [5, None, b"docs", [5], {"docs": 1}.keys])
def test_faces_what_is_no_path_becomes_no_root(base, folder, wrong):
    with pytest.raises(UsageError, match="`paths` takes a path or a list of paths"):
        base.ingest(wrong)
    assert base.root_paths() == (str(folder),)


def test_crawl_all_paths_are_looked_at_before_one_becomes_a_root(folder):
    with Workspace.create(str(folder.parent)) as workspace:
        with pytest.raises(SourceUnreachable, match="nope does not exist"):
            workspace.ingest([str(folder), str(folder / "nope")])
        assert workspace.root_paths() == ()


def test_crawl_a_folder_that_cannot_be_walked_becomes_no_root(folder):
    (folder / ".ktsignore").write_text("x" * 1_000_001, encoding="utf-8")
    with Workspace.create(str(folder.parent)) as workspace:
        with pytest.raises(SourceUnreachable, match="ktsignore"):
            workspace.ingest(folder)
        assert workspace.root_paths() == ()
        (folder / ".ktsignore").unlink()
        assert workspace.ingest(folder).indexed == 1
        assert [record.root for record in workspace.documents().documents] == ["docs"]


def test_crawl_a_root_that_was_read_before_stays_one(base, folder):
    (folder / ".ktsignore").write_text("x" * 1_000_001, encoding="utf-8")
    with pytest.raises(SourceUnreachable):
        base.ingest()
    assert base.root_paths() == (str(folder),)


@pytest.mark.parametrize(
    ("method", "given", "said"),
    [
        ("ask", {"question": None}, "`question` takes a text, not None"),
        ("ask", {"question": b"cure"}, "`question` takes a text"),
        ("ask", {"question": "cure", "strict": "no"}, "`strict` takes True or False"),
        ("ask", {"question": "cure", "as_of": 20250601}, "`as_of` takes a day as YYYY-MM-DD"),
        ("search", {"text": "cure", "k": "5"}, "`k` takes a whole number of 1 or more, not '5'"),
        ("search", {"text": "cure", "k": True}, "`k` takes a whole number of 1 or more"),
        ("search", {"text": "cure", "k": 0}, "`k` takes a whole number of 1 or more"),
        ("search", {"text": "cure", "hops": 0}, "`hops` takes a whole number from 1 to 10"),
        ("search", {"text": "cure", "hops": 99}, "`hops` takes a whole number from 1 to 10"),
        ("search", {"text": "cure", "filters": "path:hr"}, "`filters` takes a Filter, or a mapping"),
        ("search", {"text": "cure", "filters": {"path": 5}}, "path takes a text or a list of texts"),
        ("search", {"text": "cure", "filters": Filter(path=5)}, "path takes a text or a list of texts"),
        ("search", {"text": "cure", "filters": {"since": 20240101}}, "`since` takes a day"),
        ("retrieve", {"query": "cure", "top_k": 5.5}, "`top_k` takes a whole number"),
        ("check", {"claims": "The cure period is one day."}, "`claims` takes a list of claims"),
        ("check", {"claims": None}, "`claims` takes a list of claims"),
        ("check", {"claims": [CLAIM], "as_of": 20250601}, "`as_of` takes a day"),
        ("nearness", {"question": "cure", "texts": "cure"}, "`texts` takes a list of texts"),
        ("drop_followers", {"names": "lexical"}, "`names` takes a list of texts"),
        ("train_tickets", {"texts": "cure", "labels": ["a"]}, "`texts` takes a list of texts"),
    ],
)
def test_faces_a_wrong_argument_is_named_with_what_it_takes(base, method, given, said):
    with pytest.raises(UsageError) as caught:
        getattr(base, method)(**given)
    assert said in caught.value.message
    assert caught.value.hint


@pytest.mark.parametrize("claims", [[5], [("1", CLAIM)], [kts.Stated("1", CLAIM, 5)], [kts.Stated("1", 5)]])
def test_faces_a_claim_that_is_none_is_named(base, claims):
    with pytest.raises(UsageError, match="claim 1"):
        list(base.check(claims))


def test_faces_one_text_of_evidence_is_one(base):
    (held,) = base.check([kts.Stated("1", CLAIM, "The cure period is thirty days.")])
    assert (held.claim.support, held.evidence) == ("supported", 0)


def test_faces_every_text_that_a_method_takes_is_held_to_be_one(base):
    """A new method is guarded without a word, for its signature says what it takes."""
    tried = 0
    for name in sorted(one for one in dir(Workspace) if not one.startswith("_")):
        texts = [
            one.name for one in inspect.signature(getattr(base, name)).parameters.values() if one.annotation == "str"
        ]
        for text in texts:
            with pytest.raises(UsageError, match=f"`{text}` takes a text, not 5"):
                getattr(base, name)(**{text: 5})
            tried += 1
    assert tried > 20


@pytest.mark.parametrize("path", [None, 5, b"x"])
def test_faces_an_index_lies_in_a_path(path):
    for call in (kts.open, Workspace.create):
        with pytest.raises(UsageError, match="`path` takes a path"):
            call(path)


def test_faces_a_file_is_no_folder_for_an_index(folder):
    with pytest.raises(UsageError, match="is a file, and an index lies in a folder") as caught:
        Workspace.create(folder / "psa.md")
    assert caught.value.exit_code == 2
    with pytest.raises(NoIndex, match="is a file, and an index lies in a folder") as missing:
        kts.open(folder / "psa.md")
    assert "kts ingest" not in missing.value.hint


def test_faces_hints_name_no_command_where_the_call_is_mended(base):
    calls = (lambda: base.ask(""), lambda: base.ask("?!"), lambda: base.search(" "), base.terms)
    for call in (*calls, lambda: list(base.check([""]))):
        with pytest.raises(UsageError) as caught:
            call()
        assert caught.value.hint
        assert "kts " not in caught.value.hint


def test_evid6_a_result_is_compared_as_it_came_or_as_it_was_saved(base, folder):
    answer, found, held = base.ask("How long is the cure period?"), base.search("cure"), list(base.check([CLAIM]))
    given = {
        "answer": answer,
        "search": found,
        "checked": held,
        "while it is checked": base.check([CLAIM]),
        "claim": answer.claims[0],
        "citation": held[0].claim.citations[0],
        "terms": kts.to_json(answer),
        "JSON": json.dumps(kts.to_json(answer)),
        "JSON lines": "\n".join(json.dumps(kts.to_json(one)) for one in (answer, found)).encode(),
    }
    for name, one in given.items():
        assert {said.status for said in base.recheck(one)} == {"unchanged"}, name
    edited = kts.to_json(answer)
    edited["data"]["claims"][0]["text"] = edited["data"]["claims"][0]["text"].replace("thirty", "ninety")
    assert "not the one that was given" in base.recheck(edited)[0].detail
    (folder / "psa.md").write_text(CURE.replace("thirty", "sixty"), encoding="utf-8")
    assert {said.status for said in base.recheck(answer)} == {"changed"}
    same = base.recheck(held[0].claim.citations[0]), base.recheck(kts.to_json(held)["data"]["claims"][0]["citations"])
    assert same[0] == same[1]


@pytest.mark.parametrize("nothing", [{}, [], None, 5, "psa.md", "{}", b"\xff", kts.Filter()])
def test_evid6_what_holds_no_citation_is_not_found_to_be_unchanged(base, nothing):
    with pytest.raises(UsageError, match="holds no citations"):
        base.recheck(nothing)


def test_evid7_an_answer_says_by_which_day_it_was_judged(base):
    today = dt.datetime.now(dt.UTC).date()
    answer = base.ask("How long is the cure period?")
    assert (answer.as_of, answer.judged_on) == ("", today.isoformat())
    assert kts.to_json(answer)["data"]["judged_on"] == today.isoformat()
    assert base.ledger_record(answer.ledger_id)["body"]["judged_on"] == today.isoformat()
    then = base.ask("How long is the cure period?", as_of=dt.date(2025, 6, 1))
    assert (then.as_of, then.judged_on) == ("2025-06-01", "2025-06-01")
    (held,) = base.check([CLAIM], as_of="2025-06-01")
    assert held.judged_on == "2025-06-01"
    (given,) = base.check([kts.Stated("1", CLAIM, (CLAIM,))])
    assert kts.to_json([given])["data"]["claims"][0]["judged_on"] is None


def test_faces_what_a_workspace_returns_has_an_envelope(base, folder):
    answer = base.ask("How long is the cure period?")
    found = {
        "ingest": (base.ingest(), "unchanged"),
        "terms": (base.terms("cure"), "definitions"),
        "outline": (base.outline("psa.md"), "sections"),
        "verify": (base.recheck(answer), "citations"),
    }
    for name, (one, key) in found.items():
        envelope = json.loads(json.dumps(kts.to_json(one)))
        assert envelope["success"] is True, name
        assert key in envelope["data"], name


def test_faces_all_of_these_are_errors_of_ours(base):
    with pytest.raises(KTSError):
        base.ask(5)
