"""Terms that are defined without quotation marks.

Names with what they are (`lexicon.glosses`), entries of a glossary, rows of a table of codes, and sentences under a
heading that names them.

Only where the layout says that something is defined: under "Glossary", in a table headed "Code | Meaning", or in a
sentence `A wave is ...` below the heading "Items, batches, waves". `X means ...` is a definition anywhere.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from string import ascii_uppercase
from typing import TYPE_CHECKING, NamedTuple

from kts.lexicon.definitions import norm, sentence_around, source_of
from kts.lexicon.glosses import glosses
from kts.lexicon.letters import UPPER
from kts.lexicon.patterns import later
from kts.lexicon.signs import runs_of
from kts.structure import Definition
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kts.structure import DefinitionKind
    from kts.types import Section

LONGEST_TERM = 60
"""Characters of a term that no quotation marks bound."""

_TITLE = later(
    r"\b(?:glossary|definitions?|defined terms|terms used|terminology|abbreviations?|acronyms?|vocabulary|lexicon"
    r"|words? and|\A(?:key |common |important )?terms\Z"
    r"|begriffe?|begriffsbestimmungen|glossar|d\u00e9finitions?|lexique|definiciones|glosario)\b",
    re.IGNORECASE,
)
_BOLD = later(
    r"^[ \t]*(?:[-*+\u2022][ \t]+)?(?P<mark>\*\*|__)(?P<term>[^*_\r\n]{1,60}?)[.:]?(?P=mark)"
    r"[ \t]*(?:[.:\u2014\u2013-]|--)?[ \t]+(?=\S)",
    re.MULTILINE,
)
_LINE = later(
    r"^[ \t]*(?:[-*+\u2022][ \t]+)?(?P<term>[^\W_][^:\r\n|*\"\u201c\u201d.;]{0,59}?)[ \t]*(?::"
    r"|[ \t][\u2014\u2013-]{1,2}[ \t])[ \t]*(?=\S)",
    re.MULTILINE,
)
_MEANS = later(
    r"means?[ \t\r\n]+(?!of\b)|ha(?:s|ve)[ \t\r\n]+the[ \t\r\n]+(?:respective[ \t\r\n]+)?meanings?[ \t\r\n]+"
    r"(?:set|given|assigned|specified|ascribed|provided|stated|attributed)\b"
)
_SENTENCE = r"(?:(?:\A|\n)[ \t]*|[.;:|)!?][ \t\n]*)(?:[-*+>|][ \t]+|\(\w{1,4}\)[ \t]+|\d[\d.]*[ \t]+)*"
"""Where a sentence, an item or a cell begins."""
_HERE = r"(?:(?:As[ ]used|For|In|Under)[ ](?:(?:the[ ])?purposes?[ ]of[ ]|in[ ])?(?:this|these)[^.;:,]{1,40},\s+)?"
"""What keeps a definition to one place: `As used in this Section,`."""
_MEANT = later(
    rf"{_SENTENCE}{_HERE}(?:\*\*|__|`|\*|_|[Tt]he[ \t]+(?:term|expression|word)[ \t]+|The[ \t]+|the[ \t]+|An?[ \t]+)*"
    rf"(?P<term>[{UPPER}][\w'\u2019&/+.-]*(?:[ \t](?:[{UPPER}0-9][\w'\u2019&/-]*|of|and|or|the|to|for|in|on)){{0,6}})"
    r"(?:\*\*|__|`|\*|_)*[ \t\r\n]+(?:shall[ \t]+|will[ \t]+)?\Z"
)
_GOES_ON = later(r"\b(?:of|an?|the|such|any|each|every|by|to|for|in|on|with|and|or|its|their)[ \t]*\r?\n[ \t]*\Z")
"""Before the first word of a line: the line above goes on there, `"Capitalized Obligations" of a` | `Person means`."""
_PRONOUNS = frozenset(
    "following same other this that it which these those what any all no such each by some every he she they we you"
    " there here".split()
)
_IS = tuple(
    later(rf"{verb}[ \t\r\n]+(?:any|an?|one|the|all|every|each|what|that)\b") for verb in ("is", "are", "means")
)
_SUBJECT = later(
    rf"{_SENTENCE}(?:(?:An?|The|Every)[ \t](?P<term>[a-z][\w'-]*(?:[ \t][a-z][\w'-]*){{0,3}})"
    r"|(?P<bare>[A-Z][\w'-]*(?:[ \t][a-z][\w'-]*){0,2}))[ \t\r\n]+\Z"
)
_NAMED = later(r"(?P<term>[A-Z][a-z]+[ \t](?:\d{1,2}|[A-Z])):[ \t](?=[a-z])")
_LEVELS = frozenset(f"{level}:" for level in (*range(100), *(f"0{digit}" for digit in range(10)), *ascii_uppercase))
"""A run of which is in every text that names a level."""
_MARKED = later(
    r"(?P<mark>\*\*|__|\*|_)(?P<term>[^*_\r\n]{2,60}?)(?P=mark)[ \t\r\n]+"
    r"(?:(?:is|are)[ \t\r\n]+(?:any|an?|one|the|all|every|each|what|that|defined)\b|means\b|refers[ \t]to\b"
    r"|we[ \t]mean\b"
    r"|ha(?:s|ve)[ \t]the[ \t]meaning\b"
    r"|stands[ \t]for\b)",
)
_EXPLAINED = tuple(later(rf"{mark}[ \t\r\n]+(?:is|are|means|refers|we|ha(?:s|ve)|stands)\b") for mark in (r"\*", "_"))
"""What stands in every text of such a term."""
_ARTICLED = later(rf"{_SENTENCE}{_HERE}(?:(?:An?|The|an?|the|Every|In \w+, an?|By|[Tt]he term)[ \t])?\Z")
_CAPITALS = (
    rf"[{UPPER}][\w\u2019'-]*(?:[ \t\r\n](?:(?:of|and|or|the|to|for|in)[ \t\r\n])?[{UPPER}][\w\u2019'-]*){{0,5}}"
)
_STATED = (
    (
        "of the following",
        later(
            rf"of[ \t\r\n]the[ \t\r\n]following[^.;:]{{0,60}}?(?:is|are|constitutes?|shall[ \t\r\n](?:be"
            rf"|constitute))[ \t\r\n](?:an?[ \t\r\n])?(?P<term>{_CAPITALS})"
        ),
    ),
    (
        "referred to",
        later(
            rf"referred[ \t\r\n]to(?:[ \t\r\n]herein(?:after)?)?[ \t\r\n]as[ \t\r\n](?:an?[ \t\r\n]"
            rf"|the[ \t\r\n])?(?P<term>{_CAPITALS})"
        ),
    ),
    ("called", later(rf"(?:is|are)[ \t\r\n]called[ \t\r\n](?:an?[ \t\r\n]|the[ \t\r\n])?(?P<term>{_CAPITALS})")),
    (
        "hereinafter",
        later(rf"hereinafter(?:[ \t\r\n]called)?,?[ \t\r\n](?:an?[ \t\r\n]|the[ \t\r\n])?(?P<term>{_CAPITALS})"),
    ),
    ("(", later(rf"\((?:hereinafter|collectively|together),?[ \t\r\n](?:the[ \t\r\n])?(?P<term>{_CAPITALS})\)")),
)
"""Ways of running text to define what is not quoted, after a word that is looked for first."""
_BECOMES = later(rf"(?P<term>{_CAPITALS})[ \t\r\n](?:when|if|once|as[ \t\r\n]soon[ \t\r\n]as|only[ \t\r\n]if)\b")
_CAPITALISED = tuple(later(rf"{gap}an?[ \t\r\n](?=[A-Z])") for gap in " \t\r\n")
"""An article and a capital: expressions that begin with a letter are looked for ten times as fast as a choice."""
_BECOMING = later(r"(?<!\w)(?:becomes?|is|are|constitutes?)\Z")
BECOMES = 12
"""Characters of the longest of those words, and one."""
_AS = (
    (
        "defined",
        tuple(later(rf"{verb}[ \t\r\n]defined[ \t\r\n](?:as|to[ \t\r\n]be)\b") for verb in ("is", "are")),
        later(rf"{_SENTENCE}(?:(?:An?|The)[ \t])?(?P<term>[A-Za-z][\w'-]*(?:[ \t][\w'-]+){{0,3}})[ \t\r\n]\Z"),
    ),
    (
        "stands for",
        (later(r"stands[ \t\r\n]for\b"),),
        later(rf"{_SENTENCE}(?P<term>[A-Z][A-Z0-9&/-]{{1,9}})[ \t\r\n]\Z"),
    ),
)
_GIVEN = later(rf"\((?:the|each,? an?)[ \t\r\n](?P<term>{_CAPITALS})\)")
BEFORE = 100
"""Characters before a verb in which its subject is looked for."""
_NO_TERMS = frozenset("section article clause paragraph exhibit schedule annex appendix".split())
_ROW = later(r"(?m)^[^\S\n]*(?P<row>\|(?P<cells>[^\r\n]*)\|[ \t]*(?:\r?\n|\Z))")
_RULE = later(r"[ \t:|-]+\Z")
_KEYS = later(
    r"(?:(?:error|reason|fee|stop|status|return|exit|event|product|state|transaction|action) )?(?:codes?"
    r"|terms?|abbreviations?|acronyms?"
    r"|symbols?|words?|flags?|class|message|error|status|level|mark|type code|expression)",
    re.IGNORECASE,
)
_VALUES = later(
    r"meanings?|definitions?|descriptions?|stands for|name|what.*|reason|text|record|explanation|cause|title"
    r"|use|used for",
    re.IGNORECASE,
)
_CODE = later(r"[*_`]*[^\s*_`|][^*_`|]{0,39}[*_`]*")
_WORD = later(r"[^\W_]{2,}")


class _Found(NamedTuple):
    term: str
    span: Span
    term_span: Span
    kind: DefinitionKind


def unquoted_definitions(text: str, sections: Sequence[Section]) -> tuple[Definition, ...]:
    """The definitions of terms that stand without quotation marks, in reading order."""
    found = [*_tables(text), *_means(text), *_stated(text), *_under(text, sections), *_glossed(text)]
    for at, section in enumerate(sections):
        if _TITLE.search(section.heading):
            own = Span(_after_heading(text, section.span), _own_end(sections, at))
            found += _entries(text, own, section.heading)
    unique = {one.term_span: one for one in reversed(found)}
    return tuple(
        Definition(
            one.term.replace("\\", ""), norm(one.term), one.span, one.term_span, one.kind, None, _source(text, one)
        )
        for _, one in sorted(unique.items())
    )


def _source(text: str, one: _Found) -> str:
    return source_of(text[one.term_span.end : one.span.end]) if one.kind == "incorporated" else ""


def _own_end(sections: Sequence[Section], at: int) -> int:
    """Where the part of a section that is its own ends: at the next heading."""
    following = sections[at + 1].span.start if at + 1 < len(sections) else sections[at].span.end
    return min(following, sections[at].span.end)


def _after_heading(text: str, span: Span) -> int:
    """Where the text below a heading begins; one that runs into its text keeps it."""
    end = text.find("\n", span.start, span.end)
    run_in = end < 0 or end - span.start > RUN_IN
    return span.start if run_in else end


RUN_IN = 120
"""Characters of a line that is more than a heading."""


def _line_end(text: str, start: int, stop: int) -> int:
    """The end of the paragraph that begins at `start`."""
    blank = re.compile(r"\n[ \t]*\r?\n").search(text, start, stop)
    return blank.start() if blank else len(text[:stop].rstrip())


def _entries(text: str, own: Span, heading: str) -> Iterator[_Found]:
    """`**Term.** Meaning` or `Term: meaning`, each at the start of a line; a lone one is no glossary."""
    bold = list(_BOLD.finditer(text, own.start, own.end))
    found = bold or [
        one for one in _LINE.finditer(text, own.start, own.end) if "://" not in text[one.start() : one.end() + 2]
    ]
    if len(found) < ENTRIES:
        return
    repeated = {term for term, count in Counter(match["term"].strip() for match in found).items() if count > 1}
    for at, match in enumerate(found):
        stop = found[at + 1].start() if at + 1 < len(found) else own.end
        term = match["term"].strip()
        if term and term[0] not in QUOTES and term not in repeated and norm(term) not in norm(heading):
            end = min(_line_end(text, match.end(), stop), stop)
            yield _Found(
                term,
                Span(text.find(match[0].lstrip()[0], match.start()), max(end, match.end())),
                _stripped(text, *match.span("term")),
                "glossary",
            )


ENTRIES = 2
"""Entries that make a glossary of a section with such a heading."""


QUOTES = "\"'\u201c\u2018"


def _stripped(text: str, start: int, end: int) -> Span:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return Span(start, end)


def _means(text: str) -> Iterator[_Found]:
    if "mean" not in text:
        return
    for match in _MEANS.finditer(text):
        subject = _MEANT.search(text, max(0, match.start() - BEFORE), match.start())
        if subject is None:
            continue
        words = subject["term"].split()
        if _GOES_ON.search(text, max(0, subject.start("term") - BEFORE), subject.start("term")):
            continue
        if words[0].casefold() in _PRONOUNS or words[-1] in {"of", "and", "or", "the", "to", "for", "in", "on"}:
            continue
        found = _inline(text, Span(*subject.span("term")))
        yield found._replace(kind="incorporated") if match[0].startswith("ha") else found


def _inline(text: str, span: Span) -> _Found:
    term = " ".join(text[span.start : span.end].split())
    return _Found(term, _sentence(text, span), span, "inline")


def _stated(text: str) -> Iterator[_Found]:
    for span in (*_terms_stated(text), *_terms_named(text), *_terms_marked(text), *_terms_said(text)):
        first = text[span.start : span.end].split(maxsplit=1)[0]
        if first.casefold() not in _PRONOUNS | _NO_TERMS and first[0] not in QUOTES:
            yield _inline(text, span)


def _terms_stated(text: str) -> Iterator[Span]:
    """After a naming word, or as what something becomes; unless it is denied."""
    for word, pattern in _STATED:
        if word in text:
            yield from (Span(*match.span("term")) for match in pattern.finditer(text) if not _denied(text, match))
    for article in _each(_CAPITALISED, text):
        opening = _BECOMING.search(text, max(0, article.start() - BECOMES), article.start())
        match = _BECOMES.match(text, article.end()) if opening else None
        if opening and match and not _denied(text, opening):
            yield Span(*match.span("term"))


def _each(patterns: Iterable[re.Pattern[str]], text: str) -> Iterator[re.Match[str]]:
    for pattern in patterns:
        yield from pattern.finditer(text)


def _terms_named(text: str) -> Iterator[Span]:
    """`Acme Corp. (the Seller)`: a name in parentheses that was not used before and is from there on."""
    for match in _GIVEN.finditer(text) if "(" in text else ():
        term = match["term"]
        if text.find(term) == match.start("term") and text.count(term, match.end()) >= USED:
            yield Span(*match.span("term"))


USED = 3
"""Uses of a name behind the parentheses that give it; with fewer these only explain (a default, not fitted)."""


def _denied(text: str, match: re.Match[str]) -> bool:
    return bool(re.search(r"\b(?:no|not|nor|neither|never)\b", text[max(0, match.start() - 30) : match.start()]))


def _terms_marked(text: str) -> Iterator[Span]:
    """Emphasised and then explained, at the start of a sentence."""
    if not any(one.search(text) for one in _EXPLAINED):
        return
    for match in _MARKED.finditer(text):
        opening = _ARTICLED.search(text, max(0, match.start() - BEFORE), match.start())
        if opening and _starts(text, opening.start() + (text[opening.start()] == "\n")):
            yield Span(*match.span("term"))


def _terms_said(text: str) -> Iterator[Span]:
    for word, verbs, subject in _AS:
        for match in _each(verbs, text) if word in text else ():
            found = subject.search(text, max(0, match.start() - BEFORE), match.start())
            if found and _starts(text, found.start() + (text[found.start()] == "\n")):
                yield Span(*found.span("term"))


def _starts(text: str, at: int) -> bool:
    """Whether a line that begins there begins a sentence: lines of a contract are broken anywhere."""
    if at and text[at - 1] not in "\r\n":
        return True
    before = text[max(0, at - 200) : at]
    words = before.rstrip()
    return not words or before[len(words) :].count("\n") > 1 or words[-1] in ".:;!?|>"


def _sentence(text: str, span: Span) -> Span:
    floor = max(
        text.rfind("\n\n", 0, span.start) + 2,
        text.rfind("\n", 0, span.start) + 1 if text[span.start - 1 : span.start] == "\n" else 0,
        0,
    )
    ceiling = text.find("\n\n", span.end)
    return sentence_around(text, span, floor, ceiling if ceiling >= 0 else len(text))


def _under(text: str, sections: Sequence[Section]) -> Iterator[_Found]:
    """`A wave is ...` under a heading that names waves."""
    if not sections:
        return
    starts = [section.span.start for section in sections]
    for span, last_only in (*_subjects(text), *_levels(text)):
        at = bisect_right(starts, span.start) - 1
        if at < 0 or span.start < _after_heading(text, sections[at].span):
            continue
        above = sections[at].parent
        headings = f"{sections[at].heading} {sections[above].heading if above is not None else ''}"
        words = text[span.start : span.end].split()
        named = {norm(word) for word in _WORD.findall(headings)}
        if any(norm(word) in named for word in (words[-1:] if last_only else words)):
            yield _inline(text, span)


def _subjects(text: str) -> Iterator[tuple[Span, bool]]:
    for match in _each(_IS, text):
        subject = _SUBJECT.search(text, max(0, match.start() - BEFORE), match.start())
        if subject is None:
            continue
        span = Span(*subject.span(str(subject.lastgroup)))
        first = text[span.start : span.end].split(maxsplit=1)[0].casefold()
        begins = subject.start() + (text[subject.start()] == "\n")
        if first not in _PRONOUNS | _NO_TERMS and _starts(text, begins):
            yield span, True


def _glossed(text: str) -> Iterator[_Found]:
    """Names with what they are, in two columns or behind a colon."""
    for one in glosses(text):
        yield _Found(text[one.term.start : one.term.end], one.line, one.term, "list")


def _levels(text: str) -> Iterator[tuple[Span, bool]]:
    """`Level 3: the office cannot be used`."""
    if _LEVELS.isdisjoint(runs_of(text)[1]):
        return
    for match in _NAMED.finditer(text):
        before = text[max(0, match.start() - 2) : match.start()]
        first = match["term"].split()[0].casefold()
        if first not in _NO_TERMS and (not before or before[-1] == "\n" or before in {". ", "! ", "? "}):
            yield Span(*match.span("term")), False


def _tables(text: str) -> Iterator[_Found]:
    """The rows of tables whose header says that the first column is explained by another."""
    rows = _ROW.finditer(text) if "|" in text else ()
    header: list[str] = []
    last = -2
    for match in rows:
        cells = [cell.strip(" \t*_`") for cell in match["cells"].split("|")]
        if match.start("row") > last + 2:
            header = cells
        elif header and _explains(header) and not _RULE.match(match["cells"]):
            first = match["cells"].split("|")[0]
            at = match.start("cells") + len(first) - len(first.lstrip(" \t*_`"))
            if cells[0] and _CODE.fullmatch(first.strip()) and len(cells) > 1 and any(cells[1:]):
                row = Span(match.start("row"), match.start("row") + len(match["row"].rstrip()))
                yield _Found(cells[0], row, Span(at, at + len(cells[0])), "table")
        last = match.end()


def _explains(header: Sequence[str]) -> bool:
    return bool(len(header) > 1 and _KEYS.fullmatch(header[0]) and any(_VALUES.fullmatch(cell) for cell in header[1:]))
