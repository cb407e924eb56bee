"""Sentence spans, robust on legal and technical text.

The hard part, telling an abbreviation from an end, is nupunkt's (MIT; a Punkt model trained on legal text).
Around it: lines that end items, table rows and code lines are ends of their own, full stops of Chinese and
Japanese are known, and text that cannot hold two sentences never reaches the model.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from kts.lexicon.patterns import later
from kts.lexicon.sentences_abroad import begins_with_day, goes_on_abroad
from kts.lexicon.sentences_columns import NONE, columns, has_columns, is_named

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

WINDOW = 20_000
"""Characters given to the model at once; text without a break for so long has no sentences to find."""

PASSAGE = 4_000
"""Characters up to which the sentences of a text are remembered: an answer asks for those of its passages thrice."""
REMEMBERED = 64
"""Texts whose sentences are remembered (a default: the passages of one answer, looked for twice)."""

_MARKER_LENGTH = 5
"""Characters: `12.` or `(iv).` at the start of a sentence numbers it and is none of its own."""

_CANDIDATE = later(r"[.!?\u2026][\"'\u201d\u2019)\]*_]*\s+\S")
_WIDE_STOP = later(r"[\u3002\uff01\uff1f\uff61]+[\u300d\u300f\u201d\u2019\uff09)\"']*")
_INNER = later(
    r"[.!?\u2026\u3002\uff01\uff1f\uff61](?:(?<=[.!?\u2026])[\"'\u201d\u2019)\]*_]*\s+\S|(?<=[\u3002\uff01\uff1f\uff61]))"
)
QUOTED = ">"
"""A line of a quotation that parts two paragraphs of it."""
_BLANK = later(r"(?:\r\n?|\n)[\r\n]")
_LINE = later(r"[^\r\n]+")
_FENCE = later(r"[ \t>]*(?:```|~~~)")
_ROW = later(r"[ \t]*\||[^|\n]+\|[^|\n]+\|")
_HEADING = later(r"[ \t]*#{1,6}[ \t]")
_BULLET = later(r"[ \t>]*(?:[-*+\u2022\u25cf\u25aa][ \t]+(?=\S))")
_NUMBERED = later(r"[ \t>]*\(?\d{1,2}[.)][ \t]+(?=[A-Z\"\u201c`*\[(])")
_LETTERED = later(r"[ \t>]*\((?:[a-z]{1,2}|[ivx]{1,5}|[A-Z]|\d{1,2})\)[ \t]+(?=\S)")
ENTRY = 300
"""Characters up to which an entry of a log is one statement, however many full stops it has (a default, not fitted)."""
_ENTRY = (
    r"[ \t]*\[?(?:(?:\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./](?:\d\d){1,2}(?!\d))(?:[T ,]{1,2}\d{1,2}:\d\d)?"
    r"|\d{1,2}:\d\d)(?::\d\d)?(?:[.,]\d{1,6})?(?![\d.]|:\d)(?:Z|[ \t]?(?:[ap]\.?m\b\.?|h\b|Uhr\b))?[\]\t ,:|\u2013-]+"
    r"(?!(?:to|and|or|until|till|is|was|on|at|in|for|every|by|bis|und|oder|each|daily|as|with|of|when|if)\b)(?=\S)"
)
_ENTERED = later(_ENTRY)
"""How an entry of a log begins: with its time, its date or both, and no word that goes on with them as prose does."""
_FOLLOWED = later(rf"(?:(?:\r\n?|\n)[^\r\n]+)?(?:\r\n?|\n){_ENTRY}")
"""Another one below, on the next line or the one after it."""
_ITEM_END = later(r"(?:[.;:,!?\u2014]|\band|\bor)[\"'\u201d)]*\s*\Z")
_CODE_END = later(r"[;{}]\s*\Z")
_ABBREVIATED = later(
    r"(?:\b(?:No|Nos|Sec|Secs|Art|Arts|Ch|Fig|Figs|Eq|Ref|Refs|App|Appx|Cl|Para|Paras|Vol|vs|v|cf|Cf|e\.g|i\.e|approx|"
    r"Reg|Regs|Ex|Exh|Sch|Mr|Mrs|Ms|Dr|Prof|Hon|Gen|Gov|Sen|Rep|St|viz|incl|resp|ca|pp|ed|eds|al|Stat|Supp|Rev|"
    r"Ver|ver|min|max|tel|Tel|ext|Ext|Dept|Inst|Ltd|Co|Corp|Inc|Jr|Sr|Bros|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|"
    r"Nov|Dec)\.|\b[A-Z]\.|\b(?:[A-Z]\.){2,})\s*\Z"
)
_NUMBER_FOLLOWS = later(r"(?:No|Nos|Sec|Secs|Art|Arts|Ch|Fig|Figs|Eq|Ref|Cl|Para|Vol|App|Ex|Stat|pp)\.\s*\Z")
_OPENER = later(
    r"\s(?:(?<=[A-Za-z0-9)\]%`][.!?]\s)\s*(?=(?:See|The|This|These|If|When|Then|It|For|In|Use|Run|Set|Do|Note|He|She|They|We|"
    r"You|Each|All|Any|Such|After|Before|As|To|There)\b(?!\.))|"
    r"(?:(?<=[A-Za-z][a-z]{3}[.]\s)|(?<=[ap][.]m[.]\s))\s*(?=[A-Z][a-z]+ (?:\d+ )?[a-z]))"
)
_LONG_ABBREVIATED = later(
    r"\b(?:Corp|Dept|Messrs|Bros|Supp|Assn|Assoc|Const|Bankr|Admin|Prof|Univ|Inst|Intl|Natl|Govt|Comm|Cong|Stat|Tech|"
    r"Bldg|Sept|Arts|Secs|Figs|Nos|Paras|Refs|Regs|Appx|approx|incl|resp|Chap|Atty|Capt|Corps|Dist|Educ|Elec|Envtl|"
    r"Exch|Hosp|Indus|Mach|Mktg|Mgmt|Mich|Minn|Miss|Mont|Okla|Penn|Tenn|Wash|Calif|Conn|Mass|Ariz|Colo|Neb|Pres|Treas|"
    r"Supt|Serv|Servs|Subch|Subpt|Subsec|Subd|para|paras|cert|viz|et seq|seq|No|Sec|Art|Fig|Eq|Ch|Cl|App|Ex|"
    r"Mr|Mrs|Ms|Dr|"
    r"St|vs|v|e\.g|i\.e|inkl|exkl|evtl|Ziff|Dipl|Mlle|zzgl|abzgl|bspw)\.\Z",
    re.IGNORECASE,
)


_FURNITURE = (
    r"(?:<PAGE>[ \t]*+\d{0,4}"
    r"|[-\u2013\u2014~\[(]*+[ \t]*+(?:[Pp]age|PAGE|[Pp]g\.?|Seite)?[ \t]*+(?:[A-Z]{1,2}-)?(?:\d{1,4}|[ivxl]{1,6})"
    r"(?:[ \t]*+(?:of|/|von)[ \t]*+\d{1,4})?[ \t]*+[-\u2013\u2014~\])]*+"
    r"|Source:[ \t][^\r\n]{1,100}\d{4})"
)
"""A line that a printed page has besides its text: its number, EDGAR's mark of a page, where the copy comes from."""
_OVERLEAF = later(rf"(?:\s*[\r\n\f][ \t]*+(?P<page>{_FURNITURE})[ \t]*+(?=[\r\n\f])){{0,3}}\s*")
_GOES_ON = later(r"(?:[^\W\d_A-Z]{2,}|a)(?![\w.)])")
_COUNTED = later(r"\(\d[\d.,]*%?\)")
_NUMERAL = later(
    r"(?:\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)|teen|ty|hundred|thousand|million)\Z"
)
_CUT = later(r"\S[ \t]+\S+[ \t]+\S*[^\W\d_A-Z],?[ \t]*\Z")
_CANNOT_END = later(
    r"[^;:,][ \t]+(?:a|an|and|any|are|as|at|be|between|by|each|every|for|from|if|into|is|its|may|must|nor|of|or|our"
    r"|shall|such|than|that|the|their|this|to|under|upon|was|were"
    r"|which|whose|will|with|within|without|would|your)[ \t]*\Z"
)
"""Words with which no sentence ends: prepositions, articles, conjunctions, auxiliaries. A default list."""


SPACED_LINES = 5
"""Lines with a blank line before them from which a text may be spaced (a default: a passage has some twenty)."""
SPACED_SHARE = 0.2
"""Share of them that begin in lower case, from which it is (a default: .29 to .51 of three such contracts of 18, at
most .04 of the others)."""
SPACED_CLOSE = 0.2
"""Lines without a blank line before them, as a share of those with one, up to which it may be (a default)."""
WRAPPED = 0.7
"""Share of the length of a text's long lines from which a line of it was broken for its width (a default)."""
_APART = later(r"(?:\r\n?|\n)[ \t]*(?:\r\n?|\n)[ \t]*(?=[^\s])")
_CLOSE = later(r"[^\s](?:\r\n?|\n)[ \t]*(?=[^\s])")
_ENDED = later(r"[.;:!?][\"'\u201d\u2019)\]*_]*\s*\Z")
_BEGINS_ANEW = later(
    r"[ \t>]*(?:[-*+\u2022\u25cf\u25aa|#<]|\(?(?:\d{1,3}(?:\.\d{1,3})*|[a-zA-Z]|[ivx]{1,5})[.)]\s|\d{1,3}\.\d"
    r"|(?i:section|article|exhibit|schedule|annex|appendix)\s+[\dIVXA-Z]"
    r"|[\"\u201c][^\"\u201d\n]{1,60}[\"\u201d] (?:means|shall mean|has the))"
)


def spaced_width(text: str) -> int:
    """The length from which a line of a text with a blank line after each line goes on behind that; 0 in other texts.

    Files that printed pages were turned into have one after every line, within sentences too: many lines behind one
    begin in lower case.
    """
    apart = [match.end() for match in _APART.finditer(text)]
    if len(apart) < SPACED_LINES or sum(text[at].islower() for at in apart) < SPACED_SHARE * len(apart):
        return 0
    if sum(1 for _ in _CLOSE.finditer(text)) > SPACED_CLOSE * len(apart):
        return 0
    lengths = sorted(len(match[0].strip()) for match in _LINE.finditer(text) if not match[0].isspace())
    return max(1, int(WRAPPED * lengths[len(lengths) * 3 // 4]))


def _goes_on_below(text: str, line: tuple[int, int], width: int) -> int:
    """Where a sentence goes on behind one blank line, in a text that has one after each line; -1 where it does not."""
    said = text[line[0] : line[1]].strip()
    gap = _APART.match(text, line[1])
    if gap is None or _ENDED.search(said[-8:]) or _is_apart(said) or said.upper() == said:
        return -1
    if _BEGINS_ANEW.match(text, gap.end()):
        return -1
    least = width / 3 if text[gap.end()].islower() else width
    return gap.end() if len(said) >= least else -1


def goes_on(text: str, line: tuple[int, int], width: int = 0) -> int:
    """Where the sentence goes on that the end of a page cuts after the line `(start, end)`; -1 where none is cut.

    The line stops in the middle, the next one begins in lower case, or with the figure of a number in words. Between
    them stand numbers of pages; or blank lines alone, where the line ends with a word that ends no sentence. In a text
    with blank lines after each line every line of its `width` goes on behind one, if nothing ends or begins there.
    """
    if width and (below := _goes_on_below(text, line, width)) >= 0:
        return below
    before = text[max(line[0], line[1] - 80) : line[1]]
    if not _CUT.search(before) or _is_apart(text[line[0] : line[1]]):
        return -1
    gap = _OVERLEAF.match(text, line[1])
    if gap is None or not (gap["page"] or _CANNOT_END.search(before)):
        return -1
    if _GOES_ON.match(text, gap.end()):
        return gap.end()
    return gap.end() if _COUNTED.match(text, gap.end()) and _NUMERAL.search(before.rstrip()) else -1


def sentences(text: str) -> tuple[tuple[int, int], ...]:
    """The sentences of `text` as (start, end), in order, without surrounding whitespace.

    Every non-whitespace character is in exactly one. A heading, a list item, a table row and a line of fenced
    code end a sentence whatever they end with. An entry of a log, which begins with its time, is one. Linear in the
    length.
    """
    return _remembered(text) if len(text) <= PASSAGE else _all(text)


def sentence_starts(text: str, *, since: int) -> Iterator[int]:
    """Where the sentences of `text` begin that begin at `since` or later; what lies before is not looked into."""
    for start, end in _segments(text):
        if end > since:
            yield from (left for left, _ in _segment(text, start, end) if left >= since)


def _all(text: str) -> tuple[tuple[int, int], ...]:
    return tuple(span for start, end in _segments(text) for span in _segment(text, start, end))


@lru_cache(maxsize=REMEMBERED)
def _remembered(text: str) -> tuple[tuple[int, int], ...]:
    return _all(text)


def _segments(text: str) -> Iterator[tuple[int, int]]:
    """Stretches between line breaks that end a sentence by layout alone."""
    start: int | None = None
    previous = ""
    position = 0
    overleaf = -1
    fenced = logged = False
    set_in, spaced = NONE, has_columns(text)
    width = spaced_width(text)
    for match in _LINE.finditer(text):
        line = match[0]
        blank = line.isspace() or line.strip() == QUOTED or _BLANK.match(text, position, match.start())
        paged = blank or "<PAGE>" in line or line.lstrip().startswith("Page ")
        if start is not None and paged and not fenced and match.start() >= overleaf:
            overleaf = goes_on(text, (position - len(previous), position), width)
        if match.end() <= overleaf:
            continue
        if match.start() <= overleaf:
            previous, position = line, match.end()
            continue
        set_in, columned = columns(text, line, match.end(), set_in) if spaced else (NONE, False)
        entered = not fenced and is_entry(line)
        apart = entered and (logged or _FOLLOWED.match(text, match.end()))
        titled = start == position - len(previous) and _is_title(previous, line)
        if start is not None and (blank or fenced or apart or titled or columned or _breaks(previous, line)):
            yield start, position
            start = None
        fenced = fenced != bool(_FENCE.match(line))
        logged = entered or (logged and start is not None)
        start = match.start() if start is None else start
        previous, position = line, match.end()
    if start is not None:
        yield start, position


def _breaks(previous: str, line: str) -> bool:
    """Whether the break between two neighbouring lines ends a sentence."""
    if _is_apart(line) or (_sign(line) in _SIGNS and _BULLET.match(line)) or _is_apart(previous):
        return True
    if _CODE_END.search(previous[-8:]) and (line[:1].isspace() or "}" in previous[-8:]):
        return True
    if _NUMBERED.match(line):
        if begins_with_day(previous, line):
            return False
        return not _NUMBER_FOLLOWS.search(previous[-16:])
    return bool(_LETTERED.match(line)) and bool(_ITEM_END.search(previous[-16:]) or _LETTERED.match(previous))


_TITLE = later(
    r"[ \t>]*(?:(?:\d{1,2}(?:\.\d{1,2})*|[A-Z]|[IVX]{1,4})[.)]?[ \t]+)?[A-Z][\w'\u2019&/()-]*"
    r"(?:[ \t]+[\w'\u2019&/()-]+(?:\.\d+)*){0,5}[ \t]*\Z"
)
_NO_TITLE_END = later(
    r"\b(?:in|on|off|via|per|upon|not|no|has|have|had|do|does|did|who|when|where|Mr|Mrs|Ms|Dr|St)[ \t]*\Z"
)
_COUNT = later(r"[ \t>]*(\d{1,2}(?:\.\d{1,3})*)[.)]?[ \t]+")
TITLE, BELOW = 45, 60
"""Characters of a line that may be a title, at most, and of the line below it, at least (defaults): prose that is
broken for its width has no short first line."""


def _is_title(first: str, line: str) -> bool:
    """Whether the first line of a paragraph is the title of what stands below: short, without a stop.

    So is any before its own first clause: `3. Prices` above `3.1 The price is ...`.
    """
    if len(first.rstrip()) > TITLE or not _TITLE.match(first):
        return False
    number, below = _COUNT.match(first), _COUNT.match(line)
    if number and below and below[1].startswith(f"{number[1]}."):
        return True
    if first.isupper() and (len(line) - len(line.lstrip()) > len(first) - len(first.lstrip()) or is_named(line)):
        return True
    if len(line) < BELOW or not line.lstrip(' \t>"\u201c*_')[:1].isupper():
        return False
    return not (_CANNOT_END.search(f". {first}") or _NO_TITLE_END.search(first))


def is_titling(text: str, start: int, end: int) -> bool:
    """Whether a sentence of a text is the title of the line below it."""
    if end - start > TITLE or (below := text.find("\n", end)) < 0 or text[end:below].strip():
        return False
    stop = text.find("\n", below + 1)
    return _is_title(text[start:end], text[below + 1 : stop if stop >= 0 else len(text)])


def is_entry(line: str) -> bool:
    """Whether a line begins as an entry of a log does."""
    return line.lstrip(" \t[")[:1].isdigit() and bool(_ENTERED.match(line))


def _is_apart(line: str) -> bool:
    """Whether a line is a sentence whatever it says: a row, a heading or a fence."""
    if "|" in line and _ROW.match(line):
        return True
    return _sign(line) in _SIGNS and bool(_HEADING.match(line) or _FENCE.match(line))


_SIGNS = frozenset("-*+\u2022\u25cf\u25aa#`~")
"""What list items, headings and fences begin with."""


def _sign(line: str) -> str:
    return line.lstrip(" \t>")[:1]


def _segment(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    start, end = _trim(text, start, end)
    if start == end:
        return
    short = end - start <= WINDOW and not _INNER.search(text, start, end)
    if short or (end - start <= ENTRY and _ENTERED.match(text, start, end)):
        yield start, end  # most lines: nothing in them could end a sentence
    else:
        yield from _pieces(text, _joined(text, _model_spans(text, start, end)))


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def _model_spans(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Nupunkt's spans, window by window; the last sentence of a window begins the next one."""
    while start < end:
        stop = min(end, start + WINDOW)
        if not _CANDIDATE.search(text, start, stop):
            found = [(start, stop)]
        else:
            from nupunkt import sent_spans

            found = [(start + left, start + right) for left, right in sent_spans(text[start:stop])]
        if stop < end and len(found) > 1:
            stop = found.pop()[0]
        elif stop < end:
            stop = _at_space(text, start, stop)
            found = [(start, stop)]
        yield from found
        start = stop


def _at_space(text: str, start: int, stop: int) -> int:
    """The last whitespace of the window, so that an endless sentence is cut between words."""
    for position in range(stop, max(start, stop - 200), -1):
        if text[position - 1].isspace():
            return position
    return stop


def _joined(text: str, spans: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Undo ends after abbreviations that cannot end a sentence where they stand."""
    held: tuple[int, int] | None = None
    for start, end in spans:
        left, right = _trim(text, start, end)
        if left == right:
            continue
        if held and _continues(text, held[1], left):
            held = (held[0], right)
        else:
            if held:
                yield held
            held = (left, right)
    if held:
        yield held


def _continues(text: str, end: int, start: int) -> bool:
    following = text[start]
    before = text[max(0, end - 16) : end]
    if following.islower() and not before.endswith(("!", "?")):
        return True
    if goes_on_abroad(text, end, start):
        return True
    if following.isdigit() or following in "(\u00a7":
        return bool(_ABBREVIATED.search(before))
    return bool(_NUMBER_FOLLOWS.search(before))


def _pieces(text: str, spans: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    for start, end in spans:
        position = start
        for stop in _stops(text, start, end):
            left, right = _trim(text, position, stop)
            if left < right:
                yield left, right
            position = stop
        left, right = _trim(text, position, end)
        if left < right:
            yield left, right


def _stops(text: str, start: int, end: int) -> list[int]:
    """Ends inside a span that the model does not know: wide stops, and openers that only begin sentences."""
    wide = [] if text.isascii() else [match.end() for match in _WIDE_STOP.finditer(text, start, end)]
    inner = [
        match.start()
        for match in _OPENER.finditer(text, start, end)
        if match.start() > start + _MARKER_LENGTH
        and not _LONG_ABBREVIATED.search(text[max(start, match.start() - 16) : match.start()])
    ]
    return sorted({*wide, *inner})
