"""Is a difference real? Paired tests over queries, stratified by set.

Paired bootstrap as in Sakai 2006 ("Evaluating evaluation metrics based on the bootstrap"), Fisher's
randomisation test as in Smucker, Allan and Carterette 2007. Each set counts the same, whatever its number of
queries: the statistic is the mean over sets of the mean difference within the set.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from kts.errors import MissingExtra, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]

RESAMPLES = 10_000
SEED = 20_260_101
LEVEL = 0.95
_CELLS = 1_000_000  # of one block of resampled values: 8 MB
_ROUNDING = 1e-12  # sums in another order may differ by this much and are still the same sum


@dataclass(frozen=True, slots=True)
class Significance:
    """A mean difference with its bootstrap interval [low, high] at `level` and two-sided p-value."""

    difference: float
    low: float
    high: float
    p: float
    queries: int
    sets: int
    resamples: int
    level: float = LEVEL

    def as_json(self) -> dict[str, float | int]:
        """All fields by name."""
        return asdict(self)


def paired_differences(ours: Mapping[str, float], reference: Mapping[str, float]) -> dict[str, float]:
    """Ours less the reference, by query. Raises UsageError unless both measured the same queries."""
    odd = sorted(ours.keys() ^ reference.keys())
    if odd:
        message = f"the two runs differ in {len(odd)} judged queries, the first is {odd[0]!r}"
        raise UsageError(message, hint="evaluate both with the same qrels")
    return {query: ours[query] - reference[query] for query in sorted(ours)}


def paired_bootstrap(
    differences: Mapping[str, Sequence[float]],
    *,
    resamples: int = RESAMPLES,
    seed: int = SEED,
    level: float = LEVEL,
) -> Significance:
    """Resample queries with replacement within each set (name -> its queries' differences).

    The p-value is the share of resamples, shifted to a true difference of 0, that are at least as far from 0
    as the observed one; it is never below 1 / (resamples + 1).
    """
    numpy, strata = _numpy(), _strata(differences)

    def redraw(rows: int, values: Floats, random: np.random.Generator) -> Floats:
        return values[random.integers(len(values), size=(rows, len(values)))]

    means = _resampled(strata, redraw, resamples=resamples, seed=seed)
    observed = _statistic(strata)
    low, high = numpy.quantile(means, [(1 - level) / 2, (1 + level) / 2])
    return Significance(
        difference=observed,
        low=float(low),
        high=float(high),
        p=_share_beyond(means - observed, observed),
        queries=sum(len(values) for values in strata),
        sets=len(strata),
        resamples=resamples,
        level=level,
    )


def randomisation_test(
    differences: Mapping[str, Sequence[float]], *, resamples: int = RESAMPLES, seed: int = SEED
) -> float:
    """Two-sided p-value: how often random signs of the differences give a mean at least as far from 0."""
    strata = _strata(differences)

    def flip(rows: int, values: Floats, random: np.random.Generator) -> Floats:
        flipped: Floats = values * (1 - 2 * random.integers(2, size=(rows, len(values))))
        return flipped

    means = _resampled(strata, flip, resamples=resamples, seed=seed)
    return _share_beyond(means, _statistic(strata))


def _strata(differences: Mapping[str, Sequence[float]]) -> list[Floats]:
    """The sets by name, each sorted: the result does not depend on the order of the queries."""
    empty = [name for name, values in differences.items() if not len(values)]
    if empty or not differences:
        message = f"nothing to compare in {empty or 'no sets'}"
        raise UsageError(message, hint="each set needs a judged query")
    return [_numpy().array(sorted(differences[name]), dtype=float) for name in sorted(differences)]


def _statistic(strata: list[Floats]) -> float:
    return float(sum(values.mean() for values in strata)) / len(strata)


def _resampled(
    strata: list[Floats],
    draw: Callable[[int, Floats, np.random.Generator], Floats],
    *,
    resamples: int,
    seed: int,
) -> Floats:
    """The statistic of each resample."""
    numpy = _numpy()
    random = numpy.random.default_rng(seed)
    total: Floats = numpy.zeros(resamples)
    for values in strata:
        rows = _blocks(resamples, len(values))
        total += numpy.concatenate([draw(count, values, random).mean(axis=1) for count in rows])
    return total / len(strata)


def _blocks(resamples: int, width: int) -> Iterator[int]:
    """Numbers of rows that keep a block of `width` columns small."""
    size = max(1, _CELLS // width)
    for start in range(0, resamples, size):
        yield min(size, resamples - start)


def _share_beyond(means: Floats, observed: float) -> float:
    beyond = int((abs(means) >= abs(observed) - _ROUNDING).sum())
    return (beyond + 1) / (len(means) + 1)


def _numpy() -> Any:
    """The module, imported late: it costs 100 ms that `kts eval` without a comparison need not pay."""
    try:
        import numpy as np
    except ImportError as error:
        message = "comparing runs needs numpy"
        raise MissingExtra(message, hint="pip install numpy") from error
    return np
