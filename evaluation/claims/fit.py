"""Fit the first gate's model and write src/kts/data/gate.json.

    python evaluation/claims/fit.py --samples INDEX --scifact DIR --made INDEX...

Fitted on the `train` half of samples/claims.jsonl, on every second claim of SciFact's training part, and on claims
made from the given indexes (evaluation/claims/material.py). Two logistic regressions with an L2 penalty: whether the
evidence speaks of the claim, and whether it then says the same. Each five times: over what words alone show, with the
token vectors of the shipped embedding model, both of these with what the shipped reader makes of a statement, and all
of it with the shipped entailment model, on the claims that authors wrote, too. The reader was trained on none of these
claims, but on questions about samples/, of its training half; the entailment model on none of their documents.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import sys
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
from material import elsewhere, made, samples, scifact, written

from kts.answer.claims import entailed, gate
from kts.answer.claims.bars import forbidden
from kts.answer.claims.weights import Models
from kts.embed.onnx import OnnxEmbedder
from kts.entail.onnx import OnnxEntailment
from kts.reader.onnx import OnnxReader

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from material import Case
    from numpy.typing import NDArray

    from kts.ports.models import Reader, Reading

WRITTEN = 0.12
"""Share of the claims that authors wrote which are fitted on: as many as the others."""
MADE = 150
"""Claims of each made set that are fitted on."""
PENALTY = 3.0
"""L2 penalty where all the weights of the material add up to 1000."""
ROUNDS = 3
"""The statement that decides depends on the weights, and they on it: fitted so many times over."""
SPOKEN = {"samples": 0.4, "elsewhere": 0.4, "scifact": 0.1, "made": 0.1, "looked up": 0.3, "written": 0.3}
"""Weight of each kind of material, whatever its size, in whether the evidence speaks of the claim at all."""
AGREES = {"samples": 0.5, "elsewhere": 0.0, "scifact": 0.25, "made": 0.25, "looked up": 0.3, "written": 0.3}
"""The same in whether it says the same; where nothing is said of the claim there is nothing to agree with."""
SPEAKS = ("titled", "beside", "cosine", "values", "number_gap", "date_gap", "name_gap")
"""Features of whether the evidence speaks of the claim; chosen by five-fold validation within the training halves,
where twenty more (rarest word missing, token by token alignment by vectors) added nothing. With a reader its own joins;
in whether it says the same, that added nothing either."""
ENTAILED = {"looked up", "written"}
"""Kinds of material that only what an entailment model reads is fitted on: the training half of samples/ against what
is looked up, and claims of which words tell nothing."""
SPEAKS_ONLY = ("titled", "beside", gate.READ)
FALSE_ALARMS = 0.15
"""Share of the true training claims that people worded that may be called unsupported: where the curve bends. The rules
bar twelve in a hundred by themselves, by words alone; below it a true claim more costs two that nothing speaks of."""
ENTAILED_ALARMS = 0.2
"""The same where an entailment model is heard: of claims that nothing was fitted on it turns fewer true ones away, so
that more false ones are caught for as many."""
ESCAPES = 0.2
"""Share of the training claims of which other documents say nothing that may be called supported in a draft."""
TOPIC = 0.35
"""Fit from which a statement speaks of what the claim says, so that a conflict with it contradicts the claim."""
START = {"spoken": {"bias": 0.0, "titled": 3.0, "beside": 3.0}, "agrees": {"bias": 0.0, "held": 3.0}}
CURVE = """# What a threshold costs

Over the claims that the weights were fitted on (`python evaluation/claims/fit.py --help`), so that it flatters a
little; `figures.md` has the two chosen points on other claims."""
TARGET = Path("src/kts/data/gate.json")
MODELS = Path.home() / ".local/share/kts/models"
KINDS = {
    "words": (False, False, False),
    "vectors": (True, False, False),
    "words, read": (False, True, False),
    "vectors, read": (True, True, False),
    "vectors, read, entailed": (True, True, True),
}
"""The name of each set of weights -> whether it has token vectors, a reader, an entailment model."""


def models_of(kind: str) -> Models:
    """The shipped models of a set of weights."""
    with_vectors, reads, entails = KINDS[kind]
    return Models(vectors() if with_vectors else None, reader() if reads else None, entailment() if entails else None)


@cache
def vectors() -> Any:
    """Token vectors of the shipped model, kept for texts that come again."""
    return cache(OnnxEmbedder(MODELS / "minilm_onnx").embed_tokens)


@cache
def reader() -> Reader:
    """The shipped reader."""
    return Kept()


@cache
def entailment() -> KeptEntailment:
    """The shipped entailment model."""
    return KeptEntailment(Path("models/entailment"))


class KeptEntailment(OnnxEntailment):
    """The shipped entailment model, which keeps what it has read."""

    def __init__(self, folder: Path) -> None:
        """Of a folder."""
        super().__init__(folder)
        self._read = cache(self._read)  # type: ignore[method-assign]


class Kept(OnnxReader):
    """The shipped reader, which keeps what it has read: the same statements come again with vectors."""

    def __init__(self) -> None:
        """Of the folder beside the code, for which the weights are."""
        super().__init__(Path("models/reader"))
        self._known: dict[tuple[str, str], Reading] = {}

    def read(self, question: str, texts: Sequence[str]) -> Sequence[Reading]:
        """As the shipped reader reads."""
        new = [text for text in texts if (question, text) not in self._known]
        self._known |= {(question, text): one for text, one in zip(new, super().read(question, new), strict=True)}
        return [self._known[question, text] for text in texts]


_SHARED: list[Case] = []
"""The cases that worker processes share with the one that made them."""


def over(cases: Sequence[Case], one: Callable[[Case], Any], jobs: int) -> list[Any]:
    """What `one` gives for each case, in order, by some processes."""
    if jobs <= 1:
        return [one(case) for case in cases]
    _SHARED[:] = cases
    with multiprocessing.get_context("fork").Pool(jobs) as pool:
        return pool.map(partial(_nth, one), range(len(cases)), chunksize=4)


def _nth(one: Callable[[Case], Any], number: int) -> Any:
    return one(_SHARED[number])


def seen(case: Case, *, kind: str) -> tuple[gate.Weighed, ...]:
    """The statements of a case with what the rules saw in each."""
    return gate.weighed(case.claim, case.evidence, models_of(kind))


def best(found: Sequence[gate.Weighed], model: Mapping[str, Mapping[str, float]]) -> gate.Weighed:
    """The statement that decides under some weights, with its chances under them."""
    one = max(found, key=lambda one: gate.spoken(one.features, model))
    return one._replace(spoken=gate.spoken(one.features, model), chance=gate.chance(one.features, model))


def chance(found: Sequence[gate.Weighed], model: Mapping[str, Mapping[str, float]]) -> float:
    """The chance of support under some weights; none where a rule bars it."""
    one = best(found, model)
    barred = forbidden(one) if entailed.BARRED in one.features else gate.barred(one)
    return 0.0 if barred else one.chance


class Row(NamedTuple):
    """The statements of a claim, its label and its weight in the fit of each model."""

    found: tuple[gate.Weighed, ...]
    label: str
    spoken: float
    agrees: float


def rows(sets: Mapping[str, Sequence[Case]], *, kind: str, jobs: int) -> dict[str, list[Row]]:
    """What the rules see in each claim of each set of a kind; a claim without any statement is left out."""
    sets = sets if KINDS[kind][2] else {name: cases for name, cases in sets.items() if name not in ENTAILED}
    every = [case for cases in sets.values() for case in cases]
    seen_all = iter(over(every, partial(seen, kind=kind), jobs))
    found = {name: [(next(seen_all), case.label) for case in cases] for name, cases in sets.items()}
    return {
        name: [Row(one, label, SPOKEN[name] / len(group), AGREES[name] / len(group)) for one, label in group if one]
        for name, group in found.items()
    }


def fitted(by_set: Mapping[str, Sequence[Row]], kind: str) -> dict[str, Any]:
    """The weights of both models over what was seen in some sets, and the thresholds."""
    _, reads, entails = KINDS[kind]
    speaks = (*SPEAKS, *([gate.READ] if reads else []), *([entailed.ENTAILS, entailed.DECIDES] if entails else []))
    every = [row for group in by_set.values() for row in group]
    model: dict[str, dict[str, float]] = {name: dict(start) for name, start in START.items()}
    for _ in range(ROUNDS):
        chosen = [(best(row.found, model), row) for row in every]
        spoken = [(one.features, row.label != "nei", row.spoken) for one, row in chosen]
        agrees = [(one.features, row.label == "supported", row.agrees) for one, row in chosen if row.label != "nei"]
        model = {"spoken": weights(spoken, speaks), "agrees": weights(agrees, None)}
    true = [chance(row.found, model) for row in by_set["samples"] if row.label == "supported"]
    others = [chance(row.found, model) for row in by_set["elsewhere"]]
    found = {
        "supported": sorted(true)[int((ENTAILED_ALARMS if entails else FALSE_ALARMS) * len(true))],
        "drafted": sorted(others)[math.ceil((1 - ESCAPES) * len(others))],
    }
    false = [chance(row.found, model) for row in by_set["samples"] if row.label == "contradicted"]
    CURVES[kind] = curve(true, false, others)
    return {**model, "thresholds": {name: round(value, 4) for name, value in found.items()} | {"topic": TOPIC}}


CURVES: dict[str, str] = {}
"""The curve of each set of weights, as a table."""


def curve(true: Sequence[float], false: Sequence[float], others: Sequence[float]) -> str:
    """What each threshold turns away of the training claims: true ones, false ones, ones that nothing speaks of."""
    rows = ["| threshold | true turned away | false caught | off the subject caught |", "|---|---|---|---|"]
    for limit in np.quantile(true, np.arange(0.08, 0.42, 0.04)):
        cells = (f"{np.mean(np.array(group) < limit):.1%}" for group in (true, false, others))
        rows.append(f"| {limit:.3f} | {' | '.join(cells)} |")
    return "\n".join(rows)


def weights(seen_: Sequence[tuple[Mapping[str, float], bool, float]], names: Sequence[str] | None) -> dict[str, float]:
    """The weights of a logistic model over the named features, or over all of them."""
    names = names or sorted({name for features, *_ in seen_ for name in features} - set(SPEAKS_ONLY))
    matrix = np.array([[1.0, *(features.get(name, 0.0) for name in names)] for features, *_ in seen_])
    labels = np.array([label for _, label, _ in seen_], float)
    sizes = np.array([size for *_, size in seen_]) * 1000
    solved = logistic(matrix, labels, sizes)
    return {name: round(float(value), 4) for name, value in zip(["bias", *names], solved, strict=True)}


def logistic(
    matrix: NDArray[np.float64], labels: NDArray[np.float64], sizes: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Weights of a logistic regression with an L2 penalty, by Newton's method."""
    weights = np.zeros(matrix.shape[1])
    penalty = PENALTY * np.r_[1e-6, np.ones(len(weights) - 1)]
    for _ in range(100):
        chances = 1 / (1 + np.exp(-(matrix @ weights)))
        gradient = matrix.T @ (sizes * (chances - labels)) + penalty * weights
        curvature = (matrix * (sizes * chances * (1 - chances))[:, None]).T @ matrix + np.diag(penalty)
        step = np.linalg.solve(curvature, gradient)
        weights = weights - step
        if np.abs(step).max() < 1e-9:
            break
    return weights


def main() -> None:
    """Fit both models and write them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--samples", required=True, help="index of samples/")
    parser.add_argument("--scifact", required=True, help="folder of SciFact")
    parser.add_argument("--made", nargs="+", required=True, help="indexes to make claims from")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--only", choices=list(KINDS), help="fit these weights, leave the others as they are")
    given = parser.parse_args()
    sets = {
        "samples": samples(given.samples, "train"),
        "scifact": scifact(given.scifact, 0),
        "elsewhere": elsewhere(given.samples, "train"),
        "made": [case for index in given.made for case in made(index)[:MADE]],
        "looked up": samples(given.samples, "train", looked_up=True),
        "written": written(WRITTEN),
    }
    kinds = [given.only] if given.only else list(KINDS)
    found = json.loads(TARGET.read_text("utf-8")) if given.only else {}
    found |= {name: fitted(rows(sets, kind=name, jobs=given.jobs), name) for name in kinds}
    on = {
        "samples/claims.jsonl": "train",
        "scifact": "every second claim of the training part",
        "made": [Path(index).name for index in given.made],
        "claims": sum(len(cases) for name, cases in sets.items() if name not in ENTAILED),
    }
    if given.only:
        found["fitted_on"][given.only] = on | {"claims": sum(map(len, sets.values())), "written": WRITTEN}
    else:
        found["fitted_on"] = on
    TARGET.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", "utf-8")
    told = "\n\n".join(f"## {name}\n\n{CURVES[name]}" for name in kinds)
    place = Path(__file__).parent / "curve.md"
    before = f"{place.read_text('utf-8').partition(f'## {given.only}')[0].rstrip()}" if given.only else CURVE
    place.write_text(f"{before}\n\n{told}\n", "utf-8")
    for name in kinds:
        sys.stdout.write(f"{name}: {found[name]['thresholds']}\n")


if __name__ == "__main__":
    main()
