"""Tables that plain text sets with spaces: a line of names, a rule of dashes, rows with two spaces between cells."""

from __future__ import annotations

from kts.lexicon.patterns import later

_GAP = later(r"[ ]{2,}|[ ]*\t+[ \t]*")
_DASHES = later(r"[ \t]*[-=_]{3,}(?:[ \t]{1,}[-=_]{3,})+[ \t]*\Z")
"""A rule with a piece for each column; one line of dashes parts paragraphs as often."""


def spaced_cells(line: str) -> list[str]:
    """The cells of a line that is set with spaces."""
    return [cell.strip() for cell in _GAP.split(line.strip())]


def heads(line: str, following: str) -> bool:
    """Whether a line has the names of the columns of a table that is set with spaces: a rule stands below it."""
    rule = following.partition("\n")[0]
    return "\n" not in line and bool(_DASHES.match(rule)) and len(spaced_cells(line)) == len(rule.split())


def is_dashed(line: str) -> bool:
    """Whether a line is such a rule."""
    return _DASHES.match(line) is not None


def is_spaced(header: str) -> bool:
    """Whether a header is of a table that is set with spaces."""
    return bool(header) and "|" not in header and len(spaced_cells(header)) > 1


def fits(line: str, header: str) -> bool:
    """Whether a line is a row of such a table: it has a cell for each name."""
    return is_spaced(header) and "\n" not in line and len(spaced_cells(line)) == len(spaced_cells(header))
