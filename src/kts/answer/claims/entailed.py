"""What an entailment model makes of a claim: one sign among others where the gate was fitted with it, else a bar.

A model of this kind is right of most pairs and surely wrong of some, of numbers above all: so another value decides
whatever it says, and one that the gate was not fitted with is asked only where the rules find nothing.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from kts.answer.claims.agree.sides import flat, quoted
from kts.answer.claims.agree.tables import row
from kts.answer.claims.bars import barred
from kts.answer.claims.behind import around
from kts.answer.claims.weights import chance, spoken
from kts.answer.units.window import headed
from kts.answers import Reason
from kts.types import well_formed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kts.answer.claims.bars import Weighed
    from kts.answer.claims.weights import Models
    from kts.answers import Evidence
    from kts.ports.models import Entailment, EntailmentModel

PAIRS = 3
"""Pairs that are read of a claim at most, a default: each costs 30 to 100 ms of a core. Mostly one decides."""
UNDER = 24
"""Words of title and heading that are put before a statement (a default: as many as the shipped reader reads)."""


class Read(NamedTuple):
    """What came of it: whether the claim was read at all, and why it is barred, None where it is not."""

    done: bool
    why: Reason | None = None


def read(best: Weighed, found: Sequence[Weighed], evidence: Sequence[Evidence], model: EntailmentModel) -> Read:
    """Read a claim against the statement that decides, then against others of its document that no rule objects to.

    A contradiction by the first bars support. So does it that none of them entails the claim, where the model knows
    entailment.
    """
    first = _inferred(best, evidence, model)
    if all(one is None for one in first):
        return Read(done=False)
    if believed("contradiction", first, model):
        return Read(done=True, why=_reason(best, "an entailment model reads a contradiction", first.contradiction))
    if first.entailment is None or believed("entailment", first, model):
        return Read(done=True)
    others = (_inferred(one, evidence, model) for one in list(_beside(best, found, evidence))[: PAIRS - 1])
    if any(believed("entailment", one, model) for one in others):
        return Read(done=True)
    return Read(done=True, why=_reason(best, "an entailment model does not find the claim there", first.entailment))


def believed(name: str, found: Entailment, model: EntailmentModel) -> bool:
    """Whether a class is believed: by what the model asks for, else where it is the likeliest."""
    chances = {one: chance for one, chance in found._asdict().items() if chance is not None}
    own, least = chances.pop(name, None), getattr(model.least, name)
    if own is None:
        return False
    if least is not None:
        return bool(own >= least)
    rest = 1 - own - sum(chances.values())
    return bool(own > max([rest, *chances.values()]))


ENTAILS, DECIDES, BARRED = "entails", "decides", "barred"
"""The features of a fitted model: the logits of entailment and of either class that decides, whether a rule forbids."""
SUREST = 5.0
"""Logits beyond which a model is no surer (a default): a probability of .993."""


def heard(one: Weighed, piece: Evidence, models: Models) -> Weighed:
    """A statement with what a fitted entailment model makes of the claim there, and its chances by that, too."""
    (found,) = models.entailment.infer([(premise(one, piece), one.claim.text)]) if models.entailment else (None,)
    features = {**one.features, BARRED: float(barred(one))}
    if found is not None and found.entailment is not None:
        decided = found.entailment + (found.contradiction or 0.0)
        features[ENTAILS] = _logit(found.entailment)
        features[DECIDES] = _logit(decided if found.neutral is None else 1 - found.neutral)
    return one._replace(
        features=features, spoken=spoken(features, models.weights), chance=chance(features, models.weights)
    )


def _logit(chance: float) -> float:
    """Of a probability, as sure as a model is believed to be."""
    least = 1 / (1 + math.exp(SUREST))
    sure = min(1 - least, max(least, chance))
    return math.log(sure / (1 - sure))


def _inferred(one: Weighed, evidence: Sequence[Evidence], model: EntailmentModel) -> Entailment:
    return model.infer([(premise(one, evidence[one.match.statement.piece], alone=True), one.claim.text)])[0]


def premise(one: Weighed, piece: Evidence, *, alone: bool = False) -> str:
    """A statement under what it stands under: title and heading, the line before its list; a row with its columns.

    The next sentence of its paragraph comes with it, for it may take something back, and the one before it where it
    begins with a pronoun: over the claims of samples/, three testers and our authors the mean AUROC is .816 with it for
    .808 without, the weights fitted anew; with the one before each statement, too, it is .813. A model that only bars
    reads the statement `alone`: what another sentence denies is no reason to bar it.
    """
    statement = one.match.statement
    text, _ = flat(statement.text)
    cells = row(text, statement.intro)
    if cells is None:
        before, behind = ("", "") if alone else around(piece.text, statement.span)
        parts = (" ".join(statement.intro.split()), before, text, behind)
        text = " ".join(filter(None, parts))
    else:
        text = "; ".join(f"{head}: {value}" for head, value in zip(cells.heads, cells.values, strict=True) if value)
    return headed((piece.title, piece.heading), text, lambda words: len(words.split()), budget=UNDER) + text


def _beside(best: Weighed, found: Sequence[Weighed], evidence: Sequence[Evidence]) -> Iterator[Weighed]:
    """The other likely statements of the document, which speak of the claim most likely first."""
    at = best.match.statement
    path = evidence[at.piece].path
    for one in sorted(found, key=lambda each: -each.spoken):
        other = one.match.statement
        same = other.piece == at.piece or (path and evidence[other.piece].path == path)
        if same and other.text != at.text and not barred(one):
            yield one


def _reason(best: Weighed, said: str, chance: float | None) -> Reason:
    text = quoted(flat(best.match.statement.text)[0])
    return Reason("entailment", well_formed(f"{said} ({chance:.2f}): {text}"))
