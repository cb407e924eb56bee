"""Older and other office formats (.doc .ppt .xls .odt .rtf .msg .epub), read by the `formats` extra."""
