"""Rows and columns: which of them a question is about."""
