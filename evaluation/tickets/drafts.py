"""Drafts of a small language model for tickets, and what the review leaves of them.

    kts ingest samples --kb KB
    python evaluation/tickets/drafts.py write KB MODEL.gguf 50    adds to drafts.jsonl, one ticket a line; goes on
    python evaluation/tickets/drafts.py judge KB                  runs the drafts through the pipeline; drafts.json

The drafts are written once and kept, so that the gate can be judged again without the model: SmolLM2-135M writes
fluent sentences that the passages do not say, which is what it is here for.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desk import judged, opened

from kts.answer.gate import judge as gate
from kts.llm.failed import ModelFailed
from kts.testing.llm import ScriptedModel
from kts.tickets.model import DRAFTED, Asking, Written, quoted
from kts.tickets.stages import STAGES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.tickets.nouns import Processed

HERE = Path(__file__).resolve().parent
DRAFTS = HERE / "drafts.jsonl"
PROMPT = HERE.parent.parent / "src/kts/data/tickets/prompts/draft.v1.txt"


def answerable(path: str) -> Iterator[tuple[str, Any, Processed]]:
    """(id, ticket, what the pipeline makes of it) of the training half's tickets that get an answer."""
    with opened(path) as workspace:
        for row, ticket in judged("train"):
            if row["outcome"] == "answerable":
                found = workspace.process_ticket(ticket)
                if found.answer is not None and found.answer.claims:
                    yield row["id"], ticket, found


def write(path: str, model: str, count: str) -> None:
    """Ask the model for drafts until there are so many."""
    from kts.llm.gguf import GgufModel

    known = {json.loads(line)["id"] for line in DRAFTS.read_text("utf-8").splitlines()} if DRAFTS.is_file() else set()
    asking = Asking(
        GgufModel(model, max_tokens=300), {"draft": PROMPT.read_text("utf-8")}, lambda: "q7f3k9", private=True
    )
    for id_, ticket, found in answerable(path):
        if len(known) >= int(count):
            return
        if id_ in known:
            continue
        try:
            said, _ = asking.ask("draft", DRAFTED, ticket=ticket.text, passages=quoted(found.ranking.results[:3]))
        except ModelFailed as problem:
            said = {"failed": problem.message}
        with DRAFTS.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"id": id_, "draft": said}) + "\n")
        known.add(id_)


def judge(path: str) -> None:
    """What the gate leaves of each draft, sentence by sentence, for a person to look at."""
    drafts = {one["id"]: one["draft"] for one in map(json.loads, DRAFTS.read_text("utf-8").splitlines())}
    lines, kept, written = [], 0, 0
    with opened(path) as workspace:
        known = {row["id"]: ticket for row, ticket in judged("train")}
        for id_, draft in sorted(drafts.items()):
            asking = Asking(ScriptedModel([json.dumps(draft)]), {"draft": "$mark $ticket $passages"}, lambda: "mark")
            writes = Written(asking, gate, drafting=True)
            stages = STAGES._replace(
                answer=lambda work, desk, writes=writes: STAGES.answer(work, desk._replace(writes=writes))
            )
            found = workspace.process_ticket(known[id_], stages=stages)
            left = [claim.text for claim in found.answer.claims] if "claim" in found.answer.gates else []
            sentences = [one["text"] for one in draft.get("sentences", [])]
            written += len(sentences)
            kept += len(left)
            lines.append(
                {
                    "id": id_,
                    "written": sentences,
                    "left": left,
                    "sources": [c.citations[0].quote for c in found.answer.claims] if left else [],
                }
            )
    figures = {"tickets": len(drafts), "sentences": written, "left": kept, "drafts": lines}
    (HERE / "drafts.json").write_text(json.dumps(figures, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print({name: figures[name] for name in ("tickets", "sentences", "left")})


if __name__ == "__main__":
    {"write": write, "judge": judge}[sys.argv[1]](*sys.argv[2:])
