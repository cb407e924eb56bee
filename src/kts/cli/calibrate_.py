"""`kts calibrate`."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kts.cli.eval_ import tell_absent
from kts.cli.group import options
from kts.cli.output import print_json
from kts.errors import CheckFailed, KTSError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kts.evaluate.calibration import CalibrationReport
    from kts.evaluate.judged import Question

REMEDY = (
    "judge more questions, better 200, some without an answer, or allow a larger --error; --force keeps it as it is"
)
PLOTS = ("reliability.svg", "risk-coverage.svg")


@click.command(
    "calibrate", epilog="Example: kts calibrate --questions judged.jsonl --error 0.05 --plots calibration-plots"
)
@click.option("--questions", type=click.Path(exists=True), help="questions.jsonl, or a folder with queries and qrels.")
@click.option("--error", type=click.FloatRange(0.001, 0.999), default=0.1, show_default=True,
              help="Share of wrong answers that is allowed.")  # fmt: skip
@click.option("--sure", type=click.FloatRange(0.5, 0.9999), default=0.99, show_default=True,
              help="Probability with which the share holds.")  # fmt: skip
@click.option("--of", type=click.Choice(["questions", "answers"]), default="questions", show_default=True,
              help="What the share is of: all questions asked, or the answers given.")  # fmt: skip
@click.option("--method", type=click.Choice(["auto", "platt", "isotonic"]), default="auto", show_default=True)
@click.option("--near-misses/--no-near-misses", default=True, help="Add questions with one named thing swapped.")
@click.option("--split", default="", help="Only questions with this value of `split`.")
@click.option("--plots", type=click.Path(file_okay=False), help="Write two SVG drawings into this folder.")
@click.option("--force", is_flag=True, help="Let it serve also where it is worse than the shipped one.")
@click.option("--shipped", is_flag=True, help="Go back to the shipped calibration.")
@options("kb", "json")
def command(
    *, kb: str | None, as_json: bool, questions: str | None, plots: str | None, split: str, shipped: bool, **given: Any
) -> int:
    """Fit the confidence of answers to judged questions of your own, and let it serve from now on.

    One under which every answer would be doubtful, or that is farther off than the shipped one, is not kept (exit code
    4). Without --questions it says which calibration serves, and whether recent questions have moved away from it.
    """
    from kts.workspace import Workspace

    if shipped and questions is not None:
        message = "--shipped goes back to the shipped calibration, --questions fits another one"
        raise UsageError(message, hint="give one of the two")
    with Workspace.nearest(kb) as workspace:
        if questions is None:
            return _serving(workspace, as_json=as_json, back=shipped)
        asked = [one for one in read(Path(questions)) if not split or one.split == split]
        tell_absent(asked, workspace)
        with _progress(quiet=as_json) as progress:
            fit = workspace.calibrate(asked, progress=progress, **given)
    if plots:
        draw(fit.report, Path(plots))
    if as_json:
        from kts.server.wire import envelope

        values = {**fit.report.as_json(), "ledger_id": fit.ledger_id, "held_back": fit.held_back}
        print_json(envelope(values, reasoning=fit.held_back or _sentence(fit.report)))
    else:
        click.echo(shown(fit.report))
        if not fit.held_back:
            click.echo(f"this calibration serves from now on, kept as {fit.ledger_id}")
    if fit.held_back:
        message = f"not kept: {fit.held_back}; what served before goes on serving"
        click.echo(f"{message}\n{REMEDY}", err=True)
        return CheckFailed.exit_code
    return 0


def read(path: Path) -> tuple[Question, ...]:
    """Judged questions of a file, or of a folder with queries.jsonl and qrels.tsv whose documents are paths."""
    from kts.evaluate.judged import Place, Question, read_questions
    from kts.evaluate.qrels import read_collection

    if path.is_file():
        return read_questions(path)
    found = read_collection(path)
    return tuple(
        Question(
            key,
            text,
            places=tuple(Place(document) for document, score in sorted(found.qrels[key].items()) if score > 0),
        )
        for key, text in sorted(found.judged.items())
    )


def draw(report: CalibrationReport, folder: Path) -> None:
    """Write the reliability diagram and the risk-coverage curve. Raises KTSError when the folder cannot be written."""
    from kts.evaluate.plots import reliability, risk_coverage

    drawings = (reliability(report.bins), risk_coverage(report.curve, error=report.error))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, drawing in zip(PLOTS, drawings, strict=True):
            (folder / name).write_text(drawing, encoding="utf-8")
    except OSError as problem:
        message = f"{folder}: {problem.strerror}"
        raise KTSError(message, hint="name a folder that can be written: --plots DIR") from None


def shown(report: CalibrationReport) -> str:
    """The report as lines for a person."""
    rows = [
        (
            "questions",
            f"{report.questions}, {report.near_misses} of them near-misses; {report.right} with the answer found",
        ),
        ("refused", f"{report.refused}: the evidence does not meet what they name"),
        ("method", report.fitted.method),
        ("AUROC", f"{report.auroc:.3f}"),
        ("ECE", f"{report.ece_before:.3f} before, {report.ece_after:.3f} after (cross-validated)"),
        ("coverage", f"{report.coverage:.2f} of the questions at 90 % right answers"),
        ("threshold", _sentence(report)),
    ]
    return "\n".join(f"{name:<10} {value}" for name, value in rows)


def _sentence(report: CalibrationReport) -> str:
    if report.promise is None:
        return f"no threshold keeps wrong answers under {report.error:.0%}"
    found = report.promise
    return (
        f"{found.threshold:.3f}: {found.wrong} of {found.answered} answers were wrong; at most {found.bound:.1%} of the"
        f" {report.of} with probability {report.sure:.0%}; {report.answered:.0%} of the questions with the answer found"
        " are answered"
    )


def _serving(workspace: Any, *, as_json: bool, back: bool) -> int:
    if back:
        workspace.uncalibrate()
    found, note = workspace.calibration(), workspace.shift()
    if found.threshold >= 1.0:
        note = "no answer reaches this threshold, each is marked as doubtful: kts calibrate --shipped goes back"
    if as_json:
        from kts.server.wire import envelope

        values = {"name": found.name, "threshold": found.threshold, "fitted_on": list(found.fitted_on), "shift": note}
        print_json(envelope(values))
        return 0
    click.echo(f"calibration  {found.name}, fitted on {', '.join(found.fitted_on)}")
    click.echo(f"threshold    {found.threshold:.3f}")
    if note:
        click.echo(f"note         {note}")
    return 0


@contextmanager
def _progress(*, quiet: bool) -> Iterator[Callable[[int, int], None] | None]:
    """A bar on a terminal."""
    import sys

    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("asking", total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)
