"""Collected records as the rows that a calibration is fitted on, through the product's own functions."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from kts.answer.constraints.meets import held, meeting, unmet
from kts.answer.constraints.named import constraints
from kts.answer.constraints.vocabulary import Vocabulary
from kts.answer.question.form import form
from kts.answer.read import READ, joined, readings
from kts.answer.units.rendered import rendered
from kts.answer.verdict.confidence import features
from kts.answers import Evidence
from kts.ports.models import Reading
from kts.types import Hit, Passage, Query, Ranking, Span

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from kts.answers import Constraint
    from kts.ports.models import Reader

SHOWN = 5
"""Passages that an answer is drawn from: `right` means that one of them holds a judged place."""
CITED = 2
"""Passages that are held against the question's constraints."""


class Row(NamedTuple):
    """A question with its signs. `right`: the evidence answers it; `answerable`: the corpus does."""

    set: str
    id: str
    question: str
    split: str
    kind: str
    signs: Mapping[str, float]
    right: bool
    answerable: bool
    refused: bool
    document: str = ""


def read_rows(folder: Path, pattern: str = "*.jsonl") -> list[Row]:
    """All rows of a folder, by file and line."""
    return [row(json.loads(line)) for path in sorted(folder.glob(pattern))
            for line in path.read_text(encoding="utf-8").splitlines()]  # fmt: skip


def row(record: Mapping[str, Any]) -> Row:
    """The signs of a record, computed as the product computes them: over the evidence that meets the question."""
    evidence, vocabulary = pieces(record), known(record)
    wants = constraints(record["question"], known=vocabulary)
    kept = _meeting(wants, evidence, vocabulary)
    shown = kept or tuple(range(len(evidence)))
    used = [evidence[at] for at in shown]
    lacking = unmet(wants, used[:CITED], known=vocabulary)
    nearest = record["sentence_cosine"] if any(hit["cosine"] is not None for hit in record["hits"]) else None
    found = [Reading(logit, None, score) for logit, score in record.get("readings", ())]
    signs = features(record["question"], ranking(record, shown), used, lacking, nearest=nearest, readings=found)
    rank = record["rank"]
    return Row(
        record["set"], record["id"], record["question"], record["split"], record["kind"], signs,
        rank is not None and rank - 1 in shown[:SHOWN], bool(record["places"]),
        not kept or any(one.constraint.certain for one in lacking), record.get("document", ""),
    )  # fmt: skip


def _meeting(wants: Sequence[Constraint], evidence: Sequence[Evidence], vocabulary: Vocabulary) -> tuple[int, ...]:
    """The places of the evidence that meets the question's constraints."""
    rows = held(wants, evidence, known=vocabulary).rows
    return tuple(at for at, one in enumerate(rows) if not any(one)) or meeting(wants, evidence, known=vocabulary)


def with_readings(record: Mapping[str, Any], reader: Reader) -> dict[str, Any]:
    """The record with the readings (logit, score of the span) of the passages that the product would read.

    `bare` are their logits before they are joined with what the search knows.
    """
    asked = form(record["question"])
    if asked not in reader.weighings:
        return {**record, "readings": []}
    evidence, vocabulary = pieces(record), known(record)
    kept = _meeting(constraints(record["question"], known=vocabulary), evidence, vocabulary)
    shown = (kept or tuple(range(len(evidence))))[:READ]
    first = [evidence[at] for at in shown]
    given = [one._replace(text=_rendered(one)) for one in first]
    bare = readings(record["question"], given, reader, ["en"] * len(first), spoken=("en",))
    found = joined(bare, ranking(record, shown), first, reader.weighings[asked])
    return {
        **record,
        "readings": [(one.answerable, one.span_score) for one in found],
        "bare": [one.answerable for one in bare],
    }


def _rendered(one: Evidence) -> str:
    """A passage as the product's reader sees it, but for the header of a table that began before it."""
    passage = Passage(one.passage_id, one.document_id, "", "chunk", "text", one.text, Span(0, len(one.text)))
    return rendered(passage, lambda _: "").text


def known(record: Mapping[str, Any]) -> Vocabulary:
    """The vocabulary of the question's words, as it was when the record was collected."""
    mentioned = {hit["document_key"]: hit["mentions"] for hit in record["hits"]}
    return Vocabulary(
        record["passages"],
        lambda word: record["frequency"].get(word) or record["frequency"].get(f"{word}'s", 0),
        lambda key, word: mentioned.get(key, {}).get(word) or mentioned.get(key, {}).get(f"{word}'s", 0),
        lambda code: code in record["identified"],
    )


def pieces(record: Mapping[str, Any]) -> tuple[Evidence, ...]:
    """The hits as evidence."""
    return tuple(
        Evidence(hit["text"], hit["id"], hit["document_id"], hit["document_key"], None, hit["title"], hit["heading"],
                 hit["path"], hit["score"], hit["metadata"])
        for hit in record["hits"]
    )  # fmt: skip


def ranking(record: Mapping[str, Any], kept: Sequence[int]) -> Ranking:
    """The ranking of some of its hits, as far as signs look at it."""
    rows = [record["hits"][at] for at in kept]
    hits = tuple(
        Hit(Passage(hit["id"], hit["document_id"], "", "chunk", "", hit["text"], Span(0, len(hit["text"]))),
            hit["score"], evidence=hit["evidence"])
        for hit in rows
    )  # fmt: skip
    explanation = {"terms": record["terms"], "evidence": rows}
    return Ranking(Query(record["question"], record["question"]), hits, 1, explanation=explanation)
