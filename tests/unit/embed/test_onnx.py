"""EMB-1, EMB-4: the same text is the same bytes, a long text is windows, any text has a vector."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.embed.build import Recipe, build
from kts.embed.onnx import OnnxEmbedder
from kts.embed.windows import windows
from unit.embed import tiny
from unit.embed.conftest import quiet

PIECES = ["the", " ", "engine", "a", "Z", "\u00e9", "\n", "[CLS]", "9", "\ud800", "\U0001f4c5"]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=60).map("".join) | st.text(max_size=40)
ROOM = tiny.MAX_TOKENS - 2


def vectors(embedder, texts):
    return [row.tobytes() for row in embedder.embed_documents(texts)]


@given(st.lists(TEXTS, min_size=1, max_size=6), st.randoms(use_true_random=False))
def test_emb_4_neighbours_order_and_threads_change_no_byte(embedder, installed, texts, random):
    alone = {text: vectors(embedder, [text])[0] for text in texts}
    single = OnnxEmbedder(installed / "tiny", threads=1)
    mixed = random.sample(texts * 2, 2 * len(texts))
    for one in (embedder, single):
        assert vectors(one, mixed) == [alone[text] for text in mixed]


@given(TEXTS)
def test_emb_4_every_text_has_a_vector_of_length_one(embedder, text):
    for vector in (embedder.embed_documents([text])[0], embedder.embed_query(text)):
        assert vector.dtype == np.float32
        assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-5)


def test_emb_4_a_single_precision_text_is_what_the_published_model_gives(tmp_path, upstream):
    build(upstream, tmp_path, Recipe("exact", "a test", "mean", tiny.MAX_TOKENS, scheme="none"), tell=quiet)
    embedder = OnnxEmbedder(tmp_path / "exact")
    tokenizer = tiny.tokenizer("bert")
    tokenizer.no_padding()
    tokenizer.no_truncation()
    for text in ("hello world", "the cure period is thirty days", ""):
        wanted, _ = tiny.computed(tiny.weights("bert"), "bert", tokenizer.encode(text).ids, "mean")
        np.testing.assert_allclose(embedder.embed_documents([text])[0], wanted, atol=2e-5)


def test_emb_4_a_long_text_is_the_mean_of_its_windows(embedder):
    words = [tiny.WORDS[number % len(tiny.WORDS)] for number in range(100)]
    text = " ".join(words)
    cuts = windows(len(words), ROOM)
    assert embedder.windows(text) == len(cuts) > 1
    parts = embedder.embed_documents([" ".join(words[start:end]) for start, end in cuts])
    mean = parts.mean(axis=0)
    np.testing.assert_allclose(embedder.embed_documents([text])[0], mean / np.linalg.norm(mean), atol=1e-6)


def test_emb_4_a_text_has_as_many_windows_once_it_is_embedded_as_before(embedder):
    texts = [" ".join(["the"] * number) for number in (1, ROOM, ROOM + 1, 5 * ROOM)]
    before = [embedder.windows(text) for text in texts]
    embedder.embed_documents(texts)
    assert [embedder.windows(text) for text in texts] == before
    embedder.embed_documents(texts[:1])
    assert [embedder.windows(text) for text in texts] == before


def test_emb_4_the_padding_and_cutting_of_the_tokenizer_file_are_off(embedder):
    assert embedder.windows(" ".join(["the"] * ROOM)) == 1
    assert embedder.windows(" ".join(["the"] * (ROOM + 1))) == 2
    short, longer = embedder.embed_documents(["the engine", "the engine is cold and wet in the open sea"])
    assert not np.array_equal(short, longer)


def test_emb_1_only_the_question_has_the_prefix(embedder):
    query, document = embedder.embed_query("notice period"), embedder.embed_documents(["what is notice period"])[0]
    assert np.array_equal(query, document)
    assert not np.array_equal(query, embedder.embed_documents(["notice period"])[0])


def test_emb_1_special_tokens_in_a_text_are_plain_words(embedder):
    spelled = embedder.embed_documents(["[ cls ] [ sep ]"])[0]
    assert np.array_equal(embedder.embed_documents(["[CLS] [SEP]"])[0], spelled)


@pytest.mark.parametrize("text", ["", " ", "\n\t", "\x00\x07", "\u200b" * 3, "\ufeff"])
def test_emb_4_a_text_without_words_is_the_bare_frame(embedder, text):
    assert np.array_equal(embedder.embed_documents([text])[0], embedder.embed_documents([""])[0])


def test_emb_4_a_hundred_thousand_characters_are_embedded(embedder):
    text = "the engine is cold and wet, " * 3600
    assert len(text) > 100_000
    assert embedder.windows(text) > 100
    assert np.linalg.norm(embedder.embed_documents([text])[0]) == pytest.approx(1, abs=1e-5)


@given(TEXTS)
def test_emb_2_token_vectors_stand_for_stretches_of_the_text(embedder, text):
    spans, rows = embedder.embed_tokens(text)
    assert rows.shape == (len(spans), embedder.dims)
    assert all(0 <= span.start < span.end <= len(text) for span in spans)
    assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)


def test_emb_2_token_vectors_name_their_words(embedder):
    text = "The engine,\ncold"
    spans, _ = embedder.embed_tokens(text)
    assert [text[span.start : span.end] for span in spans] == ["The", "engine", ",", "cold"]


def test_emb_2_each_token_of_a_long_text_has_one_vector(embedder):
    text = " ".join(tiny.WORDS * 3)
    spans, rows = embedder.embed_tokens(text)
    assert [text[span.start : span.end] for span in spans] == tiny.WORDS * 3
    assert len(rows) == len(spans)


def test_no_texts_are_no_rows(embedder):
    assert embedder.embed_documents([]).shape == (0, tiny.DIMS)
