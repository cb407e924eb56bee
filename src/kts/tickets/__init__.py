"""The way of a support ticket: from what was written to a cited draft, or a reasoned handoff to a person."""
