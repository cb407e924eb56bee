"""Which documents and clauses are in force, what changes them, and who disagrees."""
