"""What a document says of itself: title, dates, version, what it supersedes. Precise rather than greedy. Pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from kts.ingest.metadata_dates import (
    ANYWHERE,
    BEGIN,
    GAP,
    ISO,
    OTHERS,
    OTHERS_WORDS,
    SELF,
    YEAR,
    any_in,
    any_of,
    before,
    content_date,
    effective,
    effective_to,
    folded,
    insured_to,
    iso_date,
    own_words,
)
from kts.ingest.metadata_ended import first_day, last_day, out_of_force, successors_named
from kts.ingest.metadata_tables import cells_of, unfolded
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

HEAD = 3_000
"""Characters at the start of a text in which a document speaks of itself; later dates are those of its subject."""
LONGEST_VALUE = 200
"""Characters of a title, a version or a superseded document's name."""
_DATE_KEYS = ("content_date", "effective", "effective_to", "created", "modified")

_FRONT_MATTER = later(r"\A---[ \t]*\r?\n.*?^(?:---|\.\.\.)[ \t]*$", re.DOTALL | re.MULTILINE)
_NUMBER = r"(?P<version>v?\d(?:[\w-]|\.(?=\w))*(?![\w-]|\.\w)|[A-Z](?![\w.])|[ivx]{1,4}(?!\w))"
_VERSION = later(
    rf"{BEGIN}(?:(?:document|policy)[ \t]+)?(?:version|revision|rev\.?|edition|fassung)"
    r"(?:[ \t]+(?:no\.?|number))?"
    rf"[ \t*_]*[:|]?[ \t*_|]*{_NUMBER}"
    r"(?=[ \t*_]*(?:\r?$|[.;|\u2014\u2013]"
    r"|,[ \t*_]*(?:(?-i:[A-Z\d])|effective|dated|approved|last|valid|(?:in|en)[ \t]+(?:force|vigueur))"
    r"|[ \t]+(?:of|dated|effective|from|page)[ \t]))",
    ANYWHERE,
)
_VERSION_WORDS = ("version", "revision", "edition", "fassung")
_REV = later(r"rev(?:(?![a-z]{2})|[ivx]{2})")
_SUPERSEDING_WORDS = ("supersedes", "replaces", "remplace", "ersetzt")
"""One of these is in every text, in lower case, in which a version or another document can be found."""
_DOCUMENT = later(
    r"\b(?:polic(?:y|ies)|procedures?|version|revision|rev\.|memo(?:randum)?|manual|agreement|guide(?:line)?s?|directive"
    r"|edition|standards?|handbook|notice|instructions?|rules?|schedule|plan|sop|article|document|letter"
    r"|term[ \t]+sheet|fassung|ausgabe|(?-i:[A-Z]{2,6}(?:-[A-Z]{1,4})?-?\d[\w.-]*)"
    r"|(?:rev\.?|issue)[ \t]?(?:\d[\d.]*|(?-i:[A-Z])(?!\w))|v\.?\d+(?:\.\d+)*(?=[ .)]*\Z))(?!\w)",
    re.IGNORECASE,
)
"""What can be superseded by a document: another one, by its kind or its code."""
_REPLACES = any_of(
    *("supersedes", "replaces", "supersedes and replaces", "replaces and supersedes", "remplace", "ersetzt")
)
_OLDER = r"(?P<kind>(?:document )?(?:version|revision|rev\.?|edition|issue|fassung|ausgabe)|documents?|sop)"
"""A label that says what is replaced: `Supersedes version | 2.0`."""
_THIS = (
    rf"(?:{any_of(SELF)}|(?:this{GAP})?(?:version|revision|rev\.?|edition|issue){GAP}(?:no\.?{GAP})?"
    r"(?:\d[\d.]*|(?-i:[A-Z])(?!\w)))"
)
"""The document as it calls itself: `this policy`, `This revision 4`, `Rev 4`."""
_BARE = later(r"(?:no\.? ?)?v?(?P<number>\d{1,3}(?:\.\d{1,3}){0,2})")
"""A label's value that is a number alone: that of a version."""
_NOTHING = later(
    r"(?:none|nothing|n/?a|nil|new(?: document| issue)?|not applicable|first (?:edition|version|issue)|keine?"
    r"|entf\u00e4llt)[ .]*(?:\(.*)?\Z",
    re.IGNORECASE,
)
_SUPERSEDES = (
    later(rf"^[ \t>*_|:-]*{_REPLACES}(?:[ \t]+{_OLDER})?[ \t*_]*:[ \t*_|]*(?P<name>[^\r\n|]+)", ANYWHERE),
    later(rf"^[ \t>*_|:-]*{_REPLACES}(?:[ \t]+{_OLDER})?[ \t*_:]*\|[ \t*_|]*(?P<name>[^\r\n|]+)", ANYWHERE),
    later(
        rf"(?:^[ \t>*_|]*|[.;|)][ \t*_]+)(?:{_THIS}{GAP}(?:[^.;:\n]{{3,80}}?(?:,|{GAP}and){GAP}(?:it{GAP})?)?)?"
        rf"{_REPLACES}[ \t\u00a0]+"
        r"(?P<name>(?!this\b)[^\r\n|]+)",
        ANYWHERE,
    ),
)
_REFERENCE = later(
    r"(?:^|[.;,|(][ \t*_]+|[ \t]{2,})[*_]*(?:(?:our|document|agreement|contract|policy|lease|file)[ \t]+)?"
    r"(?:reference|ref\.?|number|no\.?)(?:[ \t]+(?:no\.?|number))?[*_]*[ \t]*[:|]?[ \t*_|]*"
    r"(?P<code>(?-i:[A-Z]{1,6})[-/ ]?(?:(?-i:[A-Z0-9]{1,6})[-/.])*\d[\w/-]*)",
    ANYWHERE,
)
FILED = 800
"""Characters in which a document gives its own reference (a default, not fitted)."""
_NAME_END = later(
    r"[.;](?=\s|$)|\*\*|,[ \t]+(?:which|because|sent|and[ \t]+is)\b|[ \t]+"
    + any_of(
        *("in full", "in its entirety", "entirely", "with effect", "from that", "and is", "and applies", "because"),
        *("which", "effective immediately"),
    )
    + r"\b"
)
_SHORT = later(r"\b(rev|no|nr|ed)\.(?=[ \t])", re.IGNORECASE)
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
    ANYWHERE,
)
_NOT_IN_FORCE = later(r"\b(?:draft|planned|proposed|withdrawn|rejected|replaces this|supersedes this)\b", re.IGNORECASE)
_PRODUCT = later(r"\b(?:product|software|release|system)\b[^\n]{0,40}[:|]", re.IGNORECASE)
"""A label before which a version is that of the thing described."""


def described(text: str, given: Mapping[str, Any], *, markup: str = "markdown") -> dict[str, Any]:
    """The converter's metadata, its dates in ISO 8601, with what the head of the text adds to it.

    Never overrides what the file itself declares. Adds title (plain texts only), content_date, effective, effective_to,
    insured_to, version, supersedes, superseded_by. A date whose day and month cannot be told apart is left as written.
    """
    found = {key: _normal(key, value) for key, value in given.items()}
    for key, value in (*_said(text, markup), *_running(given.get("running"))):
        if value and not found.get(key):
            found[key] = value
    return found


def _running(lines: Any) -> Iterator[tuple[str, str]]:
    """What headers and footers say of a document whose text does not: since when it holds, its version.

    Their parts, which tabs divide, are read as lines. Dates without such a label are left, often that of printing; one
    beside the version (`Edition 7, 15 January 2026`) is the document's.
    """
    text = "\n".join(line for line in lines if isinstance(line, str)) if isinstance(lines, list) else ""
    head = text.replace("\t", "\n")[:HEAD]
    if head:
        yield "effective", effective(head)
        yield "effective_to", effective_to(head)
        yield "version", version(head)
        yield "content_date", content_date("\n".join(filter(version, head.splitlines())))
        yield "supersedes", supersedes(head)


def _said(text: str, markup: str) -> Iterator[tuple[str, str]]:
    whole = head_of(text)
    yield "title", _plain_title(whole) if markup == "plain" else ""
    whole = unfolded(whole)
    read = folded(whole)
    head = own_words(whole) if any_in(read, OTHERS_WORDS) else whole
    day = own_version = ""
    if YEAR.search(head):
        day = effective(head)
        revision = last_revision(head)
        yield "content_date", content_date(head)
        yield "effective", day or first_day(head) or (revision.date if revision.is_effective else "")
        yield "content_date", "" if revision.is_effective else revision.date
        yield "insured_to", insured_to(head)
        yield "effective_to", effective_to(head) or last_day(head, is_named=bool(superseded_by(head)))
    else:
        revision = Revision()
    if any_in(read, _VERSION_WORDS) or _REV.search(read):
        own_version = version(head)
        yield "version", own_version or revision.version
    yield "reference", reference(head)
    if any_in(read, _SUPERSEDING_WORDS):
        yield "supersedes", supersedes(whole)
    if any_in(read, ("superseded", "replaced")):
        yield "superseded_by", superseded_by(whole)
    yield "out_of_force", out_of_force(whole, is_edition=bool(day or own_version or revision.version))


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


def version(head: str) -> str:
    """The version that the document gives itself, without the word."""
    for match in _VERSION.finditer(head):
        found = match["version"].rstrip(".-")
        led = before(head, match.start())
        if not (OTHERS.search(led) or "(" in led or _PRODUCT.search(head, 0, match.start()) or ISO.match(found)):
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
    names = cells_of(header[0])
    column = next((index for index, name in enumerate(names) if name.lower() in _REVISION_DATES), -1)
    rows = []
    for line in head[header.end() :].splitlines()[1:]:
        cells = cells_of(line)
        if not line.lstrip().startswith("|") or len(cells) != len(names):
            break
        date = iso_date(cells[column])
        if date and not _NOT_IN_FORCE.search(line):
            rows.append(Revision(cells[0][:LONGEST_VALUE], date, names[column].lower().startswith("effective")))
    return max(rows, key=lambda row: row.date, default=Revision())


def reference(head: str) -> str:
    """The code under which the document is filed, by its own words: `Reference WH-24-07`, `Contract No. S-1182`."""
    found = _REFERENCE.search(head, 0, FILED)
    return found["code"].rstrip(".-/") if found else ""


def supersedes(head: str) -> str:
    """The document that this one says it supersedes or replaces, in its own words."""
    for pattern in _SUPERSEDES:
        for match in pattern.finditer(head):
            name = _named(match["name"]).strip(" *_:.")
            name = _of_kind(match["kind"], name) if "kind" in match.groupdict() else name
            if _DOCUMENT.search(name) and not _heads_column(match[0], name):
                return name[:LONGEST_VALUE]
    return ""


def _named(said: str) -> str:
    """What of the rest of a line is a name: to the end of the sentence, which a short word's dot is not."""
    return " ".join(_NAME_END.split(_SHORT.sub(r"\1", said))[0].split())


def _heads_column(found: str, name: str) -> bool:
    """Whether what stands beside a label in a row is a single word, as in the heads of columns."""
    return "|" in found and not re.search(r"[ \d]", name)


def _of_kind(kind: str | None, value: str) -> str:
    """The value of a label with what its label or a number alone leaves unsaid; empty where nothing is replaced."""
    if _NOTHING.match(value):
        return ""
    bare = _BARE.fullmatch(value)
    return f"{(kind or 'version').removeprefix('document ')} {bare['number']}" if bare else value


def superseded_by(head: str) -> str:
    """The document that took the place of this one, as this one says itself."""
    for said in successors_named(head):
        name = _named(said).strip(" *_:.)")
        name = _of_kind(None, name) if _BARE.fullmatch(name) else name
        if _DOCUMENT.search(name) and re.search(r"[ \d]", name):  # a word alone heads a column
            return name[:LONGEST_VALUE]
    return ""


def _plain_title(head: str) -> str:
    """The line of a plain text that names a kind of document: contracts put exhibit numbers before their title."""
    match = _TITLE.search(head)
    return " ".join(match["title"].split())[:LONGEST_VALUE] if match else ""
