"""Answers and the policy that ships, for tests of the stages of a ticket."""

from __future__ import annotations

from pathlib import Path

from kts.answers import Answer, Claim
from kts.tickets.policy import read_policy
from kts.types import Citation, Location, Span

SHIPPED = read_policy(
    (Path(__file__).parents[2] / "src/kts/data/tickets/policy.toml").read_text("utf-8"), name="policy.toml"
)
TEXT = "The cold store keeps a spindle log for ninety days, and the desk can fetch it from there."


def cited(text=TEXT, *, document="d1", path="internal/runbook.md"):
    place = Citation(path, f"file:///{path}", "Runbook", "0" * 64, "0" * 64, "text:1", document, "p1",
                     Span(0, len(text)), "0" * 64, text, Location("text", line=1))  # fmt: skip
    return Claim(text, "supported", (), (place,), 0.9)


def answered(*claims, query="q"):
    text = "\n".join(one.text for one in claims)
    return Answer(query, "answered" if claims else "abstained", text, 0.9 if claims else 0.0, 1.0, claims=claims)
