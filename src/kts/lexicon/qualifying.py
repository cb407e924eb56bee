"""How a sentence begins, or what it says, that qualifies the one before: `However, ...`, `This does not apply`."""

from __future__ import annotations

import re

_LABEL = r"\A\W*(?:\(?(?:\d[\d.]*|[a-z])[.)]?\s+)?"
_BEGINS = re.compile(
    rf"(?i){_LABEL}(?:"
    r"however|but|nevertheless|nonetheless|notwithstanding|except\w*|unless|by way of exception|in derogation|provided"
    r"|excluded (?:is|are)|exempt(?:ed)?|not (?:for|in|if|when|during)|only"
    r"|(?:the|an|one|two|some|sole) (?:only )?exceptions?"
    r"|(?:this|that|the (?:rule|limit|same|above)|it|these|those limits)(?: \w+)? (?:do(?:es)?|shall) not "
    r"(?:apply|hold|cover|extend)"
    r"|(?:this|that) is (?:not|only)|in (?:that|this|such) case|otherwise|different rules|jedoch|allerdings|ausgenommen"
    r"|(?:for|in|to|at|on) (?:every(?:body|one|thing) else|all (?:the )?others?|(?:the )?others|any other|the rest)"
    r"|(?:every(?:body|one) else|all others|the others|the rest)"
    r"|ausnahme\w*|abweichend|(?:dies|das) gilt nicht|toutefois|cependant|sauf|par exception|cela ne s"
    r")\b"
)
_SAYS = re.compile(
    r"(?i), however,|\b(?:is|are|as) (?:an|the (?:only|sole)) exceptions?\b"
    r"|\b(?:is|are) (?:excepted|exempt(?:ed)?|excluded)\b|\binstead\b|\bdo(?:es)? not apply\b"
    r"|\A\W*(?:(?:those|anyone|everyone|staff|members|employees|people|customers) )"
    r"(?:who|whose|that|hired|engaged|employed|with)\b[^.;]*\b(?:before|after|since|until|keep|remain)\b"
)


def qualifies(text: str) -> bool:
    """Whether a sentence takes back a part of what stands before it, or leaves a part open."""
    return bool(_BEGINS.search(text) or _SAYS.search(text))
