"""What the texts of an index say about words, as files that follow it: a vocabulary, and learned short forms.

Kept by counting: a new version adds its words, one that left takes them away, so that the files are the same whatever
way the index got there. They can be deleted at any time; the next ingest, or the next question that needs them, makes
them anew.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

from kts.errors import CorruptStore
from kts.lexicon.analyse import words
from kts.store.rows import whole_text

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping
    from pathlib import Path
    from typing import NamedTuple

    from kts.lexicon.fuzzy import Vocabulary
    from kts.store.followers import Stored
    from kts.store.layout import Layout
else:
    from kts.nouns import NamedTuple

FORMAT = 1
LONGEST = 48
"""Letters of a word that is worth keeping: names of alerts have some forty."""
NUMBER = 4
"""Digits up to which a number is a number; longer ones may name something."""
TAB = "\t"
HEAD = 64
"""Characters of the file of short forms in which its generation stands."""


class Counts(NamedTuple):
    """In how many live documents each word, identifier and (short form, long form) stands, as of a generation."""

    generation: int
    words: Counter[str]
    codes: Counter[str]
    acronyms: Counter[str]


def empty() -> Counts:
    """Of no document."""
    return Counts(0, Counter(), Counter(), Counter())


class Tally:
    """What staged versions will add to the counts: known before the generation that names them."""

    def __init__(self) -> None:
        self.keys: set[int] = set()
        self.counters: tuple[Counter[str], ...] = (Counter(), Counter(), Counter())

    def add(self, db: sqlite3.Connection, key: int) -> None:
        """One version more."""
        self._count(key, _of_version(db, key))

    def add_stored(self, stored: Stored) -> None:
        """One that was just stored: its text need not be read again."""
        prepared = stored.prepared
        codes = {norm for passage in prepared.passages for norm, _ in passage.identifiers}
        self._count(stored.key, _said(prepared.document.text, codes))

    def _count(self, key: int, said: tuple[set[str], set[str], set[str]]) -> None:
        self.keys.add(key)
        for counter, found in zip(self.counters, said, strict=True):
            counter.update(found)


def catch_up(place: Layout, db: sqlite3.Connection, tally: Tally | None = None) -> Counts:
    """Bring the files to the newest generation and return what they hold. The caller holds the writer's lock."""
    before = read(place)
    counts = counted(db, before, tally)
    if counts.generation != before.generation:
        _write(place, counts)
    return counts


def follow(place: Layout, db: sqlite3.Connection, tally: Tally | None = None) -> None:
    """Bring the files to the newest generation; where they are there, only their heads are read."""
    (newest,) = db.execute("SELECT coalesce(max(number), 0) FROM generation").fetchone()
    if newest and _generation(place) != newest:
        catch_up(place, db, tally)


def _generation(place: Layout) -> int:
    """The generation of both files, 0 where one is missing, or they differ."""
    try:
        with (place.lexicon / "words.txt").open(encoding="utf-8") as file:
            head = json.loads(file.readline())
        with (place.lexicon / "acronyms.json").open(encoding="utf-8") as file:
            learned = file.read(HEAD)
    except (OSError, ValueError):
        return 0
    same = f'"generation": {head["generation"]},' in learned
    return int(head["generation"]) if head["format"] == FORMAT and same else 0


def counted(db: sqlite3.Connection, before: Counts, tally: Tally | None = None) -> Counts:
    """`before` with what changed since, some of which a tally knows; all anew where that cannot be told."""
    (newest,) = db.execute("SELECT coalesce(max(number), 0) FROM generation").fetchone()
    if before.generation == newest:
        return before
    added = _versions(db, "first_generation > ? AND last_generation IS NULL", before.generation)
    gone = _versions(db, "first_generation <= ?1 AND last_generation > ?1", before.generation) if before.words else ()
    counts = before._replace(generation=newest)
    try:
        for key in gone:
            for counter, found in zip(counts[1:], _of_version(db, key), strict=True):
                counter.subtract(found)
    except CorruptStore:  # of a text that is gone: what its words were cannot be known, so all are counted anew
        return counted(db, empty())
    known = tally if tally and tally.keys <= set(added) else Tally()
    for key in added:
        if key not in known.keys:
            known.add(db, key)
    for counter, more in zip(counts[1:], known.counters, strict=True):
        counter.update(more)
    kept = Counter({word: count for word, count in counts.words.items() if count > 0 and _is_kept(word)})
    return Counts(newest, kept, +counts.codes, +counts.acronyms)


def _is_kept(word: str) -> bool:
    return len(word) <= LONGEST and (len(word) > NUMBER or not word.isdigit())


def _versions(db: sqlite3.Connection, where: str, generation: int) -> tuple[int, ...]:
    rows = db.execute(f"SELECT version_id FROM version WHERE {where} ORDER BY version_id", (generation,))
    return tuple(key for (key,) in rows)


def _of_version(db: sqlite3.Connection, key: int) -> tuple[set[str], set[str], set[str]]:
    """Distinct words, identifiers and introduced short forms of one version."""
    (text_id,) = db.execute("SELECT text_id FROM version WHERE version_id = ?", (key,)).fetchone()
    codes = db.execute(
        "SELECT DISTINCT norm FROM identifier JOIN passage USING (passage_id) WHERE version_id = ?", (key,)
    )
    return _said(whole_text(db, text_id), {code for (code,) in codes})


def _said(text: str, codes: set[str]) -> tuple[set[str], set[str], set[str]]:
    from kts.lexicon.acronyms import acronyms_in

    return set(words(text)), codes, {TAB.join(pair) for pair in acronyms_in(text)}


def read(place: Layout) -> Counts:
    """What the files hold; nothing where they are missing or of another format."""
    try:
        lines = (place.lexicon / "words.txt").read_text(encoding="utf-8").split("\n")
        head = json.loads(lines[0])
        if head["format"] != FORMAT or head["generation"] != _learned(place)["generation"]:
            return empty()
        cut = 1 + head["words"]
        return Counts(
            head["generation"], _tally(lines[1:cut]), _tally(lines[cut:-1]), Counter(_learned(place)["pairs"])
        )
    except (OSError, ValueError, KeyError, TypeError):
        return empty()


def _tally(lines: Iterable[str]) -> Counter[str]:
    pairs = (line.rpartition(" ") for line in lines)
    return Counter({word: int(count) for word, _, count in pairs})


def _learned(place: Layout) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = json.loads((place.lexicon / "acronyms.json").read_bytes())
    return found


def learned_acronyms(place: Layout) -> Counter[str] | None:
    """The short forms that the documents introduce, None where the file is missing."""
    try:
        return Counter(_learned(place)["pairs"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def vocabulary(counts: Counts) -> Vocabulary:
    """The words and identifiers, for looking up the nearest."""
    from kts.lexicon.fuzzy import Vocabulary

    return Vocabulary(counts.words, counts.codes)


def acronyms(pairs: Mapping[str, int]) -> dict[str, tuple[str, ...]]:
    """Long forms by short form, the one of most documents first."""
    found: dict[str, list[tuple[int, str]]] = {}
    for pair, count in pairs.items():
        short, _, long = pair.partition(TAB)
        found.setdefault(short, []).append((-count, long))
    return {short: tuple(long for _, long in sorted(options)) for short, options in sorted(found.items())}


def _write(place: Layout, counts: Counts) -> None:
    place.lexicon.mkdir(parents=True, exist_ok=True)
    head = json.dumps({"format": FORMAT, "generation": counts.generation, "words": len(counts.words)})
    lines = [f"{word} {count}" for counter in (counts.words, counts.codes) for word, count in sorted(counter.items())]
    _replace(place.lexicon / "words.txt", "\n".join([head, *lines, ""]))
    learned = {"format": FORMAT, "generation": counts.generation, "pairs": dict(sorted(counts.acronyms.items()))}
    _replace(place.lexicon / "acronyms.json", json.dumps(learned, ensure_ascii=False, indent=0) + "\n")


def _replace(path: Path, text: str) -> None:
    """Written beside it and renamed: a reader sees the old or the new, whole."""
    scratch = path.with_suffix(".new")
    scratch.write_text(text, encoding="utf-8", newline="\n")
    scratch.replace(path)
