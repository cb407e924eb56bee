"""With what, or in what: a tool or a product that the question names and the lead does not speak of.

`How do I fail over with X?` is not answered by how it is done with Y, nor `the retention in X` by a page that names X
among what was turned down.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.claims.match import stems
from kts.answer.constraints.named import NAMED
from kts.answer.standing.clauses import altered
from kts.lexicon.everyday import is_everyday
from kts.lexicon.patterns import later
from kts.lexicon.sentences import sentences

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.answer.choose.smallest import Chosen
    from kts.answers import Constraint, Evidence

_WITH = later(
    r"\b(?i:with|using|via|by means of|mit) (?P<name>[a-z][a-z\d_.-]{3,})(?=\W*\Z|[?,;]| (?:instead|alone|now|today)\b)"
)
_NO_TOOL = later(r"(?:ing|ed|ly|[ts]ion|ment|ness|ity|[ae]nce|[ae]ncy|ers?|ors?|ists?|s)\Z")
"""How words end that are no names of tools as a rule: acts, qualities, people, several things."""
_TURNED_DOWN = later(
    r"(?i)\b(?:rejected|reject|turned down|ruled out|discarded|not (?:chosen|selected|taken|used)|decided against"
    r"|considered|alternatives?|instead of|in place of|rather than|replac(?:es|ed|ing)|migrated from|moved away from"
    r"|verworfen|abgelehnt|statt)\b"
)


def other_tool(question: str, chosen: Sequence[Chosen], evidence: Sequence[Evidence]) -> Iterator[str]:
    """Names in small letters behind `with` that nothing cited has: neither the passages nor what they stand under."""
    pieces = [evidence[number] for number in dict.fromkeys(one.held.unit.hit for one in chosen)]
    cited = stems("\n".join(f"{one.title}\n{one.path}\n{one.heading}\n{one.text}" for one in pieces))
    for match in _WITH.finditer(question):
        name = match["name"].rstrip(".")
        if not (_NO_TOOL.search(name) or is_everyday(name)) and stems(name).isdisjoint(cited):
            yield f"what is cited does not name {name}"


def only_turned_down(
    question: str, wants: Sequence[Constraint], lead: Chosen, evidence: Sequence[Evidence]
) -> Iterator[str]:
    """Names that the lead does not have, and that its passage has only among what was turned down or replaced."""
    unit, of = lead.held.unit, evidence[lead.held.unit.hit]
    about = f"{of.title}\n{of.path}\n{of.heading}\n{unit.intro}\n{unit.header}\n{unit.text}"
    if _TURNED_DOWN.search(question):
        return
    for one in wants:
        name = re.compile(rf"(?i)(?<![\w-]){re.escape(one.text)}(?![\w-])")
        if one.kind not in NAMED or name.search(about):
            continue
        said = [of.text[start:end] for start, end in sentences(of.text)]
        told = [text for text in said if name.search(text)]
        # what an amendment puts in the place of other words holds
        if told and all(_TURNED_DOWN.search(text) and not altered(text) for text in told):
            yield f"{of.path} names {one.text} only among what was turned down or replaced"
