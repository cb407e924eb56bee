"""What is said when the folder of an index disappears while it is used."""

from __future__ import annotations

import sqlite3

import pytest

from kts.errors import NoIndex
from kts.store import database


def test_an_index_that_is_gone_is_said_with_its_remedy(tmp_path):
    truth = tmp_path / ".kts" / "truth.db"
    with pytest.raises(NoIndex) as told, database.errors(truth):
        sqlite3.connect(f"file:{truth}?mode=ro", uri=True)
    assert "the index is gone" in told.value.message
    assert "unable to open" not in told.value.message
    assert "kts ingest" in told.value.hint
