"""Indexes with vectors of a model that counts what it embeds: making them, and asking what they say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kts import Workspace
from support.index import QUIET

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from kts.ingest.vectors import VectorProgress

COUNTING = {**QUIET, "KTS_EMBED_PROVIDER": "counting"}
WIDER = {**COUNTING, "KTS_EMBED_PROVIDER": "wider"}
GERMAN = (
    "# Fristen\n\nDie K\u00fcndigungsfrist betr\u00e4gt drei\u00dfig Tage, sofern im Vertrag nichts anderes"
    " vereinbart ist. Die Mitteilung wird schriftlich gegeben und gilt mit ihrem Eingang als zugestellt.\n"
)
FLEET = "# Automobile\n\nEvery automobile is washed.\n"
PARTS = ("remittance", "escrow", "custody", "foreclosure", "insurance")


def long(changed: str = "") -> str:
    """A document of five sections that are passages of their own; one of them changed."""
    said = {part: f"The rules of {part} are these. " * 12 + (changed if part == "custody" else "") for part in PARTS}
    return "# Manual\n\n" + "\n\n".join(f"## Of {part}\n\n{text}" for part, text in said.items()) + "\n"


class Stopped:
    """Somebody presses Ctrl-C when so many texts are embedded."""

    def __init__(self, number: int) -> None:
        self._number = number

    def __call__(self, progress: VectorProgress) -> None:
        if progress.done >= self._number:
            raise KeyboardInterrupt


def ingested(index: Path, *sources: Path, environment: Mapping[str, str] = COUNTING, **options: Any) -> Any:
    with Workspace.create(str(index), environment=environment) as workspace:
        return workspace.ingest([str(source) for source in sources], **options)


def opened(index: Path, environment: Mapping[str, str] = COUNTING) -> Workspace:
    return Workspace.create(str(index), environment=environment)


def counts(index: Path, environment: Mapping[str, str] = COUNTING) -> dict[str, int]:
    with opened(index, environment) as workspace:
        return dict(workspace.status().vectors)


def problems(index: Path, environment: Mapping[str, str] = COUNTING) -> list[str]:
    with opened(index, environment) as workspace:
        return sorted({problem.kind for problem in workspace.verify(full=True).problems})


def content(index: Path) -> str:
    with opened(index) as workspace:
        return workspace.content_hash()


def notes(index: Path, question: str, environment: Mapping[str, str] = COUNTING, **options: Any) -> str:
    with opened(index, environment) as workspace:
        return "; ".join(workspace.search(question, **options).ranking.notes)


def paths(index: Path, question: str, environment: Mapping[str, str] = COUNTING, **options: Any) -> list[str]:
    with opened(index, environment) as workspace:
        return [result.citation.path for result in workspace.search(question, **options).results]
