"""Whom or what a question is about, and whether a statement is about another of the kind.

`How many days of leave do doctors get?` is not answered by what full-time nurses get, however many words agree.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.match import stems
from kts.lexicon.analyse import STOP_WORDS, terms
from kts.lexicon.entities_words import ROLES

if TYPE_CHECKING:
    from collections.abc import Sequence

_AUXILIARY = r"(?:do|does|did|can|could|may|must|should|shall|will)"
_NOUN = r"(?P<{}>(?:[a-z][a-z-]{{2,}} )?[a-z][a-z-]{{2,}})"
_ACTS = re.compile(
    rf"(?i:\b{_AUXILIARY}) (?:the |an? |our |all |every )?{_NOUN.format('actor')} "
    r"(?:get|gets|have|need|earn|receive|pay|attend|take|claim|submit|book|accept|apply|own|owe|wait|give|keep)\b"
)
_FOR = re.compile(rf"(?i:\bfor) (?:an? |the )?{_NOUN.format('served')}(?=\W*\Z)")
_DOES = re.compile(
    r"\b(?P<noun>[a-z][a-z-]{2,}) (?:are|is|shall|may|must|can|will|should|gets?|ha(?:s|ve)|receives?|pays?|attends?)\b"
)
_SERVES = re.compile(r"\bfor (?P<noun>[a-z][a-z-]{2,})\b")
_ANYBODY = frozenset(
    "people persons person somebody someone anybody anyone everybody everyone staff employees employee users user "
    "customers customer members member they them that this it one each all companies company".split()
)
"""Words that a document may put in many ways, or that tell nobody apart."""
_NO_SUBJECTS = _ANYBODY | STOP_WORDS | frozenset("shall may must can will should not also only".split())
LEAST = 3
"""Letters in which two words of one stem agree at least (a default)."""


def other_subject(question: str, lead: str, about: Sequence[str]) -> str:
    """What the question is about where the lead is about another of the kind, empty elsewhere.

    Synonyms do not count: a corpus that has the word itself tells the two apart.

    `about` is what the lead stands under: headings, title, path, header of its table.
    """
    for shape, same in ((_ACTS, _DOES), (_FOR, _SERVES)):
        found = shape.search(question)
        if found is None:
            continue
        said = found[found.lastgroup or 0].casefold()
        head = said.rpartition(" ")[2]
        if head in _ANYBODY or head in STOP_WORDS:
            continue
        there = stems("\n".join((lead, *about)))
        own = (terms(head) or [head])[0]
        others = [one["noun"] for one in same.finditer(lead) if one["noun"] not in _NO_SUBJECTS]
        if others and not any(own.startswith(one) or one.startswith(own) for one in there if len(one) >= LEAST):
            return head
    return ""


_POST = re.compile(
    rf"\b(?:[A-Z][\w&-]*(?: (?:of|and|for) | ))+(?:{'|'.join(role.capitalize() for role in sorted(ROLES))}"
    r"|Assistant|Coordinator|Supervisor|Surveyor|Nurse|Technician|Administrator)\b"
)
"""A post of two words and more: `Housing Officer`."""


def other_post(names: Sequence[str], title: str, said: Sequence[str]) -> str:
    """The post that a document is about, where a question names another one that nothing `said` there names.

    A job description names whom the holder reports to: what it pays is not what that one earns.
    """
    own = _POST.search(title)
    asked = [one for one in names if _POST.fullmatch(one)]
    if own is None or not asked:
        return ""
    there = stems("\n".join((own[0], *said)))
    return own[0] if all(not stems(one) <= there for one in asked) else ""
