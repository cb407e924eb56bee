"""The documentation tells the truth: links lead somewhere, commands exist, tables match code (FACES, PKG)."""

from __future__ import annotations

import re
from importlib import import_module
from itertools import chain
from typing import TYPE_CHECKING

import click
import pytest

from kts import errors

if TYPE_CHECKING:
    from pathlib import Path

SPOKEN_FOR = {"success": 0, "some files failed": 3, "interrupted": 130}
"""Exit codes that are no error class."""

ANNOUNCED = {"reindex"}
"""Commands that exit codes and the outlook name before they exist."""


@pytest.fixture(scope="module")
def pages(repository) -> dict[Path, str]:
    files = chain(repository.glob("*.md"), (repository / "docs").rglob("*.md"))
    return {file: file.read_text(encoding="utf-8") for file in sorted(files)}


def code_blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"(?ms)^```{language}\n(.*?)^```", text)


def all_errors(root: type[errors.KTSError]) -> set[type[errors.KTSError]]:
    return {root}.union(*(all_errors(child) for child in root.__subclasses__()))


def anchors(text: str) -> set[str]:
    headings = re.findall(r"(?m)^#+ (.+)$", text)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_every_link_within_the_repository_leads_somewhere(pages):
    for file, text in pages.items():
        for link in re.findall(r"\]\((?!https?:|mailto:)([^)\s]+)\)", text):
            path, _, anchor = link.partition("#")
            target = (file.parent / path).resolve() if path else file
            assert target.exists(), f"{file.name}: {link}"
            assert not anchor or anchor in anchors(target.read_text(encoding="utf-8")), f"{file.name}: {link}"


def test_every_page_is_reached_from_an_index(repository, pages):
    for file in pages:
        index = file.parent / "README.md"
        if file.parent != repository and file != index:
            assert f"({file.name})" in pages[index], file.name


def test_every_decision_has_a_number_of_its_own_and_its_parts(repository):
    records = sorted((repository / "docs" / "decisions").glob("[0-9]*.md"))
    assert len({record.name[:4] for record in records}) == len(records)
    for record in records:
        text = record.read_text(encoding="utf-8")
        assert re.match(rf"# {record.name[:4]}: \S", text), record.name
        assert "\nStatus: " in text, record.name


def test_every_make_target_that_is_named_exists(repository, pages):
    makefile = (repository / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"(?m)^([a-z-]+):", makefile))
    named = set(re.findall(r"`make ([a-z-]+)`", "\n".join(pages.values())))
    commands = [block for text in pages.values() for block in code_blocks(text, "sh")]
    named |= set(re.findall(r"(?m)^make ([a-z-]+)", "\n".join(commands)))
    assert named
    assert named <= targets


def test_every_target_of_make_is_described(repository):
    makefile = (repository / "Makefile").read_text(encoding="utf-8")
    phony = set(re.findall(r"(?m)^\.PHONY: (.+)$", makefile)[0].split())
    assert phony == set(re.findall(r"(?m)^([a-z-]+):.*## ", makefile))


def test_no_extra_is_installed_by_a_name_that_belongs_to_another_project(repository, pages):
    texts = {**pages, **{file: file.read_text(encoding="utf-8") for file in (repository / "src").rglob("*.py")}}
    asked = {file.name for file, text in texts.items() if re.search(r"pip install ['\"]?kts\b", text)}
    assert asked <= {"extras.py"}  # the first says why not


def test_the_table_of_exit_codes_is_the_code(repository, pages):
    written = set(map(int, re.findall(r"(?m)^\| (\d+) \|", pages[repository / "README.md"])))
    raised = {error.exit_code for error in all_errors(errors.KTSError) if error.__module__ == errors.__name__}
    assert written == raised | set(SPOKEN_FOR.values())


def test_every_command_in_the_documentation_exists(pages):
    group = import_module("kts.cli.group").kts
    blocks = [block for text in pages.values() for block in code_blocks(text, "sh")]
    text = "\n".join([*blocks, *re.findall(r"`([^`\n]*\bkts [^`\n]*)`", "\n".join(pages.values()))])
    named = set(re.findall(r"(?m)(?:^|[/ ]|&& )kts ([a-z][a-z-]+)\b", text))
    assert {"ingest", "search"} <= named
    known = set(group.list_commands(click.Context(group))) | ANNOUNCED
    assert named <= known, sorted(named - known)


def test_the_python_in_the_readme_is_python(repository, pages):
    blocks = code_blocks(pages[repository / "README.md"], "python")
    assert blocks
    for block in blocks:
        compile(block, "README.md", "exec")


def test_the_glossary_gives_each_word_one_meaning(pages, repository):
    rows = re.findall(r"(?m)^\| ([^|]+) \| ([^|]+) \|$", pages[repository / "docs" / "glossary.md"])
    words = [word for word, meaning in rows if word not in {"word", "---"}]
    assert len(words) == len(set(words)) > 50


def test_the_changelog_has_a_section_for_what_is_not_released(pages, repository):
    text = pages[repository / "CHANGELOG.md"]
    assert re.search(r"(?m)^## \[Unreleased\]$", text)
    assert set(re.findall(r"(?m)^### (.+)$", text)) <= {
        "Added",
        "Changed",
        "Deprecated",
        "Removed",
        "Fixed",
        "Security",
    }


def test_no_text_names_a_place_on_one_machine(repository, pages):
    sources = chain((repository / "src").rglob("*.py"), (repository / "tools").glob("*.py"), pages)
    for file in sources:
        found = re.search(r"(?<![\w.~])/(?:home|root|work|Users|tmp)/\w", file.read_text(encoding="utf-8"))
        assert not found, f"{file.name}: {found and found.group()}"
