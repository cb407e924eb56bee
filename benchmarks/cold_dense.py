"""One hybrid question from a cold start, against a script of onnxruntime, tokenizers, numpy and tantivy."""

from __future__ import annotations

import itertools
import sys
import tempfile
from pathlib import Path
from statistics import median

from measure import KTS, arguments, command_cpu, interleave, report
from vectored import built, compiled, model, model_folder, skip

PASSAGES = 10_000
TARGET = 1.3


def main() -> None:
    """Measure and print the line."""
    options = arguments(__doc__)
    embedder = model()
    if embedder is None:
        skip("cold_dense", options)
        return
    with tempfile.TemporaryDirectory(prefix="kts-bench-") as name:
        ready = built(Path(name), embedder, passages=80 if options.smoke else PASSAGES, smoke=options.smoke)
        ours, theirs = (itertools.cycle(ready.questions) for _ in range(2))
        script = (sys.executable, str(Path(__file__).with_name("plain_hybrid.py")), str(model_folder()))
        search = ("--mode", "hybrid", "-k", "10", "--json", "--kb", str(ready.kb))
        compiled(Path(name, "compiled"))

        def kts() -> float:
            return command_cpu((*KTS, "search", next(ours), *search))

        def bare() -> float:
            return command_cpu((*script, str(ready.tantivy), str(ready.matrix), next(theirs)))

        interleave(kts, bare, repeats=1)
        pairs = interleave(kts, bare, repeats=options.repeats or (1, 15)[not options.smoke])
    report(
        {
            "benchmark": "cold_dense",
            "ratio": pairs.ratio,
            "ours": median(pairs.ours),
            "reference": median(pairs.reference),
            "unit": "CPU s a question, whole process",
            "passages": ready.passages,
            "corpus": ready.corpus,
            "target": f"ratio <= {TARGET:g}",
            "met": pairs.ratio <= TARGET,
            "note": "reference: the same model and texts, best 100 by words and by a scan, fused by rank, ten ids",
        },
        options,
    )


if __name__ == "__main__":
    main()
