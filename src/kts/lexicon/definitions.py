"""Defined terms: where a text gives a word its meaning, and how a term is looked up.

A quotation is a definition by what stands around it: a verb of defining after it (`"Servicer" means`), the mark of an
entry (`"Closing Date": March 18`), a parenthesis that ends a description (`(in that capacity, the "Servicer")`), or
words that name something (`referred to as the "Parties"`). A quotation without any of these is only a quotation.
Terms without quotation marks are found where the layout or the heading says so (`lexicon.glossaries`).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

from kts.lexicon.patterns import later
from kts.structure import Definition
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.structure import DefinitionKind

AROUND = 320
"""Characters on each side of a quotation that are looked at; the longest introduction in sampled contracts has 260."""
LONGEST = 4_000
"""Characters of a definition; entries of credit agreements reach 3,500."""
LONGEST_TERM = 10
"""Words of a defined term; longer quotations are sentences."""
REACH = 600
"""Characters before a term in which its sentence begins."""

_STRAIGHT = (
    r'"(?:(?<=[\s(\[{*_/\u2014-]")|(?<=\A"))(?=[\w$\[(*\'&+.\u2019-])'
    r'(?P<straight>[^"\u201c\u201d]{1,120})(?<=\S)"(?!\w)'
)
_QUOTED = later(
    rf"\u201c(?P<curly>[^\u201c\u201d]{{1,120}})\u201d|{_STRAIGHT}"
    r"|\u2018(?<![\w\u2018]\u2018)(?P<single>[A-Z][^\u2018\u2019\r\n]{1,80})\u2019(?=[\s*_]+(?:means|shall"
    r"|has|is defined))"
)
_PLAINLY_QUOTED = later(_STRAIGHT)
"""For texts without other marks: an expression that begins with a letter is looked for ten times as fast."""
_FENCE = later(r"^[ \t>]*(?:```|~~~)[^\n]*", re.MULTILINE)
_BLANK = later(r"\n[ \t\xa0]*\r?\n|\r[ \t]*\r")
_JOIN = later(
    r"[*_`]*,?[*_`]*\s*(?:(?:and|or|and/or|/|,)\s*)?(?:the\s+)?(?:(?:term|word|sign|symbol|expression"
    r"|letter)s?\s+)?[*_`]*"
)
_TRAILING = ",.;:"
_WORD = later(r"[^\W_]|[$%\u20ac\u00a3\u00a7]")
_SPACES = later(r"\s+")

_QUALIFIED = (
    r"(?: ?\([^()]{0,250}\))?"
    r"(?:,? (?:when|as|if|where|unless|used|applicable|with|in|of|for|at|on|during|to|under|has|,)"
    r"(?: [^.;:\u201c\u201d\"]{0,160}?)?,?)?"
)
_MEANING = (
    r"(?:shall |will |should |does |do )?(?:(?:each|also|collectively|respectively|both|hereby|only) )*"
    r"(?:means?\b|be defined|(?:have|has) (?:the |a |its |their )?(?:\w+ )?meanings?\b|(?:is|are) (?:\w+ )?defined\b"
    r"|refers? to\b|be deemed to (?:mean|refer|be followed by)|designates?\b|denotes?\b|stands? for\b|signif"
    r"(?:y|ies)\b"
    r"|(?:is|are) used (?:in this \w+ |herein )?as defined|be construed (?:as|to mean)\b)"
)
_DEFINES = later(rf"[*_`]*{_QUALIFIED},? {_MEANING}")
_BEING = later(
    rf"[*_`]*{_QUALIFIED},? (?:(?:will|shall) be (?:the|an?|equal|determined|calculated)\b|is\b|are\b"
    r"|(?:will |shall )?(?:consists? of|commences?|begins?|comprises?|includes?)\b)"
    r"(?! (?:not|already|also|never|used|a (?:registered )?trademark|subject|required|available))"
)
_ENTRY = later(r"[*_`]*(?: ?\((?:or|also|abbreviated)[^()]{0,80}\))?[*_`]* ?(?::|\u2014|\u2013|--) ?\S")
_EXPLAINED = later(r"[*_`]* ?\((?:that is|i\.e\.|meaning|which means|which is)\b")
_CONDITION = later(r"[*_`]*,? ?(?:if|when|where|unless|until|only if|for (?:the )?purposes?|; one (?:that|which))\b")
_FOLLOWING = later(r"[*_`]*(?: hereunder| under this \w+)? ?:")
_ELSEWHERE = later(
    r"[*_`]*,? ?\(?(?:(?:each|all|both) )?(?:as (?:defined|described|such|that|those|the term)|within the meaning"
    r"|pursuant to|under (?:the )?\w+ \w*|described in|registered under)\b"
)
_NAMED = later(
    r"\b(?:(?:referred to|known|defined|designated)(?: (?:herein|hereinafter|hereafter|below|collectively|each|all"
    r"|individually|together|jointly|sometimes|also|only|in this \w+|for \w+))*,? as|(?:hereinafter"
    r"|hereafter) (?:called"
    r"|termed)?|(?:is|are|being|be|herein|sometimes|also) called)(?:,? (?:each|collectively|jointly|individually"
    r"|either))*,? ?(?:an?|the|this|its|our)?[ *_`]*$"
)
_COORDINATED = later(
    r"(?:(?:\b(?:and|or)|,) (?:(?:collectively|jointly|together|each|individually)\b(?: \w+){0,4}|as) ?"
    r"(?:as )?(?:an?|the)?"
    r"|\b(?:together|collectively|such [\w ,-]{1,60})(?: being|,)(?: the)?|\bbeing (?:the|an?))[ *_`]*$"
)
_PREDICATE = later(r"\b(?:is|are|becomes?|constitutes?|constitute|be)(?: considered| deemed)? ?(?:an?|the)?[ *_`]*$")
_DENIED = later(r"\b(?:no|nor|neither|never|cannot)\b|\bnot\b.{0,25}\Z", re.IGNORECASE)
_THESE = later(r"\bfollowing\b[^.;\u201c\u201d\"]{0,120}$")
_MENTIONED = later(
    r"\b(?:definitions?|meanings?|uses?)(?: of)?(?: the)?(?: (?:terms?|words?|phrases?))?[ *_`]*$"
    r"|\b(?:marked|titled|entitled|labell?ed|flagged|coded?|rated|rating|at least|below|above|phrase|caption|heading"
    r"|button|field|note|shown as|marked as|stamped|column|tab|say|says|said|word)[ *_`]*$",
    re.IGNORECASE,
)
_INTRODUCED = later(
    r"^[ *_`]*$"
    r"|(?:^|[\s,;])(?:the|an?|each|this|such|any|all|these|those|our|its|collectively|individually|together|jointly"
    r"|hereinafter|hereafter|herein|called|being|and|or|respectively|defined as|referred to as|known as|as the|as an?"
    r"|as|abbreviated|short)\b,?[ *_`]*$"
    r"|\bcorrelative meanings?,?(?: the (?:terms?|words?))?[ *_`]*$",
    re.IGNORECASE,
)
_WITHIN = later(
    r"\b(?:of|in|by|to|under|with|within|without|at|for|from|on|per|see|marked|than) (?:(?:the|an?|such"
    r"|any)\b)?[ *_`]*$"
    r"|\b(?:marked|rated|see|e\.g\.|i\.e\.|such as|including|other than)[, *_`]*$",
    re.IGNORECASE,
)
_COLLECTS = later(r"\b(?:collectively|together|referred|capacity|hereinafter|each|herein)\b", re.IGNORECASE)
_CLOSES = later(
    r"[*_`]*[,.]?[*_`]*(?: ?[),;\]]| (?:and|or|collectively|together|herein\w*|in this|being|which|as amended"
    r"|respectively|unless|for|that|whether)\b)"
)
_INCORPORATED = later(
    r"(?:meanings?|respective meanings?)(?: as| therefor)? (?:set (?:forth|out)|given|assigned|specified"
    r"|ascribed|provided"
    r"|stated|described|attributed)(?: to (?:it|them|such terms?|that term|those terms))?(?: \w+)? (?:in|by"
    r"|to|under|on) (?P<set>(?:[^.;]|\.(?=\d)){1,160})"
    r"|\b(?:[Aa]s |is |are |have been )defined (?:above )?(?:in|by|under) (?P<as>(?:[^.;]|\.(?=\d)){1,160})"
    r"|(?:described|referred to|specified|set forth|provided for) in (?P<in>(?:Section|Article|Clause"
    r"|Paragraph|Exhibit|Schedule|Annex)\b(?:[^.;]|\.(?=\d)){1,80})"
)
_SELF = later(
    r"(?:the )?(?:Section|Article|Clause|Paragraph|clause|paragraph|section|preamble|recitals?|introduct"
    r"|first paragraph"
    r"|opening|foregoing|this)\b",
)
_OTHER = later(r"\b(?:of|in|to|under) (?:the|that certain|such) (?P<name>[A-Z][^,.;()]{2,80})")
_NUMBERED_PLACE = later(
    r"(?:the )?(?:Section|Article|Clause|Paragraph|clause|paragraph|section)s? "
    r"(?:\d[\d.]*(?:\(\w{1,4}\))*|[IVXLC]+\b)(?<!\.)"
)
_CONTINUES = later(r"(?:[:;,\u2014]|\b(?:and|or))\s*\Z")
_CONTINUED = later(r"\s*(?:[a-z]|\((?:[a-z]{1,4}|\d{1,2}|[A-Z])\)|[-*\u2022\u25cf] |\d{1,2}[.)] [a-z])")
_FURNITURE = later(r"\s*(?:<PAGE>)?[\s\d.-]*(?:<PAGE>)?[\s\d-]*\Z")
_SUBJECT = later(
    r"(?:\A|[.;:!?](?: and| or| but)?|\|)[ *_`>-]*(?:\(\w{1,4}\) |[\d.]+ )?(?:(?:The|A|An|Each|the)\b"
    r"(?: terms?)?)?[ *_`]*\Z"
)
_BORDER = later(
    r"[.!?][\"'\u201d\u2019)\]*_`]*(?P<blank>\s+)(?=[\"'\u201c\u2018(\[*_`]*[A-Z0-9])|\n(?=[ \t]*"
    r"(?:[-*+\u2022|#]|\d+[.)][ \t]))"
)
_ABBREVIATED = later(
    r"(?:\b(?:Nos?|Secs?|Arts?|Inc|Corp|Ltd|Co|Mr|Mrs|Ms|Dr|St|e\.g|i\.e|vs|v|Figs?|Eqs?|cf|etc|approx|para"
    r"|pp|Jr|Bros|al)|\b[A-Z])\.\Z"
)


_DEFINITION_OF = later(r"\b(?:definitions?|meaning) of[^.]{0,30}\Z")
_NUMBERED = later(r"[ *_`>-]*(?:\(\w{1,4}\)|[\d.]+|\w\))[ *_`]*")


_CLAUSE = r"\d{1,2}(?:\.\d{1,3}){1,3}\.?[ \t]+"
_COUNTED = later(rf"(?:[.;:][ \t\r\n]+(?=\()|\n[ \t]*(?=\d))(?P<mark>\([a-z]{{1,4}}\)[ \t]*|{_CLAUSE}[*_]{{0,2}})\Z")
_NEXT_CLAUSE = later(rf"[.;:!?)\"\u201d\u2019][*_]{{0,2}}[ \t]*\r?\n(?=[ \t]*{_CLAUSE}[*_]{{0,2}}[\"\u201cA-Z(])")
"""Where the line of a numbered clause ends and the next one begins: `1.2 "Service Credit" means`."""
COUNTED = 16
"""Characters before a term in which the mark of its entry stands."""
GAP = "  "
"""Before a term in the middle of a line: a new entry, where the lines of a text are lost."""


class Quoted(NamedTuple):
    """A quotation: the term in it without marks and final punctuation, and where the marks are."""

    term: str
    span: Span
    outer: Span


def norm(term: str) -> str:
    """A term as it is looked up: lower case, without article and possessive, its last word singular."""
    words = (
        _SPACES.sub(" ", term.replace("\u2019", "'").replace("\u00ad", "").replace("\\", "").replace("(s)", "s"))
        .casefold()
        .strip(" '\"\u201c\u201d.,;:")
        .split(" ")
    )
    if len(words) > 1 and words[0] in {"the", "a", "an"}:
        words = words[1:]
    return " ".join([*words[:-1], _singular(words[-1].removesuffix("'s").rstrip("'"))])


def _singular(word: str) -> str:
    if len(word) < SHORTEST_PLURAL or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "sses", "xes", "zes")):
        return word[:-2]
    return word.removesuffix("s")


SHORTEST_PLURAL = 4
"""Letters; shorter words that end in s are rarely plurals."""


def quotations(text: str) -> tuple[Quoted, ...]:
    """Every quotation of `text` short enough to be a term."""
    found = []
    code: list[tuple[int, int]] | None = None
    curly = "\u201c" in text or "\u2018" in text
    for match in (_QUOTED if curly else _PLAINLY_QUOTED).finditer(text):
        code = code_ranges(text) if code is None else code
        if code and _within(code, match.start()):
            continue
        start, end = match.span(match.lastgroup or 0)
        while end > start and text[end - 1] in _TRAILING + " \n\r\t":
            end -= 1
        while start < end and text[start].isspace():
            start += 1
        term = _SPACES.sub(" ", text[start:end])
        if _WORD.search(term) and term.count(" ") < LONGEST_TERM and not _BLANK.search(match[0]):
            found.append(Quoted(term, Span(start, end), Span(*match.span())))
    return tuple(found)


def code_ranges(text: str) -> list[tuple[int, int]]:
    """Fenced blocks of code, whose quotation marks quote nothing."""
    fences = list(_FENCE.finditer(text)) if "```" in text or "~~~" in text else []
    return [(first.start(), last.end()) for first, last in zip(fences[::2], fences[1::2], strict=False)]


def _within(ranges: Sequence[tuple[int, int]], position: int) -> bool:
    at = bisect_right(ranges, (position, len(ranges))) - 1
    return at >= 0 and position < ranges[at][1]


def quoted_definitions(text: str) -> tuple[Definition, ...]:
    """The definitions of quoted terms in reading order; what is quoted without being defined is left out."""
    quoted_ = quotations(text)
    if not quoted_:
        return ()
    paragraphs = _paragraphs(text)
    found: list[tuple[Quoted, DefinitionKind]] = []
    clause = -1
    for group in _groups(text, quoted_):
        kind = _kind(text, group, paragraphs, clause)
        if kind:
            found += [(quoted, kind) for quoted in group]
            clause = group[-1].outer.end if kind == "inline" else -1
    return tuple(_definition(text, found, at, paragraphs) for at in range(len(found)))


def _groups(text: str, quoted: Sequence[Quoted]) -> Iterator[list[Quoted]]:
    """Quotations joined by nothing but commas, `and` and `or` are defined together, or not at all."""
    group: list[Quoted] = []
    for one in quoted:
        if group and not _JOIN.fullmatch(text, group[-1].outer.end, one.outer.start):
            yield group
            group = []
        group.append(one)
    if group:
        yield group


def _paragraphs(text: str) -> list[int]:
    """Where paragraphs begin, and clauses whose lines stand one below the other."""
    return sorted({0, *(match.end() for pattern in (_BLANK, _NEXT_CLAUSE) for match in pattern.finditer(text))})


def _flat(text: str) -> str:
    """One line, its blanks collapsed; those at the ends stay as one."""
    return _SPACES.sub(" ", text)


def _kind(text: str, group: Sequence[Quoted], paragraphs: Sequence[int], clause: int) -> DefinitionKind | None:
    """How the terms of a group are defined where they stand, None when they are only quoted."""
    start, end = group[0].outer.start, group[-1].outer.end
    begins = paragraphs[bisect_right(paragraphs, start) - 1]
    before = _flat(text[max(begins, start - AROUND) : start])
    after = _flat(text[end : end + AROUND])
    if kind := _entry(before, after, opens=start - AROUND <= begins):
        return kind
    inside = _parenthesis(before)
    if inside is not None and _named_there(inside, after) and not group[0].term.isdecimal():
        return "parenthetical"
    return "inline" if _inline(before, after, joined=clause >= 0 and start - clause < AROUND) else None


def _entry(before: str, after: str, *, opens: bool) -> DefinitionKind | None:
    """`"X" means`, `"X": ...`, `The "X" is ...`."""
    subject = (opens and bool(_SUBJECT.search(before))) or bool(
        re.search(r"[.;:!?][ *_`\"\u201d)]*(?:The|A|An|Each)? ?\Z", before)
    )
    defined = _DEFINES.match(after)
    if defined and not _DEFINITION_OF.search(before) and (subject or not _ELSEWHERE.match(after)):
        leads = not before.strip(" *_`>-(\u2022") or _NUMBERED.fullmatch(before)
        return _source_kind(after[: defined.end() + AROUND]) or ("article" if leads else "inline")
    lead = opens and re.fullmatch(r"[ *_`>-]*(?:\(\w{1,4}\) |[\d.]+ )?[*_`]*", before)
    if lead and _ENTRY.match(after):
        return _source_kind(after) or "article"
    if _EXPLAINED.match(after):
        return "inline"
    return "inline" if subject and _BEING.match(after) and not _ELSEWHERE.match(after) else None


def _source_kind(after: str) -> DefinitionKind | None:
    found = _INCORPORATED.search(after[:200])
    return "incorporated" if found and found.start() < NEAR else None


NEAR = 80
"""Characters after a term within which `as defined in` says that its meaning stands elsewhere."""


def _parenthesis(before: str) -> str | None:
    """What stands between the parenthesis that is open at the end of `before` and that end."""
    depth = 0
    for position in range(len(before) - 1, -1, -1):
        if before[position] == ")":
            depth += 1
        elif before[position] == "(":
            if not depth:
                return before[position + 1 :]
            depth -= 1
    return None


def _named_there(inside: str, after: str) -> bool:
    """Whether a parenthesis gives a name: `(the "X")`, not `(as in "X")`."""
    if not _INTRODUCED.search(inside) or not _CLOSES.match(after) or _ELSEWHERE.match(after):
        return False
    return not _WITHIN.search(inside) or (bool(_COLLECTS.search(inside)) and not inside.rstrip().endswith("of"))


def _inline(before: str, after: str, *, joined: bool) -> bool:
    """Whether running text names something by a term: `referred to as the "X"`, `is "X" if ...`."""
    if _NAMED.search(before):
        return not _ELSEWHERE.match(after)
    clause = re.split(r"[.;:]\s", before)[-1]
    if _COORDINATED.search(before):
        return not _ELSEWHERE.match(after) and (
            joined or bool(re.search(r"\bbeing\b|, each an? ?[*_`]*$", clause[-80:]))
        )
    if _MENTIONED.search(before):
        return False
    linked = bool(re.search(r"(?:[,;]| and) ?$", before) and _BEING.match(after))
    if joined and (linked or _CONDITION.match(after)):
        return True
    if not _PREDICATE.search(before) or _DENIED.search(clause):
        return False
    return bool(_CONDITION.match(after) or (_FOLLOWING.match(after) and _THESE.search(before)))


def _definition(
    text: str, found: Sequence[tuple[Quoted, DefinitionKind]], at: int, paragraphs: Sequence[int]
) -> Definition:
    quoted, kind = found[at]
    index = bisect_right(paragraphs, quoted.outer.start) - 1
    leads = text[paragraphs[index] : quoted.outer.start].strip(" \t\r\n*_`>-\u2022(").count(" ") == 0
    parted = (_opens(text, other.outer) for other, _ in found[at + 1 :] if _parted(text, quoted, other))
    following = next(parted, len(text))
    if leads and kind in {"article", "incorporated"}:
        span = _whole(text, quoted, paragraphs, index, following)
    else:
        further = (other.outer for other, other_kind in found[at + 1 :] if _of_its_own(text, other, other_kind))
        stop = next((_opens(text, outer) for outer in further), len(text))
        end = min(_end_of(text, paragraphs, index), max(stop, quoted.outer.end))
        floor = quoted.outer.start if _of_its_own(text, quoted, kind) else paragraphs[index]
        span = sentence_around(text, quoted.outer, floor, end)
    source = source_of(text[quoted.outer.end : span.end]) if kind == "incorporated" else ""
    return Definition(quoted.term, norm(quoted.term), span, quoted.span, kind, None, source)


def _parted(text: str, quoted: Quoted, other: Quoted) -> bool:
    """Whether another term begins a definition of its own, on a line or in a sentence of its own."""
    opens = _opens(text, other.outer)
    between = text[quoted.outer.end : opens].rstrip(" \t*_`>-\u2022(\u00a0")
    if opens < other.outer.start or text.startswith(GAP, max(quoted.outer.end, opens - len(GAP))):
        return bool(between) and _DEFINES.match(text, other.outer.end) is not None
    return bool(between) and (between[-1] in "\r\n.;" or other.outer.start - quoted.outer.end > LONGEST)


def _of_its_own(text: str, one: Quoted, kind: DefinitionKind) -> bool:
    """Whether a term begins an entry in the middle of a paragraph: behind its mark, or a gap, and with its verb."""
    opens = _opens(text, one.outer)
    begins = opens < one.outer.start or text.startswith(GAP, max(0, opens - len(GAP)))
    return kind != "parenthetical" and begins and _DEFINES.match(text, one.outer.end) is not None


def _opens(text: str, outer: Span) -> int:
    """Where the entry of a term begins: at its mark, `1.2 "Company" means`, or `(c) "Company"` behind a full stop."""
    mark = _COUNTED.search(text, max(0, outer.start - COUNTED), outer.start)
    return mark.start("mark") if mark else outer.start


def _end_of(text: str, paragraphs: Sequence[int], index: int) -> int:
    return paragraphs[index + 1] if index + 1 < len(paragraphs) else len(text)


def _whole(text: str, quoted: Quoted, paragraphs: Sequence[int], index: int, following: int) -> Span:
    """An entry with the paragraphs that continue it."""
    start = quoted.outer.start - _marked(text, quoted.outer.start)
    limit = min(following, start + LONGEST)
    end = min(_end_of(text, paragraphs, index), limit)
    while index + 1 < len(paragraphs) and paragraphs[index + 1] < limit:
        index += 1
        stop = min(_end_of(text, paragraphs, index), limit)
        paragraph = text[paragraphs[index] : stop]
        if _FURNITURE.match(paragraph):
            continue
        if not (_CONTINUES.search(text[max(start, end - 40) : end].rstrip()) or _CONTINUED.match(paragraph)):
            break
        end = stop
    return Span(start, start + len(text[start:end].rstrip(" \t\r\n*_-(\u2022")))


def _marked(text: str, start: int) -> int:
    """How many signs of emphasis stand before a quotation."""
    return len(text[max(0, start - 3) : start]) - len(text[max(0, start - 3) : start].rstrip("*_"))


def sentence_around(text: str, inner: Span, floor: int, ceiling: int) -> Span:
    """The sentence that holds `inner`, within a paragraph.

    By its marks alone, for a window around a term: to ask for all sentences costs ten times as much, and a definition
    that ends a sentence too late still holds what it says.
    """
    left, right = max(floor, inner.start - REACH), min(ceiling, inner.end + LONGEST // 2)
    start, end = left, right
    for match in _BORDER.finditer(text, left, min(inner.start + 2, ceiling)):
        if match.end() <= inner.start and not _ABBREVIATED.search(text, left, match.start() + 1):
            start = match.end()
    for match in _BORDER.finditer(text, inner.end, right):
        if not _ABBREVIATED.search(text, inner.end, match.start() + 1):
            end = match.start("blank") if match["blank"] else match.start()
            break
    start += len(text[start : inner.start]) - len(text[start : inner.start].lstrip())
    return Span(start, inner.end + len(text[inner.end : end].rstrip()))


def source_of(after: str) -> str:
    """The document or place from which an incorporated definition has its meaning."""
    found = _INCORPORATED.search(_flat(after)[:400])
    if found is None:
        return ""
    place = (found["set"] or found["as"] or found["in"]).strip()
    numbered = _NUMBERED_PLACE.match(place)
    if numbered and not _OTHER.match(place, numbered.end() + 1):
        return numbered[0]
    if _SELF.match(place) and not _OTHER.search(place):
        return re.split(r",| and | hereof| herein| \(| of this| of the", place)[0].strip()
    named = _OTHER.search(f"in {place}") if not _SELF.match(place) else _OTHER.search(place)
    return (named["name"] if named else place).strip()[:120]
