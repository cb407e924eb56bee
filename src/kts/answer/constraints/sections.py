"""Sections and classes that a question names by their number or letter: `section 4.2`, `Exhibit B`, `class A`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kts.answers import Constraint
from kts.lexicon.patterns import later
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.answer.constraints.vocabulary import Vocabulary

_SECTION = later(
    r"(?P<head>(?i:sections?|sec\.|\u00a7+|article|clause|paragraph|exhibit|schedule|annex|appendix|chapter|table|figure))"
    r"[ \xa0]{0,2}(?P<number>\d{1,6}(?:\.\d{1,3})*(?:\([A-Za-z0-9]{1,4}\))*|[IVXL]{1,6}(?![a-z])|"
    r"[A-Z]{1,2}(?:-\d+)?(?![\w]))"
)
_CLASS = re.compile(  # compared with the expression of a match
    r"\b(?P<head>(?i:class|group|tier|tranche|series))[ ](?P<number>[A-Z]{1,3}(?:-\d{1,2})?|[IVX]{1,4}|\d{1,2})(?!\w)"
)
_POSTS = later(r"C[A-Z]O|MD|VP|CPO|DPO|HR|IT|PR|QA|GC|PMO")
"""Posts and departments of a group of companies, which are no number of one: `the group CFO`."""


def sections(text: str, _known: Vocabulary) -> Iterator[Constraint]:
    """The sections, exhibits and classes that a question names by number or letter."""
    for match in (*_SECTION.finditer(text), *_CLASS.finditer(text)):
        if _POSTS.fullmatch(match["number"]):
            continue
        head = re.sub(r"(?<!s)s?\.?\Z", "", match["head"].casefold())
        found = Constraint(
            "section",
            match[0],
            f"{head} {match['number'].casefold()}",
            Span(*match.span()),
        )
        yield found._replace(certain=not (match.re is _CLASS and _is_put(text, match)))


def asked_class(question: str) -> str:
    """What is called by a letter where it is asked whether something is of one: `class`; else empty."""
    return next((match["head"].casefold() for match in _CLASS.finditer(question) if _is_put(question, match)), "")


def _is_put(text: str, match: re.Match[str]) -> bool:
    """Whether it is asked if something is of a class, which what names another answers: `raised to class A?`."""
    ends = re.match(r"(?i)(?:,? or\b[^?]{0,20})?\W*\Z", text[match.end() :])
    return bool(ends and _PUT.search(text[: match.start()]))


_PUT = later(
    r"(?i)(?:\A\W*|[,:;.] ?(?:and |so |but )?)(?:is|was|are|were|has|have|did|does|do|will|should|must)\b"
    r"(?:[^?.;:,]{1,60}\b(?:in|into|as|to|of|a|an|be|become)|(?: [\w-]+){1,3}) (?:the )?\Z"
)
"""A question for yes or no up to its class: what something is, was made or belongs to."""
