"""QRY-4: keys and measures that are one word in a document are found by the words that people type."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.lexicon.analyse import indexed, terms
from kts.lexicon.compounds import compounds


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("maxReplicas: 18", ["max", "replicas"]),
        ("targetCPUUtilizationPercentage", ["target", "cpu", "utilization", "percentage"]),
        ("MaxAuthTries 4", ["max", "auth", "tries"]),
        ("KubePodCrashLooping", ["kube", "pod", "crash", "looping"]),
        ("podIPs", ["pod", "ips"]),
        ("ssl_protocols TLSv1.2 TLSv1.3;", ["tls", "tls"]),
        ("Java21", ["java"]),
        ("lock held 311s", ["311"]),
        ("memory: 512Mi", ["512", "mi"]),
        ("after 400ms", ["400", "ms"]),
    ],
)
def test_qry4_the_parts_of_a_word(text, wanted):
    assert compounds(text) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "iPhone", "CloudWatch", "JavaScript", "LaTeX", "PhD", "URLs", "the 5th", "p95", "Q3", "E7042", "PET-5031",
        "2026-09-14T03", "a3f9B2ccD", "größeMax", "max_replicas", "v2", "UPPER", "Title", "",
        "x" * 100_000 + "Y" * 100_000,
    ],
)  # fmt: skip
def test_qry4_what_is_one_word_stays_one(text):
    assert compounds(text) == []


@given(st.text(max_size=200))
def test_qry4_a_text_keeps_all_its_own_terms(text):
    own = terms(text)
    assert indexed(text)[: len(own)] == own
    assert all(part == part.lower() for part in compounds(text))


def test_qry4_the_words_of_a_key_are_terms_of_the_text_and_not_of_a_question():
    assert set(terms("max replicas")) <= set(indexed("maxReplicas: 18"))
    assert terms("maxReplicas") == ["maxreplica"]
