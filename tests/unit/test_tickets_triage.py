"""TICK-5, TICK-6: the model of risks, on its own: one sentence among many, numbers that survive a file."""

from __future__ import annotations

from importlib.resources import files

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.errors import UsageError
from kts.learn.text import grams
from kts.tickets.escalate import Triage, triage
from kts.tickets.nouns import Ticket
from kts.tickets.triage import MOST, Kinds, dumped, loaded, nearness, parts, told, unwished, weighed

CLASSES = ("security", "routine")
BUCKETS = 1 << 8
THREAT, PLAIN = "Somebody reads my mails at night.", "The printer needs another tray."


def vectors(texts):
    """Vectors of length one: threats point one way, all other sentences another."""
    return np.array([[1.0, 0.0] if "reads my mails" in text else [0.0, 1.0] for text in texts], np.float32)


def model(*, embedder="abc"):
    """Two known sentences; words say nothing."""
    known = vectors([THREAT, PLAIN]) if embedder else np.zeros((0, 0), np.float32)
    weights = np.array([[0.5, -0.5], [-0.5, 0.5]], np.float32)[: len(known)]
    words = np.zeros((BUCKETS, 2), np.float32)
    return Kinds(CLASSES, np.ones(BUCKETS, np.float32), words, known, weights, np.zeros(2, np.float32), 0.1, embedder)


def test_tick_6_one_dangerous_sentence_among_polite_ones_is_not_drowned():
    polite = "\n".join(f"The tray {number} of the printer is fine." for number in range(3))
    calm = told(f"{polite}\n{PLAIN}", model(), vectors)["security"]
    found = told(f"{polite}\n{THREAT}", model(), vectors)["security"]
    alone = told(THREAT, model(), vectors)["security"]
    assert calm < 0.01
    assert alone > 0.9
    assert found > 5 * calm


def test_tick_6_the_order_of_the_sentences_changes_nothing():
    assert told(f"{PLAIN}\n{THREAT}", model(), vectors) == told(f"{THREAT}\n{PLAIN}", model(), vectors)


def test_tick_6_without_an_embedding_model_words_alone_decide():
    blind = model(embedder="")
    blind.words[grams(["stolen"], buckets=BUCKETS).columns, 0] = 1.0
    assert told("stolen", blind, None)["security"] > 0.9
    assert triage(Ticket("1", "", "stolen"), model=blind, embed=None).danger > 0.9
    assert triage(Ticket("1", "", "stolen"), model=None, embed=None) == Triage({})


def test_tick_6_a_model_survives_its_file_and_refuses_another_embedding_model():
    before = model()
    after = loaded(dumped(before), name="triage.npz", embedder="abc")
    assert after.classes == CLASSES
    for text in (THREAT, PLAIN, "", "x"):
        assert told(text, after, vectors) == pytest.approx(told(text, before, vectors), abs=0.01)
    with pytest.raises(UsageError, match="another embedding model"):
        loaded(dumped(before), name="triage.npz", embedder="other")


def test_tick_6_what_ships_names_every_kind_and_needs_no_embedding_model():
    shipped = files("kts.data").joinpath("tickets", "triage_words.npz").read_bytes()
    found = loaded(shipped, name="triage_words.npz", embedder=None)
    said = told("Someone stole my password and reads the files of our customers.", found, None)
    assert set(said) == {"legal_threat", "payment", "security", "self_harm", "vip", "injection", "noise",
                         "out_of_scope", "spam", "routine"}  # fmt: skip
    assert max(said, key=lambda name: said[name]) == "security"


@pytest.mark.parametrize(
    "text", ["The scanner is broken, please help.", "The upload does not start.", "Please close it, it works now."]
)
def test_tick_6_a_short_plain_message_is_no_reason_for_alarm(text: str):
    shipped = files("kts.data").joinpath("tickets", "triage_words.npz").read_bytes()
    said = Triage(told(text, loaded(shipped, name="triage_words.npz", embedder=None), None))
    assert said.danger < 0.1


@pytest.mark.parametrize(
    "wish", ["I hope you are well.", "Hello, I hope this mail finds you well.", "Hope you had a nice summer!"]
)
def test_tick_6_who_wishes_well_says_nothing_of_a_risk(wish: str):
    assert unwished(f"{wish} {PLAIN}") == PLAIN
    assert told(f"{wish}\n{THREAT}", model(), vectors) == told(THREAT, model(), vectors)


@pytest.mark.parametrize("text", ["I hope you are well.", "I hope you can live with what comes next.", "All is well?"])
def test_tick_6_what_says_more_than_a_wish_is_read(text: str):
    assert unwished(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "Your service is awful, the chair took eighteen days. What do you promise?",
        "Please close my account and remove my address.",
        "I give up. Where is the switch?",
    ],
)
def test_tick_6_a_rant_without_a_threat_is_no_reason_for_alarm(text: str):
    shipped = files("kts.data").joinpath("tickets", "triage_words.npz").read_bytes()
    said = told(text, loaded(shipped, name="triage_words.npz", embedder=None), None)
    assert max(said, key=lambda name: said[name]) == "routine"


@given(st.text(max_size=400))
def test_any_text_has_shares_that_sum_to_one(text):
    assert sum(told(text, model(), vectors).values()) == pytest.approx(1.0, abs=0.001)


@given(st.lists(st.sampled_from(["The first tray is empty.", "Hi", "Who may open it?", "", "Ann"]), max_size=150))
def test_parts_are_few_and_hold_every_sentence(lines):
    found = parts("\n".join(lines))
    assert 1 <= len(found) <= MOST
    for line in lines:
        assert len(line.split()) < 3 or any(line in one for one in found)


def test_rare_words_weigh_more_and_rows_keep_length_one():
    rarity = np.linspace(0.1, 5, BUCKETS).astype(np.float32)
    rows = weighed(grams(["one two", "", "three"], buckets=BUCKETS), rarity)
    for at in (0, 2):
        own = rows.weights[rows.starts[at] : rows.starts[at + 1]]
        assert float(own @ own) == pytest.approx(1.0, abs=1e-4)
    assert nearness(vectors([THREAT]), vectors([THREAT, PLAIN]))[0].tolist() == pytest.approx([1.0, np.exp(-4)])
