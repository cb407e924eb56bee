"""Which units answer: what leads, and what stands beside it."""
