"""Tables that say one thing a row, its name before its value: they have no header to quote a row with."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

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

    Every name ends in a colon, or there are two columns and the first holds names of fields of documents from its
    first row on, at least half of all.
    """
    if len(rows) < 2 or not all(row and row[0].strip() for row in rows):  # noqa: PLR2004 - one row is no table
        return False
    pairs = [[cell.strip() for cell in row] for row in rows]
    if _all_end_in_colons(pairs):
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


def _ends_in_colon(cell: str) -> bool:
    """Whether a cell is words on one line with a colon at their end, in bold or not."""
    name = cell.rstrip("* \t\n")
    if len(name) > LONGEST_NAME or "\n" in name:
        return False
    return name.endswith(COLONS) and any(letter.isalnum() for letter in name)
