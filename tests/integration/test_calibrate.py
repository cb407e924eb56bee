"""CONF-1, CONF-2: `kts calibrate` fits the confidence to judged questions; the newest calibration serves."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from kts.cli.main import run
from kts.errors import CheckFailed, UsageError
from kts.evaluate.judged import Place, Question
from kts.workspace.calibrating import worse
from support.index import made

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from kts import Workspace

NAMES = (
    "Alder Birch Cedar Damson Elder Fir Gorse Hazel Ivy Juniper Larch Maple Oak Pine Rowan Spruce Tamarack Yew".split()
)
ABSENT = ["parking", "pension", "canteen", "uniform", "bonus", "commute"]


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    files = tmp_path / "files"
    files.mkdir()
    for number, name in enumerate(NAMES):
        closes = f"The {name}ford branch closes at {number % 12 + 1} o'clock."
        text = f"# {name}ford branch\n\n{closes} Its vault holds {number + 40} boxes.\n"
        (files / f"{name.lower()}.md").write_text(text, encoding="utf-8")
    with made(tmp_path / "kb", files) as opened:
        yield opened


def judged() -> list[Question]:
    answerable = [
        Question(f"q{number}", f"When does the {name}ford branch close in the evening?",
                 split="train" if number % 2 else "held",
                 places=(Place(f"{name.lower()}.md", f"The {name}ford branch closes"),))
        for number, name in enumerate(NAMES)
    ]  # fmt: skip
    return [
        *answerable,
        *(Question(f"a{word}", f"What does the company pay for {word}?", answerable=False) for word in ABSENT),
    ]


def lines(questions: list[Question]) -> str:
    rows = [
        {"id": one.id, "question": one.question, "split": one.split, "answerable": one.answerable,
         "places": [{"file": place.file, "quote": place.quote} for place in one.places]}
        for one in questions
    ]  # fmt: skip
    return "\n".join(map(json.dumps, rows)) + "\n"


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    code = run([*arguments, "--json"])
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return {**found, "code": code}


def test_shipped_serves_until_the_users_own_does(workspace: Workspace) -> None:
    assert workspace.calibration().name == "shipped"
    fit = workspace.calibrate(judged(), force=True)
    serving = workspace.calibration()
    assert serving.name == "own"
    assert fit.report.questions == len(judged()) + len(fit.near_misses)
    assert fit.report.near_misses > 0
    assert fit.report.promise is None or serving.threshold == fit.report.promise.threshold


def test_the_calibration_is_kept_in_the_ledger_and_what_it_says_is_what_was_fitted(workspace: Workspace) -> None:
    fit = workspace.calibrate(judged(), force=True)
    record = workspace.ledger().read(fit.ledger_id)
    assert record["kind"] == "calibration"
    asked = workspace.ask(judged()[0].question, record=False)
    raw = next(one.chance for one in fit.outcomes if one.id == "q0")
    assert asked.confidence == pytest.approx(fit.report.fitted(raw), abs=2e-3)


def test_a_calibration_under_which_nothing_is_answered_is_not_kept_unless_it_is_forced(workspace: Workspace) -> None:
    fit = workspace.calibrate(judged(), error=0.01)
    assert fit.report.promise is None
    assert "every answer would be marked as doubtful" in fit.held_back
    assert fit.ledger_id == ""
    assert workspace.calibration().name == "shipped"
    assert workspace.calibrate(judged(), error=0.01, force=True).held_back == ""
    assert workspace.calibration().threshold == 1.0
    workspace.uncalibrate()
    assert workspace.calibration().name == "shipped"
    assert workspace.shift() == ""


def test_a_calibration_that_is_farther_off_than_the_shipped_one_is_worse(workspace: Workspace) -> None:
    report = workspace.calibrate(judged(), error=0.3, force=True).report
    assert report.promise is not None
    assert worse(report._replace(ece_before=0.1, ece_after=0.09)) == ""
    assert "farther off than the shipped one's (ECE 0.110" in worse(report._replace(ece_before=0.1, ece_after=0.11))
    assert "doubtful" in worse(report._replace(ece_before=0.1, ece_after=0.09, answered=0.0))


def test_the_command_says_that_it_kept_nothing_and_goes_back(
    workspace: Workspace, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    questions = tmp_path / "judged.jsonl"
    questions.write_text(lines(judged()), encoding="utf-8")
    kb = str(tmp_path / "kb")
    asked = ["calibrate", "--kb", kb, "--questions", str(questions), "--error", "0.01"]
    assert run(asked) == CheckFailed.exit_code
    said = capsys.readouterr()
    assert "serves from now on" not in said.out
    assert "not kept: no threshold keeps wrong answers under 1%" in said.err
    assert "--force" in said.err
    assert run([*asked, "--force"]) == 0
    capsys.readouterr()
    assert run(["calibrate", "--kb", kb]) == 0
    assert "kts calibrate --shipped goes back" in capsys.readouterr().out
    assert output(capsys, "calibrate", "--kb", kb, "--shipped")["data"]["name"] == "shipped"
    assert run([*asked, "--shipped"]) == UsageError.exit_code


def test_calibrating_again_starts_from_the_shipped_one(workspace: Workspace) -> None:
    first, second = workspace.calibrate(judged()), workspace.calibrate(judged())
    assert first.report == second.report


def test_near_misses_are_not_answered_and_originals_are(workspace: Workspace) -> None:
    fit = workspace.calibrate(judged())
    refused = {one.id for one in fit.outcomes if one.refused}
    assert {one.id for one in fit.near_misses} <= refused
    assert not {one.id for one in judged() if one.answerable} & refused


def test_too_few_or_one_sided_questions_are_refused_with_a_remedy(workspace: Workspace) -> None:
    with pytest.raises(UsageError, match="too few"):
        workspace.calibrate(judged()[:5])
    lost = (Place("nowhere.md"),)
    with pytest.raises(UsageError, match="none of the judged places"):
        workspace.calibrate([Question(one.id, one.question, places=lost) for one in judged()[:18]] * 2)


def test_the_command_reports_draws_and_then_says_what_serves(
    workspace: Workspace, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    questions = tmp_path / "judged.jsonl"
    questions.write_text(lines(judged()), encoding="utf-8")
    kb = str(tmp_path / "kb")
    plots = tmp_path / "plots"
    found = output(
        capsys,
        "calibrate",
        "--kb",
        kb,
        "--questions",
        str(questions),
        "--plots",
        str(plots),
        "--error",
        "0.3",
        "--force",
    )
    assert found["code"] == 0
    assert {"auroc", "ece_before", "ece_after", "promise", "bins", "curve", "ledger_id"} <= found["data"].keys()
    assert sorted(one.name for one in plots.iterdir()) == ["reliability.svg", "risk-coverage.svg"]
    serving = output(capsys, "calibrate", "--kb", kb)
    assert serving["data"]["name"] == "own"
    assert run(["calibrate", "--kb", kb]) == 0
    assert "own" in capsys.readouterr().out


def test_a_folder_with_qrels_is_read_too(
    workspace: Workspace, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "set"
    folder.mkdir()
    answerable = [one for one in judged() if one.answerable]
    queries = [json.dumps({"_id": one.id, "text": one.question}) for one in answerable]
    (folder / "queries.jsonl").write_text("\n".join(queries) + "\n", encoding="utf-8")
    rows = [f"{one.id}\t{one.places[0].file}\t1" for one in answerable]
    (folder / "qrels.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    code = run(["calibrate", "--kb", str(tmp_path / "kb"), "--questions", str(folder)])
    assert "too few" in capsys.readouterr().err
    assert code == UsageError.exit_code


def test_a_split_chooses_questions(workspace: Workspace, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    questions = tmp_path / "judged.jsonl"
    questions.write_text(lines(judged()), encoding="utf-8")
    arguments = ["calibrate", "--kb", str(tmp_path / "kb"), "--questions", str(questions), "--split", "train"]
    assert run(arguments) == UsageError.exit_code
    assert "9 questions are too few" in capsys.readouterr().err
