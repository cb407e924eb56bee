"""The workbooks of finance/ (xlsxwriter, so that formulas carry cached values)."""

from __future__ import annotations

import datetime as dt
import random
from decimal import Decimal, ROUND_HALF_UP
from pathlib import Path

import xlsxwriter

from zips import normalise_zip

CREATED = dt.datetime(2024, 7, 2, 9, 0, 0)


def cents(x) -> Decimal:
    return Decimal(str(x)).quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)


# month: (remittance date, curtailments, payoffs $, payoff count, liquidation, advances, wire no.)
MONTHS = {
    "2023-01": ("2023-01-18", 118_204.16, 1_402_511.90, 5, 0, 142_547.62),
    "2023-02": ("2023-02-17", 96_377.41, 988_140.05, 4, 0, 135_246.26),
    "2023-03": ("2023-03-17", 143_915.88, 2_214_806.33, 8, 88_412.5, 156_033.63),
    "2023-04": ("2023-04-18", 171_022.75, 1_763_229.47, 6, 0, 163_933.87),
    "2023-05": ("2023-05-18", 154_609.30, 2_090_118.84, 7, 0, 151_861.57),
    "2023-06": ("2023-06-16", 188_731.02, 2_655_302.71, 9, 132_077.18, 140_871.31),
    "2023-07": ("2023-07-18", 130_448.97, 1_918_640.26, 7, 0, 172_491.61),
    "2023-08": ("2023-08-18", 109_286.54, 1_240_995.13, 5, 0, 190_693.60),
    "2023-09": ("2023-09-18", 122_973.11, 1_377_214.68, 5, 41_650.0, 182_178.43),
    "2023-10": ("2023-10-18", 101_560.83, 1_112_487.55, 4, 0, 198_454.95),
    "2023-11": ("2023-11-17", 96_208.75, 1_402_650.31, 6, 187_440.0, 214_906.18),
    "2023-12": ("2023-12-18", 164_377.66, 1_005_331.92, 4, 0, 207_737.39),
    "2024-01": ("2024-01-18", 92_405.07, 764_118.20, 3, 96_240.75, 236_377.04),
    "2024-02": ("2024-02-16", 84_662.38, 1_298_702.61, 5, 0, 226_559.95),
    "2024-03": ("2024-03-18", 117_839.52, 1_533_460.94, 6, 0, 208_584.40),
    "2024-04": ("2024-04-18", 159_206.45, 1_871_925.36, 7, 58_300.0, 193_893.49),
    "2024-05": ("2024-05-17", 148_073.19, 1_690_554.08, 6, 0, 186_689.77),
    "2024-06": ("2024-06-18", 176_518.60, 2_046_371.75, 8, 0, 176_638.33),
}
START_BALANCE, START_LOANS = cents(265_803_516.13), 1_107
NOV_OPENING = cents(241_906_377.42)
NORTHMARCH_LOANS = {
    "2023-01": 2_861,
    "2023-02": 2_854,
    "2023-03": 2_845,
    "2023-04": 2_838,
    "2023-05": 2_833,
    "2023-06": 2_824,
    "2023-07": 2_820,
    "2023-08": 2_814,
    "2023-09": 2_809,
    "2023-10": 2_802,
    "2023-11": 2_798,
    "2023-12": 2_791,
    "2024-01": 2_787,
    "2024-02": 2_782,
    "2024-03": 2_773,
    "2024-04": 2_765,
    "2024-05": 2_758,
    "2024-06": 2_749,
}
NORTHMARCH_FEE = cents("14.50")
NORTHMARCH_DATES = {  # fifth Business Day (banks' holidays and Ohio's)
    "2023-01": "2023-01-09",
    "2023-02": "2023-02-07",
    "2023-03": "2023-03-07",
    "2023-04": "2023-04-07",
    "2023-05": "2023-05-05",
    "2023-06": "2023-06-07",
    "2023-07": "2023-07-10",
    "2023-08": "2023-08-07",
    "2023-09": "2023-09-08",
    "2023-10": "2023-10-06",
    "2023-11": "2023-11-07",
    "2023-12": "2023-12-07",
    "2024-01": "2024-01-08",
    "2024-02": "2024-02-07",
    "2024-03": "2024-03-07",
    "2024-04": "2024-04-05",
    "2024-05": "2024-05-07",
    "2024-06": "2024-06-07",
}


def ledger() -> list[dict]:
    """One record for each month; the balance rolls forward."""
    bal, loans, out = START_BALANCE, START_LOANS, []
    rng = random.Random(20210318)
    for i, (m, (date, curt, payoff, n, liq, adv)) in enumerate(MONTHS.items()):
        sched = cents(bal * Decimal("0.00213") + Decimal(rng.randrange(100, 999_999)) / 100)
        if m == "2023-10":  # so that November opens with the reported balance
            sched = bal - cents(curt) - cents(payoff) - cents(liq) - NOV_OPENING
        if m == "2023-11":
            sched = cents(528_114.90)
        interest = cents(bal * Decimal("0.03617") / 12 + Decimal(rng.randrange(0, 99_999)) / 100)
        fee = cents(bal * Decimal("0.0025") / 12)
        r = dict(
            month=m,
            date=date,
            begin=bal,
            loans=loans,
            sched=sched,
            curt=cents(curt),
            payoff=cents(payoff),
            payoffs=n,
            liq=cents(liq),
            interest=interest,
            fee=fee,
            adv=cents(adv),
        )
        r["principal"] = r["sched"] + r["curt"] + r["payoff"] + r["liq"]
        r["remit"] = r["principal"] + interest - fee + r["adv"]
        r["end"] = bal - r["principal"]
        loss = {
            "2023-03": cents(31_204.77),
            "2023-06": cents(18_655.90),
            "2023-09": cents(12_118.36),
            "2023-11": cents(41_327.66),
            "2024-01": cents(44_730.08),
            "2024-04": cents(9_876.54),
        }.get(m, cents(0))
        r["loss"] = loss
        r["end"] -= loss
        bal, loans = r["end"], loans - n - (1 if liq else 0)
        r["endloans"] = loans
        r["nm_loans"] = NORTHMARCH_LOANS[m]
        r["nm_fee"] = NORTHMARCH_FEE * r["nm_loans"]
        r["nm_collected"] = cents(
            Decimal(r["nm_loans"]) * Decimal("1187.40") + Decimal(rng.randrange(0, 24_000_000)) / 100
        )
        r["nm_remit"] = r["nm_collected"]  # the fee is invoiced, not netted
        r["nm_date"] = NORTHMARCH_DATES[m]
        r["wire"] = f"BFW-{m[2:4]}{m[5:]}-{1000 + rng.randrange(9000)}"
        out.append(r)
    return out


QUARTERS = {"2023-Q1": 0, "2023-Q2": 3, "2023-Q3": 6, "2023-Q4": 9, "2024-Q1": 12, "2024-Q2": 15}


def quarter(q: str) -> list[dict]:
    i = QUARTERS[q]
    return ledger()[i : i + 3]


def total(q: str, key: str) -> Decimal:
    return sum((r[key] for r in quarter(q)), Decimal(0))


def money(x) -> str:
    return f"${x:,.2f}"


def book(path: Path, title: str, author: str):
    wb = xlsxwriter.Workbook(str(path))
    wb.set_properties({"title": title, "author": author, "company": "Corvane Loan Servicing, Inc.", "created": CREATED})
    f = {
        "h": wb.add_format(
            {
                "bold": True,
                "align": "center",
                "valign": "vcenter",
                "border": 1,
                "bg_color": "#DDE6EE",
                "text_wrap": True,
            }
        ),
        "t": wb.add_format({"bold": True, "font_size": 14}),
        "m": wb.add_format({"num_format": "#,##0.00"}),
        "mb": wb.add_format({"num_format": "#,##0.00", "bold": True, "top": 1}),
        "i": wb.add_format({"num_format": "#,##0"}),
        "p": wb.add_format({"num_format": "0.00%"}),
        "p3": wb.add_format({"num_format": "0.000%"}),
        "d": wb.add_format({"num_format": "yyyy-mm-dd"}),
        "b": wb.add_format({"bold": True}),
        "n": wb.add_format({"italic": True, "text_wrap": True, "valign": "top"}),
        "w": wb.add_format({"text_wrap": True, "valign": "top"}),
    }
    return wb, f


def day(s: str) -> dt.datetime:
    return dt.datetime.fromisoformat(s)


def remittance(path: Path) -> None:
    wb, f = book(path, "Remittance by quarter 2023-2024", "Investor Reporting")
    for q in QUARTERS:
        ws = wb.add_worksheet(q)
        ws.set_column(0, 0, 11)
        ws.set_column(1, 18, 16)
        ws.merge_range(0, 0, 0, 17, f"Remittance summary, {q}", f["t"])
        ws.write(1, 0, "Prepared by Investor Reporting (J. Hallowell). US dollars.", f["n"])
        ws.merge_range(2, 0, 3, 0, "Month", f["h"])
        ws.merge_range(2, 1, 2, 13, "CMT 2021-A", f["h"])
        ws.merge_range(2, 14, 2, 18, "Northmarch Community Bank", f["h"])
        heads = [
            "Remittance Date",
            "Wire reference",
            "Opening balance",
            "Scheduled principal",
            "Curtailments",
            "Payoffs",
            "Payoff count",
            "Liquidation proceeds",
            "Interest collected",
            "Servicing fee withheld",
            "P&I advances",
            "Net remitted",
            "Realized loss",
            "Remittance Date",
            "Loans on the 1st",
            "Collected",
            "Flat fee (invoiced, not netted)",
            "Swept or remitted",
        ]
        for j, h in enumerate(heads):
            ws.write(3, j + 1, h, f["h"])
        rows = quarter(q)
        for i, r in enumerate(rows):
            y = 4 + i
            ws.write(y, 0, r["month"])
            ws.write_datetime(y, 1, day(r["date"]), f["d"])
            ws.write(y, 2, r["wire"])
            for j, k in enumerate(["begin", "sched", "curt", "payoff"]):
                ws.write(y, 3 + j, float(r[k]), f["m"])
            ws.write(y, 7, r["payoffs"], f["i"])
            for j, k in enumerate(["liq", "interest", "fee", "adv"]):
                ws.write(y, 8 + j, float(r[k]), f["m"])
            x = y + 1
            ws.write_formula(y, 12, f"=E{x}+F{x}+G{x}+I{x}+J{x}-K{x}+L{x}", f["m"], float(r["remit"]))
            ws.write(y, 13, float(r["loss"]), f["m"])
            ws.write_datetime(y, 14, day(r["nm_date"]), f["d"])
            ws.write(y, 15, r["nm_loans"], f["i"])
            ws.write(y, 16, float(r["nm_collected"]), f["m"])
            ws.write_formula(y, 17, f"=P{x}*14.5", f["m"], float(r["nm_fee"]))
            ws.write_formula(y, 18, f"=Q{x}", f["m"], float(r["nm_remit"]))
        ws.write(7, 0, "Total", f["b"])
        for col, k in [
            (4, "sched"),
            (5, "curt"),
            (6, "payoff"),
            (7, "payoffs"),
            (8, "liq"),
            (9, "interest"),
            (10, "fee"),
            (11, "adv"),
            (12, "remit"),
            (13, "loss"),
            (16, "nm_collected"),
            (17, "nm_fee"),
            (18, "nm_remit"),
        ]:
            c = chr(65 + col)
            ws.write_formula(7, col, f"=SUM({c}5:{c}7)", f["mb"], float(sum(r[k] for r in rows)))
        ws.write(9, 0, "Closing balance", f["b"])
        ws.write(9, 3, float(rows[-1]["end"]), f["m"])
        ws.write(10, 0, "Closing loan count", f["b"])
        ws.write(10, 3, rows[-1]["endloans"], f["i"])
        notes = {
            "2023-Q1": "The March wire left at 1:52 p.m. New York time; the deadline is 2:00 p.m.",
            "2023-Q2": "June 18, 2023 is a Sunday, so the June wire went out on Friday, June 16.",
            "2023-Q3": "August curtailments include $14,250.00 rebooked from paid-ahead installments.",
            "2023-Q4": "Advances rose because 6 small-commercial loans of one borrower group stopped paying in November. November agrees with the Servicer Report of November 17, 2023 (file C21A202311_R2).",
            "2024-Q1": "January liquidation: loan CMT-000913, net proceeds $96,240.75, realized loss $44,730.08.",
            "2024-Q2": "June figures are final; the feed was produced with Brackenfeed 2024.2 for the first time.",
        }
        ws.merge_range(12, 0, 12, 8, "Note: " + notes[q], f["n"])
        ws.freeze_panes(4, 1)
    wb.close()


FEES = [  # code, fee, CMT, Northmarch, amount, cap/condition, effective
    (
        "F-010",
        "Servicing fee",
        "0.2500 % a year of the opening balance, one-twelfth a month",
        "$14.50 a loan a month",
        "",
        "withheld from collections",
        "2022-06-01",
    ),
    (
        "F-101",
        "Late charge",
        "5 % of overdue principal and interest",
        "5 % of overdue principal and interest",
        75.00,
        "maximum for each installment; lower if the note says so",
        "2024-03-01",
    ),
    (
        "F-102",
        "Returned payment",
        "$20.00",
        "$20.00",
        20.00,
        "one for each item; not for a second presentment of the same item",
        "2023-01-01",
    ),
    ("F-110", "Payoff quote, standard (5 Business Days)", "$0.00", "$0.00", 0.00, "free", "2022-01-01"),
    (
        "F-111",
        "Payoff quote, rush (4 working hours)",
        "$15.00",
        "$15.00",
        15.00,
        "not for a borrower's first request in a calendar year",
        "2022-01-01",
    ),
    (
        "F-112",
        "Incoming wire for a payoff",
        "$12.00",
        "$12.00",
        12.00,
        "added to the quote only if the payer wires",
        "2023-07-01",
    ),
    (
        "F-120",
        "Lien release preparation",
        "$48.00",
        "$40.00",
        48.00,
        "plus the county's recording charge at cost",
        "2023-07-01",
    ),
    (
        "F-121",
        "Partial release (small-commercial)",
        "$650.00",
        "$500.00",
        650.00,
        "owner's consent needed",
        "2023-07-01",
    ),
    (
        "F-130",
        "Assumption review, residential",
        "$900.00",
        "$750.00",
        900.00,
        "half is refunded if the application is withdrawn within 10 days",
        "2024-01-01",
    ),
    (
        "F-131",
        "Assumption review, small-commercial",
        "0.50 % of unpaid principal",
        "0.40 % of unpaid principal",
        2500.00,
        "minimum $2,500.00",
        "2024-01-01",
    ),
    (
        "F-140",
        "Modification",
        "Workout Fee, 0.75 % of payments, at most $40,000.00",
        "$425.00 from the bank",
        425.00,
        "Northmarch: on execution; trust: with each payment under the modified terms",
        "2022-06-01",
    ),
    (
        "F-150",
        "Property inspection",
        "$22.00",
        "$22.00",
        22.00,
        "from the 45th day past due, at most one in 30 days",
        "2023-01-01",
    ),
    (
        "F-160",
        "Re-amortisation after curtailment",
        "$250.00",
        "$150.00",
        250.00,
        "curtailment of at least $10,000.00",
        "2023-01-01",
    ),
    ("F-170", "Copy of a payment history, over 24 months", "$10.00", "$10.00", 10.00, "free once a year", "2022-01-01"),
    ("F-180", "Subordination request", "$325.00", "$325.00", 325.00, "non-refundable", "2023-01-01"),
]


def fees(path: Path) -> None:
    wb, f = book(path, "Fee schedule 2024", "Cash Management")
    ws = wb.add_worksheet("Fees 2024")
    (
        ws.set_column(0, 0, 9),
        ws.set_column(1, 1, 40),
        ws.set_column(2, 3, 36),
        ws.set_column(4, 4, 12),
        ws.set_column(5, 5, 46),
    )
    ws.merge_range(0, 0, 0, 6, "Fee schedule, revision 7, valid from March 1, 2024", f["t"])
    ws.merge_range(1, 0, 2, 0, "Code", f["h"]), ws.merge_range(1, 1, 2, 1, "Fee", f["h"])
    ws.merge_range(1, 2, 1, 3, "Charged for loans of", f["h"])
    ws.write(2, 2, "CMT 2021-A", f["h"]), ws.write(2, 3, "Northmarch", f["h"])
    for j, h in enumerate(["Amount in Tessaro", "Condition", "Effective"]):
        ws.merge_range(1, 4 + j, 2, 4 + j, h, f["h"])
    for i, (code, name, a, b, amt, cond, eff) in enumerate(FEES):
        y = 3 + i
        for j, v in enumerate((code, name, a, b)):
            ws.write(y, j, v, f["w"])
        if amt != "":
            ws.write(y, 4, amt, f["m"])
        ws.write(y, 5, cond, f["w"])
        ws.write_datetime(y, 6, day(eff), f["d"])
    ws.write_comment(
        4,
        4,
        "Until February 29, 2024 (Late Charge Policy version 3): 4 %, no cap. The amount here is the cap, not the fee.",
        {"author": "M. Stanhope-Okafor", "visible": False},
    )
    h = wb.add_worksheet("History")
    for j, v in enumerate(["Revision", "Valid from", "What changed", "Approved by"]):
        h.write(0, j, v, f["h"])
    h.set_column(2, 2, 70)
    for i, row in enumerate(
        [
            (4, "2022-09-15", "F-140 for Northmarch split off as a code of its own ($425.00)", "T. Ekkeby"),
            (5, "2023-01-01", "F-102 raised from $18.00 to $20.00 for all owners", "M. Stanhope-Okafor"),
            (
                6,
                "2023-07-01",
                "F-112 raised from $10.00 to $12.00; F-120 raised from $42.00 to $48.00",
                "M. Stanhope-Okafor",
            ),
            (7, "2024-03-01", "F-101 follows Late Charge Policy version 4", "L. Mbeki-Larsen"),
        ]
    ):
        (
            h.write(i + 1, 0, row[0]),
            h.write_datetime(i + 1, 1, day(row[1]), f["d"]),
            h.write(i + 1, 2, row[2], f["w"]),
            h.write(i + 1, 3, row[3]),
        )
    wb.close()


AGEING = {  # as of: bucket -> count for CMT 2021-A (the first is computed)
    "2024-03-31": [
        ("Current", 0),
        ("30-59 days", 33),
        ("60-89 days", 16),
        ("90-119 days", 12),
        ("120+ days", 22),
        ("Foreclosure", 17),
        ("Bankruptcy", 14),
        ("REO", 7),
    ],
    "2024-04-30": [
        ("Current", 0),
        ("30-59 days", 36),
        ("60-89 days", 14),
        ("90-119 days", 13),
        ("120+ days", 23),
        ("Foreclosure", 16),
        ("Bankruptcy", 14),
        ("REO", 6),
    ],
    "2024-05-31": [
        ("Current", 0),
        ("30-59 days", 29),
        ("60-89 days", 18),
        ("90-119 days", 11),
        ("120+ days", 24),
        ("Foreclosure", 16),
        ("Bankruptcy", 13),
        ("REO", 6),
    ],
    "2024-06-30": [
        ("Current", 0),
        ("30-59 days", 34),
        ("60-89 days", 13),
        ("90-119 days", 14),
        ("120+ days", 23),
        ("Foreclosure", 18),
        ("Bankruptcy", 13),
        ("REO", 5),
    ],
}


def ageing_rows(asof: str) -> list[tuple[str, int, Decimal]]:
    led = {r["month"]: r for r in ledger()}[asof[:7]]
    rows, left = [], led["end"]
    rng = random.Random(asof)
    counts = list(AGEING[asof])
    cur = led["endloans"] - sum(n for b, n in counts[1:])
    avg = led["end"] / led["endloans"]
    for b, n in counts[1:]:
        bal = cents(avg * n * Decimal(rng.randrange(80, 131)) / 100)
        rows.append((b, n, bal))
        left -= bal
    return [("Current", cur, left)] + rows


def ageing(path: Path) -> None:
    wb, f = book(path, "Delinquency ageing, second quarter 2024", "Default & Loss Mitigation")
    for asof in AGEING:
        ws = wb.add_worksheet(asof)
        ws.set_column(0, 0, 18), ws.set_column(1, 5, 16)
        ws.merge_range(0, 0, 0, 4, f"CMT 2021-A, delinquency ageing as of {asof}", f["t"])
        ws.merge_range(1, 0, 2, 0, "Bucket", f["h"])
        ws.merge_range(1, 1, 1, 2, "Loans", f["h"]), ws.merge_range(1, 3, 1, 4, "Balance", f["h"])
        for j, h in enumerate(["Count", "Share", "US dollars", "Share"]):
            ws.write(2, 1 + j, h, f["h"])
        rows = ageing_rows(asof)
        tn, tb = sum(r[1] for r in rows), sum(r[2] for r in rows)
        for i, (b, n, bal) in enumerate(rows):
            y = 3 + i
            ws.write(y, 0, b), ws.write(y, 1, n, f["i"])
            ws.write_formula(y, 2, f"=B{y + 1}/B$12", f["p"], n / tn)
            ws.write(y, 3, float(bal), f["m"])
            ws.write_formula(y, 4, f"=D{y + 1}/D$12", f["p"], float(bal / tb))
        ws.write(11, 0, "Total", f["b"])
        ws.write_formula(11, 1, "=SUM(B4:B11)", f["i"], tn)
        ws.write_formula(11, 3, "=SUM(D4:D11)", f["mb"], float(tb))
        ser = sum(r[2] for r in rows if r[0] in ("90-119 days", "120+ days", "Foreclosure", "REO"))
        ws.write(13, 0, "Serious (90+ days, foreclosure, REO)", f["b"])
        ws.write_formula(13, 3, "=D7+D8+D9+D11", f["m"], float(ser))
        ws.write_formula(13, 4, "=D14/D12", f["p"], float(ser / tb))
    ws = wb.add_worksheet("Notes")
    for i, t in enumerate(
        [
            "Days past due are counted by the calendar, from the due date, on the last calendar day of the month.",
            "A loan in bankruptcy is shown only in the Bankruptcy bucket, whatever its age, unless relief has been granted.",
            "Among the REO: CMT-000588 (sold June 11, 2024; proceeds go into the July remittance) and CMT-001066 (listed at $214,900).",
            "The April sheet was corrected on May 9, 2024: CMT-000404 had been counted in 60-89 days; it belongs to 90-119 days.",
            "Loans on a trial plan (11 in June) stay in the bucket of their contractual age.",
        ]
    ):
        ws.write(i, 0, t)
    wb.close()


VENDORS = [  # vendor, what, owner, budget, q1..q4 2023
    (
        "Pennant Vale Bank",
        "Lockbox and returned items",
        "Cash Management",
        182_000,
        44_310.25,
        45_872.10,
        47_905.66,
        46_120.40,
    ),
    (
        "Copperhouse Storage",
        "Off-site boxes and web orders",
        "Records",
        61_500,
        15_204.00,
        15_204.00,
        15_812.16,
        15_812.16,
    ),
    ("Brindle Secure Destruction", "Shredding, locked bins", "Records", 19_200, 4_480.00, 4_655.00, 7_930.00, 4_655.00),
    (
        "Tessaro vendor (licence and support)",
        "Payment posting",
        "Technology Operations",
        940_000,
        231_000.00,
        231_000.00,
        231_000.00,
        268_400.00,
    ),
    (
        "Quillmark vendor (licence and support)",
        "Archive and imaging",
        "Technology Operations",
        214_000,
        52_750.00,
        52_750.00,
        52_750.00,
        52_750.00,
    ),
    (
        "Brackenfeed subscription",
        "Investor reporting feed",
        "Investor Reporting",
        156_000,
        39_000.00,
        39_000.00,
        39_000.00,
        39_000.00,
    ),
    (
        "Osprey Lane Document Custody Co.",
        "Custody of notes, releases",
        "Records",
        88_000,
        20_914.50,
        21_377.00,
        23_008.75,
        22_461.25,
    ),
    (
        "Fathom & Reed LLP",
        "Audit and servicing attestation",
        "Chief Executive",
        265_000,
        118_000.00,
        42_500.00,
        39_750.00,
        58_250.00,
    ),
    (
        "Wexcombe Backup Servicing LLC",
        "Data tape tests",
        "Investor Reporting",
        36_000,
        9_000.00,
        9_000.00,
        9_000.00,
        11_700.00,
    ),
    (
        "Maplecourt Print & Mail",
        "Statements and notices",
        "Customer Care",
        402_000,
        97_512.33,
        101_208.94,
        99_847.02,
        104_933.71,
    ),
]


def vendor_spend(path: Path) -> None:
    wb, f = book(path, "Vendor spend 2023", "Finance desk")
    ws = wb.add_worksheet("Spend 2023")
    ws.set_column(0, 0, 38), ws.set_column(1, 2, 28), ws.set_column(3, 9, 14)
    (
        ws.merge_range(0, 0, 1, 0, "Vendor", f["h"]),
        ws.merge_range(0, 1, 1, 1, "Service", f["h"]),
        ws.merge_range(0, 2, 1, 2, "Budget owner", f["h"]),
    )
    ws.merge_range(0, 3, 0, 7, "Paid in 2023", f["h"])
    for j, h in enumerate(["Q1", "Q2", "Q3", "Q4", "Year"]):
        ws.write(1, 3 + j, h, f["h"])
    ws.merge_range(0, 8, 1, 8, "Budget", f["h"]), ws.merge_range(0, 9, 1, 9, "Over (+) / under (-)", f["h"])
    cols = [0.0] * 6
    for i, (v, what, own, bud, *qs) in enumerate(VENDORS):
        y = 2 + i
        ws.write(y, 0, v), ws.write(y, 1, what), ws.write(y, 2, own)
        for j, q in enumerate(qs):
            ws.write(y, 3 + j, q, f["m"])
        year = round(sum(qs), 2)
        ws.write_formula(y, 7, f"=SUM(D{y + 1}:G{y + 1})", f["m"], year)
        ws.write(y, 8, bud, f["m"])
        ws.write_formula(y, 9, f"=H{y + 1}-I{y + 1}", f["m"], round(year - bud, 2))
        for j, x in enumerate([*qs, year, bud]):
            cols[j] = round(cols[j] + x, 2)
    y = 2 + len(VENDORS)
    ws.write(y, 0, "Total", f["b"])
    for j, x in enumerate(cols):
        c = chr(68 + j)
        ws.write_formula(y, 3 + j, f"=SUM({c}3:{c}{y})", f["mb"], x)
    ws.write_formula(y, 9, f"=H{y + 1}-I{y + 1}", f["mb"], round(cols[4] - cols[5], 2))
    (
        ws.write(y + 1, 0, "Largest overspend"),
        ws.write_formula(y + 1, 9, f"=MAX(J3:J{y})", f["m"], max(round(sum(v[4:]) - v[3], 2) for v in VENDORS)),
    )
    (
        ws.write(y + 2, 0, "Vendors over budget"),
        ws.write_formula(y + 2, 9, f'=COUNTIF(J3:J{y},">0")', f["i"], sum(sum(v[4:]) - v[3] > 0.004 for v in VENDORS)),
    )
    ws.merge_range(
        y + 4,
        0,
        y + 4,
        9,
        "Q4 licence for payment posting includes $37,400.00 for the 7.4 upgrade workshop. Brindle Q3 includes a one-time purge of 214 boxes ($3,275.00).",
        f["n"],
    )
    r = wb.add_worksheet("Ratios")
    (
        r.write(0, 0, "Spend per serviced loan, 2023"),
        r.write_formula(0, 1, "='Spend 2023'!H13/38000", f["m"], round(cols[4] / 38000, 4)),
    )
    (
        r.write(1, 0, "Share of the largest vendor"),
        r.write_formula(1, 1, "='Spend 2023'!H6/'Spend 2023'!H13", f["p"], round(961_400 / cols[4], 6)),
    )
    (
        r.write(2, 0, "Custody cost per released file (412 files)"),
        r.write_formula(2, 1, "='Spend 2023'!H9/412", f["m"], round(sum(VENDORS[6][4:]) / 412, 4)),
    )
    wb.close()


def budget(path: Path) -> None:
    wb, f = book(path, "Budget and forecast 2024", "Finance desk")
    ws = wb.add_worksheet("Summary")
    ws.set_column(0, 0, 34), ws.set_column(1, 4, 16)
    for j, h in enumerate(["Department", "Budget 2024", "Forecast (June)", "Headcount plan", "Headcount June 30"]):
        ws.write(0, j, h, f["h"])
    deps = [
        ("Loan Administration", 6_310_000, 6_284_500, 96, 95),
        ("Cash Management", 4_120_000, 4_255_300, 62, 64),
        ("Investor Reporting", 1_905_000, 1_890_200, 21, 21),
        ("Default & Loss Mitigation", 3_870_000, 4_018_700, 54, 55),
        ("Customer Care", 5_240_000, 5_198_400, 108, 104),
        ("Technology Operations", 5_960_000, 6_302_100, 41, 42),
        ("Compliance", 1_480_000, 1_466_900, 15, 15),
        ("Records", 1_015_000, 1_009_800, 19, 18),
    ]
    for i, d in enumerate(deps):
        ws.write(i + 1, 0, d[0])
        for j in range(4):
            ws.write(i + 1, 1 + j, d[1 + j], f["i"])
    ws.write(9, 0, "Total", f["b"])
    for j in range(4):
        c = chr(66 + j)
        ws.write_formula(9, 1 + j, f"=SUM({c}2:{c}9)", f["i"], sum(d[1 + j] for d in deps))
    ws.write(11, 0, "Hidden sheets of this file are working papers and not approved figures.", f["n"])
    h = wb.add_worksheet("Assumptions")
    h.hide()
    for i, (a, b) in enumerate(
        [
            ("Assumption", "Value"),
            ("Salary increase from April 1, 2024", 0.034),
            ("Interest earned on custodial float, average", 0.0415),
            ("Average monthly float, US dollars", 7_850_000),
            ("Tessaro 7.4 contingency, US dollars", 185_000),
            ("Attrition in Customer Care", 0.22),
            ("Northmarch loans at year end", 2_708),
        ]
    ):
        h.write(i, 0, a), h.write(i, 1, b)
    h.set_column(0, 0, 48)
    v = wb.add_worksheet("Scenario-R")
    v.very_hidden()
    for i, (a, b) in enumerate(
        [
            ("Scenario R (draft, Chief Executive and General Counsel only)", ""),
            ("Northmarch gives notice at September 30, 2024", "loss of 2,723 loans"),
            ("Annual fee income lost, US dollars", 473_802),
            ("Positions affected", 9),
            ("One-time deconversion fee, US dollars (500 x 9.00 + 2,223 x 5.50)", 16_726.50),
        ]
    ):
        v.write(i, 0, a), v.write(i, 1, b)
    v.set_column(0, 0, 70)
    p = wb.add_worksheet("Read me")
    p.write(
        0, 0, "Owner: Odalys Fenwright's office. Version of July 2, 2024. Do not forward outside the management group."
    )
    wb.close()


def build(out: Path) -> None:
    d = out / "finance"
    d.mkdir(parents=True, exist_ok=True)
    for name, fn in [
        ("remittance-by-quarter-2023-2024.xlsx", remittance),
        ("fee-schedule-2024.xlsx", fees),
        ("delinquency-ageing-2024-q2.xlsx", ageing),
        ("vendor-spend-2023.xlsx", vendor_spend),
        ("budget-forecast-2024.xlsx", budget),
    ]:
        fn(d / name)
        normalise_zip(d / name)


if __name__ == "__main__":
    for r in ledger():
        print(
            r["month"],
            r["begin"],
            r["loans"],
            r["remit"],
            r["fee"],
            r["nm_fee"],
            r["nm_remit"],
            r["wire"],
            r["endloans"],
        )
    for q in QUARTERS:
        print(
            q,
            total(q, "remit"),
            total(q, "fee"),
            total(q, "payoffs"),
            total(q, "nm_remit"),
            total(q, "nm_fee"),
            quarter(q)[-1]["end"],
        )
    for a in AGEING:
        print(a, ageing_rows(a))
