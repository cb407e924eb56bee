"""A line of a log pasted as a question: its code is what is asked about, the rest of it is where and when it happened.

The level, the thread, the host, the time and the file of one run are of the asker's own world; no document need name
them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answer.constraints.pasted import STAMP
from kts.lexicon.identifiers import identifiers
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kts.answer.constraints.vocabulary import Vocabulary
    from kts.answers import Constraint

_LOGGED = later(
    r"\b(?:FATAL|ERROR|ERR|WARN|WARNING|INFO|DEBUG|TRACE|CRITICAL|SEVERE|NOTICE|EMERG|PANIC)\b"
    r"(?! (?:is|are|was|mean)\b)"
    r"|\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d|^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d|^\[?\d\d:\d\d:\d\d"
    r"|\[[\w.-]+-\d+\]|\w\[\d+\]:|(?<![\w?&])[a-z][\w.]{0,80}=(?:\"[^\"]*\"|[^\s,;()]+)"
    r"|^[^\S\n]*at [\w.$<>]+\([\w.]+:\d+\)|(?<![\w.])[\w.]+(?:Exception|Error):"
    r"|^[<>]? ?(?:HTTP/\d|(?:GET|POST|PUT|DELETE) /)"
    r"|\"\w+\"\s*:\s*(?:\"|\d)|\bexit (?:code|status) \d",
    re.MULTILINE,
)
"""What a program writes and a person does not: a level, a time stamp, a thread, a pair of key and value, a trace."""
_ASKS = later(
    r"\?(?:\s|\Z)|(?i:\A\W*(?:what|how|why|when|where|who|which|is|are|can|do|does)\b"
    r"|(?<![\w./=])(?:i|we|my|our|us|please|hello|hi|dear|thanks?)(?![\w./=]))"
)
"""What a person writes around it: then it is a message, which has its own way (`kts.answer.question.story`)."""


def is_logged(text: str) -> bool:
    """Whether a text is pasted from a program's output, and asks nothing in words."""
    return not _ASKS.search(text) and bool(_LOGGED.search(text))


_STAMPED = later(
    rf"\[?(?:{STAMP}"
    r"|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d|\d\d:\d\d:\d\d(?:[.,]\d{1,9})?)\]?[ \t]+"
    r"(?=\[|[a-z][\w.]{0,40}=|[\w.-]{1,40}(?:\[\d{1,8}\])?: |[\[(]?(?:FATAL|ERROR|ERR|WARN|WARNING|INFO|DEBUG|TRACE|"
    r"CRITICAL|SEVERE|NOTICE|EMERG|PANIC)\b)"
)
"""A time stamp and what a program writes behind it; who asks what happened then writes a word."""


def unstamped(text: str) -> str:
    """A message without the time stamps of log lines that are pasted into it: when it happened no document tells."""
    return _STAMPED.sub("", text)


def of_log(found: Sequence[Constraint], known: Vocabulary) -> tuple[Constraint, ...]:
    """Of what a line of a log names, the codes that the documents have; without any, its codes for sure, no more.

    Its versions count where they can be met.
    """
    codes = [one for one in found if one.kind == "code" and identifiers(one.text)]
    have = [one for one in codes if any(known.identified(each.norm) for each in identifiers(one.text))]
    versions = [one._replace(certain=False) for one in found if one.kind == "version"]
    return (*(have or codes), *versions)


def message_of(text: str) -> str:
    """What a line of a log says, without when, where and in what run: the code and the message.

    The line as it is, where it has no code: what is left of it may be too little to be known by.
    """
    said = " ".join(_OWN.sub(" ", _TRACE.sub(" ", text)).split())
    return said if {one.norm for one in identifiers(text)} & {one.norm for one in identifiers(said)} else text


_TRACE = later(r"(?m)^[^\S\n]*at [\w.$<>]+\([^)\n]*\).*$")
_OWN = later(
    r"\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?)?"
    r"|(?m:^)[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?: [\w.-]+)?|\b\d\d:\d\d:\d\d(?:[.,]\d+)?"
    r"|\[[\w.-]+-\d+\]|\b[\w.-]{1,120}\[\d+\]:|\b[a-z][\w.]{0,80}=(?!\"?[A-Z][A-Z0-9]*[-_]?[A-Z]*\d)(?:\"[^\"]*\"|[^\s,;()]+)"
    r"|\b(?:[a-z]\w*\.){1,8}[A-Z]\w*(?::|(?= - ))"
)
"""Times, hosts, threads, processes, classes, and values that are no code."""
