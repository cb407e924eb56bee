"""EVID-1, EMB-3: an entailment model is added, named, and reads what the rules would call supported."""

from __future__ import annotations

import json
import os
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from kts.embed.catalogue import KNOWN
from kts.weights.folder import CONFIG, TOKENIZER, sha256
from kts.workspace import Workspace
from support import entailers, rerankers
from support.command import SOURCE, kts

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

POLICY = "# Loans\n\n## 1. Cure\n\nThe cure period is thirty days. The bank did not answer the notice.\n"
HOLDS, BARRED, DENIED = (
    "The cure period is thirty days.",
    "The cure period is not other than thirty days.",
    "The cure period is sixty days.",
)

SCEPTIC = """
from kts.ports.models import Entailment
from kts.testing import OverlapEntailment


class Sceptic(OverlapEntailment):
    def infer(self, pairs):
        return [Entailment(0.0, 0.1, 0.9) for _ in pairs]
"""


@pytest.fixture
def here(tmp_path: Path) -> dict[str, str]:
    """The environment of a user who has no models yet."""
    return {"KTS_MODELS": str(tmp_path / "models"), "PIP_CONFIG_FILE": os.devnull}


@pytest.fixture
def kb(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "loans.md").write_text(POLICY, encoding="utf-8")
    with Workspace.create(str(tmp_path / "docs")) as workspace:
        workspace.ingest([str(tmp_path / "docs")], vectors=False)
    return tmp_path / "docs"


@pytest.fixture
def given(tmp_path: Path) -> Path:
    return entailers.write(tmp_path / "given", place="onnx/model_quantized.onnx")


def checked(kb: Path, here: dict[str, str], claim: str):
    return kts("check", claim, "--json", cwd=kb, env=here).ok().data


def test_evid1_a_model_that_is_added_and_named_bars_a_claim_and_the_result_says_that_it_ran(kb, here, given):
    assert [checked(kb, here, claim)["support"] for claim in (HOLDS, BARRED)] == ["supported"] * 2
    added = kts("models", "add", given, "--id", "nli", cwd=kb, env=here).ok()
    assert added.out.startswith("nli: entailment, ")
    assert checked(kb, here, BARRED)["gates"] == ["claim"]
    (kb / ".kts" / "config.toml").write_text('[answer]\nentailment = "nli"\n', encoding="utf-8")
    assert "nli" in kts("config", "show", cwd=kb, env=here).ok().out
    holds, barred, denied = (checked(kb, here, claim) for claim in (HOLDS, BARRED, DENIED))
    assert (holds["support"], holds["gates"], holds["reasons"]) == ("supported", ["claim", "entailment"], [])
    assert (barred["support"], barred["gates"]) == ("unsupported", ["claim", "entailment"])
    (why,) = barred["reasons"]
    assert why["kind"] == "entailment"
    assert why["text"].startswith("an entailment model reads a contradiction (0.")
    assert barred["citations"][0]["quote"] == HOLDS
    assert (denied["support"], denied["gates"]) == ("contradicted", ["claim"])
    assert "entailment: an entailment model reads" in kts("check", BARRED, cwd=kb, env=here).ok().out
    assert "entailment" in kts("doctor", cwd=kb, env=here).ok().out


def test_evid1_a_claim_with_its_own_evidence_is_read_too_with_an_index_or_without(kb, here, given, tmp_path):
    kts("models", "add", given, "--id", "nli", cwd=kb, env=here).ok()
    lines = tmp_path / "claims.jsonl"
    lines.write_text(json.dumps({"id": "a", "claim": BARRED, "evidence": HOLDS}) + "\n", encoding="utf-8")
    named = here | {"KTS_ANSWER_ENTAILMENT": "nli"}
    for place in (kb, tmp_path):
        found = kts("check", "--claims", lines, "--json", cwd=place, env=named).ok().data
        assert (found["support"], found["gates"]) == ("unsupported", ["claim", "entailment"])
        assert found["matched"] == {"evidence": 0, "start": 0, "end": len(HOLDS)}


def test_evid1_one_of_a_plug_in_is_found_by_its_entry_point(kb, here, tmp_path):
    about = tmp_path / "site" / "sceptic-1.0.dist-info"
    about.mkdir(parents=True)
    (tmp_path / "site" / "sceptic.py").write_text(SCEPTIC, encoding="utf-8")
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: sceptic\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text("[kts.entailment_models]\nsceptic = sceptic:Sceptic\n", encoding="utf-8")
    paths = {"PYTHONPATH": os.pathsep.join((str(SOURCE), str(tmp_path / "site")))}
    found = checked(kb, here | paths | {"KTS_ANSWER_ENTAILMENT": "sceptic"}, HOLDS)
    assert (found["support"], found["gates"]) == ("unsupported", ["claim", "entailment"])
    ours = checked(kb, here | {"KTS_ANSWER_ENTAILMENT": "overlap"}, HOLDS)
    assert (ours["support"], ours["gates"]) == ("supported", ["claim", "entailment"])


def test_evid1_one_that_is_named_and_not_there_or_damaged_is_an_error(kb, here, given, tmp_path):
    named = here | {"KTS_ANSWER_ENTAILMENT": "nli"}
    absent = kts("check", HOLDS, cwd=kb, env=named).ok(13)
    assert "the entailment model nli is not on this machine" in absent.err
    assert "answer.entailment" in absent.err
    assert "no claim is checked" in kts("doctor", cwd=kb, env=named).ok(0, 1, 4).out
    kts("models", "add", given, "--id", "nli", cwd=kb, env=here).ok()
    (tmp_path / "models" / "nli" / TOKENIZER).write_text("{}", encoding="utf-8")
    assert TOKENIZER in kts("check", HOLDS, cwd=kb, env=named).ok(13).err
    kts("ask", "How long is the cure period?", cwd=kb, env=named).ok()  # no claim is judged there


def test_emb3_it_is_listed_verified_taken_ready_and_removed(here, given, tmp_path):
    kts("models", "add", given, "--id", "nli", env=here, cwd=tmp_path).ok()
    lines = {
        one["id"]: one for one in kts("models", "list", "--json", env=here, cwd=tmp_path).ok().data["data"]["models"]
    }
    assert (lines["nli"]["role"], lines["nli"]["state"], lines["nli"]["max_tokens"]) == ("entailment", "installed", 64)
    assert lines["nli_deberta_xsmall"]["licence"] == "Apache-2.0"
    assert lines["nli_deberta_xsmall"]["role"] == "entailment"
    assert {lines[name]["role"] for name in KNOWN} == {"embedding"}
    assert "nli: entailment, 64 tokens, " in kts("models", "list", env=here, cwd=tmp_path).ok().out
    assert "sound  nli" in kts("models", "verify", env=here, cwd=tmp_path).ok().out
    other = here | {"KTS_MODELS": str(tmp_path / "elsewhere")}
    added = kts("models", "add", tmp_path / "models" / "nli", "--json", env=other, cwd=tmp_path).ok().data["data"]
    assert added["model"]["labels"] == list(entailers.ORDER)
    graph = tmp_path / "models" / "nli" / "model.onnx"
    graph.write_bytes(graph.read_bytes()[:-1] + b"\x01")
    assert "wrong  nli" in kts("models", "verify", env=here, cwd=tmp_path).ok(4).out
    kts("models", "remove", "nli", env=here, cwd=tmp_path).ok()
    assert not (tmp_path / "models" / "nli").exists()


def test_emb3_a_folder_without_a_name_or_with_labels_that_tell_nothing_is_refused(here, given, tmp_path):
    assert "--id NAME" in kts("models", "add", given, env=here, cwd=tmp_path).ok(2).err
    names = ("LABEL_0", "LABEL_1", "LABEL_2")
    unnamed = entailers.write(tmp_path / "unnamed", names=names)
    refused = kts("models", "add", unnamed, "--id", "nli", env=here, cwd=tmp_path).ok(2).err
    assert str(unnamed / CONFIG) in refused
    assert "id2label" in refused


def test_emb3_a_reranker_is_no_entailment_model(kb, here, tmp_path):
    rerankers.write(tmp_path / "models" / "cross")
    refused = kts("check", HOLDS, cwd=kb, env=here | {"KTS_ANSWER_ENTAILMENT": "cross"}).ok(13).err
    assert "holds a model for reranker, not for entailment" in refused


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """A hub of one folder on this machine."""
    quiet = type("Quiet", (SimpleHTTPRequestHandler,), {"log_message": lambda *_: None})
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(quiet, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


def test_emb3_from_a_hub_each_file_comes_by_its_hash(here, tmp_path):
    hub = entailers.write(tmp_path / "hub" / "own" / "nli" / "resolve" / "v1", place="onnx/model_quantized.onnx")
    pins = [f"--sha256={name}={sha256(hub / name)}" for name in (CONFIG, TOKENIZER, "onnx/model_quantized.onnx")]
    with served(tmp_path / "hub") as base:
        call = ("models", "add", "own/nli", "--id", "nli", "--revision", "v1", "--base", base)
        missing = kts(*call, pins[2], env=here, cwd=tmp_path).ok(2).err
        assert "not given: config.json, tokenizer.json" in missing
        wrong = [*pins[:2], f"--sha256=onnx/model_quantized.onnx={'0' * 64}"]
        assert "another SHA-256" in kts(*call, *wrong, env=here, cwd=tmp_path).ok(4).err
        added = kts(*call, *pins, "--json", env=here, cwd=tmp_path).ok().data["data"]["model"]
    assert added["upstream"] == {"repo": "own/nli", "revision": "v1", "licence": ""}
    assert added["source"] == f"{base}/own/nli@v1"


def test_evid1_the_default_may_be_absent_or_turned_off_and_the_doctor_says_so(kb, here, repository):
    assert checked(kb, here, HOLDS)["gates"] == ["claim"]
    told = kts("doctor", cwd=kb, env=here).out
    assert "entailment is not here: claims go through the other gates; kts models add FOLDER" in told
    kts("models", "add", str(repository / "models" / "entailment"), cwd=kb, env=here).ok()
    off = here | {"KTS_ANSWER_ENTAILMENT": "none"}
    assert checked(kb, off, HOLDS)["support"] == "supported"
    assert checked(kb, here, HOLDS)["gates"] == ["claim"]  # heard beside the embedding model and the reader alone
