"""EMB-3, FACES: `kts models` as a person meets it."""

from __future__ import annotations

import json
import os
import shutil

import pytest

from kts.embed.catalogue import DEFAULT, KNOWN
from kts.entail import catalogue as classifiers
from kts.weights.folder import default_folder, sha256
from support.command import kts
from unit.embed import tiny


@pytest.fixture
def here(tmp_path):
    """The environment of a user whose models live in a folder of the test, and who reaches no package index."""
    return {"KTS_MODELS": str(tmp_path / "models"), "PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": os.devnull}


@pytest.fixture(scope="module")
def upstream(tmp_path_factory):
    return tiny.write_upstream(tmp_path_factory.mktemp("given") / "tiny")


@pytest.fixture
def added(here, upstream, tmp_path):
    """The folder of a model that was added from its upstream files."""
    kts("models", "add", upstream, "--id", "tiny", env=here, cwd=tmp_path).ok()
    return tmp_path / "models" / "tiny"


def test_emb_2_the_list_shows_what_can_be_added(here, tmp_path):
    found = kts("models", "list", "--json", env=here, cwd=tmp_path).ok().data["data"]
    assert found["folder"] == here["KTS_MODELS"]
    assert found["models"][0]["id"] == DEFAULT
    assert {model["id"]: model["state"] for model in found["models"]} == dict.fromkeys(
        [*KNOWN, *classifiers.KNOWN], "available"
    )
    shown = kts("models", "list", env=here, cwd=tmp_path).ok().out
    assert all(name in shown for name in ("legacy_chroma_default", *KNOWN))


def test_emb_3_a_folder_of_upstream_files_becomes_a_model(here, upstream, tmp_path):
    done = kts("models", "build", upstream, "--id", "tiny", "--quantize", "none", "--json", env=here, cwd=tmp_path).ok()
    model = done.data["data"]["model"]
    assert (model["pooling"], model["max_tokens"], model["dims"]) == ("mean", tiny.MAX_TOKENS, tiny.DIMS)
    assert model["quantisation"] == {"scheme": "none", "from_sha256": sha256(upstream / "model.safetensors")}
    assert not done.err
    assert kts("models", "verify", "--json", env=here, cwd=tmp_path).ok().data["data"]["models"] == [
        {"id": "tiny", "sound": True, "detail": ""}
    ]


def test_emb_3_progress_is_told_and_the_result_listed(here, upstream, tmp_path):
    done = kts("models", "add", upstream, "--id", "tiny", env=here, cwd=tmp_path).ok()
    assert "mean cosine" in done.err
    assert done.out.startswith("tiny: 32 d, int8-per-token")
    shown = kts("models", "list", env=here, cwd=tmp_path).ok().out
    assert "installed  tiny: 32 d, 24 tokens, int8-per-token" in shown


def test_emb_3_a_ready_folder_is_added_as_it_is(here, added, tmp_path):
    shutil.move(added, tmp_path / "received")
    kts("models", "add", tmp_path / "received", env=here, cwd=tmp_path).ok()
    assert sha256(added / "model.onnx") == sha256(tmp_path / "received" / "model.onnx")


def test_emb_3_damage_is_found_listed_and_removed(here, added, tmp_path):
    graph = added / "model.onnx"
    content = bytearray(graph.read_bytes())
    content[-1] ^= 1
    graph.write_bytes(content)
    assert "wrong  tiny" in kts("models", "verify", env=here, cwd=tmp_path).ok(4).out
    graph.write_bytes(content[:-1])
    listed = kts("models", "list", "--json", env=here, cwd=tmp_path).ok().data["data"]["models"]
    assert [model["state"] for model in listed if model["id"] == "tiny"] == ["damaged"]
    kts("models", "remove", "tiny", env=here, cwd=tmp_path).ok()
    assert not added.exists()
    gone = kts("models", "remove", "tiny", "--json", env=here, cwd=tmp_path).ok(13).data["data"]
    assert (gone["error"], gone["path"]) == ("missing_model", str(added))


def test_emb_3_a_refused_build_leaves_nothing(here, upstream, tmp_path):
    pin = f"tokenizer.json={'0' * 64}"
    words = ("models", "build", upstream, "--id", "tiny", "--sha256", pin)
    refused = kts(*words, env=here, cwd=tmp_path).ok(2)
    assert "tokenizer.json is not the file that is pinned" in refused.err
    assert not list((tmp_path / "models").glob("*"))


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("add", "nothing-of-the-kind"), 2, "no known model"),
        (("add", DEFAULT), 15, "could not be downloaded"),
        (("add", "own/tiny"), 2, "not given: config.json"),
        (("add", "own/tiny", "--sha256", "config.json=12"), 2, "64 digits"),
        (("remove", "../models"), 2, "no name of a model"),
        (("verify", "tiny"), 4, "model_manifest.json is missing"),
    ],
)
def test_emb_3_what_goes_wrong_is_said(here, tmp_path, words, code, said):
    done = kts("models", *words, env=here, cwd=tmp_path).ok(code)
    assert said in done.out + done.err
    assert done.code == code


def test_emb_3_a_known_name_is_the_known_model_whatever_folders_lie_about(here, upstream, tmp_path):
    shutil.copytree(upstream, tmp_path / DEFAULT)
    done = kts("models", "add", DEFAULT, env=here, cwd=tmp_path).ok(15)
    assert "could not be downloaded" in done.err


def test_emb_3_a_model_without_a_name_or_pooling_asks_for_them(here, upstream, tmp_path):
    assert "--id NAME" in kts("models", "add", upstream, env=here, cwd=tmp_path).ok(2).err
    bare = tmp_path / "bare"
    shutil.copytree(upstream, bare)
    shutil.rmtree(bare / "1_Pooling")
    (bare / "sentence_bert_config.json").unlink()
    assert "--pooling" in kts("models", "add", bare, "--id", "bare", env=here, cwd=tmp_path).ok(2).err
    words = ("models", "add", bare, "--id", "bare", "--pooling", "cls", "--query-prefix", "q: ", "--json")
    model = kts(*words, env=here, cwd=tmp_path).ok().data["data"]["model"]
    assert (model["pooling"], model["query_prefix"], model["max_tokens"]) == ("cls", "q: ", tiny.POSITIONS)


def test_a_folder_that_cannot_be_written_is_said(here, upstream, tmp_path):
    (tmp_path / "models").write_text("a file stands where the folder should be")
    done = kts("models", "add", upstream, "--id", "tiny", "--json", env=here, cwd=tmp_path).ok(14)
    assert done.data["data"]["error"] == "storage"
    assert "KTS_MODELS" in done.data["data"]["hint"]


@pytest.mark.slow
def test_emb_2_the_default_model_passes_its_checks(tmp_path):
    folder = default_folder(os.environ)
    if not (folder / DEFAULT / "model_manifest.json").is_file():
        pytest.skip(f"no model in {folder}; kts models add {DEFAULT}")
    kts("models", "verify", DEFAULT, env={"KTS_MODELS": str(folder)}, cwd=tmp_path).ok()
    found = json.loads((folder / DEFAULT / "model_manifest.json").read_text())
    assert found["quantisation"]["from_sha256"] == KNOWN[DEFAULT].sha256["model.safetensors"]
