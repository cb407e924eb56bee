"""Cross-encoders: models that read a question and a passage together. `onnx` runs one from a folder."""
