"""Calibration: measures on examples worked by hand, maps, thresholds, drawings."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ET

import pytest

from kts.evaluate.calibration import Outcome, auroc, bins, calibrate, ece, shifted
from kts.evaluate.plots import reliability, risk_coverage
from kts.evaluate.riskcoverage import answered_at, curve


def outcomes(count: int, *, honest: bool = True, seed: int = 7) -> list[Outcome]:
    """Questions whose answers come true as often as said, or half as often."""
    chance = random.Random(seed)  # noqa: S311
    said = [chance.random() for _ in range(count)]
    return [Outcome(str(at), one, chance.random() < one * (1 if honest else 0.5)) for at, one in enumerate(said)]


def test_auroc_by_hand() -> None:
    assert auroc([0.9, 0.8, 0.3, 0.1], [True, True, False, False]) == 1.0
    assert auroc([0.9, 0.1], [False, True]) == 0.0
    assert auroc([0.5, 0.5], [True, False]) == 0.5
    assert auroc([0.9, 0.6, 0.4], [True, False, True]) == 0.5
    assert auroc([0.9, 0.6], [True, True]) == 0.5


def test_ece_by_hand() -> None:
    assert ece([0.0, 0.0, 1.0, 1.0], [False, False, True, True]) == 0.0
    assert ece([0.9] * 10, [True] * 4 + [False] * 6) == pytest.approx(0.58)  # ten bins of one question
    assert ece([], []) == 0.0


def test_bins_hold_equal_counts_in_order() -> None:
    found = bins([at / 100 for at in range(100)], [True] * 100)
    assert [one.size for one in found] == [10] * 10
    assert [one.said for one in found] == sorted(one.said for one in found)


def test_risk_and_coverage_by_hand() -> None:
    found = curve([0.9, 0.8, 0.8, 0.1], [True, True, False, False])
    assert [(one.coverage, round(one.risk, 3)) for one in found] == [(0.25, 0.0), (0.75, 0.333), (1.0, 0.5)]
    assert answered_at([0.9, 0.8, 0.8, 0.1], [True, True, False, False], precision=0.9) == 0.25
    assert answered_at([0.9], [False], precision=0.9) == 0.0


@pytest.mark.parametrize("method", ["platt", "isotonic"])
def test_what_was_said_too_boldly_is_mended(method: str) -> None:
    found = calibrate(outcomes(600, honest=False), method=method)
    assert found.ece_before > 0.2
    assert found.ece_after < 0.08
    assert found.fitted(0.9) < 0.65


@pytest.mark.parametrize("of", ["questions", "answers"])
def test_the_promise_of_a_threshold_holds_on_other_questions(of: str) -> None:
    held = 0
    for seed in range(20):
        found = calibrate(outcomes(300, seed=seed), error=0.1, of=of)
        unseen = outcomes(1000, seed=1000 + seed)
        if found.promise is None:
            held += 1
            continue
        shown = [one for one in unseen if found.fitted(one.chance) >= found.promise.threshold]
        wrong = sum(not one.right for one in shown)
        held += wrong <= 0.1 * (len(unseen) if of == "questions" else len(shown))
    assert held >= 19


def test_refused_questions_are_counted_and_never_answered() -> None:
    refused = [Outcome(f"r{at}", 0.99, right=False, refused=True, near_miss=True) for at in range(50)]
    found = calibrate([*outcomes(200), *refused])
    assert (found.questions, found.refused, found.near_misses) == (250, 50, 50)
    assert found.auroc == calibrate(outcomes(200)).auroc


def test_the_report_is_plain_values() -> None:
    values = calibrate(outcomes(100)).as_json()
    assert values["map"]["method"] == "platt"
    assert {"said", "came", "size"} == set(values["bins"][0])


def test_a_shift_is_seen_and_chance_is_not() -> None:
    chance = random.Random(5)  # noqa: S311
    seen = [chance.random() for _ in range(200)]
    assert not shifted([chance.random() for _ in range(60)], seen)
    assert shifted([chance.random() * 0.4 for _ in range(60)], seen)
    assert not shifted([0.0] * 5, seen)


def test_drawings_are_sound_and_hold_every_point() -> None:
    found = calibrate(outcomes(100))
    for drawing in (reliability(found.bins, title="a < b"), risk_coverage(found.curve, error=0.1)):
        root = ET.fromstring(drawing)  # noqa: S314 - our own drawing
        assert root.tag.endswith("svg")
        assert not [one for one in root.iter() if one.tag.endswith("script")]
    assert reliability(found.bins).count("<circle") == len(found.bins)
