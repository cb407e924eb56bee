"""What the commands understand that must start at once: plain data, and a reader that is certain or says nothing.

The click command (`kts.cli.group`) and this reader are made from the same table, so that neither knows an option that
the other does not. To import click costs more than to search: arguments that the reader understands with certainty
never load it, and everything else (help, completion, a mistake) is click's to answer, from the same arguments.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import NamedTuple
else:
    from kts.nouns import NamedTuple

COMPLETION = "_KTS_COMPLETE"
"""The variable by which a shell asks click for completions."""


class Option(NamedTuple):
    """One option. Without `choices`, `least` and `most` its value is a text; `is_day`: a date in ISO 8601.

    `flag` takes no value. `many`: may be given again, its value is a tuple. `variable` stands in where the option is
    not given; `sets` is the variable that a flag sets instead of being handed on. `complete` is the kind of value that
    a shell offers (`kts.cli.completing`).
    """

    flags: tuple[str, ...]
    name: str
    help: str
    metavar: str | None = None
    flag: bool = False
    many: bool = False
    is_day: bool = False
    default: str | None = None
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    variable: str = ""
    sets: str = ""
    complete: str = ""


class Spoken(NamedTuple):
    """A command: `run` is called with each option by name, and first with the words of `argument` where it has one.

    `bare`: it may be called without any. `complete` is the kind of its words that a shell offers.
    """

    name: str
    argument: str
    options: tuple[Option, ...]
    epilog: str
    run: Callable[..., int]
    bare: bool = False
    complete: str = ""


SHARED: Mapping[str, Option] = {
    "kb": Option(
        ("--kb",),
        "kb",
        "Folder of the index (default: nearest .kts).",
        metavar="DIR",
        variable="KTS_KB_PATH",
        complete="dir",
    ),
    "server": Option(("--no-server",), "no_server", "Do not ask a running server.", flag=True, sets="KTS_NO_SERVER"),
    "json": Option(("--json",), "as_json", "Print JSON for a program.", flag=True),
}
"""The options that several commands share."""
FILTERS = (
    *(
        Option((flag,), name, text, metavar="VALUE", many=True, complete=name)
        for flag, name, text in (
            ("--type", "doc_type", "Document type: POLICY, SOP, CONTRACT, ..."),
            ("--regime", "regime", "Kind of text: GOVERNING_DOC_LEGAL, TECHNICAL_SPEC, ..."),
            ("--tool", "tool", "Tool or system that the document names as its own."),
            ("--code", "code", "Passages that hold this identifier (E7042, TSR-1001, ...)."),
            ("--item-type", "item_type", "Kind of statement: Obligation, Definition, ..."),
            ("--section", "section", "Number of the section: 5.02, ARTICLE II, ..."),
            ("--lang", "language", "Language: en, de, fr, ..."),
            ("--path", "path", "Below this path of a source folder."),
            ("--doc", "document", "One document: relative path, unique file name, or id."),
        )
    ),
    Option(("--since",), "since", "Content dated on or after (YYYY-MM-DD).", metavar="DATE", is_day=True, default=""),
    Option(("--until",), "until", "Content dated on or before (YYYY-MM-DD).", metavar="DATE", is_day=True, default=""),
)
"""The options that narrow what is looked at, shared by the commands that search."""


def understood(
    spoken: Spoken, words: Sequence[str], environment: Mapping[str, str]
) -> tuple[tuple[str, ...], dict[str, Any]] | None:
    """The words of the argument and the values of all options by name; None for what is click's to answer."""
    known = {flag: option for option in spoken.options for flag in option.flags}
    values: dict[str, Any] = {option.name: _absent(option, environment) for option in spoken.options}
    plain: list[str] = []
    rest = iter(words)
    for word in rest:
        if not word.startswith("-") or word == "-":
            plain.append(word)
            continue
        flag, equals, given = word.partition("=") if word.startswith("--") else (word, "", "")
        option = known.get(flag)
        if option is None or (option.flag and equals):
            return None
        value = True if option.flag else _value(option, given if equals else next(rest, None))
        if value is None:
            return None
        values[option.name] = (*values[option.name], value) if option.many else value
    return (tuple(plain), values) if spoken.bare or bool(plain) == bool(spoken.argument) else None


def _absent(option: Option, environment: Mapping[str, str]) -> Any:
    if option.flag:
        return False
    if option.many:
        return ()
    return environment.get(option.variable) or option.default


def _value(option: Option, given: str | None) -> Any:
    """The value as click would convert it; None where that is not certain."""
    if given is None or (option.choices and given not in option.choices):
        return None
    if option.most:
        number = int(given) if given.isascii() and given.isdigit() and len(given) <= len(str(option.most)) else 0
        return number if option.least <= number <= option.most else None
    return given if not option.is_day or _is_day(given) else None


def _is_day(given: str) -> bool:
    from datetime import date

    try:
        return date.fromisoformat(given).isoformat() == given
    except ValueError:
        return False


def called(spoken: Spoken, words: Sequence[str]) -> Callable[[], int] | None:
    """The call that the words of a command mean, None for what is click's to answer."""
    found = None if os.environ.get(COMPLETION) else understood(spoken, words, os.environ)
    if found is None:
        return None
    plain, values = found
    variables = {option.sets: values.pop(option.name) for option in spoken.options if option.sets}

    def call() -> int:
        os.environ.update({name: "1" for name, given in variables.items() if given})
        return spoken.run(*((plain,) if spoken.argument else ()), **values)

    return call
