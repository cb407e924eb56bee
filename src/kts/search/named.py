"""Passages that hold what the question names exactly: identifiers, and names written with marks between their parts.

Where a passage defines an identifier (in its heading, at the beginning of a line or of a table's row) it is worth more
than where it only mentions it.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from kts.lexicon.analyse import STOP_WORDS, terms, words
from kts.lexicon.identifiers import normalise
from kts.lexicon.patterns import later
from kts.search.bm25 import weighted
from kts.search.retrieve import by_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.ports import Corpus, PassageIndex
    from kts.search.question import Question
    from kts.types import Filter, Passage

DEFINES = 3.0
"""Worth of a passage that defines an identifier beside one that mentions it (a default, not fitted)."""
BEGINS = 2.0
"""Worth of a passage in which it begins a line of prose, or stands in the heading (a default, not fitted)."""
READ = 100
"""Passages of an identifier that are read to see whether they define it (a default, not fitted)."""
LITERAL_CANDIDATES = 150
"""Passages with parts of a name among which those with all of them are read (a default, not fitted)."""
RARE = 40
"""Passages that hold a word up to which it may be a name (a default, not fitted)."""
SHORTEST = 4
"""Characters of an identifier that may be mended, and of a name with marks."""

FEW_WORDS = 5
"""Words of a question that may be nothing but a name: `log checkpoints` for `log_checkpoints`."""
SPOKEN = 12
"""Words of such a question, stop words among them, that are put together to names: each stretch is tried."""
NAME_AND_VERB = 2
"""Words of a question that may ask for one long word: `where is clusterrolebinding described?`."""
LONG_WORD = 12
"""Letters from which a rare word of a short question is a name (a default, not fitted)."""
MARKS_CANDIDATES = 10
"""Passages that are read for names that the words of a short question make (a default, not fitted)."""

_COMPOUND = r"(?<![\w./:@-])-{0,2}([^\W_]+(?:[_-][^\W_]+)+)(?![\w/@])"
_CAMEL = r"(?<![\w./:@-])[A-Za-z][a-z0-9]+(?:[A-Z]+[a-z0-9]+){2,}(?![\w/@])"
_SNAKE = r"(?<![\w./@-])[^\W_]+(?:_[^\W_]+)+(?![\w/@])"
_WORD_OR_FLAG = r"(?<![\w-])(?:--)?[A-Za-z0-9]+(?:[-_:.][A-Za-z0-9]+)*"
_APART = r"(?<![\w-])([A-Z]{1,6}(?:[ -][A-Z]{1,4})?|[a-z]{2,4})[ -](\d[\dA-Za-z]{0,6})(?![\w.-])"
_CALLED = (
    r"(?i)\b(?:errors?|codes?|sqlstate|errno|exceptions?|faults?|alerts?|messages?|status|warnings?|events?|abend)"
    r"(?:\s+(?:code|number|no\.?|id|message))?[\s:#=(\"'`]+([a-z0-9][\w-]*\d[\w-]*|\d[\w-]*)"
)
ADDRESS = later(r"\d{1,3}(?:\.\d{1,3}){3}")
"""`10.40.8.15`."""
_BETWEEN = r"[-_:.()\s]?"
_ENDS = r"[`*\"'\s]*(?:[(:|=\u2013\u2014\[<])"
_ANY = "[-_]?"
_MARKS = r"[|#*>`\u2022\s\\\"'(\[-]*?"


def mendable(text: str) -> tuple[str, ...]:
    """What a person may have meant as an identifier: a flag, a word of letters and digits, capitals before a number."""
    if "--" not in text and not any(map(str.isdigit, text)):
        return ()
    found = [
        match for match in re.findall(_WORD_OR_FLAG, text) if any(c.isdigit() for c in match) or match.startswith("--")
    ]
    found += [f"{match[1]}{match[2]}" for match in re.finditer(_APART, text)]
    codes = dict.fromkeys(normalise(match) for match in found)
    return tuple(code for code in codes if len(code) >= SHORTEST and not code.replace(".", "").isdigit())


def called_codes(text: str) -> tuple[str, ...]:
    """What a sentence calls a code: `shows error 22023 when`; a word like KLF4 without that is a word like others."""
    return tuple(normalise(code) for code in re.findall(_CALLED, text))


def is_literal(norm: str) -> bool:
    """Whether a candidate that no text holds as an identifier is looked for as a word: `42p01`, `23505`, no year."""
    if norm.isalpha() or ADDRESS.fullmatch(norm):
        return True
    if re.fullmatch(r"\d+(?:st|nd|rd|th|s)", norm):
        return False
    return norm.isalnum() and any(c.isdigit() for c in norm) and len(norm) >= SHORTEST + norm.isdigit()


def literals(text: str) -> tuple[str, ...]:
    """Names with marks or capitals between their parts, such as `log_replication_commands` or `KubePodCrashLooping`.

    Hyphens make a name only in a short text: `log-replication-commands`, but a `same-day cut-off` in a question.
    """
    found = []
    if "_" in text or ("-" in text and len(text.split()) <= FEW_WORDS):
        found = re.findall(_COMPOUND if len(text.split()) <= FEW_WORDS else _SNAKE, text)
    if any(map(str.isupper, text[1:])) and re.search("[a-z][A-Z]", text):
        found += re.findall(_CAMEL, text)
    return tuple(dict.fromkeys(match.casefold() for match in found))


Named = dict[int, dict[str, float]]
"""Worth of each identifier by the key of a passage that holds it."""


def named(
    question: Question, *, filters: Filter, corpus: Corpus, index: PassageIndex, candidates: int = MARKS_CANDIDATES
) -> Named:
    """Every passage that holds an identifier of the question, and what that is worth.

    `candidates` is how many passages the question will be asked for next: an index that remembers searches once.
    """
    level = question.query.level
    found: Named = {}
    unknown, short = [], len(question.terms) <= FEW_WORDS
    called = called_codes(question.query.text) if question.codes and not short else ()
    for code in question.codes:
        keys = corpus.identified(code, level, filters)
        if not keys and (short or code in called) and is_literal(code):
            unknown.append(code)
        for key in keys:
            found.setdefault(key, {})[code] = 1.0
    rarest = sorted(found)[:READ]
    for key, passage in corpus.passages(rarest).items():
        found[key] = {code: worth_of(passage, code) for code in found[key]}
    there = {re.sub("[-_]", "", code) for codes in found.values() for code in codes}
    names = dict.fromkeys(name for name in (*unknown, *question.names) if re.sub("[-_]", "", name) not in there)
    if not names and not found and short:
        names = dict.fromkeys(_with_marks(question, filters, corpus, index, candidates))
    for name in names:
        for key, worth in _literal(name, question, filters=filters, corpus=corpus, index=index):
            found.setdefault(key, {})[name] = worth
    return found


def _with_marks(
    question: Question, filters: Filter, corpus: Corpus, index: PassageIndex, candidates: int
) -> tuple[str, ...]:
    """The longest name that neighbouring words of a short question are in the passages that hold most of them."""
    listed = words(question.query.text)[:SPOKEN]
    stretches = [
        listed[at : at + count] for count in range(len(listed), 1, -1) for at in range(len(listed) - count + 1)
    ]
    options = ["_".join(parts) for parts in stretches if not STOP_WORDS.intersection((parts[0], parts[-1]))]
    rare = _rare(question, index)
    if not options or rare:
        return rare
    limit = max(MARKS_CANDIDATES, candidates)
    level, terms = question.query.level, question.terms
    weighed = weighted(terms, partial(index.document_frequency, level=level), corpus.statistics(level))
    first = by_words(terms, weighed, level=level, filters=filters, corpus=corpus, index=index, limit=limit)
    texts = corpus.passages([one.key for one in first[:MARKS_CANDIDATES]]).values()
    folded = [text for one in texts if "_" in one.text for text in (one.text.casefold(),)]
    likely = [name for name in options if any(name in text for text in folded)]
    if not likely:
        return ()
    held = {name.casefold() for one in texts if "_" in one.text for name in re.findall(_SNAKE, one.text)}
    return tuple([name for name in likely if name in held][:1])


def _rare(question: Question, index: PassageIndex) -> tuple[str, ...]:
    """Long words of a short question that few passages hold: names of alerts and commands, in small letters too."""
    level = question.query.level
    if len(question.terms) > NAME_AND_VERB:
        return ()
    long = [term for term in question.terms if len(term.word) >= LONG_WORD and term.word.isalpha()]
    return tuple(
        term.word
        for term in long
        if 0 < max(index.document_frequency(form, level=level) for form in term.forms) <= RARE
    )


def worth_of(passage: Passage, norm: str) -> float:
    """What a passage that holds an identifier is worth: more where it begins a line, most where it is its word."""
    spelled = _spelled(norm).pattern
    heading = f"{passage.metadata.get('section', '')} {passage.metadata.get('heading', '')}".strip()
    lines = [*passage.text.splitlines(), f"# {heading}"]
    ends = (_ENDS, _ENDS[:-1] + "|$)")
    if any(re.match(_MARKS + spelled + ends[line.startswith("#")], line, re.IGNORECASE) for line in lines):
        return DEFINES
    begins = any(re.match(_MARKS + spelled, line, re.IGNORECASE) for line in lines)
    return BEGINS if begins or re.search(spelled, heading, re.IGNORECASE) else 1.0


def _spelled(norm: str) -> re.Pattern[str]:
    """An identifier however its parts are joined; a flag with its hyphens, a name with marks between its parts."""
    if norm.startswith("--"):
        return re.compile(rf"(?<![\w-])--{_ANY.join(map(re.escape, norm[2:]))}(?![\w-])", re.IGNORECASE)
    if norm.isalpha() or "_" in norm or norm.replace("-", "").isalpha():
        inner = "[-_]".join(map(re.escape, re.split("[-_]", norm)))
    else:
        inner = _BETWEEN.join(re.escape(letter) for letter in norm if letter.isalnum() or letter in "./")
    return re.compile(rf"(?<![^\W_]){inner}(?![^\W_])", re.IGNORECASE)


def _literal(
    name: str, question: Question, *, filters: Filter, corpus: Corpus, index: PassageIndex
) -> Iterator[tuple[int, float]]:
    parts = dict.fromkeys(terms(name))
    level = question.query.level
    if not all(index.document_frequency(part, level=level) for part in parts):
        return
    candidates = index.search_lexical(dict.fromkeys(parts, 1.0), level=level, filters=filters, limit=LITERAL_CANDIDATES)
    wanted = [b"\n%s " % part.encode() for part in parts]
    rows = corpus.rows([one.key for one in candidates])
    likely = [row.key for row in rows if all(row.terms.find(key) >= 0 for key in wanted)]
    pattern = _spelled(name)
    for key, passage in corpus.passages(likely[:READ]).items():
        if pattern.search(passage.text):
            yield key, worth_of(passage, name)
