"""TICK-2: the linear classifier over texts: deterministic, calibrated, kept as numbers, aware of what is unusual."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.errors import UsageError
from kts.learn.text import SMALL, grams, scores, softmax, train
from kts.testing.embedder import HashEmbedder
from kts.tickets.classify import Examples, classify, dumped, loaded, predict
from kts.tickets.classify import train as train_tickets
from kts.tickets.measure import auroc, drift, ece, evaluated, macro_f1, wilson
from kts.tickets.policy import Policy, Topic

SUBJECTS = {
    "billing": ["invoice", "refund", "charge", "payment", "receipt", "discount", "price", "fee"],
    "access": ["password", "login", "account", "badge", "token", "locked", "reset", "phone"],
    "shipping": ["parcel", "delivery", "address", "courier", "tracking", "package", "customs", "late"],
}
FRAMES = ["where is my {}", "the {} is wrong", "please help with the {}", "I need a new {}", "{} again?", "no {} today"]
EMBEDDER = HashEmbedder(dims=32)


def corpus():
    pairs = [(frame.format(word), name) for name, words in SUBJECTS.items() for word in words for frame in FRAMES]
    return [text for text, _ in pairs], [name for _, name in pairs]


def examples():
    texts, labels = corpus()
    return Examples(tuple(texts), tuple(labels), EMBEDDER.embed_documents(texts))


@pytest.fixture(scope="module")
def trained():
    return train_tickets(examples(), embedder=EMBEDDER.model_hash)


def test_tick_2_the_classes_are_learned(trained):
    said = predict(
        trained, ["my refund please", "cannot login"], EMBEDDER.embed_documents(["my refund please", "cannot login"])
    )
    assert [trained.classes[at] for at in said.shares.argmax(axis=1)] == ["billing", "access"]
    assert np.allclose(said.shares.sum(axis=1), 1, atol=1e-5)


def test_tick_2_the_same_tickets_give_the_same_numbers(trained):
    assert dumped(train_tickets(examples(), embedder=EMBEDDER.model_hash)) == dumped(trained)


def test_tick_2_what_is_kept_says_the_same(trained):
    again = loaded(dumped(trained), path="x.npz", embedder=EMBEDDER.model_hash)
    texts, _ = corpus()
    vectors = EMBEDDER.embed_documents(texts)
    assert np.allclose(predict(again, texts, vectors).shares, predict(trained, texts, vectors).shares, atol=5e-3)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"no archive", b"\x93NUMPY"])
def test_tick_2_what_is_no_classifier_is_said(content):
    with pytest.raises(UsageError, match=r"x\.npz"):
        loaded(content, path="x.npz", embedder=None)


def test_tick_2_another_embedding_model_refuses(trained):
    with pytest.raises(UsageError, match="another embedding model"):
        loaded(dumped(trained), path="x.npz", embedder="0" * 64)


def test_tick_2_without_an_embedder_words_alone_do():
    texts, labels = corpus()
    found = train_tickets(Examples(tuple(texts), tuple(labels), np.zeros((len(texts), 0), np.float32)), embedder="")
    said = classify("the invoice is wrong", trained=found, embed=None, policy=Policy())
    assert said.primary_class == "billing"
    assert said.method == "trained"


def test_tick_2_unusual_tickets_are_told_apart(trained):
    odd = ["the canteen soup was cold", "who won the game", "a recipe for forty people", "rain in spring"]
    texts, _ = corpus()
    inside = predict(trained, texts, EMBEDDER.embed_documents(texts)).usualness
    outside = predict(trained, odd, EMBEDDER.embed_documents(odd)).usualness
    assert auroc(inside.tolist(), outside.tolist()) > 0.9


def test_tick_2_before_there_are_labels_descriptions_decide():
    topics = (Topic("billing", "refund of a charge", queue="money"), Topic("access", "password and login"))
    policy = Policy(topics=topics)
    said = classify("the charge and the refund", trained=None, embed=EMBEDDER.embed_documents, policy=policy)
    assert (said.primary_class, said.routing, said.method) == ("billing", "money", "zero_shot")
    assert classify("anything", trained=None, embed=None, policy=policy).method == "none"


def test_tick_2_a_ticket_near_to_no_description_is_of_no_class():
    topics = (Topic("billing", "refund of a charge"), Topic("access", "password and login"))
    policy = Policy(topics=(*topics, Topic("unknown", queue="triage", automation="draft")))

    def embed(given):
        return np.array([[float(word in one) for word in ("charge", "password", "storm")] for one in given], np.float32)

    said = classify("a storm", trained=None, embed=embed, policy=policy)
    assert (said.primary_class, said.routing, said.relevant_classes) == ("unknown", "triage", ())
    assert said.in_scope < 0.5 < said.primary_score
    assert set(said.class_scores) == {"billing", "access"}
    assert classify("a storm", trained=None, embed=embed, policy=Policy(topics=topics[:1])).primary_class == "unknown"
    assert classify("my password", trained=None, embed=embed, policy=policy).primary_class == "access"


@pytest.mark.parametrize(("texts", "labels"), [([], []), (["a"] * 8, ["x"] * 8), (["a", "b"], ["x", "y"])])
def test_tick_2_too_few_labels_are_said(texts, labels):
    with pytest.raises(UsageError, match="no two classes"):
        train_tickets(Examples(tuple(texts), tuple(labels), np.zeros((len(texts), 0), np.float32)), embedder="")


@given(st.lists(st.text(max_size=30), max_size=6))
def test_any_texts_become_rows_of_length_one_or_none(texts):
    rows = grams(texts)
    assert len(rows) == len(texts)
    for at in range(len(rows)):
        weights = rows.weights[rows.starts[at] : rows.starts[at + 1]]
        assert len(weights) == 0 or abs(float(weights @ weights) - 1) < 1e-4


def test_rows_are_taken_in_any_order():
    rows = grams(["one two", "", "three four five"])
    taken = rows.take(np.array([2, 0, 2, 1]))
    for at, source in enumerate([2, 0, 2, 1]):
        mine = slice(taken.starts[at], taken.starts[at + 1])
        theirs = slice(rows.starts[source], rows.starts[source + 1])
        assert taken.columns[mine].tolist() == rows.columns[theirs].tolist()


def test_a_training_lowers_the_loss():
    texts, labels = corpus()
    rows, none = grams(texts), np.zeros((len(texts), 0), np.float32)
    truth = np.array([sorted(SUBJECTS).index(label) for label in labels])
    losses = []
    for epochs in (1, 20):
        model = train(rows, none, truth, shape=(1 << 16, 3), recipe=SMALL._replace(epochs=epochs))
        losses.append(-np.log(softmax(scores(model, rows, none))[np.arange(len(truth)), truth]).mean())
    assert losses[1] < losses[0] / 2


def test_tick_evaluate_counts_what_is_known_and_what_is_not(trained):
    texts, labels = corpus()
    said = predict(trained, [*texts, "soup of the day"], EMBEDDER.embed_documents([*texts, "soup of the day"]))
    found = evaluated(trained.classes, said, [*labels, "canteen"])
    assert found["n"] == len(texts) + 1
    assert found["accuracy"] > 0.95
    assert found["macro_f1"] > 0.95
    assert 0 <= found["ece"] <= 1
    assert found["oos_auroc"] > 0.5


def test_the_figures_are_those_of_the_textbook():
    assert macro_f1([0, 0, 1], [0, 1, 1]) == pytest.approx(2 / 3, abs=1e-4)
    assert ece(np.array([0.95, 0.95], np.float32), np.array([True, False])) == pytest.approx(0.45, abs=1e-6)
    assert auroc([0.9, 0.5], [0.5, 0.1]) == 0.875
    assert auroc([], [1.0]) is None
    low, high = wilson(87, 87)
    assert (round(low, 4), high) == (0.9577, 1.0)
    assert drift({"a": 0.5, "b": 0.5}, {"a": 0.5, "b": 0.5}) == 0
    assert drift({"a": 0.5, "b": 0.5}, {"a": 0.9, "b": 0.1}) > 0.25


@given(st.lists(st.floats(0, 1), min_size=1, max_size=20), st.lists(st.floats(0, 1), min_size=1, max_size=20))
def test_auroc_of_the_other_side_is_the_rest(inside, outside):
    assert auroc(inside, outside) + auroc(outside, inside) == pytest.approx(1, abs=2e-4)
