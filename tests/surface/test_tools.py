"""The scripts behind the Makefile: tiers that have no tests yet, samples that build the same twice."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import pytest

import build_samples
import lock
import run_tier

if TYPE_CHECKING:
    from pathlib import Path


def test_a_tier_without_tests_is_said_and_passes(tmp_path, capfd):
    (tmp_path / "test_one.py").write_text("def test_one():\n    pass\n", encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = crash\n", encoding="utf-8")
    assert run_tier.main(["crash", "-c", str(tmp_path / "pytest.ini"), str(tmp_path)]) == 0
    assert "there are no crash tests yet" in capfd.readouterr().out


def test_a_tier_that_fails_fails(tmp_path):
    text = "import pytest\n@pytest.mark.slow\ndef test_one():\n    assert False\n"
    (tmp_path / "test_one.py").write_text(text, encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = slow\n", encoding="utf-8")
    assert run_tier.main(["slow", "-c", str(tmp_path / "pytest.ini"), str(tmp_path)]) == 1


def test_a_tier_needs_a_name(capsys):
    assert run_tier.main([]) == 2
    assert "usage" in capsys.readouterr().err


def test_both_lock_files_are_made_and_hold(repository):
    assert [target for target, _ in lock.LOCKS] == ["requirements/dev.lock", "requirements/runtime.lock"]
    assert {"--universal", "--generate-hashes", "--no-emit-index-url"} <= set(lock.OPTIONS)


def fingerprints(folder: Path) -> dict[str, str]:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


@pytest.mark.slow
def test_the_samples_are_built_the_same_twice(tmp_path):
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        assert build_samples.main([str(tmp_path / name)]) == 0
    built = fingerprints(tmp_path / "first")
    assert built
    assert built == fingerprints(tmp_path / "second")
