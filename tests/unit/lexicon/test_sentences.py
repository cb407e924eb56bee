"""CHUNK-1, ITEM-1: sentence ends on legal, technical and plain text, by layout and by words."""

from __future__ import annotations

import pytest

from kts.lexicon.sentences import sentences, spaced_width

# `|` marks the ends of sentences; a line break is written as it stands.
LABELLED: tuple[str, ...] = (
    "Section 5.02(b) of the Agreement applies.| The Servicer shall give notice.",
    "Acme Inc. shall pay the fee.| Payment is due on May 1.",
    "Copying is barred by 17 U.S.C. § 1201.| Exceptions are listed in § 1201(f).",
    "See No. 4 of the schedule.| It lists the rates.",
    "The Borrower, Beta Corp. and Gamma Ltd. are parties.| Each signs a copy.",
    "Smith v. Jones was cited.| The court did not agree.",
    "Notice goes to Mr. A. B. Carter at the address below.| He replies within five days.",
    "The term ends on Dec. 31, 2024.| It may be renewed.",
    "Interest accrues at 5.25% p.a. on the balance.| It is paid monthly.",
    'It says "as is."| No warranty is given.',
    "Under Art. 7 of the Treaty, the State may act.| Art. 8 limits this.",
    "The rule (see Fig. 3.2) holds.| A proof follows.",
    "The Company (i.e. the issuer) agrees.| The Holder (e.g. a bank) consents.",
    "This Agreement is governed by the laws of the State of New York.| Venue lies in Albany.",
    "Reg. S-K Item 601 applies.| So does Rule 12b-2.",
    "Dr. Lee met Prof. Park in Washington, D.C. on Monday.| They spoke for an hour.",
    "The Lender may, pursuant to Sec. 4.1, assign.| Consent is not needed.",
    "Each of the parties is bound.| None may withdraw.| All must sign.",
    "Is the fee due?| Yes, on Friday!| Pay it then.",
    "He was born in the U.S. and lives there.| She was not.",
    "The price is $1.50 per unit.| Tax is extra.",
    "Version 2.1.0 was released.| Version 2.2 will follow.",
    "Summary\n|On 11 April 2024 the server was down from 07:52 to 13:20, for five hours and a half.| It is up again.",
    "3. Rail and air\n|Rail journeys are made in standard class, whoever travels and however long.| Flights are not.",
    "The Board met in\nMay and decided on all of the things that are listed below, one after another.| It rose at six.",
    "Dear Ms\nOrtega has asked us to send you all of the papers that you need for the journey.| They are here.",
    "Set timeout to 3.5 s.| Then restart the service.",
    "Open config.yaml and set a.b.c to true.| Save the file.",
    "Call os.path.join() first.| It returns a string.",
    "Go to https://example.org/a.b?c=d.e for help.| The page is in English.",
    "Use e.g. curl or wget.| Both print the answer.",
    "The host 10.0.0.1 is down.| The host 10.0.0.2 is up.",
    "Run `make all`.| Run `make test`.",
    "The file is approx. 3 MB in size.| It grows daily.",
    "It took 5 min. to start.| That is too long.",
    "Error E7042 is raised.| See KB-0001.",
    "Press Enter.| Wait until the lamp is green.",
    "The disk (type SSD) failed.| It was replaced (under warranty).| No cost arose.",
    "Click OK...| Nothing happens.",
    "The cat sat on the mat.| The dog barked.",
    "She said hello.| He did not answer.",
    "What a day!| We went home.",
    '"Stop!" she cried.| He stopped.',
    "It rained... and then it stopped.",
    "We met at 5 p.m. on Friday.| It was late.",
    "The firm grew 3.2 percent in Q1.| It shrank in Q2.",
    "Sales rose vs. last year.| Costs fell.",
    "J. R. Smith wrote it.| Nobody read it.",
    "St. Mary's is closed.| It opens at ten.",
    "Mt. Hood is visible.| The sky is clear.",
    "A single sentence without an end",
    "A single sentence with an end.",
    "One sentence; two clauses: still one.",
    "- open the panel|\n- press reset|\n- close the panel",
    "1. Open the panel|\n2. Press reset|\n3. Close the panel",
    "The steps are:|\n\n* first|\n* second",
    "(a) the Borrower shall pay;|\n(b) the Lender shall lend; and|\n(c) the Agent shall act.",
    "as provided in clause\n(b) of this Section, the Agent may act.| It need not.",
    "The Agent shall\npay the fee on the\ndate it is due.| The Lender shall not.",
    "# Heading|\nText under it.| More text.",
    "Title|\n\nParagraph one.|\n\nParagraph two.",
    "| a | b ||\n| 1 | 2 |",
    "Before the code.|\n```|\nx = 1|\ny = 2|\n```|\nAfter the code.",
    "The sum is owed under Nos. 4 and 5.| No. 6 is void.",
    "The parties hereto, intending to be bound, agree as follows.| Article I sets out terms.",
    "Messrs. Black and White signed.| The notary did not.",
    "The stock (par value $.01 per share) trades.| Its price is low.",
    "See Ex. 10.1 to the Form 8-K.| It was filed on Jan. 3, 2020.",
    "Pub. L. No. 107-204 was passed.| It is known by its authors.",
    "Cf. 12 C.F.R. § 226.5.| The text is long.",
    "The Trustee, Omega Bank, N.A., resigned.| A successor was named.",
    "Employees may not do this.| Managers may.",
    "If A, then B.| If not A, then C.",
    "It costs 5 EUR.| The other costs 6 EUR.",
    "He works for IBM.| She works for SAP.",
    "Vitamin C is good.| Vitamin D is better.",
    "See section A.| Then see section B.",
    "The answer is 42.| The question is unknown.",
    "In 1999.| In 2001.",
    "It was signed by Alpha L.P. and Delta S.A. in Paris.| Both are solvent.",
    "No.| Yes.",
    "これは文です。|次の文です。|終わり！",
    "今天下雨。|我们不去。",
    "C'est la vie.| Il pleut.",
    "Das ist z. B. möglich.",
    'Wait for the prompt.| Type "yes".| Press Enter.',
    "Loss of data may occur!| Back up first.",
    "Note: the fee is due.| Warning: no refund.",
    "Use Ctrl+C.| Use Ctrl+V.",
    "The ratio is 1:2.| The scale is 1:100.",
    "The API returns 200.| The client continues.",
    "He asked why.| I did not know.",
    "Co. policy forbids it.| The law does not.",
)


def _expected(labelled: str) -> tuple[str, list[str]]:
    if labelled.startswith("| a"):
        return "| a | b |\n| 1 | 2 |", ["| a | b |", "| 1 | 2 |"]
    return labelled.replace("|", ""), [piece.strip() for piece in labelled.split("|")]


def test_chunk_1_precision_and_recall_of_sentence_ends() -> None:
    right = wrong = missed = 0
    for labelled in LABELLED:
        text, wanted = _expected(labelled)
        found = [text[start:end] for start, end in sentences(text)]
        ends, wanted_ends = _inner_ends(found), _inner_ends(wanted)
        right += len(ends & wanted_ends)
        wrong += len(ends - wanted_ends)
        missed += len(wanted_ends - ends)
        if ends != wanted_ends:
            print(f"wanted {wanted}, found {found}")  # noqa: T201
    precision, recall = right / (right + wrong), right / (right + missed)
    print(f"{len(LABELLED)} texts, {right + missed} ends, precision {precision:.3f}, recall {recall:.3f}")  # noqa: T201
    assert len(LABELLED) >= 80
    assert precision >= 0.97
    assert recall >= 0.97


def _inner_ends(pieces: list[str]) -> set[int]:
    """Ends but the last, counted in characters that are no whitespace."""
    position, ends = 0, set()
    for piece in pieces[:-1]:
        position += len("".join(piece.split()))
        ends.add(position)
    return ends


@pytest.mark.parametrize("text", ["", " ", "\n\n", "\r\n \t\r\n"])
def test_nothing_holds_no_sentence(text: str) -> None:
    assert sentences(text) == ()


def test_a_text_far_longer_than_a_window_is_split_as_its_parts_are() -> None:
    piece = "Section 5.02(b) of the Agreement applies to Acme Inc. and others. See No. 4 of the list. "
    found = sentences(piece * 2000)
    assert len(found) == 4000
    assert {(piece * 2000)[start:end] for start, end in found} == {
        "Section 5.02(b) of the Agreement applies to Acme Inc. and others.",
        "See No. 4 of the list.",
    }


def test_an_endless_line_is_cut_between_words() -> None:
    text = "word " * 20_000
    assert all(text[start:end].endswith("word") for start, end in sentences(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It ends upon ninety\n\n     -2-\n\n\n   (90) days notice. It stays.", 2),
        ("Buyer shall pay after\n\n      3\n<PAGE>\n\nreceipt of it. Late sums bear interest.", 2),
        ("The party fails to pay an\nPage 4 of 12\n\x0c undisputed amount.", 1),
        ("It is delivered to the\n\nother party in ten days.", 1),
        ("They are the property of the Bank\n\n\n\n  12\n\n\n\nand of nobody else.", 1),
        ("hello my laptop does not start\n\ni tried it twice", 2),
        ("It has these parts, each with its\n\n1. name", 2),
        ("the following holds; and\n\nii) the party pays", 2),
        ("The list of the rooms\n\n12\n\nThe list of the floors", 3),
        ("# What to do with the\n\nother party", 2),
    ],
)
def test_item_1_a_sentence_goes_on_over_the_end_of_a_page(text, expected):
    found = sentences(text)
    assert len(found) == expected, [text[start:end] for start, end in found]
    kept = "".join("".join(text[start:end].split()) for start, end in found)
    assert kept == "".join(text.split())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Log\n06:05 pump on. All well.\n07:10 pump off", ["Log", "06:05 pump on. All well.", "07:10 pump off"]),
        (
            "2025-03-04 belt torn\n  see page 3\n2025-03-05 new belt",
            ["2025-03-04 belt torn\n  see page 3", "2025-03-05 new belt"],
        ),
        (
            "We open from\n09:00 to 12:00 and from\n14:00 to 16:00. Do come.",
            ["We open from\n09:00 to 12:00 and from\n14:00 to 16:00.", "Do come."],
        ),
        ("12:30 is lunch. Be on time.", ["12:30 is lunch.", "Be on time."]),
    ],
)
def test_an_entry_of_a_log_is_a_sentence_and_prose_with_times_is_not(text, expected):
    assert [text[start:end] for start, end in sentences(text)] == expected


SPACED = """The Borrower shall give the Agent notice of each advance, and each of the

Lenders shall be told by the Agent how much of it is to be made available at its

office. Late interest is due within five days.

ARTICLE II

A Lender that does not make its share available shall pay interest on it, from the

day on which the advance was made, at the rate that the Agent pays on such an

amount.

"Agent" means the bank that is named on the first page of this Agreement, and what

follows it in that place.
"""


def test_item_1_in_a_text_with_a_blank_line_after_each_line_sentences_go_on_behind_it():
    found = [" ".join(SPACED[start:end].split()) for start, end in sentences(SPACED)]
    assert found[0].startswith("The Borrower shall give")
    assert found[0].endswith("available at its office.")
    assert found[1:3] == ["Late interest is due within five days.", "ARTICLE II"]
    assert found[3].endswith("at the rate that the Agent pays on such an amount.")
    assert found[4].startswith('"Agent" means')
    assert found[4].endswith("in that place.")
    assert len(found) == 5


def test_item_1_paragraphs_and_lists_without_full_stops_stay_apart():
    text = "\n\n".join(f"Point {number} of the list is told in one long line without an end" for number in range(9))
    assert len(sentences(text)) == 9
    close = SPACED.replace("\n\n", "\n")
    assert spaced_width(SPACED)
    assert not spaced_width(close)
    assert not spaced_width(text)


@pytest.mark.parametrize(
    "text",
    [
        "Reed 1000 costs EUR 149.00 per month.| Reed 2500 costs EUR 229.00 per month.",
        "It is paid each month.| Desk 500 has 8 drawers.",
        "We are open at 5 p.m.| Desk 100 has 1 drawer.",
    ],
)
def test_item_1_a_product_with_a_number_begins_a_sentence(text: str):
    whole = text.replace("|", "")
    assert [whole[start:end] for start, end in sentences(whole)] == text.split("| ")
