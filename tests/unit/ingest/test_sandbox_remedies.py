"""RELIABILITY (outcomes): every file that was not read says what to do about it."""

from __future__ import annotations

from typing import get_args

import pytest

from kts.ingest.remedies import remedy
from kts.types import Outcome


@pytest.mark.parametrize("outcome", [name for name in get_args(Outcome) if name != "ok"])
def test_conv5_every_outcome_has_a_remedy(outcome):
    assert remedy(outcome, "")


def test_conv5_what_is_well_needs_none():
    assert remedy("ok", "needs pypdfium2: pip install -e '/home/me/OCR of kts[full]'") == ""


@pytest.mark.parametrize(
    ("outcome", "reason", "said"),
    [
        ("encrypted", "the document is protected by a password", "without one"),
        ("too_large", "300 MB, more than 256 MB", "ingest.max_file_bytes"),
        ("too_large", "unpacks to more than 268,435,456 bytes", "zip bomb"),
        ("unsupported", "needs pypdfium2: pip install -e '/home/me/OCR of kts[full]'", "install what is missing"),
        ("unsupported", "no converter for .xyz", ".ktsignore"),
        ("unsupported", "no converter for .zip", "unpack it"),
        ("malformed", "the bytes are not text in any known encoding", "the ending of what it is"),
        ("unreadable", "Permission denied", "right to read"),
        ("empty", "no text on its pages; OCR would help", "install OCR"),
        ("timeout", "needed more than 30 s of processor time", "tried again when it has changed"),
        ("timeout", "did not end within 120 s", "kts ingest tries it again"),
        ("too_large", "about 2,000,000 cells of a table; at most 1,000,000 are read", "export only the rows"),
    ],
)
def test_conv5_the_remedy_fits_the_reason(outcome, reason, said):
    assert said in remedy(outcome, reason)
