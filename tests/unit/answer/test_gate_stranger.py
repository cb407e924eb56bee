"""EVID-1: claims over strangers' documents - numbers in words, denial by form, page furniture, parties and roles."""

from __future__ import annotations

import pytest

from kts.answer.claims.agree.pairs import parted
from kts.answer.claims.gate import judge
from kts.answer.claims.naming import aliases
from kts.answer.units.idle import is_recital
from kts.answer.units.running import is_running, repeated
from kts.answers import Evidence
from kts.lexicon.quantities import quantities, same

OPENING = 'This agreement is made between Wrenfield Mills Ltd (the "Supplier") and Osterby Foods Inc. (the "Customer").'


def _of_the_contract(text: str) -> Evidence:
    return Evidence(text, title="Supply agreement", path="supply.md", metadata={"opening": OPENING})


def _support(claim: str, text: str) -> str:
    return judge(claim, [_of_the_contract(text)]).support


@pytest.mark.parametrize("number", ["nine", "9"])
def test_evid1_a_number_that_stands_nowhere_is_not_supported_in_words_or_digits(number: str):
    assert _support(f"A function can have up to {number} layers.", "A function can have layers.") == "unsupported"
    notice = f"The agreement ends on {number} days' written notice."
    assert _support(notice, "The agreement ends on written notice.") == "unsupported"


def test_evid1_the_third_year_is_three_years():
    assert _support("The Customer may end it after three years.", "The Customer may end it after the third year.") != (
        "contradicted"
    )


@pytest.mark.parametrize(
    ("claim", "statement"),
    [
        (
            "The licence is non-exclusive and cannot be transferred.",
            "Wrenfield grants a non-transferable and non-exclusive licence.",
        ),
        ("The licence is limited and not exclusive.", "Wrenfield grants a limited, non-exclusive licence."),
        (
            "The sub-reseller is no third-party beneficiary of the reseller agreement.",
            "The sub-reseller is not a third-party beneficiary of the Agreement.",
        ),
        (
            "The pressure must be at least 500 psig.",
            "The pressure shall not be less than 500 pounds per square inch gauge.",
        ),
    ],
)
def test_evid1_what_is_denied_by_form_is_no_contradiction(claim: str, statement: str):
    assert _support(claim, statement) == "supported"


def test_evid1_a_prefix_denies():
    assert _support("The licence can be transferred.", "The licence is non-transferable.") == "contradicted"


def test_evid1_what_the_next_sentence_takes_back_is_denied():
    text = "You might be tempted to restore a single table from the files. This will not work."
    assert _support("You cannot restore a single table from the files.", text) != "contradicted"


FOOTER = "Supply Agreement 4 Wrenfield Mills Ltd & Osterby Foods Inc"


def test_evid1_a_title_with_the_number_of_its_page_says_nothing():
    assert is_running(FOOTER)
    assert not is_running("Maximum connections 100")
    assert not is_running("Services 20,907 19,821")
    assert repeated(f"Osterby handbook {page}" for page in (1, 2, 3)) == {"Osterby handbook #"}
    claim = "The supply agreement between Wrenfield Mills and Osterby Foods runs for five years."
    assert _support(claim, FOOTER) == "unsupported"
    told = judge(claim, [_of_the_contract(f"{FOOTER}\n\nThe supply agreement runs for ten years.")])
    assert told.support == "contradicted"


def test_evid1_a_hint_where_to_read_on_supports_nothing():
    see = "For more information, see [Restoring a table to a point in time](restore.md)."
    assert _support("A point in time restores to the table.", see) == "unsupported"


PREAMBLE = (
    'THIS AGENCY AGREEMENT, dated November 9, 2005 ("Agreement"), between Wrenfield Mills Ltd (the "Supplier") and '
    'Osterby Foods Inc. (the "Customer"), is under the lease between them.'
)


def test_evid1_the_first_sentence_of_an_agreement_supports_who_and_when_and_nothing_else():
    assert _support("The agency agreement prevails where the lease conflicts with it.", PREAMBLE) == "unsupported"
    assert _support("The agency agreement is dated November 9, 2005.", PREAMBLE) == "supported"


@pytest.mark.parametrize(
    "line",
    [
        'between WRENFIELD MILLS LIMITED (the "Supplier") and OSTERBY FOODS S.R.L. (the "Customer").',
        '(1) WRENFIELD MILLS LIMITED, a company of England, whose seat is at 4 Tan Row (the "Supplier"); and',
    ],
)
def test_evid1_a_line_that_only_names_the_parties_supports_no_more(line: str):
    assert is_recital(line)
    assert _support("Osterby Foods must buy its oil exclusively from Wrenfield Mills.", line) == "unsupported"


@pytest.mark.parametrize(
    "line",
    [
        'Between 1 May and 30 June the Customer may order more (the "Season").',
        'The Supplier, a company of the group, delivers the goods (the "Goods").',
    ],
)
def test_evid1_what_says_something_of_a_party_is_no_such_line(line: str):
    assert not is_recital(line)


HOTELS = "| City | Most a night |\n|---|---|\n| London | GBP 150 |\n| Hamburg | EUR {0} |\n"


def test_evid1_a_row_of_the_same_key_and_head_with_another_value_disputes():
    sides = [Evidence(HOTELS.format(sum_), path=f"{sum_}.md") for sum_ in (115, 140)]
    told = judge("Hotels in Hamburg are paid for up to EUR 115 a night.", sides)
    assert told.support == "supported"
    assert [why.kind for why in told.reasons] == ["disputed"]
    same = [sides[0], Evidence(HOTELS.format(115), path="again.md")]
    assert not judge("Hotels in Hamburg are paid for up to EUR 115 a night.", same).reasons


def test_evid1_a_conflict_stands_beside_a_partys_name_that_the_clause_does_not_repeat():
    evidence = Evidence(
        "No payment with respect to the loan may be reborrowed.",
        title="Credit agreement",
        path="osterby-credit.md",
        metadata={"opening": "Credit agreement of Osterby Foods."},
    )
    told = judge("Payments of the Osterby Foods loan may be reborrowed.", [evidence])
    assert told.support == "contradicted"


@pytest.mark.parametrize(
    "text",
    [
        'He acquires class B shares in QUILLON (the "Subscription Shares").',
        'The order forms accepted by QUILLON ("Order Forms") apply.',
        'The amounts under QUILLON ("Effective Date") apply.',
        "Gains (Losses) of the quarter",
    ],
)
def test_evid1_a_term_for_a_thing_is_no_other_name_of_the_party(text: str):
    assert aliases(text) == {}


def test_evid1_pounds_per_square_inch_are_psig():
    (one,), (other,) = quantities("500 psig"), quantities("500 pounds per square inch gauge")
    assert same(one, other)
    assert not same(one, quantities("500 psia")[0])


def test_evid1_parties_that_changed_places_are_contradicted():
    text = "The Customer will pay to the Supplier all revenues, and the Supplier will pay a commission to the Customer."
    assert _support("The Customer pays the Supplier a commission.", text) == "contradicted"
    assert _support("The Supplier pays the Customer a commission.", text) == "supported"


def test_evid1_a_party_is_not_the_other_party():
    told = judge(
        "Wrenfield Mills is the customer.", [_of_the_contract(f"{OPENING} The Supplier delivers to the Customer.")]
    )
    assert told.support != "supported"
    assert "swapped" in {one.kind for one in told.reasons}


def test_evid1_a_borrower_is_no_lender_though_the_document_gives_the_lender_no_name():
    text = 'Credit agreement of Wrenfield Mills Inc. (the "Borrower") and a bank as lender. The borrower repays it.'
    evidence = Evidence(text, title="Credit agreement", path="credit.md")
    assert judge("Wrenfield Mills is the lender.", [evidence]).support != "supported"


def test_evid1_another_party_of_the_document_acts():
    text = "The Customer may terminate this agreement for convenience."
    assert _support("Wrenfield Mills may terminate the agreement for convenience.", text) != "supported"
    assert _support("Osterby Foods may terminate the agreement for convenience.", text) == "supported"


def test_evid1_two_values_that_changed_places_are_contradicted():
    text = "The Customer makes a prepayment of $1,900 and pays the remaining $3,100 on completion of the work."
    assert _support("The Customer pays $3,100 in advance and $1,900 on completion.", text) == "contradicted"
    assert _support("The Customer pays $1,900 in advance and $3,100 on completion.", text) != "contradicted"


def test_evid1_the_value_of_another_place_is_contradicted():
    text = "The pressure is 500 psi at Monroe, and 600 psi at Calvary."
    assert [text[one.start : one.end] for one in parted(text)] == [
        "The pressure is 500 psi at Monroe",
        ", and 600 psi at Calvary.",
    ]
    assert _support("The pressure at Monroe is 600 psi.", text) == "contradicted"
    assert _support("The pressure at Calvary is 600 psi.", text) == "supported"


def test_evid1_a_figure_of_another_thing_contradicts_nothing():
    text = "As of April 1, 2023, the Company had total deferred revenue of $12.5 billion."
    claim = "Services revenue in the second quarter of 2023 was 20,907 million dollars."
    assert _support(claim, text) == "unsupported"


def test_evid1_a_definition_of_another_term_contradicts_nothing():
    text = "\u201cLoan Parties\u201d means the Customer and any other person who guarantees the repayment of amounts."
    assert _support("Amounts that the Customer repays cannot be borrowed again.", text) != "contradicted"


def test_evid1_a_duty_that_only_tells_which_thing_is_meant_denies_no_permission():
    said = "The gate licence has the permissions that the agent needs to open a gate of the depot."
    assert _support("The gate licence lets the agent open a gate of the depot.", said) != "contradicted"
    bound = "The agent must open a gate of the depot."
    assert _support("The agent may open a gate of the depot.", bound) == "contradicted"
