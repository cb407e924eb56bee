"""Whom a document leaves out: `Agency workers are not covered by this policy`, `The Landlord has no right to break`.

What it says of everybody else answers no question about them, however many words agree: the sentence that leaves them
out is shown before it, and the answer is doubtful.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.gather import of_the_day, with_hits
from kts.lexicon.analyse import STOP_WORDS, terms
from kts.lexicon.patterns import later
from kts.lexicon.sentences import sentences
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.answer.choose.extract import Held
    from kts.answer.means import Gathered, Means
    from kts.answer.units.quotable import Unit

READ = 20_000
"""Characters of a document's beginning in which such sentences are looked for: they stand where its scope does."""
DOCUMENTS = 3
"""Documents at the top in which they are looked for (a default)."""
BEGINNING = 1_500
"""Characters from which a sentence is no longer of the whole document, unless it says so (a default)."""
NEAR = 2
"""Statements between the lead and one that denies what it grants, at most (a default)."""
LONGEST = 80
"""Characters of the names of who is left out (a default)."""
_WHO = (
    rf"(?:\A|(?<=[.;:]\s))\W*(?:\d[\d.]*\s+)?(?:(?:The|All|Our|Any) )?"
    rf"(?P<who>[A-Za-z](?:[^.;:()]|\.(?= [a-z])){{2,{LONGEST}}}?) "
)
"""A point before a small letter ends no sentence: `the degree of Dr. med. is conferred`."""
_RULES = (
    "rules|regulations?|policy|policies|agreements?|procedures?|guidelines?|statutes?|terms|by-?laws?|contracts?|codes?"
)
_THIS = r"this (?P<part>[a-z]+)(?: [a-z]+)?"
_LEAVES_OUT = (
    re.compile(
        rf"{_WHO}(?:is|are) (?:not (?:covered|included|dealt with)|excluded|exempt(?:ed)?|outside the scope)"
        rf"(?: here| (?:by|from|under|in|of) {_THIS})?(?=\s*(?:[.;]|\Z))"
    ),
    re.compile(
        r"(?:(?i:\bthis) (?P<part>[a-z]+)(?: [a-z]+)?|(?:\A|(?<=[.;]\s))It) (?:does|do|shall) not "
        r"(?:apply to|cover|extend to|include) (?:the |any )?"
        rf"(?P<who>[A-Za-z][^.;:()]{{2,{LONGEST}}}?)(?=\s*(?:[.;]|, (?:which|who|whose|where)\b|\Z))"
    ),
    re.compile(
        rf"{_WHO}(?:follows?|ha(?:s|ve)|uses?|operates?) (?:its|their) own (?:[a-z-]+ )?[a-z]+(?=\s*(?:[.;]|\Z))"
    ),
    re.compile(rf"{_WHO}(?:follows?|ha(?:s|ve)|uses?) (?:a |an )?(?:[a-z-]+ )?[a-z]+ of (?:its|their) own\b"),
    re.compile(
        rf"{_WHO}(?:is|are) (?:[a-z]+(?: by [^.;]{{3,{LONGEST}}}?)? )?(?:under|by|in) (?:(?:its|their) own|separate) "
        rf"(?:[a-z-]+ )?(?:{_RULES})\b"
    ),
)
"""They are left out of the whole; `part` is what this is called."""
_HINT = later(
    r"not (?:covered|included|dealt with|apply to|cover|extend to|include)\b|excluded|exempt|outside the scope"
    r"|\b(?:its|their) own\b|\b(?:under|by|in) separate\b"
)
"""What each of these holds: most documents do not, and need not be cut into sentences for it."""
_DENIES = later(
    rf"{_WHO}(?:(?:may|must|shall|can|do|does) not|cannot|ha(?:s|ve) no (?:right|claim|entitlement)|(?:is|are) not "
    r"(?:entitled|eligible|allowed|permitted))\b"
)
"""They are denied something, which the statements around it grant to others."""
_BOUNDED = later(
    r"(?i)\b(?:unless|without|except|until|before|after|only|if|when|more than|less than|later|earlier|other than)\b"
)
"""What is denied up to a condition or a limit may be just what is asked for."""
_PARTS = frozenset("section clause paragraph chapter part table article annex schedule appendix".split())
_SCOPE = later(r"(?i)\b(?:scope|appl\w+|eligib\w+|covers?|who|general|introduction|purpose)\b")
_JOINED = later(r",? (?:and|or|nor) |, ")
_GROUPS = "staff|employees?|workers?|members?|managers?|users?|customers?|teams?|personnel|companies|company"
_ASKED = (
    r"\b(?:do|does|did|can|could|may|must|should|shall|will|is|are|for|of|have|has) "
    r"(?P<the>(?:the|an?|our|all|any|each|every) )?"
)
_ACTING = (
    r"(?: [a-z]+)? (?:may|must|shall|will|can|cannot|should|is|are|has|have|gets?|receives?|pays?|gives?|takes?"
    r"|needs?)\b"
)


class Exclusion(NamedTuple):
    """Who is left out, as the sentence names them; `part` is what they are left out of, empty where it is not said.

    `denied`: they are denied something in particular.
    """

    who: str
    part: str
    denied: bool


def exclusion(question: str, text: str) -> Exclusion | None:
    """Whom of those that a question is about a text leaves out, or denies something; None where nobody."""
    for shape in (*_LEAVES_OUT, _DENIES):
        for match in shape.finditer(text):
            who = next((one for one in _each(match["who"]) if _is_asked(question, one)), None)
            if who is None:
                continue
            if shape is not _DENIES:
                return Exclusion(who, str(match["part"] or "") if "part" in shape.groupindex else "", denied=False)
            if not _BOUNDED.search(re.split(r"[.;]\s", text[match.end() :])[0]):
                return Exclusion(who, "", denied=True)
    return None


def _each(named: str) -> Iterator[str]:
    """The names of a row: `Night and weekend staff` are night staff and weekend staff; names stand for themselves."""
    parts = [re.sub(r"(?i)\A(?:the|all|our|any|both) ", "", one.strip()) for one in _JOINED.split(named)]
    last = parts[-1].rpartition(" ")
    for one in parts:
        yield f"{one} {last[2]}" if one is not parts[-1] and last[0] and " " not in one else one
    names = last[2][:1].isupper()
    yield from (one for one in parts[:-1] if one.endswith("s") or (names and one[:1].isupper()))
    yield from (_HEAD.sub("", one).rstrip(".") for one in parts if _HEAD.match(one))
    yield from (place[1] for one in parts if (place := _PLACE.fullmatch(one)))


_PLACE = later(
    r"([A-Z]\w+(?: [A-Z]\w+)?) "
    r"(?:branch|office|site|plant|depot|warehouse|store|factory|subsidiary|campus|clinic|location)"
)
"""The Hamburg branch is whoever is in Hamburg."""
_HEAD = later(r"(?i)(?:degree|title|post|case|department|premises|holders?|students?) of (?:the |an? )?")
"""The degree of Dr. med. is Dr. med."""


def _shape(who: str) -> str:
    """The name in singular and plural."""
    return rf"{re.escape(who[:-1] if who.endswith('s') and not who.endswith('ss') else who)}s?\b"


def _is_of_it(text: str, said: str) -> bool:
    """Whether what a sentence denies somebody is what is asked or told: it points to that, or half of its words do."""
    denied = " ".join(text[match.end() :] for match in _DENIES.finditer(text))
    named = set(terms(denied)) - _PLAIN
    return bool(_BACK.search(denied)) or 2 * len(named.intersection(terms(said))) >= len(named)


def _is_asked(question: str, who: str) -> bool:
    """Whether a question is about them: they act in it, or something is asked for them.

    A noun in the singular without an article is part of another: `intern supervisors` are no interns.
    """
    if set(terms(who)) <= _NOBODY:
        return False
    named = who.rpartition(" ")[2][:1].isupper()
    asked = _ASKED.replace("for|of", "for|of|in|at") if named else _ASKED
    found = re.search(rf"(?i){asked}(?P<who>{_shape(who)})(?! (?:{_GROUPS})\b)", question)
    if found is None:
        return False
    alone = found["who"].casefold().endswith("s") or named
    return bool(alone or found["the"] or re.search(rf"(?i)\b(?:{_GROUPS})\Z", who))


_BACK = later(r"(?i)\b(?:this|that|these|those|it|them|such|so|any|one)\b")
_PLAIN = frozenset(terms(" ".join((*STOP_WORDS, "yet also at all be"))))
_NOBODY = frozenset(terms(" ".join((*STOP_WORDS, "it they that such they these this you we"))))


def with_exclusions(question: str, found: Gathered, means: Means) -> Gathered:
    """With the sentences that leave out whom the question is about, of the documents at the top."""
    if means.look_in is None or not found.met:
        return found
    tops = {hit.passage.document_id: hit for hit in reversed(found.ranking.hits[: 2 * DOCUMENTS])}
    for document, hit in list(reversed(tops.items()))[:DOCUMENTS]:
        key = int(hit.passage.metadata["document_key"])
        for said in _sentences(question, key, means):
            if any(
                _within(said, one.passage.span) for one in found.ranking.hits if one.passage.document_id == document
            ):
                continue
            text = means.corpus.slice(key, said)
            more = of_the_day(means.look_in(text, (document,), means.settings.passages), means)
            kept = [at for at, one in enumerate(more.ranking.hits) if _within(said, one.passage.span)][:1]
            found = with_hits(found, more, kept) if kept else found
    return found


def _sentences(question: str, key: int, means: Means) -> Iterator[Span]:
    end = min(READ, max((one.span.end for one in means.corpus.sections(key)), default=0))
    text = means.corpus.slice(key, Span(0, end)) if end else ""
    for start, stop in sentences(text) if _HINT.search(text) else ():
        out = exclusion(question, text[start:stop]) if _HINT.search(text, start, stop) else None
        if out is not None and not out.denied:
            yield Span(start, stop)


def _within(said: Span, span: Span) -> bool:
    return span.start <= said.start and said.end <= span.end


def excluding(question: str, ranked: Sequence[tuple[float, Held]], found: Gathered) -> tuple[Unit, str] | None:
    """What of the lead's document leaves out whom the question is about, and who that is; None where it does not.

    Nothing does where the lead says so itself, or what it says is of them.
    """
    if not ranked:
        return None
    lead, hits = ranked[0][1].unit, found.ranking.hits
    if exclusion(question, lead.text):
        return None
    passage = hits[lead.hit].passage
    for _, one in ranked[1:]:
        unit, other = one.unit, hits[one.unit.hit].passage
        if unit.kind == "row" or other.document_id != passage.document_id:
            continue
        out = exclusion(question, unit.text)
        if out is None or re.search(rf"(?i)\b{_shape(out.who)}{_ACTING}", lead.text):
            continue
        same = other.metadata["heading"] == passage.metadata["heading"]
        if out.denied:
            near = unit.hit == lead.hit and abs(unit.position - lead.position) <= NEAR
            holds = near and same and _is_of_it(unit.text, f"{question}\n{lead.text}")
        else:
            whole = out.part not in _PARTS and (
                bool(out.part) or unit.span.start < BEGINNING or bool(_SCOPE.search(str(other.metadata["heading"])))
            )
            holds = same or whole
        if holds:
            return unit, out.who
    return None
