"""EVID-1, EMB-3: an entailment model comes as a hub has it, is told by its labels, and tried before it serves."""

from __future__ import annotations

import json
import math

import pytest

from kts.entail import catalogue
from kts.entail import manifest as manifests
from kts.entail.build import Recipe, adopt, build, examine
from kts.entail.labels import labels
from kts.entail.models import load
from kts.entail.onnx import OnnxEntailment
from kts.entail.upstream import GRAPHS, classifies, label_names
from kts.errors import CheckFailed, MissingModel, UsageError
from kts.ports.models import Entailment, Least
from kts.weights.folder import CONFIG, GRAPH, NAME, TOKENIZER
from support import entailers, rerankers

PREMISE = "The cure period is thirty days."


def quiet(_line):
    return


@pytest.fixture
def given(tmp_path):
    return entailers.write(tmp_path / "given")


@pytest.fixture
def models(tmp_path, given):
    build(given, tmp_path / "models", Recipe("tiny", "a test"), tell=quiet)
    return tmp_path / "models"


def infer(folder, *pairs):
    return OnnxEntailment(folder).infer(pairs)


def softmax(*logits):
    powers = [math.exp(one) for one in logits]
    return [round(one / sum(powers), 5) for one in powers]


@pytest.mark.parametrize(
    ("names", "wanted"),
    [
        (("contradiction", "entailment", "neutral"), ("contradiction", "entailment", "neutral")),
        (("ENTAILMENT", " Neutral ", "contradicts"), ("entailment", "neutral", "contradiction")),
        (("entailment", "not_entailment"), ("entailment", "other")),
        (("not contradiction", "contradiction"), ("other", "contradiction")),
        (("LABEL_0", "LABEL_1", "LABEL_2"), ()),
        (("positive", "negative"), ()),
        (("entailment", "entails"), ()),
        (("neutral", "not_entailment"), ()),
        (("entailment", "not_toxic"), ()),
        ((), ()),
    ],
)
def test_evid1_labels_are_told_by_their_names_or_not_at_all(names, wanted):
    assert labels(names) == wanted


@pytest.mark.parametrize("said", [{}, {"id2label": 3}, {"id2label": {"a": "x"}}, {"id2label": {"1": "entailment"}}])
def test_names_that_are_no_list_from_zero_on_are_none(said):
    assert label_names(said) == ()


def test_evid1_probabilities_are_what_the_graph_computes(models):
    same, denied, half = infer(
        models / "tiny",
        (PREMISE, PREMISE),
        (PREMISE, "The cure period is not thirty days."),
        (PREMISE, "thirty whales"),
    )
    steep = entailers.STEEP
    assert tuple(same) == pytest.approx(softmax(steep / 2, 0, -steep / 2), abs=2e-3)
    assert denied.contradiction > 0.8 > denied.entailment
    assert half.entailment == pytest.approx(softmax(0, 0, -steep)[0], abs=2e-3)


def test_evid1_the_premise_is_cut_and_a_hypothesis_that_does_not_fit_is_not_read(models):
    filler = "the engine is cold and wet " * 40
    long, other = infer(models / "tiny", (f"{PREMISE} {filler}", PREMISE), (f"{filler} {PREMISE}", "thirty days"))
    assert long.entailment > 0.8
    assert other.entailment < 0.2
    assert infer(models / "tiny", (PREMISE, filler)) == [Entailment()]


def test_evid1_a_graph_of_one_length_is_filled_up(tmp_path, models):
    build(entailers.write(tmp_path / "fixed", length=40), tmp_path / "models", Recipe("fixed", "a test"), tell=quiet)
    pairs = [(PREMISE, PREMISE), (PREMISE, "whales are not cold")]
    assert infer(models / "fixed", *pairs) == infer(models / "tiny", *pairs)
    assert manifests.read(models / "fixed").max_tokens == 40


@pytest.mark.parametrize("place", ["onnx/model_quantized.onnx", "onnx/model.onnx", "model_quantized.onnx"])
def test_emb3_the_graph_is_found_where_hubs_keep_it(tmp_path, place):
    folder = entailers.write(tmp_path / "given", place=place)
    build(folder, tmp_path / "models", Recipe("tiny", "a test"), tell=quiet)
    assert (tmp_path / "models" / "tiny" / GRAPH).read_bytes() == (folder / place).read_bytes()


def test_evid1_labels_that_tell_nothing_name_the_file_and_the_remedy(tmp_path):
    folder = entailers.write(tmp_path / "given", names=("LABEL_0", "LABEL_1", "LABEL_2"))
    assert classifies(folder)
    with pytest.raises(UsageError, match="LABEL_0, LABEL_1, LABEL_2") as caught:
        build(folder, tmp_path / "models", Recipe("tiny", "a test"), tell=quiet)
    assert caught.value.path == str(folder / CONFIG)
    assert "id2label" in caught.value.hint
    assert not (tmp_path / "models" / "tiny").exists()


@pytest.mark.parametrize(
    ("options", "wrong"),
    [
        ({"names": ("entailment", "contradiction", "neutral")}, "its entailment is another output"),
        ({"names": ("contradiction", "entailment")}, "does not give 2 numbers"),
        (
            {"order": ("other", "contradiction"), "names": ("contradiction", "not_contradiction")},
            "its contradiction is",
        ),
    ],
)
def test_evid1_labels_in_another_order_than_the_outputs_are_noticed(tmp_path, options, wrong):
    with pytest.raises(CheckFailed, match=wrong):
        build(entailers.write(tmp_path / "given", **options), tmp_path / "models", Recipe("tiny", "x"), tell=quiet)
    assert not (tmp_path / "models" / "tiny").exists()


@pytest.mark.parametrize("missing", [GRAPH, TOKENIZER])
def test_emb3_a_folder_that_lacks_a_file_is_refused(tmp_path, given, missing):
    (given / missing).unlink()
    with pytest.raises(UsageError, match=missing):
        build(given, tmp_path / "models", Recipe("tiny", "a test"), tell=quiet)


def test_emb3_a_file_that_is_no_graph_or_takes_other_things_is_refused(tmp_path, given):
    odd = entailers.write(tmp_path / "odd", inputs=(*entailers.BOTH, "pixels"))
    with pytest.raises(UsageError, match="not a pair of texts"):
        build(odd, tmp_path / "models", Recipe("odd", "a test"), tell=quiet)
    (given / GRAPH).write_bytes(b"no graph")
    with pytest.raises(CheckFailed, match="no ONNX file"):
        build(given, tmp_path / "models", Recipe("tiny", "a test"), tell=quiet)


def test_emb3_another_file_than_the_pinned_is_refused(tmp_path, given):
    with pytest.raises(UsageError, match="another SHA-256"):
        build(given, tmp_path / "models", Recipe("tiny", "x", sha256={TOKENIZER: "0" * 64}), tell=quiet)


def test_emb3_a_ready_folder_is_taken_and_examined(tmp_path, models):
    found = adopt(models / "tiny", tmp_path / "other", tell=quiet, name="mine")
    assert (found.id, found.labels, len(found.golden)) == ("mine", entailers.ORDER, 8)
    assert OnnxEntailment(tmp_path / "other" / "mine").model_hash == OnnxEntailment(models / "tiny").model_hash


def test_emb3_golden_probabilities_are_repeated(models):
    found = manifests.read(models / "tiny")
    assert examine(models / "tiny") == found
    other = found._replace(golden=tuple(one._replace(found=Entailment(0.1, 0.1, 0.8)) for one in found.golden))
    manifests.write(models / "tiny", other)
    with pytest.raises(CheckFailed, match="read otherwise"):
        examine(models / "tiny")


def test_evid1_what_is_believed_is_part_of_the_manifest_and_its_hash(models):
    before = OnnxEntailment(models / "tiny").model_hash
    manifests.write(models / "tiny", manifests.read(models / "tiny")._replace(least=Least(contradiction=0.98)))
    changed = OnnxEntailment(models / "tiny")
    assert changed.least == Least(None, 0.98)
    assert changed.model_hash != before


@pytest.mark.parametrize(
    "wrong",
    [
        {"role": "reranker"},
        {"max_tokens": 0},
        {"files": []},
        {"labels": ["yes", "no"]},
        {"labels": ["neutral", "other"]},
        {"labels": ["entailment", "entailment"]},
        {"least": {"contradiction": 2}},
        {"golden": [{"premise": "a"}]},
    ],
)
def test_emb3_a_manifest_that_makes_no_sense_is_refused(models, wrong):
    value = json.loads((models / "tiny" / NAME).read_text()) | wrong
    (models / "tiny" / NAME).write_text(json.dumps(value))
    with pytest.raises(MissingModel):
        OnnxEntailment(models / "tiny")


@pytest.mark.parametrize("name", [GRAPH, TOKENIZER])
def test_emb3_a_damaged_file_is_refused(models, name):
    path = models / "tiny" / name
    path.write_bytes(path.read_bytes() + b" ")
    with pytest.raises(MissingModel, match=name):
        OnnxEntailment(models / "tiny")


def test_emb3_a_model_that_is_not_there_says_where_it_was_looked_for(models):
    with pytest.raises(MissingModel, match="the entailment model other is not on this machine") as caught:
        load("other", models=models)
    assert "answer.entailment" in caught.value.hint
    with pytest.raises(UsageError, match="no name"):
        load("../other", models=models)


def test_a_cross_encoder_and_an_encoder_are_no_classifiers(tmp_path):
    assert not classifies(rerankers.write(tmp_path / "cross"))
    one = entailers.write(tmp_path / "one", names=("LABEL_0",))
    assert not classifies(one)
    said = json.loads((one / CONFIG).read_text()) | {"architectures": ["BertModel"], "id2label": {"0": "a", "1": "b"}}
    (one / CONFIG).write_text(json.dumps(said))
    assert not classifies(one)


def test_emb3_of_a_known_model_each_file_that_is_taken_is_pinned():
    for one in catalogue.KNOWN.values():
        (graph,) = set(one.sha256) - {CONFIG, TOKENIZER}
        assert graph in GRAPHS
        assert len(one.sha256) == 3
        assert all(len(bytes.fromhex(digest)) == 32 for digest in one.sha256.values())
        assert one.upstream.licence
        assert catalogue.known(one.upstream.repo) is catalogue.known(one.id) is one
    assert catalogue.known("minilm_onnx") is None
