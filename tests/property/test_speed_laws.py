"""What was made fast gives what its plain form gives, to the last bit."""

from __future__ import annotations

import hashlib
import re
from itertools import pairwise

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from kts.config import SearchSettings
from kts.data import table
from kts.digest import text_digest
from kts.lexicon.acronyms import Table
from kts.lexicon.analyse import (
    forms,
    forward,
    frequencies,
    located_words,
    places_of,
    spelled,
    stemmed_as,
    vocabulary,
    words,
)
from kts.lexicon.injection import speaks_to_a_program
from kts.lexicon.patterns import later
from kts.records import LevelStatistics, PassageRecord
from kts.search import comparisons, decompose
from kts.search.bm25 import WeightedTerm, columns, scorer
from kts.search.question import Question
from kts.search.snippet import snippet
from kts.search.stages import _decomposition
from kts.types import Query

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
    score = 0.0
    for at, often in total.items():  # one after the other: `sum` has been more exact since Python 3.12
        if often:
            score += terms[at].idf * terms[at].weight * often * (k1 + 1) / (k1 + often)
    return score


FORMS = st.lists(st.sampled_from(["cure", "period", "notic", "polici", "die", "under"]), unique=True, max_size=6)


class Keeping:
    """As much of a corpus as scores need: what it keeps of rows is kept for all that is asked of it."""

    def __init__(self):
        self.kept = {}

    def columns(self, names, rows):
        del rows
        return [self.kept.setdefault(name, {}) for name in names]


@given(
    st.lists(ROWS, max_size=6),
    st.lists(st.tuples(FORMS, st.integers(1, 3)), min_size=1, max_size=3),
    st.sampled_from([0.0, 0.3, 2.0]),
    st.floats(0.5, 30),
)
def test_a_score_is_that_of_the_plain_form(rows, asked, weight, mean):
    rows = [row._replace(key=number) for number, row in enumerate(rows)]
    statistics = LevelStatistics(9, mean, mean / 2, mean * 3)
    settings, corpus = SearchSettings(title_weight=weight, heading_weight=weight), Keeping()
    for stems, together in asked:  # several forms of one word, and words that other questions have asked for
        grouped = [tuple(stems[start : start + together]) for start in range(0, len(stems), together)]
        terms = [
            WeightedTerm(group[0], 0.3 + number, tuple(b"\n%s " % stem.encode() for stem in group))
            for number, group in enumerate(grouped)
        ]
        plain, kept = scorer(terms, statistics, settings), columns(terms, statistics, settings)
        slow = [slowly(row, terms, statistics, settings) for row in rows]
        assert [plain(row) for row in rows] == slow
        assert [plain(row._replace(terms=as_before(row.terms))) for row in rows] == slow
        assert kept.scores(rows[:3], corpus) == slow[:3]
        assert kept.scores(rows, corpus) == slow


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
    stems = forms({word for _, _, word in located_words(text)}, languages)
    marked = [(start, end) for start, end, word in located_words(text) if not wanted.isdisjoint(stems[word])]
    assert [(mark.start + shown.span.start, mark.end + shown.span.start) for mark in shown.marks] == marked


BREAK = r"\s(?:(?<=[.!?;:]\s)\s*(?=[\"'(\[]?[A-Z0-9])|(?<=\n)\n*)"
SENTENCES = st.lists(st.one_of(WORDS, st.sampled_from(["\n", "x. Cure", "y? It"])), max_size=60).map(" ".join)


def plainly(text, wanted, *, length, languages):
    """The stretch, its marks and the best of them, every place looked at where a stretch may begin."""
    stems = forms({word for _, _, word in located_words(text)}, languages)
    held = {word: [stem for stem in found if stem in wanted] for word, found in stems.items()}
    marks = [(start, end, held[word][-1]) for start, end, word in located_words(text) if held[word]]
    edges = [0, *(match.end() for match in re.finditer(BREAK, text)), len(text)]
    ranked = []
    for start in edges[:-1]:
        end = max(edge for edge in edges if edge <= start + length)
        inside = [stem for first, last, stem in marks if first >= start and last <= end]
        ranked.append((sum(wanted[stem] for stem in sorted(set(inside))), len(inside), -start, end))
    *_, start, end = max(ranked)
    piece = text[-start:end]
    begin = -start + len(piece) - len(piece.lstrip())
    span = (begin, begin + len(piece.strip()))
    shown = [(first, last, stem) for first, last, stem in marks if first >= span[0] and last <= span[1]]
    best = max(shown, key=lambda mark: (wanted[mark[2]], -mark[0]), default=None)
    return span, [mark[:2] for mark in shown], best and best[:2]


@given(SENTENCES, st.permutations(["cure", "notic", "di", "polici", "under"]), st.integers(60, 200), LANGUAGES)
def test_a_snippet_is_that_of_the_plain_form(text, stems, length, languages):
    edges = [0, *(match.end() for match in re.finditer(BREAK, text)), len(text)]
    assume(max(after - before for before, after in pairwise(edges)) <= length)
    wanted = {stem: 1.0 + number for number, stem in enumerate(stems[:3])}
    found = snippet(text, wanted, length=length, languages=languages)
    moved = [(mark.start + found.span.start, mark.end + found.span.start) for mark in found.marks]
    best = found.best and (found.best.start + found.span.start, found.best.end + found.span.start)
    assert (tuple(found.span), moved, best) == plainly(text, wanted, length=length, languages=languages)


LONG_FORMS = st.lists(st.sampled_from("cure Period of notice A/B naïve x".split()), max_size=3).map(" ".join)


@given(st.dictionaries(st.sampled_from("CPN AB PON NC".split()), st.tuples(LONG_FORMS)), TEXTS)
def test_long_forms_are_those_that_all_of_them_one_by_one_would_be(forms_of, text):
    folded = f" {' '.join(words(text))} "
    plain = {short: long for short, (long,) in forms_of.items() if " " in long and f" {long[:3].casefold()}" in folded}
    assert list(Table(forms_of).spelled_in(folded).items()) == list(plain.items())


@given(TEXTS, st.sets(WORDS.map(str.lower), max_size=4))
def test_words_among_some_are_those_of_all_words(text, among):
    assert located_words(text, among=among) == [one for one in located_words(text) if one[2] in among]


@given(st.text(max_size=200))
def test_a_digest_is_sha256(text):
    assert text_digest(text) == hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


@given(st.text(alphabet="ab1 ", max_size=20))
def test_an_expression_that_is_compiled_later_is_the_same_expression(text):
    pattern, made = r"(?i)[AB]+\d?", later(r"(?i)[AB]+\d?")
    assert made.findall(text) == re.findall(pattern, text)
    assert made.sub("-", text) == re.sub(pattern, "-", text)
    assert made.findall(text) == re.findall(pattern, text)


TOLD = [kind["rule"] for name, kind in table("injection_documents.json").items() if name != "note"]


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(TOLD).flatmap(lambda rule: st.from_regex(rule, alphabet=st.characters(codec="ascii"))))
def test_what_a_rule_finds_has_the_words_that_are_looked_for_first(text):
    assume(any(re.search(rule, text.lower(), re.DOTALL | re.MULTILINE) for rule in TOLD))
    assert speaks_to_a_program(text)


APART = [frame.pattern for _, frame in comparisons._FRAMES] + [
    decompose._BETWEEN,
    decompose._DIFFER,
    decompose._TOPIC,
    decompose._VERSUS,
    decompose._NUMBERS,
    decompose._SEVERAL,
    decompose._COMPARES,
]
ASKED = st.characters(codec="ascii", exclude_categories=["Cc"])


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(APART).flatmap(lambda pattern: st.from_regex(pattern, alphabet=ASKED)))
def test_a_question_without_a_cue_has_one_part(text):
    question = Question(Query(text, text), (), ())
    assert _decomposition(question, None) == decompose.decompose(question, None)
