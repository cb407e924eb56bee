"""TERM-2: the static table of synonyms."""

from __future__ import annotations

from kts.lexicon.analyse import STOP_WORDS
from kts.lexicon.synonyms import synonyms, written_for


def test_term2_words_of_one_group_stand_for_one_another():
    table = synonyms()
    assert "contract" in table["agreement"]
    assert all(word in table[other] for word, others in table.items() for other in others)
    assert all(word not in others for word, others in table.items())


def test_term2_no_stop_word_has_synonyms():
    assert not STOP_WORDS.intersection(synonyms())


def test_term2_what_people_say_is_met_by_what_documents_write_one_way_only():
    assert "theft" in written_for("nicked")
    assert "bicycle" in written_for("bikes")
    assert "nick" not in written_for("theft")
    assert not written_for("quernstone")
