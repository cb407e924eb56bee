"""Identifiers: the names that are looked up as they stand, such as error codes, versions, paths and clauses.

One compiled expression finds them all; what looks alike and is none (standards, dates, amounts, quarters)
is taken out afterwards. `normalise` makes one spelling of the many that people use for one code.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, get_args

from kts.lexicon.patterns import later
from kts.lexicon.signs import Picked, runs_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence
    from typing import NamedTuple
else:
    from kts.nouns import NamedTuple

Kind = Literal["cve", "sqlstate", "http_status", "error_code", "part_number", "version", "flag", "path", "clause"]

FLAGS = frozenset({"flag", "option", "switch", "argument"})
"""What is called by its name in hyphens: `the dry-run flag`."""
QUERY_WORDS = 128
"""Words of a question that are joined to candidates; a longer text is no question."""

FLAG_WORDS = 6
"""Words before `flag` that may be its name."""

JOINED_WORDS = 4
"""Neighbouring words that may be one identifier: `ERR AUTH 401 2`."""

_STANDARDS = frozenset(
    "iso iec ieee rfc utf ucs sha md aes des rsa ecdsa ed x covid base ascii ansi nist fips pci soc "
    "en din bs astm ecma itu etsi hl dod mil ul asc fas fasb ifrs ias gaap asu sas ssae isae nfpa "
    "osha omb pub pl hr fy cy qe ye h q usc cfr tls ssl ipv http https ftp tcp udp cp windows latin "
    "crc cbc gcm hmac pbkdf curve secp cjk ps mp mpeg h264 gpt cpu gpu ram usb hdmi ddr lte wifi vga "
    "dvd cd ntsc pal rgb kb mb gb tb usd eur gbp jpy chf cad aud inr cny rmb nok sek dkk jan feb mar "
    "apr may jun jul aug sep sept oct nov dec january february march april june july august september "
    "october november december monday tuesday wednesday thursday friday saturday sunday am pm bc ad "
    "ce bce est utc gmt cet tel fax phone page pages pp no nr id note notes year room suite box po "
    "apt unit level step figure fig table chapter section sec article art exhibit annex appendix "
    "schedule part item line row column top form rule title act class type grade boeing airbus rev "
    "ver version release win x86 arm intel amd ryzen ac dc hz khz mhz ghz route highway hwy "
    "interstate flight gate zip port tcpip ip isbn issn doi pmid sp nasdaq ftse dow russell euro mid "
    "ofac".split()
)
_PARTS = frozenset("kb inc req chg tkt prb po pn sn sku part model mdl serial tsr lot ref".split())
_VERSIONED = frozenset(
    "python java jdk node nodejs npm pip postgresql postgres mysql mariadb sqlite oracle redis kafka "
    "nginx apache tomcat ubuntu debian rhel centos fedora alpine macos ios android kubernetes "
    "openshift docker helm terraform ansible django flask spring rails php perl ruby go rust kernel "
    "linux openssl tls ssl chrome firefox safari edge excel vsphere git jenkins maven gradle spark "
    "hadoop elasticsearch neo4j angular react dotnet net firmware software".split()
)
_NO_VERSION = frozenset(
    "section sections clause clauses article chapter paragraph subsection table figure fig step see "
    "item items part rule schedule exhibit appendix annex and or to in of under per at by sec heading "
    "requirement control".split()
)
_SHAPES = r"""
    (?<![\w.@\\-])
    # most words are lower case and nothing follows them that could make them an identifier
    (?=[^a-z_]|sqlstate|[a-z_][A-Za-z_.]*(?:[-\d/:\\]|[^\w]{1,4}[vV]?[\dA-Z]))
    (?:
      (?P<cve>CVE[-_ ]\d{4}[-_ ]\d{4,7})(?!\w)
    | (?:SQLSTATE|sqlstate)[ \t:=\[(]{1,3}(?:code[ ])?(?P<sqlstate>[0-9A-Z]{5})(?!\w)
    | HTTPS?(?:/[\d.]{1,3})?[ -](?:(?:response|status|error|code|Status|Error|Code)[ :]{1,2}){0,2}
        (?P<http_status>[1-5]\d\d)(?![\w.]\d|\w)
    | (?<!/)(?P<path>
        (?:/(?:etc|var|usr|opt|home|tmp|srv|mnt|dev|proc|sys|bin|sbin|lib|lib64|root|boot|run|data|
          apps?|logs?|config|media|Users|Library|Applications|Volumes|Program\ Files|workspace|api|v\d)
          (?:/[\w.@+~*{}$%:-]+)+/?
        |/(?:[\w@+~-]+/)+[\w@+~-]*\.[A-Za-z][\w.]{0,11}
        |~/[\w.@+~-]+(?:/[\w.@+~-]+)*/?
        |\.{1,2}/[\w.@+~-]+(?:/[\w.@+~-]+)*
        |[A-Za-z]:\\(?:[\w.@$%+~\ -]+\\)*[\w.@$%+~-]+
        |\\\\[\w.-]+(?:\\[\w.$@-]+)+
        |[A-Za-z_][\w.-]*(?:/[\w.@+-]+)+\.[A-Za-z][a-z0-9]{0,5}(?=[\s,;:.)'"`\]]|$)
        ))
    | (?P<hex>0[xX][0-9A-Fa-f]{4,16})(?!\w)
    | (?:[Ss]ections?|SECTIONS?|[Ss]ec\.|[Cc]lauses?|CLAUSE|[Pp]aragraphs?|[Ss]ubsections?|§{1,2})
        [ \t\r\n\xa0]{0,3}(?P<clause1>\d+(?:\.\d+)*[A-Za-z]?(?:-\d+)?(?:\([A-Za-z0-9]{1,4}\))*)(?![\w%])
    | (?P<clause2>(?:Articles?|ARTICLES?)[ \t\r\n\xa0]{1,3}(?:[IVXLC]{1,7}|\d{1,3}(?:\.\d+)*(?:\(\w{1,3}\))*)|
        (?:Exhibit|EXHIBIT|Schedule|SCHEDULE|Annex|ANNEX|Appendix|APPENDIX)[ \t\r\n\xa0]{1,3}
        (?:[A-Z]{1,2}|\d{1,3}|[IVX]{1,5})(?:[-.]\d{1,3})*)(?![\w%])
    | [Vv](?:ersions?|er\.)[ \t:]{1,2}[vV]?
        (?P<version1>\d+(?:\.\d+){0,3}(?:[-+][A-Za-z]\w*(?:\.\w+)*)?)(?![\w%])
    | [Rr]eleases?[ \t]{1,2}[vV]?(?P<version2>\d+(?:\.\d+){1,3}(?:[-+][A-Za-z]\w*(?:\.\w+)*)?)(?![\w%])
    | (?P<version3>[vV]\d+(?:\.\d+){1,3}(?:[-+][A-Za-z]\w*(?:\.\w+)*)?|v\d{1,3})(?![\w%])(?!\.\d)
    | (?P<version4>\d{1,3}\.\d{1,4}\.\d{1,6}[-+]
        (?:alpha|beta|rc|SNAPSHOT|build|pre|dev|GA|LTS|Final)\w*(?:\.\w+)*)
    | (?P<name>[A-Za-z][A-Za-z.]{1,15})[ \xa0](?P<version5>\d{1,3}(?:\.\d{1,4}){1,2})
        (?![\w%]|\.\d|[ ](?:percent|million|billion|per))
    | (?P<caps>[A-Z]{1,10}[0-9]{0,3}(?:[-_:][A-Z0-9]{1,12}){1,5}|[A-Z]{1,8}\d{3,7}[A-Z]{0,4})
        (?![\w-]|[.:]\d|:\w)
    | (?P<mixed>[A-Z0-9]{2,8}(?:-[A-Z0-9]{1,10}){1,4})(?![\w-])
    | (?P<lower>(?:err|error|e|fault|exc|ora|auth)(?:[-_][a-z]{1,12}){0,3}[-_]?\d{3,6})(?!\w)
    )
    | (?<![\w-])(?P<flag>--[A-Za-z][A-Za-z0-9]*(?:[-_.][A-Za-z0-9]+)*)
"""
_START = later(r"(?<![\w-])(?=\S)")
"""Where an identifier can begin, all other conditions aside."""
_MARKED = later(r"[\d/]|\\\\|[-_:](?<=[A-Z\d].)[A-Z\d]|--[A-Za-z]")
"""What every identifier that is one run has in it."""
_DECIMAL = later(r"\d{1,3}\.\d")
_OPENINGS = (
    *("CVE", "HTTP", "SQLSTATE", "sqlstate", "/Program", ":\\", "\u00a7", "ection", "ECTION", "Sec.", "sec.", "lause"),
    *("LAUSE", "aragraph", "rticle", "RTICLE", "xhibit", "XHIBIT", "chedule", "CHEDULE", "nnex", "NNEX", "ppendix"),
    *("PPENDIX", "ersion", "Ver.", "ver.", "elease"),
)
"""What makes an identifier only together with what stands behind a space."""
_KINDS: dict[str, Kind] = {
    **{kind: kind for kind in get_args(Kind)},
    **{f"version{n}": "version" for n in range(1, 6)},
    "clause1": "clause",
    "clause2": "clause",
    "hex": "error_code",
}
_WORD = later(r"[^\s,;!?\"'()\[\]{}\u201c\u201d\u2018\u2019]+")
_HINT = later(r"[\d/\\_:-]")
_NAMED_PARTS = ("article", "exhibit", "schedule", "annex", "appendix")
_SEPARATOR = later(r"(?<=[^\W_])[-_:.\s]+(?=[^\W_])")
_CLAUSE = later(r"(?:sections?|sec\.|clauses?|paragraphs?|subsections?|(?<!\u00a7)\u00a7++)\s*+(?=\d)")
_LEAD = later(r"[A-Za-z]*")
_DATE = later(r"\d{2,4}-\d{2}(?:-\d{2,4})?(?:T\w*)?\Z|[A-Z]?\d{1,2}-(?:19|20)\d\d\Z")
_NO_PATH = later(r"/s/|www\.|(?:[\w-]+\.)+(?:com|org|net|gov|edu|io|eu|uk|de|fr|info)/|(?i:and|or|he|she|w)/")
_YEAR = later(r"(?:19|20)\d\d")
_PART_BEFORE = later(r"(?i)(?:part|model|sku|serial|p/n)(?:\s+(?:no\.?|number|#))?[:#\s]*\Z")
_SMALL = later(r"[A-Z]+[-_]\d{1,2}|\d+-[A-Z]{1,3}|[A-Z]\d?-[A-Z]\d?|[A-Z]\d{1,2}(?:[-:/]\d{1,2})?")
_COLON = frozenset(
    "id no tel fax port note page date time year url tcp udp ip zip pmid doi isbn gen ex lev jn mt lk".split()
)


class Identifier(NamedTuple):
    """`surface == text[start:end]`; `norm` is what the index of identifiers holds."""

    kind: Kind
    surface: str
    norm: str
    start: int
    end: int


@cache
def _identifier() -> re.Pattern[str]:
    """Compiled when first needed: most questions hold nothing that could be an identifier."""
    return re.compile(_SHAPES, re.VERBOSE)


def identifiers(text: str) -> tuple[Identifier, ...]:
    """The identifiers of `text` in order, not overlapping. Linear in the length."""
    return tuple(_found(text))


def normalise(surface: str) -> str:
    r"""One spelling for all: `ERR-AUTH-401`, `err_auth_401` and `ERR AUTH 401` give `errauth401`.

    Separators go, except a dot or hyphen between digits, without which `7.4` and `74` would be one. Paths
    keep theirs, with `/` for `\`; flags keep their two leading hyphens; a version loses its `v`.
    """
    folded = surface.strip().casefold()
    if "/" in folded or "\\" in folded:
        return folded.replace("\\", "/").rstrip("/")
    folded = _CLAUSE.sub("section", folded)
    if re.fullmatch(r"v\d+(?:\..*)?", folded):
        folded = folded[1:]
    return _SEPARATOR.sub(lambda match: _between(folded, match), folded)


def _between(folded: str, match: re.Match[str]) -> str:
    if not (folded[match.start() - 1].isdigit() and folded[match.end()].isdigit()):
        return ""
    return "." if match[0] == "." else "-"


def candidates_in_query(text: str) -> tuple[str, ...]:
    """Normalised identifiers that a question may name, the surest first, for looking up in an index.

    Tolerant where `identifiers` is strict: every word with a digit, and neighbouring words that together hold
    letters and digits. A candidate that exists nowhere is harmless.
    """
    folded, digits = text.casefold(), _has_digit(text)
    hinted = _HINT.search(text) or any(map(folded.__contains__, _NAMED_PARTS))
    found = [identifier.norm for identifier in _found(text)] if hinted else []
    if digits or "-" in text or "_" in text or any(map(folded.__contains__, FLAGS)):
        words = [match[0].strip(".:") for match in _WORD.finditer(text)][:QUERY_WORDS]
        found.extend(normalise(word) for word in words if _has_digit(word) or word.startswith("--") or "_" in word)
        found.extend(_flags(words))
        if digits:
            found.extend(_joined(words))
    return tuple(dict.fromkeys(norm for norm in found if norm))


def _has_digit(word: str) -> bool:
    return any(map(str.isdigit, word))


def _flags(words: Sequence[str]) -> Iterator[str]:
    """`the dry-run flag` and `the dry run flag` name `--dry-run`, and so do `-dry-run` and `--dry_run`."""
    for number, (word, following) in enumerate(pairwise(words)):
        if following.casefold() in FLAGS:
            yield normalise("--" + word.lstrip("-"))
            for first in range(max(0, number - FLAG_WORDS + 1), number):
                yield normalise("--" + "-".join(words[first : number + 1]))
    yield from (normalise("-" + word) for word in words if word.startswith("-") and re.match(r"-[^\W\d_]{2}", word))


def _joined(words: Sequence[str]) -> Iterator[str]:
    for count in range(2, JOINED_WORDS + 1):
        for start in range(len(words) - count + 1):
            joined = " ".join(words[start : start + count])
            if _has_digit(joined) and any(map(str.isalpha, joined)):
                yield normalise(joined)


def _found(text: str) -> Iterator[Identifier]:
    position = 0
    for left, right in _worth_reading(text):
        position = max(position, left)
        while match := _match(text, position, right):
            group = str(match.lastgroup)
            start, end = match.span(group)
            kind = _kind(group, text, match)
            if kind is None:
                position = _after_rejected(text, match)
                continue
            surface = text[start:end].rstrip(".:") if kind == "path" else text[start:end]
            yield Identifier(kind, surface, _norm(kind, surface), start, start + len(surface))
            position = max(end, match.start() + 1)


def _worth_reading(text: str) -> Iterator[tuple[int, int]]:
    """Where identifiers can begin: the runs without spaces that hold one or begin one, which is soon said of most."""
    worth = _RUNS.of(text)
    position = 0
    for run in filter(worth.__contains__, runs_of(text)[0] if worth else ()):
        position = _place(text, run, position)
        before = NAME_LENGTH if run[0].isdecimal() else 0
        yield max(0, position - before), position + len(run)
        position += len(run)


def _place(text: str, run: str, position: int) -> int:
    """Where the run stands next, with nothing but spaces around it."""
    while True:
        position = text.index(run, position)
        ends = text[position - 1 : position] + text[position + len(run) : position + len(run) + 1]
        if not ends or ends.isspace():
            return position
        position += 1


def _match(text: str, start: int, stop: int) -> re.Match[str] | None:
    """The first match that begins in a range, wherever it ends."""
    match = _identifier().match
    places = (place.start() for place in _START.finditer(text, start, stop))
    return next((found for place in places if (found := match(text, place))), None)


def _beginning(runs: Collection[str]) -> Iterator[str]:
    """The runs of characters without spaces in which an identifier may begin, or before which a name may stand."""
    opened = frozenset(_holding(_OPENINGS, "\n".join(runs)))
    return (run for run in runs if run in opened or _is_marked(run))


def _holding(words: Iterable[str], listed: str) -> Iterator[str]:
    """The lines that hold one of the words: few do, and to look for a word in all of them costs little."""
    for word in words:
        at = listed.find(word)
        while at >= 0:
            end = listed.find("\n", at)
            end = len(listed) if end < 0 else end
            yield listed[listed.rfind("\n", 0, at) + 1 : end]
            at = listed.find(word, end)


def _is_marked(run: str) -> bool:
    if run.strip(_PUNCTUATION).isalpha() or not _MARKED.search(run):
        return False
    return bool(_DECIMAL.match(run) or _identifier().search(f" {run} "))


_PUNCTUATION = ".,;()\"'*"
"""What stands around words and is in no mark of an identifier."""
_RUNS = Picked(_beginning)
NAME_LENGTH = 17
"""Characters of the longest name before a version, and of the space between."""


def _after_rejected(text: str, match: re.Match[str]) -> int:
    """Go on behind the first word of what was no identifier: the rest may hold one."""
    space = text.find(" ", match.start(), match.end())
    return match.end() if space < 0 else space + 1


def _norm(kind: Kind, surface: str) -> str:
    if kind == "clause":
        return normalise(surface if surface[0].isalpha() else f"section {surface}")
    if kind in {"sqlstate", "http_status"}:
        return normalise(f"{'sqlstate' if kind == 'sqlstate' else 'http'} {surface}")
    return normalise(surface)


def _kind(group: str, text: str, match: re.Match[str]) -> Kind | None:
    if group == "version5":
        return "version" if _is_version(match["name"], match["version5"]) else None
    if group == "path" and _NO_PATH.match(match["path"]):
        return None
    if group == "version1" and _YEAR.fullmatch(match["version1"]):
        return None
    if group in {"caps", "mixed", "lower"}:
        return _code(match[group], text[max(0, match.start() - 24) : match.start()])
    return _KINDS[group]


def _is_version(name: str, number: str) -> bool:
    """A number after a product's name; three parts after any name, two after one that is known."""
    word = name.casefold().strip(".").rpartition(".")[2]
    if word in _NO_VERSION:
        return False
    return word in _VERSIONED or (number.count(".") == 2 and name[:1].isupper())  # noqa: PLR2004


def _code(surface: str, before: str) -> Kind | None:
    """What a run of capitals and digits is: an error code, a part number or neither."""
    digits = sum(character.isdigit() for character in surface)
    lead = _LEAD.match(surface)
    prefix = lead[0].casefold() if lead else ""
    if not digits:
        return "error_code" if re.match(r"ERR(?:OR)?_[A-Z]", surface) else None
    if not re.search(r"[A-Za-z]", surface) or _excluded(surface, prefix, digits):
        return None
    if prefix in _PARTS or _PART_BEFORE.search(before):
        return "part_number"
    return "part_number" if _interleaved(surface) else "error_code"


def _interleaved(surface: str) -> bool:
    """Letters after digits, or digits first: `SM-G991B`, `7XK-22-B`."""
    return bool(re.search(r"\d(?:[-_][A-Z]|[A-Z][A-Z\d])", surface)) or surface[0].isdigit()


def _excluded(surface: str, prefix: str, digits: int) -> bool:
    if _DATE.match(surface) or (":" in surface and prefix in _COLON):
        return True
    if prefix in _STANDARDS and not surface.startswith("KB"):
        return True
    if _SMALL.fullmatch(surface):
        return True
    return digits < 2 or (surface[0].isdigit() and digits < 3)  # noqa: PLR2004
