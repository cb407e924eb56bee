"""How well files are converted: outcomes by format, and agreement with another program's Markdown.

Every file of the `parser-files` set is converted as the product does it (`kts.ingest.convert.choose` and the
registry), each in a child process with limits of CPU time and memory. Two tables come out:

(a) outcomes against `expect` of the set's manifest, a guess from name and magic bytes: `text` must give text,
`empty` and `encrypted` must say so, anything may become of `hostile-or-damaged` files but a crash, more than
30 CPU seconds or more than 2 GiB;

(b) agreement with docling's own Markdown, a reference and no hand-made truth, as F1 of tokens (multiset of
lower-cased words), of headings, and of table cells (text, left neighbour, column header). Hidden text does not
count. A file without headings or tables on either side has no figure for them. `judged_references` has what was found
where the two differ: the means are printed against the reference as it is, against one whose errors are mended, and
against one that is mended in matters of taste, too.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import signal
import sys
import tempfile
import time
from collections import Counter, defaultdict
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

import judged_references
from kts import registry
from kts.config import IngestSettings
from kts.ingest.convert.run import converted
from kts.ingest.kit import Kit
from text_agreement import MEASURES, agreement, content, f1

if TYPE_CHECKING:
    from collections.abc import Iterable

    from judged_references import Judged
    from text_agreement import Agreement, Content

ROOT = Path(__file__).resolve().parent.parent
DATA = Path(os.environ.get("KTS_SHARED_DATA") or ROOT.parent / "shared" / "data")
JUDGED = ROOT / "evaluation" / "conversion" / "judged.json"
"""What was found where the reference and we differ, file by file."""
MENDED: dict[str, frozenset[str]] = {
    "reference as it is": frozenset(),
    "its errors mended": judged_references.WRONG,
    "its errors and matters of taste mended": judged_references.WRONG_OR_TASTE,
}
"""The three ways in which the reference is compared with, by verdict of `judged_references`."""
CPU_S = 30
"""CPU seconds for a file (the product's limit of a job)."""
MEMORY = 2 * 1024**3
"""Bytes of address space for a file (the product's limit of a job)."""
WALL_S = 4 * CPU_S
"""Seconds after which a child is killed from outside, whatever it does."""
LIBRARIES = ("lxml", "olefile", "openpyxl", "pypdfium2", "python-docx", "python-pptx", "xlrd")
"""What a scoreboard names."""
TEXT = frozenset({"ok", "partial"})
LOST = frozenset({"crashed", "timeout", "memory"})
"""Outcomes that no file may have."""
FINE: dict[str, frozenset[str]] = {
    "text": TEXT,
    "empty": frozenset({"empty"}),
    "encrypted": frozenset({"encrypted"}),
}
"""What may become of the files of an expectation; of others anything that is not `LOST`."""


@dataclass(frozen=True, slots=True)
class Converted:
    """What became of one file. `text` is what a reader sees of it: hidden ranges are cut out."""

    path: str
    outcome: str
    reason: str = ""
    text: str = ""
    hidden: int = 0
    cpu_s: float = 0.0
    memory: int = 0


# -- conversion, one child a file -----------------------------------------------------------------------------------


def kit() -> Kit:
    """The product's converters with its default settings."""
    converters = {name: registry.load("converters", name)() for name in registry.names("converters")}
    return Kit(converters, registry.load("sectioners", "structure")(), IngestSettings())


def convert(folder: Path, path: str, chosen: Kit) -> Converted:
    """Convert a file in a child of its own; what the child does not survive is an outcome too."""
    with tempfile.TemporaryFile() as channel:
        pid = os.fork()
        if not pid:
            _child(folder / path, channel.fileno(), chosen)
        status, usage = _wait(pid)
        channel.seek(0)
        said = channel.read()
    cpu_s, memory = round(usage.ru_utime + usage.ru_stime, 3), usage.ru_maxrss * 1024
    if os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0 and said:
        return Converted(path, **json.loads(said), cpu_s=cpu_s, memory=memory)
    outcome, reason = _died(status, cpu_s)
    return Converted(path, outcome, reason, cpu_s=cpu_s, memory=memory)


def _child(file: Path, channel: int, chosen: Kit) -> None:
    """Never returns."""
    code = 1
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (CPU_S, CPU_S + 1))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 2)
        _write(channel, _said(file, chosen))
        code = 0
    except MemoryError:
        code = 3
    finally:
        os._exit(code)


def _said(file: Path, chosen: Kit) -> bytes:
    conversion = converted(file.read_bytes(), file.name, chosen)
    text, hidden = conversion.text, sorted(conversion.source_map.hidden)
    for mark in reversed(hidden):
        text = f"{text[: mark.start]} {text[mark.end :]}"
    outcome = "memory" if "MemoryError" in conversion.reason else conversion.outcome
    size = sum(mark.end - mark.start for mark in hidden)
    return json.dumps({"outcome": outcome, "reason": conversion.reason, "text": text, "hidden": size}).encode()


def _write(channel: int, said: bytes) -> None:
    while said:
        said = said[os.write(channel, said) :]


def _wait(pid: int) -> tuple[int, resource.struct_rusage]:
    end = time.monotonic() + WALL_S
    while True:
        found, status, usage = os.wait4(pid, os.WNOHANG)
        if found:
            return status, usage
        if time.monotonic() > end:
            os.kill(pid, signal.SIGKILL)
            end = float("inf")
        time.sleep(0.002)


def _died(status: int, cpu_s: float) -> tuple[str, str]:
    if os.WIFEXITED(status):
        code = os.WEXITSTATUS(status)
        return ("memory" if code == 3 else "crashed"), f"exit {code}"
    name = signal.Signals(os.WTERMSIG(status)).name
    slow = name == "SIGXCPU" or (name == "SIGKILL" and cpu_s > CPU_S / 2)
    return ("timeout" if slow or name == "SIGKILL" else "crashed"), name


# -- references -------------------------------------------------------------------------------------------------------


def references(folder: Path) -> dict[str, Path]:
    """Path of a file in the set -> its reference; references whose file is not in the set are left out."""
    found = {}
    for reference in sorted((folder / "docling-reference-md").glob("*.md")):
        for name in (reference.name.removesuffix(".md"), f"{reference.name.removesuffix('.md')}.pdf"):
            if (folder / "docling" / name).is_file():
                found[f"docling/{name}"] = reference
                break
    return found


# -- the tables -----------------------------------------------------------------------------------------------------


def suffix(path: str) -> str:
    """The format by which a file is counted."""
    return Path(path).suffix.lower().lstrip(".") or "none"


def outcome_rows(done: Iterable[Converted], expected: dict[str, str]) -> list[dict[str, Any]]:
    """One row for each format and expectation."""
    groups: dict[tuple[str, str], list[Converted]] = defaultdict(list)
    for one in done:
        groups[suffix(one.path), expected[one.path]].append(one)
    return [
        {
            "format": kind,
            "expect": expect,
            "files": len(group),
            "fine": sum(is_fine(one, expect) for one in group),
            "outcomes": dict(sorted(Counter(one.outcome for one in group).items())),
        }
        for (kind, expect), group in sorted(groups.items())
    ]


def is_fine(one: Converted, expect: str) -> bool:
    """Whether the outcome is one that the expectation allows."""
    return one.outcome in FINE[expect] if expect in FINE else one.outcome not in LOST


def macro(rows: Iterable[Agreement]) -> list[dict[str, Any]]:
    """Means by format and over all files; a file without a figure does not count in it."""
    groups: dict[str, list[Agreement]] = defaultdict(list)
    for row in rows:
        groups[suffix(row.path)].append(row)
        groups["all"].append(row)
    order = sorted(groups, key=lambda kind: (kind == "all", kind))
    return [{"format": kind, "files": len(groups[kind]), **_means(groups[kind])} for kind in order]


def _means(rows: list[Agreement]) -> dict[str, float | None]:
    means: dict[str, float | None] = {}
    for name in MEASURES:
        values = [value for row in rows if (value := getattr(row, name)) is not None]
        means[name] = round(sum(values) / len(values), 4) if values else None
    return means


def _show_outcomes(done: list[Converted], expected: dict[str, str]) -> None:
    print(f"{'format':<9}{'expect':<20}{'files':>5}{'fine':>6}  outcomes")
    rows = outcome_rows(done, expected)
    for row in rows:
        found = ", ".join(f"{name} {count}" for name, count in row["outcomes"].items())
        print(f"{row['format']:<9}{row['expect']:<20}{row['files']:>5}{row['fine']:>6}  {found}")
    print(f"{'all':<29}{sum(row['files'] for row in rows):>5}{sum(row['fine'] for row in rows):>6}")
    for one in done:
        if one.outcome in LOST:
            print(f"LOST     {one.path}: {one.outcome} {one.reason} ({one.cpu_s:.1f} s, {one.memory / 1e6:.0f} MB)")
        elif not is_fine(one, expected[one.path]):
            wanted = "NO TEXT " if expected[one.path] == "text" else "OTHER   "
            print(f"{wanted} {one.path}: {one.outcome} {one.reason[:120]}")
    for one in sorted(done, key=lambda one: -one.cpu_s)[:5]:
        print(f"slowest  {one.path}: {one.cpu_s:.1f} CPU s")
    for one in sorted(done, key=lambda one: -one.memory)[:5]:
        print(f"largest  {one.path}: {one.memory / 1e6:.0f} MB")


def _show_agreement(rows: list[Agreement], means: dict[str, list[dict[str, Any]]]) -> None:
    print(f"\n{'tokens':>8}{'headings':>9}{'cells':>8}  F1 against the reference")
    for row in sorted(rows, key=lambda row: (suffix(row.path), row.path)):
        print(f"{_figure(row.tokens)}{_figure(row.headings):>9}{_figure(row.cells)}  {row.path}")
    for name, lines in means.items():
        print(f"\n{'tokens':>8}{'headings':>9}{'cells':>8}  mean, {name}")
        for line in lines:
            figures = f"{_figure(line['tokens'])}{_figure(line['headings']):>9}{_figure(line['cells'])}"
            print(f"{figures}  {line['format']} ({line['files']})")


def _show_judged(texts: dict[str, Content], truth: dict[str, Content], judged: tuple[Judged, ...]) -> None:
    print("\nwho is right where the two differ, and what the reference does")
    for entry in judged:
        if entry.path in texts:
            print(f"{entry.right:<10}{entry.path} ({entry.measure}): {entry.reference}")
    for path, name, missing, surplus in judged_references.unjudged(texts, truth, judged):
        print(f"LOOK AGAIN {path} ({name}): only the reference has {missing[:9]}, only we have {surplus[:9]}")


def _figure(value: float | None) -> str:
    return f"{'-' if value is None else format(value, '.3f'):>8}"


def _show_one(one: Converted, reference: Content | None) -> None:
    print(f"{one.path}: {one.outcome} {one.reason} ({one.cpu_s:.1f} s, {len(one.text):,} characters)")
    if reference is None:
        print(one.text[:2000])
        return
    ours = content(one.text)
    for name in MEASURES:
        mine, theirs = getattr(ours, name), getattr(reference, name)
        score = f1(mine, theirs)
        print(f"\n{name}: F1 {_figure(score).strip()}, ours {mine.total()}, reference {theirs.total()}")
        _show_difference("missing", theirs - mine)
        _show_difference("surplus", mine - theirs)


def _show_difference(name: str, found: Counter[Any]) -> None:
    shown = [f"{key!r}" + (f" x{count}" if count > 1 else "") for key, count in found.most_common(200)]
    separator = ", " if all(isinstance(key, str) and " " not in key for key in found) else "\n    "
    print(f"  {name} ({found.total()}): {separator.join(shown)}")


def main() -> int:
    """Print the tables, or what one file misses; exit 1 when a file was lost."""
    options = _options()
    folder = DATA / "parser-files"
    lines = (folder / "manifest.jsonl").read_text(encoding="utf-8").splitlines()
    expected = {row["path"]: row["expect"] for row in map(json.loads, lines)}
    paths = [path for path in sorted(expected) if _wanted(path, options) and (folder / path).is_file()]
    if not paths:
        sys.exit("no file of the set has that name or format")
    chosen, known = kit(), references(folder)
    done = [convert(folder, path, chosen) for path in paths]
    truth = {one.path: content(known[one.path].read_text("utf-8")) for one in done if one.path in known}
    texts = {one.path: content(one.text) for one in done if one.path in known}
    rows = _agreements(texts, truth, (), frozenset())
    judged = judged_references.read(JUDGED)
    means = {name: macro(_agreements(texts, truth, judged, verdicts)) for name, verdicts in MENDED.items()}
    summary = {"outcomes": outcome_rows(done, expected), "means": means, "agreement": list(map(asdict, rows))}
    if options.out:
        board = {
            **made_with(chosen),
            **summary,
            "files": [_kept(one, "path", "outcome", "reason", "hidden") for one in done],
        }
        options.out.write_text(json.dumps(board, indent=1, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")
    if options.json:
        files = [{name: value for name, value in asdict(one).items() if name != "text"} for one in done]
        print(json.dumps({**summary, "files": files}, sort_keys=True))
    elif options.file:
        for one in done:
            _show_one(one, truth.get(one.path))
    else:
        _show_outcomes(done, expected)
        _show_agreement(rows, means)
        _show_judged(texts, truth, judged)
    return 1 if any(one.outcome in LOST for one in done) else 0


def _agreements(
    texts: dict[str, Content], truth: dict[str, Content], judged: tuple[Judged, ...], verdicts: frozenset[str]
) -> list[Agreement]:
    """The figures of all files, the references mended where one of these verdicts was given."""
    return [
        agreement(path, ours, judged_references.mended(path, truth[path], judged, verdicts))
        for path, ours in texts.items()
    ]


def made_with(chosen: Kit) -> dict[str, Any]:
    """What a scoreboard belongs to: the day, and the versions of the converters and of what they read with."""
    libraries = {name: metadata.version(name) for name in LIBRARIES}
    converters = {name: converter.version for name, converter in sorted(chosen.converters.items())}
    versions = {"python": platform.python_version(), "libraries": libraries, "converters": converters}
    return {"date": datetime.now(UTC).date().isoformat(), "versions": versions}


def _kept(one: Converted, *names: str) -> dict[str, Any]:
    return {name: value for name, value in asdict(one).items() if name in names and value}


def _wanted(path: str, options: argparse.Namespace) -> bool:
    return (not options.format or suffix(path) == options.format) and (not options.file or options.file in path)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--format", default="", help="only files with this suffix, e.g. pdf")
    parser.add_argument("--file", default="", help="only files whose path holds this; shows what is missing")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument("--out", type=Path, help="write the scoreboard there, without times and sizes")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
