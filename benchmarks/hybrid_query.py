"""A warm hybrid question in the process: against its own embedding, and against bare tantivy and a bare scan.

At 10,000 and 100,000 passages, and 1,000,000 with `--million`. Each size is two lines: the whole question, at most
twice its embedding; and all but the embedding, against the best hundred of tantivy and of a scan with numpy.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from measure import arguments, interleave, report
from vectored import built, model, skip

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from kts.ports import Embedder
    from kts.workspace import Workspace
    from measure import Pairs
    from vectored import Built

SIZES = (10_000, 100_000, 1_000_000)
WHOLE, SEARCH = 2.0, 1.5
"""Targets: the question against its embedding, and its search against the bare searches."""
SHOWN = 10


def main() -> None:
    """Measure each size and print its lines."""
    million = "--million" in sys.argv
    sys.argv = [argument for argument in sys.argv if argument != "--million"]
    options = arguments(__doc__)
    embedder = model()
    if embedder is None:
        skip("hybrid_query", options)
        return
    for passages in (80,) if options.smoke else SIZES[: 2 + million]:
        with tempfile.TemporaryDirectory(prefix="kts-bench-") as name:
            ready = built(Path(name), embedder, passages=passages, smoke=options.smoke)
            _measure(ready, embedder, options)


def _measure(ready: Built, embedder: Embedder, options: argparse.Namespace) -> None:
    import numpy as np
    import tantivy

    from kts.workspace import Workspace
    from kts.workspace.remembering import Remembering
    from plain_hybrid import nearest, words

    class Forgetting(Workspace):
        """Embeds a question each time it is asked; the product keeps the vectors of those asked last."""

        def _embedder(self, provider: str) -> Embedder:
            del provider
            return embedder

    vectors = {text: embedder.embed_query(text) for text in ready.questions}
    whole, rest = Forgetting.open(str(ready.kb)), _knowing(ready, Remembering(embedder))
    index, matrix = tantivy.Index.open(str(ready.tantivy)), np.load(ready.matrix)

    def bare(text: str) -> None:
        words(index, text)
        nearest(matrix, vectors[text])

    rounds = options.repeats or (1, 7)[not options.smoke]
    asked = _asked(ready, lambda text: _rank(whole, text), embedder.embed_query, rounds)
    first = _first(ready, embedder)
    report(_line(ready, "with its embedding", asked, WHOLE, "its embedding alone") | {"asked_first": first}, options)
    searched = _asked(ready, lambda text: _rank(rest, text), bare, rounds)
    report(_line(ready, "without its embedding", searched, SEARCH, "best 100 of tantivy and of a numpy scan"), options)


def _first(ready: Built, embedder: Embedder) -> float:
    """CPU ms of a question that is asked for the first time in a process that others have warmed."""
    with _knowing(ready, embedder) as workspace:
        spent = [_timed(lambda text=text: _rank(workspace, text))() for text in ready.questions]  # type: ignore[misc]
    return 1e3 * median(spent[len(spent) // 4 :])


def _knowing(ready: Built, embedder: Embedder) -> Workspace:
    """The workspace with a model that is loaded already."""
    from kts.workspace import Workspace

    workspace = Workspace.open(str(ready.kb))
    workspace._models.get("embedding", embedder.provider_id, lambda: embedder)  # noqa: SLF001 - loaded already
    return workspace


def _rank(workspace: Any, text: str) -> None:
    workspace.rank(text, k=SHOWN, per_document=1, mode="hybrid")


def _asked(ready: Built, ours: Callable[[str], object], reference: Callable[[str], object], rounds: int) -> list[Pairs]:
    """Each question by both in turns; one round of all comes first and does not count."""
    for text in ready.questions:
        ours(text)
        reference(text)
    return [
        interleave(
            _timed(lambda text=text: ours(text)),  # type: ignore[misc]
            _timed(lambda text=text: reference(text)),  # type: ignore[misc]
            repeats=rounds,
        )
        for text in ready.questions
    ]


def _timed(call: Callable[[], object]) -> Callable[[], float]:
    def timed() -> float:
        start = time.process_time()
        call()
        return time.process_time() - start

    return timed


def _line(ready: Built, part: str, pairs: list[Pairs], target: float, reference: str) -> dict[str, Any]:
    ours = 1e3 * median(median(pair.ours) for pair in pairs)
    theirs = 1e3 * median(median(pair.reference) for pair in pairs)
    return {
        "benchmark": "hybrid_query",
        "part": part,
        "ratio": ours / theirs,
        "ours": ours,
        "reference": theirs,
        "unit": "CPU ms a question, warm, in process",
        "passages": ready.passages,
        "questions": len(ready.questions),
        "corpus": ready.corpus,
        "target": f"ratio <= {target:g}",
        "met": ours <= target * theirs,
        "note": f"reference: {reference}; vectors of passages are blends of real ones",
    }


if __name__ == "__main__":
    main()
