"""What may be quoted alone, and what of a page says nothing."""
