"""The way of a question to a ranking. Read `pipeline.py` first."""
