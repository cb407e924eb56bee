"""What the tests of vectors share: a third party's models, a folder of policies, a place for the index."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING

import pytest

from support import models
from support.folders import policies

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """The folder of a third party's package of models."""
    return models.installed(tmp_path / "site")


@pytest.fixture
def embedded(package: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The texts that the model has been given, in this process, since the test began."""
    monkeypatch.syspath_prepend(str(package))
    yield import_module(models.MODULE).EMBEDDED
    sys.modules.pop(models.MODULE)


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    return policies(tmp_path / "docs", 6)


@pytest.fixture
def index(tmp_path: Path) -> Path:
    return tmp_path / "index"
