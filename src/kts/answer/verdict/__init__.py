"""What may be said of what was found: how sure it is, and what speaks against it."""
