"""EVAL: the committed baselines belong to the declared sets and agree with themselves."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from statistics import fmean

import pytest

EVALUATION = Path(__file__).resolve().parents[3] / "evaluation"
SYSTEMS = ("kts-dense", "kts-hybrid", "kts-lexical", "tantivy-one-field", "tantivy-two-fields")

if not EVALUATION.is_dir():
    pytest.skip("evaluation/ is part of the repository, not of this archive", allow_module_level=True)

FILES = sorted((EVALUATION / "baselines").glob("*.json"))
SETS = tomllib.loads((EVALUATION / "sets.toml").read_text(encoding="utf-8"))


def test_there_is_a_baseline_of_each_system_for_each_set_and_no_other():
    expected = {f"{system}.{name}.json" for system in SYSTEMS for name in SETS}
    assert {path.name for path in FILES} == expected


@pytest.mark.parametrize("path", sorted((EVALUATION / "baselines").glob("*.json")), ids=lambda path: path.stem)
def test_the_mean_of_a_baseline_is_that_of_its_queries(path):
    found = json.loads(path.read_text(encoding="utf-8"))
    assert path.name == f"{found['system']}.{found['set']}.json"
    assert len(found["ndcg@10"]) == found["queries"]
    assert fmean(found["ndcg@10"].values()) == pytest.approx(found["means"]["ndcg@10"], abs=1e-9)
    readme = (EVALUATION / "README.md").read_text(encoding="utf-8")
    assert f"{found['means']['ndcg@10']:.4f}".lstrip("0") in readme
