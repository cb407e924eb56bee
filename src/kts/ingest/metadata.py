"""What a document says of itself: title, dates, version, what it supersedes. Precise rather than greedy. Pure."""

from __future__ import annotations

import datetime as dt
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

HEAD = 3_000
"""Characters at the start of a text in which a document speaks of itself; later dates are those of its subject."""
LONGEST_VALUE = 200
"""Characters of a title, a version or a superseded document's name."""
YEARS = range(1900, 2100)
"""Years that a document's date can have; others are numbers that look like one."""
_DATE_KEYS = ("content_date", "effective", "effective_to", "created", "modified")

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan januar jänner janvier enero gennaio",
            "february feb februar février fevrier febrero febbraio",
            "march mar märz maerz mars marzo",
            "april apr avril abril aprile",
            "may mai mayo maggio",
            "june jun juni juin junio giugno",
            "july jul juli juillet julio luglio",
            "august aug août aout agosto",
            "september sep sept septembre septiembre settembre",
            "october oct oktober okt octobre octubre ottobre",
            "november nov novembre noviembre",
            "december dec dezember dez décembre decembre diciembre dicembre",
        ),
        start=1,
    )
    for name in names.split()
}
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_DAY = r"(?:0?[1-9]|[12]\d|3[01])"
_GAP = r"(?:[ \t\u00a0\u202f]+(?:\r?\n[ \t\u00a0\u202f]*)?|\r?\n[ \t\u00a0\u202f]*)"
"""White space between two words, one line end at most: contracts are broken anywhere."""
DATE = (
    r"(?:\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?"
    rf"|(?:{_MONTH})\.?{_GAP}{_DAY}(?:st|nd|rd|th)?,?{_GAP}\d{{4}}"
    rf"|{_DAY}(?:st|nd|rd|th|er|\.|º)?{_GAP}(?:day{_GAP}of{_GAP}|de{_GAP})?(?:{_MONTH})\.?,?{_GAP}(?:de{_GAP})?\d{{4}}"
    rf"|{_DAY}\.(?:0?[1-9]|1[0-2])\.\d{{4}}|\d{{4}}/\d{{2}}/\d{{2}}|\d{{1,2}}/\d{{1,2}}/\d{{4}})"
)
_YEAR = later(r"(?:19|20)\d\d")
"""In every text in which a date of those years can be found."""
_ISO = later(r"(\d{4})[-/](\d{2})[-/](\d{2})")
_DOTTED = later(r"(\d{1,2})\.(\d{1,2})\.(\d{4})$")
_SLASHED = later(r"(\d{1,2})/(\d{1,2})/(\d{4})$")
_WORDED = later(r"[^\W\d_]+|\d+")

_FRONT_MATTER = later(r"\A---[ \t]*\r?\n.*?^(?:---|\.\.\.)[ \t]*$", re.DOTALL | re.MULTILINE)
_ANYWHERE = re.IGNORECASE | re.MULTILINE


def _any_of(*phrases: str) -> str:
    """An expression for any of the phrases, whose spaces stand for white space with at most one line end."""
    return f"(?:{'|'.join(sorted(phrases, key=len, reverse=True))})".replace(" ", _GAP)


_LINE = r"^[ \t>#*_|:@-]*(?:footer[ \t]+)?"
_BEGIN = rf"(?:{_LINE}|[.;|\u2014\u2013,(][ \t*_]+|[ \t]/[ \t]|[ \t]{{2,}}|\u2022[ \t]*)"
"""Where a statement about the document itself begins: a line, or a part of one after a mark."""
_BORDER = r"[ \t*_]*[:|]?[ \t*_|]*(?:\r?\n[ \t]*)?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,?[ \t]+)?"
"""What stands between a label and its value."""
_SELF = (
    "(?:this(?: first| second| third)? (?:policy|procedure|document|version|revision|directive|sop|manual|guide"
    "|standard|plan|notice|edition|article|memo|amendment|agreement)|it|elle|il|ce document|sie|dieses dokument)"
)
_AND_BEGINS = _any_of(r"\band (?:takes effect|shall take effect|comes into force|is effective)(?: on| as of| from)?")
"""`This Amendment is made on ... between ... and takes effect on ...`."""
_EFFECTIVE = later(
    rf"(?:{_AND_BEGINS}|{_BEGIN}"
    + _any_of(
        *("effective", "effective date", "effective as of", "effective from", "effective since", "effective on"),
        "effective date of (?:this|the) (?:policy|procedure|document|agreement|version)",
        *("in force (?:since|from|as of)", "valid (?:since|from|as of)", "applicable (?:since|from|as of)"),
        rf"{_SELF} (?:takes effect|comes into force|is effective|applies)(?: on| as of| from)?",
        *("gültig (?:ab|seit)(?: dem)?", "in kraft seit(?: dem)?", "vigente desde(?: el)?"),
        "en vigueur (?:depuis|à compter|à partir)(?: le| du)?",
    )
    + rf"){_BORDER}(?:is[ \t]+)?(?P<date>{DATE})",
    _ANYWHERE,
)
_EFFECTIVE_TO = later(
    rf"(?:{_LINE}|[.;|][ \t*_]+)"
    + _any_of(
        *("effective until", "valid (?:until|through|to)", "in force until", "expires", "expires on"),
        *("expiry date", "expiration date", "superseded on", "gültig bis"),
    )
    + rf"{_BORDER}(?P<date>{DATE})",
    _ANYWHERE,
)
_CHANGES = (
    "updated",
    "edited",
    "revised",
    "modified",
    "reviewed",
    "changed",
    "published",
    "issued",
    "release",
    "stand",
)
_CHANGED = _any_of(
    *(
        f"{last}{word}"
        for last in ("", "last ")
        for word in ("updated", "edited", "revised", "modified", "reviewed", "changed")
    ),
    *("published", "issued", "released", "release", "general release", "stand"),
)
_DATED = (
    (
        ("date", "datum", "fecha", "data"),
        later(rf"{_LINE}(?:document[ \t]+date|date|datum|fecha|data){_BORDER}(?P<date>{DATE})", _ANYWHERE),
    ),
    (
        _CHANGES,
        later(rf"{_BEGIN}{_CHANGED}(?:[ \t]+on)?{_BORDER}(?P<date>{DATE})", _ANYWHERE),
    ),
    (
        ("entered", "dated"),
        later(
            rf"(?:{_LINE}|\bthis{_GAP}[^.;]{{3,120}}?,?{_GAP}(?:is{_GAP})?)"
            + _any_of("made and entered into as of", "entered into as of", "dated", "dated as of")
            + rf"{_BORDER}(?P<date>{DATE})",
            _ANYWHERE,
        ),
    ),
    (
        ("agreement",),
        later(rf"^[^.\n]{{0,60}}\bagreement,?{_GAP}dated{_GAP}(?:as{_GAP}of{_GAP})?(?P<date>{DATE})", _ANYWHERE),
    ),
    (
        ("version", "revision", "rev.", "r\u00e9vision", "issue", "edition"),
        later(
            rf"{_BEGIN}(?:version|revision|rev\.|révision|issue|edition)(?:[ \t]+\w[\w.]*)?"
            rf"(?:,|[ \t]+(?:of|dated|du|vom))[ \t]+(?P<date>{DATE})",
            _ANYWHERE,
        ),
    ),
    (
        (),
        later(
            r"^[ \t*_]*(?:[^\W\d_]+(?:[ \t]+[^\W\d_]+){0,2},[ \t]+(?:den[ \t]+|le[ \t]+)?)?"
            rf"(?P<date>{DATE})[ \t*_.]*\r?$",
            _ANYWHERE,
        ),
    ),
    (
        ("#",),
        later(rf"\A\s*#{{1,2}}[ \t][^\n]{{0,150}}?\b(?P<date>{DATE})", re.IGNORECASE),
    ),
)
"""By trust: a date labelled so, that of the last change, an agreement's, a version's, one on a line of its own, and
one in the title: minutes and notes are named by their day. Before each, strings one of which is in every text, in lower
case, in which it finds something: to look for these costs a hundredth."""
_NUMBER = r"(?P<version>v?\d(?:[\w-]|\.(?=\w))*(?![\w-]|\.\w)|[A-Z](?![\w.])|[ivx]{1,4}(?!\w))"
_VERSION = later(
    rf"{_BEGIN}(?:(?:document|policy)[ \t]+)?(?:version|revision|rev\.?|edition|fassung)"
    r"(?:[ \t]+(?:no\.?|number))?"
    rf"[ \t*_]*[:|]?[ \t*_|]*{_NUMBER}"
    r"(?=[ \t*_]*(?:\r?$|[.;|\u2014\u2013]"
    r"|,[ \t*_]*(?:(?-i:[A-Z\d])|effective|dated|approved|last|valid|en[ \t]+vigueur)"
    r"|[ \t]+(?:of|dated|effective|from|page)[ \t]))",
    _ANYWHERE,
)
_EFFECTIVE_WORDS = (
    *("effective", "force", "valid", "applicable", "takes", "applies", "g\u00fcltig", "kraft", "vigente", "vigueur"),
)
_ENDING_WORDS = ("until", "valid", "force", "expir", "superseded", "g\u00fcltig")
_VERSION_WORDS = ("version", "revision", "edition", "fassung")
_REV = later(r"rev(?:(?![a-z]{2})|[ivx]{2})")
_SUPERSEDING_WORDS = ("supersedes", "replaces", "remplace", "ersetzt")
"""One of these is in every text, in lower case, in which a version or another document can be found."""
_DOCUMENT = later(
    r"\b(?:polic(?:y|ies)|procedures?|version|revision|rev\.|memo(?:randum)?|manual|agreement|guide(?:line)?s?|directive"
    r"|edition|standards?|handbook|notice|instructions?|rules?|schedule|plan|sop|article|document|letter"
    r"|term[ \t]+sheet|(?-i:[A-Z]{2,6}(?:-[A-Z]{1,4})?-?\d[\w.-]*))(?!\w)",
    re.IGNORECASE,
)
"""What can be superseded by a document: another one, by its kind or its code."""
_REPLACES = _any_of(
    *("supersedes", "replaces", "supersedes and replaces", "replaces and supersedes", "remplace", "ersetzt")
)
_SUPERSEDES = (
    later(r"^[ \t>*_|:-]*(?:supersedes|replaces)[ \t*_]*:[ \t*_|]*(?P<name>[^\r\n|]+)", _ANYWHERE),
    later(
        rf"(?:^[ \t>*_|]*|[.;|)][ \t*_]+)(?:{_any_of(_SELF)}{_GAP})?{_REPLACES}[ \t\u00a0]+"
        r"(?P<name>(?!this\b)[^\r\n|]+)",
        _ANYWHERE,
    ),
)
_NAME_END = later(
    r"[.;](?=\s|$)|\*\*|,[ \t]+(?:which|because|sent|and[ \t]+is)\b|[ \t]+"
    + _any_of(
        *("in full", "in its entirety", "entirely", "with effect", "from that", "and is", "and applies", "because"),
        *("which", "effective immediately"),
    )
    + r"\b"
)
_KINDS = ("agreement", "policy", "procedure", "memorandum", "manual", "guide", "contract", "indenture")
_TITLE = later(
    r"^[ \t]*(?P<title>(?:[A-Z][\w&'-]*[ \t]+){0,8}"
    rf"(?:{'|'.join((*map(str.upper, _KINDS), *map(str.title, _KINDS)))}))[ \t]*\r?$",
    re.MULTILINE,
)
_REVISION_DATES = ("effective", "effective date", "effective from", "date")
_REVISIONS = later(
    r"^\|[ \t]*(?:version|revision|rev\.?|edition)[ \t]*\|[^\r\n]*?(?<=\|)[ \t]*"
    r"(?:effective(?: date| from)?|date)[ \t]*\|[^\r\n]*\r?\n",
    _ANYWHERE,
)
_NOT_IN_FORCE = later(r"\b(?:draft|planned|proposed|withdrawn|rejected|replaces this|supersedes this)\b", re.IGNORECASE)
_OTHERS = later(r"supersed|replac|under the|pursuant|terminat|before|until|unless|\bof the\b", re.IGNORECASE)
"""Words before a date or a version that say that it is another document's."""
_PRODUCT = later(r"\b(?:product|software|release|system)\b[^\n]{0,40}[:|]", re.IGNORECASE)
"""A label before which a version is that of the thing described."""


def described(text: str, given: Mapping[str, Any], *, markup: str = "markdown") -> dict[str, Any]:
    """The converter's metadata, its dates in ISO 8601, with what the head of the text adds to it.

    Never overrides what the file itself declares. Adds title (plain texts only), content_date, effective,
    effective_to, version, supersedes. A date whose day and month cannot be told apart is left as written.
    """
    found = {key: _normal(key, value) for key, value in given.items()}
    for key, value in (*_said(text, markup), *_running(given.get("running"))):
        if value and not found.get(key):
            found[key] = value
    return found


def _running(lines: Any) -> Iterator[tuple[str, str]]:
    """What headers and footers say of a document whose text does not: since when it holds, its version.

    Their parts, which tabs divide, are read as lines. Dates without such a label are left: often that of printing.
    """
    text = "\n".join(line for line in lines if isinstance(line, str)) if isinstance(lines, list) else ""
    head = text.replace("\t", "\n")[:HEAD]
    if head:
        yield "effective", effective(head)
        yield "effective_to", _first_date(_EFFECTIVE_TO, head)
        yield "version", version(head)
        yield "supersedes", supersedes(head)


def _said(text: str, markup: str) -> Iterator[tuple[str, str]]:
    head = head_of(text)
    yield "title", _plain_title(head) if markup == "plain" else ""
    folded = _folded(head)
    if _YEAR.search(head):
        revision = last_revision(head)
        yield "content_date", content_date(head)
        yield "effective", effective(head) or (revision.date if revision.is_effective else "")
        yield "content_date", "" if revision.is_effective else revision.date
        yield "effective_to", _first_date(_EFFECTIVE_TO, head) if _any_in(_folded(head), _ENDING_WORDS) else ""
    else:
        revision = Revision()
    if _any_in(folded, _VERSION_WORDS) or _REV.search(folded):
        yield "version", version(head) or revision.version
    if _any_in(folded, _SUPERSEDING_WORDS):
        yield "supersedes", supersedes(head)


def head_of(text: str) -> str:
    """The start of a text after its front matter, cut at the end of a line."""
    front = _FRONT_MATTER.match(text[:65_536])
    start = front.end() if front else 0
    cut = text[start : start + HEAD]
    return cut if start + HEAD >= len(text) else cut[: max(cut.rfind("\n"), HEAD // 2)]


def _normal(key: str, value: Any) -> Any:
    if key not in _DATE_KEYS or not isinstance(value, str):
        return value
    return iso_date(value) or value


def iso_date(written: str) -> str:
    """A date as people write it, in ISO 8601 (with its time where it has one); empty when it is none or ambiguous."""
    text = written.strip()
    if match := _ISO.match(text):
        day = _date(int(match[1]), int(match[2]), int(match[3]))
        return text.replace("/", "-") if day and "T" in text else day
    if match := _DOTTED.match(text):
        return _date(int(match[3]), int(match[2]), int(match[1]))
    if match := _SLASHED.match(text):
        return _slashed(int(match[1]), int(match[2]), int(match[3]))
    return _worded(text)


def _slashed(first: int, second: int, year: int) -> str:
    """Americans write the month first, most others the day: told apart only by a number above twelve."""
    if first > 12 or first == second:  # noqa: PLR2004 - months in a year
        return _date(year, second, first)
    return _date(year, first, second) if second > 12 else ""  # noqa: PLR2004


def _worded(text: str) -> str:
    words = [word.lower() for word in _WORDED.findall(text)]
    months = [_MONTHS[word] for word in words if word in _MONTHS]
    numbers = [int(word) for word in words if word.isdigit() and len(word) <= 4]  # noqa: PLR2004 - digits of a year
    if len(months) != 1 or len(numbers) != 2:  # noqa: PLR2004 - a day and a year
        return ""
    return _date(numbers[1], months[0], numbers[0])


def _date(year: int, month: int, day: int) -> str:
    try:
        return dt.date(year, month, day).isoformat() if year in YEARS else ""
    except ValueError:
        return ""


def _first_date(pattern: re.Pattern[str], head: str, *, unless: re.Pattern[str] | None = None) -> str:
    for match in pattern.finditer(head):
        date = iso_date(match["date"])
        if date and not (unless and unless.search(_before(head, match.start()))):
            return date
    return ""


def _before(head: str, at: int) -> str:
    """The sentence or line up to an offset."""
    line = head[head.rfind("\n", 0, at) + 1 : at]
    return re.split(r"[.;|]\s", line)[-1]


def effective(head: str) -> str:
    """Since when the document holds, by its own words: a labelled date, or a statement that begins with it."""
    return _first_date(_EFFECTIVE, head, unless=_OTHERS) if _any_in(_folded(head), _EFFECTIVE_WORDS) else ""


def content_date(head: str) -> str:
    """The document's own date: labelled, of its last change, of the agreement, or alone on a line."""
    folded = _folded(head)
    likely = [pattern for words, pattern in _DATED if not words or _any_in(folded, words)]
    return next((date for pattern in likely if (date := _first_date(pattern, head))), "")


def _folded(head: str) -> str:
    """A text in which a word is found however it is written: as expressions that ignore case find it."""
    return head.replace("\u0130", "i").casefold()


def _any_in(folded: str, words: Iterable[str]) -> bool:
    return any(word in folded for word in words)


def version(head: str) -> str:
    """The version that the document gives itself, without the word."""
    for match in _VERSION.finditer(head):
        found = match["version"].rstrip(".-")
        before = _before(head, match.start())
        if not (
            _OTHERS.search(before) or "(" in before or _PRODUCT.search(head, 0, match.start()) or _ISO.match(found)
        ):
            return found[:LONGEST_VALUE]
    return ""


class Revision(NamedTuple):
    """A row of a table of revisions; `is_effective`: its date is the one from which it holds."""

    version: str = ""
    date: str = ""
    is_effective: bool = False


def last_revision(head: str) -> Revision:
    """The newest row of a table of revisions that is neither a draft nor another document's."""
    header = _REVISIONS.search(head)
    if header is None:
        return Revision()
    names = _cells(header[0])
    column = next((index for index, name in enumerate(names) if name.lower() in _REVISION_DATES), -1)
    rows = []
    for line in head[header.end() :].splitlines()[1:]:
        cells = _cells(line)
        if not line.lstrip().startswith("|") or len(cells) != len(names):
            break
        date = iso_date(cells[column])
        if date and not _NOT_IN_FORCE.search(line):
            rows.append(Revision(cells[0][:LONGEST_VALUE], date, names[column].lower().startswith("effective")))
    return max(rows, key=lambda row: row.date, default=Revision())


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def supersedes(head: str) -> str:
    """The document that this one says it supersedes or replaces, in its own words."""
    labelled, stated = _SUPERSEDES
    for match in (*labelled.finditer(head), *stated.finditer(head)):
        name = " ".join(_NAME_END.split(match["name"])[0].split()).strip(" *_:.")
        if name and (match.re is labelled or _DOCUMENT.search(name)):
            return name[:LONGEST_VALUE]
    return ""


def _plain_title(head: str) -> str:
    """The line of a plain text that names a kind of document: contracts put exhibit numbers before their title."""
    match = _TITLE.search(head)
    return " ".join(match["title"].split())[:LONGEST_VALUE] if match else ""
