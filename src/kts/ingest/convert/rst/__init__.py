"""reStructuredText: the text as it is written, its roles and tables read."""
