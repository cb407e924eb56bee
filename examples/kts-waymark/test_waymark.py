"""The sectioner keeps the rules of its port."""

from __future__ import annotations

from kts.testing import check_sectioner

from kts_waymark import WaymarkSectioner

NOTES = """@ Night shift

@@ Generator

Start it by hand.

@@@ Fuel

Diesel only.

@ Day shift

Nothing to note.
"""


def test_the_sectioner_keeps_the_rules_of_its_port() -> None:
    check_sectioner(WaymarkSectioner(), [NOTES, NOTES.replace("\n", "\r\n"), "@@ deep first\n@ then high"])
