"""Questions whose answer lies in several documents: what the best hits name is searched.

A round takes the best hits as seeds. The gap is what the seeds do not say of the question; the bridge are the names
that they say and it does not. Both together are searched by words, and one scorer ranks all candidates: how good one is
for the question, plus how good it is for the bridge, more where its title is a name that a seed says.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from kts.lexicon.analyse import STOP_WORDS, terms, words
from kts.lexicon.letters import UPPER
from kts.lexicon.patterns import later

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from kts.ports import Corpus
    from kts.types import Hit, Query, Ranking

POOL = 20
"""Hits of the question that are candidates at least (the figures are in evaluation/multihop)."""
FOLLOWED = 15
"""Hits of a bridge that are candidates."""
SEEDS = 2
"""Hits whose names are followed in a round."""
NAMES = 12
"""Names of one seed that are followed at most, in the order of its text."""
BRIDGED = 0.8
"""Weight of a candidate's place among the hits of the bridge, beside its place among those of the question."""
NAMED = 0.5
"""What a candidate gains at least whose title a seed names."""
LOOSE = 0.2
"""Share of the bridge's weight for a candidate that no seed names."""
SHORTEST = 4
"""Letters of a name that leads anywhere."""
WRITTEN = "question"
"""Origin of the terms that a person wrote; what stages added is no gap."""
LONG_TITLE = 6
"""Letters of a title that is also found inside a longer name."""

_NAME = later(rf"(?:[{UPPER}][\w'.-]+|\d{{4}})(?:[ ](?:of|the|de|von|van|and|[{UPPER}][\w'.-]+))*")
_SMALL_END = later(r"(?: (?:of|the|de|von|van|and))+\Z")
_ASIDE = later(r"\([^()]*\)")


class Round(NamedTuple):
    """What a round did: its seeds (titles), the words of the question that they lack, the names that were followed."""

    seeds: tuple[str, ...]
    gap: tuple[str, ...]
    names: tuple[str, ...]
    gained: tuple[str, ...]


class _Candidate(NamedTuple):
    """A hit with the parts of its score: `first` for the question (0..1), `bridge` for what leads on from seeds."""

    hit: Hit
    title: str
    first: float
    bridge: float
    origin: int
    place: int

    @property
    def score(self) -> float:
        return self.first + self.bridge


class _Bridge(NamedTuple):
    """Where a round leads: names as written by their folded form, with the score of the seed that says them."""

    names: Mapping[str, str]
    strength: Mapping[str, float]
    gap: tuple[str, ...]


def multihop(
    query: Query,
    first: Ranking,
    follow: Callable[[Query], Ranking],
    *,
    corpus: Corpus,
    iterations: int,
    limit: int,
    per_document: int = 1,
    remaining: Callable[[], float] = lambda: 1.0,
) -> Ranking:
    """The best `limit` hits after at most `iterations` rounds; `first` is the ranking of the question, the first round.

    `follow` searches a bridge. Stops early where no name leads on, nothing new was found, or no time remains; the
    explanation says what each round did and why it stopped.
    """
    found = _candidates(first, corpus, 0)
    rankings, rounds, used = [first], [], frozenset[str]()
    stopped = "the rounds are used up"
    for number in range(1, iterations):
        seeds = [one for one in _ordered(found) if one.hit.passage.id not in used][:SEEDS]
        used |= {one.hit.passage.id for one in seeds}
        bridge = _bridge(query.text, seeds, first)
        if not bridge.names or remaining() <= 0:
            stopped = "no name leads on" if not bridge.names else "no time remained"
            break
        text = " ".join((*bridge.gap, *bridge.names.values()))
        ranking = follow(query._replace(text=text, origin="split"))
        rankings.append(ranking)
        grown = _scored(found, _candidates(ranking, corpus, number), bridge, used)
        best = _limited(grown, limit, per_document)
        gained = tuple(one.title for one in best if one.bridge > _bridged(found, one))
        titles = tuple(one.title for one in seeds)
        rounds.append(Round(titles, bridge.gap, tuple(bridge.names.values()), gained))
        found = grown
        if not gained:
            stopped = "nothing new was found"
            break
    return _ranking(first, rankings, _limited(found, limit, per_document), rounds, stopped)


def _limited(found: Mapping[str, _Candidate], limit: int, per_document: int) -> list[_Candidate]:
    """The best of all, at most so many of one document."""
    counts: Counter[str] = Counter()
    kept = []
    for one in _ordered(found):
        counts[one.hit.passage.document_id] += 1
        if counts[one.hit.passage.document_id] <= per_document:
            kept.append(one)
    return kept[:limit]


def _bridged(found: Mapping[str, _Candidate], one: _Candidate) -> float:
    """What a candidate had gained before."""
    before = found.get(one.hit.passage.id)
    return before.bridge if before else 0.0


def _candidates(ranking: Ranking, corpus: Corpus, origin: int) -> dict[str, _Candidate]:
    """The hits of a ranking with their share of its best score."""
    records = corpus.records(int(hit.passage.metadata["document_key"]) for hit in ranking.hits)
    top = max((hit.score for hit in ranking.hits), default=1.0) or 1.0
    return {
        hit.passage.id: _Candidate(
            hit, records[int(hit.passage.metadata["document_key"])].title, hit.score / top, 0.0, origin, place
        )
        for place, hit in enumerate(ranking.hits)
    }


def _ordered(found: Mapping[str, _Candidate]) -> list[_Candidate]:
    return sorted(found.values(), key=lambda one: (-round(one.score, 6), one.hit.passage.id))


def _bridge(question: str, seeds: Sequence[_Candidate], first: Ranking) -> _Bridge:
    said = {form for one in seeds for form in terms(f"{one.title} {one.hit.passage.text}")}
    gap = tuple(
        term["word"]
        for term in first.explanation["terms"]
        if term["idf"] and term["origin"] == WRITTEN and not said & set(term["forms"])
        and term["word"] not in STOP_WORDS
    )  # fmt: skip
    names: dict[str, str] = {}
    strength: dict[str, float] = {}
    for one in seeds:
        for folded, written in _names(one, question):
            names.setdefault(folded, written)
            strength[folded] = max(strength.get(folded, 0.0), min(1.0, one.score))
    return _Bridge(names, strength, gap)


def _names(one: _Candidate, question: str) -> Iterator[tuple[str, str]]:
    """The names that a seed says and neither the question nor its own title does, folded and as written."""
    asked, title = f" {_folded(question)} ", _folded(one.title)
    found: dict[str, str] = {}
    for match in _NAME.finditer(one.hit.passage.text):
        written = _SMALL_END.sub("", match[0])
        folded = _folded(written)
        begins = match.start() == 0 and " " not in written
        known = f" {folded} " in asked or folded in title or title in folded
        if len(folded) >= SHORTEST and not folded.isdigit() and not begins and not known:
            found.setdefault(folded, written)
    return iter(list(found.items())[:NAMES])


def _folded(text: str) -> str:
    return " ".join(words(text))


def _scored(
    found: Mapping[str, _Candidate], more: Mapping[str, _Candidate], bridge: _Bridge, used: Iterable[str]
) -> dict[str, _Candidate]:
    """All candidates, scored alike; a hit of the bridge brings its place there, a title that is named more."""
    strongest, seeds = max(bridge.strength.values()), set(used)
    scored = dict(found)
    for id_ in dict.fromkeys((*more, *found)):
        if id_ in seeds:
            continue
        one = found.get(id_) or more[id_]._replace(first=0.0)
        named = _strength(one.title, bridge)
        place = more[id_].first if id_ in more else 0.0
        gain = max(BRIDGED * place * max(named, LOOSE * strongest), NAMED * named if id_ in found else 0.0)
        if gain > one.bridge:
            scored[id_] = one._replace(bridge=gain)
    return scored


def _strength(title: str, bridge: _Bridge) -> float:
    """How strongly the seeds name a title."""
    folded = _folded(_ASIDE.sub("", title))
    if len(folded) < SHORTEST:
        return 0.0
    inside = (name for name in bridge.names if len(folded) >= LONG_TITLE and f" {folded} " in f" {name} ")
    return max((bridge.strength[name] for name in (folded, *inside) if name in bridge.strength), default=0.0)


def _ranking(
    first: Ranking, rankings: Sequence[Ranking], kept: Sequence[_Candidate], rounds: Sequence[Round], stopped: str
) -> Ranking:
    """The first ranking with other hits, and the lines of its explanation that belong to each."""
    hits = tuple(
        one.hit._replace(
            score=round(one.score, 6), signals={"question": round(one.first, 6), "bridge": round(one.bridge, 6)}
        )
        for one in kept
    )
    lines = {
        name: [_line(rankings[one.origin], name, one.place) for one in kept]
        for name in BY_HIT
        if name in first.explanation
    }
    told = {"rounds": [one._asdict() for one in rounds], "stopped": stopped}
    return first._replace(hits=hits, explanation={**first.explanation, **lines, "multihop": told})


def _line(ranking: Ranking, name: str, place: int) -> Any:
    """What a ranking's explanation says of its hit at a place, nothing where it was not asked."""
    listed = ranking.explanation.get(name)
    return listed[place] if listed else {}


BY_HIT = ("matched", "evidence", "ranks", "without")
"""Lists of an explanation that have one entry a hit."""
