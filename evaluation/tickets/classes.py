"""The classes of samples/tickets: trained on the training half, and before any label by descriptions; on the held half.

python evaluation/tickets/classes.py           writes classes.json
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import numpy as np
from triage import tickets

from kts.embed.models import default_folder, load
from kts.tickets.classify import UNKNOWN, Examples, classify, predict, train
from kts.tickets.measure import evaluated
from kts.tickets.policy import Policy, Topic

HERE = Path(__file__).resolve().parent
DESCRIBED = {
    "payments": "payments that were received, posted, reversed or returned, wires, suspense, cut-off times",
    "access": "signing in, passwords, locked accounts, tokens, roles and permissions",
    "late_charge": "late charges, grace periods, fee waivers",
    "imaging": "scanning, document images, batches, separators, archive, legal holds, retention of records",
    "reporting": "investor reports, remittance files, feeds, rejected files, month-end figures",
    "payoff": "payoff letters and quotes, paying off a loan, release of a lien",
    "escrow": "escrow analysis, property tax, insurance, shortage and surplus refunds",
    "privacy": "personal data, disclosure, authority to speak for a customer, deletion requests",
    "queue": "calls and tickets in the queue, waiting callers, recordings, agents",
}
"""Nine of the ten: `other` is what none of them fits."""


def main() -> None:
    """Measure and write."""
    rows = tickets()
    embedder = load("minilm_onnx", models=default_folder(os.environ))
    parts = {name: [(one["class"], text) for one, text in rows if one["split"] == name] for name in ("train", "held")}
    vectors = {name: embedder.embed_documents([text for _, text in part]) for name, part in parts.items()}
    learned = parts["train"]
    trained = train(
        Examples(tuple(text for _, text in learned), tuple(name for name, _ in learned), vectors["train"]),
        embedder=embedder.model_hash,
    )
    said = predict(trained, [text for _, text in parts["held"]], vectors["held"])
    figures = {"trained": evaluated(trained.classes, said, [name for name, _ in parts["held"]])}
    policy = Policy(topics=tuple(Topic(name, text) for name, text in DESCRIBED.items()))
    known = {
        text: embedder.embed_documents([text])[0]
        for text in (f"{t.name.replace('_', ' ')}: {t.description}" for t in policy.topics)
    }

    def embed(texts: list[str]) -> np.ndarray:
        return np.stack([known[text] if text in known else embedder.embed_query(text) for text in texts])

    told = [
        (name, classify(text, trained=None, embed=embed, policy=policy).primary_class) for name, text in parts["held"]
    ]
    hits = [said == (UNKNOWN if name == "other" else name) for name, said in told]
    classed = [said == name for name, said in told if said != UNKNOWN]
    figures["described"] = {
        "accuracy": round(float(np.mean(hits)), 4),
        "n": len(hits),
        "unknown": len(told) - len(classed),
        "right_of_classed": round(float(np.mean(classed)), 4),
    }
    common = max({name for name, _ in learned}, key=[name for name, _ in learned].count)
    figures["most frequent class"] = {
        "accuracy": round(float(np.mean([name == common for name, _ in parts["held"]])), 4)
    }
    (HERE / "classes.json").write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()
