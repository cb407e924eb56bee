"""Entailment models: whether a premise says what a hypothesis says. `onnx` runs one from a folder."""
