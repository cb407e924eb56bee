"""The numbered places of a text: where Section 3.07 begins, which of its paragraphs (b)(iii) a sentence stands in.

Numbers come from the headings that the sectioner found, and from numbers that run into the text; the latter count only
where they continue the numbering. Lettered paragraphs nest by the kind of their letters and by what they follow.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from kts.types import Section

_RUN_IN = later(
    r"(?P<number>\d{1,2}(?:\.\d{1,2}){0,3})(?P<dot>[.)])?[*]*(?:[ \t\xa0]+|[ \t]*\n[ \t]*)(?=[A-Z\"\u201c(*])"
)
_BEFORE = later(r"(?:\A|[\s)\]\"\u201d*])\Z")
_OPENS = later(r"(?:[.;:)\]\"\u201d*]\s{1,3}[*]*|\n[ \t*]*)\Z")
_REFERS = later(
    r"(?:\b(?:sections?|clauses?|articles?|paragraphs?|exhibits?|schedules?|and|or|to|of|in|with|than|at|by"
    r"|see|through)|[,(\u00a7$#])[ \t\n*]*\Z",
    re.IGNORECASE,
)
_SECTION_LINE = later(r"\n[ \t*]*(?:Section|SECTION|Clause)[ \t]+\Z")
SKIPPED = 3
"""Numbers that a line may leave out of the numbering and still continue it: headings were lost in conversion."""
_MARK = later(r"\((?P<label>[a-z]{1,2}|[ivxl]{2,5}|[A-Z]|\d{1,2})\)(?=[ \t\xa0\n*_])")
_MARKED = later(r"(?:\A|\n)[ \t\xa0>*-]*\Z|[;:,.\u2014][ \t\n]{1,2}\Z|\b(?:and|or)[ \t\n]\Z")
_MENTION = later(r"\b(?:clauses?|paragraphs?|subsections?|subclauses?|sections?|items?)\s[^.;:]{0,40}\Z", re.IGNORECASE)
_SPACE = later(r"\s+")
_ZEROS = later(r"(?<=\.)0+(?=\d)")
_LABEL = later(r"\(([A-Za-z0-9]{1,5})\)")
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv", "xvi", "xvii",
          "xviii", "xix", "xx", "xxi", "xxii", "xxiii", "xxiv", "xxv")  # fmt: skip
_KINDS = {
    "article": "article", "chapter": "article", "part": "article", "title": "article",
    "exhibit": "exhibit", "annex": "exhibit", "appendix": "exhibit", "attachment": "exhibit",
    "schedule": "schedule",
}  # fmt: skip


_ANNEXED = later(r"(?:Exhibit|Annex|Appendix|Attachment|Schedule) (?:[A-Z]{1,2}|\d{1,3})(?![\w])", re.IGNORECASE)
"""A heading such as `23. Appendix A: codes`, which is known by both numbers."""
_ANNEX_RUN_IN = later(
    r"(?P<word>EXHIBIT|SCHEDULE|ANNEX|APPENDIX|ATTACHMENT)[ \t\xa0]+(?P<number>[A-Z]{1,2}|\d{1,2}(?:\.\d{1,2})?)(?!\w)"
    r"(?=[ \t\xa0]+(?:[:\u2013\u2014-][ \t\xa0]+[A-Z]|[A-Z]{3}))"
)
_UNDER = later(r"\b(?:under|per|this|the|on|from)[ \t\n*]*\Z", re.IGNORECASE)
_FILED = later(r"\s*(?P<word>Exhibit|EXHIBIT)[ \t\xa0]+(?P<number>\d{1,3}(?:\.\d{1,3})*)(?!\w)")


class Anchor(NamedTuple):
    """A numbered place: `number` as displayed, without its word; `section` the index of the section that holds it."""

    start: int
    kind: str
    number: str
    section: int | None


class Places:
    """What of a text can be referred to by number."""

    def __init__(self, text: str, sections: Sequence[Section]) -> None:
        self._text = text
        self.anchors = tuple(_anchors(text, sections))
        self._starts = [anchor.start for anchor in self.anchors]
        self._plain = {section.span.start for section in sections if section.number.rstrip(".").isdecimal()}
        if any("." in section.number.rstrip(".") for section in sections):
            self._plain = set()
        self._by_key: dict[tuple[str, str], Anchor] = {}
        for anchor in self.anchors:
            self._by_key.setdefault((anchor.kind, key(anchor.number)), anchor)
        self._padded = {_ZEROS.sub("", key(one.number)): one for one in self.anchors if _ZEROS.search(one.number)}
        self._marks = [(start, path) for start, path in _marks(text, [0, *self._starts, len(text)])]
        self._mark_starts = [start for start, _ in self._marks]

    def named(self, kind: str, number: str) -> Anchor | None:
        """The place with that number: letters of paragraphs set aside, an article under either way of counting."""
        base = _LABEL.split(number)[0].strip() or number
        found = self._by_key.get((kind, key(number))) or self._by_key.get((kind, key(base)))
        if found is None and kind == "section":
            found = self._padded.get(key(base))  # Section 8.4 of a text that counts 8.01, 8.02
        if found is None and kind == "section" and "." not in base:
            found = self._by_key.get(("article", key(base)))
        if found is None and kind == "article":
            found = self._by_key.get(("section", key(base)))
        return found

    def holds(self, anchor: Anchor, number: str) -> bool:
        """Whether the lettered paragraph that a number ends in is there; true where no letters are read."""
        labels = tuple(_LABEL.findall(number))
        known = set(self.paths(anchor.start))
        return not labels or not known or labels in known

    def here(self, position: int, kind: str = "section") -> Anchor | None:
        """The place of a kind in which a position stands."""
        at = bisect_right(self._starts, position) - 1
        while at >= 0 and self.anchors[at].kind != kind:
            if kind == "section" and self.anchors[at].kind in {"exhibit", "schedule"}:
                return None
            at -= 1
        if at < 0:
            return None
        return self._headed(self.anchors[at]) if kind == "section" else self.anchors[at]

    def _headed(self, anchor: Anchor) -> Anchor:
        """The section of a numbered paragraph: where headings count 1, 2, 3, paragraph 7.2 is of Section 7."""
        base = anchor.number.split(".")[0]
        headed = self._by_key.get(("section", key(base)))
        whole = headed is not None and headed.start in self._plain and "." in anchor.number
        return headed if headed is not None and whole and anchor.start not in self._plain else anchor

    def article_of(self, position: int) -> str:
        """The number of the article in which a position stands: its heading's, else the section's first part."""
        if anchor := self.here(position, "article"):
            return anchor.number
        section = self.here(position)
        return section.number.split(".")[0] if section else ""

    def path(self, position: int) -> tuple[str, ...]:
        """The lettered paragraphs in which a position stands, outermost first."""
        at = bisect_right(self._mark_starts, position) - 1
        floor = self._floor(position)
        return self._marks[at][1] if at >= 0 and self._mark_starts[at] >= floor else ()

    def _floor(self, position: int) -> int:
        at = bisect_right(self._starts, position) - 1
        return self._starts[at] if at >= 0 else 0

    def paths(self, position: int) -> list[tuple[str, ...]]:
        """All lettered paragraphs of the section in which a position stands, in reading order."""
        floor = self._floor(position)
        at = bisect_right(self._starts, position)
        ceiling = self._starts[at] if at < len(self._starts) else 1 << 62
        first, last = bisect_right(self._mark_starts, floor - 1), bisect_right(self._mark_starts, ceiling - 1)
        return [path for _, path in self._marks[first:last]]

    def paragraph(self, position: int, labels: tuple[str, ...]) -> tuple[str, ...]:
        """The path of the paragraph that `(labels)` names from where a position stands: the nearest that exists."""
        current, known = self.path(position), set(self.paths(position))
        for depth in range(len(current), -1, -1):
            if current[:depth] + labels in known:
                return current[:depth] + labels
        inner = current and labels[0] in _ROMAN and current[0] not in _ROMAN[1:]
        return current[:1] + labels if inner else labels

    def labelled(self, position: int, label: str) -> bool:
        """Whether a label stands elsewhere in the section of a position, where running text counts its clauses."""
        floor, at = self._floor(position), bisect_right(self._starts, position)
        ceiling = self._starts[at] if at < len(self._starts) else len(self._text)
        return self._text.count(f"({label})", floor, ceiling) > 1

    def preceding(self, position: int) -> tuple[str, ...]:
        """The paragraph before the one in which a position stands, at the same level."""
        current = self.path(position)
        before = [path for path in self.paths(position) if len(path) == len(current) and path[:-1] == current[:-1]]
        at = before.index(current) if current in before else 0
        if at:
            return before[at - 1]
        wider: list[tuple[str, ...]] = [path for path in self.paths(position) if len(path) == 1]
        first = current[:1]
        outer = wider.index(first) if first in wider else 0
        return wider[outer - 1] if outer else current


def key(number: str) -> str:
    """A number as it is compared: blanks, final marks and case aside."""
    return _SPACE.sub("", number).rstrip(".:").casefold()


def kind_of(number: str) -> tuple[str, str]:
    """(kind, bare number) of a section's displayed number: `ARTICLE II` is (article, II), `5.02` (section, 5.02)."""
    word, _, rest = number.partition(" ")
    kind = _KINDS.get(word.casefold())
    return (kind, rest.strip()) if kind and rest else ("section", number)


def _anchors(text: str, sections: Sequence[Section]) -> Iterator[Anchor]:
    """Headings with numbers, and between them the numbers in the text that continue the numbering."""
    headed = [
        Anchor(section.span.start, *kind_of(section.number), section.index) for section in sections if section.number
    ]
    headed += [
        Anchor(section.span.start, *kind_of(match[0]), section.index)
        for section in sections
        if section.number and (match := _ANNEXED.match(section.heading))
    ]
    headed_at = {anchor.start for anchor in headed}
    annexes = list(_annexes(text, {(anchor.kind, key(anchor.number)) for anchor in headed}))
    starts = [section.span.start for section in sections]
    run_in = [
        Anchor(match.start("number"), "section", match["number"], _section_at(sections, starts, match.start("number")))
        for match in _RUN_IN.finditer(text)
        if _numbers(text, match)
    ]
    lines = {one.start for one in run_in if not text[text.rfind("\n", 0, one.start) + 1 : one.start].strip(" \t*")}
    last: tuple[int, ...] = ()
    for anchor in sorted((*headed, *annexes, *run_in), key=lambda one: one[:3]):
        parts = _parts(anchor.number)
        if anchor.section is None and anchor in annexes:
            yield anchor
        elif anchor.start in headed_at:
            last = parts or last
            yield anchor
        elif _follows(parts, last) or (anchor.start in lines and _continues(parts, last)):
            last = parts
            yield anchor


def _annexes(text: str, known: Collection[tuple[str, str]]) -> Iterator[Anchor]:
    """Annexes whose headings run into the text, and the number under which a filing holds the document itself."""
    for match in _ANNEX_RUN_IN.finditer(text):
        place = Anchor(match.start(), _KINDS[match["word"].casefold()], match["number"], None)
        before = text[max(0, match.start() - 24) : match.start()]
        if (place.kind, key(place.number)) not in known and not _REFERS.search(before) and not _UNDER.search(before):
            yield place
    filed = _FILED.match(text)
    if filed and ("exhibit", key(filed["number"])) not in known:
        yield Anchor(filed.start("word"), "exhibit", filed["number"], None)


def _numbers(text: str, match: re.Match[str]) -> bool:
    """Whether a number stands where one numbers a paragraph: after the end of a sentence, or dotted between words."""
    before = text[max(0, match.start("number") - 24) : match.start("number")]
    if not _BEFORE.search(before) or (_REFERS.search(before) and not _SECTION_LINE.search(before)):
        return False
    return "." in match["number"] or bool(match["dot"] and _OPENS.search(before))


def _continues(parts: tuple[int, ...], last: tuple[int, ...]) -> bool:
    """Whether a dotted number that begins a line goes on from another with a few left out."""
    if len(parts) < 2 or not last:  # noqa: PLR2004 - a chapter and a number in it
        return False
    depth = len(parts) - 1
    if parts[:-1] == last[:depth]:
        return 0 < parts[-1] - (last[depth] if len(last) > depth else 0) <= SKIPPED
    return (
        parts[:-1] == (*last[: depth - 1], last[depth - 1] + 1) and parts[-1] <= SKIPPED
        if len(last) >= depth
        else False
    )


def _section_at(sections: Sequence[Section], starts: Sequence[int], position: int) -> int | None:
    at = bisect_right(starts, position) - 1
    return sections[at].index if at >= 0 else None


def _parts(number: str) -> tuple[int, ...]:
    pieces = number.split(".")
    return tuple(int(piece) for piece in pieces) if all(piece.isdecimal() for piece in pieces) else ()


def _follows(parts: tuple[int, ...], last: tuple[int, ...]) -> bool:
    """Whether a number is the next one after another: a sibling, the first child, or the next of an outer level."""
    if not last:
        return parts in {(1,), (1, 1), (1, 0)}
    if parts[:-1] == last and parts[-1] in (0, 1):
        return True
    nexts = {(*last[:depth], last[depth] + 1) for depth in range(len(last))}
    return parts in nexts or (len(parts) > 1 and parts[:-1] in nexts and parts[-1] in (0, 1))


def _marks(text: str, borders: Sequence[int]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """(where, path) of every lettered paragraph between two borders."""
    for floor, ceiling in pairwise(borders):
        path: tuple[str, ...] = ()
        found = [match for match in _MARK.finditer(text, floor, ceiling) if _is_mark(text, match)]
        seen = set()
        for at, match in enumerate(found):
            after = found[at + 1]["label"] if at + 1 < len(found) else ""
            # a roman one below (h) or below the letter (i), as (ii) follows it
            roman = (
                match["label"] == "i" and after == "ii" and (path[-1:] == ("h",) or (path == ("i",) and "h" in seen))
            )
            following = (*path, "i") if roman else _extended(path, match["label"])
            if following:
                path = following
                seen.add(path[0])
                yield match.start("label") - 1, path


def _is_mark(text: str, match: re.Match[str]) -> bool:
    """Whether a label in parentheses begins a paragraph, and is no mention of one."""
    before = text[max(0, match.start() - 60) : match.start()]
    return bool(_MARKED.search(before)) and not _MENTION.search(before)


def _extended(path: tuple[str, ...], label: str) -> tuple[str, ...]:
    """The path with a label: it follows one of the open levels, or opens a new one; empty when it does neither."""
    for depth in range(len(path) - 1, -1, -1):
        if label in _successors(path[depth]):
            return (*path[:depth], label)
    if label in {"a", "i", "A", "1"} and label not in path:
        return (*path, label)
    return ()


def _successors(label: str) -> set[str]:
    found = set()
    if label in _ROMAN[:-1]:
        found.add(_ROMAN[_ROMAN.index(label) + 1])
    if label.isdecimal():
        found.add(str(int(label) + 1))
    elif len(label) == 1 and label not in "zZ":
        found.add(chr(ord(label) + 1))
    elif label == "z":
        found.add("aa")
    elif len(label) == 2 and label[0] == label[1] and label != "zz":  # noqa: PLR2004 - aa, bb
        found.add(chr(ord(label[0]) + 1) * 2)
    return found
