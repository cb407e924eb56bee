"""The bare reference of an ingest's vectors: load the model, embed the texts, keep nothing.

`plain_embedding.py MODELS TEXTS.json THREADS`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from kts.embed.models import load

if __name__ == "__main__":
    embedder = load("minilm_onnx", models=Path(sys.argv[1]), threads=int(sys.argv[3]))
    texts = json.loads(Path(sys.argv[2]).read_text(encoding="utf-8"))
    print(embedder.embed_documents(texts).shape)
