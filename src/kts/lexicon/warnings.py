"""Sentences that warn of what stands right before them: `Warning: stored payments are lost`, `Send them first`.

A step without the warning behind it is done, and the harm with it. Told by the form of the words alone: by a label, or
as a short order that comes first (`Call the database lead first.`).
"""

from __future__ import annotations

import re

from kts.lexicon.keyphrases import FUNCTION_WORDS
from kts.lexicon.patterns import later
from kts.lexicon.sentences import sentences
from kts.types import Span

_LABEL = later(
    r"(?i)\A(?![\s|]*[#|])[\W_]*(?!attention: ?(?-i:[A-Z]\w+ [A-Z]))(?:(?:important|safety|general|first) )?"
    r"(?:warning|caution|danger|attention|important|achtung|warnung|vorsicht|gefahr|wichtig|avertissement|advertencia)"
    r"(?: (?:notice|note|information))?[*_\]]*(?:\s*[:!\u2013\u2014]|\s+-\s|[*_\]]+\s|\s*\n)"
)
"""A label in front, with the marks of a quotation or of emphasis: `> **Warning:**`, `[!WARNING]`, `CAUTION!`.

No heading, no row of a table, and not for whose attention a letter is."""
_FIRST = later(
    r"(?i)\A[\s>*_]*(?P<verb>[a-z-]+)\b(?!:)[^.;:?!]{0,90}\b(?:first|beforehand|zuerst|vorher)\b[.!*_]*\s*\Z"
)
_TOLD = later(r"(?i)\b(?:is|are|was|were|be|been|came|come|comes|goes|went|has|have|had|will|would)\b")
"""Tells what happens and orders nothing: `Customers come first.`"""
_KEEPS = later(r"(?i)\A\W*(?:do not|don['\u2019]t|never)\b[^.;?!]{0,120}\b(?:before|until|unless|while|during|yet)\b")
"""Forbids it for a time: `Do not switch it off while the lamp blinks.`"""
_APART = later(r"\n[ \t>]*\n")
_BARE = later(r"[\W_]*\w+(?: \w+)?[\W_]*")
"""A label and nothing else: what it warns of is the next sentence."""
_VERBS = frozenset({"do", "get", "give", "go", "keep", "let", "make", "put", "take"})
"""Words of grammar with which an order may begin."""
REACH = 600
"""Characters behind a statement in which its warning is looked for (a default: two long sentences)."""


def is_labelled(text: str) -> bool:
    """Whether a text calls itself a warning."""
    return bool(_LABEL.match(text))


def is_bare(text: str) -> bool:
    """Whether a text is the label of a warning and nothing else."""
    return is_labelled(text) and bool(_BARE.fullmatch(text))


def bids(text: str) -> bool:
    """Whether a sentence orders what comes before something else, or forbids something for a time."""
    ordered = _FIRST.match(text)
    if ordered:
        return ordered["verb"].lower() not in FUNCTION_WORDS - _VERBS and not _TOLD.search(text)
    return bool(_KEEPS.match(text))


def warned(after: str) -> int:
    """How many characters of the text behind a statement are its warning; 0 where none stands directly behind it.

    A labelled warning may stand in a paragraph of its own and goes on to the order that ends it; an order that bears no
    label stands in the statement's own paragraph.
    """
    end, labelled, bare = 0, False, False
    text = after[:REACH]
    for first, last in sentences(text):
        said = text[first:last]
        if not re.search(r"\w", said):
            continue
        apart = bool(_APART.search(text[end:first]))
        label = is_labelled(said)
        if not (label or bare) and (apart or not bids(said)):
            break
        end, bare = last, is_bare(said)
        labelled = labelled or label
        if not labelled:
            break
    return end


_HEADINGS = later(r"(?:[ \t]*#{1,6}[ \t][^\n]*\n|\s)*")
_PARAGRAPH = later(r"(?:(?!\n[ \t]*\n)[\s\S])*")


def opening(text: str) -> Span | None:
    """The labelled warning that a text begins with below its headings: it is of all steps that follow."""
    above = _HEADINGS.match(text)
    start = above.end() if above else 0
    paragraph = _PARAGRAPH.match(text, start)
    if paragraph is None or not is_labelled(paragraph[0]) or paragraph.end() - start > REACH:
        return None
    return Span(start, paragraph.end())
