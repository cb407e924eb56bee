"""JSON out of what a model wrote, and whether it keeps a schema: the part of JSON Schema that our prompts use."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from kts.llm.failed import ModelFailed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

DEPTH = 30
"""Levels of nesting that are looked at; deeper JSON is refused (a default, not fitted)."""
_FENCE = re.compile(r"```(?:json)?\s*\n(.*?)\n?```", re.DOTALL)
_KINDS: Mapping[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
    "null": (type(None),),
}


def parsed(text: str, schema: Mapping[str, Any]) -> Any:
    """The JSON in a text, bare or in a fence, that keeps the schema. Raises ModelFailed with the first fault."""
    fenced = _FENCE.search(text)
    try:
        value = json.loads(fenced[1] if fenced else text.strip())
    except (json.JSONDecodeError, RecursionError) as error:
        message = f"the model wrote no JSON: {error}"
        raise ModelFailed(message, hint="a model that can be held to a schema does better") from None
    fault = next(faults(value, schema), "")
    if fault:
        message = f"the model's JSON does not keep the schema: {fault}"
        raise ModelFailed(message, hint="a model that can be held to a schema does better")
    return value


def faults(value: Any, schema: Mapping[str, Any], *, path: str = "it", depth: int = 0) -> Iterator[str]:
    """What of a value breaks a schema, in words; nothing when it keeps it."""
    kind = schema.get("type")
    if depth > DEPTH:
        yield f"{path} is nested too deeply"
        return
    if kind and not _is(value, kind):
        yield f"{path} is {type(value).__name__}, not {kind}"
        return
    if "enum" in schema and value not in schema["enum"]:
        yield f"{path} is none of the allowed values"
    if isinstance(value, dict):
        yield from _in_object(value, schema, path, depth)
    elif isinstance(value, list):
        yield from _in_array(value, schema, path, depth)
    elif isinstance(value, str) and len(value) > schema.get("maxLength", len(value)):
        yield f"{path} is longer than {schema['maxLength']}"


def _is(value: Any, kind: str) -> bool:
    return isinstance(value, _KINDS[kind]) and (kind == "boolean" or not isinstance(value, bool))


def _in_object(value: dict[str, Any], schema: Mapping[str, Any], path: str, depth: int) -> Iterator[str]:
    known = schema.get("properties", {})
    yield from (f"{path} lacks '{name}'" for name in schema.get("required", ()) if name not in value)
    if schema.get("additionalProperties") is False:
        yield from (f"{path} has an unknown '{name[:40]}'" for name in value if name not in known)
    for name, part in known.items():
        if name in value:
            yield from faults(value[name], part, path=f"{path}.{name}", depth=depth + 1)


def _in_array(value: list[Any], schema: Mapping[str, Any], path: str, depth: int) -> Iterator[str]:
    if len(value) > schema.get("maxItems", len(value)):
        yield f"{path} has more than {schema['maxItems']} items"
    for number, one in enumerate(value):
        yield from faults(one, schema.get("items", {}), path=f"{path}[{number}]", depth=depth + 1)
