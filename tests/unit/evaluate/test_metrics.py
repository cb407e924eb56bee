"""EVAL (WIRE `eval`): the metrics are those of trec_eval, for any run and any judgements."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.errors import UsageError
from kts.evaluate.metrics import evaluate_run, mean_of, measure
from kts.evaluate.runs import rank, read_run, write_run

pytrec_eval = pytest.importorskip("pytrec_eval")

KS = (1, 3, 10, 100)
ORACLE = {"ndcg@": "ndcg_cut", "recall@": "recall", "success@": "success"}

documents = st.sampled_from([f"d{number}" for number in range(25)])
# Few distinct scores: most lists hold ties.
score_maps = st.dictionaries(documents, st.sampled_from([-1.5, 0.0, 0.25, 1.0, 7.0]), max_size=25)
queries = st.sampled_from(["q1", "q2", "q3", "q4"])
run_scores = st.dictionaries(queries, score_maps, max_size=4)
judgement = st.dictionaries(documents, st.integers(min_value=-1, max_value=3), max_size=15)
judged_somewhere = st.dictionaries(queries, judgement, min_size=1).filter(
    lambda qrels: any(score > 0 for found in qrels.values() for score in found.values())
)


def oracle(qrels, run):
    """The same values by pytrec_eval, fed scores that fall with the rank."""
    falling = {
        query: {document: float(-place) for place, (document, _) in enumerate(ranked)} for query, ranked in run.items()
    }
    wanted = {f"{name}.{','.join(map(str, KS))}" for name in ORACLE.values()} | {"map"}
    found = pytrec_eval.RelevanceEvaluator(qrels, wanted).evaluate(falling)
    for k in KS:
        cut = {query: dict(list(scores.items())[:k]) for query, scores in falling.items()}
        for query, values in pytrec_eval.RelevanceEvaluator(qrels, {"recip_rank"}).evaluate(cut).items():
            found[query][f"mrr@{k}"] = values["recip_rank"]
    return {query: {named(name): value for name, value in row.items()} for query, row in found.items()}


def named(name):
    for ours, theirs in ORACLE.items():
        if name.startswith(f"{theirs}_"):
            return ours + name.removeprefix(f"{theirs}_")
    return name


@given(qrels=judged_somewhere, scores=run_scores)
def test_every_metric_of_every_query_is_that_of_trec_eval(qrels, scores):
    run = {query: rank(found) for query, found in scores.items()}
    evaluation = evaluate_run(qrels, run, KS)
    expected = oracle(qrels, run)
    for query, values in evaluation.per_query.items():
        for name, value in values.items():
            assert value == pytest.approx(expected.get(query, {}).get(name, 0.0), abs=1e-9), (query, name)


@given(qrels=judged_somewhere, scores=run_scores)
def test_trec_eval_on_the_written_run_file_sees_the_same_order_despite_ties(tmp_path_factory, qrels, scores):
    run = {query: rank(found) for query, found in scores.items()}
    path = tmp_path_factory.mktemp("run") / "run.trec"
    write_run(run, path)
    with path.open(encoding="utf-8") as stream:
        parsed = pytrec_eval.parse_run(stream)
    theirs = pytrec_eval.RelevanceEvaluator(qrels, {"ndcg_cut.10", "map"}).evaluate(parsed)
    ours = evaluate_run(qrels, read_run(path), KS).per_query
    for query in ours.keys() & theirs.keys():
        assert ours[query]["ndcg@10"] == pytest.approx(theirs[query]["ndcg_cut_10"], abs=1e-9)
        assert ours[query]["map"] == pytest.approx(theirs[query]["map"], abs=1e-9)


@given(qrels=judged_somewhere, scores=run_scores)
def test_means_are_over_all_judged_queries_and_values_are_shares(qrels, scores):
    run = {query: rank(found) for query, found in scores.items()}
    evaluation = evaluate_run(qrels, run)
    judged = {query for query, found in qrels.items() if max(found.values(), default=0) > 0}
    assert set(evaluation.per_query) == judged
    assert evaluation.queries == len(judged)
    assert set(evaluation.missing) == {query for query in judged if not run.get(query)}
    assert set(evaluation.unjudged) == run.keys() - judged
    for name, mean in evaluation.means.items():
        assert mean == pytest.approx(math.fsum(evaluation.metric(name).values()) / len(judged))
        assert all(-1e-12 <= value <= 1 + 1e-12 for value in evaluation.metric(name).values())


@given(scores=score_maps.filter(bool), judged=judgement)
def test_moving_a_relevant_document_up_never_lowers_a_metric(scores, judged):
    ranking = [document for document, _ in rank(scores)]
    better = sorted(ranking, key=lambda document: -max(judged.get(document, 0), 0))
    before, after = measure(ranking, judged), measure(better, judged)
    assert all(after[name] >= before[name] - 1e-12 for name in before)


def test_names_are_those_of_the_wire_format():
    evaluation = evaluate_run({"q": {"a": 1, "b": 1}}, {"q": [("x", 2.0), ("a", 1.0)]})
    found = evaluation.as_json()
    assert {"ndcg@10", "recall@10", "recall@100", "mrr@10", "map", "queries"} <= set(found)
    assert found["queries"] == 1
    assert found["recall@10"] == 0.5
    assert found["mrr@10"] == 0.5
    assert found["map"] == 0.25
    assert found["ndcg@10"] == pytest.approx((1 / math.log2(3)) / (1 + 1 / math.log2(3)))


def test_the_order_of_the_list_counts_not_its_scores():
    run = {"q": [("b", 1.0), ("a", 9.0)]}
    assert evaluate_run({"q": {"b": 1}}, run, (1,)).means["success@1"] == 1.0


@pytest.mark.parametrize("qrels", [{}, {"q": {}}, {"q": {"a": 0}}])
def test_nothing_judged_is_an_error_with_a_hint(qrels):
    with pytest.raises(UsageError, match="no query has a relevant document") as caught:
        evaluate_run(qrels, {"q": [("a", 1.0)]})
    assert "qrels.tsv" in caught.value.hint


def test_a_document_twice_in_a_list_is_an_error_that_names_it():
    with pytest.raises(UsageError, match=r"'a' occurs a second time for query 'q'"):
        evaluate_run({"q": {"a": 1}}, {"q": [("a", 2.0), ("b", 1.5), ("a", 1.0)]})


def test_a_metric_that_was_not_measured_is_an_error_that_lists_the_others():
    evaluation = evaluate_run({"q": {"a": 1}}, {"q": [("a", 1.0)]}, (10,))
    with pytest.raises(UsageError, match="was not measured") as caught:
        evaluation.metric("ndcg@20")
    assert "ndcg@10" in caught.value.hint


def test_the_mean_of_nothing_is_empty():
    assert mean_of({}) == {}
