"""What the cells of a row say by the column that they stand under: marks, days of an event, limits of a post."""
