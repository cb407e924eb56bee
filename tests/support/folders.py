"""Folders of documents that tests read, and the ways in which people change them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

TOPICS = ("remittance", "escrow", "custody", "foreclosure", "insurance", "taxes", "advances", "audit")


def document(number: int, *, edition: int = 1) -> str:
    """A short policy; every number and edition has words of its own."""
    topic = TOPICS[number % len(TOPICS)]
    return (
        f"# Policy {number} on {topic}\n\n"
        f"Rule P-{number:03d} of edition {edition} is about {topic}. The servicer answers within {number + 2} days.\n\n"
        f"## Exceptions to {topic}\n\n"
        f"No exception is granted without form F-{number}{edition}. The word of this text is mark{number}x{edition}.\n"
    )


def written(folder: Path, texts: Mapping[str, str]) -> Path:
    """`folder` with these files."""
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def policies(folder: Path, count: int, *, edition: int = 1) -> Path:
    """`folder` with `count` policies, all of one edition."""
    return written(folder, {f"p{number:02d}.md": document(number, edition=edition) for number in range(count)})


def changed(folder: Path) -> Path:
    """Twelve policies after an afternoon's work: 3 new, 3 changed, 2 removed, 2 renamed."""
    written(folder, {f"new{number}.md": document(20 + number) for number in range(3)})
    written(folder, {f"p0{number}.md": document(number, edition=2) for number in range(3)})
    for number in (3, 4):
        (folder / f"p0{number}.md").unlink()
    for number in (5, 6):
        (folder / f"p0{number}.md").rename(folder / f"renamed{number}.md")
    return folder
