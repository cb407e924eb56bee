"""References of a document, each resolved to the place that it names, as far as the document alone can tell."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from kts.ingest.metadata_dates import DATE, iso_date
from kts.lexicon.crossrefs import crossrefs, entries
from kts.lexicon.crossrefs_places import Places
from kts.lexicon.definitions import norm
from kts.lexicon.patterns import later
from kts.structure import Reference
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kts.lexicon.crossrefs import Found
    from kts.structure import Definition
    from kts.types import Section

HEAD = 6_000
"""Characters in which an amendment says what it amends."""

_AMENDS = later(
    r"\b(?:amends?|supplements?|under|in accordance with|refer(?:ring)? to"
    r"|(?i:amendment|addendum|variation|supplement)(?:\s+(?i:no\.?|number)?\s*\w{1,4})?[\s*_#]+(?i:to))\s+"
    r"(?:the|that\s+certain)\s+(?P<name>(?:[A-Z][\w&'-]*\s+(?:(?:and|of|for)\s+)?){1,7}(?:Agreement"
    r"|Indenture|Contract|Lease|Deed|Policy))",
)
_BASES = ("Agreement", "Indenture", "Contract", "Lease", "Deed", "Policy")
"""One of these is in every name of what is amended."""
_NAMED_BEFORE = later(
    r"(?P<name>(?:[A-Z][\w&'\u2019-]*\s+(?:(?:and|of|for)\s+(?=[A-Z]))?){1,7}"
    r"(?:Agreement|Indenture|Contract|Lease|Deed|Policy|Amendment|Manual|Plan))\b(?=[^()\u201c\u201d\"]{0,160}\Z)"
)
_OPENED = later(r"\((?:the|this|such|as amended, the)?\s*\Z")
_AS_DEFINED = later(r"\b(?:[Aa]s|[Ii]s|[Aa]re)\s+defined|\b[Hh]a(?:s|ve)\s+the\s|\b[Dd]efined\s")


def references(text: str, sections: Sequence[Section], definitions: Sequence[Definition]) -> tuple[Reference, ...]:
    """The references of `text` in reading order; headings, and numbers that begin a section, are none."""
    written = crossrefs(text)
    if not written and not any(one.source for one in definitions):
        return ()
    places = Places(text, sections)
    names = aliases(text, definitions)
    base = amended(text[:HEAD], names)
    headings = _headings(text, sections)
    own_starts = {anchor.start for anchor in places.anchors}
    starts = [section.span.start for section in sections]
    literature = entries(text)
    resolving = _Resolving(places, sections, starts, names, base, {one.norm for one in definitions}, literature)
    found = [
        resolving.resolved(text, one)
        for one in written
        if one.start not in own_starts and not _within(headings, one.start)
    ]
    incorporated = [
        _of_definition(text, one, starts, sections, names) for one in definitions if one.kind == "incorporated"
    ]
    return tuple(sorted([*filter(None, found), *filter(None, incorporated)], key=lambda one: (one.span, one.kind)))


def aliases(text: str, definitions: Sequence[Definition]) -> dict[str, str]:
    """Short names of documents, as `the Custodial Agreement dated ... (the "CA")` gives them; empty for this one."""
    names = {}
    for one in definitions:
        if one.kind == "parenthetical":
            before = text[max(0, one.term_span.start - 320) : one.term_span.start].rstrip('"\u201c')
            opened = _OPENED.search(before)
            named = list(_NAMED_BEFORE.finditer(before[: opened.start()].rpartition("\n\n")[2])) if opened else []
            if re.search(r"\(this\s*\Z", before):
                names[one.norm] = ""
            elif named:
                names.setdefault(one.norm, " ".join(named[-1]["name"].split()))
    return names


def amended(head: str, names: Mapping[str, str]) -> str:
    """The document that this one amends or is written under, as its head names it; empty when it stands alone."""
    match = _AMENDS.search(head) if any(word in head for word in _BASES) else None
    if match is None or names.get("agreement") == "":
        return ""
    name = " ".join(match["name"].split())
    return names.get(norm(name), name) or name


_AMENDMENT = later(
    r"\b(?:amends?|amendment(?:\s+no\.?\s*\d+)?\s+to|supplements?|modif(?:y|ies))\s+(?:the|that\s+certain)\s",
    re.IGNORECASE,
)
_TERMS_FROM = later(
    r"\b(?:terms|words|expressions)\b[^.]{0,120}?\b(?:not|used|without)\b[^.]{0,80}?\bdefin(?:ed"
    r"|ition)\b[^.]{0,120}?\bmeanings?\b[^.]{0,120}?"
    r"\b(?:in|to|by|under)\s+(?:the|that\s+certain)\s+(?P<name>[A-Z][\w&'-]*(?:\s+(?:(?:and|of"
    r"|for)\s+)?[A-Z][\w&'-]*){0,7})"
)


_RELATED = ("mend", "upplement", "odif", "efin", "letter", "variation", "order", "endors", "addend", "vary", "varies")
_CHANGING = later(
    r"\b(?:amendment|addendum|side letter|variation|change order|endorsement|supplement(?:al|ary)? (?:agreement|deed)"
    r"|this (?:letter|deed|notice|memorandum) (?:amends|varies|modifies|supplements))\b",
    re.IGNORECASE,
)
"""What a document that changes another calls itself where it begins."""
OPENING = 400
"""Characters in which it does so: title, date and parties (a default, not fitted)."""
_CODED = later(
    r"\b(?P<name>(?:[A-Z][\w&'-]*\s+){0,4}(?i:agreement|contract|policy|lease|deed|order)"
    r"\s+(?:(?:No\.?|Number|no\.?|number)\s*)?[A-Z]{2,}-?\d[\w-]*)"
)
_OF_DAY = later(
    r"\b(?:amends?|vary|varies|supplements?|modif(?:y|ies)|changes?|to|of|under)\s+(?:our|the|your|that\s+certain)\s+"
    rf"(?P<kind>(?:\w+\s+){{0,4}}(?:agreement|contract|lease|policy))\s+(?:of|dated(?:\s+as\s+of)?|made\s+on)\s+(?P<date>{DATE})",
    re.IGNORECASE,
)


def _changed(head: str) -> str:
    """What a side letter, an endorsement or a change order changes: an agreement by its number, else by its day."""
    if not _CHANGING.search(head[:OPENING]):
        return ""
    coded, dated = _CODED.search(head), _OF_DAY.search(head)
    if coded:
        return " ".join(coded["name"].split())
    day = iso_date(dated["date"]) if dated else ""
    return f"{' '.join(dated['kind'].split())} of {day}" if dated and day else ""


def relations(text: str, definitions: Sequence[Definition]) -> dict[str, str]:
    """The document that this one `amends`, and the one that its terms are from (`terms_from`), as far as it says so."""
    folded = text[: 2 * HEAD].casefold()
    if not any(word in folded for word in _RELATED):
        return {}
    names = aliases(text, definitions)
    base = amended(text[:HEAD], names)
    found = {}
    if base and _AMENDMENT.search(text[:HEAD]):
        found["amends"] = base
    elif changed := _changed(text[:HEAD]):
        found["amends"] = changed
    head = text[: 2 * HEAD]
    if "efin" in head and "eaning" in head and (match := _TERMS_FROM.search(head)):
        name = " ".join(match["name"].split())
        found["terms_from"] = names.get(norm(name), name) or base
    return {field: name for field, name in found.items() if name and norm(name) != "agreement"}


def _headings(text: str, sections: Sequence[Section]) -> list[tuple[int, int]]:
    """Where headings stand: a number in one is no reference."""
    found = []
    for section in sections:
        end = section.span.start
        for word in f"{section.number} {section.heading}".split():
            at = text.find(word, end, end + len(word) + HEADING_MARKS)
            end = at + len(word) if at >= 0 else end
        found.append((section.span.start, end))
    return found


HEADING_MARKS = 24
"""Characters of marks, blanks and words such as `Section` between the words of a heading."""


def _within(ranges: Sequence[tuple[int, int]], position: int) -> bool:
    at = bisect_right(ranges, (position, 1 << 62)) - 1
    return at >= 0 and ranges[at][0] <= position < ranges[at][1]


def _section_at(starts: Sequence[int], sections: Sequence[Section], position: int) -> int | None:
    at: int | None = bisect_right(starts, position) - 1
    if at is None or at < 0:
        return None
    while at is not None and sections[at].span.end <= position:
        at = sections[at].parent
    return at


def _of_definition(
    text: str, one: Definition, starts: Sequence[int], sections: Sequence[Section], names: Mapping[str, str]
) -> Reference | None:
    """`"Custodial File": As defined in the Custodial Agreement` refers to that definition."""
    if not one.source or re.match(
        r"(?:Section|Article|Clause|Paragraph|Exhibit|Schedule|Annex|section|clause|the |\d)", one.source
    ):
        return None
    document = names.get(norm(one.source)) or one.source
    section = _section_at(starts, sections, one.span.start)
    said = _AS_DEFINED.search(text, one.term_span.end, one.span.end)
    span = Span(said.start(), one.span.end) if said else one.span
    return Reference(span, text[span.start : span.end], "definition", one.term, section, None, document)


class _Resolving:
    """What the references of one document are held against."""

    def __init__(
        self,
        places: Places,
        sections: Sequence[Section],
        starts: Sequence[int],
        names: Mapping[str, str],
        base: str,
        terms: set[str],
        literature: Mapping[str, int],
    ) -> None:
        self._places = places
        self._sections = sections
        self._starts = starts
        self._names = names
        self._base = base
        self._terms = terms
        self._literature = literature
        self._last = ""
        self._numbered_itself = sum(anchor.kind in {"section", "article"} for anchor in places.anchors) >= NUMBERED

    def resolved(self, text: str, found: Found) -> Reference | None:
        """The reference with the number that it means and the section where that is; None when it means nothing."""
        here = _section_at(self._starts, self._sections, found.start)
        span = Span(found.start, found.end)
        blank = Reference(span, text[found.start : found.end], found.kind, found.number, here)
        if found.kind in {"external", "rfc", "document"}:
            return self._outside(blank, found)
        if found.kind in {"bibliography", "definition", "figure", "table", "equation"}:
            return self._listed(blank, found, text)
        if found.kind == "paragraph" and (found.labels or not found.number):
            return self._paragraph(blank, found)
        return self._numbered(blank, found) if found.number else self._this(blank, found)

    def _outside(self, blank: Reference, found: Found) -> Reference | None:
        """Laws, standards and other documents, which only the whole corpus can resolve."""
        if found.kind != "document":
            return blank._replace(document=found.document or f"RFC {found.number}")
        document = self._names.get(norm(found.document), found.document)
        return blank._replace(document=document) if document else None

    def _listed(self, blank: Reference, found: Found, text: str) -> Reference:
        """An entry of the literature, a defined term, or what has a caption."""
        if found.kind == "bibliography":
            target = _section_at(self._starts, self._sections, self._literature.get(found.number, 0))
            return blank._replace(target=target, resolved=found.number in self._literature)
        known = norm(found.number) in self._terms if found.kind == "definition" else self._shown(text, found)
        return blank._replace(resolved=known)

    def _shown(self, text: str, found: Found) -> bool:
        """Whether a caption with that number stands in the text."""
        words = {"figure": r"(?:Figure|FIGURE|Fig\.)", "table": r"(?:Table|TABLE)", "equation": r""}[found.kind]
        pattern = (
            rf"\({re.escape(found.number)}\)"
            if not words
            else rf"(?:^[ \t*_>#]*{words}|(?:TABLE|FIGURE))[ \t]+{re.escape(found.number)}\b"
        )
        return any(not found.start <= one.start() < found.end for one in re.finditer(pattern, text, re.MULTILINE))

    def _numbered(self, blank: Reference, found: Found) -> Reference | None:
        document = self._document(found.document)
        if document:
            self._last = document
        kind = "section" if found.kind == "paragraph" else found.kind
        target = None if document else self._places.named(kind, found.number)
        if target is not None and self._base and not self._places.holds(target, found.number):
            target = None
        if target is None and not document and found.kind != "paragraph" and not found.own:
            document = self._base or ("" if self._numbered_itself else self._last)
        if target is None and blank.text.casefold().startswith("chapter"):
            return None  # of a law: "a Chapter 13 case"
        return blank._replace(
            document=document,
            target=target.section if target else None,
            resolved=target is not None,
            relative=found.own,
        )

    def _document(self, name: str) -> str:
        """The document that a name means, empty for this one."""
        if not name:
            return ""
        short = norm(name)
        for candidate in (short, short.split(" ")[0]):
            if candidate in self._names:
                return self._names[candidate]
        if short == "agreement":
            return self._base
        return (
            name
            if re.search(
                r"\b(?:agreement|indenture|policy|manual|contract|lease|plan|deed|note|amendment|tariff"
                r"|terms|commitment|letter|conditions|order|guide|psa)\b",
                short,
            )
            else ""
        )

    def _this(self, blank: Reference, found: Found) -> Reference | None:
        """`this Section`, `the preceding Section`, `this Article`."""
        if found.way:
            return self._neighbour(blank, found)
        if found.kind == "article":
            number = self._places.article_of(found.start)
            anchor = self._places.named("article", number)
        else:
            anchor = self._places.here(found.start, found.kind)
            number = anchor.number if anchor else ""
        if not number:
            return None
        return blank._replace(number=number, target=anchor.section if anchor else None, resolved=True, relative=True)

    def _neighbour(self, blank: Reference, found: Found) -> Reference | None:
        anchors = [anchor for anchor in self._places.anchors if anchor.kind == found.kind]
        here = self._places.here(found.start, found.kind)
        at = anchors.index(here) + (1 if found.way.startswith(("following", "next")) else -1) if here in anchors else -1
        if not 0 <= at < len(anchors):
            return None
        return blank._replace(number=anchors[at].number, target=anchors[at].section, resolved=True, relative=True)

    def _paragraph(self, blank: Reference, found: Found) -> Reference | None:
        """`clause (iv) of paragraph (a)`, `this paragraph`, `the preceding sentence`."""
        places, at = self._places, found.start
        if found.number:  # clause (f) of Section 13.3.2
            number = found.number + _written(found.labels)
            anchor = places.named("section", found.number)
            return blank._replace(
                number=number,
                target=anchor.section if anchor else None,
                resolved=anchor is not None,
                relative=found.own,
            )
        here = places.here(at)
        base = here.number if here else ""
        if found.way.startswith(("following", "next")):
            return None
        if found.labels and (found.within or found.way):
            outer = places.paragraph(at, found.within) if found.within else places.preceding(at)
            path = outer + found.labels
        elif found.labels:
            path = places.paragraph(at, found.labels)
        elif "sentence" in found.way:
            path = places.path(at)
        elif found.way:
            path = places.preceding(at)
        else:
            path = places.path(at)
        if not base and not path:
            return None
        known = bool(here) and (not found.labels or path in places.paths(at) or places.labelled(at, found.labels[-1]))
        return blank._replace(
            number=base + _written(path), target=here.section if here else None, resolved=known, relative=True
        )


NUMBERED = 8
"""Numbered places from which on a text refers to itself; a letter with fewer refers to the agreement it names."""


def _written(labels: tuple[str, ...]) -> str:
    return "".join(f"({label})" for label in labels)
