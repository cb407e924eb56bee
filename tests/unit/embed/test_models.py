"""EMB-2, RELIABILITY (exit codes): models by name, their place, and what is said when one is not there."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from kts.embed.catalogue import ALIASES, DEFAULT, KNOWN, UPSTREAM_FILES
from kts.embed.models import canonical, default_folder, folder_of, load
from kts.errors import MissingModel, UsageError


def test_emb_2_the_default_has_the_name_of_the_original_design(tmp_path):
    assert DEFAULT == "minilm_onnx"
    assert folder_of("legacy_chroma_default", tmp_path) == tmp_path / "minilm_onnx"
    assert {"minilm_onnx", "bge_onnx_int8"} <= set(KNOWN)
    assert set(ALIASES.values()) <= set(KNOWN)


@pytest.mark.parametrize("name", sorted(KNOWN))
def test_emb_2_a_known_model_is_pinned_and_licensed(name):
    known = KNOWN[name]
    assert known.id == canonical(name) == name
    assert set(known.sha256) == set(UPSTREAM_FILES)
    assert known.upstream.licence in {"Apache-2.0", "MIT"}
    pinned = [*known.sha256.values(), *(wheel.sha256 for archive in known.archives for wheel in archive.wheels)]
    assert all(len(digest) == 64 and set(digest) <= set("0123456789abcdef") for digest in pinned)
    assert all("==" in wheel.requirement for archive in known.archives for wheel in archive.wheels)


def test_emb_1_bge_is_pooled_and_asked_as_its_card_says():
    for name in ("bge_onnx_int8", "bge_small"):
        assert KNOWN[name].pooling == "cls"
        assert KNOWN[name].query_prefix == "Represent this sentence for searching relevant passages: "
        assert not KNOWN[name].document_prefix


@pytest.mark.parametrize("name", ["minilm_onnx", "legacy_chroma_default", "my-own.model_2"])
def test_an_absent_model_names_the_expected_path_and_the_command(tmp_path, name):
    with pytest.raises(MissingModel) as missing:
        load(name, models=tmp_path)
    assert str(folder_of(name, tmp_path) / "model_manifest.json") in missing.value.message
    assert missing.value.hint.startswith("kts models add ")
    assert missing.value.exit_code == 13


@pytest.mark.parametrize("name", ["", "..", ".", "../other", "a/b", "a\\b", ".hidden", "Big", "x" * 65, "a\n"])
def test_a_name_that_could_lead_elsewhere_is_refused(tmp_path, name):
    with pytest.raises(UsageError, match="no name of a model"):
        folder_of(name, tmp_path)


def test_the_folder_is_the_variable_or_the_users_data(tmp_path):
    assert default_folder({"KTS_MODELS": str(tmp_path)}) == tmp_path
    assert default_folder({}).parts[-2:] == ("kts", "models")
    assert default_folder({}).is_relative_to(Path.home())


@pytest.mark.parametrize(
    ("platform", "environment", "place"),
    [
        ("linux", {"XDG_DATA_HOME": "/data"}, Path("/data/kts/models")),
        ("win32", {"LOCALAPPDATA": "/local"}, Path("/local/kts/models")),
        ("darwin", {}, Path.home() / "Library" / "Application Support" / "kts" / "models"),
    ],
)
def test_each_platform_has_its_place(monkeypatch, platform, environment, place):
    monkeypatch.setattr(sys, "platform", platform)
    assert default_folder(environment) == place
