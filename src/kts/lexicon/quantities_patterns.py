"""What stands around a number: currencies, clocks, labels, rates, and the words that compare."""

from __future__ import annotations

import re

from kts.lexicon.patterns import later

CURRENCY = later(r"(?:(US\$|\$|\u20ac|\u00a3|\u00a5)|\b(USD|EUR|GBP|CHF|JPY))[ \u00a0]?\Z")
CLOCK = later(
    r"""(?<![\w:.,$])(?:(?P<hour>[01]?\d|2[0-3])(?:[:.](?P<minute>[0-5]\d))?\s?(?P<half>a\.?\s?m\b\.?|p\.?\s?m\b\.?)
    |(?P<hour2>[01]?\d|2[0-3]):(?P<minute2>[0-5]\d)(?![:\d])(?:\s(?:in\sthe\s(?P<part>morning|afternoon|evening)|at\snight))?
    |(?P<hour3>[01]?\d)\so'clock(?:\sin\sthe\s(?P<part3>morning|afternoon|evening))?)|\b(?P<word>noon|midnight)\b""",
    re.VERBOSE | re.IGNORECASE,
)
LABEL = later(
    r"(?:\b(?:sections?|sec\.|articles?|art\.|clauses?|paragraphs?|annex|exhibits?|schedules?|appendix|chapters?|versions?|"
    r"v|ver\.|releases?|figures?|fig\.|tables?|pages?|pp?\.|steps?|items?|lines?|rows?|nos?\.|number|forms?|rules?|"
    r"class|levels?|tiers?|phases?|rooms?|suite|floor|ports?|part|types?|stage|revision|rev\.|layout|error|code|id|"
    r"template|ticket|loan|note|file|windows|python|java|postgresql|openshift|kubernetes|title|volume|vol\.|"
    r"questions?|group|grade|zone|unit|priority|severity|edition)[ \u00a0]|[#\u00a7]\s?)"
    r"(?:\d[\w.]*(?:, | and | or | to |-))*\Z",
    re.IGNORECASE,
)
PRODUCT = later(
    r"(?:\b[A-Z][a-z]{2,}[A-Za-z]*|\b(?:the|under|in|since|from|with)|\b(?:firmware|software|app|client|driver)s?) \Z"
)
ECHO = later(r"\s?\(\s?[$\u20ac\u00a3]?\s?([\d,]*\.?\d+)\s?(%|percent|bps?)?\s?\)")
OF_ONE = later(r"(?:[ -]of[ -](?:a|an|one|the)|[ ]an?)(?=[ -][a-z])", re.IGNORECASE)
OR_MORE = later(r"[ ](?:or|and)[ ](?P<word>more|fewer|less|over|above|longer|older|greater|higher|under|below|lower)\b")
AFTER = later(
    r"[ ,(]{1,2}(?:(?P<up>or (?:more|over|above|longer|older|greater|higher|later)|and (?:over|above|more|"
    r"up)|at (?:the )?"
    r"least|minimum|or better|upwards?)|(?P<down>or (?:less|fewer|under|below|lower|shorter|earlier|sooner)|at "
    r"(?:the )?(?:most|latest)|maximum|tops))\b",
    re.IGNORECASE,
)
WORD_AFTER = later(r"[ \u00a0-]?([%\u20ac]|(?<=[ \u00a0\d-])[A-Za-z\u00b5][\w]*)")
PER = later(
    r"(?:(?:[ ](?:a|an|per|each|every|for each|for every|in (?:a|any|each|one)|"
    r"pro|je|par|im)[ ]|[ ]?/[ ]?)(?:(?:calendar|"
    r"such)[ ])?([a-z]{2,})\b"
    r"|[ ,](?:payable[ ])?(annually|yearly|monthly|weekly|daily|hourly|quarterly|per annum|p\.a\.|"
    r"(?:st\u00fcnd|t\u00e4g|w\u00f6chent|monat|viertelj\u00e4hr|j\u00e4hr)lich|par an)\b)",
    re.IGNORECASE,
)
ADVERBS = {
    "annually": "year",
    "yearly": "year",
    "per annum": "year",
    "p.a.": "year",
    "annum": "year",
    "monthly": "month",
    "weekly": "week",
    "daily": "day",
    "hourly": "hour",
    "quarterly": "quarter",
    "st\u00fcndlich": "hour",
    "t\u00e4glich": "day",
    "w\u00f6chentlich": "week",
    "monatlich": "month",
    "viertelj\u00e4hrlich": "quarter",
    "j\u00e4hrlich": "year",
    "par an": "year",
}
_UP_TO = r"h\u00f6chstens|maximal|bis zu|sp\u00e4testens|l\u00e4ngstens|binnen|innerhalb von|au plus|pas plus de"
_ABROAD = (
    (
        rf"{_UP_TO}|nicht (?:mehr|l\u00e4nger|sp\u00e4ter|h\u00f6her) als",
        "<=",
    ),
    (r"mindestens|wenigstens|nicht (?:weniger|k\u00fcrzer|fr\u00fcher) als|au moins|pas moins de", ">="),
    (r"weniger als|k\u00fcrzer als|moins de", "<"),
    (r"mehr als|l\u00e4nger als|plus de", ">"),
)
"""The words of German and French that compare, those under a negation before the same without."""
BEFORE = (
    *((re.compile(rf"\b(?:{words}) \Z", re.IGNORECASE), sign) for words, sign in _ABROAD),
    (
        re.compile(
            r"(?:\b(?:at most|up to|no more than|not more than|not (?:in )?exce(?:ed|ss of|eding)|"
            r"no greater than|not greater "
            r"than|(?:not|never|cannot|can't|no) (?:be )?(?:exceed(?:s|ed|ing)?|longer than|later than|"
            r"older than|above|over|more "
            r"than|higher than)|no longer than|no later than|not later than|never more than|within|inside|"
            r"by the|a maximum of|"
            r"(?:maximum|limit|cap|ceiling|limited to|capped at|upper limit)(?: \w+){0,2}(?: of| is| at|:)?|"
            r"(?:rise|climb|go) to at most|as (?:many|much|long) as)|<=|\u2264)\s*(?:a |an |the |any )?\Z",
            re.IGNORECASE,
        ),
        "<=",
    ),
    (
        re.compile(
            r"(?:\b(?:at (?:the )?least|(?:no|not|never) (?:be )?(?:less|fewer|lower|earlier|sooner|shorter|"
            r"under|below)(?: than)?|"
            r"a minimum of|(?:minimum|floor)(?: \w+){0,2}(?: of| is|:)?|upwards of|as little as)|>=|\u2265)"
            r"\s*(?:a |an |the )?(?:(?:force|level|grade|class|category|stage|magnitude) )?\Z",
            re.IGNORECASE,
        ),
        ">=",
    ),
    (
        re.compile(
            r"(?:\b(?:less than|fewer than|lower than|shorter than|smaller than|under|below|beneath|short of|"
            r"younger than|lighter than|thinner than|narrower than|cheaper than|colder than|cooler than|"
            r"earlier than)|<)\s*(?:a |an )?\Z",
            re.IGNORECASE,
        ),
        "<",
    ),
    (
        re.compile(
            r"(?:\b(?:more than|greater than|higher than|longer than|larger than|bigger than|older than|"
            r"later than|heavier than|thicker than|wider than|taller than|deeper than|dearer than|hotter than|"
            r"warmer than|over|above|"
            r"beyond|exceed(?:s|ed|ing)?|in excess of|tops|topped|topping|past|better than|outstrips?)|"
            r">)\s*(?:a |an )?(?:(?:force|level|grade|class|category|stage|magnitude) )?\Z",
            re.IGNORECASE,
        ),
        ">",
    ),
    (
        re.compile(
            r"(?:\b(?:about|approximately|roughly|around|some|nearly|almost|circa|ca\.|close to|just (?:over|"
            r"under))|~|\u2248)"
            r"\s*(?:a |an )?\Z",
            re.IGNORECASE,
        ),
        "~",
    ),
)
NO_NOUN = frozenset(
    "of in on at to and or the a an is are was were be been being has have had do does did by with from for per each "
    "every that which who whom whose when where if as than instead after before not no may must shall will can "
    "could would should "
    "might it its they their them this these those such same so but nor then also only both either neither "
    "until unless "
    "without within under over about into onto upon during between among against because while whether there here "
    "respectively plus minus times equal equals more less fewer other another ago later earlier out off up "
    "down applies "
    "apply remain remains ended ends started starts began begins expired expires".split()
)
UNIT_AND_PART = later(
    r"\b(?P<count>an?|one|two|three|four|five|six|\d+)[ ](?P<unit>hours?|days?|weeks?|months?|years?|minutes?|percent|"
    r"business days?)[ ]and[ ](?:a[ ])?(?P<part>half|quarter|third)\b(?![ ](?:year|day|month|hour)s?\b)",
    re.IGNORECASE,
)
ONE_UNIT = later(
    r"\b(?:within|inside|after|least|than|under|over|every|once|for|exceeds?|in|of|up to|most|half|"
    r"about)[ ](?P<one>an?[ ]"
    r"(?P<unit>business day|working day|calendar day|calendar month|calendar year|second|minute|hour|day|"
    r"week|fortnight|"
    r"month|quarter|year|decade|million dollars))\b(?![ ]and[ ])",
    re.IGNORECASE,
)
RATIO = later(r"(?<![\w.:])(\d+(?:\.\d+)?)(?:[ ]to[ ]|:)(1(?:\.0+)?)(?![\w:]|\.\d)")
UPWARD = frozenset("more over above longer older greater higher".split())
SHARED = frozenset((",", "and", "or", "to", ", and", ", or", "&", "und", "oder", "et", "ou"))
"""What stands between two numbers that share the unit of the second."""
