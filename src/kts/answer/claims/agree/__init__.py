"""The rules of the first gate: each compares a claim and a statement in one respect."""
