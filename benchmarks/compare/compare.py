"""KTS beside plain references and other engines: the same documents, the same questions, the same model.

`compare.py SET... [--systems NAME...]` measures and prints; it appends one JSON line a system to
`results/<date>.jsonl`. A set is a name under KTS_SHARED_DATA or a folder. A peer whose environment is absent is
skipped with a line that says so; `--install` makes it.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

sys.path.extend([str(Path(__file__).resolve().parents[1]), str(Path(__file__).resolve().parents[2] / "src")])

from systems import OURS, SYSTEMS
from task import CACHE, COLD_REPEATS, prepared

from corpus import shared

if TYPE_CHECKING:
    from collections.abc import Mapping

    from systems import System
    from task import Task

    from kts.evaluate.metrics import Evaluation

HERE = Path(__file__).resolve().parent
RESULTS = HERE / "results"
METRICS = ("ndcg@10", "recall@10", "recall@100", "mrr@10")
ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
"""Set to 1 for all: threads that wait in a loop would be counted as work."""
OFFLINE = {"ANONYMIZED_TELEMETRY": "False", "HAYSTACK_TELEMETRY_ENABLED": "False", "HF_HUB_OFFLINE": "1"}
LIMIT_S = 900
"""Seconds after which a step of a system is given up."""


class Failed(Exception):
    """A step of a system that did not come to its end."""


class Place(NamedTuple):
    """Where things are: the environments of the peers, and the index and the runs of this measurement."""

    environments: Path
    work: Path
    model: str


def main() -> None:
    """Measure every set with every system; the product first, for all others are compared with it."""
    options = _options()
    wanted = sorted((SYSTEMS[name] for name in options.systems), key=lambda system: system.name != OURS)
    with tempfile.TemporaryDirectory(prefix="kts-compare-") as work:
        _compare(options, wanted, Place(options.environments.absolute(), Path(work), options.model))


def _compare(options: argparse.Namespace, wanted: list[System], place: Place) -> None:
    ready = [system for system in wanted if _installed(system, place, install=options.install)]
    for name in options.sets:
        source = Path(name) if Path(name).is_dir() else shared(name)
        if source is None:
            sys.exit(f"the set {name} is absent: set KTS_SHARED_DATA to the folder that holds it")
        vectors = any(system.model for system in ready)
        task = prepared(source.name, source, model=options.model, vectors=vectors)
        lines = _measured(task, ready, place)
        _write(lines, options.results)
        print(_shown(lines), flush=True)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("sets", nargs="+", metavar="SET", help="a name under KTS_SHARED_DATA, or a folder")
    parser.add_argument("--systems", nargs="+", choices=SYSTEMS, default=list(SYSTEMS), metavar="NAME")
    parser.add_argument("--environments", type=Path, default=CACHE / "environments", help="one folder a peer")
    parser.add_argument("--install", action="store_true", help="make the environments that are absent")
    parser.add_argument("--model", default="minilm_onnx", help="the embedding model")
    parser.add_argument("--results", type=Path, default=RESULTS, help="folder of the JSON lines")
    return parser.parse_args()


def _python(system: System, place: Place) -> Path:
    """The interpreter of a system: for ours and the references this one."""
    return place.environments / system.index / "bin" / "python" if system.needs else Path(sys.executable)


def _installed(system: System, place: Place, *, install: bool) -> bool:
    python = _python(system, place)
    if python.exists():
        return True
    if not install:
        print(f"{system.name}: skipped, {python} is absent; --install makes it", file=sys.stderr)
        return False
    venv.create(python.parents[1], with_pip=True)
    for need in system.needs:  # one after the other: what comes first decides what the next may bring
        command = (str(python), "-m", "pip", "install", "-q", need)
        if subprocess.run(command, stdout=sys.stderr, check=False).returncode:
            print(f"{system.name}: skipped, {need} could not be installed", file=sys.stderr)
            shutil.rmtree(python.parents[1])
            return False
    return True


def _measured(task: Task, systems: list[System], place: Place) -> list[dict[str, Any]]:
    """The line of each system; one that fails says so and is left out."""
    shutil.rmtree(place.work, ignore_errors=True)
    lines: list[dict[str, Any]] = []
    ours: Evaluation | None = None
    builds: dict[str, dict[str, Any]] = {}
    for system in systems:
        try:
            line, found = _line(task, system, place, builds)
        except Failed as problem:
            print(f"{system.name}: left out, {problem}", file=sys.stderr)
            continue
        ours = found if system.name == OURS else ours
        if ours is not None and system.name != OURS:
            line["ours_less_this"] = _compared(task.name, ours, found)
        lines.append(line)
    return lines


def _line(
    task: Task, system: System, place: Place, builds: dict[str, dict[str, Any]]
) -> tuple[dict[str, Any], Evaluation]:
    """What a system found and what it cost."""
    from kts.evaluate.metrics import evaluate_run
    from kts.evaluate.runs import read_run

    index, run = place.work / system.index, place.work / f"{system.name}.trec"
    if system.index not in builds:
        builds[system.index] = _step(system, place, "build", str(task.folder), str(index))
    built = builds[system.index]
    asked = _step(system, place, "ask", str(task.folder), str(index), str(run), system.way)
    cold = [
        _step(system, place, "cold", str(task.folder), str(index), system.way)["cpu_s"] for _ in range(COLD_REPEATS)
    ]
    kept = CACHE / "runs" / task.name / run.name
    kept.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(run, kept)
    found = evaluate_run(task.collection.qrels, read_run(run))
    line = {
        **_provenance(),
        "system": system.name,
        "version": built["version"],
        "set": task.name,
        "documents": sum(1 for _ in (task.folder / "files").iterdir()),
        "questions": found.queries,
        "run": str(kept.relative_to(CACHE)),
        **{metric: found.means[metric] for metric in METRICS},
        **_costs(system, task, built, asked, statistics.median(cold)),
        "disk_bytes": sum(path.stat().st_size for path in index.rglob("*") if path.is_file()),
    }
    return line, found


def _step(system: System, place: Place, *arguments: str) -> dict[str, Any]:
    """Run one step of an adapter; its last line is what it found."""
    script = HERE / "adapters" / f"{system.adapter}.py"
    kept = {name: value for name, value in os.environ.items() if not name.startswith("KTS_") or name == "KTS_MODELS"}
    environment = {**kept, **OFFLINE, **dict.fromkeys(ONE_THREAD, "1"), "KTS_EMBED_PROVIDER": place.model}
    if system.needs:
        environment.pop("PYTHONPATH", None)
    command = (str(_python(system, place)), str(script), *arguments)
    try:
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=LIMIT_S)
    except subprocess.TimeoutExpired as late:
        message = f"{arguments[0]} took over {LIMIT_S} s"
        raise Failed(message) from late
    if done.returncode:
        message = f"{arguments[0]} ended with {done.returncode}: {done.stderr.strip()[-1500:]}"
        raise Failed(message)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def _costs(
    system: System, task: Task, built: dict[str, Any], asked: dict[str, Any], cold: float
) -> dict[str, float | None]:
    """CPU without the model and with it: an engine that embeds itself has its own part taken off, others one added."""
    own = bool(asked["embed_cpu_ms"])
    part = asked["embed_cpu_ms"] if own else task.costs.get("question_cpu_ms", {}) if system.model else {}
    times: Mapping[str, float] = asked["cpu_ms"]
    without = [spent - (part[key] if own else 0.0) for key, spent in times.items()]
    whole = [spent + (0.0 if own else part.get(key, 0.0)) for key, spent in times.items()]
    given = task.costs if system.model and not own else {}
    embedding = built["embed_cpu_s"] if own else given.get("documents_cpu_s", 0.0)
    return {
        "index_cpu_s": built["cpu_s"],
        "index_with_model_cpu_s": built["cpu_s"] + embedding,
        "query_cpu_ms_p50": _quantile(without, 0.5),
        "query_cpu_ms_p95": _quantile(without, 0.95),
        "query_with_model_cpu_ms_p50": _quantile(whole, 0.5),
        "query_with_model_cpu_ms_p95": _quantile(whole, 0.95),
        "cold_cpu_s": None if own else cold,
        "cold_with_model_cpu_s": cold + given.get("cold_cpu_s", 0.0),
        "query_rss_mb": None if own else asked["rss_mb"],
        "query_with_model_rss_mb": asked["rss_mb"] + given.get("rss_mb", 0.0),
        "index_rss_mb": built["rss_mb"],
    }


def _quantile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def _compared(name: str, ours: Evaluation, theirs: Evaluation) -> dict[str, float | int]:
    """Ours less theirs in nDCG@10, paired over the questions, with its interval."""
    from kts.evaluate.report import compare

    found = compare({name: (ours, theirs)})
    kept = ("difference", "low", "high", "p", "wins", "losses", "ties")
    return {key: found.as_json()[key] for key in kept}


def _provenance() -> dict[str, object]:
    """When, on what, and how busy that was: CPU times grow on a machine that others use."""
    return {
        "date": dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
        "python": platform.python_version(),
        "platform": f"{platform.system()} {platform.machine()}",
        "load": os.getloadavg()[0] / (os.cpu_count() or 1),
    }


def _write(lines: list[dict[str, Any]], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{dt.datetime.now(dt.UTC).date().isoformat()}.jsonl"
    with path.open("a", encoding="utf-8") as stream:
        stream.writelines(json.dumps(_rounded(line), sort_keys=True) + "\n" for line in lines)


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _rounded(each) for key, each in value.items()}
    return round(value, 6) if isinstance(value, float) else value


def _shown(lines: list[dict[str, Any]]) -> str:
    """The lines as text."""
    from kts.evaluate.report import aligned

    header = ("set", "system", *METRICS, "kts less this", "query ms", "with model", "index s", "cold s", "MB")
    return aligned([header, *(_cells(line) for line in lines)])


def _cells(line: dict[str, Any]) -> tuple[str, ...]:
    other = line.get("ours_less_this")
    return (
        line["set"],
        line["system"],
        *(f"{line[metric]:.4f}" for metric in METRICS),
        f"{other['difference']:+.4f} [{other['low']:+.4f}, {other['high']:+.4f}]" if other else "-",
        f"{line['query_cpu_ms_p50']:.2f}",
        f"{line['query_with_model_cpu_ms_p50']:.2f}",
        f"{line['index_with_model_cpu_s']:.1f}",
        f"{line['cold_with_model_cpu_s']:.2f}",
        f"{line['query_with_model_rss_mb']:.0f}",
    )


if __name__ == "__main__":
    main()
