"""What every ledger must keep: `check_ledger` (EVID-7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.errors import UsageError
from kts.testing.rules import Refused, require, require_equal

if TYPE_CHECKING:
    from collections.abc import Callable

    from kts.ports import Ledger

CHAIN = ("number", "id", "created_at", "kind", "body", "previous", "hash")
SHA256_DIGITS = 64
BODY = {
    "question": "Wie lange ist die Frist? \u2013 30 \U0001f4c5",
    "scores": [0.5, 1],
    "nested": {"b": None, "a": True},
}


def check_ledger(make: Callable[[], Ledger]) -> None:
    """Raise AssertionError naming the first rule of `ports.Ledger` that does not hold.

    `make` returns a new, empty ledger each time.
    """
    _check_empty(make())
    _check_record(make())
    _check_chain(make())
    _check_append_only(make())


def _check_empty(ledger: Ledger) -> None:
    require_equal(ledger.head(), "", "ledger: the head of an empty ledger is empty")
    with Refused("ledger: an unknown record is a UsageError", UsageError):
        ledger.read("led_0000000000000000")


def _check_record(ledger: Ledger) -> None:
    id_ = ledger.append("answer", BODY)
    record = ledger.read(id_)
    require_equal(set(record), set(CHAIN), "ledger: a record has its chain fields")
    require_equal((record["id"], record["kind"]), (id_, "answer"), "ledger: a record is read by the id returned")
    require_equal(record["body"], BODY, "ledger: a body is read as it was written")
    require_equal(record["number"], 1, "ledger: records count from 1")
    require_equal(record["previous"], "", "ledger: the first record follows nothing")
    digest = str(record["hash"])
    require(len(digest) == SHA256_DIGITS, "ledger: the hash is a SHA-256 in hexadecimal digits", digest)
    require_equal(id_, f"led_{digest[:16]}", "ledger: the id is `led_` and the first 16 digits of the hash")


def _check_chain(ledger: Ledger) -> None:
    previous, seen = "", set()
    for number in range(1, 6):
        record = ledger.read(ledger.append("answer", BODY))
        require_equal(record["number"], number, "ledger: records count on by one")
        require_equal(record["previous"], previous, "ledger: each record holds the hash of the one before it")
        previous = str(record["hash"])
        require_equal(ledger.head(), previous, "ledger: the head is the hash of the newest record")
        seen.add(previous)
    require_equal(len(seen), 5, "ledger: equal bodies have different hashes: the chain is part of the hash")


def _check_append_only(ledger: Ledger) -> None:
    body: dict[str, object] = {"list": [1]}
    first = ledger.append("answer", body)
    before = ledger.read(first)
    body["list"] = [2]
    read = ledger.read(first)
    if isinstance(read, dict):
        read["body"] = "forged"
    ledger.append("pin", {})
    require_equal(ledger.read(first), before, "ledger: a record stays as it was written, whatever comes later")
