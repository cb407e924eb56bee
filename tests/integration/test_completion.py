"""FACES: what a shell offers while a word is typed."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from kts.workspace import Workspace
from support.command import environment, line

SPACED = "KX manual, part (2).md"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("completion")
    (place / "docs" / "sub").mkdir(parents=True)
    for name in ("p1.md", SPACED, "sub/Ferien.md", "sub/p1.md"):
        text = f"# {name}\n\nThe fee of the {name} plan is due within thirty days of the invoice.\n"
        (place / "docs" / name).write_text(text, encoding="utf-8")
    with Workspace.create(str(place)) as workspace:
        workspace.ingest([str(place / "docs")])
    return place


def offered(folder, shell, *words):
    """The lines that the script of a shell reads, the last word being typed."""
    typed = "\n".join(("kts", *words)) if shell == "bash" else " ".join(("kts", *words))
    told = {"_KTS_COMPLETE": f"{shell}_complete", "COMP_WORDS": typed, "COMP_CWORD": str(len(words))}
    if shell == "fish":
        told["COMP_CWORD"] = words[-1]
    done = subprocess.run(line(), env=environment(told), cwd=folder, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return [one for one in done.stdout.splitlines() if one]


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        (("ingest", "do"), "file"),
        (("search", "x", "--kb", "d"), "dir"),
        (("serve", "--token-file", ""), "file"),
        (("serve", "--root", ""), "dir"),
    ],
)
def test_faces_a_path_is_completed_by_the_shell(folder, words, kind):
    assert offered(folder, "bash", *words) == [f"{kind},{words[-1]}"]


def test_faces_documents_are_offered_by_path_or_by_file_name(folder):
    assert offered(folder, "bash", "outline", "p") == ["plain,p1.md"]
    assert offered(folder, "bash", "search", "x", "--doc", "sub/") == ["plain,sub/Ferien.md", "plain,sub/p1.md"]
    assert offered(folder, "bash", "outline", "Fer") == ["plain,Ferien.md"]
    assert offered(folder, "bash", "search", "x", "--doc", "nowhere") == []


def test_faces_the_values_of_a_filter_are_offered_once(folder):
    assert offered(folder, "bash", "search", "x", "--path", "s") == [
        "plain,sub", "plain,sub/Ferien.md", "plain,sub/p1.md",
    ]  # fmt: skip
    assert "plain,en" in offered(folder, "bash", "search", "x", "--lang", "")
    assert "plain,en" not in offered(folder, "bash", "search", "x", "--lang", "en", "--lang", "")


def test_faces_a_record_of_the_ledger_and_a_ranker_are_offered(folder):
    assert offered(folder, "bash", "ledger", "show", "led_")
    assert offered(folder, "bash", "search", "x", "--ranker", "fi") == ["plain,fitted"]


@pytest.mark.parametrize(
    ("shell", "said"),
    [
        ("bash", r"plain,KX\\ manual,\\ part\\ \\(2\\).md"),
        ("zsh", SPACED),
    ],
)
def test_faces_a_name_with_signs_of_the_shell_arrives_whole(folder, shell, said):
    assert said in offered(folder, shell, "outline", "KX")


def test_faces_a_name_that_the_script_of_fish_would_cut_is_not_offered(folder):
    assert offered(folder, "fish", "outline", "KX") == []
    assert offered(folder, "fish", "outline", "p1")[0].startswith("plain,p1.md")


def test_faces_without_an_index_nothing_is_offered_and_nothing_said(tmp_path):
    assert offered(tmp_path, "bash", "outline", "") == []


@pytest.mark.skipif(not shutil.which("bash"), reason="no bash here")
def test_faces_bash_puts_in_what_must_be_typed(folder):
    words = " ".join(f"'{word}'" for word in line())
    place = folder / "bin"
    place.mkdir()
    (place / "kts").write_text(f'#!/bin/sh\nexec {words} "$@"\n', encoding="utf-8")
    (place / "kts").chmod(0o755)
    told = environment({"PATH": f"{place}:{environment()['PATH']}"})
    script = (
        'eval "$(kts completion bash)"\n'
        'COMP_WORDS=(kts outline KX); COMP_CWORD=2; _kts_completion kts; printf "%s" "${COMPREPLY[0]}"\n'
    )
    done = subprocess.run(["bash", "-c", script], env=told, cwd=folder, capture_output=True, text=True, check=True)
    assert done.stdout == r"KX\ manual,\ part\ \(2\).md"
