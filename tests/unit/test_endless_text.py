"""RELIABILITY, untrusted: nothing that reads text takes more than linear time, whatever somebody writes over and over.

Texts of 20,000 characters: what looks back at all of it from each place takes seconds, what reads it once a hundredth
of one. Processor time of this process is measured, not the clock's.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from kts.answer.claims.match import statements
from kts.answer.claims.split import claims
from kts.answer.constraints.expected import asks_for_all, expected
from kts.answer.constraints.named import constraints
from kts.answer.units.pointers import asks_where, points
from kts.answer.units.quotable import Unit
from kts.lexicon.acronyms import acronyms_in
from kts.lexicon.dates import dates
from kts.lexicon.definitions import quoted_definitions
from kts.lexicon.entities import entities
from kts.lexicon.fuzzy import Vocabulary, nearest, nearest_code, split
from kts.lexicon.glossaries import unquoted_definitions
from kts.lexicon.identifiers import candidates_in_query, identifiers
from kts.lexicon.mail import parts
from kts.lexicon.messages import message
from kts.lexicon.modality import modalities
from kts.lexicon.negation import negated
from kts.lexicon.quantities import quantities
from kts.lexicon.sentences import sentences
from kts.search.decompose import parts_of
from kts.search.syntax import written
from kts.types import Span

if TYPE_CHECKING:
    from collections.abc import Callable

LENGTH = 20_000
"""Characters: the longest stretch that is looked at as one sentence (`sentences.WINDOW`)."""
MOST_S = 10.0
"""Seconds of processor time: a bound for what must end, no measure of speed; linear readers take far less."""
OVER_AND_OVER = """a|A|1|1.|A.|a.|A.B. |a-|A-|1-|1,|, |a, |. |? |...|?!|(|(a) |[|![|[a](|"|"a" |'|`|``` || a ||-|> |- |#
|\u00a7|\u00a7 1|$|$1,000 |5 days |30 % |Jan 1, |2024-01-01 |v1.2.|10.0.0.|/|a/|\\|x=|A1|1a|_|a_b|__|*|**a |{|<|<a |&|
http://|www.|a@|a@b.|see |For more, see |for further,refer to |For information, |learn more |who was -|what is the |
how many |between 1 and |before |not |and |or |of the |is |the |must |if |unless |means |section 5.02 |E-1042 |TSR-|Aa |
Acme Corp |John Smith |one |hundred |twenty-|million |EUR |5 GB |x1.1|1/|1/2 |1 to |first |Hello |thanks |> a\n|a: \n|
-- \n|\t| \n|A|a;|\u2026|\u200b|\u0301|\u4e00|\u3002|and is |was a b |a by b """
FRAMES = (("What is the fee ", " of a loan?"), ("Za1", "_"))
"""What may stand around such a text, in turn."""
TEXTS = (" ", "\n", "\t", "|", "| a ", "|-", *(text for text in OVER_AND_OVER.split("|") if text))


def _unit(text: str) -> bool:
    return points(Unit(text, Span(0, len(text)), 0, 0, "sentence"))


def _misspelt(text: str) -> None:
    vocabulary = Vocabulary({"answer": 3, "servicer": 2}, frozenset({"e-1042"}))
    for word in dict.fromkeys(text.split()):
        nearest(word, vocabulary)
        nearest_code(word, vocabulary.codes)
        split(word, vocabulary)


READERS: dict[str, Callable[[str], object]] = {
    "acronyms": acronyms_in,
    "asks for all": asks_for_all,
    "asks where": asks_where,
    "candidates": candidates_in_query,
    "claims": claims,
    "constraints": constraints,
    "dates": dates,
    "definitions": quoted_definitions,
    "entities": entities,
    "expected": expected,
    "glossaries": lambda text: unquoted_definitions(text, ()),
    "identifiers": identifiers,
    "mail": parts,
    "message": message,
    "modalities": modalities,
    "misspelt": _misspelt,
    "negated": negated,
    "parts": parts_of,
    "points": _unit,
    "quantities": quantities,
    "sentences": sentences,
    "statements": statements,
    "syntax": written,
}


@pytest.mark.parametrize("name", sorted(READERS))
def test_a_reader_is_linear_in_what_is_written_over_and_over(name: str) -> None:
    read, slow = READERS[name], {}
    for number, text in enumerate(TEXTS):
        for begins, ends in (("", ""), FRAMES[number % len(FRAMES)]):
            whole = f"{begins}{text * (LENGTH // len(text))}{ends}"
            began = time.process_time()
            read(whole)
            took = time.process_time() - began
            if took > MOST_S:
                slow[text] = took
    assert not slow
