"""Settings, options and commands that a question names: they have one spelling, and a neighbour answers nothing.

`transfer.retry.jitter` is not `transfer.retry.delay`. What is asked for by such a name must be named where the answer
is; what is only told of the asker's own (`my table user_events`) makes an answer without it doubtful.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from kts.answer.match import FUNCTION_WORDS, weight
from kts.answer.slips import misspelt
from kts.answers import Constraint, Unmet
from kts.lexicon.analyse import STOP_WORDS, terms
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.answer.meets_pieces import Piece
    from kts.answer.vocabulary import Vocabulary

SETTING, COMMAND = "setting", "command"
_NAME = re.compile(
    r"(?<![\w.$@/:\\=-])(?:--[A-Za-z][A-Za-z0-9]*(?:[-_.][A-Za-z0-9]+)*"
    r"|[A-Za-z][A-Za-z0-9]*(?:(?:[._]|-(?=[\w-]*[._]))[A-Za-z][A-Za-z0-9]*)+)(?![\w@/\\=-]|\.\w|\(|:/)"
)
_FILES = frozenset(
    "com org net io de uk eu gov edu fr ch at example local md txt pdf doc docx xls xlsx ppt pptx csv tsv json jsonl "
    "yaml yml toml conf cfg ini log xml html htm js ts py rb go rs java class jar exe dll sh bat sql zip tar gz bz2 "
    "png jpg jpeg svg gif eml msg rst tex so lock service".split()
)
"""Last parts of the names of files and hosts."""
_KINDS = (
    "settings?|parameters?|options?|propert(?:y|ies)|variables?|keys?|fields?|flags?|switch(?:es)?|metrics?|"
    "configuration|columns?|views?|functions?|events?"
)
_BEFORE = re.compile(
    r"(?i)\b(?:default|values?|meaning|purpose|effect|range|units?|types?|maximum|minimum|limit|set|run|using|change|increase|"
    r"decrease|raise|lower|enable|disable|tune|use|configure|what (?:is|are|does|do)|what's|support|supports|"
    rf"{_KINDS})(?: (?:of|for|to|is|are|the|an?|values?|default|[a-z]\w*(?= --)|{_KINDS}))* ?[`'\"\u201c]?\Z"
)
"""Words before a name that ask for what bears it."""
_BEHIND = re.compile(rf"(?i)\A[`'\"\u201d]? (?:{_KINDS}|default|do|does|mean|means|control|controls)\b")
_ALONE = re.compile(r"(?i)[\s`'\"]*(?:default(?: value)?|in [\w. ]+|\?)?[\s`'\"?.]*\Z")
_LEAST = 2
"""Letters that each part of a name has: `e.g.`, `a.m.` are none."""


def programmed(text: str, _known: Vocabulary) -> Iterator[Constraint]:
    """Names with dots or underscores, options with two hyphens, and commands with what they are told to do."""
    yield from _commands(text)
    for match in _NAME.finditer(text):
        name = match[0]
        parts = re.split(r"[._]", name.lstrip("-"))
        if any(len(part) < _LEAST for part in parts) and "_" not in name and not name.startswith("-"):
            continue
        dotted = "." in name and "_" not in name and not name.startswith("-")
        if (dotted and not all(part[:1].islower() for part in parts)) or parts[-1].casefold() in _FILES:
            continue
        asked = _BEFORE.search(text, 0, match.start()) or _BEHIND.search(text[match.end() :])
        alone = not text[: match.start()].strip(" `'\"") and _ALONE.match(text, match.end())
        yield Constraint(SETTING, name, name.casefold(), Span(*match.span()), bool(asked or alone))


_COMMAND = re.compile(
    r"(?:\b(?:[Uu]s(?:e|ing)|[Rr]un(?:ning)?|execute|call|invoke|type|enter|command|does)(?: the)?(?: command)? "
    r"|\A)[`'\"\u201c]?"
    r"(?P<program>[a-z][a-z0-9_.-]{2,})(?P<subs>(?: [a-z][a-z0-9-]+){1,2}?)"
    r"(?=[`'\"\u201d]|[ ]?[?.!,]?\s*\Z|[?!,] | (?:[A-Z<\[{-]|command\b|do\b|work\b|works\b|mean\b))"
)
_SMALL = FUNCTION_WORDS | STOP_WORDS


def _commands(text: str) -> Iterator[Constraint]:
    """A program that is no word of the language with one or two words behind it: `ferryctl partner rename`."""
    for match in _COMMAND.finditer(text):
        program, subs = match["program"], match["subs"].split()
        if not _is_program(program) or any(word in _SMALL for word in subs):
            continue
        said = f"{program} {' '.join(subs)}"
        start = match.start("program")
        yield Constraint(COMMAND, said, said, Span(start, start + len(said)), certain=match.start() < start)


@lru_cache(1024)
def _is_program(word: str) -> bool:
    """Whether no sentence that the weights were counted on holds the word."""
    return weight((terms(word) or [word])[0]) >= _most()


@lru_cache(1)
def _most() -> float:
    return weight("\u00b7")


def setting_met(constraint: Constraint, found: Piece, known: Vocabulary) -> Unmet | None:
    """The name itself, with what it lies under or not, taken apart by the headings of a file, or misspelt."""
    text = found.whole.replace("\\_", "_")
    if _shape(constraint.value).search(text) or _nested(constraint.value, text):
        return None
    if known.passages and any(_slip(constraint.value, one, known) for one in set(_NAME.findall(text.casefold()))):
        return None
    return Unmet(constraint, f"the passage does not name {constraint.text}")


def command_met(constraint: Constraint, found: Piece, _known: Vocabulary) -> Unmet | None:
    """The command with the same words behind it, options between them aside.

    Where the passage calls the program with other words, the command is another one; where it only speaks of the
    program, nothing is known, and where nobody asked how to use it, it may be no program.
    """
    program, *subs = constraint.value.split()
    between = r"(?:\s+-[\w-]+)*[ \t]+"
    called, text = rf"(?<![\w-]){re.escape(program)}(?![\w-])", found.whole
    if re.search(rf"{called}{between}{between.join(map(re.escape, subs))}(?![\w-])", text, re.IGNORECASE):
        return None
    lacks = Unmet(constraint, f"the passage does not name {constraint.text}")
    if not re.search(called, text, re.IGNORECASE):
        return lacks
    if re.search(rf"(?m)(?:^\s*|[`$|>\"]\s*){called}{between}[a-z]{{2,}}", text):
        return lacks._replace(constraint=constraint._replace(certain=True))
    return lacks._replace(constraint=constraint._replace(certain=False)) if constraint.certain else None


@lru_cache(256)
def _shape(name: str) -> re.Pattern[str]:
    """The name in any case, behind what it lies under, with hyphens for underscores."""
    bare = name.lstrip("-")
    spelled = "".join("[-_]" if each in "-_" else re.escape(each) for each in bare)
    if name.startswith("-"):
        named = rf"(?<![\w.])[`'\"]?{spelled}[`'\"]? (?:flag|option|switch|argument)\b"
        return re.compile(rf"(?<![\w-])--?{spelled}(?![\w-])|{named}", re.IGNORECASE)
    return re.compile(rf"(?<![\w-])(?:[\w-]+\.)*{spelled}(?!\w|-\w)", re.IGNORECASE)


def _nested(name: str, text: str) -> bool:
    """The last part as a key of a file, the others as what it stands under: `[session]`, then `timeout = 900`."""
    *above, last = name.split(".")
    if not above:
        return False
    key = rf"(?im)(?:^[\s>*-]*|[`\"'|]\s*){re.escape(last)}[\"'`]?\s*(?:[:=|`]|$)"
    there = all(re.search(rf"(?i)(?<![\w.]){re.escape(one)}(?![\w.])", text) for one in above)
    return there and re.search(key, text) is not None


def _slip(name: str, other: str, known: Vocabulary) -> bool:
    """Whether each part is the same, or a slip of the pen that makes it no word of the corpus."""
    mine, theirs = re.split(r"[._-]", name), re.split(r"[._-]", other)
    return len(mine) == len(theirs) and all(
        one == two or (not known.frequency(one) and misspelt(one, (two,)))
        for one, two in zip(mine, theirs, strict=True)
    )
