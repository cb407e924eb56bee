"""What the next sentence takes away: `The age is 66. Those who joined before 2008 are excepted.` (EVID-1).

A rule without its exception is half an answer: the sentence behind the lead is shown with it if it qualifies it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.answer.extract import Held
    from kts.answer.means import Gathered
    from kts.answer.units import Unit

_LABEL = r"\A\W*(?:\(?(?:\d[\d.]*|[a-z])[.)]?\s+)?"
_BEGINS = re.compile(
    rf"(?i){_LABEL}(?:"
    r"however|but|nevertheless|nonetheless|notwithstanding|except\w*|unless|by way of exception|in derogation"
    r"|provided|excluded (?:is|are)|exempt(?:ed)?|not (?:for|in|if|when|during)|only"
    r"|(?:the|an|one|two|some|sole) (?:only )?exceptions?"
    r"|(?:this|that|the (?:rule|limit|same|above)|it|these|those limits)(?: \w+)? (?:do(?:es)?|shall) not "
    r"(?:apply|hold|cover|extend)"
    r"|(?:this|that) is (?:not|only)|in (?:that|this|such) case|otherwise|different rules|jedoch|allerdings"
    r"|ausgenommen|ausnahme\w*|abweichend|(?:dies|das) gilt nicht|toutefois|cependant|sauf|par exception|cela ne s"
    r")\b"
)
_SAYS = re.compile(
    r"(?i), however,|\b(?:is|are|as) (?:an|the (?:only|sole)) exceptions?\b"
    r"|\b(?:is|are) (?:excepted|exempt(?:ed)?|excluded)\b|\binstead\b|\bdo(?:es)? not apply\b"
    r"|\A\W*(?:(?:those|anyone|everyone|staff|members|employees|people|customers) )"
    r"(?:who|whose|that|hired|engaged|employed|with)\b[^.;]*\b(?:before|after|since|until|keep|remain)\b"
)
_APART = re.compile(r"\n[ \t]*\n")


def qualifying(ranked: Sequence[tuple[float, Held]], found: Gathered) -> list[Unit]:
    """The sentence that follows the lead in its paragraph, if it says where that does not hold; else nothing."""
    lead = ranked[0][1].unit
    if lead.kind != "sentence":
        return []
    passage = found.ranking.hits[lead.hit].passage
    behind = min(
        (one.unit for _, one in ranked[1:] if one.unit.hit == lead.hit and one.unit.span.start >= lead.span.end),
        key=lambda unit: unit.span,
        default=None,
    )
    if behind is None or behind.kind != "sentence":
        return []
    between = passage.text[lead.span.end - passage.span.start : behind.span.start - passage.span.start]
    apart = bool(between.strip()) or bool(_APART.search(between))
    return [behind] if not apart and (_BEGINS.search(behind.text) or _SAYS.search(behind.text)) else []
