"""When a document was made and holds, in its own words: labelled dates, openings of contracts, titles. Pure."""

from __future__ import annotations

import datetime as dt
import re
from typing import TYPE_CHECKING

from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Iterable

YEARS = range(1900, 2100)
"""Years that a document's date can have; others are numbers that look like one."""

MONTHS = {
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


def any_word(words: Iterable[str]) -> str:
    """An expression for any of the words, the longer first: a tree by their letters, which is read once.

    A list of the words is read from its beginning for each: where nothing is found, that takes three times as long.
    """
    tails: dict[str, list[str]] = {}
    ends = False
    for word in words:
        ends = ends or not word
        if word:
            tails.setdefault(word[0], []).append(word[1:])
    branches = [letter + any_word(tails[letter]) for letter in sorted(tails)]
    if len(branches) == 1 and not ends:
        return branches[0]
    return f"(?:{'|'.join(branches)}){'?' if ends else ''}" if branches else ""


_MONTH = any_word(MONTHS)
_DAY = r"(?:0?[1-9]|[12]\d|3[01])"
_BLANK = r"(?:[ \t\u00a0]|\u202f{1})"
"""A space within a line. The last one stands beside the others, as a repeated sign, because to compile a set with a
character beyond Latin-1 takes a tenth of a millisecond, and these expressions have a thousand of them."""
GAP = rf"(?:{_BLANK}+(?:\r?\n{_BLANK}*)?|\r?\n{_BLANK}*)"
"""White space between two words, one line end at most: contracts are broken anywhere."""
DATE = (
    rf"(?=[\d{''.join(sorted({name[0] for name in MONTHS}))}])"
    r"(?:\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?"
    rf"|{_MONTH}\.?{GAP}{_DAY}(?:st|nd|rd|t[ ]?h)?[ ]?,?{GAP}\d{{4}}"
    rf"|{_DAY}(?:st|nd|rd|t[ ]?h|er|\.|º)?{GAP}(?:day{GAP}of{GAP}|de{GAP})?{_MONTH}\.?,?{GAP}(?:de{GAP})?\d{{4}}"
    rf"|{_DAY}\.(?:0?[1-9]|1[0-2])\.\d{{4}}|\d{{4}}/\d{{2}}/\d{{2}}|\d{{1,2}}/\d{{1,2}}/\d{{4}})"
)
"""A date, whose first sign is looked at first: where none begins, that takes half the time of trying each form."""
YEAR = later(r"(?:19|20)\d\d")
"""In every text in which a date of those years can be found."""
ISO = later(r"(\d{4})[-/](\d{2})[-/](\d{2})")
_DOTTED = later(r"(\d{1,2})\.(\d{1,2})\.(\d{4})$")
_SLASHED = later(r"(\d{1,2})/(\d{1,2})/(\d{4})$")
_WORDED = later(r"[^\W\d_]+|\d+")

ANYWHERE = re.IGNORECASE | re.MULTILINE


def any_of(*phrases: str) -> str:
    """An expression for any of the phrases, whose spaces stand for white space with at most one line end."""
    return f"(?:{'|'.join(sorted(phrases, key=len, reverse=True))})".replace(" ", GAP)


_LINE = r"^[ \t>#*_|:@-]*(?:footer[ \t]+)?"
BEGIN = rf"(?:{_LINE}|[.;|\u2014\u2013,(][ \t*_]+|[ \t]/[ \t]|[ \t]{{2,}}|\u2022[ \t]*)"
"""Where a statement about the document itself begins: a line, or a part of one after a mark."""
_BORDER = r"[ \t*_]*[:|]?[ \t*_|]*(?:\r?\n[ \t]*)?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,?[ \t]+)?"
"""What stands between a label and its value."""
_OWN_KIND = (
    "(?:policy|procedure|document|version|revision|directive|sop|manual|guide|standard|plan|notice|edition|article"
    "|memo|amendment|agreement|contract|lease|deed|statement of work|addendum|endorsement|schedule|order|letter"
    "|licen[cs]e)"
)
SELF = (
    f"(?:this(?: (?:first|second|third|fourth|fifth))? {_OWN_KIND}(?: \\([^()\n]{{3,40}}\\))?|it|elle|il"
    "|ce document|sie|dieses dokument)"
)
_BEGINS = (
    "(?:(?:shall )?(?:takes?|comes?) (?:effect|into (?:force|effect))|(?:is|becomes|shall (?:be|become)) effective)"
)
_ON = "(?: on| as of| as from| from)?(?: the)?"
_AND_BEGINS = any_of(rf"\band {_BEGINS}{_ON}")
"""`This Amendment is made on ... between ... and takes effect on ...`."""
_EFFECTIVE = later(
    rf"(?:{_AND_BEGINS}|{BEGIN}"
    + any_of(
        *("effective", "effective date", "effective as of", "effective from", "effective since", "effective on"),
        "effective date of (?:this|the) (?:policy|procedure|document|agreement|version)",
        *("in force (?:since|from|as of)", "valid (?:since|from|as of)", "applicable (?:since|from|as of)"),
        rf"(?:{SELF} )?{_BEGINS}{_ON}",
        rf"{SELF} applies{_ON}",
        "(?:commencement|start) date",
        r"[\"\u201c](?:effective|commencement) date[\"\u201d] (?:means|is|shall be)",
        "(?:period of (?:insurance|cover)|policy period|term):? (?:from )?",
        "(?:price list|prices|rates|tariff) (?:is |are )?(?:valid|effective|applicable) (?:from|as of|since)",
        *("(?:gültig|wirksam) (?:ab|seit)(?: dem)?", "in kraft (?:ab|seit)(?: dem)?", "vigente desde(?: el)?"),
        "mit wirkung (?:ab|vom|zum|von)(?: dem)?",
        "en vigueur (?:depuis|à compter|à partir)(?: le| du)?",
    )
    + rf"){_BORDER}(?:is[ \t]+)?(?P<date>{DATE})",
    ANYWHERE,
)
_IN_KRAFT = later(
    rf"{BEGIN}"
    + any_of(
        r"(?:sie|er|es|diese[rs]? \w+)(?: nr\. \d+)? (?:tritt|wird) (?:am|zum|mit wirkung (?:ab|vom|zum))(?: dem)?"
    )
    + rf"{GAP}(?P<date>{DATE}){GAP}(?:in{GAP}kraft|wirksam)\b",
    ANYWHERE,
)
"""`Dieser Nachtrag tritt am 1. April 2025 in Kraft`: the verb's second half stands behind the day."""
_VALID_BETWEEN = later(
    rf"{BEGIN}valid{_BORDER}(?P<date>{DATE}){GAP}(?:to|until|through|[\u2013-]){GAP}{DATE}", ANYWHERE
)
"""`| Valid | 10 November 2026 to 18 December 2026 |`: the first day of the two."""
_THE_DAY = rf"\((?:the{GAP})?[\"\u201c\u201d*_']{{1,3}}(?:\w+{GAP})?(?:effective|commencement){GAP}date"
_DEFINING = later(_THE_DAY, re.IGNORECASE)
"""In every text in which `_SO_DEFINED` finds something, at a hundredth of the cost: it looks at brackets alone."""
_SO_DEFINED = later(rf"(?P<date>{DATE}),?{GAP}?{_THE_DAY}", re.IGNORECASE)
"""`as of March 1, 2020 (the "Effective Date")`: a document so defines the day from which it holds itself."""
_WITH_EFFECT = later(
    rf"(?:\A|\n[ \t]*\r?\n[ \t]*|(?<=[.;])[ \t]+)With{GAP}effect{GAP}(?:from|as{GAP}of|on){GAP}(?:(?i:the){GAP})?"
    rf"[*_]{{0,3}}(?P<date>(?i:{DATE}))"
)
"""`With effect from 1 May 2025 ...` begins a sentence: within one it is the day of what that sentence speaks of."""
_AGREED_FROM = later(
    rf"\b(?:agree|amend(?:ed|s)?|vary|varied|varies|chang(?:e|es|ed)|modif(?:y|ies|ied)|supplement(?:ed|s)?)\b"
    rf"[^.;]{{0,160}}?\bwith{GAP}effect{GAP}(?:from|as{GAP}of|on){GAP}(?:the{GAP})?[*_]{{0,3}}(?P<date>{DATE})",
    re.IGNORECASE,
)
"""`The parties agree with effect from 1 March 2025:` within the opening of what amends another document."""
OPENING = 800
"""Characters in which a document says of all of itself from or until when it holds (a default, not fitted)."""
_CLAUSE_EFFECT = later(
    rf"\n[ \t]*\(?\d{{1,2}}(?:\.\d{{1,2}})*[.)]?[ \t]+With{GAP}effect{GAP}(?:from|as{GAP}of|on){GAP}(?:(?i:the){GAP})?"
    rf"[*_]{{0,3}}(?P<date>(?i:{DATE}))"
)
"""The first clause of what amends another document: `1.1 With effect from 1 May 2025, clause 4 is deleted.`"""
_CLAUSE_BEGINS = later(
    r"\n[ \t>#*_]*\(?\d{1,2}(?:\.\d{1,2})*[.)]?[ \t*_]+"
    + any_of(rf"this(?: (?:first|second|third|fourth|fifth))? {_OWN_KIND} (?:{_BEGINS}|applies){_ON}")
    + rf"{_BORDER}(?P<date>{DATE})",
    re.IGNORECASE,
)
"""A numbered clause of any document: `2.1 This Amendment takes effect on 1 March 2025 ...`."""
_AMENDING = re.compile(
    r"(?i)\A.{0,300}?\b(?:amendment|addendum|variation|endorsement|side letter|deed of)\b", re.DOTALL
)
"""What begins so amends another document; in any other a numbered clause tells its own day."""
_EFFECTIVE_TO = later(
    rf"(?:{_LINE}|[.;|][ \t*_]+)"
    + any_of(
        *("effective until", "valid (?:until|through|to)", "in force until", "expires", "expires on"),
        *("expiry date", "expiration date", "superseded on", "gültig bis"),
    )
    + rf"{_BORDER}(?P<date>{DATE})",
    ANYWHERE,
)
_WITHDRAWN = later(
    rf"(?:^[ \t>#_-]*|[.;][ \t]+)(?:{any_of(SELF)}{GAP}(?:is|was|has{GAP}been){GAP})?"
    + any_of("withdrawn", "superseded", "revoked", "repealed", "no longer (?:valid|in force)", "out of force")
    + rf"(?:{GAP}(?:on|since|as{GAP}of|as{GAP}from|from|with{GAP}effect{GAP}from))?:?[ \t]+(?P<date>{DATE})",
    ANYWHERE,
)
"""A stamp or a first sentence: `WITHDRAWN on 31 March 2025`; below it is the subject of the text."""
_FROM_TO = later(
    rf"{BEGIN}"
    + any_of(
        *("valid(?: from)?", "valid from"),
        "(?:price list|prices|rates|tariff) (?:is |are )?(?:valid|effective|applicable)(?: from)?",
    )
    + rf"{_BORDER}(?:{DATE}|{_DAY}\.?{GAP}{_MONTH}\.?|{_MONTH}\.?{GAP}{_DAY}){GAP}(?:to|until|through|[\u2013-]){GAP}"
    rf"(?P<date>{DATE})",
    ANYWHERE,
)
"""Ends of validity. That of a term or a period of insurance is none: contracts are renewed, claims are made later."""
_INSURED_TO = later(
    rf"{BEGIN}"
    + any_of("(?:period|term) of (?:insurance|cover)", "(?:policy|cover|insurance) period", "versicherungsdauer")
    + rf"{_BORDER}(?:(?:from|vom){GAP})?{DATE},?{GAP}(?:to|until|through|bis(?:{GAP}zum)?|[\u2013-]){GAP}"
    rf"(?P<date>{DATE})",
    ANYWHERE,
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
_CHANGED = any_of(
    *(
        f"{last}{word}"
        for last in ("", "last ")
        for word in ("updated", "edited", "revised", "modified", "reviewed", "changed")
    ),
    *("published", "issued", "released", "release", "general release", "stand"),
)
_AMENDER = "(?:amendment|addendum|supplement|variation|endorsement)"
"""Its title has the date of what it amends: `Amendment No. 1 to the Agreement of 12 January 2023`."""
_DATED = (
    (
        ("date", "datum", "fecha", "data"),
        later(rf"{_LINE}(?:document[ \t]+date|date|datum|fecha|data){_BORDER}(?P<date>{DATE})", ANYWHERE),
    ),
    (
        _CHANGES,
        later(rf"{BEGIN}{_CHANGED}(?:[ \t]+on)?{_BORDER}(?P<date>{DATE})", ANYWHERE),
    ),
    (
        ("entered", "dated", "made", "executed", "concluded"),
        later(
            rf"(?:{_LINE}|\b(?:this|the{GAP}present){GAP}(?P<between>(?:(?!\bthis\b)[^;]){{3,200}}?),?{GAP}"
            rf"(?P<is>(?:is|was|has{GAP}been)(?:{GAP}being)?{GAP})?)(?:hereby{GAP})?"
            rf"(?:(?:made|entered{GAP}into|executed|concluded)"
            rf"(?:,?{GAP}(?:and|,){GAP}(?:made|entered{GAP}into|executed|delivered|effective|dated))*"
            rf"(?:{GAP}by{GAP}and{GAP}between{GAP}the{GAP}parties)?|dated)"
            rf"(?:,?{GAP}(?:on|as{GAP}of|as{GAP}at|effective|this|the)){{0,4}}"
            rf"{_BORDER}(?P<date>{DATE})",
            ANYWHERE,
        ),
    ),
    (
        ("agreement",),
        later(
            rf"^(?P<between>(?:[^.\n]|\.(?=\d)){{0,60}})\bagreement,?{GAP}dated{GAP}(?:as{GAP}of{GAP})?(?P<date>{DATE})",
            ANYWHERE,
        ),
    ),
    (
        ("between",),
        later(rf"^[ \t*_(]*between\b[^\n]{{3,300}}?,{GAP}dated{GAP}(?P<date>{DATE})", ANYWHERE),
    ),
    (
        ("version", "revision", "rev.", "r\u00e9vision", "issue", "edition"),
        later(
            rf"{BEGIN}(?:version|revision|rev\.|révision|issue|edition)(?:[ \t]+\w[\w.]*)?"
            rf"(?:,|[ \t]+(?:of|dated|du|vom))[ \t]+(?P<date>{DATE})",
            ANYWHERE,
        ),
    ),
    (
        ("approved", "adopted", "signed", "issued", "ratified"),
        later(
            rf"{BEGIN}(?:approved|adopted|signed|issued|ratified)(?:{GAP}by{GAP}[^.;,\n]{{2,60}}?)?{GAP}on{GAP}(?:the{GAP})?"
            rf"(?P<date>{DATE})",
            ANYWHERE,
        ),
    ),
    (
        ("minutes", "meeting"),
        later(
            rf"\A\s*(?:[^\n]{{0,120}}\n\s*)?[ \t#*_]*(?:[^.;\n]{{0,80}}\b)?(?:minutes|meeting)\b[^.;\n]{{0,80}}?"
            r"[,:(\u2013-]?"
            rf"[ \t(]*(?:of|on|held{GAP}on)?[ \t]*\b(?P<date>{DATE})",
            re.IGNORECASE,
        ),
    ),
    (
        (),
        later(
            r"^[ \t*_]*(?:[^\W\d_]+(?:[ \t]+[^\W\d_]+){0,2},[ \t]+(?:den[ \t]+|le[ \t]+)?)?"
            rf"(?P<date>{DATE})[ \t*_.]*\r?$",
            ANYWHERE,
        ),
    ),
    (
        ("ended",),
        later(
            rf"{_LINE}for{GAP}the{GAP}(?:quarterly|fiscal|financial|reporting|three|six|nine|twelve)?{GAP}?"
            rf"(?:period|quarter|year|months){GAP}ended:?{GAP}(?P<date>{DATE})",
            ANYWHERE,
        ),
    ),
    (
        ("#",),
        later(
            rf"\A\s*#{{1,2}}[ \t](?![^\n]*\b{_AMENDER}\b[^\n]*\bto\b)[^\n]{{0,150}}?\b(?P<date>{DATE})", re.IGNORECASE
        ),
    ),
)
"""By trust: a date labelled so, that of the last change, an agreement's, a version's, one on a line of its own, and
one in the title: minutes and notes are named by their day. Before each, strings one of which is in every text, in lower
case, in which it finds something: to look for these costs a hundredth."""
_ANOTHERS = later(
    rf"\bamend(?:s|ing|ed){GAP}(?:and|that|the)\b|\bthat{GAP}certain\b|\bpursuant\b|\b(?:schedules|exhibits|attached)\b"
    rf"|supersed|terminat|cancel|replac|:|[.](?=\s+(?-i:[A-Z]))"
    rf"|\b(?:to|under|with|supplements?|modif(?:ies|y)){GAP}(?:the{GAP}|an?{GAP}|our{GAP})?[^,()]{{0,80}}(?-i:[A-Z])\w*{GAP}?\Z",
    re.IGNORECASE,
)
"""Words between `this` and a date that say that it is another document's: `this Amendment to the Lease dated ...`."""
_CHANGED_ONE = later(
    r"(?:amendment|addendum|supplement|variation|endorsement|waiver|consent|letter)\b.*\bto\b",
    re.IGNORECASE | re.DOTALL,
)
"""Without a verb after it, the nearest document named is dated: `First Amendment to the Lease dated`."""
_EFFECTIVE_WORDS = (
    *("commencement", "start", "effect", "period", "term", "price", "rate", "tariff"),
    *("effective", "force", "valid", "applicable", "takes", "applies", "g\u00fcltig", "kraft", "vigente", "vigueur"),
    *("wirksam", "wirkung", "gilt"),
)
_ENDING_WORDS = (
    "until",
    "period",
    "term",
    "price",
    "rates",
    "tariff",
    "valid",
    "force",
    "expir",
    "superseded",
    *("withdrawn", "revoked", "repealed"),
    "g\u00fcltig",
)
OTHERS = later(
    r"\bthat certain\b|\bparties to\b|supersed|replac|under the|pursuant|terminat|before|until|unless|\bof the\b",
    re.IGNORECASE,
)
"""Words before a date or a version that say that it is another document's."""
OTHERS_WORDS = ("supersede", "replace", "remplace", "ersetzt", "previous", "former", "prior")
"""One of these is in every text, folded, in which a label is that of another document."""
_OTHERS_LABEL = later(
    r"^[ \t>*_|-]*(?:(?:supersede[sd]|replace[sd]|remplace|ersetzt)(?:[ \t](?:and|by|edition|version|revision|issue"
    r"|document|replaces|supersedes))*|(?:previous|former|prior|superseded|replaced)[ \t]"
    r"(?:edition|version|revision|issue))[ \t*_]*(?::?[ \t*_]*\|[^\r\n|]*|:(?:[^\r\n|.;]|[.;](?!\s))*)",
    ANYWHERE,
)
"""`| Replaces | Edition 3 of 1 February 2024, withdrawn from 1 March 2026 |`: what stands so is of another document."""
_BASES = later(r"\bthat certain\b|\bamend(?:s|ing|ed)\b|\bpursuant\b|\bunder\b|\bdefined\b", re.IGNORECASE)
"""Words before a defined day of effect that say that it is another document's."""


def own_words(head: str) -> str:
    """The head without the lines and rows whose label says that they are of another document."""
    return _OTHERS_LABEL.sub("", head)


def iso_date(written: str) -> str:
    """A date as people write it, in ISO 8601 (with its time where it has one); empty when it is none or ambiguous."""
    text = written.strip()
    if match := ISO.match(text):
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
    months = [MONTHS[word] for word in words if word in MONTHS]
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
        if date and not (unless and unless.search(before(head, match.start()))) and not _is_anothers(match):
            return date
    return ""


def _is_anothers(match: re.Match[str]) -> bool:
    """Whether a date that follows `this ...` is that of the document that this one changes."""
    between = match.groupdict().get("between") or ""
    return bool(_ANOTHERS.search(between) or (not match.groupdict().get("is") and _CHANGED_ONE.search(between)))


def before(head: str, at: int) -> str:
    """The sentence or line up to an offset."""
    line = head[head.rfind("\n", 0, at) + 1 : at]
    return re.split(r"[.;|]\s", line)[-1]


def effective(head: str) -> str:
    """Since when the document holds, by its own words: a labelled date, or a statement that begins with it."""
    if not any_in(folded(head), _EFFECTIVE_WORDS):
        return ""
    defined = ((_SO_DEFINED, _BASES),) if _DEFINING.search(head) else ()
    amends = _AMENDING.search(head) is not None
    clauses = ((_CLAUSE_EFFECT, None),) if amends else ()
    ways = ((_EFFECTIVE, OTHERS), (_VALID_BETWEEN, OTHERS), *defined, (_WITH_EFFECT, None), (_IN_KRAFT, None))
    found = next((date for way, unless in ways if (date := _first_date(way, head, unless=unless))), "")
    found = found or _first_date(_CLAUSE_BEGINS, head)
    found = found or (_first_date(_AGREED_FROM, head[:OPENING]) if amends else "")
    return found or next((date for way, unless in clauses if (date := _first_date(way, head, unless=unless))), "")


def effective_to(head: str) -> str:
    """Until when the document holds, by its own words."""
    if not any_in(folded(head), _ENDING_WORDS):
        return ""
    said = head.replace("*", "")  # the end alone is often set bold: `valid from 1 May 2023 **until 2 May 2025**`
    return _first_date(_EFFECTIVE_TO, said) or _first_date(_FROM_TO, said) or _first_date(_WITHDRAWN, said[:OPENING])


def insured_to(head: str) -> str:
    """The last day of a period of insurance: the certificate of the next one takes this one's place."""
    return (
        _first_date(_INSURED_TO, head)
        if any_in(folded(head), ("period", "cover", "term of", "versicherungsdauer"))
        else ""
    )


def content_date(head: str) -> str:
    """The document's own date: labelled, of its last change, of the agreement, or alone on a line."""
    read = folded(head)
    likely = [pattern for words, pattern in _DATED if not words or any_in(read, words)]
    return next((date for pattern in likely if (date := _first_date(pattern, head))), "")


def folded(head: str) -> str:
    """A text in which a word is found however it is written: as expressions that ignore case find it."""
    return head.replace("\u0130", "i").casefold()


def any_in(folded: str, words: Iterable[str]) -> bool:
    """Whether a folded text holds one of the words."""
    return any(word in folded for word in words)
