"""Capital and small letters of Latin script, for the inside of a class of an expression: `[{UPPER}][{LOWER}]+`.

Names of people and firms have accents: `Özil GmbH`, `Émile`, `Škoda`.
"""

from __future__ import annotations

_LATIN = [chr(code) for code in range(0xC0, 0x180) if chr(code).isalpha()]
UPPER = "A-Z" + "".join(letter for letter in _LATIN if letter.isupper())
LOWER = "a-z" + "".join(letter for letter in _LATIN if letter.islower())
