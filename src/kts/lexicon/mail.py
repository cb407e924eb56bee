"""What a mail's sender wrote, apart from what is quoted below it, the signature and the disclaimer.

For tickets, and for a mail that is pasted as a question.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from kts.lexicon.messages import message
from kts.lexicon.patterns import later

SIGNATURE_LINES = 8
"""Lines at the end of a mail in which a signature is looked for (a default, not fitted)."""
SIGNATURE_WIDTH = 60
"""Characters of a line above which it is prose, not part of a signature (a default, not fitted)."""


class Parts(NamedTuple):
    """A mail in its parts; joined by line ends they are the whole text, but for blank lines."""

    body: str
    quoted: str = ""
    signature: str = ""


_QUOTE_HEAD = later(
    r"^(?:-{2,}\s*(?:original message|forwarded message|ursprüngliche nachricht|weitergeleitete nachricht|"
    r"message d'origine|mensaje original)\s*-{2,}"
    r"|begin forwarded message:"
    r"|_{10,}"
    r"|(?:on|am|le|el) .{4,120} (?:wrote|schrieb.{0,60}|a écrit|escribió)\s?:"
    r"|.{1,80} (?:wrote|schrieb|a écrit|escribió)\s?:)\s*$",
    re.IGNORECASE,
)
_HEADER = later(r"^(?:from|von|de|sent|gesendet|to|an|subject|betreff|date|datum|cc)\s?: \S", re.IGNORECASE)
_QUOTED = later(r"^\s{0,3}>")
_DELIMITER = later(r"^(?:-- ?|--+|__+|—)\s*$")
_CLOSING = later(
    r"^(?:(?:with )?(?:best|kind|warm|many)?\s?(?:regards|wishes|greetings)|thanks(?: again| in advance| so much)?|"
    r"thank you(?: .{0,30})?|best|cheers|yours(?: sincerely| faithfully| truly)?|sincerely|respectfully|"
    r"mit freundlichen grüßen|freundliche grüße|viele grüße|cordialement|saludos|un saludo)\s*[,.!]?\s*$",
    re.IGNORECASE,
)
_DISCLAIMER = later(
    r"^(?:confidentiality notice|disclaimer|this (?:e-?mail|message|communication)\b.{0,80}\b(?:confidential|"
    r"privileged|intended)|the information (?:contained )?(?:in|herein)\b|please consider the environment|"
    r"sent from my |get the mail app|get outlook for|diese e-?mail (?:enthält|kann))",
    re.IGNORECASE,
)
_CONTACT = later(r"@|\b(?:tel|phone|ext|fax|mobile|seat|desk)\b\.?|\d{3}[ -]\d{4}|[|•]|https?://", re.IGNORECASE)
_NAME_LINE = later(r"^[A-ZÀ-Þ][\w'\u2019.-]+(?: [A-ZÀ-Þ][\w'\u2019.-]*){0,3}(?:\s*[,|/(].{0,60})?$")


def parts(text: str) -> Parts:
    """The mail's own words, what it quotes, and what stands under its author's name."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    at = _quote_start(lines)
    own, quoted = lines[:at], lines[at:]
    if not any(line.strip() for line in own) or _answers_below(quoted):
        own, quoted = _between(lines)
    own, disclaimer = _cut(own, _disclaimer_start(own))
    own, signature = _cut(own, _signature_start(own))
    return Parts(_joined(own), _joined(quoted), _joined([*signature, *disclaimer]))


def _quote_start(lines: list[str]) -> int:
    for number, line in enumerate(lines):
        stripped = line.strip()
        if _QUOTED.match(line) or _QUOTE_HEAD.match(stripped):
            return number
        following = [one.strip() for one in lines[number + 1 : number + 4]]
        if _HEADER.match(stripped) and sum(bool(_HEADER.match(one)) for one in following) >= 2:  # noqa: PLR2004
            return number
    return len(lines)


def _answers_below(quoted: list[str]) -> bool:
    """Whether the author writes under a quotation: after marked lines, an unmarked one that is no signature."""
    if not quoted or not _QUOTED.match(quoted[0]):
        return False
    last = max(number for number, line in enumerate(quoted) if _QUOTED.match(line))
    rest = [line for line in quoted[last + 1 :] if line.strip()]
    return any(len(line) > SIGNATURE_WIDTH or line.rstrip().endswith("?") for line in rest)


def _between(lines: list[str]) -> tuple[list[str], list[str]]:
    """For answers between or under quoted lines: the unmarked and the marked lines."""
    own = [line for line in lines if not _QUOTED.match(line) and not _QUOTE_HEAD.match(line.strip())]
    quoted = [line for line in lines if _QUOTED.match(line)]
    return own, quoted


def _disclaimer_start(lines: list[str]) -> int:
    return next((number for number, line in enumerate(lines) if _DISCLAIMER.match(line.strip())), len(lines))


def _signature_start(lines: list[str]) -> int:
    """The line at which the signature begins: a delimiter, a closing, or a name with only short lines after it."""
    filled = [number for number, line in enumerate(lines) if line.strip()]
    if not filled:
        return len(lines)
    for number in filled:
        if _DELIMITER.match(lines[number]) and filled[0] < number:
            return number
    window = filled[-SIGNATURE_LINES:]
    for number in window:
        rest = [lines[one].strip() for one in filled if one > number]
        short = all(len(one) <= SIGNATURE_WIDTH or _CONTACT.search(one) for one in rest)
        if number > filled[0] and short and _begins_signature(lines[number].strip(), rest):
            return number
    return len(lines)


def _begins_signature(line: str, rest: list[str]) -> bool:
    if _CLOSING.match(line):
        return not any(one.endswith("?") for one in rest)
    named = bool(_NAME_LINE.match(line)) and not line.endswith(("?", "!", ":"))
    return named and all(_CONTACT.search(one) or _NAME_LINE.match(one) for one in rest)


def _cut(lines: list[str], at: int) -> tuple[list[str], list[str]]:
    return lines[:at], lines[at:]


def _joined(lines: list[str]) -> str:
    return re.sub(r"\n{3,}", "\n\n", "\n".join(line.rstrip() for line in lines)).strip()


_ANSWERS = later(r"^(?:(?:re|fw|fwd|aw|wg|tr)\s?:\s*)+", re.IGNORECASE)
_SUBJECT = later(r"^(?:subject|betreff)\s?:\s*(\S.*)$", re.IGNORECASE)
HEAD = 2
"""Lines such as `From:` and `Subject:` above a blank one from which they are the head of a mail (a default)."""


def unanswered(subject: str) -> str:
    """A subject without what mail programs put before that of an answer."""
    return _ANSWERS.sub("", subject.strip())


def headed(text: str) -> tuple[str, str]:
    """The subject of a text that begins with that line of a mail's head, and what stands below; else none, and all.

    What people copy out of a mail has the line `Subject: ...`, alone or among others of the head, with a blank line
    below or without one.
    """
    lines = text.strip().replace("\r\n", "\n").replace("\r", "\n").split("\n")
    end = next((number for number, line in enumerate(lines) if not _HEADER.match(line)), len(lines))
    said = next((found[1] for line in lines[:end] if (found := _SUBJECT.match(line))), "")
    below = "\n".join(lines[end:]).strip()
    return (unanswered(said), below) if said and below else ("", text)


def own_words(text: str) -> str:
    """What a mail asks that was pasted as a question: what its sender wrote; the subject leads if that asks nothing.

    What is no mail stays as it is: a quotation is announced as one, a signature begins with a closing or a line that
    divides, or says how to reach somebody.
    """
    lines = text.strip().replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if len(lines) == 1:
        return text
    subject, below = _beheaded(lines)
    found = parts("\n".join(below))
    kept = found.body if _is_signature(found.signature) else f"{found.body}\n{found.signature}".strip()
    aside = subject or _is_announced(found.quoted, below) or (not found.quoted and len(kept) < len(_joined(below)))
    if not aside or not re.search(r"\w", kept):
        return text
    return kept if message(kept).asks else f"{subject}\n{kept}".strip()


def _is_announced(quoted: str, lines: list[str]) -> bool:
    return bool(quoted) and any(_QUOTE_HEAD.match(line.strip()) or _HEADER.match(line.strip()) for line in lines)


def _beheaded(lines: list[str]) -> tuple[str, list[str]]:
    """The subject of a mail's head, and the lines below it; without a head all lines."""
    end = next((number for number, line in enumerate(lines) if not line.strip()), len(lines))
    head = [line for line in lines[:end] if _HEADER.match(line)]
    if not _HEADER.match(lines[0]) or len(head) < HEAD:
        return "", lines
    said = next((found[1] for line in head if (found := _SUBJECT.match(line))), "")
    return unanswered(said), lines[end:]


def _is_signature(lines: str) -> bool:
    """Whether lines are surely one, and not the end of what somebody asks after: a name alone may be."""
    first = lines.split("\n", 1)[0].strip()
    marks = (_DELIMITER, _CLOSING, _DISCLAIMER)
    return any(mark.match(first) for mark in marks) or any(_CONTACT.search(line) for line in lines.split("\n"))
