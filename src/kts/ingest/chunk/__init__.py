"""From one canonical text to its blocks, its sections and the passages that are stored."""
