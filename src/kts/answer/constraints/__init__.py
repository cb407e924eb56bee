"""The second gate: what a question names, and whether the evidence meets it."""
