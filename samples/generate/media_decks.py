"""Slide decks and minutes of meetings/, and the Word files of international/."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

from docx import Document
from docx.shared import Pt
from pptx import Presentation
from pptx.enum.shapes import MSO_SHAPE
from pptx.util import Emu, Inches, Pt as PPt

from media_sheets import money, quarter, total
from zips import normalise_zip


class Deck:
    def __init__(self, title: str, sub: str, author: str, date: dt.datetime, notes: str = ""):
        self.p = Presentation()
        self.date = date
        c = self.p.core_properties
        c.title, c.author, c.last_modified_by, c.revision = title, author, author, 1
        c.created = c.modified = date
        s = self.p.slides.add_slide(self.p.slide_layouts[0])
        s.shapes.title.text = title
        s.placeholders[1].text = sub
        if notes:
            s.notes_slide.notes_text_frame.text = notes

    def bullets(self, title: str, items: list, notes: str = ""):
        s = self.p.slides.add_slide(self.p.slide_layouts[1])
        s.shapes.title.text = title
        tf = s.placeholders[1].text_frame
        for i, it in enumerate(items):
            lvl, text = it if isinstance(it, tuple) else (0, it)
            para = tf.paragraphs[0] if i == 0 else tf.add_paragraph()
            para.text, para.level = text, lvl
            para.font.size = PPt(20 if lvl == 0 else 16)
        if notes:
            s.notes_slide.notes_text_frame.text = notes
        return s

    def table(
        self, title: str, rows: list[list[str]], notes: str = "", widths: list[float] | None = None, caption: str = ""
    ):
        s = self.p.slides.add_slide(self.p.slide_layouts[5])
        s.shapes.title.text = title
        g = s.shapes.add_table(len(rows), len(rows[0]), Inches(0.5), Inches(1.6), Inches(9), Inches(0.38 * len(rows)))
        for i, r in enumerate(rows):
            for j, v in enumerate(r):
                cell = g.table.cell(i, j)
                cell.text = v
                cell.text_frame.paragraphs[0].font.size = PPt(13)
        if widths:
            for j, x in enumerate(widths):
                g.table.columns[j].width = Inches(x)
        if caption:
            box = s.shapes.add_textbox(Inches(0.5), Inches(6.6), Inches(9), Inches(0.5))
            box.text_frame.text = caption
            box.text_frame.paragraphs[0].font.size = PPt(12)
        if notes:
            s.notes_slide.notes_text_frame.text = notes
        return s

    def flow(self, title: str, steps: list[str], caption: str, notes: str):
        """Boxes joined in one grouped shape."""
        s = self.p.slides.add_slide(self.p.slide_layouts[5])
        s.shapes.title.text = title
        grp = s.shapes.add_group_shape()
        grp.name = "Cutover flow"
        for i, t in enumerate(steps):
            x, y = Inches(0.4 + 3.1 * (i % 3)), Inches(1.7 + 1.9 * (i // 3))
            b = grp.shapes.add_shape(MSO_SHAPE.ROUNDED_RECTANGLE, x, y, Inches(2.8), Inches(1.4))
            b.text_frame.text = t
            b.text_frame.word_wrap = True
            b.text_frame.paragraphs[0].font.size = PPt(13)
            if i % 3 < 2 and i + 1 < len(steps):
                grp.shapes.add_shape(
                    MSO_SHAPE.RIGHT_ARROW, x + Inches(2.82), y + Inches(0.55), Inches(0.26), Inches(0.3)
                )
        box = s.shapes.add_textbox(Inches(0.4), Inches(5.7), Inches(9), Inches(0.9))
        box.text_frame.text = caption
        s.notes_slide.notes_text_frame.text = notes

    def save(self, path: Path):
        self.p.save(str(path))
        normalise_zip(path, core_date=self.date.strftime("%Y-%m-%dT%H:%M:%SZ"))


def remit_rows(q: str) -> list[list[str]]:
    rows = [["Month", "Remitted (CMT 2021-A)", "Payoffs", "Servicing fee", "Wire sent"]]
    for r in quarter(q):
        rows.append([r["month"], money(r["remit"]), str(r["payoffs"]), money(r["fee"]), r["date"]])
    rows.append(["Quarter", money(total(q, "remit")), str(total(q, "payoffs")), money(total(q, "fee")), ""])
    return rows


def q3_2023(path: Path):
    d = Deck(
        "Quarterly Operations Review 2023-Q3",
        "Management group, October 24, 2023\nCorvane Loan Servicing, Inc.",
        "Mirela Stanhope-Okafor",
        dt.datetime(2023, 10, 23, 16, 5),
        "Odalys opens at 9:00. Ninety minutes. Casimir Dray is on leave; his slide is presented by Juniper Hallowell.",
    )
    d.bullets(
        "What matters this quarter",
        [
            "37,610 loans serviced at September 30 (June 30: 37,388)",
            "No late remittance to any owner",
            "One incident that touched borrowers: INC-2023-0817",
            (1, "1,312 payments posted one day late, no late charges"),
            "Exception queue back below 200 items on September 27",
            "Complaints: 63 (previous quarter 58)",
        ],
        "The 222 loans that we grew by came from two small transfers: 612 loans on July 3 and 391 on September 1, less 781 payoffs. "
        "The September transfer arrived with 17 missing insurance records; all were found by October 6.",
    )
    d.table(
        "Service levels",
        [
            ["Measure", "Target", "2023-Q2", "2023-Q3"],
            ["Payments posted", "", "111,982", "112,604"],
            ["Posted without a human hand", "92.0 %", "92.3 %", "91.7 %"],
            ["Exceptions", "", "8,623", "9,346"],
            ["Average speed of answer", "80 s", "69 s", "74 s"],
            ["Calls abandoned", "5.0 %", "4.7 %", "5.6 %"],
            ["Payoff quotes on time", "97.0 %", "97.2 %", "96.1 %"],
            ["Escrow analyses completed", "", "7,944", "8,310"],
        ],
        "The abandonment figure excludes August 18, when the telephone line was down from 10:12 to 10:55 a.m.; with that day it would be 6.3 %. "
        "Bartholomew wants the target changed to 6.0 %; Odalys declined on October 17.",
        [3.6, 1.6, 1.9, 1.9],
    )
    d.table(
        "Remittance to the trust",
        remit_rows("2023-Q3"),
        "The September loss of $12,118.36 belongs to loan CMT-000733. Aldergate asked for the broker's price opinion and received it on September 29. "
        "The July wire was released at 11:48 a.m. Central, August at 12:21 p.m., September at 11:30 a.m.",
        [1.2, 2.6, 1.2, 2.0, 2.0],
    )
    d.bullets(
        "INC-2023-0817 in one slide",
        [
            "Lockbox file of August 17 came at 3:52 p.m. Central",
            "Loaded without receipt date, so effective date August 18",
            "1,312 payments, $2,047,816.40",
            "Two payoffs: per-diem interest refunded",
            "Fix: load-sheet initials now, mandatory field with release 7.4",
        ],
        "The bank's root-cause letter is dated September 6: a certificate on the bank's transfer server had expired at noon. "
        "The bank credited us $4,500.00 on the October invoice. Total internal cost estimate: 61 hours.",
    )
    d.bullets(
        "Default & Loss Mitigation",
        [
            "Loans 60 or more days past due: 2.9 % by count",
            "New loss-mitigation applications: 148; complete: 97",
            "Decided within 30 days of being complete: 94 of 97",
            "Trial plans started: 31; failed: 6",
            "REO inventory: 11 properties, 7 of them of CMT 2021-A",
        ],
        "The three late decisions were 34, 36 and 41 days. All three waited for the same appraiser, who has since been taken off the panel.",
    )
    d.bullets(
        "Decisions asked for today",
        [
            "Approve two more exception analysts from January 2 (annual cost $118,400)",
            "Approve $185,000 contingency for the Tessaro 7.4 project",
            "Note: retention policy of July 1, 2023 (7 years) is now built into Quillmark",
        ],
        "Outcome recorded on October 24: one analyst approved, not two; contingency approved; retention noted. "
        "Agnethe Quillfeather reported that 2,940 boxes had been relabelled and 610 were left.",
    )
    d.save(path)


def q1_2024(path: Path):
    d = Deck(
        "Quarterly Operations Review 2024-Q1",
        "Management group, April 23, 2024\nCorvane Loan Servicing, Inc.",
        "Mirela Stanhope-Okafor",
        dt.datetime(2024, 4, 22, 17, 40),
    )
    d.bullets(
        "Headlines",
        [
            "38,014 loans serviced at March 31",
            "Tessaro 7.4 live since February 20; cut-off now 4:30 p.m. Central",
            "Late Charge Policy version 4 in force since March 1",
            "Calls up 12 % over the year-ago quarter",
            "71 complaints, 19 of them about the new statement layout",
        ],
        "The loan count includes 402 loans boarded on March 1 from an owner whose name is confidential until May 15. "
        "Without them the portfolio would have shrunk for the second quarter in a row.",
    )
    d.table(
        "Service levels",
        [
            ["Measure", "Target", "2023-Q4", "2024-Q1"],
            ["Payments posted", "", "113,041", "113,927"],
            ["Posted without a human hand", "92.0 %", "92.1 %", "93.4 %"],
            ["Exceptions", "", "8,930", "7,519"],
            ["Average speed of answer", "80 s", "77 s", "96 s"],
            ["Calls abandoned", "5.0 %", "5.2 %", "7.1 %"],
            ["Payoff quotes on time", "97.0 %", "96.8 %", "97.4 %"],
            ["Escrow analyses completed", "", "6,205", "9,117"],
        ],
        "Worst week for calls: February 26 to March 1, with an average speed of answer of 171 seconds. "
        "Two temporary agents per shift were hired from March 11 until May 31 at $24.75 an hour.",
        [3.6, 1.6, 1.9, 1.9],
    )
    d.table(
        "Remittance to the trust",
        remit_rows("2024-Q1"),
        "January includes the liquidation of CMT-000913. The February wire went out on Friday the 16th because the 18th was a Sunday. "
        "The tie-out of February showed BF-E302 for $214.06: a reversal booked twice during the cutover rehearsal; it was found in 50 minutes.",
        [1.2, 2.6, 1.2, 2.0, 2.0],
    )
    d.bullets(
        "Tessaro 7.4: after six weeks",
        [
            "Straight-through rate 93.4 % (94.6 % in March alone)",
            "11 defects open at go-live, 3 open today",
            (1, "D-118 batch proof prints twice"),
            (1, "D-126 slow search by property address"),
            (1, "D-131 note override empty for loans boarded before 2016"),
            "Project spent $1,127,300 of $1,160,000; contingency used: $152,300",
        ],
        "Of the contingency, $96,000 went to the second data conversion and $56,300 to weekend work. "
        "The steering group released the remaining $32,700 back to the budget on April 12.",
    )
    d.bullets(
        "Late charges in March",
        [
            "1,906 charges assessed under version 4, average $48.17",
            "233 charges cut by the $75 cap",
            "7 wrong charges, all refunded by March 22",
            "1,118 loans on LC-HOLD; 744 released by April 12",
        ],
        "The seven errors were $312.44 in total. Four were loans in an approved trial plan, three had the due date on the 31st. "
        "The remaining 374 held loans need the paper note from Osprey Lane; expected by June 14.",
    )
    d.table(
        "Risks",
        [
            ["No.", "Risk", "Rating", "Owner"],
            ["R-04", "Agents leave faster than we train (22 % a year)", "high", "B. Ines"],
            ["R-07", "Small-commercial borrower group in arrears (6 loans, $3.1 million)", "high", "C. Dray"],
            ["R-11", "Paper notes not scanned before boarding", "medium", "A. Quillfeather"],
            ["R-12", "Text-message factor ends June 30", "medium", "P. Voss"],
        ],
        "R-07: the group proposed on April 15 to pay 60 % of the arrears by July 31 if default interest is waived. Torvald is to answer by May 3. "
        "R-12: 58 users have not yet ordered a token.",
        [0.8, 5.4, 1.2, 1.6],
    )
    d.bullets(
        "Decisions of the meeting",
        [
            "Abandonment target stays at 5.0 %",
            "Third exception analyst approved from June 3",
            "Statement layout: move the payment coupon back to the bottom by July",
        ],
        "Vote on the layout: six for, one against (Investor Reporting, because of the cost of $41,000).",
    )
    d.save(path)


def golive(path: Path):
    d = Deck(
        "Tessaro 7.4 Go-Live Plan",
        "Steering group, January 30, 2024, version 1.6",
        "Priyanka Voss",
        dt.datetime(2024, 1, 30, 8, 15),
        "Version 1.5 had the weekend of January 20; it was given up on January 11 because the second data conversion rehearsal failed its tie-out by $18,402.77.",
    )
    d.bullets(
        "Scope",
        [
            "Move from release 7.3 to 7.4 for all owners at once",
            "New: mandatory receipt date, grace table on screen FT-30, Escrowing module rewritten",
            "Posting cut-off moves to 4:30 p.m. Central",
            "Not in scope: interface to Lanternq (planned for the third quarter of 2024)",
        ],
        "The cut-off of 4:30 p.m. was agreed with Pennant Vale Bank, which sends a last file at 1:15 p.m. The bank charges $350 a month for the longer window.",
    )
    d.flow(
        "Cutover weekend, February 17 to 20",
        [
            "Fri Feb 16, 6:00 p.m.\nLast batch on 7.3, freeze",
            "Sat Feb 17, 1:00 a.m.\nBackup A complete, conversion starts",
            "Sat Feb 17, 3:00 p.m.\nTie-out by Investor Reporting",
            "Sun Feb 18, 10:00 a.m.\nGo / no-go call",
            "Mon Feb 19 (bank holiday)\nDress rehearsal, 30 clerks",
            "Tue Feb 20, 7:45 a.m.\nFirst posting day on 7.4",
        ],
        "Point of no return: Monday, February 19, 8:00 p.m. Central. After that, problems are fixed forward.",
        "Go / no-go call: dial-in code 7714. Voters: Priyanka Voss, Mirela Stanhope-Okafor, Juniper Hallowell. All three must say go; "
        "Leopold Mbeki-Larsen may object but has no vote. If the answer is no, Backup A is restored, which takes 5 hours 20 minutes (measured on January 21).",
    )
    d.table(
        "Go / no-go criteria",
        [
            ["No.", "Criterion", "Threshold"],
            ["G1", "Tie-out difference of principal balances", "$0.00"],
            ["G2", "Loans converted", "100 %, at most 5 by hand"],
            ["G3", "Severity-1 defects open", "0"],
            ["G4", "Severity-2 defects open", "at most 4, each with a workaround"],
            ["G5", "Lockbox test file of 5,000 items", "under 9 minutes"],
            ["G6", "Clerks trained", "at least 95 %"],
        ],
        "Status on January 30: G1 met in rehearsal 3, G2 met (2 by hand), G3 met, G4 not met (6 open), G5 met at 7 minutes 12 seconds, G6 at 88 %.",
        [0.8, 5.0, 3.2],
    )
    d.table(
        "Who is where",
        [
            ["Shift", "Lead", "Place", "Hours (Central)"],
            ["Conversion", "Dmitri Oyelaran", "Room Kestrel", "Fri 6:00 p.m. to Sat 6:00 a.m."],
            ["Tie-out", "Juniper Hallowell", "Room Heron", "Sat 1:00 p.m. to 9:00 p.m."],
            ["Rehearsal", "Mirela Stanhope-Okafor", "Posting floor", "Mon 8:00 a.m. to 4:00 p.m."],
            ["First day support", "Sunniva Parrish", "Posting floor", "Tue 6:30 a.m. to 7:00 p.m."],
        ],
        "Hotline on the first day: extension 4474, not the usual 4400. Meals are paid up to $18 a person and shift.",
        [2.0, 2.6, 1.7, 2.7],
    )
    d.bullets(
        "Fallback and communication",
        [
            "Website banner from February 12: payments may show one day later",
            "Owners told on February 5; Aldergate asked for a written confirmation of tie-out",
            "No late charges assessed from February 16 to 23",
            "If the system is down on February 20 after noon: manual posting of payoffs only",
        ],
        "Northmarch asked that its Remittance Date in March not be touched; the fifth Business Day is March 7. "
        "The freeze on late charges costs about $9,800 in income.",
    )
    d.bullets(
        "Budget",
        [
            "Project budget $1,160,000 including contingency of $185,000",
            "Spent or committed at January 29: $948,615",
            "Largest items: licence uplift $402,000, conversion partner $318,500",
        ],
        "The conversion partner's contract has a bonus of $20,000 for G1 on the first attempt during the weekend; it was not earned in the rehearsals.",
    )
    d.save(path)


def training(path: Path):
    d = Deck(
        "Compliance Training 2024",
        "Annual course for all staff, code CT-2024\nLeopold Mbeki-Larsen, Compliance Officer",
        "Leopold Mbeki-Larsen",
        dt.datetime(2024, 3, 14, 10, 30),
        "Deadline for completion: May 31, 2024. 45 minutes. Anyone hired after May 1 takes the course within 30 days of hiring.",
    )
    d.bullets(
        "Five things to remember",
        [
            "A complaint is a complaint even when it was solved on the call",
            "Never ask for or give a password",
            "Report lost data within 24 hours: extension 7007",
            "Old versions of policies are kept only for reference",
            "Gifts above $50 are declined or registered",
        ],
        "The gift limit is for the year and the giver, not for the item. In 2023 eleven gifts were registered; the largest was a $48 fruit basket from a title company.",
    )
    d.table(
        "What changed since last year",
        [
            ["Topic", "Before", "Now", "Since"],
            ["Late charge", "4 %, no cap", "5 %, at most $75", "2024-03-01"],
            ["Password length", "8 characters", "14 characters", "2024-01-15"],
            ["Password rotation", "90 days", "180 days", "2024-01-15"],
            ["Retention after payoff", "5 years", "7 years", "2023-07-01"],
            ["Same-day posting cut-off", "3:00 p.m. (release 7.2)", "4:30 p.m. Central", "2024-02-20"],
        ],
        "People ask why Northmarch differs: its agreement demands ten years for the loan file, so its boxes carry a green label. "
        "The grace period did not change; it was 15 days and still is.",
        [2.5, 2.3, 2.4, 1.8],
    )
    d.bullets(
        "Case 1: the helpful nephew",
        [
            "A caller knows the loan number, balance and birthday of his aunt",
            "He wants the mailing address changed before a payoff",
            "What do you do?",
            (1, "Do not change it. Send the authority form"),
            (1, "Open a ticket PRV and tell your team leader"),
        ],
        "Based on a case of November 2023. The caller was not the nephew. The payoff of $187,000 would have gone to a mailbox store. The agent who refused received a $250 award.",
    )
    d.bullets(
        "Case 2: the urgent e-mail",
        [
            "Sender looks like Doverlock support",
            "Link asks for the password 'to avoid lock-out'",
            "What do you do?",
            (1, "Do not click; press the report button"),
            (1, "Doverlock never sends links by e-mail"),
        ],
        "Test mail of February 2024: 412 recipients, 37 clicked, 9 typed a password. Target for the autumn test: fewer than 15 clicks.",
    )
    d.bullets(
        "Case 3: the write-off",
        [
            "A payment is $4.80 short",
            "The tolerance is $5.00",
            "May you accept it on a loan flagged BK?",
            (1, "No. Flagged loans go to the two trained analysts"),
        ],
        "Correct answers in the 2023 quiz: 58 %. This is the worst question of the quiz, so spend time here.",
    )
    d.bullets(
        "Quiz",
        [
            "20 questions, pass mark 80 %",
            "Two attempts; after the second failure access to Confidential data is suspended",
            "Certificate number goes to Human Resources by itself",
        ],
        "Question 14 has an error in the printed booklet: the right answer is C, not B. Average score in 2023: 87 %.",
    )
    d.save(path)


# ------------------------------------------------------------------ Word files
def word(path: Path, title: str, author: str, date: dt.datetime, parts: list, lang: str = "en-US"):
    """parts: ('h', text) ('p', text) ('b', text) ('n', text) ('t', rows)"""
    doc = Document()
    c = doc.core_properties
    c.title, c.author, c.last_modified_by, c.language = title, author, author, lang
    c.created = c.modified = date
    c.comments = ""
    doc.styles["Normal"].font.name, doc.styles["Normal"].font.size = "Calibri", Pt(11)
    doc.add_heading(title, 0)
    for kind, v in parts:
        if kind == "h":
            doc.add_heading(v, 1)
        elif kind == "p":
            doc.add_paragraph(v)
        elif kind == "b":
            doc.add_paragraph(v, style="List Bullet")
        elif kind == "n":
            doc.add_paragraph(v, style="List Number")
        elif kind == "t":
            t = doc.add_table(len(v), len(v[0]), style="Table Grid")
            for i, r in enumerate(v):
                for j, x in enumerate(r):
                    t.cell(i, j).text = x
            doc.add_paragraph()
    doc.save(str(path))
    normalise_zip(path, core_date=date.strftime("%Y-%m-%dT%H:%M:%SZ"))


def vendor_minutes(path: Path):
    word(
        path,
        "Vendor Risk Committee: minutes of November 14, 2023",
        "Sunniva Parrish",
        dt.datetime(2023, 11, 15, 9, 0),
        [
            (
                "p",
                "Present: Leopold Mbeki-Larsen (chair), Priyanka Voss, Agnethe Quillfeather, Mirela Stanhope-Okafor. Guest: the audit manager of Fathom & Reed LLP, for item 2 only. Minutes: Sunniva Parrish. Meeting opened at 2:00 p.m. and closed at 3:20 p.m.",
            ),
            ("h", "1. Ratings"),
            (
                "t",
                [
                    ["Vendor", "Rating in May", "Rating now", "Reason"],
                    ["Pennant Vale Bank (lockbox)", "low", "medium", "late file of August 17; expired certificate"],
                    ["Copperhouse Storage", "low", "low", "no findings; temperature logs complete"],
                    ["Brindle Secure Destruction", "medium", "medium", "one bin found unlocked on October 4"],
                    ["Osprey Lane Document Custody Co.", "low", "low", "412 releases in the year to October, 3 late"],
                    ["Maplecourt Print & Mail", "medium", "high", "two misdirected mailings within 60 days"],
                ],
            ),
            ("h", "2. Maplecourt Print & Mail"),
            (
                "p",
                "On September 12, 84 statements went to wrong addresses because a tray was turned. On November 2 it happened again with 19 statements. Leopold classified the first event as S2 and the second as S2. The guest pointed out that both happened on machine 4.",
            ),
            (
                "p",
                "Resolved: Maplecourt must add a camera check on machine 4 by December 15, 2023, at its own cost. If it does not, annual escrow statements (about 31,000 pieces) go to a second printer in February 2024. A penalty of $7,500 under clause 11 of its contract is claimed.",
            ),
            ("h", "3. Wexcombe Backup Servicing LLC"),
            (
                "p",
                "Wexcombe tested the data tape of October and could map 99.2 % of the fields. The 14 unmapped fields are all escrow fields of release 7.3. The next test is in the first quarter of 2024, after release 7.4. Juniper Hallowell had asked in writing whether a tape test can be skipped; the committee said no.",
            ),
            ("h", "4. Exit plans"),
            (
                "b",
                "Exit plan for Pennant Vale Bank: 120 days, last tested on paper in 2021. New test due March 31, 2024 (Mirela Stanhope-Okafor).",
            ),
            (
                "b",
                "Exit plan for Quillmark: 270 days. Agnethe Quillfeather says that 11.6 million images would have to move; at 65,000 an hour that is 179 hours of transfer.",
            ),
            ("b", "No exit plan exists for Maplecourt. Due January 19, 2024 (Bartholomew Ines)."),
            ("h", "5. Next meeting"),
            (
                "p",
                "Tuesday, February 13, 2024, 2:00 p.m. These minutes were approved by e-mail on November 21, 2023 with one change: in item 2 the first draft had said 48 statements instead of 84.",
            ),
        ],
    )


def records_minutes(path: Path):
    word(
        path,
        "Records Steering Group: minutes of April 18, 2024",
        "Agnethe Quillfeather",
        dt.datetime(2024, 4, 19, 11, 0),
        [
            (
                "p",
                "Present: Agnethe Quillfeather (chair and minutes), Torvald Ekkeby, Leopold Mbeki-Larsen, Dmitri Oyelaran. Apologies: Casimir Dray.",
            ),
            ("h", "Destruction run of spring 2024"),
            (
                "p",
                "The list held 1,286 boxes. Torvald struck 143 boxes because of legal hold LH-2024-02. Another 57 boxes carry green labels (Northmarch) and may not be destroyed before ten years have passed, although the label printer had given them a seven-year date. The run therefore covers 1,086 boxes.",
            ),
            (
                "p",
                "Brindle collects on May 6 and May 7. Certificates must show the box number; a certificate by pallet is no longer accepted.",
            ),
            ("h", "Quillmark 3.9"),
            (
                "t",
                [
                    ["Topic", "State on April 18"],
                    ["Images in the archive", "11.9 million"],
                    ["Retention module", "on for classes LN-01 and PY-01, off for CC-02"],
                    ["Error QM042 per week", "from 36 in January to 9 in April"],
                    ["Full-text index", "rebuilt on March 30, took 41 hours"],
                ],
            ),
            (
                "p",
                "Dmitri will switch on the module for call recordings (CC-02) on June 3, after a test with 500 recordings.",
            ),
            ("h", "Lien releases"),
            (
                "p",
                'Of 97 payoffs in the first quarter that needed a county recording, 94 releases were sent within 30 days. Late: CMT-000642 (33 days), NCB-001388 (35 days) and CMT-001209 (47 days; the county returned the first one because the notary\'s seal was too light). The index for 2023 exists twice on the drive; the file without "(copy)" in its name is the valid one.',
            ),
            ("h", "Actions"),
            (
                "n",
                "Agnethe Quillfeather: correct the label printer template so that owner code NCB gives ten years. Due April 30.",
            ),
            ("n", "Torvald Ekkeby: review hold LH-2024-02 every 90 days; first review July 17."),
            ("n", "Dmitri Oyelaran: report on CC-02 test. Due May 24."),
            (
                "n",
                "Leopold Mbeki-Larsen: decide whether the superseded policy of 2019 may be removed from the shared drive. Due May 10.",
            ),
        ],
    )


def betriebsrat(path: Path):
    word(
        path,
        "Notiz des Betriebsrats zum Schichtplan der Verbindungsstelle Trebbenau",
        "Betriebsrat Trebbenau",
        dt.datetime(2024, 2, 8, 9, 0),
        [
            (
                "p",
                "Datum: 8. Februar 2024. Verteiler: alle 14 Beschäftigten der Verbindungsstelle, Bartholomew Ines (Customer Care Lead). Zeichen: BR-2024-03.",
            ),
            ("h", "Anlass"),
            (
                "p",
                "Mit der Umstellung auf Tessaro 7.4 verschiebt sich der Buchungsschluss auf 16:30 Uhr Central Time, in Trebbenau 23:30 Uhr. Die Geschäftsleitung möchte deshalb einen Spätdienst einführen. Der Betriebsrat hat am 6. Februar mit 3 zu 0 Stimmen unter Auflagen zugestimmt.",
            ),
            ("h", "Vereinbarung"),
            (
                "t",
                [
                    ["Dienst", "Zeit", "Besetzung", "Zuschlag"],
                    ["Früh", "08:00 bis 16:30 Uhr", "6 Personen", "keiner"],
                    ["Mittel", "11:00 bis 19:30 Uhr", "3 Personen", "keiner"],
                    ["Spät", "15:30 bis 24:00 Uhr", "2 Personen", "25 % ab 20:00 Uhr"],
                ],
            ),
            ("b", "Niemand leistet mehr als fünf Spätdienste in vier Wochen."),
            ("b", "Zwischen Spätdienst und nächstem Frühdienst liegen mindestens elf Stunden."),
            (
                "b",
                "Beschäftigte mit Kindern unter zwölf Jahren können den Spätdienst ohne Angabe von Gründen ablehnen.",
            ),
            ("b", "Heimfahrten nach 23:00 Uhr mit dem Taxi werden bis 28,00 Euro erstattet."),
            (
                "b",
                "Gesprächsaufzeichnungen dürfen nicht zur Leistungskontrolle einzelner Personen verwendet werden; erlaubt ist eine Stichprobe von höchstens drei Gesprächen je Person und Quartal zu Schulungszwecken.",
            ),
            ("h", "Dauer"),
            (
                "p",
                "Die Regelung gilt vom 1. März 2024 bis zum 31. August 2024 auf Probe. Wird sie bis zum 31. Juli nicht gekündigt, verlängert sie sich um zwölf Monate. Die erste Auswertung findet am 15. Mai 2024 statt.",
            ),
            ("h", "Offene Punkte"),
            (
                "p",
                "Ungeklärt ist, wer an Feiertagen, die nur in Trebbenau gelten, den Spätdienst übernimmt. Die Geschäftsleitung hat eine Antwort bis zum 23. Februar zugesagt.",
            ),
        ],
        "de-DE",
    )


def lettre(path: Path):
    word(
        path,
        "Lettre à un client : remboursement anticipé du prêt CMT-000958",
        "Customer Care, Saint-Orvain",
        dt.datetime(2024, 5, 14, 10, 0),
        [
            ("p", "Saint-Orvain, le 14 mai 2024"),
            ("p", "Monsieur Télesphore Quesnoy-Amblard, 7, venelle des Tanneurs, Saint-Orvain"),
            ("p", "Notre référence : CC-FR-24-0127. Prêt : CMT-000958."),
            ("p", "Monsieur,"),
            (
                "p",
                "Vous nous avez demandé, le 6 mai 2024, le montant nécessaire pour rembourser entièrement votre prêt. Vous trouverez ci-dessous le décompte, valable jusqu'au 24 mai 2024 inclus.",
            ),
            (
                "t",
                [
                    ["Élément", "Montant (dollars)"],
                    ["Capital restant dû", "86 417,52"],
                    ["Intérêts du 1er au 24 mai (24 jours à 10,06)", "241,44"],
                    ["Frais de préparation de la mainlevée", "48,00"],
                    ["Frais de virement", "12,00"],
                    ["Fonds non affectés, à déduire", "-150,00"],
                    ["Total à payer", "86 568,96"],
                ],
            ),
            (
                "p",
                "Le virement doit nous parvenir avant 14 h 00, heure de Harrow Falls (21 h 00 à Saint-Orvain). Passé cette heure, un jour d'intérêts, soit 10,06 dollars, s'ajoute. Si le paiement est inférieur au total de plus de 25,00 dollars, il est mis en attente et vous est renvoyé après trois jours ouvrables.",
            ),
            (
                "p",
                "La mainlevée est envoyée au comté dans les 30 jours. Le solde du compte séquestre, 1 204,87 dollars au 13 mai, vous est remboursé dans les 20 jours ouvrables.",
            ),
            (
                "p",
                "Attention : les coordonnées bancaires figurent uniquement sur le décompte joint, protégé par mot de passe. Nous ne les modifions jamais par courriel.",
            ),
            ("p", "Nous vous prions d'agréer, Monsieur, l'expression de nos salutations distinguées."),
            ("p", "Pour le service clientèle : Maëlle Rousserolle-Thièry"),
        ],
        "fr-FR",
    )


def build(out: Path) -> None:
    m, i = out / "meetings", out / "international"
    m.mkdir(parents=True, exist_ok=True)
    i.mkdir(parents=True, exist_ok=True)
    q3_2023(m / "operations-review-2023-q3.pptx")
    q1_2024(m / "operations-review-2024-q1.pptx")
    golive(m / "tessaro-7.4-go-live-plan.pptx")
    training(m / "compliance-training-2024.pptx")
    vendor_minutes(m / "2023-11-14-vendor-risk-committee.docx")
    records_minutes(m / "2024-04-18-records-steering-group.docx")
    betriebsrat(i / "betriebsrat-notiz-schichtplan.docx")
    lettre(i / "lettre-client-remboursement-anticipe.docx")
