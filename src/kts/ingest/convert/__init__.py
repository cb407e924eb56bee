"""One module per file format, each turning bytes into canonical text with a map back to the original."""
