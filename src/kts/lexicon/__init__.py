"""What we know about words, shared by the way of a document and the way of a question."""
