"""YAML and TOML front matter as metadata, bounded: a few lines of YAML can describe a gigabyte."""

from __future__ import annotations

import datetime as dt
import re
from typing import Any

MAX_LENGTH = 65_536
"""Longest front matter that is read, in characters."""
MAX_ALIASES = 20
MAX_NODES = 5_000
MAX_DEPTH = 20
"""Nested lists and mappings; checked while YAML is parsed, which takes seconds for some thousand brackets."""

_BLOCK = re.compile(r"\A---[ \t]*\r?\n(.*?)^(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.DOTALL | re.MULTILINE)
_TOML = re.compile(r"\A\+\+\+[ \t]*\r?\n(.*?)^\+\+\+[ \t]*(?:\r?\n|\Z)", re.DOTALL | re.MULTILINE)
_NUMBERED = re.compile(r"^(version|revision|rev)[ \t]*:[ \t]*(\d+\.\d+)[ \t]*(?:#.*)?\r?$", re.MULTILINE)
"""Versions that YAML reads as numbers: 1.10 is not 1.1."""
_SYNONYMS = {
    "date": "content_date",
    "lang": "language",
    "tags": "keywords",
    "type": "doc_type",
    "authors": "author",
    "last_modified": "modified",
    "updated": "modified",
    "last_updated": "modified",
    "lastmod": "modified",
    "revised": "modified",
    "effective_date": "effective",
    "effective_from": "effective",
    "valid_from": "effective",
    "valid_until": "effective_to",
    "expires": "effective_to",
    "replaces": "supersedes",
    "replaced_by": "superseded_by",
    "revision": "version",
    "rev": "version",
    "titel": "title",
    "datum": "content_date",
    "sprache": "language",
    "gueltig_ab": "effective",
    "ersetzt": "supersedes",
}
"""Names that authors use for the keys that are understood; where a file has both, the understood one is taken."""


def front_matter(text: str) -> tuple[dict[str, Any], int]:
    """Metadata of a Markdown text and where its body starts; unreadable YAML is no metadata."""
    if not text.startswith(("---", "+++")):
        return {}, 0
    block = _BLOCK if text.startswith("---") else _TOML
    match = block.match(text[: MAX_LENGTH + 16])
    if match is None:
        return {}, 0
    return (_metadata if block is _BLOCK else _of_toml)(match[1]), match.end()


def _of_toml(source: str) -> dict[str, Any]:
    import tomllib

    try:
        return _renamed(json_value(tomllib.loads(source.replace("\r\n", "\n"))))
    except (tomllib.TOMLDecodeError, ValueError, RecursionError):
        return {}


def _is_bounded(source: str) -> bool:
    """Whether the YAML has few aliases and no deep nesting. Raises YAMLError."""
    import yaml

    aliases = depth = 0
    for event in yaml.parse(source, yaml.SafeLoader):
        aliases += isinstance(event, yaml.AliasEvent)
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if aliases > MAX_ALIASES or depth > MAX_DEPTH:
            return False
    return True


def _metadata(source: str) -> dict[str, Any]:
    import yaml

    try:
        loaded = yaml.safe_load(source) if _is_bounded(source) else None
        if not isinstance(loaded, dict):
            return {}
        values = json_value(loaded)
    except (yaml.YAMLError, ValueError, RecursionError, TypeError, OverflowError):
        return {}
    values |= {key: written for key, written in _NUMBERED.findall(source) if isinstance(values.get(key), float)}
    return _renamed(values)


def _renamed(values: dict[str, Any]) -> dict[str, Any]:
    """The values under the names that are understood; a name that is taken keeps the other one as it is."""
    renamed = {key: value for key, value in values.items() if key not in _SYNONYMS}
    for key, value in values.items():
        if key in _SYNONYMS:
            renamed.setdefault(_SYNONYMS[key] if _SYNONYMS[key] not in renamed else key, value)
    return renamed


def json_value(value: object) -> Any:
    """The value in JSON's types, dates in ISO 8601. Raises ValueError beyond the size and depth limits."""
    return _json(value, [MAX_NODES], MAX_DEPTH)


def _json(value: object, budget: list[int], depth: int) -> Any:
    budget[0] -= 1
    if budget[0] < 0 or depth < 0:
        message = "front matter is too large or too deep"
        raise ValueError(message)
    if isinstance(value, dict):
        return {str(key).strip().lower(): _json(item, budget, depth - 1) for key, item in value.items()}
    if isinstance(value, (list, tuple, set)):
        return [_json(item, budget, depth - 1) for item in value]
    if isinstance(value, (dt.datetime, dt.date, dt.time)):
        return value.isoformat()
    if isinstance(value, float) and not -1e308 < value < 1e308:  # noqa: PLR2004 - JSON has no infinity
        return str(value)
    return value if value is None or isinstance(value, (str, int, float, bool)) else str(value)
