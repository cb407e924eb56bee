"""The files of the dense index by their names, and what its manifest says of them, without numpy.

An ingest that finds nothing new asks no more than whether the index is at its generation; to load numpy for that would
be a tenth of its time.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from kts.digest import sha256

if TYPE_CHECKING:
    from pathlib import Path

FORMAT = "1"
UNREADABLE = (OSError, ValueError, TypeError, KeyError, IndexError, RecursionError)
"""What reading a manifest, or what it names, can raise when something is wrong with it."""
_OURS = re.compile(r"(\d{1,18})-\d+(\.json|\.json\.new|-\d+\.rows|-\d+\.live)")


def files(folder: Path) -> list[Path]:
    """Every file that an index may have made here."""
    try:
        return [path for path in folder.iterdir() if _OURS.fullmatch(path.name)]
    except OSError:
        return []


def manifests(folder: Path) -> list[Path]:
    """The manifests of this format, newest first."""
    named = [path for path in files(folder) if path.name.endswith(f"-{FORMAT}.json")]
    return sorted(named, key=number_of, reverse=True)


def number_of(path: Path) -> int:
    """The number in a file's name."""
    return int(path.name.partition("-")[0])


def described(path: Path) -> dict[str, Any]:
    """What a manifest says. Raises one of UNREADABLE, for instance where it does not match its checksum."""
    content = json.loads(path.read_text(encoding="ascii"))
    body: dict[str, Any] = content["index"]
    if content["checksum"] != checksum(body):
        message = f"{path.name} does not match its checksum"
        raise ValueError(message)
    return body


def checksum(body: object) -> str:
    """The checksum of what a manifest says."""
    return str(sha256(json.dumps(body, sort_keys=True).encode()).hexdigest())


def states(folder: Path, *, generation: int, model: str) -> bool:
    """Whether the newest manifest is of this generation and model, and what it names is there.

    That the files are whole is seen when they are opened.
    """
    try:
        body = described(manifests(folder)[0])
        named = [entry[part] for entry in body["segments"] for part in ("name", "live") if entry[part]]
        there = all((folder / name).is_file() for name in named)
        return there and body["generation"] == generation and (not named or body["model"] == model)
    except UNREADABLE:
        return False
