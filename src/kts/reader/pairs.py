"""Pairs over which a quantised reader is compared with its original, and of which some are kept as golden readings."""

from __future__ import annotations

from itertools import product

QUESTIONS = (
    "How long is the cure period?",
    "Who approves expenses above the limit?",
    "What does error E7042 mean?",
    "When was the bridge opened to traffic?",
    "what happens if payment is late",
    "maximum operating temperature of the sensor",
)
TEXTS = (
    (
        "The Borrower shall cure any default within thirty (30) days after written notice from the Administrative "
        "Agent, except for payment defaults, which are cured within five Business Days."
    ),
    (
        "Expenses up to 500 euros are approved by the team lead. Anything above needs the signature of the head of "
        "finance, and above 10,000 euros that of the board."
    ),
    (
        "E7042: the device cannot reach the licence server. Check the network cable, then restart the controller and "
        "hold the reset button for ten seconds."
    ),
    (
        "The bridge took six years to build and cost twice as much as planned. It was opened to traffic on 14 May "
        "1937, two years after the tunnel beside it."
    ),
    "A late charge of five per cent of the overdue instalment is due if payment is not received by the fifteenth day.",
    (
        "| Quantity | Minimum | Maximum |\n|---|---|---|\n"
        "| Operating temperature | -20 °C | 65 °C |\n| Humidity | 5 % | 90 % |"
    ),
)
PAIRS = tuple(product(QUESTIONS, TEXTS))
"""Every question with every text: few are answered, as it is in a folder of documents."""
GOLDEN = (*(PAIRS[at] for at in range(0, len(PAIRS), len(TEXTS) + 1)), PAIRS[1], (QUESTIONS[0], ""))
"""Each question with its own text, one that is not answered, and an empty text."""
