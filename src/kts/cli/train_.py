"""`kts train`."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kts.cli.eval_ import indexed
from kts.cli.group import options
from kts.cli.output import print_json, writing
from kts.errors import CheckFailed, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from kts.evaluate.judged import Place, Question
    from kts.evaluate.ranking import Candidates, Gain, Report
    from kts.workspace import Workspace
    from kts.workspace.training import Asked

PLACE, FILE = 2.0, 1.0
"""Grades of a passage that holds the place that was judged, and of another of its file."""


@click.group("train")
def command() -> None:
    """Fit a part of the product to judged data of your own."""


@command.command("ranker", epilog="Example: kts train ranker --qrels questions.jsonl")
@click.option(
    "--qrels",
    "paths",
    multiple=True,
    required=True,
    type=click.Path(exists=True),
    metavar="PATH",
    help="Judged questions over this index (.jsonl), or a folder with corpus, queries and qrels; several may be given.",
)
@click.option("--out", type=click.Path(dir_okay=False), help="Where the ranker is written (default: into the index).")
@click.option("--force", is_flag=True, help="Keep it although nothing shows that it orders better.")
@options("kb", "json")
def ranker(*, kb: str | None, as_json: bool, paths: tuple[str, ...], out: str | None, force: bool) -> int:
    """Fit the ranker to judged questions, and measure it on questions that it was not fitted on.

    It is kept only where it orders them better than the fused list does; then `search.ranker = "fitted"` uses it.
    """
    from kts.evaluate.ranking import trained
    from kts.search.signals import JUDGED, NAMES

    sets = {Path(path).stem: list(_candidates(Path(path), kb, JUDGED)) for path in paths}
    report = trained(sets, NAMES)
    better = report.pooled.difference.low > 0
    place = _keep(report, kb, out) if better or force else ""
    if as_json:
        from kts.server.wire import envelope

        print_json(envelope(_said(report, place), reasoning="measured on questions that were left out"))
    else:
        _show(report, place)
    return 0 if place else CheckFailed.exit_code


def _keep(report: Report, kb: str | None, out: str | None) -> str:
    from kts.workspace import Workspace

    if not out:
        with Workspace.nearest(kb) as workspace:
            return str(workspace.keep_ranker(report.value))
    import json

    with writing(out):
        Path(out).write_text(json.dumps(report.value, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return out


def _candidates(path: Path, kb: str | None, columns: Sequence[str]) -> Iterator[Candidates]:
    """The candidates of each judged question of a file over the index, or of a folder that is indexed for it."""
    if path.is_file():
        from kts.evaluate.judged import read_questions
        from kts.workspace import Workspace

        questions = [question for question in read_questions(path) if question.answerable]
        with Workspace.nearest(kb) as workspace:
            yield from _over(workspace, [_asked(question) for question in questions], map(_best, questions), columns)
        return
    from kts.evaluate.qrels import read_collection

    if not (path / "corpus.jsonl").is_file():
        message = f"{path} holds no corpus.jsonl"
        raise UsageError(
            message, hint="a folder of corpus.jsonl, queries.jsonl and qrels.tsv, or a .jsonl of questions"
        )
    collection = read_collection(path)
    with tempfile.TemporaryDirectory(prefix="kts-train-") as place:
        workspace, names = indexed(path / "corpus.jsonl", Path(place))
        with workspace:
            judged = [(text, collection.qrels[key]) for key, text in collection.judged.items()]
            asked = [_collected(text, found, names) for text, found in judged]
            best = (tuple(sorted(map(float, found.values()), reverse=True)) for _, found in judged)
            yield from _over(workspace, asked, best, columns)


def _asked(question: Question) -> Asked:
    from kts.evaluate.judged import holds_quote
    from kts.workspace.training import Asked

    def grade(path: str, text: str, _start: int, _end: int) -> float:
        there = [place for place in question.places if place.file == path]
        if any(holds_quote(text, place.quote) for place in there):
            return PLACE
        return FILE if there else 0.0

    return Asked(question.question, grade)


def _best(question: Question) -> tuple[float, ...]:
    places: Sequence[Place] = question.places
    return (PLACE,) * len({place.file for place in places})


def _collected(text: str, judged: Mapping[str, int], names: Mapping[str, str]) -> Asked:
    from kts.workspace.training import Asked

    return Asked(text, lambda path, _text, _start, _end: float(max(0, judged.get(names[path], 0))))


def _over(workspace: Workspace, asked: Sequence[Asked], best: Any, columns: Sequence[str]) -> Iterator[Candidates]:
    from kts.evaluate.ranking import Candidates

    for example, ideal in zip(workspace.examples(asked), best, strict=True):
        given = {name: example.columns.get(name, ()) for name in columns}
        yield Candidates(given, example.grades, example.documents, ideal)


def _said(report: Report, place: str) -> dict[str, Any]:
    shape: Callable[[Gain], dict[str, Any]] = lambda gain: {  # noqa: E731
        "questions": gain.questions,
        "fused": round(gain.fused, 4),
        "ranked": round(gain.ranked, 4),
        "difference": [round(value, 4) for value in gain.difference],
    }
    sets = {name: shape(gain) for name, gain in report.sets.items()}
    return {"kept": place, "sets": sets, "pooled": shape(report.pooled)}


def _show(report: Report, place: str) -> None:
    for name, gain in [*report.sets.items(), ("all", report.pooled)]:
        low, high = gain.difference.low, gain.difference.high
        click.echo(
            f"{name:<20} {gain.questions:>5} questions  nDCG@10 {gain.fused:.4f} -> {gain.ranked:.4f}"
            f"  {gain.difference.mean:+.4f} [{low:+.4f}, {high:+.4f}]"
        )
    if place:
        click.echo(f"kept: {place}; search.ranker = fitted uses it")
    else:
        click.echo("not kept: it does not order better than the fused list; --force keeps it", err=True)
