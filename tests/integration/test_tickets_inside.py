"""TICK: what is not for customers stays inside, for any face; a run says what it joined, left out and did again."""

from __future__ import annotations

import json

import pytest

import kts
from kts.cli.main import run

ARTICLES = {
    "articles/lockout.md": "# Locked accounts\nApplies to: 4.0\n\nAn account is locked after five wrong passwords for "
    "thirty minutes. The help desk releases a locked account after the identity of the user was checked.\n",
    "articles/scanner.md": "# Scanner errors\n\nError QM017 means that the separator sheet cannot be read. "
    "Print a new separator sheet and scan the batch again from the sheet that failed.\n",
    "books/vault.md": "# Vault drill\nFor support engineers only.\n\nThe vault drill is done with the copper key from "
    "the red cabinet on the third floor every Tuesday evening.\n",
    "books/plain.md": "# Ledger rewind\n\nThe ledger rewind is done with the command rewind --deep on the night server "
    "by the desk, never before midnight on a Sunday.\n",
}
VAULT = {"id": "V", "subject": "Vault drill", "body": "How is the vault drill done, and with which key?"}
LEDGER = {"id": "L", "subject": "Ledger rewind", "body": "How is the ledger rewind done by the desk?"}


@pytest.fixture(scope="module")
def kb(tmp_path_factory):
    place = tmp_path_factory.mktemp("inside")
    for name, text in ARTICLES.items():
        path = place / "docs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    with kts.Workspace.create(str(place / "kb")) as workspace:
        workspace.ingest([str(place / "docs")])
    return str(place / "kb")


def opened(kb, tmp_path, policy=""):
    path = tmp_path / "policy.toml"
    path.write_text(policy, encoding="utf-8")
    return kts.Workspace.create(kb, environment={"KTS_TICKETS_POLICY": str(path), "KTS_EMBED_PROVIDER": ""})


def ran(capsys, *arguments):
    code = run(["tickets", "run", *map(str, arguments), "--json"])
    assert code == 0
    return json.loads(capsys.readouterr().out)["data"]


def test_tick_5_a_document_that_says_so_is_in_no_reply_and_is_shown_to_a_person(kb, tmp_path):
    with opened(kb, tmp_path) as workspace:
        assert "copper key" in workspace.ask(VAULT["body"], record=False).text
        found = workspace.process_ticket(VAULT)
    assert "copper" not in found.draft + found.final_response
    assert not found.auto
    assert "review_internal_source" in found.escalation.reasons
    assert not {"review_no_answer", "review_unmet"} & set(found.escalation.reasons)  # there is one, for the desk
    assert found.internal[0].citation.path == "books/vault.md"
    assert found.internal[0].why == "it says: For support engineers only."


@pytest.mark.parametrize("policy", ['internal = ["books/**"]', 'public = ["articles"]'])
def test_tick_5_the_policy_keeps_a_path_from_customers(kb, tmp_path, policy):
    with opened(kb, tmp_path) as workspace:
        assert "rewind --deep" in workspace.process_ticket(LEDGER).draft
    with opened(kb, tmp_path, f"[desk]\n{policy}\n") as workspace:
        found = workspace.process_ticket(LEDGER)
    assert found.draft == ""
    assert "review_internal_source" in found.escalation.reasons
    assert [one.citation.path for one in found.internal][:1] == ["books/plain.md"]


def test_tick_5_where_the_staff_asks_what_a_document_says_of_itself_keeps_nothing_back(kb, tmp_path):
    with opened(kb, tmp_path, '[desk]\naudience = "staff"\n') as workspace:
        assert "copper key" in workspace.process_ticket(VAULT).draft


def test_tick_5_a_pattern_without_a_document_is_noted(kb, tmp_path):
    with opened(kb, tmp_path, '[desk]\ninternal = ["boks/**"]\n') as workspace:
        found = workspace.process_ticket(LEDGER)
    assert any("'boks/**'" in note for note in found.notes)


def test_tick_5_a_ticket_takes_the_filters_of_a_question(kb, tmp_path, capsys):
    with opened(kb, tmp_path) as workspace:
        assert workspace.process_ticket(LEDGER, filters={"path": "books/vault.md"}).draft == ""
    path = tmp_path / "one.json"
    path.write_text(json.dumps(LEDGER), encoding="utf-8")
    assert run(["ticket", str(path), "--kb", kb, "--path", "articles", "--json"]) == 0
    assert "rewind --deep" not in json.loads(capsys.readouterr().out)["data"]["draft"]
    ran(capsys, path, "--kb", kb, "--out", tmp_path / "out", "--path", "articles")
    assert "rewind --deep" not in json.loads((tmp_path / "out" / "processed.jsonl").read_text("utf-8"))["draft"]


def test_tick_5_a_person_sees_which_places_are_internal(kb, tmp_path, capsys):
    path = tmp_path / "one.json"
    path.write_text(json.dumps(VAULT), encoding="utf-8")
    assert run(["ticket", str(path), "--kb", kb]) == 0
    printed = capsys.readouterr().out
    assert "only documents that are not for customers answer" in printed
    assert "vault.md:4  internal: it says: For support engineers only." in printed


def test_tick_1_a_ticket_that_says_something_else_now_is_worked_on_again(kb, tmp_path, capsys):
    path, out = tmp_path / "export.csv", tmp_path / "out"
    path.write_text(
        "id,body,Seats\nA1,What does QM017 mean?,3\nA2,Who releases a locked account?,4\n", encoding="utf-8"
    )
    said = ran(capsys, path, "--kb", kb, "--out", out)
    assert (said["processed"], said["skipped"], said["changed"], said["unread"]) == (2, 0, 0, ["Seats"])
    path.write_text(
        "id,body,Seats\nA1,My lawyer will sue you.,3\nA2,Who releases a locked account?,5\n", encoding="utf-8"
    )
    said = ran(capsys, path, "--kb", kb, "--out", out)
    assert (said["processed"], said["skipped"], said["changed"]) == (1, 1, 1)
    lines = [json.loads(line) for line in (out / "processed.jsonl").read_text("utf-8").splitlines()]
    assert [(one["id"], one.get("superseded", False)) for one in lines] == [("A1", True), ("A2", False), ("A1", False)]
    assert "legal_threat" in lines[2]["escalation"]["reasons"]
    said = ran(capsys, path, "--kb", kb, "--out", out)
    assert (said["processed"], said["skipped"], said["changed"]) == (0, 2, 0)
    assert run(["tickets", "report", str(out), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["data"]["tickets"] == 2


def test_tick_1_a_run_says_what_it_joined_and_what_it_left_out(kb, tmp_path, capsys):
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    (inbox / "a.csv").write_text(
        "id,subject,body\n7,Lock,Who releases a locked account?\n7,Lock,It is urgent.\n7,Lock,It is urgent.\n",
        encoding="utf-8",
    )
    (inbox / "letter.docx").write_bytes(b"PK\x03\x04\0\0")
    assert run(["tickets", "run", str(inbox), "--kb", kb, "--out", str(tmp_path / "out")]) == 0
    printed = capsys.readouterr()
    assert "1 tickets, 0 done before, 0 failed" in printed.out
    assert "1 rows joined to the ticket of their id" in printed.err
    assert "1 rows or mails left out that say what another one of their id says" in printed.err
    assert "letter.docx is no file of tickets" in printed.err


def test_tick_5_the_version_of_a_form_is_the_version_of_the_ticket(kb, tmp_path):
    with opened(kb, tmp_path) as workspace:
        found = workspace.process_ticket({"id": "1", "version": "3.4", "body": "Who releases a locked account?"})
        same = workspace.process_ticket({"id": "1", "version": "4.0", "body": "Who releases a locked account?"})
    assert "other_version" in found.review.issues
    assert "other_version" not in same.review.issues
