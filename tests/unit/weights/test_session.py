"""EMB-3: what was loaded is shared within a process, and a file that took another one's place is not."""

from __future__ import annotations

import shutil

import pytest

pytest.importorskip("onnxruntime")

from kts.weights.session import session, tokenizer


def test_emb_3_a_model_is_loaded_once_and_another_file_in_its_place_anew(repository, tmp_path):
    shipped, copied = repository / "models" / "selector", tmp_path / "selector"
    shutil.copytree(shipped, copied)
    graph, words = copied / "model.onnx", copied / "tokenizer.json"
    first, read = session(graph, ours=True), tokenizer(words)
    assert session(graph, ours=True) is first
    assert tokenizer(words) is read
    assert tokenizer(words, most=8) is not read
    shutil.copy(repository / "models" / "reader" / "model.onnx", tmp_path / "other.onnx")
    (tmp_path / "other.onnx").replace(graph)
    assert session(graph, ours=True) is not first
