"""A workspace with vectors and the bare parts of a search by meaning, for the benchmarks of both.

To embed ten thousand texts takes minutes and is no part of a question, so passages have blended vectors: each is
between the real vectors of two of some hundred real passages. Questions have the vectors of the real model. The words
of generated pages mean nothing and their vectors are all alike, so passages of these lie between paragraphs of the
sample folder, and their questions are the samples', with the generated title behind.
"""

from __future__ import annotations

import hashlib
import os
import sys
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

import plain_tantivy
from corpus import aws_docs, copied, generated, sample_paragraphs, sample_questions
from measure import ROOT, environment, report

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from corpus import Judged
    from kts.ports import Embedder

MODEL = "minilm_onnx"
REAL = 600
"""Passages that the model embeds; others are between two of them."""
QUESTIONS = 40
PASSAGES_A_PAGE = {"aws-docs": 11, "generated": 2}
"""Passages that a page of these documents comes to, so that about as many pages are taken as are wanted."""

PAGES_A_FILE = 5


class Built(NamedTuple):
    """A workspace with vectors and, of the same passages, a bare tantivy index and a bare matrix."""

    kb: Path
    tantivy: Path
    matrix: Path
    questions: tuple[str, ...]
    passages: int
    corpus: str


def model() -> Embedder | None:
    """The default model from the user's own folder, None where it is not installed."""
    sys.path.insert(0, str(ROOT / "src"))
    from kts.embed.models import default_folder, load
    from kts.errors import MissingExtra, MissingModel

    try:
        return load(MODEL, models=default_folder(environment()), threads=2)
    except (MissingExtra, MissingModel):
        return None


def model_folder() -> Path:
    """Where the default model is."""
    from kts.embed.models import default_folder, folder_of

    return folder_of(MODEL, default_folder(environment()))


def skip(benchmark: str, options: argparse.Namespace) -> None:
    """Print the line of a benchmark that needs a model on a machine without it."""
    options.no_history = True
    report({"benchmark": benchmark, "skipped": f"no model: kts models add {MODEL}"}, options)


def compiled(folder: Path) -> None:
    """Have the commands that follow keep compiled modules in a folder of their own, as an installation has them."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = str(folder)


def built(folder: Path, embedder: Embedder, *, passages: int, smoke: bool) -> Built:
    """Some `passages` passages with vectors in a workspace, and bare."""
    from kts.workspace import Workspace

    judged, corpus = _documents(folder / "docs", passages, smoke=smoke)
    kb = folder / "kb"
    kb.mkdir()
    workspace = Workspace.create(str(kb), environment={"KTS_INGEST_VIEWS": "false"})
    workspace.ingest([str(judged.docs)], vectors=False)
    texts = [(passage.id, passage.text) for passage in workspace.export("passages")]
    workspace.close()
    real = 16 if smoke else REAL
    known = sample_paragraphs() if corpus == "generated" else [text for _, text in texts]
    blended = Blended(embedder, known[:: max(1, len(known) // real)][:real])
    embedded(kb, blended)
    plain_tantivy.build(((key, "", text) for key, text in texts), folder / "tantivy")
    _matrix(folder / "matrix.npy", blended, texts)
    asked = list(islice(judged.queries.values(), 4 if smoke else QUESTIONS))
    questions = tuple(map(" ".join, zip(sample_questions(), asked, strict=False)) if corpus == "generated" else asked)
    return Built(kb, folder / "tantivy", folder / "matrix.npy", questions, len(texts), corpus)


def _documents(folder: Path, passages: int, *, smoke: bool) -> tuple[Judged, str]:
    """Pages for about so many passages: of the aws-docs set while it has enough, else generated."""
    judged = aws_docs()
    wanted = passages // PASSAGES_A_PAGE["aws-docs"]
    if smoke or judged is None or wanted > len(list(judged.docs.rglob("*.md"))):
        pages = generated(folder.with_name("pages"), passages // PASSAGES_A_PAGE["generated"])
        _bound(pages.docs, folder)
        return pages._replace(docs=folder), "generated"
    copied(judged.docs, folder, limit=wanted)
    return judged._replace(docs=folder), "aws-docs"


def _bound(pages: Path, folder: Path) -> None:
    """Several pages a file: as many passages a document as the real ones have."""
    paths = sorted(pages.rglob("*.md"))
    folder.mkdir(parents=True)
    for start in range(0, len(paths), PAGES_A_FILE):
        texts = [path.read_text(encoding="utf-8") for path in paths[start : start + PAGES_A_FILE]]
        (folder / f"pages{start:06}.md").write_text("\n".join(texts), encoding="utf-8")


def embedded(kb: Path, embedder: Embedder) -> None:
    """Give every passage of a workspace its vector, the way an ingest does."""
    from kts.config import EmbedSettings
    from kts.ingest.vectors import embed
    from kts.store import layout
    from kts.store.truth import TruthWriter
    from kts.store.vectors import VectorWriter
    from kts.workspace import Workspace

    truth = TruthWriter(layout.at(kb).truth, ledger_head=lambda: "")
    embed(
        truth=VectorWriter(truth, embedder),
        embedder=embedder,
        settings=EmbedSettings(batch=1_000_000),
        progress=lambda _: None,
        follow=lambda _: None,
    )
    truth.checkpoint()
    truth.close()
    with Workspace.open(str(kb)) as workspace:
        workspace.rank("first", k=1, per_document=1, mode="lexical")
        workspace.verify()


class Blended:
    """Stands in for a model whose documents take too long: real questions, documents between two real ones."""

    def __init__(self, real: Embedder, samples: Sequence[str]) -> None:
        self._real = real
        self._rows = real.embed_documents(samples)
        self.provider_id, self.dims = real.provider_id, real.dims
        self.max_tokens, self.model_hash = real.max_tokens, real.model_hash

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """A row a text, the same on every run."""
        import numpy as np

        drawn = np.array([_drawn(text) for text in texts], np.int64).reshape(len(texts), 3)
        share = (0.5 + drawn[:, 2:] / 2**33).astype(np.float32)
        count = len(self._rows)
        mixed = share * self._rows[drawn[:, 0] % count] + (1 - share) * self._rows[drawn[:, 1] % count]
        rows: NDArray[np.float32] = mixed / np.linalg.norm(mixed, axis=1, keepdims=True)
        return rows

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """The model's own."""
        return self._real.embed_query(text)

    def windows(self, _text: str) -> int:
        """Texts are short."""
        return 1


def _drawn(text: str) -> tuple[int, ...]:
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
    return tuple(int.from_bytes(digest[start : start + 4], "little") for start in (0, 4, 8))


def _matrix(path: Path, embedder: Embedder, texts: Sequence[tuple[str, str]]) -> None:
    """The vectors in single precision, and beside them whose they are."""
    import numpy as np

    np.save(path, embedder.embed_documents([text for _, text in texts]))
    np.save(f"{path}.ids.npy", np.array([key for key, _ in texts]))
