"""Embedding models of a third party, installed as a package would install them: found by their entry points."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from support.command import SOURCE

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

MODULE = "strange_models"
CODE = '''
import hashlib
import os

from kts.testing.embedder import HashEmbedder

EMBEDDED = []


class Counting(HashEmbedder):
    """Notes what it embeds, knows that a car is an automobile, and refuses some texts until it is mended."""

    provider_id = "counting"
    seed = "1"

    def __init__(self, *, dims=64):
        super().__init__(dims=dims)
        self.model_hash = hashlib.sha256(f"{self.provider_id} {self.seed} {dims}".encode()).hexdigest()

    def embed_documents(self, texts):
        if any("unspeakable" in text for text in texts) and "STRANGE_MENDED" not in os.environ:
            raise ValueError("no vector for an unspeakable word")
        EMBEDDED.extend(texts)
        return super().embed_documents(texts)

    def embed_query(self, text):
        return super().embed_query(text.replace("car ", "automobile ").replace("sedan ", "automobile "))


class Wider(Counting):
    provider_id = "wider"

    def __init__(self):
        super().__init__(dims=96)
'''
POINTS = "[kts.embedders]\ncounting = strange_models:Counting\nwider = strange_models:Wider\n"
METADATA = "Metadata-Version: 2.1\nName: strange-models\nVersion: 1.0\n"


def installed(folder: Path) -> Path:
    """`folder` with the package in it; put it on the path of modules."""
    about = folder / "strange_models-1.0.dist-info"
    about.mkdir(parents=True)
    (folder / f"{MODULE}.py").write_text(CODE, encoding="utf-8")
    (about / "entry_points.txt").write_text(POINTS, encoding="utf-8")
    (about / "METADATA").write_text(METADATA, encoding="utf-8")
    return folder


def beside(folder: Path, **settings: str) -> Mapping[str, str]:
    """The environment of a process that finds the package in `folder`."""
    return {"PYTHONPATH": os.pathsep.join([str(SOURCE), str(folder)]), **settings}
