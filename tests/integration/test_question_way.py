"""QRY, TERM-1, RANK-6 through the facade and the command line: files in, questions out, followers made anew."""

from __future__ import annotations

import json
import shutil

import pytest

from kts import Workspace
from kts.cli.main import run
from kts.errors import UsageError
from kts.ingest.remedies import remedy
from kts.types import Filter
from support.index import MEANING, QUIET, made, ranked

FILES = {
    "psa.md": """# Pooling and Servicing Agreement ("PSA")

The Servicer remits on the 18th. Error `TSR-1022` stops it.
""",
    "codes.md": """# Codes

| Code | Meaning |
|---|---|
| TSR-1022 | payee inactive |
| TSR-2040 | batch open |
""",
    "fees.md": """# Fees

The servicing fee is 0.25 % a year. A waiver needs an approval of the controller.
""",
    "late.md": """# Late charges

A late charge is assessed after fifteen days. The Pooling and Servicing Agreement caps it.
""",
}
QUESTIONS = (
    "TSR 1022",
    "TSR-10222",
    "servicng fee",
    "when does the PSA remit",
    "what is the fee, and when is a late charge due?",
    '"late charge" -waiver',
    "fee path:fees.md",
    "pooling and servicing agreement",
)


@pytest.fixture
def folder(tmp_path):
    docs = tmp_path / "docs"
    docs.mkdir()
    for name, text in FILES.items():
        (docs / name).write_text(text, encoding="utf-8")
    return docs


def answers(workspace):
    return [ranked(workspace, question) for question in QUESTIONS]


def test_qry_what_the_documents_say_about_words_helps_the_question(folder, tmp_path):
    with made(tmp_path, folder) as workspace:
        assert first(workspace, "TSR-10222") == "codes.md"
        assert first(workspace, "tsr_1022") == "codes.md"
        assert first(workspace, "servicng fee") == "fees.md"
        notes = workspace.search("servicng fee").ranking.notes
        assert "read servicng as servicing" in notes


def first(workspace, question):
    return workspace.search(question, k=1).results[0].citation.path


@pytest.mark.parametrize("environment", [QUIET, MEANING])
def test_qry_the_same_ranking_after_ingest_again_and_with_new_followers(folder, tmp_path, environment):
    with made(tmp_path, folder, environment=environment) as workspace:
        before = answers(workspace)
        (folder / "fees.md").write_text("# Other\n\nterminaton\n", encoding="utf-8")
        workspace.ingest()
        assert answers(workspace) != before
        (folder / "fees.md").write_text(FILES["fees.md"], encoding="utf-8")
        workspace.ingest()
        assert answers(workspace) == before
        written = (tmp_path / ".kts" / "lexicon" / "words.txt").read_text().split("\n")[1:]
        shutil.rmtree(tmp_path / ".kts" / "lexicon")
    with Workspace.create(str(tmp_path), environment=environment) as workspace:
        assert answers(workspace) == before
        assert (tmp_path / ".kts" / "lexicon" / "words.txt").read_text().split("\n")[1:] == written
        workspace.reindex()
        assert answers(workspace) == before


def test_term1_learned_short_forms_and_the_users_own(folder, tmp_path):
    with made(tmp_path, folder) as workspace:
        learned = json.loads((tmp_path / ".kts" / "lexicon" / "acronyms.json").read_text())["pairs"]
        assert learned == {"PSA\tPooling and Servicing Agreement": 1}
        assert terms(workspace, "cap in the PSA") >= {"pooling", "agreement"}
    (tmp_path / ".kts" / "acronyms.json").write_text('{"PSA": "late charge"}')
    with Workspace.create(str(tmp_path), environment=QUIET) as workspace:
        assert terms(workspace, "cap in the PSA") >= {"late", "charge"}


def terms(workspace, question):
    found = workspace.search(question).ranking.explanation["terms"]
    return {term["word"] for term in found if term["origin"] == "acronyms"}


def test_crawl_a_damaged_vocabulary_is_made_anew(folder, tmp_path):
    with made(tmp_path, folder) as workspace:
        before = answers(workspace)
    (tmp_path / ".kts" / "lexicon" / "words.txt").write_text("nonsense")
    with Workspace.create(str(tmp_path), environment=QUIET) as workspace:
        assert answers(workspace) == before


def test_rank6_why_not(folder, tmp_path):
    (folder / "empty.md").write_text(" ", encoding="utf-8")
    with made(tmp_path, folder) as workspace:
        assert workspace.why_not("late.md", "late charge").state == "shown"
        assert workspace.why_not("late.md", "late charge", filters=Filter(path=("x",))).state == "filtered"
        found = workspace.why_not("empty.md", "late charge")
        assert (found.state, found.reasons) == ("not_indexed", ("it is not indexed: empty, no text",))
        assert found.remedies == (remedy("empty", "no text"),)
        with pytest.raises(UsageError):
            workspace.why_not("nowhere.md", "late charge")


def test_rank6_the_command_why_not(folder, tmp_path, capsys):
    made(tmp_path, folder).close()
    assert run(["why-not", "fees.md", "late", "charge", "-k", "1", "--kb", str(tmp_path), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)["data"]
    assert set(data) == {"path", "state", "reasons", "remedies", "rank", "wanted", "behind"}
    assert data["state"] in {"no_term", "outranked"}
    assert run(["why-not", "late.md", "late", "charge", "--kb", str(tmp_path)]) == 0
    assert "it is shown: rank 1" in capsys.readouterr().out
    assert run(["why-not", "late.md", "late charge", "--type", "POLICY", "--kb", str(tmp_path)]) == 0
    assert "the filter doc_type wants POLICY" in capsys.readouterr().out


def test_rank6_explain_shows_what_each_stage_did(folder, tmp_path, capsys):
    made(tmp_path, folder).close()
    assert run(["search", "servicng fee TSR-1022", "--explain", "--kb", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert "typos: servicng as servicing" in out
    assert "without identifiers rank" in out
    assert run(["search", "fee and charge", "--explain", "--json", "--kb", str(tmp_path)]) == 0
    explanation = json.loads(capsys.readouterr().out)["data"]["explanation"]
    assert {"stages", "parts", "intents", "terms", "without"} <= set(explanation)


def test_cfg_the_flat_names_of_the_original_switch_the_stages(folder, tmp_path):
    off = {**QUIET, "KTS_SELF_QUERY_ENABLED": "false", "KTS_QUERY_DECOMPOSITION_ENABLED": "0"}
    with made(tmp_path, folder, environment={**off, "KTS_MIN_FILTERED_RESULTS": "1"}) as workspace:
        settings = workspace.settings_by_name()
        assert settings["search.self_query"] is False
        assert settings["search.min_filtered_results"] == 1
        found = workspace.search("what is the fee, and when is a late charge due?").ranking
        assert found.explanation["parts"] == []
