"""Pairs that tell whether a model's outputs are what their names say, and whether it still computes what it did."""

from __future__ import annotations

PAIRS = (
    ("The cure period is thirty days.", "The cure period is thirty days.", "The cure period is not thirty days."),
    ("The server did answer the notice.", "The server did answer.", "The server did not answer the notice."),
    ("A notice to the bank is an error.", "The notice is an error.", "The notice to the bank is not an error."),
    ("The engine is cold and wet.", "The engine is cold.", "The engine is not cold and wet."),
)
"""Each a premise, a sentence that it entails, and one that it contradicts. Nobody's text: written for this."""
GOLDEN = tuple((premise, said) for premise, *both in PAIRS for said in both)
"""The pairs whose probabilities are kept in a manifest."""
