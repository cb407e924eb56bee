"""What people expect of a search box: `"exact phrase" -not type:SOP -path:drafts/ code:E7042 after:2023-01-01`.

Fields are the caller's own filters and are never relaxed. A minus sign before one leaves out the documents that it
names. Quotation marks and other minus signs are commands only where no sentence is written: `Who wrote "Emma"?` quotes
a name, and its answer need not repeat it.
"""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import TYPE_CHECKING, NamedTuple

from kts.errors import UsageError
from kts.lexicon.analyse import QUESTION_WORDS, words
from kts.lexicon.identifiers import normalise
from kts.search.expand import analysed
from kts.search.notes import NOWHERE
from kts.search.question import combined
from kts.types import Filter

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from kts.ports import Corpus
    from kts.records import DocumentRecord, PassageRecord
    from kts.search.question import Context, Question
    from kts.search.retrieve import Retrieved

FIELDS = {
    "type": "doc_type",
    "regime": "regime",
    "tool": "tool",
    "code": "code",
    "item": "item_type",
    "section": "section",
    "lang": "language",
    "path": "path",
    "doc": "document",
    "after": "since",
    "since": "since",
    "before": "until",
    "until": "until",
}
BARRED: dict[str, Callable[[DocumentRecord, str], bool]] = {
    "type": lambda record, value: record.doc_type == value,
    "regime": lambda record, value: record.regime == value,
    "lang": lambda record, value: record.language == value,
    "path": lambda record, value: bool(below(record.path, value)),
    "doc": lambda record, value: record.id == value,
}
"""Fields of whole documents, which can be left out, and whether a document has a value."""
LETTERS = 3
"""Letters of a word that a minus sign can leave out: `-o wide` is an option of some command."""
LINE = 5
"""Words outside quotation marks up to which a line is one of a search box; a longer one is a sentence."""
PHRASE_CANDIDATES = 400
"""Passages with all words of a phrase that are read to see whether they hold it (a default, not fitted)."""

_FIELD = rf"(?<!\S)(-?)({'|'.join(FIELDS)}):(?:\"([^\"]+)\"|([^\s\"]+))"
_PHRASE = r"(?<!\S)(-?)[\"\u201c]([^\"\u201c\u201d]{2,400})[\"\u201d](?![^\W_])"
_MINUS = rf"(?<!\S)-([^\W\d_]{{{LETTERS},}})(?!\S)"
_QUESTION = rf"(?i)\s*(?:{QUESTION_WORDS}|in which|in what|on what|at what|by when|under what|under which)\b"


class Written(NamedTuple):
    """A line of a search box taken apart; `fields` and `barred`, those with a minus sign, are (name, value)."""

    text: str
    phrases: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    fields: tuple[tuple[str, str], ...] = ()
    barred: tuple[tuple[str, str], ...] = ()


def asks(text: str) -> bool:
    """Whether a text is a sentence, and no list of words to look for."""
    return text.rstrip(" \"'\u201d").endswith(("?", ".", "!")) or bool(re.match(_QUESTION, text))


def written(text: str) -> Written:
    """The parts of a line; what remains as `text` are the words to look for, those of phrases among them."""
    if not any(mark in text for mark in ':"-\u201c'):
        return Written(text)
    named = [(match[1], (match[2], match[3] or match[4])) for match in re.finditer(_FIELD, text)]
    fields, barred = (tuple(field for minus, field in named if bool(minus) is out) for out in (False, True))
    rest = re.sub(_FIELD, " ", text)
    if asks(rest) or len(re.sub(_PHRASE, " ", rest).split()) > LINE:
        return Written(_tidy(rest, text), fields=fields, barred=barred)
    quoted = [(match[1], match[2].strip()) for match in re.finditer(_PHRASE, rest)]
    rest = re.sub(_PHRASE, lambda match: " " if match[1] else f" {match[2]} ", rest)
    without = [phrase for minus, phrase in quoted if minus] + re.findall(_MINUS, rest)
    phrases = [phrase for minus, phrase in quoted if not minus and words(phrase)]
    return Written(_tidy(re.sub(_MINUS, " ", rest), text), tuple(phrases), tuple(without), fields, barred)


def _tidy(rest: str, text: str) -> str:
    if rest == text:
        return text
    return " ".join(rest.split()) or " ".join(match[3] or match[4] for match in re.finditer(_FIELD, text)) or text


def below(path: str, value: str) -> str:
    """The beginning of a path up to the folder, or the file, of that name anywhere in it; empty where it has none."""
    parts, wanted = path.split("/"), [part.casefold() for part in value.replace("\\", "/").strip("/").split("/")]
    folded, many = [part.casefold() for part in parts], len(wanted)
    at = next((at for at in range(len(parts)) if folded[at : at + many] == wanted), None)
    return "" if at is None else "/".join(parts[: at + many])


def read_syntax(question: Question, context: Context) -> Question:
    """The stage: commands out of the text and into filters. Raises UsageError for a date that is none."""
    query = question.query
    found = written(query.text)
    if found.text == query.text and not found.fields:
        return question
    filters = combined(query.filters, filter_of(found.fields, context.corpus))
    filters = filters._replace(without=(*filters.without, *barred(found.barred, context.corpus)))
    nowhere = _nowhere((*found.fields, *found.barred), context.corpus)
    said = [f"{name}:{value}" for name, value in found.fields] + [f'"{phrase}"' for phrase in found.phrases]
    said += [f"without {word}" for word in (*found.without, *(f"{name}:{value}" for name, value in found.barred))]
    query = query._replace(text=found.text, filters=filters)
    terms = analysed(query, context).terms  # the words of a command are none to look for
    question = question._replace(query=query, terms=terms, phrases=found.phrases, without=found.without)
    question = question.stepped("syntax", f"only {', '.join(said)}")
    return question.stepped(NOWHERE, f"no folder or file is called {', '.join(nowhere)}") if nowhere else question


def _nowhere(fields: Collection[tuple[str, str]], corpus: Corpus) -> list[str]:
    """The paths of fields that no document has."""
    paths = [value for name, value in fields if name == "path"]
    records = corpus.documents() if paths else ()
    return [value for value in paths if not any(below(one.path, value) for one in records)]


def filter_of(fields: Collection[tuple[str, str]], corpus: Corpus) -> Filter:
    """Fields as a filter; documents may be named by path or file name, a folder by its name wherever it lies."""
    values: dict[str, list[str]] = {}
    for name, value in fields:
        said = _folders(value, corpus) if name == "path" else [_value(name, value, corpus)]
        values.setdefault(FIELDS[name], []).extend(said)
    since, until = values.pop("since", []), values.pop("until", [])
    listed = {name: tuple(given) for name, given in values.items()}
    return Filter(**listed, since=max(since, default=""), until=min(until, default=""))


def _folders(value: str, corpus: Corpus) -> list[str]:
    """The paths that a value begins, or else of the folders and files of that name; itself where there are none."""
    paths = [one.path for one in corpus.documents()]
    if any(f"{path}/".startswith(f"{value.rstrip('/')}/") for path in paths):
        return [value]
    return sorted({found for path in paths if (found := below(path, value))}) or [value]


def barred(fields: Collection[tuple[str, str]], corpus: Corpus) -> tuple[str, ...]:
    """The ids of the documents that fields with a minus sign leave out. Raises UsageError for other fields."""
    for name, value in fields:
        if name not in BARRED:
            message = f"'-{name}:{value}' cannot be left out"
            raise UsageError(message, hint=f"a minus sign stands before {', '.join(BARRED)}")
    wanted = [(BARRED[name], _value(name, value, corpus)) for name, value in fields]
    documents = corpus.documents() if wanted else ()
    return tuple(one.id for one in documents if any(has(one, value) for has, value in wanted))


def _value(name: str, value: str, corpus: Corpus) -> str:
    readers: dict[str, Callable[[str], str]] = {
        "type": str.upper,
        "regime": str.upper,
        "lang": str.lower,
        "code": normalise,
        "doc": lambda value: corpus.document(value).id,
        "after": lambda value: _day(name, value)[0].isoformat(),
        "since": lambda value: _day(name, value)[0].isoformat(),
        "before": lambda value: (_day(name, value)[0] - timedelta(days=1)).isoformat(),
        "until": lambda value: _day(name, value)[1].isoformat(),
    }
    return readers.get(name, str)(value)


def _day(name: str, value: str) -> tuple[date, date]:
    """The first and the last day of `2023`, `2023-05` or `2023-05-01`."""
    given = re.fullmatch(r"(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?", value)
    year, month, day = (int(part) if part else 0 for part in given.groups()) if given else (0, 0, 0)
    try:
        first = date(year, month or 1, day or 1)
    except ValueError:
        message = f"'{name}:{value}' names no date"
        raise UsageError(message, hint=f"{name}:2024, {name}:2024-03 or {name}:2024-03-01") from None
    if day:
        return first, first
    following = date(year + 1, 1, 1) if not month else date(year + month // 12, month % 12 + 1, 1)
    return first, following - timedelta(days=1)


def phrase_keys(question: Question, context: Context) -> tuple[int, ...]:
    """Passages that may hold the phrases: those with all their words, by the index of words."""
    if not question.phrases:
        return ()
    wanted = [term for term in question.terms if term.word in set(words(" ".join(question.phrases)))]
    forms = {form: 1.0 for term in wanted for form in term.forms}
    level, filters = question.query.level, combined(question.query.filters, question.certain)
    found = context.index.search_lexical(forms, level=level, filters=filters, limit=PHRASE_CANDIDATES)
    rows = context.corpus.rows([one.key for one in found])
    return tuple(row.key for row in rows if all(_holds(row, term.forms) for term in wanted))


def _holds(row: PassageRecord, forms: Collection[str]) -> bool:
    return any(row.terms.find(b"\n%s " % form.encode()) >= 0 for form in forms)


def obeyed(found: Retrieved, question: Question, context: Context) -> Retrieved:
    """The candidates that hold every phrase and nothing that was to be left out."""
    if not question.phrases and not question.without:
        return found
    must, must_not = [_pattern(one) for one in question.phrases], [_pattern(one) for one in question.without]
    texts = context.corpus.passages([one.key for one in found.scored])
    kept = tuple(
        one
        for one in found.scored
        if one.key in texts
        and all(pattern.search(texts[one.key].text) for pattern in must)
        and not any(pattern.search(texts[one.key].text) for pattern in must_not)
    )
    return found._replace(scored=kept)


def _pattern(phrase: str) -> re.Pattern[str]:
    """The phrase as it may stand in a text: any case, any space or mark between its words."""
    inner = r"[\W_]+".join(re.escape(word) for word in re.findall(r"[^\W_]+", phrase))
    return re.compile(rf"(?<![^\W_]){inner}(?![^\W_])", re.IGNORECASE)
