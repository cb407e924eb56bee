"""What kind of ticket it is: an ordinary request, one of the reasons for a person, or no request at all; as numbers.

Kernel ridge regression (Saunders, Gammerman & Vovk 1998) with two kernels in equal parts: the rare words and runs of
characters that two texts share, and how near each sentence of one comes to each sentence of the other. One dangerous
sentence in a long polite ticket is near to its like, whatever stands around it; the vector of the whole would drown it.
Fitted by evaluation/tickets/triage.py.
"""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, NamedTuple

from kts.errors import UsageError
from kts.lexicon.patterns import later
from kts.lexicon.sentences import sentences

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from kts.learn.text import Grams

FORMAT = 2
WIDTH = 0.25
"""Distance (one less the cosine) at which the nearness of two sentences falls to 1/e (fitted across the writers of the
seeds: .18 to .35 give the same)."""
LEAST_WORDS = 3
"""Words below which a line is no sentence of its own: a greeting, a name (a default, not fitted)."""
MOST = 60
"""Sentences that are looked at one by one; a longer text is looked at in so many parts (a default, not fitted)."""
_WISH = later(
    r"(?i)\W*(?:(?:dear|hello|hi|hey|good (?:morning|day|afternoon|evening))\b[^,.!?]{0,30}[,.!]?\s+)?"
    r"(?:(?:i|we)\s+(?:do\s+|really\s+)?)?(?:hope|trust)\s+(?:that\s+)?(?:you|this|all|your)\b[^,;:?]{0,40}\b"
    r"(?:well|fine|good|great|ok|nice|lovely|pleasant|safe|health|start|day|week|weekend|summer|holidays?|easter|"
    r"christmas)\W*"
)
"""`I hope you are well`: whoever writes it, for whatever reason."""


class Kinds(NamedTuple):
    """A fitted model. `rarity` (buckets) weighs n-grams, `words` (buckets, classes) are their weights.

    `known` are the sentences it was fitted on, (sentences, dims), and `weights` (sentences, classes) theirs; both are
    empty in a model of words alone, whose `embedder` is empty, too.
    """

    classes: tuple[str, ...]
    rarity: NDArray[np.float32]
    words: NDArray[np.float32]
    known: NDArray[np.float32]
    weights: NDArray[np.float32]
    constant: NDArray[np.float32]
    temperature: float
    embedder: str


def unwished(text: str) -> str:
    """The text without sentences that only wish its reader well; as it is where nothing else is said."""
    lines = [line for line in text.splitlines() if line.strip()]
    said = [" ".join(one for one in _cut(line) if not _WISH.fullmatch(one)) for line in lines]
    return "\n".join(line for line in said if line) or text


def _cut(line: str) -> list[str]:
    return [" ".join(line[start:end].split()) for start, end in sentences(line)]


def parts(text: str) -> list[str]:
    """The sentences of a text, line by line; the whole text where it has none."""
    said = [one for line in text.splitlines() if line.strip() for one in _cut(line)]
    kept = [one for one in said if len(one.split()) >= LEAST_WORDS] or [text]
    size = -(-len(kept) // MOST)
    return [" ".join(kept[at : at + size]) for at in range(0, len(kept), size)]


def told(text: str, model: Kinds, embed: Callable[[Sequence[str]], NDArray[np.float32]] | None) -> dict[str, float]:
    """The probability (0..1) of each kind for a text."""
    from kts.learn.text import grams, softmax

    text = unwished(text)
    row = weighed(grams([text], buckets=len(model.rarity)), model.rarity)
    found = model.constant + row.weights @ model.words[row.columns]
    if embed is not None and len(model.known):
        own = embed(parts(text))
        near = nearness(own, model.known).sum(axis=0) @ model.weights
        found = found + near / float(nearness(own, own).sum()) ** 0.5
    shares = softmax(found, temperature=model.temperature)
    return {name: round(float(share), 4) for name, share in zip(model.classes, shares, strict=True)}


def weighed(rows: Grams, rarity: NDArray[np.float32]) -> Grams:
    """The rows with each n-gram's weight times its rarity, each of length one again."""
    import numpy as np

    from kts.learn.text import Grams

    weights = rows.weights * rarity[rows.columns]
    number = np.repeat(np.arange(len(rows)), np.diff(rows.starts))
    lengths = np.sqrt(np.bincount(number, weights * weights, minlength=len(rows)))
    return Grams(rows.starts, rows.columns, (weights / np.maximum(lengths, 1e-9)[number]).astype(np.float32))


def nearness(first: NDArray[np.float32], second: NDArray[np.float32]) -> NDArray[np.float32]:
    """How near (0..1) each vector of length one is to each other one, (first, second)."""
    import numpy as np

    near: NDArray[np.float32] = np.exp((first @ second.T - 1) / np.float32(WIDTH))
    return near


# -- as numbers ----------------------------------------------------------------------------------------------------


def dumped(model: Kinds) -> bytes:
    """The model as an .npz of arrays and one JSON text: numbers only, nothing that runs; vectors in single bytes."""
    import numpy as np

    used = np.flatnonzero(np.abs(model.words).sum(axis=1)).astype(np.int32)
    step = float(np.abs(model.known).max(initial=0.0)) / 127 or 1.0
    about = {"format": FORMAT, "classes": model.classes, "temperature": model.temperature, "step": step,
             "embedder": model.embedder}  # fmt: skip
    out = io.BytesIO()
    np.savez_compressed(
        out,
        about=np.frombuffer(json.dumps(about, sort_keys=True).encode(), np.uint8),
        rarity=model.rarity.astype(np.float16),
        used=used,
        words=model.words[used].astype(np.float16),
        known=np.round(model.known / step).astype(np.int8),
        weights=model.weights.astype(np.float16),
        constant=model.constant,
    )
    return out.getvalue()


def loaded(content: bytes, *, name: str, embedder: str | None) -> Kinds:
    """The model of an .npz. Raises UsageError when it is fitted with another embedding model than the one in use."""
    import numpy as np

    arrays: Mapping[str, NDArray[np.generic]] = np.load(io.BytesIO(content), allow_pickle=False)
    about = json.loads(arrays["about"].tobytes())
    if about["format"] != FORMAT or (about["embedder"] and about["embedder"] != embedder):
        message = f"{name} was fitted with another embedding model, or by another version"
        raise UsageError(message, path=name, hint="without it the model over words alone tells risks apart")
    words = np.zeros((len(arrays["rarity"]), len(about["classes"])), np.float32)
    words[arrays["used"]] = arrays["words"]
    known = arrays["known"].astype(np.float32) * np.float32(about["step"])
    return Kinds(tuple(about["classes"]), arrays["rarity"].astype(np.float32), words, known,
                 arrays["weights"].astype(np.float32), arrays["constant"].astype(np.float32), about["temperature"],
                 about["embedder"])  # fmt: skip
