"""RANK-6: `kts why-not`: what kept a document out, and what would bring it in."""

from __future__ import annotations

import pytest

from kts.search.whynot import why_not
from kts.testing import prepared
from kts.types import Filter

NONE = Filter()


@pytest.fixture
def ask(house):
    many = {f"fee{number}": f"The fee {'fee ' * number}is due." for number in range(1, 9)}
    here = house(
        prepared("cure.md", "The cure period of the fee ends after thirty quarantined days.", doc_type="contract"),
        prepared("lunch.md", "The menu changes on Mondays.", doc_type="policy"),
        *(prepared(f"{name}.md", text, doc_type="policy") for name, text in many.items()),
    )

    def asked(path, text, *, filters=NONE, wanted=3):
        return why_not(
            here.corpus.document(path),
            text,
            filters=filters,
            wanted=wanted,
            search=lambda text, filters, limit: here.search(text, filters=filters, limit=limit, per_document=1),
            corpus=here.corpus,
            index=here.index,
        )

    return asked


def test_rank6_a_document_that_is_shown(ask):
    found = ask("cure.md", "cure period")
    assert (found.state, found.rank) == ("shown", 1)


def test_rank6_a_document_that_a_filter_keeps_out(ask):
    found = ask("cure.md", "fee", filters=Filter(doc_type=("POLICY",), language=("und",)))
    assert found.state == "filtered"
    assert found.reasons == ("the filter doc_type wants POLICY; the document's is CONTRACT",)
    assert found.remedies == ("search without doc_type",)


def test_rank6_a_document_without_a_word_of_the_question(ask):
    found = ask("lunch.md", "fee")
    assert found.state == "no_term"
    assert "it holds no word of the question (fee)" in found.reasons[0]


def test_rank6_a_document_that_others_outrank_and_the_word_that_brings_it_in(ask):
    found = ask("cure.md", "fee")
    assert found.state == "outranked"
    assert found.rank > found.wanted == 3
    assert found.behind
    assert all(value > 0 for value in found.behind.values())
    assert found.reasons[1:]
    assert all(reason.startswith("the last one shown is ahead by ") for reason in found.reasons[1:])
    assert not any("_" in reason for reason in found.reasons)
    word = found.remedies[0].split("'")[1]
    assert f"it comes at rank {ask('cure.md', f'fee {word}').rank}" in found.remedies[0]
    assert found.remedies[-1] == "--doc cure.md searches this document alone"
