"""TICK: the support desk on a real index: command line, batch, training, report."""

from __future__ import annotations

import json
import re

import pytest

import kts
from kts.cli.main import run
from kts.errors import UsageError
from kts.server.codec import decoded, encoded
from kts.server.wire.tickets import ticket_data
from kts.testing.llm import ScriptedModel

ARTICLES = {
    "lockout.md": "# Locked accounts\n\nAn account is locked after five wrong passwords for thirty minutes. "
    "The help desk releases a locked account after the identity of the user was checked on the phone.\n",
    "scanner.md": "# Scanner errors\n\nError QM017 means that the separator sheet cannot be read. "
    "Print a new separator sheet and scan the batch again from the sheet that failed.\n",
    "fees.md": "# Late charges\n\nA late charge of five per cent is due for a payment after the fifteenth day.\n",
}
TICKETS = [
    {"id": "T-1", "subject": "locked", "body": "My account is locked after five wrong passwords. Who releases it?"},
    {"id": "T-2", "subject": "QM017", "body": "What does the scanner error QM017 mean?"},
    {"id": "T-3", "subject": "court", "body": "My lawyer will sue you over the late charge, see you in court."},
    {"id": "T-4", "subject": "", "body": "asdf asdf jkl"},
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("desk")
    docs = place / "docs"
    docs.mkdir()
    for name, text in ARTICLES.items():
        (docs / name).write_text(text, encoding="utf-8")
    with kts.Workspace.create(str(place / "kb")) as workspace:
        workspace.ingest([str(docs)])
    (place / "tickets.json").write_text(json.dumps(TICKETS), encoding="utf-8")
    return place


@pytest.fixture
def kb(folder):
    return str(folder / "kb")


def out_of(capsys, *arguments):
    code = run([*arguments, "--json"])
    return code, json.loads(capsys.readouterr().out)


def test_tick_5_a_ticket_of_a_file_has_the_shape_of_the_wire(folder, kb, capsys, tmp_path):
    path = tmp_path / "one.json"
    path.write_text(json.dumps(TICKETS[1]), encoding="utf-8")
    code, said = out_of(capsys, "ticket", str(path), "--kb", kb)
    data = said["data"]
    assert code == 0
    assert set(said) == {"success", "data", "confidence", "reasoning"}
    assert set(data) >= {
        "validation", "augmentation", "summary", "keywords", "classification", "plan", "retrieval", "ranking",
        "context", "answer", "final_response", "confidence", "escalation", "suggested_actions", "review", "ledger_id",
    }  # fmt: skip
    assert data["retrieval"]["results"][0]["citation"]["path"] == "scanner.md"
    assert data["retrieval"]["stats"]["store_size"] == 3
    assert "separator sheet" in json.dumps(data["answer"])
    assert data["ledger_id"].startswith("led_")


def test_tick_1_standard_input_is_read(kb, capsys, monkeypatch):
    class Standard:
        class buffer:  # noqa: N801 - as the library names it
            @staticmethod
            def read():
                return b"Subject: QM017\nFrom: a@example.org\n\nWhat does the scanner error QM017 mean?\n"

    monkeypatch.setattr("sys.stdin", Standard)
    code, said = out_of(capsys, "ticket", "-", "--kb", kb)
    assert code == 0
    assert said["data"]["summary"].startswith("QM017")


def test_tick_1_the_ledger_holds_nothing_personal(kb):
    with kts.open(kb) as workspace:
        card = "4111 1111 1111 1111"
        found = workspace.process_ticket(
            {"id": "T-9", "subject": "QM017", "body": f"Scanner error QM017, card {card}, Mr. Ingmar Dellacourt"}
        )
        kept = workspace.ledger().read(found.ledger_id)
        answer = workspace.ledger().read(found.answer.ledger_id)
    assert kept["kind"] == "ticket"
    assert "[card_number]" in kept["body"]["text"]
    for record in (kept, answer):
        assert card not in json.dumps(record)
        assert "Dellacourt" not in json.dumps(record)


def test_tick_1_a_run_goes_on_where_it_ended(folder, kb, capsys, tmp_path):
    out = tmp_path / "out"
    code, said = out_of(capsys, "tickets", "run", str(folder / "tickets.json"), "--kb", kb, "--out", str(out))
    assert (code, said["data"]["processed"], said["data"]["skipped"]) == (0, 4, 0)
    done = out / "processed.jsonl"
    lines = done.read_text("utf-8").splitlines(keepends=True)
    assert [json.loads(line)["id"] for line in lines] == ["T-1", "T-2", "T-3", "T-4"]
    done.write_text("".join(lines[:2]) + lines[2][:50], encoding="utf-8")
    _, said = out_of(capsys, "tickets", "run", str(folder / "tickets.json"), "--kb", kb, "--out", str(out))
    assert (said["data"]["processed"], said["data"]["skipped"]) == (2, 2)
    assert [json.loads(line)["id"] for line in done.read_text("utf-8").splitlines()] == ["T-1", "T-2", "T-3", "T-4"]


def test_tick_1_a_folder_is_its_tickets_and_what_holds_none_is_left_out(kb, capsys, tmp_path):
    inbox = tmp_path / "inbox"
    (inbox / "old").mkdir(parents=True)
    (inbox / "a.eml").write_bytes(b"Subject: QM017\nX-Ticket-ID: M-1\n\nWhat does QM017 mean?\n")
    (inbox / "old" / "b.jsonl").write_text(json.dumps(TICKETS[0]), encoding="utf-8")
    (inbox / "labels.jsonl").write_text('{"id": "M-1", "label": "scan"}', encoding="utf-8")
    (inbox / "readme.md").write_text("nothing", encoding="utf-8")
    code, said = out_of(capsys, "tickets", "run", str(inbox), "--kb", kb, "--out", str(tmp_path / "out"))
    assert (code, said["data"]["processed"]) == (0, 2)
    assert [one["path"].endswith("labels.jsonl") for one in said["data"]["left_out"]] == [True]


def test_mon_the_report_is_a_table_and_a_page_of_its_own(folder, kb, capsys, tmp_path):
    out, page = tmp_path / "out", tmp_path / "report.html"
    run(["tickets", "run", str(folder / "tickets.json"), "--kb", kb, "--out", str(out), "--json"])
    capsys.readouterr()
    code, said = out_of(capsys, "tickets", "report", str(out), "--html", str(page))
    data = said["data"]
    assert code == 0
    assert data["tickets"] == 4
    assert data["valid"] == 0.75
    assert "legal_threat" in data["escalation_reasons"]
    assert sum(data["confidence_bins"]) == 3
    text = page.read_text("utf-8")
    assert "<svg" in text
    assert not re.search(r"(?:src|href)=|<script|@import|url\(", text)
    assert sum(data["outcomes"].values()) == 4
    assert data["routing"]["legal"] == 1
    assert run(["tickets", "report", str(out)]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("4 tickets\n")
    assert re.search(r"legal steps taken or announced +1 +25%", printed)
    assert "legal steps taken or announced" in text
    assert [one["id"] for one in data["first"]] == ["T-3"]
    assert data["first"][0]["subject"] == "court"
    assert re.search(r"Look at these first\n  T-3  court +legal steps", printed)
    assert text.count("<details ") == 4
    assert "My lawyer will sue you over the late charge" in text


def test_tick_5_one_ticket_of_a_run_is_shown_with_draft_and_sources(folder, kb, capsys, tmp_path):
    out = tmp_path / "out"
    run(["tickets", "run", str(folder / "tickets.json"), "--kb", kb, "--out", str(out), "--json"])
    capsys.readouterr()
    code, said = out_of(capsys, "tickets", "show", str(out), "T-2")
    assert code == 0
    assert said["data"]["draft"]
    assert run(["tickets", "show", str(out), "T-2"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("T-2 QM017\n")
    assert re.search(r"Draft\n  Hello,\n", printed)
    assert re.search(r"Sources\n  \[1\] scanner\.md, line \d", printed)
    assert run(["tickets", "show", str(out), "T-"]) == 2
    assert "4 tickets of this run have 'T-' in their id" in capsys.readouterr().err


def test_tick_6_a_risk_names_who_takes_over(folder, kb, capsys, tmp_path):
    path = tmp_path / "court.md"
    path.write_text(
        "# Late charge\n\nMy lawyer will sue you over the late charge, see you in court.\n", encoding="utf-8"
    )
    assert run(["ticket", str(path), "--kb", kb]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("for a person, at once: legal steps taken or announced")
    assert "to legal: Someone takes or announces legal steps" in printed
    assert "fees.md" in printed


def test_tick_7_a_ticket_travels_to_a_server_and_back_without_loss(kb):
    with kts.open(kb) as workspace:
        found = workspace.process_ticket(TICKETS[0])
    there_and_back = decoded(json.loads(json.dumps(encoded(found))))
    assert json.dumps(ticket_data(there_and_back)) == json.dumps(ticket_data(found))
    assert there_and_back.ticket == found.ticket


def test_tick_2_train_and_evaluate(folder, kb, capsys, tmp_path):
    words = {"access": ["password", "login", "token", "badge"], "scan": ["scanner", "separator", "batch", "sheet"]}
    rows = [
        (f"the {word} is broken {number}", name) for name, some in words.items() for word in some for number in "abcd"
    ]
    path = tmp_path / "labelled.csv"
    path.write_text("body,queue\n" + "\n".join(f"{text},{name}" for text, name in rows), encoding="utf-8")
    code, said = out_of(capsys, "tickets", "train", str(path), "--text", "body", "--label", "queue", "--kb", kb)
    assert (code, said["data"]["classes"]) == (0, 2)
    path.write_text(path.read_text("utf-8") + "\nthe soup is cold,canteen\n", encoding="utf-8")
    code, said = out_of(capsys, "tickets", "evaluate", str(path), "--text", "body", "--label", "queue", "--kb", kb)
    assert code == 0
    assert set(said["data"]) == {"accuracy", "macro_f1", "ece", "oos_auroc", "n", "trained_on"}
    assert said["data"]["trained_on"] == said["data"]["n"] - 1
    assert said["data"]["accuracy"] == 1.0
    with kts.open(kb) as workspace:
        found = workspace.process_ticket("my password and my login are broken")
    assert found.classification.primary_class == "access"
    assert found.classification.method == "trained"


def test_tick_2_nothing_trained_is_said(folder, tmp_path, capsys):
    with kts.Workspace.create(str(tmp_path / "kb")) as workspace, pytest.raises(UsageError, match="no trained"):
        workspace.evaluate_tickets(["a"], ["b"])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["tickets", "train", "X", "--text", "text", "--label", "queue"], "no column 'text'"),
        (["ticket", "X"], "holds 4 tickets"),
        (["ticket", "X", "--map", "colour=red"], "maps no field"),
        (["ticket", "X", "--map", "description=colour"], "no column 'colour'"),
    ],
)
def test_tick_bad_calls_are_said(folder, kb, capsys, arguments, said):
    call = [str(folder / "tickets.json") if one == "X" else one for one in arguments]
    assert run([*call, "--kb", kb]) == 2
    assert said in capsys.readouterr().err


def test_tick_6_a_mistake_in_the_policy_names_its_line(folder, kb, capsys, tmp_path):
    policy = tmp_path / "desk.toml"
    policy.write_text("[desk]\nauto_confidence = 7\n", encoding="utf-8")
    place = kts.Workspace.create(kb, environment={"KTS_TICKETS_POLICY": str(policy), "KTS_EMBED_PROVIDER": ""})
    with place as workspace, pytest.raises(kts.KTSError, match=r"desk\.toml:2"):
        workspace.process_ticket("My account is locked after five wrong passwords.")


def test_tick_7_the_small_facade(kb):
    with kts.open(kb) as workspace:
        found = workspace.ticket_reply("My lawyer will sue you in court over the late charge.")
    assert set(found) == {"reply", "send", "confidence", "escalate", "reasons"}
    assert found["escalate"]
    assert "legal_threat" in found["reasons"]
    assert not found["send"]


def test_llm_1_a_server_that_is_gone_leaves_a_note(kb):
    environment = {
        "KTS_EMBED_PROVIDER": "", "KTS_LLM_PROVIDER": "openai", "KTS_LLM_MODEL": "small", "KTS_LLM_AUGMENT": "1",
        "KTS_LLM_BASE_URL": "http://127.0.0.1:9/v1", "KTS_LLM_ATTEMPTS": "1", "KTS_LLM_TIMEOUT": "2",
    }  # fmt: skip
    with kts.Workspace.create(kb, environment=environment) as workspace:
        found = workspace.process_ticket(TICKETS[1])
    assert any("without a language model" in note for note in found.notes)
    assert found.answer is not None


def test_llm_1_a_program_s_own_model_drafts_and_is_checked(kb):
    text = "The help desk releases a locked account after the identity of the user was checked on the phone."
    said = json.dumps({"sentences": [{"text": text, "source": 1}, {"text": "It costs 50 dollars.", "source": 1}]})
    environment = {"KTS_EMBED_PROVIDER": "", "KTS_LLM_DRAFT": "1"}
    model = ScriptedModel([said])
    with kts.Workspace.create(kb, environment=environment) as workspace:
        workspace.use_language_model(model)
        found = workspace.process_ticket(TICKETS[0])
    assert len(model.asked) == 1
    assert "50 dollars" not in json.dumps([claim.text for claim in found.answer.claims])
    assert text in found.answer.text
    assert any("1 of 2 drafted sentences" in note for note in found.notes)


def test_evid1_a_draft_is_read_by_the_entailment_model_that_is_named(kb):
    text = "The help desk releases a locked account after the identity of the user was checked on the phone."
    said = json.dumps({"sentences": [{"text": text, "source": 1}]})
    environment = {"KTS_EMBED_PROVIDER": "", "KTS_LLM_DRAFT": "1"}
    found = {}
    for name in ("", "overlap"):
        with kts.Workspace.create(kb, environment=environment | {"KTS_ANSWER_ENTAILMENT": name}) as workspace:
            workspace.use_language_model(ScriptedModel([said]))
            found[name] = workspace.process_ticket(TICKETS[0]).answer
    assert "entailment" not in found[""].gates
    assert "entailment" in found["overlap"].gates


@pytest.mark.parametrize("name", ["agno", "nobody"])
def test_llm_1_a_model_that_settings_cannot_make_is_said(kb, name):
    environment = {"KTS_EMBED_PROVIDER": "", "KTS_LLM_PROVIDER": name, "KTS_LLM_DRAFT": "1"}
    with kts.Workspace.create(kb, environment=environment) as workspace, pytest.raises(UsageError, match=name):
        workspace.process_ticket(TICKETS[0])
