"""A reader says of a pair whether the text answers and where, the same whatever stands beside it."""

from __future__ import annotations

import json
import math
import shutil
from collections import Counter

import numpy as np
import onnx
import onnxruntime
import pytest

from kts.errors import CheckFailed, MissingModel, UsageError
from kts.ports.models import ALONE, Weighing
from kts.reader.build import adopt, build_reader, examine
from kts.reader.graph import build_graph
from kts.reader.manifest import INPUTS, OUTPUTS, read, write
from kts.reader.models import load
from kts.reader.onnx import OnnxReader
from kts.testing import check_reader
from kts.testing.reader import OverlapReader
from kts.weights.folder import GRAPH, NAME, entry
from kts.weights.shape import shape_of
from unit.embed import tiny
from unit.reader import small

QUESTION = "how long is the cure period?"
TEXTS = ("the cure period is thirty days.", "whales are mammals of the open sea", "", "error e7 " * 40)


def quiet(_line):
    """Progress that nobody reads."""


def test_the_reader_keeps_the_suite_of_its_port(made):
    check_reader(lambda: OnnxReader(made))
    check_reader(OverlapReader)


def test_readings_are_the_same_on_however_many_threads(made):
    assert OnnxReader(made, threads=1).read(QUESTION, TEXTS) == OnnxReader(made, threads=3).read(QUESTION, TEXTS)


def test_a_pair_that_was_just_read_is_not_computed_again(made, monkeypatch):
    reader, ran = OnnxReader(made), []
    session = reader._session

    class Counted:
        def run(self, outputs, given):
            ran.append(given)
            return session.run(outputs, given)

    monkeypatch.setattr(reader, "_session", Counted())
    first = reader.read(QUESTION, TEXTS)
    assert reader.read(QUESTION, TEXTS[:2]) == first[:2]
    assert len(ran) == len(TEXTS)
    reader.read("who pays?", TEXTS)
    assert len(ran) == 2 * len(TEXTS)


def test_a_reader_scores_as_a_reranker_does(reader):
    texts = list(TEXTS[:3])
    assert list(reader.scores(QUESTION, texts)) == [one.answerable for one in reader.read(QUESTION, texts)]


@pytest.mark.parametrize("size", [2, 5, 30, tiny.POSITIONS])
def test_single_precision_is_what_the_weights_compute(size):
    random = np.random.default_rng(size)
    ids = random.integers(0, len(tiny.vocabulary("bert")), size)
    kinds = (np.arange(size) >= size // 2).astype(int)
    graph = build_graph(small.weights(), shape_of(tiny.config("bert")), scheme="none")
    session = onnxruntime.InferenceSession(graph, providers=["CPUExecutionProvider"])
    given = {name: np.array([row], np.int64) for name, row in zip(INPUTS, (ids, kinds), strict=True)}
    found = session.run(list(OUTPUTS), given)
    for one, wanted in zip(found, small.computed(ids, kinds), strict=True):
        np.testing.assert_allclose(one[0], wanted, atol=1e-4)


def test_products_are_quantised_the_heads_are_not(made):
    kinds = Counter(node.op_type for node in onnx.load(made / GRAPH).graph.node)
    assert kinds["MatMulIntegerToFloat"] == 6 * tiny.LAYERS
    assert kinds["MatMul"] == 2


@pytest.mark.parametrize("levels", [63, 58.1])
def test_weights_near_the_steps_of_quantised_ones_keep_what_training_changed_under_other_steps(levels):
    """A third of a step up for all of them is rounded away by the same steps, and told on average by others."""
    name = "encoder.layer.0.output.dense.weight"
    plain = small.weights()
    step = np.abs(plain[name]).max(axis=1, keepdims=True) / 63
    start = np.rint(plain[name] / step).clip(-62, 62) * step
    start[:, 0] = 63 * step[:, 0]
    trained = (start + np.where(start < 62 * step, step / 3, 0)).astype(np.float32)
    graph = build_graph(plain | {name: trained}, shape_of(tiny.config("bert")), scheme="int8-per-token", levels=levels)
    found = {one.name: onnx.numpy_helper.to_array(one) for one in onnx.load_from_string(graph).graph.initializer}
    own = "encoder.layer.0.down"
    kept = (found[f"{own}.weight"] * found[f"{own}.scale"]).T - start
    assert float((kept / step).mean()) == pytest.approx(0 if levels == 63 else 1 / 3, abs=0.05)


def test_the_same_weights_give_the_same_file(trained, made, tmp_path):
    build_reader(trained, tmp_path / "small", small.RECIPE, tell=quiet)
    assert (tmp_path / "small" / GRAPH).read_bytes() == (made / GRAPH).read_bytes()
    assert read(tmp_path / "small") == read(made)


def test_neighbours_do_not_matter(reader):
    alone = [reader.read(QUESTION, [text])[0] for text in TEXTS]
    assert list(reader.read(QUESTION, TEXTS)) == alone
    assert list(reader.read(QUESTION, TEXTS[::-1])) == alone[::-1]
    assert reader.read("who may?", TEXTS[:1])[0] != alone[0]


def test_a_span_is_a_stretch_of_the_text_without_cut_words(reader):
    found = reader.read(QUESTION, TEXTS)
    for text, one in zip(TEXTS, found, strict=True):
        if text:
            said = text[one.span.start : one.span.end]
            assert said
            assert said == said.strip()
        else:
            assert one.span is None
        assert one.span_score <= 0


def test_what_is_over_the_longest_pair_is_not_read(reader):
    long = "the cure period " * 40
    assert reader.read(QUESTION, [long])[0] == reader.read(QUESTION, [long + "is thirty days"])[0]
    asked = "how long " * small.QUESTION
    assert reader.read(asked, TEXTS[:1]) == reader.read(asked + "whales", TEXTS[:1])


def test_an_empty_question_and_marks_of_the_model_are_read_as_they_stand(reader):
    found = reader.read("", ["", "[CLS] text [SEP]", "\ud800 half"])
    assert len(found) == 3
    assert reader.count("[SEP]") > 1
    assert reader.count("") == 0


def test_golden_readings_are_kept_and_repeated(made):
    manifest = examine(made)
    assert len(manifest.golden) >= 6
    assert any(one.text == "" and one.start == -1 for one in manifest.golden)


def test_a_calibration_comes_with_the_folder_and_changes_the_hash_not_the_logits(made, tmp_path):
    folder = shutil.copytree(made, tmp_path / "small")
    weighings = {"question": Weighing(-0.5, 0.7), "claim": Weighing(-1.5, 0.3, 2.0, cosine=3.0, usual=0.5)}
    write(folder, read(folder)._replace(weighings=weighings))
    adopt(folder, tmp_path / "models", tell=quiet)
    plain, calibrated = OnnxReader(made), OnnxReader(tmp_path / "models" / "small")
    assert calibrated.weighings == weighings
    assert plain.weighings == ALONE
    assert calibrated.model_hash != plain.model_hash
    assert calibrated.read(QUESTION, TEXTS) == plain.read(QUESTION, TEXTS)


def test_a_graph_that_computes_something_else_is_refused(made, tmp_path):
    folder = shutil.copytree(made, tmp_path / "small")
    other = build_graph(small.weights(seed=8), shape_of(tiny.config("bert")), scheme="int8-per-token")
    (folder / GRAPH).write_bytes(other)
    _change(folder, files=[entry(folder / one.path)._asdict() for one in read(folder).files])
    with pytest.raises(CheckFailed, match="questions are read otherwise than when the reader was built"):
        adopt(folder, tmp_path / "models", tell=quiet)
    assert not list((tmp_path / "models").glob("[!.]*"))


def test_a_damaged_file_is_refused(made, tmp_path):
    folder = shutil.copytree(made, tmp_path / "small")
    content = bytearray((folder / GRAPH).read_bytes())
    content[-1] ^= 1
    (folder / GRAPH).write_bytes(content)
    with pytest.raises(MissingModel, match="another SHA-256"):
        examine(folder)


def test_what_stands_beside_a_reader_comes_with_it(trained, tmp_path):
    card = tmp_path / "MODEL_CARD.md"
    card.write_text("what it is bad at", encoding="utf-8")
    build_reader(trained, tmp_path / "small", small.RECIPE._replace(beside=(card,)), tell=quiet)
    adopt(tmp_path / "small", tmp_path / "models", tell=quiet, name="mine")
    assert (tmp_path / "models" / "mine" / card.name).read_text(encoding="utf-8") == "what it is bad at"
    assert load("mine", models=tmp_path / "models").read(QUESTION, TEXTS) == OnnxReader(tmp_path / "small").read(
        QUESTION, TEXTS
    )


def test_quantising_may_not_cost_what_judged_pairs_show(trained, tmp_path):
    pairs = [(QUESTION, text) for text in ("the cure period", "whales", "error licence", "thirty days", "who may")]
    exact = tmp_path / "exact"
    build_reader(trained, exact, small.RECIPE._replace(scheme="none"), tell=quiet)
    logits = [one.answerable for one in OnnxReader(exact).read(QUESTION, [text for _, text in pairs])]
    order = sorted(logits)
    judged = [(question, text, one > order[2]) for (question, text), one in zip(pairs, logits, strict=True)]
    said = []
    build_reader(trained, tmp_path / "kept", small.RECIPE, judged=judged, tell=said.append)
    assert any("AUROC 1.0000 in single precision" in line for line in said)


def test_a_head_that_is_missing_is_named(tmp_path):
    tensors = {name: value for name, value in small.weights().items() if name != "reader.span.bias"}
    with pytest.raises(UsageError, match=r"reader\.span\.bias"):
        build_reader(small.files(tmp_path / "given", tensors), tmp_path / "small", small.RECIPE, tell=quiet)
    assert not (tmp_path / "small").exists()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"role": "embedding"}, "a model for embedding"),
        ({"question": 0}, "at least 1"),
        ({"max_tokens": 5}, "no room for a text"),
        ({"files": []}, "does not list"),
        ({"golden": [{}]}, "cannot be used"),
        (
            {"weighings": {"poem": {"bias": 0, "logit": 1, "coverage": 0, "cosine": 0, "usual": 0}}},
            "weighings are of claim and question",
        ),
        ({"weighings": {"claim": {"bias": 0}}}, "cannot be used"),
        (
            {"weighings": {"claim": {"bias": 0, "logit": math.nan, "coverage": 0, "cosine": 0, "usual": 0}}},
            "weighings are finite numbers",
        ),
    ],
)
def test_a_manifest_that_makes_no_sense_is_refused(made, tmp_path, change, said):
    folder = shutil.copytree(made, tmp_path / "small")
    _change(folder, **change)
    with pytest.raises(MissingModel, match=said):
        OnnxReader(folder)


def test_a_reader_that_is_not_here_says_where_it_was_looked_for(tmp_path):
    with pytest.raises(MissingModel, match="the reader small is not on this machine") as missing:
        load("small", models=tmp_path)
    assert "answer.reader" in missing.value.hint
    with pytest.raises(UsageError, match="no name"):
        load("../small", models=tmp_path)


def _change(folder, **fields):
    found = json.loads((folder / NAME).read_text(encoding="utf-8"))
    (folder / NAME).write_text(json.dumps(found | fields), encoding="utf-8")
