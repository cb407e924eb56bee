"""EMB-1, RELIABILITY (received models): a manifest is believed only as far as its files agree."""

from __future__ import annotations

import json
import shutil

import pytest

from kts.embed import manifest as manifests
from kts.embed.build import examine
from kts.embed.models import load
from kts.errors import CheckFailed, MissingModel
from kts.weights.folder import NAME, Quantisation, entry


@pytest.fixture
def copy(installed, tmp_path):
    """A copy of the model that a test may damage."""
    shutil.copytree(installed / "tiny", tmp_path / "tiny")
    return tmp_path / "tiny"


def changed(folder, **fields):
    found = json.loads((folder / NAME).read_text())
    (folder / NAME).write_text(json.dumps({**found, **fields}))


def test_emb_1_a_manifest_is_read_as_it_was_written(installed, tmp_path):
    found = manifests.read(installed / "tiny")
    manifests.write(tmp_path, found)
    assert manifests.read(tmp_path) == found
    fields = "id role upstream source files dims pooling normalise query_prefix document_prefix max_tokens"
    assert set(json.loads((tmp_path / NAME).read_text())) == {*fields.split(), "quantisation", "golden"}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("pooling", "cls"),
        ("query_prefix", "q: "),
        ("document_prefix", "d: "),
        ("dims", 31),
        ("max_tokens", 23),
        ("quantisation", Quantisation("none")),
        ("normalise", False),
    ],
)
def test_emb_5_whatever_a_vector_hangs_on_is_in_the_hash(installed, field, value):
    found = manifests.read(installed / "tiny")
    assert manifests.model_hash(found._replace(**{field: value})) != manifests.model_hash(found)


def test_emb_5_the_bytes_of_graph_and_tokenizer_are_in_the_hash_and_the_name_is_not(installed):
    found = manifests.read(installed / "tiny")
    for name in ("model.onnx", "tokenizer.json"):
        files = tuple(one._replace(sha256="0" * 64) if one.path == name else one for one in found.files)
        assert manifests.model_hash(found._replace(files=files)) != manifests.model_hash(found)
    assert manifests.model_hash(found._replace(id="other", source="elsewhere")) == manifests.model_hash(found)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"pooling": "max"}, "pooling 'max'"),
        ({"normalise": False}, "unit length"),
        ({"dims": 0}, "at least 1"),
        ({"dims": "many"}, "ValueError"),
        ({"files": []}, "does not list model.onnx"),
        ({"files": [{"path": "../model.onnx", "size": 1, "sha256": ""}]}, "leads out of the folder"),
        ({"files": [{"path": "C:\\model.onnx", "size": 1, "sha256": ""}]}, "leads out of the folder"),
        ({"upstream": {"address": "x"}}, "TypeError"),
        ({"golden": None}, "TypeError"),
    ],
)
def test_emb_1_a_manifest_without_sense_is_refused(copy, fields, said):
    changed(copy, **fields)
    with pytest.raises(MissingModel, match=NAME) as refused:
        load("tiny", models=copy.parent)
    assert said in refused.value.message
    assert refused.value.hint


@pytest.mark.parametrize("content", ["", "[]", "{}", "\x00", '{"id": 1}'])
def test_emb_1_a_manifest_that_is_none_is_refused(copy, content):
    (copy / NAME).write_text(content)
    with pytest.raises(MissingModel, match=NAME):
        load("tiny", models=copy.parent)


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json"])
def test_emb_1_a_file_that_is_gone_or_cut_off_is_named(copy, name):
    content = (copy / name).read_bytes()
    (copy / name).write_bytes(content[:-10])
    with pytest.raises(MissingModel, match=f"{name} has {len(content) - 10} bytes, not {len(content)}") as refused:
        load("tiny", models=copy.parent)
    assert refused.value.hint == "add it again: kts models add tiny"
    (copy / name).unlink()
    with pytest.raises(MissingModel, match=f"{name} is missing"):
        load("tiny", models=copy.parent)


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json"])
def test_emb_3_one_changed_byte_is_found(copy, name):
    content = bytearray((copy / name).read_bytes())
    content[len(content) // 2] ^= 1
    (copy / name).write_bytes(content)
    with pytest.raises(MissingModel, match=f"{name} is not the file"):
        examine(copy)


def test_emb_3_a_vector_that_differs_from_the_golden_one_is_found(copy):
    golden = json.loads((copy / NAME).read_text())["golden"]
    changed(copy, golden={**golden, "vector": golden["vector"][::-1]})
    with pytest.raises(CheckFailed, match="another vector"):
        examine(copy)
    changed(copy, golden={**golden, "vector": golden["vector"][:5]})
    with pytest.raises(CheckFailed, match="another vector"):
        examine(copy)


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json"])
def test_emb_1_files_that_are_no_model_are_an_error_that_names_them(copy, name):
    (copy / name).write_bytes(b'{"no": "model"}')
    found = manifests.read(copy)
    files = tuple(entry(copy / file.path) for file in found.files)
    manifests.write(copy, found._replace(files=files))
    with pytest.raises(MissingModel, match=f"{name} cannot be loaded") as refused:
        load("tiny", models=copy.parent)
    assert refused.value.exit_code == 13
