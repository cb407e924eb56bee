"""What was made fast gives what its plain form gives, to the last bit."""

from __future__ import annotations

import hashlib
import re

from hypothesis import given
from hypothesis import strategies as st

from kts.config import SearchSettings
from kts.digest import text_digest
from kts.lexicon.analyse import folded_words, forms, forward, located_words, with_stems
from kts.lexicon.patterns import later
from kts.ports import LevelStatistics, PassageRecord
from kts.search.bm25 import WeightedTerm, scorer

WORDS = st.sampled_from("cure cures period notice notices die dying policy policies Ünder naïve O'Neil's".split())
TEXTS = st.one_of(
    st.text(max_size=80), st.lists(st.one_of(WORDS, st.sampled_from(["\n", "x."])), max_size=40).map(" ".join)
)
STEMS = st.lists(st.sampled_from(["cure", "period", "notic", "polici", "die", "under"]), max_size=9)
LANGUAGES = st.sampled_from([("en",), ("en", "de"), ("de", "fr", "en"), ("fr", "en", "und")])
ROWS = st.builds(
    lambda title, heading, body, lengths: PassageRecord(1, "p", 1, forward(title, heading, body), *lengths),
    STEMS,
    STEMS,
    STEMS,
    st.tuples(*(st.integers(0, 40) for _ in range(3))),
)


def slowly(row, terms, statistics, settings):
    """BM25F as it is written down, every field of every term."""
    k1, b, total = settings.k1, settings.b, {}
    fields = ("title", settings.title_weight), ("heading", settings.heading_weight), ("body", 1.0)
    for line in row.terms[1:-1].split(b"\n") if len(row.terms) > len(b"\n\n") else ():
        form, counts = line[:-4], line[-3:]
        at = next((n for n, term in enumerate(terms) if term.idf > 0 and b"\n" + form + b" " in term.keys), None)
        if at is None:
            continue
        often = total.get(at, 0.0)
        for (name, weight), count in zip(fields, counts, strict=True):
            mean = max(getattr(statistics, name), 1.0)
            norm = 1 - b + b * max(getattr(row, f"{name}_length"), 1) / mean
            often = often + weight * (count - 128) / norm
        total[at] = often
    return sum(
        (terms[at].idf * terms[at].weight * often * (k1 + 1) / (k1 + often) for at, often in total.items() if often),
        0.0,
    )


@given(ROWS, st.lists(st.tuples(STEMS.map(lambda found: found[:1]), st.floats(0, 9)), max_size=4), st.floats(0.5, 30))
def test_a_score_is_that_of_the_plain_form(row, wanted, mean):
    keys = dict.fromkeys(stem for stems, _ in wanted for stem in stems)
    terms = [WeightedTerm(stem, 0.3 + number, (b"\n%s " % stem.encode(),)) for number, stem in enumerate(keys)]
    statistics, settings = LevelStatistics(9, mean, mean / 2, mean * 3), SearchSettings()
    assert scorer(terms, statistics, settings)(row) == slowly(row, terms, statistics, settings)


@given(TEXTS, st.sets(WORDS.map(str.lower), max_size=4))
def test_words_among_some_are_those_of_all_words(text, among):
    everywhere = located_words(text)
    assert located_words(text, among=among) == [one for one in everywhere if one[2] in among]
    assert folded_words(text) == {word for _, _, word in everywhere}


@given(TEXTS, st.sets(st.sampled_from(["cure", "notic", "di", "polici", "under"]), max_size=3), LANGUAGES)
def test_words_with_a_wanted_stem_are_those_whose_forms_hold_one(text, wanted, languages):
    listed = folded_words(text)
    slow = {word for word, stems in forms(listed, languages).items() if not wanted.isdisjoint(stems)}
    assert with_stems(listed, wanted, languages) == slow


@given(st.text(max_size=200))
def test_a_digest_is_sha256(text):
    assert text_digest(text) == hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


@given(st.text(alphabet="ab1 ", max_size=20))
def test_an_expression_that_is_compiled_later_is_the_same_expression(text):
    pattern, made = r"(?i)[AB]+\d?", later(r"(?i)[AB]+\d?")
    assert made.findall(text) == re.findall(pattern, text)
    assert made.sub("-", text) == re.sub(pattern, "-", text)
    assert made.findall(text) == re.findall(pattern, text)
