"""What a ticket is about: a classifier trained on labelled tickets, or before there are any, descriptions of classes.

A trained one is linear over n-grams and a sentence vector (`learn.text`), its probabilities scaled by one temperature
(Guo et al. 2017), fitted with all that follows on a fifth of the tickets that the first training does not see. How
usual a ticket is, is its best score and its nearness to the middle of its class, ranked among that fifth.
"""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any, NamedTuple
from zlib import crc32

from kts.errors import UsageError
from kts.tickets.nouns import Classification

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from kts.learn.text import Grams, Linear
    from kts.tickets.policy import Policy, Topic

HELD = 5
"""One ticket in so many is kept out of the first training, for calibration (a default, not fitted)."""
QUANTILES = 100
"""Steps of the scale on which a ticket is usual (a default: per cent)."""
WANTED = 0.8
"""Precision that a class's own threshold aims at (a default, not fitted)."""
LEAST = 4
"""Labelled tickets of a class below which nothing can be held out of it."""
SMALL_SET = 2000
"""Tickets up to which the recipe for small sets is used (a default, not fitted)."""
FORMAT = 1


class Trained(NamedTuple):
    """A classifier as numbers. `usual` are quantiles of how usual held-out tickets are; `scale` standardises that.

    `seen` are checksums of the texts it was trained on, by which an evaluation on the same is told.
    """

    classes: tuple[str, ...]
    model: Linear
    buckets: int
    temperature: float
    thresholds: tuple[float, ...]
    centres: NDArray[np.float32]
    scale: tuple[float, float, float, float]
    usual: NDArray[np.float32]
    embedder: str
    figures: Mapping[str, Any]
    seen: frozenset[int] = frozenset()


class Examples(NamedTuple):
    """Labelled texts with their vectors: (texts, dims), no columns without an embedder."""

    texts: tuple[str, ...]
    labels: tuple[str, ...]
    vectors: NDArray[np.float32]


def train(examples: Examples, *, embedder: str, seed: int = 7) -> Trained:
    """A calibrated classifier. Raises UsageError when there are not two classes with enough tickets."""
    import numpy as np

    from kts.learn import text as learn

    classes = tuple(sorted(set(examples.labels)))
    counts = {name: examples.labels.count(name) for name in classes}
    if len(classes) < 2 or sum(count >= LEAST for count in counts.values()) < 2:  # noqa: PLR2004 - two classes
        message = f"{len(examples.texts)} labelled tickets hold no two classes with {LEAST} tickets each"
        raise UsageError(message, hint="label more tickets; until then classes are told apart by their descriptions")
    number = {name: at for at, name in enumerate(classes)}
    labels = np.array([number[label] for label in examples.labels], np.int64)
    recipe = (learn.SMALL if len(labels) <= SMALL_SET else learn.Recipe())._replace(seed=seed)
    rows = learn.grams(examples.texts)
    shape = (learn.BUCKETS, len(classes))
    held = _held_out(labels, seed)
    first = learn.train(
        rows.take(np.flatnonzero(~held)), examples.vectors[~held], labels[~held], shape=shape, recipe=recipe
    )
    centres = _centres(examples.vectors[~held], labels[~held], len(classes))
    found = _calibrated(first, rows.take(np.flatnonzero(held)), examples.vectors[held], labels[held], centres)
    model = learn.train(rows, examples.vectors, labels, shape=shape, recipe=recipe)
    spread = {name: round(count / len(labels), 4) for name, count in counts.items()}
    figures = {"tickets": len(labels), "classes": len(classes), "shares": spread, **found.figures}
    middle = _centres(examples.vectors, labels, len(classes))
    return Trained(classes, model, learn.BUCKETS, found.temperature, found.thresholds, middle, found.scale,
                   found.usual, embedder, figures, frozenset(map(checksum, examples.texts)))  # fmt: skip


def checksum(text: str) -> int:
    """A number that a text has and hardly any other (CRC-32 of its words): the text itself is not kept."""
    return crc32(" ".join(text.lower().split()).encode())


class _Calibration(NamedTuple):
    temperature: float
    thresholds: tuple[float, ...]
    scale: tuple[float, float, float, float]
    usual: NDArray[np.float32]
    figures: Mapping[str, Any]


def _held_out(labels: NDArray[np.int64], seed: int) -> NDArray[np.bool_]:
    """One in `HELD` of each class that has enough, drawn by the seed."""
    import numpy as np

    draw = np.random.default_rng(seed)
    held = np.zeros(len(labels), bool)
    for label in np.unique(labels):
        places = np.flatnonzero(labels == label)
        if len(places) >= LEAST:
            held[draw.permutation(places)[: max(1, len(places) // HELD)]] = True
    return held


def _centres(vectors: NDArray[np.float32], labels: NDArray[np.int64], classes: int) -> NDArray[np.float32]:
    """The middle direction of each class, (classes, dims)."""
    import numpy as np

    found = np.zeros((classes, vectors.shape[1]), np.float32)
    np.add.at(found, labels, vectors)
    lengths = np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1e-9)
    unit: NDArray[np.float32] = (found / lengths).astype(np.float32, copy=False)
    return unit


def _calibrated(
    model: Linear,
    rows: Grams,
    vectors: NDArray[np.float32],
    labels: NDArray[np.int64],
    centres: NDArray[np.float32],
) -> _Calibration:
    import numpy as np

    from kts.learn.text import scores, softmax

    found = scores(model, rows, vectors)
    temperature = _temperature(found, labels)
    shares = softmax(found, temperature=temperature)
    right = shares.argmax(axis=1) == labels
    best, near = found.max(axis=1), _nearness(vectors, centres)
    scale = (float(best.mean()), float(best.std() or 1), float(near.mean()), float(near.std() or 1))
    usual = np.quantile(_usualness(best, near, scale), np.linspace(0, 1, QUANTILES + 1)).astype(np.float32)
    thresholds = tuple(_threshold(shares[:, at], labels == at) for at in range(shares.shape[1]))
    figures = {"held_out": len(labels), "accuracy": round(float(right.mean()), 4)}
    return _Calibration(temperature, thresholds, scale, usual, figures)


def _temperature(found: NDArray[np.float32], labels: NDArray[np.int64]) -> float:
    """The temperature under which the held-out labels are likeliest, by golden section over its logarithm."""
    import numpy as np

    from kts.learn.text import softmax

    def loss(power: float) -> float:
        shares = softmax(found, temperature=float(np.exp(power)))[np.arange(len(labels)), labels]
        return float(-np.log(np.maximum(shares, 1e-12)).mean())

    low, high, ratio = -3.0, 3.0, (5**0.5 - 1) / 2
    for _ in range(40):
        first, second = high - ratio * (high - low), low + ratio * (high - low)
        low, high = (low, second) if loss(first) < loss(second) else (first, high)
    return float(np.exp((low + high) / 2))


def _threshold(shares: NDArray[np.float32], own: NDArray[np.bool_]) -> float:
    """The least share from which on a class is right `WANTED` of the time; .5 where nothing can be told."""
    import numpy as np

    order = np.argsort(-shares, kind="stable")
    hits = np.cumsum(own[order]) / np.arange(1, len(order) + 1)
    good = np.flatnonzero(hits >= WANTED)
    if own.sum() < LEAST or not len(good):
        return 0.5
    return round(float(min(0.9, max(0.1, shares[order[good[-1]]]))), 4)


def _nearness(vectors: NDArray[np.float32], centres: NDArray[np.float32]) -> NDArray[np.float32]:
    """How near each text is to the nearest class; nothing without vectors."""
    import numpy as np

    return (vectors @ centres.T).max(axis=1) if vectors.shape[1] else np.zeros(len(vectors), np.float32)


def _usualness(
    best: NDArray[np.float32], near: NDArray[np.float32], scale: tuple[float, float, float, float]
) -> NDArray[np.float32]:
    return (best - scale[0]) / scale[1] + (near - scale[2]) / scale[3]


class Predicted(NamedTuple):
    """What a classifier says of texts: shares (texts, classes), and how usual each is (0..1)."""

    shares: NDArray[np.float32]
    in_scope: NDArray[np.float32]
    usualness: NDArray[np.float32]


def predict(trained: Trained, texts: Sequence[str], vectors: NDArray[np.float32]) -> Predicted:
    """Probabilities of each class, and the share of known tickets that are no more usual than each text."""
    import numpy as np

    from kts.learn.text import grams, scores, softmax

    found = scores(trained.model, grams(texts, buckets=trained.buckets), vectors)
    usualness = _usualness(found.max(axis=1), _nearness(vectors, trained.centres), trained.scale)
    in_scope = np.searchsorted(trained.usual, usualness) / QUANTILES
    return Predicted(softmax(found, temperature=trained.temperature), np.clip(in_scope, 0, 1), usualness)


def classify(
    text: str, *, trained: Trained | None, embed: Callable[[Sequence[str]], NDArray[np.float32]] | None, policy: Policy
) -> Classification:
    """The class of a text: by the trained classifier, else by the descriptions of the policy's classes.

    A text that is near to no description is `UNKNOWN`; what becomes of it the policy says like of any class.
    """
    if trained is not None:
        return _by_training(text, trained, embed, policy)
    described = [topic for topic in policy.topics if topic.description]
    if embed is None or not described:
        return Classification()
    return _by_description(text, described, embed, policy.topic(UNKNOWN))


def _by_training(
    text: str, trained: Trained, embed: Callable[[Sequence[str]], NDArray[np.float32]] | None, policy: Policy
) -> Classification:
    import numpy as np

    vectors = embed([text]) if embed and trained.embedder else np.zeros((1, 0), np.float32)
    said = predict(trained, [text], vectors)
    shares = {name: round(float(share), 4) for name, share in zip(trained.classes, said.shares[0], strict=True)}
    best = max(trained.classes, key=lambda name: (shares[name], name))
    limits = dict(zip(trained.classes, trained.thresholds, strict=True))
    relevant = sorted(
        (name for name in trained.classes if shares[name] >= (policy.topic(name).threshold or limits[name])),
        key=lambda name: (-shares[name], name),
    )
    return Classification(best, shares[best], tuple(relevant), shares, policy.topic(best).queue,
                          round(float(said.in_scope[0]), 4), "trained")  # fmt: skip


UNKNOWN = "unknown"
"""The class of a ticket that no described class fits; a policy may list it, with its queue and automation."""
SHARPNESS = 12.0
"""Factor on cosines before the softmax of descriptions (fitted on the training half of samples/tickets)."""
UNRELATED = 0.2
"""Cosine to the nearest description at which a ticket is as likely outside of all; below it, it is of none.

On the training half of samples/tickets, nine classes described, 8 of the 102 right ones lie below and 49 of the 154
wrong ones. Of clinc150, classes described by their names alone, .02 to .04 of the rows are right and lie below, of what
is out of scope .05 (three classes) and .13 (eight) lie above; at .15 it is .14 and .30, at .25 .08 and .07 are lost."""


def _by_description(
    text: str, topics: Sequence[Topic], embed: Callable[[Sequence[str]], NDArray[np.float32]], unknown: Topic
) -> Classification:
    import numpy as np

    from kts.learn.text import softmax

    vectors = embed([text, *(f"{topic.name.replace('_', ' ')}: {topic.description}" for topic in topics)])
    cosines = vectors[1:] @ vectors[0]
    shares = softmax(cosines * np.float32(SHARPNESS))
    scores = {topic.name: round(float(share), 4) for topic, share in zip(topics, shares, strict=True)}
    in_scope = 1 / (1 + np.exp(-SHARPNESS * (float(cosines.max()) - UNRELATED)))
    if cosines.max() < UNRELATED:
        outside = round(float(1 - in_scope), 4)
        return Classification(unknown.name, outside, (), scores, unknown.queue, round(float(in_scope), 4), "zero_shot")
    best = max(topics, key=lambda topic: (scores[topic.name], topic.name))
    relevant = [topic.name for topic in topics if scores[topic.name] >= (topic.threshold or 0.5)]
    return Classification(best.name, scores[best.name], tuple(relevant), scores, best.queue,
                          round(float(in_scope), 4), "zero_shot")  # fmt: skip


# -- as numbers ----------------------------------------------------------------------------------------------------


def dumped(trained: Trained) -> bytes:
    """The classifier as an .npz of arrays and one JSON text: numbers only, nothing that runs."""
    import numpy as np

    used = np.flatnonzero(np.abs(trained.model.words).sum(axis=1)).astype(np.int32)
    about = {
        "format": FORMAT,
        "classes": trained.classes,
        "buckets": trained.buckets,
        "temperature": trained.temperature,
        "thresholds": trained.thresholds,
        "scale": trained.scale,
        "embedder": trained.embedder,
        "figures": dict(trained.figures),
    }
    out = io.BytesIO()
    np.savez_compressed(
        out,
        about=np.frombuffer(json.dumps(about, sort_keys=True).encode(), np.uint8),
        used=used,
        words=trained.model.words[used].astype(np.float16),
        meaning=trained.model.meaning,
        bias=trained.model.bias,
        centres=trained.centres,
        usual=trained.usual,
        seen=np.array(sorted(trained.seen), np.uint32),
    )
    return out.getvalue()


def loaded(content: bytes, *, path: str, embedder: str | None) -> Trained:
    """The classifier of an .npz. Raises UsageError when it is none, or was trained with another embedding model.

    `embedder` is the hash of the model in use, None when none is: then only a classifier by words alone will do.
    """
    import zipfile

    import numpy as np

    from kts.learn.text import Linear

    try:
        arrays = np.load(io.BytesIO(content), allow_pickle=False)
        about = json.loads(arrays["about"].tobytes())
        words = np.zeros((about["buckets"], len(about["classes"])), np.float32)
        words[arrays["used"]] = arrays["words"]
        model = Linear(words, arrays["meaning"], arrays["bias"])
        centres, usual = arrays["centres"], arrays["usual"]
        seen = frozenset(arrays["seen"].tolist()) if "seen" in arrays else frozenset()
    except (EOFError, OSError, ValueError, KeyError, TypeError, IndexError, zipfile.BadZipFile) as error:
        message = f"{path} is no classifier: {error}"
        raise UsageError(message, path=path, hint="kts tickets train FILE makes one") from None
    if about["format"] != FORMAT or (about["embedder"] and about["embedder"] != embedder):
        message = f"{path} was trained with another embedding model, or by another version"
        raise UsageError(message, path=path, hint="kts tickets train FILE makes it anew")
    return Trained(tuple(about["classes"]), model, about["buckets"], about["temperature"], tuple(about["thresholds"]),
                   centres, tuple(about["scale"]), usual, about["embedder"], about["figures"], seen)  # fmt: skip
