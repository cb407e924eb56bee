"""CONV-3: what a document says of itself, and nothing that it says of others."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.ingest.metadata import described, iso_date

REVISIONS = (
    "| Version | Effective | Change |\n| --- | --- | --- |\n| 1 | 2019-05-01 | first |\n| 2 | 2023-07-01 | all |\n"
)
SAID = [
    ("Effective Date: June 1, 2023\n\nText.", "effective", "2023-06-01"),
    ("Policy number ES-02. Effective September 1, 2022. Owner: Loans.", "effective", "2022-09-01"),
    ("SOP RM-06, revision 10, effective 2024-01-08. Owner: Records.", "effective", "2024-01-08"),
    ("Rev. 3 \u2014 effective 2023-05-22 \u2014 Cash Management", "effective", "2023-05-22"),
    ("This policy is effective as of 1 July 2023 and applies to all.", "effective", "2023-07-01"),
    ("| Effective | 2023-11-01 |\n", "effective", "2023-11-01"),
    ("In force since February 6, 2023. Owner: Compliance.", "effective", "2023-02-06"),
    ("Version 1.3, en vigueur depuis le 15\u00a0novembre\u00a02023.", "effective", "2023-11-15"),
    ("Hinweise, gültig ab 1. März 2024\n", "effective", "2024-03-01"),
    ("This First Amendment takes effect on October 1, 2022.", "effective", "2022-10-01"),
    ("# Amendment 2\n\n2.1 This Amendment takes effect on 1 March 2025 and applies.", "effective", "2025-03-01"),
    ("# Rules\n\nVersion 3.0, in force from 1 February 2025. Owner: Finance", "version", "3.0"),
    ("Effective: 05/31/2024\n", "effective", "2024-05-31"),
    ("Valid until 31.12.2025\n", "effective_to", "2025-12-31"),
    ("# Fees\n\nValid from 1 January 2023 **until 31 March 2025**. Archived.", "effective_to", "2025-03-31"),
    ("# Fees\n\nWITHDRAWN on 31 March 2025, replaced by edition 12.", "effective_to", "2025-03-31"),
    ("# Fees\n\nWITHDRAWN on 31 March 2025, replaced by edition 12.", "superseded_by", "edition 12"),
    ("# Fees\n\nArchived copy. Superseded by edition 12.", "superseded_by", "edition 12"),
    ("# Fees\n\n**This policy has been replaced by POL-12.**", "superseded_by", "POL-12"),
    (
        "# Amendment 1 to the Lease of 2 May 2023\n\nA and B agree with effect from 1 March 2025:",
        "effective",
        "2025-03-01",
    ),
    (
        "# Amendment 1 to the Lease\n\nsigned on 4 May 2024.\n\nA and B change it with effect from **1 June 2024**:",
        "effective",
        "2024-06-01",
    ),
    ('# Lease\n\nbetween A Ltd ("Tenant") and B Ltd, dated 12 January 2023.', "content_date", "2023-01-12"),
    ("@footer Superseded on January 15, 2024\n", "effective_to", "2024-01-15"),
    ("Version 3.2\n", "version", "3.2"),
    ("Rev. C\n", "version", "C"),
    ("Cash Management, revision 2. Last edited: May 6, 2021.", "version", "2"),
    ("# Brackenfeed API, version 3\n", "version", "3"),
    ("**Version 1.3**, en vigueur depuis 2023", "version", "1.3"),
    ("Operations. Revision 5 of January 22, 2024 (adjusted).", "version", "5"),
    ("| Version | 4.0 |\n", "version", "4.0"),
    ("Supersedes: POL-12 v2\n", "supersedes", "POL-12 v2"),
    ("Valid since January 15, 2024. Replaces KB-0061.\n", "supersedes", "KB-0061"),
    (
        "It supersedes the Record Retention Policy of May 1, 2019 in full. More.",
        "supersedes",
        "the Record Retention Policy of May 1, 2019",
    ),
    ("This policy replaces the policy dated March 3, 2020.", "supersedes", "the policy dated March 3, 2020"),
    ("In force. Replaces the memo of July 2017.\n", "supersedes", "the memo of July 2017"),
    ("This edition applies from 1 May 2026 and replaces the edition of 2025.", "supersedes", "the edition of 2025"),
    (
        "| Edition | 4 |\n| Replaces | [SOP-07] Edition 3, which is withdrawn from 1 March 2026 |\n",
        "supersedes",
        "[SOP-07] Edition 3",
    ),
    ("| Supersedes | 2.0 |\n", "supersedes", "version 2.0"),
    ("| Replaces edition | 3 |\n", "supersedes", "edition 3"),
    ("| **Replaces** | SOP-06 |\n", "supersedes", "SOP-06"),
    ("Replaces: 3\n", "supersedes", "version 3"),
    ("Ersetzt: Fassung 3 vom 01.02.2024\n", "supersedes", "Fassung 3 vom 01.02.2024"),
    ("| Superseded by | SOP-07 Edition 4 |\n", "superseded_by", "SOP-07 Edition 4"),
    ("| Status | Withdrawn on 1 March 2026, replaced by edition 4 |\n", "superseded_by", "edition 4"),
    ("| Replaces | Edition 3 of 1 February 2024 |\n| Date | 1 March 2026 |\n", "content_date", "2026-03-01"),
    ("| Supersedes | Version 2 |\n| Version | 3 |\n", "version", "3"),
    ("Replaces: KB-12 of 1 May 2022. Effective: 1 May 2024\n", "effective", "2024-05-01"),
    ("This Agreement is made between A and B. Reference QX-FA-2025-11.", "reference", "QX-FA-2025-11"),
    ("# Lease\n\nContract No.: S-1182\n", "reference", "S-1182"),
    ("| Reference | POL-12 |\n", "reference", "POL-12"),
    ("Date: 6 March 2024\n\nDear Jo,", "content_date", "2024-03-06"),
    ("Last updated on March 4, 2024\n", "content_date", "2024-03-04"),
    ("POOLING AND SERVICING AGREEMENT\n\ndated as of\n\nMarch 1, 2021\n", "content_date", "2021-03-01"),
    ("This CREDIT AGREEMENT, dated as of August\n1, 2002, is among Holdings", "content_date", "2002-08-01"),
    ("CREDIT AGREEMENT dated as of October 6, 1998 between A and B", "content_date", "1998-10-06"),
    ("Trebbenau, den 9. April 2024\n\nSehr geehrte Frau B,", "content_date", "2024-04-09"),
    ("---\ntitle: x\n---\nDate: 2024-01-02\n", "content_date", "2024-01-02"),
    ("**Date:** Tuesday, August 22, 2023, 10:00 a.m.\n", "content_date", "2023-08-22"),
    ("Revision 7, October 30, 2023. Desk: payoff desk.", "content_date", "2023-10-30"),
    ("*KB-0011 / Tessaro 7.3 / updated 2024-02-26*\n", "content_date", "2024-02-26"),
    ("# Steering Group: minutes of April 18, 2024\n\nText.", "content_date", "2024-04-18"),
    (f"{REVISIONS}| 3 | 2025-01-01 | draft |\n", "version", "2"),
    (f"{REVISIONS}| 3 | 2025-01-01 | planned |\n", "effective", "2023-07-01"),
    ("This Agreement is made on 12 March 2021 between A Ltd and B Ltd.", "content_date", "2021-03-12"),
    ("THIS AGREEMENT is made as of March 12, 2021 by and between A and B", "content_date", "2021-03-12"),
    ('This Lease (the "Lease") is entered into on 5 May 2022 between A and B', "content_date", "2022-05-05"),
    ("THIS AGREEMENT is made this 1st day of August, 2013, by A and B", "content_date", "2013-08-01"),
    ("THIS AGREEMENT is made on the 15t h day of January 2018.", "content_date", "2018-01-15"),
    ("This Supply Agreement is entered into on April 15 , 2010 by A", "content_date", "2010-04-15"),
    (
        'This Amendment #3 to the Supply Agreement (this "Amendment #3") is made effective as of May 2, 2017, by A',
        "content_date",
        "2017-05-02",
    ),
    ("This Amendment No. 2 is made on 3 March 2024 to the Agreement dated 1 May 2020.", "content_date", "2024-03-03"),
    ("Approved by the Records Committee on 6 March 2024.\n", "content_date", "2024-03-06"),
    ("Signed on 12 March 2021.\n", "content_date", "2021-03-12"),
    ("MINUTES OF THE WORKS COMMITTEE, 20 FEBRUARY 2025\n\nPresent: A", "content_date", "2025-02-20"),
    ("# Works\n\nMinutes of the meeting of 12 March 2021.\n", "content_date", "2021-03-12"),
    ("For the quarterly period ended June 25, 2022\n", "content_date", "2022-06-25"),
    ('THIS AGREEMENT is made as of June 21, 1999 (the "Effective Date") by A', "effective", "1999-06-21"),
    ("This Agreement becomes effective on 12 March 2021.", "effective", "2021-03-12"),
    ("This Agreement shall come into force on 12 March 2021.", "effective", "2021-03-12"),
    ('This Lease (the "Lease") is effective as of the 12th day of March, 2021.', "effective", "2021-03-12"),
    ("This Agreement is between A and B and shall become effective on 12 March 2021.", "effective", "2021-03-12"),
    ("Commencement Date: 12 March 2021\n", "effective", "2021-03-12"),
    ('"Commencement Date" means 12 March 2021.', "effective", "2021-03-12"),
    ("With effect from 12 March 2021 the following applies.", "effective", "2021-03-12"),
    ("# Second Amendment\n\n1.1 With effect from 12 March 2021, clause 4 is deleted.\n", "effective", "2021-03-12"),
    ("Price list valid from 15 April 2025 to 14 April 2026\n", "effective", "2025-04-15"),
    ("Period of insurance: 1 January 2025 to 31 December 2025\n", "effective", "2025-01-01"),
    ("Price list valid from 15 April 2025 to 14 April 2026\n", "effective_to", "2026-04-14"),
]
NOT_SAID = [
    ("# House rules\n\n1.1 With effect from 12 March 2021, dogs are let in.\n", "effective"),
    ("Period of insurance: 1 January 2025 to 31 December 2025\n", "effective_to"),
    ("A and B are parties to that certain Supply Agreement, effective May 2, 2011, as amended.", "effective"),
    ("The Board raised the limit to ten\nwith effect from 1 April 2025.", "effective"),
    ('This First Amendment ("Amendment") to the Lease ("Lease") entered into on May 2, 2010, by A', "content_date"),
    ("This Amendment to the Supply Agreement dated May 2, 2010 is between A and B.", "content_date"),
    ("This Amendment amends that certain Loan Agreement made as of May 2, 2010.", "content_date"),
    ("This Agreement supersedes the following contract: Service Agreement dated May 2, 2010.", "content_date"),
    ('Under that certain Lease made on May 2, 2010 (the "Effective Date") A pays.', "effective"),
    ("A meeting was called for 2 May 2010, and all came to it, as they had the year before.", "effective"),
    ("| Loan | Date |\n| --- | --- |\n| 1 | 2019-05-01 |\n", "content_date"),
    ("# Fees\n\n## What changed on March 1, 2024\n", "content_date"),
    ("Post it with the old effective date. Interest is right.", "effective"),
    ("The change is not effective until ten Business Days after June 1, 2023.", "effective"),
    ("Superseded by the Record Retention Policy effective July 1, 2023.", "effective"),
    ("It replaces the policy, effective June 1, 2019.", "effective"),
    ("| F-101 | Late charge | 2024-03-01 |\n", "effective"),
    ("Effective 05/06/2024\n", "effective"),
    ("Effective February 30, 2023.\n", "effective"),
    ("Version 7.2 counts 30 days from the posting date.", "version"),
    ("Charged since the Late Charge Policy, version 4, is in force.", "version"),
    ("In version 7.2 the limit was 5 days.", "version"),
    ("Product: Tessaro\n| Version | 7.4 |\n", "version"),
    ("Short version: **talk about your life**", "version"),
    ("conversion failed (1 to 5)", "version"),
    ("MIME-Version: 1.0\n", "version"),
    ("Section 3.07 of the Agreement is deleted and superseded by the following:", "supersedes"),
    ("The average replaces it for the next ten days.", "supersedes"),
    ("It replaces file C21A202311_R1, sent at 9:15 a.m.", "supersedes"),
    ("2024.1 | 2024-01-15 | replaces this document | see there", "supersedes"),
    ("Each Trust Receipt replaces the one before it.", "supersedes"),
    ("| Replaces | Date |\n| --- | --- |\n", "supersedes"),
    ("| Supersedes | Version |\n| --- | --- |\n", "supersedes"),
    ("| Replaces | none (first edition) |\n", "supersedes"),
    ("| 2 | superseded by version 3 |\n", "superseded_by"),
    ("| Replaces | Edition 3 of 1 February 2024, withdrawn from 1 March 2026 |\n", "content_date"),
    ("| Replaces | Edition 3; withdrawn from 1 March 2026 |\n", "effective_to"),
    ("| Previous version | Version 2, effective 1 March 2024 |\n", "effective"),
    ("Amendment No. 1 to Frame Agreement QX-FA-77\n", "reference"),
    ("It is booked under reference number 4 of Form B-12.", "reference"),
    ("Payments due on March 1, 2024 are late.", "content_date"),
    ("The audit began on 2024-01-02 and ended in May.", "content_date"),
    ("Call 12/31/2024 or 2024-13-45.\n2024-13-45\n", "content_date"),
    ("x" * 4_000 + "\nDate: 2024-01-02\n", "content_date"),
]


@pytest.mark.parametrize(("text", "key", "value"), SAID)
def test_conv_3_what_a_document_says_of_itself_is_metadata(text, key, value):
    assert described(text, {})[key] == value


@pytest.mark.parametrize(("text", "key"), NOT_SAID)
def test_conv_3_what_it_says_of_others_is_not(text, key):
    assert key not in described(text, {})


def test_conv_3_what_the_file_declares_is_never_overridden_but_its_dates_are_iso():
    given = {"version": "4.0", "effective": "January 15, 2024", "content_date": "05/06/2024", "author": "Jo"}
    found = described("Version 9.9\nEffective Date: 2030-01-01\n", given)
    assert found == {"version": "4.0", "effective": "2024-01-15", "content_date": "05/06/2024", "author": "Jo"}


def test_conv_3_a_plain_contract_is_titled_by_the_line_that_says_what_it_is():
    text = "EXHIBIT 10.1\n\n   $500,000,000\n\n  FIVE-YEAR CREDIT AGREEMENT  \n\n dated as of\n"
    assert described(text, {}, markup="plain")["title"] == "FIVE-YEAR CREDIT AGREEMENT"
    assert "title" not in described(text, {})
    assert "title" not in described("The parties signed an Agreement in May.\n", {}, markup="plain")


FORMATS = ("%Y-%m-%d", "%B %d, %Y", "%d %B %Y", "%b. %d, %Y", "%d.%m.%Y", "%Y/%m/%d")


@given(day=st.dates(dt.date(1900, 1, 1), dt.date(2099, 12, 31)), written=st.sampled_from(FORMATS))
def test_conv_3_every_way_to_write_a_date_is_the_same_day(day, written):
    assert iso_date(day.strftime(written)) == day.isoformat()
    assert described(f"Effective Date: {day.strftime(written)}\n", {})["effective"] == day.isoformat()


@given(
    text=st.text(max_size=200),
    given=st.dictionaries(st.sampled_from(["effective", "title", "x"]), st.text(max_size=20)),
)
def test_conv_3_any_text_adds_to_what_was_given_and_takes_nothing_away(text, given):
    found = described(text, given, markup="plain")
    assert given.keys() <= found.keys()
    assert all(isinstance(value, str) for value in found.values())


@pytest.mark.parametrize(
    "unit", ["Effective ", "version ", "this agreement ", "replaces ", "dated as of \n", "(", "a. "]
)
def test_conv_5_repetition_costs_nothing(unit):
    assert described(unit * 20_000, {}) == {}


@pytest.mark.parametrize(
    ("head", "day"),
    [
        ("# Nachtrag\n\nvom 3. Juli 2024, wirksam ab 1. August 2024\n", "2024-08-01"),
        ("# Richtlinie\n\nDiese Richtlinie tritt am 1. August 2024 in Kraft.\n", "2024-08-01"),
        ("# Nachtrag\n\nMit Wirkung zum 1. August 2024 wird vereinbart:\n", "2024-08-01"),
        ("# Notiz\n\nSie tritt am 1. August 2024 ihre Stelle an; wirksam.\n", ""),
        ("# Notiz\n\nDas Gesetz, das am 1. August 2024 in Kraft trat, gilt.\n", ""),
    ],
)
def test_german_documents_say_from_when_they_hold(head, day):
    assert described(head, {}).get("effective", "") == day
