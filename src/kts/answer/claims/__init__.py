"""The first gate: whether the evidence says what a claim says."""
