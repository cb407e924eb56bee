"""Claims made from sentences: seeded, and changed where they say that they are."""

from __future__ import annotations

from kts.evaluate.corruptions import usable, variants
from kts.lexicon.quantities import quantities, same

SENTENCES = [
    "The Servicer shall deliver the report to the Trustee within ten (10) days after the end of each month.",
    "The Borrower may not prepay any Advance before March 1, 2024 without the consent of the Lender.",
    "If the Owner objects in writing, the Servicer must revise the plan within 36 hours of the notice.",
    "All notices under this agreement must be sent by mail to the address of the other party.",
    "Retention is at least seven years after payoff for each file of the Custodian in the archive.",
    "Too short.",
    "| a | table | row | is | no | claim | of | its | own |",
]


def test_the_same_seed_gives_the_same_claims():
    assert list(variants(SENTENCES, seed=3)) == list(variants(SENTENCES, seed=3))


def test_every_usable_sentence_gives_a_false_claim_and_a_true_one():
    found = list(variants(SENTENCES, seed=3))
    assert {one.source for one in found} == {sentence for sentence in SENTENCES if usable(sentence)}
    assert all(one.claim != one.source for one in found)
    assert {one.true for one in found} == {True, False}
    assert len({one.edit for one in found if not one.true}) > 3


def test_a_changed_number_is_another_and_a_restated_one_is_the_same():
    checked = {True: 0, False: 0}
    for seed in range(12):
        for one in variants(SENTENCES, seed=seed):
            if one.edit not in {"number", "restated"}:
                continue
            before, after = quantities(one.source), quantities(one.claim)
            kept = all(any(same(old, new) for new in after) for old in before)
            assert kept == (one.edit == "restated"), one
            checked[one.true] += 1
    assert min(checked.values()) > 0
