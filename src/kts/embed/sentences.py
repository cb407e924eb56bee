"""Texts over which a quantised model is compared with its single-precision original: short and long, of many kinds."""

from __future__ import annotations

SENTENCES = (
    "hello world",
    "How long is the notice period?",
    "who may terminate the agreement for convenience",
    "E7042",
    "Error E7042 appears when the device cannot reach the licence server within thirty seconds.",
    "Restart the controller, then hold the reset button for ten seconds until the green lamp blinks twice.",
    (
        "The Borrower shall deliver to the Administrative Agent, within 45 days after the end of each fiscal quarter, "
        "unaudited consolidated financial statements certified by a responsible officer."
    ),
    (
        "Neither party is liable for indirect, incidental or consequential damages, except in the case of gross "
        "negligence or wilful misconduct."
    ),
    "This Agreement is governed by the laws of the State of New York, without regard to its conflict of laws rules.",
    '"Business Day" means any day other than a Saturday, a Sunday or a day on which banks are closed.',
    "A late charge of five per cent of the overdue instalment is due if payment is not received by the fifteenth day.",
    "Employees may carry over up to five days of unused leave into the first quarter of the following year.",
    "Expense reports without receipts are returned to the employee and are not reimbursed.",
    "All laptops must be encrypted and locked when unattended.",
    "To install the package, run the setup script with administrator rights and accept the default folder.",
    "The function returns a list of matching rows, or an empty list when nothing was found.",
    "SELECT name, created_at FROM users WHERE deleted = 0 ORDER BY created_at DESC LIMIT 20;",
    "Set the environment variable before starting the service; a running service does not read it again.",
    "Connection refused: the database did not answer on port 5432 after three attempts.",
    "kubectl get pods shows CrashLoopBackOff because the readiness probe fails.",
    "Version 3.2 removes the deprecated endpoint and adds paging to the list of invoices.",
    "We fit a mixed-effects model with random intercepts for each site and report confidence intervals at 95 %.",
    "Patients who received the treatment had a lower risk of relapse than those who received placebo.",
    "Vitamin D deficiency is associated with bone loss in older adults.",
    "The enzyme catalyses the hydrolysis of the ester bond at physiological pH.",
    "Our results suggest that the effect is mediated by the expression of a single gene in the liver.",
    "Convolutional networks need fewer parameters than fully connected ones for images of the same size.",
    "Gradient descent converges slowly when the problem is badly conditioned.",
    "The capital of France is Paris.",
    "When was the bridge opened to traffic?",
    "In 1969 two astronauts landed on the Moon while a third stayed in orbit.",
    "The novel tells the story of a family over four generations in a small town by the sea.",
    "Rainfall in the region is highest between June and September.",
    "The museum is closed on Mondays and on public holidays.",
    "Total revenue rose by 12.4 % to $1.83 billion, driven by subscriptions.",
    "Net cash provided by operating activities was lower than a year before because of higher inventories.",
    "The company recorded an impairment of goodwill in its European segment.",
    "Item 1A. Risk Factors",
    "See Section 5.02(b) and Annex C for exceptions.",
    "Dear support team, since the last update I cannot log in any more and the password reset mail never arrives.",
    "Please cancel my subscription and refund the last payment.",
    "The printer is offline although it is switched on and connected to the network.",
    "What is the difference between a fixed and a floating rate?",
    "Compare the warranty of the standard model with that of the professional model.",
    "maximum operating temperature of the sensor",
    "Torque the four mounting screws to 2.5 Nm in a diagonal sequence.",
    "Disconnect the mains before opening the housing. Capacitors may hold a dangerous charge for five minutes.",
    "The pump has a flow rate of 40 litres a minute at a head of 12 metres and draws 0.75 kW.",
    "Minutes of the meeting: the budget was approved, the hiring plan was postponed, and the next meeting is on 4 May.",
    (
        "A service level below 99.5 % in a calendar month entitles the customer to a credit of ten per cent of the "
        "monthly fee. The credit is claimed in writing within thirty days, is set off against the next invoice and is "
        "the only remedy for the failure. Planned maintenance, announced three days before, and events outside the "
        "provider's control do not count. The provider measures availability every minute from two places."
    ),
    (
        "A cache keeps the results of earlier requests so that the same request need not be computed twice. It pays "
        "when requests repeat and results stay valid for long. An entry is removed when it has expired, when the space "
        "is needed for others, or when the data behind it has changed; the last is the hard case, because the cache "
        "must hear of every change. A wrong entry is worse than none."
    ),
)
