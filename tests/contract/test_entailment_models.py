"""EVID-1: every entailment model keeps their suite, and the suite notices one that does not."""

from __future__ import annotations

import uuid

import pytest

from kts import registry
from kts.entail import manifest as manifests
from kts.entail.build import Recipe, build
from kts.entail.onnx import OnnxEntailment
from kts.ports.models import Entailment, Least
from kts.testing import OverlapEntailment, check_entailment_model
from support import entailers


@pytest.mark.parametrize("name", sorted(registry.BUILT_IN["entailment_models"]))
def test_evid1_every_entailment_model_keeps_the_suite(name):
    check_entailment_model(registry.load("entailment_models", name))


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"inputs": (*entailers.BOTH, "token_type_ids")},
        {"length": 48},
        {"order": ("neutral", "contradiction", "entailment"), "names": ("NEUTRAL", "Contradiction", "ENTAILMENT")},
        {"order": ("other", "contradiction"), "names": ("not_contradiction", "contradiction")},
        {"order": ("entailment", "other"), "names": ("entailment", "not_entailment")},
    ],
    ids=["deberta", "bert", "one length", "another order", "contradiction alone", "entailment alone"],
)
def test_evid1_a_model_folder_keeps_the_suite(tmp_path, given):
    folder = entailers.write(tmp_path / "given", **given)
    build(folder, tmp_path / "models", Recipe("tiny", "a test"), tell=lambda _line: None)
    check_entailment_model(lambda: OnnxEntailment(tmp_path / "models" / "tiny"))


TOO_MUCH = Entailment(1.0, 1.0, 1.0)


class Wrong(OverlapEntailment):
    """An entailment model with one thing wrong."""

    def __init__(self, how):
        self.how = how
        self.model_hash = uuid.uuid4().hex if how == "hash" else "1"
        self.least = Least(contradiction=2.0) if how == "least" else Least()

    def infer(self, pairs):
        found = super().infer(pairs)
        changed = {
            "neighbours": [Entailment(1 / (1 + len(pairs)), one.neutral, one.contradiction) for one in found],
            "count": found[:-1] if len(found) > 1 else found,
            "sum": [one if pair[1].strip() else TOO_MUCH for pair, one in zip(pairs, found, strict=True)],
            "backwards": [Entailment(one.contradiction, one.neutral, one.entailment) for one in found],
            "neutral": [Entailment(neutral=one.neutral) for one in found],
            "some": [one if at else Entailment(one.entailment) for at, one in enumerate(found)],
            "cut": [Entailment(0.4, 0.3, 0.3) if one == Entailment() else one for one in found],
            "hypothesis": [self._short(*pair) for pair in pairs],
        }
        return changed.get(self.how, found)

    def _short(self, premise, hypothesis):
        if len(hypothesis.split()) >= self.max_tokens or len(premise.split()) < self.max_tokens:
            return self._read(premise, hypothesis)
        return self._read(premise, "")


@pytest.mark.parametrize(
    ("how", "rule"),
    [
        ("neighbours", "whatever its neighbours"),
        ("count", "one result a pair"),
        ("sum", "sum to 1"),
        ("backwards", "told apart by entailment"),
        ("neutral", "one of the classes decides"),
        ("some", "whatever its neighbours"),
        ("cut", "is not read"),
        ("hypothesis", "the hypothesis is not cut"),
        ("hash", "same `model_hash`"),
        ("least", "`least`"),
    ],
)
def test_the_suite_names_the_rule_that_is_broken(how, rule):
    with pytest.raises(AssertionError, match=rule):
        check_entailment_model(lambda: Wrong(how))


def test_evid1_the_shipped_model_keeps_the_suite_and_repeats_its_readings(repository):
    folder = repository / "models" / "entailment"
    check_entailment_model(lambda: OnnxEntailment(folder))
    model = OnnxEntailment(folder)
    assert model.fitted
    assert model.manifest.first == "hypothesis"
    for one in model.manifest.golden:
        (found,) = model.infer([(one.premise, one.hypothesis)])
        assert [round(each or 0, 3) for each in found] == pytest.approx([each or 0 for each in one.found], abs=0.01)


def test_evid1_a_model_that_reads_the_claim_first_is_given_it_first(tmp_path):
    folder = entailers.write(tmp_path / "given", inputs=(*entailers.BOTH, "token_type_ids"))
    build(folder, tmp_path / "models", Recipe("tiny", "a test"), tell=lambda _line: None)
    place = tmp_path / "models" / "tiny"
    pair = ("The server did answer the notice.", "The notice is an error.")
    plain = OnnxEntailment(place).infer([pair, pair[::-1]])
    manifests.write(place, manifests.read(place)._replace(first="hypothesis"))
    assert list(OnnxEntailment(place).infer([pair[::-1], pair])) == list(plain)
