"""Print in images: engines, columns, and converters that use them."""
