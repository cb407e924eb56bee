"""SPEC MON: shares of what the ledger holds, none of its content."""

from __future__ import annotations

from kts.evaluate.activity import activity


def said(verdict, confidence):
    return {"verdict": verdict, "confidence": confidence, "query": "who?"}


def ticket(*, valid=True, **other):
    plain = {
        "class": "access",
        "class_score": 0.8,
        "fallback": False,
        "similarity": 0.5,
        "auto": False,
        "confidence": 0.4,
        "escalation": {"recommended": True},
        "tokens": {"context": 100, "model": 7, "truncated": False},
    }
    return {**plain, "valid": valid, **other}


def test_nothing_is_a_share_of_nothing():
    found = activity([], [], [])
    assert found["answers"] == {"count": 0, "verdicts": {}, "abstained": None, "confidence": [0] * 10}
    assert found["feedback"] == {"count": 0, "verdicts": {}, "top1_relevance": None}
    assert {found["tickets"][name] for name in ("valid", "fallback_rate", "escalation_rate")} == {None}


def test_answers_by_verdict_and_by_confidence():
    found = activity([said("answered", 0.95), said("answered", 1.0), said("abstained", 0.0)], [], [])["answers"]
    assert found["verdicts"] == {"abstained": 1, "answered": 2}
    assert found["abstained"] == 0.3333
    assert found["confidence"] == [1, 0, 0, 0, 0, 0, 0, 0, 0, 2]


def test_the_last_word_on_an_answer_counts():
    feedback = [{"ledger_id": "led_1", "verdict": "bad"}, {"ledger_id": "led_2", "verdict": "wrong_source"}]
    found = activity([], [], [*feedback, {"ledger_id": "led_1", "verdict": "good"}])["feedback"]
    assert found == {"count": 3, "verdicts": {"good": 1, "wrong_source": 1}, "top1_relevance": 0.5}


def test_tickets_that_are_not_valid_retrieve_nothing():
    tickets = [ticket(fallback=True), ticket(valid=False, similarity=0.0, **{"class": "", "class_score": 0.0})]
    found = activity([], tickets, [])["tickets"]
    assert (found["valid"], found["fallback_rate"], found["mean_similarity"]) == (0.5, 1.0, 0.5)
    assert (found["classification_confidence"], found["model_tokens"], found["escalation_rate"]) == (0.8, 14, 1.0)


def test_records_of_an_older_version_count_for_what_they_say():
    found = activity([{"verdict": "answered"}], [{"valid": True, "class": "billing"}, {}], [])
    assert found["answers"]["verdicts"] == {"answered": 1}
    assert found["answers"]["confidence"] == [0] * 10
    assert found["tickets"]["count"] == 2
    assert found["tickets"]["valid"] == 1
    assert found["tickets"]["classification_confidence"] is None
