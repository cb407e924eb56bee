"""ITEM 1-3: typed sentences by domain, negation first, with what they mention."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.ingest.chunk.sections import StructureSectioner
from kts.ingest.items.extract import extractor, items

LEGAL, TECHNICAL, RESEARCH = "GOVERNING_DOC_LEGAL", "TECHNICAL_SPEC", "RESEARCH_PAPER"


def found(text, regime, doc_type=""):
    sections = StructureSectioner().sections(text, markup="markdown")
    return items(text, sections, regime=regime, doc_type=doc_type)


def types(text, regime, doc_type=""):
    return [one.item_type for one in found(text, regime, doc_type)]


@pytest.mark.parametrize(
    ("sentence", "item_type"),
    [
        ("The Lender shall deliver the Note within five Business Days.", "Obligation"),
        ("The Lender shall not assign its rights without consent.", "Prohibition"),
        ("No Holder may start an action under this Section.", "Prohibition"),
        ("Neither party may disclose the terms to any third party.", "Prohibition"),
        ("The Agent may not, without consent, amend this Section.", "Prohibition"),
        ("The Agent may resign on thirty days' notice.", "Right"),
        ("The Agent shall not be required to act on an oral notice.", "Right"),
        ("The Lender need not make a further Advance.", "Right"),
        ("Each Bank shall be entitled to rely on the certificate.", "Right"),
        ('"Closing Date" means March 18, 2021.', "Definition"),
        ("\u201cClosing Date\u201d: March 18, 2021.", "Definition"),
        ('The "Cap" for a year is the amount stated in Schedule I.', "Definition"),
        ("This covenant shall survive the termination of this Agreement.", "Statement"),
        ("The notice shall be deemed received on the next Business Day.", "Statement"),
        ("The payment is made by means of a wire transfer on that day.", "Statement"),
        ("A waiver under this paragraph may lead to a claim later.", "Statement"),
        ("This Agreement takes effect when the Lender has signed it.", "Condition"),
        ("This Section does not apply to a resignation for illegality.", "Condition"),
        ("If the Borrower fails to pay, the Agent must notify each Lender.", "Obligation"),
        ("The Trustee must tell any Person that may be affected at once.", "Obligation"),
        ("An account that ceases to be eligible must be closed.", "Obligation"),
        ("The term was agreed in May 2021 between the two of them.", "Statement"),
    ],
)
def test_item2_the_main_clause_of_a_legal_sentence_decides(sentence, item_type):
    assert types(sentence, LEGAL) == [item_type]


@pytest.mark.parametrize(
    ("sentence", "like"),
    [
        ("WHEN the \u0130zmir branch shall pay the fee.", "When the Izmir branch shall pay the fee."),
        ("The \u0130zmir branch shall NOT pay the fee.", "The Izmir branch shall not pay the fee."),
        ("THE BORROWER SHALL NOT PAY THE FEE.", "The Borrower shall not pay the fee."),
    ],
)
def test_item2_capitals_and_letters_that_grow_in_lower_case_change_nothing(sentence, like):
    assert types(sentence, LEGAL) == types(like, LEGAL)


@pytest.mark.parametrize(
    ("sentence", "item_type"),
    [
        ("Open the screen and press Save.", "Procedure"),
        ("If the queue is empty, restart the worker.", "Procedure"),
        ("Do not restart the worker by hand.", "Warning"),
        ("Never share the token with anybody.", "Warning"),
        ("A second person must approve the batch.", "Requirement"),
        ("The time-out is 30 seconds.", "Configuration"),
        ("For example, a batch of 30 files takes an hour.", "Example"),
        ("For more information, see the chapter on queues.", "Note"),
        ("The queue is kept in memory and on disk.", "Note"),
    ],
)
def test_item1_technical_sentences(sentence, item_type):
    assert types(sentence, TECHNICAL) == [item_type]


def test_item1_what_an_admonition_is_called_counts_for_its_paragraph():
    text = "> **Warning.** The disk is erased without asking.\n\nThe disk has 40 sectors in each row.\n"
    assert types(text, TECHNICAL) == ["Warning", "Warning", "Note"]


def test_item1_a_block_of_settings_is_configuration_and_one_of_commands_an_example():
    text = "Put this in:\n\n```\ntimeout = 30\nretries = 2\n```\n\nThen:\n\n```\nworker --start now please\n```\n"
    assert [one for one in types(text, TECHNICAL) if one in {"Configuration", "Example"}] == [
        "Configuration",
        "Example",
    ]


def test_item1_a_theorem_lasts_for_its_paragraph_and_a_proof_to_its_end_mark():
    text = (
        "# Queues\n\nLemma 1. The queue is stable when r < 1.\n\nProof. Let p be its law.\n\nIt sums to one."
        " [end of proof]\n\nThe rule was adopted by the firm in 2022.\n"
    )
    assert types(text, RESEARCH) == ["Lemma", "Lemma", "Proof", "Proof", "Proof", "Observation"]


def test_item1_a_generic_document_has_statements():
    assert set(types("You must come. It is late now.", "GENERIC")) == {"Statement"}
    assert set(types("You must come today. It is late now.", "A_REGIME_OF_SOMEBODY_ELSE")) == {"Statement"}


def test_item1_a_policy_binds_in_the_indicative():
    text = "Every complaint is recorded on the day it is received."
    assert types(text, LEGAL, "POLICY") == ["Obligation"]
    assert types(text, LEGAL) == ["Statement"]


def test_item1_a_part_of_a_list_does_what_its_introduction_does():
    text = "The Servicer must send the following:\n\n(a) the loan number and amount;\n\n(b) the date of payment; and\n"
    assert types(text, LEGAL) == ["Obligation", "Obligation", "Obligation"]


def test_item1_metadata():
    text = (
        '# ARTICLE V. FEES\n\n## Section 5.02 Payment\n\n"Servicer" means Wexcombe. The Servicer must pay $1,500 within'
        " thirty (30) days after March 1, 2024 under Section 5.01(b). It may not net the fee.\n"
    )
    _, pays, nets = found(text, LEGAL)
    assert pays.metadata == {
        "actors": ["Servicer"],
        "verbs": ["pay"],
        "defined_terms": ["Servicer"],
        "references": ["Section 5.01(b)"],
        "quantities": ["$1,500", "30) days"],
        "dates": ["March 1, 2024"],
        "modality": "must",
        "negated": False,
    }
    assert (nets.metadata["actors"], nets.metadata["modality"]) == (["Servicer"], "may_not")
    assert nets.metadata["negated"]
    assert {one.section for one in (pays, nets)} == {1}


def test_item1_headings_table_rows_and_contents_are_no_items():
    text = (
        "# Fees\n\nSection 1.01 Definitions\nSection 1.02 Rules\nSection 1.03 Days\n\n| a | b |\n|---|---|\n"
        "| 1 | 2 |\n\nThe fee is paid in arrear.\n"
    )
    assert [text[one.span.start : one.span.end] for one in found(text, LEGAL)] == ["The fee is paid in arrear."]


WORDS = st.sampled_from(
    ["The Servicer", "shall", "not", "may", "must", "if", "that", '"Fee"', "means", "pay", ".", ":", "\n\n", "(a)",
     "# ", "```\n", "- ", "Proof.", "| x |", "never", "1.", "; "]
)  # fmt: skip


@given(st.lists(WORDS, max_size=40).map(" ".join), st.sampled_from([LEGAL, TECHNICAL, RESEARCH, "GENERIC"]))
def test_items_are_in_order_and_inside_the_text(text, regime):
    spans = [one.span for one in found(text, regime)]
    assert all(0 <= span.start < span.end <= len(text) for span in spans)
    assert all(left.end <= right.start for left, right in pairwise(spans))
    assert [one.order for one in found(text, regime)] == list(range(len(spans)))


def test_every_regime_has_a_function_of_its_own():
    assert len({extractor(regime) for regime in (LEGAL, TECHNICAL, RESEARCH, "GENERIC")}) == 4


def test_a_long_sentence_takes_time_in_proportion():
    begun = time.process_time()
    found("The Servicer shall, if it can, " * 4_000 + "pay.", LEGAL)
    assert time.process_time() - begun < 20
