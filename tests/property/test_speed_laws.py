"""What was made fast gives what its plain form gives, to the last bit."""

from __future__ import annotations

import hashlib
import re

from hypothesis import given
from hypothesis import strategies as st

from kts.config import SearchSettings
from kts.digest import text_digest
from kts.lexicon.analyse import (
    folded_words,
    forms,
    forward,
    frequencies,
    located_words,
    places_of,
    spelled,
    stemmed_as,
    vocabulary,
    with_stems,
    words,
)
from kts.lexicon.patterns import later
from kts.ports import LevelStatistics, PassageRecord
from kts.search.bm25 import WeightedTerm, looked_up, scorer
from kts.search.snippet import snippet

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
        form, _, held = line.rpartition(b" ")
        counts = held if len(held) == len(fields) else bytes((128, 128)) + held
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
    score = scorer(terms, statistics, settings)
    assert score(row) == slowly(row, terms, statistics, settings)
    held = {form: line for line in row.terms.split(b"\n") for form, _, line in [line.rpartition(b" ")]}
    assert score(row, [held.get(form, b"") for form in looked_up(terms)]) == score(row)
    assert score(row._replace(terms=as_before(row.terms))) == score(row)


def as_before(row):
    """The row as older versions wrote it: three bytes for each term."""
    return re.sub(rb"(?<= )[\x80-\xff](?=\n)", lambda found: b"\x80\x80" + found[0], row)


@given(ROWS)
def test_rows_of_older_indexes_say_the_same(row):
    older = as_before(row.terms)
    assert older.count(b"\x80") >= row.terms.count(b"\x80")
    assert (spelled(older), vocabulary(older)) == (spelled(row.terms), vocabulary(row.terms))
    for term in ("cure", "period", "nowhere"):
        assert frequencies(older, term) == frequencies(row.terms, term)


@given(TEXTS, st.sets(st.sampled_from(["cure", "notic", "di", "polici", "under", "o'neil"]), max_size=3), LANGUAGES)
def test_places_are_those_of_the_words_one_by_one(text, wanted, languages):
    listed, kinds = words(text), stemmed_as(languages)
    stems = forms(set(listed), languages)
    found = places_of(text, wanted, kinds[::-1])
    assert found == {
        place: next(stem for stem in stems[word] if stem in wanted)
        for place, word in enumerate(listed)
        if not wanted.isdisjoint(stems[word])
    }


@given(TEXTS, st.sets(st.sampled_from(["cure", "notic", "di", "polici", "under", "o'neil"]), max_size=3), LANGUAGES)
def test_marked_words_are_those_of_the_words_one_by_one(text, wanted, languages):
    shown = snippet(text, dict.fromkeys(wanted, 1.0), length=len(text) + 1, languages=languages)
    stems = forms(folded_words(text), languages)
    marked = [(start, end) for start, end, word in located_words(text) if not wanted.isdisjoint(stems[word])]
    assert [(mark.start + shown.span.start, mark.end + shown.span.start) for mark in shown.marks] == marked


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
