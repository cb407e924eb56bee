"""A question before it is asked of the documents, and in their words."""
