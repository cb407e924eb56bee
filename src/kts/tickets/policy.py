"""The policy of a desk: its classes, what a person must see, what may be promised, how replies look.

A TOML file, read as a text; each mistake is a ConfigError that names its line. What a policy leaves out is taken from
the one that ships.
"""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, get_args

from kts.errors import ConfigError
from kts.tickets.nouns import Audience, Automation

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class Topic(NamedTuple):
    """A class of tickets. `description` is what a ticket is compared with before there are labels.

    `automation` is how far the desk goes alone: auto sends, draft writes for a person, none hands over at once.
    """

    name: str
    description: str = ""
    queue: str = ""
    automation: Automation = "auto"
    threshold: float = 0.0


class Rule(NamedTuple):
    """Something a person must see. Any of `patterns` in the ticket, or a model's score from `threshold` on, says so."""

    reason: str
    patterns: tuple[re.Pattern[str], ...] = ()
    threshold: float = 0.5
    urgent: bool = True
    queue: str = ""
    message: str = ""


class Policy(NamedTuple):
    """What a desk decides. Texts of replies are templates (see `reply`), empty for the plain form.

    `internal` and, where there are any, all but `public` are paths of documents that are never quoted to a customer
    (`kts.tickets.internal`). Where the `audience` is the company's own staff, the words of a document that say so keep
    nothing back.
    """

    version: int = 1
    languages: tuple[str, ...] = ("en", "und")
    automation: Automation = "auto"
    auto_confidence: float = 0.8
    draft_confidence: float = 0.5
    max_risk: float = 0.5
    minimum_length: int = 50
    rules: tuple[Rule, ...] = ()
    topics: tuple[Topic, ...] = ()
    forbidden: tuple[re.Pattern[str], ...] = ()
    vips: frozenset[str] = frozenset()
    internal: tuple[str, ...] = ()
    public: tuple[str, ...] = ()
    audience: Audience = "customers"
    greeting: str = ""
    closing: str = ""
    reply: str = ""
    handoff: str = ""
    request: str = ""

    def topic(self, name: str) -> Topic:
        """The class of that name, one with the defaults when the policy does not list it."""
        return next((topic for topic in self.topics if topic.name == name), Topic(name, automation=self.automation))


_DESK: dict[str, type | tuple[type, ...]] = {
    "languages": list,
    "automation": str,
    "auto_confidence": (int, float),
    "draft_confidence": (int, float),
    "max_risk": (int, float),
    "minimum_length": int,
    "forbidden": list,
    "vips": list,
    "internal": list,
    "public": list,
    "audience": str,
}
_TEMPLATES = ("greeting", "closing", "reply", "handoff", "request")
_TOPIC: dict[str, type | tuple[type, ...]] = {
    "name": str,
    "description": str,
    "queue": str,
    "automation": str,
    "threshold": (int, float),
}
_RULE: dict[str, type | tuple[type, ...]] = {
    "reason": str,
    "patterns": list,
    "words": list,
    "threshold": (int, float),
    "urgent": bool,
    "queue": str,
    "message": str,
}
_TABLES = ("version", "desk", "templates", "class", "escalate")
_WORDS = {str: "a text", list: "a list of texts", bool: "true or false", int: "a whole number"}


class _Reading(NamedTuple):
    """A policy's text and name: what an error needs to say where."""

    text: str
    name: str

    def refuse(self, what: str, key: str, *, table: str = "", number: int = 1, hint: str = "") -> NoReturn:
        """Raise ConfigError for what is wrong with a key, naming its line."""
        message = f"{self.name}:{_line(self.text, key, table=table, number=number)}: {what}"
        raise ConfigError(message, path=self.name, hint=hint)


def read_policy(text: str, *, name: str, shipped: Policy | None = None) -> Policy:
    """The policy in a TOML text over the one that ships. Raises ConfigError naming the line."""
    reading = _Reading(text, name)
    try:
        tree = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message = f"{name}: {error}"
        raise ConfigError(message, path=name, hint="mend the line; docs/howto/tickets.md has an example") from None
    _known(tree, _TABLES, reading, table="")
    base = shipped or Policy()
    desk = _table(tree, "desk", reading)
    templates = _table(tree, "templates", reading)
    _checked(templates, dict.fromkeys(_TEMPLATES, str), reading, table="templates")
    values = _desk_values(desk, reading)
    rules = tuple(_rule(one, reading, number) for number, one in enumerate(_tables(tree, "escalate", reading), 1))
    topics = tuple(_topic(one, reading, number) for number, one in enumerate(_tables(tree, "class", reading), 1))
    _once([rule.reason for rule in rules], "escalate", "reason", reading)
    _once([topic.name for topic in topics], "class", "name", reading)
    named = {rule.reason for rule in rules}
    kept = tuple(rule for rule in base.rules if rule.reason not in named)
    return base._replace(**values, **templates, rules=(*kept, *rules), topics=topics or base.topics)


def _desk_values(desk: Mapping[str, Any], reading: _Reading) -> dict[str, Any]:
    _checked(desk, _DESK, reading, table="desk")
    values = dict(desk)
    for key in ("auto_confidence", "draft_confidence", "max_risk"):
        _share(values, key, reading, table="desk", number=1)
    _automation(values, reading, table="desk", number=1)
    if "languages" in values:
        values["languages"] = tuple(values["languages"])
    if "forbidden" in values:
        values["forbidden"] = _patterns(values["forbidden"], (), reading, "forbidden", table="desk", number=1)
    if "vips" in values:
        values["vips"] = frozenset(one.lower() for one in values["vips"])
    for key in ("internal", "public"):
        values |= {key: _paths(values[key], key, reading)} if key in values else {}
    if values.get("audience", "customers") not in get_args(Audience):
        what = f"'audience' is one of {', '.join(get_args(Audience))}, not {values['audience']!r}"
        reading.refuse(what, "audience", table="desk", hint="who writes the tickets")
    return values


def _paths(given: Sequence[str], key: str, reading: _Reading) -> tuple[str, ...]:
    """Patterns of paths, with `/` between folders."""
    for one in given:
        if not one.strip("/ *") and key == "internal":
            reading.refuse(f"'{one}' names every document", key, table="desk", hint='internal = ["internal/**"]')
    return tuple(one.replace("\\", "/").removeprefix("./") for one in given)


def _rule(given: Mapping[str, Any], reading: _Reading, number: int) -> Rule:
    place = {"table": "escalate", "number": number}
    _checked(given, _RULE, reading, table="escalate", number=number)
    if not given.get("reason"):
        reading.refuse("a rule without a reason", "escalate", hint='reason = "legal_threat"', number=number)
    values = dict(given)
    _share(values, "threshold", reading, **place)  # type: ignore[arg-type]
    words = values.pop("words", [])
    values["patterns"] = _patterns(values.get("patterns", []), words, reading, "patterns", **place)  # type: ignore[arg-type]
    return Rule(**values)


def _topic(given: Mapping[str, Any], reading: _Reading, number: int) -> Topic:
    _checked(given, _TOPIC, reading, table="class", number=number)
    if not given.get("name"):
        reading.refuse("a class without a name", "class", hint='name = "billing"', number=number)
    _share(given, "threshold", reading, table="class", number=number)
    _automation(given, reading, table="class", number=number)
    return Topic(**given)


def _patterns(
    given: Sequence[str], words: Sequence[str], reading: _Reading, key: str, *, table: str, number: int
) -> tuple[re.Pattern[str], ...]:
    found = [re.compile(rf"\b{_spaced(word)}\b", re.IGNORECASE) for word in words]
    for one in given:
        try:
            found.append(re.compile(one, re.IGNORECASE))
        except re.error as error:
            what = f"'{one}' is no regular expression: {error}"
            reading.refuse(what, key, table=table, number=number, hint="words = [...] takes plain words")
    return tuple(found)


def _spaced(word: str) -> str:
    return r"\s+".join(re.escape(part) for part in word.split())


def _table(tree: Mapping[str, Any], name: str, reading: _Reading) -> dict[str, Any]:
    value = tree.get(name, {})
    if not isinstance(value, dict):
        reading.refuse(f"'{name}' is a table", name, hint=f"[{name}]")
    return value


def _tables(tree: Mapping[str, Any], name: str, reading: _Reading) -> list[dict[str, Any]]:
    value = tree.get(name, [])
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
        reading.refuse(f"'{name}' is a list of tables", name, hint=f"[[{name}]]")
    return value


def _known(given: Mapping[str, Any], names: Sequence[str], reading: _Reading, *, table: str, number: int = 1) -> None:
    import difflib

    for key in given:
        if key not in names:
            near = difflib.get_close_matches(key, names, n=1)
            hint = f"did you mean '{near[0]}'?" if near else f"there are: {', '.join(names)}"
            reading.refuse(f"a policy has no '{key}' here", key, table=table, number=number, hint=hint)


def _checked(
    given: Mapping[str, Any],
    kinds: Mapping[str, type | tuple[type, ...]],
    reading: _Reading,
    *,
    table: str,
    number: int = 1,
) -> None:
    _known(given, tuple(kinds), reading, table=table, number=number)
    for key, value in given.items():
        kind = kinds[key]
        listed = kind is list and isinstance(value, list) and all(isinstance(one, str) for one in value)
        fits = listed if kind is list else isinstance(value, kind) and (kind is bool or not isinstance(value, bool))
        if not fits:
            what = f"'{key}' takes {_WORDS.get(kind, 'a number')}, not {value!r}"  # type: ignore[arg-type]
            reading.refuse(what, key, table=table, number=number, hint="the types are in docs/howto/tickets.md")


def _share(given: Mapping[str, Any], key: str, reading: _Reading, *, table: str, number: int) -> None:
    if key in given and not 0 <= given[key] <= 1:
        what = f"'{key}' lies between 0 and 1, not at {given[key]!r}"
        reading.refuse(what, key, table=table, number=number, hint="it is a probability")


def _automation(given: Mapping[str, Any], reading: _Reading, *, table: str, number: int) -> None:
    allowed = get_args(Automation)
    if given.get("automation", "auto") not in allowed:
        what = f"'automation' is one of {', '.join(allowed)}, not {given['automation']!r}"
        reading.refuse(what, "automation", table=table, number=number, hint="draft writes for a person")


def _once(names: Sequence[str], table: str, key: str, reading: _Reading) -> None:
    for number, name in enumerate(names, 1):
        if name in names[: number - 1]:
            what = f"'{name}' is there twice"
            reading.refuse(what, key, table=table, number=number, hint=f"join the two [[{table}]]")


def _line(text: str, key: str, *, table: str, number: int) -> int:
    """The line of a key in the `number`th table of that name; that of the table's header where it has none."""
    seen, inside, at = 0, "", 1
    for line, content in enumerate(text.splitlines(), 1):
        header = re.match(r"\s*\[{1,2}\s*[\"']?([\w-]+)", content)
        if header:
            inside = header[1]
            seen += inside == (table or key)
            at = line if inside == (table or key) and seen == number else at
        named = re.match(r"\s*[\"']?([\w-]+)[\"']?\s*=", content)
        if named and named[1] == key and inside == table and (seen == number or not table):
            return line
    return at
