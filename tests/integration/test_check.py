"""EVID-1, WIRE.md: `kts check` as people and programs meet it."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING

import docx
import pytest
from jsonschema import Draft202012Validator

from kts import Workspace
from kts.errors import UsageError
from support.command import environment, kts, line
from support.folders import written

if TYPE_CHECKING:
    from pathlib import Path

AGREEMENT = """# Custodial Agreement

The Custodian must release a Custodial File within five (5) Business Days after a request of the Trustee.
The Custodian may not charge a fee for a release. The agreement ends on March 31, 2027.
"""
TABLE = """# Notice periods

| Partner | Notice | Form |
|---|---|---|
| Harwell Freight | 30 days | by letter |
| Ostrander Mills | 90 days | by courier |

Periods run from receipt.
"""
POLICY = "# Retention\n\nLoan files are kept for seven (7) years after payoff and are then destroyed.\n"


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("check")
    docs = written(folder / "docs", {"custody.md": AGREEMENT, "retention.md": POLICY, "notice.md": TABLE})
    kts("ingest", docs, "--kb", folder / "index").ok()
    return folder / "index"


def checked(*arguments: str | Path) -> dict:
    (found,) = kts("check", *arguments, "--json").ok().events
    return found


def test_evid1_a_supported_claim_is_cited_where_it_stands(index):
    found = checked("Loan files are kept for 84 months after payoff.", "--kb", index)
    assert (found["support"], found["reasons"]) == ("supported", [])
    (cited,) = found["citations"]
    assert cited["path"] == "retention.md"
    assert POLICY[cited["start"] : cited["end"]] == cited["quote"]
    assert cited["quote"].startswith("Loan files are kept")


def test_evid1_a_row_is_told_under_the_header_of_its_table(index):
    claim = "The notice to Ostrander Mills is 90 days."
    found = checked(claim, "--kb", index)
    assert found["citations"][0]["quote"] == "| Ostrander Mills | 90 days | by courier |"
    assert found["rows"] == ["Partner: Ostrander Mills; Notice: 90 days; Form: by courier"]
    assert found["rows"][0] in kts("check", claim, "--kb", index).ok().out


def test_evid1_a_sentence_beside_a_table_is_told_as_it_stands(index):
    found = checked("Periods run from receipt.", "--kb", index)
    assert found["citations"][0]["quote"].strip() == "Periods run from receipt."
    assert found["rows"] == [""]


def test_evid1_a_contradicted_claim_names_both_sides(index):
    claim = "The Custodian must release a Custodial File within nine Business Days after a request of the Trustee."
    found = checked(claim, "--kb", index)
    assert found["support"] == "contradicted"
    (reason,) = [reason for reason in found["reasons"] if reason["kind"] == "number"]
    assert claim[slice(*reason["claim"])] == "nine Business Days"
    assert AGREEMENT[slice(*reason["evidence"])] == "five (5) Business Days"


def test_evid1_a_citation_of_a_check_can_be_verified(index, tmp_path):
    saved = tmp_path / "checked.json"
    saved.write_text(json.dumps(checked("Loan files are kept for seven years after payoff.", "--kb", index)))
    found = kts("verify", saved, "--kb", index, "--json").ok()
    assert [one["status"] for one in found.data["data"]["citations"]] == ["unchanged"]


CHARGES = '---\ntitle: Late Charge Policy\nversion: "{0}"\neffective: {1}\n{2}---\n\n# Late Charge Policy\n\n{3}\n'
THIRD = CHARGES.format(
    3, "2022-01-01", "", "The late charge is 4 % of the overdue amount. Waivers are granted in Ohio."
)
FOURTH = CHARGES.format(
    4,
    "2024-03-01",
    "supersedes: Late Charge Policy version 3 (2022-01-01)\n",
    "The late charge is 5 % of the overdue amount.",
)


@pytest.fixture(scope="module")
def versions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("versions")
    docs = written(folder / "docs", {"late-charge-v3.md": THIRD, "late-charge-v4.md": FOURTH})
    kts("ingest", docs, "--kb", folder / "index").ok()
    return folder / "index"


def test_evid9_what_a_successor_contradicts_is_contradicted_and_the_old_one_is_named(versions):
    found = checked("The late charge is 4 % of the overdue amount.", "--kb", versions)
    assert (found["support"], found["standing"]) == ("contradicted", "current")
    assert [cited["path"] for cited in found["citations"]] == ["late-charge-v4.md", "late-charge-v3.md"]
    assert "superseded" in {reason["kind"] for reason in found["reasons"]}


def test_evid9_what_only_a_superseded_document_says_is_marked(versions):
    found = checked("Waivers are granted in Ohio.", "--kb", versions)
    assert (found["support"], found["standing"]) == ("supported", "superseded")
    shown = kts("check", "Waivers are granted in Ohio.", "--kb", versions).ok().out
    assert "superseded" in shown.splitlines()[0]


def test_evid1_places_are_printed_as_ask_prints_them(index):
    shown = kts("check", "Loan files are kept for seven years after payoff.", "--kb", index).ok().out
    assert "retention.md:3: Loan files" in shown


def test_evid1_one_document_can_be_named(index):
    found = checked("Loan files are kept for seven years after payoff.", "--doc", "custody.md", "--kb", index)
    assert found["support"] != "supported"
    assert all(cited["path"] == "custody.md" for cited in found["citations"])


def test_evid1_claims_with_their_evidence_need_no_index(tmp_path, repository):
    lines = [
        {"id": "a", "claim": "The rent is $500 a month.", "evidence": "The rent is $500 a month, payable on Monday."},
        {
            "id": "b",
            "claim": "The rent is $600 a month.",
            "evidence": ["Heating is extra.", "The rent is $500 a month."],
        },
        {"claim": "Dogs are allowed.", "evidence": []},
    ]
    file = tmp_path / "claims.jsonl"
    file.write_text("\n".join(map(json.dumps, lines)))
    found = kts("check", "--claims", file, "--json", cwd=tmp_path).ok().events
    assert [(one["id"], one["support"]) for one in found] == [
        ("a", "supported"),
        ("b", "contradicted"),
        ("3", "unsupported"),
    ]
    assert found[1]["matched"]["evidence"] == 1
    line = Draft202012Validator(json.loads((repository / "schemas" / "claim.json").read_text(encoding="utf-8")))
    for one in found:
        line.validate(one)
    assert kts("check", "--claims", file, "--strict", cwd=tmp_path).code == 4
    assert (
        kts("check", "--claims", file, cwd=tmp_path)
        .ok()
        .out.endswith("3 claims: 1 supported, 1 contradicted, 1 unsupported\n")
    )


def test_evid1_every_claim_of_a_text_is_checked(index, tmp_path):
    text = tmp_path / "answer.md"
    text.write_text(
        "Loan files are kept for seven years after payoff [1]. The Custodian may charge a fee for a release."
    )
    found = kts("check", "--text", text, "--kb", index, "--json").ok().events
    assert [one["support"] for one in found] == ["supported", "contradicted"]


def test_evid1_a_text_comes_in_a_file_of_any_kind_or_on_standard_input(index, tmp_path):
    memo = docx.Document()
    memo.add_heading("Memo", 1)
    memo.add_paragraph("Loan files are kept for seven years after payoff. Please ring me.")
    table = memo.add_table(rows=2, cols=2)
    for cell, text in zip(table._cells, ("Partner", "Notice", "Harwell Freight", "30 days"), strict=True):
        cell.text = text
    memo.save(tmp_path / "memo.docx")
    ran = kts("check", "--text", tmp_path / "memo.docx", "--kb", index, "--json").ok()
    assert [one["claim"] for one in ran.events] == [
        "Loan files are kept for seven years after payoff.",
        "| Harwell Freight | 30 days |",
    ]
    assert "not checked, for they state nothing: Please ring me.; | Partner | Notice |" in ran.err
    content = (tmp_path / "memo.docx").read_bytes()
    for given, further in ((content, ("--text", "-")), (b"Loan files are kept for nine years after payoff.", ())):
        words = line("check", *further, "--kb", index, "--json")
        done = subprocess.run(words, input=given, env=environment(), capture_output=True, check=True)
        assert json.loads(done.stdout.splitlines()[0])["claim"].startswith("Loan files are kept for")


def test_evid1_a_file_that_holds_no_text_is_refused(index, tmp_path):
    (tmp_path / "noise.bin").write_bytes(b"\0\1\2\3")
    ran = kts("check", "--text", tmp_path / "noise.bin", "--kb", index).ok(2)
    assert "noise.bin is unsupported" in ran.err


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "not JSON"),
        ('{"id": "a"}', '"claim"'),
        ('{"id": "a", "claim": "x", "evidence": 7}', '"evidence" must be a text'),
    ],
)
def test_evid1_a_bad_line_is_named(index, tmp_path, line, said):
    file = tmp_path / "claims.jsonl"
    file.write_text('{"id": "0", "claim": "Files are kept."}\n' + line + "\n")
    ran = kts("check", "--claims", file, "--kb", index)
    assert ran.code == 2
    assert "claims.jsonl:2" in ran.err
    assert said in ran.err


def test_evid1_what_to_check_must_be_said_once(index, tmp_path):
    assert kts("check", "--kb", index).code == 2
    file = written(tmp_path, {"claims.jsonl": "{}"}) / "claims.jsonl"
    assert kts("check", "a claim", "--claims", file, "--kb", index).code == 2


def test_evid1_each_argument_is_a_claim_and_each_sentence_of_one(index):
    given = ["Suki Adeyemi is the COO.", "Files are kept. They are then destroyed."]
    found = kts("check", *given, "--kb", index, "--json").ok().events
    said = [(one["id"], one["claim"]) for one in found]
    assert said == [("1", given[0]), ("2", "Files are kept."), ("3", "They are then destroyed.")]
    assert checked(*"Loan files are kept for 84 months after payoff.".split(), "--kb", index)["support"] == "supported"


@pytest.mark.parametrize("wrong", [["--doc", "nope.md"], ["--mode", "fast"], []])
def test_wire_an_error_is_a_line_among_lines_and_keeps_its_schema(index, repository, wrong):
    claim = ["The agreement ends on March 31, 2027."] if wrong else ["  "]
    (found,) = kts("check", *claim, *wrong, "--kb", index, "--json").ok(2).events
    schema = json.loads((repository / "schemas" / "error.json").read_text(encoding="utf-8"))
    Draft202012Validator(schema).validate(found)


def test_evid1_what_is_said_in_other_words_is_marked_for_programs_too(index, tmp_path):
    claims = tmp_path / "claims.jsonl"
    evidence = "The warehouse shall be locked by the guard when the shift is over."
    lines = [
        {"id": "other", "claim": "When the shift is over the guard locks the warehouse.", "evidence": evidence},
        {"id": "same", "claim": evidence, "evidence": evidence},
    ]
    claims.write_text("".join(json.dumps(one) + "\n" for one in lines), encoding="utf-8")
    found = {one["id"]: one for one in kts("check", "--claims", claims, "--json").ok().events}
    shown = kts("check", "--claims", claims).ok().out.splitlines()
    marked = [one["claim"] for one in lines if any(one["claim"] in line and "in other words" in line for line in shown)]
    assert marked == [one["claim"] for one in found.values() if one["in_other_words"]]
    assert not found["same"]["in_other_words"]


def test_evid_1_the_api_takes_texts_as_claims(index: Path) -> None:
    with Workspace.open(str(index)) as workspace:
        (found,) = workspace.check(["Loan files are kept for seven years after payoff."])
        assert (found.id, found.claim.support) == ("1", "supported")
        with pytest.raises(UsageError, match="a list of claims"):
            list(workspace.check("Loan files are kept for seven years after payoff."))
