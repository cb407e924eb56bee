"""The truth (one SQLite file), its ledger, and the followers derived from it."""
