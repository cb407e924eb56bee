"""The package's promises: bounded dependencies, a lock that fits them, permissive licences, honest audits."""

from __future__ import annotations

import importlib.metadata
import json
import re
import tomllib
from email.message import Message

import pytest
from hypothesis import given
from hypothesis import strategies as st
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import check_licences
import check_vulnerabilities
from check_licences import Licence, is_permissive, refused, required, runtime_requirements, stated

LOCKS = ("requirements/dev.lock", "requirements/runtime.lock")
PIN = r"(?m)^([\w.-]+)(?:\[[\w,-]+\])?==([\w.]+)"


@pytest.fixture(scope="module")
def project(repository):
    return tomllib.loads((repository / "pyproject.toml").read_text(encoding="utf-8"))


def locked(repository, lock):
    """(name, version) of every pin; a name may have one a Python version."""
    text = (repository / lock).read_text(encoding="utf-8")
    return [(canonicalize_name(name), version) for name, version in re.findall(PIN, text)]


def wanted(project, *groups):
    groups = [line for group in groups for line in project["dependency-groups"][group] if isinstance(line, str)]
    return [Requirement(line) for line in (*runtime_requirements(), *groups)]


@pytest.mark.parametrize(("lock", "groups"), [(LOCKS[0], ("build", "dev")), (LOCKS[1], ("build",))])
def test_the_lock_meets_every_bound_of_the_project(repository, project, lock, groups):
    pins = locked(repository, lock)
    for requirement in wanted(project, *groups):
        versions = [version for name, version in pins if name == canonicalize_name(requirement.name)]
        assert versions, f"{requirement.name} is not in {lock}: make lock"
        assert all(requirement.specifier.contains(version) for version in versions), requirement


def test_the_two_locks_agree(repository):
    assert set(locked(repository, LOCKS[1])) <= set(locked(repository, LOCKS[0]))


@pytest.mark.parametrize("lock", LOCKS)
def test_every_pin_has_hashes_and_nothing_names_a_place(repository, lock):
    text = (repository / lock).read_text(encoding="utf-8")
    pins = re.split(r"(?m)^(?=[\w.-]+(?:\[[\w,-]+\])?==)", text)[1:]
    assert pins
    assert all("--hash=sha256:" in pin for pin in pins)
    assert not re.search(r"https?://|file:|--index-url|--find-links", text)


@pytest.mark.parametrize("lock", LOCKS)
def test_what_is_demanded_with_extras_is_locked_with_them(repository, lock):
    """Else an old pip resolves `coverage[toml]` anew and fails on the release after the locked one."""
    text = (repository / lock).read_text(encoding="utf-8")
    extras = {canonicalize_name(name): found for name, found in re.findall(r"(?m)^([\w.-]+)\[([\w,-]+)\]==", text)}
    asked = [
        requirement
        for name, _ in locked(repository, lock)
        for requirement in map(Requirement, _requires(name))
        if requirement.extras and (requirement.marker is None or requirement.marker.evaluate({"extra": ""}))
    ]
    assert asked
    for requirement in asked:
        assert requirement.extras <= set(extras.get(canonicalize_name(requirement.name), "").split(",")), requirement


def _requires(name):
    """What an installed distribution demands; nothing of one that is for another system."""
    try:
        return importlib.metadata.requires(name) or ()
    except importlib.metadata.PackageNotFoundError:
        return ()


def test_every_runtime_dependency_is_bounded_on_both_sides(project):
    for requirement in (Requirement(line) for line in runtime_requirements()):
        operators = {specifier.operator for specifier in requirement.specifier}
        assert operators == {">=", "<"}, requirement


def test_the_package_carries_its_data_and_its_command(project):
    assert project["project"]["scripts"] == {"kts": "kts.cli.main:program", "kts-backend": "kts.cli.backend_:main"}
    assert project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"] == ["src/kts"]


def test_what_is_installed_for_users_has_a_permissive_licence():
    assert refused(required(runtime_requirements())) == ()


@pytest.mark.parametrize(
    ("expression", "permissive"),
    [
        ("MIT", True),
        ("Apache-2.0 OR GPL-3.0-only", True),
        ("BSD-3-Clause AND GPL-3.0-only", False),
        ("(MIT OR GPL-2.0-only) AND (ISC OR AGPL-3.0-only)", True),
        ("AGPL-3.0-or-later", False),
        ("", False),
        ("say nothing", False),
    ],
)
def test_an_expression_is_permissive_when_it_can_be_met_so(expression, permissive):
    assert is_permissive(expression) is permissive


@given(st.recursive(st.sampled_from(["MIT", "ISC", "GPL-3.0-only"]), lambda part: st.tuples(part, part), max_leaves=6))
def test_and_is_never_more_permissive_than_or(tree):
    def write(node, operator):
        return node if isinstance(node, str) else f"({write(node[0], operator)} {operator} {write(node[1], operator)})"

    assert is_permissive(write(tree, "AND")) <= is_permissive(write(tree, "OR"))


@pytest.mark.parametrize(
    ("headers", "licence"),
    [
        ([("License-Expression", "MIT"), ("License", "GPL")], "MIT"),
        ([("Classifier", "License :: OSI Approved :: MIT License")], "MIT"),
        ([("License", "BSD, MIT")], "BSD-3-Clause AND MIT"),
        ([("Classifier", "Topic :: Text")], ""),
    ],
)
def test_a_licence_is_read_from_old_and_new_metadata(headers, licence):
    meta = Message()
    for name, text in headers:
        meta[name] = text
    assert stated(meta) == licence


def test_a_reviewed_distribution_is_refused_when_its_licence_changes():
    name, words = next(iter(check_licences.REVIEWED.items()))
    assert refused([Licence(name, "1", words)]) == ()
    assert len(refused([Licence(name, "2", "AGPL-3.0-only")])) == 1


def test_an_audit_that_reaches_nobody_is_skipped_and_said():
    status, lines = check_vulnerabilities.judge("", "requests.exceptions.ConnectionError: Max retries exceeded")
    assert (status, lines) == (0, (check_vulnerabilities.SKIPPED,))


def test_an_audit_that_fails_otherwise_is_an_error():
    assert check_vulnerabilities.judge("", "invalid specifier at line 1") == (
        2,
        ("invalid specifier at line 1",),
    )


def test_an_audit_names_what_is_vulnerable_and_its_remedy():
    hole = {"id": "PYSEC-1", "fix_versions": ["2.0"]}
    report = {
        "dependencies": [
            {"name": "a", "version": "1", "vulns": [hole]},
            {"name": "b", "version": "1", "vulns": []},
        ]
    }
    status, lines = check_vulnerabilities.judge(json.dumps(report), "")
    assert status == 1
    assert lines == ("a 1: PYSEC-1, fixed in: 2.0", "2 locked distributions, 1 known vulnerabilities")
