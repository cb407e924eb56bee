"""Readers: small models that see whether a text answers a question, and where. `onnx` runs one from a folder."""
