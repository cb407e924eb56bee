"""EMB-1, EMB-4: the graph computes what the model's authors wrote down, one text a run."""

from __future__ import annotations

from collections import Counter

import numpy as np
import onnx
import onnxruntime
import pytest

from kts.embed.graph import build_graph
from kts.errors import UsageError
from kts.weights.shape import shape_of
from unit.embed import tiny

FAMILIES = ("bert", "mpnet")


def drawn(family="bert", *, scheme="none", pooling="mean"):
    shape = shape_of(tiny.config(family))
    return build_graph(tiny.weights(family), shape, scheme=scheme, pooling=pooling)


def run(graph, ids):
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])
    sentence, tokens = session.run(["sentence", "tokens"], {"input_ids": np.array([ids], np.int64)})
    return sentence[0], tokens[0]


def texts(count=12):
    random = np.random.default_rng(3)
    words = len(tiny.vocabulary("bert"))
    return [random.integers(0, words, size).tolist() for size in [2, 3, tiny.POSITIONS, *random.integers(2, 40, count)]]


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("pooling", ["mean", "cls"])
def test_emb_1_single_precision_is_the_model_as_published(family, pooling):
    graph, weights = drawn(family, pooling=pooling), tiny.weights(family)
    for ids in texts():
        sentence, tokens = run(graph, ids)
        wanted, wanted_tokens = tiny.computed(weights, family, ids, pooling)
        np.testing.assert_allclose(sentence, wanted, atol=2e-5)
        np.testing.assert_allclose(tokens, wanted_tokens, atol=5e-5)


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("scheme", ["int8-per-token", "int8-per-channel"])
def test_emb_4_quantised_graphs_stay_near_single_precision(family, scheme):
    exact, quantised = drawn(family), drawn(family, scheme=scheme)
    cosines = [float(run(exact, ids)[0] @ run(quantised, ids)[0]) for ids in texts()]
    assert np.mean(cosines) >= 0.99
    assert all(abs(np.linalg.norm(run(quantised, ids)[0]) - 1) < 1e-5 for ids in texts(3))


def test_emb_4_a_second_text_in_a_run_is_refused():
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(drawn(), options, providers=["CPUExecutionProvider"])
    with pytest.raises(Exception, match="Got: 2 Expected: 1"):
        session.run(["sentence"], {"input_ids": np.ones((2, 5), np.int64)})


@pytest.mark.parametrize("scheme", ["none", "int8-per-token", "int8-per-channel"])
def test_emb_4_the_same_weights_give_the_same_file(scheme):
    assert drawn(scheme=scheme) == drawn(scheme=scheme)


def test_emb_4_weights_have_seven_bits_and_no_slow_operator_is_used():
    model = onnx.load_from_string(drawn(scheme="int8-per-token"))
    kinds = Counter(node.op_type for node in model.graph.node)
    assert kinds["MatMulIntegerToFloat"] == 6 * tiny.LAYERS
    assert not kinds["SkipLayerNormalization"]
    assert not kinds["MatMul"]
    weights = [onnx.numpy_helper.to_array(one) for one in model.graph.initializer if one.name.endswith(".weight")]
    quantised = [weight for weight in weights if weight.dtype == np.int8]
    assert len(quantised) == 6 * tiny.LAYERS
    assert max(int(np.abs(weight.astype(int)).max()) for weight in quantised) == 63


def test_a_head_put_before_the_names_makes_no_difference():
    weights = {f"bert.{name}": value for name, value in tiny.weights("bert").items()}
    shape = shape_of(tiny.config("bert"))
    assert build_graph(weights, shape, scheme="none", pooling="mean") == drawn()


def test_a_missing_tensor_is_named():
    weights = tiny.weights("bert")
    del weights["encoder.layer.1.output.dense.bias"]
    with pytest.raises(KeyError, match=r"layer\.1\.output\.dense\.bias"):
        build_graph(weights, shape_of(tiny.config("bert")), scheme="none", pooling="mean")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"model_type": "gpt2"}, "gpt2"),
        ({"hidden_act": "relu"}, "relu"),
        ({"num_attention_heads": None}, "missing or no number"),
        ({"hidden_size": "wide"}, "missing or no number"),
    ],
)
def test_a_shape_that_is_not_known_is_refused(change, said):
    with pytest.raises(UsageError, match=said) as refused:
        shape_of({**tiny.config("bert"), **change})
    assert refused.value.hint
