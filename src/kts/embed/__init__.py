"""Embedders: texts in, vectors out; and how a model gets onto this machine."""
