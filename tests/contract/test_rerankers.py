"""RANK-2: every reranker keeps the rerankers' suite, and the suite notices one that does not."""

from __future__ import annotations

import uuid

import pytest

from kts import registry
from kts.rerank.onnx import OnnxReranker
from kts.testing import check_reranker
from kts.testing.reranker import OverlapReranker
from support import rerankers


@pytest.mark.parametrize("name", sorted(registry.BUILT_IN["rerankers"]))
def test_rank2_every_reranker_keeps_the_suite(name):
    check_reranker(registry.load("rerankers", name))


@pytest.mark.parametrize("batch_exact", [True, False])
@pytest.mark.parametrize("classes", [1, 2])
def test_rank2_a_model_folder_keeps_the_suite(tmp_path, batch_exact, classes):
    folder = rerankers.write(tmp_path / "tiny", batch_exact=batch_exact, classes=classes)
    check_reranker(lambda: OnnxReranker(folder))


class Wrong(OverlapReranker):
    """A reranker with one thing wrong."""

    def __init__(self, how):
        self.how = how
        self.model_hash = uuid.uuid4().hex if how == "hash" else "1"

    def scores(self, question, texts):
        found = super().scores(question, texts)
        changed = {
            "neighbours": [score + len(texts) for score in found],
            "count": found[:-1] if len(found) > 1 else found,
            "nan": [float("nan") if not text.strip() else score for text, score in zip(texts, found, strict=True)],
            "backwards": [-score for score in found],
            "hash": found,
        }
        return changed[self.how]


@pytest.mark.parametrize(
    ("how", "rule"),
    [
        ("neighbours", "whatever its neighbours"),
        ("count", "one score a text"),
        ("nan", "finite"),
        ("backwards", "greater score"),
        ("hash", "same `model_hash`"),
    ],
)
def test_the_suite_names_the_rule_that_is_broken(how, rule):
    with pytest.raises(AssertionError, match=rule):
        check_reranker(lambda: Wrong(how))
