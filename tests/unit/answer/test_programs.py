"""Settings, options and commands have one spelling: a neighbour of one that does not exist is no answer (EVID-2)."""

from __future__ import annotations

import pytest

from kts.answer.constraints.meets import unmet
from kts.answer.constraints.named import constraints
from kts.answer.constraints.programs import COMMAND, SETTING, confirmed
from kts.answer.constraints.vocabulary import Vocabulary
from kts.answers import Evidence

ROW = Evidence("| `transfer.retry.delay` | 60 | Seconds between two attempts. |", title="Configuration reference")
CALLS = Evidence("`ferry partner unlock NAME` unlocks, `ferry --json spool usage` tells what is large.")
WORDS = frozenset("max connections connect tls version min".split())


def missing(question: str, *evidence: Evidence, vocabulary: Vocabulary | None = None) -> list[tuple[str, bool]]:
    known = vocabulary or Vocabulary()
    wants = confirmed(constraints(question, known=known), evidence)
    return [(one.constraint.text, one.constraint.certain) for one in unmet(wants, evidence, known=known)]


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("What is the default of transfer.retry.jitter?", "transfer.retry.jitter"),
        ("transfer.retry.limit default", "transfer.retry.limit"),
        ("What does transfer.retry_delay do?", "transfer.retry_delay"),
        ("What does the max_pools parameter mean?", "max_pools"),
        ("How do I run pg_copy --anonymize?", "--anonymize"),
    ],
)
def test_a_setting_that_nothing_names_is_surely_missing(question: str, name: str) -> None:
    assert (name, True) in missing(question, ROW)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What is the default of transfer.retry.delay?", ROW.text),
        ("What does transfer.retry do?", ROW.text),
        ("What does retry_count mean?", "Set `ferry.retry_count` to 5."),
        ("What is the default of retry_count?", "The default of retry\\_count is 5."),
        ("What is the default of session.timeout?", "[session]\ntimeout = 900"),
        ("What does --dry-run do?", "With the dry-run option nothing is written."),
    ],
)
def test_a_setting_is_met_by_its_name_however_it_is_set_down(question: str, text: str) -> None:
    assert missing(question, Evidence(text)) == []


def test_a_slip_of_the_pen_is_forgiven_and_another_word_is_not() -> None:
    known = Vocabulary(passages=9, frequency=lambda word: int(word in WORDS))
    text = Evidence("`max_connections` is 100, `tls.min_version` is 1.2.")
    assert missing("What is the default of max_conections?", text, vocabulary=known) == []
    assert missing("What is the default of tls.max_version?", text, vocabulary=known) == [("tls.max_version", True)]


def test_what_the_asker_tells_of_his_own_makes_an_answer_only_doubtful() -> None:
    told = "My table user_events grew. How often should old rows go?"
    assert missing(told, Evidence("Old rows go every day.")) == [("user_events", False)]


@pytest.mark.parametrize(
    "text", ["See node.js for more.", "Who wrote to a.b@example.com?", "Is it e.g. a fee?", "Why?"]
)
def test_files_hosts_and_abbreviations_are_no_settings(text: str) -> None:
    assert [one for one in constraints(text) if one.kind == SETTING] == []


@pytest.mark.parametrize("question", ["How do I use ferry partner rename?", "How do I run ferry spool defrag NAME?"])
def test_a_command_of_a_program_that_the_evidence_calls_otherwise_is_surely_missing(question: str) -> None:
    assert [certain for _, certain in missing(question, CALLS)] == [True]


@pytest.mark.parametrize("question", ["How do I use ferry partner unlock?", "How do I run ferry spool usage?"])
def test_a_command_is_met_by_itself_options_aside(question: str) -> None:
    assert missing(question, CALLS) == []


def test_words_that_are_used_are_no_command_where_nothing_calls_them() -> None:
    wants = constraints("How do I use maternity leave?")
    assert [one.kind for one in wants] == [COMMAND]
    assert confirmed(wants, [Evidence("Maternity pay is due for parental leave.")]) == ()


def test_a_program_of_two_letters_is_one() -> None:
    text = Evidence("```\noc adm top pods\n```")
    assert missing("How do I run oc adm frobnicate?", text) == [("oc adm frobnicate", True)]
    assert missing("How do I run oc adm top?", text) == []
