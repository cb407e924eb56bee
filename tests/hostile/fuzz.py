"""Mutated files through the sandbox: whatever a file is, its conversion ends, and costs nobody else anything.

python tools/fuzz.py --files 10000 --seed 1 --keep lost/
"""

from __future__ import annotations

import hashlib
import random
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from hostile.case import World
from hostile.generate import few, sound_files
from hostile.mutate import mutated
from kts import registry
from kts.config import IngestSettings
from kts.ingest.jobs import Job, Limits, recipe
from kts.ingest.kit import Kit
from kts.ingest.sandbox import Sandbox
from kts.types import SourceFile

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterable, Iterator

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
LARGEST = 60_000
"""Bytes of a sample that is worth mutating: damage in a large one is found less often."""
HOSTILE = 20_000
"""Bytes of a hostile file that is mutated further."""
LIMITS = Limits(cpu_s=10)
"""A third of the product's time: what takes longer than this is a defect on the way."""
FAILURES = frozenset({"crashed", "timeout", "memory"})


class Lost(NamedTuple):
    """A file whose conversion did not end by itself."""

    name: str
    outcome: str
    reason: str
    content: bytes


def seeds(kit: Kit, *, samples: bool = True) -> tuple[tuple[str, bytes], ...]:
    """What is mutated, of the formats that are read: sound files, hostile ones, small ones of the sample folder."""
    found = [(path.name, path.read_bytes()) for path in sorted(SAMPLES.rglob("*")) if samples and _fits(path)]
    attacks = [(case.path.rpartition("/")[2], case.content) for case in few(World(0)) if len(case.content) <= HOSTILE]
    return tuple(one for one in (*sorted(sound_files().items()), *attacks, *found) if kit.reads(one[0]))


def _fits(path: Path) -> bool:
    return path.is_file() and path.stat().st_size <= LARGEST


def fuzzed(count: int, seed: int, given: tuple[tuple[str, bytes], ...]) -> Iterator[tuple[str, bytes]]:
    """`count` mutated files, the formats in turn; the same ones for the same seed and seeds."""
    draw = random.Random(seed)  # noqa: S311  # the same files in every run
    by_suffix: dict[str, list[tuple[str, bytes]]] = {}
    for name, content in given:
        by_suffix.setdefault(name.rpartition(".")[2], []).append((name, content))
    suffixes = sorted(by_suffix)
    for number in range(count):
        group = by_suffix[suffixes[number % len(suffixes)]]
        (name, content), (_, other) = draw.choice(group), draw.choice(group)
        yield f"{number:05d}-{name}", mutated(content, draw, other=other)


def product() -> Kit:
    """The product's converters with its default settings."""
    converters = {name: registry.load("converters", name)() for name in registry.names("converters")}
    return Kit(converters, registry.load("sectioners", "structure")(), IngestSettings())


def outcomes(
    files: Iterable[tuple[str, bytes]], kit: Kit, *, workers: int = 0, limits: Limits = LIMITS
) -> Iterator[tuple[str, bytes, str, str]]:
    """(name, content, outcome, reason) of each file that a converter takes, prepared too."""
    jobs = (job for name, content in files if (job := _job(name, content, kit)))
    with Sandbox(recipe(kit), workers=workers, limits=limits) as sandbox:
        for job, result in sandbox.through(jobs):
            yield job.name, job.content, result.outcome if result else "crashed", result.reason if result else ""


def _job(name: str, content: bytes, kit: Kit) -> Job | None:
    converter = kit.converter_for(content, name=name)
    if converter is None:
        return None
    source = SourceFile("fuzz", name, len(content), 1, hashlib.sha256(content).hexdigest())
    return Job(source, content, converter, "")


def lost(found: Iterable[tuple[str, bytes, str, str]], counts: Counter[str]) -> Iterator[Lost]:
    """Those that did not end by themselves; all are counted by outcome."""
    for name, content, outcome, reason in found:
        counts[outcome] += 1
        if outcome in FAILURES:
            yield Lost(name, outcome, reason, content)
