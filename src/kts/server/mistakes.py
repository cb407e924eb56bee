"""What is wrong with the arguments of a call, in a sentence that names the argument and says what it takes.

The words of the library that checks them are about its types (*Input should be a valid list*), for who wrote the code.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

MOST = 5
"""Mistakes of one call that are told (a default, not fitted)."""
SHOWN = 40
"""Characters of a wrong value that are shown (a default, not fitted)."""
DAY = "a day as YYYY-MM-DD"
PATTERNS = {r"\S": "a text that is not blank", r"^(\d{4}-\d{2}-\d{2})?$": DAY}
"""What a pattern of our arguments means."""
OBJECT = ("dict_type", "model_attributes_type", "model_type")
"""Kinds of mistakes where an object was wanted."""
_LISTED: Callable[[Mapping[str, Any]], str] = lambda ctx: str(ctx["expected"]).replace("'", "")  # noqa: E731
_TAKES: dict[str, str | Callable[[Mapping[str, Any]], str]] = {
    "string_type": "a text",
    "bytes_type": "bytes in base64",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_parsing_size": "a whole number that is smaller",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "list_type": "a list, [...]",
    "date_type": DAY,
    "date_parsing": DAY,
    "date_from_datetime_parsing": DAY,
    "date_from_datetime_inexact": DAY,
    "base64_decode": "bytes in base64",
    "base64_encode": "bytes in base64",
    "greater_than_equal": lambda ctx: f"a number of {ctx['ge']} or more",
    "less_than_equal": lambda ctx: f"a number of {ctx['le']:,} or less",
    "greater_than": lambda ctx: f"a number above {ctx['gt']}",
    "less_than": lambda ctx: f"a number below {ctx['lt']:,}",
    "string_pattern_mismatch": lambda ctx: PATTERNS.get(ctx["pattern"], f"a text like {ctx['pattern']}"),
    "string_too_short": "a text that is not empty",
    "string_too_long": lambda ctx: f"a text of at most {ctx['max_length']:,} characters",
    "too_short": "a list that is not empty",
    "too_long": lambda ctx: f"a list of at most {ctx['max_length']:,}",
    "literal_error": _LISTED,
    "enum": _LISTED,
    **dict.fromkeys(OBJECT, "an object, {...}"),
}
_UNSHOWN = frozenset({"string_too_short", "string_too_long", "too_short", "too_long", "base64_decode"})
"""Kinds of mistakes where the value itself tells nothing more."""


def mistakes(errors: Sequence[Mapping[str, Any]], known: Sequence[str] = ()) -> str:
    """The mistakes of a call in words; `known` are the arguments that there are."""
    told = dict.fromkeys(_told(one, known) for one in errors)
    return "; ".join(list(told)[:MOST])


def _told(error: Mapping[str, Any], known: Sequence[str]) -> str:
    """One mistake in words."""
    kind, name = error["type"], _name(error["loc"])
    if kind == "missing":
        return f"`{name}` is missing"
    if kind in {"extra_forbidden", "unexpected_keyword_argument"}:
        there = f"; there are {', '.join(known)}" if known and len(error["loc"]) == 1 else ""
        return f"there is no `{name}`{there}"
    takes = _TAKES.get(kind)
    if takes is None:
        said = str(error["msg"]).removeprefix("Value error, ")
        return f"`{name}`: {said}" if name else said
    wanted = takes if isinstance(takes, str) else takes(error.get("ctx", {}))
    given = "" if kind in _UNSHOWN else f", not {_shown(error.get('input'))}"
    return f"`{name or 'the body'}` takes {wanted}{given}"


def _name(place: Sequence[object]) -> str:
    """Where a value stands, `claims[0].claim`; without the kinds of values that one of several may be."""
    name = ""
    for part in place:
        if isinstance(part, int):
            name += f"[{part}]"
        elif not str(part).endswith("]"):  # `list[dict[str,any]]` is the library's name of a kind
            name += f".{part}" if name else str(part)
    return name


def _shown(value: object) -> str:
    """A wrong value as JSON, cut."""
    said = json.dumps(value, ensure_ascii=False, default=str)
    return said if len(said) <= SHOWN else f"{said[:SHOWN]}..."
