"""HTML: what a browser shows of the main content, with what it hides kept apart."""
