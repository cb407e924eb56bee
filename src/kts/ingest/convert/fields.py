"""Tables that say one thing a row, its name before its value: they have no header to quote a row with."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

Held = TypeVar("Held")
LEAST_NAMED = 3
"""Rows from which the words of their first column, without colons, say that they are names of fields. A default."""
COLONS = (":", "\uff1a")
LONGEST_NAME = 200
"""Characters of the longest name of a field; what is longer is prose. A default, not fitted."""
_LABEL = re.compile(
    r"(?:document|policy|procedure|sop|form|record|contract|project|reference|ref|file)"
    r"(?: (?:title|name|id|no|number|code|owner|type|version|status|date|control|reference))?"
    r"|(?:document |current |policy )?(?:version|revision|edition|issue)(?: (?:no|number|date))?"
    r"|title|name|subject|status|state|classification|confidentiality|category|type|language|location|department|scope"
    r"|(?:document |policy |process |content |business )?(?:owner|author|editor|sponsor|contact|custodian|approver)"
    r"|(?:effective|issue|issued|approval|publication|review|revision|expiry|creation|start|end|due|last review"
    r"|next review|last updated?|next revision)(?: date| on| from)?|date(?: .{0,20})?|valid (?:from|until|to)"
    r"|(?:approved|prepared|reviewed|issued|authori[sz]ed|created|written|maintained|last modified|updated) by"
    r"|last (?:updated|reviewed|modified|changed)|supersedes|replaces|applies to|audience|distribution"
    r"|e-?mail|phone|telephone|fax|address|website|url"
    r"|titel|dokument(?:en)?(?:nummer|titel|nr)?|eigent\u00fcmer|verfasser|autor|freigegeben (?:von|durch|am)"
    r"|g\u00fcltig (?:ab|bis)|datum|abteilung|klassifi(?:kation|zierung)|ersetzt|geltungsbereich"
    r"|titre|auteur|propri\u00e9taire|date d.{1,30}|statut|remplace|approuv\u00e9 par",
    re.IGNORECASE,
)
"""Names of what a document says of itself in its control table, and of what a contact is made of. A default list."""


def names_values(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the rows are names and values, in one pair of columns or several side by side.

    Every name ends in a colon; or there are two columns and the first holds names of fields of documents from its
    first row on, at least half of all; or there are several pairs whose first row holds a value that is no header.
    """
    if len(rows) < 2 or not all(row and row[0].strip() for row in rows):  # noqa: PLR2004 - one row is no table
        return False
    pairs = [[cell.strip() for cell in row] for row in rows]
    if _all_end_in_colons(pairs) or _are_pairs(pairs):
        return True
    if len(pairs) < LEAST_NAMED or any(len(row) > 2 for row in pairs):  # noqa: PLR2004 - a name and a value
        return False
    named = [bool(_LABEL.fullmatch(row[0].rstrip(".:* "))) for row in pairs]
    return named[0] and named[1] and 2 * sum(named) >= len(named)


def _all_end_in_colons(rows: Sequence[Sequence[str]]) -> bool:
    names = [cell for row in rows for cell in row[::2] if cell]
    values = [cell for row in rows for cell in row[1::2] if cell]
    return (
        all(len(row) % 2 == 0 for row in rows)
        and all(_ends_in_colon(name) for name in names)
        and not any(_ends_in_colon(value) for value in values)
    )


def _are_pairs(rows: Sequence[Sequence[str]]) -> bool:
    """Whether rows are pairs side by side without colons: `Site | Ketterby | Date | 17 September 2025, 14:50`.

    The names hold no figures and are all different. A value of the first row holds one, and below it something else
    stands: no column of figures or days has that for its header.
    """
    width = len(rows[0])
    if width not in PAIRED or any(len(row) != width for row in rows):
        return False
    names = [cell for row in rows for cell in row[::2] if cell]
    if len(set(names)) < len(names) or not all(_is_name(name) for name in names):
        return False
    return any(
        _holds_digit(rows[0][at])
        and not _YEAR.fullmatch(rows[0][at])
        and any(row[at] and not _holds_digit(row[at]) for row in rows[1:])
        for at in range(1, width, 2)
    )


PAIRED = frozenset({4, 6})
"""Columns of names and values side by side."""
SHORT_NAME = 40
"""Characters of the longest name of a field without a colon (a default, not fitted)."""
_YEAR = re.compile(r"(?:[A-Za-z]{1,10} ?)?(?:(?:19|20)\d\d|\d{1,2})")
"""A year, or a number behind a word: both head columns."""


def _is_name(cell: str) -> bool:
    return len(cell) <= SHORT_NAME and "\n" not in cell and cell[:1].isalpha() and not _holds_digit(cell)


def _holds_digit(cell: str) -> bool:
    return any(letter.isdigit() for letter in cell)


def in_pairs(rows: Sequence[Sequence[Held]]) -> list[Sequence[Held]]:
    """Rows of names and values with one pair each, in the order in which they are read; empty pairs are left out."""
    if not rows or max(len(row) for row in rows) <= PAIR:
        return list(rows)
    pairs = (row[at : at + PAIR] for row in rows for at in range(0, len(row), PAIR))
    return [pair for pair in pairs if any(pair)]


PAIR = 2
"""A name and its value."""


def _ends_in_colon(cell: str) -> bool:
    """Whether a cell is words on one line with a colon at their end, in bold or not."""
    name = cell.rstrip("* \t\n")
    if len(name) > LONGEST_NAME or "\n" in name:
        return False
    return name.endswith(COLONS) and any(letter.isalnum() for letter in name)
