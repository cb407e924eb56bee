"""What every passage index must keep: `check_index` (IDX-1 to 3, RELIABILITY I2 and I6)."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from kts.records import IndexChange, IndexedPassage
from kts.testing.rules import Refused, Unharmed, require, require_equal
from kts.types import Filter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from kts.ports import PassageIndex
    from kts.records import Candidate
    from kts.types import Level

MANY = 1_000
ALL = Filter()
CLOSE = 1e-4
"""Scores that may differ by rounding only."""
CONTRACTS: dict[str, tuple[str, ...]] = {
    "document": ("doc_1",),
    "path": ("contracts", "contracts/psa.md"),
    "doc_type": ("CONTRACT",),
    "regime": ("GOVERNING_DOC_LEGAL",),
    "language": ("en",),
    "date": ("2023-06-30T10:00:00",),
    "tool": ("doverlock",),
    "code": ("e7042",),
    "section": ("5.02",),
}
POLICIES: dict[str, tuple[str, ...]] = {
    "document": ("doc_2",),
    "path": ("contracts-old", "contracts-old/policy.md"),
    "doc_type": ("POLICY",),
    "language": ("de",),
    "date": ("2021-01-01",),
    "item_type": ("Obligation",),
}
PLAIN: dict[str, tuple[str, ...]] = {"document": ("doc_3",), "path": ("notes.md",)}


class Stopped(Exception):
    """The source of changes broke off."""


def check_index(make: Callable[[], PassageIndex]) -> None:
    """Raise AssertionError naming the first rule of `ports.PassageIndex` that does not hold.

    `make` returns a new, empty index each time.
    """
    _check_empty(make())
    for check in (_check_found, _check_filters, _check_filters_first, _check_ties, _check_weights):
        check(_filled(make))
    for check in (_check_idempotent, _check_removal, _check_replacement, _check_commit, _check_rebuild):
        check(_filled(make))
    _check_repeatable(_filled(make), _filled(make))


def check_interruption(make: Callable[[], PassageIndex]) -> None:
    """Raise AssertionError unless the index survives changes that break off in its first apply or in a rebuild."""
    index = make()
    with Unharmed("index: a first apply that breaks off leaves an empty index"):
        _interrupted(index.apply)
        _check_empty(index)
    index = _filled(make)
    before = _state(index)
    _interrupted(index.rebuild)
    rule = "index: a rebuild that breaks off leaves the index as it was"
    require_equal((index.generation, _state(index)), (1, before), rule)
    index.apply([_added(4, PLAIN, "new words")], generation=2)
    require_equal(index.keys(), {10, 11, 12, 20, 21, 22, 30, 31, 32, 40, 41}, rule)


def _interrupted(apply: Callable[..., None]) -> None:
    with Refused("index: an error of the changes reaches the caller", Stopped):
        apply(_broken_off(), generation=9)


def _broken_off() -> Iterator[IndexChange]:
    yield _added(4, PLAIN, "new words")
    raise Stopped


def corpus() -> tuple[IndexChange, ...]:
    """Three documents of the suite: 1 under contracts, 2 a policy, 3 without a date or type."""
    return (
        _added(1, CONTRACTS, "cure period cure notice", "cure period servicer"),
        _added(2, POLICIES, "period of notice", "lunch menu"),
        _added(3, PLAIN, "period period period", "servicer advance"),
    )


def _added(document: int, filters: Mapping[str, tuple[str, ...]], *chunks: str) -> IndexChange:
    whole = IndexedPassage(10 * document, document, "document", " ".join(chunks), filters)
    passages = (
        IndexedPassage(10 * document + number, document, "chunk", terms, filters)
        for number, terms in enumerate(chunks, 1)
    )
    return IndexChange("add", document, (whole, *passages))


def _filled(make: Callable[[], PassageIndex]) -> PassageIndex:
    index = make()
    index.apply(corpus(), generation=1)
    return index


def _search(
    index: PassageIndex, words: str, *, filters: Filter = ALL, limit: int = MANY, level: Level = "chunk"
) -> tuple[Candidate, ...]:
    found = index.search_lexical(dict.fromkeys(words.split(), 1.0), level=level, filters=filters, limit=limit)
    down = all(left.score >= right.score for left, right in pairwise(found))
    require(down, "index: candidates come best first", found)
    require(len(found) <= limit, f"index: at most `limit` candidates, {limit} here", found)
    keys = [candidate.key for candidate in found]
    require(len(set(keys)) == len(keys), "index: no passage is found twice", keys)
    return found


def _keys(found: tuple[Candidate, ...]) -> set[int]:
    return {candidate.key for candidate in found}


def _state(index: PassageIndex) -> tuple[object, ...]:
    """Everything that a reader can see of the suite's corpus."""
    words = ("cure", "period", "notice", "servicer", "lunch", "new")
    frequencies = tuple(index.document_frequency(word, level="chunk") for word in words)
    return index.keys(), frequencies, tuple(_keys(_search(index, word)) for word in words)


def _check_empty(index: PassageIndex) -> None:
    rule = "index: a new index is empty, at generation 0"
    require(index.name, "index: `name` is a non-empty word", index.name)
    require_equal(index.generation, 0, rule)
    with Unharmed("index: an empty index can be asked"):
        require_equal(_search(index, "cure"), (), rule)
        require_equal(index.document_frequency("cure", level="chunk"), 0, rule)
        require_equal(index.keys(), set(), rule)
        index.reopen()
    index.apply((), generation=1)
    require_equal(index.generation, 1, "index: a generation without changes is applied too")


def _check_found(index: PassageIndex) -> None:
    require_equal(index.generation, 1, "index: `generation` is the newest one applied")
    require_equal(index.keys(), {10, 11, 12, 20, 21, 22, 30, 31, 32}, "index: `keys` are those of all passages")
    require_equal(_keys(_search(index, "cure")), {11, 12}, "index: found are the passages that hold the term")
    require_equal(_keys(_search(index, "cure lunch")), {11, 12, 22}, "index: any of the terms is enough")
    require_equal(_search(index, "absent"), (), "index: a term that occurs nowhere finds nothing")
    require_equal(_search(index, ""), (), "index: no terms find nothing")
    require_equal(_keys(_search(index, "cure", level="document")), {10}, "index: each level is searched alone")
    require_equal(len(_search(index, "period", limit=2)), 2, "index: `limit` candidates where there are more")
    frequency = index.document_frequency("cure", level="chunk")
    require_equal(frequency, 2, "index: document frequency counts passages, not occurrences")
    frequency = index.document_frequency("cure", level="document")
    require_equal(frequency, 1, "index: document frequency is that of the level")
    require_equal(index.document_frequency("absent", level="chunk"), 0, "index: an unknown term has frequency 0")


FILTERED: tuple[tuple[Filter, set[int]], ...] = (
    (Filter(doc_type=("CONTRACT",)), {11, 12}),
    (Filter(doc_type=("CONTRACT", "POLICY")), {11, 12, 21}),
    (Filter(regime=("GOVERNING_DOC_LEGAL",)), {11, 12}),
    (Filter(language=("de",)), {21}),
    (Filter(document=("doc_3",)), {31}),
    (Filter(without=("doc_1", "doc_3")), {21}),
    (Filter(doc_type=("CONTRACT",), without=("doc_1",)), set()),
    (Filter(section=("5.02",)), {11, 12}),
    (Filter(code=("e7042",)), {11, 12}),
    (Filter(tool=("Doverlock",)), {11, 12}),
    (Filter(item_type=("Obligation",)), {21}),
    (Filter(path=("contracts",)), {11, 12}),
    (Filter(path=("contracts/",)), {11, 12}),
    (Filter(path=("contracts/psa.md", "notes.md")), {11, 12, 31}),
    (Filter(path=("contr",)), set()),
    (Filter(since="2022-01-01"), {11, 12}),
    (Filter(until="2023-06-30"), {11, 12, 21}),
    (Filter(since="2021-01-01", until="2021-01-01"), {21}),
    (Filter(since="2023-07-01"), set()),
    (Filter(doc_type=("CONTRACT",), language=("de",)), set()),
    (Filter(doc_type=("absent",)), set()),
)


def _check_filters(index: PassageIndex) -> None:
    for filters, wanted in FILTERED:
        found = _keys(_search(index, "period", filters=filters))
        asked = {name: value for name in Filter._fields if (value := getattr(filters, name))}
        require_equal(found, wanted, f"index: every hit is what the filter says: {asked}")


def _check_filters_first(index: PassageIndex) -> None:
    unfiltered = _search(index, "period cure")
    worst = unfiltered[-1]
    document = Filter(document=(f"doc_{worst.key // 10}",))
    alone = _search(index, "period cure", filters=document, limit=1)
    require_equal(_keys(alone), {worst.key}, "index: filters are evaluated before the limit, never after")
    close = abs(alone[0].score - worst.score) < CLOSE
    require(close, "index: a filter decides what is found, not how it scores", (alone[0].score, worst.score))


def _check_ties(index: PassageIndex) -> None:
    index.apply([_added(number, PLAIN, "tied words") for number in (9, 7, 8, 5)], generation=2)
    keys = [candidate.key for candidate in _search(index, "tied words")]
    require_equal(keys, [51, 71, 81, 91], "index: equal scores are ordered by key")


def _check_weights(index: PassageIndex) -> None:
    def first(cure: float, advance: float) -> int:
        terms = {"lunch": cure, "advance": advance}
        return index.search_lexical(terms, level="chunk", filters=ALL, limit=1)[0].key

    require_equal((first(5.0, 1.0), first(1.0, 5.0)), (22, 32), "index: a term counts by its weight")


def _check_idempotent(index: PassageIndex) -> None:
    before = _state(index)
    index.apply(corpus(), generation=1)
    require_equal(_state(index), before, "index: apply is idempotent")
    require_equal(index.generation, 1, "index: applying a generation again does not change its number")


def _check_removal(index: PassageIndex) -> None:
    index.apply([IndexChange("remove", 1), IndexChange("remove", 77)], generation=2)
    require_equal(index.generation, 2, "index: a removal is a generation; removing what is absent is no error")
    require_equal(_keys(_search(index, "cure period")), {21, 31}, "index: a removed document is not found")
    frequency = index.document_frequency("servicer", level="chunk")
    require_equal(frequency, 1, "index: document frequency counts live passages only")
    require_equal(index.document_frequency("cure", level="chunk"), 0, "index: frequencies respect removals")
    require_equal(index.keys(), {20, 21, 22, 30, 31, 32}, "index: `keys` respect removals")
    index.apply(corpus()[:1], generation=3)
    require_equal(_keys(_search(index, "cure")), {11, 12}, "index: what was removed can be added again")


def _check_replacement(index: PassageIndex) -> None:
    index.apply([_added(1, CONTRACTS, "new words")], generation=2)
    require_equal(_keys(_search(index, "cure new")), {11}, "index: adding a document again replaces its passages")
    require_equal(index.keys() & {10, 11, 12}, {10, 11}, "index: a replaced document keeps no old passages")
    index.apply([IndexChange("remove", 1), _added(4, PLAIN, "new words")], generation=3)
    require_equal(_keys(_search(index, "new")), {41}, "index: one apply may remove and add")


def _check_commit(index: PassageIndex) -> None:
    before, seen = _state(index), []

    def changes(*, stop: bool) -> Iterator[IndexChange]:
        seen.append((index.generation, _keys(_search(index, "new"))))
        yield IndexChange("remove", 1)
        yield _added(4, PLAIN, "new words")
        if stop:
            raise Stopped
        seen.append((index.generation, _keys(_search(index, "new"))))

    with Refused("index: an error of the changes reaches the caller", Stopped):
        index.apply(changes(stop=True), generation=2)
    require_equal(index.generation, 1, "index: a change that breaks off leaves the generation as it was")
    require_equal(_state(index), before, "index: a change that breaks off changes nothing")
    index.apply(changes(stop=False), generation=2)
    hidden = set(map(str, seen)) == {str((1, set()))}
    require(hidden, "index: nothing of a change is seen before its commit, the generation number least", seen)
    require_equal((index.generation, _keys(_search(index, "new"))), (2, {41}), "index: after apply, all is seen")
    index.reopen()
    require_equal((index.generation, _keys(_search(index, "new"))), (2, {41}), "index: a commit stays")


def _check_rebuild(index: PassageIndex) -> None:
    index.rebuild([_added(4, PLAIN, "new words")], generation=7)
    require_equal(index.generation, 7, "index: a rebuild is at the generation given")
    require_equal(index.keys(), {40, 41}, "index: a rebuild keeps nothing of what was before")
    require_equal(_keys(_search(index, "new cure")), {41}, "index: after a rebuild only what was given is found")
    require(not index.wasted, "index: nothing is wasted after a rebuild")
    index.reopen()
    require_equal((index.generation, index.keys()), (7, {40, 41}), "index: a rebuild stays")


def _check_repeatable(first: PassageIndex, second: PassageIndex) -> None:
    for words in ("period", "cure period notice", "servicer advance lunch"):
        same = _search(first, words) == _search(second, words)
        require(same, "index: the same changes give the same candidates and scores", words)
