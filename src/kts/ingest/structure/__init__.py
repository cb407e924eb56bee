"""What a document says besides its words: items, defined terms, references."""
