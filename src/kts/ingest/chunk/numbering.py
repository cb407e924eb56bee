"""The number a heading carries: `ARTICLE II`, `Section 5.02(b)`, `2.1.3`, `Exhibit A`."""

from __future__ import annotations

import re

_ROMAN = r"[IVXLC]{1,7}"
_LETTERED = r"(?:\([A-Za-z0-9]{1,4}\))*"
_DIVISION = rf"(?:ARTICLE|Article|CHAPTER|Chapter|PART|Part|TITLE|Title)[ \t\xa0]+(?:{_ROMAN}|\d{{1,3}}|[A-Z])"
_ANNEX = (
    r"(?:EXHIBIT|Exhibit|SCHEDULE|Schedule|APPENDIX|Appendix|ANNEX|Annex|ATTACHMENT|Attachment)"
    r"[ \t\xa0]+(?:[A-Z]{1,2}|\d{1,3}|[IVX]{1,5})(?:[-.]\d{1,3})*(?:\([a-z0-9]{1,3}\))*"
)
_SECTION = rf"(?:SECTION|Section|Sec\.|SEC\.|§|Clause|CLAUSE)[ \t\xa0]*\d{{1,3}}(?:\.\d{{1,3}})*[A-Z]?{_LETTERED}"
_DECIMAL = rf"\d{{1,3}}(?:\.\d{{1,3}})+{_LETTERED}|\d{{1,2}}(?=[.)])|\d{{1,2}}(?=[ \t\xa0]+[A-Z])"
_OUTLINE = r"[A-Z](?=[.)][ \t\xa0])|[IVX]{1,5}(?=[.)][ \t\xa0])"
_NUMBER = re.compile(
    rf"[ \t\xa0]*(?P<number>{_DIVISION}|{_ANNEX}|{_SECTION}|{_DECIMAL}|{_OUTLINE})(?![\w])"
    r"[ \t\xa0]*(?:[.:)\u2013\u2014-]+(?=[ \t\xa0]|\Z))*[ \t\xa0]*"
)
_WORD = re.compile(r"(?:SECTION|Section|Sec\.|SEC\.|§|Clause|CLAUSE)[ \t\xa0]*", re.ASCII)
_SPACE = re.compile(r"\s+")


def split_number(heading: str) -> tuple[str, str]:
    """The displayed number and the words of a heading: `Section 5.02(b) Fees` gives `5.02(b)` and `Fees`.

    The word `Section` is dropped as every reference repeats it; `ARTICLE II` and `Exhibit A` keep theirs,
    without which they would be a bare `II` or `A`. A heading without a number gives an empty one.
    """
    match = _NUMBER.match(heading)
    if match is None:
        return "", heading
    number = _SPACE.sub(" ", _WORD.sub("", match["number"]))
    return number, heading[match.end() :].strip()
