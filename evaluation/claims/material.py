"""The judged claims that the first gate is fitted and measured on: written by people, or made from true sentences."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from kts.answers import Evidence
from kts.evaluate.corruptions import usable, variants
from kts.lexicon.sentences import sentences
from kts.workspace import Workspace
from kts.workspace.checking import LOOKED_UP, pieced

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kts.types import Passage

DOCUMENTS, PASSAGES, SENTENCES = 150, 8, 8
"""Of each set: documents, passages of a document, sentences of those; small sets give more sentences a document."""
WANTED = 400
"""Claims of a made set that are used, drawn at random."""


WRITTEN = Path(__file__).parent / "written"
DECIDED = frozenset({"supported", "contradicted"})
OTHERS = 3
"""Passages of other files that a claim is held against."""


class Case(NamedTuple):
    """A claim with the evidence to hold it against; `label` supported, contradicted or nei (nothing said of it)."""

    claim: str
    label: str
    edit: str
    evidence: tuple[Evidence, ...]


def samples(index: str, split: str, *, looked_up: bool = False) -> list[Case]:
    """Claims of samples/claims.jsonl: against the passage that holds the quote, or against ten that are looked up."""
    lines = [json.loads(line) for line in Path("samples/claims.jsonl").read_text("utf-8").splitlines()]
    wanted = [line for line in lines if line["split"] == split]
    with Workspace.open(index) as workspace:
        pieces = _by_path(workspace)
        return [
            Case(
                line["claim"],
                line["label"],
                line["edit"],
                found_for(workspace, line["claim"]) if looked_up else (_quoting(pieces, line),),
            )
            for line in wanted
        ]


def elsewhere(index: str, split: str) -> list[Case]:
    """True claims of samples/claims.jsonl against what is found for them in other files, which do not say it."""
    lines = [json.loads(line) for line in Path("samples/claims.jsonl").read_text("utf-8").splitlines()]
    wanted = [line for line in lines if line["split"] == split and line["label"] == "supported"]
    with Workspace.open(index) as workspace:
        found = [(line, found_for(workspace, line["claim"])) for line in wanted]
    others = [
        (line["claim"], [piece for piece in pieces if not piece.path.endswith(line["file"])]) for line, pieces in found
    ]
    return [Case(claim, "nei", "elsewhere", tuple(pieces[:OTHERS])) for claim, pieces in others if pieces]


def _by_path(workspace: Workspace) -> dict[str, list[Evidence]]:
    records = {record.id: record for record in workspace.export("documents")}
    found: dict[str, list[Evidence]] = {}
    for passage in workspace.export("passages"):
        record = records[passage.document_id]
        found.setdefault(record.path, []).append(_piece(passage, record))
    return found


def _piece(passage: Passage, record: object) -> Evidence:
    heading = f"{passage.metadata.get('section', '')} {passage.metadata.get('heading', '')}".strip()
    return Evidence(
        passage.text,
        title=record.title,  # type: ignore[attr-defined]
        heading=heading,
        path=record.path,  # type: ignore[attr-defined]
        metadata={"content_date": record.content_date},  # type: ignore[attr-defined]
    )


def _quoting(pieces: Mapping[str, Sequence[Evidence]], line: Mapping[str, str]) -> Evidence:
    """The passage of the file that holds the quote, or most of its words."""
    quote = " ".join(line["quote"].split())
    words = set(quote.lower().split())
    own = [piece for path, found in pieces.items() if path.endswith(line["file"]) for piece in found]

    def better(piece: Evidence) -> tuple[bool, int]:
        text = " ".join(piece.text.split())
        return quote in text, len(words & set(text.lower().split()))

    return max(own, key=better)


def found_for(workspace: Workspace, claim: str) -> tuple[Evidence, ...]:
    """What `kts check` looks up for a claim."""
    with workspace._snapshot() as corpus:  # noqa: SLF001 - the same evidence as `kts check` looks up
        ranking = workspace.search(claim, k=LOOKED_UP, per_document=LOOKED_UP).ranking
        records = corpus.records(int(hit.passage.metadata["document_key"]) for hit in ranking.hits)
        return tuple(pieced(ranking.hits, records, corpus))


def written(share: float) -> list[Case]:
    """Some of the claims that authors wrote with their turned ones, each against the statement that decides."""
    drawn = random.Random(5)
    lines = (line for path in sorted(WRITTEN.glob("*.jsonl")) for line in path.read_text("utf-8").splitlines())
    found = []
    for one in (json.loads(line) for line in lines if drawn.random() < share):
        piece = Evidence(one["passage"], title=one["title"], heading=one["heading"], path="written")
        found += [
            Case(said["text"], said["label"] if said["label"] in DECIDED else "nei", said["turned"], (piece,))
            for said in one["claims"]
        ]
    return found


def scifact(folder: str, half: int) -> list[Case]:
    """Every second claim of SciFact's training part against its cited abstract, as people labelled it."""
    base = Path(folder)
    documents = {}
    for line in (base / "corpus.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        documents[str(row["_id"])] = Evidence(row["text"], title=row.get("title", ""))
    lines = (base / "claims_train.jsonl").read_text("utf-8").splitlines()
    return [case for line in lines[half::2] for case in _labelled(json.loads(line), documents)]


def _labelled(row: dict[str, object], documents: Mapping[str, Evidence]) -> Iterator[Case]:
    judged: Mapping[str, Sequence[Mapping[str, str]]] = row["evidence"]  # type: ignore[assignment]
    for key, found in judged.items():
        labels = {one["label"] for one in found}
        if len(labels) == 1:
            label = "supported" if labels == {"SUPPORT"} else "contradicted"
            yield Case(str(row["text"]), label, "human", (documents[key],))
    cited: Sequence[str] = row["cited"]  # type: ignore[assignment]
    if not judged and cited[0] in documents:
        yield Case(str(row["text"]), "nei", "human", (documents[cited[0]],))


def drafts(folder: str = "evaluation/tickets") -> list[Case]:
    """Sentences that a small language model wrote for tickets, labelled by hand, against the passage it was shown."""
    shown = {(one["id"], one["style"]): one for one in map(json.loads, _lines(folder, "drafts.jsonl"))}
    rows = [line.split("\t") for line in _lines(folder, "labels.tsv")]
    return [
        Case(
            text,
            "supported" if mark == "1" else "contradicted",
            style,
            (Evidence((one := shown[id_, style])["passage"], title=one["title"], path=one["path"]),),
        )
        for mark, id_, style, text in rows
    ]


def _lines(folder: str, name: str) -> list[str]:
    return (Path(folder) / name).read_text("utf-8").splitlines()


def made(index: str, *, seed: int = 7) -> list[Case]:
    """Claims made from sentences of an index, half of them false, against the passage that they are from."""
    rng = random.Random(seed)
    with Workspace.open(index) as workspace:
        pieces = _by_path(workspace)
    paths = sorted(pieces)
    rng.shuffle(paths)
    cases: list[Case] = []
    each = max(SENTENCES, 2 * WANTED // max(1, len(paths)))
    for path in paths[:DOCUMENTS]:
        own = pieces[path]
        rng.shuffle(own)
        source = {text: piece for piece in own[: max(PASSAGES, each)] for text in _sentences(piece.text)}
        chosen = sorted(source)
        rng.shuffle(chosen)
        for one in variants(chosen[:each], seed=len(cases)):
            label = "supported" if one.true else "contradicted"
            cases.append(Case(one.claim, label, one.edit, (source[one.source],)))
    return rng.sample(cases, min(WANTED, len(cases)))


def _sentences(text: str) -> Iterator[str]:
    for start, end in sentences(text):
        flat = re.sub(r"\s+", " ", text[start:end])
        if usable(flat):
            yield flat
