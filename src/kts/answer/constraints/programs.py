"""Settings, options and commands that a question names: they have one spelling, and a neighbour answers nothing.

`transfer.retry.jitter` is not `transfer.retry.delay`. What is asked for by such a name must be named where the answer
is; what is only told of the asker's own (`my table user_events`) makes an answer without it doubtful.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from kts.answer.claims.match import FUNCTION_WORDS
from kts.answer.constraints.slips import misspelt
from kts.answers import Constraint, Unmet
from kts.lexicon.analyse import STOP_WORDS
from kts.lexicon.patterns import later
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.answer.constraints.pieces import Piece
    from kts.answer.constraints.vocabulary import Vocabulary
    from kts.answers import Evidence

SETTING, COMMAND = "setting", "command"
_NAME = later(
    r"(?<![\w.$@/:\\=-])(?:--[A-Za-z][A-Za-z0-9]*(?:[-_.][A-Za-z0-9]+)*"
    r"|[A-Za-z][A-Za-z0-9]*(?:(?:[._]|-(?=[\w-]*[._][A-Za-z]))[A-Za-z][A-Za-z0-9]*)+)(?![\w@/\\=-]|\.\w|\(|:/)"
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
_BEFORE = later(
    r"(?i)\b(?:default|values?|meaning|purpose|effect|range|units?|types?|maximum|minimum|limit|set|run|using|change|increase|"
    r"decrease|raise|lower|enable|disable|tune|use|configure|what (?:is|are|does|do)|what's|support|supports|"
    rf"{_KINDS})(?: (?:of|for|to|is|are|the|an?|values?|default|{_KINDS}))* ?[`'\"\u201c]?\Z"
)
"""Words before a name that ask for what bears it."""
_BEHIND = later(rf"(?i)\A[`'\"\u201d]? (?:{_KINDS}|default|do|does|mean|means|control|controls)\b")
_ALONE = later(r"(?i)[\s`'\"]*(?:default(?: value)?|in [\w. ]+|\?)?[\s`'\"?.]*\Z")
_PROGRAM = later(r"(?<= )[\w.-]+ \Z")
"""The word before an option: what it is an option of."""
_LEAST = 2
"""Letters that each part of a name has: `e.g.`, `a.m.` are none."""


def programmed(text: str, _known: Vocabulary) -> Iterator[Constraint]:
    """Names with dots or underscores, options with two hyphens, and commands with what they are told to do."""
    for match in _NAME.finditer(text):
        name = match[0]
        parts = re.split(r"[._]", name.lstrip("-"))
        if any(len(part) < _LEAST for part in parts) and "_" not in name and not name.startswith("-"):
            continue
        dotted = "." in name and "_" not in name and not name.startswith("-")
        if (dotted and not all(part[:1].islower() for part in parts)) or parts[-1].casefold() in _FILES:
            continue
        before = text[: match.start()]
        before = _PROGRAM.sub("", before) if name.startswith("-") else before
        asked = _BEFORE.search(before) or _BEHIND.search(text[match.end() :])
        alone = not text[: match.start()].strip(" `'\"") and _ALONE.match(text, match.end())
        yield Constraint(SETTING, name, name.casefold(), Span(*match.span()), bool(asked or alone))
    yield from _commands(text)


_COMMAND = later(
    r"(?:\b(?:[Uu]s(?:e|ing)|[Rr]un(?:ning)?|execute|call|invoke|type|enter|command) (?:the )?(?:command )?"
    r"|\A|\b(?:what|how) does (?=[^?]* (?:do|mean|work)\b))[`'\"\u201c]?"
    r"(?P<program>[a-z][a-z0-9_.-]+)(?P<subs>(?: [a-z][a-z0-9-]+){1,2}?)"
    r"(?=[`'\"\u201d]|[ ]?[?.!,]?\s*\Z|[?!,] | (?:[A-Z<\[{-]|command\b|do\b|work\b|works\b|mean\b))"
)
_SMALL = FUNCTION_WORDS | STOP_WORDS
_BETWEEN = r"(?:\s+-[\w-]+)*[ \t]+"
"""What may stand between a program and what it is told to do: options."""


def _commands(text: str) -> Iterator[Constraint]:
    """What may be a command: a word with one or two others behind it that is used or run. `confirmed` tells."""
    for match in _COMMAND.finditer(text):
        program, subs = match["program"], match["subs"].split()
        if _SMALL.isdisjoint((program, *subs)):
            said = f"{program} {' '.join(subs)}"
            start = match.start("program")
            yield Constraint(COMMAND, said, said, Span(start, start + len(said)), certain=False)


def confirmed(wants: Sequence[Constraint], evidence: Sequence[Evidence]) -> tuple[Constraint, ...]:
    """The constraints, of the commands only those of programs that the evidence calls, which are certain then."""
    return tuple(
        one._replace(certain=True) if one.kind == COMMAND else one
        for one in wants
        if one.kind != COMMAND or any(_calls(one.value.partition(" ")[0], each.text) for each in evidence)
    )


def _calls(program: str, text: str) -> bool:
    """Whether a text calls a program with a word behind it, as code stands: in backticks, behind a prompt."""
    called = rf"(?:^[ \t]*[$#>]\s+|`(?:sudo )?|^[ \t]*sudo )(?<![\w-]){re.escape(program)}{_BETWEEN}[a-z]{{2,}}"
    fenced = rf"^[ \t]*(?:[$#>] )?(?:sudo )?{re.escape(program)}{_BETWEEN}[a-z]{{2,}}"
    if re.search(called, text, re.MULTILINE):
        return True
    return "```" in text and re.search(fenced, text, re.MULTILINE) is not None


def setting_met(constraint: Constraint, found: Piece, known: Vocabulary) -> Unmet | None:
    """The name itself, with what it lies under or not, taken apart by the headings of a file, or misspelt."""
    text = plain(found.whole)
    if _shape(constraint.value).search(text) or _nested(constraint.value, text):
        return None
    if known.passages and any(_slip(constraint.value, one, known) for one in set(_NAME.findall(text.casefold()))):
        return None
    return Unmet(constraint, f"the passage does not name {constraint.text}")


def command_met(constraint: Constraint, found: Piece, _known: Vocabulary) -> Unmet | None:
    """The command with the same words behind it, options between them aside."""
    words = _BETWEEN.join(map(re.escape, constraint.value.split()))
    if re.search(rf"(?<![\w-]){words}(?![\w-])", found.whole, re.IGNORECASE):
        return None
    return Unmet(constraint, f"the passage does not name {constraint.text}")


def plain(text: str) -> str:
    """A text without the backslashes that keep Markdown from reading the signs of a name as emphasis."""
    return re.sub(r"\\(?=[_.*-])", "", text)


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
