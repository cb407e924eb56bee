"""Every JSON shape, in one place: what the command line, REST, MCP and the editor share.

Plain functions from nouns to dictionaries; nothing here decides anything. Field names are stable.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kts.search.results import metadata

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kts.config import Origin
    from kts.errors import KTSError
    from kts.ingest.vectors import VectorProgress
    from kts.records import DocumentRecord
    from kts.types import (
        Checked,
        Citation,
        DescribedImage,
        FileOutcome,
        Finding,
        IngestReport,
        Location,
        Passage,
        Problem,
        Rechecked,
        Result,
        SearchResults,
        Section,
        Status,
    )
    from kts.workspace.drift import Drift


def envelope(
    data: Any, *, confidence: float | None = None, reasoning: str = "", success: bool = True
) -> dict[str, Any]:
    """The wrapper of every output that is not an event line."""
    return {"success": success, "data": data, "confidence": confidence, "reasoning": reasoning}


def error(problem: KTSError) -> dict[str, Any]:
    """An error in the envelope."""
    data = {
        "error": problem.code,
        "message": problem.message,
        "hint": problem.hint,
        "exit_code": problem.exit_code,
        **({"path": shown(problem.path)} if problem.path else {}),
    }
    return envelope(data, reasoning=problem.message, success=False)


def shown(path: str) -> str:
    """A path as text: bytes that are no text, and control characters, escaped."""
    if path.isprintable():
        return path
    text = path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


_NAMES = ("page", "line", "byte_start", "byte_end", "paragraph", "table", "row", "cell", "slide", "shape", "sheet",
          "part", "sha256")  # fmt: skip


def location(place: Location) -> dict[str, Any]:
    """The fields of the location's kind."""
    fields: dict[str, Any] = {"kind": place.kind}
    for name in _NAMES:
        value = getattr(place, name)
        if value is not None:
            fields[name] = value
    if place.kind == "pdf":
        fields["boxes"] = [[round(edge, 2) for edge in box] for box in place.boxes]
    return fields


def citation(cited: Citation) -> dict[str, Any]:
    """A checkable pointer to a place in a file."""
    return {
        "path": cited.path,
        "uri": cited.uri,
        "title": cited.title,
        "sha256": cited.sha256,
        "version": cited.version,
        "converter": cited.converter,
        "document_id": cited.document_id,
        "passage_id": cited.passage_id,
        "start": cited.span.start,
        "end": cited.span.end,
        "text_sha256": cited.text_sha256,
        "quote": cited.quote,
        "location": location(cited.location),
    }


def search(found: SearchResults, *, explain: bool = False) -> dict[str, Any]:
    """`kts search --json`."""
    ranking = found.ranking
    data: dict[str, Any] = {
        "query": ranking.query.original,
        "generation": ranking.generation,
        "results": [_result(result, explain=explain) for result in found.results],
        "images": [image(one) for one in found.images],
        "notes": list(ranking.notes),
        "timings_ms": dict(found.timings_ms),
    }
    if explain:
        data["explanation"] = dict(ranking.explanation)
    best = found.results[0].confidence if found.results else None
    count = len(found.results)
    return envelope(data, confidence=best, reasoning=f"{count} passage{'' if count == 1 else 's'}, best first")


def _result(result: Result, *, explain: bool) -> dict[str, Any]:
    data = {
        "id": result.hit.passage.id,
        "text": result.hit.passage.text,
        "score": result.hit.score,
        "confidence": result.confidence,
        "metadata": metadata(result),
        "citation": citation(result.citation),
        "snippet": {
            "text": result.snippet,
            "start": result.snippet_span.start,
            "end": result.snippet_span.end,
            "marks": [[mark.start, mark.end] for mark in result.marks],
            "location": location(result.place),
        },
    }
    return {**data, "signals": dict(result.hit.signals)} if explain else data


def image(one: DescribedImage) -> dict[str, Any]:
    """An image that may show it, with what a model or a person says of it: no citation, because nothing is quoted."""
    return {**one._asdict(), "location": location(one.location)}


def file_outcome(line: FileOutcome) -> dict[str, Any]:
    """A line of the account."""
    return {"path": shown(line.path), "outcome": line.outcome, "reason": line.reason, "root": line.root}


_COUNTS = ("found", "indexed", "unchanged", "removed", "renamed", "skipped", "failed", "empty", "passages",
           "generation", "seconds", "withheld", "embedded", "windowed")  # fmt: skip


def ingest_done(report: IngestReport) -> dict[str, Any]:
    """The last event line of an ingest."""
    return {
        "event": "done",
        **{name: getattr(report, name) for name in _COUNTS},
        "files": [file_outcome(line) for line in report.files],
        "vectorless": vectorless(report),
        "notes": list(report.notes),
    }


def vectorless(report: IngestReport) -> list[dict[str, str]]:
    """The documents whose vectors failed, and why."""
    return [{"path": shown(path), "reason": reason} for path, reason in report.vectorless]


def embedding_progress(progress: VectorProgress) -> dict[str, Any]:
    """An event line while vectors are made."""
    return {"event": "vectors", "done": progress.done, "total": progress.total, "path": shown(progress.path)}


def ingest_progress(done: int, total: int, path: str, outcome: str) -> dict[str, Any]:
    """An event line for one file."""
    return {"event": "file", "done": done, "total": total, "path": shown(path), "outcome": outcome}


def problem(found: Problem) -> dict[str, Any]:
    """Something that verify found wrong."""
    return {"kind": found.kind, "id": found.id, "path": shown(found.path), "detail": found.detail}


def verified(checked: Checked) -> dict[str, Any]:
    """`kts verify --json` on the store."""
    data = {"checked": checked.checked, "problems": [problem(one) for one in checked.problems]}
    said = f"{checked.checked} checks, {len(checked.problems)} problems"
    return envelope(data, reasoning=said, success=not checked.problems)


def rechecked(results: Sequence[Rechecked]) -> dict[str, Any]:
    """`kts verify RESULT.json --json`."""
    failed = sum(one.status in {"changed", "gone"} for one in results)
    old = sum(one.standing.get("standing", "current") != "current" for one in results)
    said = f"{len(results)} citations, {failed} no longer hold" + (f", {old} not in force" if old else "")
    return envelope({"citations": [_rechecked(one) for one in results]}, reasoning=said, success=not failed)


def _rechecked(one: Rechecked) -> dict[str, Any]:
    data: dict[str, Any] = {**one.citation, "status": one.status, "detail": one.detail}
    if one.standing:
        data |= {name: one.standing[name] for name in ("standing", "superseded_by")}
    return {**data, "moved_to": location(one.moved_to)} if one.moved_to else data


def status(found: Status, files: Sequence[FileOutcome] | None = None, drift: Drift | None = None) -> dict[str, Any]:
    """`kts status --json`; `since` is what has happened to the files since they were read, where that was looked at."""
    data: dict[str, Any] = {
        "folder": found.folder,
        "generation": found.generation,
        "documents": found.documents,
        "passages": found.passages,
        "sections": found.sections,
        "vectors": {"ready": 0, "pending": 0, **found.vectors},
        "outcomes": dict(found.outcomes),
        "stale": found.stale,
        "model": found.model,
        "dense_generation": found.dense_generation,
        "disk_bytes": found.disk_bytes,
        "roots": [{"label": label, "path": path} for label, path in found.roots],
        "languages": list(found.languages),
        "lexical_generation": found.lexical_generation,
        "content_hash": found.content_hash,
        "ledger_head": found.ledger_head,
        "last_ingest": found.last_ingest,
        "activity": {name: dict(figures) for name, figures in found.activity.items()},
        **({"writer": found.writer} if found.writer else {}),
    }
    if drift is not None:
        from kts.workspace.drift import kinds

        data["since"] = {**drift._asdict(), "unreachable": list(drift.unreachable), "beside": kinds(drift)}
    if files is not None:
        data["files"] = [file_outcome(line) for line in files]
    return envelope(data, reasoning=f"{found.documents} documents, {found.passages} passages")


def document(record: DocumentRecord) -> dict[str, Any]:
    """A line of `kts export documents`."""
    return {
        "id": record.id,
        "root": record.root,
        "path": shown(record.path),
        "sha256": record.sha256,
        "converter": record.converter,
        "title": record.title,
        "doc_type": record.doc_type,
        "regime": record.regime,
        "language": record.language,
        "content_date": record.content_date,
        "length": record.length,
        "stale": record.stale,
        "metadata": dict(record.metadata),
    }


def passage(one: Passage) -> dict[str, Any]:
    """A line of `kts export passages`."""
    return {
        "id": one.id,
        "document_id": one.document_id,
        "section_id": one.section_id,
        "level": one.level,
        "kind": one.kind,
        "start": one.span.start,
        "end": one.span.end,
        "section": one.metadata["section"],
        "heading": one.metadata["heading"],
        "text": one.text,
    }


def section(found: tuple[str, Section]) -> dict[str, Any]:
    """A line of `kts export sections`: (document id, section)."""
    document_id, one = found
    return {
        "id": one.id,
        "document_id": document_id,
        "index": one.index,
        "parent": one.parent,
        "level": one.level,
        "number": one.number,
        "heading": one.heading,
        "start": one.span.start,
        "end": one.span.end,
    }


def settings(origins: Sequence[Origin]) -> dict[str, Any]:
    """`kts config show --json`."""
    return envelope(
        [{"name": one.name, "value": one.value, "origin": one.origin} for one in origins],
        reasoning=f"{sum(one.origin != 'default' for one in origins)} settings are not at their default",
    )


def examined(findings: Sequence[Finding]) -> dict[str, Any]:
    """`kts doctor --json`."""
    bad = sum(finding.state == "problem" for finding in findings)
    return envelope([finding._asdict() for finding in findings], reasoning=f"{bad} problems", success=not bad)


def evaluated(data: Mapping[str, Any]) -> dict[str, Any]:
    """`kts eval --json`."""
    return envelope(dict(data), reasoning=f"nDCG@10 {data.get('ndcg@10', 0.0):.4f} over {data['queries']} queries")
