"""XLSX: sheets with displayed values, each row quotable with its header."""
