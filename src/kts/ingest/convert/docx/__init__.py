"""DOCX: paragraphs, tables, notes and numbering as a reader sees them displayed."""
