"""The probability of an answer from its signs (CONF-1, CONF-3)."""

from __future__ import annotations

import json
import math
from importlib.resources import files

import pytest

from kts.answer.verdict.confidence import (
    Calibration,
    Model,
    as_json,
    band,
    calibrated,
    features,
    outside,
    probability,
    weighted,
)
from kts.answer.verdict.judge import weak
from kts.answers import Evidence
from kts.ports.models import Reading
from kts.types import Hit, Passage, Query, Ranking, Span

WORDS = Model({"around": 4.0}, -2.0, {"around": (0.0, 1.0)})
CALIBRATION = Calibration("test", {"words": WORDS, "meaning": WORDS._replace(bias=-1.0)}, 0.5, ("a set",))


def ranking(text: str, *, cosine: float | None = 0.7, bm25: float = 8.0) -> Ranking:
    passage = Passage("chunk_1", "doc_1", "", "chunk", "", text, Span(0, len(text)))
    terms = [
        {"word": "grace", "forms": ["grace"], "idf": 4.0},
        {"word": "period", "forms": ["period"], "idf": 2.0},
        {"word": "gift", "forms": ["gift"], "idf": 0.0},
    ]
    evidence = [{"passage_bm25": bm25, "document_bm25": 2.0, "cosine": cosine}]
    return Ranking(
        Query("grace period"), (Hit(passage, 1.0, evidence=0.6),), 1, explanation={"terms": terms, "evidence": evidence}
    )


def shipped() -> Calibration:
    return calibrated(json.loads(files("kts.data").joinpath("calibration.json").read_text("utf-8")))


def test_signs_say_what_was_found_and_what_was_not() -> None:
    text = "The grace period is 15 days."
    found = features("grace period gift", ranking(text), [Evidence(text)])
    assert found["around"] == found["passage_coverage"] == pytest.approx(6 / 10)
    assert found["unknown"] == pytest.approx(1 / 3)
    assert found["cosine"] == 0.7
    assert "nearest" not in found


def test_conf_1_words_that_name_nothing_are_none_that_a_passage_lacks() -> None:
    text = "The grace period is 15 days."
    said = ranking(text)
    terms = [
        *said.explanation["terms"][:2],
        *({"word": word, "forms": [word], "idf": 0.0} for word in ("row", "someone")),
    ]
    asked = said._replace(explanation={**said.explanation, "terms": terms})
    idiom = asked._replace(query=Query("the grace period of someone twice in a row"))
    assert features("", idiom, [Evidence(text)])["unknown"] == 0.0
    assert features("", idiom, [Evidence(text)])["around"] == pytest.approx(1.0)
    named = asked._replace(query=Query("the grace period of someone in the fifth row"))
    assert features("", named, [Evidence(text)])["unknown"] == pytest.approx(1 / 3)


def test_passages_may_hold_the_question_together() -> None:
    texts = ("A grace note.", "The period ends.")
    found = features("grace period gift", ranking(texts[0]), [Evidence(text) for text in texts])
    assert found["passage_coverage"] == pytest.approx(4 / 10)
    assert found["together"] == pytest.approx(6 / 10)


def test_without_vectors_there_are_no_signs_of_meaning() -> None:
    text = "The grace period is 15 days."
    assert "cosine" not in features("grace period", ranking(text, cosine=None), [Evidence(text)])


def test_nothing_found_gives_the_least_signs() -> None:
    empty = Ranking(Query("grace"), (), 1, explanation={"terms": [], "evidence": []})
    assert set(features("grace", empty, []).values()) == {0.0}


def test_more_of_the_question_in_the_evidence_is_more_probable_with_the_shipped_calibration() -> None:
    full, part = "The grace period is 15 days.", "The period is 15 days."
    high = probability(features("grace period", ranking(full), [Evidence(full)], nearest=0.7), shipped())
    low = probability(
        features("grace period", ranking(part, bm25=2.0, cosine=0.3), [Evidence(part)], nearest=0.3), shipped()
    )
    assert 0 < low < high < 1


def test_the_shipped_calibration_is_fitted_on_at_least_five_sets_and_reads_back_as_written() -> None:
    found = shipped()
    assert len(found.fitted_on) >= 5
    assert found.name == "shipped"
    assert calibrated(as_json(found)) == found


def test_cosines_choose_the_model_that_knows_them() -> None:
    assert probability({"around": 0.5}, CALIBRATION) == pytest.approx(0.5)
    assert probability({"around": 0.5, "cosine": 0.5}, CALIBRATION) == pytest.approx(0.7311, abs=1e-4)


def test_a_reader_chooses_the_model_that_knows_it_where_there_is_one() -> None:
    signs = {"around": 0.5, "reader": 2.0}
    assert probability(signs, CALIBRATION) == probability({"around": 0.5}, CALIBRATION)
    read = Model({"reader": 1.0}, 0.0, {"reader": (-3.0, 3.0)})
    both = CALIBRATION._replace(models={**CALIBRATION.models, "words+reader": read})
    assert probability(signs, both) == pytest.approx(0.8808, abs=1e-4)
    assert probability({**signs, "cosine": 0.5}, both) == probability({"around": 0.5, "cosine": 0.5}, both)


def test_conf_1_a_statement_that_was_read_chooses_the_model_and_the_threshold_that_know_it() -> None:
    signs = {"around": 0.5, "statement": 2.0}
    assert CALIBRATION.model(signs) is CALIBRATION.models["words"]
    stated = Model({"statement": 1.0}, 0.0, {"statement": (-3.0, 3.0)})
    both = CALIBRATION._replace(models={**CALIBRATION.models, "words+statement": stated}, stated_threshold=0.4)
    assert both.model(signs) is stated
    assert both.model({**signs, "reader": 1.0}) is stated  # the nearest that there is: none was fitted for both
    assert both.model({"around": 0.5}) is both.models["words"]
    assert (both.least(read=False, stated=True), both.least(read=False, stated=False)) == (0.4, both.threshold)
    assert calibrated(as_json(both)) == both


def test_the_sign_of_a_statement_is_its_logit_where_it_was_read() -> None:
    text = "The grace period is ten days."
    assert features("grace period", ranking(text), [Evidence(text)], said=-1.5)["statement"] == -1.5
    assert "statement" not in features("grace period", ranking(text), [Evidence(text)])


def test_a_lead_from_farther_down_is_a_sign_beside_its_statement() -> None:
    text = "The grace period is ten days."
    found = features("grace period", ranking(text), [Evidence(text)], said=0.0, place=3)
    assert found["behind"] == pytest.approx(math.log(4))
    assert "behind" not in features("grace period", ranking(text), [Evidence(text)], place=3)


def test_the_signs_of_a_reader_are_its_surest_reading_its_lead_and_its_span() -> None:
    text = "The grace period is 15 days."
    readings = [Reading(-1.0, Span(0, 3), -4.0), Reading(2.0, Span(20, 27), -0.5), Reading(0.5, None, 0.0)]
    found = features("grace period", ranking(text), [Evidence(text)], readings=readings)
    assert (found["reader"], found["reader_lead"], found["reader_span"]) == (2.0, 1.5, -0.5)
    assert features("grace period", ranking(text), [Evidence(text)], readings=readings[:1])["reader_lead"] == 0.0
    assert "reader" not in features("grace period", ranking(text), [Evidence(text)])


def test_a_calibration_of_before_there_were_readers_serves_as_it_is() -> None:
    values = as_json(CALIBRATION)
    models = values.pop("models")
    assert calibrated({**values, **models}) == CALIBRATION


def test_a_sign_beyond_what_was_seen_counts_as_the_last_that_was_and_is_named() -> None:
    assert probability({"around": 9.0}, CALIBRATION) == probability({"around": 1.0}, CALIBRATION)
    assert outside({"around": 9.0}, CALIBRATION) == ("around",)
    assert outside({"around": 0.5}, CALIBRATION) == ()


def test_steps_take_the_place_of_the_logistic_curve() -> None:
    model = WORDS._replace(steps=((-2.0, 0.1), (0.0, 0.4), (2.0, 0.9)))
    stepped = CALIBRATION._replace(models={"words": model, "meaning": model})
    found = [probability({"around": sign}, stepped) for sign in (0.0, 0.25, 0.5, 1.0)]
    assert found == pytest.approx([0.1, 0.25, 0.4, 0.9])


@pytest.mark.parametrize(
    ("chance", "expected"),
    [(0.8, "high"), (0.79, "medium"), (0.5, "medium"), (0.49, "low"), (0.2, "low"), (0.19, "none"), (0.0, "none")],
)
def test_bands(chance: float, expected: str) -> None:
    assert band(chance) == expected


def test_the_weighted_formula_of_the_original() -> None:
    signals = {"cosine": 1.0, "cross_encoder": 40.0, "graph": 1.0, "code": 1.0, "intent": 1.0, "entities": 1.0,
               "key_phrases": 1.0, "filter": 1.0}  # fmt: skip
    assert weighted(signals, passages=1, coverage=1.0) == pytest.approx(1.0)
    assert weighted(signals, passages=1, coverage=0.0) == pytest.approx(0.5)
    assert weighted({"cosine": 0.8}, passages=3, coverage=1.0) == pytest.approx(0.2 + 0.04)
    assert weighted({}, passages=20, coverage=1.0) == pytest.approx(0.10)
    assert weighted(signals, passages=0, coverage=1.0) == 0.0


def test_words_that_only_ask_weigh_nothing_where_others_are_there() -> None:
    text = "The grace period is 15 days."
    found = ranking(text)
    terms = [*found.explanation["terms"][:2], {"word": "much", "forms": ["much"], "idf": 9.0}]
    asked = found._replace(explanation={**found.explanation, "terms": terms})
    assert features("how much grace period", asked, [Evidence(text)])["together"] == 1.0
    alone = found._replace(explanation={**found.explanation, "terms": terms[2:]})
    assert features("how much", alone, [Evidence(text)])["together"] == 0.0


def test_conf_1_two_probabilities_that_look_alike_are_not_compared() -> None:
    assert weak(0.4, 0.5) == "a confidence of 0.40, where an answer needs 0.50"
    assert weak(0.5196, 0.52) == "a confidence just short of the 0.52 that an answer needs"
