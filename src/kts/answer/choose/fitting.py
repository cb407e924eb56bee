"""Whether a statement is of the kind that is asked for: a person, what was done, the second of several, this building.

Many words of the question say little where these are wrong: `Which two members voted against?` is not answered by how
many did, nor `Did she accept?` by what she was offered. Each check gives a sentence on what speaks against the lead.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.choose import acting
from kts.answer.choose.acting import lacks_deputy
from kts.answer.choose.extract import beside
from kts.answer.choose.kept import other_kept
from kts.answer.choose.points import other_point
from kts.answer.claims.match import stems
from kts.answer.constraints.named import NAMED
from kts.answer.constraints.ownversions import begins_later
from kts.answer.means import document, record
from kts.answer.standing.decided import decides_on, settles
from kts.answer.standing.histories import NOT_TOLD, lacking
from kts.answer.units.parties import FORM
from kts.answer.units.quotable import cells
from kts.lexicon.analyse import STOP_WORDS, words
from kts.lexicon.dates import MONTHS, dates
from kts.lexicon.entities_words import ROLES
from kts.lexicon.everyday import is_everyday
from kts.lexicon.letters import LOWER, UPPER
from kts.lexicon.patterns import later
from kts.lexicon.quantities_numbers import ORDINALS
from kts.lexicon.verdicts import PUT_OFF

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kts.answer.choose.extract import Held
    from kts.answer.means import Gathered, Picked
    from kts.answer.units.quotable import Unit
    from kts.answers import Constraint, Evidence

_WHO = later(
    r"(?i)\bwho(?:'s| is| was| are| were) (?:the|our) (?P<role>[a-z][a-z -]{2,40}?)"
    r"(?=\W*\Z| (?:of|for|at|in|on|from|to|under|who|that|this)\b)"
    r"|\bwho (?P<acts>chairs|heads|leads|runs|presides over|voted|abstained|objected)\b"
    r"|\bwhich (?:(?:two|three|four|five|other|board|committee|council|staff) ){0,2}(?:members?|persons?|people|"
    r"colleagues|employees|directors|councillors|owners|delegates)\b"
    r"(?! (?:of staff )?(?:may|must|can|should|need|have to|has to|is allowed|are allowed))"
)
"""Somebody in particular is asked for, not who may or must do something."""
_PERSON = later(
    rf"(?:\b(?:Mrs?|Ms|Miss|Mx|Dr|Prof(?:essor)?|Sir|Dame|Herr|Frau|Mme|M)\b\.? ?|\b[{UPPER}]\. )[{UPPER}][\w'\u2019-]+"
    rf"|\b[{UPPER}][{LOWER}'\u2019-]+ (?:[{UPPER}]\. |(?:van|von|de|der|den|di|da|la|al|bin|ten|zu) ){{0,2}}"
    rf"[{UPPER}][\w'\u2019-]+"
    rf"|(?<=[{LOWER},;:(] )[{UPPER}][{LOWER}'\u2019-]{{2,}}|\b(?:I|(?i:we|he|she|nobody|no one|vacant))\b"
)
"""A name, a capitalised word within a sentence, or a pronoun for somebody."""
_EQUATES = later(
    r"(?i)\b(?:is|are|was|were|acts? as|serves? as|by|appoint\w*|elect\w*|nam(?:es|ed)|nominat\w+)"
    r" (?:always |usually |also |either )?(?:the|an?|one|two|its|their|our) (?P<noun>[a-z-]+)"
)
_NO_NAMES = frozenset((*MONTHS, "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"))
NO_PERSON = "what is cited names nobody"


def names_nobody(question: str, unit: Unit) -> bool:
    """Whether somebody in particular is asked for, and a statement has no name, no other post and no pronoun."""
    asked = _WHO.search(question)
    if asked is None:
        return unit.kind == "row" and _is_nameless(question, unit)
    own, said = frozenset(words(question)), _SPOKEN.sub("", unit.text)
    if {word for word in words(said) if word in ROLES and stems(word).isdisjoint(stems(question))}:
        return False
    for text in cells(said) if unit.kind == "row" else [said]:
        for match in _PERSON.finditer(text):
            if any(word not in own and word not in _NO_NAMES for word in words(match[0])):
                return False
        if asked["role"] and any(stems(one["noun"]).isdisjoint(stems(question)) for one in _EQUATES.finditer(text)):
            return False
    return True


_SPOKEN = later(r"\A\s*\[[^\]\n]{4,40}\] [^:\n]{2,60}: ")
"""Who wrote it and when, before a turn of a thread or of a conversation."""
_ACTOR = later(
    r"(?i)\A\W*who (?!(?:is|are|was|were|am|do|does|did|has|have|had|will|would|may|must|can|should|else)\b)[a-z]{3,}\b"
)
_PLAIN_CELL = later(r"\s*(?:[^A-Z\s]|[A-Z][a-z]{2,8} \d|\Z)")


def _is_nameless(question: str, row: Unit) -> bool:
    """Whether it is asked who does something, and no cell of a row behind its key begins like a name."""
    _, *rest = [cell for cell in cells(row.text) if cell] or [""]
    return bool(_ACTOR.match(question) and rest) and all(
        _PLAIN_CELL.match(cell) and not ROLES.intersection(words(cell)) and not _PERSON.search(cell) for cell in rest
    )


_DONE = (
    "accept|agree|pay|paid|sign|buy|bought|purchase|approve|appoint|join|start|begin|began|begun|finish|complete|arrive|"
    "deliver|return|resign|leave|left|renew|extend|cancel|terminate|install|replace|repair|fix|win|won|receive|reject|"
    "decline|refuse|confirm|ratify|adopt|open|close|launch|introduce|remove|release|migrate|settle|order|hire|publish"
)
_WHETHER = later(rf"(?i)\A\W*(?:did|has|have|had|was|were)\b[^?]*?\b(?P<act>{_DONE})(?:e?d|ed)?\b")
_WHEN = later(rf"(?i)\bwhen (?:did|was|were)\b[^?]*?\b(?P<act>{_DONE})(?:e?d|ed)?\b")
_MEANT = later(
    r"(?i)\b(?:offered|invited|proposed|nominated|planned|plans? to|scheduled|intends?|intended|expected|asked to"
    r"|(?:is|are|was|were) to (?:be )?|will|would|to be|proposal|offers? (?:to|for|of)|considers|may be|upcoming)\b"
)
"""An offer, a plan: nothing of whether it was done."""
_WHO_DID = later(rf"(?i)\bwho (?:has |have |had )?(?P<act>{_DONE})(?:e?d|ed)?\b")
_SINCE = later(r"(?i)\bsince when\b|\bfrom when (?:did|has|have|was|were)\b")
ONLY_MEANT = "what is cited tells what was offered or planned, not what was done"


def only_meant(question: str, lead: str) -> bool:
    """Whether it is asked if or when something was done, and a statement tells only that it was to be done."""
    if _MEANT.search(question):
        return False
    if _SINCE.search(question):
        return bool(re.search(r"(?i)\bwill\b", lead)) and not any(re.search(r"\d{4}", one.text) for one in dates(lead))
    found = _WHETHER.search(question) or _WHEN.search(question) or _WHO_DID.search(question)
    meant = _MEANT.search(lead) if found else None
    if found is None or meant is None:
        return False
    act = stems(found["act"])
    before = stems(lead[: meant.start()])
    apart = [part for part in re.split(r"[.;:]\s|,? (?:but|and) ", lead) if not _MEANT.search(part)]
    return act.isdisjoint(before) and act.isdisjoint(stems(" ".join(apart)))


_OPEN = later(rf"(?i)\b(?:{PUT_OFF}|decision is (?:still )?(?:open|pending))\b")
_DECISION = later(
    r"(?i)\b(?:decid\w+|decision|cho+s\w+|choice|resol\w+|approv\w+|adopt\w*|agreed?|opt(?:ed)? for|go for|"
    r"settle\w*)\b"
)
_YES_NO = later(r"(?i)\W*(?:is|are|was|were|do|does|did|has|have|had|may|can|will)\b")
WAS_PUT_OFF = "what is cited says that the decision was put off"


def left_open(question: str, lead: str, behind: str = "") -> bool:
    """Whether it is asked what was decided and the lead says that it was put off; to whether it was, that answers.

    `behind` is what follows the lead, which counts where the lead settles nothing itself.
    """
    return not _YES_NO.match(question) and _asks_for_open(question, lead, behind)


def _asks_for_open(question: str, lead: str, behind: str) -> bool:
    if not _DECISION.search(question) or _OPEN.search(question):
        return False
    return bool(_OPEN.search(lead) or (_OPEN.search(behind) and not settles(lead)))


def _behind(lead: Unit, offered: Iterable[Held]) -> str:
    """The sentences right behind a sentence, in its passage and under its heading."""
    near = (one.unit for one in offered if one.unit.hit == lead.hit and one.unit.intro == lead.intro)
    return " ".join(one.text for one in near if 0 < one.position - lead.position <= NEXT)


NEXT = 2
"""Sentences behind the lead in which it may be said that a decision was put off (a default)."""
_COUNTED = r"edition|statute|amendment|revision|issue|supplement|addendum|circular|act|ordinance|reading|draft"
"""What documents are called of which there are several."""
_SHORT = {
    "ed": "edition",
    "edn": "edition",
    "rev": "revision",
    "iss": "issue",
    "amd": "amendment",
    "suppl": "supplement",
}
_ORDINAL = rf"{'|'.join(ORDINALS)}|\d{{1,3}}(?:st|nd|rd|th)"
_COUNTS = later(
    rf"(?i)\b(?P<ordinal>{_ORDINAL})[ -](?:[a-z]+[ -])?(?P<head>{_COUNTED})\b"
    rf"|\b(?P<named>{_COUNTED}|{'|'.join(_SHORT)})\.?[ -]?(?:no\.? ?|nr\.? ?)?(?P<number>\d{{1,3}})(?![\w/]|[.,-]\d)"
)


def _counts(text: str) -> set[tuple[str, int]]:
    found = set[tuple[str, int]]()
    for match in _COUNTS.finditer(re.sub(r"[_.]+", " ", text)):
        head = (match["head"] or match["named"]).casefold()
        ordinal = (match["ordinal"] or "").casefold()
        number = match["number"] or re.sub(r"\D", "", ordinal) or ORDINALS[ordinal]
        found.add((_SHORT.get(head, head), int(number)))
    return found


_NTH = later(rf"(?i)\b(?:{'|'.join(ORDINALS)})[ -](?:[a-z]+[ -])?(?:{_COUNTED})\b")


def _nth(question: str) -> set[tuple[str, int]]:
    """What a question counts in words; in figures it is a constraint (`editions`, `constraints`)."""
    return set[tuple[str, int]]().union(*(_counts(match[0]) for match in _NTH.finditer(question)))


def other_count(question: str, said: str, about: str) -> str:
    """Which of several a document is, where another one of them is asked for: the first statute, not the second.

    `said` is what the statement says with its heading, `about` its document's title and path.
    """
    asked = _nth(question)
    if len(asked) != 1:
        return ""
    ((head, number),) = asked
    own = {each for one, each in _counts(about) if one == head}
    if not own or number in own or (head, number) in _counts(said):
        return ""
    return f"{head} {min(own)}, not {head} {number}"


_KEPT = later(
    r"(?i)\b(?:is|are|was|were) (?P<subject>(?:the |our |all |any )?[a-z][a-z-]+(?: [a-z-]+){1,5}?) "
    r"(?P<act>[a-z]{2,}(?:ed|pt|ld|nt|wn|en))\W*\Z"
)
_NOT_ITS = STOP_WORDS | frozenset("any all our kind kinds type types".split())


def other_object(question: str, lead: str, above: str) -> str:
    """What is done something to by the question, where the lead tells of nothing of that, but of another thing.

    `How long are recordings of phone calls kept?` is not answered by how long entries of a log are kept. A thing of one
    word may have many names; of two and more words the lead has one, or what it stands under half of them.
    """
    found = _KEPT.search(question)
    if found is None:
        return ""
    subject = [word for word in words(found["subject"]) if word not in _NOT_ITS]
    act = re.escape(found["act"])
    told = re.search(rf"(?i)\b(?P<noun>[a-z-]+) (?:is|are|was|were|(?:must|shall|will|can) be) (?:\w+ )?{act}\b", lead)
    if told is None or len(subject) < LEAST or any(stems(word) & stems(lead) for word in subject):
        return ""
    there = stems(above)
    if 2 * sum(not stems(word).isdisjoint(there) for word in subject) >= len(subject):
        return ""
    return " ".join(word for word in found["subject"].split() if word.casefold() != "the")


LEAST = 2
"""Words of a thing from which a statement without any of them is about another (a default, not fitted)."""
_NAME = rf"[{UPPER}][\w'\u2019-]+"
_SMALL = later(r"(?<![\w.@/-])[a-z]{4,}(?![\w@/-])")


def small_names(question: str, evidence: Sequence[Evidence]) -> Iterator[str]:
    """Words in small letters that the evidence has only as names, and seldom: `opening hours ostermoor`.

    A name at the beginning of a sentence is no sign, part of a longer one no name of its own, and everyday words are
    none. What many of the documents name is the name of the house, which is left out as often as said.
    """
    documents = dict[str, str]()
    for one in evidence:
        documents[one.path] = f"{documents.get(one.path, '')}\n{one.text}"
    for word in dict.fromkeys(_SMALL.findall(question)):
        if word in STOP_WORDS or word in _NO_NAMES or is_everyday(word):
            continue
        name = re.compile(rf"\b[a-z]+[,;]? \(?{word.capitalize()}\b(?! [A-Z])")
        named = [text for text in documents.values() if name.search(text)]
        if named and FEW * len(named) <= len(documents) and not any(word in text for text in documents.values()):
            yield word.capitalize()


FEW = 3
"""Documents of the evidence for one that has a name, from which the name tells them apart (a default, not fitted)."""


def of_another_place(name: str, lead: str, about: Sequence[str], evidence: Sequence[Evidence]) -> str:
    """The building or site that a document is about by its title, where the question names another one of the kind.

    Both are of one kind where some text has them side by side: `Tannery House and the Granary`, rows of one column.
    `about` are title, path, heading and what else the lead stands under.
    """
    bare = re.sub(r"(?i)\A(?:the|our) |['\u2019]s?\Z", "", name)
    if re.search(rf"(?i)\b{re.escape(bare)}\b", "\n".join((lead, *about)).replace("_", " ")):
        return ""
    title = about[0]
    for match in re.finditer(rf"(?<![\w.])(?:{_NAME} )*{_NAME}", title):
        parts = match[0].split()
        for place in (" ".join(parts[at:]) for at in range(len(parts))):
            if (
                place not in name
                and not _FORM.fullmatch(place)
                and any(_beside(bare, place, one.text) for one in evidence)
            ):
                return place
    return ""


def _beside(one: str, other: str, text: str) -> bool:
    """Whether a text joins two names, or has each at the beginning of a line, an item or a row.

    Behind a company and a comma stands its seat: `Osk Couriers AB, Malmo`.
    """
    first, second = re.escape(one), re.escape(other)
    seat = bool(_COMPANY.search(one)) != bool(_COMPANY.search(other))
    link = rf"(?:{'' if seat else ',|'},? and|,? or|/| &)(?: the| in| at)? "
    if re.search(rf"\b{first}{link}{second}\b|\b{second}{link}{first}\b", text):
        return True
    begins = r"(?m)^[ \t]*(?:[-*+|]|\d+[.)])?[ \t]*(?:The |In |At )?"
    return bool(re.search(rf"{begins}{first}\b", text) and re.search(rf"{begins}{second}\b", text))


_COMPANY = later(rf" {FORM}\Z")
_FORM = later(FORM)


def _of_another(question: str, wants: Sequence[Constraint], picked: Picked, above: str) -> Iterator[str]:
    """That the lead is of no change, of a later version or of another point than what is asked for."""
    unit = picked.chosen[0].held.unit
    if lacking(question, picked.chosen[0].held):
        yield NOT_TOLD
    if lacks_deputy(question, unit.text):
        yield acting.NOT_TOLD
    for version in (one.value for one in wants if one.kind == "version" and one.certain):
        if begun := begins_later(version, unit.text):
            yield f"what is cited holds from {begun} on, not in {version}"
    if point := other_point(question, unit, picked.ranked, above):
        yield f"what is cited tells nothing {point}"


def unfit(question: str, wants: Sequence[Constraint], picked: Picked, evidence: Sequence[Evidence]) -> Iterator[str]:
    """Sentences on what is asked for and the lead is not: of another kind, or of another of the kind."""
    unit = picked.chosen[0].held.unit
    of = evidence[unit.hit]
    above = f"{of.heading}\n{unit.intro}\n{unit.header}"
    if names_nobody(question, unit):
        yield NO_PERSON
    if only_meant(question, unit.text):
        yield ONLY_MEANT
    if left_open(question, unit.text, _behind(unit, [one for _, one in picked.ranked])):
        yield WAS_PUT_OFF
    if other := other_count(question, f"{unit.text}\n{above}", f"{of.title}\n{of.path}"):
        yield f"what is cited is of {other}"
    yield from _of_another(question, wants, picked, f"{above}\n{of.title}")
    if thing := other_object(question, unit.text, f"{above}\n{of.title}"):
        yield f"what is cited does not speak of {thing}"
    if unit.kind != "row" and (thing := other_kept(question, unit.text, f"{above}\n{of.title}")):
        yield f"what is cited does not speak of {thing}"
    pieces = [evidence[number] for number in dict.fromkeys(one.held.unit.hit for one in picked.chosen)]
    cited = "\n".join(f"{one.title}\n{one.path}\n{one.heading}\n{one.text}" for one in pieces).casefold()
    yield from (
        f"what is cited does not name {name}"
        for name in small_names(question, evidence)
        if name.casefold() not in cited
    )
    about = (of.title, of.path, above)
    for name in (one.text for one in wants if one.kind in NAMED):
        if place := of_another_place(name, unit.text, about, evidence):
            yield f"what is cited is about {place}, not {name}"


def fitting_first(
    question: str, ranked: Sequence[tuple[float, Held]], found: Gathered
) -> tuple[tuple[float, Held], ...]:
    """Where the lead is not of the kind that is asked for, first what is: a later decision, who it was, what was done.

    It stands in the lead's document, which need not say again what it is about; a decision in a later one, and with it
    comes the sentence behind it, which tells its limits, and the one that put it off.
    """
    offered = [one for _, one in ranked]
    first = _fitting(question, offered, found) if offered else ()
    units = {one.unit for one in first}
    return (*((ranked[0][0], one) for one in first), *(pair for pair in ranked if pair[1].unit not in units))


def _fitting(question: str, offered: Sequence[Held], found: Gathered) -> Sequence[Held]:
    """What goes before all others, in its order."""
    lead, *others = offered
    if _asks_for_open(question, lead.unit.text, _behind(lead.unit, others)):
        return _settled(lead, others, found)
    hits = found.ranking.hits
    same = [one for one in others if document(hits[one.unit.hit]) == document(hits[lead.unit.hit])]
    if names_nobody(question, lead.unit):
        asked = _WHO.search(question)
        role = stems(asked["role"] or asked["acts"] or "") if asked else frozenset()
        near = (one for one in same if role and role <= stems(one.unit.text) and _says_as_much(question, one, lead))
        return _first(one for one in near if not names_nobody(question, one.unit))
    if only_meant(question, lead.unit.text):
        done = _WHETHER.search(question) or _WHEN.search(question) or _WHO_DID.search(question)
        act = stems(done["act"]) if done else frozenset()
        near = (one for one in same if act & stems(one.unit.text))
        return _first(one for one in near if not only_meant(question, one.unit.text))
    return _of_count(question, offered, found)


def _says_as_much(question: str, one: Held, lead: Held) -> bool:
    """Whether a statement holds half of the question's words that the lead holds: another lead is of another thing."""
    held = stems(question) & stems(lead.unit.text)
    return 2 * len(held & stems(one.unit.text)) >= len(held)


def _first(found: Iterable[Held]) -> Sequence[Held]:
    return [one for one in (next(iter(found), None),) if one is not None]


def _settled(lead: Held, others: Sequence[Held], found: Gathered) -> Sequence[Held]:
    """The decision of a later document on what the lead put off, what stands behind it, and the lead."""
    made = _first(one for one in others if decides_on(lead, one, found) and not _OPEN.search(one.unit.text))
    if not made:
        return ()
    limits = beside(made[0], others)
    return (*made, *((limits,) if limits else ()), lead)


def _of_count(question: str, offered: Sequence[Held], found: Gathered) -> Sequence[Held]:
    """The first statement of the one of several documents that is asked for, where another one's leads."""
    asked = _nth(question)
    records = [record(found.ranking.hits[one.unit.hit], found) for one in offered] if len(asked) == 1 else []
    about = [f"{one.title}\n{one.path}" for one in records]
    if not about or not other_count(question, offered[0].unit.text, about[0]):
        return ()
    return _first(one for one, named in zip(offered, about, strict=True) if asked <= _counts(named))
