"""Faces for programs. `wire.py` is the one place where JSON shapes live."""
