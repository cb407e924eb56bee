"""Words that are swapped to make a claim false, and words that may stand for others."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kts.lexicon.quantities import Quantity

UNITS = {
    "day": (("days", "weeks"), ("day", "week")),
    "business_day": (("business days", "months"), ("business day", "month")),
    "hour": (("hours", "days"), ("hour", "day")),
    "minute": (("minutes", "hours"), ("minute", "hour")),
    "second": (("seconds", "minutes"), ("second", "minute")),
    "week": (("weeks", "months"), ("week", "month")),
    "month": (("months", "years"), ("month", "year")),
    "year": (("years", "months"), ("year", "month")),
    "percent": (("percent", "basis points"),),
    "MB": (("MB", "GB"),),
    "GB": (("GB", "TB"),),
    "kB": (("kB", "MB"),),
}
MODALS = (
    ("shall", "may"),
    ("must", "may"),
    ("may", "must"),
    ("is required to", "is not required to"),
    ("shall", "need not"),
)
COMPARATORS = (
    ("at least", "at most"),
    ("at most", "at least"),
    ("more than", "less than"),
    ("less than", "more than"),
    ("greater than", "less than"),
    ("not later than", "not earlier than"),
    ("no later than", "no earlier than"),
    ("before", "after"),
    ("prior to", "after"),
    ("after", "before"),
    ("fewer than", "more than"),
    ("exceeds", "falls below"),
    ("in excess of", "below"),
    ("up to", "no less than"),
    ("minimum", "maximum"),
    ("maximum", "minimum"),
)
QUANTIFIERS = (
    ("all", "some"),
    ("each", "only one"),
    ("every", "some"),
    ("both", "neither"),
    ("none", "all"),
    ("some", "all"),
    ("any", "no"),
)
OPPOSITES = tuple(
    (one, other)
    for pair in (
        "increase/decrease increases/decreases increased/decreased include/exclude includes/excludes included/excluded "
        "including/excluding accept/reject accepted/rejected earlier/later higher/lower greater/lesser enable/disable "
        "enabled/disabled enables/disables start/stop starts/stops started/stopped open/close opened/closed first/last "
        "buyer/seller lender/borrower internal/external add/remove added/removed allow/prevent "
        "allows/prevents success/failure "
        "approve/reject approved/rejected written/oral public/private annual/monthly positive/negative upper/lower "
        "ascending/descending active/inactive automatically/manually valid/invalid gain/loss gains/losses rise/fall "
        "assets/liabilities payer/payee before/after encrypted/unencrypted create/delete creates/deletes "
        "created/deleted"
    ).split()
    for one, other in (pair.split("/"), pair.split("/")[::-1])
)
RESTATED = (
    ("shall", "must"),
    ("prior to", "before"),
    ("in the event that", "if"),
    ("subsequent to", "after"),
    ("not later than", "no later than"),
    ("is able to", "can"),
    ("is required to", "must"),
    ("is entitled to", "may"),
    ("approximately", "about"),
    ("in order to", "to"),
    ("purchase", "buy"),
    ("commence", "begin"),
    ("terminate", "end"),
    ("obtain", "get"),
    ("utilize", "use"),
    ("additional", "further"),
    ("permitted", "allowed"),
    ("require", "need"),
    ("requires", "needs"),
    ("however", "but"),
    ("each", "every"),
    ("company", "firm"),
)
PARTICIPLES = {
    "deliver": "delivered",
    "provide": "provided",
    "pay": "paid",
    "notify": "notified",
    "give": "given",
    "make": "made",
    "maintain": "maintained",
    "furnish": "furnished",
    "execute": "executed",
    "perform": "performed",
    "terminate": "terminated",
    "indemnify": "indemnified",
    "reimburse": "reimbursed",
    "appoint": "appointed",
    "use": "used",
    "keep": "kept",
    "send": "sent",
    "assign": "assigned",
    "obtain": "obtained",
    "cause": "caused",
    "submit": "submitted",
    "create": "created",
    "return": "returned",
    "remove": "removed",
    "prepare": "prepared",
}
_ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen".split()
_TENS = {20: "twenty", 30: "thirty", 40: "forty", 50: "fifty", 60: "sixty", 90: "ninety"}


def spelled(one: Quantity) -> str:
    """The same quantity in another spelling, empty where none is known."""
    value, whole = one.value, one.value == int(one.value)
    if one.per:
        return ""
    if one.unit == "USD" and value >= 1e6 and value % 1e5 == 0:  # noqa: PLR2004
        return f"${value / 1e6:g} million"
    if one.unit == "percent" and value < 10:  # noqa: PLR2004
        return f"{100 * value:g} basis points"
    turned = {
        "day": ("hours", 24),
        "hour": ("minutes", 60),
        "year": ("months", 12),
        "week": ("days", 7),
        "month": ("", 0),
    }
    if one.unit in turned and turned[one.unit][1] and whole and value < 15:  # noqa: PLR2004
        name, factor = turned[one.unit]
        return f"{value * factor:g} {name}"
    word = _word(int(value)) if whole and one.kind in {"duration", "count"} else ""
    noun = one.unit.replace("_", " ")
    return f"{word} {noun}s" if word and value > 1 and noun else ""


def _word(value: int) -> str:
    return _ONES[value] if value < len(_ONES) else _TENS.get(value, "")
