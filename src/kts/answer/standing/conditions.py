"""Conditions of a contract in documents of their own: special ones change the general ones clause by clause (EVID-9).

Special (particular, supplementary) conditions have the numbers of the general ones. What amends the contract may change
either, and names them by a short form (`GC 3.1`) or only by the number of a clause that the agreement itself has not.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from kts.answer.standing.clauses import LABELS, altered, alters_anew, numbers_in
from kts.answer.standing.placed import named
from kts.answer.standing.targets import AMENDS, annex, holds, is_amendment, nearness
from kts.answer.standing.wording import by_name
from kts.lexicon.analyse import terms
from kts.lexicon.patterns import later
from kts.lexicon.sentences import sentences

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from kts.records import DocumentRecord

_WHAT = r"(?:[\w&/-]+ ){0,2}?(?:conditions|terms|provisions)\b"
_SPECIAL = later(
    rf"(?i)\A\W*(?:[\w.&/-]+ ){{0,4}}?(?:(?:special|particular|supplementary|supplemental|additional|specific) {_WHAT}"
    r"|(?:besondere|zus\u00e4tzliche|erg\u00e4nzende)[nrs]? \w*bedingungen\b"
    r"|(?:schedule of )?(?:amendments|modifications) to (?:the )?(?:general|standard)\b)"
)
"""How a document is called that changes general conditions under their numbers."""
_GENERAL = later(
    rf"(?i)\A\W*(?:[\w.&/-]+ ){{0,4}}?(?:(?:general|standard) {_WHAT}|allgemeine[nrs]? \w*bedingungen\b"
    r"|conditions of contract\b)"
)
_MEANT = later(
    rf"(?i)\b(?:amend|modify|supplement|vary|change|replace|prevail|precedence|deviate|\u00e4ndern|erg\u00e4nzen|vorrang)"
    rf"[^.]{{0,120}}?\b(?P<what>(?:general|standard) {_WHAT}(?: \w+){{0,4}}|allgemeinen? \w*bedingungen(?: \w+){{0,4}})"
)
"""What special conditions say that they change: `These Special Conditions amend the General Conditions Rev 4`."""
_LABEL = later(rf"{LABELS} ?\d|(?i:\b(?:general|special|particular) conditions\b)")
OPENING = 3_000
"""Characters in which special conditions say what they change (a default, not fitted)."""


def is_special(record: DocumentRecord) -> bool:
    """Whether a document is special conditions: its title says so, else the name of its file."""
    return _called(record) == "special"


def is_general(record: DocumentRecord) -> bool:
    """Whether a document is the general conditions of a contract, or of many."""
    return _called(record) == "general"


def _called(record: DocumentRecord) -> str:
    if record.metadata.get("message_id"):
        return ""
    for name in (record.title, named(record)):
        special, general = _SPECIAL.match(name), _GENERAL.match(name)
        if special and not (general and general.end() < special.end()):
            return "special"
        if general:
            return "general"
    return ""


def changed_by_special(
    known: Sequence[DocumentRecord], text_of: Callable[[DocumentRecord], str]
) -> Iterator[tuple[DocumentRecord, DocumentRecord]]:
    """Special conditions (not drafts, not old ones) with the general ones that they change.

    These are the nearest, of those the ones that their beginning names. None are where that leaves several, or special
    conditions from several folders that are as near: each is of its own contract.
    """
    general = [one for one in known if is_general(one) and holds(one)]
    special = [one for one in known if general and is_special(one) and holds(one)]
    pairs = [(one, base) for one in special if (base := _base(one, general, text_of)) is not None]
    for one, base in pairs:
        near = nearness(one, base)
        rivals = [other for other, of in pairs if of.id == base.id and nearness(other, base) >= near]
        if len({other.path.rpartition("/")[0] for other in rivals}) == 1:
            yield one, base


def _base(
    one: DocumentRecord, general: Sequence[DocumentRecord], text_of: Callable[[DocumentRecord], str]
) -> DocumentRecord | None:
    """The general conditions that special ones change."""
    best = max(nearness(one, base) for base in general)
    near = [base for base in general if nearness(one, base) == best >= 0]
    if len(near) > 1 and (meant := _MEANT.search(text_of(one)[:OPENING])):
        wanted = set(terms(meant["what"]))
        shares = {base.id: len(wanted & set(terms(f"{base.title} {named(base)}"))) for base in near}
        near = [base for base in near if shares[base.id] == max(shares.values())]
    return near[0] if len(near) == 1 else None


def with_conditions(
    amended: Mapping[str, Iterable[str]], known: Sequence[DocumentRecord], text_of: Callable[[DocumentRecord], str]
) -> dict[str, set[str]]:
    """What amends each document (ids), with the general and special conditions that are changed as well.

    What amends special conditions changes the general ones with them.
    """
    found: dict[str, set[str]] = defaultdict(set, {base: set(ids) for base, ids in amended.items()})
    by_id = {one.id: one for one in known}
    for base, ids in amended.items():
        for of in _conditions_of(by_id[base], known):
            own = frozenset[str]() if of.id == base else numbers_in(text_of(by_id[base]))
            text = text_of(of)
            lines = text.splitlines() if is_special(of) else []
            told, rows = numbers_in(text) - own, [line for line in lines if line.lstrip().startswith("|")]
            found[of.id].update(one for one in ids if one != of.id and _changes(text_of(by_id[one]), told, rows))
    for special, general in changed_by_special(known, text_of):
        found[general.id] |= {special.id, *found.get(special.id, ())}
    return {base: ids for base, ids in found.items() if ids}


def _conditions_of(base: DocumentRecord, known: Sequence[DocumentRecord]) -> list[DocumentRecord]:
    """The conditions of an agreement: those of its folder, where no other agreement lies in that."""
    folder = base.path.rpartition("/")[0]
    beside = [one for one in known if (one.root, one.path.rpartition("/")[0]) == (base.root, folder) and holds(one)]
    others = [one for one in beside if one.doc_type == base.doc_type and one.id != base.id and _is_agreement(one)]
    return [] if others else [one for one in beside if one.id != base.id and _called(one)]


def _is_agreement(record: DocumentRecord) -> bool:
    """Whether a contract is neither conditions of one nor an annex, and changes none."""
    is_change = is_amendment(record) or AMENDS.search(record.title)
    return not (_called(record) or is_change or annex(record.title))


def _changes(text: str, numbers: AbstractSet[str], rows: Sequence[str]) -> bool:
    """Whether an amendment changes conditions: a clause by their short form, one that only they have, a row by name."""
    said = [text[start:end] for start, end in sentences(text)]
    changing = [one for one in said if alters_anew(one)]
    return any(
        (altered(one) and (_LABEL.search(one) or not numbers.isdisjoint(altered(one))))
        or any(by_name(row, one) for row in rows)
        for one in changing
    )
