"""QRY-3: questions of several parts and comparisons into what is searched beside them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.search.decompose import PARTS, decompose, parts_of, pieces, step_back
from kts.search.question import Question
from kts.types import Query

LABELLED = (
    (
        "For CMT 2021-A, what are the Determination Date, the Remittance Date and the Distribution Date?",
        ("Determination Date", "Remittance Date", "Distribution Date"),
    ),
    (
        "Compare the definition of Business Day in the PSA with the one in the Northmarch agreement.",
        ("definition of Business Day in the PSA", "definition of Business Day in the Northmarch agreement"),
    ),
    (
        "What does Advance mean in the PSA as opposed to the warehouse agreement?",
        ("Advance mean in the PSA", "Advance mean in the warehouse agreement"),
    ),
    ("Is forced release possible in Quillmark 3.8 and 3.9?", ("Quillmark 3.8", "Quillmark 3.9")),
    (
        "Lender-placed insurance: which letter goes out on which day, and when does the charge show up?",
        ("insurance which letter goes out on which day", "insurance when does the charge show up"),
    ),
    (
        "How many days' notice does Northmarch need, and how many does Corvane need to terminate?",
        ("notice does Northmarch need", "does Corvane need to terminate"),
    ),
    ("Who may open the ledger again? How often may it be opened in a year?", ("open the ledger again", "How often")),
    (
        "How much is the per diem in Switzerland, and by when do I have to submit my claim?",
        ("per diem in Switzerland", "by when do I have to submit my claim"),
    ),
    ("What is the difference between the 2022 fee and the 2023 fee?", ("2022 fee", "2023 fee")),
    (
        "Compare annual leave in the 2024 and 2026 handbooks",
        ("annual leave in the 2024 handbooks", "annual leave in the 2026 handbooks"),
    ),
)
WHOLE = (
    "What is the cure period?",
    "What does the pooling and servicing agreement say about advances?",
    "Who is the trustee and certificate administrator?",
    "Terms and conditions of the line of credit",
    "What happened between March 2021 and June 2022?",
    "How does the depositor transfer the mortgage loans to the trust?",
    "error TSR-1022",
    "What did Side Letter No. 2 change?",
    "Did Dr. Roe accept the chair?",
    "How was the penalty shared between the county and the tax vendor?",
    "",
)


@pytest.mark.parametrize(("text", "wanted"), LABELLED)
def test_qry3_each_part_is_searched(text, wanted):
    parts = parts_of(text)
    assert len(parts) == len(wanted)
    assert all(piece in part for piece, part in zip(wanted, parts, strict=True))


@pytest.mark.parametrize("text", WHOLE)
def test_qry3_one_question_stays_one(text):
    assert parts_of(text) == ()


@pytest.mark.parametrize(
    ("text", "part"),
    [
        (
            "When was code RC20 retired, and where do such complaints go now?",
            "where do such complaints go now? code RC20 retired",
        ),
        ("What does TSR-2009 tell you in release 7.4, and since when?", "since when? TSR-2009 tell you in release 7.4"),
        ("Who may post fees at Upper Sedge, and who approves them?", "who approves them? post fees at Upper Sedge"),
        (
            "What is the extension of the payoff desk and its e-mail address?",
            "What is the e-mail address of the payoff desk",
        ),
        ("Who are the Seller, the Depositor and the Custodian of the trust?", "Who are the Depositor of the trust"),
        (
            "How does the cure period differ between the PSA and the Northmarch agreement?",
            "the cure period the Northmarch agreement",
        ),
        ("Escrow cushion: the trust versus Northmarch?", "Escrow cushion Northmarch"),
        (
            "Compare the tax rates of Orrin and Vale Foods in the third quarter of 2023.",
            "the tax rates of Vale Foods in the third quarter of 2023.",
        ),
        ("Compare Orrin's gross margin with Vale's in Q2 2023.", "Vale's gross margin in Q2 2023."),
        (
            "Which limit is refused in Tessaro 7.2, and in 7.4?",
            "Which limit is refused in Tessaro 7.4?",
        ),
        (
            "In Orrin's Q1 2023 report, what is the connection between research costs and new products?",
            "In Orrin's Q1 2023 report new products",
        ),
    ],
)
def test_qry3_a_part_takes_along_what_it_refers_to(text, part):
    assert parts_of(text)[1] == part


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Does the waiting time run over the weekend or do I start counting on Monday?", 0),
        ("Will you pay in time for the discount, or do I need to send the $900 first?", 0),
        ("What is the fee or can I get a discount?", 2),
        ("Does the program take the late charge off, or do I?", 2),
        ("Can I cancel online or does it cost more and who decides?", 3),
    ],
)
def test_qry3_two_ways_of_which_one_holds_are_one_question(text, number):
    assert len(pieces(text)) == number


def test_qry3_a_part_that_stands_for_itself_takes_nothing_along():
    parts = parts_of("Which day is the fee of CMT 2021-A due, and which bank receives the monthly escrow report?")
    assert parts[1] == "which bank receives the monthly escrow report?"


SEVERAL = (
    "How have inventory levels changed over the reported quarters?",
    "Did the fee change over time?",
    "Which notice do these agreements ask for?",
    "What does Advance mean in the PSA as opposed to the warehouse agreement?",
)
ONE = (
    "By what date each year is the certificate due?",
    "What do these terms mean?",
    "Which report is due within 45 days of each quarter-end?",
    "What is the fee and when is it due?",
)


@pytest.mark.parametrize(("text", "several"), [*((text, True) for text in SEVERAL), *((text, False) for text in ONE)])
def test_qry3_what_asks_the_same_of_several_documents_is_known(text, several):
    assert decompose(Question(Query(text)), None).several is several


@given(st.text(max_size=200))
def test_qry3_any_text_has_at_most_three_parts_none_empty_or_twice(text):
    parts = parts_of(text)
    assert len(parts) <= PARTS
    assert len(parts) != 1
    assert all(part.strip() for part in parts)
    assert len(set(parts)) == len(parts)


def test_qry3_a_step_back_leaves_out_what_is_special():
    found = step_back(Query("What was the fee on March 3, 2021 under Section 5.02(b)?"))
    assert found.text == "What was the fee on March under Section (b)?"
    assert found.origin == "step_back"


def test_qry3_the_parts_bring_in_what_the_whole_leaves_out(house):
    texts = {f"a{number}": f"The fee of the {word} is paid." for number, word in enumerate("red green blue".split())}
    here = house(**texts, rule="The cure period is thirty days.", other="A notice is given in writing to the trustee.")
    found = here.search("What is the cure period, and how is a notice given to the trustee?")
    assert {step["stage"] for step in found.explanation["stages"]} == {"decomposition"}
    assert len(found.explanation["parts"]) == 2
    records = here.corpus.records(range(1000))
    best = [records[hit.passage.metadata["document_key"]].path for hit in found.hits[:2]]
    assert set(best) == {"rule.md", "other.md"}
    for hit in found.hits:
        assert sum(hit.signals.values()) == pytest.approx(hit.score, abs=2e-6)
        assert set(hit.signals) <= {"question", "part 1", "part 2"}


def test_qry3_a_question_of_several_documents_shows_each_before_more_of_one(house):
    sections = "\n\n".join(f"# Part {at}\n\nThe inventory of the quarter changed, inventory {at}." for at in range(6))
    here = house(first=sections, second="The inventory of a quarter is counted.", third="One quarter had no inventory.")
    found = here.search("How has the inventory changed over the reported quarters?", limit=6, per_document=6)
    records = here.corpus.records(range(1000))
    shown = [records[hit.passage.metadata["document_key"]].path for hit in found.hits]
    assert set(shown[:4]) == {"first.md", "second.md", "third.md"}
    assert shown.count("first.md") > 2
    for hit in found.hits:
        assert sum(hit.signals.values()) == pytest.approx(hit.score, abs=2e-6)
        assert set(hit.signals) <= {"question", "same_document"}


def test_ret4_parts_are_left_out_when_the_time_is_up_and_that_is_said(house):
    from kts.config import SearchSettings
    from kts.search.pipeline import search
    from kts.search.question import Asking

    here = house(rule="The cure period is thirty days.", other="A notice is given in writing.")
    found = search(
        Query("What is the cure period, and how is a notice given?"),
        corpus=here.corpus,
        index=here.index,
        settings=SearchSettings(),
        limit=5,
        per_document=1,
        asking=Asking(remaining=lambda: 0.0),
    )
    assert "out of time: 2 parts of the question were not searched" in found.notes
    assert len(found.hits) == 2


def test_qry3_an_abbreviation_that_tells_of_which_kind_a_thing_is_stays_with_it():
    parts = parts_of("What does FBX-4412 mean, and how long is an API key valid?")
    assert parts == ("What does FBX-4412 mean", "how long is an API key valid?")
    assert "API" not in parts_of("What is the API rate limit? And how long are backups kept?")[1]
    assert "KTS" in parts_of("What does KTS cost, and who signs?")[1]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (
            "What is the ferry limit in Tarrow? And when does the hall lease end?",
            ("What is the ferry limit in Tarrow?", "And when does the hall lease end?"),
        ),
        (
            "What is the limit in Tarrow? Who approves?",
            ("What is the limit in Tarrow?", "Who approves? the limit in Tarrow"),
        ),
        (
            "How long is the lease term and who is the landlord there and what is the limit in Tarrow?",
            ("How long is the lease term", "who is the landlord there the lease term", "what is the limit in Tarrow?"),
        ),
    ],
)
def test_qry3_a_name_is_of_its_own_sentence_and_of_what_refers_to_it(text, parts):
    assert parts_of(text) == parts


def test_qry3_as_many_parts_as_are_wanted():
    text = "Who is the owner here? What is the yearly fee? When does the lease end? Where is the main gate?"
    assert len(parts_of(text)) == PARTS
    assert len(parts_of(text, 6)) == 4
