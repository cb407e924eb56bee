"""Words that refer to another place: `Section 5.02(b)`, `the preceding paragraph`, `Exhibit A to the PSA`, `[3]`.

Only the words and what they say; which place of which text they mean is worked out by `ingest.structure.references`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kts.lexicon.patterns import later
from kts.lexicon.signs import Signs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from collections.abc import Set as AbstractSet

    from kts.structure import ReferenceKind

_S = r"[ \t\r\n\xa0]+"
_LETTERS = r"(?:[ \xa0]?\([A-Za-z0-9]{1,5}\))*"
_NUMBER = rf"\d{{1,4}}(?:\.\d{{1,3}})*(?:\.[A-Z](?![a-z]))?[A-Z]?{_LETTERS}"
_ROMAN = r"(?:[IVXLC]{1,7}|\d{1,2}|[A-Z])(?![\w])"
_EXHIBIT = rf"(?:\d{{1,3}}(?:\.\d{{1,3}})*|[A-Z]{{1,2}}|[IVX]{{1,5}})(?:-\d{{1,2}}|-[A-Z](?!\w))?{_LETTERS}(?![\w])"
_MORE = rf"(?:,{_S}and{_S}|{_S}and{_S}|{_S}or{_S}|{_S}to{_S}|{_S}through{_S}|,{_S}or{_S}|,{_S}|{_S}and/or{_S})"
_SECTIONS = later(
    r"(?P<word>SECTIONS?|Sections?|sections?|Secs?\.|\u00a7\u00a7?|CLAUSES?|Clauses?|clauses?|PARAGRAPHS?"
    r"|Paragraphs?|paragraphs?"
    rf"|Subsections?|subsections?|Abschnitte?|Ziffer)[ \t\r\n\xa0]*(?P<number>{_NUMBER})(?![\w%]|\.\d|-\d)"
)
_ARTICLES = later(rf"(?P<word>ARTICLES?|Articles?|Chapters?){_S}(?P<number>{_ROMAN})")
_EXHIBITS = later(
    r"(?P<word>EXHIBITS?|Exhibits?|ANNEX|Annex(?:es)?|APPENDIX|Appendix|Appendices|ATTACHMENTS?|Attachments?)"
    rf"{_S}\"?(?P<number>{_EXHIBIT})"
)
_SCHEDULES = later(rf"(?P<word>SCHEDULES?|Schedules?){_S}\"?(?P<number>{_EXHIBIT})")
_OWN = later(r"\b[Tt](?:his|HIS)[ \t\r\n\xa0]+\Z")
_THIS = later(
    r"(?:this|This)[ \t\r\n\xa0]+(?P<word>Section|section|Article|article|paragraph|Paragraph|clause|Clause"
    r"|subsection|Subsection|Exhibit|Schedule|Annex"
    r"|Appendix|sentence)(?![\w])(?!" + _S + r"(?:\d|[IVX]+\b|\(|[A-Z](?![\w])))"
)
_PRECEDING = later(
    r"(?P<way>preceding|foregoing|previous|following|next)[ \t\r\n\xa0]+"
    r"(?P<word>paragraph|sentence|clause|Section|section|subsection|subparagraph)(?!\w)"
)
_THE = later(r"\b[Tt]he[ \t\r\n\xa0]+(?:immediately[ \t\r\n\xa0]+)?\Z")
_PARAGRAPHS = later(
    r"(?P<word>Clauses?|clauses?|Paragraphs?|paragraphs?|Sub-?paragraphs?|sub-?paragraphs?|Sub-?clauses?"
    r"|sub-?clauses?"
    rf"|Subsections?|subsections?|Items?|items?){_S}(?P<labels>(?:\([A-Za-z0-9]{{1,5}}\))+)"
    rf"(?:,?{_S}(?:(?:and|or|to|through){_S})?(?:\([A-Za-z0-9]{{1,5}}\))+)*"
    rf"(?:{_S}(?:of|in){_S}(?:(?P<before>the{_S}(?:preceding|foregoing){_S}paragraph)|(?P<outer>clause"
    rf"|paragraph|subsection){_S}(?P<within>(?:\([A-Za-z0-9]{{1,5}}\))+)"
    rf"|(?P<this>this{_S})?(?P<place>[Ss]ection|[Cc]lause){_S}(?P<number>{_NUMBER})"
    rf"|(?:the{_S}definition{_S}of{_S})?[\"\u201c](?P<term>[^\"\u201c\u201d\r\n]{{1,60}})[\"\u201d]))?"
)
_RESEARCH = (
    ("figure", later(rf"(?:Figures?|FIGURE|Figs?\.){_S}(?P<number>\d{{1,3}}(?:\.\d{{1,2}})?[a-z]?)(?!\w)")),
    ("table", later(rf"(?:Tables?|TABLE){_S}(?P<number>\d{{1,3}}(?:\.\d{{1,2}})?)(?!\w)")),
    (
        "equation",
        later(r"(?:Equations?|equations?|Eqs?\.)[ \t\r\n\xa0]*\(?(?P<number>\d{1,3}(?:\.\d{1,2})?)\)?(?!\w)"),
    ),
    ("rfc", later(r"RFC[ -]?(?P<number>\d{3,5})(?!\w)")),
)
_BIBLIOGRAPHY = later(r"\[(?<![\w\]\[!^\\`(]\[)(?P<number>\d{1,3})(?:(?:[,\u2013-][ ]?\d{1,3}){0,5})\](?![(:\[\w])")
_ENTRY = later(r"^[ \t]*(?:[-*][ \t]+)?\\?\[(?P<number>\d{1,3})\\?\][ \t]+\S", re.MULTILINE)
_STATUTES = later(
    rf"(?P<name>Regulation{_S}[A-Z]{{1,3}}(?!\w)|Rule{_S}\d{{1,4}}[A-Za-z]?(?:-\d{{1,2}}[a-z]?)?"
    rf"(?:\([a-z0-9]\))*(?!\w)"
    rf"|\d{{1,2}}{_S}U\.?S\.?C\.?(?:A\.?)?[ \t\r\n\xa0]*(?:"
    rf"(?:\u00a7\u00a7?|[Ss]ections?|ss\.)[ \t\r\n\xa0]*)?\d{{1,5}}\w*"
    rf"|\d{{1,2}}{_S}C\.?F\.?R\.?[ \t\r\n\xa0]*(?:(?:\u00a7\u00a7?|[Pp]art)[ \t\r\n\xa0]*)?\d{{1,4}}(?:\.\d{{1,4}})?)"
)
_KIND_OF_DOCUMENT = (
    r"(?:Agreement|Policy|Indenture|Manual|Guide|Procedure|Amendment|Handbook|Deed|Directive"
    r"|Plan|Lease|Letter|Order|Contract|Standard)"
)
_DOCUMENTS = later(
    rf"{_KIND_OF_DOCUMENT}(?![\w])(?P<rest>(?:{_S}for{_S}(?:[A-Z0-9][\w-]*[ \t\r\n\xa0]*){{1,6}}(?<=\w))?"
    rf"(?:{_S}\(\d{{4}}\))?)"
)
_NAME = later(rf"\b(?:the|its|The){_S}(?P<name>(?:[A-Z][\w&\u2019'.-]*{_S}(?:(?:and|of|for){_S}(?=[A-Z]))?){{1,6}})\Z")
_OF = later(
    rf"(?:,{_S}Part{_S}\w{{1,3}})?(?:,?{_S}(?:(?:and|or){_S})?(?:\d{{1,4}}|\([a-z0-9]{{1,4}}\))"
    rf"(?:\([a-z0-9]{{1,4}}\))*){{0,4}}"
    rf"{_S}(?:of|to|in|under){_S}"
    rf"(?:(?:(?P<own>this|such)|the|that{_S}certain|its|each){_S})?"
    rf"(?P<name>(?:[A-Z][\w&\u2019'.-]*|19\d\d{_S}Act)(?:{_S}(?:(?:and|of|for|the|to"
    rf"|on){_S})?[A-Z0-9][\w&\u2019'.-]*){{0,8}})"
)
_CODE_BEFORE = later(r"(?:U\.?S\.?C\.?(?:A\.?)?|C\.?F\.?R\.?)[ \t\r\n\xa0]*\Z")
_DOCUMENT_BEFORE = later(rf"(?P<name>(?:[A-Z][\w&\u2019'-]*{_S}){{1,5}}{_KIND_OF_DOCUMENT}),{_S}\Z")
_CAPTION = later(r"[ \t]*[.:\u2014\u2013]|[ \t]*\r?\n")
_NO_NUMBER = frozenset("OF TO IN IS AS BY OR ON AT NO AN".split())
_APPLICABLE = later(rf"{_S}(?:of|to){_S}(?:the{_S})?applicable{_S}(?P<name>[A-Z]\w*(?:{_S}[A-Z]\w*){{0,4}})")
_LAW = later(
    r"\b(?:Act|Code|ERISA|Regulation|Regulations|Title|U\.?S\.?C|C\.?F\.?R|Statutes?|UCC|Rule|Rules|Law"
    r"|Constitution)\b"
)


def _further(number: str) -> re.Pattern[str]:
    return later(rf"{_MORE}(?P<number>{number})(?![\w%]|\.\d|-\d)")


_KINDS: tuple[tuple[ReferenceKind, re.Pattern[str], re.Pattern[str]], ...] = (
    ("section", _SECTIONS, _further(_NUMBER)),
    ("article", _ARTICLES, _further(_ROMAN)),
    ("exhibit", _EXHIBITS, _further(_EXHIBIT)),
    ("schedule", _SCHEDULES, _further(_EXHIBIT)),
)
_KIND_SIGNS = tuple(_KIND_OF_DOCUMENT[3:-1].split("|"))
_BEGINNINGS: dict[re.Pattern[str], tuple[str, ...]] = {
    _SECTIONS: (
        *("SECTION", "Section", "section", "Sec.", "Secs.", "\u00a7", "CLAUSE", "Clause", "clause", "PARAGRAPH"),
        *("Paragraph", "paragraph", "Subsection", "subsection", "Abschnitt", "Ziffer"),
    ),
    _ARTICLES: ("ARTICLE", "Article", "Chapter"),
    _EXHIBITS: (
        *("EXHIBIT", "Exhibit", "ANNEX", "Annex", "APPENDIX", "Appendix", "Appendices", "ATTACHMENT", "Attachment"),
    ),
    _SCHEDULES: ("SCHEDULE", "Schedule"),
    _THIS: ("this", "This"),
    _PRECEDING: ("preceding", "foregoing", "previous", "following", "next"),
    _PARAGRAPHS: (
        *("Clause", "clause", "Paragraph", "paragraph", "Item", "item"),
        *(f"{sub}{hyphen}{part}" for sub in ("Sub", "sub") for hyphen in ("", "-") for part in ("paragraph", "clause")),
        *("Subsection", "subsection"),
    ),
    _RESEARCH[0][1]: ("Figure", "FIGURE", "Fig"),
    _RESEARCH[1][1]: ("Table", "TABLE"),
    _RESEARCH[2][1]: ("Equation", "equation", "Eq"),
    _RESEARCH[3][1]: ("RFC",),
    _DOCUMENTS: _KIND_SIGNS,
}
"""What the matches of each expression begin with: to look for these is far cheaper than to try every character."""
_NEEDED = {
    _THIS: ("ection", "rticle", "aragraph", "lause", "xhibit", "chedule", "nnex", "ppendix", "sentence"),
    _PRECEDING: ("aragraph", "sentence", "lause", "ection"),
}
"""Letters of which some are in every text in which an expression finds something, where its beginnings are common."""
_LAW_WORDS = ("Regulation ", "Rule ", "U.S.C", "USC", "U.S. C", "C.F.R", "CFR")
_LAW_SIGNS = tuple(words.split()[0] for words in _LAW_WORDS)
_SIGNS = Signs(sign for signs in (*_BEGINNINGS.values(), *_NEEDED.values(), _LAW_SIGNS) for sign in signs)
THE = 24
"""Characters before `preceding paragraph` in which its article stands."""
NAME = 120
"""Characters of a document's name."""
OWN = 12
"""Characters before a reference in which `this` stands."""


class Found(NamedTuple):
    """A reference as it is written.

    `labels` are those of lettered paragraphs, `within` those of the one that holds them, `document` the name after
    `of the`, `own` whether it says `this`, `way` the words of one such as `the preceding paragraph`.
    """

    start: int
    end: int
    kind: ReferenceKind
    number: str
    labels: tuple[str, ...] = ()
    within: tuple[str, ...] = ()
    document: str = ""
    own: bool = False
    way: str = ""


_LABEL = later(r"\(([A-Za-z0-9]{1,5})\)")
_SPACE = later(r"\s+")


def crossrefs(text: str) -> tuple[Found, ...]:
    """The references that `text` makes, by place; those of one list of numbers are apart."""
    signs = _SIGNS.of(text)
    found = [
        *_numbered(text, signs),
        *_relative(text, signs),
        *_research(text, signs),
        *_laws(text, signs),
        *_documents(text, signs),
    ]
    return tuple(sorted(set(found)))


def _whole(pattern: re.Pattern[str], text: str, signs: AbstractSet[str]) -> Iterator[re.Match[str]]:
    """The matches that begin a word, of those that do not overlap. `signs` are the beginnings that occur in `text`."""
    beginnings = [beginning for beginning in _BEGINNINGS[pattern] if beginning in signs]
    if not beginnings or signs.isdisjoint(_NEEDED.get(pattern, beginnings)):
        return
    end = 0
    for start in sorted(_places(text, beginnings)):
        match = pattern.match(text, start) if start >= end else None
        if match is None:
            continue
        end = match.end()
        if not _goes_on(text, start) or match[0][0] == "\u00a7":
            yield match


def _goes_on(text: str, start: int) -> bool:
    """Whether a word goes on at `start` that began before."""
    before = text[start - 1 : start]
    return before.isalnum() or before in {"_", "-"}


def _places(text: str, words: Iterable[str]) -> Iterator[int]:
    for word in words:
        start = text.find(word)
        while start >= 0:
            yield start
            start = text.find(word, start + 1)


def _numbered(text: str, signs: AbstractSet[str]) -> Iterator[Found]:
    for kind, pattern, more in _KINDS:
        for match in _whole(pattern, text, signs):
            this = _OWN.search(text, max(0, match.start() - OWN), match.start())
            own = this is not None
            word = match["word"].casefold()
            said: ReferenceKind = "paragraph" if word.startswith("paragraph") else kind
            numbers = [(this.start() if this else match.start(), match.end(), match["number"])]
            end = match.end()
            while (
                (word.endswith("s") or kind == "section")
                and (following := more.match(text, end))
                and _listed(kind, word, following, text)
            ):
                numbers.append((following.start("number"), following.end(), following["number"]))
                end = following.end()
            if numbers[0][2] in _NO_NUMBER or _CODE_BEFORE.search(text, max(0, match.start() - OWN), match.start()):
                continue
            for start, stop, one in numbers:
                yield _with_document(text, Found(start, stop, said, _flat(one), own=own), end)


def _listed(kind: str, word: str, following: re.Match[str], text: str) -> bool:
    """Whether a further number belongs to a list: `Section 3.07 or 5.02`, not `Section 4 and 30 days`."""
    plural = word.endswith("s") and word != "annex"
    number = following["number"]
    if kind == "section":
        return ("." in number or "(" in number or plural) and not re.match(
            r"[ \xa0]+(?:days?|months?|years?|percent|hours?|Business|business|U\.S)",
            text[following.end() : following.end() + 12],
        )
    return plural


def _with_document(text: str, found: Found, end: int) -> Found:
    """The reference with the document that `of the ...` after it names; a law's section is no section of ours."""
    applicable = _APPLICABLE.match(text, end)
    match = applicable or _OF.match(text, end)
    if match is None:
        before = _DOCUMENT_BEFORE.search(text, max(0, found.start - NAME), found.start)
        return found._replace(document=_flat(before["name"])) if before else found
    name = _flat(match["name"]).rstrip(".,")
    if not applicable and match["own"]:
        return found
    if _LAW.search(name):
        return found._replace(kind="external", document=name)
    if re.match(r"(?:Section|Article|Clause|Exhibit|Schedule|Annex|Part)\b", name):
        return found
    return found._replace(document=f"applicable {name}" if applicable else name, end=found.end)


def _flat(text: str) -> str:
    return _SPACE.sub(" ", text).replace(" (", "(").strip()


def _relative(text: str, signs: AbstractSet[str]) -> Iterator[Found]:
    for match in _whole(_THIS, text, signs):
        yield Found(*match.span(), _relative_kind(match["word"]), "", own=True)
    for match in _whole(_PRECEDING, text, signs):
        the = _THE.search(text, max(0, match.start() - THE), match.start())
        if the:
            way = f"{match['way']} {match['word'].casefold()}"
            yield Found(the.start(), match.end(), _relative_kind(match["word"]), "", way=way)
    for match in _whole(_PARAGRAPHS, text, signs):
        labels = tuple(_LABEL.findall(match["labels"]))
        if match["term"]:
            yield Found(*match.span(), "definition", match["term"], labels)
        elif match["number"]:
            yield Found(
                match.start(), match.end("labels"), "paragraph", _flat(match["number"]), labels, own=bool(match["this"])
            )
        else:
            within = tuple(_LABEL.findall(match["within"] or ""))
            end = match.end() if within or match["before"] else match.end("labels")
            yield Found(match.start(), end, "paragraph", "", labels, within, way=match["before"] or "")


def _relative_kind(word: str) -> ReferenceKind:
    kinds: dict[str, ReferenceKind] = {
        "section": "section", "article": "article", "exhibit": "exhibit", "annex": "exhibit", "appendix": "exhibit",
        "schedule": "schedule",
    }  # fmt: skip
    return kinds.get(word.casefold(), "paragraph")


def _research(text: str, signs: AbstractSet[str]) -> Iterator[Found]:
    for kind, pattern in _RESEARCH:
        for match in _whole(pattern, text, signs):
            opens = not text[text.rfind("\n", 0, match.start()) + 1 : match.start()].strip(" \t*_>#|")
            if opens and _CAPTION.match(text, match.end()):
                continue
            yield Found(*match.span(), kind, match["number"])  # type: ignore[arg-type]
    literature = entries(text)
    if not literature:
        return
    lists = min(literature.values())
    for match in _BIBLIOGRAPHY.finditer(text):
        if match["number"] in literature and match.start() < lists:
            yield Found(*match.span(), "bibliography", match["number"])


def entries(text: str) -> dict[str, int]:
    """Where each numbered entry of a list of literature stands."""
    if "[1]" not in text and "[1\\]" not in text:
        return {}
    return {match["number"]: match.start() for match in _ENTRY.finditer(text)}


def _laws(text: str, signs: AbstractSet[str]) -> Iterator[Found]:
    if signs.isdisjoint(_LAW_SIGNS) or not any(word in text for word in _LAW_WORDS):
        return
    for match in _STATUTES.finditer(text):
        if not _goes_on(text, match.start()):
            name = _flat(re.sub(r"\u00a7+", "", match["name"]))
            yield Found(*match.span(), "external", name, document=name)


def _documents(text: str, signs: AbstractSet[str]) -> Iterator[Found]:
    for match in _whole(_DOCUMENTS, text, signs):
        before = _NAME.search(text, max(0, match.start() - NAME), match.start())
        if before:
            name = _flat(text[before.start("name") : match.start("rest")])
            yield Found(before.start(), match.end(), "document", name, document=name)
