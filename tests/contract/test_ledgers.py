"""EVID-7: the ledger on disk and the one in memory keep the same suite."""

from __future__ import annotations

from itertools import count

import pytest

from kts.store.ledger import SqliteLedger
from kts.testing import MemoryLedger, check_ledger


def test_evid_7_the_ledger_on_disk_keeps_the_suite(tmp_path):
    numbers = count()
    check_ledger(lambda: SqliteLedger(tmp_path / f"{next(numbers)}.db"))


def test_evid_7_the_ledger_in_memory_keeps_the_suite():
    check_ledger(MemoryLedger)


class Unchained(MemoryLedger):
    def append(self, kind, body):
        id_ = super().append(kind, body)
        self._records[-1]["previous"] = ""
        return id_


class Editable(MemoryLedger):
    def read(self, record_id):
        super().read(record_id)
        return next(record for record in self._records if record["id"] == record_id)


class Silent(MemoryLedger):
    def read(self, record_id):
        return super().read(record_id) if self._records else {}


@pytest.mark.parametrize(
    ("ledger", "rule"), [(Unchained, "the one before it"), (Editable, "read as it was written"), (Silent, "UsageError")]
)
def test_evid_7_a_broken_rule_is_named(ledger, rule):
    with pytest.raises(AssertionError, match=rule):
        check_ledger(ledger)
