"""EMB-3, EMB-4: a model is in its place only after it was converted, tried and compared."""

from __future__ import annotations

import json
import shutil

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

from kts.embed import manifest as manifests
from kts.embed.build import Recipe, adopt, build, examine
from kts.embed.onnx import OnnxEmbedder
from kts.errors import CheckFailed, UsageError
from kts.weights.folder import entry, sha256
from unit.embed import tiny
from unit.embed.conftest import quiet

RECIPE = Recipe("tiny", "a test", "mean", tiny.MAX_TOKENS)
FILES = {"model.onnx", "model_manifest.json", "tokenizer.json"}


@pytest.mark.parametrize("family", ["bert", "mpnet"])
@pytest.mark.parametrize("pooling", ["mean", "cls"])
@pytest.mark.parametrize("scheme", ["none", "int8-per-token", "int8-per-channel"])
def test_emb_3_every_shape_and_scheme_is_built(tmp_path, family, pooling, scheme):
    upstream = tiny.write_upstream(tmp_path / "upstream", family, pooling)
    recipe = Recipe("made", "a test", pooling, tiny.MAX_TOKENS, scheme=scheme)
    made = build(upstream, tmp_path / "models", recipe, tell=quiet)
    assert {path.name for path in (tmp_path / "models" / "made").iterdir()} == FILES
    assert [path.name for path in (tmp_path / "models").iterdir()] == ["made"]
    assert (made.pooling, made.dims, made.quantisation.scheme) == (pooling, tiny.DIMS, scheme)
    assert examine(tmp_path / "models" / "made") == made


def test_emb_3_the_manifest_says_what_was_made_of_what(installed, upstream):
    made = manifests.read(installed / "tiny")
    assert made.role == "embedding"
    assert made.quantisation == ("int8-per-token", sha256(upstream / "model.safetensors"))
    assert made.file("tokenizer.json") == entry(upstream / "tokenizer.json")
    vector = OnnxEmbedder(installed / "tiny").embed_documents([made.golden.text])[0]
    np.testing.assert_allclose(made.golden.vector, vector, atol=1e-6)


def test_emb_4_the_quantised_file_is_smaller(tmp_path, upstream):
    sizes = {}
    for scheme in ("none", "int8-per-token"):
        made = build(upstream, tmp_path, RECIPE._replace(id=f"as-{scheme}", scheme=scheme), tell=quiet)
        sizes[scheme] = made.file("model.onnx").size
    assert sizes["int8-per-token"] < sizes["none"]


def test_emb_1_a_model_takes_no_more_tokens_than_it_has_positions(tmp_path, upstream):
    made = build(upstream, tmp_path, RECIPE._replace(max_tokens=500), tell=quiet)
    assert made.max_tokens == tiny.POSITIONS
    long = " ".join(tiny.WORDS * 5)
    assert OnnxEmbedder(tmp_path / "tiny").windows(long) > 1


def test_emb_4_a_model_that_quantisation_spoils_is_refused_and_nothing_changes(tmp_path, upstream):
    build(upstream, tmp_path / "models", RECIPE, tell=quiet)
    before = manifests.read(tmp_path / "models" / "tiny")
    spoiled = tmp_path / "spoiled"
    shutil.copytree(upstream, spoiled)
    weights = tiny.weights("bert")
    # One number of each word's row dwarfs the others, which round to nothing; then only the others are looked at.
    weights["embeddings.word_embeddings.weight"][:, 0] = 3000
    weights["embeddings.LayerNorm.weight"][:] = 500
    weights["embeddings.LayerNorm.bias"][:] = 90
    for part in ("weight", "bias"):
        weights[f"embeddings.LayerNorm.{part}"][0] = 0
    (spoiled / "model.safetensors").write_bytes(tiny.safetensors(weights))
    with pytest.raises(CheckFailed, match="mean cosine") as refused:
        build(spoiled, tmp_path / "models", RECIPE, tell=quiet)
    assert "--quantize none" in refused.value.hint
    assert manifests.read(tmp_path / "models" / "tiny") == before
    assert [path.name for path in (tmp_path / "models").iterdir()] == ["tiny"]


def test_emb_1_the_golden_vector_of_a_known_model_is_compared(tmp_path, upstream):
    wanted, _ = tiny.computed(tiny.weights("bert"), "bert", golden_ids(), "mean")
    right = tuple(float(round(number, 5)) for number in wanted[:5])
    build(upstream, tmp_path, RECIPE._replace(golden=right), tell=quiet)
    with pytest.raises(CheckFailed, match="'hello world' begins"):
        build(upstream, tmp_path, RECIPE._replace(golden=(*right[:4], right[4] + 0.01)), tell=quiet)


def golden_ids():
    words = tiny.vocabulary("bert")
    return [words[word] for word in ("[CLS]", "hello", "world", "[SEP]")]


@pytest.mark.parametrize("name", ["config.json", "tokenizer.json", "model.safetensors"])
def test_emb_3_a_missing_or_other_upstream_file_is_named(tmp_path, upstream, name):
    shutil.copytree(upstream, tmp_path / "copy")
    with pytest.raises(UsageError, match=f"{name} is not the file that is pinned"):
        build(tmp_path / "copy", tmp_path / "models", RECIPE._replace(sha256={name: "0" * 64}), tell=quiet)
    (tmp_path / "copy" / name).unlink()
    with pytest.raises(UsageError, match=f"{name} is missing"):
        build(tmp_path / "copy", tmp_path / "models", RECIPE, tell=quiet)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("config.json", b"{"),
        ("config.json", b"[]"),
        ("tokenizer.json", b"{}"),
        ("model.safetensors", b""),
        ("model.safetensors", tiny.safetensors({"a": np.ones((2, 2), np.float32)})),
    ],
)
def test_emb_3_upstream_files_that_are_none_are_named(tmp_path, upstream, name, content):
    shutil.copytree(upstream, tmp_path / "copy")
    (tmp_path / "copy" / name).write_bytes(content)
    with pytest.raises(UsageError, match=f"copy/{name}") as refused:
        build(tmp_path / "copy", tmp_path / "models", RECIPE, tell=quiet)
    assert refused.value.hint
    assert not list((tmp_path / "models").glob("*"))


def test_emb_3_a_ready_folder_is_taken_under_another_name(tmp_path, installed):
    taken = adopt(installed / "tiny", tmp_path / "models", tell=quiet, name="mine")
    assert taken.id == "mine"
    assert manifests.model_hash(taken) == manifests.model_hash(manifests.read(installed / "tiny"))
    assert {path.name for path in (tmp_path / "models" / "mine").iterdir()} == FILES


@pytest.mark.parametrize("name", ["../outside", "/outside", "a/b", ".."])
def test_emb_3_a_received_name_leads_nowhere_else(tmp_path, installed, name):
    folder = tmp_path / "received"
    shutil.copytree(installed / "tiny", folder)
    manifests.write(folder, manifests.read(folder)._replace(id=name))
    with pytest.raises(UsageError, match="no name of a model"):
        adopt(folder, tmp_path / "deep" / "models", tell=quiet)
    assert {path.name for path in tmp_path.iterdir()} == {"received"}


def received(installed, folder, change):
    """A received folder whose graph was changed and whose manifest agrees with it."""
    shutil.copytree(installed / "tiny", folder)
    model = onnx.load(str(folder / "model.onnx"))
    change(model)
    (folder / "model.onnx").write_bytes(model.SerializeToString())
    given = manifests.read(folder)
    files = tuple(entry(folder / file.path) for file in given.files)
    manifests.write(folder, given._replace(files=files))
    return folder


def reads_another_file(model):
    tensor = model.graph.initializer[0]
    tensor.ClearField("raw_data")
    tensor.data_location = TensorProto.EXTERNAL
    tensor.external_data.add(key="location", value="../../secret")


def hides_it_in_a_branch(model):
    tensor = TensorProto(name="hidden", data_type=TensorProto.FLOAT, dims=[1], data_location=TensorProto.EXTERNAL)
    tensor.external_data.add(key="location", value="../../secret")
    inner = helper.make_graph([helper.make_node("Constant", [], ["hidden"], value=tensor)], "branch", [], [])
    model.graph.node.append(helper.make_node("If", ["condition"], [], then_branch=inner))


def needs_a_library(model):
    model.opset_import.add(domain="my.own", version=1)


def answers_otherwise(model):
    model.graph.output[0].name = "logits"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (reads_another_file, "in another file"),
        (hides_it_in_a_branch, "in another file"),
        (needs_a_library, r"operators of my\.own"),
        (answers_otherwise, "other inputs and outputs"),
    ],
)
def test_emb_3_a_received_graph_that_reaches_out_is_refused(tmp_path, installed, change, said):
    folder = received(installed, tmp_path / "received", change)
    with pytest.raises(CheckFailed, match=said):
        adopt(folder, tmp_path / "models", tell=quiet)
    assert not list((tmp_path / "models").glob("*"))


def test_emb_3_a_received_file_that_is_no_graph_is_refused(tmp_path, installed):
    folder = tmp_path / "received"
    shutil.copytree(installed / "tiny", folder)
    (folder / "model.onnx").write_bytes(b"\xff" * 100)
    given = manifests.read(folder)
    manifests.write(folder, given._replace(files=tuple(entry(folder / file.path) for file in given.files)))
    with pytest.raises(CheckFailed, match="no ONNX file"):
        adopt(folder, tmp_path / "models", tell=quiet)


def test_emb_3_files_that_the_manifest_does_not_name_stay_outside(tmp_path, installed):
    folder = tmp_path / "received"
    shutil.copytree(installed / "tiny", folder)
    (folder / "weights.pkl").write_bytes(b"cos\nsystem\n")
    adopt(folder, tmp_path / "models", tell=quiet)
    assert {path.name for path in (tmp_path / "models" / "tiny").iterdir()} == FILES


def test_emb_3_a_model_is_replaced_as_a_whole(tmp_path, upstream):
    build(upstream, tmp_path, RECIPE, tell=quiet)
    build(upstream, tmp_path, RECIPE._replace(scheme="none"), tell=quiet)
    found = json.loads((tmp_path / "tiny" / "model_manifest.json").read_text())
    assert found["quantisation"]["scheme"] == "none"
    assert [path.name for path in tmp_path.iterdir()] == ["tiny"]
