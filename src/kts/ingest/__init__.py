"""The way of a document: from a file to rows of the truth. Read `pipeline.py` first."""
