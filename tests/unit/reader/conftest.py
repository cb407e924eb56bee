"""A small reader, built once."""

from __future__ import annotations

import pytest

from kts.reader.build import build_reader
from kts.reader.onnx import OnnxReader
from unit.reader import small


@pytest.fixture(scope="session")
def trained(tmp_path_factory):
    return small.files(tmp_path_factory.mktemp("trained"))


@pytest.fixture(scope="session")
def made(tmp_path_factory, trained):
    """The folder of the reader."""
    folder = tmp_path_factory.mktemp("made") / "small"
    build_reader(trained, folder, small.RECIPE, tell=lambda _line: None)
    return folder


@pytest.fixture(scope="session")
def reader(made):
    return OnnxReader(made)
