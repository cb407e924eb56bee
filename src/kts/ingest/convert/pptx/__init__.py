"""PPTX: slides in order, with notes, tables and groups."""
