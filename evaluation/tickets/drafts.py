"""Drafts of a small language model for tickets, and what the review leaves of them.

    kts ingest samples --kb KB
    python evaluation/tickets/drafts.py write KB MODEL.gguf reply 44      adds to drafts.jsonl, one ticket a line
    python evaluation/tickets/drafts.py write KB MODEL.gguf restate 44    the same tickets: near-copies with slips
    python evaluation/tickets/drafts.py label                     lists the sentences that labels.tsv says nothing of
    python evaluation/tickets/drafts.py judge                     the gate and the review over them; drafts.json

The drafts are written once and kept with the passage that the model was shown, so that they are judged again without
the model and without an index. SmolLM2-135M writes fluent sentences that the passage does not say, which is what it is
here for; the labels in labels.tsv are by hand: 1 for a sentence that the passage says, 0 for one that it does not.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from kts.lexicon.sentences import sentences

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kts.tickets.nouns import Processed

HERE = Path(__file__).resolve().parent
DRAFTS, LABELS = HERE / "drafts.jsonl", HERE / "labels.tsv"
TOKENS = 45
"""Tokens of a draft at most: two sentences, at a third of a CPU-second each."""
WIDE = 300
"""Characters from which a sentence before the cited one is shown, too."""
WHOLE, CUT = 3, 6
"""Words from which a whole sentence and one that is cut off are judged: not "1." and "Please find below"."""
ASKED = 180
"""Characters of the ticket that the model is shown."""


class Style(NamedTuple):
    """How the model is asked: instructions in turn, the penalty of repetition, characters of the passage shown.

    With the passage and the ticket they are fewer than 200 tokens.
    """

    wordings: tuple[str, ...]
    penalty: float
    shown: int
    ticket: bool = True


STYLES = {
    "reply": Style(
        (
            "Write a reply of two short sentences to the customer.",
            "Explain to the customer in your own words, in two short sentences, what the passage says.",
            "Write a short reply to the customer. State the rule, and the numbers and dates that matter.",
        ),
        1.15,
        420,
    ),
    "restate": Style(("Write this in other words, as two short sentences.",), 1.05, 240, ticket=False),
}
"""`reply` is answered with free invention; `restate` with sentences that stay near the passage and slip."""


class Shown(NamedTuple):
    """What the model is shown for a ticket, and where it stands."""

    id: str
    question: str
    passage: str
    title: str
    path: str


def shown(path: str, size: int) -> Iterator[Shown]:
    """The tickets of the training half that get an answer, each with the passage that it cites first, by id."""
    from desk import judged, opened

    with opened(path) as workspace:
        for row, ticket in judged("train"):
            if row["outcome"] == "answerable":
                found = workspace.process_ticket(ticket)
                if found.answer is not None and found.answer.claims and found.ranking.results:
                    yield _shown(row["id"], found, size)


def _shown(id_: str, found: Processed, size: int) -> Shown:
    cited = found.answer.claims[0].citations[0] if found.answer else found.ranking.results[0].citation
    source = next((one for one in found.ranking.results if one.citation.path == cited.path), found.ranking.results[0])
    text = source.hit.passage.text
    at = max(0, text.find(cited.quote[:60]))
    starts = [start for start, _ in sentences(text) if start <= at] or [0]
    first = starts[max(0, len(starts) - 2)] if size > WIDE else starts[-1]
    question = found.plan.search_query[:ASKED].rsplit(" ", 1)[0]
    return Shown(id_, question, _whole(text[first : first + size]), source.citation.title, source.citation.path)


def _whole(text: str) -> str:
    """The text up to the end of its last whole sentence."""
    ends = [end for _, end in sentences(text) if text[:end].rstrip().endswith((".", "!", "?", "|"))]
    return text[: ends[-1]].strip() if ends else text.strip()


def write(path: str, model: str, style: str, count: str) -> None:
    """Ask the model for drafts until there are so many of a style; what is there is not asked for again."""
    from kts.llm.failed import ModelFailed
    from kts.llm.gguf import GgufModel
    from kts.ports.models import Message

    known = {one["id"] for one in _drafts() if one["style"] == style}
    wordings, penalty, size, ticket = STYLES[style]
    writer = GgufModel(model, max_tokens=TOKENS, repetition_penalty=penalty)
    for number, one in enumerate(shown(path, size)):
        if len(known) >= int(count):
            return
        if one.id in known:
            continue
        began = time.process_time()
        parts = (f"Passage: {one.passage}", f"Customer: {one.question}") if ticket else (one.passage,)
        try:
            said = writer.complete((Message("user", "\n\n".join((*parts, wordings[number % len(wordings)]))),)).text
        except ModelFailed as problem:
            print(one.id, problem.message, flush=True)
            continue
        with DRAFTS.open("a", encoding="utf-8") as file:
            line = one._asdict() | {"style": style, "text": said}
            file.write(json.dumps(line, ensure_ascii=False, sort_keys=True) + "\n")
        known.add(one.id)
        print(one.id, f"{time.process_time() - began:.1f} s", repr(said), flush=True)


def _drafts() -> list[dict[str, Any]]:
    return [json.loads(line) for line in DRAFTS.read_text("utf-8").splitlines()] if DRAFTS.is_file() else []


def told(text: str) -> list[str]:
    """The sentences of a draft; the last one is usually cut off by the number of tokens, and claims something still."""
    found = [" ".join(text[start:end].split()) for start, end in sentences(text)]
    return [one for one in found if len(one.split()) >= (WHOLE if one.endswith((".", "!", "?")) else CUT)]


def label() -> None:
    """Add the sentences that have no label yet to labels.tsv, each with a question mark, for a person to decide."""
    lines = LABELS.read_text("utf-8").splitlines() if LABELS.is_file() else []
    known = {tuple(line.split("\t")[1:]) for line in lines}
    wanted = [(one["id"], one["style"], text) for one in _drafts() for text in told(one["text"])]
    lines += ["\t".join(("?", *one)) for one in dict.fromkeys(wanted) if one not in known]
    LABELS.write_text("\n".join(lines) + "\n", encoding="utf-8")


def labels() -> dict[tuple[str, str, str], str]:
    """(ticket, style, sentence): 1 when the passage says it, 0 when it does not."""
    rows = [line.split("\t") for line in LABELS.read_text("utf-8").splitlines()]
    return {(row[1], row[2], row[3]): row[0] for row in rows}


def judge() -> None:
    """What the gate says of each sentence beside its label, and which sentences the review leaves in a reply."""
    from kts.answer.claims.gate import judge as gate
    from kts.answers import Evidence
    from kts.tickets.model import stays_near

    known, table, slips, left = labels(), Counter[str](), [], Counter[str]()
    for one in _drafts():
        evidence = (Evidence(one["passage"], "p", one["path"], title=one["title"]),)
        for text in told(one["text"]):
            mark, said = known[one["id"], one["style"], text], gate(text, evidence)
            table[f"{one['style']} {mark} {said.support}"] += 1
            kept = stays_near(text, one["passage"]) and gate(text, evidence, drafted=True).support == "supported"
            left[mark] += kept
            if mark == "0" and said.support == "supported":
                slips.append({"id": one["id"], "style": one["style"], "text": text, "passage": one["passage"]})
    wrong = sum(number for name, number in table.items() if " 0 " in name)
    figures = {
        "drafts": len(_drafts()),
        "sentences": sum(table.values()),
        "unsupported": wrong,
        "unsupported_caught": wrong - len(slips),
        "unsupported_left_by_the_review": left["0"],
        "supported_left_by_the_review": left["1"],
        "by_style_label_and_verdict": dict(sorted(table.items())),
        "slips": slips,
    }
    (HERE / "drafts.json").write_text(json.dumps(figures, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(json.dumps(figures, indent=1, ensure_ascii=False))


if __name__ == "__main__":
    {"write": write, "label": label, "judge": judge}[sys.argv[1]](*sys.argv[2:])
