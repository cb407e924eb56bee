"""PDF: PDFium's characters and objects become lines, lines become blocks in reading order."""
