"""The two papers in research/ (PDF, reportlab, invariant)."""

from __future__ import annotations

import math
from pathlib import Path

from reportlab.lib.enums import TA_CENTER, TA_JUSTIFY
from reportlab.lib.pagesizes import letter
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import inch
from reportlab.platypus import (
    BaseDocTemplate,
    CondPageBreak,
    Frame,
    FrameBreak,
    KeepTogether,
    NextPageTemplate,
    PageTemplate,
    Paragraph,
    Preformatted,
    Spacer,
    Table,
    TableStyle,
)
from reportlab.lib import colors


def styles(size: float, lead: float) -> dict[str, ParagraphStyle]:
    base = ParagraphStyle("base", fontName="Times-Roman", fontSize=size, leading=lead)
    return {
        "body": ParagraphStyle("body", base, alignment=TA_JUSTIFY, spaceAfter=4),
        "title": ParagraphStyle(
            "title", base, fontName="Times-Bold", fontSize=16, leading=19, alignment=TA_CENTER, spaceAfter=6
        ),
        "author": ParagraphStyle("author", base, alignment=TA_CENTER, fontSize=10, leading=12),
        "abstract": ParagraphStyle(
            "abstract",
            base,
            alignment=TA_JUSTIFY,
            leftIndent=24,
            rightIndent=24,
            fontSize=size - 0.3,
            leading=lead - 0.3,
        ),
        "h1": ParagraphStyle(
            "h1",
            base,
            fontName="Times-Bold",
            fontSize=size + 1.6,
            leading=lead + 2,
            spaceBefore=7,
            spaceAfter=3,
            keepWithNext=1,
        ),
        "h2": ParagraphStyle("h2", base, fontName="Times-BoldItalic", spaceBefore=4, spaceAfter=2, keepWithNext=1),
        "eq": ParagraphStyle("eq", base, alignment=TA_CENTER, spaceBefore=2, spaceAfter=5),
        "thm": ParagraphStyle("thm", base, alignment=TA_JUSTIFY, fontName="Times-Roman", spaceBefore=3, spaceAfter=4),
        "cap": ParagraphStyle(
            "cap", base, fontSize=size - 0.8, leading=lead - 1, alignment=TA_CENTER, spaceBefore=3, spaceAfter=3
        ),
        "ref": ParagraphStyle(
            "ref", base, fontSize=size - 0.6, leading=lead - 0.8, leftIndent=14, firstLineIndent=-14, spaceAfter=2
        ),
        "algo": ParagraphStyle(
            "algo", base, fontName="Courier", fontSize=size - 2.1, leading=lead - 2, leftIndent=2, spaceAfter=4
        ),
        "cell": ParagraphStyle("cell", base, fontSize=size - 1, leading=lead - 1.5),
    }


def grid(rows: list[list[str]], widths: list[float], size: float) -> Table:
    t = Table(rows, colWidths=widths, repeatRows=1)
    t.setStyle(
        TableStyle(
            [
                ("FONT", (0, 0), (-1, -1), "Times-Roman", size),
                ("FONT", (0, 0), (-1, 0), "Times-Bold", size),
                ("LINEABOVE", (0, 0), (-1, 0), 0.8, colors.black),
                ("LINEBELOW", (0, 0), (-1, 0), 0.4, colors.black),
                ("LINEBELOW", (0, -1), (-1, -1), 0.8, colors.black),
                ("ALIGN", (1, 0), (-1, -1), "RIGHT"),
                ("TOPPADDING", (0, 0), (-1, -1), 1),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 1.5),
            ]
        )
    )
    return t


# ---------------------------------------------------------------- paper 1 (two columns)
MU, KAPPA = 0.0092, 412.0
COHORTS = [  # label, loans, raw monthly speed in percent, realised in percent
    ("2.50-2.99", 1184, 0.39, 0.62),
    ("3.00-3.49", 2376, 0.58, 0.51),
    ("3.50-3.99", 1905, 0.78, 0.90),
    ("4.00-4.49", 842, 1.23, 0.95),
    ("4.50-4.99", 318, 1.81, 1.57),
    ("5.00-5.49", 127, 2.71, 1.57),
    ("5.50 and up", 58, 0.00, 1.72),
]


def shrunk(n: int, raw: float) -> float:
    w = n / (n + KAPPA)
    return w * raw + (1 - w) * MU * 100


def rmse(pairs: list[tuple[float, float]]) -> float:
    return math.sqrt(sum((a - b) ** 2 for a, b in pairs) / len(pairs))


def prepayment(path: Path) -> None:
    s = styles(9.4, 11.2)
    w, h = letter
    m, gap = 0.75 * inch, 0.28 * inch
    cw = (w - 2 * m - gap) / 2
    top = 2.95 * inch

    def deco(c, d):
        c.saveState()
        c.setFont("Times-Italic", 8)
        c.drawString(m, h - 0.5 * inch, "Harrow Falls Working Papers in Servicing Analytics, No. 17 (2023)")
        c.drawRightString(w - m, h - 0.5 * inch, "Vandermolen-Achterberg and Tarkiainen-Obi")
        c.setFont("Times-Roman", 9)
        c.drawCentredString(w / 2, 0.45 * inch, str(d.page))
        c.restoreState()

    doc = BaseDocTemplate(
        str(path),
        pagesize=letter,
        invariant=1,
        title="Shrinkage Estimation of Monthly Prepayment Speeds under Partially Observed Curtailments",
        author="Ilse Vandermolen-Achterberg; Rufus Tarkiainen-Obi",
        subject="Working paper",
        leftMargin=m,
        rightMargin=m,
    )
    kw = dict(leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0)
    y0 = 0.72 * inch
    full = h - y0 - 0.72 * inch
    doc.addPageTemplates(
        [
            PageTemplate(
                "first",
                [
                    Frame(m, h - 0.72 * inch - top, w - 2 * m, top, **kw),
                    Frame(m, y0, cw, full - top - 6, **kw),
                    Frame(m + cw + gap, y0, cw, full - top - 6, **kw),
                ],
                onPage=deco,
            ),
            PageTemplate("later", [Frame(m, y0, cw, full, **kw), Frame(m + cw + gap, y0, cw, full, **kw)], onPage=deco),
        ]
    )

    P = lambda k, t: Paragraph(t, s[k])
    rows = [["Note rate (%)", "n", "raw", "w", "shrunk", "realised"]]
    raw_pairs, shr_pairs = [], []
    for lab, n, raw, real in COHORTS:
        x = shrunk(n, raw)
        rows.append([lab, f"{n:,}", f"{raw:.2f}", f"{n / (n + KAPPA):.3f}", f"{x:.2f}", f"{real:.2f}"])
        raw_pairs.append((raw, real))
        shr_pairs.append((round(x, 2), real))
    r0, r1 = rmse(raw_pairs), rmse(shr_pairs)
    cut = 100 * (1 - r1 / r0)
    total = sum(c[1] for c in COHORTS)
    e: list = [
        P("title", "Shrinkage Estimation of Monthly Prepayment Speeds<br/>under Partially Observed Curtailments"),
        P("author", "Ilse Vandermolen-Achterberg<super>1</super> and Rufus Tarkiainen-Obi<super>2</super>"),
        P(
            "author",
            "<super>1</super>Harrow Falls Institute for Servicing Studies &nbsp;&nbsp; "
            "<super>2</super>Department of Actuarial Methods, University of Eastmarle",
        ),
        P("author", "October 2023"),
        Spacer(1, 8),
        P(
            "abstract",
            "<b>Abstract.</b> A loan servicer sees full payoffs on the day they post, but partial "
            "prepayments (curtailments) are often recorded as advance installments and found only weeks later. "
            "Raw monthly speeds of small cohorts are therefore both noisy and biased downward. We correct the bias "
            "with a detection probability estimated from reversals and shrink the corrected speeds toward the pool "
            f"mean with a weight n/(n + {KAPPA:.0f}). On {total:,} loans observed for eighteen months, the estimator lowers "
            f"the root mean squared error of one-month-ahead speeds from {r0:.3f} to {r1:.3f} percentage points, "
            f"a reduction of {cut:.1f} %. The gain comes almost wholly from three cohorts of fewer than 350 loans; "
            "for cohorts above 1,500 loans the correction does not matter.",
        ),
        Spacer(1, 4),
        P("abstract", "<b>Keywords:</b> prepayment, single monthly mortality, credibility, curtailment, missing data"),
        NextPageTemplate("later"),
        FrameBreak(),
        P("h1", "1. Introduction"),
        P(
            "body",
            "Servicers forecast prepayments for three uses: the size of the next remittance, the staffing of "
            "the payoff desk, and the compensating interest they owe when a payoff falls before the end of a month. "
            "All three need a speed for each cohort of loans with a similar note rate, and the cohorts are small. In "
            "the data studied here the median cohort has 842 loans and the smallest has 58.",
        ),
        P(
            "body",
            "The usual practice is to publish the raw ratio of prepaid to scheduled balance and to smooth it by "
            "hand. Okonjo-Lindqvist [1] showed that hand smoothing moves speeds of small cohorts by as much as the "
            "sampling error itself. Farrow and Mbatha [2] proposed a three-month moving average, which reacts late when "
            "rates turn. Neither treats the second problem: some curtailments are not seen in the month in which they "
            "happen, since the posting system books them as installments paid ahead until an exception analyst "
            "reverses them [3].",
        ),
        P(
            "body",
            "We make three contributions. (i) We give an unbiased correction for partially observed "
            "curtailments and its variance (Lemma 1). (ii) We derive the best affine estimator of a cohort's speed "
            "under squared error (Theorem 1). (iii) We describe an algorithm that a servicer can run in a spreadsheet, "
            "and test it on eighteen months of data (Section 5).",
        ),
        P("h1", "2. Notation"),
        P(
            "body",
            "Cohort <i>j</i> contains <i>n<sub>j</sub></i> loans at the start of a month. Let "
            "<i>x<sub>j</sub></i> be the number of loans with a prepayment event and <i>y<sub>j</sub></i> the number of "
            "events observed by the cut on the fifth business day. The single monthly mortality is "
            "SMM<sub><i>j</i></sub> = <i>x<sub>j</sub></i> / <i>n<sub>j</sub></i>, and the annual rate follows from",
        ),
        P("eq", "CPR = 1 - (1 - SMM)<super>12</super> . &nbsp;&nbsp;&nbsp;&nbsp;(1)"),
        P(
            "body",
            "An event is observed by the cut with probability <i>q</i>, independently of all else. Reversal "
            "records of the eighteen months give the estimate <i>q</i> = 0.871 with a standard error of 0.009. True "
            "speeds <i>p<sub>j</sub></i> are drawn from a distribution with mean <i>m</i> and variance "
            "<i>t</i><super>2</super>; given <i>p<sub>j</sub></i>, the events of different loans are independent.",
        ),
        P("h1", "3. Bias correction"),
        P(
            "thm",
            "<b>Lemma 1.</b> <i>The estimator z<sub>j</sub> = y<sub>j</sub> / (q n<sub>j</sub>) is unbiased for "
            "p<sub>j</sub>, and its conditional variance is p<sub>j</sub>(1 - q p<sub>j</sub>) / (q n<sub>j</sub>).</i>",
        ),
        P(
            "body",
            "<i>Proof.</i> An event occurs and is observed with probability <i>q p<sub>j</sub></i>, so "
            "<i>y<sub>j</sub></i> is binomial with parameters <i>n<sub>j</sub></i> and <i>q p<sub>j</sub></i>. Its mean is "
            "<i>q p<sub>j</sub> n<sub>j</sub></i>, which gives the first claim. Its variance is "
            "<i>n<sub>j</sub> q p<sub>j</sub>(1 - q p<sub>j</sub>)</i>; dividing by <i>(q n<sub>j</sub>)</i><super>2</super> "
            "gives the second. &#9632;".replace("&#9632;", "[end of proof]"),
        ),
        P(
            "body",
            "<b>Remark.</b> With <i>q</i> = 0.871 and <i>p</i> = 0.0092 the variance is 14.9 % larger than it "
            "would be with full observation. Ignoring the correction biases every speed downward by 12.9 %.",
        ),
        P("h1", "4. The shrinkage estimator"),
        P(
            "body",
            "Write <i>s</i><super>2</super> for the mean over cohorts of "
            "<i>p<sub>j</sub>(1 - q p<sub>j</sub>)/q</i>, so that <i>z<sub>j</sub></i> has mean conditional variance "
            "<i>s</i><super>2</super>/<i>n<sub>j</sub></i>, and let <i>k</i> = <i>s</i><super>2</super>/<i>t</i><super>2</super>.",
        ),
        P(
            "thm",
            "<b>Theorem 1.</b> <i>Among all estimators of the form a + b z<sub>j</sub> with constants a and b, the "
            "mean squared error E[(a + b z<sub>j</sub> - p<sub>j</sub>)<super>2</super>] is smallest for</i>",
        ),
        P(
            "eq",
            "b = w<sub>j</sub> = n<sub>j</sub> / (n<sub>j</sub> + k), &nbsp; a = (1 - w<sub>j</sub>) m . &nbsp;&nbsp;(2)",
        ),
        P(
            "body",
            "<i>Proof.</i> By Lemma 1, E[<i>z<sub>j</sub></i>] = <i>m</i>. For fixed <i>b</i> the error is least "
            "if it has mean zero, which forces <i>a</i> = (1 - <i>b</i>)<i>m</i>. The error is then "
            "<i>b</i>(<i>z<sub>j</sub></i> - <i>p<sub>j</sub></i>) - (1 - <i>b</i>)(<i>p<sub>j</sub></i> - <i>m</i>). The two "
            "terms are uncorrelated because <i>z<sub>j</sub></i> is conditionally unbiased, so the mean squared error is "
            "<i>b</i><super>2</super><i>s</i><super>2</super>/<i>n<sub>j</sub></i> + (1 - <i>b</i>)<super>2</super><i>t</i><super>2</super>. "
            "Setting the derivative in <i>b</i> to zero yields <i>b</i> = <i>t</i><super>2</super>/(<i>t</i><super>2</super> + "
            "<i>s</i><super>2</super>/<i>n<sub>j</sub></i>), which is (2). The second derivative is positive. [end of proof]",
        ),
        P(
            "thm",
            "<b>Corollary 1.</b> <i>The attained error is t<super>2</super>(1 - w<sub>j</sub>). A cohort of k loans "
            "therefore halves the prior variance.</i>",
        ),
        P(
            "body",
            f"Pooling all months we find <i>m</i> = {MU * 100:.2f} % and <i>k</i> = {KAPPA:.0f} loans. A bootstrap over "
            "months gives the 90 % interval [331, 508] for <i>k</i>. By (1), the pool mean corresponds to a CPR of "
            f"{100 * (1 - (1 - MU) ** 12):.2f} %.",
        ),
        CondPageBreak(2.9 * inch),
        P("h2", "Algorithm 1: monthly update"),
        Preformatted(
            """Input : n[j], y[j] for cohorts j = 1..J;
        reversal log of the last 18 months
Output: speed estimates p[j]
 1  q <- share of events seen by the cut
 2  if q < 0.75: stop and ask for review
 3  for j = 1..J:
 4      z[j] <- y[j] / (q * n[j])
 5  m  <- sum(n*z) / sum(n)
 6  s2 <- mean of z*(1 - q*z)/q over j
 7  t2 <- max(var_between(z) - s2*mean(1/n),
              1e-7)
 8  k  <- clip(s2 / t2, 100, 2500)
 9  for j = 1..J:
10      w    <- n[j] / (n[j] + k)
11      p[j] <- w*z[j] + (1 - w)*m
12  return p""",
            s["algo"],
        ),
        P(
            "body",
            "The floor in line 7 and the clip in line 8 matter: in two of the eighteen months the between-cohort "
            "variance was negative before flooring. Without the clip the weight of the smallest cohort jumped between "
            "0.02 and 0.71 from one month to the next.",
        ),
        P("h1", "5. Results"),
        P(
            "body",
            "The data are "
            f"{total:,} fixed-rate loans serviced from April 2022 to September 2023. Table 1 shows the last "
            "month. The cohort 5.00-5.49 had three observed events among 127 loans, a corrected raw speed of 2.71 %; the next "
            "month's realised speed was 1.57 %. In the smallest cohort nobody prepaid, and a forecast of zero was wrong as well.",
        ),
        KeepTogether(
            [
                P(
                    "cap",
                    "<b>Table 1.</b> Monthly speeds in percent, September 2023. Column w is the weight in (2); "
                    "raw speeds are after the correction of Lemma 1.",
                ),
                grid(rows, [cw * 0.25, cw * 0.12, cw * 0.13, cw * 0.15, cw * 0.16, cw * 0.19], 8),
                Spacer(1, 5),
            ]
        ),
        P(
            "body",
            f"The root mean squared error over the seven cohorts is {r0:.3f} percentage points for raw speeds and "
            f"{r1:.3f} for shrunk speeds, a reduction of {cut:.1f} %. The three-month moving average of [2] gives 0.611. We "
            "also tried the median of the three methods, which was never best.",
        ),
        P("h2", "5.1 Cost of the missing curtailments"),
        P(
            "body",
            "If <i>q</i> is set to 1, the reduction in error shrinks by about a fifth, and the pool forecast is "
            "too low in sixteen of eighteen months. The mean shortfall was $318,000 a month of unscheduled principal.",
        ),
        P("h2", "5.2 Sensitivity to k"),
        P(
            "body",
            "The estimator is not delicate. With <i>k</i> halved to 206 the error of Table 1 rises by 0.016 "
            "percentage points, with <i>k</i> doubled to 824 by 0.018. A servicer without a history of eighteen months may "
            "start from <i>k</i> = 400 and re-estimate after the sixth month. Below six months the between-cohort variance "
            "should not be estimated at all.",
        ),
        P("h2", "5.3 Use in the remittance forecast"),
        P(
            "body",
            "The forecast of unscheduled principal is the sum over cohorts of estimated speed times scheduled "
            "balance. In the hold-out quarter (July to September 2023) its absolute error was $412,000, $388,000 and "
            "$951,000; the last figure includes one small-commercial payoff of $640,000 that was boarded in a residential "
            "cohort by mistake. Compensating interest was forecast within $2,900 in each month.",
        ),
        P("h2", "5.4 Limitations"),
        P(
            "body",
            "Independence fails when a broker refinances many borrowers at once; in March 2023 one broker accounted "
            "for 31 of 74 payoffs. The detection probability is not constant: it fell to 0.79 in August 2023, the month of a "
            "late lockbox file. Small-commercial loans were excluded since their notes carry prepayment premiums.",
        ),
        P("h1", "6. Conclusion"),
        P(
            "body",
            "Shrinking the speeds of small cohorts is cheap and removes most of their noise. We recommend that a "
            "servicer publish both <i>w<sub>j</sub></i> and the raw speed, so that a reader can undo the shrinkage, and that "
            "forecasts with a weight below 0.25 be marked as pool forecasts. Weights that depend on the calendar month are "
            "left for later work.",
        ),
        P("h1", "Appendix A. Estimating q"),
        P(
            "body",
            "A reversal record carries the date on which the money was received (<i>r</i>) and the date on which it "
            "was rebooked as a curtailment (<i>b</i>). An event counts as observed if <i>b</i> falls on or before the cut "
            "of the month of <i>r</i>. Of 1,367 events in the log, 1,191 were observed, so <i>q</i> = 1,191/1,367 = 0.871. "
            "Events that were never rebooked cannot be counted; a manual sample of 300 paid-ahead loans found four of "
            "them, so the true value of <i>q</i> may be lower by about one point.",
        ),
        P(
            "thm",
            "<b>Lemma 2.</b> <i>If a share u of events is never recorded, z<sub>j</sub> has mean (1 - u)p<sub>j</sub>, and "
            "the weight in (2) remains optimal for the recorded events.</i>",
        ),
        P(
            "body",
            "<i>Proof.</i> Replace <i>p<sub>j</sub></i> by (1 - <i>u</i>)<i>p<sub>j</sub></i> throughout the proof of "
            "Theorem 1; <i>m</i> and <i>t</i> scale by the same factor as the target. [end of proof]",
        ),
        P("h1", "Acknowledgments"),
        P(
            "body",
            "The loan data were provided in anonymised form by a servicer in Harrow Falls. No loan-level record left "
            "its premises. The second author's work was supported by grant EM-2209 of the Eastmarle Actuarial Fund.",
        ),
        P("h1", "References"),
    ]
    for r in [
        "[1] T. Okonjo-Lindqvist. Smoothing by hand: an audit of published speeds. <i>Annals of Loan Administration</i>, 11(2):88-104, 2018.",
        "[2] D. Farrow and S. Mbatha. Moving averages for small pools. <i>Eastmarle Actuarial Letters</i>, 4:17-29, 2020.",
        "[3] P. Ellingsworth-Rao. What a posting system does not see. In <i>Proc. 6th Workshop on Servicing Operations</i>, pages 201-212, 2021.",
        "[4] H. Brandvold. Credibility weights without tears. Technical Report 44, Institute of Applied Premium Theory, 2009.",
        "[5] I. Vandermolen-Achterberg. Reversal logs as a second sample. <i>Journal of Cash Application</i>, 2(1):1-19, 2022.",
        "[6] M. Szilagyi-Proud and A. Nkemelu. Compensating interest and the calendar. <i>Annals of Loan Administration</i>, 15(4):233-251, 2022.",
    ]:
        e.append(P("ref", r))
    doc.build(e)


# ---------------------------------------------------------------- paper 2 (one column)
def erlang_c(lam: float, mu: float, c: int) -> tuple[float, float, float]:
    a = lam / mu
    b = 1.0
    for k in range(1, c + 1):
        b = a * b / (k + a * b)
    rho = a / c
    pw = b / (1 - rho + rho * b)
    return rho, pw, pw / (c * mu - lam)


def queueing(path: Path) -> None:
    s = styles(11, 13.6)
    w, h = letter
    m = 1.1 * inch

    def deco(c, d):
        c.saveState()
        c.setFont("Helvetica", 8)
        c.drawString(m, h - 0.6 * inch, "Queueing of Payment Exceptions")
        c.drawRightString(w - m, 0.55 * inch, f"Page {d.page}")
        c.drawString(m, 0.55 * inch, "Journal of Cash Application, vol. 4 no. 1 (2024), pp. 41-43")
        c.restoreState()

    doc = BaseDocTemplate(
        str(path),
        pagesize=letter,
        invariant=1,
        title="Queueing of Payment Exceptions: How Many Analysts Does a Loan Servicer Need?",
        author="Anneke Drostvale",
        subject="Article",
    )
    doc.addPageTemplates([PageTemplate("p", [Frame(m, 0.9 * inch, w - 2 * m, h - 1.75 * inch)], onPage=deco)])
    P = lambda k, t: Paragraph(t, s[k])
    lam, mu, day = 142.0, 19.0, 7.5
    rows = [["Analysts c", "Utilisation", "P(wait)", "Mean wait (minutes)", "Mean in queue"]]
    for c in (8, 9, 10, 11, 12):
        rho, pw, wq = erlang_c(lam, mu, c)
        rows.append([str(c), f"{rho * 100:.1f} %", f"{pw:.3f}", f"{wq * day * 60:.1f}", f"{lam * wq:.2f}"])
    by = {r[0]: r for r in rows[1:]}
    e = [
        P("title", "Queueing of Payment Exceptions: How Many Analysts Does a Loan Servicer Need?"),
        P("author", "Anneke Drostvale"),
        P("author", "Centre for Operations Study, University of Eastmarle"),
        P("author", "Received June 5, 2023; accepted January 16, 2024"),
        Spacer(1, 10),
        P(
            "abstract",
            "<b>Abstract.</b> Payments that a posting system cannot apply go to a queue of exceptions, which "
            f"analysts clear by hand. We model this queue with Poisson arrivals ({lam:.0f} a business day), exponential "
            f"handling times ({mu:.0f} items per analyst and day) and c analysts. Nine analysts are enough for a mean "
            f"wait of {by['9'][3]} minutes; a tenth lowers it to {by['10'][3]} minutes and a twelfth buys almost nothing. "
            "Giving priority to payoffs cuts their wait by more than half at a cost of a few minutes to all other items. "
            "We also show that batching arrivals, not mean load, explains the worst days.",
        ),
        P("h1", "1 Introduction"),
        P(
            "body",
            "Of one hundred payments that reach a mid-size servicer, about eight cannot be applied by rule: the "
            "remitter is unknown, the amount is short, or the loan carries a flag that forbids automatic posting. Each of "
            "these must be seen by a person before the posting cut-off, or it is posted a day late. The question in the "
            "title is usually answered by dividing arrivals by productivity and rounding up. That answer "
            f"(here {lam:.0f}/{mu:.0f} = {lam / mu:.2f}, so 8 analysts) ignores waiting altogether.",
        ),
        P(
            "body",
            "Earlier work treats call centres [1] and document review [2]. Payment exceptions differ in two ways: "
            "they arrive in files, and they have a hard deadline each day. Ellingsworth-Rao [3] described the first but "
            "gave no model.",
        ),
        P("h1", "2 Model"),
        P(
            "body",
            f"Arrivals are Poisson with rate L = {lam:.0f} a day. A day has {day} working hours. Each of the c analysts "
            f"clears M = {mu:.0f} items a day when never idle. The offered load is a = L/M = {lam / mu:.3f} and the utilisation is "
            "r = a/c. The queue is stable only if r &lt; 1.",
        ),
        P(
            "thm",
            "<b>Definition 1.</b> An item is <i>late</i> if it is still waiting at the cut-off of the day on which it arrived.",
        ),
        P(
            "thm",
            "<b>Lemma 1.</b> <i>Let B(c) be the blocking probability defined by B(0) = 1 and "
            "B(k) = a B(k-1) / (k + a B(k-1)). Then the probability that an item has to wait is "
            "C = B(c) / (1 - r + r B(c)).</i>",
        ),
        P(
            "body",
            "<i>Proof.</i> In equilibrium the number of items in the system is a birth-death chain. Let p(k) be its "
            "probabilities. For k &gt; c the ratio p(k+1)/p(k) is r, so the mass at or above c is p(c)/(1 - r). Among the "
            "states 0 to c, the share of state c is B(c), because the recursion is the ratio p(k)/(p(0)+...+p(k)). Hence "
            "C = [p(c)/(1-r)] / [p(c)/B(c) - p(c) + p(c)/(1-r)]; multiplying through by B(c)(1-r)/p(c) gives the claim. [end of proof]",
        ),
        P("thm", "<b>Theorem 1.</b> <i>The mean wait in queue is W = C / (cM - L).</i>"),
        P(
            "body",
            "<i>Proof.</i> Given that an item waits, the number of items ahead of it in the queue is geometric with "
            "ratio r, with mean r/(1-r). Departures occur at rate cM while all analysts are busy, so the conditional mean wait "
            "is (1 + r/(1-r)) / (cM) = 1/(cM - L). Multiplying by C gives W. [end of proof]",
        ),
        CondPageBreak(2.1 * inch),
        P("h1", "3 Results"),
        P("cap", f"<b>Table 1.</b> Waiting as a function of staffing, L = {lam:.0f} and M = {mu:.0f} a day."),
        grid(rows, [70, 75, 70, 110, 90], 9.5),
        Spacer(1, 8),
        P(
            "body",
            f"With eight analysts the utilisation is {by['8'][1]} and an item waits {by['8'][3]} minutes on average. The ninth "
            f"analyst brings the mean to {by['9'][3]} minutes. The cost of an analyst was $287 a day in the firm studied, and a late "
            "item cost $6.40 in rework and goodwill, so the ninth analyst pays for itself and the eleventh does not.",
        ),
        P("h1", "4 Priorities"),
        P(
            "body",
            "Payoffs are 6 % of exceptions. If they are taken first (without interrupting an item in work), the mean "
            "wait of a payoff is W<sub>1</sub> = C / (cM (1 - r<sub>1</sub>)) with r<sub>1</sub> = 0.06 r, and conservation of "
            "work fixes the wait of the rest. The rule was adopted by the firm studied in October 2022.",
        ),
        P("h2", "Algorithm 1: choosing the staff for a day"),
        Preformatted(
            """Input : forecast L, productivity M, target wait T (days)
Output: number of analysts c
1  c <- ceil(L / M)
2  if c * M <= L: c <- c + 1
3  repeat
4      compute C by Lemma 1 and W <- C / (c*M - L)
5      if W <= T: return c
6      c <- c + 1
7  until c = 40""",
            s["algo"],
        ),
        P("h1", "5 Bursts"),
        P(
            "body",
            "On 11 of 250 days the lockbox file came more than three hours late. On those days the mean wait was 4.3 times "
            "that of Table 1, although the day's volume was ordinary. A model in which 60 % of the items arrive at one moment "
            "reproduces the factor within 8 %. Staffing cannot mend this: to halve the wait on such a day would take 17 analysts. A "
            "later cut-off does; moving it by ninety minutes reduced late items on file days from 212 to 57.",
        ),
        P("cap", "<b>Table 2.</b> Kinds of exception in 2022 and how long an analyst takes."),
        grid(
            [
                ["Kind", "Share", "Mean minutes", "Cleared same day"],
                ["Unidentified remitter", "41 %", "31.2", "88.4 %"],
                ["Short payment", "27 %", "14.6", "97.1 %"],
                ["Flagged loan", "16 %", "26.0", "79.3 %"],
                ["Payoff difference", "6 %", "38.5", "93.8 %"],
                ["Other", "10 %", "16.9", "90.2 %"],
            ],
            [140, 70, 90, 110],
            9.5,
        ),
        Spacer(1, 8),
        P(
            "body",
            "The weighted mean of the third column is 24.9 minutes, but the productivity of 19 items in a day of 450 "
            "minutes implies 23.7; the difference arises because two kinds are often cleared together.",
        ),
        P("h1", "6 Discussion"),
        P(
            "body",
            "Exponential handling times are a rough fit (the observed coefficient of variation was 1.18, not 1). Analysts who "
            "are trained on bankruptcy flags are a separate, smaller queue that we left out. Data: 35,500 exceptions between "
            "January and December 2022.",
        ),
        P("h1", "References"),
    ]
    for r in [
        "[1] B. Quenneville-Asante. <i>Waiting Lines in Offices.</i> Marle Academic Press, 2003.",
        "[2] F. Oduya and K. Rasmund. Reviewing documents in order of regret. <i>Operations Letters of Eastmarle</i>, 9:55-71, 2017.",
        "[3] P. Ellingsworth-Rao. What a posting system does not see. In <i>Proc. 6th Workshop on Servicing Operations</i>, pages 201-212, 2021.",
        "[4] I. Vandermolen-Achterberg. Reversal logs as a second sample. <i>Journal of Cash Application</i>, 2(1):1-19, 2022.",
    ]:
        e.append(P("ref", r))
    doc.build(e)


def build(out: Path) -> None:
    d = out / "research"
    d.mkdir(parents=True, exist_ok=True)
    prepayment(d / "prepayment-speed-estimation.pdf")
    queueing(d / "payment-exception-queueing.pdf")
