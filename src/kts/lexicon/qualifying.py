"""How a sentence begins, or what it says, that qualifies the one before: `However, ...`, `This does not apply`."""

from __future__ import annotations

from kts.lexicon.patterns import later

_LABEL = r"\A\W*(?:\(?(?:\d[\d.]*|[a-z])[.)]?\s+)?"
_BEGINS = later(
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
_SAYS = later(
    r"(?i), however,|\b(?:is|are|as) (?:an|the (?:only|sole)) exceptions?\b"
    r"|\b(?:is|are) (?:excepted|exempt(?:ed)?|excluded)\b|\binstead\b|\bdo(?:es)? not apply\b"
    r"|\A\W*(?:(?:those|anyone|everyone|staff|members|employees|people|customers) )"
    r"(?:who|whose|that|hired|engaged|employed|with)\b[^.;]*\b(?:before|after|since|until|keep|remain)\b"
)


_BOUND = later(
    r"(?i)\b(?:before|until|till|by|up to|within|at most|at least|no later than|not later than|over|under|above|below|"
    r"from|after|since|more than|less than|fewer than|longer than|older than|exceeding)\b[^.;\n]{0,30}?\d"
)
"""Up to where what is said holds."""
_OTHER_SIDE = later(
    r"(?i)\A\W*(?:[\w'\u2019-]+ ){0,4}?(?:later|earlier|afterwards|thereafter|beyond|(?:after|before) "
    r"(?:that|this|then|it)|(?:above|below|over|under) (?:that|this|it)|larger|bigger|higher|smaller|lower|longer|"
    r"shorter|older|newer|"
    r"anything (?:above|below|else|later|more)|whatever comes later)\b"
)
"""How the next sentence begins that tells what holds on the other side of the bound."""


def other_side(text: str, behind: str) -> bool:
    """Whether a sentence has a bound (`before 18:00`) and the one behind tells what lies beyond it (`Later ones`)."""
    return bool(_BOUND.search(text) and _OTHER_SIDE.search(behind))


def qualifies(text: str) -> bool:
    """Whether a sentence takes back a part of what stands before it, or leaves a part open."""
    return bool(_BEGINS.search(text) or _SAYS.search(text))
