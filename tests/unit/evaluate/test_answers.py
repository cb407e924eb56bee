"""How answers are scored."""

from __future__ import annotations

from kts.evaluate.answers import Said, evaluate_answers, rates, score
from kts.evaluate.judged import Place, Question

ASKED = Question("q1", "How much?", "lookup", "train", (Place("a.md", "It is $5."), Place("b.md", "Or $6.")))
ABSENT = Question("q2", "How far?", "absent", "train", (), answerable=False)


def test_eval_answers_the_cited_place_is_the_judged_one_in_whole_or_in_part():
    assert score(ASKED, Said("answered", 0.9, (("a.md", "It is $5."),))).place
    assert not score(ASKED, Said("answered", 0.9, (("a.md", "It is $5."),))).whole
    assert score(ASKED, Said("answered", 0.9, (("a.md", "It is $5."), ("b.md", "Or $6.")))).whole
    assert not score(ASKED, Said("answered", 0.9, (("b.md", "It is $5."),))).place


def test_eval_answers_rates_count_answers_to_what_is_not_there():
    said = {"How much?": Said("answered", 0.9, (("a.md", "It is $5."),)), "How far?": Said("answered", 0.6, ())}
    found = evaluate_answers([ASKED, ABSENT], said.__getitem__)
    assert rates(found.scored)["false_answers"] == 1.0
    assert rates(found.scored)["answered"] == 1.0
    assert rates(found.scored)["place"] == 1.0
    assert "kind:absent" in found.as_json()


def test_eval_answers_an_abstention_is_no_answer():
    found = evaluate_answers([ASKED, ABSENT], lambda _: Said("abstained", 0.1, ()))
    assert rates(found.scored)["false_answers"] == 0.0
    assert rates(found.scored)["answered"] == 0.0
    assert rates(found.scored)["place"] is None
