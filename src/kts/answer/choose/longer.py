"""Names with a further word or number behind them: what is said of `X40` is not said of `X40 Mini`.

A longer name is known by the passages that were found: there the base (`X40`) stands with the further word behind it,
and without it, too. A unit is of the name that stands in it, else of that in the heading, else of that in the title.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.choose.extract import raised
from kts.answer.means import record as record_of
from kts.lexicon.analyse import STOP_WORDS
from kts.lexicon.dates import MONTHS
from kts.lexicon.entities_words import DOCUMENTS, NO_NAMES
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kts.answer.choose.extract import Held
    from kts.answer.means import Gathered

OTHER = 5.0
"""What a unit of another name of the family loses, on the scale of the extraction's scores, as one of another version
does: it pads no answer (a default)."""
OWN = 2.5
"""What a unit gains that itself has the longer name that is asked for, on the same scale: its document may be of the
shorter one, and tells of the longer in this sentence alone (a default, that of a value of the shape asked for)."""
VARIANTS = frozenset(
    "mini plus pro max lite light air ultra premium basic standard business enterprise home advanced professional go "
    "neo duo nano micro junior express classic select compact slim xl xs se ii iii iv extra premier essential "
    "essentials starter ultimate deluxe eco sport portable mobile".split()
)
"""Words by which makers tell the members of a family apart."""
_NO_FURTHER = (
    frozenset(
        "section error errors code codes version versions release releases update updates firmware software hardware "
        "user users manual menu model series type number no ref id table figure note notes page step chapter part and "
        "or applies product owner status category terminal device reset setup".split()
    )
    | STOP_WORDS
    | NO_NAMES
    | DOCUMENTS
    | frozenset(MONTHS)
)
"""Words behind a name that begin something else."""
_BASE = r"[A-Za-z]{1,10}-?\d{1,4}[A-Za-z]{0,2}"
"""A name of letters and digits, as models have: `X40`, `T2`, `HD-9`."""
_PAIR = later(rf"(?<![\w.-])(?P<base>{_BASE})[ \u00a0](?P<further>\w[\w+-]{{0,14}})(?![\w-])")
_WORDED = later(
    rf"(?<![\w.-])(?P<base>[A-Z][a-z]{{2,14}}(?: \d{{1,4}})?)[ \u00a0]"
    rf"(?P<further>(?i:{'|'.join(sorted(VARIANTS))}))(?![\w-])"
)
"""A name in one word, or with a number behind it (`Fenster 11`), with a word of makers behind that."""
_NO_BASE = later(r"(?i)(?:q[1-4]|h[12]|fy\d*|rev\d*|kb-?\d+|iso\d*|rfc\d*|p[0-5]|v\d+)")
"""Quarters, editions, articles, standards and priorities are no models."""


_NUMBERED = later(r"[A-Za-z]{2,}-\d{2,4}[A-Za-z]{0,2}")
"""The number of a document: behind it, as at the beginning of a line, a title stands: `WI-121 Label printing`."""


class Longer(NamedTuple):
    """A name that is asked for: its base, and the further word, empty where the bare base is asked for.

    `known` are the further words that the passages have behind that base, folded.
    """

    base: str
    further: str
    known: frozenset[str]

    @property
    def name(self) -> str:
        """The name as it is written."""
        return f"{self.base} {self.further}".strip()


def asked_names(question: str, passages: Iterable[str]) -> tuple[Longer, ...]:
    """The names of a question of which the passages know a longer or a shorter one."""
    known: dict[str, dict[str, str]] = {}
    texts = tuple(passages)
    for text in texts:
        for base, further in _pairs(text):
            known.setdefault(base.casefold(), {}).setdefault(further.casefold(), f"{base} {further}")
    found: dict[str, Longer] = {}
    whole = " ".join((question, *texts))
    for folded, names in known.items():
        if folded.isalpha() and re.search(rf"\b{re.escape(folded)}\b", whole):
            continue  # a word that stands in small letters, too, is no name
        furthers = frozenset(names)
        stands = list(_shape(folded).finditer(question))
        bare = any(_further(match, text, furthers) == "" for text in texts for match in _shape(folded).finditer(text))
        for match in stands if bare or len(furthers) > 1 else ():
            further = _further(match, question, furthers)
            spelled = names[further].partition(" ") if further else (match[0], "", "")
            found.setdefault(f"{folded} {further}", Longer(spelled[0], spelled[2], furthers))
    return tuple(found.values())


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    for match in _PAIR.finditer(text):
        further = match["further"]
        opens = not text[text.rfind("\n", 0, match.start()) + 1 : match.start()].strip(" \t#*|>_-")
        variant = further.casefold() in VARIANTS
        if (opens or _NUMBERED.fullmatch(match["base"])) and not variant:
            continue
        told = (variant and further[0].isupper()) or any(one.isdigit() for one in further)
        measure = further.isdigit() and not re.search(r"\A\W*(?:\Z|[.,;:!?)])", text[match.end() : match.end() + 3])
        if told and not measure and further.casefold() not in _NO_FURTHER and not _NO_BASE.fullmatch(match["base"]):
            yield match["base"], further
    for match in _WORDED.finditer(text):
        if match["further"][0].isupper() and match["base"].casefold() not in _NO_FURTHER:
            yield match["base"], match["further"]


@lru_cache(256)
def _shape(base: str) -> re.Pattern[str]:
    return re.compile(rf"(?i)(?<![\w.-]){re.escape(base)}(?:s|['\u2019]s)?(?![\w-])")


def _further(match: re.Match[str], text: str, known: frozenset[str]) -> str:
    """Which of the known further words stands behind a base in a text, empty where none does."""
    behind = re.match(r"[ \u00a0](?P<further>\w[\w+-]{0,14})(?![\w-])", text[match.end() : match.end() + 18])
    said = behind["further"].casefold() if behind else ""
    return said if said in known else ""


def is_of(name: Longer, levels: Sequence[str]) -> bool | None:
    """Whether a text is of a name: by the first of its levels (itself, its heading, its title) that has the base.

    None where no level has it: then it may be of all. One that names several is of each.
    """
    for text in levels:
        said = {_further(match, text, name.known) for match in _shape(name.base.casefold()).finditer(text)}
        if said:
            return name.further.casefold() in said
    return None


def other_name(names: Sequence[Longer], levels: Sequence[str]) -> Longer | None:
    """The name that is asked for where a text is of another one of its family; several that are asked for may be."""
    said = [(one, is_of(one, levels)) for one in names]
    if len({one.base.casefold() for one in names}) != 1 or any(held for _, held in said):
        return None
    return next((one for one, held in said if held is False), None)


def of_name_first(
    question: str, ranked: Sequence[tuple[float, Held]], found: Gathered
) -> tuple[tuple[float, Held], ...]:
    """What is of another name of the family than the one that is asked for stands back; what names it comes forward."""
    names = _names(question, found)
    if not names:
        return tuple(ranked)

    def gain(one: Held) -> float:
        named = any(name.further and is_of(name, (one.unit.text,)) for name in names)
        return OWN * named - OTHER * (other_name(names, _levels(one, found)) is not None)

    return raised(ranked, gain)


def without_other_names(
    question: str, ranked: Sequence[tuple[float, Held]], found: Gathered
) -> tuple[tuple[float, Held], ...]:
    """Where the lead is of the name that is asked for, nothing of another one stands beside it.

    Where it is of another name, and its document names the one that is asked for, that leads: whoever reads the steps
    for the bigger model does not need them where a sentence below says what the small one has.
    """
    names = _names(question, found)
    if not names or not ranked:
        return tuple(ranked)
    top, lead = ranked[0]
    if other_name(names, _levels(lead, found)) is None:
        held = any(is_of(one, _levels(lead, found)) for one in names)
        others = {one for _, one in ranked[1:] if other_name(names, _levels(one, found) if held else (one.unit.text,))}
        return tuple(pair for pair in ranked if pair[1] not in others)
    document = found.ranking.hits[lead.unit.hit].passage.document_id
    own = [
        one
        for _, one in ranked
        if found.ranking.hits[one.unit.hit].passage.document_id == document
        and any(name.further and is_of(name, (one.unit.text,)) for name in names)
    ]
    if not own:
        return tuple(ranked)
    rest = [pair for pair in ranked if pair[1] not in own and other_name(names, _levels(pair[1], found)) is None]
    return (*((top, one) for one in own), *rest)


def of_those_names(question: str, units: Sequence[Held], lead: Held, found: Gathered) -> tuple[Held, ...]:
    """A section's units, none where they are of another name than a lead that itself has the one that is asked for."""
    names = _names(question, found)
    own = any(one.further and is_of(one, (lead.unit.text,)) for one in names)
    return () if own and any(other_name(names, _levels(one, found)) for one in units) else tuple(units)


def _names(question: str, found: Gathered) -> tuple[Longer, ...]:
    """The names that are asked for, where they are of one family."""
    names = asked_names(question, [hit.passage.text for hit in found.ranking.hits])
    return names if len({one.base.casefold() for one in names}) == 1 else ()


def _levels(one: Held, found: Gathered) -> tuple[str, ...]:
    """A unit, and what it stands under from near to far."""
    hit = found.ranking.hits[one.unit.hit]
    heading = str(hit.passage.metadata["heading"])
    return (one.unit.text, one.unit.header, one.unit.intro, heading, record_of(hit, found).title)
