"""`kts eval`."""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kts.cli.group import options
from kts.cli.ingest_ import show_embedding, show_progress
from kts.cli.output import clean, print_json, writing
from kts.errors import CheckFailed
from kts.trace import record

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kts.evaluate.judged import Question
    from kts.evaluate.metrics import Evaluation
    from kts.workspace import Workspace

SHOWN_FOR_QUESTIONS = 10
"""Passages looked at for a judged question."""
Run = dict[str, tuple[tuple[str, float], ...]]


@click.command("eval", epilog="Example: kts eval --data scifact --k 100 --run-out ours.run")
@click.option("--data", type=click.Path(exists=True, file_okay=False), help="Folder with corpus, queries and qrels.")
@click.option("--questions", type=click.Path(exists=True, dir_okay=False), help="Judged questions over an index.")
@click.option("--mode", type=click.Choice(["lexical", "dense", "hybrid"]), help="How passages are found.")
@click.option("--k", "depth", type=click.IntRange(1, 1000), default=100, help="Depth of the ranking.")
@click.option("--run-out", type=click.Path(dir_okay=False), help="Write the ranking as a TREC run.")
@click.option("--compare", type=click.Path(exists=True, dir_okay=False), help="A TREC run to compare with, paired.")
@click.option("--answers", is_flag=True, help="With --questions: whether answers are right, not only passages found.")
@click.option("--min-ndcg", type=float, help="Exit 4 when nDCG@10 is below this.")
@click.option("--ablate", is_flag=True, help="Switch every optional stage the other way and compare, paired.")
@options("kb", "json")
def command(*, kb: str | None, as_json: bool, data: str | None, questions: str | None, **given: Any) -> int:
    """Measure retrieval: on a folder of corpus.jsonl, queries.jsonl and qrels.tsv, or on judged questions.

    With --data the documents are indexed in --kb, to be used again, or else in a folder that is removed.
    """
    if bool(data) == bool(questions):
        message = "name either --data or --questions"
        raise click.UsageError(message)
    if questions:
        unused = [name for name in ("run_out", "compare", "min_ndcg", "ablate") if given[name] not in {None, False}]
        if unused:
            message = f"--{unused[0].replace('_', '-')} goes with --data"
            raise click.UsageError(message)
        if given["answers"]:
            return _answers(Path(questions), kb, mode=given["mode"], as_json=as_json)
        return _questions(Path(questions), kb, mode=given["mode"], as_json=as_json)
    if given.pop("answers"):
        message = "--answers goes with --questions"
        raise click.UsageError(message)
    if given.pop("ablate"):
        return _ablation(Path(data or ""), kb, as_json=as_json, mode=given["mode"], depth=given["depth"])
    return _collection(Path(data or ""), kb, as_json=as_json, **given)


def _ablation(folder: Path, kb: str | None, *, as_json: bool, mode: str | None, depth: int) -> int:
    from kts import config
    from kts.evaluate.ablation import ablate, switches, table
    from kts.evaluate.qrels import read_collection

    collection = read_collection(folder)
    with tempfile.TemporaryDirectory(prefix="kts-eval-") as place:
        workspace, names = indexed(folder / "corpus.jsonl", Path(kb or place))
        with workspace:

            def search(changed: Mapping[str, Any]) -> tuple[Run, list[float]]:
                with workspace.changed(changed) as other:
                    return timed(other, collection.judged, names, depth, mode=mode)

            wanted = switches(workspace.settings_by_name(), config.CHOICES | {"search.ranker": ("fitted", "fusion")})
            wanted = tuple(one for one in wanted if not mode or one.setting != "search.mode")
            rows = list(ablate(folder.name, collection.qrels, search, wanted))
    if as_json:
        from kts.server.wire import envelope

        print_json(envelope({"stages": [row._asdict() for row in rows]}, reasoning=f"{len(rows)} runs compared"))
    else:
        click.echo(table(rows), nl=False)
    return 0


def _collection(
    folder: Path,
    kb: str | None,
    *,
    as_json: bool,
    mode: str | None,
    depth: int,
    run_out: str | None,
    compare: str | None,
    min_ndcg: float | None,
) -> int:
    from kts.evaluate.metrics import evaluate_run
    from kts.evaluate.qrels import read_collection
    from kts.evaluate.runs import write_run

    collection = read_collection(folder)
    with tempfile.TemporaryDirectory(prefix="kts-eval-") as place:
        workspace, names = indexed(folder / "corpus.jsonl", Path(kb or place))
        with workspace:
            run, times = searched(workspace, collection.judged, names, depth, mode=mode)
            settings = workspace.settings_by_name()
    measured = evaluate_run(collection.qrels, run)
    if run_out:
        with writing(run_out):
            write_run(run, Path(run_out))
    shown = {**measured.as_json(), "query_cpu_ms": times["query"], "embed_cpu_ms": times["embed"]}
    shown["settings"] = settings
    if compare:
        shown["comparison"] = _compared(measured, Path(compare), collection.qrels)
    _print(shown, as_json=as_json)
    return CheckFailed.exit_code if min_ndcg is not None and measured.means["ndcg@10"] < min_ndcg else 0


def _compared(measured: Evaluation, path: Path, qrels: Any) -> dict[str, Any]:
    from kts.evaluate.metrics import evaluate_run
    from kts.evaluate.report import compare
    from kts.evaluate.runs import read_run

    return compare({"": (measured, evaluate_run(qrels, read_run(path)))}).as_json()


def _print(shown: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        from kts.server.wire import evaluated

        print_json(evaluated(shown))
        return
    for name, value in shown.items():
        if isinstance(value, float | int):
            click.echo(f"{name:<14} {value:.4f}" if isinstance(value, float) else f"{name:<14} {value}")
    click.echo(f"query CPU      p50 {shown['query_cpu_ms']['p50']} ms, p95 {shown['query_cpu_ms']['p95']} ms")
    if "comparison" in shown:
        found = shown["comparison"]
        click.echo(
            f"against the other run: {found['difference']:+.4f} [{found['low']:+.4f}, {found['high']:+.4f}],"
            f" p = {found['p']:.4f}"
        )


def indexed(corpus: Path, place: Path) -> tuple[Workspace, Mapping[str, str]]:
    """An index of the documents, through the files and the way of every document; and its paths by id."""
    from kts.evaluate.qrels import read_corpus
    from kts.workspace import Workspace

    files = place / "files"
    files.mkdir(parents=True, exist_ok=True)
    names: dict[str, str] = {}
    for number, document in enumerate(read_corpus(corpus)):
        name = f"{number:08}.txt"
        names[name] = document.id
        text = f"{document.title}\n\n{document.text}" if document.title else document.text
        _write(files / name, text.encode("utf-8", "surrogatepass"))
    environment = {**os.environ, "KTS_INGEST_VIEWS": "false", "KTS_INGEST_DELETE_SHARE": "1"}
    workspace = Workspace.create(str(place / "index"), environment=environment)
    with show_progress(as_json=False, quiet=False) as progress, show_embedding(as_json=False, quiet=False) as embedding:
        workspace.ingest([str(files)], progress=progress, embedding=embedding)
    return workspace, names


def _write(path: Path, content: bytes) -> None:
    """A file that is there already keeps its time stamp, so that it is not read again."""
    if not path.is_file() or path.read_bytes() != content:
        path.write_bytes(content)


def searched(
    workspace: Workspace,
    queries: Mapping[str, str],
    names: Mapping[str, str],
    depth: int,
    *,
    mode: str | None = None,
) -> tuple[Run, dict[str, dict[str, float]]]:
    """The ranking of each query by document id; the milliseconds of CPU of a query, and of embedding it."""
    run, whole, embedding = _asked(workspace, queries, names, depth, mode=mode)
    return run, {"query": _spread(whole), "embed": _spread(embedding)}


def timed(
    workspace: Workspace, queries: Mapping[str, str], names: Mapping[str, str], depth: int, *, mode: str | None = None
) -> tuple[Run, list[float]]:
    """The ranking of each query by document id, and the milliseconds of CPU of each."""
    run, whole, _ = _asked(workspace, queries, names, depth, mode=mode)
    return run, whole


def _asked(
    workspace: Workspace, queries: Mapping[str, str], names: Mapping[str, str], depth: int, *, mode: str | None
) -> tuple[Run, list[float], list[float]]:
    run: Run = {}
    whole: list[float] = []
    embedding: list[float] = []
    for key, text in queries.items():
        with record() as timings:
            began = time.process_time()
            found = workspace.rank(text, k=depth, per_document=1, mode=mode)
            whole.append((time.process_time() - began) * 1000)
        embedding.append(timings.get("embed", 0.0))
        run[key] = tuple((names[path], score) for path, score in found)
    return run, whole, embedding


def _spread(times: list[float]) -> dict[str, float]:
    ordered = sorted(times) or [0.0]
    return {"p50": round(ordered[len(ordered) // 2], 3), "p95": round(ordered[int(len(ordered) * 0.95)], 3)}


def tell_absent(questions: Iterable[Question], workspace: Workspace) -> None:
    """Say which files the judgements name that are no documents: their questions can only fail."""
    there = {record.path for record in workspace.export("documents")}
    asked = [{place.file for place in question.places} for question in questions]
    for file in sorted(set().union(*asked) - there):
        number = sum(file in files for files in asked)
        named = f"{clean(file)}, named by {number} of the questions, is no document of the index"
        click.echo(f"note: {named}: write paths as kts status --files does", err=True)


def _questions(path: Path, kb: str | None, *, mode: str | None, as_json: bool) -> int:
    from kts.evaluate.judged import evaluate_questions, read_questions
    from kts.workspace import Workspace

    with Workspace.nearest(kb) as workspace:

        def passages(question: str) -> list[tuple[str, str]]:
            found = workspace.search(question, k=SHOWN_FOR_QUESTIONS, per_document=SHOWN_FOR_QUESTIONS, mode=mode)
            return [(result.citation.path, result.hit.passage.text) for result in found.results]

        questions = read_questions(path)
        tell_absent(questions, workspace)
        report = evaluate_questions(questions, passages)
    if as_json:
        from kts.server.wire import envelope

        print_json(envelope(report.as_json(), reasoning=f"{len(report.questions)} answerable questions"))
    else:
        click.echo(report.as_text())
    return 0


def _answers(path: Path, kb: str | None, *, mode: str | None, as_json: bool) -> int:
    from kts.evaluate.answers import Said, evaluate_answers
    from kts.evaluate.judged import read_questions
    from kts.workspace import Workspace

    with Workspace.nearest(kb) as workspace:

        def ask(question: str) -> Said:
            found = workspace.ask(question, mode=mode, record=False)
            cited = tuple((one.path, one.quote) for claim in found.claims for one in claim.citations)
            return Said(found.verdict, found.confidence, cited)

        questions = read_questions(path)
        tell_absent(questions, workspace)
        report = evaluate_answers(questions, ask)
    if as_json:
        from kts.server.wire import envelope

        print_json(envelope(report.as_json(), reasoning=f"{len(report.scored)} questions"))
    else:
        click.echo(report.as_text())
    return 0
