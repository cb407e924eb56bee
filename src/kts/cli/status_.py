"""`kts status`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kts.cli.output import clean, echo, print_json, size
from kts.cli.spoken import SHARED, Option, Spoken
from kts.ingest.remedies import remedy

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kts.types import FileOutcome, Status
    from kts.workspace.drift import Drift

TICKETS = {
    "valid": "valid",
    "classification_confidence": "confidence of the class",
    "auto_rate": "sent at once",
    "escalation_rate": "handed over",
}
SKIPPED = "tables of contents, in a language that the model does not read, or of `embed.exclude`: found by words"
"""Why a passage has no vector though nothing failed."""
MANY = " (many at once only with --confirm-delete)"
"""What a removal may need."""
LISTED = 6
"""Calls, and stages, of a server that are told (a default: what fits on a line or two)."""
LEAST_MS = 0.05
"""Milliseconds below which a stage is not worth telling: it would read 0.0."""
RETRIEVED = {"mean_similarity": "similarity", "truncation_rate": "context cut"}
"""Shares and means of tickets (SPEC MON), and how they are told."""


def command(*, kb: str | None, as_json: bool, with_files: bool) -> int:
    """Show what the index holds and how it is."""
    from kts.cli.remote import counted, opened
    from kts.cli.served import served

    with opened(kb) as workspace:
        found = workspace.status()
        files = workspace.files() if with_files else None
        drift = workspace.drift()
    from kts.server.wire import shown

    counts = counted(kb)
    server = served(counts) if counts else None
    if as_json:
        from kts.server.wire import status

        shape = _with_remedies(status(found, files, drift))
        print_json({**shape, "data": {**shape["data"], **({"server": server} if server else {})}})
        return 0
    _show(found, drift, server, _absent(kb))
    for line in files or ():
        _show_file(line)
    for entry in drift.beside if with_files else ():
        echo(f"{'not read':<12} {shown(entry.root)}/{shown(entry.path)}: {clean(entry.kind)}")
    return 0


SPOKEN = Spoken(
    "status",
    "",
    (
        Option(("--files",), "with_files", "List every file with its outcome, reason and remedy.", flag=True),
        *SHARED.values(),
    ),
    "Example: kts status --files",
    command,
)


def _absent(kb: str | None) -> list[tuple[str, str]]:
    """A row for each model that the settings name and that is not here."""
    from kts.workspace.examine import absent_models

    return [(one.subject, one.detail) for one in absent_models(kb)]


def _show(found: Status, drift: Drift, server: Mapping[str, Any] | None, absent: Sequence[tuple[str, str]]) -> None:
    rows = [
        ("index", found.folder),
        ("holds", f"{found.documents} documents, {found.passages} passages, {found.sections} sections"),
        ("languages", ", ".join(found.languages) or "none"),
        ("generation", f"{found.generation}, of {found.last_ingest or 'never'}"),
        ("files", ", ".join(f"{number} {name}" for name, number in found.outcomes.items()) or "none"),
        ("beside them", _beside(drift)),
        ("since then", _since(drift)),
        ("lexical index", _lag(found)),
        ("vectors", _vectors(found)),
        *absent,
        ("disk", size(found.disk_bytes)),
        ("writer", f"pid {found.writer} is at work" if found.writer else "none at work"),
    ]
    rows += [("source", f"{label}: {path}") for label, path in found.roots]
    if found.stale:
        rows.append(("stale", f"{found.stale} files could not be read again; their last good version serves"))
    rows += _activity(found.activity)
    rows += _server(server) if server else []
    for name, text in rows:
        if text:
            echo(f"{name:<14} {clean(text)}")


def _beside(drift: Drift) -> str:
    """What lies in the sources and is never read, by its kind."""
    from kts.workspace.drift import kinds

    counts = "; ".join(f"{kind}: {number}" for kind, number in kinds(drift).items())
    return f"{counts} (kts status --files)" if counts else ""


def _since(drift: Drift) -> str:
    """What has happened to the files since the last ingest, and what makes up for it."""
    counts = {"new": drift.new, "changed": drift.changed, "gone": drift.gone}
    said = ", ".join(f"{number} {name}" for name, number in counts.items() if number)
    parts = [
        f"{said}: kts ingest takes note{MANY if drift.gone else ''}" if said else "no file is new, changed or gone"
    ]
    parts += [f"the source {label} cannot be reached" for label in drift.unreachable]
    parts += (
        [f"an ingest broke off after {drift.unfinished} more files: kts ingest goes on"] if drift.unfinished else []
    )
    return "; ".join(parts)


def _activity(found: Mapping[str, Any]) -> list[tuple[str, str]]:
    """How the newest answers and tickets went, where there are any."""
    rows = []
    answers, said, tickets = (found.get(name, {"count": 0}) for name in ("answers", "feedback", "tickets"))
    if answers["count"]:
        rows += [
            ("answers", f"the newest {answers['count']}: {_counts(answers['verdicts'])}"),
            ("confidence", f"{_tenths(answers['confidence'])} answers by tenth, from 0 to 1"),
        ]
    if said["count"]:
        rows.append(("feedback", f"{_counts(said['verdicts'])}; first place right {_share(said['top1_relevance'])}"))
    if tickets["count"]:
        rows += [("tickets", f"the newest {tickets['count']}: {_shares(tickets, TICKETS)}")]
        rows += [("", _shares(tickets, RETRIEVED)), ("", f"{tickets['context_tokens'] or 0:.0f} tokens of context")]
    return rows


def _server(found: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What the running server has done since it began."""
    often = sorted(found["calls"].items(), key=lambda one: (-one[1]["count"], one[0]))
    calls = [f"{one['count']} {name}, {one['mean_ms']:.0f} ms each" for name, one in often]
    spent = {name: ms for name, ms in found["stages_ms"].items() if name != "total" and ms >= LEAST_MS}
    stages = [f"{name} {ms:.1f} ms" for name, ms in sorted(spent.items(), key=lambda one: (-one[1], one[0]))]
    rows = [("server", f"{_first(calls) or 'no calls yet'}; {found['failed']} failed, {found['refused']} refused")]
    rows += [("stages", f"the longest: {_first(stages)}")] if stages else []
    rows += [("", f"{found['fall_backs']} searches fell back to words, {found['empty_results']} found nothing")]
    return rows


def _first(parts: Sequence[str]) -> str:
    more = f"; {len(parts) - LISTED} more: kts status --json" if len(parts) > LISTED else ""
    return f"{'; '.join(parts[:LISTED])}{more}"


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{number} {name}" for name, number in counts.items())


def _tenths(bins: Sequence[int]) -> str:
    return " ".join(map(str, bins))


def _shares(figures: Mapping[str, Any], names: Mapping[str, str]) -> str:
    return ", ".join(f"{text} {_share(figures[name])}" for name, text in names.items())


def _share(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


def _vectors(found: Status) -> str:
    if found.model is None:
        return "none: searched by words alone"
    why = {"skipped": f" ({SKIPPED})", "made": " (they serve once all of their document are)"}
    counts = ", ".join(f"{number} {state}{why.get(state, '')}" for state, number in sorted(found.vectors.items()))
    counts = counts or "none"
    left = found.vectors.get("pending") or found.vectors.get("made")
    counts += ": kts ingest makes the rest" if left and not found.writer else ""
    lag = "" if found.dense_generation == found.generation else "; the index catches up on the next search"
    return f"{counts} ({found.model['provider_id']}, {found.model['dims']} dimensions){lag}"


def _lag(found: Status) -> str:
    if found.lexical_generation == found.generation:
        return "up to date"
    return f"at generation {found.lexical_generation}: it catches up on the next search"


def _with_remedies(shape: dict[str, Any]) -> dict[str, Any]:
    """The same, each file with what can be done about it."""
    if "files" not in shape["data"]:
        return shape
    files = [{**line, "remedy": remedy(line["outcome"], line["reason"])} for line in shape["data"]["files"]]
    return {**shape, "data": {**shape["data"], "files": files}}


def _show_file(line: FileOutcome) -> None:
    from kts.server.wire import shown

    reason = f": {clean(line.reason)}" if line.reason else ""
    echo(f"{line.outcome:<12} {shown(line.root)}/{shown(line.path)}{reason}")
    advice = remedy(line.outcome, line.reason)
    if advice:
        echo(f"{'':<12} -> {advice}")
