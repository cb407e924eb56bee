"""EVID-1: an entailment model reads what the rules would call supported, and can only bar it."""

from __future__ import annotations

import pytest

from kts.answer.claims.bars import forbidden
from kts.answer.claims.behind import GOES_ON, around
from kts.answer.claims.gate import NO_MODELS, judge, weighed
from kts.answers import Evidence
from kts.ports.models import Entailment, Least
from kts.testing import OverlapEntailment, OverlapReader
from kts.types import Span

RULES = Evidence(
    "The deposit is returned within 30 days. Visitors sign the book at the gate.",
    title="House rules",
    heading="4 Money",
)
CLAIM = "The deposit is returned within 30 days."
YES, NEITHER, NO = Entailment(0.9, 0.08, 0.02), Entailment(0.2, 0.7, 0.1), Entailment(0.02, 0.08, 0.9)


class Telling(OverlapEntailment):
    """Says what it was told to say of each pair in turn, the last for all that follow; keeps what it was given."""

    def __init__(self, *said, least=None):
        self.said, self.given, self.least = list(said), [], least or Least()

    def infer(self, pairs):
        self.given += pairs
        return [self.said.pop(0) if len(self.said) > 1 else self.said[0] for _ in pairs]


def judged(claim, *said, evidence=RULES, least=None):
    model = Telling(*said, least=least)
    return judge(claim, [evidence], entailment=model), model.given


def test_evid1_what_the_model_entails_stays_supported_and_the_gates_say_that_it_ran():
    found, given = judged(CLAIM, YES)
    assert (found.support, found.reasons, found.gates) == ("supported", (), ("claim", "entailment"))
    assert given == [(f"House rules > 4 Money: {CLAIM}", CLAIM)]
    assert judge(CLAIM, [RULES]).gates == ("claim",)


@pytest.mark.parametrize(
    ("said", "words"), [(NO, "reads a contradiction (0.90)"), (NEITHER, "does not find the claim there")]
)
def test_evid1_contradiction_and_want_of_entailment_bar_support(said, words):
    found, _ = judged(CLAIM, said)
    assert (found.support, found.gates) == ("unsupported", ("claim", "entailment"))
    ((kind, text, *_),) = found.reasons
    assert kind == "entailment"
    assert words in text
    assert CLAIM in text
    assert found.matched == judge(CLAIM, [RULES]).matched


@pytest.mark.parametrize(
    "claim",
    ["The deposit is returned within 60 days.", "The deposit is not returned within 30 days.", "Cats are grey."],
)
def test_evid1_the_rules_keep_their_veto_and_the_model_is_not_even_asked(claim):
    found, given = judged(claim, YES)
    assert (found, given) == (judge(claim, [RULES]), [])
    assert found.support != "supported"


def test_evid1_another_statement_of_the_document_may_entail_what_the_first_does_not():
    text = (
        "The deposit is returned within 30 days. A deposit is returned within 30 days of the end. The deposit is kept."
    )
    found, given = judged(CLAIM, NEITHER, YES, evidence=Evidence(text))
    assert found.support == "supported"
    assert len(given) == 2


def test_evid1_of_a_claim_three_pairs_are_read_at_most_and_none_of_another_document():
    same = "The deposit is returned within 30 days"
    pieces = [Evidence(f"{same}. {same} of the end. {same} then. {same} now. {same} too.", path="a.md"),
              Evidence(f"{same} here.", path="b.md")]  # fmt: skip
    model = Telling(NEITHER)
    assert judge(CLAIM, pieces, entailment=model).support == "unsupported"
    assert len(model.given) == 3
    assert not any("here" in premise for premise, _ in model.given)


@pytest.mark.parametrize(
    ("said", "support"),
    [
        (Entailment(contradiction=0.6), "unsupported"),
        (Entailment(contradiction=0.4), "supported"),
        (Entailment(entailment=0.4), "unsupported"),
        (Entailment(entailment=0.6), "supported"),
        (Entailment(0.45, 0.40, 0.15), "supported"),
        (Entailment(0.40, 0.15, 0.45), "unsupported"),
    ],
)
def test_evid1_the_likeliest_class_is_believed_whichever_the_model_knows(said, support):
    assert judged(CLAIM, said)[0].support == support


@pytest.mark.parametrize(
    ("said", "least", "support"),
    [
        (Entailment(contradiction=0.9), Least(contradiction=0.98), "supported"),
        (Entailment(contradiction=0.99), Least(contradiction=0.98), "unsupported"),
        (Entailment(0.2, 0.7, 0.1), Least(entailment=0.1), "supported"),
        (Entailment(0.6, 0.3, 0.1), Least(entailment=0.8), "unsupported"),
        (Entailment(0.0, 0.1, 0.9), Least(entailment=0.0, contradiction=0.98), "supported"),
    ],
)
def test_evid1_a_calibrated_model_says_what_is_to_be_asked_for(said, least, support):
    assert judged(CLAIM, said, least=least)[0].support == support


def test_evid1_a_claim_that_the_model_cannot_read_is_judged_without_it():
    found, given = judged(CLAIM, Entailment())
    assert (found.support, found.gates) == ("supported", ("claim",))
    assert len(given) == 1


def test_evid1_a_row_is_read_with_its_columns_and_an_entry_under_its_line():
    table = "| Role | Limit |\n|---|---|\n| Manager | 500 EUR |\n| Director | 5,000 EUR |\n"
    found, given = judged("The limit of a manager is 500 EUR.", YES, evidence=Evidence(table))
    assert found.support == "supported"
    assert given[0][0] == "Role: Manager; Limit: 500 EUR"
    entries = "Visitors may use:\n\n- the sauna in the evening\n- the library\n"
    _, given = judged("Visitors may use the sauna in the evening.", YES, evidence=Evidence(entries))
    assert given[0][0] == "Visitors may use: - the sauna in the evening"


def test_evid1_a_reader_that_reads_claims_is_named_too():
    class Reading(OverlapReader):
        weighings = {"claim": next(iter(OverlapReader.weighings.values()))}  # noqa: RUF012 - a test's

    model = Telling(YES)
    found = judge(CLAIM, [RULES], reader=Reading(), entailment=model)
    assert found.gates[:2] == ("claim", "reader")
    assert ("entailment" in found.gates) == bool(model.given)


@pytest.mark.parametrize(
    ("text", "statement", "read"),
    [
        ("Tugs start with a button. They stop by key.", "They stop by key.", ("Tugs start with a button.", "")),
        ("Tugs start with a button. They stop by key.", "Tugs start with a button.", ("", "They stop by key.")),
        ("Tugs start with a button.\n\nThey stop by key.", "Tugs start with a button.", ("", "")),
        ("Tugs start with a button.\n- They stop by key.", "Tugs start with a button.", ("", "")),
        (f"Tugs start. They{' never' * GOES_ON} stop.", "Tugs start.", ("", "")),
    ],
)
def test_evid1_a_statement_is_read_with_the_sentence_behind_it_and_whom_a_pronoun_means(text, statement, read):
    start = text.index(statement)
    assert around(text, Span(start, start + len(statement))) == read


ROWS = Evidence("| Code | Meaning |\n| --- | --- |\n| QX-1001 | login refused |\n| QX-1007 | line locked |\n")


def test_evid2_the_row_of_another_code_is_forbidden_though_a_model_is_heard():
    for said, code in (("login was refused", "QX-1001"), ("line is locked", "QX-1007")):
        found = weighed(f"Code QX-1007 means that the {said}.", [ROWS], NO_MODELS)
        (row,) = [one for one in found if code in one.match.statement.text]
        assert forbidden(row) == (code == "QX-1001")
