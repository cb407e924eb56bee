"""The second gate: what a question names, and whether one and the same piece of evidence meets it (EVID-2)."""

from __future__ import annotations

import re
from typing import Any

import pytest

from kts.answer.constraints.meets import meeting, unmet
from kts.answer.constraints.named import constraints
from kts.answer.constraints.vocabulary import Vocabulary
from kts.answers import Evidence

RULE = Evidence("The fee is $14.50 a loan a month.", title="Subservicing Agreement, Northmarch Community Bank")


def kinds(question: str) -> list[tuple[str, str]]:
    return [(one.kind, one.text) for one in constraints(question)]


def certain(question: str, *evidence: Evidence, **known: Any) -> list[str]:
    vocabulary = Vocabulary(**known)
    missing = unmet(constraints(question, known=vocabulary), evidence, known=vocabulary)
    return [one.constraint.text for one in missing if one.constraint.certain]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What does TSR-2009 mean in Tessaro 7.2?", [("code", "TSR-2009"), ("term", "Tessaro"), ("version", "7.2")]),
        ("What was the balance on July 31, 2024?", [("date", "July 31, 2024")]),
        ("How many calls came in the first quarter of 2024?", [("period", "first quarter of 2024")]),
        ("How many banners may run in one week?", []),
        ("Muss der Betriebsrat einer K\u00fcndigung zustimmen?", []),
        ("What does Section 5.02(b) require?", [("section", "Section 5.02(b)")]),
        ('What is a "Board Date"?', [("term", "Board Date")]),
        ("Who signed the Late Charge Policy?", [("document", "Late Charge Policy")]),
        ("What does the second amendment change?", [("document", "second amendment")]),
        ("Does the facility of $85,000,000 have a floor?", [("amount", "$85,000,000")]),
        ("Which article costs 149 EUR?", [("amount", "149 EUR")]),
        ("We have 120 loans in it, is that too many?", []),
        ("The queue has 800 messages, should I restart it?", []),
        ("The pump shows 450, is that fine?", []),
        ("What does alarm 207 mean?", [("code", "alarm 207")]),
    ],
)
def test_what_a_question_names(question: str, expected: list[tuple[str, str]]) -> None:
    assert [one for one in kinds(question) if one[1] != "Who"] == expected


@pytest.mark.parametrize("question", ["When is the fee due?", "How much is it?", "Which version is current?", ""])
def test_a_question_for_a_value_names_nothing(question: str) -> None:
    assert kinds(question) == []


@pytest.mark.parametrize(
    ("question", "evidence"),
    [
        ("What is the fee of the Northmarch agreement?", RULE),
        ("What does the Northmarch Community Bank pay?", RULE),
        ("What does Nortmarch pay a month?", RULE._replace(text="Northmarch pays $14.50.")),
        ("What does the PSA say?", Evidence("It binds.", title="Pooling and Servicing Agreement")),
        ("What does NM Capital pay?", Evidence("North Mill Capital Corporation pays $3.")),
        ("What is NM Capital's part?", Evidence("NORTH MILL CAPITAL CORPORATION pays $3.")),
        ("What does North Mill Capital pay?", Evidence("NM Capital pays $3.")),
        ("We went over by 3 gigabytes last month - what is the charge?", Evidence("The charge is $20 for each 1 G.")),
        ("If we use 3 gigabytes, what is the charge?", Evidence("The charge is $20 for each 1 G.")),
        (
            "What share of fees over half a million a month is kept?",
            Evidence("Of fees above $500,000 a fifth is kept."),
        ),
        ("What does the Pooling and Servicing Agreement say?", Evidence("It binds.", path="contracts/psa-2021.docx")),
        ("What is the limit in Tessaro 7.4?", Evidence("In Tessaro 7.4.1 the limit is 40.")),
        ("What is the limit in Tessaro 7.3?", Evidence("Tessaro 7.2, 7.3 and 7.4 allow 40.")),
        ("What is the limit in Tessaro 7.3?", Evidence("Tessaro 7.2 and later allow 40.")),
        ("What means tsr-2009?", Evidence("TSR 2009: the file is empty.")),
        ("What was paid in the first quarter of 2024?", Evidence("Paid in 2024-Q1: $3.")),
        ("What was paid in 2023?", Evidence("On May 3, 2023 we paid $3.")),
        ("What rate applies in May 2024?", Evidence("The rate is 5 %.", metadata={"effective": "2024-03-01"})),
        ("What does Section 5.02(b) require?", Evidence("(b) notice", heading="Section 5.02 Events of Default")),
        ("Which approvals does a wire of $40,000 need?", Evidence("Wires over $25,000 need two approvals.")),
        ("Does the lease run for 36 months?", Evidence("The term of the lease is three years.")),
        ("When was the Wang 1200 sold?", Evidence("The Wang 1000 and 1200 were sold until 1981.")),
        ("What did Russia demand?", Evidence("The Russians demanded a port.")),
        ("What did Germany and Italy demand?", Evidence("German and Italian envoys demanded a port.")),
        ("What did Peru demand?", Evidence("The Peruvian envoy demanded a port.")),
        ("What did Britain and Spain demand?", Evidence("British and Spanish envoys demanded a port.")),
        ("What did Ireland and Denmark demand?", Evidence("The Irish and the Danes demanded a port.")),
        ("When was the Form 10-Q filed?", Evidence("The Form 10\u2011Q was filed on May 3.")),
        ("When was the Form 10\u2011Q filed?", Evidence("The Form 10-Q was filed on May 3.")),
        ("When was the Wang 1200 sold?", Evidence("The Wang 1,200 was sold until 1981.")),
        ("When was the Wang 1,200 sold?", Evidence("The Wang 1200 was sold until 1981.")),
        ("When was Loan 004711 paid?", Evidence("Loan 4711 was paid on May 3.")),
        ("When was Loan 4711 paid?", Evidence("Loan 004711 was paid on May 3.")),
        ("How heavy is the Boeing 747?", Evidence("The Boeing 747s weigh 180 tons.")),
        ("How fast is the Boeing 747?", Evidence("The Boeing 747SP flies at Mach .9.")),
        ("How many seats has the Boeing 737?", Evidence("The Boeing 737-800 has 189 seats.")),
        ("Who opened Terminal 2?", Evidence("Terminal 1 opened in 1990, the second terminal was the Queen's.")),
        ("Who opened Terminal 2?", Evidence("Terminal 1 opened in 1990, the Queen opened the 2nd terminal.")),
    ],
)
def test_names_said_otherwise_are_met(question: str, evidence: Evidence) -> None:
    known = {"passages": 1000, "frequency": lambda word: 0 if word == "nortmarch" else 3}
    assert certain(question, evidence, **known) == []


@pytest.mark.parametrize(
    ("question", "evidence", "missing"),
    [
        ("What is the fee of the Tidewater agreement?", RULE, "Tidewater agreement"),
        ("What is the limit in Tessaro 7.3?", Evidence("In Tessaro 7.4 the limit is 40."), "7.3"),
        ("What is the limit in Tessaro 7.3?", Evidence("Tessaro 7.4 supersedes version 7.3."), "7.3"),
        ("What means TSR-2010?", Evidence("TSR-2009: the file is empty."), "TSR-2010"),
        ("What means TSR-200?", Evidence("TSR-2009: the file is empty."), "TSR-200"),
        ("What was paid in the third quarter of 2024?", Evidence("Paid in 2024-Q1: $3."), "third quarter of 2024"),
        ("What was the balance on July 31, 2024?", Evidence("Balance on June 30, 2024: $3."), "July 31, 2024"),
        ("What rate applies in May 2022?", Evidence("Since 2024-03-01 5 %.", metadata={}), "May 2022"),
        ("What does Section 5.03 require?", Evidence("notice", heading="Section 5.02 Default"), "Section 5.03"),
        ("Does the lease run for 24 months?", Evidence("The term of the lease is three years."), "24 months"),
        ('What is a "Board Date"?', Evidence("The Cut-off Date is fixed."), "Board Date"),
        ("When was the Wang 1600 sold?", Evidence("The Wang 1200 was sold until 1981."), "Wang 1600"),
        ("What does Form 10-Q say of it?", Evidence("Form 10-K says it."), "Form 10-Q"),
        ("What does Form 10-Q say of it?", Evidence("Form 10\u2011K says it."), "Form 10-Q"),
        ("When was the Wang 1600 sold?", Evidence("The Wang 1,200 was sold until 1981."), "Wang 1600"),
        ("When was the Wang 1200 sold?", Evidence("The Wang 12000 was sold until 1981."), "Wang 1200"),
        ("When was Loan 4711 paid?", Evidence("Loan 14711 was paid on May 3."), "Loan 4711"),
        ("How heavy is the Boeing 747?", Evidence("The Boeing 737s weigh 80 tons."), "Boeing 747"),
        ("Who opened Terminal 2?", Evidence("Terminal 1 was opened by the Queen in a second."), "Terminal 2"),
        ("What did Peru export?", Evidence("Farmers whose crops perish export nothing."), "Peru"),
        ("What did Poland export?", Evidence("They polish what they export."), "Poland"),
        ("What did China demand?", Evidence("The Chilean envoy lifted his chin."), "China"),
    ],
)
def test_what_the_evidence_does_not_name_is_unmet(question: str, evidence: Evidence, missing: str) -> None:
    assert missing in certain(question, evidence)


def test_where_a_document_says_of_which_quarter_it_is_its_days_say_nothing() -> None:
    """A report on the second quarter closes its books on the first day of the third, and is filed later."""
    report = Evidence("Rates for the three months ended July 1, 2023.", title="10-Q - 07/28/2023", path="2023 Q2.pdf")
    assert certain("What was the tax rate in Q3 2023?", report) == ["Q3 2023"]
    assert certain("What was the tax rate in Q2 2023?", report) == []
    assert certain("What was the tax rate in Q3 2023?", report._replace(path="rates.pdf")) == []


def test_the_detail_says_what_stands_there_instead() -> None:
    (missing,) = unmet(constraints("How many seats has release 7.3?"), [Evidence("Release 7.4 has 40 seats.")])
    assert missing.detail == "the passage is about version 7.4, not 7.3"


def test_a_version_behind_a_plain_noun_is_a_version() -> None:
    piece = Evidence("The board heard that firmware 4.3 will be released on 5 May 2026.")
    assert certain("When will firmware 4.3 be released?", piece) == []
    assert certain("When will firmware 4.4 be released?", piece) == ["4.4"]


def test_constraints_are_met_together_or_not_at_all() -> None:
    """That each value occurs somewhere in the evidence is not enough."""
    pieces = [Evidence("TSR-2009 in Tessaro 7.4 means an empty file."), Evidence("Tessaro 7.2 prints labels.")]
    assert certain("What does TSR-2009 mean in Tessaro 7.2?", *pieces) == ["7.2"]


def test_the_sides_of_a_comparison_may_stand_in_different_pieces() -> None:
    pieces = [Evidence("Tessaro 7.2 allows 40 seats."), Evidence("Tessaro 7.4 allows 60 seats.")]
    assert certain("How many seats have Tessaro 7.2 and 7.4?", *pieces) == []
    banks = [Evidence("Aldergate Bank charges $3."), Evidence("Pellmoor Depositor LLC charges $4.")]
    assert certain("Compare the charges of Aldergate Bank and Pellmoor Depositor LLC.", *banks) == []


def test_meeting_names_the_pieces_that_an_answer_may_be_drawn_from() -> None:
    pieces = [Evidence("In Tessaro 7.4 it is 40."), Evidence("In Tessaro 7.3 it is 30."), Evidence("It is 20.")]
    assert meeting(constraints("What is it in Tessaro 7.3?"), pieces[:2]) == (1,)


def test_a_version_that_no_document_knows_is_unmet_where_none_is_stated() -> None:
    piece = Evidence("The batch is deleted after 30 days.", title="Quillmark")
    known = Vocabulary(passages=100, frequency=lambda _: 3, identified=lambda code: code == "3.9")
    asked = [constraints(f"When does Quillmark {number} delete it?", known=known) for number in ("3.9", "4.0")]
    found = [[one.constraint.certain for one in unmet(one, [piece], known=known)] for one in asked]
    assert found == [[False], [True]]


def test_a_name_that_stands_everywhere_tells_nothing_apart() -> None:
    known = Vocabulary(passages=100, frequency=lambda _: 80)
    assert [one.certain for one in constraints("Who leads the Corvane team?", known=known)] == [False]


def test_in_a_story_only_the_last_question_constrains() -> None:
    story = "On Monday Bartholomew Ines called me about a house in Marlowe Bend. " * 4
    found = constraints(story + "After how many days does Osprey Lane release the file?")
    assert [one.text for one in found if one.certain and one.kind != "code"] == ["Osprey Lane"]


def test_without_evidence_everything_is_unmet() -> None:
    asked = constraints("What does TSR-2009 mean?")
    assert [one.constraint for one in unmet(asked, [])] == list(asked)
    assert unmet((), []) == ()


@pytest.mark.parametrize(
    ("question", "evidence"),
    [
        ("What is the recording charge in Harrow county?", "Harrow Falls. Tarrow County Recorder. Charge $32.50."),
        ("What is the rent for 19 Quay Street?", "The unit at 17 Quay Street is let for $5."),
        ("Who runs the Milford branch?", "The head of Milford is away. The Easton branch is run by Jo."),
    ],
)
def test_another_place_of_the_same_kind_does_not_answer(question: str, evidence: str) -> None:
    assert certain(question, Evidence(evidence))


@pytest.mark.parametrize(
    ("question", "evidence"),
    [
        ("What is the recording charge in Tarrow county?", "Harrow Falls. Tarrow County Recorder. Charge $32.50."),
        ("What is the rent for 17 Quay Street?", "The unit at 17 Quay Street is let for $5."),
        ("Who runs the Milford branch?", "The Milford branch and the Easton branch are run by Jo."),
        ("Who runs the Milford branch?", "Milford is run by Jo."),
    ],
)
def test_the_place_itself_does(question: str, evidence: str) -> None:
    assert not certain(question, Evidence(evidence))


def test_a_document_that_begins_with_a_place_is_about_it() -> None:
    lease = "This lease is made for the unit at 17 Quay Street, Lindermouth."
    rule = Evidence("The rent is reviewed on 1 April 2026.", document_key=1)
    known: dict[str, Any] = {"opening": lambda _: lease}
    assert not certain("When is the rent for 17 Quay Street reviewed?", rule, **known)
    assert certain("When is the rent for 19 Quay Street reviewed?", rule, **known)


@pytest.mark.parametrize(
    ("stated", "met"),
    [("up to $50,000", True), ("above $25,000", True), ("above $50,000", False), ("between $10,000 and $45,000", True)],
)
def test_a_limit_that_holds_the_amount_meets_it(stated: str, *, met: bool) -> None:
    wants = constraints("Which approvals does a wire of $40,000 need?")
    assert (unmet(wants, [Evidence(f"Wires {stated} need two approvals.")]) == ()) is met


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("What is the notice period of Müller & Söhne?", "Müller & Söhne"),
        ("When did Özil deliver?", "Özil"),
        ("What does Miriam Öztürk do?", "Miriam Öztürk"),
    ],
)
def test_evid_3_a_german_name_in_an_english_question_constrains(question: str, name: str) -> None:
    (one,) = constraints(question)
    assert (one.text, one.certain) == (name, True)


def test_evid_3_nouns_of_a_german_question_are_no_names() -> None:
    assert constraints("Wer genehmigt Überstunden?") == ()
    assert constraints("Kündigungsfrist Mietvertrag") == ()


@pytest.mark.parametrize(
    ("asked", "met"), [("Q3 2024", True), ("Q2 2024", False), ("Q3 2023", False), ("the third quarter of 2024", True)]
)
def test_evid_3_a_quarter_and_its_year_stand_apart_in_a_title(asked: str, *, met: bool) -> None:
    deck = Evidence("On-time delivery rate: 97.5 %", title="Q3 Review 2024", path="decks/Q3 Review 2024.pptx")
    assert (unmet(constraints(f"What was the on-time delivery rate in {asked}?"), [deck]) == ()) is met


@pytest.mark.parametrize(("stated", "met"), [("Only 2.4 GHz networks", True), ("Networks of 2.4 GHz", False)])
def test_evid_3_an_amount_that_is_the_only_one_answers_for_others(stated: str, *, met: bool) -> None:
    wants = constraints("Can the terminal connect to a network of 5 GHz?")
    assert (unmet(wants, [Evidence(f"{stated} are supported.")]) == ()) is met


def test_evid_3_an_amount_between_the_limits_of_rows_is_met_though_no_row_names_it() -> None:
    rows = "| Travel | 200 | Clerk |\n| Travel | 900 | Dean |\n"
    wants = constraints("Who signs a travel grant of €650?")
    columns = "| Kind | Up to (EUR) | Who signs |"
    assert unmet(wants, [Evidence(f"{columns}\n| --- | --- | --- |\n{rows}")]) == ()
    assert unmet(wants, [Evidence(rows, columns=columns)]) == ()
    assert unmet(wants, [Evidence(rows, columns="| Kind | Paid (EUR) | Who signs |")]) != ()
    assert unmet(constraints("Who signs a travel grant of €950?"), [Evidence(rows, columns=columns)]) != ()


@pytest.mark.parametrize(
    ("stated", "met"),
    [
        ("A lost key is replaced within a day between 15 October and 20 March.", True),
        ("A lost key is replaced within a day from June to August, in the rest of the year within three.", True),
        ("A lost key is replaced within a day from June to August.", False),
    ],
)
def test_evid_3_a_month_within_a_stretch_of_the_year_is_met(stated: str, *, met: bool) -> None:
    wants = constraints("How soon must a lost key be replaced in January?")
    assert wants
    assert (unmet(wants, [Evidence(stated)]) == ()) is met


@pytest.mark.parametrize(
    ("title", "year", "met"),
    [
        ("Key policy", "2024", True),
        ("Key policy", "2027", True),
        ("Key policy", "2034", False),
        ("A note to all", "2024", True),
        ("A note to all", "2027", False),
    ],
)
def test_evid_3_a_stretch_without_a_year_is_of_the_years_of_its_document(title: str, year: str, *, met: bool) -> None:
    told = Evidence(
        "From 20 December to 4 January keys are replaced by the porter.",
        title=title,
        metadata={"content_date": "2023-12-18"},
    )
    asked_for = constraints(f"Who may replace keys on 2 January {year}?")
    assert any(one.constraint.certain for one in unmet(asked_for, [told])) is not met


def test_evid_3_what_happened_on_a_day_is_not_what_holds_at_its_time_of_the_year() -> None:
    rule = Evidence("Boats may be hired between 1 April and 30 September.")
    assert unmet(constraints("How many boats were hired on 3 June 2025?"), [rule])
    assert not unmet(constraints("May boats be hired on 3 June 2027?"), [rule])


def test_notes_on_a_release_are_of_its_patch_where_they_name_it() -> None:
    notes = Evidence("We skipped 4.3.0 and installed 4.3.1 on 5 November.", title="Orbit 4.3 release notes")
    assert not unmet(constraints("When was Orbit 4.3.1 installed?"), [notes])
    assert unmet(constraints("When was Orbit 4.3.2 installed?"), [notes])
    assert unmet(constraints("When was Orbit 4.4.1 installed?"), [notes])


@pytest.mark.parametrize(("question", "named"), [("Wich fee is due?", []), ("Orrin fee due?", ["Orrin"])])
def test_a_slip_of_a_word_that_asks_is_no_name(question: str, named: list[str]) -> None:
    found = constraints(question, known=Vocabulary(passages=9))
    assert [one.text for one in found if one.kind == "term"] == named


def test_another_version_that_nothing_calls_one() -> None:
    wants = constraints("What does TSR-2009 mean in version 7.2?")
    vocabulary = Vocabulary(passages=9, identified=lambda _: True)
    told = unmet(wants, [Evidence("TSR-2009: 7.4: above the cap.")], known=vocabulary)
    assert [one.constraint.certain for one in told] == [True]
    own = unmet(wants, [Evidence("TSR-2009: 7.2: above the cap.\n7.4: below.")], known=vocabulary)
    assert not any(one.constraint.certain for one in own)


@pytest.mark.parametrize("name", ["Second Amendment", "Amendment No. 2", "amendment number 2"])
def test_an_amendment_is_no_other_than_the_one_of_its_number(name: str) -> None:
    question = f"What does the {name} say of advances?"
    first = Evidence("Advances end at the second date.", title="First Amendment to the Agreement")
    assert certain(question, first) == [name]
    assert not certain(question, first._replace(title="Amendment No. 2 to the Agreement"))
    assert not certain(question, first._replace(title="Second Amendment to the Agreement"))


def test_what_was_found_in_a_test_of_a_time_is_no_rule_in_force() -> None:
    policy = Evidence("The tape could be mapped.", metadata={"effective": "2024-01-01", "content_date": "2023-11-14"})
    asked = "What percentage of fields could be mapped in the test of the first quarter of 2024?"
    assert certain(asked, policy) == ["first quarter of 2024"]
    assert not certain("How much could an agent waive in the first quarter of 2024?", policy)


def test_a_version_that_is_still_to_come_is_none_that_the_passage_is_about() -> None:
    until = Evidence(
        "The cap is $65. This prevails until version 5 is issued.", title="Directive on the policy, version 4"
    )
    assert certain("What is the cap in version 5?", until) == ["5"]
    assert not certain("What is the cap in version 4?", until)


def test_an_amendment_above_ten_is_no_other_however_it_is_counted() -> None:
    question = "What does Amendment No. 12 say?"
    piece = Evidence("Advances end.", title="Twelfth Amendment to the Agreement")
    assert not certain(question, piece)
    assert not certain("What does the twelfth amendment say?", piece._replace(title="12th Amendment"))
    assert certain(question, piece._replace(title="7 Amendment to the Agreement, No. 3"))


@pytest.mark.parametrize(
    ("question", "rule"),
    [
        ("Which fee applies to the review of marketing on 3 May 2024?", True),
        ("Which rules apply to meetings on decisions in 2024?", True),
        ("How many tests in March 2024 needed a rerun?", False),
        ("Which limit did the audit in 2024 find?", False),
        ("Which scrap rate did the 2024-03 line report show?", False),
        ("What limit do the minutes of March 2024 name?", False),
        ("How many gaps were still open in the certification of 7 June 2023?", False),
        ("Which fee does the agreement of 7 June 2023 allow?", True),
        ("Which scrap rate is allowed in March 2024?", True),
    ],
)
def test_only_a_month_s_whole_name_makes_an_event(question: str, rule: bool) -> None:
    (when,) = (one for one in constraints(question) if one.kind in {"date", "period"})
    assert when.value.endswith(";in force") is rule


@pytest.mark.parametrize(
    "text",
    ["| 53300 | too_many_connections |", "SQLSTATE 53300 is raised.", "53300: too many", "It ends with `53300`."],
)
def test_a_code_is_met_by_its_number_where_that_stands_as_a_code(text: str) -> None:
    assert not unmet(constraints("What does error 53300 mean?"), [Evidence(text)])


@pytest.mark.parametrize("text", ["The table holds at most 53300 rows.", "It costs $53300.", "Error 5330 is raised."])
def test_a_number_that_counts_something_is_no_code(text: str) -> None:
    assert unmet(constraints("What does error 53300 mean?"), [Evidence(text)])


@pytest.mark.parametrize(
    "question",
    ["What does endorsement No. 3 change?", "When does Endorsement #3 between Aldo and Borga begin?", "endorsement 3"],
)
def test_evid_2_a_counted_document_is_no_other_of_its_kind(question: str) -> None:
    wanted = [one for one in constraints(question) if one.kind == "document"]
    assert wanted[0].value.startswith("endorsement")
    assert unmet(wanted, [Evidence("The excess is 50,000.", title="Endorsement No. 1")])
    assert not unmet(wanted, [Evidence("The excess is 50,000.", title="Endorsement #3")])


@pytest.mark.parametrize(
    ("question", "other"),
    [
        ("What does endorsement No. 3 change?", "Endorsement No. 1"),
        ("When does Amendment #5 take effect?", "Amendment No. 3"),
        ("What does Statement of Work 3 cover?", "SOW 2"),
        ("What does side letter 2 say?", "Side Letter 1"),
    ],
)
def test_a_numbered_document_is_no_other_of_its_kind(question: str, other: str) -> None:
    assert certain(question, Evidence("It takes effect.", title=other))
    number = re.sub(r"\D", "", question)
    assert not certain(question, Evidence("It takes effect.", title=re.sub(r"\d", number, other)))


TABLE = "| Class | Rate |\n| --- | --- |\n| A | 1.25% |\n| B | 2.1% |"


@pytest.mark.parametrize(
    ("question", "text", "met"),
    [
        ("What is the rate of class A?", TABLE, True),
        ("What is the rate of class C?", TABLE, False),
        ("What is the rate of group A?", TABLE, False),
        ("What is the stock of article 4711?", "| Article no. | Stock |\n|---|---|\n| 4711 | 35 |", True),
        ("What is the price in Schedule 9?", "| Item | Price |\n|---|---|\n| 9 | 35 |", False),
    ],
)
def test_a_designator_is_met_by_the_cell_of_its_column(question: str, text: str, met: bool) -> None:
    assert (not certain(question, Evidence(text))) is met


@pytest.mark.parametrize(("version", "met"), [("4.1", True), ("4.2", True), ("4.4", False), ("5.0", False)])
def test_a_column_of_versions_holds_those_between_its_ends(version: str, met: bool) -> None:
    text = "| Setting | 4.0 | 4.1 \u2013 4.3 |\n|---|---|---|\n| timeout | 900 | 600 |"
    question = f"What is the timeout in Ferrybox {version}?"
    assert (not certain(question, Evidence(text, title="Ferrybox"), passages=9, identified=lambda _: False)) is met


def test_another_priority_of_a_row_of_them_is_no_answer() -> None:
    rows = Evidence("Priority: P1; 15 minutes\nPriority: P2; 1 hour\nPriority: P3; a day")
    assert certain("What is the response time for P5?", rows) == ["P5"]
    assert certain("What is the response time for P2?", rows) == []


def test_evid_2_a_short_form_is_met_by_what_it_stands_for() -> None:
    forms = {"WMB": ("Water Meter Board", "Water Board")}
    known = {"long_forms": lambda short: forms.get(short, ())}
    assert not certain("When do we tell the WMB?", Evidence("We tell the Water Board at once."), **known)
    assert certain("When do we tell the WMB?", Evidence("We tell the board of water at once."), **known) == ["WMB"]


def test_evid_2_other_words_behind_the_same_initials_are_another_name() -> None:
    assert certain("What does NM Capital pay?", Evidence("North Mill Credit Corporation pays $3.")) == ["NM Capital"]
    assert certain("What does NM Capital pay?", Evidence("Nora Smith and Capital Mill pay $3.")) == ["NM Capital"]


def test_evid_2_a_name_with_initials_is_met_by_the_beginning_of_its_document() -> None:
    rule = Evidence("The Lessor pays no fee.", document_key=1)
    known: dict[str, Any] = {"opening": lambda _: "Between North Mill Capital Corporation (the Lessor) and Ostara Inc."}
    assert not certain("Does Ostara earn a fee from NM Capital?", rule, **known)
    assert certain("Does Ostara earn a fee from NW Capital?", rule, **known) == ["NW Capital"]


def test_evid_2_an_amount_that_the_question_is_about_is_stated_or_unmet() -> None:
    text = Evidence("The charge is $20 for each 1 G.")
    (lacking,) = unmet(constraints("What is the charge for 3 gigabytes?"), [text])
    assert lacking.constraint.text == "3 gigabytes"
    (other,) = unmet(constraints("We went over by 3 gigabytes - what is the charge?"), [Evidence("5 GB cost $2.")])
    assert other.detail == "the passage states 5 GB, not 3 gigabytes"


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("Ostara is two days late with its payment.", ["Ostara"]),
        ("Ostaras was sold, is that so?", []),
        ("Salary is paid late, may they do that?", []),
        ("Ostara payments: what is late?", []),
    ],
)
def test_evid_2_a_rare_first_word_that_acts_is_a_name(question: str, named: list[str]) -> None:
    known = Vocabulary(passages=1000, frequency=lambda _: 9)
    assert [one.text for one in constraints(question, known=known) if one.kind == "term"] == named


@pytest.mark.parametrize(
    "question",
    [
        "Wohin gehören Ruderboote?",
        "Wozu dient der Steg?",
        "Womit darf man heizen?",
        "Was kostet ein Eintritt im Winter?",
        "Hat das Bad ein Restaurant?",
        "Lesquels des bateaux sont loués ?",
    ],
)
def test_a_capital_is_no_name_in_german_nor_a_word_that_asks_in_french(question: str) -> None:
    elsewhere = Evidence("Boote liegen am Ufer.", title="Hafenordnung")
    assert certain(question, elsewhere, passages=400, frequency=lambda _: 0) == []


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("Wann kommt Frau Amrein zur Probe?", "Frau Amrein"),
        ("What does Bexwell pay in winter?", "Bexwell"),
        ("Northfield is late with its payment, what now?", "Northfield"),
    ],
)
def test_who_is_named_with_a_title_or_in_english_is_still_asked_for(question: str, name: str) -> None:
    elsewhere = Evidence("Boote liegen am Ufer.", title="Hafenordnung")
    assert certain(question, elsewhere, passages=400, frequency=lambda _: 0) == [name]


@pytest.mark.parametrize("question", ["Who may supervise a PhD thesis?", "Does an MSc count for the bonus?"])
def test_evid_2_a_degree_is_no_name_that_must_be_met(question: str) -> None:
    assert not [one.text for one in constraints(question) if one.certain]


def test_evid_2_an_abbreviation_in_capitals_still_is_one() -> None:
    assert [one.text for one in constraints("Who pays the ZQRT levy?") if one.certain] == ["ZQRT"]


def test_evid_2_what_looks_like_a_code_may_be_the_name_of_a_party_at_the_beginning() -> None:
    rule = Evidence("The Reseller earns 25% of Net Revenue.", document_key=1)
    wants = [one for one in constraints("What cut does the reseller i3 get?") if one.kind == "code"]
    assert [one.certain for one in wants] == [False]
    opened = Vocabulary(opening=lambda _: 'between i3 Creative Solutions, LLC ("Reseller") and Ostara Inc.')
    assert not unmet(wants, [rule], known=opened)
    assert unmet(wants, [rule], known=Vocabulary(opening=lambda _: "between i4 Solutions and Ostara Inc."))


def test_evid_2_a_country_by_its_letters_is_met_by_its_name() -> None:
    assert not certain("How long do tests shipped in the USA last?", Evidence("In the United States three months."))
    assert not certain("Which fee holds in the UK?", Evidence("In the United Kingdom the fee is $5."))
    assert certain("How long do tests shipped in the USA last?", Evidence("In the United Kingdom three months.")) == [
        "USA"
    ]


@pytest.mark.parametrize(
    ("question", "has"),
    [
        ("Wer gibt eine Bestellung über 3.500 € frei?", False),
        ("Wer prüft eine Lieferung von 3.500 Stück?", False),
        ("Läuft das mit Tessaro 3.500?", True),
        ("Was ist neu in Tessaro 7.2?", True),
    ],
)
def test_general_11_an_amount_with_a_point_is_no_version(question: str, *, has: bool) -> None:
    assert ("version" in {kind for kind, _ in kinds(question)}) is has
