"""Small models that everything shares: numbers in, numbers out."""
